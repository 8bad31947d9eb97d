"""Who sits at the table."""

import pytest

from agents import Advisor, get_advisors
from control import Budgets, Panel
from games import BadOption, DuplicateName, HoyleError, UnknownName
from tests.support import advisor


def test_seats_are_in_order_of_tier_rank_and_name() -> None:
    """The order in which Advisors are given does not matter."""
    seats = Panel.of(reversed(get_advisors())).seats
    assert [seat.name for seat in seats] == [
        "Victory", "Don't-Lose", "Wiser", "Sadder", "Panic", "Shortsight", "Enough-Rope",
        "Anthropomorph", "Candide", "Challenge", "Cyber", "Feinter", "Greedy", "Not-Again", "Open",
        "Pitchfork", "Sneak", "Spotter", "Wild", "Worried",
    ]  # fmt: skip
    assert [seat.order for seat in seats] == list(range(20))


def test_the_ranked_are_those_of_tiers_1_and_2() -> None:
    """Seven of the bundled Advisors sit in tiers 1 and 2."""
    assert Panel.of(get_advisors()).ranked == 7
    assert Panel.of([]).ranked == 0


def test_budgets_are_each_advisors_own_unless_set() -> None:
    """A budget for everybody goes before an Advisor's own, one for that Advisor before both."""
    slow, quick = advisor("Slow", budget_ms=300), advisor("Quick", budget_ms=0.5)

    def of(*texts: str) -> list[int]:
        return [seat.budget_ns for seat in Panel.of([slow, quick], budgets=Budgets.parse(texts)).seats]

    assert of() == [500_000, 300_000_000]
    assert of("2ms") == [2_000_000, 2_000_000]
    assert of("Slow=1ms") == [500_000, 1_000_000]
    assert of("Slow=1ms", "2ms") == [2_000_000, 1_000_000]


def test_a_budget_for_somebody_else_is_refused() -> None:
    """A budget for an Advisor that does not take part is a mistake, and the line says whose."""
    with pytest.raises(
        UnknownName, match=r"^no Advisor that takes part is named 'Panik' \(did you mean 'Panic'\?\); .*$"
    ):
        Panel.of(get_advisors(), budgets=Budgets.parse(["Panik=5ms"]))


def test_two_advisors_of_one_name_cannot_sit_together() -> None:
    """The account goes by name, so a name can be there only once."""
    with pytest.raises(DuplicateName, match="Twin"):
        Panel.of([advisor("Twin"), advisor("Twin")])


def test_an_advisor_that_cannot_be_made_is_refused() -> None:
    """What goes wrong in somebody's constructor is told in one line that names the Advisor."""

    class Stillborn(Advisor):
        """Never comes to be."""

        def __init__(self) -> None:
            raise ValueError("no\nway")

    with pytest.raises(HoyleError, match=r"^.*Stillborn.*no way.*$"):
        Panel.of([Stillborn])


def test_unknown_layouts_are_refused() -> None:
    """A layout that does not exist is refused, with the ones that do."""
    with pytest.raises(
        UnknownName, match=r"^no layout is named '1991' \(did you mean '1990'\?\); there are 1990, forr$"
    ):
        Panel.of(get_advisors(), layout="1991")


@pytest.mark.parametrize("declares", [{"excludes": ("Two",)}, {}])
def test_two_versions_of_an_advisor_do_not_sit_together(declares: dict[str, tuple[str, ...]]) -> None:
    """It is enough that one of them says so; with others, and with itself, each may sit."""
    one, two = advisor("One", **declares), advisor("Two", excludes=("One", "Two"))
    assert len(Panel.of([two, advisor("Other")]).seats) == 2
    with pytest.raises(
        BadOption, match=r"^(One and Two|Two and One) cannot both take part; name one of them$"
    ):
        Panel.of([one, two])
