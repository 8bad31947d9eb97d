"""What zones cost: to see them, to learn from them, and to decide by them, as ratios taken in one run.

    python benchmarks/zones.py [ROUNDS]

All of it is five men's morris. The values of a position are compared with asking the rules for its moves and
playing each: on the positions of contests of 60 plies as they come, each contest on a board that nobody has
looked at before (cold), and once more on the same board (warm). The least time of a position counts.

Hoyle watches the perfect player in 40 contests, as in the tutorial, with attitudes by outcomes and by what
experts chose. Then the learner is timed after contests of 60 plies that are new to it: as they come, on a
board that was looked at before; cold; and warm. Decisions with the roster of the tutorial, Zone-Ranger and
the learned Advisors are compared with those of the roster alone in the same positions of tests: as these are
played, on the board that learning has left, where both decide in turn, now one first and now the other; and
when the positions are gone through again, from a new board for each test (cold) and once more (warm). All
sit, whether they would be heard in a test or not. Zone-Ranger that knows of nothing active is compared with
Leery, which knows one dangerous position. Times of the learner and of tests are those of the processor, so
that others on the machine disturb little.
"""

import gc
import itertools
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import attrs
import trio

from agents import Contestant, Learner, Lesson, Streams, get_advisors, get_learners, make_contestant, pick
from agents.learners.weighing import track_record
from agents.learners.zone_items import ACTIVE_ZONES
from agents.learners.zone_learner import ZoneLearner
from agents.learners.zone_records import ATTITUDES, ZoneOptions
from agents.sight.zones import Terrain, men_by_side, terrain_of
from blackboard import Contest, Decision, Experience, Knowledge
from control import Budgets, LearnerGroup, Panel, Settings, VirtualClock, decide
from control.settings.hoyle_options import HoyleOptions
from games import Game, Move, Outcome, Role, make_game
from scenarios.play.contests import play_contest

ROUNDS = 7
PLIES = 60
CONTESTS = 10
"""How many of each kind are measured."""
WATCHED = 40
OTHERS = ("perfect", "reasonable:10", "reasonable:25", "reasonable:50", "reasonable:100")
"""Whom the perfect player is watched against."""
TESTERS = ("perfect", "fallible:10", "fallible:50", "random")
SEED = 1990
WITHOUT = HoyleOptions(
    paradigm="pwl",
    advisors=("tutorial",),
    layout="forr",
    budget=("weights=60s",),
    learning_budget=500_000_000,
)
"""As the scenarios of the tutorial have it."""
WITH = attrs.evolve(WITHOUT, advisors=("tutorial", "Zone-Ranger", "Zone"))
MOST_RATIO = 20.0
MOST_MS = 0.5
MOST_LEARNING_MS = 50.0
MOST_DECIDING = 1.5
AIMED_DECIDING = 1.13
"""The paper's 25.26 s by 22.31 s."""
MOST_IDLE = 1.0

Positions = Sequence[Any]


def verdict(bound: str, *, is_kept: bool) -> str:
    """Say whether a bound was kept."""
    return f"{bound}: {'kept' if is_kept else 'BROKEN'}"


def timed(what: Callable[[], object]) -> float:
    """Return how many ms something takes."""
    begun = time.perf_counter_ns()
    what()
    return (time.perf_counter_ns() - begun) / 1e6


# Seeing.


def random_contests(game: Game[Any]) -> Iterator[Positions]:
    """Yield the positions of random contests that go on for long enough."""
    number = 0
    while True:
        stream, position = Streams(SEED).stream("random", number), game.initial()
        found = [position]
        while len(found) <= PLIES and (moves := game.legal_moves(position)):
            position = game.play(position, pick(stream, moves))
            found.append(position)
        number += 1
        if len(found) > PLIES:
            yield found


def values_of(terrain: Terrain, game: Game[Any], position: Any) -> None:
    """Work out all values of a position, for both roles."""
    mine, theirs = men_by_side(game, position, Role.PLAYER)
    for ours, others in ((mine, theirs), (theirs, mine)):
        if ours:
            terrain.values(ours, others)


def rules_of(game: Game[Any], position: Any) -> None:
    """Ask for the moves, and play each."""
    for move in game.legal_moves(position):
        game.play(position, move)


def seeing_times(game: Game[Any], positions: Positions, rounds: int) -> Mapping[str, list[float]]:
    """Return the least ms of each position: cold, warm, and what the rules take."""
    found: dict[str, list[list[float]]] = {"cold": [], "warm": [], "rules": []}
    for _ in range(rounds):
        terrain = Terrain(game.board)
        for each in ("cold", "warm"):
            found[each].append([timed(partial(values_of, terrain, game, at)) for at in positions])
        found["rules"].append([timed(partial(rules_of, game, game.meet(at))) for at in positions])
    return {name: [min(each) for each in zip(*times, strict=True)] for name, times in found.items()}


def seeing_rows(game: Game[Any], rounds: int) -> Iterator[str]:
    """Compare values with the rules."""
    contests = itertools.islice(random_contests(game), CONTESTS)
    times = [seeing_times(game, positions, rounds) for positions in contests]
    ms = {name: [each for one in times for each in one[name]] for name in times[0]}
    for name in ("cold", "warm"):
        median = statistics.median(ms[name])
        ratio = statistics.median(mine / rules for mine, rules in zip(ms[name], ms["rules"], strict=True))
        is_kept = ratio <= MOST_RATIO and median <= MOST_MS
        bound = verdict(f"at most {MOST_RATIO:g} and {MOST_MS:g} ms", is_kept=is_kept)
        yield f"{name:<44}{median:>7.3f} ms{max(ms[name]):>7.3f} ms{ratio:>10.2f}  {bound}"


# Learning.


class TimedZones(ZoneLearner):
    """The learner of zones, that keeps how long it takes."""

    feeds = ZoneLearner.feeds
    ms: float

    def learn(self, lesson: Lesson) -> None:
        """Learn against the clock."""
        begun = time.process_time_ns()
        super().learn(lesson)
        self.ms = (time.process_time_ns() - begun) / 1e6


def group_of(learners: Sequence[type[Learner]], attitude: str) -> LearnerGroup:
    """Return learners as the scenarios of the tutorial have them, with zones learned in one of the ways."""
    options = attrs.evolve(WITH, zones=ZoneOptions(attitude=attitude))
    return LearnerGroup(
        learners,
        budget_ns=options.learning_budget,
        budgets_ns=Budgets.parse(options.budget).learners,
        options=options.learner_options(),
        panel=options.panel(),
        settings=options.settings(),
    )


async def watched(game: Game[Any], other: str, *name: str | int) -> Experience:
    """Watch the perfect player against another."""
    streams = Streams(SEED).child(*name)
    role = Role(streams.stream("role").randrange(2))
    seats = {role: make_contestant("perfect", game), role.other: make_contestant(other, game)}
    contest = await play_contest(game, seats, streams)
    return Experience.of(game, contest, experts=list(Role) if other == "perfect" else [role])


async def taught(game: Game[Any], attitude: str) -> Knowledge:
    """Learn by watching."""
    group = group_of([*get_learners(["tutorial"]), ZoneLearner], attitude)
    known = Knowledge.of(game)
    for number in range(WATCHED):
        lived = await watched(game, OTHERS[number // 2 % len(OTHERS)], "watched", number)
        known, _ = await group.after_contest(game, known, lived, Streams(SEED).child("lesson", number))
    return known


async def new_contests(game: Game[Any]) -> list[Experience]:
    """Return contests that nobody has learned from, cut off after 60 plies."""
    found: list[Experience] = []
    for number in itertools.count():
        lived = await watched(game, OTHERS[number % 2], "new", number)
        if len(lived.contest.moves) >= PLIES:
            cut = Contest(game.name, lived.contest.moves[:PLIES], Outcome.DRAW, "moves")
            found.append(Experience.of(game, cut, experts=lived.experts))
        if len(found) == CONTESTS:
            break
    return found


async def learning_rows(game: Game[Any], attitude: str, known: Knowledge, rounds: int) -> list[str]:
    """Time the learner after contests that are new to it; where it was timed again, the least time counts."""
    group, lived = group_of([TimedZones], attitude), await new_contests(game)
    (zones,) = group.learners
    if not isinstance(zones, TimedZones):
        raise TypeError("only zones were to be learned")
    times: dict[str, list[list[float]]] = {
        name: [[] for _ in lived] for name in ("as it comes", "cold", "warm")
    }

    async def learn(name: str, number: int) -> None:
        await group.after_contest(game, known, lived[number], Streams(SEED))
        times[name][number].append(zones.ms)

    for number in range(len(lived)):
        await learn("as it comes", number)
    for _, number in itertools.product(range(rounds), range(len(lived))):
        terrain_of.cache_clear()
        await learn("cold", number)
        await learn("warm", number)
    active = len(known.item(ACTIVE_ZONES.name))
    return [learning_row(f"{attitude}, {active} active, {name}", each) for name, each in times.items()]


def learning_row(what: str, times: Sequence[Sequence[float]]) -> str:
    """Write one row of the learner."""
    least = [min(each) for each in times]
    median = statistics.median(least)
    bound = verdict(f"at most {MOST_LEARNING_MS:g} ms", is_kept=median <= MOST_LEARNING_MS)
    return f"{what:<44}{median:>7.2f} ms{max(least):>7.2f} ms{'':>10}  {bound}"


# Deciding.


@attrs.frozen
class Bench:
    """Whoever sits, all of them, and how they are counted."""

    panel: Panel
    settings: Settings

    @classmethod
    def of(cls, options: HoyleOptions, knowledge: Knowledge) -> "Bench":
        """Seat everybody with what each has come to weigh."""
        panel = options.panel().seated_for(knowledge)
        names = [seat.name for seat in panel.seats[panel.ranked :]]
        weights = {name: track_record(knowledge, name).weight for name in names}
        settings = attrs.evolve(options.settings(), weights=weights)
        return cls(attrs.evolve(panel, is_seated=True), settings)

    async def decide(
        self, game: Game[Any], position: Any, knowledge: Knowledge, streams: Streams
    ) -> tuple[Decision, float]:
        """Decide, and say how many ms that takes."""
        begun = time.process_time_ns()
        decision = await decide(
            game, position, self.panel, settings=self.settings, knowledge=knowledge, streams=streams
        )
        return decision, (time.process_time_ns() - begun) / 1e6

    async def ms(self, name: str, positions: Positions, knowledge: Knowledge) -> float:
        """Return how many ms it takes to decide in positions, by a game that remembers none of them."""
        game, total = make_game(name), 0.0
        for number, position in enumerate(positions):
            streams = Streams(SEED).child(number)
            _, ms = await self.decide(game, game.meet(position), knowledge, streams)
            total += ms
        return total


class Tested(Contestant):
    """Hoyle with zones and without in a test; keeps where they decided and how long that took.

    Each has a game of its own, that remembers nothing of the other. The moves are those with zones.
    """

    name = "tested"

    def __init__(self, name: str, with_zones: Bench, without: Bench, known: Knowledge) -> None:
        self.benches = [(bench, make_game(name)) for bench in (with_zones, without)]
        self.known = known
        self.positions: list[Any] = []
        self.ms = [0.0, 0.0]

    async def choose(self, _: Game[Any], position: Any, streams: Streams) -> Move:
        """Decide against the clock, both."""
        moves = {}
        for which in (0, 1) if len(self.positions) % 2 else (1, 0):
            bench, own = self.benches[which]
            decision, ms = await bench.decide(own, own.meet(position), self.known, streams)
            moves[which] = decision.move
            self.ms[which] += ms
        self.positions.append(position)
        return moves[0]


async def tested(name: str, with_zones: Bench, without: Bench, known: Knowledge) -> list[Tested]:
    """Play tests."""
    found = []
    for number in range(CONTESTS):
        game, hoyle = make_game(name), Tested(name, with_zones, without, known)
        role, streams = Role(number % 2), Streams(SEED).child("test", number)
        other = make_contestant(TESTERS[number // 2 % len(TESTERS)], game)
        await play_contest(game, {role: hoyle, role.other: other}, streams)
        found.append(hoyle)
    return found


async def deciding_rows(game: Game[Any], attitude: str, known: Knowledge, rounds: int) -> list[str]:
    """Compare deciding with zones and without: in tests as they are played, and in their positions again."""
    with_zones, without = Bench.of(WITH, known), Bench.of(WITHOUT, known)
    pairs: dict[str, list[tuple[float, float]]] = {"as it comes": [], "cold": [], "warm": []}
    for each in await tested(game.name, with_zones, without, known):
        mine, plain = each.ms
        pairs["as it comes"].append((mine, plain))
        for _ in range(rounds):
            plain = await without.ms(game.name, each.positions, known)
            terrain_of.cache_clear()
            for name in ("cold", "warm"):
                pairs[name].append((await with_zones.ms(game.name, each.positions, known), plain))
        gc.collect()
    seats = f"{len(with_zones.panel.seats)} Advisors ÷ {len(without.panel.seats)}"
    return [deciding_row(f"{attitude}, {seats}, {name}", found) for name, found in pairs.items()]


def deciding_row(what: str, pairs: Sequence[tuple[float, float]]) -> str:
    """Write one row of tests."""
    ratio = statistics.median(mine / theirs for mine, theirs in pairs)
    median = statistics.median(mine for mine, _ in pairs)
    bound = verdict(f"at most {MOST_DECIDING:g}, {AIMED_DECIDING:g} aimed at", is_kept=ratio <= MOST_DECIDING)
    return f"{what:<44}{median:>7.1f} ms{'':>10}{ratio:>10.2f}  {bound}"


# Nothing to do.


async def idle_row(game: Game[Any], rounds: int) -> str:
    """Compare Zone-Ranger that knows of nothing active with Leery that knows one dangerous position."""
    positions = next(random_contests(game))[:PLIES]
    danger = {Knowledge.of(game).key(game, game.initial()): 1}
    known = Knowledge.of(game, {"dangerous_states": danger})
    panels = [Panel.of(get_advisors([name])) for name in ("Zone-Ranger", "Leery")]
    times: list[list[int]] = []
    for _ in range(rounds):
        for panel in panels:
            heard = [
                await decide(game, each, panel, knowledge=known, streams=Streams(SEED)) for each in positions
            ]
            times.append([decision.testimonies[0].elapsed_ns for decision in heard])
    ranger, leery = ([min(each) for each in zip(*times[i::2], strict=True)] for i in (0, 1))
    ratio = statistics.median(mine / theirs for mine, theirs in zip(ranger, leery, strict=True))
    median, worst = statistics.median(ranger) / 1e6, max(ranger) / 1e6
    bound = verdict(f"below {MOST_IDLE:g}", is_kept=ratio < MOST_IDLE)
    return f"{'none active':<44}{median:>7.3f} ms{worst:>7.3f} ms{ratio:>10.2f}  {bound}"


def main() -> None:
    """Print a row for each comparison."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    game = make_game("five-mens-morris")
    gc.collect()
    gc.disable()
    print(f"{'values of a position, both roles':<44}{'median':>10}{'worst':>10}   ÷ rules")
    for row in seeing_rows(game, rounds):
        print(row)
    print(f"\n{'Zone-Ranger':<44}{'median':>10}{'worst':>10}   ÷ Leery")
    print(trio.run(idle_row, game, rounds))
    gc.enable()
    known = {each: trio.run(taught, game, each, clock=VirtualClock()) for each in ATTITUDES}
    gc.collect()
    gc.disable()
    print(f"\n{f'the learner after {PLIES} plies':<44}{'median':>10}{'worst':>10}")
    for attitude, knowledge in known.items():
        print(*trio.run(learning_rows, game, attitude, knowledge, rounds), sep="\n")
    print(f"\n{'decisions of a test':<44}{'median':>10}{'':>10} ÷ without")
    for attitude, knowledge in known.items():
        print(*trio.run(deciding_rows, game, attitude, knowledge, rounds), sep="\n")


if __name__ == "__main__":
    main()
