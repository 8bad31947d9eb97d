"""The contents of a report, independent of their form."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs
import numpy as np

from control import format_duration
from games.counting import in_a_row
from scenarios.analysis.findings import Findings, find, question_of
from scenarios.analysis.setting_interactions import SettingInteraction, interactions_of
from scenarios.analysis.setting_names import name_axis, name_label, shown_value
from scenarios.experiment.completeness import Completeness
from scenarios.experiment.records import Records, digest_of
from scenarios.experiment.store import TUNING
from scenarios.report.cell_groups import make_groups, name_cell
from scenarios.report.exhibit import Exhibit
from scenarios.report.filters import Filters
from scenarios.report.finding_sentences import findings_in_words, findings_note
from scenarios.report.glossary import Term, make_terms
from scenarios.report.interaction_sentences import interactions_in_words, interactions_note
from scenarios.report.markup import clean
from scenarios.report.result_tables import (
    AgainstPaper,
    ResultTable,
    make_tables,
    reached,
    summary,
)
from scenarios.report.section_registry import added_exhibits
from scenarios.report.sections.best_for_cost import best_for_cost
from scenarios.report.sections.changes import changes
from scenarios.report.sections.failing import always_failed, attendance, attendance_fact, forfeits
from scenarios.report.sections.interaction_effects import interactions
from scenarios.report.sections.learned_patterns import learned_patterns
from scenarios.report.sections.learning_curves import added_up, expertise, knowledge
from scenarios.report.sections.levels import levels
from scenarios.report.sections.match_ups import match_ups
from scenarios.report.sections.phase_endings import endings, verdict_lines
from scenarios.report.sections.settings_compared import learning_times, settings_compared
from scenarios.report.sections.significance import relevance, significance
from scenarios.report.sections.time_profiles import performance
from scenarios.report.sections.timings import contest_time, decision_time
from scenarios.report.sections.trends import trends
from scenarios.report.vote_sentences import vote_facts, vote_sentences

EXHIBITS = (
    levels,
    best_for_cost,
    interactions,
    settings_compared,
    learning_times,
    trends,
    expertise,
    added_up,
    knowledge,
    learned_patterns,
    endings,
    match_ups,
    changes,
    performance,
    relevance,
    significance,
    decision_time,
    contest_time,
    attendance,
    forfeits,
)


@attrs.frozen(kw_only=True)
class Account:
    """All contents of a report, as texts, tables and pictures."""

    title: str
    kicker: str
    """A line above the title."""
    about: str
    tiles: Sequence[tuple[str, str]]
    """The key figures, each with its label."""
    findings: Sequence[str]
    """The findings, as sentences."""
    findings_note: str
    """How they were tested."""
    interactions: Sequence[SettingInteraction]
    """Whether the effect of an axis depends on another."""
    tables: Sequence[ResultTable]
    verdicts: Mapping[AgainstPaper, int]
    found: Sequence[str]
    """The results of sequential tests, a line for each cell."""
    exhibits: Sequence[Exhibit]
    lacking: str
    """How many runs failed or are missing; empty if the experiment is complete."""
    failures: Sequence[Sequence[str]]
    """The cell, the number, the Advisor and the reason of each run that failed."""
    facts: Sequence[tuple[str, str]]
    scenario: str
    footer: str
    filters: Filters
    """The filters of the page."""
    cells: Mapping[str, str]
    """The filter keys of each cell, by its name in tables."""
    terms: Sequence[Term]
    """The terms that the glossary can explain."""

    @property
    def leading(self) -> list[Exhibit]:
        """The exhibits that come before the tables."""
        return [exhibit for exhibit in self.exhibits if exhibit.is_leading]

    @property
    def others(self) -> list[Exhibit]:
        """The exhibits that follow the tables."""
        return [exhibit for exhibit in self.exhibits if not exhibit.is_leading]


def make_account(records: Records) -> Account:
    """Collect the contents of a report."""
    meta, tables = records.meta, make_tables(records)
    name = str(meta.get("name") or records.folder.name)
    verdicts = summary(tables)
    question, found = question_of(records), interactions_of(records)
    findings = None if question is None else find(records, question)
    return Account(
        title=str(meta.get("title") or name) + _only(records),
        kicker=", ".join(filter(None, (f"Hoyle scenario {name}", _day(meta)))),
        about=str(meta.get("about") or ""),
        tiles=list(_tiles(records, verdicts, reached(tables))),
        findings=[
            *interactions_in_words(found),
            *([] if findings is None else findings_in_words(findings)),
            *vote_sentences(records),
        ],
        findings_note="" if findings is None or findings.why_none else _judged(findings, found),
        interactions=found,
        tables=tables,
        verdicts=verdicts,
        found=verdict_lines(records),
        exhibits=_exhibits(records),
        lacking=_lacking(records.completeness),
        failures=[
            [name_cell(records, each.cell), str(each.run), each.advisor or "", each.reason]
            for each in records.completeness.failed
        ],
        facts=list(_facts(records)),
        scenario=str(meta.get("scenario") or ""),
        footer="Made by hoyle report. Figures are means or shares with 95 % confidence intervals.",
        filters=Filters.of_records(records),
        cells={member.name: member.of for group in make_groups(records) for member in group.members},
        terms=make_terms(records.axes, records.tables),
    )


def _lacking(found: Completeness) -> str:
    """Return a sentence about the runs that failed or are missing."""
    if found.is_complete:
        return ""
    sentence = found.sentence
    return f"{sentence[0].upper()}{sentence[1:]}. The figures are those of the contests that were played."


def _judged(findings: Findings, found: Sequence[SettingInteraction]) -> str:
    """Return how findings were tested; mention the runs needed only if no difference is significant."""
    is_found = any(each.is_significant for each in findings.contrasts)
    notes = findings_note(findings, are_needed=not is_found), interactions_note(found)
    return " ".join(filter(None, notes))


def _only(records: Records) -> str:
    """Name the settings to which a report is restricted."""
    labels = [name_label(axis, label) for axis, kept in records.only.items() for label in kept]
    return f" (only {in_a_row(labels)})" if labels else ""


def _exhibits(records: Records) -> list[Exhibit]:
    """Make all exhibits that are not empty."""
    groups = make_groups(records)
    exhibits = [*(make(records, groups) for make in EXHIBITS), *added_exhibits(records, groups)]
    return [exhibit for exhibit in exhibits if exhibit.charts or exhibit.rows]


def _day(meta: Mapping[str, Any]) -> str:
    return clean(meta.get("started") or "").partition("T")[0]


def _tiles(
    records: Records, verdicts: Mapping[AgainstPaper, int], reached: tuple[int, int]
) -> Iterator[tuple[str, str]]:
    runs = records.completeness
    yield "contests", f"{len(records.contests):,}"
    yield "cells (a game with its settings)", f"{len(records.cells):,}"
    yield "runs finished", f"{runs.done:,}" if runs.is_complete else f"{runs.done:,} of {runs.all_runs:,}"
    if failed := len(runs.failed):
        yield "runs failed", f"{failed:,}"
    if always := always_failed(records):
        yield "Advisors that failed in every decision of a run", f"{len(always):,}"
    if under_way := _under_way(records):
        yield "runs in progress", f"{under_way:,}"
    if left_out := sum(records.left_out.values()):
        yield "doubtful contests left out", f"{left_out:,}"
    elif doubtful := int(records.is_doubtful().sum()):
        yield "contests with doubtful times", f"{doubtful:,}"
    if verdicts:
        yield (
            "paper's figures covered",
            f"{verdicts.get(AgainstPaper.COVERED, 0)} of {sum(verdicts.values())}",
        )
    if reached[1]:
        yield "paper's figures reached", f"{reached[0]} of {reached[1]}"


def _under_way(records: Records) -> int:
    """Return the number of runs that have started but not ended."""
    return len(
        {(cell, run) for cell, run, _ in records.slices} - {(row.cell, row.run) for row in records.runs}
    )


def _facts(records: Records) -> Iterator[tuple[str, str]]:
    meta = records.meta
    for what, value in (
        ("Scenario", meta.get("name")),
        ("Started", meta.get("started")),
        ("Runs per cell", _runs(records)),
        ("Seed", meta.get("seed")),
    ):
        if value is not None:
            yield what, str(value)
    for axis, labels in records.axes.items():
        yield f"Swept: {name_axis(axis)}", ", ".join(map(shown_value, labels))
    yield from _games(meta)
    yield from _validity(records)
    yield from attendance_fact(records)
    yield from vote_facts(records)
    versions = meta.get("versions")
    if isinstance(versions, dict) and versions:
        yield "Versions", ", ".join(f"{name} {version}" for name, version in versions.items())
    if "scenario_digest" in meta:
        yield "Digest of the scenario", str(meta["scenario_digest"])
    runs = records.completeness
    what = "the results" if runs.is_complete else runs.share
    yield f"Digest of {what}", digest_of(records)


def _runs(records: Records) -> Any:
    """Return how many runs each cell was to have; a race decides that itself, so count what it played."""
    if TUNING not in records.meta:
        return records.meta.get("runs")
    counts = Counter(row.cell for row in records.runs)
    fewest, most = (pick((counts[cell] for cell in records.cells), default=0) for pick in (min, max))
    return f"{fewest:,}" if fewest == most else f"{fewest:,} to {most:,}"


def _validity(records: Records) -> Iterator[tuple[str, str]]:
    """Yield how reliable the times in real time are."""
    timed = records.contests[~np.isnan(records.contests["lag_ns"])]
    left_out = sum(records.left_out.values())
    if not len(timed) and not left_out:
        return
    parts = []
    if left_out:
        parts.append(
            f"{left_out:,} doubtful contests are left out; counts of contests are scaled up accordingly"
        )
    elif doubtful := int(records.is_doubtful().sum()):
        parts.append(
            f"{doubtful:,} of {len(timed):,} contests are doubtful: the harness was more than "
            f"{format_duration(records.margin_ns)} late; hoyle report --valid leaves them out"
        )
    if len(timed):
        parts.append(f"the harness was at most {format_duration(int(timed['lag_ns'].max()))} late")
        parts.append(
            f"Advisors ended past their deadlines {timed['overruns'].sum():,} times, "
            f"by {format_duration(int(timed['overrun_ns'].max()))} at most"
        )
        if not np.isnan(timed["load"]).all():
            parts.append(f"the system load was at most {np.nanmax(timed['load']):.2g}")
    yield "In real time", "; ".join(parts)


def _games(meta: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    games = meta.get("games")
    for name, about in games.items() if isinstance(games, dict) else ():
        if isinstance(about, dict) and about.get("value"):
            yield f"Value of {name}", f"{about['value']} for Player"
