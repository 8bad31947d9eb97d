"""Detection of coroutines that an Advisor or a learner creates but never awaits, with the line of code."""

import sys
from collections.abc import Coroutine
from inspect import CORO_CREATED, getcoroutinestate
from pathlib import PurePath
from types import CodeType
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")

Begun: TypeAlias = tuple[Any, CodeType, int]
"""A coroutine, with the code that made it and the place in that code."""

MANY = 64
"""Above this number, coroutines that have been awaited since are removed from the list."""


class AwaitTracker:
    """Knows which of the coroutines that it returned were never awaited.

    The previous one has usually ended when the next is made; it is then forgotten.
    """

    _latest: Any = None
    _code: CodeType
    _place: int
    """The latest coroutine, with the code that made it and the place in that code."""
    _earlier: list[Begun] | None = None
    """Coroutines that had not ended when the next was made."""
    called = "think"
    """The name that users know it by."""

    def hand_out(self, coroutine: Coroutine[Any, Any, T]) -> Coroutine[Any, Any, T]:
        """Return a coroutine to the caller of the calling method, and keep track of it."""
        latest = self._latest
        if latest is not None and latest.cr_frame is not None:
            self._keep_begun((latest, self._code, self._place))
        frame = sys._getframe(2)  # noqa: SLF001  # every other way to get a line is many times slower
        self._latest = coroutine
        self._code = frame.f_code
        self._place = frame.f_lasti
        return coroutine

    def _keep_begun(self, begun: Begun) -> None:
        earlier = [*(self._earlier or ()), begun]
        self._earlier = list(filter(_is_forgotten, earlier)) if len(earlier) > MANY else earlier

    def forgotten(self) -> str:
        """Describe the first coroutine that was never awaited, if there is one, and forget all of them."""
        latest, earlier = self._latest, self._earlier
        self._latest = None
        if latest is None or (earlier is None and latest.cr_frame is None):
            return ""
        self._earlier = None
        begun = [*(earlier or ()), (latest, self._code, self._place)]
        forgotten = [each for each in begun if _is_forgotten(each)]
        for coroutine, _, _ in forgotten:
            coroutine.close()  # otherwise Python warns about it later
        return _described(self.called, *forgotten[0]) if forgotten else ""


def _is_forgotten(begun: Begun) -> bool:
    return getcoroutinestate(begun[0]) == CORO_CREATED


def _described(called: str, coroutine: Any, code: CodeType, place: int) -> str:
    lines = [line for start, end, line in code.co_lines() if start <= place < end]
    where = f" at line {lines[0]} of {PurePath(code.co_filename).name}" if lines and lines[0] else ""
    return f"forgot to await {called}.{coroutine.__name__}{where}"
