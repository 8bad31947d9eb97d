"""Paradigm learned: what counts the vote is settled when a contest begins, and recorded."""

from pathlib import Path
from typing import Any

import attrs
import pytest

from blackboard import Decision, Knowledge, TraceWriter, decisions_of, read_trace
from control import CTRL_C, Settings, VirtualClock, decide, get_paradigm
from control.redeciding.record import Changes
from control.redeciding.redecision import redecide
from control.settings.hoyle_options import HoyleOptions
from games import BadOption, UnknownName, make_game
from tests.support import each_case

ACHI = make_game("achi")
KNOWN = Knowledge(
    "achi",
    {
        "paradigms": {
            "placing borda": [3, 0, 0],
            "placing 1": [0, 0, 3],
            "sliding 1": [2, 0, 0],
            "sliding borda": [0, 0, 1],
        }
    },
)


def decided(
    moves: str = "", *, paradigm: str = "learned:1+borda", knowledge: Knowledge | None = KNOWN
) -> Decision:
    """Let some Advisors decide, in a test."""
    position: Any = ACHI.initial()
    for move in moves.split():
        position = ACHI.play(position, move)
    options = HoyleOptions(paradigm=paradigm, advisors=("Candide", "Worried", "Wild"))

    async def run() -> Decision:
        return await decide(ACHI, position, options.panel(), settings=options.settings(), knowledge=knowledge)

    return CTRL_C.run(run, clock=VirtualClock())


def test_each_stage_has_what_pays_there() -> None:
    """The decision tells what counted the vote, and under whom."""
    placing = decided("1 2")
    assert (placing.settings.chosen["paradigm"], placing.by) == ("borda", "paradigm borda")
    assert placing.settings.chosen["under"] == "learned:1+borda"
    assert placing.why.endswith("Paradigm learned:1+borda has learned to use it.")
    assert ACHI.stage(ACHI.parse_position(placing.position)) == "placing"
    assert decided("8 6 3 2 4 1 7 9").settings.chosen["paradigm"] == "1"
    nothing = decided("1 2", knowledge=None)
    assert nothing.settings.chosen["paradigm"] == "1"


def test_it_decides_as_what_is_in_force() -> None:
    """But for the record of who had it in force, the decision is that of the candidate."""
    learned, fixed = decided("1 2"), decided("1 2", paradigm="borda")
    assert (learned.move, learned.tally) == (fixed.move, fixed.tally)
    assert "under" not in fixed.settings.chosen


def test_a_trace_is_decided_again(tmp_path: Path) -> None:
    """As it was; under another paradigm nobody has it in force; and learned itself cannot be told."""
    logged = decided("1 2")
    with TraceWriter(tmp_path / "trace") as writer:
        writer.append(logged)
    (read,) = decisions_of(read_trace(tmp_path / "trace").events)
    assert read == logged
    assert redecide(read).decision == logged
    other = redecide(read, Changes(paradigm=get_paradigm("2"))).decision
    assert other.settings.chosen["paradigm"] == "2"
    assert "under" not in other.settings.chosen
    with pytest.raises(BadOption, match=r"chooses while it plays, .*: 1, borda"):
        redecide(read, Changes(paradigm=get_paradigm("learned:1+borda")))


@each_case(
    ("name", "told"),
    [
        ("learned:1", "paradigm learned has only one candidate, 1; write for example learned:1"),
        ("learned:1+nope", "no paradigm is named 'nope'"),
        ("learned:1+approval:12", "'12' is not a strength for approval"),
        ("learned:1+borda:3", "paradigm borda takes no argument"),
        ("learned:1+pwl", "pwl cannot be a candidate of paradigm learned, because it sets weights"),
        ("learned:1+learned", "learned cannot be a candidate of paradigm learned, because it learns itself"),
        ("learned:", "has a candidate without a name"),
        ("learned:1+1", "has 1 twice among its candidates"),
        (
            f"learned:{'+'.join(f'softmax:{each}' for each in range(1, 14))}",
            "has 13 candidates; at most 12 are possible",
        ),
    ],
)
def test_bad_arms_are_refused_in_a_line(name: str, told: str) -> None:
    """With what is wrong and what to write."""
    with pytest.raises((BadOption, UnknownName)) as wrong:
        get_paradigm(name)
    assert told in str(wrong.value)


def test_names_are_written_in_one_way() -> None:
    """However a number is written."""
    assert get_paradigm("learned:1+approval:08").name == "learned:1+approval:8"
    assert get_paradigm("learned").name == "learned"


def test_the_learner_comes_with_the_paradigm() -> None:
    """Unless it is said who learns; under another paradigm it stays away."""

    def names(**options: Any) -> list[str]:
        return [each.name for each in HoyleOptions(**options).learners_for(Knowledge("achi"))]

    assert "paradigms" in names(paradigm="learned")
    assert names(paradigm="learned", advisors=("tutorial",))[-1] == "paradigms"
    assert names(paradigm="learned", learners=("openings",)) == ["openings"]
    assert "paradigms" not in names()


def test_weights_below_nothing_are_refused_where_voters_are_counted() -> None:
    """One candidate that counts voters is enough."""
    options = HoyleOptions(paradigm="learned:1+borda", weights={"Wild": -1.0})
    with pytest.raises(BadOption, match="weights are numbers of voters"):
        options.settings()


def test_nothing_changes_for_others() -> None:
    """Settings record what they always did."""
    assert "under" not in Settings().recorded()
    told = attrs.evolve(Settings(), paradigm=attrs.evolve(get_paradigm("2"), under="learned")).recorded()
    assert Settings.from_record(told).recorded() == told
