"""What an Advisor did wrong, in one short line."""

LONGEST_REASON = 200


class Failure(Exception):
    """A failure that was put into words where it happened: its text is the whole reason."""


def described(error: BaseException) -> str:
    """Say in one short line what an Advisor raised, whoever wrote its exception."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    try:
        text = str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001  # somebody else's __str__ may do anything
        text = "(an error that cannot be shown)"
    return one_line(text if isinstance(error, Failure) else f"{type(error).__name__}: {text}".rstrip(": "))


def one_line(text: str) -> str:
    """Write any text on one line that is not too long."""
    line = " ".join(text.encode(errors="replace").decode().split())
    line = "".join(each if each.isprintable() else "?" for each in line)
    return line if len(line) <= LONGEST_REASON else line[: LONGEST_REASON - 3] + "..."
