"""What tests share: an extra that is not installed."""

import re
import subprocess
import sys
from itertools import combinations, product
from pathlib import Path

import pytest

from tests.support import each_case, pairwise

ROOT = Path(__file__).parents[1]
WITHOUT = """
import sys
import pytest
sys.modules.update(dict.fromkeys(sys.argv[1].split()))  # as if they were not installed
sys.exit(pytest.main(["-n0", "-p", "no:cacheprovider", *sys.argv[2:]]))
"""
EXTRAS = {"pyspiel": "test", "scipy": "test", "pandas": "frames", "httpx": "llm"}
TESTS = {
    "pyspiel": "games/test_open_spiel.py::test_perft_agrees",
    "scipy": "agents/test_distributions.py::test_beta_is_scipys",
    "pandas": "scenarios/test_results.py::test_a_frame_has_the_same_columns",
    "httpx": "agents/remote/test_chat.py::test_a_model_that_is_wrong_fails_alone",
}


def ran_without(missing: str, *words: str) -> tuple[int, str]:
    """Run pytest without some modules; return how it ended, and what it printed."""
    command = [sys.executable, "-c", WITHOUT, missing, *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603  # this Python
    return done.returncode, done.stdout


@pytest.fixture(scope="module")
def without_extras() -> tuple[int, str]:
    """Collect all files with tests that need an extra, where none is installed; run one for each extra."""
    files = [str(file) for file in Path(__file__).parent.rglob("test_*.py") if "needs(" in file.read_text()]
    assert len(files) > len(EXTRAS)
    names = " or ".join(test.partition("::")[2] for test in TESTS.values())
    return ran_without(" ".join(EXTRAS), "-k", names, *files)


def test_tests_are_collected_without_any_extra(without_extras: tuple[int, str]) -> None:
    """Whoever lacks an extra can run all tests that do without it, also those in the same files."""
    code, out = without_extras
    assert code == pytest.ExitCode.TESTS_FAILED, out  # a file that cannot be collected interrupts it


@pytest.mark.parametrize(("module", "extra"), EXTRAS.items())
def test_a_test_without_its_extra_fails_in_one_line(
    module: str, extra: str, without_extras: tuple[int, str]
) -> None:
    """It is not skipped, and says what to install."""
    _, out = without_extras
    assert re.search(
        rf"^{module}[.a-z]* is missing; pip install 'hoyle\[{extra}\]' brings it$", out, re.MULTILINE
    )
    assert f"FAILED tests/{TESTS[module]}" in out
    assert "Traceback" not in out
    assert not re.search(r"^E  ", out, re.MULTILINE)
    assert "skipped" not in out


def test_each_case_runs_every_case_and_names_those_that_fail(tmp_path: Path) -> None:
    """A loop goes on after a failure, crosses stacked cases, and passes fixtures on."""
    (tmp_path / "test_loop.py").write_text(
        "from tests.support import each_case\n"
        "@each_case('a', [1, 2, 3])\n"
        "@each_case(('b', 'c'), [(1, 'x'), (2, 'y')])\n"
        "def test_it(tmp_path, a, b, c):\n"
        "    assert tmp_path.is_dir() and (a, b) not in ((1, 2), (3, 1))\n"
    )
    code, out = ran_without("", "-q", str(tmp_path / "test_loop.py"))
    assert code == 1
    assert re.findall(r"^SUBFAILED\((.*?)\)", out, re.MULTILINE) == ["b=2, c='y'", "b=1, c='x'"]


@each_case("sizes", [(5,), (3, 2), (2, 2, 2), (3, 3, 3, 3), (2, 2, 5, 4), (63, 3, 3, 2, 2)])
def test_every_two_values_of_two_factors_share_a_row(sizes: tuple[int, ...]) -> None:
    """Each row has a value of each factor, and a selection has fewer rows than the whole cross."""
    factors = [[f"{place}:{value}" for value in range(size)] for place, size in enumerate(sizes)]
    rows = pairwise(*factors)
    assert all(value in factor for row in rows for value, factor in zip(row, factors, strict=True))
    for (one, ours), (other, theirs) in combinations(enumerate(factors), 2):
        assert {(row[one], row[other]) for row in rows} == set(product(ours, theirs))
    assert len(rows) == len(set(rows))
    assert len(rows) < len(list(product(*factors))) or len(sizes) <= 2


def test_values_that_met_are_spread_over_the_others() -> None:
    """The selection is even: where one factor is long, all combinations of the others occur."""
    rows = pairwise(range(63), ("inline", "thread", "process"), ("early", "late"))
    assert {row[1:] for row in rows} == set(product(("inline", "thread", "process"), ("early", "late")))
    assert rows == pairwise(range(63), ("inline", "thread", "process"), ("early", "late"))
