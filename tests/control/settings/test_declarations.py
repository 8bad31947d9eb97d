"""Settings are declared once: wherever one can be given follows from that."""

from typing import Any

import attrs
import click
import pytest
from click.testing import CliRunner

from control.hearing.clock_options import ClockOptions
from control.settings import kinds
from control.settings.declarations import NAMES, WORD, Scope, Setting, declared, setting_of, settings_of
from control.settings.hoyle_options import NAMED_OPTIONS, HoyleOptions, Settings
from games import UnknownName
from scenarios.cli.advisors_command import advisors_command
from scenarios.cli.command_options import setting_options
from scenarios.cli.decide_command import decide_command
from scenarios.cli.play_command import play_command
from scenarios.cli.redecide_command import redecide_command
from scenarios.decisions.bench import read_settings
from scenarios.language.schema import KEYS, PHASE, SCENARIO, VARIANT
from tests.support import advisor, decided, each_case, says

OWNERS = (HoyleOptions, ClockOptions)
ALL = [setting for owner in OWNERS for setting in settings_of(owner)]


def ids(setting: Setting) -> str:
    """Name a case."""
    return setting.name


def _is_same(setting: Setting, key: Setting) -> bool:
    return (setting.key, setting.help, setting.kind) == (key.key, key.help, key.kind)


@each_case("setting", ALL, ids=ids)
def test_a_setting_stands_wherever_its_scope_says_and_nowhere_else(setting: Setting) -> None:
    """Options of commands, keys of scenario files and options behind `hoyle:` are those that are declared."""
    for scope, command in (
        (Scope.DECIDE, decide_command),
        (Scope.DECIDE | Scope.PLAY, play_command),
        (Scope.REDECIDE, redecide_command),
        (Scope.ADVISORS, advisors_command),
    ):
        options = {name for param in command.params for name in param.opts}
        assert (f"--{setting.option}" in options) is bool(setting.scope & scope), command.name
    assert (setting.option in NAMED_OPTIONS) is bool(setting.scope & Scope.NAME)
    tables = {table for table, keys in KEYS.items() if any(_is_same(setting, key) for key in keys.values())}
    if setting.scope & Scope.PHASE:
        assert tables == {SCENARIO, VARIANT, PHASE}
    elif setting.scope & Scope.CELL:
        assert tables == {SCENARIO, VARIANT}
    else:
        assert not tables


@each_case("setting", [each for each in ALL if each.entries is None], ids=ids)
def test_a_default_is_of_its_own_kind_or_is_nothing(setting: Setting) -> None:
    """What holds if nobody says anything could have been said."""
    if setting.default is not None:
        setting.check(setting.default)


def test_what_control_is_told_has_the_declared_defaults() -> None:
    """The two classes that hold a decision's settings cannot drift apart."""
    assert HoyleOptions().settings() == Settings()


def test_the_record_of_a_decision_tells_every_setting_of_it() -> None:
    """Whatever control is told is in the record, what came later if it was chosen, and can be read again."""
    chosen: dict[str, Any] = {"late": "drop", "silence": 0, "weights": {"A": 2}}
    later: dict[str, Any] = {
        "settle": "certain",
        "allocation": "equal",
        "order": "worth",
        "contest_clock": "contested",
    }
    known = {field.name for field in attrs.fields(Settings)} | {"layout"}
    conditions = decided([advisor("A", says("1", 6))], **chosen).settings
    assert conditions.chosen.keys() == known - later.keys()
    budgets = ("1s", "contest=1s")
    every = decided([advisor("A", says("1", 6))], **chosen, **later, budgets=budgets, processors=1).settings
    assert every.chosen.keys() == known | {"turns"}
    assert Settings.from_record(every.chosen).settle == "certain"
    again = Settings.from_record(conditions.chosen)
    assert (again.late, again.silence, again.weights) == ("drop", 0, {"A": 2})


@attrs.frozen(kw_only=True)
class Mine:
    """Settings of somebody's own."""

    quorum: str = declared(
        "half",
        kind=kinds.one_of("quorum", lambda: ("half", "most")),
        form=WORD,
        scope=Scope.DECIDE | Scope.REDECIDE,
        help="How many must speak.",
    )
    judges: tuple[str, ...] = declared(
        (), kind=kinds.TEXT, form=NAMES, scope=Scope.DECIDE, help="Who judges."
    )


def read(scope: Scope, *words: str) -> dict[str, Any]:
    """Read words of a command line by the options that follow from the declarations."""
    found: dict[str, Any] = {}

    @click.command
    @setting_options(scope, Mine)
    def command(**given: Any) -> None:
        found.update(read_settings(Mine, given, scope))

    done = CliRunner().invoke(command, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return found


def test_a_new_setting_is_an_option_at_once() -> None:
    """Its default is told, its parts are taken apart, and where it is only changed nothing is assumed."""
    assert read(Scope.DECIDE) == {"quorum": "half"}
    assert read(Scope.DECIDE, "--quorum", "most", "--judges", "A, B") == {
        "quorum": "most",
        "judges": ("A", "B"),
    }
    assert read(Scope.REDECIDE) == {}
    with pytest.raises(UnknownName, match="no quorum is named 'all'"):
        setting_of(Mine, "quorum").check("all")
