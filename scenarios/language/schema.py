"""Every key of a scenario file in one table: where it may stand, what it may be, and an example."""

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

import attrs

from control.hearing.clock_options import ClockOptions
from control.settings.declarations import Scope, settings_of
from control.settings.hoyle_options import HoyleOptions
from games import UnknownName
from scenarios.language import key_kinds as kinds
from scenarios.language.key_kinds import Kind, whole
from scenarios.language.measures import measures_as_markdown
from scenarios.language.stop_rules import SprtSpec, StopRule, Until, declared_in

SCENARIO, PHASE, VARIANT, TABLE, ADVISOR = "scenario", "phase", "variant", "table", "advisor"
NAMED = (ADVISOR, VARIANT, PHASE, TABLE)
"""Tables of which there may be several, each with a name; in the order in which they are written."""
UNTIL, SPRT, TUNE = "until", "sprt", "tune"

TITLES = {
    SCENARIO: "At the top of the file",
    PHASE: "In `[[phase]]`",
    UNTIL: "In `until` of a phase",
    SPRT: "In `sprt` of `until`",
    TUNE: "In `tune` of a phase",
    VARIANT: "In `[[variant]]`",
    TABLE: "In `[[table]]`",
    ADVISOR: "In `[[advisor]]`",
}
"""The tables of a file, in the order in which they are explained."""


@attrs.frozen(kw_only=True)
class Key:
    """One key of the language."""

    name: str
    where: tuple[str, ...]
    """In which tables it may stand."""
    kind: Kind | None = None
    """What its value is, or each entry's if it has entries; None for a table of tables."""
    sweeps: bool = False
    """Does a list mean a sweep?"""
    table: str = ""
    """Its value is the table of this name."""
    entries: Callable[[], Iterable[str]] | None = None
    """Its value is a table with an entry for any of these names; nothing to choose from means any name."""
    kinds: Mapping[str, Kind] = MappingProxyType({})
    """What each entry is, by name, where these are of different kinds."""
    is_name: bool = False
    """By this key a table is told from the others."""
    is_needed: bool = False
    about: str
    example: str

    def entry(self, name: str) -> "Key":
        """Return the key that one entry is."""
        return attrs.evolve(self, kind=self.kinds.get(name, self.kind))

    @property
    def words(self) -> str:
        """What the value must be."""
        if self.kinds:
            return f"a table; {'; '.join(f'`{name}` is {kind.words}' for name, kind in self.kinds.items())}"
        if self.entries is not None and self.kind is not None:
            return f"a table; each entry is {self.kind.words}"
        if self.table and self.kind is not None:
            return f"a table, or {self.kind.words}"
        return self.kind.words if self.kind is not None else "a table"


_HOYLE = (SCENARIO, VARIANT, PHASE)
_CELL = (SCENARIO, VARIANT)


def _setting_keys() -> Iterator[Key]:
    """Yield the keys that are settings of Hoyle and of the clock, as these declare them."""
    for owner, scope, where in ((HoyleOptions, Scope.PHASE, _HOYLE), (ClockOptions, Scope.CELL, _CELL)):
        for setting in settings_of(owner, scope):
            yield Key(
                name=setting.key,
                where=where,
                kind=setting.kind,
                sweeps=True,
                entries=setting.entries,
                kinds=setting.kinds,
                about=setting.about,
                example=setting.example,
            )


def _declared_keys(where: str, table: type[attrs.AttrsInstance]) -> Iterator[Key]:
    """Yield the keys of a table whose fields declare them."""
    for name, said in declared_in(table).items():
        inner = name if isinstance(said, StopRule) and said.table is not None else ""
        yield Key(
            name=name,
            where=(where,),
            table=inner,
            kind=said.kind,
            sweeps=not inner,
            about=said.about,
            example=said.example,
        )


KEYS: tuple[Key, ...] = (
    Key(
        name="name",
        where=(SCENARIO,),
        kind=kinds.NAME,
        about="What the scenario is called, and the folder of its results; its file's name if not given.",
        example='name = "time-limits"',
    ),
    Key(
        name="title",
        where=(SCENARIO,),
        kind=kinds.TEXT,
        about="What is studied, in a line; it heads the report.",
        example='title = "Contests until learned, by paradigm"',
    ),
    Key(
        name="about",
        where=(SCENARIO,),
        kind=kinds.TEXT,
        about="Why, and what to look at: a paragraph for the report.",
        example='about = "Does a shorter time limit change what is learned?"',
    ),
    Key(
        name="extends",
        where=(SCENARIO,),
        kind=kinds.TEXT,
        about="The name of a bundled scenario, or a file beside this one, that this one changes: its keys "
        "hold where this file is silent; tables are merged key by key, phases by name.",
        example='extends = "quickstart"',
    ),
    Key(
        name="load",
        where=(SCENARIO,),
        kind=kinds.FILES,
        about="Python files, beside this one, whose Advisors, learners, contestants, games and paradigms "
        "take part.",
        example='load = ["my_advisors.py"]',
    ),
    Key(
        name="advisor",
        where=(SCENARIO,),
        table=ADVISOR,
        about="An Advisor that is no Python class: a program in any language, or a model behind HTTP. "
        "docs/agents.md tells what it is asked and how it answers.",
        example='[[advisor]]\nname = "Counter"\ncommand = ["python3", "docs/agents/counter.py"]',
    ),
    Key(
        name="runs",
        where=(SCENARIO,),
        kind=whole(1, kinds.MOST_RUNS),
        about="How often each cell of the grid is run, each time from no knowledge; 1 if not given. "
        "It can be raised later, and the experiment goes on.",
        example="runs = 5",
    ),
    Key(
        name="seed",
        where=(SCENARIO,),
        kind=whole(0, kinds.LARGEST),
        about="Everything random comes from it; 0 if not given.",
        example="seed = 1990",
    ),
    Key(
        name="trace",
        where=(SCENARIO,),
        kind=kinds.FLAG,
        about="Is every decision written to a trace? No, if not given.",
        example="trace = true",
    ),
    Key(
        name="margin",
        where=(SCENARIO,),
        kind=kinds.TIME,
        about="On the wall clock: how late the harness itself may be before a contest is marked as doubtful; "
        "10ms if not given. `hoyle report --valid` leaves doubtful contests out.",
        example='margin = "2ms"\nclock = "wall"',
    ),
    Key(
        name="on_failure",
        where=(SCENARIO,),
        kind=kinds.ON_FAILING,
        about='What happens when an Advisor fails. `"tell"`, if not given: the experiment goes on, and tells '
        'at the end who failed how often. `"stop"`: it ends there, and goes on with `--resume`.',
        example='on_failure = "stop"',
    ),
    Key(
        name="game",
        where=_CELL,
        kind=kinds.GAME,
        sweeps=True,
        about="The game that is played; `hoyle games` lists them.",
        example='game = ["tic-tac-toe", "achi"]',
    ),
    Key(
        name="options",
        where=_CELL,
        kind=kinds.RULE,
        sweeps=True,
        entries=tuple,
        about="The variant of its rules; `hoyle games --json` lists the options of each game.",
        example='options = { blocked = ["loses", "passes"] }',
    ),
    Key(
        name="variant",
        where=(SCENARIO,),
        table=VARIANT,
        about="One value of an axis that changes several keys at once.",
        example='[[variant]]\nname = "modern"\nlayout = "forr"\nsymmetry = true',
    ),
    *_setting_keys(),
    Key(
        name="phase",
        where=(SCENARIO,),
        table=PHASE,
        is_needed=True,
        about="A row of contests, learning or testing; phases are played in order.",
        example='[[phase]]\nname = "test"\nagainst = "random"\ncontests = 20',
    ),
    Key(
        name="table",
        where=(SCENARIO,),
        table=TABLE,
        about="A table of the report: a measure by one axis of the sweep or two; one of them may be `phase`.",
        example='[[table]]\ntitle = "Contests until learned"\nmeasure = "contests"\nrows = "game"',
    ),
    Key(
        name="name",
        where=(PHASE,),
        kind=kinds.TEXT,
        is_name=True,
        about="What the phase is called: letters, digits and dashes; its number if not given.",
        example='name = "learn"',
    ),
    Key(
        name="learn",
        where=(PHASE,),
        kind=kinds.LEARNING,
        sweeps=True,
        about='`"play"` (or `true`): Hoyle plays and learns. `"watch"`: it learns while others play. '
        '`"no"` (or `false`, or if not given): it plays and learns nothing.',
        example='learn = "play"',
    ),
    Key(
        name="against",
        where=(PHASE,),
        kind=kinds.CONTESTANT,
        sweeps=True,
        about="Who plays against Hoyle; `expert` if not given. `hoyle:paradigm=2,without=Panic+Open` is "
        "another Hoyle that knows the same; `program:python3 bot.py` a program, beside the file "
        "([agents.md](agents.md)).",
        example='against = ["perfect", "fallible:10", "random"]',
    ),
    Key(
        name="watch",
        where=(PHASE,),
        kind=kinds.WATCHED,
        sweeps=True,
        about='Who plays while Hoyle watches (`learn = "watch"`): two contestants, who change roles from '
        "contest to contest. A list of pairs is a sweep.",
        example='watch = ["perfect", "random"]\nlearn = "watch"',
    ),
    Key(
        name="contests",
        where=(PHASE,),
        kind=whole(1),
        sweeps=True,
        is_needed=True,
        about="How many contests are played, or at most, if `until` says when to stop.",
        example="contests = [20, 100]",
    ),
    Key(
        name="until",
        where=(PHASE,),
        table=UNTIL,
        about="When the phase ends before that: the first of these rules that is met.",
        example='until = { expert_like = 10, time = "5min" }',
    ),
    Key(
        name="first",
        where=(PHASE,),
        kind=kinds.MOVES_FIRST,
        sweeps=True,
        about="Who moves first: `alternate` (if not given), `hoyle` or `other`.",
        example='first = "hoyle"',
    ),
    Key(
        name="expert",
        where=(PHASE,),
        kind=kinds.FLAG,
        sweeps=True,
        about="Is Hoyle told that the others are experts? If not given, `perfect` and `expert` are.",
        example="expert = [true, false]",
    ),
    Key(
        name="review",
        where=(PHASE,),
        kind=kinds.FLAG,
        sweeps=True,
        about="Afterwards, is every tier-3 Advisor asked what it would have said? No, if not given.",
        example="review = true",
    ),
    Key(
        name="also_review",
        where=(PHASE,),
        kind=kinds.ALSO_REVIEWED,
        sweeps=True,
        about="These Advisors of tiers 1 and 2 are asked in the review too; what they say tunes nothing. "
        "A list is one value; a list of lists is a sweep.",
        example='also_review = ["Shortsight"]\nreview = true',
    ),
    Key(
        name="tune",
        where=(PHASE,),
        table=TUNE,
        kind=kinds.FLAG,
        sweeps=True,
        about="Before the phase, change the panel by what the Advisors would have said in the phases before "
        "it; `true` is short for the values below.",
        example="tune = { drop = true, double = 3 }",
    ),
    *_declared_keys(UNTIL, Until),
    *_declared_keys(SPRT, SprtSpec),
    Key(
        name="drop",
        where=(TUNE,),
        kind=kinds.FLAG,
        sweeps=True,
        about="Leave out the tier-3 Advisors that never supported a move of a contestant that did not lose. "
        "Yes, if not given.",
        example="tune = { drop = [true, false] }",
    ),
    Key(
        name="double",
        where=(TUNE,),
        kind=whole(0),
        sweeps=True,
        about="How many of the most significant get twice their weight; 3 if not given.",
        example="tune = { double = [0, 3] }",
    ),
    Key(
        name="name",
        where=(VARIANT,),
        kind=kinds.TEXT,
        is_name=True,
        is_needed=True,
        about="The variant's label on its axis.",
        example='[[variant]]\nname = "1v2"',
    ),
    Key(
        name="axis",
        where=(VARIANT,),
        kind=kinds.TEXT,
        is_name=True,
        about="The axis it belongs to; `variant` if not given. Variants of different axes are combined.",
        example='[[variant]]\nname = "1v2"\naxis = "matchup"',
    ),
    Key(
        name="labels",
        where=(VARIANT,),
        kind=kinds.TEXT,
        entries=tuple,
        about="Further labels of the variant: each name is an axis that tables can use. All variants of an "
        "axis have the same ones.",
        example='[[variant]]\nname = "1v2"\nlabels = { row = "Paradigm 1", column = "Paradigm 2" }',
    ),
    Key(
        name="phase",
        where=(VARIANT,),
        table=PHASE,
        about="Keys of the phases: `[variant.phase.test]` has those of the phase named test.",
        example='[[variant]]\nname = "1v2"\n[variant.phase.test]\nagainst = "hoyle:paradigm=2"',
    ),
    Key(
        name="title",
        where=(TABLE,),
        kind=kinds.TEXT,
        is_name=True,
        is_needed=True,
        about="What the table is called.",
        example='title = "Table 1"',
    ),
    Key(
        name="measure",
        where=(TABLE,),
        kind=kinds.MEASURE,
        is_needed=True,
        about="What is shown: one of the measures below.",
        example='measure = "contests"',
    ),
    Key(
        name="phase",
        where=(TABLE,),
        kind=kinds.TEXT,
        about="Of which phase; need not be given if there is only one, nor if phases are an axis.",
        example='phase = "test"',
    ),
    Key(
        name="rows",
        where=(TABLE,),
        kind=kinds.TEXT,
        is_needed=True,
        about="The axis of its rows: a swept key, as `--set` writes it, a variant's axis or label, or "
        "`phase`.",
        example='rows = "paradigm"',
    ),
    Key(
        name="columns",
        where=(TABLE,),
        kind=kinds.TEXT,
        about="The axis of its columns.",
        example='columns = "game"',
    ),
    Key(
        name="split",
        where=(TABLE,),
        kind=kinds.TEXT,
        about="An axis of which each value gets a table of its own.",
        example='split = "game"',
    ),
    Key(
        name="phases",
        where=(TABLE,),
        kind=kinds.PHASES,
        about="Which phases are shown, and in which order, if `phase` is one of its axes; all of them, if "
        "not given.",
        example='columns = "phase"\nphases = ["test", "learn"]',
    ),
    Key(
        name="paper",
        where=(TABLE,),
        kind=kinds.NUMBER,
        entries=tuple,
        about="A paper's figures, by the labels of split (if there is one), rows and columns (if there are "
        "any): a number, or a list of three for `results`.",
        example='paper = { 1 = { achi = 10.0 }, 2 = { achi = 25.2 } }\ncolumns = "game"',
    ),
    Key(
        name="better",
        where=(TABLE,),
        kind=kinds.SIDE,
        about="On which side of the paper's figure ours is as good or better: `less` or `more`. "
        "Of `results` it is points that count, a draw as half a win.",
        example='better = "less"',
    ),
    Key(
        name="mark",
        where=(TABLE,),
        kind=kinds.MARK,
        about='`"row above"` marks a figure that differs from the one in the row above at the 95 % level, '
        "paired by run. Nothing is marked, if not given.",
        example='mark = "row above"',
    ),
    Key(
        name="name",
        where=(ADVISOR,),
        kind=kinds.TEXT,
        is_name=True,
        is_needed=True,
        about="What the Advisor is called.",
        example='[[advisor]]\nname = "Counter"\ncommand = ["python3", "docs/agents/counter.py"]',
    ),
    Key(
        name="command",
        where=(ADVISOR,),
        kind=kinds.COMMAND,
        about="The program and its arguments, a word each; no shell reads them. A word that names a file "
        "beside this one stands for that file. A change of such a file is a change of the scenario.",
        example='command = ["python3", "docs/agents/counter.py"]',
    ),
    Key(
        name="url",
        where=(ADVISOR,),
        kind=kinds.TEXT,
        about="Instead of a command: an OpenAI-compatible chat endpoint (it needs the extra `llm`).",
        example='[[advisor]]\nname = "Sage"\nurl = "http://localhost:11434/v1"\nmodel = "llama3"',
    ),
    Key(
        name="model",
        where=(ADVISOR,),
        kind=kinds.TEXT,
        about="Which model is asked there.",
        example='[[advisor]]\nname = "Sage"\nurl = "http://localhost:11434/v1"\nmodel = "llama3"',
    ),
    Key(
        name="key_env",
        where=(ADVISOR,),
        kind=kinds.TEXT,
        about="The environment variable that holds the key, where one is needed; the key itself is nowhere "
        "written down.",
        example='[[advisor]]\nname = "Sage"\nurl = "http://localhost/v1"\nmodel = "m"\nkey_env = "MY_KEY"',
    ),
    Key(
        name="tier",
        where=(ADVISOR,),
        kind=whole(1),
        about="The tier it sits in; 3 if not given.",
        example='command = ["./prover"]\ntier = 1\nrank = 9',
    ),
    Key(
        name="rank",
        where=(ADVISOR,),
        kind=kinds.NUMBER,
        about="Its rank there; tiers 1 and 2 need one.",
        example='command = ["./prover"]\ntier = 2\nrank = 5.5',
    ),
    Key(
        name="budget",
        where=(ADVISOR,),
        kind=kinds.TIME,
        about="Its time limit, unless the scenario's `budget` sets another; 200ms if not given.",
        example='command = ["./prover"]\nbudget = "50ms"',
    ),
    Key(
        name="memory",
        where=(ADVISOR,),
        kind=whole(1),
        about="How much the program may allocate, in MB; 1024 if not given.",
        example='command = ["./prover"]\nmemory = 200',
    ),
    Key(
        name="plans",
        where=(ADVISOR,),
        kind=kinds.FLAG,
        about="Does the program post plans? Yes, if not given; those that read plans wait for it.",
        example='command = ["./prover"]\nplans = false',
    ),
    Key(
        name="summary",
        where=(ADVISOR,),
        kind=kinds.TEXT,
        about="What it does, in a line.",
        example='command = ["./prover"]\nsummary = "Prove a win, if there is one."',
    ),
)

_ORDER = {key.name: place for place, key in reversed(list(enumerate(KEYS)))}


def keys_of(table: str) -> Iterator[Key]:
    """Yield the keys that may stand in a table, in order."""
    return (key for key in KEYS if table in key.where)


def find_key(table: str, name: str) -> Key:
    """Find a key of a table; if there is none, say which may be meant, or where it belongs."""
    known = {key.name: key for key in keys_of(table)}
    if name in known:
        return known[name]
    elsewhere = [TITLES[where] for key in KEYS if key.name == name for where in key.where]
    if elsewhere:
        remedy = f"it belongs {elsewhere[0].replace('`', '')[0].lower()}{elsewhere[0].replace('`', '')[1:]}"
    elif difflib.get_close_matches(name, known, n=1):
        remedy = "hoyle docs scenarios explains them all"
    else:
        remedy = f"there are {', '.join(known)}"
    raise UnknownName.of(f"key {_here(table)}", name, [] if elsewhere else known, remedy)


def key_at(path: Sequence[str | int]) -> Key:
    """Find the key that a path in the keys of a scenario leads to."""
    table, parts = SCENARIO, [str(part) for part in path]
    while True:
        key = find_key(table, parts.pop(0))
        if key.table in (PHASE, ADVISOR) and parts:
            parts.pop(0)
        if not parts or key.entries is not None:
            return key
        table = key.table


def in_order(names: Iterable[str]) -> list[str]:
    """Put keys in the order of the schema, those it does not know last."""
    return sorted(names, key=lambda name: _ORDER.get(name, len(KEYS)))


def _here(table: str) -> str:
    return {
        SCENARIO: "of a scenario",
        PHASE: "of a phase",
        VARIANT: "of a variant",
        TABLE: "of a table",
        ADVISOR: "of an Advisor",
    }.get(table, f"of {table}")


def as_markdown() -> str:
    """Write the schema as tables for the page about scenario files."""
    parts = []
    for table, title in TITLES.items():
        rows = [
            f"| `{key.name}` | {_cell(key.words)}{'; sweeps' if key.sweeps else ''} | {_cell(key.about)} "
            f"| {_code(key.example)} |"
            for key in KEYS
            if key.where[0] == table
        ]
        head = [f"### {title}", "| key | value | what it says | example |", "|---|---|---|---|"]
        parts.append("\n".join([*head, *rows]))
    return "\n\n".join([*parts, measures_as_markdown()])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _code(example: str) -> str:
    return "<br>".join(f"`{_cell(line)}`" for line in example.splitlines())
