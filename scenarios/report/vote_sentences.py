"""How much there was to vote on: sentences for the findings, facts, and a document."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from scenarios.analysis.grid_axes import GAME
from scenarios.analysis.setting_names import name_labels, phase_of_axis
from scenarios.decisions.silence import silence_sentence, silence_share
from scenarios.experiment.attendance import OWN
from scenarios.experiment.records import Records
from scenarios.play.votes import EVERY, FIELDS, VoteCounts

_SEATING = ("advisors", "without")
"""Keys that say which Advisors are asked."""


@attrs.frozen(kw_only=True)
class _Part:
    """Cells in which the same Advisors decide in the same game."""

    game: str
    name: str
    seated: frozenset[str]
    counts: VoteCounts


def vote_sentences(records: Records) -> list[str]:
    """Return what findings should mention: votes if paradigms are compared, and panels that are silent."""
    parts = _parts(records)
    silent = [_silence(each) for each in parts if each.counts.is_mostly_silent]
    return [*(_votes(parts) if _compares_paradigms(records) else ()), *silent]


def vote_facts(records: Records) -> Iterator[tuple[str, str]]:
    """Yield the share of decisions without an opinion, in each game and of each panel."""
    parts = _parts(records)
    if parts:
        shares = [f"{f'{each.name}: ' if each.name else ''}{silence_share(each.counts)}" for each in parts]
        yield "No Advisor but Wild had an opinion", "; ".join(shares)


def vote_documents(records: Records) -> list[dict[str, Any]]:
    """Return the counts of each game and panel for programs."""
    return [{"game": each.game, "panel": each.name, **attrs.asdict(each.counts)} for each in _parts(records)]


def _votes(parts: Sequence[_Part]) -> Iterator[str]:
    counts = sum((each.counts for each in parts), VoteCounts())
    if not counts.choices:
        return
    share = 100 * counts.voted / counts.choices
    line = f"A vote decided {counts.voted:,} of {counts.choices:,} decisions ({share:.0f} %)"
    if not counts.compared:
        yield f"{line}."
        return
    yield (
        f"{line}. Counted again under the other paradigms (one vote in {EVERY}),"
        f" {counts.disputed:,} of {counts.compared:,} votes ({100 * counts.disputed / counts.compared:.0f} %)"
        " choose another move under at least one of them."
    )


def _silence(part: _Part) -> str:
    sentence = silence_sentence(part.counts, part.game, part.seated)
    return f"{part.name}: {sentence}" if part.name else sentence


def _compares_paradigms(records: Records) -> bool:
    swept = [axis for axis, labels in records.axes.items() if len(labels) > 1]
    return any(phase_of_axis(axis)[1] == "paradigm" for axis in swept)


def _parts(records: Records) -> list[_Part]:
    """Add up the counts of the cells in which the same Advisors decide in the same game."""
    axes = [axis for axis in records.axes if axis == GAME or phase_of_axis(axis)[1] in _SEATING]
    found: dict[tuple[tuple[str, str], ...], _Part] = {}
    for row in records.votes:
        labels = records.cells[row.cell]
        key = tuple((axis, labels[axis]) for axis in axes if axis in labels)
        counts = VoteCounts(**{name: getattr(row, name) for name in FIELDS})
        seated = frozenset(records.seated.get((row.cell, row.run, row.phase, OWN), ()))
        before = found.get(key)
        found[key] = _Part(
            game=_game_of(records, row.cell),
            name=name_labels(key),
            seated=seated if before is None else before.seated | seated,
            counts=counts if before is None else before.counts + counts,
        )
    return [each for each in found.values() if each.counts.choices]


def _game_of(records: Records, cell: int) -> str:
    labels: Mapping[str, str] = records.cells[cell]
    spec = records.specs.get(cell)
    return labels.get(GAME, "") if spec is None else spec.game
