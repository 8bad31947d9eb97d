"""Who runs into a folder, as others see it."""

from pathlib import Path

from scenarios.experiment.locks import LOCK, is_running, locked


def test_whoever_looks_can_tell_that_an_experiment_runs(tmp_path: Path) -> None:
    """While it has the lock, and not before or after; looking leaves nothing behind."""
    assert not is_running(tmp_path)
    assert not (tmp_path / LOCK).exists()
    with locked(tmp_path):
        assert is_running(tmp_path)
        assert is_running(tmp_path)
    assert not is_running(tmp_path)
    with locked(tmp_path):
        assert is_running(tmp_path)
