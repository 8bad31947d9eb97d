"""Modules in the folder of a loaded file: the file imports them as a script would; nothing else sees them.

They are kept under private names, so that a helper.py of one folder is never mistaken for another folder's.
`sys.path` and the imports of other code stay untouched.
"""

import ast
import builtins
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from games.errors import BESIDE

OURS = frozenset({"agents", "blackboard", "control", "games", "scenarios"})
"""Packages that are always Hoyle's own, whatever is in the folder."""


class Loader(SourceFileLoader):
    """Runs a file as it is, and lets it import modules of its folder."""

    def __init__(self, name: str, path: str, neighbours: "Neighbours | None" = None) -> None:
        super().__init__(name, path)
        self._neighbours = neighbours

    def get_code(self, fullname: str) -> CodeType:
        """Compile the source: the timestamps of bytecode are too coarse to notice every change."""
        del fullname
        return self.source_to_code(self.get_data(self.path), self.path)

    def exec_module(self, module: ModuleType) -> None:
        """Run the file with an import statement of its own."""
        neighbours = self._neighbours or _open[module.__name__.partition(".")[0]]
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": neighbours.import_module}
        super().exec_module(module)


class Neighbours:
    """What one loaded file may import from its own folder."""

    def __init__(self, file: Path, name: str) -> None:
        """Start without cached modules, for a file that is run under a name."""
        self.package = f"{BESIDE}{name}"
        self._folder = str(file.parent)
        self._known: dict[str, bool] = {}
        self.forget()
        if _Finder not in sys.meta_path:
            sys.meta_path.insert(0, _Finder)
        package = ModuleType(self.package)
        package.__path__ = [self._folder]
        package.__file__ = str(file)
        sys.modules[self.package] = package
        _open[self.package] = self

    def forget(self) -> None:
        """Remove all modules that were imported."""
        _open.pop(self.package, None)
        for name in [name for name in sys.modules if name.partition(".")[0] == self.package]:
            del sys.modules[name]

    def import_module(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,  # noqa: A002  # as Python calls it
        locals: Mapping[str, object] | None = None,  # noqa: A002  # as above
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        """Import as an import statement does, but look in the file's folder first."""
        head = name.partition(".")[0]
        if level or not self._has(head):
            return builtins.__import__(name, globals, locals, fromlist or (), level)
        found = builtins.__import__(f"{self.package}.{name}", globals, locals, fromlist or ())
        return found if fromlist else sys.modules[f"{self.package}.{head}"]

    def _has(self, head: str) -> bool:
        if head not in self._known:
            self._known[head] = _find(head, [self._folder]) is not None
        return self._known[head]


_open: dict[str, Neighbours] = {}
"""By the name of the package that represents the folder."""


class _Finder:
    """Finds modules of the packages that represent folders."""

    @staticmethod
    def find_spec(
        fullname: str, path: Iterable[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del target
        return _find(fullname, path) if path is not None and fullname.startswith(BESIDE) else None


def _find(name: str, folders: Iterable[str]) -> ModuleSpec | None:
    """Find a module in one of these folders, but no plain folder if a real module has its name."""
    if name in OURS or name in sys.builtin_module_names:
        return None
    for folder in folders:
        spec = FileFinder(folder, (Loader, SOURCE_SUFFIXES)).find_spec(name)
        if spec is not None and (spec.loader is not None or not _is_elsewhere(name)):
            return spec
    return None


def _is_elsewhere(name: str) -> bool:
    """Return whether the path has a real module of that name, so that a plain folder does not count."""
    spec = PathFinder.find_spec(name) if "." not in name else None
    return spec is not None and spec.origin is not None


# The imports of a file, without running it.


def sources_beside(file: Path) -> dict[str, Path]:
    """Return the modules in a file's folder that it imports, directly or indirectly, by name."""
    file = file.resolve()
    found: dict[str, Path] = {}
    waiting = [("", file)]
    while waiting:
        package, path = waiting.pop()
        for name in _imported(path, package):
            for part, source, home in _on_the_way(name, file.parent):
                if part not in found and source != file:
                    found[part] = source
                    waiting.append((home, source))
    return dict(sorted(found.items()))


def _imported(path: Path, package: str) -> Iterator[str]:
    """Yield the names in a file's import statements that may be modules."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return  # running the file reports the error
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")[: 1 - node.level or None] if node.level and package else []
            home = ".".join([*parents, *([node.module] if node.module else [])])
            yield home
            yield from (f"{home}.{alias.name}".lstrip(".") for alias in node.names)


def _on_the_way(name: str, folder: Path) -> Iterator[tuple[str, Path, str]]:
    """Yield the modules that an import needs, packages first, each with the package it is in."""
    folders: Iterable[str] = [str(folder)]
    parts = name.split(".")
    for number in range(1, len(parts) + 1):
        part = ".".join(parts[:number])
        spec = _find(part, folders) if parts[number - 1] else None
        if spec is None:
            return
        if spec.loader is not None and spec.origin is not None:
            is_package = spec.submodule_search_locations is not None
            yield part, Path(spec.origin), part if is_package else part.rpartition(".")[0]
        folders = spec.submodule_search_locations or []
