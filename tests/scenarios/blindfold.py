"""Runs a module in a process in which some modules cannot be imported: `blindfold.py MODULE FORBIDDEN...`."""

import runpy
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


class Blindfold(MetaPathFinder):
    """Refuses to find what may not be seen."""

    def __init__(self, forbidden: Sequence[str]) -> None:
        self.forbidden = frozenset(forbidden)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Refuse, or let others find it."""
        del path, target
        if fullname in self.forbidden:
            raise ImportError(f"{fullname} may not be seen here")
        return None


if __name__ == "__main__":
    sys.meta_path.insert(0, Blindfold(sys.argv[2:]))
    runpy.run_module(sys.argv[1], run_name="__main__")
