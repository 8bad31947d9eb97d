"""What a scenario says, once it has been read: cells with their phases, and the tables to make of them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from control.hearing.clock_options import ClockOptions
from control.settings.hoyle_options import HoyleOptions
from games import Game, make_game
from scenarios.language.choices import TELL
from scenarios.language.stop_rules import Until

PHASE_AXIS = "phase"
"""The axis that every experiment has besides those of its sweep."""


@attrs.frozen(kw_only=True)
class Tune:
    """What is changed before a phase, by what the Advisors would have said in the phases before it."""

    drop: bool = True
    """Leave out the tier-3 Advisors that never supported a move of a contestant that did not lose."""
    double: int = 3
    """How many of the most significant get twice their weight."""


@attrs.frozen(kw_only=True)
class PhaseSpec:
    """A row of contests, learning or testing."""

    name: str
    learn: str = "no"
    hoyle: HoyleOptions = attrs.field(factory=HoyleOptions)
    """Whether it learns is said by `learn` alone."""
    against: str = "expert"
    """Who plays against Hoyle: a contestant's name, `hoyle` and its options included."""
    watch: tuple[str, str] | None = None
    """Who plays while Hoyle watches; they change roles from contest to contest."""
    contests: int = 100
    until: Until = attrs.field(factory=Until)
    first: str = "alternate"
    """Who moves first."""
    expert: bool | None = None
    """Is Hoyle told that the others are experts? None: those called perfect or expert are."""
    review: bool = False
    """Afterwards, ask every tier-3 Advisor what it would have said: its relevance and significance."""
    also_review: tuple[str, ...] = ()
    """Advisors of tiers 1 and 2 that are asked in the review too."""
    tune: Tune | None = None

    @property
    def others(self) -> tuple[str, ...]:
        """Who takes part besides Hoyle."""
        return self.watch or () if self.learn == "watch" else (self.against,)


@attrs.frozen(kw_only=True)
class CellSpec:
    """One point of the grid."""

    labels: Mapping[str, str]
    """What was chosen on each axis of the sweep, as text."""
    game: str
    options: Mapping[str, str] = attrs.field(factory=dict)
    clock: ClockOptions = attrs.field(factory=ClockOptions)
    phases: tuple[PhaseSpec, ...] = ()

    def make_game(self) -> Game[Any]:
        """Make the game that is played here."""
        return make_game(self.game, dict(self.options))


@attrs.frozen(kw_only=True)
class TableSpec:
    """A table of the report: a measure by one axis or two, which may be those of the sweep or the phases."""

    title: str
    measure: str
    """What is shown; scenarios.language.measures has them all."""
    phase: str
    """Of which phase; empty if phases are an axis."""
    rows: str
    columns: str = ""
    split: str = ""
    """An axis of which each value gets a table of its own."""
    paper: Mapping[str, Any] = attrs.field(factory=dict)
    """The paper's figures: by the labels of split (if there is one), rows and columns."""
    better: str = ""
    """`less` or `more`: on which side of the paper's figure ours is as good or better."""
    phases: tuple[str, ...] = attrs.field(default=(), converter=tuple)
    """The labels of the axis of phases, if there is one; none means all phases that were played."""
    mark: str = ""
    """`row above`: figures that differ from those in the row above are marked."""

    @property
    def is_by_phase(self) -> bool:
        """Are phases one of its axes?"""
        return PHASE_AXIS in (self.rows, self.columns, self.split)

    @property
    def phases_of_interest(self) -> tuple[str, ...]:
        """The phases it shows; none means all that were played."""
        return self.phases if self.is_by_phase else (self.phase,)


@attrs.frozen(kw_only=True)
class Scenario:
    """A script that describes an experiment."""

    name: str
    title: str
    about: str = ""
    runs: int = 1
    seed: int = 0
    trace: bool = False
    """Is every decision written to a trace?"""
    margin: str = "10ms"
    """How late the harness itself may be, in real time, before a contest is doubtful."""
    on_failure: str = TELL
    """What happens when an Advisor fails: one of ON_FAILURE."""
    cells: tuple[CellSpec, ...] = ()
    axes: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    """The labels on each axis of the sweep, in order."""
    tables: tuple[TableSpec, ...] = ()
    loads: tuple[str, ...] = ()
    """Python files whose Advisors, games and paradigms take part."""
    advisors: tuple[Mapping[str, Any], ...] = ()
    """Advisors by other people, as tables: programs, and models behind HTTP."""
    knowledge: Path | None = None
    """What every run knows at its start; a scenario file cannot say it."""
    keys: Mapping[str, Any] = attrs.field(factory=dict, eq=False, repr=False)
    """What it was made of: everything that was read, in one piece, as a file would have it."""
