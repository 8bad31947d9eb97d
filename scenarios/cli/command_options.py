"""Options that several commands share."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import click
from click.shell_completion import CompletionItem

from control.hearing.clock_options import ClockOptions
from control.settings.declarations import Scope, Setting, settings_of
from control.settings.hoyle_options import HoyleOptions
from games import game_names

if TYPE_CHECKING:
    from control import Loaded

A = ParamSpec("A")
R = TypeVar("R")
Command = Callable[A, R]
PATH = click.Path(path_type=Path)


def completed(
    names: Callable[[], Iterable[str]], *, or_files: bool = False
) -> Callable[..., list[CompletionItem]]:
    """Return shell completion for names, or for files if no name matches."""

    def found(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
        items = [CompletionItem(name) for name in names() if name.startswith(incomplete)]
        return items or ([CompletionItem(incomplete, type="file")] if or_files else [])

    return found


def json_option(command: Command[A, R]) -> Command[A, R]:
    """Add --json."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")(
        command
    )


def where_option(command: Command[A, R]) -> Command[A, R]:
    """Add --where, which restricts results to some settings."""
    return click.option(
        "--where",
        "conditions",
        metavar="AXIS=LEVEL",
        multiple=True,
        help="Use only the settings with this level, such as budget.default=1ms. May be repeated; several "
        "levels of one axis are alternatives.",
    )(command)


def load_option(command: Command[A, R]) -> Command[A, R]:
    """Add --load, which takes effect before anything else is looked up."""
    return click.option(
        "--load",
        "loads",
        multiple=True,
        type=PATH,
        is_eager=True,
        callback=lambda _, __, paths: _load_files(paths),
        help="Load the classes that a Python file defines or registers (repeatable).",
    )(command)


def _load_files(paths: Sequence[Path]) -> list["Loaded"]:
    if not paths:
        return []
    from control import load_file  # noqa: PLC0415  # most commands load no file

    return [load_file(path) for path in paths]


def agent_option(command: Command[A, R]) -> Command[A, R]:
    """Add --agent, which takes effect before anything else is looked up."""
    return click.option(
        "--agent",
        "agents",
        multiple=True,
        is_eager=True,
        metavar="name=N,[tier=T,budget=TIME,]command=...",
        callback=lambda _, __, texts: _register_agents(texts),
        help="Add a program as an Advisor (repeatable); hoyle docs agents describes the protocol.",
    )(command)


def _register_agents(texts: tuple[str, ...]) -> tuple[str, ...]:
    if not texts:
        return texts
    from scenarios.language.foreign_advisors import register_agents  # noqa: PLC0415  # as above

    return register_agents(texts)


def rules_option(command: Command[A, R]) -> Command[A, R]:
    """Add --option."""
    return click.option(
        "--option",
        "rules",
        multiple=True,
        metavar="KEY=VALUE",
        help="Choose a variant of the rules (repeatable).",
    )(command)


def game_argument(command: Command[A, R]) -> Command[A, R]:
    """Add GAME and --option."""
    command = rules_option(command)
    return click.argument("game_name", metavar="GAME", shell_complete=completed(game_names))(command)


def position_options(command: Command[A, R]) -> Command[A, R]:
    """Add --moves and --position, for `chosen_position`."""
    command = click.option("--position", help="Start from this position, written as the game prints it.")(
        command
    )
    return click.option("--moves", default="", help='Start after these moves, such as "5 1 9".')(command)


def setting_options(scope: Scope, *owners: type) -> Callable[[Command[A, R]], Command[A, R]]:
    """Add an option for each setting of a scope."""

    def add(command: Command[A, R]) -> Command[A, R]:
        for setting in reversed([each for owner in owners for each in settings_of(owner, scope)]):
            command = _option(setting, is_changed=scope is Scope.REDECIDE)(command)
        return command

    return add


def _option(setting: Setting, *, is_changed: bool) -> Callable[[Command[A, R]], Command[A, R]]:
    """Return the option of a setting; one that changes a recorded setting has no default."""
    form = setting.form
    how: dict[str, Any] = {"help": setting.help, "metavar": setting.metavar}
    if form.takes is bool:
        return click.option(f"--{setting.option}", setting.name, is_flag=True, help=setting.help)
    if form.is_repeated:
        how["multiple"] = True
    elif isinstance(setting.default, str | int) and not is_changed:
        how |= {"default": setting.default, "show_default": True}
    kind = PATH if form.takes is Path else form.takes
    return click.option(f"--{setting.option}", setting.name, type=kind, **how)


def decision_options(command: Command[A, R]) -> Command[A, R]:
    """Add the options that control how Hoyle decides."""
    for option in (
        click.option("--trace", "trace_file", type=PATH, help="Append every decision to this file."),
        click.option("--seed", default=0, show_default=True, help="Use this seed for all random choices."),
        setting_options(Scope.DECIDE, HoyleOptions, ClockOptions),
    ):
        command = option(command)
    return agent_option(command)


def learning_options(command: Command[A, R]) -> Command[A, R]:
    """Add the options that control how Hoyle learns."""
    command = click.option(
        "--expert/--no-expert",
        default=None,
        help="Treat the other contestant as an expert, or not.  [default: only perfect and expert]",
    )(command)
    return setting_options(Scope.PLAY, HoyleOptions)(command)
