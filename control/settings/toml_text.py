"""Writing TOML: the standard library only reads it."""

import json
import re
from collections.abc import Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_LONGEST_SHOWN = 60


def write_key(key: str) -> str:
    """Return a key, in quotes if it needs them."""
    return key if _BARE.fullmatch(key) else _text(key)


def write_value(value: Any) -> str:
    """Return a value on one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{write_key(key)} = {write_value(each)}" for key, each in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(write_value, value))}]"
    return str(value)


def show_value(value: Any) -> str:
    """Return a value as in a file, shortened for use in a sentence."""
    text = value if isinstance(value, str) else write_value(value)
    shown = text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"
    return repr(shown) if isinstance(value, str) else " ".join(shown.split())


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
