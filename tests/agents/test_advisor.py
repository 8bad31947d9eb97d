"""The Advisor contract."""

from typing import Any

import pytest

from agents import Advisor, Deliberation, check_declaration, get_advisors, summary
from games import BadPlugin
from tests.support import advisor, each_case


def test_an_advisor_is_named_after_its_class() -> None:
    """Unless it gives a name of its own, and a subclass does not inherit that."""

    class Timid(Advisor):
        """Stay away."""

    class Named(Advisor):
        """Has another name."""

        name = "Don't-Look"

    class Heir(Named):
        """Builds on it."""

    assert [each.name for each in (Timid, Named, Heir)] == ["Timid", "Don't-Look", "Heir"]


def test_what_is_not_declared_has_a_default() -> None:
    """An Advisor that says nothing sits in tier 3, for 200 ms, inline, and makes no plans."""
    plain = advisor("Plain")
    assert (plain.tier, plain.budget_ms, plain.placement, plain.makes_plans, plain.knowledge) == (
        3, 200, "inline", False, (),
    )  # fmt: skip
    check_declaration(plain)


@each_case("bundled", get_advisors(), ids=lambda each: each.name)
def test_bundled_advisors_keep_the_contract(bundled: type[Advisor]) -> None:
    """Each declares what can be meant, and says in one line what it stands for."""
    check_declaration(bundled)
    assert summary(bundled).endswith(".")


@each_case("placement", ["inline", "thread", "process"])
@each_case("tier", [1, 2, 3])
def test_what_the_contract_names_is_accepted(tier: int, placement: str) -> None:
    """Every tier and every placement, with a rank that is any number and a budget that is any time."""
    check_declaration(advisor("A", tier=tier, rank=-2.5, placement=placement, budget_ms=0.01))


@each_case(
    ("declared", "line"),
    [
        ({"excludes": "Other"}, r"^Advisor 'Odd' has excludes 'Other'; use a tuple of names$"),
        ({"excludes": (1,)}, r"^Advisor 'Odd' has excludes \(1,\); use a tuple of names$"),
        ({"tier": 0}, r"^Advisor 'Odd' has tier 0; tiers are 1, 2 and 3$"),
        ({"tier": 4}, r"^Advisor 'Odd' has tier 4; .*$"),
        ({"tier": "1"}, r"^Advisor 'Odd' has tier '1'; .*$"),
        ({"tier": True}, r"^Advisor 'Odd' has tier True; .*$"),
        ({"tier": None}, r"^Advisor 'Odd' has tier None; .*$"),
        ({"tier": 1}, r"^Advisor 'Odd' has rank None; in tiers 1 and 2 the rank must be a number$"),
        ({"tier": 2, "rank": "first"}, r"^Advisor 'Odd' has rank 'first'; .*$"),
        ({"tier": 2, "rank": float("nan")}, r"^Advisor 'Odd' has rank nan; .*$"),
        ({"tier": 2, "rank": True}, r"^Advisor 'Odd' has rank True; .*$"),
        ({"tier": 3, "rank": "first"}, r"^Advisor 'Odd' has rank 'first'; .*$"),
        ({"budget_ms": 0}, r"^Advisor 'Odd' has budget_ms 0; use a number of ms above 0$"),
        ({"budget_ms": -5}, r"^Advisor 'Odd' has budget_ms -5; .*$"),
        ({"budget_ms": float("inf")}, r"^Advisor 'Odd' has budget_ms inf; .*$"),
        ({"budget_ms": "5ms"}, r"^Advisor 'Odd' has budget_ms '5ms'; .*$"),
        ({"cost_ms": -1}, r"^Advisor 'Odd' has cost_ms -1; use a number of ms from 0 to a year$"),
        ({"cost_ms": float("nan")}, r"^Advisor 'Odd' has cost_ms nan; .*$"),
        ({"cost_ms": 10**12}, r"^Advisor 'Odd' has cost_ms 1000000000000; .*$"),
        ({"cost_ms": "3ms"}, r"^Advisor 'Odd' has cost_ms '3ms'; .*$"),
        (
            {"placement": "moon"},
            r"^Advisor 'Odd' has placement 'moon'; use one of inline, thread, process$",
        ),
        ({"placement": None}, r"^Advisor 'Odd' has placement None; .*$"),
        ({"supports": 1}, r"^Advisor 'Odd' has supports 1; use True or False$"),
        (
            {"supports": False, "opposes": False},
            r"^Advisor 'Odd' neither supports nor opposes moves; set one of the two to True$",
        ),
        ({"name": ""}, r"^an Advisor is named ''; use printable text without blank, comma or =$"),
        ({"name": "a b"}, r"^an Advisor is named 'a b'; .*$"),
        ({"name": "a,b"}, r"^an Advisor is named 'a,b'; .*$"),
        ({"name": "a=b"}, r"^an Advisor is named 'a=b'; .*$"),
        ({"name": "a\nb"}, r"^an Advisor is named 'a\\nb'; .*$"),
        ({"name": 7}, r"^an Advisor is named 7; .*$"),
        ({"advise": Advisor.advise}, r"^Advisor 'Odd' has no advise method of its own; .*$"),
        ({"advise": lambda self, think: None}, r"^Advisor 'Odd' has an advise that is not async; .*$"),  # noqa: ARG005
        ({"advise": None}, r"^Advisor 'Odd' has no advise method of its own; .*$"),
    ],
)
def test_what_cannot_be_meant_is_refused(declared: dict[str, Any], line: str) -> None:
    """One line names the Advisor, the declaration and the remedy."""
    odd = advisor("Odd")
    for name, value in declared.items():
        setattr(odd, name, value)
    with pytest.raises(BadPlugin, match=line):
        check_declaration(odd)


def test_an_advisor_that_cannot_speak_says_so() -> None:
    """Asked all the same, it fails with its own name."""

    class Mute(Advisor):
        """Has nothing to say."""

    with pytest.raises(NotImplementedError, match=r"^Mute has no advise method$"):
        Mute().advise(None).send(None)  # type: ignore[arg-type]  # nobody looks at it


def test_the_summary_is_the_first_line_of_the_docstring() -> None:
    """Without a docstring of its own an Advisor has no summary."""

    class Told(Advisor):
        """Tell it in one line.

        And then in many.
        """

        async def advise(self, think: Deliberation) -> None:
            """Say nothing."""

    assert summary(Told) == "Tell it in one line."
    assert summary(advisor("Untold")) == ""
