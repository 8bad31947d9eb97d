"""The command that repeats the decisions in a trace with other settings."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import attrs
import click
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from control import Changes, pivotal, redecide
from control.settings.declarations import Scope
from control.settings.hoyle_options import HoyleOptions
from games import BadFile, Move
from games.counting import how_many, plural
from scenarios.analysis.traces import Log, Logged
from scenarios.cli.answers import answer
from scenarios.cli.command_options import PATH, json_option, load_option, setting_options
from scenarios.decisions.recorded import check_names, read_changes

LATER = "Only recorded positions are decided again: after a changed move, later positions would differ."
MOST_ROWS = 40
"""The number of changed decisions that the terminal shows."""


@attrs.frozen(kw_only=True)
class Answer:
    """One repeated decision."""

    contest: int | None
    ply: int | None
    was: Move
    now: Move
    pivotal: tuple[str, ...] = ()
    """Each of these Advisors is pivotal: without it, the new move would be different."""
    certain: bool
    doubts: tuple[str, ...]
    """The Advisors whose comments the trace does not fully show."""
    run: int | None
    phase: str | None
    trace: Path
    decision: int
    """Its number in the trace, counted from 0."""

    @property
    def is_changed(self) -> bool:
        """Did the move change?"""
        return self.was != self.now

    def document(self) -> dict[str, Any]:
        """Return it as a JSON document."""
        return {
            **attrs.asdict(self),
            "pivotal": list(self.pivotal),
            "doubts": list(self.doubts),
            "trace": str(self.trace),
        }


@click.command("redecide")
@click.argument("place", type=PATH, metavar="FOLDER_OR_TRACE")
@setting_options(Scope.REDECIDE, HoyleOptions)
@click.option("--pivotal", "for_all", is_flag=True, help="List the pivotal Advisors of unchanged moves too.")
@load_option
@json_option
def redecide_command(*, place: Path, for_all: bool, as_json: bool, **given: Any) -> None:
    """Repeat recorded decisions with other settings, without playing.

    Print how many moves change, which moves, and which Advisors are pivotal. An Advisor is pivotal if the new
    move would be different without it.
    """
    log, changes, seen = Log(place), read_changes(given), set[str]()
    answers = list(redecided(log, changes, for_all=for_all, seen=seen))
    check_names(changes, seen)
    answer(_document(log, answers, for_all=for_all), _view(log, answers, for_all=for_all), as_json=as_json)
    if log.damage:
        raise BadFile("; ".join(log.damage))


def redecided(
    logged: Iterable[Logged], changes: Changes, *, for_all: bool = False, seen: set[str] | None = None
) -> Iterator[Answer]:
    """Repeat each decision; list pivotal Advisors for changed moves, or for all with `for_all`.

    The names of all Advisors that took part are added to `seen`.
    """
    for each in logged:
        if seen is not None:
            seen |= {testimony.advisor for testimony in each.decision.testimonies}
        again = redecide(each.decision, changes)
        is_wanted = for_all or again.decision.move != each.decision.move
        yield Answer(
            contest=each.contest,
            ply=each.ply,
            was=each.decision.move,
            now=again.decision.move,
            pivotal=pivotal(each.decision, changes) if is_wanted else (),
            certain=again.is_certain,
            doubts=again.doubts,
            run=each.run,
            phase=each.phase,
            trace=each.trace,
            decision=each.number,
        )


def _document(log: Log, answers: list[Answer], *, for_all: bool) -> dict[str, Any]:
    document: dict[str, Any] = {
        "decisions": len(answers),
        "traces": len(log.traces),
        "changed": [each.document() for each in answers if each.is_changed],
        "certain": sum(each.certain for each in answers),
        "uncertain": sum(not each.certain for each in answers),
        "note": LATER,
    }
    if for_all:
        document["pivotal"] = [each.document() for each in answers]
    return document


def _view(log: Log, answers: list[Answer], *, for_all: bool) -> RenderableType:
    changed = [each for each in answers if each.is_changed]
    parts: list[RenderableType] = [Text(line) for line in _summary(log, answers, changed)]
    if changed:
        parts += [Text(), _table(changed[:MOST_ROWS], shows_trace=len(log.traces) > 1)]
        if len(changed) > MOST_ROWS:
            parts.append(Text(f"... and {len(changed) - MOST_ROWS} more; --json lists them all."))
    named = Counter(name for each in (answers if for_all else changed) for name in each.pivotal)
    if named:
        counts = ", ".join(f"{name} in {count}" for name, count in named.most_common())
        last = named.most_common()[-1][1]
        what = "decision" if for_all else "changed decision"
        parts += [Text(), Text(f"Pivotal: {counts} {what if last == 1 else plural(what)}.")]
    return Group(*parts)


def _summary(log: Log, answers: list[Answer], changed: list[Answer]) -> list[str]:
    many = f"{len(log.traces)} traces" if len(log.traces) != 1 else str(log.traces[0])
    doubtful = [each for each in answers if not each.certain]
    lines = [f"{len(changed):,} of {how_many(len(answers), 'decision')} in {many} would change."]
    if doubtful:
        names = Counter(name for each in doubtful for name in each.doubts)
        who = ", ".join(f"{name} ({count})" for name, count in names.most_common())
        verb = "is" if len(doubtful) == 1 else "are"
        doubtful_changes = sum(each.is_changed for each in doubtful)
        lines.append(
            f"{how_many(len(doubtful), 'answer')} {verb} uncertain ({doubtful_changes} among the changes):"
            f" the traces do not show all comments of {who}."
        )
    else:
        lines.append("Every answer is certain.")
    return [*lines, LATER]


def _table(changed: list[Answer], *, shows_trace: bool) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in (
        "contest",
        "ply",
        "was",
        "now",
        "certain",
        "pivotal",
        *(["trace"] if shows_trace else []),
    ):
        table.add_column(heading)
    for each in changed:
        cells = (
            _number(each.contest),
            _number(each.ply),
            each.was,
            each.now,
            "yes" if each.certain else "no",
            ", ".join(each.pivotal),
            *([each.trace.name] if shows_trace else []),
        )
        table.add_row(*map(Text, cells))
    return table


def _number(value: int | None) -> str:
    return "" if value is None else str(value)
