"""The line of a program's stderr that names the error that ended it, for many languages."""

import re

TRACEBACK = "Traceback (most recent call last):"
"""Stands before a Python exception, which is named on the next line that is not indented."""
_ERROR = re.compile(
    r"""(?x)
    (?: Uncaught\s | Unhandled\s[\w\s]*:\s | Exception\sin\sthread\s"[^"]*"\s | Caused\sby:\s )?
    [\w.$:]* (?: Error | Exception | Interrupt | Exit | Panic ) (?: \s \[ [\w-]+ \] )? (?: : .* )? $
    | panic:\s .+ | thread\s'.*'\spanicked\sat .+ | .+ \( [A-Z]\w* (?: Error | Exception ) \) $
    """
)
"""A line that names an error: of Python, Node, Deno, Java and their like; of Go, of Rust, of Ruby."""
_PANICKED = re.compile(r"thread '.*' panicked at [^']+:\d+:\d+:$")
"""Rust has the message on the next line."""


def telling_line(text: str) -> str:
    """Return the line that names the error; if there is none, the last one."""
    lines = [line.rstrip() for line in text.strip().splitlines()]
    if TRACEBACK in lines:
        behind = lines[len(lines) - lines[::-1].index(TRACEBACK) :]
        if named := [line for line in behind if line and not line[0].isspace()]:
            return named[0]
    errors = [number for number, line in enumerate(lines) if _ERROR.match(line)]
    if not errors:
        return lines[-1].strip() if lines else ""
    last = lines[errors[-1]]
    more = lines[errors[-1] + 1 : errors[-1] + 2] if _PANICKED.match(last) else []
    return " ".join([last, *(line.strip() for line in more)])
