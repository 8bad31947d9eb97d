"""Do an Advisor, a paradigm and a learner keep to their contracts?"""
