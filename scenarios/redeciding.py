"""The command that decides logged decisions again under other settings."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import attrs
import click
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from control import Budgets, Changes, Redecision, Settings, get_paradigm, pivotal, redecide
from games import BadFile, Move, UnknownName
from scenarios.answers import answer
from scenarios.contestants import read_weights
from scenarios.options import PATH, json_option, load_option, split_names
from scenarios.traces import Log, Logged, read_log

LATER = "Only these decisions are answered: after another move, later positions would have been others."
MOST_ROWS = 40
"""Changed decisions that are shown in the terminal."""


@attrs.frozen
class Answer:
    """One decision again."""

    logged: Logged
    again: Redecision
    pivotal: tuple[str, ...] = ()
    """Without whom alone the new move would be another."""

    @property
    def was(self) -> Move:
        """The move that was made."""
        return self.logged.decision.move

    @property
    def now(self) -> Move:
        """The move as it would be."""
        return self.again.decision.move

    @property
    def is_changed(self) -> bool:
        """Is it another?"""
        return self.was != self.now

    def document(self) -> dict[str, Any]:
        """Tell it as JSON."""
        return {
            "contest": self.logged.contest,
            "ply": self.logged.ply,
            "was": self.was,
            "now": self.now,
            "pivotal": list(self.pivotal),
            "certain": self.again.is_certain,
            "doubts": list(self.again.doubts),
            "run": self.logged.run,
            "phase": self.logged.phase,
            "trace": str(self.logged.trace),
            "decision": self.logged.number,
        }


@click.command("redecide")
@click.argument("place", type=PATH, metavar="FOLDER_OR_TRACE")
@click.option("--paradigm", help="Another way to combine tier 3.")
@click.option(
    "--budget",
    "budgets",
    multiple=True,
    metavar="[WHOSE=]AMOUNT",
    help="Another budget (repeatable), as in decide.",
)
@click.option("--without", default="", help="Leave out these Advisors, separated by commas.")
@click.option("--weights", default="", metavar="NAME=W,...", help="Other weights in tier 3.")
@click.option("--late", help="Posts of Advisors that ran out of time: keep or drop.")
@click.option("--silence", type=int, help="What a move gets from the silent: 5 or 0.")
@click.option("--pivotal", "for_all", is_flag=True, help="Name the pivotal Advisors of unchanged moves too.")
@load_option
@json_option
def redecide_command(*, place: Path, for_all: bool, as_json: bool, **given: Any) -> None:
    """Decide logged decisions again under other settings, without playing.

    From traces alone: how many moves change, which, and which Advisors were pivotal: without whom alone the
    move would be another.
    """
    log = read_log(place)
    changes = read_changes(given, log)
    answers = redecided(log.decisions, changes, for_all=for_all)
    answer(_document(log, answers, for_all=for_all), _view(log, answers, for_all=for_all), as_json=as_json)
    if log.damage:
        raise BadFile("; ".join(log.damage))


def read_changes(given: dict[str, Any], log: Log) -> Changes:
    """Read what is to be otherwise; whom it names must have taken part somewhere."""
    present = {each.advisor for logged in log.decisions for each in logged.decision.testimonies}
    budgets = Budgets.parse(given["budgets"])
    without, weights = split_names(given["without"]), read_weights(given["weights"].replace(",", "+"))
    for name in (*budgets.by_name, *without, *weights):
        if name not in present:
            raise UnknownName.of("Advisor that took part", name, present, "the traces tell nothing of it")
    changes = Changes(
        paradigm=None if given["paradigm"] is None else get_paradigm(given["paradigm"]),
        budgets=budgets,
        without=frozenset(without),
        weights=weights,
        late=given["late"],
        silence=given["silence"],
    )
    Settings(late=changes.late or "keep", silence=5 if changes.silence is None else changes.silence)
    return changes


def redecided(logged: Iterable[Logged], changes: Changes, *, for_all: bool = False) -> list[Answer]:
    """Decide each again; name who was pivotal where the move is another, or everywhere."""
    answers = []
    for each in logged:
        found = Answer(each, redecide(each.decision, changes))
        if found.is_changed or for_all:
            found = attrs.evolve(found, pivotal=pivotal(each.decision, changes))
        answers.append(found)
    return answers


def _document(log: Log, answers: list[Answer], *, for_all: bool) -> dict[str, Any]:
    document: dict[str, Any] = {
        "decisions": len(answers),
        "traces": len(log.traces),
        "changed": [each.document() for each in answers if each.is_changed],
        "certain": sum(each.again.is_certain for each in answers),
        "uncertain": sum(not each.again.is_certain for each in answers),
        "note": LATER,
    }
    if for_all:
        document["pivotal"] = [each.document() for each in answers]
    return document


def _view(log: Log, answers: list[Answer], *, for_all: bool) -> RenderableType:
    changed = [each for each in answers if each.is_changed]
    parts: list[RenderableType] = [Text(line) for line in _told(log, answers, changed)]
    if changed:
        parts += [Text(), _table(changed[:MOST_ROWS], len(log.traces) > 1)]
        if len(changed) > MOST_ROWS:
            parts.append(Text(f"... and {len(changed) - MOST_ROWS} more; --json tells them all."))
    named = Counter(name for each in (answers if for_all else changed) for name in each.pivotal)
    if named:
        told = ", ".join(f"{name} in {count}" for name, count in named.most_common())
        parts += [Text(), Text(f"Pivotal: {told} {'decisions' if for_all else 'changed decisions'}.")]
    return Group(*parts)


def _told(log: Log, answers: list[Answer], changed: list[Answer]) -> list[str]:
    many = f"{len(log.traces)} traces" if len(log.traces) != 1 else str(log.traces[0])
    doubtful = [each for each in answers if not each.again.is_certain]
    lines = [f"{len(changed)} of {len(answers)} decisions in {many} come to another move."]
    if doubtful:
        names = Counter(name for each in doubtful for name in each.again.doubts)
        who = ", ".join(f"{name} ({count})" for name, count in names.most_common())
        missing = sum(each.is_changed for each in doubtful)
        lines.append(
            f"{len(doubtful)} answers are uncertain, {missing} of the changed ones among them: the traces do not"
            f" tell what these would have said: {who}."
        )
    else:
        lines.append("Every answer is certain.")
    return [*lines, LATER]


def _table(changed: list[Answer], shows_trace: bool) -> Table:  # noqa: FBT001  # private
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
            _number(each.logged.contest),
            _number(each.logged.ply),
            each.was,
            each.now,
            "yes" if each.again.is_certain else "no",
            ", ".join(each.pivotal),
            *([each.logged.trace.name] if shows_trace else []),
        )
        table.add_row(*map(Text, cells))
    return table


def _number(value: int | None) -> str:
    return "" if value is None else str(value)
