"""What a command lists of a registry."""

from typing import TypeVar

from games import Registry
from scenarios.cli.screen import warn

T = TypeVar("T")


def listed(registry: Registry[T]) -> dict[str, T]:
    """Return by name whatever can be used, and tell of what other distributions offer and cannot be used."""
    for fault in registry.faults().values():
        warn(str(fault))
    return registry.usable()
