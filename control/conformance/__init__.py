"""Do an Advisor, a paradigm, a learner and a contestant keep to their contracts?"""
