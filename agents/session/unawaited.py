"""What an Advisor or a learner begins and forgets to await: found when it ends, with the line of its file."""

import sys
from collections.abc import Coroutine
from inspect import CORO_CREATED, getcoroutinestate
from pathlib import PurePath
from types import CodeType
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")

Begun: TypeAlias = tuple[Any, CodeType, int]
"""A coroutine, and the code and the place in it that made it."""

MANY = 64
"""So many that were not awaited at once are looked through, to forget those that have been since."""


class AwaitTracker:
    """Knows which of the coroutines that it hands out have never been awaited.

    As a rule the one before has ended when the next is made, so all that is kept of it is thrown away then.
    """

    _latest: Any = None
    _code: CodeType
    _place: int
    """The latest, and the code and the place in it that made it."""
    _earlier: list[Begun] | None = None
    """Those that had not ended when the next was made."""
    called = "think"
    """What its user knows it by."""

    def hand_out(self, coroutine: Coroutine[Any, Any, T]) -> Coroutine[Any, Any, T]:
        """Hand out a coroutine to whoever called the method that calls this."""
        latest = self._latest
        if latest is not None and latest.cr_frame is not None:
            self._keep_begun((latest, self._code, self._place))
        frame = sys._getframe(2)  # noqa: SLF001  # every other way to know a line takes many times as long
        self._latest = coroutine
        self._code = frame.f_code
        self._place = frame.f_lasti
        return coroutine

    def _keep_begun(self, begun: Begun) -> None:
        earlier = [*(self._earlier or ()), begun]
        self._earlier = list(filter(_is_forgotten, earlier)) if len(earlier) > MANY else earlier

    def forgotten(self) -> str:
        """Say which coroutine was the first never to be awaited, if there is one, and let go of all."""
        latest, earlier = self._latest, self._earlier
        self._latest = None
        if latest is None or (earlier is None and latest.cr_frame is None):
            return ""
        self._earlier = None
        begun = [*(earlier or ()), (latest, self._code, self._place)]
        forgotten = [each for each in begun if _is_forgotten(each)]
        for coroutine, _, _ in forgotten:
            coroutine.close()  # or Python would warn of it at some later time
        return _told(self.called, *forgotten[0]) if forgotten else ""


def _is_forgotten(begun: Begun) -> bool:
    return getcoroutinestate(begun[0]) == CORO_CREATED


def _told(called: str, coroutine: Any, code: CodeType, place: int) -> str:
    lines = [line for start, end, line in code.co_lines() if start <= place < end]
    where = f" at line {lines[0]} of {PurePath(code.co_filename).name}" if lines and lines[0] else ""
    return f"forgot to await {called}.{coroutine.__name__}{where}"
