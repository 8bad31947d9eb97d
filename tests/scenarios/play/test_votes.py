"""Votes: how often there is an opinion to go by, and whether another paradigm would choose another move."""

import trio

from agents import Streams, get_advisors, pick
from blackboard import Decision
from control import Panel, VirtualClock, decide, get_paradigm
from control.redeciding.record import Changes
from control.redeciding.redecision import redecide
from games import make_game
from scenarios.play.votes import EVERY, VoteCounts, count_votes, has_opinion, is_disputed

RIVALS = [get_paradigm(name) for name in ("2", "3", "borda")]


def decided(game_name: str, roster: str, plies: int, seed: int = 0) -> Decision:
    """Decide a position after some random moves."""
    game, stream = make_game(game_name), Streams(seed).stream("test")
    position = game.initial()
    for _ in range(plies):
        position = game.play(position, pick(stream, game.legal_moves(position)))

    async def run() -> Decision:
        return await decide(game, position, Panel.of(get_advisors([roster])), streams=Streams(seed))

    return trio.run(run, clock=VirtualClock())


def test_wild_has_no_opinion() -> None:
    """Othello leaves the 1990 roster speechless, and the modern one not."""
    silent, speaking = decided("othello", "1990", 4), decided("othello", "modern", 4)
    assert any(testimony.comments for testimony in silent.testimonies)
    assert not has_opinion(silent)
    assert has_opinion(speaking)
    counts = count_votes([silent, speaking])
    assert (counts.choices, counts.silent, counts.voted, counts.compared) == (2, 1, 2, 0)
    assert not counts.is_mostly_silent
    assert (counts + count_votes([silent])).is_mostly_silent


def test_a_vote_is_disputed_if_deciding_again_changes_it() -> None:
    """The same answer as redecide, which replays the whole decision."""
    votes = [decided("tic-tac-toe", "tutorial", plies, seed) for plies in (1, 2, 3) for seed in range(4)]
    votes = [vote for vote in votes if vote.tier == 3]
    for vote in votes:
        for rival in RIVALS:
            again = redecide(vote, Changes(paradigm=rival)).decision.move
            assert is_disputed(vote, [rival]) == (again != vote.move)
    assert {is_disputed(vote, RIVALS) for vote in votes} == {True, False}


def test_one_vote_in_so_many_is_counted_again() -> None:
    """The first of all, then every tenth, across contests."""
    vote = next(
        each for seed in range(9) if is_disputed(each := decided("tic-tac-toe", "tutorial", 1, seed), RIVALS)
    )
    total = VoteCounts()
    for _ in range(EVERY + 1):
        total += count_votes([vote], RIVALS, before=total.voted)
    assert (total.voted, total.compared, total.disputed) == (EVERY + 1, 2, 2)
