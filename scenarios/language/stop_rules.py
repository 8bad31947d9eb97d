"""Stop rules: when a phase ends before it has played all its contests.

`Until` is the one table of them. Each field declares a rule: its key under `until`, its condition, and the
words before and after it is met. The language, experiments, reports and docs/scenarios.md use it.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

import attrs

from control import parse_duration
from control.settings.declarations import Setting, declared, settings_of
from control.settings.kinds import read_text
from games import BadOption
from scenarios.language.key_kinds import FLAG, FRACTION, NUMBER, TIME, Kind, whole
from scenarios.language.measures import as_contests, get_measure, items_of
from scenarios.statistics import Hypotheses, Pairs, Sprt, SprtVerdict

CONTESTS = "contests"
"""How a phase ended in which no rule was met."""
_AND, _FOUND = " and ", ": "
_ENOUGH = "enough"


class HeardContest(Protocol):
    """The part of a contest that rules see."""

    @property
    def result(self) -> int | None:
        """Hoyle's result: 1 won, 0 drawn, -1 lost."""

    @property
    def expert_like(self) -> int | None:
        """1 if the outcome was at least as good as the game's value for Hoyle's role, otherwise 0."""

    @property
    def added(self) -> int:
        """The number of facts of the game that knowledge gained."""

    @property
    def decision_ns(self) -> int:
        """The time of Hoyle's decisions."""


Condition: TypeAlias = Callable[[HeardContest], str | None]
"""Is called with each contest in turn: returns None until it is met, then its finding, which may be empty."""


@attrs.frozen(kw_only=True)
class StopRule(Setting):
    """A setting of `Until` that ends a phase."""

    condition: Callable[[Any], Condition]
    ahead: Callable[[Any], str]
    """Returns the words after `until`, from its value: when it will end a phase."""
    afterwards: Callable[[Any, str], str]
    """Returns why it ended a phase, from its value (None if unknown) and its finding."""
    is_limit: bool = False
    """Is it only a limit, so that the phase ends without the result it was waiting for?"""
    is_test: bool = False
    """Is its finding a result about Hoyle?"""
    needs_play: bool = False
    """Does it need contests that Hoyle plays itself?"""
    needs_learning: bool = False
    needs_solution: bool = False
    """Must the game be solved?"""


@attrs.define
class _InARow:
    """Is met after a number of contests in a row with some property."""

    wanted: int
    holds: Callable[[HeardContest], bool]
    so_far: int = 0

    def __call__(self, contest: HeardContest) -> str | None:
        self.so_far = self.so_far + 1 if self.holds(contest) else 0
        return "" if self.so_far >= self.wanted else None


@attrs.define
class _Time:
    """Is met after some time for decisions."""

    left_ns: int

    def __call__(self, contest: HeardContest) -> str | None:
        self.left_ns -= contest.decision_ns
        return "" if self.left_ns <= 0 else None


@attrs.frozen
class Bound:
    """A bound of a measure: `power >= 90 after 20`."""

    measure: str
    sign: str
    value: float
    """In the measure's unit."""
    after: int = 1
    """The number of contests after which it is checked for the first time."""

    @classmethod
    def parse(cls, text: str) -> "Bound":
        """Read a bound; BadOption or UnknownName says what is wrong with it."""
        found = _BOUND.fullmatch(text)
        if found is None:
            raise BadOption(f"{text!r} is no bound of a measure; {_BOUND_REMEDY}")
        name, sign, value, after = found.groups()
        measure = get_measure(name)
        if len(measure.parts) > 1 or items_of(name):
            raise BadOption(f"measure {name!r} has no figure after each contest; name one that has")
        return cls(name, sign, float(value), int(after or 1))

    def is_met(self, figure: float) -> bool:
        """Does a figure, in the measure's unit, satisfy the bound?"""
        return figure >= self.value if self.sign == _AT_LEAST else figure <= self.value


_AT_LEAST = ">="
_BOUND = re.compile(r"\s*(\S+)\s*(>=|<=)\s*(-?\d+(?:\.\d+)?)(?:\s+after\s+(\d{1,9}))?\s*")
_BOUND_REMEDY = 'write "power >= 90", or "power >= 90 after 20" to look at 20 contests at least'


def _read_bound(value: Any) -> str:
    Bound.parse(read_text(value))
    return " ".join(str(value).split())


class _Reaches:
    """Is met once a measure of all contests of the phase so far satisfies a bound."""

    def __init__(self, text: str) -> None:
        self._bound = Bound.parse(text)
        self._measure = get_measure(self._bound.measure)
        self._heard: list[Any] = []

    def __call__(self, contest: HeardContest) -> str | None:
        self._heard.append(contest)
        if len(self._heard) < self._bound.after:
            return None
        values = self._measure.reading(as_contests(self._heard), "")
        if values is None:
            return None
        return "" if self._bound.is_met(values[0] * self._measure.factor) else None


class _Test:
    """Runs a sequential test on pairs of contests with exchanged roles."""

    def __init__(self, spec: "SprtSpec") -> None:
        self._test = Sprt(Hypotheses(spec.elo0, spec.elo1, spec.alpha, spec.beta), Pairs())
        self._first: float | None = None

    def __call__(self, contest: HeardContest) -> str | None:
        points = (1 + (contest.result or 0)) / 2
        if self._first is None:
            self._first = points
            return None
        first, self._first = self._first, None
        verdict = self._test.update(Pairs.of(first, points))
        return None if verdict is SprtVerdict.UNDECIDED else verdict.name


def _verdict(test: "SprtSpec | None", name: str) -> str:
    """Write the verdict of a test, and its meaning if the hypotheses are known."""
    if name not in SprtVerdict.__members__:
        return f"sprt{_FOUND}{name}"
    verdict = SprtVerdict[name]
    if test is None:
        return str(verdict)
    kept, given_up = (test.elo1, test.elo0) if verdict is SprtVerdict.H1 else (test.elo0, test.elo1)
    other = f"by {abs(given_up):g}" if kept * given_up > 0 else _strength(given_up)
    return f"{verdict}: Hoyle is {_strength(kept)} rather than {other}"


def _strength(elo: float) -> str:
    if not elo:
        return "equally strong"
    return f"{'stronger' if elo > 0 else 'weaker'} by {abs(elo):g} Elo"


@attrs.frozen(kw_only=True)
class SprtSpec:
    """The hypotheses of a sequential test between Hoyle and its opponent, in Elo, and its error rates."""

    elo0: float = declared(
        0,
        kind=NUMBER,
        about="The test decides between this difference in Elo and `elo1`. Default: 0.",
        example="until = { sprt = { elo0 = -10 } }",
    )
    elo1: float = declared(
        20,
        kind=NUMBER,
        about="The larger difference. Default: 20.",
        example="until = { sprt = { elo1 = [10, 50] } }",
    )
    alpha: float = declared(
        0.05,
        kind=FRACTION,
        about="The probability of accepting `elo1` although `elo0` is true. Default: 0.05.",
        example="until = { sprt = { alpha = 0.01 } }",
    )
    beta: float = declared(
        0.05,
        kind=FRACTION,
        about="The probability of accepting `elo0` although `elo1` is true. Default: 0.05.",
        example="until = { sprt = { beta = 0.01 } }",
    )


@attrs.frozen(kw_only=True)
class Until:
    """The rules that end a phase before all its contests are played; the first one that is met ends it."""

    expert_like: int | None = declared(
        None,
        StopRule,
        kind=whole(1).or_false("none"),
        about="In this many contests in a row, the outcome was at least the game's value for Hoyle's role.",
        example="until = { expert_like = [10, 20] }",
        condition=lambda wanted: _InARow(wanted, lambda contest: bool(contest.expert_like)),
        ahead=lambda wanted: f"{wanted} in a row are expert-like",
        afterwards=lambda wanted, _: f"{wanted or _ENOUGH} contests in a row were expert-like",
        needs_play=True,
        needs_solution=True,
    )
    stable: int | None = declared(
        None,
        StopRule,
        kind=whole(1).or_false("none"),
        about="In this many contests in a row, knowledge gained no fact of the game: the column `added` "
        "is 0.",
        example='until = { stable = 20 }\nlearn = "play"',
        condition=lambda wanted: _InARow(wanted, lambda contest: contest.added == 0),
        ahead=lambda wanted: f"{wanted} in a row taught nothing",
        afterwards=lambda wanted, _: f"{wanted or _ENOUGH} contests in a row taught nothing",
        needs_learning=True,
    )
    together: bool = declared(
        False,
        kind=FLAG,
        about="Must `expert_like` and `stable` hold at the same time? Default: `false`; either is enough.",
        example='until = { expert_like = 20, stable = 20, together = true }\nlearn = "play"',
    )
    time: str | None = declared(
        None,
        StopRule,
        kind=TIME.or_false("none"),
        about="Hoyle's decisions have taken this much time on the scenario's clock.",
        example='until = { time = "5s" }',
        condition=lambda text: _Time(parse_duration(text)),
        ahead=lambda text: f"{text} have passed",
        afterwards=lambda *_: "its time was up",
        is_limit=True,
    )
    measure: str | None = declared(
        None,
        StopRule,
        kind=Kind("a measure and a bound in its unit, such as 'power >= 90 after 20'", _read_bound).or_false(
            "none"
        ),
        about="A measure of all contests of the phase so far has reached a number in its unit. The measure "
        "is one of those below, or of a loaded file; `after` gives the least number of contests.",
        example='until = { measure = "reliability >= 95 after 20" }',
        condition=_Reaches,
        ahead=lambda text: f"{text} contests" if " after " in text else text,
        afterwards=lambda text, _: f"{text or 'a bound of a measure'} was reached",
        is_later=True,
    )
    sprt: SprtSpec | None = declared(
        None,
        StopRule,
        kind=FLAG,
        about="A sequential test of Hoyle against its opponent has ended. `true` stands for the defaults "
        "below.",
        example="until = { sprt = { elo0 = 0, elo1 = 20 } }",
        condition=_Test,
        ahead=lambda test: f"a sequential test tells {test.elo0:g} from {test.elo1:g} Elo",
        afterwards=_verdict,
        table=SprtSpec,
        is_test=True,
        needs_play=True,
    )

    @property
    def rules(self) -> dict[str, StopRule]:
        """The rules in use, by name."""
        return {name: rule for name, rule in RULES.items() if getattr(self, name) is not None}

    @property
    def ends(self) -> list[tuple[str, ...]]:
        """The sets of rules that end a phase once all rules of one set are met."""
        pair = TOGETHER if self.together else ()
        return [*([pair] if pair else []), *((name,) for name in self.rules if name not in pair)]

    def conditions(self) -> dict[str, Condition]:
        """Return the condition of each rule in use, by name."""
        return {name: rule.condition(getattr(self, name)) for name, rule in self.rules.items()}

    @property
    def words(self) -> str:
        """The words after `until`: when the rules end the phase; empty without rules."""
        ahead = {name: rule.ahead(getattr(self, name)) for name, rule in self.rules.items()}
        return " or ".join(_AND.join(ahead[name] for name in names) for names in self.ends)


RULES: Mapping[str, StopRule] = {rule.name: rule for rule in settings_of(Until) if isinstance(rule, StopRule)}
TOGETHER = ("expert_like", "stable")
"""The rules that `together` joins."""
LIMITS = (CONTESTS, *(name for name, rule in RULES.items() if rule.is_limit))
"""A phase that one of these ended has reached a limit, not the result it was waiting for."""


def write_end(names: tuple[str, ...], found: Mapping[str, str]) -> str:
    """Write which rules ended a phase, and their findings: `expert_like and stable`, `sprt: H1`."""
    return _AND.join(name + (found[name] and f"{_FOUND}{found[name]}") for name in names)


def read_end(ended_by: str) -> dict[str, str]:
    """Return the rules that ended a phase, each with its finding."""
    parts = [part.partition(_FOUND) for part in ended_by.split(_AND)]
    return {name: found for name, _, found in parts}


def end_in_words(ended_by: str, until: Until | None) -> str:
    """Return why a phase ended, in the words of its rules as far as they are known."""
    if ended_by == CONTESTS:
        return "all its contests were played"
    ends = read_end(ended_by)
    if not ends.keys() <= RULES.keys():
        return ended_by
    return f",{_AND}".join(
        RULES[name].afterwards(getattr(until, name, None), found) for name, found in ends.items()
    )
