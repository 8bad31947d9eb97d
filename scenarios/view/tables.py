"""Tables: a person and Hoyle play at each, and every page that has it open shows it."""

from collections import Counter, deque
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import attrs
import trio

from blackboard import Decision, Knowledge, TraceWriter
from control import Hoyle
from games import Game, HoyleError, Move, Role, in_words
from games.notation import MARKS
from scenarios.decisions.bench import Bench
from scenarios.play.contests import MOST_MOVES, MOST_OCCURRENCES, ending
from scenarios.view.asking import Asking, Thought, asks_hoyle
from scenarios.view.clicks import clicks_of
from scenarios.view.drawn_boards import live_board
from scenarios.view.live_frames import Frames, merge_frames
from scenarios.view.messages import PATIENCE_S, Channel, Turnstile
from scenarios.view.payloads import decision_payload

SIDES: Final = {
    "player": frozenset({Role.PLAYER}),
    "opponent": frozenset({Role.OPPONENT}),
    "both": frozenset(Role),
    "neither": frozenset[Role](),
}
"""What the person may play."""
MOST_FRAMES: Final = 600
"""How many frames are kept unmerged, for pages that reconnect."""
MOST_KEPT: Final = 200
"""How many decisions a table keeps."""
ENDS: Final = {
    "rules": "",
    "repetition": f": the position has occurred {MOST_OCCURRENCES} times",
    "length": f": {MOST_MOVES} moves were made",
}


class Decisions:
    """The last decisions of a table, by number."""

    def __init__(self) -> None:
        self._kept: deque[Decision] = deque(maxlen=MOST_KEPT)
        self.count = 0
        """How many were made, kept or not."""

    def __len__(self) -> int:
        return len(self._kept)

    def __getitem__(self, number: int) -> Decision:
        return self._kept[number - self.first]

    @property
    def first(self) -> int:
        """The number of the oldest that is kept."""
        return self.count - len(self._kept)

    def append(self, decision: Decision) -> None:
        """Add a decision; forget the oldest if there are too many."""
        self._kept.append(decision)
        self.count += 1


class Refused(HoyleError):
    """The action is not possible now; nothing has changed."""


@attrs.frozen
class Ply:
    """One move at a table."""

    move: Move
    after: Any
    by: str
    decision: int | None
    """The decision behind it, by its number at this table: for a person's, the hint that was given."""
    bookmarks: Mapping[Role, object]
    """The state of each Hoyle before it."""


@attrs.frozen
class UnderWay:
    """A decision under way at a table."""

    purpose: str
    """`move`, `hint` or `anew`."""
    thought: Thought


class Table:
    """One game, a person, Hoyle, and all that was decided here."""

    def __init__(
        self,
        bench: Bench,
        asking: Asking,
        start: Any,
        *,
        nursery: trio.Nursery,
        thinkers: Turnstile,
        rate: float,
        trace: TraceWriter | None = None,
    ) -> None:
        self.game: Game[Any] = bench.game
        self.channel = Channel()
        self.decisions = Decisions()
        self._bench = bench
        self._asking = asking
        self._knowledge: Knowledge = bench.knowledge()
        self._beginning = start
        """Where contests begin, except those that continue a position from elsewhere."""
        self._nursery = nursery
        self._thinkers = thinkers
        self._rate = rate
        self._trace = trace
        self._side = "player"
        self._contest = -1
        self._start: Any = start
        self._plies: list[Ply] = []
        self._thinking: UnderWay | None = None
        self._hint: int | None = None
        self._answered = trio.Event()
        self._answered.set()
        self.renew()

    def renew(self) -> None:
        """Begin a contest."""
        self._open(self._beginning)

    def play_on(self, position: str, options: Mapping[str, object]) -> None:
        """Begin a contest from a position of another page; the person plays the side to move."""
        wanted = {name: str(value) for name, value in options.items()}
        if wanted != {name: str(value) for name, value in self.game.options.items()}:
            words = [self.game.name, *(f"--option {name}={value}" for name, value in wanted.items())]
            raise Refused(f"this table has other rules; hoyle view {' '.join(words)} plays by those")
        start = self.game.parse_position(position)
        if self.game.outcome(start) is not None:
            raise Refused("the contest is over there; go back a move, and play on from that")
        self._stop()
        kept = self._start, self._plies
        self._start, self._plies = start, []
        try:
            self.document()
        except Exception:  # a faulty game: the table keeps its state
            self._start, self._plies = kept
            raise
        self._side = self.mover.name.lower()
        self._open(start)

    def _open(self, start: Any) -> None:
        self._stop()
        self._contest += 1
        self._start = start
        self._plies = []
        self._hoyles = {role: Hoyle.of(self._bench.options, self._knowledge) for role in Role}
        self._hint = None
        self._bookmark()
        self._proceed()

    # Actions of pages

    def owe_answer(self) -> Callable[[], Awaitable[None]]:
        """Note that an answer is due; return what is called when it has been sent."""
        answered = self._answered = trio.Event()

        async def sent() -> None:
            answered.set()

        return sent

    def move(self, move: Move, ply: int) -> None:
        """Make a person's move; `ply` is the number of moves before it, so two pages cannot both make one."""
        self._check_open()
        if ply != len(self._plies):
            raise Refused("another move was made in the meantime; look at the board again")
        if self._thinking is not None and self._thinking.purpose == "move":
            raise Refused("Hoyle is thinking; it is not your turn")
        after = self.game.play(self.position, move)
        self._stop()
        self._go_on(move, after, "you", self._hint)
        self._proceed()

    def take_back(self) -> None:
        """Go back to before the person's last move; if there is none, to the beginning."""
        self._stop()
        if not self._plies:
            raise Refused("there is no move to take back")
        own = [i for i, each in enumerate(self._plies) if each.by == "you"]
        kept = own[-1] if own else len(self._plies) - 1
        for role, bookmark in self._plies[kept].bookmarks.items():
            self._hoyles[role].go_back(bookmark)
        del self._plies[kept:]
        self._hint = None
        self._bookmark()
        self._proceed()

    def change_sides(self, side: str) -> None:
        """Let the person play another role, both, or neither."""
        if side not in SIDES:
            raise Refused(f"there is no side {side[:30]!r}; there are {', '.join(SIDES)}")
        self._stop()
        self._side = side
        self._proceed()

    def let_hoyle_move(self) -> None:
        """Let Hoyle make the next move, whichever side it plays."""
        self._check_open()
        self._begin("move", self._ask_hoyle(self._hoyles[self.mover]))

    def give_hint(self) -> None:
        """Let Hoyle say what it would do, with the same random streams; this costs it no time."""
        self._check_open()
        self._begin("hint", self._ask_hoyle(Hoyle.of(self._bench.options, self._knowledge)))

    def ask_anew(self, thought: Thought) -> None:
        """Let the Advisors decide a recorded question again; the contest does not change."""
        self._begin("anew", thought)

    def stop(self) -> None:
        """Stop the decision under way, and notify all pages."""
        if self._thinking is not None:
            self._stop()
            self.channel.send("table", self.document())

    def _stop(self) -> None:
        if self._thinking is not None:
            self._thinking.thought.stop()
            self._thinking = None
            self.channel.send("end", {"how": "stopped", "words": "It was stopped."})

    # State

    @property
    def position(self) -> Any:
        """The current position."""
        return self._plies[-1].after if self._plies else self._start

    @property
    def mover(self) -> Role:
        """The side to move."""
        return self.game.mover(self.position)

    @property
    def over(self) -> str:
        """How the contest ended, in words; empty while it is under way."""
        positions = Counter([self._start, *(each.after for each in self._plies)])
        ended = ending(self.game, self.position, positions[self.position], len(self._plies))
        if ended is None:
            return ""
        outcome, by = ended
        if outcome.winner is None:
            return f"A draw{ENDS[by]}."
        return f"{outcome.winner.title} ({MARKS[outcome.winner]}) wins."

    def document(self) -> dict[str, Any]:
        """Return everything that a page shows of the table, except decisions."""
        game, position, over = self.game, self.position, self.over
        return {
            "at": self.channel.count,
            "game": game.name,
            "title": game.title,
            "contest": self._contest,
            "position": game.format_position(position),
            "mover": self.mover.title,
            "mark": MARKS[self.mover],
            "legal": [] if over else list(game.legal_moves(position)),
            "clicks": clicks_of(game.board, [] if over else game.legal_moves(position)),
            "board": self.board(),
            "moves": [{"move": each.move, "by": each.by, "decision": each.decision} for each in self._plies],
            "side": self._side,
            "yours": not over and self.mover in SIDES[self._side],
            "over": over,
            "hint": self._hint,
            "thinking": self._thinking.purpose if self._thinking else None,
            "clock": "wall" if self._asking.is_real_time else "virtual",
            "last": self.decisions.count - 1 if self.decisions else None,
        }

    @property
    def plies(self) -> int:
        """How many moves were made."""
        return len(self._plies)

    def board(self, ply: int | None = None) -> str:
        """Draw the board after a number of moves, or now, with the last move marked."""
        positions = [self._start, self._start, *(each.after for each in self._plies[:ply])]
        return live_board(self.game, *positions[-2:])

    # Decisions

    def _check_open(self) -> None:
        if over := self.over:
            raise Refused(f"the contest is over ({over[:-1]}); start a new contest")

    def _ask_hoyle(self, hoyle: Hoyle) -> Thought:
        streams = self._bench.streams.child("contest", self._contest).child("ply", len(self._plies))
        return Thought(asks_hoyle(hoyle, self.game, self.position, streams), self._asking.clock())

    def _go_on(self, move: Move, after: Any, by: str, decision: int | None) -> None:
        self._plies.append(Ply(move, after, by, decision, self._bookmarks))
        try:
            self.document()
        except Exception:  # a faulty game: the table keeps its state
            self._plies.pop()
            raise
        self._hint = None
        self._bookmark()

    def _bookmark(self) -> None:
        """Keep the state of each Hoyle before the next move."""
        self._bookmarks = {role: hoyle.bookmark() for role, hoyle in self._hoyles.items()}

    def _proceed(self) -> None:
        """Notify all pages; let Hoyle move if a person plays the other side and Hoyle is to move."""
        side = SIDES[self._side]
        is_hoyles = bool(side) and self.mover not in side and not self.over
        self.channel.start("table", self.document())
        if is_hoyles:
            try:
                self.let_hoyle_move()
            except Exception as error:  # noqa: BLE001  # the table stands as it is, and can be asked again
                self.channel.send("end", {"how": "failed", "words": _words(error)})

    def _begin(self, purpose: str, thought: Thought) -> None:
        """Start a decision, and notify all pages."""
        if self._thinking is not None:
            raise Refused("Hoyle is thinking already; wait for it, or stop it")
        self._thinkers.enter(alone=thought.is_real_time)
        self._thinking = thinking = UnderWay(purpose, thought)
        self.channel.start("table", self.document())
        self.channel.send("posed", self._posed(thinking))
        self._nursery.start_soon(self._think, thinking)

    def _posed(self, thinking: UnderWay) -> dict[str, Any]:
        return {
            "number": self.decisions.count,
            "purpose": thinking.purpose,
            "position": self.game.format_position(self.position),
            "mover": self.mover.title,
            "clock": "wall" if thinking.thought.is_real_time else "virtual",
        }

    async def _think(self, thinking: UnderWay) -> None:
        """Wait for a decision, and send pages its progress."""
        decision: Decision | None = None
        failure = ""
        try:
            async with trio.open_nursery() as nursery:
                await self._messages_taken()
                nursery.start_soon(self._sample, thinking)
                try:
                    decision = await thinking.thought.run()
                except Exception as error:  # noqa: BLE001  # a game or an Advisor may raise anything
                    failure = _words(error)
                nursery.cancel_scope.cancel()
        finally:
            self._thinkers.leave(alone=thinking.thought.is_real_time)
        if self._thinking is not thinking:
            return
        self._thinking = None
        if decision is None:
            words = failure or "It was stopped."
            self._fail("failed" if failure else "stopped", words)
            return
        try:
            self._landed(thinking.purpose, decision)
        except Exception as error:  # noqa: BLE001  # a game may raise anything; other tables go on
            self._fail("failed", _words(error))

    def _fail(self, how: str, words: str) -> None:
        """Notify all pages that there is no decision and that the table is unchanged."""
        self.channel.send("end", {"how": how, "words": words})
        self.channel.send("table", self.document())

    async def _messages_taken(self) -> None:
        """Wait until pages have taken their messages: sending them costs Advisors time on the wall clock."""
        with trio.move_on_after(PATIENCE_S):
            await self._answered.wait()
            await self.channel.delivered()

    async def _sample(self, thinking: UnderWay) -> None:
        """Sample the hearing at the rate, and send what has changed."""
        frames: Frames | None = None
        while True:
            await trio.sleep(1 / self._rate)
            seen = thinking.thought.seen
            if seen is None or self._thinking is not thinking:
                continue
            frames = frames or Frames(seen)
            self.channel.send("frame", frames.next())
            self.channel.shorten("frame", MOST_FRAMES, merge_frames)

    def _landed(self, purpose: str, decision: Decision) -> None:
        number = self.decisions.count
        self.decisions.append(decision)
        if self._trace:
            self._trace.append(decision)
        landed = {"number": number, "purpose": purpose, **decision_payload(decision)}
        self.channel.send("landed", landed)
        if purpose == "move":
            after = self.game.play(self.position, decision.move)
            self._go_on(decision.move, after, "Hoyle", number)
        elif purpose == "hint":
            self._hint = number
        self.channel.send("end", {"how": "landed", "words": self.over})
        if purpose == "move":
            self.channel.send("table", self.document())
            self._proceed_after_move()
        else:
            self.channel.send("table", self.document())

    def _proceed_after_move(self) -> None:
        """Let Hoyle move again if it is to move, as after a pass."""
        side = SIDES[self._side]
        if side and self.mover not in side and not self.over:
            self._proceed()


def _words(error: Exception) -> str:
    """Say in one line what went wrong."""
    return str(error) if isinstance(error, HoyleError) else f"it failed: {in_words(error)}"
