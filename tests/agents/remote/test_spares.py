"""Spares: those that stand ready are few, alive and fit to be asked, whoever brings them back and when."""

import attrs

from agents.remote.processes import REAPER
from agents.remote.spares import MOST_SPARES, Spares


@attrs.define
class Somebody:
    """One who stands ready; nothing runs for it."""

    is_usable: bool = True
    is_deaf: bool = False
    """It does not stop when told to."""
    has_ended: bool = False

    def is_gone(self) -> bool:
        """Say whether it ended."""
        return self.has_ended

    def stop(self) -> None:
        """Heed that no more is wanted."""
        self.is_usable = not self.is_deaf

    def has_stopped(self, seconds: float) -> bool:
        """Say whether it can be used again."""
        del seconds
        return self.is_usable

    def end(self) -> None:
        """End."""
        self.has_ended = True


class Agency:
    """Spares, and all who were ever started for them."""

    def __init__(self, stand_ins: int = MOST_SPARES) -> None:
        self.spares: Spares[Somebody] = Spares(stand_ins=stand_ins)
        self.started: list[Somebody] = []

    def start(self) -> Somebody:
        """Start somebody."""
        self.started.append(Somebody())
        return self.started[-1]

    def lose(self) -> None:
        """Have somebody run away, and wait until that is seen to."""
        self.spares.put_back(Somebody(is_usable=False, is_deaf=True), self.start)
        REAPER.wait()

    @property
    def alive(self) -> list[Somebody]:
        """Those who run."""
        return [each for each in self.started if not each.has_ended]


def test_the_first_is_the_one_that_is_taken() -> None:
    """Who was made ready for a question is asked, though others come back in between."""
    agency = Agency()
    first = agency.spares.first(agency.start)
    agency.lose()
    assert agency.spares.take(agency.start) is first


def test_who_stopped_when_told_to_is_kept() -> None:
    """Whoever is done, or heeds a stop, is there for the next question."""
    agency = Agency()
    somebody = agency.spares.first(agency.start)
    for is_usable in (True, False):
        assert agency.spares.take(agency.start) is somebody
        somebody.is_usable = is_usable
        agency.spares.put_back(somebody, agency.start)
        REAPER.wait()
    assert agency.spares.first(agency.start) is somebody


def test_who_runs_away_is_ended_and_replaced() -> None:
    """One that does not stop is ended; as many stand in for it as were asked for."""
    for stand_ins in range(MOST_SPARES + 1):
        agency = Agency(stand_ins)
        runaway = Somebody(is_usable=False, is_deaf=True)
        agency.spares.put_back(runaway, agency.start)
        REAPER.wait()
        assert runaway.has_ended
        assert len(agency.spares) == len(agency.alive) == stand_ins


def test_no_more_are_kept_when_two_start_them_at_once() -> None:
    """While one is started for a question, stand-ins come from the reaper: the surplus is ended."""
    agency = Agency()

    def slowly() -> Somebody:
        agency.lose()
        return agency.start()

    assert not agency.spares.first(slowly).has_ended
    assert len(agency.spares) == len(agency.alive) == MOST_SPARES
    assert len(agency.started) == MOST_SPARES + 1


def test_one_that_ended_in_between_is_not_asked() -> None:
    """Whoever is gone makes room for the next, or for somebody new."""
    agency = Agency()
    agency.lose()
    for somebody in list(agency.started):
        somebody.end()
        assert not agency.spares.first(agency.start).has_ended
    assert len(agency.started) == MOST_SPARES + 1


def test_nobody_is_kept_once_they_are_closed() -> None:
    """Who comes back, or would stand in, after the close is ended or never started; it can be used again."""
    agency = Agency()
    late = agency.spares.take(agency.start)
    agency.spares.close()
    agency.spares.put_back(late, agency.start)
    agency.lose()
    assert agency.alive == []
    assert len(agency.started) == 1
    assert not agency.spares.first(agency.start).has_ended


def test_who_stands_ready_for_nobody_is_ended() -> None:
    """When an Advisor is gone, so are its spares."""
    agency = Agency()
    agency.lose()
    del agency.spares
    REAPER.wait()
    assert agency.alive == []
