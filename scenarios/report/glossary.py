"""The glossary of a page: the settings, measures and terms that occur there, each linked once.

Paradigms, schedules, rosters, settings and measures are explained by their declarations. The other nouns are
copied from docs/glossary.md, because a wheel does not contain it; a test compares the two.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

import attrs

from agents import ROSTERS
from control import PARADIGMS
from control.limits.schedules import SCHEDULES
from control.settings.kinds import ONLY_TABLE
from games import UnknownName
from scenarios.analysis.setting_names import name_axis, name_label, phase_of_axis
from scenarios.language.measures import SECONDS, Measure, get_measure
from scenarios.language.scenario import PHASE_AXIS, TableSpec
from scenarios.language.schema import key_at
from scenarios.report.markup import NO_BREAK, esc, tag, unbroken

NOUNS = {
    "Advisor": "A narrow expert with a tier, a budget and one method.",
    "tier": "Tiers 1 and 2 are ranked lists that decide or remove moves; tier 3 votes.",
    "contestant": "A player that can be asked for a move: Hoyle, perfect, random, a person, a program.",
    "useful knowledge": "Everything learned about one game, as one value.",
    "cell": "One point of the grid: a game with its settings and phases.",
    "phase": "A series of contests, learning or testing.",
    "run": "All phases of a cell, in order, starting without knowledge.",
}
_TERMS = {
    "expert-like": "A contest is expert-like if its outcome is at least as good as the game's value for "
    "Hoyle's role.",
    "95 % confidence interval": "A range computed from the data. In 95 of 100 studies such a range covers "
    "the true value.",
    "95 % confidence band": "The 95 % confidence intervals of all points of a line.",
    "p": "The probability of a difference at least as large as the observed one if there is no true "
    "difference. If p, after adjustment, is at most 0.05, the difference is called significant.",
    "sign-flip test": "If two settings are equally good, the difference of each run could as well have the "
    "opposite sign. p is the share of all choices of signs that give a mean difference at least as large.",
    "Holm": "Holm's method adjusts p for several comparisons. The probability that any of them is "
    "significant by chance is then at most 5 %.",
    "Elo": "A difference in strength: 0 is equal, +100 means 64 % of the points, +400 means 91 %.",
    "percentage point": "The unit of a difference of two percentages: 60 % is 10 percentage points more than "
    "50 %.",
}
_SKIPPED = frozenset({"svg", "a", "button", "pre", "h2", "h3", "summary", "strong", "figcaption", "dt"})
"""Elements in which no term is linked."""
_TAG = re.compile(r"(<[^>]*>)")
_NAME = re.compile(r"</?([a-z0-9]+)")


@attrs.frozen
class Term:
    """A term with its explanation."""

    name: str
    words: str
    forms: tuple[str, ...] = ()
    """Its other spellings on the page."""

    @property
    def anchor(self) -> str:
        """The anchor of its explanation."""
        return f"term-{slug(self.name)}"


def slug(text: str) -> str:
    """Return an anchor for a text, of lower-case letters, digits and dashes."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "unnamed"


def make_terms(axes: Mapping[str, Iterable[str]], tables: Iterable[TableSpec]) -> list[Term]:
    """Return the terms that a report of these axes and tables may use, the longest first."""
    terms = [*_of_values(axes), *_of_axes(axes), *_of_measures(tables)]
    terms += [Term(name, words) for name, words in {**NOUNS, **_TERMS}.items()]
    unique = {term.anchor: term for term in reversed(terms)}
    return sorted(unique.values(), key=lambda term: (-len(term.name), term.name))


def _of_values(axes: Mapping[str, Iterable[str]]) -> Iterator[Term]:
    """Explain values of settings that are names of paradigms, schedules or rosters."""
    for axis, labels in axes.items():
        kind = axis.rpartition(".")[2]
        for label in labels:
            if kind == "paradigm" and label in PARADIGMS:
                yield Term(name_label(axis, label), _paradigm(label))
            if kind == "schedule" and label in SCHEDULES:
                yield Term(name_label(axis, label), _first_line(SCHEDULES[label].__doc__))
            if kind == "advisors" and label in ROSTERS:
                yield Term(name_label(axis, label), _sentence(ROSTERS[label].title))


def _paradigm(name: str) -> str:
    """Return what a paradigm does: from its docstring if that names it, otherwise its title."""
    paradigm = PARADIGMS[name]
    _, is_own, words = _first_line(paradigm.tally.__doc__).partition(f"paradigm {name}: ")
    return _sentence(words if is_own else paradigm.title)


def _of_axes(axes: Mapping[str, Iterable[str]]) -> Iterator[Term]:
    """Explain the settings that vary."""
    for axis in axes:
        try:
            key = key_at(axis.split("."))
        except UnknownName:
            continue
        if key.kind is not ONLY_TABLE and axis != PHASE_AXIS:
            yield Term(name_axis(phase_of_axis(axis)[1]), _without_marks(key.about))


def _of_measures(tables: Iterable[TableSpec]) -> Iterator[Term]:
    """Explain the measures of the tables, and those of every report."""
    measures = dict.fromkeys(
        [*(get_measure(table.measure) for table in tables), get_measure("time"), SECONDS]
    )
    for measure in measures:
        yield Term(measure.title, _measured(measure))


def _measured(measure: Measure) -> str:
    unit = f", in{measure.unit}" if measure.unit else ""
    parts = f" Its parts: {', '.join(measure.parts)}." if len(measure.parts) > 1 else ""
    name = "" if measure is SECONDS else f" Its name in scenario files: {measure.name}."
    return f"Measured in each run{unit}, then averaged over runs.{name}{parts}"


def _first_line(text: str | None) -> str:
    return " ".join((text or "").partition("\n\n")[0].split())


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}".rstrip(".") + "."


def _without_marks(text: str) -> str:
    return text.replace("`", "")


def link_terms(page: str, terms: Iterable[Term]) -> tuple[str, list[Term]]:
    """Link the first occurrence of each term in running text, and return the terms that occurred.

    `page` is HTML of our own, in which `<` and `>` occur only in tags.
    """
    wanted = {_plain(esc(form)): term for term in terms for form in (term.name, *term.forms)}
    if not wanted:
        return page, []
    pattern = _any_of(wanted)
    met: dict[str, Term] = {}

    def linked(match: re.Match[str]) -> str:
        word = _plain(match[0])
        term = wanted.get(word) or wanted[word.removesuffix("s")]
        if term.anchor in met:
            return match[0]
        met[term.anchor] = term
        return f'<a class="term" href="#{term.anchor}">{match[0]}</a>'

    parts, closed_by = [], list[str]()
    for part in _TAG.split(page):
        if part.startswith("<"):
            _follow(part, closed_by)
        parts.append(part if part.startswith("<") or closed_by else pattern.sub(linked, part))
    return "".join(parts), list(met.values())


def terms_in(text: str, terms: Iterable[Term]) -> list[Term]:
    """Return the terms that occur in a text, in order. A setting comes before its value."""
    wanted = {_plain(form): term for term in terms for form in (term.name, *term.forms)}
    found = (_plain(match[0]) for match in _any_of(wanted).finditer(text)) if wanted else ()
    met = [wanted.get(word) or wanted[word.removesuffix("s")] for word in found]
    kinds = [wanted.get(_plain(term.name).rpartition(" ")[0]) for term in met]
    both = (each for kind, term in zip(kinds, met, strict=True) for each in (kind, term))
    return list(dict.fromkeys(each for each in both if each is not None))


def _any_of(forms: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that matches any of these forms as a word or its plural, the longest first."""
    choice = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
    spaced = choice.replace(r"\ ", rf"[ {NO_BREAK}]")
    return re.compile(rf"(?<![\w-])(?:{spaced})s?(?![\w-])", re.IGNORECASE)


def _plain(word: str) -> str:
    return word.lower().replace(NO_BREAK, " ")


def _follow(element: str, closed_by: list[str]) -> None:
    """Track whether the page is within an element in which no term is linked."""
    name = _NAME.match(element)
    if name is None or name[1] not in _SKIPPED:
        return
    if element.startswith("</"):
        if closed_by and closed_by[-1] == name[1]:
            closed_by.pop()
    elif not element.endswith("/>"):
        closed_by.append(name[1])


def glossary_list(terms: Iterable[Term]) -> str:
    """Return the terms as an HTML list in alphabetical order."""
    items = [
        tag("div", tag("dt", esc(term.name), id=term.anchor), tag("dd", esc(unbroken(term.words))))
        for term in sorted(terms, key=lambda term: term.name.lower())
    ]
    return tag("dl", *items, class_="facts glossary")
