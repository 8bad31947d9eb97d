"""Resuming: results must be complete and of this version, and their contests must be playable."""

from pathlib import Path
from typing import Any

from blackboard import TraceReader
from blackboard.trace import VERSION as WRITTEN
from games import BadFile, Game, in_words
from scenarios.experiment.records import Records, read_records
from scenarios.experiment.run_files import TRACES, file_problems, trace_file
from scenarios.experiment.seals import place
from scenarios.experiment.store import FILE, REMEDY, VERSION
from scenarios.experiment.wholeness import is_begun
from scenarios.language.scenario import Scenario


def check_resumable(folder: Path, scenario: Scenario) -> None:
    """Refuse results that cannot be resumed; BadFile gives the reason."""
    if not is_begun(folder):
        return
    records = read_records(folder)
    if not records.is_sealed:
        raise BadFile(
            f"{folder} has results of version {records.meta['version']}, but this Hoyle writes {VERSION};"
            " choose another folder"
        )
    if problem := next(file_problems(records, with_traces=scenario.trace), None):
        is_trace = problem.path.parent.name == TRACES
        other = "; or add --set trace=false to continue without traces" if is_trace else ""
        raise BadFile(f"{problem}; {REMEDY}{other}")
    if scenario.trace:
        _check_versions(records)
    _check_moves(records, scenario)


def _check_versions(records: Records) -> None:
    """Refuse to append to traces of an older version."""
    done = {(row.cell, row.run) for row in records.runs if row.state == "done"}
    for row in records.traces:
        path = trace_file(records.folder, row.cell, row.run)
        if (row.cell, row.run) not in done and (found := TraceReader(path, until=0).version) != WRITTEN:
            raise BadFile(
                f"{path} has trace version {found}, but this Hoyle writes {WRITTEN}; choose another folder,"
                " or add --set trace=false to continue without traces"
            )


def _check_moves(records: Records, scenario: Scenario) -> None:
    """Check that the contests of unfinished runs can be played, since those runs learn from them again."""
    ended = {(row.cell, row.run) for row in records.runs if row.state == "done"}
    games: dict[int, Game[Any]] = {}
    for (cell, run, _), where in records.slices.items():
        if (cell, run) not in ended and cell < len(scenario.cells):
            game = games.setdefault(cell, scenario.cells[cell].make_game())
            for row in records.contests[where]:
                _check_contest(records.folder / FILE, game, row)


def _check_contest(path: Path, game: Game[Any], row: Any) -> None:
    position = game.initial()
    try:
        for move in row["moves"].split():
            position = game.play(position, move)
    except Exception as error:
        key = {name: int(row[name]) for name in ("cell", "run", "phase", "contest")}
        said = f"{place('contests', key)}: these moves cannot be played: {in_words(error)}"
        raise BadFile(f"'{path}' is damaged: {said}; {REMEDY}") from error
