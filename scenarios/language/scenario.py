"""A scenario that has been read: cells with their phases, and the tables of its report.

A field that users can set declares its key: what its value may be, what it means, and an example. The tables
of keys, their checks, docs/scenarios.md and the building of cells follow from these declarations.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from control.hearing.clock_options import ClockOptions
from control.settings.declarations import declared
from control.settings.hoyle_options import HoyleOptions
from games import Game, make_game
from scenarios.language import key_kinds as kinds
from scenarios.language.choices import TELL
from scenarios.language.stop_rules import Until

PHASE_AXIS = "phase"
"""The axis that every experiment has in addition to those of its sweep."""
SYMMETRY = "symmetry"
"""The phase that the runner adds to learn symmetries."""
VARIANT_AXIS = "variant"
"""The axis of variants that name none."""


@attrs.frozen(kw_only=True)
class Tune:
    """How the panel is changed before a phase, by what the Advisors would have said in earlier phases."""

    drop: bool = declared(
        True,
        kind=kinds.FLAG,
        about="Leave out the tier-3 Advisors that never supported a move of a contestant that did not lose. "
        "Default: `true`.",
        example="tune = { drop = [true, false] }",
    )
    double: int = declared(
        3,
        kind=kinds.whole(0),
        about="How many of the most significant Advisors get twice their weight. Default: 3.",
        example="tune = { double = [0, 3] }",
    )


@attrs.frozen(kw_only=True)
class PhaseSpec:
    """A series of contests, learning or testing."""

    name: str = declared(
        kind=kinds.BARE_NAME,
        is_name=True,
        about="The name of the phase. Default: its number.",
        example='name = "learn"',
    )
    learn: str = declared(
        "no",
        kind=kinds.LEARNING,
        about='`"play"` (or `true`): Hoyle plays and learns. `"watch"`: it learns while others play. '
        '`"no"` (or `false`; the default): it plays and learns nothing.',
        example='learn = "play"',
    )
    hoyle: HoyleOptions = attrs.field(factory=HoyleOptions)
    """Only `learn` of the phase determines whether Hoyle learns."""
    against: str = declared(
        "expert",
        kind=kinds.CONTESTANT,
        about="Hoyle's opponent. Default: `expert`. `hoyle:paradigm=2,without=Panic+Open` is "
        "another Hoyle with the same knowledge; `program:python3 bot.py` is a program, beside the file "
        "([agents.md](agents.md)).",
        example='against = ["perfect", "fallible:10", "random"]',
    )
    watch: tuple[str, str] | None = declared(
        None,
        kind=kinds.WATCHED,
        about='The two contestants that play while Hoyle watches (`learn = "watch"`). They exchange roles '
        "after each contest. A list of pairs is a sweep.",
        example='watch = ["perfect", "random"]\nlearn = "watch"',
    )
    contests: int = declared(
        100,
        kind=kinds.whole(1),
        is_needed=True,
        about="The number of contests. If `until` has a rule, this is the most that are played.",
        example="contests = 50",
    )
    until: Until = declared(
        attrs.Factory(Until),
        table=Until,
        about="Rules that end the phase earlier. The first one that is met ends it.",
        example='until = { expert_like = 10, time = "5min" }',
    )
    first: str = declared(
        "alternate",
        kind=kinds.MOVES_FIRST,
        about="Who moves first: `alternate` (the default), `hoyle` or `other`.",
        example='first = "hoyle"',
    )
    expert: bool | None = declared(
        None,
        kind=kinds.FLAG,
        about="Does Hoyle treat the others as experts? By default, it does so with `perfect` and `expert`.",
        example="expert = [true, false]",
    )
    review: bool = declared(
        False,
        kind=kinds.FLAG,
        about="After the phase, is every tier-3 Advisor asked what it would have said? Its relevance and "
        "significance follow. Default: `false`.",
        example="review = true",
    )
    also_review: tuple[str, ...] = declared(
        (),
        kind=kinds.ALSO_REVIEWED,
        is_later=True,
        about="Advisors of tiers 1 and 2 that the review asks too; `tune` ignores what they say. "
        "A list is one value; a list of lists is a sweep.",
        example='also_review = ["Shortsight"]\nreview = true',
    )
    tune: Tune | None = declared(
        None,
        kind=kinds.FLAG,
        table=Tune,
        about="Before the phase, change the panel by what the Advisors would have said in earlier phases. "
        "`true` stands for the defaults below.",
        example="tune = { drop = true, double = 3 }",
    )

    @property
    def others(self) -> tuple[str, ...]:
        """The contestants besides Hoyle."""
        return self.watch or () if self.learn == "watch" else (self.against,)


@attrs.frozen(kw_only=True)
class CellSpec:
    """One point of the grid."""

    labels: Mapping[str, str]
    """The label of this cell on each axis of the sweep."""
    game: str = declared(
        kind=kinds.GAME,
        about="The game that is played; `hoyle games` lists them.",
        example='game = ["tic-tac-toe", "achi"]',
    )
    options: Mapping[str, str] = declared(
        attrs.Factory(dict),
        kind=kinds.RULE,
        entries=tuple,
        about="The variant of its rules; `hoyle games --json` lists the options of each game.",
        example='options = { blocked = ["loses", "passes"] }',
    )
    clock: ClockOptions = attrs.field(factory=ClockOptions)
    phases: tuple[PhaseSpec, ...] = ()

    def make_game(self) -> Game[Any]:
        """Make the game that is played here."""
        return make_game(self.game, dict(self.options))


@attrs.frozen(kw_only=True)
class Variant:
    """One value of an axis that changes several keys at once; other keys may stand in it too."""

    name: str = declared(
        kind=kinds.LABEL,
        is_name=True,
        is_needed=True,
        about="The variant's label on its axis.",
        example='[[variant]]\nname = "1v2"',
    )
    axis: str = declared(
        VARIANT_AXIS,
        kind=kinds.BARE_NAME,
        is_name=True,
        about="Its axis. Default: `variant`. Variants of different axes are combined.",
        example='[[variant]]\nname = "1v2"\naxis = "matchup"',
    )
    labels: Mapping[str, str] = declared(
        attrs.Factory(dict),
        kind=kinds.TEXT,
        entries=tuple,
        about="Further labels of the variant. Each name is an axis that tables can use. All variants of an "
        "axis have the same names.",
        example='[[variant]]\nname = "1v2"\nlabels = { row = "Paradigm 1", column = "Paradigm 2" }',
    )
    phase: Mapping[str, Any] = declared(
        attrs.Factory(dict),
        table=PhaseSpec,
        about="Keys of phases: `[variant.phase.test]` changes the phase named test.",
        example='[[variant]]\nname = "1v2"\n[variant.phase.test]\nagainst = "hoyle:paradigm=2"',
    )


@attrs.frozen(kw_only=True)
class TableSpec:
    """A table of the report: a measure by one axis or two, which may be those of the sweep or the phases."""

    title: str = declared(
        kind=kinds.LABEL,
        is_name=True,
        is_needed=True,
        about="The title of the table.",
        example='title = "Table 1"',
    )
    measure: str = declared(
        kind=kinds.MEASURE,
        is_needed=True,
        about="What the table shows: one of the measures below.",
        example='measure = "contests"',
    )
    phase: str = declared(
        kind=kinds.TEXT,
        about="The phase that is measured. Leave it out if there is only one, or if phases are an axis.",
        example='phase = "test"',
    )
    """Empty if phases are an axis."""
    rows: str = declared(
        kind=kinds.TEXT,
        is_needed=True,
        about="The axis of its rows: a swept key, as `--set` writes it, a variant's axis or label, or "
        "`phase`.",
        example='rows = "paradigm"',
    )
    columns: str = declared(
        "",
        kind=kinds.TEXT,
        about="The axis of its columns.",
        example='columns = "game"',
    )
    split: str = declared(
        "",
        kind=kinds.TEXT,
        about="An axis; each of its values gets a table of its own.",
        example='split = "game"',
    )
    phases: tuple[str, ...] = declared(
        (),
        converter=tuple,
        kind=kinds.PHASES,
        about="The phases to show, in this order, if `phase` is one of its axes. Default: all of them.",
        example='columns = "phase"\nphases = ["test", "learn"]',
    )
    paper: Mapping[str, Any] = declared(
        attrs.Factory(dict),
        kind=kinds.NUMBER,
        entries=tuple,
        about="A paper's figures, by the labels of split (if there is one), rows and columns (if there are "
        "any): a number, or a list of three for `results`.",
        example='paper = { 1 = { achi = 10.0 }, 2 = { achi = 25.2 } }\ncolumns = "game"',
    )
    better: str = declared(
        "",
        kind=kinds.SIDE,
        about="Which side of the paper's figure is better: `less` or `more`. "
        "For `results`, points count, a draw as half a win.",
        example='better = "less"',
    )
    mark: str = declared(
        "",
        kind=kinds.MARK,
        about='`"row above"` marks each figure that differs from the one in the row above at the 95 % level, '
        "paired by run. By default, nothing is marked.",
        example='mark = "row above"',
    )

    @property
    def is_by_phase(self) -> bool:
        """Whether phases are one of its axes."""
        return PHASE_AXIS in (self.rows, self.columns, self.split)

    @property
    def phases_of_interest(self) -> tuple[str, ...]:
        """The phases it shows; none means all that were played."""
        return self.phases if self.is_by_phase else (self.phase,)


@attrs.frozen(kw_only=True)
class Scenario:
    """A script that describes an experiment."""

    name: str = declared(
        kind=kinds.NAME,
        about="The name of the scenario, and of the folder for its results. Default: the name of its file.",
        example='name = "time-limits"',
    )
    title: str = declared(
        kind=kinds.TEXT,
        about="What is studied, in a line. It heads the report.",
        example='title = "Contests until learned, by paradigm"',
    )
    about: str = declared(
        "",
        kind=kinds.TEXT,
        about="Why it is studied, and what to look at: a paragraph for the report.",
        example='about = "Does a shorter time limit change what is learned?"',
    )
    loads: tuple[str, ...] = declared(
        (),
        kind=kinds.FILES,
        key="load",
        about="Python files, beside this one, whose Advisors, learners, contestants, games and paradigms "
        "take part.",
        example='load = ["my_advisors.py"]',
    )
    runs: int = declared(
        1,
        kind=kinds.whole(1, kinds.MOST_RUNS),
        about="How often each cell of the grid is run, each time without knowledge. Default: 1. "
        "You can raise it later; the experiment then continues.",
        example="runs = 5",
    )
    seed: int = declared(
        0,
        kind=kinds.whole(0, kinds.LARGEST),
        about="The seed of all random numbers. Default: 0.",
        example="seed = 1990",
    )
    trace: bool = declared(
        False,
        kind=kinds.FLAG,
        about="Write every decision to a trace? Default: `false`.",
        example="trace = true",
    )
    margin: str = declared(
        "10ms",
        kind=kinds.TIME,
        about="On the wall clock: how late the harness itself may be before a contest is marked as doubtful. "
        "Default: 10ms. `hoyle report --valid` leaves doubtful contests out.",
        example='margin = "2ms"\nclock = "wall"',
    )
    on_failure: str = declared(
        TELL,
        kind=kinds.ON_FAILING,
        about='What happens when an Advisor fails. `"tell"` (the default): the experiment continues, and '
        'the summary says which Advisor failed how often. `"stop"`: it stops there; `--resume` continues it.',
        example='on_failure = "stop"',
    )
    cells: tuple[CellSpec, ...] = ()
    axes: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    """The labels on each axis of the sweep, in order."""
    tables: tuple[TableSpec, ...] = ()
    advisors: tuple[Mapping[str, Any], ...] = ()
    """Foreign Advisors, as tables: programs, and models behind HTTP."""
    knowledge: Path | None = None
    """What every run knows at its start; a scenario file cannot set it."""
    keys: Mapping[str, Any] = attrs.field(factory=dict, eq=False, repr=False)
    """All keys that were read, as one file would have them."""
