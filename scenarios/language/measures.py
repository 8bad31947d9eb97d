"""What can be measured of a phase: one table, each measure with its name, its words and how it is computed.

A scenario's tables name measures, analysis and reports compute them, docs/scenarios.md lists them: all from
here.
"""

import functools
import inspect
import json
import math
import re
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar, overload

import attrs
import numpy as np
import numpy.typing as npt

from games import BadOption, BadPlugin, Registry, UnknownName, in_words
from games.registries import label_of
from scenarios.statistics import Estimate

Contests: TypeAlias = npt.NDArray[np.void]
"""Rows of contests, a field for each column of the results; what is unknown is no number."""
Reading: TypeAlias = Callable[[Contests, str], tuple[float, ...] | None]
"""From the contests of a phase of a run, and the sizes of knowledge after it as JSON, to its figures."""

OfRows: TypeAlias = Callable[[Contests], float | None]
"""What somebody measures: from the rows of a phase of a run to a number, or None where there is none."""

IN_A_ROW = 10
"""Expert-like contests in a row by which the paper of 1990 calls a game learned."""
AT_EACH_END = 10
"""So many contests, the first and the last of a phase, tell whether Hoyle came to play better."""
RESULTS = ("won", "drawn", "lost")
ONE = "1"
"""Of what is this many there is no plural."""
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_SINGULAR = {
    "contests": "contest",
    "entries": "entry",
    "plies": "ply",
    "points": "point",
    "questions": "question",
}


@attrs.frozen
class Measure:
    """Something that can be measured of a phase."""

    name: str
    title: str
    reading: Reading
    """None where a run has no figure."""
    parts: tuple[str, ...] = ("",)
    """What its figures are called, if there are several: each is a measure of its own."""
    part_of: str = ""
    """What stands before the name of a part, where that is a measure of its own."""
    judged: int = 0
    """Of which of these it is said that more, or less, is better."""
    worth: tuple[float, ...] | None = None
    """What each part counts where figures are called better or worse; if nothing is said, the judged one."""
    compared_by: str = ""
    """The measure by which settings are compared, if that is none of its parts."""
    judges_each: bool = False
    """Are settings compared by each of its parts, and not by the judged one alone?"""
    factor: float = 1
    unit: str = ""
    """Of the figure times the factor."""
    verb: str = "has"
    """What a setting does so many of: `needs` 2.3 contests more."""
    counted: str = ""
    """What stands behind the number there; the title, if nothing is said."""
    is_of_results: bool = False
    """Does it count how contests ended? Then a difference can be told in Elo too."""
    is_main: bool = False
    """Are settings compared by it, where a scenario asks for no table?"""
    can_be_censored: bool = False
    """Is the figure a lower bound where a run reached its limit?"""
    was_reached: Callable[[Contests], bool] | None = None
    """Whether a run came to what is measured; if not, its figure is a lower bound."""
    least: float | None = 0
    """Less than this cannot be: intervals end there."""
    most: float | None = None
    """More than this cannot be."""
    counts: bool = False
    """Does it count contests? Where some are left out, the rest stand for all."""
    needs_all: bool = False
    """Does it hang on every contest? Then a run of which some are left out has no figure."""
    contests_of: Callable[[Contests], int] | None = None
    """Of how many contests it is a share. Where all runs came to the same, these tell how sure that is."""

    @property
    def alone(self) -> tuple[str, ...]:
        """The measures of which each is one part of it; itself, if it has but one."""
        return tuple(self.part_of + part for part in self.parts) if len(self.parts) > 1 else (self.name,)

    @property
    def telling(self) -> Sequence[int]:
        """The numbers of the parts by which settings are compared."""
        return range(len(self.parts)) if self.judges_each else (self.judged,)

    @property
    def compared(self) -> tuple[str, ...]:
        """The measures by which settings are compared, the one that is judged first."""
        if self.compared_by:
            return (self.compared_by,)
        return tuple(self.alone[part] for part in sorted(self.telling, key=lambda part: part != self.judged))

    @property
    def weights(self) -> tuple[float, ...]:
        """What each part counts where figures are called better or worse."""
        return self.worth or tuple(float(part == self.judged) for part in range(len(self.parts)))

    def amount(self, figures: str) -> str:
        """Say of what a difference is so much: `2.3 contests`, `25 percentage points of contests`."""
        counted = self.counted or self.title
        if figures.lstrip("+-") == ONE and not self.unit:
            counted = " ".join(_SINGULAR.get(word, word) for word in counted.split(" "))
        return f"{figures}{self.unit_of_differences(figures)} {counted}"

    def unit_of_differences(self, figures: str) -> str:
        """Return the unit of a difference of so much: percentages differ by points."""
        is_one = figures.lstrip("+-") == ONE
        return self.unit.replace(" %", " percentage point" if is_one else " percentage points")

    def text(self, estimate: Estimate) -> str:
        """Write an estimate with its interval, in the measure's unit."""
        return estimate.text(factor=self.factor, unit=self.unit)

    @classmethod
    def of(cls, function: OfRows, name: str = "", title: str = "", **words: Any) -> "Measure":
        """Make a measure of a function from the rows of a phase of a run to a number, or None.

        Unless they are given, it has the function's name and the first line of what is said of it. It is
        taken to hang on every contest (`needs_all`), and to have no end (`least`, `most`).
        """
        name = name or function.__name__
        said = inspect.cleandoc(function.__doc__ or "").partition("\n")[0].rstrip(".")
        title = title or said[:1].lower() + said[1:] or name
        return cls(name, title, _trusted(name, function), **{"needs_all": True, "least": None, **words})


def get_measure(name: str) -> Measure:
    """Find a measure by its name: `won`, `retained:states`, `retained:expert_moves+states`."""
    first, colon, rest = name.partition(":")
    if first == RETAINED:
        return _retained(name, items_of(name))
    if colon and first in MEASURES:
        raise BadOption(f"measure {first!r} takes nothing behind a colon, but was given {rest!r}")
    if name not in MEASURES:
        known = measure_names()
        raise UnknownName.of("measure", name, known, f"there are {', '.join(known)}")
    return MEASURES[name]


F = TypeVar("F", bound=OfRows)


@overload
def register_measure(function: F, /, **words: Any) -> F: ...


@overload
def register_measure(*, name: str = "", title: str = "", **words: Any) -> Callable[[F], F]: ...


def register_measure(function: Any = None, /, **words: Any) -> Any:
    """Let a function measure runs, or what `Measure` has to say of it: `@register_measure(unit=" %")`.

    It is given the rows of a phase of a run, a field for each column of the results, and returns a number, or
    None where the run has none. A name that is taken is refused.
    """
    if function is None:
        return functools.partial(register_measure, **words)
    MEASURES.register(function if isinstance(function, Measure) else _made_of(function, words))
    return function


def _made_of(function: object, words: Mapping[str, Any]) -> Measure:
    label = label_of("measure", function)
    if not callable(function):
        raise BadPlugin(f"{label} is no measure; it must be a function of the rows of a phase")
    try:
        return Measure.of(function, **words)
    except TypeError as error:
        raise BadPlugin(f"{label} cannot be registered: {in_words(error)}") from error


def _measure(found: object, label: str) -> Measure:
    """Take what somebody brings: a measure, or a function of rows."""
    measure = found if isinstance(found, Measure) else _made_of(found, {})
    if not _NAME.fullmatch(measure.name) or measure.name == RETAINED:
        raise BadPlugin(f"{label} cannot be called {measure.name!r}; name it in letters, digits, - and _")
    if len(measure.parts) > 1:
        raise BadPlugin(f"{label} has {len(measure.parts)} parts; make each a measure of its own")
    return measure


def _trusted(name: str, function: OfRows) -> Reading:
    """Let somebody's function read rows, which it cannot change; whatever is wrong is told in one line."""

    def reading(contests: Contests, _: str) -> tuple[float] | None:
        rows = contests.view()
        rows.flags.writeable = False
        try:
            value: object = function(rows)
        except (Exception, SystemExit) as error:
            raise BadPlugin(f"measure {name!r} failed: {in_words(error)}") from error
        if value is None:
            return None
        if not isinstance(value, int | float | np.number) or not math.isfinite(value):
            remedy = "it is to give a number, or None where there is none"
            raise BadPlugin(f"measure {name!r} gave {str(value)[:40]!r}; {remedy}")
        return (float(value),)

    return reading


def measure_names() -> tuple[str, ...]:
    """List the measures as people write them."""
    return (*MEASURES, f"{RETAINED}:ITEM")


def items_of(name: str) -> tuple[str, ...]:
    """Return the items of knowledge that a measure names, whether or not there are such; most name none."""
    first, _, rest = name.partition(":")
    if first != RETAINED:
        return ()
    items = tuple(rest.split("+"))
    if "" in items or len(set(items)) < len(items):
        example = f"{RETAINED}:expert_moves or {RETAINED}:expert_moves+states"
        raise BadOption(f"measure {name!r} is to name items of knowledge, each once; write {example}")
    return items


def _length(contests: Contests, _: str) -> tuple[float]:
    return (float(len(contests)),)


def _learned(contests: Contests, _: str) -> tuple[float] | None:
    if not len(contests) or np.isnan(contests["expert_like"]).all():
        return None
    return (float(_when_learned(contests) or len(contests)),)


def _when_learned(contests: Contests) -> int | None:
    """Return after how many contests so many in a row were expert-like; None if they never were."""
    in_a_row = 0
    for number, expert_like in enumerate(contests["expert_like"].tolist(), 1):
        in_a_row = in_a_row + 1 if expert_like == 1 else 0
        if in_a_row == IN_A_ROW:
            return number
    return None


def _expert_like(contests: Contests, _: str) -> tuple[float] | None:
    known = contests["expert_like"][~np.isnan(contests["expert_like"])]
    return (float(known.sum()),) if len(known) else None


def _results(contests: Contests, _: str) -> tuple[float, ...] | None:
    known = _played(contests)["result"]
    return tuple(float((known == result).sum()) for result in (1, 0, -1)) if len(known) else None


def _points(contests: Contests, knowledge: str) -> tuple[float] | None:
    results = _results(contests, knowledge)
    return None if results is None else (results[0] + results[1] / 2,)


def _progress(contests: Contests, _: str) -> tuple[float] | None:
    won = _played(contests)["result"] == 1
    if len(won) < 2 * AT_EACH_END:
        return None
    return (float(won[-AT_EACH_END:].sum()) - float(won[:AT_EACH_END].sum()),)


def _scored(*results: int) -> Reading:
    """Read the share of contests with one of these results, of those that Hoyle played."""

    def reading(contests: Contests, _: str) -> tuple[float] | None:
        played = _played(contests)
        return (float(np.isin(played["result"], results).mean()),) if len(played) else None

    return reading


def _score(contests: Contests, _: str) -> tuple[float] | None:
    played = _played(contests)
    return (float((played["result"].mean() + 1) / 2),) if len(played) else None


def _played(contests: Contests) -> Contests:
    """Return the contests that Hoyle played itself."""
    played: Contests = contests[~np.isnan(contests["result"])]
    return played


def _count_played(contests: Contests) -> int:
    return len(_played(contests))


def _decision_time(average: Callable[[Sequence[float]], float]) -> Reading:
    """Read the time that Hoyle's decisions in a contest took together, averaged over those it played."""

    def reading(contests: Contests, _: str) -> tuple[float] | None:
        played = _played(contests)
        return (float(average(played["decision_ns"].tolist())),) if len(played) else None

    return reading


def _one_result(part: int) -> Reading:
    def reading(contests: Contests, knowledge: str) -> tuple[float] | None:
        results = _results(contests, knowledge)
        return None if results is None else (results[part],)

    return reading


def _mean(column: str, factor: float = 1) -> Reading:
    """Read the mean of a column over contests."""

    def reading(contests: Contests, _: str) -> tuple[float] | None:
        return (float(contests[column].mean() * factor),) if len(contests) else None

    return reading


def _share(part: str, whole: str) -> Reading:
    """Read the sum of one column by that of another, over the contests of which the first is known."""

    def reading(contests: Contests, _: str) -> tuple[float] | None:
        known = contests[~np.isnan(contests[part])]
        total = known[whole].sum()
        return (float(known[part].sum() / total),) if total else None

    return reading


def _entries(contests: Contests, knowledge: str) -> tuple[float]:
    if len(contests):
        return (float(contests["entries"][-1]),)
    return (math.fsum(json.loads(knowledge or "{}").values()),)


RETAINED = "retained"
"""The measure that is asked for with items of knowledge behind a colon."""


@functools.cache
def _retained(name: str, items: tuple[str, ...]) -> Measure:
    """Measure how many entries of each of these items there are when a phase has ended."""

    def reading(_: Contests, knowledge: str) -> tuple[float, ...]:
        sizes = json.loads(knowledge or "{}")
        return tuple(float(sizes.get(item, 0)) for item in items)

    return Measure(
        name,
        f"entries retained of {', '.join(items)}",
        reading,
        parts=items if len(items) > 1 else ("",),
        part_of=f"{RETAINED}:",
        verb="retains",
        counted=f"entries of {', '.join(items)}",
        judges_each=True,
    )


BUNDLED: Mapping[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure(
            "contests",
            "contests until the phase ended",
            _length,
            verb="needs",
            counted="contests",
            is_main=True,
            can_be_censored=True,
            needs_all=True,
        ),
        Measure(
            "learned",
            f"contests until {IN_A_ROW} in a row were expert-like",
            _learned,
            verb="needs",
            counted="contests",
            was_reached=lambda contests: _when_learned(contests) is not None,
            needs_all=True,
        ),
        Measure("expert_like", "expert-like contests", _expert_like, is_main=True, counts=True),
        Measure(
            "won",
            "contests won",
            _one_result(0),
            verb="wins",
            counted="contests",
            counts=True,
            is_of_results=True,
        ),
        Measure(
            "drawn",
            "contests drawn",
            _one_result(1),
            verb="draws",
            counted="contests",
            counts=True,
            is_of_results=True,
        ),
        Measure(
            "lost",
            "contests lost",
            _one_result(2),
            verb="loses",
            counted="contests",
            counts=True,
            is_of_results=True,
        ),
        Measure(
            "results",
            "contests won, drawn and lost",
            _results,
            parts=RESULTS,
            judged=1,
            worth=(1, 0.5, 0),
            compared_by="points",
            counts=True,
            is_of_results=True,
        ),
        Measure(
            "points",
            "points: contests won, and half of those drawn",
            _points,
            verb="scores",
            counted="points",
            counts=True,
            is_of_results=True,
        ),
        Measure(
            "reliability",
            "contests won or drawn",
            _scored(1, 0),
            verb="wins or draws",
            counted="of contests",
            factor=100,
            unit=" %",
            most=1,
            contests_of=_count_played,
            is_of_results=True,
        ),
        Measure(
            "power",
            "contests won",
            _scored(1),
            verb="wins",
            counted="of contests",
            factor=100,
            unit=" %",
            most=1,
            contests_of=_count_played,
            is_of_results=True,
        ),
        Measure(
            "progress",
            f"contests won among the last {AT_EACH_END} less those among the first {AT_EACH_END}",
            _progress,
            verb="gains",
            counted="contests won",
            least=None,
            needs_all=True,
        ),
        Measure("plies", "plies per contest", _mean("plies"), verb="plays"),
        Measure("entries", "entries of knowledge", _entries),
        Measure(
            "time",
            "time per decision",
            _share("decision_ns", "decisions"),
            verb="takes",
            counted="per decision",
            factor=1e-6,
            unit=" ms",
            is_main=True,
        ),
        Measure(
            "decision_time",
            "decision time per contest",
            _decision_time(statistics.fmean),
            verb="takes",
            counted="per contest",
            factor=1e-9,
            unit=" s",
        ),
        Measure(
            "decision_time_median",
            "decision time of the median contest",
            _decision_time(statistics.median),
            verb="takes",
            counted="in the median contest",
            factor=1e-9,
            unit=" s",
        ),
        Measure(
            "correct",
            "choices that a perfect contestant could have made",
            _share("correct", "choices"),
            verb="makes",
            counted="of perfect choices",
            factor=100,
            unit=" %",
            most=1,
        ),
        Measure("work", "questions to the rules per decision", _share("work", "decisions"), verb="asks"),
        Measure(
            "wasted",
            "work of Advisors that were cancelled",
            _share("wasted", "work"),
            verb="wastes",
            counted="of its work",
            factor=100,
            unit=" %",
            most=1,
        ),
    )
}
MEASURES: Registry[Measure] = Registry(
    "measure", "hoyle.measures", BUNDLED, admit=_measure, name_of=lambda measure: measure.name
)
"""Every measure by name: the bundled, those of other distributions, those brought by `register_measure`."""
SECONDS = Measure("seconds", "wall time per contest", _mean("seconds", 1e9), factor=1e-9, unit=" s")
"""Of the report only, in nanoseconds as all times: it differs from machine to machine."""


SCORE = Measure("score", "mean score, a draw as half a win", _score)
"""Of comparisons in Elo only."""


_KINDS: Mapping[object, str] = {int: "i8", float: "f8", str: "O", int | None: "f8", float | None: "f8"}


def dtype_of(kind: type[attrs.AttrsInstance]) -> np.dtype[np.void]:
    """Return the form of rows of a kind: a field for each of its columns."""
    return np.dtype([(field.name, _KINDS[field.type]) for field in attrs.fields(kind)])


def as_contests(rows: Sequence[attrs.AttrsInstance]) -> Contests:
    """Put rows of one kind together, as measures read them."""
    return np.array([attrs.astuple(row, recurse=False) for row in rows], dtype_of(type(rows[0])))


def measures_as_markdown() -> str:
    """Write the measures as a table for the page about scenario files."""
    rows = [f"| `{each.name}` | {each.title} | {each.unit.strip()} |" for each in BUNDLED.values()]
    several = f"`{RETAINED}:ITEM+ITEM` shows several at once"
    rows.append(f"| `{RETAINED}:ITEM` | entries of an item of knowledge after the phase; {several} |  |")
    head = ["### Measures", "| measure | what it is, of one run | in |", "|---|---|---|"]
    return "\n".join([*head, *rows])
