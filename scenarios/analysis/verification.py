"""Verification: check a file of Hoyle, or the folder of an experiment, completely."""

import sqlite3
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import attrs

from agents import declared_items
from blackboard import FORFEIT, Knowledge, TraceReader, decisions_of
from blackboard.knowledge import ENVELOPE as KNOWLEDGE_ENVELOPE
from blackboard.trace import ENVELOPE as TRACE_ENVELOPE
from games import BadFile, Game, HoyleError, Outcome, Role, in_words, make_game, read_bytes, shown_line
from games.solving.solution import load_solution
from games.solving.solution_files import ENVELOPE as SOLUTION_ENVELOPE
from games.solving.solution_files import solved_game
from scenarios.analysis.traces import Logged
from scenarios.experiment.facts import sizes_of
from scenarios.experiment.folders import KNOWN, SCENARIO
from scenarios.experiment.phases import learns_symmetries
from scenarios.experiment.records import Records, digest_problems, read_records
from scenarios.experiment.run_files import Problem, file_problems, knowledge_file, trace_file
from scenarios.experiment.store import FILE, Store
from scenarios.experiment.wholeness import check_file
from scenarios.language.scenario import SYMMETRY
from scenarios.play.contests import ending
from scenarios.play.judge import result_for

MOST = 20
"""How many problems of one file are listed."""
Checked: TypeAlias = dict[str, Any]
"""What was checked: its path, its kind, its version, and how much it holds."""
Tell: TypeAlias = Callable[[str], None]
"""Called with what is being checked."""


@attrs.frozen
class Verification:
    """What was checked, and what is wrong with it."""

    checked: Checked
    problems: tuple[Problem, ...]


def recognised(path: Path) -> tuple[Path, str]:
    """Return what to check, and its kind; BadFile if it does not exist or is not one of Hoyle."""
    if path.name == FILE and path.is_file():
        path = path.parent
    return path, "results" if (path / FILE).is_file() else _kind_of(path)


def verify(path: Path, kind: str, tell: Tell = lambda _: None) -> Verification:
    """Check a file or a folder of this kind completely."""
    checked: Checked = {"path": str(path), "kind": kind}
    tell(str(path))
    problems = list(_CHECKS[kind](path, checked, tell))
    return Verification(checked, tuple(_shortened(problems)))


def _kind_of(path: Path) -> str:
    """Tell the kind of a file by its magic word."""
    if path.is_dir():
        raise BadFile(f"{str(path)!r} has no results: there is no {FILE}; give the folder of an experiment")
    data = read_bytes(path)
    if data.startswith(TRACE_ENVELOPE.magic):
        return "trace"
    if data.startswith(SOLUTION_ENVELOPE.magic):
        return "solution"
    if KNOWLEDGE_ENVELOPE.is_sealed(data):
        return "knowledge"
    raise BadFile(
        f"{str(path)!r} is not a file of Hoyle; give the folder of an experiment, a trace, a knowledge file"
        " or a solution"
    )


def _shortened(problems: list[Problem]) -> Iterator[Problem]:
    """Leave out the problems of a file after the first ones, and say how many there are."""
    counts: Counter[Path] = Counter()
    for problem in problems:
        counts[problem.path] += 1
        if counts[problem.path] <= MOST:
            yield problem
    for path, count in counts.items():
        if count > MOST:
            yield Problem(path, f"has {count - MOST:,} more problems")


# Files.


def _check_trace(path: Path, checked: Checked, _: Tell) -> Iterator[Problem]:
    try:
        reader = TraceReader(path)
    except BadFile as error:
        yield Problem.of(path, error)
        return
    checked |= {"version": reader.version, "decisions": sum(1 for _ in decisions_of(reader))}
    if reader.damage:
        yield Problem.of(path, BadFile(reader.damage))


def _check_knowledge(path: Path, checked: Checked, _: Tell) -> Iterator[Problem]:
    try:
        knowledge = Knowledge.load(path, declared=declared_items())
        checked |= {"version": KNOWLEDGE_ENVELOPE.version, "game": shown_line(knowledge.game)}
        checked["entries"] = sum(len(knowledge.item(name)) for name in knowledge.items)
        game = _game(knowledge.game, knowledge.options)
        if game is not None:
            knowledge.check_game(game, str(path), declared_items())
    except HoyleError as error:
        yield Problem.of(path, error)


def _check_solution(path: Path, checked: Checked, _: Tell) -> Iterator[Problem]:
    try:
        name, options = solved_game(path)
        checked |= {"version": SOLUTION_ENVELOPE.version, "game": shown_line(name)}
        checked["positions"] = load_solution(make_game(name, options), path).positions
    except HoyleError as error:
        yield Problem.of(path, error)


def _game(name: str, options: Mapping[str, Any]) -> Game[Any] | None:
    """Return a game; None if it is not available, as one that only an experiment loaded."""
    try:
        return make_game(name, {key: str(value) for key, value in options.items()})
    except HoyleError:
        return None


# Results.


def _check_results(folder: Path, checked: Checked, tell: Tell) -> Iterator[Problem]:
    file = folder / FILE
    try:
        records = read_records(folder)
    except BadFile as error:
        yield from _bad_rows(folder) or [Problem.of(file, error)]
        return
    done = [row for row in records.runs if row.state == "done"]
    checked |= {"version": records.meta.get("version"), "runs": len(done), "contests": len(records.contests)}
    yield from digest_problems(records)
    yield from _scenario_problems(records)
    known = {problem.path: problem for problem in file_problems(records)}
    yield from known.values()
    checks = _RunChecks(records, frozenset(known))
    for cell, run in sorted({key[:2] for key in records.slices} | {(row.cell, row.run) for row in done}):
        tell(f"cell {cell}, run {run}")
        yield from checks.of(cell, run)
    checked |= {"traces": checks.traces, "knowledge": checks.knowledge}


def _bad_rows(folder: Path) -> list[Problem]:
    """Return each row that is damaged, as far as the file can be read at all."""
    try:
        check_file(folder)
        with Store(folder) as store:
            return [Problem(folder / FILE, f"is damaged: {words}") for words in store.bad_rows()]
    except (BadFile, ValueError, sqlite3.Error):
        return []


def _scenario_problems(records: Records) -> Iterator[Problem]:
    """Compare the scenario in the folder with the one that was run."""
    path, recorded = records.folder / SCENARIO, records.meta.get("scenario")
    try:
        if recorded is not None and read_bytes(path) != recorded.encode():
            yield Problem(path, "is not the scenario that was run")
    except BadFile as error:
        yield Problem.of(path, error)


def _is_traced(records: Records) -> bool:
    """Return whether the experiment wrote traces when it last ran; that can change when it is resumed."""
    try:
        return tomllib.loads(str(records.meta.get("scenario") or "")).get("trace") is True
    except (ValueError, RecursionError):
        return False


@attrs.define
class _Played:
    """A contest by its row, with its positions as far as they can be replayed."""

    words: str
    """Its phase and number."""
    row: Any
    moves: list[str]
    positions: list[str]
    logged: int = 0
    """How many of its decisions the trace has."""


class _RunChecks:
    """Checks the contests of runs against the rules, and the files of runs against their contests."""

    def __init__(self, records: Records, known: frozenset[Path]) -> None:
        self._records = records
        self._known = known
        """Files whose problems are known already."""
        self._done = {(row.cell, row.run) for row in records.runs if row.state == "done"}
        self._sizes = {(row.cell, row.run): row.bytes for row in records.traces}
        self._last = {(row.cell, row.run): row for row in sorted(records.phases, key=lambda row: row.phase)}
        self._phases: dict[tuple[int, int], list[int]] = {}
        for cell, run, phase in records.slices:
            self._phases.setdefault((cell, run), []).append(phase)
        self._is_traced = _is_traced(records)
        self._games: dict[int, Game[Any] | None] = {}
        self.traces = self.knowledge = 0
        """How many files were compared with rows."""

    def of(self, cell: int, run: int) -> Iterator[Problem]:
        """Check one run."""
        played: dict[tuple[str, int], _Played] = {}
        names = self._names(cell, run)
        for phase in sorted(self._phases.get((cell, run), ())):
            for row in self._records.contests_of((cell, run, phase)):
                contest = int(row["contest"])
                words = f"cell {cell}, run {run}, phase {phase}, contest {contest}"
                made = _Played(words, row, row["moves"].split(), [])
                played[names.get(phase, ""), contest] = made
                yield from self._replay(cell, made)
        yield from self._check_trace(cell, run, played)
        if (cell, run) in self._done:
            yield from self._check_knowledge(cell, run)

    def _names(self, cell: int, run: int) -> dict[int, str]:
        """Return the names of phases, by number."""
        spec = self._records.specs.get(cell)
        if spec is None:
            return {row.phase: row.name for row in self._records.ended[cell] if row.run == run}
        names = [SYMMETRY] if learns_symmetries(spec) else []
        return dict(enumerate([*names, *(phase.name for phase in spec.phases)]))

    def _game(self, cell: int) -> Game[Any] | None:
        if cell not in self._games:
            spec = self._records.specs.get(cell)
            self._games[cell] = None if spec is None else _game(spec.game, spec.options)
        return self._games[cell]

    # Rows.

    def _replay(self, cell: int, played: _Played) -> Iterator[Problem]:
        """Play the moves of a contest again, and compare its end."""
        game, row = self._game(cell), played.row
        if int(row["plies"]) != len(played.moves):
            yield self._wrong(played, f"it has {len(played.moves)} moves, but {row['plies']} plies")
        if game is None:
            return
        try:
            position = game.initial()
            positions = [position]
            for move in played.moves:
                position = game.play(position, move)
                positions.append(position)
            played.positions = [game.format_position(each) for each in positions]
            ended = ending(game, position, positions.count(position), len(played.moves))
        except Exception as error:  # noqa: BLE001  # games by others raise anything
            yield self._wrong(played, f"its moves cannot be played: {in_words(error)}")
            return
        outcome = Outcome(row["outcome"])
        if row["ended_by"] != FORFEIT and ended != (outcome, row["ended_by"]):
            found = "do not end it" if ended is None else f"end in {ended[0].value} by {ended[1]}"
            yield self._wrong(played, f"its moves {found}, not in {outcome.value} by {row['ended_by']}")
        if row["role"] != "none" and row["result"] != result_for(outcome, Role[row["role"].upper()]):
            yield self._wrong(played, f"result {row['result']} is not {outcome.value} for the {row['role']}")

    def _wrong(self, played: _Played, words: str) -> Problem:
        return Problem(self._records.folder / FILE, f"is damaged: table contests, {played.words}: {words}")

    # Traces.

    def _check_trace(
        self, cell: int, run: int, played: Mapping[tuple[str, int], _Played]
    ) -> Iterator[Problem]:
        """Compare the decisions in a trace with the rows of their contests."""
        path, key = trace_file(self._records.folder, cell, run), (cell, run)
        if path in self._known or (key not in self._sizes and key not in self._done) or not path.exists():
            return
        try:
            reader = TraceReader(path, until=self._sizes.get(key))
        except BadFile as error:
            yield Problem.of(path, error)
            return
        self.traces += 1
        for number, decision in enumerate(decisions_of(reader)):
            logged = Logged(path, number, decision)
            contest = played.get((logged.phase or "", -1 if logged.contest is None else logged.contest))
            if words := _difference(logged, contest, run):
                yield Problem(path, f"has a decision, number {number + 1}, that does not fit: {words}")
                return
            if contest is not None:
                contest.logged += 1
        if reader.damage:
            yield Problem.of(path, BadFile(reader.damage))
        elif self._is_traced:
            yield from _missing(path, list(played.values()))

    # Knowledge.

    def _check_knowledge(self, cell: int, run: int) -> Iterator[Problem]:
        """Compare the sizes of what a run learned with those that its last phase recorded."""
        path, phase = knowledge_file(self._records.folder, cell, run), self._last.get((cell, run))
        if path in self._known or phase is None:
            return
        sizes, known = sizes_of(phase), self._records.folder / KNOWN
        source = path if path.exists() or not known.exists() else known
        if not sizes and not source.exists():
            return
        try:
            knowledge = Knowledge.load(source, declared=declared_items())
            if (game := self._game(cell)) is not None:
                knowledge.check_game(game, str(source), declared_items())
        except HoyleError as error:
            yield Problem.of(source, error)
            return
        self.knowledge += 1
        found = {name: len(knowledge.item(name)) for name in knowledge.items}
        if found != sizes:
            names = sorted(name for name in {*found, *sizes} if found.get(name) != sizes.get(name))
            words = ", ".join(
                f"{name} {found.get(name, 0)} instead of {sizes.get(name, 0)}" for name in names
            )
            yield Problem(
                source,
                shown_line(f"does not have the entries that run {run} of cell {cell} recorded: {words}"),
            )


def _difference(logged: Logged, contest: _Played | None, run: int) -> str:
    """Say how a decision differs from the row of its contest; "" if it does not."""
    move, ply = logged.decision.move, logged.ply
    where = f"run {logged.run}, phase {logged.phase}, contest {logged.contest}, ply {ply}"
    if contest is None or logged.run != run:
        return f"there is no row of {where}"
    if ply is None or ply >= len(contest.moves) or contest.moves[ply] != move:
        return f"{where} is {move}, but the row has other moves"
    if contest.positions and contest.positions[ply] != logged.decision.position:
        return f"the position before {where} is another"
    return ""


def _missing(path: Path, played: list[_Played]) -> Iterator[Problem]:
    """Find contests without all of their decisions, from the first one in the trace on.

    An experiment may have been resumed with a trace that it began without.
    """
    start = next((place for place, each in enumerate(played) if each.logged), len(played))
    for each in played[start:]:
        if each.logged != (wanted := int(each.row["decisions"])):
            yield Problem(path, f"has {each.logged} of {wanted} decisions of {each.words}")


_CHECKS: Mapping[str, Callable[[Path, Checked, Tell], Iterator[Problem]]] = {
    "results": _check_results,
    "trace": _check_trace,
    "knowledge": _check_knowledge,
    "solution": _check_solution,
}
