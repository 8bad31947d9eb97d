"""How Hoyle decides and learns: every setting, declared once, and the choices that control receives."""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import attrs

from agents import (
    LEARNERS,
    ROSTERS,
    Advisor,
    Learner,
    Proxy,
    all_advisors,
    get_advisors,
    get_learners,
)
from agents.advisor import PLACEMENTS
from agents.learners.paradigm_results import ParadigmResults
from agents.learners.zone_learner import ZoneLearner
from agents.learners.zone_records import ZoneOptions
from blackboard import NEUTRAL, Knowledge
from control.limits.budgets import SHARED, Budgets, Limits
from control.limits.layouts import LAYOUTS
from control.limits.panel import Panel
from control.limits.schedules import SCHEDULES
from control.settings import kinds
from control.settings.declarations import (
    AMOUNTS,
    DEFAULT,
    DURATION,
    FILE,
    LEARNING,
    NAMES,
    NAMES_OR_ALL,
    PLACES,
    SWITCH,
    WEIGHTS,
    WHOLE,
    WORD,
    Scope,
    declared,
    declared_like,
    is_unknown_before,
    settings_of,
)
from control.settings.zone_settings import ZONE_KINDS, ZONES
from control.voting.paradigms import PARADIGMS, Paradigm, get_paradigm
from games import BadOption, BadPlugin, Game, UnknownName, in_words

SYMMETRIES = "symmetries"
HEAR_ALL, CERTAIN, LIKELY = "all", "certain", "likely"
"""Values of `settle`: when a vote ends."""
OWN, EQUAL, PROFILE = "own", "equal", "profile"
"""Values of `allocation`: how the time of a decision is divided."""
BY_RANK, BY_WORTH = "rank", "worth"
"""Values of `order`: which Advisor of tier 3 gets a shared processor first."""
EVEN, CONTESTED = "even", "contested"
"""Values of `contest_clock`: how the budget of a contest is spent."""
_DECIDING = Scope.PHASE | Scope.NAME | Scope.DECIDE
_LEARNING = Scope.PHASE | Scope.NAME | Scope.PLAY


def _read_paradigm(value: Any) -> str:
    return get_paradigm(kinds.read_word(value)).name


def _read_late(value: Any) -> str:
    if value not in ("keep", "drop"):
        raise kinds.Wrong
    return str(value)


def _read_settle(value: Any) -> str:
    text = kinds.read_text(value)
    if text in (HEAR_ALL, CERTAIN):
        return text
    head, colon, chance = text.partition(":")
    if head != LIKELY or not colon:
        raise kinds.Wrong
    try:
        found = float(chance)
    except ValueError:
        raise kinds.Wrong from None
    if not 0.5 < found < 1:  # noqa: PLR2004  # more likely than not, and not certain
        raise kinds.Wrong
    return f"{LIKELY}:{found:.15g}"


def _read_silence(value: Any) -> int:
    if isinstance(value, bool) or value not in (NEUTRAL, 0):
        raise kinds.Wrong
    return int(value)


_ADVISORS = kinds.names_of(
    "Advisors", '["Victory", "Panic"]', get_advisors, lambda: (*ROSTERS, *all_advisors())
)
_LEFT_OUT = kinds.names_of("Advisors", '["Panic"]', get_advisors, all_advisors)
_LEARNERS = kinds.names_of("learners", '["openings"]', get_learners, lambda: (*ROSTERS, *LEARNERS))


@attrs.frozen(kw_only=True)
class HoyleOptions:
    """How one Hoyle decides and learns, as users write it.

    Each field is a setting. Users can give it on the command line, in a contestant's name and in scenario
    files, as its scope says.
    """

    paradigm: str = declared(
        "1",
        kind=kinds.Kind("the name of a paradigm", _read_paradigm, choices=lambda: PARADIGMS),
        form=WORD,
        scope=_DECIDING | Scope.REDECIDE,
        help="Combine tier 3 by this paradigm.",
        about="The paradigm that combines the comments of tier 3. `hoyle paradigms` lists them. The default "
        "is 1.",
        example="paradigm = [1, 2, 3, 4]",
    )
    advisors: tuple[str, ...] | None = declared(
        None,
        kind=kinds.or_all(kinds.or_name_of("roster", ROSTERS, _ADVISORS)),
        form=NAMES_OR_ALL,
        scope=_DECIDING,
        help="Use only these Advisors, and those of these rosters, separated by commas.",
        about='The Advisors that take part, by name or by roster: `advisors = "tutorial"`, `["1990", '
        '"Material"]`. The learners of these rosters learn, unless `learners` names others. The default, '
        '`"all"`, is the 1990 roster, plus every loaded or installed Advisor. A list is one value; a list of '
        "lists is a sweep.",
        example='advisors = [["Victory", "Panic"], ["Victory", "Panic", "Wiser"], "all"]',
    )
    without: tuple[str, ...] = declared(
        (),
        kind=_LEFT_OUT,
        form=NAMES,
        scope=_DECIDING | Scope.REDECIDE,
        help="Leave out these Advisors, separated by commas.",
        about="Advisors that do not take part. A list is one value; a list of lists is a sweep.",
        example='without = [[], ["Panic"], ["Pitchfork", "Open"]]',
    )
    weights: Mapping[str, float] = declared(
        MappingProxyType({}),
        kind=kinds.NUMBER,
        form=WEIGHTS,
        scope=_DECIDING | Scope.REDECIDE,
        help="Give Advisors these weights in tier 3, separated by commas; 1 for all others.",
        metavar="NAME=W,...",
        about="The weight of an Advisor's comments in tier 3. The default is 1.",
        example="weights = { Candide = 2, Wild = [0, 1] }",
        entries=all_advisors,
    )
    layout: str = declared(
        "1990",
        kind=kinds.one_of("layout", lambda: LAYOUTS),
        form=WORD,
        scope=_DECIDING | Scope.ADVISORS,
        help="Arrange Advisors in tiers and ranks by this layout: 1990 or forr.",
        about="Tiers and ranks of the Advisors: `1990` (the default) or `forr`.",
        example='layout = ["1990", "forr"]',
    )
    schedule: str = declared(
        "speculative",
        kind=kinds.one_of("schedule", lambda: SCHEDULES),
        form=WORD,
        scope=_DECIDING,
        help="Start Advisors by this schedule: speculative, tiered or serial.",
        about="When Advisors start: `speculative` (the default), `tiered` or `serial`.",
        example='schedule = ["speculative", "serial"]',
    )
    late: str = declared(
        "keep",
        kind=kinds.Kind("keep or drop", _read_late, choices=lambda: ("keep", "drop")),
        form=WORD,
        scope=_DECIDING | Scope.REDECIDE,
        help="Keep or drop posts of Advisors that ran out of time.",
        about="Whether posts of an Advisor count after it runs out of time: `keep` (the default) or `drop`.",
        example='late = "drop"',
    )
    silence: int = declared(
        NEUTRAL,
        kind=kinds.Kind("5, or 0 for the literal formula of 1990", _read_silence),
        form=WHOLE,
        scope=_DECIDING | Scope.REDECIDE,
        help="Assume this strength for moves on which an Advisor is silent: 5 or 0.",
        about="The strength assumed for moves on which an Advisor is silent: 5 (the default), or 0, as in "
        "the formula of 1990.",
        example="silence = [5, 0]",
    )
    settle: str = declared(
        HEAR_ALL,
        kind=kinds.Kind(
            "all, certain, or likely:P with P above 0.5 and below 1, such as likely:0.95",
            _read_settle,
            choices=lambda: (HEAR_ALL, CERTAIN, f"{LIKELY}:0.95"),
        ),
        form=WORD,
        scope=_DECIDING | Scope.REDECIDE,
        help="End a vote when all Advisors are heard, or earlier: all, certain or likely:P.",
        about="When a vote lands: when `all` Advisors are heard (the default), as soon as it is `certain` "
        "that no further comment can change the move, or as soon as the leader wins with a chance of 95 % "
        "(`likely:0.95`) according to learned profiles (docs/control.md). Advisors that still think are "
        "cancelled.",
        example='settle = ["all", "certain", "likely:0.95"]',
        is_later=True,
    )
    allocation: str = declared(
        OWN,
        kind=kinds.one_of("allocation", lambda: (OWN, EQUAL, PROFILE)),
        form=WORD,
        scope=_DECIDING | Scope.REDECIDE,
        help="Divide the time of a decision among Advisors: own, equal or profile.",
        about="How the time and work of a decision are divided. With `own` (the default) each Advisor has "
        "its own budget, and time runs for all at once. With `equal` each gets the same share. With "
        "`profile` shares follow the learned worth of each Advisor's time (docs/control.md). `equal` and "
        "`profile` need `budget.decision` or `budget.contest`.",
        example='allocation = "own"',
        is_later=True,
    )
    order: str = declared(
        BY_RANK,
        kind=kinds.one_of("order", lambda: (BY_RANK, BY_WORTH)),
        form=WORD,
        scope=_DECIDING,
        help="Give shared processors to Advisors of tier 3 in this order: rank or worth.",
        about="Which Advisors of tier 3 get a shared processor first: by `rank` and name (the default), or "
        "by `worth`: those first that most often changed a vote for their time (docs/control.md). `worth` "
        "needs `processors`, or the serial schedule.",
        example='order = "rank"',
        is_later=True,
    )
    contest_clock: str = declared(
        EVEN,
        kind=kinds.one_of("contest clock", lambda: (EVEN, CONTESTED)),
        form=WORD,
        scope=_DECIDING,
        help="Spend the budget of a contest evenly, or more while votes are contested: even or contested.",
        about="How `budget.contest` is spent: in `even` shares (the default), or more of it while votes are "
        "`contested`. A close vote raises the next share by up to half; a clear vote lowers it by up to "
        "half.",
        example='contest_clock = "even"',
        is_later=True,
    )
    budget: tuple[str, ...] = declared(
        (),
        kind=kinds.AMOUNT,
        form=AMOUNTS,
        scope=_DECIDING | Scope.REDECIDE,
        help="Limit time, work or both: 5ms, 200calls or 5ms+200calls. WHOSE is an Advisor's name, or tier3, "
        "decision or contest for a shared limit; without it, the limit is for each Advisor (repeatable).",
        metavar="[WHOSE=]AMOUNT",
        about="How long Advisors may think, and how much they may work (`200calls` of the rules oracle). "
        "`default` applies to each Advisor, and an Advisor's name to that Advisor. `tier1` to `tier3`, "
        "`decision` and `contest` limit what Advisors use together. `learning` is the time of each learner, "
        'and a learner\'s name the time of that learner. `budget = "5ms"` is short for `default`.',
        example='budget = { default = "200ms", Panic = ["5ms", "50ms+200calls"], decision = "300ms", '
        'learning = "10s" }',
        entries=lambda: (DEFAULT, LEARNING, *SHARED, *LEARNERS, *all_advisors()),
    )
    place: tuple[str, ...] = declared(
        (),
        kind=kinds.one_of("placement", lambda: PLACEMENTS),
        form=PLACES,
        scope=_DECIDING,
        help="Run all Advisors, or one, in this place: inline, thread or process (repeatable).",
        metavar="[NAME=]PLACE",
        about="Where Advisors run: `inline`, `thread` or `process`. `default` applies to all Advisors, and "
        "an Advisor's name to that Advisor. If none is given, the Advisor's class decides. `placement = "
        '"process"` is short for `default`. On the virtual clock this changes no result.',
        example='placement = { default = "inline", Pitchfork = "process" }',
        key="placement",
        entries=lambda: (DEFAULT, *all_advisors()),
    )
    knowledge: Path | None = declared(
        None,
        kind=kinds.TEXT,
        form=FILE,
        scope=Scope.NAME | Scope.DECIDE | Scope.REDECIDE,
        help="Use the knowledge in this file.",
    )
    learn: bool = declared(
        False,
        kind=kinds.FLAG,
        form=SWITCH,
        scope=Scope.NAME | Scope.PLAY,
        help="Learn from every contest, and save to the file of --knowledge; create it if it is missing.",
    )
    learners: tuple[str, ...] | None = declared(
        None,
        kind=kinds.or_all(kinds.or_name_of("roster", ROSTERS, _LEARNERS)),
        form=NAMES_OR_ALL,
        scope=_LEARNING,
        help="Use only these learners, and those of these rosters, separated by commas.",
        about="The learners that learn, by name or by roster. The default is the learners of the rosters "
        "that `advisors` names. A list is one value; a list of lists is a sweep.",
        example='learners = ["openings", "forks"]',
    )
    symmetry: bool = declared(
        False,
        kind=kinds.FLAG,
        form=SWITCH,
        scope=_LEARNING,
        help="Learn and use symmetries of the board.",
        about="Whether to learn the symmetries of the game first, by watching. The default is no.",
        example="symmetry = [false, true]",
    )
    """If the knowledge already contains symmetries, they are used and tested further in any case."""
    zones: ZoneOptions = declared(
        ZoneOptions(),
        kind=kinds.TEXT,
        kinds=ZONE_KINDS,
        form=ZONES,
        scope=_LEARNING,
        help="Learn zones with these settings, separated by commas: attitude=moves, level=0.99, ...",
        metavar="KEY=VALUE,...",
        about="How zones are learned (docs/zones.md). `attitude` is the evidence for attitudes; `stages` "
        "are the stages to learn from; `level` is the confidence at which values differ; `steady` is the "
        "number of contests for which an attitude must stay the same; `important` is the smallest weight of "
        "an important expression; `every` is the number of contests after which important expressions "
        "become Advisors; `from` is the number of contests after which Advisors may retire; `standing` says "
        'whether a new Advisor keeps its standing. The default is `{ attitude = "outcomes", stages = '
        '["placing", "sliding"], level = 0.99, steady = 20, important = 0.85, every = 10, from = 25, '
        'standing = "kept" }`.',
        example='zones = { attitude = ["outcomes", "moves"], steady = [10, 20] }',
        entries=lambda: ZONE_KINDS,
        is_later=True,
    )
    learning_budget: int | None = declared(
        None,
        kind=kinds.TIME,
        form=DURATION,
        scope=Scope.NAME | Scope.PLAY,
        help="Limit the time of every learner, such as 10s.",
        metavar="TIME",
    )
    """In nanoseconds; None leaves each learner its own limit."""

    def changed(self, text: str) -> "HoyleOptions":
        """Return these options, changed by those in a contestant's name: `paradigm=2,budget=5ms`."""
        given: dict[str, Any] = {}
        for part in text.split(",") if text else ():
            key, equals, value = part.partition("=")
            if not equals:
                raise BadOption(f"invalid option {part!r}; write key=value, with + between parts of a list")
            if key not in NAMED_OPTIONS:
                known = f"there are {', '.join(NAMED_OPTIONS)}"
                raise UnknownName.of("option of Hoyle", key, NAMED_OPTIONS, known)
            setting = NAMED_OPTIONS[key]
            if setting.name in given:
                raise BadOption(f"option {key} is given twice; give it once, with + between the parts")
            given[setting.name] = setting.form.from_name(value)
        changed = attrs.evolve(self, **given)
        if "advisors" in given or "without" in given:
            return changed.relieved(all_advisors().keys() - changed.seated(), keep=given)
        return changed

    def relieved(self, absent: Collection[str], *, keep: Collection[str] = ()) -> "HoyleOptions":
        """Return these options without the weights, budgets and places of absent Advisors."""

        def fit(texts: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(text for text in texts if text.rpartition("=")[0] not in absent)

        fitting: dict[str, Any] = {
            "weights": {name: weight for name, weight in self.weights.items() if name not in absent},
            "budget": fit(self.budget),
            "place": fit(self.place),
        }
        return attrs.evolve(self, **{key: value for key, value in fitting.items() if key not in keep})

    def seated(self) -> set[str]:
        """Return the names of the Advisors that take part."""
        return {advisor.name for advisor in self._chosen()}

    def panel(self) -> Panel:
        """Seat the Advisors."""
        chosen = self._chosen()
        present = [advisor.name for advisor in chosen]
        for name in self.weights:
            if name not in present:
                raise UnknownName.of("Advisor that takes part", name, present, "its weight cannot be set")
        return Panel.of(
            chosen,
            layout=self.layout,
            budgets=Budgets.parse(self.budget),
            placements=placements_of(self.place, chosen),
        )

    def settings(self) -> "Settings":
        """Return the settings that control receives."""
        given = {field.name: getattr(self, field.name) for field in attrs.fields(Settings)}
        paradigm = get_paradigm(self.paradigm)
        check_weights(paradigm, self.weights)
        check_limits(self, Budgets.parse(self.budget).limits)
        return Settings(**{**given, "paradigm": paradigm})

    def check(self) -> None:
        """Raise an error if anything in these options is wrong, before a contest begins."""
        self.panel()
        self.settings()
        get_learners(self.named_learners())

    def check_for(self, game: Game[Any]) -> None:
        """Raise BadOption if an Advisor cannot take part in a game."""
        check_suited(self._chosen(), game)

    def learners_for(self, knowledge: Knowledge) -> list[type[Learner]]:
        """Return the learners for this knowledge: if it contains symmetries, they are tested further."""
        symmetry = self.symmetry or bool(knowledge.item(SYMMETRIES))
        found = get_learners(self.named_learners(), symmetry=symmetry)
        is_missing = self.learners is None and ParadigmResults not in found
        return [*found, ParadigmResults] if is_missing and get_paradigm(self.paradigm).candidates else found

    def learner_options(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the settings of learners, by their names."""
        candidates = [candidate.name for candidate in get_paradigm(self.paradigm).candidates]
        return {ZoneLearner.name: attrs.asdict(self.zones), ParadigmResults.name: {"candidates": candidates}}

    def named_learners(self) -> tuple[str, ...] | None:
        """Return the named learners or rosters of learners; None means the usual ones."""
        if self.learners is not None:
            return self.learners
        return tuple(name for name in self.advisors or () if name in ROSTERS) or None

    def _chosen(self) -> list[type[Advisor]]:
        left_out = get_advisors(self.without)
        return [each for each in get_advisors(self.advisors) if each not in left_out]


NAMED_OPTIONS = {each.option: each for each in settings_of(HoyleOptions, Scope.NAME)}
"""The options that may follow `hoyle:`, by name."""


@attrs.frozen
class Settings:
    """The settings that control receives: they are the same for every decision of a contest."""

    paradigm: Paradigm = PARADIGMS["1"]
    schedule: str = declared_like(HoyleOptions, "schedule")
    late: str = declared_like(HoyleOptions, "late")
    """Whether posts of an Advisor count after it runs out of time."""
    silence: int = declared_like(HoyleOptions, "silence")
    weights: Mapping[str, float] = declared_like(HoyleOptions, "weights")
    settle: str = declared_like(HoyleOptions, "settle")
    allocation: str = declared_like(HoyleOptions, "allocation")
    order: str = declared_like(HoyleOptions, "order")
    contest_clock: str = declared_like(HoyleOptions, "contest_clock")

    @property
    def hears_all(self) -> bool:
        """Does a vote wait for all Advisors?"""
        return self.settle == HEAR_ALL

    @property
    def is_dealt(self) -> bool:
        """Do the budgets of Advisors, or their order, differ from decision to decision?"""
        return self.allocation != OWN or self.order != BY_RANK

    @property
    def chance(self) -> float | None:
        """The chance of the leader to stay that is enough for a vote to land; None if a chance never is."""
        head, _, chance = self.settle.partition(":")
        return float(chance) if head == LIKELY else None

    def recorded(self) -> dict[str, Any]:
        """Return the settings as a decision records them; later ones only if they differ from the default."""
        record = {
            field.name: getattr(self, field.name)
            for field in attrs.fields(Settings)
            if not is_unknown_before(field, getattr(self, field.name))
        }
        under = {"under": self.paradigm.under} if self.paradigm.under else {}
        return {**record, "paradigm": self.paradigm.name, **under, "weights": dict(self.weights)}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> "Settings":
        """Make the settings that a decision recorded."""
        given = {field.name: record[field.name] for field in attrs.fields(cls) if field.name in record}
        paradigm = get_paradigm(record["paradigm"])
        if record.get("under"):
            paradigm = attrs.evolve(paradigm, under=record["under"])
        return cls(**{**given, "paradigm": paradigm})


def check_suited(advisors: Iterable[type[Advisor]], game: Game[Any]) -> None:
    """Refuse Advisors that do not suit a game."""
    for advisor in advisors:
        try:
            why = advisor.suits(game)
        except Exception as error:
            raise BadPlugin(
                f"Advisor {advisor.name!r} cannot say whether it suits {game.name}: {in_words(error)}"
            ) from error
        if why:
            raise BadOption(f"Advisor {advisor.name!r} cannot take part in {game.name}: {why}")


def check_limits(options: "HoyleOptions | Settings", limits: Limits) -> None:
    """Refuse to divide time that has no limit."""
    check_allocation(options, limits)
    if options.contest_clock != EVEN and not limits.contest:
        raise BadOption(
            f"contest_clock {options.contest_clock} needs a limit for the contest;"
            " give one: budget contest=5s"
        )


def check_allocation(options: "HoyleOptions | Settings", limits: Limits) -> None:
    """Refuse to divide the time of a decision that has no limit."""
    if options.allocation != OWN and not (limits.decision or limits.contest):
        raise BadOption(
            f"allocation {options.allocation} needs a limit for the decision or the contest;"
            " give one: budget decision=20ms"
        )


def check_order(options: "HoyleOptions | Settings", processors: int | None) -> None:
    """Refuse an order if no Advisor waits for a processor."""
    if options.order != BY_RANK and processors is None and options.schedule != "serial":
        raise BadOption(
            f"order {options.order} needs Advisors that share processors, and each has its own;"
            " give processors, or the serial schedule"
        )


def check_weights(paradigm: Paradigm, weights: Mapping[str, float]) -> None:
    """Refuse weights for a paradigm that has its own, and weights that it cannot use."""
    if paradigm.weights is not None and weights:
        raise BadOption(
            f"weights are given, but paradigm {paradigm.name} has its own; leave out one of the two"
        )
    negative = next((name for name, weight in weights.items() if weight < 0), None)
    if paradigm.counts_voters and negative is not None:
        raise BadOption(
            f"invalid weight {weights[negative]:g} of {negative}: under paradigm {paradigm.name} "
            "weights are numbers of voters; give 0 or more"
        )


def placements_of(texts: Iterable[str], advisors: Iterable[type[Advisor]]) -> dict[str, str]:
    """Read `process`, which is for all Advisors except programs, and `Panic=process`."""
    pairs = [text.rpartition("=")[::2] for text in texts]
    defaults = [place for name, place in pairs if not name]
    movable = [each.name for each in advisors if not issubclass(each, Proxy)]
    placed = dict.fromkeys(movable, defaults[-1]) if defaults else {}
    return placed | {name: place for name, place in pairs if name}
