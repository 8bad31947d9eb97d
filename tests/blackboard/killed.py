"""Saves knowledge over and over in processes that are killed at any moment; prints how often each was found.

`killed.py PATH TIMES SEED`. The file must be there already, as the first of the two.
"""

import os
import random
import signal
import sys
import time
from collections import Counter
from pathlib import Path

from blackboard import Knowledge

ONE, OTHER = (
    Knowledge("tic-tac-toe", {"states": {f"{i:09} X": winner for i in range(4000)}})
    for winner in ("player", "opponent")
)


def save_for_ever(path: Path) -> None:
    """Write one after the other."""
    while True:
        OTHER.save(path)
        ONE.save(path)


def main(path: Path, times: int, seed: int) -> None:
    """Kill so many, and load the file after each."""
    stream = random.Random(seed)  # noqa: S311  # no secret
    found: Counter[str] = Counter()
    ONE.save(path)
    for _ in range(times):
        child = os.fork()
        if not child:
            save_for_ever(path)
        time.sleep(stream.uniform(0.001, 0.03))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        loaded = Knowledge.load(path)
        found["one" if loaded == ONE else "other" if loaded == OTHER else "neither"] += 1
    print(*(f"{name}={found[name]}" for name in ("one", "other", "neither")))  # noqa: T201  # its answer


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
