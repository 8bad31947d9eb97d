"""Deciding on the command line."""

import subprocess
import sys
from pathlib import Path

import pytest

from blackboard import Knowledge
from control import Panel
from control.settings.hoyle_options import HoyleOptions
from tests.scenarios.conftest import Hoyle, document

FIGURE_1 = ("decide", "tic-tac-toe", "--moves", "1 4 3 5")
TIMID = '''
from agents import Advisor

class Timid(Advisor):
    """Stay away from the middle."""

    async def advise(self, think):
        if "5" in think.moves:
            await think.comment("5", 2, "too exposed")
'''


def test_figure_1_is_decided_by_victory(hoyle: Hoyle) -> None:
    """The paper's Figure 1: Victory insists on 2, and the others are cut off."""
    told = document(hoyle(*FIGURE_1, "--json"))
    assert (told["move"], told["tier"], told["by"], told["tally"]) == ("2", 1, "Victory", {})
    assert told["legal"] == ["2", "6", "7", "8", "9"]
    said = told["advisors"]["Victory"]
    assert said["state"] == "finished"
    assert [(c["move"], c["strength"]) for c in said["comments"]] == [("2", 10)]
    assert told["advisors"]["Panic"]["state"] == "cancelled"


def test_each_advisor_has_the_keys_of_the_contract(hoyle: Hoyle) -> None:
    """An Advisor's part of the document has state, comments, plans, elapsed_ms and work."""
    for said in document(hoyle(*FIGURE_1, "--json"))["advisors"].values():
        assert {"state", "comments", "plans", "elapsed_ms", "work"} <= said.keys()
        assert all({"move", "strength", "reason"} <= comment.keys() for comment in said["comments"])


def test_panic_alone_insists_on_6(hoyle: Hoyle) -> None:
    """Asked alone, Panic sees the one way to stop the second row."""
    told = document(hoyle(*FIGURE_1, "--advisors", "Panic", "--json"))
    assert (told["move"], told["tier"], told["by"]) == ("6", 2, "Panic")
    assert list(told["advisors"]) == ["Panic"]


def test_worried_alone_fears_the_column_more_than_the_row(hoyle: Hoyle) -> None:
    """Asked alone, Worried supports 2 and 8 more strongly than 7 and 9, and does not speak of 6."""
    told = document(hoyle(*FIGURE_1, "--advisors", "Worried", "--json"))
    strengths = {c["move"]: c["strength"] for c in told["advisors"]["Worried"]["comments"]}
    assert strengths.keys() == {"2", "7", "8", "9"}
    assert min(strengths["2"], strengths["8"]) > max(strengths["7"], strengths["9"]) > 5
    assert told["by"] == "paradigm 1"
    assert told["tally"][told["move"]] == max(told["tally"].values())


def test_the_table_shows_the_board_the_board_of_the_argument_and_the_reason(hoyle: Hoyle) -> None:
    """Without --json a person sees the position, every Advisor and why the move was chosen."""
    shown = hoyle(*FIGURE_1)
    assert " X | 2 | X" in shown.out
    assert "Enough-Rope" in shown.out
    assert "10 insist" in shown.out
    assert "Hoyle plays 2. Victory insists on 2: wins now." in shown.out


@pytest.mark.parametrize("schedule", ["speculative", "tiered", "serial"])
@pytest.mark.parametrize("clock", ["wall", "virtual"])
@pytest.mark.parametrize("layout", ["1990", "forr"])
def test_schedule_and_clock_do_not_change_what_ample_time_decides(
    hoyle: Hoyle, schedule: str, clock: str, layout: str
) -> None:
    """The same seed decides the same move in every way of running it."""
    what = (
        "decide",
        "tic-tac-toe",
        "--moves",
        "5 1",
        "--layout",
        layout,
        "--budget",
        "60s",
        "--seed",
        "7",
        "--json",
    )
    how = ("--schedule", schedule, "--clock", clock)
    assert document(hoyle(*what, *how))["move"] == document(hoyle(*what))["move"]


def test_equal_seeds_give_equal_documents(hoyle: Hoyle) -> None:
    """In virtual time the whole answer repeats, to the byte; another seed may tell another story."""
    same = [hoyle("decide", "tic-tac-toe", "--seed", "3", "--budget", "3ms", "--json").out for _ in range(3)]
    assert len(set(same)) == 1


def test_budgets_bind_one_or_all(hoyle: Hoyle) -> None:
    """--budget sets everybody's time, --budget NAME= one Advisor's."""
    how = ("--budget", "1ms", "--budget", "Shortsight=1min", "--json")
    said = document(hoyle("decide", "tic-tac-toe", *how))["advisors"]
    assert said["Enough-Rope"]["state"] == "timed out"
    assert said["Enough-Rope"]["elapsed_ms"] == 1
    assert said["Shortsight"]["state"] == "finished"


def test_the_limit_that_fired_is_named(hoyle: Hoyle) -> None:
    """In the document and in the table, for whoever was stopped or never started."""
    how = ("--budget", "Candide=3calls", "--budget", "decision=3ms", "--schedule", "tiered")
    said = document(hoyle("decide", "tic-tac-toe", *how, "--json"))["advisors"]
    assert (said["Panic"]["state"], said["Panic"]["limit"]) == ("timed out", "decision")
    assert (said["Wild"]["state"], said["Wild"]["limit"]) == ("not started", "decision")
    assert (said["Victory"]["limit"], said["Candide"]["budget_work"]) == ("", 3)
    table = hoyle("decide", "tic-tac-toe", *how).out
    assert "timed out: decision" in table
    assert "not started: decision" in table


def test_real_time_says_how_valid_it_is(hoyle: Hoyle) -> None:
    """On the wall clock every decision tells how late the harness was; virtual times are exact."""
    wall = document(hoyle("decide", "tic-tac-toe", "--clock", "wall", "--json"))["validity"]
    assert set(wall) == {"lag_ns", "overruns", "load", "waited_ns"}
    assert document(hoyle("decide", "tic-tac-toe", "--json"))["validity"] is None
    assert "The harness was up to" in " ".join(hoyle("decide", "tic-tac-toe", "--clock", "wall").out.split())


def test_position_and_moves_name_the_same_place(hoyle: Hoyle) -> None:
    """A position can be given as text, and moves play on from it."""
    by_text = document(
        hoyle("decide", "tic-tac-toe", "--position", "X..O..... X", "--moves", "3 5", "--json")
    )
    assert by_text["position"] == document(hoyle(*FIGURE_1, "--json"))["position"]


def test_a_file_of_ones_own_takes_part_at_once(hoyle: Hoyle, tmp_path: Path) -> None:
    """One Python file with one class is all it takes."""
    file = tmp_path / "timid.py"
    file.write_text(TIMID)
    said = document(hoyle("decide", "tic-tac-toe", "--load", file, "--json"))["advisors"]["Timid"]
    assert said["comments"][0]["reason"] == "too exposed"


def test_the_readmes_advisor_works(hoyle: Hoyle, tmp_path: Path) -> None:
    """The Advisor that the README shows can be copied, checked and used."""
    readme = Path(__file__).parents[3] / "README.md"
    file = tmp_path / "timid.py"
    file.write_text(readme.read_text().split("```python\n")[1].split("```")[0])
    assert document(hoyle("decide", "tic-tac-toe", "--load", file, "--json"))["advisors"]["Timid"]["comments"]


def test_the_readmes_program_works(capsys: pytest.CaptureFixture[str]) -> None:
    """The few lines of Python that the README shows run as they are."""
    readme = Path(__file__).parents[3] / "README.md"
    exec(compile(readme.read_text().split("```python\n")[2].split("```")[0], "README.md", "exec"), {})  # noqa: S102  # our own page
    assert "paradigm 2" in capsys.readouterr().out


def test_knowledge_makes_wiser_speak(hoyle: Hoyle, tmp_path: Path) -> None:
    """What a knowledge file holds is heard in the decision."""
    file = tmp_path / "known.hoyle"
    Knowledge("tic-tac-toe", {"states": {"....X.... O": "player"}}).save(file)
    told = document(hoyle("decide", "tic-tac-toe", "--knowledge", file, "--json"))
    assert (told["move"], told["by"]) == ("5", "Wiser")


def test_a_picture_of_the_move(hoyle: Hoyle, tmp_path: Path) -> None:
    """--svg draws the board with the move on it."""
    hoyle(*FIGURE_1, "--svg", tmp_path / "move.svg")
    assert (tmp_path / "move.svg").read_text().startswith("<svg")


IMPORTED = """
import atexit, sys
from hoyle import main

atexit.register(lambda: sys.stderr.write(" ".join(sys.modules)))
main()
"""


def test_a_document_needs_no_terminal_view() -> None:
    """With --json, neither the terminal's view of a decision nor what no decision needs is imported."""
    words = [sys.executable, "-c", IMPORTED, *FIGURE_1, "--json"]
    ran = subprocess.run(words, capture_output=True, text=True, check=True)  # noqa: S603  # our own command
    unneeded = {"control.conformance", "control.learning", "scenarios.cli.decision_views"}
    assert not unneeded & set(ran.stderr.split())


def test_a_panel_is_seated_once(hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    """The panel that checks the options is the one that decides."""
    seat, seated = HoyleOptions.panel, list[HoyleOptions]()

    def counted(options: HoyleOptions) -> Panel:
        seated.append(options)
        return seat(options)

    monkeypatch.setattr(HoyleOptions, "panel", counted)
    assert hoyle(*FIGURE_1, "--json").code == 0
    assert len(seated) == 1


def test_own_costs_are_charged_shown_and_recorded(hoyle: Hoyle, tmp_path: Path) -> None:
    """The time before an Advisor thinks is in the table, in the document and in the trace."""
    options = ("decide", "tic-tac-toe", "--advisors", "Panic,Candide", "--own-cost", "Candide=3ms")
    trace = tmp_path / "a.trace"
    told = document(hoyle(*options, "--trace", str(trace), "--json"))
    assert told["settings"]["own_costs"] == {"Candide": 3_000_000}
    assert {name: said["spent_ms"] for name, said in told["advisors"].items()} == {"Candide": 3, "Panic": 0}
    assert told["advisors"]["Candide"]["elapsed_ms"] >= 3
    assert "own work" in hoyle(*options).out
    assert "own work" not in hoyle(*options[:4]).out
    again = document(hoyle("redecide", str(trace), "--budget", "Candide=1ms", "--json"))
    assert (again["certain"], again["uncertain"]) == (1, 0)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ("Pannic=3ms", "no Advisor is named 'Pannic' (did you mean 'Panic'?)"),
        ("Panic=-3ms", "'-3ms' is not a time"),
        ("Panic=3", "'3' is not a time"),
        ("Panic", "'Panic' is not an own cost; write it like Panic=3ms"),
    ],
)
def test_a_bad_own_cost_is_refused_in_one_line(hoyle: Hoyle, given: str, line: str) -> None:
    """Exit code 2, with the value and the remedy."""
    refused = hoyle("decide", "tic-tac-toe", "--own-cost", given)
    assert refused.is_refused()
    assert line in refused.err
