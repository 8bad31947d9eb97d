"""Independent random streams from one seed."""

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

import attrs

from games import BadOption

T = TypeVar("T")
_RUN = "run"


@attrs.frozen
class Streams:
    """A place in the tree of streams; drawing from one stream never shifts another."""

    seed: int = attrs.field()
    path: tuple[str | int, ...] = ()

    @seed.validator
    def _check_seed(self, _: object, value: int) -> None:
        if not -(1 << 63) <= value < 1 << 64:
            raise BadOption(f"seed {value} is out of range; a seed has at most 64 bits")

    def child(self, *names: str | int) -> "Streams":
        """Return a place below: for one run, one contest, one ply."""
        return Streams(self.seed, (*self.path, *names))

    def of_run(self, number: int) -> "Streams":
        """Return the place of one run of an experiment; each run has its own random numbers."""
        return self.child(_RUN, number)

    @property
    def whole_run(self) -> "Streams":
        """The place that all contests of a run share; without runs, the root.

        Its streams are the same at every ply of every contest, and in a run that is resumed.
        """
        depth = 2 if self.path[:1] == (_RUN,) else 0
        return Streams(self.seed, self.path[:depth])

    def stream(self, *names: str | int) -> random.Random:
        """Return the stream of that name, from its beginning."""
        path = repr((self.seed, *self.path, *names)).encode()
        return random.Random(int.from_bytes(hashlib.blake2b(path, digest_size=16).digest()))  # noqa: S311  # for play, not for secrets


def pick(stream: random.Random, choices: Sequence[T]) -> T:
    """Return one choice, each equally likely; every version of Python returns the same."""
    return choices[int(stream.random() * len(choices))]
