"""The result of a race: as a document, in sentences, and as a scenario of the best setting."""

from collections.abc import Iterable
from typing import Any

from games.counting import how_many
from scenarios.experiment.completeness import FailedRun
from scenarios.language.writing import write_scenario
from scenarios.tuning.axes import Candidate
from scenarios.tuning.race import USED_UP, Entrant, RaceResult
from scenarios.tuning.tuning_spec import CONTESTS, PHASE, TuningSpec

CONTESTS_OF_BEST = 100
"""Contests in the scenario of the best setting."""


def best_candidate(spec: TuningSpec, result: RaceResult) -> Candidate:
    """Return the best setting."""
    return next(each for each in spec.candidates if each.name == result.best)


def document(spec: TuningSpec, result: RaceResult) -> dict[str, Any]:
    """Return the result as plain values."""
    best = best_candidate(spec, result)
    return {
        **_wanted(spec),
        "best": {"name": best.name, "words": best.words, "keys": dict(best.keys)},
        "ended": result.why,
        "contests": result.blocks * CONTESTS,
        "grid_contests": result.grid * CONTESTS,
        "axes": list(spec.axes),
        "field": [_entry(each) for each in result.field],
        "scenario": fragment(spec, result),
        "failed_runs": [],
        "complete": True,
    }


def failed_document(spec: TuningSpec, failed: Iterable[FailedRun]) -> dict[str, Any]:
    """Return a race without a result, because blocks failed, as plain values."""
    runs = [each.document() for each in failed]
    return {**_wanted(spec), "best": None, "failed_runs": runs, "complete": False}


def _wanted(spec: TuningSpec) -> dict[str, Any]:
    """Return what was to be raced."""
    return {
        "game": spec.game,
        "options": dict(spec.options),
        "against": spec.against,
        "time": spec.time,
        "seed": spec.seed,
        "within": spec.within,
    }


def _entry(entrant: Entrant) -> dict[str, Any]:
    out = entrant.ruled_out
    return {
        "name": entrant.name,
        "contests": entrant.blocks * CONTESTS,
        "score": entrant.score,
        "elo": 0.0 - entrant.behind,
        "elo_low": 0.0 - entrant.high,
        "elo_high": 0.0 - entrant.low,
        "ruled_out": None if out is None else {"after_block": out.block, "by": out.by},
    }


def sentences(spec: TuningSpec, result: RaceResult) -> list[str]:
    """Return the result in sentences: the best, why the race ended, how certain that is, and its cost."""
    doubted = [each for each in result.field[1:] if each.ruled_out is None and -each.low > spec.within]
    count = sum(each.ruled_out is not None for each in result.field)
    best = f"The best of {how_many(len(result.field), 'setting')} is {best_candidate(spec, result).words}."
    end = f"The race ended because {_why(spec, result)}; {count} of {len(result.field)} are ruled out."
    if not doubted:
        certainty = f"No other setting is better by more than {spec.within:g} Elo (95 % confidence)."
    else:
        most = max(-each.low for each in doubted)
        others = "1 other setting" if len(doubted) == 1 else f"{len(doubted)} other settings"
        certainty = f"Inconclusive: {others} may be better, by up to {most:.0f} Elo."
    played, grid = result.blocks * CONTESTS, result.grid * CONTESTS
    cost = (
        f"The race took {how_many(played, 'contest')}. A grid in which every setting plays as many as the one"
        f" that played most would take {grid:,}."
    )
    return [best, end, certainty, cost]


def _why(spec: TuningSpec, result: RaceResult) -> str:
    return f"{result.why} (all {spec.contests:,})" if result.why == USED_UP else result.why


def fate(result: RaceResult, entrant: Entrant) -> str:
    """Return what happened to a setting."""
    if entrant.name == result.best:
        return "the best"
    if entrant.ruled_out is not None:
        return f"ruled out after block {entrant.ruled_out.block:,}, mainly by {entrant.ruled_out.by}"
    most = max(each.blocks for each in result.field)
    return "not ruled out" if entrant.blocks == most else "set aside, not ruled out"


def fragment(spec: TuningSpec, result: RaceResult) -> str:
    """Write the best setting as a scenario file."""
    keys = spec.keys(best_candidate(spec, result))
    keys["title"] = f"The best of {how_many(len(result.field), 'setting')} of {spec.game}"
    keys["about"] = " ".join(sentences(spec, result))
    keys["phase"] = [{**keys["phase"][0], "name": PHASE, "contests": CONTESTS_OF_BEST}]
    return write_scenario(keys)
