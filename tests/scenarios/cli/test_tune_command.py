"""The command that races settings, as a user meets it."""

import json
import os
import re
import signal
from collections import Counter
from pathlib import Path

from scenarios import read_scenario
from scenarios.experiment.store import Store
from scenarios.view.opened_results import Opened
from scenarios.view.wall_page import MOST_BOARDS, read_wall
from tests.scenarios.conftest import Hoyle, document
from tests.scenarios.experiment.test_killing import count, wait_until
from tests.scenarios.experiment.test_runner import BAD_GAMES
from tests.scenarios.quick import ended, processes_about, start
from tests.support import each_case

FEW = ("--axes", "advisors=Victory+Panic+Candide,Wild", "--against", "random")
KEYS = [
    *("game", "options", "against", "time", "seed", "indifference", "verdict", "guarantee", "leader"),
    *("left", "better_by_at_most", "ended", "contests", "axes", "settings", "scenario"),
]


def test_the_document_is_the_contract(hoyle: Hoyle, tmp_path: Path) -> None:
    """With --json one document comes out, and the best setting is a scenario that can be read."""
    out = tmp_path / "best.toml"
    told = document(hoyle("tune", "tic-tac-toe", *FEW, "--contests", 200, "--out", out, "--json"))
    assert list(told) == [*KEYS, "failed_runs", "complete"]
    assert (told["failed_runs"], told["complete"]) == ([], True)
    assert told["leader"]["keys"] == {"advisors": ["Victory", "Panic", "Candide"]}
    assert (told["verdict"], told["guarantee"]) == (
        "certified",
        "Every other setting is ruled out (95 % confidence)",
    )
    assert (told["left"], told["better_by_at_most"], told["contests"]["probable"]) == (1, None, None)
    assert told["settings"][1]["ruled_out"]["by"] == told["leader"]["name"]
    assert out.read_text() == told["scenario"]
    (cell,) = read_scenario(out).cells
    assert cell.phases[0].hoyle.advisors == ("Victory", "Panic", "Candide")
    assert cell.phases[0].hoyle.budget == ("decision=20ms",)
    assert (cell.game, cell.phases[0].against) == ("tic-tac-toe", "random")


def test_a_person_sees_the_field(hoyle: Hoyle) -> None:
    """The verdict first, each setting with its interval and what became of it, and the scenario below."""
    answer = hoyle("tune", "tic-tac-toe", *FEW, "--contests", 200)
    assert (answer.code, answer.err) == (0, "")
    first, *_ = answer.out.splitlines()
    assert first == "Certified: the best of 2 settings is advisors Victory + Panic + Candide."
    assert "Every other setting is ruled out (95 % confidence)." in answer.out
    assert " of 200 contests were played, enough to decide." in answer.out
    assert re.search(r"^Wild  .*  ruled out  ", answer.out, re.MULTILINE)
    assert 'advisors = ["Victory", "Panic", "Candide"]' in answer.out


def test_a_race_that_cannot_decide_says_so(hoyle: Hoyle, tmp_path: Path) -> None:
    """Before it starts, and as its verdict; settings fit into lines of 80 columns, with ties in one line."""
    out = tmp_path / "leading.toml"
    words = ("tune", "tic-tac-toe", "--axes", "paradigm,silence", "--axes", "advisors=Victory+Wild")
    answer = hoyle(*words, "--against", "random", "--contests", 70, "--out", out)
    assert answer.code == 1
    warning, refusal = answer.err.splitlines()
    fewest = int(warning.rpartition(" ")[2].replace(",", ""))
    assert warning.startswith(
        "hoyle: 70 contests cannot decide a race of 30 settings: even if one setting won"
    )
    assert "was not written: the race is inconclusive; --force writes the leading setting" in refusal
    assert not out.exists()
    assert answer.out.startswith("Inconclusive: 30 of 30 settings may be the best.\n")
    assert "60 of 70 contests were played; the other 10 are too few for 2 by each" in " ".join(
        answer.out.split()
    )
    table = answer.out[answer.out.index("paradigm, silence") :].splitlines()
    assert table[1].split()[-2:] == ["leads", table[1].split()[-1]]
    assert max(map(len, table)) <= 80
    assert len(table) - 1 < 30
    assert sum(int(tied) for tied in re.findall(r"and (\d+) tied", answer.out)) + len(table) - 1 == 30
    told = document(hoyle(*words, "--against", "random", "--contests", 70, "--json"))
    assert (told["contests"]["fewest"], told["scenario"]) == (fewest, None)
    forced = hoyle(*words, "--against", "random", "--contests", 70, "--out", out, "--force")
    assert forced.code == 0
    assert read_scenario(out).title == "The leading of 30 settings of tic-tac-toe"


def test_the_old_name_of_the_indifference_stays(hoyle: Hoyle) -> None:
    """`--within` still works, and is not listed."""
    words = ("tune", "tic-tac-toe", *FEW, "--contests", 40, "--json")
    told = [document(hoyle(*words, option, 300)) for option in ("--within", "--indifference")]
    assert told[0] == told[1]
    assert told[0]["indifference"] == 300
    assert "--within" not in hoyle("tune", "--help").out


def test_a_race_survives_being_killed(hoyle: Hoyle, tmp_path: Path) -> None:
    """Killed alone, killed with its workers or interrupted, it is resumed to the same answer and rows."""
    few = ("--axes", "silence", "--axes", "advisors=Victory+Panic", "--against", "random")
    words = ("tune", "tic-tac-toe", *few, "--contests", 400, "--json", "--jobs", 2)
    whole = document(hoyle(*words, "--state", tmp_path / "whole"))
    folder, err = tmp_path / "torn", ""
    ends = ((os.kill, signal.SIGKILL), (os.killpg, signal.SIGKILL), (os.killpg, signal.SIGINT))
    for kill, end in ends:
        more = ["--resume"] if folder.exists() else []
        process, before = start(*words, "--state", folder, *more), count(folder)
        wait_until(lambda before=before: count(folder) >= before + 20)  # type: ignore[misc]  # bound by default
        kill(process.pid, end)
        code, out, err = ended(process)
        assert (code, out) == (-9 if end == signal.SIGKILL else 130, "")
        wait_until(lambda: not processes_about(folder))
    assert (
        err == f"hoyle: interrupted after {count(folder)} contests; resume with --resume --state {folder}\n"
    )
    assert document(hoyle(*words, "--state", folder, "--resume")) == whole
    with Store(folder) as torn, Store(tmp_path / "whole") as other:
        assert torn.digest() == other.digest()


def test_a_race_in_which_a_block_fails_has_no_result(hoyle: Hoyle, tmp_path: Path) -> None:
    """It exits with 1; the last line says where, why and how to continue, and the document that it failed."""
    bad, state = tmp_path / "bad.py", tmp_path / "state"
    bad.write_text(BAD_GAMES)
    words = ("tune", "crash", "--load", bad, "--axes", "silence", "--against", "random", "--json")
    reason = "bad.py, line 8: ZeroDivisionError: by nought"
    for more, again in (
        (("--state", state), f"play it again with --resume --state {state}"),
        ((), "give --state FOLDER to be able to resume"),
    ):
        answer = hoyle(*words, *more)
        told = json.loads(answer.out)
        assert (answer.code, told["leader"], told["complete"]) == (1, None, False)
        assert [(each["run"], each["reason"]) for each in told["failed_runs"]] == [(0, reason)]
        assert answer.err.startswith("hoyle: the race stopped at block 0 of setting ")
        assert answer.err.endswith(f": {reason}; {again}\n")


def test_an_interrupted_race_that_keeps_nothing_says_so(tmp_path: Path) -> None:
    """Without --state there is nothing to resume, and no folder is left."""
    process = start("tune", "tic-tac-toe", "--contests", 100_000, env={**os.environ, "TMPDIR": str(tmp_path)})
    wait_until(lambda: any(count(folder) for folder in tmp_path.iterdir()))
    os.killpg(process.pid, signal.SIGINT)
    code, out, err = ended(process)
    assert (code, out) == (130, "")
    assert err == "hoyle: interrupted; nothing is saved without --state FOLDER\n"
    assert list(tmp_path.iterdir()) == []


def test_the_folder_is_one_of_results(hoyle: Hoyle, tmp_path: Path) -> None:
    """Reports, comparisons and the viewer open it, although some settings have played more than others."""
    folder = tmp_path / "race"
    axes = ("--axes", "advisors=Victory+Panic+Candide,Wild,Victory", "--against", "random")
    found = document(hoyle("tune", "tic-tac-toe", *axes, "--contests", 240, "--state", folder, "--json"))
    contests = {each["name"]: each["contests"] for each in found["settings"]}
    assert len(set(contests.values())) > 1
    told = document(hoyle("report", folder, "--json"))
    for table in told["tables"]:
        assert {each["row"]: 2 * each["runs"] for each in table["cells"]} == contests
    page = Path(told["markdown"]).read_text()
    runs = [count // 2 for count in contests.values()]
    assert f"| Runs per cell | {min(runs)} to {max(runs)} |" in page
    assert f"advisors {found['leader']['name']} leads; another may be better by up to" in page
    assert "only those of hoyle tune allow for the race" in page
    compared = document(hoyle("compare", folder, "--by", "setting", "--json"))
    for each in compared["comparisons"]:
        assert 2 * each["runs"] == min(contests[each["label"]], contests[each["other"]])
    wall = read_wall(Opened(folder), 0)
    assert wall.state == {"contests": sum(contests.values()), "done": sum(runs)}
    assert not wall.is_running
    walls = [read_wall(Opened(folder), first) for first in range(0, sum(runs), MOST_BOARDS)]
    shown = [each for every in walls for each in every.runs]
    assert Counter(each.row.cell for each in shown) == Counter(dict(enumerate(_by_cell(folder))))


def _by_cell(folder: Path) -> list[int]:
    with Store(folder) as store:
        return [len(store.runs(cell=cell)) for cell in store.cells()]


def test_a_file_of_an_earlier_version_is_refused(hoyle: Hoyle) -> None:
    """A race was kept in a file once; one line says that it cannot be resumed."""
    file = Path(__file__).parents[2] / "data" / "before-plain" / "tuning.state"
    before = file.read_bytes()
    for more in ([], ["--resume"]):
        answer = hoyle("tune", "tic-tac-toe", *FEW, "--contests", 200, "--state", file, *more)
        assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
        assert "is a file, but --state now names a folder" in answer.err
    assert file.read_bytes() == before


@each_case(
    ("words", "told"),
    [
        (["--axes", "mood"], "no axis is named 'mood'; there are paradigm, advisors,"),
        (["--axes", "paradigm=1,9"], "no paradigm is named '9'"),
        (["--axes", "paradigm=1"], "there is only one setting"),
        (["--axes", "silence", "--contests", 3], "3 contests are too few for 2 settings"),
        (["--axes", "silence", "--against", "human"], "a person cannot take part"),
        (["--axes", "silence", "--out", "/nowhere/best.toml"], "its folder does not exist; create it"),
        (["--axes", "silence", "--out", "/"], "it is a folder"),
        (["--axes", "silence", "--resume"], "nothing to resume; name the folder"),
        (["--axes", "silence", "--seed", "-1"], "-1 is not in the range"),
        (["--axes", "paradigm=pwl,1", "--axes", "weights.Wild=0,1"], "paradigm pwl has its own"),
    ],
)
def test_bad_input_is_one_line(hoyle: Hoyle, words: list[object], told: str) -> None:
    """With the value and what is allowed, exit code 2, and nothing on stdout."""
    answer = hoyle("tune", "tic-tac-toe", *words)
    assert (answer.code, answer.out) == (2, "")
    assert told in answer.err
    assert answer.err.count("\n") == 1


def test_a_loaded_paradigm_races(hoyle: Hoyle, tmp_path: Path) -> None:
    """Also in other processes."""
    file = tmp_path / "mine.py"
    file.write_text(
        "from control import Paradigm, register_paradigm\n"
        "def first(poll):\n"
        "    return {move: -place for place, move in enumerate(poll.moves)}\n"
        "register_paradigm(Paradigm('first', 'the first move', first))\n"
    )
    words = (
        "tune",
        "tic-tac-toe",
        "--axes",
        "paradigm=1,first",
        "--axes",
        "advisors=Candide",
        "--contests",
        16,
    )
    told = document(hoyle(*words, "--load", file, "--json"))
    assert told == document(hoyle(*words, "--load", file, "--jobs", 2, "--json"))
    assert {each["name"] for each in told["settings"]} == {"1", "first"}
