"""Advisors that recall which moves were made where, and how those contests ended."""

from collections.abc import Mapping
from typing import Any

from agents.advisor import Advisor
from agents.session.deliberation import Deliberation
from agents.sums import running_sum
from blackboard import NEUTRAL, Entry
from games import Move, Role
from games.counting import how_many

MOST = 4
"""The largest distance from neutral."""
A_DRAW = 0.75
"""The worth of a draw if a win is worth 1: games between experts are drawn, and that is no failure."""


class Open(Advisor):
    """Open as in contests that ended well."""

    knowledge = ("openings",)

    async def advise(self, think: Deliberation) -> None:
        """Early in a contest, rate each move by the outcomes of contests that began with it."""
        known = think.knowledge.item("openings")
        if not known or not _is_early(think, known):
            return
        for move in think.moves:
            results = known.get(think.key(think.play(move)))
            if results:
                won, drawn, lost = results if think.mover is Role.PLAYER else results[::-1]
                reason = f"won {won}, drew {drawn}, lost {lost} from there"
                await think.comment(move, rated(won, drawn, lost), reason)


class Anthropomorph(Advisor):
    """Move as a successful expert did."""

    knowledge = ("expert_moves",)
    opposes = False

    async def advise(self, think: Deliberation) -> None:
        """Support the moves that experts made here; the more often, the more."""
        seen = _recalled(think, "expert_moves")
        total = sum(seen.values())
        for move, times in seen.items():
            strength = NEUTRAL + 1 + round((MOST - 1) * times / total)
            await think.comment(move, strength, f"an expert moved here {times} of {how_many(total, 'time')}")


class Cyber(Advisor):
    """Move as Hoyle did in contests that it did not lose."""

    knowledge = ("hoyle_moves",)
    opposes = False

    async def advise(self, think: Deliberation) -> None:
        """Support Hoyle's own earlier moves by their results, unless they only lost."""
        for move, (won, drawn, lost) in _recalled(think, "hoyle_moves").items():
            if won + drawn:
                rating = max(NEUTRAL + 1, rated(won, drawn, lost))
                await think.comment(move, rating, f"moved here before: won {won}, drew {drawn}, lost {lost}")


class NotAgain(Advisor):
    """Avoid moves of contests that Hoyle lost."""

    name = "Not-Again"
    knowledge = ("lost_moves",)
    supports = False

    async def advise(self, think: Deliberation) -> None:
        """Oppose Hoyle's moves in lost contests; the nearer to the end, the more."""
        for move, (times, left) in _recalled(think, "lost_moves").items():
            strength = min(NEUTRAL - 1, 1 + left // 2)
            reason = f"moved here and lost {how_many(left, 'ply')} later, {how_many(times, 'time')} so far"
            await think.comment(move, strength, reason)


class Spotter(Advisor):
    """Predict the other contestant's reply from its past moves, and move where that reply is bad for it."""

    knowledge = ("model", "states")

    async def advise(self, think: Deliberation) -> None:
        """Rate each move by what the replies that were seen before would lead to."""
        model = think.knowledge.item("model")
        if not model:
            return
        for move in think.moves:
            after = think.play(move)
            replies = model.get(think.key(after))
            if replies:
                hope = self._hope(think, after, replies)
                if round(MOST * hope):
                    verdict = "serves us" if hope > 0 else "hurts us"
                    await think.comment(
                        move, NEUTRAL + round(MOST * hope), f"the expected reply {verdict} ({hope:+.2f})"
                    )

    def _hope(self, think: Deliberation, after: Any, replies: Mapping[str, int]) -> float:
        """Weigh the foreseen replies: from -1, if all are bad for us, to 1, if all are bad for the other."""
        total = sum(replies.values())
        thens: dict[str, Any] = {}
        for reply in think.legal_moves(after):
            then = think.play(reply, after)
            thens.setdefault(think.key(then), then)
        foreseen = ((replies[key], then) for key, then in thens.items() if key in replies)
        return running_sum(times / total * self._value(think, then) for times, then in foreseen)

    def _value(self, think: Deliberation, position: Any) -> int:
        """Return 1 if we have won there, are known to win, or win with the next move; -1 for the reverse."""
        winner = _winner(think, position)
        if winner is None and any(
            think.wins(think.play(move, position)) for move in think.legal_moves(position)
        ):
            return 1
        return 0 if winner is None else 1 if winner is think.mover else -1


def _winner(think: Deliberation, position: Any) -> Role | None:
    outcome = think.outcome(position)
    if outcome is not None:
        return outcome.winner
    known = think.knowledge.item("states").get(think.key(position))
    return None if known in (None, "draw") else Role[known.upper()]


def rated(won: int, drawn: int, lost: int) -> int:
    """Turn results into a strength: 9 for all won, 7 for all drawn, 1 for all lost."""
    return 1 + round(2 * MOST * (won + A_DRAW * drawn) / (won + drawn + lost))


def _is_early(think: Deliberation, openings: Mapping[str, Entry]) -> bool:
    return think.position == think.game.initial() or think.key(think.position) in openings


def _recalled(think: Deliberation, item: str) -> dict[Move, Entry]:
    """Return the entries that an item has for the moves from here."""
    known: Mapping[str, Entry] = think.knowledge.item(item).get(think.key(think.position), {})
    if not known:
        return {}
    keys = {move: think.key(think.play(move)) for move in think.moves}
    return {move: known[key] for move, key in keys.items() if key in known}
