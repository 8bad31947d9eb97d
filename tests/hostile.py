"""Advisors that break every rule there is, each in one way, after one valid comment."""

import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Any

import attrs
import trio

from agents import Deliberation, OutOfTime
from blackboard import State
from tests.support import Step, does, sleeps_for_ever

MANY = 100_000


class Doom(BaseException):
    """An exception of somebody's own, and no Exception."""


class Unprintable(Exception):
    """An exception that cannot be shown."""

    def __str__(self) -> str:
        raise ValueError


class Fatal(Exception):
    """An exception that ends the program of whoever looks at it."""

    def __str__(self) -> str:
        raise SystemExit(3)


class Grim:
    """A value that cannot be shown."""

    def __repr__(self) -> str:
        raise ValueError


class Fickle(list[Any]):
    """A list that is another one when it is read again."""

    reads = 0

    def __iter__(self) -> Iterator[Any]:
        self.reads += 1
        return iter(["2"] if self.reads == 1 else [Grim()])


@attrs.frozen
class Hostile:
    """What an Advisor does, and what is recorded of it."""

    step: Step
    state: State
    reason: str = ""
    """A part of the recorded reason."""
    plans: int = 0
    """How many valid plans it posts first."""


def raising(error: BaseException) -> Step:
    """Raise this."""

    async def fail(think: Deliberation) -> None:
        del think
        raise error

    return fail


async def raise_from_nursery(think: Deliberation) -> None:
    """Fail in two child tasks at once."""

    async def fail() -> None:
        raise ValueError("from below")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.sleep_forever)
        nursery.start_soon(think.comment, "3", 6)
        nursery.start_soon(fail)
        nursery.start_soon(fail)


async def comment_for_ever(think: Deliberation) -> None:
    """Comment a hundred thousand times."""
    for _ in range(MANY):
        await think.comment("2", 6)


async def comment_whatever_happens(think: Deliberation) -> None:
    """Comment a hundred thousand times, and take no Exception for an answer."""
    for _ in range(MANY):
        try:
            await think.comment("2", 6)
        except Exception:  # noqa: BLE001, S112  # as somebody would write it
            continue


async def plan_for_ever(think: Deliberation) -> None:
    """Plan a hundred thousand times."""
    for _ in range(MANY):
        await think.plan(["2", "3"], "again", 6)


async def plan_whatever_happens(think: Deliberation) -> None:
    """Plan a hundred thousand times, and take no Exception for an answer."""
    for _ in range(MANY):
        try:
            await think.plan(["2", "3"], "again", 6)
        except Exception:  # noqa: BLE001, S112  # as somebody would write it
            continue


async def swallow_the_end(think: Deliberation) -> None:
    """Catch the end of its time, and try to post all the same."""
    with contextlib.suppress(BaseException):
        await trio.sleep_forever()
    await think.comment("9", 10, "too late")


async def swallow_the_end_of_thinking(think: Deliberation) -> None:
    """Catch the end of its time in the oracle, and try to post all the same."""
    with contextlib.suppress(BaseException):
        while True:
            think.play("2")
    await think.comment("9", 10, "too late")


async def spin(think: Deliberation) -> None:
    """Ask the oracle for ever, without a single await."""
    while True:
        think.outcome(think.play("2"))


async def spin_on_the_game(think: Deliberation) -> None:
    """Ask the game itself for ever."""
    while True:
        think.game.legal_moves(think.position)


async def hide_behind_a_shield(think: Deliberation) -> None:
    """Post behind its deadline, where no cancellation reaches."""
    with trio.CancelScope(shield=True):
        await trio.sleep(think.remaining() + 0.01)
        await think.comment("9", 10, "too late")


async def leave_a_scope_open(think: Deliberation) -> None:
    """Open a cancel scope, and never close it."""
    del think
    trio.CancelScope().__enter__()


async def leave_a_generator(think: Deliberation) -> None:
    """Yield from within a timeout and stop half-way, a mistake that is easily made."""

    async def moves() -> AsyncIterator[str]:
        with trio.move_on_after(1):
            for move in think.moves:
                yield move

    async for _ in moves():
        break


def comments(move: Any, strength: Any = 6, *reason: Any) -> Step:
    """Post something that may not be posted."""
    return lambda think: think.comment(move, strength, *reason)


def planning(moves: Any, *more: Any) -> Step:
    """Plan something that may not be planned."""
    return lambda think: think.plan(moves, *more)


def plays(move: Any, *position: Any) -> Step:
    """Ask the oracle for something that cannot be played."""
    return does(lambda think: think.play(move, *position))


def write_into_the_knowledge(think: Deliberation) -> None:
    """Change what everybody knows."""
    think.knowledge.items["mine"] = 1  # type: ignore[index]  # on purpose


STRENGTH = "; a strength is a whole number from 0 to 10"
NOT_LEGAL = ", which is not a legal move here"
NOT_TEXT = "; it must be text of at most 1000 characters"
NO_PLAN = "; a plan is a list of 1 to 1000 moves"

FAILED, TIMED_OUT = State.FAILED, State.TIMED_OUT

HOSTILE: dict[str, Hostile] = {
    "raises ValueError": Hostile(raising(ValueError("no idea")), FAILED, "ValueError: no idea"),
    "raises SystemExit": Hostile(raising(SystemExit(1)), FAILED, "SystemExit: 1"),
    "raises GeneratorExit": Hostile(raising(GeneratorExit()), FAILED, "GeneratorExit"),
    "raises a BaseException": Hostile(raising(Doom("dies irae")), FAILED, "Doom: dies irae"),
    "raises what cannot be shown": Hostile(raising(Unprintable()), FAILED, "Unprintable"),
    "raises what ends the program": Hostile(raising(Fatal()), FAILED, "Fatal"),
    "raises many lines": Hostile(raising(ValueError("a\nb\r\n\tc")), FAILED, "ValueError: a b c"),
    "raises a long story": Hostile(raising(ValueError("x" * MANY)), FAILED, "ValueError: xxx"),
    "raises surrogates": Hostile(raising(ValueError("\udc80")), FAILED, "ValueError: \ufffd"),
    "raises a timeout of its own": Hostile(raising(trio.TooSlowError()), FAILED, "TooSlowError"),
    "raises a group": Hostile(raise_from_nursery, FAILED, "ValueError: from below"),
    "says that its time is up": Hostile(raising(OutOfTime()), TIMED_OUT),
    "illegal move": Hostile(comments("99"), FAILED, f"commented on '99'{NOT_LEGAL}"),
    "empty move": Hostile(comments(""), FAILED, f"commented on ''{NOT_LEGAL}"),
    "move None": Hostile(comments(None), FAILED, f"commented on None{NOT_LEGAL}"),
    "move []": Hostile(comments([]), FAILED, f"commented on []{NOT_LEGAL}"),
    "move 2": Hostile(comments(2), FAILED, f"commented on 2{NOT_LEGAL}"),
    "move object": Hostile(comments(object()), FAILED, f"{NOT_LEGAL}"),
    "move that cannot be shown": Hostile(comments(Grim()), FAILED, f"repr raises ValueError{NOT_LEGAL}"),
    "strength 11": Hostile(comments("2", 11), FAILED, f"gave a strength of 11{STRENGTH}"),
    "strength -1": Hostile(comments("2", -1), FAILED, f"gave a strength of -1{STRENGTH}"),
    "strength 5.5": Hostile(comments("2", 5.5), FAILED, f"gave a strength of 5.5{STRENGTH}"),
    "strength 7.0": Hostile(comments("2", 7.0), FAILED, f"gave a strength of 7.0{STRENGTH}"),
    "strength True": Hostile(comments("2", True), FAILED, f"gave a strength of True{STRENGTH}"),
    "strength NaN": Hostile(comments("2", float("nan")), FAILED, f"gave a strength of nan{STRENGTH}"),
    "strength text": Hostile(comments("2", "7"), FAILED, f"gave a strength of '7'{STRENGTH}"),
    "strength None": Hostile(comments("2", None), FAILED, f"gave a strength of None{STRENGTH}"),
    "strength huge": Hostile(comments("2", 10**5000), FAILED, STRENGTH),
    "comments twice": Hostile(comments("1", 6), FAILED, "commented twice on move 1"),
    "changes its mind": Hostile(comments("1", 0), FAILED, "commented twice on move 1"),
    "reason object": Hostile(comments("2", 6, object()), FAILED, NOT_TEXT),
    "reason 5": Hostile(comments("2", 6, 5), FAILED, f"gave as reason 5{NOT_TEXT}"),
    "reason None": Hostile(comments("2", 6, None), FAILED, f"gave as reason None{NOT_TEXT}"),
    "reason 0": Hostile(comments("2", 6, 0), FAILED, f"gave as reason 0{NOT_TEXT}"),
    "reason set": Hostile(comments("2", 6, set()), FAILED, f"gave as reason set(){NOT_TEXT}"),
    "reason bytes": Hostile(comments("2", 6, b"why"), FAILED, f"gave as reason b'why'{NOT_TEXT}"),
    "reason huge": Hostile(comments("2", 6, "x" * MANY), FAILED, NOT_TEXT),
    "reason surrogates": Hostile(comments("2", 6, "\ud800"), FAILED, NOT_TEXT),
    "plan text": Hostile(planning("23"), FAILED, f"planned '23'{NO_PLAN}"),
    "plan []": Hostile(planning([]), FAILED, f"planned []{NO_PLAN}"),
    "plan None": Hostile(planning(None), FAILED, f"planned None{NO_PLAN}"),
    "plan of numbers": Hostile(planning([2, 3]), FAILED, f"gave as move of a plan 2{NOT_TEXT}"),
    "plan huge": Hostile(planning(["2"] * MANY), FAILED, NO_PLAN),
    "plan strength 11": Hostile(planning(["2"], "", 11), FAILED, f"gave a strength of 11{STRENGTH}"),
    "plan purpose None": Hostile(planning(["2"], None), FAILED, f"gave as purpose None{NOT_TEXT}"),
    "100,000 comments": Hostile(comment_for_ever, FAILED, "commented twice on move 2"),
    "100,000 comments, come what may": Hostile(comment_whatever_happens, FAILED, "commented twice on move 2"),
    "100,000 plans": Hostile(plan_for_ever, FAILED, "posted more than 64 plans", plans=64),
    "100,000 plans, come what may": Hostile(
        plan_whatever_happens, FAILED, "posted more than 64 plans", plans=64
    ),
    "plays an illegal move": Hostile(plays("99"), FAILED, "IllegalMove: '99' cannot be"),
    "plays no move": Hostile(plays([]), FAILED, "IllegalMove: [] cannot be"),
    "asks about a number": Hostile(does(lambda think: think.legal_moves(7)), FAILED, "Error"),
    "asks about a text": Hostile(does(lambda think: think.outcome("X........ O")), FAILED, "Error"),
    "plays in no position": Hostile(plays("2", 7), FAILED, "Error"),
    "writes into the knowledge": Hostile(does(write_into_the_knowledge), FAILED, "Error"),
    "leaves a scope open": Hostile(leave_a_scope_open, FAILED, "RuntimeError: Cancel scope stack corrupted"),
    "leaves a generator": Hostile(leave_a_generator, FAILED, "RuntimeError: Cancel scope stack corrupted"),
    "sleeps for ever": Hostile(sleeps_for_ever, TIMED_OUT),
    "swallows the end": Hostile(swallow_the_end, TIMED_OUT),
    "swallows the end of thinking": Hostile(swallow_the_end_of_thinking, TIMED_OUT),
    "hides behind a shield": Hostile(hide_behind_a_shield, TIMED_OUT),
    "spins on the oracle": Hostile(spin, TIMED_OUT),
    "spins on the game": Hostile(spin_on_the_game, TIMED_OUT),
}
"""By what they do."""

FICKLE = planning(Fickle(["2"]))
"""Plans one thing where it is looked at, and another where it is written down."""
