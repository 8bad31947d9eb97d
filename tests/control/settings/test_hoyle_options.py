"""How decisions are made: the choices and their limits."""

from typing import Any

import pytest

from agents import register_advisor
from control import PARADIGMS, SCHEDULES, Settings
from control.settings.hoyle_options import HoyleOptions
from games import BadOption, BadPlugin, HoyleError, fresh_registries
from tests.support import advisor, decided, each_case, says, tic_tac_toe


def test_the_defaults_are_those_of_the_design() -> None:
    """Paradigm 1, all tiers at once, what is late counts, silence is neutral, everybody weighs the same."""
    settings = Settings()
    assert settings.paradigm is PARADIGMS["1"]
    assert (settings.schedule, settings.late, settings.silence) == ("speculative", "keep", 5)
    assert settings.weights == {}


@each_case("schedule", SCHEDULES)
@each_case("late", ["keep", "drop"])
@each_case("silence", [5, 0])
def test_what_there_is_can_be_chosen(schedule: str, late: str, silence: int) -> None:
    """Every combination of the choices is accepted, and the account of a decision names it."""
    made = decided(
        [advisor("A", says("1", 6))], schedule=schedule, late=late, silence=silence, paradigm=PARADIGMS["3"]
    )
    assert {
        "schedule": schedule,
        "late": late,
        "silence": silence,
        "paradigm": "3",
    }.items() <= made.settings.items()


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        (
            {"schedule": "seriel"},
            r"^no schedule is named 'seriel' \(did you mean 'serial'\?\); there are .*$",
        ),
        ({"late": "never"}, r"^late is 'never'; it must be keep or drop$"),
        ({"silence": 3}, r"^silence is 3; it must be 5, or 0 for the literal formula of 1990$"),
        ({"weights": {"Wild": float("nan")}}, "Wild"),
        ({"weights": {"Wild": float("inf")}}, "Wild"),
        ({"weights": {"Wild": "heavy"}}, "Wild"),
    ],
)
def test_what_cannot_be_chosen_is_refused(settings: dict[str, Any], line: str) -> None:
    """A setting that makes no sense is refused in one line that names it."""
    with pytest.raises(HoyleError, match=line):
        Settings(**settings)


def test_a_weight_multiplies_what_an_advisor_says() -> None:
    """Doubling an Advisor's weight, as in the paper's third experiment, doubles its say."""
    advisors = [advisor("A", says("1", 7)), advisor("B", says("2", 8))]
    assert decided(advisors).move == "2"
    heavy = decided(advisors, weights={"A": 2})
    assert heavy.move == "1"
    assert (heavy.tally["1"], heavy.tally["2"]) == (2 * 7 + 5, 2 * 5 + 8)
    assert heavy.settings["weights"] == {"A": 2}


def test_silence_can_change_the_move() -> None:
    """Under the literal formula an opposed move beats one that nobody spoke of."""
    lukewarm = advisor("A", *(says(str(n), 4) for n in range(1, 9)))
    assert decided([lukewarm], silence=5).move == "9"
    assert decided([lukewarm], silence=0).move != "9"


def test_bad_options_are_one_kind_of_error() -> None:
    """All of them can be caught as what a user gave us."""
    with pytest.raises(BadOption):
        Settings(late="")


def test_who_does_not_suit_a_game_is_refused_with_the_reason() -> None:
    """Of those that take part; and one that cannot even say it is a fault of its own."""
    game = tic_tac_toe()

    def broken(game: Any) -> str:
        raise ValueError(game.name)

    picky = advisor("Picky", says("1", 6), suits=lambda game: f"it knows no {game.title}")
    torn = advisor("Torn", says("1", 6), suits=broken)
    with fresh_registries():
        register_advisor(picky)
        register_advisor(torn)
        HoyleOptions(advisors=("Victory",)).check_for(game)
        HoyleOptions(advisors=("Victory", "Picky"), without=("Picky",)).check_for(game)
        line = r"^Advisor 'Picky' cannot take part in tic-tac-toe: it knows no Tic-tac-toe$"
        with pytest.raises(BadOption, match=line):
            HoyleOptions(advisors=("Victory", "Picky")).check_for(game)
        with pytest.raises(BadPlugin, match=r"^Advisor 'Torn' cannot say whether it suits tic-tac-toe: .*$"):
            HoyleOptions(advisors=("Torn",)).check_for(game)


def test_a_roster_can_be_left_out() -> None:
    """Its name was taken, and left out nobody."""
    assert HoyleOptions(advisors=("modern",), without=("tutorial",)).seated() == {
        "Coverage-Graded",
        "Farsight",
    }
    assert "Victory" in HoyleOptions(advisors=("modern",), without=("Farsight",)).seated()
