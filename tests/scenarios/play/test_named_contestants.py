"""Contestants by name."""

from pathlib import Path

import pytest

from agents.learners.zone_records import ZoneOptions
from blackboard import Knowledge
from control import Hoyle
from control.settings.hoyle_options import NAMED_OPTIONS, HoyleOptions
from games import BadOption, HoyleError, UnknownName, make_game
from scenarios.play.named_contestants import read_contestant
from tests.support import each_case

FULL = (
    "hoyle:paradigm=2,budget=5ms+Pitchfork=50ms+contest=5s,settle=certain,allocation=equal,order=worth,contest-clock=contested,"
    "without=Panic+Open,layout=forr,schedule=serial,late=drop,"
    "silence=0,weights=Candide=2+Wild=0.5,knowledge=t.hoyle,learn=yes,learners=states+forks,symmetry=yes,"
    "learning-budget=2s,zones=attitude=moves+stages=sliding+from=30,place=inline+Pitchfork=thread,advisors=Victory+Candide+Wild+Pitchfork+Panic+Open"
)


def test_hoyle_takes_every_option_in_its_name() -> None:
    """One name says all that the command line can say of a Hoyle, and weights besides."""
    options = read_contestant(FULL, HoyleOptions()).options
    assert options == HoyleOptions(
        paradigm="2",
        advisors=("Victory", "Candide", "Wild", "Pitchfork", "Panic", "Open"),
        without=("Panic", "Open"),
        layout="forr",
        budget=("5ms", "Pitchfork=50ms", "contest=5s"),
        settle="certain",
        allocation="equal",
        order="worth",
        contest_clock="contested",
        place=("inline", "Pitchfork=thread"),
        schedule="serial",
        late="drop",
        silence=0,
        weights={"Candide": 2.0, "Wild": 0.5},
        knowledge=Path("t.hoyle"),
        learn=True,
        learners=("states", "forks"),
        symmetry=True,
        zones=ZoneOptions(attitude="moves", stages=("sliding",), start=30),
        learning_budget=2_000_000_000,
    )
    assert {part.split("=")[0] for part in FULL.partition(":")[2].split(",")} == set(NAMED_OPTIONS)


def test_what_the_name_does_not_say_comes_from_elsewhere() -> None:
    """Only the options in the name differ from those it is read with."""
    given = HoyleOptions(paradigm="3", learn=True, budget=("5ms",))
    assert read_contestant("hoyle", given).options == given
    changed = read_contestant("hoyle:learn=no", given).options
    assert changed == HoyleOptions(paradigm="3", learn=False, budget=("5ms",))


def test_the_options_make_the_hoyle() -> None:
    """Panel, settings and learners are those that were asked for, and the name is the whole text."""
    named = read_contestant(FULL, HoyleOptions())
    assert named.options is not None
    hoyle = Hoyle.of(named.options, Knowledge.of(make_game("tic-tac-toe")), name=named.text)
    assert {seat.name: seat.budget_ns for seat in hoyle.panel.seats} == {
        "Victory": 5_000_000,
        "Candide": 5_000_000,
        "Wild": 5_000_000,
        "Pitchfork": 50_000_000,
    }
    assert (hoyle.settings.paradigm.name, hoyle.settings.schedule) == ("2", "serial")
    assert [learner.name for learner in hoyle.group.learners] == ["symmetries", "states", "forks"]
    assert hoyle.name == FULL


def test_symmetries_are_learned_if_asked_for_or_if_some_are_known() -> None:
    """Nothing learns symmetries by itself, but knowledge that has some goes on testing them."""
    game = make_game("tic-tac-toe")
    tried = {"symmetries": {"turned": {"map": list(range(9)), "held": 1, "broke": 0}}}
    learns = HoyleOptions(learn=True)
    for options, items, expected in (
        (learns, {}, False),
        (learns, tried, True),
        (HoyleOptions(learn=True, symmetry=True), {}, True),
    ):
        learners = Hoyle.of(options, Knowledge.of(game, items)).group.learners
        assert ("symmetries" in [learner.name for learner in learners]) is expected


def test_others_and_people_go_by_their_names() -> None:
    """Experts are known by name; a person is one."""
    read = {
        text: read_contestant(text, HoyleOptions())
        for text in ("human", "perfect", "perfect:2", "perfect:", "expert", "fallible:20", "random")
    }
    experts = ["perfect", "perfect:2", "perfect:", "expert"]
    assert [text for text, named in read.items() if named.is_expert] == experts
    assert [text for text, named in read.items() if named.is_human] == ["human"]
    assert read["fallible:20"].make(make_game("tic-tac-toe")).name == "fallible:20"


def test_limits_stand_behind_a_name() -> None:
    """Calls that follow a time belong to it; what many have together has names of its own."""
    text = "budget=9calls+Panic=1ms+20calls+tier3=5ms+decision=7ms+contest=1s"
    panel = HoyleOptions().changed(text).panel()
    seats = {seat.name: (seat.budget_ns, seat.budget_work) for seat in panel.seats}
    assert (seats["Panic"], seats["Wild"]) == ((1_000_000, 20), (200_000_000, 9))
    assert (panel.limits.tiers[3].ns, panel.limits.decision.ns) == (5_000_000, 7_000_000)
    assert panel.limits.contest.ns == 1_000_000_000


@each_case(
    ("text", "error", "said"),
    [
        ("bob", UnknownName, "there are hoyle, human, random"),
        ("hoyl", UnknownName, "did you mean 'hoyle'"),
        ("human:x", BadOption, "takes no argument"),
        ("hoyle:paradgm=2", UnknownName, "did you mean 'paradigm'"),
        ("hoyle:2", BadOption, "invalid option '2'; write key=value"),
        ("hoyle:paradigm=2,paradigm=3", BadOption, "given twice"),
        ("hoyle:paradigm=9", UnknownName, "'9'"),
        ("hoyle:without=Panik", UnknownName, "did you mean 'Panic'"),
        ("hoyle:advisors=Panic+Panic", HoyleError, "twice"),
        ("hoyle:budget=5", BadOption, "'5' is not a time"),
        ("hoyle:budget=5ms+6calls+7calls", BadOption, "gives an amount twice"),
        ("hoyle:budget=Panik=5ms", UnknownName, "Panik"),
        ("hoyle:weights=Candide", BadOption, "write it like Candide=2"),
        ("hoyle:weights=Candide=much", BadOption, "write it like Candide=2"),
        ("hoyle:weights=Candide=nan", BadOption, "finite"),
        ("hoyle:weights=Candid=2", UnknownName, "did you mean 'Candide'"),
        ("hoyle:silence=quiet", BadOption, "'quiet'"),
        ("hoyle:silence=3", BadOption, "silence is 3"),
        ("hoyle:schedule=parallel", UnknownName, "parallel"),
        ("hoyle:layout=2030", UnknownName, "2030"),
        ("hoyle:late=never", BadOption, "never"),
        ("hoyle:learn=maybe", BadOption, "invalid flag 'maybe'; give yes or no"),
        ("hoyle:learners=frob", UnknownName, "'frob'"),
        ("hoyle:learners=states+last_chance", HoyleError, "same item"),
        ("hoyle:learning-budget=soon", BadOption, "'soon' is not a time"),
        ("hoyle:knowledge=", BadOption, "names no file"),
    ],
)
def test_a_bad_name_is_told_with_the_remedy(text: str, error: type[HoyleError], said: str) -> None:
    """What is wrong is named in one line, and Hoyle's are told with the whole name."""
    with pytest.raises(error) as raised:
        read_contestant(text, HoyleOptions())
    message = str(raised.value)
    assert said in message
    assert "\n" not in message
    assert not text.startswith("hoyle:") or f"contestant {text!r}: " in message
