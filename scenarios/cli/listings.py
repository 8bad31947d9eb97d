"""The entries of a registry that a command lists."""

from typing import TypeVar

from games import Registry
from scenarios.cli.screen import warn

T = TypeVar("T")


def listed(registry: Registry[T]) -> dict[str, T]:
    """Return the usable entries by name, and warn of plugins that cannot be used."""
    for fault in registry.faults().values():
        warn(str(fault))
    return registry.usable()
