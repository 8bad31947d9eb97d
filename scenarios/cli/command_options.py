"""Options that several commands share."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import attrs
import click

from agents import declared_items
from blackboard import Knowledge
from control import Costs, VirtualClock, load_file, parse_duration
from games import BadOption, Game, UnknownName, make_game
from scenarios.language.foreign_advisors import register_agents
from scenarios.play.named_contestants import HoyleOptions

CLOCKS = ("virtual", "wall")

A = ParamSpec("A")
R = TypeVar("R")
Command = Callable[A, R]
PATH = click.Path(path_type=Path)


def json_option(command: Command[A, R]) -> Command[A, R]:
    """Add --json."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")(
        command
    )


def load_option(command: Command[A, R]) -> Command[A, R]:
    """Add --load, which takes effect before anything else is looked up."""
    return click.option(
        "--load",
        "loads",
        multiple=True,
        type=PATH,
        is_eager=True,
        callback=lambda _, __, paths: [load_file(path) for path in paths],
        help="Bring in the Advisors and games of a Python file (repeatable).",
    )(command)


def agent_option(command: Command[A, R]) -> Command[A, R]:
    """Add --agent, which takes effect before anything else is looked up."""
    return click.option(
        "--agent",
        "agents",
        multiple=True,
        is_eager=True,
        metavar="name=N,[tier=T,budget=TIME,]command=...",
        callback=lambda _, __, texts: register_agents(texts),
        help="Bring in a program as an Advisor (repeatable); docs/agents.md has the protocol.",
    )(command)


def game_argument(command: Command[A, R]) -> Command[A, R]:
    """Add GAME and --option."""
    command = click.option(
        "--option",
        "rules",
        multiple=True,
        metavar="KEY=VALUE",
        help="Pick a variant of the rules (repeatable).",
    )(command)
    return click.argument("game_name", metavar="GAME")(command)


def decision_options(command: Command[A, R]) -> Command[A, R]:
    """Add what says how Hoyle decides."""
    for option in reversed(_DECISION_OPTIONS):
        command = option(command)
    return agent_option(command)


_DECISION_OPTIONS = (
    click.option("--paradigm", default="1", show_default=True, help="How tier 3 is combined."),
    click.option("--advisors", help="Only these Advisors, separated by commas."),
    click.option("--without", help="All but these Advisors, separated by commas."),
    click.option("--layout", default="1990", show_default=True, help="Tiers and ranks: 1990 or forr."),
    click.option(
        "--budget",
        "budgets",
        multiple=True,
        metavar="[WHOSE=]AMOUNT",
        help="How much: 5ms, 200calls or 5ms+200calls. Whose: everybody's, one Advisor's, or what all have"
        " together in tier3, decision or contest (repeatable).",
    ),
    click.option(
        "--place",
        "places",
        multiple=True,
        metavar="[NAME=]PLACE",
        help="Where Advisors run: inline, thread or process.",
    ),
    click.option(
        "--schedule", default="speculative", show_default=True, help="speculative, tiered or serial."
    ),
    click.option(
        "--late",
        default="keep",
        show_default=True,
        help="Posts of Advisors that ran out of time: keep or drop.",
    ),
    click.option("--silence", default=5, show_default=True, help="What a move gets from the silent: 5 or 0."),
    click.option("--clock", default="virtual", show_default=True, help="virtual or wall."),
    click.option(
        "--cost", "costs", multiple=True, metavar="KIND=TIME", help="The cost table of the virtual clock."
    ),
    click.option("--processors", type=int, help="Processors shared in virtual time; one each if not given."),
    click.option("--seed", default=0, show_default=True, help="Everything random comes from it."),
    click.option("--knowledge", "knowledge_file", type=PATH, help="Useful knowledge, learned before."),
    click.option("--trace", "trace_file", type=PATH, help="Append every decision to this file."),
)


def learning_options(command: Command[A, R]) -> Command[A, R]:
    """Add what says how Hoyle learns."""
    for option in reversed(_LEARNING_OPTIONS):
        command = option(command)
    return command


_LEARNING_OPTIONS = (
    click.option(
        "--learn",
        is_flag=True,
        help="Learn from every contest, into the file of --knowledge; it is made if it is not there.",
    ),
    click.option("--learners", help="Only these learners, separated by commas."),
    click.option("--symmetry", is_flag=True, help="Learn and use symmetries of the board."),
    click.option("--learning-budget", metavar="TIME", help="The time limit of every learner, such as 10s."),
    click.option(
        "--expert/--no-expert",
        default=None,
        help="The other contestant is an expert, or is none. [default: perfect and expert are]",
    ),
)


@attrs.frozen
class Bench:
    """Everything a decision needs but a position."""

    game: Game[Any]
    options: HoyleOptions
    clock: VirtualClock | None
    """None is the clock on the wall."""
    seed: int
    trace_file: Path | None

    def knowledge(self) -> Knowledge:
        """Read the useful knowledge that was asked for, if any was."""
        path = self.options.knowledge
        if path is None:
            return Knowledge.of(self.game)
        return Knowledge.load(path, game=self.game, declared=declared_items())


def make_bench(game: Game[Any], given: Mapping[str, Any]) -> Bench:
    """Put together what the options of `decision_options` and `learning_options` asked for."""
    limit: str | None = given.get("learning_budget")
    options = HoyleOptions(
        paradigm=given["paradigm"],
        advisors=split_names(given["advisors"]) if given["advisors"] is not None else None,
        without=split_names(given["without"] or ""),
        layout=given["layout"],
        budget=given["budgets"],
        place=given["places"],
        schedule=given["schedule"],
        late=given["late"],
        silence=given["silence"],
        knowledge=given["knowledge_file"],
        learn=given.get("learn", False),
        learners=split_names(given["learners"]) if given.get("learners") is not None else None,
        symmetry=given.get("symmetry", False),
        learning_budget=parse_duration(limit) if limit else None,
    )
    options.check()
    clock = _clock(given["clock"], given["costs"], given["processors"])
    return Bench(game, options, clock, given["seed"], given["trace_file"])


def chosen_game(name: str, rules: Iterable[str]) -> Game[Any]:
    """Make the game that GAME and --option name."""
    options = {}
    for text in rules:
        key, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"{text!r} picks no variant; write --option key=value")
        options[key] = value
    return make_game(name, options)


def chosen_position(game: Game[Any], moves: str, text: str | None) -> Any:
    """Find the position that --position and --moves name."""
    position = game.initial() if text is None else game.parse_position(text)
    for move in moves.replace(",", " ").split():
        position = game.play(position, move)
    return position


def split_names(text: str) -> tuple[str, ...]:
    """Take names apart that stand in one text, with commas between them."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _clock(name: str, costs: Iterable[str], processors: int | None) -> VirtualClock | None:
    if name not in CLOCKS:
        raise UnknownName.of("clock", name, CLOCKS, f"there are {', '.join(CLOCKS)}")
    table = Costs.parse(costs)
    if name == "virtual":
        return VirtualClock(costs=table, processors=processors)
    if list(costs) or processors is not None:
        raise BadOption(
            "--cost and --processors belong to the virtual clock; leave them out or use --clock virtual"
        )
    return None
