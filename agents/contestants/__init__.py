"""Who plays, besides Hoyle: no Advisor and no learner may import this."""
