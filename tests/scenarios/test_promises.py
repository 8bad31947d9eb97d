"""Bundled scenarios keep their promises: the same results, knowledge and traces, bit for bit."""

import pytest

from scenarios import bundled_names
from tests.scenarios.promises import kept, promises


def test_every_bundled_scenario_has_promises() -> None:
    """A new scenario is written into the fixture: `python -m tests.scenarios.promises`."""
    assert kept().keys() == set(bundled_names())


@pytest.mark.parametrize("name", bundled_names())
def test_a_bundled_scenario_keeps_its_promises(name: str) -> None:
    """A short run has the same digest, knowledge and traces, and the file resolves to the same cells."""
    assert promises(name) == kept()[name]
