"""What is studied?"""

from blackboard import Contest
from scenarios.contest import play_contest

__all__ = ["Contest", "play_contest"]
