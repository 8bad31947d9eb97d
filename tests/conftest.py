"""Fixtures that every floor may use."""

import signal
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest

import agents.registry
import games.registry
from agents import LEARNERS
from control import PARADIGMS

# A busy machine is no fault: an example may take the time it takes.
hypothesis.settings.register_profile("hoyle", deadline=None)
hypothesis.settings.load_profile("hoyle")


# Whoever runs the tests in the background of a shell has Ctrl-C ignored, and programs inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def registries() -> Iterator[None]:
    """Put Advisors, learners, games and paradigms back as they were, whatever a test registers."""
    tables: list[dict[str, Any]] = [agents.registry._brought, LEARNERS, games.registry._brought, PARADIGMS]
    before = [dict(table) for table in tables]
    yield
    for table, names in zip(tables, before, strict=True):
        for name in set(table) - set(names):
            del table[name]


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep solutions away from the cache of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOYLE_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
