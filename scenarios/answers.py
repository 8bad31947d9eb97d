"""How every command answers: a document or a view."""

import json
import sys
from typing import Any

from rich.console import Console, RenderableType


def answer(document: Any, view: RenderableType, *, as_json: bool) -> None:
    """Print the JSON document and nothing else, or what a person likes to see."""
    if as_json:
        sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False) + "\n")
    else:
        Console(highlight=False).print(view)
