"""The folder of an experiment: made, and given the code that takes part, to be read long after."""

from collections.abc import Iterable
from pathlib import Path

from agents.plugins.sibling_imports import sources_beside
from games import BadFile, read_bytes, write_atomically

CODE = "code"
"""The folder of the files that a scenario loads; those of a second place are in code-2, and so on."""


def make_folder(folder: Path) -> None:
    """Make a folder with all above it, unless it is there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"cannot make folder '{folder}': {error.strerror}; give another --out") from error


def keep_sources(files: Iterable[str], folder: Path) -> None:
    """Copy files, and the modules beside them that they import, each place into a folder of its own."""
    for file, copy in kept_sources(files, folder).items():
        for source in (file, *sources_beside(file).values()):
            target = copy.parent / source.relative_to(file.parent)
            make_folder(target.parent)
            write_atomically(target, read_bytes(source))


def kept_sources(files: Iterable[str], folder: Path) -> dict[Path, Path]:
    """Return where the copy of each file is."""
    places: dict[Path, str] = {}
    kept = {}
    for file in (Path(each).resolve() for each in files):
        name = places.setdefault(file.parent, f"{CODE}-{len(places) + 1}" if places else CODE)
        kept[file] = folder / name / file.name
    return kept
