"""How every command answers: a document or a view."""

import json
import sys
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text


def answer(document: Any, view: RenderableType | list[Text], *, as_json: bool) -> None:
    """Print the JSON document and nothing else, or what a person likes to see: a view, or long lines."""
    if as_json:
        sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False) + "\n")
    elif isinstance(view, list):
        for line in view:
            Console(highlight=False).print(line, soft_wrap=True)
    else:
        Console(highlight=False).print(view, crop=False)
