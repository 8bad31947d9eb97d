"""Where solutions are stored. Importing this does not load the arrays that solving needs."""

import os
import re
import sys
from hashlib import blake2b
from pathlib import Path
from typing import Any

from games.game import Game


def cache_folder() -> Path:
    """Return the folder for solutions: $HOYLE_CACHE, or this system's cache folder."""
    given = os.environ.get("HOYLE_CACHE")
    if given:
        return Path(given)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base, "hoyle")


def cache_path(game: Game[Any], folder: Path | None = None) -> Path:
    """Return where the solution of a game, in its variant, is stored."""
    variant = "".join(f"_{key}={value}" for key, value in sorted(game.options.items()))
    plain = re.sub(r"[^A-Za-z0-9_=-]", "", variant)
    mark = "" if plain == variant else "_" + blake2b(variant.encode(), digest_size=4).hexdigest()
    return Path(folder or cache_folder(), "solutions", f"{game.name}{plain[:80]}{mark}.solution")
