"""A look at a hearing while it is under way."""

import threading
from functools import partial

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st

from agents import Streams, get_advisors
from blackboard import Decision, State, TraceWriter, events_of
from control import HearingCache, OnHearing, Panel, Seen, VirtualClock, decide
from games import make_game
from tests.support import CLOCKS, MS, advisor, clock_of, played, says, sleeps, tic_tac_toe, wandered


def is_prefix(seen: Seen, decision: Decision) -> bool:
    """Is all that is seen part of what was decided?"""
    return all(
        set(now.comments.items()) <= set(then.comments.items())
        for now, then in zip(seen.testimonies, decision.testimonies, strict=True)
    )


@pytest.mark.parametrize("clock", CLOCKS)
def test_it_is_handed_over_before_anybody_starts(clock: str) -> None:
    """At that moment nobody has started, and afterwards it shows the whole decision."""
    states: list[list[State]] = []
    views: list[Seen] = []

    def on_hearing(seen: Seen) -> None:
        views.append(seen)
        states.append([each.state for each in seen.testimonies])

    async def main() -> Decision:
        game = tic_tac_toe()
        panel = Panel.of([advisor("One", says("1", 10), tier=1, rank=1), advisor("Two", says("2", 7))])
        return await decide(game, game.initial(), panel, on_hearing=on_hearing)

    decision = trio.run(main, clock=clock_of(clock))
    (seen,) = views
    assert states == [[State.NOT_STARTED] * 2]
    assert seen.testimonies == decision.testimonies
    assert (seen.landing.move, seen.landing.by, seen.landing.ns) == ("1", "One", decision.landed_ns)


def test_what_is_looked_at_is_a_copy() -> None:
    """Whoever changes what was returned changes nothing of the decision."""

    async def main() -> Decision:
        game = tic_tac_toe()
        panel = Panel.of([advisor("One", says("1", 8)), advisor("Two", says("2", 7))])

        def spoil(seen: Seen) -> None:
            for each in seen.testimonies:
                each.state = State.FAILED
                each.comments["9"] = None  # type: ignore[assignment]  # as no comment is

        return await decide(game, game.initial(), panel, on_hearing=spoil)

    decision = trio.run(main, clock=VirtualClock())
    assert [list(each.comments) for each in decision.testimonies] == [["1"], ["2"]]
    assert decision.move == "1"


def test_nobody_is_heard_where_there_is_no_choice() -> None:
    """A forced move has no hearing to look at."""
    views: list[Seen] = []

    async def main() -> Decision:
        game = tic_tac_toe()
        position = played("1 2 3 5 4 6 8 7")
        return await decide(game, position, Panel.of([advisor("One")]), on_hearing=views.append)

    assert trio.run(main, clock=VirtualClock()).by == "forced"
    assert not views


@given(st.sampled_from(["tic-tac-toe", "achi", "nim", "othello"]), st.integers(0, 6), st.integers(0, 99))
@settings(max_examples=25)
def test_looking_changes_no_byte_of_a_decision(name: str, plies: int, seed: int) -> None:
    """On the virtual clock the events are the same, looked at all the time from another thread or not."""
    game = make_game(name)
    position = wandered(game, seed, plies)
    panel = Panel.of(get_advisors(["1990"]))
    ask = partial(decide, game, position, panel, streams=Streams(seed))
    plain = trio.run(ask, clock=VirtualClock())
    views: list[Seen] = []
    over = threading.Event()

    def look() -> None:
        while not over.is_set():
            for seen in views:
                _ = seen.testimonies, seen.ns(), seen.landing

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        watched = trio.run(partial(ask, on_hearing=views.append), clock=VirtualClock())
    finally:
        over.set()
        watcher.join()
    assert events_of(watched) == events_of(plain)
    assert all(is_prefix(seen, watched) for seen in views)


def test_traces_are_equal_byte_for_byte(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A file that is written with somebody looking on is the one that is written without."""
    folder = tmp_path_factory.mktemp("traces")
    game = make_game("five-mens-morris")

    async def main(on_hearing: OnHearing | None) -> list[Decision]:
        cache, position, made = HearingCache(), game.initial(), []
        panel = Panel.of(get_advisors(["1990"]))
        for ply in range(8):
            streams = Streams(3).child("ply", ply)
            made.append(
                await decide(
                    game, position, panel, streams=streams, hearing_cache=cache, on_hearing=on_hearing
                )
            )
            position = game.play(position, made[-1].move)
        return made

    views: list[Seen] = []
    for name, on_hearing in (("plain", None), ("watched", views.append)):
        with TraceWriter(folder / name) as trace:
            trace.append(*trio.run(main, on_hearing, clock=VirtualClock()))
    assert (folder / "plain").read_bytes() == (folder / "watched").read_bytes()
    assert len(views) == 8


def test_it_is_seen_while_it_happens() -> None:
    """In real time comments are there before the decision is, and time goes on."""
    said: list[tuple[int, int]] = []

    async def main() -> Decision:
        game = tic_tac_toe()
        panel = Panel.of([advisor("Slow", says("1", 8), sleeps(30 * MS), says("2", 7))])
        views: list[Seen] = []
        decisions: list[Decision] = []

        async def watch() -> None:
            while not decisions:
                said.extend((len(seen.testimonies[0].comments), seen.ns()) for seen in views)
                await trio.lowlevel.checkpoint()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(watch)
            decisions.append(await decide(game, game.initial(), panel, on_hearing=views.append))
        return decisions[0]

    decision = trio.run(main)
    assert len(decision.testimonies[0].comments) == 2
    assert 1 in {count for count, _ in said} <= {0, 1, 2}
    assert [ns for _, ns in said] == sorted(ns for _, ns in said)
