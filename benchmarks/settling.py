"""What it changes and saves to stop listening to a vote early.

python benchmarks/settling.py certain [POSITIONS]
    Every paradigm that can tell, on every schedule and both clocks: the move of `all` and of `certain` in
    the same positions, which must be the same, and the time saved. With 480 positions (if not given) that
    is 20,160 decisions each in virtual time, and a tenth of the positions in real time.

python benchmarks/settling.py likely FOLDER
    Curves over P, from what was traced by
    `hoyle run control-settling --set settle=all --set trace=true --out FOLDER`: of the votes of the
    test, in contests that were never studied, how many would have had another move, and how much sooner
    they and all decisions would have landed. Intervals are Student's over runs.

python benchmarks/settling.py cost [ROUNDS]
    `certain` by `all` in real time where nothing settles early, in nine men's morris.
"""

import math
import statistics
import sys
import time
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import trio

from agents import Streams, get_advisors, pick
from agents.distributions import student_quantile
from blackboard import LAST_TIER, Knowledge
from control import PARADIGMS, SCHEDULES, Budgets, Changes, Panel, Settings, VirtualClock, decide, redecide
from games import Game, make_game
from scenarios.analysis.traces import Log

GAMES = ("tic-tac-toe", "achi", "five-mens-morris")
CHANCES = (0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995)
POSITIONS, ROUNDS = 480, 15


def positions_of(game: Game[Any], number: int) -> list[Any]:
    """Return positions with a choice, met in random contests."""
    stream, found = Streams(1990).stream("positions", game.name), dict[Any, None]()
    while len(found) < number:
        position = game.initial()
        while len(moves := game.legal_moves(position)) > 1 and game.outcome(position) is None:
            if stream.random() < 0.3:  # noqa: PLR2004  # not all of one contest
                found.setdefault(position)
            position = game.play(position, pick(stream, moves))
    return list(found)[:number]


# Certain.


@attrs.define
class Count:
    """What came of some pairs of decisions."""

    decisions: int = 0
    changed: int = 0
    sooner: int = 0
    ns: list[int] = attrs.field(factory=lambda: [0, 0])
    is_real: bool = False

    def line(self, title: str) -> str:
        """Tell it; in real time who decides second finds much remembered, so no time is told there."""
        saved = "" if self.is_real else f"{100 * (1 - self.ns[1] / self.ns[0]):.2f} %"
        landed = 100 * self.sooner / self.decisions
        return f"{title:<28} {self.decisions:>6,} {self.changed:>8} {landed:>12.1f} % {saved:>12}".rstrip()


async def compare(panel: Panel, number: int, count: dict[str, Count], paradigm: str, schedule: str) -> None:
    """Decide both ways."""
    for name in GAMES:
        game = make_game(name)
        for place, position in enumerate(positions_of(game, number // len(GAMES))):
            both = [
                await decide(
                    game,
                    position,
                    panel,
                    settings=Settings(PARADIGMS.find(paradigm), schedule, settle=settle),
                    streams=Streams(place),
                )
                for settle in ("all", "certain")
            ]
            for key in (f"paradigm {paradigm}", f"schedule {schedule}", "all"):
                each = count[key]
                each.decisions += 1
                each.changed += both[0].move != both[1].move
                each.sooner += "might have said" in both[1].why
                each.ns = [one + decision.landed_ns for one, decision in zip(each.ns, both, strict=True)]


def certain(number: int) -> None:
    """Print what certain changes, and saves."""
    able = [name for name in PARADIGMS if PARADIGMS.find(name).certain is not None]
    panel = Panel.of(get_advisors(["1990"]), budgets=Budgets.parse(["1s"]))
    for clock, each in (("virtual", number), ("wall", number // 10)):
        count: dict[str, Count] = defaultdict(partial(Count, is_real=clock == "wall"))
        for done, (paradigm, schedule) in enumerate((one, other) for one in able for other in SCHEDULES):
            print(f"{done + 1} of {len(able) * len(SCHEDULES)}  ", end="\r", file=sys.stderr)
            trio.run(
                compare, panel, each, count, paradigm, schedule,
                clock=VirtualClock() if clock == "virtual" else None,
            )  # fmt: skip
        print(
            f"\n{clock + ' clock':<28} {'pairs':>6} {'changed':>8} {'landed sooner':>14} {'time saved':>12}"
        )
        for key, told in count.items():
            print(told.line(key))


# Likely.


def likely(folder: Path) -> None:
    """Print the curves."""
    rows: dict[tuple[str, str, float], dict[int, list[float]]] = defaultdict(dict)
    for path in Log(folder).traces:
        known = Knowledge.load(folder / "knowledge" / f"{path.stem}.hoyle")
        votes, whole = 0, 0
        sums: dict[float, list[float]] = {chance: [0, 0, 0] for chance in CHANCES}
        where = "", ""
        for logged in Log(path):
            decision = logged.decision
            if logged.phase != "test" or len(decision.legal) == 1 or "settle" in decision.settings:
                continue
            where = decision.game, decision.settings["schedule"]
            whole += decision.landed_ns
            votes += decision.tier == LAST_TIER
            for chance, told in sums.items():
                again = redecide(decision, Changes(settle=f"likely:{chance}", knowledge=known)).decision
                told[0] += again.move != decision.move
                told[1] += decision.landed_ns - again.landed_ns
        for chance, (changed, saved, _) in sums.items() if votes else ():
            run = len(rows[*where, chance])
            rows[*where, chance][run] = [100 * changed / max(1, votes), 100 * saved / max(1, whole), votes]
        print(path.stem, end="\r", file=sys.stderr)
    print(f"{'':<32} {'P':>6} {'votes':>7} {'changed, %':>22} {'time saved, %':>22}")
    for (game, schedule, chance), runs in rows.items():
        shares, spared, votes_of = zip(*runs.values(), strict=True)
        line = f"{int(sum(votes_of)):>7,} {_told(shares):>22} {_told(spared):>22}"
        print(f"{game + ', ' + schedule:<32} {chance:>6} {line}")


def _told(values: tuple[float, ...]) -> str:
    mean = statistics.mean(values)
    if len(values) == 1:
        return f"{mean:.2f}"
    half = student_quantile(0.95, len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))
    return f"{mean:.2f} [{mean - half:.2f}, {mean + half:.2f}]"


# What it costs.


async def cost(rounds: int) -> None:
    """Print how long decisions take that settle nothing early, by those that do not ask."""
    game = make_game("nine-mens-morris")
    panel = Panel.of(get_advisors(["tutorial"]), layout="forr")
    positions = positions_of(game, 30)
    ratios, early = [], 0
    for number in range(rounds):
        took = {}
        for settle in ("all", "certain") if number % 2 else ("certain", "all"):
            start = time.process_time()
            for place, position in enumerate(positions):
                decision = await decide(
                    game, position, panel, settings=Settings(settle=settle), streams=Streams(place)
                )
                early += "might have said" in decision.why
            took[settle] = time.process_time() - start
        ratios.append(took["certain"] / took["all"])
    print(f"certain / all: {statistics.median(ratios):.3f} (at most 1.03), median of {rounds} rounds; "
          f"{early} of {rounds * len(positions)} landed early")  # fmt: skip


def main() -> None:
    """Do what is asked for."""
    what, *more = sys.argv[1:] or [""]
    if what == "certain":
        certain(int(more[0]) if more else POSITIONS)
    elif what == "likely" and more:
        likely(Path(more[0]))
    elif what == "cost":
        trio.run(cost, int(more[0]) if more else ROUNDS)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
