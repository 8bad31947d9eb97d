"""Fixtures that every floor may use."""

import builtins
import gc
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

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


MEMORY = Path("/dev/shm")  # noqa: S108  # pytest makes a folder of its own there, which nobody else may enter
ROOM = 4 << 30
"""What has to be free: a run needs a few hundred megabytes, and pytest keeps the last one."""


def _is_roomy(folder: Path) -> bool:
    """Is there room in a folder in memory for all that tests write, programs that they run included?"""
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK) or not hasattr(os, "ST_NOEXEC"):
        return False
    return not os.statvfs(folder).f_flag & os.ST_NOEXEC and shutil.disk_usage(folder).free >= ROOM


# Whatever tests write may be lost with the power, so no test has to wait for a disk.
if _is_roomy(MEMORY):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


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


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that all processes which run tests now have in common."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


ROOT = Path(__file__).parents[1]
PRODUCT = tuple(
    f"{ROOT / folder}{os.sep}"
    for folder in ("games", "blackboard", "agents", "control", "scenarios", "benchmarks")
)
FLOAT_SUMS: list[str] = []
"""Where code outside the tests has called `sum()` on floats since the last test."""

_sum: Callable[..., Any] = sum


def _watched_sum(values: Iterable[Any], /, start: Any = 0) -> Any:
    """Return what `sum()` does, and note the caller if that is a float."""
    total = _sum(values, start)
    if isinstance(total, float):
        caller = sys._getframe(1)
        if caller.f_code.co_filename.startswith(PRODUCT):
            FLOAT_SUMS.append(f"{caller.f_code.co_filename}:{caller.f_lineno}")
    return total


@pytest.fixture(autouse=True, scope="session")
def _watches_sums() -> Iterator[None]:
    """Watch `sum()`, which rounds floats differently since Python 3.12.

    The values decide, not the text of the source: it does not show whether the values of a sum are floats.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(builtins, "sum", _watched_sum)
        yield


@pytest.fixture(autouse=True)
def _sums_no_floats() -> Iterator[None]:
    """Fail a test in which code outside the tests calls `sum()` on floats."""
    yield
    found, FLOAT_SUMS[:] = sorted(set(FLOAT_SUMS)), []
    assert not found, "use agents.sums.running_sum or math.fsum for floats"


@pytest.fixture(autouse=True, scope="session")
def _own_cache(shared: Path) -> Iterator[None]:
    """Keep solutions away from the cache of whoever runs the tests; a game is solved once for all tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOYLE_CACHE", str(shared / "cache"))
        yield


@pytest.fixture(autouse=True, scope="session")
def _compiled_once(shared: Path) -> Iterator[None]:
    """Let the hundreds of programs that tests start find compiled what the first of them compiled.

    Python does so by itself, unless whoever runs the tests wants no such files among the sources.
    """
    with pytest.MonkeyPatch.context() as patch:
        if sys.dont_write_bytecode:
            patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
            patch.setenv("PYTHONPYCACHEPREFIX", str(shared / "compiled"))
        yield
