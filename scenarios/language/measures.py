"""Measures of a phase: one table with the name, the words and the computation of each.

The tables of scenarios, analysis, reports and docs/scenarios.md all use it.
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
"""Rows of contests, a field for each column of the results; unknown values are NaN."""
Reading: TypeAlias = Callable[[Contests, str], tuple[float, ...] | None]
"""Returns the figures of a phase of a run, from its contests and the sizes of knowledge after it, as JSON."""

OfRows: TypeAlias = Callable[[Contests], float | None]
"""A user's measure: returns a number from the rows of one phase of a run, or None if there is none."""

IN_A_ROW = 10
"""The number of expert-like contests in a row after which the paper of 1990 calls a game learned."""
AT_EACH_END = 10
"""How many contests at the beginning and at the end of a phase are compared to measure progress."""
RESULTS = ("won", "drawn", "lost")
ONE = "1"
"""The figure that takes the singular."""
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
    """A measure of one phase of a run."""

    name: str
    title: str
    reading: Reading
    """Returns None if a run has no figure."""
    parts: tuple[str, ...] = ("",)
    """The names of its figures, if it has several; each of them is also a measure of its own."""
    part_of: str = ""
    """The prefix that makes the name of a part the name of that measure."""
    judged: int = 0
    """The number of the part that is judged better or worse."""
    worth: tuple[float, ...] | None = None
    """The weight of each part in that judgement; by default, only the judged part counts."""
    compared_by: str = ""
    """The measure by which settings are compared, if it is none of the parts."""
    judges_each: bool = False
    """Whether settings are compared by each of its parts, not only by the judged one."""
    factor: float = 1
    unit: str = ""
    """The unit of the figure times the factor."""
    verb: str = "has"
    """The verb in sentences about settings: `needs` 2.3 contests more."""
    counted: str = ""
    """The words after the number there; by default, the title."""
    better: str = ""
    """Which figures are better: `more` or `less`; empty if neither is."""
    is_of_results: bool = False
    """Whether it counts how contests ended; then a difference can also be given in Elo."""
    is_main: bool = False
    """Whether settings are compared by it if the scenario has no tables."""
    can_be_censored: bool = False
    """Whether the figure of a run that reached its limit is a lower bound."""
    was_reached: Callable[[Contests], bool] | None = None
    """Returns whether a run reached the event that is measured; if not, its figure is a lower bound."""
    least: float | None = 0
    """The least possible figure; intervals end there."""
    most: float | None = None
    """The largest possible figure."""
    counts: bool = False
    """Whether it counts contests; if some are left out, the count is scaled up to all of them."""
    needs_all: bool = False
    """Whether it depends on every contest; then a run has no figure once some contests are left out."""
    contests_of: Callable[[Contests], int] | None = None
    """Returns the number of contests of which it is a share; it gives an interval when all runs are equal."""

    @property
    def alone(self) -> tuple[str, ...]:
        """The names of its parts as measures; its own name, if it has only one part."""
        return tuple(self.part_of + part for part in self.parts) if len(self.parts) > 1 else (self.name,)

    @property
    def telling(self) -> Sequence[int]:
        """The numbers of the parts by which settings are compared."""
        return range(len(self.parts)) if self.judges_each else (self.judged,)

    @property
    def compared(self) -> tuple[str, ...]:
        """The measures by which settings are compared, the judged one first."""
        if self.compared_by:
            return (self.compared_by,)
        return tuple(self.alone[part] for part in sorted(self.telling, key=lambda part: part != self.judged))

    @property
    def weights(self) -> tuple[float, ...]:
        """The weight of each part when figures are judged better or worse."""
        return self.worth or tuple(float(part == self.judged) for part in range(len(self.parts)))

    def amount(self, figures: str) -> str:
        """Write the amount of a difference: `2.3 contests`, `25 percentage points of contests`."""
        counted = self.counted or self.title
        if figures.lstrip("+-") == ONE and not self.unit:
            counted = " ".join(_SINGULAR.get(word, word) for word in counted.split(" "))
        return f"{figures}{self.unit_of_differences(figures)} {counted}"

    def unit_of_differences(self, figures: str) -> str:
        """Return the unit of a difference; percentages differ by percentage points."""
        is_one = figures.lstrip("+-") == ONE
        return self.unit.replace(" %", " percentage point" if is_one else " percentage points")

    def text(self, estimate: Estimate) -> str:
        """Write an estimate with its interval, in the measure's unit."""
        return estimate.text(factor=self.factor, unit=self.unit)

    def split_text(self, estimate: Estimate) -> tuple[str, str]:
        """Write an estimate, and separately its interval and its note."""
        return estimate.split_text(factor=self.factor, unit=self.unit)

    @classmethod
    def of(cls, function: OfRows, name: str = "", title: str = "", **words: Any) -> "Measure":
        """Make a measure of a function that returns a number, or None, from the rows of a phase of a run.

        By default, the name is the function's, and the title is the first line of its docstring. The measure
        is assumed to depend on every contest (`needs_all`) and to be unbounded (`least`, `most`).
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
        raise BadOption(
            f"measure {first!r} takes nothing after a colon, but {rest!r} was given; leave it out"
        )
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
    """Register a function as a measure; words are fields of `Measure`: `@register_measure(unit=" %")`.

    The function gets the rows of one phase of a run, with a field for each column of the results. It returns
    a number, or None if the run has none. A name that is taken is refused.
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
    """Admit a measure, or a function of rows, of a user or of another distribution."""
    measure = found if isinstance(found, Measure) else _made_of(found, {})
    if not _NAME.fullmatch(measure.name) or measure.name == RETAINED:
        raise BadPlugin(f"{label} cannot be called {measure.name!r}; name it in letters, digits, - and _")
    if len(measure.parts) > 1:
        raise BadPlugin(f"{label} has {len(measure.parts)} parts; make each a measure of its own")
    return measure


def _trusted(name: str, function: OfRows) -> Reading:
    """Make a reading of a user's function: it cannot change rows, and its errors become one line."""

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
            remedy = "it must return a number, or None if there is none"
            raise BadPlugin(f"measure {name!r} returned {str(value)[:40]!r}; {remedy}")
        return (float(value),)

    return reading


def measure_names() -> tuple[str, ...]:
    """Return the names of the measures, as users write them."""
    return (*MEASURES, f"{RETAINED}:ITEM")


def items_of(name: str) -> tuple[str, ...]:
    """Return the items of knowledge that a measure names, known or not; most measures name none."""
    first, _, rest = name.partition(":")
    if first != RETAINED:
        return ()
    items = tuple(rest.split("+"))
    if "" in items or len(set(items)) < len(items):
        example = f"{RETAINED}:expert_moves or {RETAINED}:expert_moves+states"
        raise BadOption(f"measure {name!r} must name items of knowledge, each once; write {example}")
    return items


def _length(contests: Contests, _: str) -> tuple[float]:
    return (float(len(contests)),)


def _learned(contests: Contests, _: str) -> tuple[float] | None:
    if not len(contests) or np.isnan(contests["expert_like"]).all():
        return None
    return (float(_when_learned(contests) or len(contests)),)


def _when_learned(contests: Contests) -> int | None:
    """Return after how many contests IN_A_ROW of them in a row were expert-like; None if they never were."""
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
    """Read the share of Hoyle's own contests that had one of these results."""

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
    """Read the total time of Hoyle's decisions in a contest, averaged over the contests that it played."""

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
    """Read the sum of one column divided by the sum of another, over the contests that have the first."""

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
"""The measure that takes items of knowledge after a colon."""


@functools.cache
def _retained(name: str, items: tuple[str, ...]) -> Measure:
    """Measure how many entries each of these items has when a phase has ended."""

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
            better="less",
        ),
        Measure(
            "learned",
            f"contests until {IN_A_ROW} in a row were expert-like",
            _learned,
            verb="needs",
            counted="contests",
            was_reached=lambda contests: _when_learned(contests) is not None,
            needs_all=True,
            better="less",
        ),
        Measure(
            "expert_like",
            "expert-like contests",
            _expert_like,
            is_main=True,
            counts=True,
            better="more",
        ),
        Measure(
            "won",
            "contests won",
            _one_result(0),
            verb="wins",
            counted="contests",
            counts=True,
            is_of_results=True,
            better="more",
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
            better="less",
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
            better="more",
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
            better="more",
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
            better="more",
        ),
        Measure(
            "progress",
            f"contests won among the last {AT_EACH_END} less those among the first {AT_EACH_END}",
            _progress,
            verb="gains",
            counted="contests won",
            least=None,
            needs_all=True,
            better="more",
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
            better="less",
        ),
        Measure(
            "decision_time",
            "decision time per contest",
            _decision_time(statistics.fmean),
            verb="takes",
            counted="per contest",
            factor=1e-9,
            unit=" s",
            better="less",
        ),
        Measure(
            "decision_time_median",
            "decision time of the median contest",
            _decision_time(statistics.median),
            verb="takes",
            counted="in the median contest",
            factor=1e-9,
            unit=" s",
            better="less",
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
            better="more",
        ),
        Measure(
            "work",
            "questions to the rules per decision",
            _share("work", "decisions"),
            verb="asks",
            better="less",
        ),
        Measure(
            "wasted",
            "work of Advisors that were cancelled",
            _share("wasted", "work"),
            verb="wastes",
            counted="of its work",
            factor=100,
            unit=" %",
            most=1,
            better="less",
        ),
    )
}
MEASURES: Registry[Measure] = Registry(
    "measure", "hoyle.measures", BUNDLED, admit=_measure, name_of=lambda measure: measure.name
)
"""All measures by name: bundled, of other distributions, and registered by `register_measure`."""
SECONDS = Measure("seconds", "wall time per contest", _mean("seconds", 1e9), factor=1e-9, unit=" s")
"""Used by the report alone, in nanoseconds like all times; it depends on the machine."""


SCORE = Measure("score", "mean score, a draw as half a win", _score)
"""Used by comparisons in Elo alone."""


_KINDS: Mapping[object, str] = {int: "i8", float: "f8", str: "O", int | None: "f8", float | None: "f8"}


def dtype_of(kind: type[attrs.AttrsInstance]) -> np.dtype[np.void]:
    """Return the dtype of rows of a kind: a field for each of its columns."""
    return np.dtype([(field.name, _KINDS[field.type]) for field in attrs.fields(kind)])


def as_contests(rows: Sequence[attrs.AttrsInstance]) -> Contests:
    """Put rows of one kind into one array, as measures read them."""
    return np.array([attrs.astuple(row, recurse=False) for row in rows], dtype_of(type(rows[0])))


def measures_as_markdown() -> str:
    """Write the measures as a table for the page about scenario files."""
    rows = [f"| `{each.name}` | {each.title} | {each.unit.strip()} |" for each in BUNDLED.values()]
    several = f"`{RETAINED}:ITEM+ITEM` shows several at once"
    rows.append(f"| `{RETAINED}:ITEM` | entries of an item of knowledge after the phase; {several} |  |")
    head = ["### Measures", "| measure | what it is, of one run | in |", "|---|---|---|"]
    return "\n".join([*head, *rows])
