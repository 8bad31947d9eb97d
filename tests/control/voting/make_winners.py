"""Let pref_voting say who wins random elections.

`python make_winners.py > winners.json` made the file beside it. It needs pref_voting (1.18.2 was used), which
is too large to be among what tests install. Ballots are weak orders by grade. Ranked pairs are left to
another oracle: it would go through every order of equal pairs.
"""

import json
import random
import sys
from typing import Any

from pref_voting.c1_methods import copeland
from pref_voting.grade_methods import approval, majority_judgement
from pref_voting.grade_profiles import GradeProfile
from pref_voting.margin_based_methods import beat_path, minimax
from pref_voting.profiles_with_ties import ProfileWithTies
from pref_voting.scoring_methods import borda_for_profile_with_ties

ELECTIONS = 600


def election(number: int) -> dict[str, Any]:
    """Make one, and let everybody be elected."""
    draw = random.Random(number)  # noqa: S311  # an election, not a secret
    moves = range(draw.randint(2, 6))
    scale = draw.choice([(3, 5, 8), (2, 4, 5, 6, 9), tuple(range(11))])
    ballots = [(draw.randint(1, 3), [draw.choice(scale) for _ in moves]) for _ in range(draw.randint(1, 7))]
    if sum(voters for voters, _ in ballots) % 2 == 0:
        ballots[0] = (ballots[0][0] + 1, ballots[0][1])  # a median is one of the grades then
    profile = ProfileWithTies(
        [{move: 10 - grade for move, grade in zip(moves, grades, strict=True)} for _, grades in ballots],
        [voters for voters, _ in ballots],
    )
    graded = GradeProfile(
        [dict(zip(moves, grades, strict=True)) for _, grades in ballots],
        list(range(11)),
        [voters for voters, _ in ballots],
    )
    approved = GradeProfile(
        [
            {move: int(grade > 5) for move, grade in zip(moves, grades, strict=True)} for _, grades in ballots
        ],  # silence
        [0, 1],
        [voters for voters, _ in ballots],
    )
    winners = {
        "approval": approval(approved),
        "borda": borda_for_profile_with_ties(profile),
        "copeland": copeland(profile),
        "majority-judgement": majority_judgement(graded),
        "minimax": minimax(profile),
        "schulze": beat_path(profile, strength_function=profile.support),
    }
    return {
        "ballots": ballots,
        "winners": {rule: sorted(map(int, those)) for rule, those in winners.items()},
    }


if __name__ == "__main__":
    elections = ",\n".join(json.dumps(election(number)) for number in range(ELECTIONS))
    sys.stdout.write(f"[\n{elections}\n]\n")
