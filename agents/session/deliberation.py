"""What an Advisor sees and can do while it thinks: the `think` of the contract."""

import random
from collections.abc import Coroutine, Sequence
from typing import Any, cast

from agents.session.advisor_session import LEGAL_MOVES, OUTCOME, PLAY, AdvisorSession
from blackboard import Comment, Knowledge, Plan
from games import OPEN, Game, Move, Outcome, Role, sealed


class Deliberation:
    """One Advisor's view of one decision; what it does here is recorded in its session.

    An Advisor may open its own nursery, but trio runs the tasks in random order. To get the same posts every
    time, post from `advise` itself after the tasks have ended.
    """

    __slots__ = ("__weakref__", "_game", "_here", "_position", "_rules", "_session")

    def __init__(self, session: AdvisorSession) -> None:
        self._session = session
        self._rules: Game[Any] | None = None

    def _meet_rules(self) -> Game[Any]:
        """Get the game that answers oracle calls, when the first is made."""
        self._rules, self._here = self._session.rules()
        self._game: Game[Any] | None = None
        self._position: Any = None
        return self._rules

    # What there is to see.

    @property
    def name(self) -> str:
        """The Advisor's own name."""
        return self._session.testimony.advisor

    @property
    def game(self) -> Game[Any]:
        """The game: its board, lines and notation. Its rules are metered like the methods below."""
        rules = self._rules or self._meet_rules()
        if self._game is None:
            self._game = cast("Game[Any]", _MeteredGame(rules, self))
        return self._game

    @property
    def position(self) -> Any:
        """The position: where the pieces are, and who moves."""
        rules = self._rules or self._meet_rules()
        if self._position is None:
            self._position = rules.meet(self._here)
        return self._position

    @property
    def mover(self) -> Role:
        """The role to move, for which this Advisor speaks."""
        return self._session.question.mover

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves to comment on."""
        return self._session.question.moves

    @property
    def knowledge(self) -> Knowledge:
        """What was learned about this game."""
        return self._session.question.knowledge

    def key(self, position: Any) -> str:
        """Return the key of a position in useful knowledge."""
        return self._session.question.knowledge.key(self._rules or self._meet_rules(), position)

    @property
    def random(self) -> random.Random:
        """This Advisor's own random stream, new in each decision."""
        return self._session.random

    def remaining(self) -> float:
        """Return the time left under the tightest limit, in seconds."""
        return self._session.remaining()

    def remaining_work(self) -> float:
        """Return how many oracle calls are left under the tightest limit, or infinity."""
        return self._session.remaining_work()

    def spend(self, amount: str) -> None:
        """Charge own work that the oracle does not see, such as "3ms"; on the wall clock only record it."""
        self._session.spend_own(amount)

    # The rules oracle. Every call is metered, and none returns after the time is up.

    def play(self, move: Move, position: Any = None) -> Any:
        """Return the position after a move, here or in another position."""
        self._session.spend(PLAY)
        rules = self._rules or self._meet_rules()
        return rules.play(self._here if position is None else position, move)

    def passed(self, position: Any = None) -> Any:
        """Return the position as if the mover passed: the null move."""
        self._session.spend(PLAY)
        rules = self._rules or self._meet_rules()
        return rules.passed(self._here if position is None else position)

    def legal_moves(self, position: Any = None) -> tuple[Move, ...]:
        """Return the moves the rules allow, here or in another position."""
        self._session.spend(LEGAL_MOVES)
        rules = self._rules or self._meet_rules()
        return tuple(rules.legal_moves(self._here if position is None else position))

    def outcome(self, position: Any = None) -> Outcome | None:
        """Return the outcome, here or in another position, or None if the contest goes on."""
        self._session.spend(OUTCOME)
        rules = self._rules or self._meet_rules()
        return rules.outcome(self._here if position is None else position)

    def wins(self, position: Any) -> bool:
        """Return whether the role that this Advisor speaks for has won there."""
        outcome = self.outcome(position)
        return outcome is not None and outcome.winner is self.mover

    def loses(self, position: Any) -> bool:
        """Return whether the other role has won there."""
        outcome = self.outcome(position)
        return outcome is not None and outcome.winner is self.mover.other

    # The blackboard.

    def comment(self, move: Move, strength: int, reason: str = "") -> Coroutine[Any, Any, None]:
        """Post an opinion on one move: 0 is adamant opposition, 5 neutral, 10 insistence."""
        session = self._session
        return session.hand_out(session.comment(move, strength, reason))

    def plan(self, moves: Sequence[Move], purpose: str = "", strength: int = 5) -> Coroutine[Any, Any, None]:
        """Post a sequence of moves with a purpose."""
        return self._session.hand_out(self._session.plan(moves, purpose, strength))

    def comments(self) -> Coroutine[Any, Any, list[Comment]]:
        """Return the comments posted so far, which depend on the schedule."""
        return self._session.hand_out(self._session.comments())

    def plans(self) -> Coroutine[Any, Any, list[Plan]]:
        """Return the plans of this tier and above, after all their plan makers have ended."""
        return self._session.hand_out(self._session.plans())

    def wait_for_plan(self) -> Coroutine[Any, Any, Plan | None]:
        """Return the next plan as soon as it is posted; None if no more can be."""
        return self._session.hand_out(self._session.wait_for_plan())


class _MeteredGame:
    """A game whose rules cost the Advisor what they cost through `think`; attributes are cached here."""

    _game: Game[Any]
    _think: Deliberation

    def __init__(self, game: Game[Any], think: Deliberation) -> None:
        self.__dict__.update(_game=game, _think=think)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"{name} is private; use the public attributes of the game")
        found = getattr(self._game, name)
        self.__dict__[name] = found = sealed(found) if isinstance(found, OPEN) else found
        return found

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} of a game cannot be changed")

    def play(self, position: Any, move: Move) -> Any:
        return self._think.play(move, position)

    def passed(self, position: Any) -> Any:
        return self._think.passed(position)

    def legal_moves(self, position: Any) -> tuple[Move, ...]:
        return self._think.legal_moves(position)

    def outcome(self, position: Any) -> Outcome | None:
        return self._think.outcome(position)
