"""Profiles: what each Advisor's time has been worth, learned from Hoyle's own decisions.

A profile records for an Advisor, by stage of the game, how often it was asked, spoke and was pivotal (without
it alone the move would have been another), what that cost, and when its last comment was made. The last is a
performance profile as in Zilberstein's anytime algorithms: the share of its final comments that is there
after some time. `allotted` combines the profiles: it gives the time of a whole decision to where it is worth
most.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from agents.learner import Learner, Lesson
from agents.learners.lead_ratios import SETTLING, Settling, decision_stage, settling_key
from blackboard import LAST_TIER, Decision, Entry, Item, Knowledge, State, Testimony
from blackboard.items import added, are_counts, is_count, summed
from games import Game

STEPS: Final = 42
"""How many amounts of time or work are distinguished; each is twice the last but one."""
TIMES = tuple(round(10_000 * 2 ** (step / 2)) for step in range(STEPS))
"""In nanoseconds, from 10 µs to about 15 s."""
CALLS = tuple(dict.fromkeys(round(2 ** (step / 2)) for step in range(STEPS)))
"""Calls of the rules oracle."""


@attrs.frozen
class Worth:
    """What one Advisor's time has been worth, at one stage of the game."""

    asked: int = 0
    spoke: int = 0
    pivotal: int = 0
    ns: int = 0
    """All the time that it used."""
    by_time: Sequence[int] = (0,) * len(TIMES)
    """How often its last comment was made within each of TIMES, but not within the one before."""
    by_work: Sequence[int] = (0,) * len(CALLS)
    """The same for CALLS."""

    @property
    def worth(self) -> float:
        """Return the probability of being pivotal when asked; one more decision counts as half pivotal."""
        return (self.pivotal + 0.5) / (self.asked + 1)

    @property
    def worth_per_ns(self) -> float:
        """Return how often it was pivotal, per time used."""
        return self.worth * max(1, self.asked) / max(1, self.ns)

    def after(self, testimony: Testimony, *, is_pivotal: bool) -> "Worth":
        """Return the profile after one more decision."""
        comments = testimony.comments.values()
        time, work = list(self.by_time), list(self.by_work)
        if comments:
            time[_step(TIMES, max(each.ns for each in comments) - testimony.started_ns)] += 1
            work[_step(CALLS, max(each.work for each in comments))] += 1
        return Worth(
            self.asked + 1,
            self.spoke + bool(comments),
            self.pivotal + is_pivotal,
            self.ns + testimony.elapsed_ns - testimony.waited_ns,
            tuple(time),
            tuple(work),
        )


def _step(steps: Sequence[int], amount: int) -> int:
    return next((number for number, most in enumerate(steps) if amount <= most), len(steps) - 1)


def profile_key(advisor: str, stage: str | None) -> str:
    """Return the text under which an Advisor's profile at a stage is stored."""
    return f"{advisor}, {stage}" if stage else advisor


def known_profile(knowledge: Knowledge, advisor: str, stage: str | None) -> Worth:
    """Return what an Advisor's time has been worth at a stage."""
    entry = knowledge.item(PROFILES.name).get(profile_key(advisor, stage))
    return Worth() if entry is None else Worth(**{key: _read(value) for key, value in entry.items()})


def _read(value: Entry) -> Entry:
    return value if isinstance(value, int) else tuple(value)


# Distributing the time, or the work, of a decision.


def allotted(
    whole: int, profiles: Mapping[str, Worth], most: Mapping[str, int], *, by_work: bool = False
) -> dict[str, int]:
    """Distribute an amount: at least a quarter of an equal share to each, the rest where it is worth most.

    An Advisor's worth after some time is the probability that it is pivotal, times the share of its comments
    made by then. The offer with the most gain for its price is bought next; an offer that exceeds the rest is
    bought in part, because comments are also made before the end of a step. If nothing is left to buy, the
    rest is divided equally. No Advisor gets more than its own limit.
    """
    steps = CALLS if by_work else TIMES
    least = whole // (4 * max(1, len(profiles)))
    hands = {name: min(least, most[name]) for name in profiles}
    left = whole - sum(hands.values())
    offers = {
        name: _offers(each.by_work if by_work else each.by_time, each.worth, steps)
        for name, each in profiles.items()
    }
    while left and (best := _best_offer(offers, hands, most)):
        name, price = best
        hands[name] += min(price, left)
        left -= min(price, left)
    for name, amount in equal_shares(left, list(profiles)).items():
        hands[name] = min(most[name], hands[name] + amount)
    return hands


def _best_offer(
    offers: Mapping[str, Sequence[tuple[int, float]]], hands: Mapping[str, int], most: Mapping[str, int]
) -> tuple[str, int] | None:
    """Return the Advisor and the amount with the most gain for its price, within all limits."""
    found: tuple[str, int] | None = None
    ratio = 0.0
    for name, curve in offers.items():
        had = _gained(curve, hands[name])
        for amount, gain in curve:
            price = min(amount, most[name]) - hands[name]
            if price > 0 and (gain - had) / price > ratio:
                found, ratio = (name, price), (gain - had) / price
    return found


def equal_shares(whole: int, names: Sequence[str]) -> dict[str, int]:
    """Divide an amount equally; the first names get one more if it does not divide."""
    return {name: whole // len(names) + (place < whole % len(names)) for place, name in enumerate(names)}


def _offers(stood: Sequence[int], worth: float, steps: Sequence[int]) -> list[tuple[int, float]]:
    """Return an Advisor's worth after each amount at which it grows."""
    spoke, heard, found = sum(stood), 0, []
    for amount, count in zip(steps, stood, strict=True):
        heard += count
        if count:
            found.append((amount, worth * heard / spoke))
    return found


def _gained(curve: Sequence[tuple[int, float]], amount: int) -> float:
    return max((gain for at, gain in curve if at <= amount), default=0.0)


# The item of knowledge.


def _written(value: Entry) -> Entry:
    return value if isinstance(value, int) else list(value)


def _is_profile(entry: Entry) -> bool:
    counts = [entry[key] for key in ("asked", "spoke", "pivotal", "ns")]
    return (
        entry.keys() == {field.name for field in attrs.fields(Worth)}
        and all(map(is_count, counts))
        and max(entry["spoke"], entry["pivotal"]) <= entry["asked"]
        and are_counts(entry["by_time"], len(TIMES))
        and are_counts(entry["by_work"], len(CALLS))
        and sum(entry["by_time"]) == sum(entry["by_work"]) == entry["spoke"]
    )


def _merged(one: Entry, other: Entry) -> Entry:
    return {
        key: added(value, other[key]) if isinstance(value, int) else summed(value, other[key])
        for key, value in one.items()
    }


def _tell(game: Game[object], key: str, entry: Entry) -> str:
    del game
    known = Worth(**entry)
    line = f"{key}: spoke in {known.spoke} of {known.asked} decisions, pivotal in {known.pivotal}"
    line += f", {_ms(known.ns / max(1, known.asked))} each"
    if known.spoke:
        half, nine = (_by(known.by_time, share) for share in (0.5, 0.9))
        line += f"; half of what it says stands after {_ms(half)}, nine tenths after {_ms(nine)}"
    return line


def _by(stood: Sequence[int], share: float) -> int:
    """Return the time after which this share of the comments was made."""
    wanted, heard = math.ceil(share * sum(stood)), 0
    for amount, count in zip(TIMES, stood, strict=True):
        heard += count
        if heard >= wanted:
            return amount
    return TIMES[-1]


def _ms(ns: float) -> str:
    return f"{ns / 1e6:.3g} ms"


PROFILES = Item(
    "profiles",
    _is_profile,
    _merged,
    tell=_tell,
    is_by_position=False,
    is_fact=False,
    use="What each Advisor's time has been worth; read by allocation = profile and order = worth.",
)
"""An Advisor and a stage, with what its time has been worth."""


# The learner.


class Profiles(Learner):
    """Learn what each Advisor's time is worth, and when the leader of a vote is safe."""

    name = "profiles"
    feeds = (PROFILES, SETTLING)
    studies_decisions = True

    def learn(self, lesson: Lesson) -> None:
        """Study every argued decision since the last time."""
        for decision in lesson.decisions:
            if decision.tier is not None:
                stage = decision_stage(lesson.game, decision)
                self._profile(lesson, decision, stage)
                if decision.tier == LAST_TIER:
                    self._record_votes(lesson, decision, stage)

    def _profile(self, lesson: Lesson, decision: Decision, stage: str | None) -> None:
        for testimony in decision.testimonies:
            if testimony.is_heard_out and testimony.state is not State.NOT_STARTED:
                key = profile_key(testimony.advisor, stage)
                entry = lesson.recall(key)
                known = Worth() if entry is None else Worth(**entry)
                others = lesson.without(decision, testimony.advisor) if testimony.comments else decision.move
                after = known.after(testimony, is_pivotal=others != decision.move)
                lesson.note(key, {name: _written(value) for name, value in attrs.asdict(after).items()})

    def _record_votes(self, lesson: Lesson, decision: Decision, stage: str | None) -> None:
        voters = [each for each in decision.testimonies if each.tier == LAST_TIER]
        ranked = [each.ended_ns for each in decision.testimonies if each.tier < LAST_TIER]
        if len(decision.tally) > 1 and voters and all(each.is_heard_out for each in voters):
            key = settling_key(decision.settings["paradigm"], stage)
            known = Settling.of(lesson.recall(key, item=SETTLING.name))
            after = known.with_vote(voters, max(ranked, default=0), lesson.recounting(decision))
            lesson.note(key, after.entry(), item=SETTLING.name)
