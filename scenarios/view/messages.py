"""Messages to pages: they are numbered, so a page that connects late or reconnects gets all of them."""

import json
from collections.abc import AsyncGenerator, Callable
from typing import Any, Final

import attrs
import trio

from games import shown

HEARTBEAT_S: Final = 15.0
"""Seconds between heartbeats, which reveal that the other side is gone."""
PATIENCE_S: Final = 0.1
"""The longest wait for a page that does not take its messages."""
RETRY_MS: Final = 500
"""The delay before a disconnected page tries again."""
MOST_STREAMS: Final = 8


def cleaned(document: Any) -> Any:
    """Replace control characters and invisible letters in all texts of a document."""
    if isinstance(document, str):
        return shown(document)
    if isinstance(document, dict):
        return {shown(str(key)): cleaned(value) for key, value in document.items()}
    return [cleaned(each) for each in document] if isinstance(document, list | tuple) else document


def written(document: Any) -> str:
    """Write a document as JSON on one line."""
    return json.dumps(cleaned(document), allow_nan=False, separators=(",", ":"))


@attrs.frozen
class Message:
    """One message: its number, its kind, and a document as JSON."""

    number: int
    kind: str
    data: str

    def as_event(self) -> bytes:
        """Write it as an event of a stream."""
        return f"id: {self.number}\nevent: {self.kind}\ndata: {self.data}\n\n".encode()


class TooMany(Exception):  # the request is fine, but must wait
    """The limit of what may run at once has been reached."""


class Turnstile:
    """Lets a number of visitors in at a time; a visitor that wants to be alone takes all places."""

    def __init__(self, most: int, words: str) -> None:
        self._most = most
        self._words = words
        self.count = 0

    def enter(self, *, alone: bool = False) -> None:
        """Take a place, or all of them; raise TooMany if they are not free."""
        wanted = self._most if alone else 1
        if self.count + wanted > self._most:
            raise TooMany(self._words)
        self.count += wanted

    def leave(self, *, alone: bool = False) -> None:
        """Free the place, or all of them."""
        self.count -= self._most if alone else 1


class Channel:
    """Messages for every page that has the same thing open.

    A page that connects gets all messages kept. `start` drops them, because its message is a complete state.
    """

    def __init__(self) -> None:
        self._kept: list[Message] = []
        self.count = 0
        """How many messages were sent. Pages use it to find the later of two states."""
        self._news = trio.Event()
        self._sent: dict[object, int] = {}
        """By listener, the number of the last message sent to it."""
        self._progress = trio.Event()

    def start(self, kind: str, document: Any) -> None:
        """Send a complete state, which makes all earlier messages unnecessary."""
        self._kept.clear()
        self.send(kind, document)

    def send(self, kind: str, document: Any) -> None:
        """Send a document to all."""
        self.count += 1
        self._kept.append(Message(self.count, kind, written(document)))
        self._news.set()
        self._news = trio.Event()

    def shorten(self, kind: str, most: int, merge: Callable[[list[Any]], Any]) -> None:
        """Merge all messages of a kind into one if there are more than `most`; it gets the last number."""
        of_kind = [each for each in self._kept if each.kind == kind]
        if len(of_kind) > most:
            merged = written(merge([json.loads(each.data) for each in of_kind]))
            others = [each for each in self._kept if each.kind != kind]
            self._kept = sorted(
                [*others, Message(of_kind[-1].number, kind, merged)], key=lambda each: each.number
            )

    def after(self, number: int) -> list[Message]:
        """Return the messages after this one; if it is no longer kept, all messages."""
        is_known = any(each.number == number for each in self._kept)
        return [each for each in self._kept if not is_known or each.number > number]

    async def events(self, last: int) -> AsyncGenerator[bytes]:
        """Yield the messages after this one, then new ones as they arrive."""
        listener = object()
        self._sent[listener] = 0
        try:
            yield f"retry: {RETRY_MS}\n\n".encode()
            while True:
                news = self._news
                for message in self.after(last):
                    self._sent[listener] = last = message.number
                    yield message.as_event()
                self._sent[listener] = self.count + 1
                self._progress.set()
                self._progress = trio.Event()
                with trio.move_on_after(HEARTBEAT_S) as waiting:
                    await news.wait()
                if waiting.cancelled_caught:
                    yield b": \n\n"
        finally:
            del self._sent[listener]

    async def delivered(self) -> None:
        """Wait until all listeners have been sent all messages."""
        while any(last <= self.count for last in self._sent.values()):
            await self._progress.wait()
