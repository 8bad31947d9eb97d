"""Contestants that are kept: who is, that they stay open, and that all are closed in the end."""

from typing import Any

import attrs
import pytest

from agents import Contestant, Streams, register_contestant
from games import Game, HoyleError, Move, make_game
from scenarios.play.kept_contestants import KeptContestants
from scenarios.play.named_contestants import Named
from scenarios.play.seating import Seating
from scenarios.play.series import IN_PLAY, Series
from scenarios.play.shared_knowledge import shared_by_file

GAME = make_game("tic-tac-toe")


@attrs.define
class Log:
    """Who was made, and who was closed."""

    made: list[str] = attrs.field(factory=list)
    closed: list[str] = attrs.field(factory=list)


@pytest.fixture
def log(registries: None) -> Log:  # noqa: ARG001  # what is registered here is gone afterwards
    """Register two contestants, of whom one is kept."""
    log = Log()

    class Passing(Contestant):
        def __init__(self) -> None:
            log.made.append(self.name)

        async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:  # noqa: ARG002  # any will do
            return game.legal_moves(position)[0]

        def close(self) -> None:
            log.closed.append(self.name)
            if len(log.closed) == 1 and self.is_kept:
                raise HoyleError("the first cannot be closed")

    class Staying(Passing):
        is_kept = True

    register_contestant(Passing)
    register_contestant(Staying)
    return log


def _series(kept: KeptContestants | None, *names: str) -> Series:
    first, second = map(Named, names)
    return Series(
        GAME,
        Seating(pair=(first, second)),
        shared_by_file(GAME, []),
        Streams(1),
        IN_PLAY,
        hear=lambda *_: None,
        kept=kept,
    )


def test_one_serves_every_series(log: Log) -> None:
    """In whatever seat; whoever cannot be kept is made anew, and closed, by each."""
    kept = KeptContestants()
    for names in (("Staying", "Passing"), ("Passing", "Staying")):
        with _series(kept, *names).opened():
            assert log.made.count("Staying") == 1
    assert (log.made.count("Passing"), log.closed) == (2, ["Passing", "Passing"])
    kept.close()
    kept.close()
    assert log.closed.count("Staying") == 1, "and no more than once"


def test_who_plays_itself_is_two_and_all_are_closed(log: Log) -> None:
    """Each seat has its own; one that cannot be closed keeps nobody from being closed."""
    kept = KeptContestants()
    for _ in range(2):
        with _series(kept, "Staying", "Staying").opened():
            assert log.made == ["Staying", "Staying"]
    with pytest.raises(HoyleError, match="the first cannot be closed"):
        kept.close()
    assert log.closed == ["Staying", "Staying"]


def test_a_series_by_itself_closes_everybody(log: Log) -> None:
    """As `hoyle play` does: it is one series."""
    with _series(None, "Staying", "Passing").opened():
        assert not log.closed
    assert set(log.closed) == {"Staying", "Passing"}
