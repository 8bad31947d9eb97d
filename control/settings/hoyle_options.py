"""How Hoyle decides and learns: every setting, declared once, and the choices that control is told."""

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
"""When to stop listening."""
OWN, EQUAL, PROFILE = "own", "equal", "profile"
"""How the time of a decision is dealt out."""
BY_RANK, BY_WORTH = "rank", "worth"
"""Who of tier 3 is heard first on shared processors."""
EVEN, CONTESTED = "even", "contested"
"""How a contest's clock is spent."""
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
    """How one Hoyle decides and learns, in the words of whoever asks for it.

    A field is a setting: what is declared here can be given on the command line, in a contestant's name and
    in scenario files, wherever its scope says.
    """

    paradigm: str = declared(
        "1",
        kind=kinds.Kind("the name of a paradigm", _read_paradigm, choices=lambda: PARADIGMS),
        form=WORD,
        scope=_DECIDING | Scope.REDECIDE,
        help="How tier 3 is combined.",
        about="How the comments of tier 3 are combined; `hoyle paradigms` lists them. 1 if not given.",
        example="paradigm = [1, 2, 3, 4]",
    )
    advisors: tuple[str, ...] | None = declared(
        None,
        kind=kinds.or_all(kinds.or_name_of("roster", ROSTERS, _ADVISORS)),
        form=NAMES_OR_ALL,
        scope=_DECIDING,
        help="Only these Advisors, and those of these rosters, separated by commas.",
        about='Only these Advisors take part, or those of a roster: `advisors = "tutorial"`, or among '
        'others, `["1990", "Material"]`. Its learners learn, unless `learners` says who. If not given, or '
        '`"all"`, the roster of 1990 takes part, and whoever was loaded or installed. '
        "A list is one value; a list of lists is a sweep.",
        example='advisors = [["Victory", "Panic"], ["Victory", "Panic", "Wiser"], "all"]',
    )
    without: tuple[str, ...] = declared(
        (),
        kind=_LEFT_OUT,
        form=NAMES,
        scope=_DECIDING | Scope.REDECIDE,
        help="All but these Advisors, separated by commas.",
        about="These Advisors do not take part. A list is one value; a list of lists is a sweep.",
        example='without = [[], ["Panic"], ["Pitchfork", "Open"]]',
    )
    weights: Mapping[str, float] = declared(
        MappingProxyType({}),
        kind=kinds.NUMBER,
        form=WEIGHTS,
        scope=_DECIDING | Scope.REDECIDE,
        help="How much Advisors count in tier 3, separated by commas; 1 where none is given.",
        metavar="NAME=W,...",
        about="How much an Advisor's comments count in tier 3; 1 if not given.",
        example="weights = { Candide = 2, Wild = [0, 1] }",
        entries=all_advisors,
    )
    layout: str = declared(
        "1990",
        kind=kinds.one_of("layout", lambda: LAYOUTS),
        form=WORD,
        scope=_DECIDING | Scope.ADVISORS,
        help="Tiers and ranks: 1990 or forr.",
        about="Which Advisor sits in which tier, at which rank: `1990` (if not given) or `forr`.",
        example='layout = ["1990", "forr"]',
    )
    schedule: str = declared(
        "speculative",
        kind=kinds.one_of("schedule", lambda: SCHEDULES),
        form=WORD,
        scope=_DECIDING,
        help="speculative, tiered or serial.",
        about="When Advisors start: `speculative` (if not given), `tiered` or `serial`.",
        example='schedule = ["speculative", "serial"]',
    )
    late: str = declared(
        "keep",
        kind=kinds.Kind("keep or drop", _read_late, choices=lambda: ("keep", "drop")),
        form=WORD,
        scope=_DECIDING | Scope.REDECIDE,
        help="Posts of Advisors that ran out of time: keep or drop.",
        about="Does what an Advisor posted before it ran out of time count? `keep` (if not given) or `drop`.",
        example='late = "drop"',
    )
    silence: int = declared(
        NEUTRAL,
        kind=kinds.Kind("5, or 0 for the literal formula of 1990", _read_silence),
        form=WHOLE,
        scope=_DECIDING | Scope.REDECIDE,
        help="What a move gets from the silent: 5 or 0.",
        about="The strength a move gets from the silent: 5 (if not given), or 0, the formula of 1990.",
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
        help="When a vote lands: all, certain or likely:P.",
        about="When does a vote land? When `all` have been heard out (if not given); as soon as it is "
        "`certain` that nothing others may still say changes the move; or as soon as it is `likely:0.95` "
        "that the leader stays, by what was learned (docs/control.md). Those that still think are cancelled.",
        example='settle = ["all", "certain", "likely:0.95"]',
        is_later=True,
    )
    allocation: str = declared(
        OWN,
        kind=kinds.one_of("allocation", lambda: (OWN, EQUAL, PROFILE)),
        form=WORD,
        scope=_DECIDING | Scope.REDECIDE,
        help="How the time of a decision is dealt out: own, equal or profile.",
        about="How is what a decision has, in time and work, dealt out? Everybody has its `own` budget, and "
        "time runs for all at once (if not given); each gets an `equal` share; or each gets what its time "
        "has been worth, by the `profile` that was learned (docs/control.md). The last two need "
        "`budget.decision` or `budget.contest`.",
        example='allocation = "own"',
        is_later=True,
    )
    order: str = declared(
        BY_RANK,
        kind=kinds.one_of("order", lambda: (BY_RANK, BY_WORTH)),
        form=WORD,
        scope=_DECIDING,
        help="Who of tier 3 is heard first on shared processors: rank or worth.",
        about="Who of tier 3 has a shared processor first: by `rank` and name (if not given), or by `worth`, "
        "whoever most often turned a vote for its time (docs/control.md). It needs `processors`, or the "
        "serial schedule.",
        example='order = "rank"',
        is_later=True,
    )
    contest_clock: str = declared(
        EVEN,
        kind=kinds.one_of("contest_clock", lambda: (EVEN, CONTESTED)),
        form=WORD,
        scope=_DECIDING,
        help="How a contest's budget is spent: even or contested.",
        about="How is `budget.contest` spent: in `even` shares (if not given), or more of it while votes are "
        "`contested`: after a close one up to half as much again, after a clear one down to half.",
        example='contest_clock = "even"',
        is_later=True,
    )
    budget: tuple[str, ...] = declared(
        (),
        kind=kinds.AMOUNT,
        form=AMOUNTS,
        scope=_DECIDING | Scope.REDECIDE,
        help="How much: 5ms, 200calls or 5ms+200calls. Whose: everybody's, one Advisor's, or what all have"
        " together in tier3, decision or contest (repeatable).",
        metavar="[WHOSE=]AMOUNT",
        about="How long an Advisor may think, and how much it may work (`200calls` of the rules oracle): "
        "`default` is everybody's, an Advisor's name its own; what Advisors have together is `tier1` to "
        "`tier3`, `decision` and `contest`. `learning` is each learner's, a time; a learner's name its own. "
        '`budget = "5ms"` is short for `default`.',
        example='budget = { default = "200ms", Panic = ["5ms", "50ms+200calls"], decision = "300ms", '
        'learning = "10s" }',
        entries=lambda: (DEFAULT, LEARNING, *SHARED, *LEARNERS, *all_advisors()),
    )
    place: tuple[str, ...] = declared(
        (),
        kind=kinds.one_of("placement", lambda: PLACEMENTS),
        form=PLACES,
        scope=_DECIDING,
        help="Where Advisors run: inline, thread or process.",
        metavar="[NAME=]PLACE",
        about="Where an Advisor runs: `inline`, `thread` or `process`; what its class says if not given. "
        "`default` is everybody's, an Advisor's name its own; `placement = \"process\"` is short for "
        "`default`. On the virtual clock it changes no result.",
        example='placement = { default = "inline", Pitchfork = "process" }',
        key="placement",
        entries=lambda: (DEFAULT, *all_advisors()),
    )
    knowledge: Path | None = declared(
        None,
        kind=kinds.TEXT,
        form=FILE,
        scope=Scope.NAME | Scope.DECIDE | Scope.REDECIDE,
        help="Useful knowledge, learned before.",
    )
    learn: bool = declared(
        False,
        kind=kinds.FLAG,
        form=SWITCH,
        scope=Scope.NAME | Scope.PLAY,
        help="Learn from every contest, into the file of --knowledge; it is made if it is not there.",
    )
    learners: tuple[str, ...] | None = declared(
        None,
        kind=kinds.or_all(kinds.or_name_of("roster", ROSTERS, _LEARNERS)),
        form=NAMES_OR_ALL,
        scope=_LEARNING,
        help="Only these learners, and those of these rosters, separated by commas.",
        about="Only these learners learn, or those of a roster. If not given, those of the rosters that "
        "`advisors` names. A list is one value; a list of lists is a sweep.",
        example='learners = ["openings", "forks"]',
    )
    symmetry: bool = declared(
        False,
        kind=kinds.FLAG,
        form=SWITCH,
        scope=_LEARNING,
        help="Learn and use symmetries of the board.",
        about="Are the symmetries of the game learned, by watching, before anything else? No, if not given.",
        example="symmetry = [false, true]",
    )
    """Knowledge that has some uses them and goes on testing them in any case."""
    zones: ZoneOptions = declared(
        ZoneOptions(),
        kind=kinds.TEXT,
        kinds=ZONE_KINDS,
        form=ZONES,
        scope=_LEARNING,
        help="How zones are learned, separated by commas: attitude=moves, stages=sliding, level=0.99, ...",
        metavar="KEY=VALUE,...",
        about="How zones are learned (docs/zones.md): by which `attitude`, in which `stages`; at which "
        "`level` values differ; for how many contests an attitude is to be `steady`; from which weight on "
        "an expression is `important`, and after `every` how many contests those become Advisors; after how "
        "many contests, counted `from` the first, any is retired; and whether the `standing` of a new "
        "Advisor is kept. "
        'If not given, `{ attitude = "outcomes", stages = ["placing", "sliding"], level = 0.99, steady = 20, '
        'important = 0.85, every = 10, from = 25, standing = "kept" }`.',
        example='zones = { attitude = ["outcomes", "moves"], steady = [10, 20] }',
        entries=lambda: ZONE_KINDS,
        is_later=True,
    )
    learning_budget: int | None = declared(
        None,
        kind=kinds.TIME,
        form=DURATION,
        scope=Scope.NAME | Scope.PLAY,
        help="The time limit of every learner, such as 10s.",
        metavar="TIME",
    )
    """In nanoseconds; None is each learner's own."""

    def changed(self, text: str) -> "HoyleOptions":
        """Return these options with those that a name gives: `paradigm=2,budget=5ms`."""
        given: dict[str, Any] = {}
        for part in text.split(",") if text else ():
            key, equals, value = part.partition("=")
            if not equals:
                raise BadOption(f"{part!r} is no option; write key=value, with + between the parts of a list")
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
        """Return these options without the weights, budgets and places of Advisors that take no part."""

        def fit(texts: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(text for text in texts if text.rpartition("=")[0] not in absent)

        fitting: dict[str, Any] = {
            "weights": {name: weight for name, weight in self.weights.items() if name not in absent},
            "budget": fit(self.budget),
            "place": fit(self.place),
        }
        return attrs.evolve(self, **{key: value for key, value in fitting.items() if key not in keep})

    def seated(self) -> set[str]:
        """Return who takes part, by name."""
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
        """Return what control is told."""
        given = {field.name: getattr(self, field.name) for field in attrs.fields(Settings)}
        paradigm = get_paradigm(self.paradigm)
        check_weights(paradigm, self.weights)
        check_limits(self, Budgets.parse(self.budget).limits)
        return Settings(**{**given, "paradigm": paradigm})

    def check(self) -> None:
        """Let whatever is wrong with these options be said before anybody plays."""
        self.panel()
        self.settings()
        get_learners(self.named_learners())

    def check_for(self, game: Game[Any]) -> None:
        """Let whoever cannot take part in a game say so before anybody plays."""
        check_suited(self._chosen(), game)

    def learners_for(self, knowledge: Knowledge) -> list[type[Learner]]:
        """Return who learns, given what is known: symmetries that were found are tested further."""
        symmetry = self.symmetry or bool(knowledge.item(SYMMETRIES))
        found = get_learners(self.named_learners(), symmetry=symmetry)
        is_missing = self.learners is None and ParadigmResults not in found
        return [*found, ParadigmResults] if is_missing and get_paradigm(self.paradigm).candidates else found

    def learner_options(self) -> Mapping[str, Mapping[str, Any]]:
        """Return what is set for learners, by their names."""
        candidates = [candidate.name for candidate in get_paradigm(self.paradigm).candidates]
        return {ZoneLearner.name: attrs.asdict(self.zones), ParadigmResults.name: {"candidates": candidates}}

    def named_learners(self) -> tuple[str, ...] | None:
        """Return who learns: whoever is named, or belongs to a roster that is; None is the usual ones."""
        if self.learners is not None:
            return self.learners
        return tuple(name for name in self.advisors or () if name in ROSTERS) or None

    def _chosen(self) -> list[type[Advisor]]:
        left_out = get_advisors(self.without)
        return [each for each in get_advisors(self.advisors) if each not in left_out]


NAMED_OPTIONS = {each.option: each for each in settings_of(HoyleOptions, Scope.NAME)}
"""What may stand behind `hoyle:`, by name."""


@attrs.frozen
class Settings:
    """What control is told: the choices that are the same for every decision of a contest."""

    paradigm: Paradigm = PARADIGMS["1"]
    schedule: str = declared_like(HoyleOptions, "schedule")
    late: str = declared_like(HoyleOptions, "late")
    """Does what an Advisor posted before it ran out of time count?"""
    silence: int = declared_like(HoyleOptions, "silence")
    weights: Mapping[str, float] = declared_like(HoyleOptions, "weights")
    settle: str = declared_like(HoyleOptions, "settle")
    allocation: str = declared_like(HoyleOptions, "allocation")
    order: str = declared_like(HoyleOptions, "order")
    contest_clock: str = declared_like(HoyleOptions, "contest_clock")

    @property
    def hears_all(self) -> bool:
        """Does a vote wait for everybody?"""
        return self.settle == HEAR_ALL

    @property
    def is_dealt(self) -> bool:
        """Does it hang on the decision what each of the panel has, or whose turn it is?"""
        return self.allocation != OWN or self.order != BY_RANK

    @property
    def chance(self) -> float | None:
        """How likely the leader has to be to stay, if that is enough for a vote to land."""
        head, _, chance = self.settle.partition(":")
        return float(chance) if head == LIKELY else None

    def recorded(self) -> dict[str, Any]:
        """Return what the record of a decision tells of them; of what came later, only what was chosen."""
        told = {
            field.name: getattr(self, field.name)
            for field in attrs.fields(Settings)
            if not is_unknown_before(field, getattr(self, field.name))
        }
        under = {"under": self.paradigm.under} if self.paradigm.under else {}
        return {**told, "paradigm": self.paradigm.name, **under, "weights": dict(self.weights)}

    @classmethod
    def from_record(cls, told: Mapping[str, Any]) -> "Settings":
        """Make the settings that a record tells of."""
        given = {field.name: told[field.name] for field in attrs.fields(cls) if field.name in told}
        paradigm = get_paradigm(told["paradigm"])
        if told.get("under"):
            paradigm = attrs.evolve(paradigm, under=told["under"])
        return cls(**{**given, "paradigm": paradigm})


def check_suited(advisors: Iterable[type[Advisor]], game: Game[Any]) -> None:
    """Refuse an Advisor that says that it cannot take part in a game."""
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
    """Refuse to deal out, or to save up, what has no limit."""
    check_allocation(options, limits)
    if options.contest_clock != EVEN and not limits.contest:
        raise BadOption(
            f"contest_clock {options.contest_clock} spends what a contest has, and it has no limit;"
            " give one: budget contest=5s"
        )


def check_allocation(options: "HoyleOptions | Settings", limits: Limits) -> None:
    """Refuse to deal out the time of a decision that has no limit."""
    if options.allocation != OWN and not (limits.decision or limits.contest):
        raise BadOption(
            f"allocation {options.allocation} deals out what a decision has, and it has no limit;"
            " give one: budget decision=20ms"
        )


def check_order(options: "HoyleOptions | Settings", processors: int | None) -> None:
    """Refuse an order where nobody waits for a processor."""
    if options.order != BY_RANK and processors is None and options.schedule != "serial":
        raise BadOption(
            f"order {options.order} says who has a shared processor first, and everybody has one;"
            " give processors, or the serial schedule"
        )


def check_weights(paradigm: Paradigm, weights: Mapping[str, float]) -> None:
    """Refuse weights beside a paradigm that has its own."""
    if paradigm.weights is not None and weights:
        raise BadOption(
            f"weights are given, but paradigm {paradigm.name} finds its own; leave out one of the two"
        )
    negative = next((name for name, weight in weights.items() if weight < 0), None)
    if paradigm.counts_voters and negative is not None:
        raise BadOption(
            f"weight {weights[negative]:g} of {negative} is below 0, but under paradigm {paradigm.name} "
            "weights are numbers of voters; give 0 or more"
        )


def placements_of(texts: Iterable[str], advisors: Iterable[type[Advisor]]) -> dict[str, str]:
    """Read `process`, for all who can be moved (programs cannot), and `Panic=process`."""
    pairs = [text.rpartition("=")[::2] for text in texts]
    everybody = [place for name, place in pairs if not name]
    movable = [each.name for each in advisors if not issubclass(each, Proxy)]
    placed = dict.fromkeys(movable, everybody[-1]) if everybody else {}
    return placed | {name: place for name, place in pairs if name}
