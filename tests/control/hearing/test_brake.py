"""The brake counts the real time in which an answer could have been read."""

import pytest

from control import VirtualClock
from control.hearing import virtual
from control.hearing.virtual import LOOKS, ClockHold


class Watch:
    """Shows the time that a test sets."""

    now = 0.0

    def monotonic(self) -> float:
        """Return it."""
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Replace the real time of holds."""
    made = Watch()
    monkeypatch.setattr(virtual, "time", made)
    return made


def held(expired: list[str]) -> ClockHold:
    """Make a hold that expires after 20 s."""
    return ClockHold(VirtualClock(brake_s=20), lambda: expired.append("now"))


def looks_until(hold: ClockHold, watch: Watch, expired: list[str]) -> float:
    """Sleep as long as the hold allows until it expires; return how long that was."""
    begin = watch.now
    for _ in range(100):
        left = hold.left()
        if expired:
            return watch.now - begin
        watch.now += left
    raise AssertionError("it never expires")


def test_a_hold_expires_once_after_the_brake(watch: Watch) -> None:
    """Afterwards it only waits to be released."""
    expired: list[str] = []
    hold = held(expired)
    hold.take()
    assert looks_until(hold, watch, expired) == pytest.approx(20)
    assert hold.left() > 0
    assert expired == ["now"]


def test_the_next_step_begins_anew_and_the_same_step_does_not(watch: Watch) -> None:
    """A line without effect is no step."""
    expired: list[str] = []
    hold = held(expired)
    for _ in range(3):
        hold.take()
        for _ in range(LOOKS // 2):
            watch.now += hold.left()
    hold.take(is_next=False)
    assert looks_until(hold, watch, expired) == pytest.approx(10)


def test_a_time_in_which_nothing_could_be_read_counts_as_one_look(watch: Watch) -> None:
    """While the program was stopped or blocked, an answer may have arrived."""
    expired: list[str] = []
    hold = held(expired)
    hold.take()
    watch.now += 1000
    assert hold.left() == pytest.approx(20 / LOOKS)
    assert looks_until(hold, watch, expired) == pytest.approx(20 - 20 / LOOKS)
