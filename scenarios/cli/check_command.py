"""The command that checks what other people wrote."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import click
import numpy as np
from rich.text import Text

from agents import ADVISORS, CONTESTANTS, LEARNERS
from control import (
    PARADIGMS,
    Loaded,
    check_contestant_conduct,
    check_learner_conduct,
    check_paradigm,
    examine_advisor,
    load_file,
)
from games import HoyleError, check_game, make_game, shown_line, usable_games
from scenarios.cli.answers import answer
from scenarios.cli.command_options import PATH, json_option, load_option
from scenarios.cli.progress import shown_work
from scenarios.experiment.rows import ContestRow
from scenarios.language.measures import MEASURES, Measure, dtype_of

FAILED = 1


@click.command("check")
@click.argument("file", type=PATH)
@load_option
@json_option
def check_command(*, file: Path, as_json: bool, **_: Any) -> None:
    """Run the conformance checks on a file of Advisors, learners, games, measures and the like."""
    checked: list[dict[str, Any]] = []
    failed: list[dict[str, str]] = []
    loaded = load_file(file)
    with shown_work() as show:
        for kind, name, findings, facts in _checks(loaded, show):
            checked.append({"kind": kind, "name": name, **({"facts": facts} if facts else {})})
            failed += [{"kind": kind, "name": name, "finding": finding} for finding in findings]
    lines = [f"{each['kind']} {each['name']}: {_verdict(each, failed)}" for each in checked]
    lines += [f"  {each['name']}: {each['finding']}" for each in failed]
    lines += [f"  {each['name']}: {line}" for each in checked for line in _told(each.get("facts", {}))]
    answer(
        {"checked": checked, "failed": failed}, [Text(shown_line(each)) for each in lines], as_json=as_json
    )
    if failed:
        raise click.exceptions.Exit(FAILED)


def _told(facts: dict[str, Any]) -> Iterator[str]:
    """Tell an author what was measured."""
    if work := facts.get("work"):
        yield f"asks the oracle {work['median']:g} times a decision, {work['worst']:g} at the most"
    if ms := facts.get("ms"):
        yield f"takes {ms['median']:g} ms a decision here, {ms['worst']:g} at the most"
    if stops := facts.get("stops_ms"):
        yield f"stops within {stops['median']:g} ms when cancelled, {stops['worst']:g} at the most"
    if process := facts.get("process"):
        yield f"in a process: {process}"


def _checks(
    loaded: Loaded, show: Callable[[str], None]
) -> Iterator[tuple[str, str, Iterable[str], dict[str, Any]]]:
    """Check all that was loaded, one after another, and show what is being tried."""

    def trying(kind: str, name: str) -> Callable[[str], None]:
        show(f"{kind} {name}")
        return lambda what: show(f"{kind} {name}: {what}")

    games = list(usable_games())
    for name in loaded.games:
        trying("game", name)
        yield "game", name, check_game(make_game(name)), {}
    for name in loaded.advisors:
        conduct = examine_advisor(ADVISORS[name], games, hear=trying("Advisor", name))
        yield "Advisor", name, conduct.findings, conduct.facts
    for name in loaded.learners:
        hear = trying("learner", name)
        yield "learner", name, check_learner_conduct(LEARNERS[name], games, hear=hear), {}
    for name in loaded.contestants:
        hear = trying("contestant", name)
        yield "contestant", name, check_contestant_conduct(CONTESTANTS[name], games, hear=hear), {}
    for name in loaded.paradigms:
        trying("paradigm", name)
        yield "paradigm", name, check_paradigm(PARADIGMS[name]), {}
    for name in loaded.others.get(MEASURES.group, ()):
        trying("measure", name)
        yield "measure", name, _read_nothing(MEASURES[name]), {}


def _read_nothing(measure: Measure) -> Iterator[str]:
    """Let a measure read a phase without contests: there may be such."""
    try:
        measure.reading(np.empty(0, dtype_of(ContestRow)), "{}")
    except HoyleError as error:
        yield f"of a phase without contests: {error}"


def _verdict(each: dict[str, Any], failed: list[dict[str, str]]) -> str:
    count = sum(finding["name"] == each["name"] for finding in failed)
    return f"{count} findings" if count else "conforms"
