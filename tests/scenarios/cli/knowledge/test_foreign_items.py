"""Somebody else's item of useful knowledge, declared in a file: every command treats it like ours."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agents import declared_items
from blackboard import Knowledge, thawed
from games import BadFile
from tests.scenarios.conftest import Hoyle
from tests.support import played, tic_tac_toe

PLUGIN = Path(__file__).parents[4] / "docs/agents/pace.py"
"""The example of docs/agents.md: a learner, the item that it declares, and an Advisor that reads it."""
START = "......... X"
CORNER, OTHER = "X........ O", "..X...... O"
MIRROR = {"mirror": {"map": [2, 1, 0, 5, 4, 3, 8, 7, 6], "held": 1, "broke": 0}}


def kept(path: Path, **items: Any) -> Path:
    """Keep some items of tic-tac-toe in a file."""
    Knowledge("tic-tac-toe", items).save(path)
    return path


def pace(shortest: int, longest: int) -> dict[str, int]:
    """Write an entry."""
    return {"shortest": shortest, "longest": longest}


def test_the_example_keeps_its_contract(hoyle: Hoyle) -> None:
    """What docs/agents.md shows passes the checks that everybody's file has to pass."""
    told = json.loads(hoyle("check", PLUGIN, "--json").out)
    assert [each["name"] for each in told["checked"]] == ["Patience", "pace"]
    assert told["failed"] == []


def test_an_entry_is_told_pictured_and_read_as_declared(hoyle: Hoyle, tmp_path: Path) -> None:
    """Its own words, the board, the Advisor that reads it a move before, and the learner that feeds it."""
    file = kept(tmp_path / "k.hoyle", pace={CORNER: pace(5, 7)})
    told = json.loads(hoyle("knowledge", file, "--load", PLUGIN, "--json").out)
    (entry,) = told["entries"]
    assert (entry["position"], entry["words"]) == (CORNER, "5 to 7 plies in Tic-tac-toe")
    assert [(said["advisor"], said["position"]) for said in entry["comments"]] == [("Patience", START)]
    assert "undeclared" not in told
    shown = " ".join(hoyle("knowledge", file).out.split())  # it is still there
    assert "pace: 1 entry" in shown
    assert "Remember how long contests were that came through a position. Read by Patience." in shown


def test_an_item_of_another_distribution_is_declared_by_its_learner(
    hoyle: Hoyle, tmp_path: Path, install: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A learner that comes by entry point brings its item: entries are told, merged and checked like ours."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "foreign_pace.py").write_bytes(PLUGIN.read_bytes())
    monkeypatch.syspath_prepend(home)
    install("hoyle.learners", ("pace", "foreign_pace:Pace"))
    one = kept(tmp_path / "1.hoyle", pace={CORNER: pace(5, 6)})
    two = kept(tmp_path / "2.hoyle", pace={CORNER: pace(7, 7)})
    hoyle("knowledge", one, "--merge", two, "--out", tmp_path / "out.hoyle")
    told = json.loads(hoyle("knowledge", tmp_path / "out.hoyle", "--json").out)
    assert [entry["words"] for entry in told["entries"]] == ["5 to 7 plies in Tic-tac-toe"]
    wrong = kept(tmp_path / "3.hoyle", pace={CORNER: "soon"})
    answer = hoyle("knowledge", wrong)
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "'pace' does not have its declared form" in answer.err


def test_two_files_are_merged_as_declared(hoyle: Hoyle, tmp_path: Path) -> None:
    """Entry by entry, and under the symmetries that one of them knows."""
    one = kept(tmp_path / "1.hoyle", pace={CORNER: pace(5, 6)}, symmetries=MIRROR)
    two = kept(tmp_path / "2.hoyle", pace={CORNER: pace(7, 7), OTHER: pace(9, 9), START: pace(5, 9)})
    out = tmp_path / "out.hoyle"
    hoyle("knowledge", one, "--merge", two, "--out", out, "--load", PLUGIN)
    assert thawed(Knowledge.load(out).item("pace")) == {OTHER: pace(5, 9), START: pace(5, 9)}
    document = json.loads(hoyle("knowledge", one, "--diff", two, "--json").out)
    assert document["items"]["pace"] == {"gained": 1, "changed": 1, "lost": 0}


def test_without_its_learner_an_item_is_kept_and_that_is_said(hoyle: Hoyle, tmp_path: Path) -> None:
    """It is shown as it is written, the first file's is kept in a merge, and the way to merge it is named."""
    one = kept(tmp_path / "1.hoyle", pace={CORNER: pace(5, 6)}, notes={"a": [1]})
    two = kept(tmp_path / "2.hoyle", pace={CORNER: pace(7, 7)}, symmetries=MIRROR)
    out = tmp_path / "out.hoyle"
    shown = " ".join(hoyle("knowledge", one).out.split())
    assert "No Advisor reads it. No learner here declares it, so it is kept as it is." in shown
    assert json.loads(hoyle("knowledge", one, "--json").out)["undeclared"] == ["notes", "pace"]
    told = " ".join(hoyle("knowledge", one, "--merge", two, "--out", out).out.split())
    assert "Not merged, because no learner here declares it: notes and pace. The first file's" in told
    assert thawed(Knowledge.load(out).items) == {
        "pace": {CORNER: pace(5, 6)},
        "notes": {"a": [1]},
        "symmetries": MIRROR,
    }


@pytest.mark.parametrize(
    "words",
    [
        ("knowledge", "{file}"),
        ("knowledge", "{file}", "--json"),
        ("knowledge", "{file}", "--merge", "{file}", "--out", "{out}"),
        ("decide", "tic-tac-toe", "--knowledge", "{file}"),
        ("play", "tic-tac-toe", "--me", "hoyle", "--against", "random", "--learn", "--knowledge", "{file}"),
    ],
)
@pytest.mark.parametrize("entry", [5, {}, pace(9, 5), {"shortest": "a"}])
def test_another_form_is_refused_by_every_command(
    hoyle: Hoyle, tmp_path: Path, words: tuple[str, ...], entry: object
) -> None:
    """A file that is whole but holds something else gives one line that names the file and the item."""
    file, out = kept(tmp_path / "k.hoyle", pace={CORNER: entry}), tmp_path / "out.hoyle"
    before = file.read_bytes()
    told = hoyle(*(word.format(file=file, out=out) for word in words), "--load", PLUGIN)
    assert told.is_refused()
    assert str(file) in told.err
    assert "that this Hoyle can read; learn it again (item 'pace' does not have its decl" in told.err
    assert file.read_bytes() == before
    assert not out.exists()


def test_it_is_learned_and_rekeyed_like_ours(hoyle: Hoyle, tmp_path: Path) -> None:
    """Once symmetries are known, what stood under two corners stands under one."""
    file = kept(tmp_path / "k.hoyle", pace={CORNER: pace(5, 5), OTHER: pace(9, 9)})
    words = ("play", "tic-tac-toe", "--me", "hoyle:advisors=Victory", "--against", "random", "--learn")
    hoyle(*words, "--symmetry", "--contests", 4, "--knowledge", file, "--load", PLUGIN)
    known = Knowledge.load(file, declared=declared_items())
    assert len(known.symmetries) == 7
    assert not known.item("pace").keys() & {CORNER, OTHER}
    assert thawed(known.item("pace")[known.key(tic_tac_toe(), played("1"))]) == pace(5, 9)


def test_a_scenario_that_loads_it_learns_it(hoyle: Hoyle, tmp_path: Path) -> None:
    """What its runs have learned is in its form, and merged by whoever loads the same file."""
    scenario = tmp_path / "s.toml"
    scenario.write_text(
        f'title = "t"\ngame = "tic-tac-toe"\nload = ["{PLUGIN}"]\nruns = 2\nclock = "virtual"\n'
        'learners = ["pace", "symmetries"]\nadvisors = ["Victory"]\n'
        '[[phase]]\nlearn = "play"\nagainst = "random"\ncontests = 4\n'
    )
    assert hoyle("run", scenario, "--out", tmp_path / "out", "--jobs", 1).code == 0
    one, two = sorted((tmp_path / "out" / "knowledge").iterdir())
    out = tmp_path / "merged.hoyle"
    told = json.loads(hoyle("knowledge", one, "--merge", two, "--out", out, "--json").out)
    assert told["items"]["pace"] > 1
    assert Knowledge.load(out, declared=declared_items()).symmetries


def test_an_item_is_declared_once(hoyle: Hoyle, tmp_path: Path) -> None:
    """A file that declares one of ours otherwise is refused in one line; one that feeds it is welcome."""
    odd, good = tmp_path / "odd.py", tmp_path / "good.py"
    odd.write_text(PLUGIN.read_text().replace('Item("pace"', 'Item("states"'))
    told = hoyle("learners", "--load", odd)
    assert (told.code, told.err.count("\n")) == (2, 1)
    assert "learner 'pace' declares item 'states', already declared differently; share that" in told.err
    good.write_text(
        "from agents.learners.hindsight import STATES, Learner\n\nclass Mine(Learner):\n"
        '    """Learn nothing."""\n    name = "mine"\n    feeds = STATES\n    def learn(self, lesson): ...\n'
    )
    rows = json.loads(hoyle("learners", "--load", good, "--json").out)
    fed = [row["name"] for row in rows if row["items"] == ["states"]]
    assert fed == ["states", "last_chance", "played_states", "mine"]


def test_who_feeds_what_nobody_declares_is_listed_so(hoyle: Hoyle, tmp_path: Path) -> None:
    """A learner needs no declaration; the list says what its item misses without."""
    plain = tmp_path / "plain.py"
    plain.write_text(
        'from agents import Learner\n\nclass Plain(Learner):\n    """Learn nothing."""\n'
        '    name = "plain"\n    def learn(self, lesson): ...\n'
    )
    rows = {row["name"]: row for row in json.loads(hoyle("learners", "--load", plain, "--json").out)}
    assert [name for name, row in rows.items() if not row["declared"]] == ["plain"]
    shown = " ".join(hoyle("learners").out.split())
    assert "No learner declares its item" in shown


def test_a_file_of_an_undeclared_item_is_read_by_itself(tmp_path: Path) -> None:
    """Knowledge that nobody hands declarations to checks no more than what it reads itself."""
    assert Knowledge.load(kept(tmp_path / "a.hoyle", states={CORNER: 5})).item("states") == {CORNER: 5}
    with pytest.raises(BadFile, match="item 'symmetries' does not have its declared form"):
        Knowledge.load(kept(tmp_path / "b.hoyle", symmetries={"a": 5}))
