"""The command that runs scenarios."""

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from rich.console import Group, RenderableType
from rich.text import Text

from control import CTRL_C
from control.settings.toml_text import write_value
from games import BadFile
from games.counting import how_many
from scenarios.analysis.detectable_effects import detectable_effects
from scenarios.cli.answers import answer
from scenarios.cli.bundled_scenarios import bundled_documents, bundled_view
from scenarios.cli.command_options import PATH, completed, json_option
from scenarios.cli.findings_view import findings_view
from scenarios.cli.incomplete_results import FAILED
from scenarios.cli.levels_view import levels_view
from scenarios.cli.progress import shown_progress
from scenarios.cli.screen import warn
from scenarios.experiment.completeness import IncompleteExperiment
from scenarios.experiment.opening import check_begun
from scenarios.experiment.preview import grid_document, grid_view
from scenarios.experiment.records import Records, read_records
from scenarios.experiment.runner import run_experiment
from scenarios.experiment.store import FILE, STOPPED, Store
from scenarios.experiment.trial import guess_time
from scenarios.language.reading import bundled_names, read_scenario
from scenarios.language.scenario import Scenario
from scenarios.report.contents import Account, make_account
from scenarios.report.plan_sentences import detectable_document, detectable_in_words
from scenarios.report.report_files import write_pages
from scenarios.report.sections.failing import always_failed, documents, failure_lines, over_all
from scenarios.report.table_views import terminal_table
from scenarios.report.vote_sentences import vote_documents

RESULTS = "hoyle-results"
"""The default folder for results."""


@click.command("run")
@click.argument(
    "source", metavar="[SCENARIO]", required=False, shell_complete=completed(bundled_names, or_files=True)
)
@click.option("--out", type=PATH, help=f"Write the results to this folder; by default {RESULTS}/NAME.")
@click.option("--jobs", default=1, show_default=True, help="Use this number of processes.")
@click.option("--seed", type=int, help="Use this seed; by default the scenario's.")
@click.option("--resume", is_flag=True, help="Continue an interrupted experiment.")
@click.option(
    "--set", "overrides", multiple=True, metavar="KEY=VALUE", help="Set a key of the scenario (repeatable)."
)
@click.option(
    "--load", "loads", multiple=True, type=PATH, help="Load Advisors and games from a file (repeatable)."
)
@click.option(
    "--dry-run",
    is_flag=True,
    help="Show the grid, the estimated time and what the runs can detect; run nothing.",
)
@json_option
@click.pass_context
def run_command(
    context: click.Context,
    *,
    source: str | None,
    out: Path | None,
    jobs: int,
    seed: int | None,
    resume: bool,
    overrides: tuple[str, ...],
    loads: tuple[Path, ...],
    dry_run: bool,
    as_json: bool,
) -> None:
    """Run a scenario, given by its file or its bundled name.

    Without SCENARIO, list the bundled scenarios.
    """
    if source is None:
        _list_bundled(context, as_json=as_json)
        return
    changes = [f"load=[{write_value(str(path))}]" for path in loads]
    changes += [*overrides, *([f"seed={seed}"] if seed is not None else [])]
    scenario = read_scenario(source, overrides=changes)
    if jobs < 1:
        raise click.BadParameter(f"invalid number of processes {jobs}; give 1 or more", param_hint="--jobs")
    folder = out or Path(RESULTS) / scenario.name
    if dry_run:
        guess = guess_time(scenario, source, overrides=changes, jobs=jobs)
        found = detectable_effects(scenario, folder)
        document = {
            **grid_document(scenario),
            "time": guess.document,
            "detects": detectable_document(found),
        }
        view = grid_view(scenario, time=guess.words, detects=detectable_in_words(found))
        answer(document, view, as_json=as_json)
        return
    if resume:
        check_begun(folder)
    digest = _run(scenario, folder, jobs=jobs, resume=resume, is_quiet=as_json)
    with Store(folder) as store:
        document = _document(scenario, folder, digest, store)
    records = read_records(folder)
    account = make_account(records)
    page, _ = write_pages(account, folder)
    document["findings"] = list(account.findings)
    document["failures"] = documents(over_all(records))
    document |= records.completeness.document()
    document["votes"] = vote_documents(records)
    warnings = _warnings(document, always_failed(records))
    for line in warnings:
        warn(line)
    answer(document, _view(document, account, records, page), as_json=as_json)
    if not records.completeness.is_complete:
        warn(f"{records.completeness.account}; play failed runs again with --resume --out {folder}")
    if warnings or not records.completeness.is_complete:
        raise click.exceptions.Exit(FAILED)


def _list_bundled(context: click.Context, *, as_json: bool) -> None:
    """List the bundled scenarios, or raise a usage error if other options are given."""
    for name in context.params.keys() - {"as_json"}:
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(
                "Missing argument 'SCENARIO'; hoyle run without options lists bundled scenarios", context
            )
    documents = bundled_documents()
    answer(documents, bundled_view(documents), as_json=as_json)


def _warnings(document: dict[str, Any], always: list[str]) -> list[str]:
    """Return why a run counts as failed: an Advisor stopped it, or an Advisor always failed."""
    if document["stopped"]:
        return [f"stopped at the first failure of an Advisor: {document['stopped']}; --resume continues"]
    return always


def _run(scenario: Scenario, folder: Path, *, jobs: int, resume: bool, is_quiet: bool) -> str:
    with shown_progress(scenario, is_quiet=is_quiet) as hear, CTRL_C.saying(lambda: _stopped(folder)):
        try:
            return run_experiment(scenario, folder, jobs=jobs, resume=resume, hear=hear)
        except IncompleteExperiment as error:
            return error.digest
        except KeyboardInterrupt:
            stopped = _stopped(folder)
    raise click.Abort(stopped)


def _stopped(folder: Path) -> str:
    try:
        if not (folder / FILE).exists():
            return "interrupted before the first contest; nothing was saved"
        with Store(folder) as store:
            count = store.count_contests()
    except BadFile:
        return "interrupted before the first contest; nothing was saved"
    return f"interrupted after {how_many(count, 'contest')}; continue with --resume --out {folder}"


def _document(scenario: Scenario, folder: Path, digest: str, store: Store) -> dict[str, Any]:
    return {
        "scenario": scenario.name,
        "out": str(folder),
        "cells": [_cell(cell, labels, store) for cell, labels in store.cells().items()],
        "digest": digest,
        "stopped": store.meta().get(STOPPED) or None,
    }


def _cell(cell: int, labels: dict[str, str], store: Store) -> dict[str, Any]:
    runs = store.runs(cell=cell)
    failed = [{"run": row.run, "reason": row.reason} for row in runs if row.state == "failed"]
    names = dict.fromkeys(row.name for row in store.phases(cell=cell))
    return {
        "labels": labels,
        "runs": len(runs),
        "failed": failed,
        "phases": [_phase(cell, name, store) for name in names],
    }


def _phase(cell: int, name: str, store: Store) -> dict[str, Any]:
    ends = [row for row in store.phases(cell=cell) if row.name == name]
    rows = [row for row in store.contests(cell=cell) if row.phase in {end.phase for end in ends}]
    results = [row.result for row in rows]
    judged = [row.expert_like for row in rows if row.expert_like is not None]
    return {
        "name": name,
        "contests": [end.contests for end in ends],
        "ended_by": [end.ended_by for end in ends],
        "won": results.count(1),
        "drawn": results.count(0),
        "lost": results.count(-1),
        "expert_like": sum(judged) if judged else None,
    }


def _view(document: dict[str, Any], account: Account, records: Records, page: Path) -> Group:
    """Return the findings, the tables, the results of sequential tests, the failures, and all paths."""
    parts: list[RenderableType] = [Text(account.title, style="bold"), Text(), *findings_view(account)]
    parts += levels_view(account)
    for table in account.tables:
        parts += [terminal_table(table), Text()]
    parts += map(Text, account.found)
    runs = records.completeness
    parts += [Text(f"Failed: {runs.place(each)}: {each.reason}", style="red") for each in runs.failed]
    parts += [Text(line, style="red") for line in failure_lines(over_all(records))]
    digest = document["digest"][:16]
    told = f"digest {digest}" if runs.is_complete else f"digest of {runs.share}: {digest}"
    where = f"Results: {records.folder}, {told}, report: {page}"
    return Group(*parts, Text(where, no_wrap=True, overflow="ignore"))
