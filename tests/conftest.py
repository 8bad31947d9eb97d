"""Fixtures that every floor may use."""

import gc
import signal
from collections.abc import Callable, Iterator

import hypothesis
import pytest

from games import fresh_registries
from games.registries import installed
from tests.processes import leaving_no_process

# A busy machine is no fault: an example may take the time it takes.
hypothesis.settings.register_profile("hoyle", deadline=None)
hypothesis.settings.load_profile("hoyle")


# Whoever runs the tests in the background of a shell has Ctrl-C ignored, and programs inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def registries() -> Iterator[None]:
    """Let whatever a test brings in be gone after it."""
    with fresh_registries():
        yield


Install = Callable[..., None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Install]:
    """Pretend that other distributions are installed, each with one offer: `(name, "module:attribute")`."""

    def add(group: str, *offers: tuple[str, str]) -> None:
        for number, (name, value) in enumerate(offers):
            folder = tmp_path_factory.mktemp("site")
            info = folder / f"foreign_{number}_{folder.name}-1.0.dist-info"
            info.mkdir()
            (info / "METADATA").write_text(f"Name: foreign-{number}-{folder.name}\nVersion: 1.0\n")
            (info / "entry_points.txt").write_text(f"[{group}]\n{name} = {value}\n")
            monkeypatch.syspath_prepend(folder)
        installed.cache_clear()

    yield add
    monkeypatch.undo()
    installed.cache_clear()


def pytest_collection_finish() -> None:
    """Let garbage be looked for among what tests make, not among all that was imported for them."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def leaves_no_process() -> Iterator[None]:
    """See that a test leaves no process behind but the launcher, which has nothing to do."""
    with leaving_no_process():
        yield


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep solutions away from the cache of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOYLE_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
