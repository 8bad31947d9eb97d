"""The account of a race: its verdict as a document and in sentences, and a scenario of the leader."""

import math
from collections.abc import Iterable
from typing import Any

from games.counting import how_many
from scenarios.experiment.completeness import FailedRun
from scenarios.language.writing import write_scenario
from scenarios.tuning.axes import Candidate
from scenarios.tuning.outlook import fewest_blocks
from scenarios.tuning.race import ONE_LEFT, Entrant, RaceResult
from scenarios.tuning.tuning_spec import CONTESTS, PHASE, TuningSpec

CONTESTS_OF_BEST = 100
"""Contests in the scenario of the leading setting."""
_DIGITS = 2
"""Estimates are rounded up to this number of significant digits."""


def leading_candidate(spec: TuningSpec, result: RaceResult) -> Candidate:
    """Return the leading setting; it is the best if the race certifies it."""
    return next(each for each in spec.candidates if each.name == result.best)


def document(spec: TuningSpec, result: RaceResult, *, with_scenario: bool) -> dict[str, Any]:
    """Return the result as plain values."""
    leader = leading_candidate(spec, result)
    return {
        **_wanted(spec),
        "verdict": "certified" if result.is_certified else "inconclusive",
        "guarantee": _guarantee(spec, result) if result.is_certified else None,
        "leader": {"name": leader.name, "words": leader.words, "keys": dict(leader.keys)},
        "left": len(result.doubted) + 1,
        "better_by_at_most": _most(result) if result.doubted else None,
        "ended": result.why,
        "contests": {
            "given": spec.contests,
            "played": result.blocks * CONTESTS,
            "grid": result.grid * CONTESTS,
            "fewest": fewest_contests(spec),
            "probable": _probable(result),
        },
        "axes": list(spec.axes),
        "settings": [_entry(each) for each in result.field],
        "scenario": fragment(spec, result) if with_scenario else None,
        "failed_runs": [],
        "complete": True,
    }


def failed_document(spec: TuningSpec, failed: Iterable[FailedRun]) -> dict[str, Any]:
    """Return a race without a result, because blocks failed, as plain values."""
    runs = [each.document() for each in failed]
    return {**_wanted(spec), "verdict": "failed", "leader": None, "failed_runs": runs, "complete": False}


def _wanted(spec: TuningSpec) -> dict[str, Any]:
    """Return what was to be raced."""
    return {
        "game": spec.game,
        "options": dict(spec.options),
        "against": spec.against,
        "time": spec.time,
        "seed": spec.seed,
        "indifference": spec.indifference,
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
        "in_doubt": entrant.in_doubt,
        "ruled_out": None if out is None else {"after_block": out.block, "by": out.by},
    }


def fewest_contests(spec: TuningSpec) -> int | None:
    """Return the fewest contests that can decide the race; None if those given can."""
    blocks = fewest_blocks(len(spec.candidates), spec.contests // CONTESTS, spec.indifference)
    return None if blocks is None else blocks * CONTESTS


def too_few(spec: TuningSpec) -> str | None:
    """Return a sentence if the contests given cannot decide the race."""
    fewest = fewest_contests(spec)
    if fewest is None:
        return None
    return (
        f"{spec.contests:,} contests cannot decide a race of {how_many(len(spec.candidates), 'setting')}:"
        f" even if one setting won all its contests and the others lost all theirs, it would take {fewest:,}"
    )


def sentences(spec: TuningSpec, result: RaceResult) -> list[str]:
    """Return the result in sentences: the verdict, what it is worth, and what was played."""
    verdict = _certified(spec, result) if result.is_certified else _inconclusive(spec, result)
    return [*verdict, _played(spec, result)]


def _certified(spec: TuningSpec, result: RaceResult) -> list[str]:
    best = leading_candidate(spec, result).words
    return [
        f"Certified: the best of {how_many(len(result.field), 'setting')} is {best}.",
        f"{_guarantee(spec, result)}.",
    ]


def _guarantee(spec: TuningSpec, result: RaceResult) -> str:
    if result.why == ONE_LEFT:
        return "Every other setting is ruled out (95 % confidence)"
    return f"No other setting is better by more than {spec.indifference:g} Elo (95 % confidence)"


def _inconclusive(spec: TuningSpec, result: RaceResult) -> list[str]:
    left, size = len(result.doubted) + 1, len(result.field)
    leader = leading_candidate(spec, result).words
    lines = [
        f"Inconclusive: {left:,} of {how_many(size, 'setting')} may be the best.",
        f"{leader} leads; another may be better by up to {_most(result):.0f} Elo.",
    ]
    if (few := too_few(spec)) is not None:
        lines.append(f"{few}.")
    return [*lines, _forecast(result)]


def _most(result: RaceResult) -> float:
    """Return by how much the best of the settings in doubt may be better, in Elo."""
    return max(-each.low for each in result.doubted)


def _forecast(result: RaceResult) -> str:
    probable = _probable(result)
    if probable is None:
        return "No number of contests within reach would probably decide; race fewer settings."
    return f"About {probable:,} contests in all would probably decide: race again with --contests {probable}."


def _probable(result: RaceResult) -> int | None:
    """Return with how many contests a race would probably decide, rounded up; None if that is not known."""
    if result.enough is None:
        return None
    contests = result.enough * CONTESTS
    step = int(10 ** max(0, len(str(contests)) - _DIGITS))
    return math.ceil(contests / step) * step


def _played(spec: TuningSpec, result: RaceResult) -> str:
    """Return how many contests were played, and what became of the others."""
    played, grid = result.blocks * CONTESTS, result.grid * CONTESTS
    out = sum(each.ruled_out is not None for each in result.field)
    text = f"{played:,} of {spec.contests:,} contests were played"
    if result.is_certified:
        text += ", enough to decide"
    elif left := spec.contests - played:
        text += f"; the other {left:,} are too few for {CONTESTS} by each setting that still races"
    text += f". {out} of {len(result.field)} settings are ruled out."
    if grid > played:
        text += f" A grid in which every setting plays as many as the one that played most takes {grid:,}."
    return text


def fate(result: RaceResult, entrant: Entrant) -> str:
    """Return what happened to a setting, in two words."""
    if entrant.name == result.best:
        return "certified" if result.is_certified else "leads"
    if entrant.ruled_out is not None:
        return "ruled out"
    return "in doubt" if entrant.in_doubt else "no better"


def fragment(spec: TuningSpec, result: RaceResult) -> str:
    """Write the leading setting as a scenario file."""
    keys = spec.keys(leading_candidate(spec, result))
    which = "best" if result.is_certified else "leading"
    keys["title"] = f"The {which} of {how_many(len(result.field), 'setting')} of {spec.game}"
    keys["about"] = " ".join(sentences(spec, result))
    keys["phase"] = [{**keys["phase"][0], "name": PHASE, "contests": CONTESTS_OF_BEST}]
    return write_scenario(keys)
