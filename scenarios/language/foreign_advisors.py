"""Advisors by other people, as tables describe them: on the command line and in scenario files.

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

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from agents import Advisor, make_chat_advisor, make_external, register_advisor
from control import parse_duration
from control.settings.toml_text import show_value
from games import BadOption, UnknownName

NS_PER_MS = 1_000_000


def _text(key: str, value: object) -> str:
    if not isinstance(value, str) or not value:
        raise BadOption(f"{key} is {value!r}; it is text")
    return value


def _number(key: str, value: object) -> float:
    try:
        if isinstance(value, int | float | str) and not isinstance(value, bool):
            return float(value)
    except (ValueError, OverflowError):
        pass
    raise BadOption(f"{key} is {show_value(value)}; it is a number")


def _whole(key: str, value: object) -> int:
    number = _number(key, value)
    if not number.is_integer():
        raise BadOption(f"{key} is {value!r}; it is a whole number")
    return int(number)


def _flag(key: str, value: object) -> bool:
    flags = {True: True, False: False, "yes": True, "no": False}
    if not isinstance(value, bool | str) or value not in flags:
        raise BadOption(f"{key} is {value!r}; it is yes or no")
    return flags[value]


def _command(key: str, value: object) -> str | list[str]:
    if isinstance(value, str) or (isinstance(value, list) and all(isinstance(word, str) for word in value)):
        return value
    raise BadOption(f"{key} is {value!r}; it is text, or a list of words")


def _budget(key: str, value: object) -> float:
    return parse_duration(_text(key, value)) / NS_PER_MS


COMMON: Mapping[str, tuple[str, Callable[[str, object], Any]]] = MappingProxyType(
    {
        "name": ("name", _text),
        "tier": ("tier", _whole),
        "rank": ("rank", _number),
        "budget": ("budget_ms", _budget),
        "summary": ("summary", _text),
    }
)
PROGRAM = MappingProxyType(
    {
        **COMMON,
        "command": ("command", _command),
        "memory": ("memory_mb", _whole),
        "plans": ("makes_plans", _flag),
    }
)
CHAT = MappingProxyType(
    {**COMMON, "url": ("url", _text), "model": ("model", _text), "key_env": ("key_env", _text)}
)
"""The keys of each kind of table: what the maker calls them, and how they are read."""


def advisor_of(table: Mapping[str, Any]) -> type[Advisor]:
    """Make the Advisor that a table describes; BadOption says what is wrong with it."""
    if "name" not in table:
        raise BadOption("an Advisor needs a name; write name = ...")
    if ("command" in table) == ("url" in table):
        raise BadOption(f"Advisor {table['name']!r} needs a command or a url, and not both")
    if "url" in table and "model" not in table:
        raise BadOption(f"Advisor {table['name']!r} has a url; say which model is asked there: model = ...")
    keys = PROGRAM if "command" in table else CHAT
    given = {}
    for key, value in table.items():
        if key not in keys:
            raise UnknownName.of("key of an Advisor", key, keys, f"there are {', '.join(keys)}")
        name, read = keys[key]
        given[name] = read(key, value)
    made: type[Advisor] = make_external(**given) if "command" in table else make_chat_advisor(**given)
    return made


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
            raise BadOption(f"{part.strip()!r} says nothing of an Advisor; write key=value, the command last")
    return advisor_of({**table, "command": words} if command else table)


def register_agents(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Let the Advisors of --agent take part."""
    for text in texts:
        register_advisor(read_agent(text))
    return texts
