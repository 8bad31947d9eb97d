"""Waiting for one file of any number: `select.select` supports none above 1,023."""

import select


def is_readable(fd: int, seconds: float) -> bool:
    """Wait for something to read, at most this many seconds, in any thread; return whether there is."""
    if not hasattr(select, "poll"):
        return bool(select.select([fd], [], [], seconds)[0])
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(1000 * seconds))
