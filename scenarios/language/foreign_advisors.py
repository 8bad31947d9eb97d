"""Foreign Advisors: programs, and models behind HTTP, as the command line and scenario files describe them.

[[advisor]]
name = "Counter"
command = ["python3", "counter.py"]     # a program that speaks the protocol of docs/agents.md
tier = 3
budget = "50ms"

[[advisor]]
name = "Oracle"
url = "http://localhost:11434/v1"       # an OpenAI-compatible chat endpoint
model = "llama3"
key_env = "MY_KEY"                      # the environment variable that holds the key, if one is needed
budget = "5s"
"""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import attrs

from agents import Advisor, make_chat_advisor, make_external, register_advisor
from control import parse_duration
from control.settings.declarations import SWITCH, WHOLE, Form, declared, settings_of
from control.settings.kinds import FLAG, LABEL, NUMBER, TEXT, TIME, Kind, Wrong, read_text, read_texts, whole
from games import BadOption, UnknownName

NS_PER_MS = 1_000_000
_SAGE = '[[advisor]]\nname = "Sage"\nurl = "http://localhost:11434/v1"\nmodel = "llama3"'


def _command(value: Any) -> list[str]:
    words = list(read_texts(value))
    if not words:
        raise Wrong
    return words


def _milliseconds(value: Any) -> float:
    return parse_duration(read_text(value)) / NS_PER_MS


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadOption(f"{text!r:.60} is no number") from None


COMMAND = Kind('a list of words, such as ["python3", "counter.py"]', _command, is_list=True)


@attrs.frozen(kw_only=True)
class ForeignAdvisor:
    """The description of a foreign Advisor; for None, the default of its maker is used."""

    name: str = declared(
        kind=LABEL,
        is_name=True,
        is_needed=True,
        about="The name of the Advisor.",
        example='[[advisor]]\nname = "Counter"\ncommand = ["python3", "docs/agents/counter.py"]',
    )
    command: list[str] | str | None = declared(
        None,
        kind=COMMAND,
        about="The program and its arguments, one word each; no shell reads them. A word that names a file "
        "beside this one stands for that file. If such a file changes, the scenario changes.",
        example='command = ["python3", "docs/agents/counter.py"]',
    )
    url: str | None = declared(
        None,
        kind=TEXT,
        about="Instead of a command: an OpenAI-compatible chat endpoint (it needs the extra `llm`).",
        example=_SAGE,
    )
    model: str | None = declared(
        None,
        kind=TEXT,
        about="The model that the endpoint is asked for.",
        example=_SAGE,
    )
    key_env: str | None = declared(
        None,
        kind=TEXT,
        about="The environment variable that holds the key, if the endpoint needs one. The key itself is "
        "never written down.",
        example='[[advisor]]\nname = "Sage"\nurl = "http://localhost/v1"\nmodel = "m"\nkey_env = "MY_KEY"',
    )
    tier: int | None = declared(
        None,
        kind=whole(1),
        form=WHOLE,
        about="Its tier. Default: 3.",
        example='command = ["./prover"]\ntier = 1\nrank = 9',
    )
    rank: float | None = declared(
        None,
        kind=NUMBER,
        form=Form(_number),
        about="Its rank there. Tiers 1 and 2 need one.",
        example='command = ["./prover"]\ntier = 2\nrank = 5.5',
    )
    budget_ms: float | None = declared(
        None,
        kind=Kind(TIME.words, _milliseconds),
        form=Form(_milliseconds),
        key="budget",
        about="Its time limit, unless the scenario's `budget` sets another. Default: 200ms for a program, 5s "
        "for a model.",
        example='command = ["./prover"]\nbudget = "50ms"',
    )
    memory_mb: int | None = declared(
        None,
        kind=whole(1),
        form=WHOLE,
        key="memory",
        about="How much the program may allocate, in MB. Default: 1024.",
        example='command = ["./prover"]\nmemory = 200',
    )
    makes_plans: bool | None = declared(
        None,
        kind=FLAG,
        form=SWITCH,
        key="plans",
        about="Does the program post plans? Advisors that read plans then wait for it. Default: `true`.",
        example='command = ["./prover"]\nplans = false',
    )
    summary: str | None = declared(
        None,
        kind=TEXT,
        about="What it does, in a line.",
        example='command = ["./prover"]\nsummary = "Prove a win, if there is one."',
    )

    def make(self) -> type[Advisor]:
        """Make the Advisor; BadOption says what is wrong with its description."""
        if (self.command is None) == (self.url is None):
            raise BadOption(f"Advisor {self.name!r} needs a command or a url, and not both")
        if self.url is not None and self.model is None:
            raise BadOption(f"Advisor {self.name!r} has a url; name the model to ask there: model = ...")
        make: Callable[..., type[Advisor]] = make_external if self.url is None else make_chat_advisor
        given = {name: value for name, value in attrs.asdict(self).items() if value is not None}
        taken = inspect.signature(make).parameters
        for key in (each.key for each in _KEYS.values() if each.name in given.keys() - taken):
            other = "a url" if self.command is None else "a command"
            raise BadOption(f"Advisor {self.name!r} has {other}, which takes no {key}; leave {key} out")
        return make(**given)


_KEYS = {each.key: each for each in settings_of(ForeignAdvisor)}


def advisor_of(table: Mapping[str, Any]) -> type[Advisor]:
    """Make the Advisor that a table describes; BadOption says what is wrong with it."""
    return _made(table, lambda key, value: _KEYS[key].kind.read(key, value))


def read_agent(text: str) -> type[Advisor]:
    """Read `name=Counter,tier=3,budget=50ms,command=python3 counter.py`; the command comes last."""
    head, command, words = text.partition("command=")
    table: dict[str, str] = {}
    for part in head.split(","):
        key, equals, value = part.strip().partition("=")
        if key in table:
            raise BadOption(f"{key} is given twice; give it once")
        if equals:
            table[key] = value
        elif part.strip():
            raise BadOption(f"{part.strip()!r} is no key of an Advisor; write key=value, the command last")
    return _made({**table, "command": words} if command else table, _read_text)


def _read_text(key: str, text: str) -> Any:
    try:
        return _KEYS[key].form.from_name(text)
    except BadOption as error:
        raise BadOption(f"{key}: {error}") from None


def _made(table: Mapping[str, Any], read: Callable[[str, Any], Any]) -> type[Advisor]:
    if "name" not in table:
        raise BadOption("an Advisor needs a name; write name = ...")
    for key in table:
        if key not in _KEYS:
            raise UnknownName.of("key of an Advisor", key, _KEYS, f"there are {', '.join(_KEYS)}")
    return ForeignAdvisor(**{_KEYS[key].name: read(key, value) for key, value in table.items()}).make()


def register_agents(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Register the Advisors of `--agent`."""
    for text in texts:
        register_advisor(read_agent(text))
    return texts
