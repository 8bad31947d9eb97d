"""Waiting for one file, whatever its number is: `select.select` knows none above 1,023."""

import select


def is_readable(fd: int, seconds: float) -> bool:
    """Wait so long, in whatever thread this is, for something to read; say whether there is."""
    if not hasattr(select, "poll"):
        return bool(select.select([fd], [], [], seconds)[0])
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(1000 * seconds))
