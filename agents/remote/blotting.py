"""A secret that comes back from outside is blotted out, however it is written."""

import base64
import re
from typing import Any, Final

from games.letters import HIDDEN

BLOT: Final = "[key]"
SHORTEST: Final = 6
"""Letters of a secret: what is shorter, such as `none` or `EMPTY`, stands where no key is needed."""
_SHIFTS: Final = ((0, 0), (1, 2), (2, 3))
"""In base64, how many bytes may precede a secret in a group of three, and how many letters those spoil."""


class SecretRedactor:
    """Takes a secret out of whatever came from somebody who has seen it."""

    def __init__(self, secret: str) -> None:
        self._pattern = _pattern(secret) if len(secret) >= SHORTEST else None

    def text(self, text: str) -> str:
        """Return a text without the secret."""
        return text if self._pattern is None else self._pattern.sub(BLOT, text)

    def value(self, value: Any) -> Any:
        """Return a value that was read from JSON without the secret, deep down."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list | tuple):
            return [self.value(each) for each in value]
        if isinstance(value, dict):
            return {self.text(key): self.value(each) for key, each in value.items()}
        written = self.text(str(value))
        return written if BLOT in written else value


def _pattern(secret: str) -> re.Pattern[str]:
    """Find a secret in letters of either case, in pieces, escaped, in hexadecimal digits or in base64."""
    plain = _between(secret).join(map(_letter, secret))
    packed = (re.escape(each) for each in (secret.encode().hex(), *_in_base64(secret.encode())))
    return re.compile("|".join((plain, *packed)))


def _between(secret: str) -> str:
    """Pass over what may stand between two letters of a secret in pieces; it never looks back."""
    marks = "".join(re.escape(mark) for mark in "\"'+" if mark not in secret)
    lines = "" if "\\" in secret else r"|\\[nrt]"
    return rf"(?:[\s{marks}{HIDDEN[1:-1]}]{lines})*+"


def _letter(letter: str) -> str:
    """Find a letter in either case, as it is, or as URLs, JSON and HTML write it."""
    ways = []
    for each in dict.fromkeys((letter.lower(), letter.upper())):
        code = ord(each)
        ways += [re.escape(each), f"%(?i:{code:02x})", rf"\\u00(?i:{code:02x})", f"&#(?i:{code}|x{code:x});"]
    return f"(?:{'|'.join(ways)})"


def _in_base64(secret: bytes) -> list[str]:
    """Write a secret in base64, in each of the ways that depend on what stands before it."""
    found = []
    for before, spoiled in _SHIFTS:
        data = bytes(before) + secret
        sure = len(data) * 8 // 6
        found += [code(data).decode()[spoiled:sure] for code in (base64.b64encode, base64.urlsafe_b64encode)]
    return found
