"""The command that checks extensions: Python files and programs."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import click
from rich.text import Text

from agents import (
    ADVISORS,
    CONTESTANTS,
    LEARNERS,
    ExternalAdvisor,
    ProgramContestant,
    check_contestant,
)
from agents.contestants.program_contestant import PROGRAM
from control import (
    PARADIGMS,
    Loaded,
    check_contestant_conduct,
    check_learner_conduct,
    check_paradigm,
    check_program,
    examine_advisor,
    half_made,
    load_file,
)
from games import REGISTRIES, BadOption, Game, check_game, check_options, make_game, shown_line, usable_games
from games.counting import how_many
from scenarios.cli.answers import answer
from scenarios.cli.command_options import agent_option, json_option, load_option
from scenarios.cli.progress import shown_work
from scenarios.cli.screen import warn
from scenarios.language.foreign_advisors import read_agent
from scenarios.language.measures import MEASURES

FAILED = 1
Checked: TypeAlias = tuple[str, str, Iterable[str], dict[str, Any]]
"""A kind, a name, the findings, and the measurements."""


@click.command("check")
@click.argument("what", metavar="[FILE | program:COMMAND]", required=False)
@agent_option
@load_option
@json_option
def check_command(*, what: str | None, agents: tuple[str, ...], as_json: bool, **_: Any) -> None:
    """Run the conformance checks on a Python file or a program.

    A file may contain Advisors, learners, contestants, games, paradigms, measures and sections of the report.
    A program is a contestant, "program:python3 bot.py", or an Advisor, --agent "name=N,command=python3 n.py".
    """
    if what is None and not agents:
        raise click.UsageError("nothing to check; give a Python file, program:COMMAND, or --agent")
    loaded = None if what is None or _is_program(what) else _loaded(Path(what))
    checked: list[dict[str, Any]] = []
    failed: list[dict[str, str]] = []
    with shown_work() as show:
        for kind, name, findings, facts in _all_checks(what, loaded, agents, show):
            checked.append({"kind": kind, "name": name, **({"facts": facts} if facts else {})})
            failed += [{"kind": kind, "name": name, "finding": finding} for finding in findings]
    lines = [f"{each['kind']} {each['name']}: {_verdict(each, failed)}" for each in checked]
    lines += [f"  {each['name']}: {each['finding']}" for each in failed]
    lines += [f"  {each['name']}: {line}" for each in checked for line in _fact_lines(each.get("facts", {}))]
    answer(
        {"checked": checked, "failed": failed}, [Text(shown_line(each)) for each in lines], as_json=as_json
    )
    if failed:
        raise click.exceptions.Exit(FAILED)


def _is_program(what: str) -> bool:
    return what.startswith(f"{PROGRAM}:")


def _loaded(path: Path) -> Loaded:
    """Load a file, and warn of incomplete definitions in it."""
    if path.suffix == ".toml":
        raise BadOption(f"{path} is not a Python file; to check a scenario, use hoyle run {path} --dry-run")
    loaded = load_file(path)
    for line in half_made(loaded.names):
        warn(line)
    return loaded


def _all_checks(
    what: str | None, loaded: Loaded | None, agents: tuple[str, ...], show: Callable[[str], None]
) -> Iterator[Checked]:
    """Check a file or a contestant, and the programs of --agent."""
    games = list(usable_games())
    if what is not None and loaded is None:
        check_contestant(what)
        show(f"contestant {what}")
        findings = check_contestant_conduct(
            ProgramContestant,
            games,
            argument=what.partition(":")[2],
            hear=lambda game: show(f"contestant {what}: {game}"),
        )
        yield "contestant", what, findings, {}
    elif loaded is not None:
        yield from _checks(loaded, games, show)
    for name in (read_agent(text).name for text in agents):
        yield _checked_advisor(name, games, show)


def _checked_advisor(name: str, games: list[Game[Any]], show: Callable[[str], None]) -> Checked:
    """Check an Advisor, which is a class or a program."""
    advisor = ADVISORS[name]
    show(f"Advisor {name}")

    def hear(what: str) -> None:
        show(f"Advisor {name}: {what}")

    if issubclass(advisor, ExternalAdvisor):
        conduct = check_program(advisor, games, hear=hear)
    else:
        conduct = examine_advisor(advisor, games, hear=hear)
    return "Advisor", name, conduct.findings, conduct.facts


def _fact_lines(facts: dict[str, Any]) -> Iterator[str]:
    """Yield the measurements as lines."""
    if work := facts.get("work"):
        yield f"oracle calls per decision: median {work['median']:g}, maximum {work['worst']:g}"
    if ms := facts.get("ms"):
        yield f"time per decision on this machine: median {ms['median']:g} ms, maximum {ms['worst']:g} ms"
    if stops := facts.get("stops_ms"):
        yield f"time to stop when cancelled: median {stops['median']:g} ms, maximum {stops['worst']:g} ms"
    if process := facts.get("process"):
        yield f"in a process: {process}"


def _checks(loaded: Loaded, games: list[Game[Any]], show: Callable[[str], None]) -> Iterator[Checked]:
    """Check all loaded definitions, one after another, and show the progress."""

    def trying(kind: str, name: str) -> Callable[[str], None]:
        show(f"{kind} {name}")
        return lambda what: show(f"{kind} {name}: {what}")

    for name in loaded.games:
        trying("game", name)
        yield "game", name, [*check_game(make_game(name)), *check_options(name)], {}
    for name in loaded.advisors:
        yield _checked_advisor(name, games, show)
    for name in loaded.learners:
        hear = trying("learner", name)
        yield "learner", name, check_learner_conduct(LEARNERS[name], games, hear=hear), {}
    for name in loaded.contestants:
        hear = trying("contestant", name)
        yield "contestant", name, check_contestant_conduct(CONTESTANTS[name], games, hear=hear), {}
    for name in loaded.paradigms:
        trying("paradigm", name)
        yield "paradigm", name, check_paradigm(PARADIGMS[name]), {}
    if loaded.others:
        yield from _checks_of_others(loaded.others, show)


def _checks_of_others(others: Mapping[str, list[str]], show: Callable[[str], None]) -> Iterator[Checked]:
    """Check measures and sections of the report on the results of a small experiment."""
    from scenarios.report.section_check import (  # noqa: PLC0415  # most files need no experiment
        check_measure,
        check_section,
        trial_records,
    )
    from scenarios.report.section_registry import SECTIONS  # noqa: PLC0415  # as above

    show("a small experiment")
    with trial_records() as records:
        for group, names in others.items():
            for name in names:
                kind = REGISTRIES[group].kind
                show(f"{kind} {name}")
                findings = []
                if group == SECTIONS.group:
                    findings = check_section(SECTIONS[name], records)
                elif group == MEASURES.group:
                    findings = check_measure(MEASURES[name], records)
                yield kind, name, findings, {}


def _verdict(each: dict[str, Any], failed: list[dict[str, str]]) -> str:
    count = sum(finding["name"] == each["name"] for finding in failed)
    return how_many(count, "finding") if count else "conforms"
