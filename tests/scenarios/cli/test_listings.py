"""Listings go on without what other distributions broke."""

import json
import sys
from collections.abc import Callable
from types import ModuleType

import pytest

from agents import Learner
from control import Paradigm, Poll
from tests.scenarios.conftest import Hoyle
from tests.support import advisor

FOREIGN = {
    "advisors": advisor("Foreign"),
    "learners": type(
        "Foreign", (Learner,), {"name": "foreign", "__doc__": "Learn.", "learn": lambda *_: None}
    ),
    "paradigms": Paradigm("foreign", "nobody wins", Poll.empty_tally),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_broken_distribution_takes_no_listing_down(
    hoyle: Hoyle, kind: str, install: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What works is listed, with what others bring, and each fault is one line on stderr."""
    before = [row["name"] for row in json.loads(hoyle(kind, "--json").out)]
    home = ModuleType("foreign_things")
    vars(home)["thing"] = FOREIGN[kind]
    monkeypatch.setitem(sys.modules, home.__name__, home)
    install(f"hoyle.{kind}", ("foreign", "foreign_things:thing"), ("broken", "no_such_module:thing"))
    answer = hoyle(kind, "--json")
    assert answer.code == 0
    told = [row["name"] for row in json.loads(answer.out)]
    assert [name.lower() for name in told if name not in before] == ["foreign"]
    assert answer.err == (
        "hoyle: entry point 'broken' (no_such_module:thing) cannot be loaded:"
        " ModuleNotFoundError: No module named 'no_such_module'\n"
    )
