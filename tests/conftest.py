"""Fixtures that every floor may use."""

from collections.abc import Iterator

import hypothesis
import pytest

import agents.registry
import games.registry
from control import PARADIGMS

# A busy machine is no fault: an example may take the time it takes.
hypothesis.settings.register_profile("hoyle", deadline=None)
hypothesis.settings.load_profile("hoyle")


@pytest.fixture
def registries() -> Iterator[None]:
    """Put Advisors, games and paradigms back as they were, whatever a test registers."""
    advisors, made, paradigms = dict(agents.registry._brought), dict(games.registry._brought), dict(PARADIGMS)
    yield
    for name in set(agents.registry._brought) - set(advisors):
        del agents.registry._brought[name]
    for name in set(games.registry._brought) - set(made):
        del games.registry._brought[name]
    for name in set(PARADIGMS) - set(paradigms):
        del PARADIGMS[name]


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep solutions away from the cache of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOYLE_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
