"""What somebody might want to be otherwise, at random."""

import json
import random
from typing import Any

from tests.scenarios.conftest import Hoyle

AMOUNTS = ("40us", "300us", "2ms", "9ms", "12calls", "90calls", "1ms+25calls")
CHOICES = {
    "paradigm": ("1", "2", "3", "4", "borda"),
    "silence": (0, 5),
    "late": ("keep", "drop"),
    "settle": ("all", "certain"),
    "weights": ("Candide=2", "Wild=0,Greedy=3"),
    "without": ("Panic", "Victory,Wild", "Candide"),
}
WHOSE = ("", "Panic=", "Wiser=", "tier1=", "tier2=", "tier3=", "decision=")
"""Budgets that can be set: everybody's, an Advisor's own, a tier's and the decision's."""


def random_wish(chance: random.Random) -> dict[str, Any]:
    """Return some changes, budgets always among them."""
    wish: dict[str, Any] = {
        name: chance.choice(values) for name, values in CHOICES.items() if chance.random() < 0.35
    }
    whose = chance.sample(WHOSE, chance.randint(1, 3))
    wish["budget"] = [f"{each}{chance.choice(AMOUNTS)}" for each in whose]
    if "decision=" in whose and chance.random() < 0.5:
        wish["allocation"] = "equal"
    return wish


def command_words(wish: dict[str, Any]) -> list[str]:
    """Return how the same is asked of `hoyle redecide`."""
    given = [
        (name, each)
        for name, value in wish.items()
        for each in (value if isinstance(value, list) else [value])
    ]
    return [part for name, each in given for part in (f"--{name}", str(each))]


def by_command(hoyle: Hoyle, trace: object, wish: dict[str, Any]) -> Any:
    """Return what `hoyle redecide --json` answers; what cannot be answered, as its sentence."""
    answer = hoyle("redecide", trace, "--pivotal", *command_words(wish), "--json")
    if answer.code:
        return answer.err.removeprefix("hoyle: ").strip()
    return {each["decision"]: each for each in json.loads(answer.out)["pivotal"]}
