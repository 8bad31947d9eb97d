"""The Python files of a scenario, each brought in once, and again when it has changed."""

from pathlib import Path

import attrs

from agents import LEARNERS, all_advisors
from control import PARADIGMS, Loaded, load_file
from games import game_names, read_bytes


@attrs.frozen
class _Brought:
    content: bytes
    loaded: Loaded

    def is_there(self) -> bool:
        """Is everything still registered?"""
        return (
            set(self.loaded.advisors) <= set(all_advisors())
            and set(self.loaded.learners) <= set(LEARNERS)
            and set(self.loaded.games) <= set(game_names())
            and set(self.loaded.paradigms) <= set(PARADIGMS)
        )


_brought: dict[Path, _Brought] = {}


def load_once(path: str | Path, *, may_be_empty: bool = False) -> Loaded:
    """Bring in what a file defines, once; a file that has changed replaces what it brought."""
    file = Path(path).resolve()
    known = _brought.get(file)
    content = read_bytes(file)
    if known is not None:
        if known.content == content and known.is_there():
            return known.loaded
        known.loaded.unload()
        del _brought[file]
    loaded = load_file(file, may_be_empty=may_be_empty)
    _brought[file] = _Brought(content, loaded)
    return loaded
