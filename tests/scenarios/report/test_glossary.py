"""The glossary of a page: terms that occur, each linked once, in the words of where they are declared."""

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from control import PARADIGMS
from control.limits.schedules import SCHEDULES
from scenarios.language.measures import MEASURES
from scenarios.report.glossary import NOUNS, Term, glossary_list, link_terms, make_terms, slug
from scenarios.report.markup import esc, tag

DOCS = Path(__file__).parents[3] / "docs" / "glossary.md"


def test_nouns_are_those_of_the_glossary_in_the_docs() -> None:
    """Two places, one wording."""
    text = DOCS.read_text(encoding="utf-8")
    for noun, words in NOUNS.items():
        assert f"| {noun} | {words} |" in text


def test_settings_are_explained_in_their_own_words() -> None:
    """Paradigms and schedules by their docstrings, measures by their names."""
    axes = {"paradigm": tuple(PARADIGMS), "schedule": tuple(SCHEDULES)}
    words = {term.name: term.words for term in make_terms(axes, ())}
    assert words["paradigm 1"] == "A move's tally is the sum of its strengths."
    assert words["paradigm pwl"] == "Sum of strengths, by learned weights."
    assert words["schedule tiered"] == "Start a tier when the tier above has not decided."
    assert words["schedule"]
    assert MEASURES["time"].name in words[MEASURES["time"].title]


def test_the_first_occurrence_is_linked() -> None:
    """Not the second, nothing in headings, pictures or links, and the longest term that fits."""
    terms = [Term("paradigm 1", "a"), Term("paradigm", "b"), Term("Elo", "c")]
    page = (
        "<h2>Elo</h2><svg><text>Elo</text></svg><p>Paradigm 1 and paradigms, paradigm 1; Elocution, Elo.</p>"
    )
    linked, met = link_terms(page, terms)
    assert linked == (
        "<h2>Elo</h2><svg><text>Elo</text></svg>"
        '<p><a class="term" href="#term-paradigm-1">Paradigm 1</a> and '
        '<a class="term" href="#term-paradigm">paradigms</a>, paradigm 1; Elocution, '
        '<a class="term" href="#term-elo">Elo</a>.</p>'
    )
    assert [term.name for term in met] == ["paradigm 1", "paradigm", "Elo"]


def test_the_glossary_has_what_was_met() -> None:
    """In the order of the alphabet, each with the anchor that is linked to."""
    listed = glossary_list([Term("run", "x"), Term("Advisor", "y & z")])
    assert re.findall(r'<dt id="([^"]*)">', listed) == ["term-advisor", "term-run"]
    assert "y &amp; z" in listed


@given(st.text(max_size=60), st.text(min_size=1, max_size=8))
def test_linking_changes_no_text(content: str, name: str) -> None:
    """Whatever stands on the page and whatever a term is called, what is read stays the same."""
    page = tag("p", esc(content))
    linked, _ = link_terms(page, [Term(name, "")])
    assert re.sub(r"<[^>]*>", "", linked) == re.sub(r"<[^>]*>", "", page)


@given(st.text(max_size=40))
def test_anchors_are_plain(text: str) -> None:
    """Small letters, digits and dashes."""
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug(text))
