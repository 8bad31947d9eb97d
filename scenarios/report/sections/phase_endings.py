"""How phases ended: by which rule, in how many runs, and what their sequential tests found."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import attrs

from scenarios.experiment.records import Records
from scenarios.experiment.rows import PhaseRow
from scenarios.language.stop_rules import SprtSpec
from scenarios.report.cell_groups import CellGroup, make_groups
from scenarios.report.exhibit import Exhibit
from scenarios.statistics import SprtVerdict

Rules: TypeAlias = Mapping[str, Any]
"""What `until` says of a phase in one cell; of a table in it, its entries as `sprt.elo1`."""

_LIMITS = {"contests": "all its contests were played", "time": "its time was up"}
_TEST = "sprt"
_VERDICTS = {f"{_TEST}: {verdict.name}": verdict for verdict in (SprtVerdict.H0, SprtVerdict.H1)}
_NOTE = "By which of its rules a phase ended, in how many runs, and after how many contests."
_TEST_NOTE = (
    " A sequential test of Hoyle against the other contestant ends when one of two differences in Elo (H0 "
    "the lower, H1 the higher) fits the results so much better that it errs as rarely as alpha and beta ask."
)


@attrs.frozen
class PhaseEnding:
    """One way in which a phase ended in runs of a cell."""

    words: str
    lengths: Sequence[int]
    """The contests of each of these runs."""

    @property
    def contests(self) -> str:
        """How many contests it took."""
        shortest, longest = min(self.lengths), max(self.lengths)
        return f"{shortest:,}" if shortest == longest else f"{shortest:,} to {longest:,}"


@attrs.frozen
class PhaseEndings:
    """How a phase ended in the runs of a cell."""

    cell: str
    phase: str
    ways: Sequence[PhaseEnding]
    is_tested: bool
    """Is a sequential test among its rules?"""

    @property
    def runs(self) -> int:
        """In how many runs it ended."""
        return sum(len(way.lengths) for way in self.ways)

    @property
    def sentence(self) -> str:
        """All of it on one line."""
        runs = _count(str(self.runs), "run")
        ways = [
            f"{way.words} ({len(way.lengths)} of {runs}, {_count(way.contests, 'contest')})"
            for way in self.ways
        ]
        return f"{self.cell}, phase {self.phase}: {'; '.join(ways)}"


def _count(number: str, what: str) -> str:
    return f"{number} {what}{'s' * (number != '1')}"


def endings(records: Records, groups: Sequence[CellGroup]) -> Exhibit:  # noqa: ARG001  # there is nothing to draw
    """Show how phases ended that could end in more than one way."""
    found = find_endings(records)
    rows = [
        [each.cell, each.phase, f"{len(way.lengths)} of {each.runs}", way.words, way.contests]
        for each in found
        for way in each.ways
    ]
    note = _NOTE + _TEST_NOTE * any(each.is_tested for each in found)
    return Exhibit("How phases ended", note, (), ("cell", "phase", "runs", "ended by", "contests"), rows)


def verdict_lines(records: Records) -> list[str]:
    """Say of every cell with a sequential test what it found."""
    return [each.sentence for each in find_endings(records) if each.is_tested]


def find_endings(records: Records) -> list[PhaseEndings]:
    """Return, by phase and cell, how phases ended that could end in more than one way; tests come first."""
    scenario = _scenario(records)
    names = {member.cell: member.name for group in make_groups(records) for member in group.members}
    found = []
    for phase in records.phase_names:
        for cell, labels in records.cells.items():
            ended, rules = records.ended_phases(cell, phase), _rules(scenario, labels, phase)
            if ended and (any(rules.values()) or any(row.ended_by not in _LIMITS for row in ended)):
                is_tested = bool(rules.get(_TEST)) or any(row.ended_by in _VERDICTS for row in ended)
                ways = _ways(ended, rules, is_tested=is_tested)
                found.append(PhaseEndings(names[cell], phase, ways, is_tested))
    return sorted(found, key=lambda each: not each.is_tested)


def _ways(ended: Sequence[PhaseRow], rules: Rules, *, is_tested: bool) -> list[PhaseEnding]:
    """Put runs together that ended in the same way, the most frequent way first."""
    lengths: dict[str, list[int]] = {}
    for row in ended:
        lengths.setdefault(_words(row.ended_by, rules, is_tested=is_tested), []).append(row.contests)
    ways = [PhaseEnding(words, each) for words, each in lengths.items()]
    return sorted(ways, key=lambda way: (-len(way.lengths), way.words))


def _words(ended_by: str, rules: Rules, *, is_tested: bool) -> str:
    """Say why a phase ended."""
    if ended_by in _LIMITS:
        return f"undecided when {_LIMITS[ended_by]}" if is_tested else _LIMITS[ended_by]
    if ended_by in _VERDICTS:
        claim = _claim(_VERDICTS[ended_by], _test(rules))
        return f"{_VERDICTS[ended_by]}{claim and f': Hoyle is {claim}'}"
    expert_like, stable = (rules.get(name) or "enough" for name in ("expert_like", "stable"))
    return {
        "expert_like": f"{expert_like} contests in a row were expert-like",
        "stable": f"{stable} contests in a row taught nothing",
        "expert_like and stable": f"{expert_like} contests in a row were expert-like, "
        f"and {stable} taught nothing",
    }.get(ended_by, ended_by)


def _claim(verdict: SprtVerdict, test: SprtSpec | None) -> str:
    """Say what a verdict means; nothing, if the hypotheses are not known."""
    if test is None:
        return ""
    kept, given_up = (test.elo1, test.elo0) if verdict is SprtVerdict.H1 else (test.elo0, test.elo1)
    other = f"by {abs(given_up):g}" if kept * given_up > 0 else _strength(given_up)
    return f"{_strength(kept)} rather than {other}"


def _strength(elo: float) -> str:
    if not elo:
        return "equally strong"
    return f"{'stronger' if elo > 0 else 'weaker'} by {abs(elo):g} Elo"


def _test(rules: Rules) -> SprtSpec | None:
    """Return the test of a phase; None if there is none, or nobody can tell what it was."""
    if not rules.get(_TEST):
        return None
    names = [field.name for field in attrs.fields(SprtSpec) if f"{_TEST}.{field.name}" in rules]
    try:
        return SprtSpec(**{name: float(rules[f"{_TEST}.{name}"]) for name in names})
    except (TypeError, ValueError):
        return None


def _scenario(records: Records) -> Mapping[str, Any]:
    try:
        return tomllib.loads(str(records.meta.get("scenario") or ""))
    except (ValueError, RecursionError):  # no TOML, or a number of too many digits, or too deep
        return {}


def _rules(scenario: Mapping[str, Any], labels: Mapping[str, str], phase: str) -> Rules:
    """Return the rules of a phase in a cell: its own, over them its variants', and swept ones by label."""
    rules: dict[str, Any] = {}
    for table in _tables(scenario, labels, phase):
        rules.update(_flat(table.get("until")))
    return {
        name: _chosen(value, labels.get(f"phase.{phase}.until.{name}")) if isinstance(value, list) else value
        for name, value in rules.items()
    }


def _chosen(values: Sequence[Any], label: str | None) -> Any:
    """Return the value of a sweep that has a label; None if none has, as `false` for no rule."""
    return next((value for value in values if str(value) == label), None)


def _tables(
    scenario: Mapping[str, Any], labels: Mapping[str, str], phase: str
) -> Iterator[Mapping[str, Any]]:
    """Yield what a scenario says of a phase in a cell, what overrules the rest last."""
    yield from (each for each in _dicts(scenario.get("phase")) if each.get("name") == phase)
    for variant in _dicts(scenario.get("variant")):
        if labels.get(str(variant.get("axis", "variant"))) == variant.get("name"):
            phases = variant.get("phase")
            yield from _dicts([phases.get(phase)] if isinstance(phases, dict) else [])


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _flat(until: Any) -> Iterator[tuple[str, Any]]:
    for name, value in until.items() if isinstance(until, dict) else ():
        if isinstance(value, dict):
            yield name, True
            yield from ((f"{name}.{inner}", each) for inner, each in value.items())
        else:
            yield name, value
