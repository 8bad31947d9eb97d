"""Advisors that run elsewhere, as the hearing sees them: each is asked inline, and passes the question on."""

import contextlib
import weakref

import trio

from agents.advisor import Advisor, Proxy
from agents.conversation import Conversation
from agents.deliberation import Deliberation, Question
from agents.failures import Failure
from agents.origins import origin_of_class
from agents.processes import LAUNCHER, MB, UNDERTAKER
from agents.sites import THREAD_GRACE_S, Process, Site, Thread

PATIENCE_S = 10.0
"""How long, in real time, the virtual clock waits for an Advisor between two things it does."""
MOST_SPARES = 2
"""Workers that one Advisor keeps ready."""
STUCK = (
    "its thread could not be stopped at the deadline, and went on;"
    ' an Advisor with placement = "process" can always be ended'
)


class Remote(Proxy):
    """An Advisor at the other end of a line."""

    name = "Remote"

    def __init__(
        self,
        advisor: type[Advisor],
        placement: str,
        *,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self.advisor = advisor
        self.placement_ = placement
        self.patience_s = patience_s
        self._memory = advisor.memory_mb * MB
        self._origin = origin_of_class(advisor) if placement == "process" else None
        self._spares: list[Site] = []
        weakref.finalize(self, _end_later, self._spares).atexit = False

    async def prepare(self, question: Question) -> None:
        """Have somebody ready who knows the Advisor and the game, before anybody's time starts."""
        while self._spares and self._spares[0].is_gone():
            self._spares.pop(0).end()
        if not self._spares:
            if self.placement_ == "process":
                await _warm()
            self._spares.append(self._site(question))
        with trio.move_on_after(self.patience_s):
            await self._spares[0].wait_loaded()

    def close(self) -> None:
        """End all that runs elsewhere for this Advisor."""
        _end_all(self._spares)

    async def advise(self, think: Deliberation) -> None:
        """Pass the question on, and pass on what is posted."""
        try:
            site = self._spares.pop(0)
        except IndexError:
            site = self._site(think._question)  # this is where a deliberation goes on
        try:
            await Conversation(site, think, self).run()
        finally:
            self._put_back(site, think)

    def _site(self, question: Question) -> "Site":
        if self._origin is None:
            return Thread(self.advisor)
        return Process(self._origin, self._memory, question)

    def _put_back(self, site: "Site", think: Deliberation) -> None:
        if site.is_idle:
            self._keep(site)
            return
        site.stop()
        if isinstance(site, Thread) and not site.has_stopped(THREAD_GRACE_S):
            think._remark = STUCK  # as above
        reference, question = weakref.ref(self), think._question  # as above

        def then(has_stopped: bool) -> None:
            remote = reference()
            if remote is None:
                site.end()
            elif has_stopped:
                remote._keep(site)
            else:
                remote._replace(question)

        UNDERTAKER.take(site, then)

    def _replace(self, question: Question) -> None:
        """Keep not only the one that is needed, but another: who has run away once may do so again."""
        with contextlib.suppress(Failure):
            while len(self._spares) < MOST_SPARES:
                self._spares.append(self._site(question))

    def _keep(self, site: "Site") -> None:
        if len(self._spares) < MOST_SPARES:
            self._spares.append(site)
        else:
            site.end()


def _end_all(sites: list["Site"]) -> None:
    while sites:
        sites.pop().end()


def _end_later(sites: list["Site"]) -> None:
    """End them where that takes no time from anybody."""
    for site in sites:
        UNDERTAKER.take(site, lambda _, site=site: site.end())  # type: ignore[misc]  # mypy cannot read the default


async def _warm() -> None:
    """Let the launcher start, without holding up other tasks."""
    if not LAUNCHER.is_ready:
        await trio.to_thread.run_sync(LAUNCHER.wait_ready)
