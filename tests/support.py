"""What many tests share: decisions and Advisors in one line each, and modules that may be missing."""

import importlib
import inspect
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache, partial, wraps
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import attrs
import msgpack
import trio

from agents import Advisor, Deliberation, Streams, get_learners, pick
from blackboard import Contest, Decision, Experience, Knowledge, Testimony, events_of
from control import Budgets, Costs, Learned, LearnerGroup, Panel, Settings, VirtualClock, decide
from control.hearing.virtual import BRAKE_S
from games import Game, Move, Outcome, Role, Symmetry, make_game

CLOCKS = ("virtual", "wall")
MS = 1_000_000
US = 1_000

Step: TypeAlias = Callable[[Deliberation], Awaitable[object]]
"""One thing that a made-up Advisor does."""


@attrs.frozen
class Missing:
    """Stands for a module of an extra that is not installed: the test that uses it fails."""

    _module: str
    _extra: str

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("_", "pytest")):  # pytest looks for such while it collects
            raise AttributeError(name)
        import pytest  # noqa: PLC0415  # each process in which an Advisor of the tests runs would import it

        pytest.fail(f"{self._module} is missing; pip install 'hoyle[{self._extra}]' brings it", pytrace=False)


def needs(module: str, *, extra: str) -> Any:
    """Return a module that an extra brings; without it tests are collected, and those that use it fail."""
    try:
        return importlib.import_module(module)
    except ImportError:
        return Missing(module, extra)


def each_case(names: str | tuple[str, ...], cases: Iterable[Any], ids: Any = None) -> Callable[..., Any]:
    """Run a test for every case in a loop: for quick checks of one rule on many values.

    It is written like `pytest.mark.parametrize`, and a failing case is reported as a subtest with its values.
    Use `parametrize` instead where cases are slow, since those are spread over processes.
    """
    del ids
    keys = tuple(each.strip() for each in names.split(",")) if isinstance(names, str) else names
    table = [dict(zip(keys, case if len(keys) > 1 else (case,), strict=True)) for case in cases]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(test)
        wanted = [each for name, each in signature.parameters.items() if name not in keys]
        is_nested = "subtests" in signature.parameters

        @wraps(test)
        def every(subtests: Any, **fixtures: Any) -> None:
            if is_nested:
                fixtures["subtests"] = subtests
            for case in table:
                with subtests.test(**case):
                    test(**case, **fixtures)

        own = inspect.Parameter("subtests", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        every.__signature__ = signature.replace(  # type: ignore[attr-defined]  # pytest asks for it
            parameters=wanted if is_nested else [own, *wanted]
        )
        del every.__wrapped__  # pytest would ask that one
        return every

    return decorate


def pairwise(*factors: Iterable[Hashable]) -> list[tuple[Any, ...]]:
    """Return rows with one value of each factor, such that any two values of two factors share a row.

    The first two factors are crossed, so name those with the most values first. Each further value is the one
    that shares the most new pairs with its row, and then the one whose pairs were rarest so far.
    """
    columns = [tuple(factor) for factor in factors]
    rows: list[tuple[Any, ...]] = list(product(*columns[:2]))
    for number, column in enumerate(columns[2:], start=2):
        met: Counter[tuple[int, Any, Any]] = Counter()
        longer = []
        for row in rows:
            value = min(column, key=lambda each: _acquaintance(met, row, each))
            met.update((place, known, value) for place, known in enumerate(row))
            longer.append((*row, value))
        rows = longer + _rows_for_the_rest(columns[:number], column, met)
    return rows


def _acquaintance(met: Counter[tuple[int, Any, Any]], row: tuple[Any, ...], value: Any) -> tuple[int, int]:
    """Return how many pairs of a value with a row are known already, and how often these met."""
    often = [met[place, known, value] for place, known in enumerate(row)]
    return sum(map(bool, often)), sum(often)


def _rows_for_the_rest(
    before: list[tuple[Any, ...]], column: tuple[Any, ...], met: Counter[tuple[int, Any, Any]]
) -> list[tuple[Any, ...]]:
    """Return a row for each pair of a new column that did not meet; the other values are the first ones."""
    firsts = tuple(each[0] for each in before)
    return [
        (*firsts[:place], known, *firsts[place + 1 :], value)
        for place, each in enumerate(before)
        for known in each
        for value in column
        if not met[place, known, value]
    ]


def kept_waiting_ns() -> int:
    """Return how long this thread was ready to run while a processor was busy with something else."""
    return int(Path("/proc/thread-self/schedstat").read_text(encoding="ascii").split()[1])


def advisor(name: str, *steps: Step, **declared: Any) -> type[Advisor]:
    """Make an Advisor that takes these steps, and declares these things of itself."""

    async def advise(self: Advisor, think: Deliberation) -> None:
        del self
        for step in steps:
            await step(think)

    return type(name, (Advisor,), {"name": name, "advise": advise, **declared})


def says(move: Move, strength: int, reason: str = "") -> Step:
    """Comment on a move."""
    return lambda think: think.comment(move, strength, reason)


def plans(*moves: Move, purpose: str = "", strength: int = 5) -> Step:
    """Post a plan."""
    return lambda think: think.plan(moves, purpose, strength)


def sleeps(ns: int) -> Step:
    """Sleep, by whatever clock there is."""

    async def sleep(think: Deliberation) -> None:
        del think
        await trio.sleep(ns / 1e9)

    return sleep


async def sleeps_for_ever(think: Deliberation) -> None:
    """Never come back."""
    del think
    await trio.sleep_forever()


def works(calls: int) -> Step:
    """Ask the oracle so many things."""

    async def work(think: Deliberation) -> None:
        for _ in range(calls):
            think.outcome(think.position)

    return work


def spends(amount: Any) -> Step:
    """Charge own work."""
    return does(lambda think: think.spend(amount))


def does(action: Callable[[Deliberation], object]) -> Step:
    """Do something that needs no await."""

    async def act(think: Deliberation) -> None:
        action(think)

    return act


@cache
def tic_tac_toe() -> Game[Any]:
    """Three in line wins."""
    return make_game("tic-tac-toe")


@cache
def lose_tic_tac_toe() -> Game[Any]:
    """Three in line loses."""
    return make_game("lose-tic-tac-toe")


def with_symmetries(game: Game[Any], items: Mapping[str, Any] | None = None) -> Knowledge:
    """Know every symmetry of the board, beside other things."""
    tried = {
        f"symmetry {i}": {"map": list(symmetry), "held": 1, "broke": 0}
        for i, symmetry in enumerate(game.board.symmetries())
    }
    return Knowledge.of(game, {**(items or {}), "symmetries": tried})


def played(moves: str, game: Game[Any] | None = None) -> Any:
    """Return the position after these moves."""
    game = game or tic_tac_toe()
    position = game.initial()
    for move in moves.split():
        position = game.play(position, move)
    return position


def reachable(game: Game[Any]) -> Iterator[Any]:
    """Yield every position that somebody has to move in, each once."""
    seen = {game.initial()}
    pending = [game.initial()]
    while pending:
        position = pending.pop()
        moves = game.legal_moves(position)
        if moves:
            yield position
        new = dict.fromkeys(game.play(position, move) for move in moves)
        pending += [after for after in new if after not in seen]
        seen.update(new)


def up_to_symmetry(game: Game[Any]) -> Iterator[Any]:
    """Yield one of each class of those positions that are images of each other."""
    seen: set[Any] = set()
    for position in reachable(game):
        if position not in seen:
            yield position
            seen.update(game.image(position, symmetry) for symmetry in game.board.symmetries())


def wandered(game: Game[Any], seed: int, plies: int) -> Any:
    """Return where a random contest is after so many plies, or the last position before with a choice."""
    stream, position = Streams(seed).stream("wandering"), game.initial()
    last = position
    for _ in range(plies):
        position = game.play(position, pick(stream, game.legal_moves(position)))
        legal = game.legal_moves(position)
        if len(legal) > 1:
            last = position
        if not legal:
            break
    return last


def image_of(game: Game[Any], move: Move, symmetry: Symmetry) -> Move:
    """Return a move as it is written where each location i has gone to symmetry[i]."""
    board = game.board
    parts = re.split(r"([-x])", move)
    names = {place.name: board.locations[symmetry[i]].name for i, place in enumerate(board.locations)}
    return "".join(names.get(part, part) for part in parts)


def clock_of(
    kind: str, *, costs: Costs | None = None, processors: int | None = None, brake_s: float = BRAKE_S
) -> trio.abc.Clock | None:
    """Make a clock for trio.run."""
    if kind != "virtual":
        return None
    return VirtualClock(costs=costs, processors=processors, brake_s=brake_s)


def decided(
    advisors: Iterable[type[Advisor]],
    *,
    moves: str = "",
    position: Any = None,
    game: Game[Any] | None = None,
    clock: str = "virtual",
    budgets: Iterable[str] = ("1s",),
    layout: str = "1990",
    seed: int = 0,
    costs: Costs | None = None,
    processors: int | None = None,
    knowledge: Knowledge | None = None,
    **settings: Any,
) -> Decision:
    """Make one decision in a run of its own."""
    game = game or tic_tac_toe()
    panel = Panel.of(advisors, layout=layout, budgets=Budgets.parse(budgets))
    make = partial(
        decide,
        game,
        played(moves, game) if position is None else position,
        panel,
        settings=Settings(**settings),
        knowledge=knowledge,
        streams=Streams(seed),
    )
    return trio.run(make, clock=clock_of(clock, costs=costs, processors=processors))


def watched(
    game: Game[Any], moves: str, *, hoyle: Iterable[Role] = (), experts: Iterable[Role] = ()
) -> Experience:
    """Live through a contest of these moves."""
    outcome = game.outcome(played(moves, game))
    contest = Contest(
        game.name, tuple(moves.split()), outcome or Outcome.DRAW, "rules" if outcome else "repetition"
    )
    return Experience.of(game, contest, hoyle=hoyle, experts=experts)


def random_contests(game: Game[Any], number: int, *, seed: int = 0) -> Iterator[Experience]:
    """Live through random contests, with Hoyle in both roles in turn and an expert as the other."""
    for index in range(number):
        stream, role = Streams(seed).stream("contest", index), Role(index % 2)
        position = game.initial()
        moves: list[Move] = []
        while (legal := game.legal_moves(position)) and len(moves) < 60:
            moves.append(pick(stream, legal))
            position = game.play(position, moves[-1])
        yield watched(game, " ".join(moves), hoyle=[role], experts=[role.other])


def taught(
    learners: Iterable[str],
    game: Game[Any],
    lived: Iterable[Experience],
    *,
    knowledge: Knowledge | None = None,
    calls: int | None = None,
) -> tuple[Knowledge, list[Learned]]:
    """Let learners of these names live through contests, with so many oracle calls a lesson."""
    group = LearnerGroup(get_learners(learners), budget_ns=None if calls is None else calls)

    async def teach() -> tuple[Knowledge, list[Learned]]:
        known, account = knowledge or Knowledge.of(game), []
        for index, experience in enumerate(lived):
            known, learned = await group.after_contest(game, known, experience, Streams(index))
            account += learned
        return known, account

    costs = None if calls is None else Costs(play=1, legal_moves=1, outcome=1)
    return trio.run(teach, clock=VirtualClock(costs=costs))


def trace_of(decision: Decision) -> bytes:
    """Write a decision down as the trace does."""
    return b"".join(msgpack.packb(event) for event in events_of(decision))


def heard(decision: Decision, name: str) -> Testimony:
    """Return what one Advisor did."""
    return next(testimony for testimony in decision.testimonies if testimony.advisor == name)


def strengths(testimony: Testimony) -> dict[Move, int]:
    """Return an Advisor's comments as plain numbers."""
    return {move: comment.strength for move, comment in testimony.comments.items()}
