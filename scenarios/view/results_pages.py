"""Pages of results: tables and curves, the rows behind each figure, contests, and their decisions."""

from collections.abc import Awaitable, Callable, Mapping

from starlette.requests import Request
from starlette.responses import Response

from scenarios.view.shelf import Shelf

Answer = Callable[[Request], Awaitable[Response]]


class ResultsPages:
    """What is shown of the folders on the shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def routes(self) -> Mapping[str, Answer]:
        """Return what is answered at which address."""
        return {}
