"""The rows of an experiment's results: one table of their shapes.

`ROWS` names every table of the store and the class of its rows. The store's SQL, its checksums, what counts
in the digest, the columns of a frame and the table in docs/scenarios.md follow from the fields declared here.
"""

import enum
from collections.abc import Mapping
from typing import Any, TypeAlias

import attrs

KEYS = ("cell", "run", "phase", "contest", "advisor", "key")
"""Columns that tell one row of a table from the others."""
_COLUMN = "column"


class InDigest(enum.Enum):
    """Is a column part of the digest, the hash of the results alone?"""

    ALWAYS = enum.auto()
    IN_VIRTUAL_TIME = enum.auto()
    """On the wall clock it differs from time to time."""
    NEVER = enum.auto()
    """A time of the machine, or words in which a path may stand."""


@attrs.frozen
class Column:
    """What is declared of a column besides its name and type."""

    about: str = ""
    in_digest: InDigest = InDigest.ALWAYS
    since: int = 0
    """The version of results that brought it."""


def _says(about: str = "", in_digest: InDigest = InDigest.ALWAYS, *, since: int = 0) -> dict[str, Column]:
    return {_COLUMN: Column(about, in_digest, since)}


@attrs.frozen(kw_only=True)
class MetaRow:
    """One fact about an experiment."""

    key: str
    value: str
    """As JSON."""


@attrs.frozen(kw_only=True)
class CellRow:
    """One point of the grid."""

    cell: int
    labels: str
    """What was chosen on each axis of the sweep, as JSON."""
    spec: str = attrs.field(default="", metadata=_says(since=5))
    """What the scenario resolves to there, as JSON; nothing in results of older versions."""


@attrs.frozen(kw_only=True)
class ContestRow:
    """One contest of an experiment."""

    cell: int = attrs.field(metadata=_says("Which point of the grid, counted from 0."))
    run: int = attrs.field(metadata=_says("Which run of the cell, counted from 0."))
    phase: int = attrs.field(metadata=_says("Which phase of the run, counted from 0."))
    contest: int = attrs.field(metadata=_says("Which contest of the phase, counted from 0."))
    role: str = attrs.field(metadata=_says("Hoyle's: `player`, `opponent`, or `none` where it watched."))
    other: str = attrs.field(metadata=_says("Who played against it, or who played."))
    outcome: str = attrs.field(metadata=_says("Who won, or `draw`."))
    result: int | None = attrs.field(metadata=_says("For Hoyle: 1 won, 0 drawn, -1 lost."))
    expert_like: int | None = attrs.field(
        metadata=_says(
            "Was the outcome at least as good as the game's value for Hoyle's role? Unknown where that is."
        )
    )
    plies: int = attrs.field(metadata=_says("Moves of both sides."))
    moves: str = attrs.field(metadata=_says("All of them, in order."))
    ended_by: str = attrs.field(metadata=_says("What ended it: the rules, a limit, or a forfeit."))
    added: int = attrs.field(
        metadata=_says(
            "Facts of the game that knowledge gained: new entries, but for those of items such as weights, "
            "which change with every contest."
        )
    )
    entries: int = attrs.field(metadata=_says("Entries of knowledge afterwards, of every item."))
    decisions: int = attrs.field(metadata=_says("Decisions that Hoyle made."))
    decision_ns: int = attrs.field(
        metadata=_says("Time that these took, on the scenario's clock.", InDigest.IN_VIRTUAL_TIME)
    )
    choices: int = attrs.field(metadata=_says("Decisions in which there was more than one move."))
    correct: int | None = attrs.field(
        metadata=_says(
            "Choices that a perfect contestant could have made; unknown where the game is not solved."
        )
    )
    work: int = attrs.field(
        metadata=_says("Questions that Hoyle's Advisors asked the rules.", InDigest.IN_VIRTUAL_TIME)
    )
    wasted: int = attrs.field(
        metadata=_says("Those of Advisors that were cancelled.", InDigest.IN_VIRTUAL_TIME)
    )
    seconds: float = attrs.field(metadata=_says("Time that the contest took on the wall.", InDigest.NEVER))
    lag_ns: int | None = attrs.field(
        default=None,
        metadata=_says(
            "How late the harness itself was at worst, in real time; unknown in virtual time, where nothing "
            "is late.",
            InDigest.NEVER,
        ),
    )
    overruns: int = attrs.field(
        default=0, metadata=_says("How often an Advisor ended past its deadline.", InDigest.NEVER)
    )
    overrun_ns: int = attrs.field(default=0, metadata=_says("How far past it, at worst.", InDigest.NEVER))
    load: float | None = attrs.field(
        default=None,
        metadata=_says(
            "How many processes wanted a processor, at worst; unknown where the system does not tell.",
            InDigest.NEVER,
        ),
    )
    doubtful: int = attrs.field(
        default=0,
        metadata=_says(
            "Was the harness later than the scenario's margin? Then times do not show what the limits did.",
            InDigest.NEVER,
        ),
    )
    attendance: str = attrs.field(
        default="",
        metadata=_says(
            "How often each Advisor was asked, failed and so on, and each contestant that is a program, "
            "as JSON.",
            InDigest.NEVER,
        ),
    )


@attrs.frozen(kw_only=True)
class PhaseRow:
    """How a phase of a run ended."""

    cell: int
    run: int
    phase: int
    name: str
    contests: int
    ended_by: str
    """As scenarios.language.stop_rules writes it: `contests`, `expert_like and stable`, `sprt: H1`."""
    knowledge: str
    """The size of each item, as JSON."""


@attrs.frozen(kw_only=True)
class AdvisorRow:
    """What one tier-3 Advisor would have said about the moves of contestants that did not lose."""

    cell: int
    run: int
    phase: int
    advisor: str
    asked: int
    commented: int
    """In how many of these positions it had a comment to make: its relevance."""
    agreed: int
    """In how many its strongest comment supported the move: its significance."""


@attrs.frozen(kw_only=True)
class RunRow:
    """How a run ended."""

    cell: int
    run: int
    state: str
    """`done` or `failed`."""
    reason: str = attrs.field(default="", metadata=_says(in_digest=InDigest.NEVER))
    failed_advisor: str = attrs.field(default="", metadata=_says(in_digest=InDigest.NEVER, since=6))
    """The Advisor because of which it failed, if that is known; nothing in results of older versions."""


@attrs.frozen(kw_only=True)
class TraceRow:
    """The length of the trace of a run after its last complete contest; anything after that is incomplete."""

    cell: int
    run: int
    bytes: int


@attrs.frozen(kw_only=True)
class LearnedRow:
    """The knowledge file that a run wrote at its end."""

    cell: int
    run: int
    bytes: int
    sha256: str


@attrs.frozen(kw_only=True)
class VoteRow:
    """How the decisions of a phase of a run came about, as scenarios.play.votes counts them."""

    cell: int
    run: int
    phase: int
    choices: int
    silent: int
    voted: int
    compared: int
    disputed: int


Row: TypeAlias = (
    MetaRow | CellRow | RunRow | PhaseRow | ContestRow | AdvisorRow | TraceRow | LearnedRow | VoteRow
)

ROWS: Mapping[str, type[Row]] = {
    "meta": MetaRow,
    "cells": CellRow,
    "runs": RunRow,
    "phases": PhaseRow,
    "contests": ContestRow,
    "advisors": AdvisorRow,
    "traces": TraceRow,
    "learned": LearnedRow,
    "votes": VoteRow,
}
"""The class of the rows of every table."""
TABLES: Mapping[str, Mapping[str, Column]] = {
    table: {field.name: field.metadata.get(_COLUMN, Column()) for field in attrs.fields(kind)}
    for table, kind in ROWS.items()
}
"""The columns of every table, without the seal."""
LATER = {"traces": 4, "learned": 6, "votes": 6}
"""Tables that older results lack, and the version that brought them."""
DIGESTED = ("runs", "phases", "contests", "advisors")
"""The tables that hold results."""


def types_of(kind: type[Row]) -> dict[str, Any]:
    """Return what each column of a kind of row may be."""
    return {field.name: field.type for field in attrs.fields(kind)}


def columns_as_markdown() -> str:
    """Write the columns of a contest as a table for the page about scenario files."""
    rows = [f"| `{name}` | {column.about} |" for name, column in TABLES["contests"].items()]
    return "\n".join(["| column | what it says |", "|---|---|", *rows])
