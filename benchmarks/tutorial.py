"""Side figures of an experiment of the tutorial: who learned to be heard, who speaks, and what was new.

    python benchmarks/tutorial.py RESULTS_FOLDER [--runs N] [--json]

For every cell: the learned weight of each Advisor that votes; in how many positions of the tests it has
something to say, by asking it again with what its run had learned; how many of these positions were never
met in training; and how many entries of knowledge were kept. What the tutorial tells of these stands beside.
A position of a test is one in which Hoyle had a choice; each counts as often as it came up. Figures are means
over runs with their 95 % interval.
"""

import argparse
import itertools
import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import trio
from rich.console import Console
from rich.table import Table

from agents import Streams, declared_items
from agents.learners.weighing import track_record
from agents.rosters import ANYTHING
from blackboard import NEUTRAL, Knowledge, Testimony
from control import Panel, VirtualClock, ask
from control.hearing.symmetry_classes import distinct_moves
from control.voting.learned_weights import learned_weights
from games import Game, Role
from scenarios.experiment.records import Records, read_records
from scenarios.experiment.run_files import KNOWLEDGE
from scenarios.language.scenario import SYMMETRY, CellSpec
from scenarios.statistics import Estimate, mean_estimate

TESTS = ("perfect", "strong", "novice", "random")
"""The phases that the tutorial tests in."""
HIGH: Mapping[str, Sequence[str]] = {
    "tic-tac-toe": ("Cyber", "Anthropomorph"),
    "lose-tic-tac-toe": ("Anthropomorph", "Cyber", "Leery"),
    "five-mens-morris": ("Material", "Vulnerable", "Anthropomorph", "Freedom", "Cyber"),
}
"""Whom the tutorial names as Advisors of high weight."""
SPEAKS: Mapping[str, Mapping[str, float]] = {
    "five-mens-morris": {"Anthropomorph": 0.3203, "Material": 0.07, "Zone-Ranger": 0.9869}
}
NEVER_MET: Mapping[str, float] = {"lose-tic-tac-toe": 0.5148, "five-mens-morris": 0.7555}
KEPT: Mapping[str, Mapping[str, float]] = {
    game: dict(zip(("hoyle_moves", "expert_moves", "dangerous_states", "states"), figures, strict=True))
    for game, figures in {
        "tic-tac-toe": (8.8, 37.1, 0.0, 42.8),
        "lose-tic-tac-toe": (14.6, 40.2, 0.6, 160.6),
        "five-mens-morris": (62.1, 600.9, 0.3, 44.3),
    }.items()
}
"""The tutorial's Table 8.6."""
SHARE = partial(Estimate.text, factor=100, unit=" %")


# One run.


@attrs.frozen
class Standing:
    """How one Advisor came out of one run."""

    right: int
    opinions: int
    weight: float
    is_heard: bool
    """In tests."""


@attrs.frozen
class Run:
    """What one run shows."""

    standings: Mapping[str, Standing]
    speaks: Mapping[str, Mapping[str, float]]
    """By stage of the game, and `all`: the share of positions of the tests in which each Advisor speaks."""
    positions: Mapping[str, int]
    """By stage, and `all`: how many positions of the tests there are."""
    never_met: float
    """The share of these that were not met in training."""
    never_met_distinct: float
    """The same, with each position counted once."""
    kept: Mapping[str, int]
    """Entries, by item."""
    reliability: Mapping[str, float]
    """By phase, the share of contests not lost."""


def standings(knowledge: Knowledge, names: Sequence[str]) -> dict[str, Standing]:
    """Tell how often each was right, and whether it would be heard in a test."""
    heard = learned_weights(knowledge, names, is_testing=True)
    found = {}
    for name in (*names, ANYTHING):
        record = track_record(knowledge, name)
        found[name] = Standing(record.right, record.opinions, record.weight, name in heard)
    return found


def speaks(testimony: Testimony) -> bool:
    """Has an Advisor an opinion? To say that a move is neither good nor bad is none."""
    return any(comment.strength != NEUTRAL for comment in testimony.comments.values())


def positions_of(game: Game[Any], moves: str) -> Iterator[Any]:
    """Yield the positions of a contest in which somebody moved."""
    position = game.initial()
    for move in moves.split():
        yield position
        position = game.play(position, move)


def choices(game: Game[Any], contest: Any, knowledge: Knowledge) -> Iterator[Any]:
    """Yield the positions of a contest in which Hoyle had a choice."""
    role = Role[str(contest["role"]).upper()]
    for position in positions_of(game, contest["moves"]):
        if game.mover(position) is role:
            legal = tuple(game.legal_moves(position))
            if len(distinct_moves(game, position, legal, knowledge.symmetries)) > 1:
                yield position


async def shares_of_speech(
    game: Game[Any], tested: Mapping[Any, int], panel: Panel, knowledge: Knowledge
) -> dict[str, dict[str, float]]:
    """Ask all who vote about positions; return by stage in what share of them each spoke."""
    spoke: dict[str, Counter[str]] = {}
    count = stage_counts(game, tested)
    for number, (position, times) in enumerate(tested.items()):
        asked, _ = await ask(game, position, panel, knowledge, Streams(0).child(number))
        for stage in stages_of(game, position):
            tally = spoke.setdefault(stage, Counter())
            for each in asked.testimonies:
                tally[each.advisor] += times * speaks(each)
    return {
        stage: {name: times / count[stage] for name, times in tally.items()} for stage, tally in spoke.items()
    }


def stages_of(game: Game[Any], position: Any) -> tuple[str, ...]:
    """Return under which headings a position counts."""
    stage = game.stage(position)
    return ("all",) if stage is None else ("all", stage)


def stage_counts(game: Game[Any], tested: Mapping[Any, int]) -> Counter[str]:
    """Count positions by stage."""
    count: Counter[str] = Counter()
    for position, times in tested.items():
        for stage in stages_of(game, position):
            count[stage] += times
    return count


def unmet(
    game: Game[Any], tested: Mapping[Any, int], met: set[str], knowledge: Knowledge
) -> tuple[float, float]:
    """Return the share of tested positions that were not met: as often as they came up, and each once."""
    by_key: Counter[str] = Counter()
    for position, times in tested.items():
        by_key[knowledge.key(game, position)] += times
    new = {key: times for key, times in by_key.items() if key not in met}
    return sum(new.values()) / max(1, by_key.total()), len(new) / max(1, len(by_key))


@attrs.frozen
class Cell:
    """The runs of one cell, as they are read."""

    records: Records
    number: int
    spec: CellSpec

    def knowledge_file(self, run: int) -> Path:
        """Return where a run left what it learned."""
        return self.records.folder / KNOWLEDGE / f"cell-{self.number}-run-{run}.hoyle"

    def runs(self) -> list[int]:
        """Return the runs that were played to their end."""
        rows = self.records.runs
        done = [row.run for row in rows if row.cell == self.number and row.state == "done"]
        return sorted(run for run in done if self.knowledge_file(run).exists())

    def contests(self, run: int, *, is_training: bool) -> Iterator[tuple[str, Any]]:
        """Yield the contests of a run with the name of their phase, in training or in the tests."""
        learning = {each.name for each in self.spec.phases if each.learn != "no"}
        for row in self.records.phases:
            is_wanted = row.name in (learning if is_training else TESTS)
            if (row.cell, row.run) == (self.number, run) and is_wanted and row.name != SYMMETRY:
                for contest in self.records.contests_of_phase(row):
                    yield row.name, contest

    def read(self, run: int) -> Run:
        """Work out the figures of one run."""
        game = self.spec.make_game()
        knowledge = Knowledge.load(self.knowledge_file(run), game=game, declared=declared_items())
        panel = self.spec.phases[-1].hoyle.panel().seated_for(knowledge).voters()
        tests = list(self.contests(run, is_training=False))
        tested = Counter(position for _, each in tests for position in choices(game, each, knowledge))
        training = [each for _, each in self.contests(run, is_training=True)]
        met = {knowledge.key(game, here) for each in training for here in positions_of(game, each["moves"])}
        speech = partial(shares_of_speech, game, tested, panel, knowledge)
        never, never_distinct = unmet(game, tested, met, knowledge)
        return Run(
            standings(knowledge, [seat.name for seat in panel.seats]),
            trio.run(speech, clock=VirtualClock()),
            stage_counts(game, tested),
            never,
            never_distinct,
            {name: len(knowledge.item(name)) for name in {**KEPT.get(self.spec.game, {}), **knowledge.items}},
            reliability(tests),
        )


def reliability(tests: Sequence[tuple[str, Any]]) -> dict[str, float]:
    """Return by phase the share of contests that were not lost."""
    played: dict[str, list[bool]] = {}
    for name, contest in tests:
        played.setdefault(name, []).append(contest["result"] >= 0)
    return {name: sum(each) / len(each) for name, each in played.items()}


# All runs of a cell.


@attrs.frozen
class AdvisorFigures:
    """One Advisor over all runs of a cell."""

    name: str
    rank: int | None
    """By weight, counted from 1; Anything has none."""
    weight: Estimate
    right: int
    opinions: int
    heard: int
    """In how many runs it would be heard in tests."""
    speaks: Mapping[str, Estimate]
    is_high: bool
    """Does the tutorial name it as one of high weight?"""


@attrs.frozen
class CellFigures:
    """One cell over all its runs."""

    labels: Mapping[str, str]
    game: str
    runs: int
    advisors: Sequence[AdvisorFigures]
    """By weight, the heaviest first."""
    positions: Mapping[str, int]
    never_met: Estimate
    never_met_distinct: Estimate
    kept: Mapping[str, Estimate]
    reliability: Mapping[str, Estimate]

    @property
    def half(self) -> int:
        """The last rank of the upper half."""
        return math.ceil(sum(each.rank is not None for each in self.advisors) / 2)


def figures_of(cell: Cell, runs: Sequence[Run]) -> CellFigures:
    """Sum up the runs of a cell."""
    return CellFigures(
        cell.records.cells[cell.number],
        cell.spec.game,
        len(runs),
        advisor_figures(cell.spec.game, runs),
        dict(sum((Counter(run.positions) for run in runs), Counter())),
        mean_estimate(run.never_met for run in runs),
        mean_estimate(run.never_met_distinct for run in runs),
        over_runs([run.kept for run in runs]),
        over_runs([run.reliability for run in runs]),
    )


def advisor_figures(game: str, runs: Sequence[Run]) -> list[AdvisorFigures]:
    """Sum up each Advisor, the heaviest first; a learned one, over the runs in which it was there."""
    names = dict.fromkeys(name for run in runs for name in run.standings)
    sat = {name: [run.standings[name] for run in runs if name in run.standings] for name in names}
    weights = {name: mean_estimate(each.weight for each in sat[name]) for name in names}
    order = sorted(names, key=lambda name: (-(weights[name].value or 0), name))
    ranks = {name: rank for rank, name in enumerate((each for each in order if each != ANYTHING), 1)}
    found = []
    for name in order:
        records = sat[name]
        stages = sorted({stage for run in runs for stage in run.speaks})
        spoken = {
            stage: mean_estimate(run.speaks[stage].get(name, 0.0) for run in runs if stage in run.speaks)
            for stage in stages
        }
        found.append(
            AdvisorFigures(
                name,
                ranks.get(name),
                weights[name],
                sum(each.right for each in records),
                sum(each.opinions for each in records),
                sum(each.is_heard for each in records),
                {} if name == ANYTHING else spoken,
                name in HIGH.get(game, ()),
            )
        )
    return found


def over_runs(figures: Sequence[Mapping[str, float]]) -> dict[str, Estimate]:
    """Return the mean of each figure over runs; where a run has none, it is nothing."""
    names = dict.fromkeys(itertools.chain.from_iterable(figures))
    return {name: mean_estimate(each.get(name, 0) for each in figures) for name in names}


# What is shown.


def heading(cell: CellFigures) -> str:
    """Name a cell."""
    labels = ", ".join(f"{axis} {label}" for axis, label in cell.labels.items())
    return f"{cell.game}: {labels or 'the one cell'}, {cell.runs} runs"


def advisor_table(cell: CellFigures) -> Table:
    """Show the Advisors of a cell."""
    stages = list(cell.positions)
    table = Table(box=None, pad_edge=False)
    for text in (
        "",
        "Advisor",
        "weight",
        "right/opinions",
        "heard",
        *(f"speaks: {each}" for each in stages),
        "",
    ):
        table.add_column(text, justify="left" if text in ("Advisor", "") else "right")
    for each in cell.advisors:
        table.add_row(
            "" if each.rank is None else str(each.rank),
            each.name,
            each.weight.text(),
            f"{each.right:,}/{each.opinions:,}",
            "" if each.rank is None else f"{each.heard}/{cell.runs}",
            *(SHARE(each.speaks[stage]) if stage in each.speaks else "" for stage in stages),
            remark(cell, each),
        )
    return table


def remark(cell: CellFigures, each: AdvisorFigures) -> str:
    """Say what the tutorial has of an Advisor."""
    words = []
    if each.is_high and each.rank is not None:
        words.append(f"high there; in our upper half: {'yes' if each.rank <= cell.half else 'NO'}")
    if each.name in SPEAKS.get(cell.game, {}):
        words.append(f"speaks there in {SPEAKS[cell.game][each.name]:.2%}")
    return "; ".join(words)


def lines(cell: CellFigures) -> Iterator[str]:
    """Yield the other figures of a cell."""
    paper = NEVER_MET.get(cell.game)
    counts = ", ".join(f"{stage} {count:,}" for stage, count in cell.positions.items())
    yield f"positions of the tests: {counts}"
    beside = "" if paper is None else f"; tutorial {paper:.2%}"
    each_once = SHARE(cell.never_met_distinct)
    yield f"never met in training: {SHARE(cell.never_met)}, each counted once {each_once}{beside}"
    for name, estimate in cell.kept.items():
        theirs = KEPT.get(cell.game, {}).get(name)
        yield f"entries of {name}: {estimate.text()}" + ("" if theirs is None else f"; tutorial {theirs}")
    shown = (f"{name} {SHARE(cell.reliability[name])}" for name in TESTS if name in cell.reliability)
    yield f"reliability: {', '.join(shown)}"


def as_data(value: Any) -> Any:
    """Return what JSON can hold."""
    if isinstance(value, Estimate):
        return {"value": value.value, "low": value.low, "high": value.high, "n": value.n}
    if isinstance(value, CellFigures | AdvisorFigures):
        return {field.name: as_data(getattr(value, field.name)) for field in attrs.fields(type(value))}
    if isinstance(value, Mapping):
        return {key: as_data(each) for key, each in value.items()}
    return [as_data(each) for each in value] if isinstance(value, list | tuple) else value


def cells_in(folder: Path, most_runs: int | None) -> Iterator[CellFigures]:
    """Read a folder of results, and yield the figures of each cell that has runs."""
    records = read_records(folder)
    for number in records.cells:
        cell = Cell(records, number, records.specs[number])
        if runs := cell.runs()[:most_runs]:
            yield figures_of(cell, [cell.read(run) for run in runs])


def main() -> None:
    """Print the figures of a folder of results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="a folder of results")
    parser.add_argument("--runs", type=int, help="look at so many runs of each cell; all, if not given")
    parser.add_argument("--json", action="store_true", help="as JSON")
    options = parser.parse_args()
    cells = cells_in(options.folder, options.runs)
    if options.json:
        print(json.dumps(as_data(list(cells)), indent=1, ensure_ascii=False))
        return
    console = Console(width=170)
    for cell in cells:
        console.print(heading(cell), advisor_table(cell), *lines(cell), "", sep="\n", highlight=False)


if __name__ == "__main__":
    main()
