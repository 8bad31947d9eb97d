"""Who plays, besides Hoyle. No Advisor and no learner may import this package."""
