"""Learn from complete votes when the leader of an incomplete vote is safe.

The lead ratio is the leader's lead divided by how much the remaining Advisors usually change it: the root of
the summed squares of what their comments did to the difference of two moves. A vote may land once the ratio
reaches a *bar*. For each bar the learner counts how many votes landing there would have changed. It goes down
from the highest bar, stops at the first that changes too many votes, and uses the previous one. So the
promise holds with 95 % confidence however many bars there are (Angelopoulos, Bates, Candès, Jordan and Lei:
Learn then Test). Hansen and Zilberstein ask the same of one anytime algorithm: is more time worth it?
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import attrs

from agents.distributions import beta_cdf
from agents.learner import Recounted, Said
from agents.sums import running_sum
from blackboard import Comment, Decision, Entry, Item, Knowledge, Testimony
from blackboard.items import added, is_count, summed
from games import Game, Move

BARS = (
    *(0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.2, 1.5, 1.8, 2.2, 2.7),
    *(3.3, 4.0, 5.0, 6.0, 8.0, 10.0, 13.0, 16.0, 20.0, 30.0, 50.0),
)
"""Lead ratios from which a vote may land."""
FIRST = 10
"""How many votes only measure how much Advisors change; before that no lead ratio is known."""
CONFIDENCE = 0.95
UNKNOWN = -1.0
"""The lead ratio while the effects of some remaining Advisors are unknown: lower than any bar."""
_PER_MILLE = 1000

Amounts: TypeAlias = Mapping[Move, float | Fraction]
Effects: TypeAlias = Mapping[str, tuple[int, float]]
"""By Advisor: in how many votes it was measured, and the summed squares of what it did to the difference of
two moves."""


def lead_ratio(tally: Amounts, unheard: Iterable[str], effects: Effects) -> float:
    """Return the lead divided by how much the unheard Advisors usually change it."""
    known = [effects.get(name, (0, 0.0)) for name in unheard]
    if any(not count for count, _ in known):
        return UNKNOWN
    moved = running_sum(squares / count for count, squares in known)
    if not moved:
        return math.inf
    first, *others = sorted(map(float, tally.values()), reverse=True)
    return (first - others[0]) / math.sqrt(moved) if others else math.inf


@attrs.frozen
class Settling:
    """What is known about the votes of one paradigm, at one stage of the game."""

    votes: int = 0
    """How many votes were studied."""
    changed: Sequence[int] = (0,) * len(BARS)
    """By bar, how many votes would have had another move."""
    sooner: Sequence[int] = (0,) * len(BARS)
    """By bar, the summed share of time that landing would have saved, in thousandths."""
    effects: Effects = attrs.field(factory=dict)

    @classmethod
    def of(cls, entry: Entry | None) -> "Settling":
        """Read an entry of the item."""
        if entry is None:
            return cls()
        effects = {name: (count, squares) for name, (count, squares) in entry["effects"].items()}
        return cls(entry["votes"], tuple(entry["changed"]), tuple(entry["sooner"]), effects)

    def entry(self) -> Entry:
        """Return an entry of the item."""
        return {
            "votes": self.votes,
            "changed": list(self.changed),
            "sooner": list(self.sooner),
            "effects": {name: list(each) for name, each in self.effects.items()},
        }

    def bar(self, chance: float) -> float | None:
        """Return the lowest lead ratio at which the leader stays with this probability, or None."""
        found = None
        for bar, changed in reversed(list(zip(BARS, self.changed, strict=True))):
            if not is_rare(changed, self.votes, 1 - chance):
                break
            found = bar
        return found

    def with_vote(self, voters: Sequence[Testimony], since_ns: int, recounted: Recounted) -> "Settling":
        """Learn from a complete vote, which could not land before `since_ns`."""
        said: Said = {voter.advisor: voter.comments for voter in voters}
        move, tally = recounted(said)
        effects = dict(self.effects)
        for name in said:
            count, squares = effects.get(name, (0, 0.0))
            effects[name] = count + 1, squares + _moved(tally, _without(said, name), recounted)
        if any(self.effects.get(name, (0, 0.0))[0] < FIRST for name in said):
            return attrs.evolve(self, effects=effects)
        changed, sooner = list(self.changed), list(self.sooner)
        for number, (leader, spared) in enumerate(self._landings(voters, since_ns, recounted, move)):
            changed[number] += leader != move
            sooner[number] += spared
        return Settling(self.votes + 1, tuple(changed), tuple(sooner), effects)

    def _landings(
        self, voters: Sequence[Testimony], since_ns: int, recounted: Recounted, move: Move
    ) -> list[tuple[Move, int]]:
        """Return, by bar, the move that would have been made, and the share of time left."""
        end = max(since_ns, *(voter.ended_ns for voter in voters))
        found: list[tuple[Move, int]] = [(move, 0)] * len(BARS)
        reached = -1
        for ns in sorted({max(since_ns, voter.ended_ns) for voter in voters}):
            unheard = [voter.advisor for voter in voters if voter.ended_ns > ns]
            if not unheard:
                break
            leader, tally = recounted({voter.advisor: _by_then(voter, ns) for voter in voters})
            sure = lead_ratio(tally, unheard, self.effects)
            while reached + 1 < len(BARS) and BARS[reached + 1] <= sure:
                reached += 1
                found[reached] = leader, _PER_MILLE * (end - ns) // end
        return found


def is_rare(changed: int, votes: int, share: float) -> bool:
    """Return whether, with confidence, a smaller share of votes than this is changed."""
    if changed >= votes:
        return False
    return beta_cdf(share, changed + 1, votes - changed) >= CONFIDENCE


def _without(said: Said, name: str) -> Said:
    return {other: comments for other, comments in said.items() if other != name}


def _moved(tally: Amounts, rest: Said, recounted: Recounted) -> float:
    """Return what one Advisor did to the difference of two moves: its square, averaged over all pairs."""
    _, without = recounted(rest)
    moved = [float(got - without[move]) for move, got in tally.items()]
    mean = running_sum(moved) / len(moved)
    return 2 * running_sum((each - mean) ** 2 for each in moved) / len(moved)


def _by_then(voter: Testimony, ns: int) -> Mapping[Move, Comment]:
    if voter.ended_ns <= ns:
        return voter.comments
    return {move: comment for move, comment in voter.comments.items() if comment.ns <= ns}


# The item of knowledge.


def settling_key(paradigm: str, stage: str | None) -> str:
    """Return the text under which the votes of a paradigm at a stage are stored."""
    return f"{paradigm}, {stage}" if stage else paradigm


def known_settling(knowledge: Knowledge, paradigm: str, stage: str | None) -> Settling:
    """Return what is known about the votes of a paradigm at a stage."""
    return Settling.of(knowledge.item(SETTLING.name).get(settling_key(paradigm, stage)))


def decision_stage(game: Game[Any], decision: Decision) -> str | None:
    """Return the stage of the game at which a decision was made."""
    return game.stage(game.parse_position(decision.position))


def _is_settling(entry: Entry) -> bool:
    return (
        entry.keys() == {"votes", "changed", "sooner", "effects"}
        and is_count(entry["votes"])
        and all(_are_counts(entry[key], entry["votes"] * most) for key, most in _MOST.items())
        and all(map(_is_effect, entry["effects"].values()))
    )


_MOST = {"changed": 1, "sooner": _PER_MILLE}


def _are_counts(values: Entry, most: int) -> bool:
    return len(values) == len(BARS) and all(is_count(each) and each <= most for each in values)


def _is_effect(entry: Entry) -> bool:
    count, squares = entry
    return is_count(count) and type(squares) in (int, float) and 0 <= squares < math.inf


def _merged(one: Entry, other: Entry) -> Entry:
    effects = {}
    for name in sorted({*one["effects"], *other["effects"]}):
        both = [each["effects"].get(name, (0, 0.0)) for each in (one, other)]
        effects[name] = [added(both[0][0], both[1][0]), both[0][1] + both[1][1]]
    counts = {key: summed(one[key], other[key]) for key in _MOST}
    return {"votes": added(one["votes"], other["votes"]), **counts, "effects": effects}


def _tell(game: Game[Any], key: str, entry: Entry) -> str:
    del game
    known = Settling.of(entry)
    lines = []
    for chance in (0.9, 0.95, 0.99):
        bar = known.bar(chance)
        if bar is None:
            lines.append(f"likely:{chance:g} is not yet supported")
            continue
        number = BARS.index(bar)
        spared = known.sooner[number] / max(1, known.votes) / 10
        lines.append(
            f"likely:{chance:g} lands when the lead is {bar:g} times the usual change by the other Advisors:"
            f" {spared:.0f} % sooner, {known.changed[number]} of {known.votes} votes changed"
        )
    return f"paradigm {key}: {'; '.join(lines)}"


SETTLING = Item(
    "settling",
    _is_settling,
    _merged,
    tell=_tell,
    is_by_position=False,
    is_fact=False,
    use="When the leader of a vote is safe; read by settle = likely.",
)
"""A paradigm and a stage, with how far its votes could have been shortened."""
