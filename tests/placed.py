"""Advisors that another process can find: the hostile ones, and some that only a process can stop."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from typing import Any

import trio

from agents import Advisor, Deliberation
from tests.hostile import HOSTILE
from tests.support import Step, does, plans, says, sleeps, spends, works


def placed(name: str, *steps: Step, **declared: Any) -> type[Advisor]:
    """Make an Advisor that takes these steps, and put it where another process finds it."""

    async def advise(self: Advisor, think: Deliberation) -> None:
        del self
        for step in steps:
            await step(think)

    made = type(name, (Advisor,), {"name": name, "advise": advise, "__module__": __name__, **declared})
    globals()[name] = made
    return made


async def reads(think: Deliberation) -> None:
    """Say what it has read."""
    comments = await think.comments()
    plans = await think.plans()
    first = await think.wait_for_plan()
    seen = f"{len(comments)} comments, {[plan.moves for plan in plans]}, {first and first.purpose}"
    await think.comment("7", 6, seen)


async def chance(think: Deliberation) -> None:
    """Say what only this stream says."""
    await think.comment(
        think.moves[int(think.random.random() * len(think.moves))], 6, f"{think.random.random()}"
    )


async def two_at_once(think: Deliberation) -> None:
    """Sleep in two tasks."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.sleep, 0.002)
        nursery.start_soon(trio.sleep, 0.003)
    await think.comment("8", 6, f"{trio.current_time() >= 0.003} {think.remaining():.9f}")


async def yields_for_ever(think: Deliberation) -> None:
    """Be ready to run again, at once, for ever."""
    del think
    while True:
        await trio.lowlevel.checkpoint()


POLITE = (
    placed("Before", says("2", 8), says("3", 3)),
    placed("Witness", says("2", 6), works(3), says("5", 7)),
    placed("Judge", says("4", 0), tier=2, rank=50),
    placed("Planner", works(2), plans("5", "6", purpose="a line"), makes_plans=True),
    placed("Reader", reads),
    placed("Chance", chance),
    placed("Sleeper", sleeps(3_000_000), says("6", 7), works(5), says("9", 2)),
    placed("Both", two_at_once),
    placed("Slow", says("1", 7), works(10_000), says("2", 7)),
)
"""Advisors that do all that may be done."""

SPENDING = (
    placed("Early", works(2), spends("3ms"), says("1", 7), spends("500us"), works(3)),
    placed("Exact", spends("5ms"), works(1), spends("14.9ms")),
    placed("Beyond", says("2", 6), spends("10min"), says("3", 6)),
    placed("Little", says("3", 7), *[spends("1ns")] * 2_000, says("4", 7)),
    placed("Costly", says("9", 6), cost_ms=2.5),
    placed("Unpaid", says("6", 6), cost_ms=30),
    placed("Negative", works(1), spends("2ms"), spends("-3ms"), says("7", 6)),
)
"""Advisors that charge own work, within a budget of 20 ms and beyond it."""

LANDING = placed("Landing", spends("3.3ms"), says("1", 10), tier=1, rank=1)
"""Decides after own work, while others are in the middle of theirs."""

BAD_SPENDS = {
    "spent '-3ms'; give a time from 1ns to a year as a text, such as '3ms'": "-3ms",
    "spent 'soon'; give a time": "soon",
    "spent 'nanms'; give a time": "nanms",
    "spent '0ms'; give a time": "0ms",
    "spent '400000000s'; give a time": "400000000s",
    "spent 3; give a time": 3,
    "spent nan; give a time": float("nan"),
    "spent None; give a time": None,
}
"""What cannot be spent, by the beginning of the reason."""
BAD_SPENDERS = tuple(
    placed(f"Bad{n}", spends(amount), says("1", 9)) for n, amount in enumerate(BAD_SPENDS.values())
)
MINUTE = placed("Minute", spends("1min"), says("1", 7), spends("1s"), cost_ms=60_000)
"""Charges a minute of own work, and declares another."""

ONE_SIDED = {
    "opposed a move (strength 4) although it says opposes = False": placed(
        "Turncoat", says("1", 5), says("2", 6), says("3", 4), opposes=False
    ),
    "supported a move (strength 6) although it says supports = False": placed(
        "Renegade", says("1", 5), says("2", 4), says("3", 6), supports=False
    ),
}
"""Advisors that take a side they do not declare, by what is said of it."""

YIELDING = placed("Yielding", says("1", 9), yields_for_ever)

HOSTILE_TIERS = (3, 1)
"""Where the hostile ones sit: in tier 3 they first support move 1, in tier 1 they oppose it."""
HOSTILE_CLASSES: dict[tuple[str, int], type[Advisor]] = {
    (what, tier): placed(
        f"Hostile{n}-{tier}",
        says("1", 0 if tier == 1 else 9),
        case.step,
        tier=tier,
        rank=1,
        makes_plans="plan" in what,
    )
    for n, (what, case) in enumerate(HOSTILE.items())
    for tier in HOSTILE_TIERS
}
"""By what they do, and their tier."""


# What only a process can stop, or what would harm the program if it were not in one.


def _spin(think: Deliberation) -> None:
    del think
    while True:
        pass


def _spin_for_a_while(think: Deliberation) -> None:
    del think
    until = time.perf_counter() + 0.3
    while time.perf_counter() < until:
        pass


def _swallow(think: Deliberation) -> None:
    while True:
        with contextlib.suppress(BaseException):
            think.play("2")


def _fork(think: Deliberation) -> None:
    del think
    if os.fork() == 0:
        while True:
            time.sleep(1)
    while True:
        time.sleep(1)


def _daemon(think: Deliberation) -> None:
    """Leave a process behind that nobody is the parent of."""
    del think
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(600)
        os._exit(0)
    time.sleep(600)


def _fork_and_go_on(think: Deliberation) -> None:
    del think
    os.fork()


def _run(think: Deliberation) -> None:
    del think
    subprocess.run([sys.executable, "-c", "import time; time.sleep(600)"], check=False)  # itself


def _allocate(think: Deliberation) -> None:
    del think
    kept = []
    while True:
        kept.append(bytearray(1 << 24))


def _exit(think: Deliberation) -> None:
    del think
    os._exit(3)


def _segfault(think: Deliberation) -> None:
    del think
    ctypes.string_at(0)


def _print(think: Deliberation) -> None:
    del think
    sys.stdout.write("printed by an Advisor\n" * 10)
    sys.stdout.flush()
    os.write(1, b"printed by an Advisor\n")


def _block_signals(think: Deliberation) -> None:
    del think
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, signal.NSIG))
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while True:
        pass


def _shoot_the_parent(think: Deliberation) -> None:
    """Signal whoever is above: it must not matter."""
    del think
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(os.getppid(), signal.SIGINT)


def _close_everything(think: Deliberation) -> None:
    del think
    os.closerange(0, 256)
    time.sleep(600)


def _write_everywhere(think: Deliberation) -> None:
    """Write garbage into every file that is open."""
    del think
    for fd in range(3, 64):
        with contextlib.suppress(OSError):
            os.write(fd, b"\xff" * 64)
    time.sleep(600)


async def _flood(think: Deliberation) -> None:
    """Comment as fast as it can."""
    while True:
        with contextlib.suppress(Exception):
            await think.comment("2", 6, "x" * 1000)


RUNAWAYS: dict[str, tuple[type[Advisor], str, str]] = {
    what: (placed(f"Runaway{n}", says("1", 9), step), state, reason)
    for n, (what, step, state, reason) in enumerate(
        [
            ("spins", does(_spin), "timed out", ""),
            ("swallows every end", does(_swallow), "timed out", ""),
            ("forks", does(_fork), "timed out", ""),
            ("leaves a daemon", does(_daemon), "timed out", ""),
            ("forks and goes on", does(_fork_and_go_on), "", ""),
            ("runs a program", does(_run), "timed out", ""),
            ("allocates without end", does(_allocate), "failed", "MemoryError"),
            ("exits", does(_exit), "failed", "its process ended with exit code 3"),
            ("breaks its memory", does(_segfault), "failed", "its process was ended by SIGSEGV"),
            ("prints", does(_print), "finished", ""),
            ("blocks every signal", does(_block_signals), "timed out", ""),
            ("signals its parent", does(_shoot_the_parent), "finished", ""),
            ("closes everything", does(_close_everything), "timed out", ""),
            ("writes everywhere", does(_write_everywhere), "failed", "broke the line"),
            ("floods", _flood, "failed", "commented twice on move 2"),
        ]
    )
}
"""By what they do: the Advisor, the state that is recorded, and a part of the reason."""

SPINS_FOR_A_WHILE = placed("SpinsForAWhile", says("1", 9), does(_spin_for_a_while))
SPINS_THEN_POSTS = placed("SpinsThenPosts", says("1", 9), does(_spin_for_a_while), says("2", 9))
