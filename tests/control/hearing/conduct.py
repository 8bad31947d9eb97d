"""The table of what an Advisor can do wrong and what the record then says; docs/limits.md shows it.

Each Advisor supports move 1, then does what its row says, then supports move 2.
"""

import ctypes
import os
import signal
import sys
import threading
from collections.abc import Iterable

import attrs
import trio

from agents import Advisor, Deliberation
from tests.hostile import (
    Doom,
    comments,
    raising,
    spin,
    swallow_the_end,
    swallow_the_end_of_thinking,
)
from tests.killers import KILLS_THE_LAUNCHER, doing
from tests.placed import placed
from tests.support import Step, does, says

EVERYWHERE, PROCESS, NOT_INLINE = "inline, thread, process", "process", "thread, process"
FINISHED, FAILED, TIMED_OUT = "finished", "failed", "timed out"
VOID = "void"
"""In virtual time there is no decision: whether the Advisor ends in time would depend on the machine."""


@attrs.frozen
class Misconduct:
    """What an Advisor does, and what the record says of it on both clocks."""

    what: str
    step: Step
    state: str
    reason: str = ""
    """How the recorded reason begins."""
    where: str = EVERYWHERE
    virtual: str = ""
    """What comes of it on the virtual clock, if that differs."""
    goes_on: bool = True
    """Whether it tries to support move 2 afterwards."""

    @property
    def advisor(self) -> type[Advisor]:
        """The Advisor that does this."""
        return ADVISORS[self.what]

    @property
    def said(self) -> dict[str, int]:
        """What it said that counts."""
        return {"1": 9, "2": 9} if self.state == FINISHED and self.goes_on else {"1": 9}


async def _return_a_value(think: Deliberation) -> int:
    """Return something, which nothing asks for."""
    await trio.lowlevel.checkpoint()
    return len(think.moves)


async def _raise_a_group(think: Deliberation) -> None:
    """Fail in a child task."""
    del think

    async def fail() -> None:
        raise ValueError("from below")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(fail)
        await trio.sleep_forever()


def _forget_await(think: Deliberation) -> None:
    think.comment("2", 9)  # type: ignore[unused-coroutine]  # on purpose


def _recurse(think: Deliberation) -> None:
    _recurse(think)


def _end_a_thread(think: Deliberation) -> None:
    del think
    thread = threading.Thread(target=sys.exit, args=[1])
    thread.start()
    thread.join()


def _allocate(think: Deliberation) -> None:
    del think
    kept = []
    while True:
        kept.append(bytearray(1 << 26))


def _spin(think: Deliberation) -> None:
    del think
    while True:
        pass


TABLE = (
    Misconduct("raises an Exception", raising(ValueError("no idea")), FAILED, "ValueError: no idea"),
    Misconduct("raises `SystemExit`", raising(SystemExit(3)), FAILED, "SystemExit: 3"),
    Misconduct(
        "raises `KeyboardInterrupt` itself", raising(KeyboardInterrupt()), FAILED, "KeyboardInterrupt"
    ),
    Misconduct("raises trio's `Cancelled` itself", raising(trio.Cancelled._create()), FAILED, "Cancelled"),
    Misconduct("raises `GeneratorExit`", raising(GeneratorExit()), FAILED, "GeneratorExit"),
    Misconduct("raises another BaseException", raising(Doom("dies irae")), FAILED, "Doom: dies irae"),
    Misconduct("raises a group of errors", _raise_a_group, FAILED, "ValueError: from below"),
    Misconduct("recurses without end", does(_recurse), FAILED, "RecursionError: maximum recursion depth"),
    Misconduct("makes a bad post", comments("99"), FAILED, "commented on '99', which is not a legal move"),
    Misconduct("comments twice on a move", comments("1"), FAILED, "commented twice on move 1"),
    Misconduct(
        "forgets an `await`",
        does(_forget_await),
        FAILED,
        "forgot to await think.comment at line",
        goes_on=False,
    ),
    Misconduct("catches the end of its time and posts", swallow_the_end, TIMED_OUT),
    Misconduct("catches `OutOfTime` and posts", swallow_the_end_of_thinking, TIMED_OUT),
    Misconduct("calls the oracle without end", spin, TIMED_OUT),
    Misconduct("returns a value", _return_a_value, FINISHED),
    Misconduct("calls `sys.exit` in a thread of its own", does(_end_a_thread), FINISHED),
    Misconduct("neither calls the oracle nor awaits", does(_spin), TIMED_OUT, where=NOT_INLINE, virtual=VOID),
    Misconduct(
        "calls `os._exit(0)`",
        does(lambda _: os._exit(0)),
        FAILED,
        "its process ended with exit code 0",
        PROCESS,
    ),
    Misconduct(
        "calls `os._exit(1)`",
        does(lambda _: os._exit(1)),
        FAILED,
        "its process ended with exit code 1",
        PROCESS,
    ),
    Misconduct(
        "kills its own process",
        does(lambda _: os.kill(os.getpid(), signal.SIGKILL)),
        FAILED,
        "its process was ended by SIGKILL",
        PROCESS,
    ),
    Misconduct(
        "reads memory that is not its own",
        does(lambda _: ctypes.string_at(0)),
        FAILED,
        "its process was ended by SIGSEGV",
        PROCESS,
    ),
    Misconduct(
        "kills its guardian",
        does(lambda _: os.kill(os.getppid(), signal.SIGKILL)),
        FAILED,
        "its process was lost because its guardian was killed",
        PROCESS,
    ),
    Misconduct(
        "kills the launcher",
        doing(KILLS_THE_LAUNCHER),
        FAILED,
        "its process was lost because the launcher ended",
        PROCESS,
    ),
    Misconduct("uses more memory than it may", does(_allocate), FAILED, "MemoryError", PROCESS),
    Misconduct(
        "closes all its files",
        does(lambda _: os.closerange(0, 256)),
        FAILED,
        "its process ended with exit code",
        PROCESS,
    ),
    Misconduct("forks, and both go on", does(lambda _: os.fork()), FINISHED, "", PROCESS),
)


def _advisor(number: int, row: Misconduct) -> type[Advisor]:
    more = [says("2", 9)] if row.goes_on else []
    made = placed(f"Misconduct{number}", says("1", 9), row.step, *more, memory_mb=300, __module__=__name__)
    globals()[made.name] = made
    return made


ADVISORS = {row.what: _advisor(number, row) for number, row in enumerate(TABLE)}


def as_markdown(rows: Iterable[Misconduct]) -> str:
    """Return the table as the page about limits shows it."""
    lines = ["| an Advisor that ... | is recorded as | with the reason | where |", "|---|---|---|---|"]
    for row in rows:
        state = f"{row.state}; on the virtual clock the decision is void" if row.virtual else row.state
        reason = f"`{row.reason}...`" if row.reason else ""
        lines.append(f"| {row.what} | {state} | {reason} | {row.where} |")
    return "\n".join(lines)
