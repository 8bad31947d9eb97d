"""Bundled scenarios keep their promises: the same results, knowledge and traces, bit for bit."""

import pytest

from scenarios import bundled_names
from tests.scenarios.promises import check, kept, promises


def test_every_bundled_scenario_has_promises() -> None:
    """A new scenario is written into the fixture: `python -m tests.scenarios.promises`."""
    assert kept().keys() == set(bundled_names())


@pytest.mark.parametrize("name", bundled_names())
def test_a_bundled_scenario_keeps_its_promises(name: str) -> None:
    """A short run has the same digest, knowledge and traces, and the file resolves to the same cells."""
    assert promises(name) == kept()[name]


def test_a_broken_promise_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The check on other versions of Python prints the promise, what was found and what was expected."""
    assert check(["quickstart-1990"])
    assert capsys.readouterr().out == "quickstart-1990: kept\n"
    changed = {"quickstart-1990": kept()["quickstart-1990"] | {"results": "0123456789abcdef"}}
    monkeypatch.setattr("tests.scenarios.promises.kept", lambda: changed)
    assert not check(["quickstart-1990"])
    found = capsys.readouterr().out
    assert (
        found == f"quickstart-1990: results {promises('quickstart-1990')['results']}, not 0123456789abcdef\n"
    )
