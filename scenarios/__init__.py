"""What is studied?"""

from scenarios.contest import Contest, play_contest

__all__ = ["Contest", "play_contest"]
