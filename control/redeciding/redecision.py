"""A recorded decision again, under other settings, from the record alone.

No Advisor is asked again. The record holds what each said, when, and after how much work, counted from its
own start. So a shorter budget keeps the earlier posts, an Advisor that is left out says nothing, and the
landing rule, the vote and the tie stream do the rest. If nothing changes, the decision is the same.

The record does not hold what an Advisor would have said after it was cut off, by a landing or by a limit that
is larger now. It also does not hold what an Advisor would have said after reading other posts or seeing
other times. If such an Advisor would have been heard, the answer is uncertain.
"""

from collections.abc import Sequence

import attrs

from agents import ADVISORS, Streams
from agents.advisor import allowed
from blackboard import INSIST, LAST_TIER, OPPOSE, Conditions, Decision, Knowledge, State, Testimony
from control.hearing.conclusion import assemble, conclude, recorded_choices
from control.hearing.landing import Landing
from control.hearing.settling import Patience, Vote, learned_patience, recorded_patience
from control.hearing.verdict import Verdict
from control.limits.bounds import active_limits
from control.limits.budgets import Allowance, Limits
from control.redeciding.record import Changes, changed_settings, known_for
from control.redeciding.replay import Part, Replay, cut_spends, keep, posts_of, unstart
from control.settings.hoyle_options import LIKELY, PROFILE, Settings
from control.voting.certainty import Voice
from control.voting.paradigms import Weigh
from games import BadOption, Move

NO_CHANGES = Changes()
_POSED = ("game", "options", "position", "mover", "legal")
"""The fields of a decision that hold its question."""


@attrs.frozen
class Redecision:
    """The result of deciding again."""

    decision: Decision
    """As far as it can be known. For an Advisor that was cut off, its work is the work at its last post."""
    doubts: tuple[str, ...] = ()
    """Advisors that would have been heard, and might have said something else."""

    @property
    def is_certain(self) -> bool:
        """Whether the record answers every question."""
        return not self.doubts


def redecide(decision: Decision, changes: Changes = NO_CHANGES) -> Redecision:
    """Decide a recorded decision again."""
    settings, streams = _settings(decision, changes), _streams(decision)
    if len(decision.legal) == 1:
        return _forced(decision, changes, settings)
    replay = Replay(decision, changes)
    landing = Landing(decision.legal, (), streams, drop_late=settings.late == "drop")
    counted = _heard(replay.parts, landing)
    patience = None if settings.hears_all else _patience(decision, changes, settings)
    unheard: Sequence[str] = ()
    settled_ns: int | None = None
    if landing.move is None and patience is not None:
        counted, unheard, settled_ns = _settled(replay, patience, landing, settings)
    found = conclude(
        decision.legal,
        landing,
        [part.said for part in replay.parts],
        settings,
        streams,
        patience=patience,
        unheard=unheard,
    )
    landed_ns = _landed_ns(replay, counted, found) if settled_ns is None else settled_ns
    if landing.move is not None:
        _end(replay, counted, landed_ns)
    again = assemble(
        {name: getattr(decision, name) for name in _POSED},
        found,
        landing,
        [part.said for part in replay.parts],
        landed_ns=landed_ns,
        conditions=_conditions(
            decision, settings, replay.limits if changes.budgets.limits else None, patience
        ),
        validity=decision.validity,
    )
    return Redecision(again, tuple(part.seat.name for part in counted if part.is_doubtful))


def _forced(decision: Decision, changes: Changes, settings: Settings) -> Redecision:
    """Return a forced move unchanged: no Advisor was asked."""
    stay = tuple(each for each in decision.testimonies if each.advisor not in changes.without)
    conditions = _conditions(decision, settings, None, None)
    return Redecision(attrs.evolve(decision, testimonies=stay, settings=conditions))


def _heard(parts: Sequence[Part], landing: Landing) -> Sequence[Part]:
    """Hear the ranked Advisors in order; return the parts that counted: all, if none of them decides."""
    for number, part in enumerate(parts, start=1):
        if part.seat.tier < LAST_TIER and landing.takes(part.said):
            landing.hear(part.said)
            if landing.move is not None:
                return parts[:number]
    return parts


def pivotal(decision: Decision, changes: Changes = NO_CHANGES) -> tuple[str, ...]:
    """Return the Advisors whose absence alone would change the move, as far as the record shows."""
    again = redecide(decision, changes).decision
    names = [testimony.advisor for testimony in again.testimonies]
    return tuple(name for name in names if _move_without(decision, changes, name) != again.move)


def _move_without(decision: Decision, changes: Changes, name: str) -> Move:
    return redecide(decision, attrs.evolve(changes, without=changes.without | {name})).decision.move


# Settings as they were, and as they are now.


def _settings(decision: Decision, changes: Changes) -> Settings:
    now = changed_settings(decision, changes)
    paradigm = now.paradigm
    if paradigm.candidates:
        raise BadOption(
            f"paradigm {paradigm.name} chooses while it plays, and a record holds only one decision;"
            f" name a fixed paradigm: {', '.join(candidate.name for candidate in paradigm.candidates)}"
        )
    if paradigm.weights is None and changes.knowledge is not None and not _is_learned(now, changes):
        raise BadOption(f"knowledge is given, but paradigm {paradigm.name} has no use for it; leave it out")
    if paradigm.weights is not None and (changes.knowledge is not None or not now.weights):
        weights = _learned_weights(decision, paradigm.weights, changes.knowledge)
        now = attrs.evolve(now, weights=weights)
    return now


def _is_learned(now: Settings, changes: Changes) -> bool:
    """Return whether something besides the paradigm uses knowledge."""
    return changes.allocation == PROFILE or now.settle.startswith(LIKELY)


def _learned_weights(decision: Decision, weigh: Weigh, known: Knowledge | None) -> dict[str, float]:
    """Return the weights that a paradigm finds; Advisors that it leaves out get 0."""
    known = known or Knowledge(decision.game)
    if known.game != decision.game:
        raise BadOption(f"knowledge of {known.game} says nothing of {decision.game}; give that game's")
    voters = [each.advisor for each in decision.testimonies if each.tier == LAST_TIER]
    return {**dict.fromkeys(voters, 0.0), **weigh(known, voters, is_testing=True)}


def _streams(decision: Decision) -> Streams:
    return Streams(decision.settings.seed, decision.settings.stream)


def _conditions(
    decision: Decision,
    settings: Settings,
    limits: tuple[Limits, Allowance] | None,
    patience: Patience | None,
) -> Conditions:
    was = decision.settings
    kept = {name: value for name, value in was.chosen.items() if name not in _OF_SETTLING}
    chosen = {**kept, **recorded_choices(settings, patience)}
    return attrs.evolve(was, chosen=chosen, limits=was.limits if limits is None else active_limits(*limits))


_OF_SETTLING = ("under", "settle", "settling", "allocation")
"""What a record holds only if it is not the default."""


# When a vote lands before all are heard.


def _patience(decision: Decision, changes: Changes, settings: Settings) -> Patience | None:
    """Return how long a vote waits: as recorded, or as changed."""
    recorded = decision.settings
    if settings.chance is None or (settings.settle == recorded.get("settle") and changes.knowledge is None):
        return recorded_patience(settings, recorded)
    known, stage = known_for(decision, changes.knowledge, f"settle {settings.settle}")
    return learned_patience(settings, known, stage)


def _settled(
    replay: Replay, patience: Patience, landing: Landing, settings: Settings
) -> tuple[Sequence[Part], Sequence[str], int | None]:
    """Let a vote land as soon as it may; return the parts that counted, who was skipped, and when."""
    parts = replay.parts
    ranked = [part for part in parts if part.seat.tier < LAST_TIER]
    voters = [part for part in parts if part.seat.tier == LAST_TIER]
    streams = _streams(replay.decision)
    open_ns = max((part.said.ended_ns for part in ranked), default=0)
    ends = sorted({max(open_ns, part.said.ended_ns) for part in voters if part.said.is_heard_out})
    for ns in ends:
        heard = [part for part in voters if part.said.is_heard_out and part.said.ended_ns <= ns]
        then = [part.said if part in heard else _by_then(part, ns) for part in voters]
        vote = Vote(replay.decision.legal, landing.remaining, then, settings, streams)
        if patience.is_over(vote):
            left = [part for part in voters if part not in heard]
            for part in left:
                _leave_off(part, ns)
            return [*ranked, *heard], [part.seat.name for part in left], ns
    return parts, (), None


def _by_then(part: Part, ns: int) -> Testimony:
    """Return what an Advisor that was still thinking at a time had said by then."""
    said = part.said
    comments = {move: comment for move, comment in said.comments.items() if comment.ns <= ns}
    state = State.NOT_STARTED if said.state is State.NOT_STARTED or said.started_ns > ns else State.THINKING
    least, most = _voice(said)
    return attrs.evolve(said, comments=comments, state=state, limit="", least=least, most=most)


def _voice(said: Testimony) -> Voice:
    """Return the strengths an Advisor may give; traces omit them, so its class is asked by name."""
    if (said.least, said.most) != (OPPOSE, INSIST) or said.advisor not in ADVISORS:
        return said.least, said.most
    return allowed(ADVISORS.find(said.advisor))


def _leave_off(part: Part, ns: int) -> None:
    if part.said.state is State.NOT_STARTED or part.said.started_ns >= ns:
        if part.said.state is not State.NOT_STARTED:
            unstart(part, "")
    elif part.said.state is not State.CANCELLED or part.said.ended_ns > ns:
        _cancel(part, ns)


# When it lands, and who is cancelled then.


def _landed_ns(replay: Replay, counted: Sequence[Part], found: Verdict) -> int:
    """Return when all that had to be heard had ended; if nothing changed, as recorded."""
    was = replay.decision
    is_same = len(replay.parts) == len(was.testimonies) and all(part.said == part.was for part in counted)
    if is_same and found.tier == was.tier and (found.tier == LAST_TIER or found.by == was.by):
        return was.landed_ns
    return max((part.said.ended_ns for part in counted), default=0)


def _end(replay: Replay, counted: Sequence[Part], landed_ns: int) -> None:
    """Cancel the Advisors that are still thinking when a ranked Advisor has decided."""
    last = max(part.end for part in counted)
    group = max(part.group for part in counted)
    is_earlier = landed_ns < replay.decision.landed_ns
    for part in replay.parts:
        if part.group > group:
            unstart(part, "")
        elif (is_earlier if part.was.state is State.CANCELLED else True) and part.end > last:
            _cancel(part, last[0])


def _cancel(part: Part, ns: int) -> None:
    said = part.said
    if said.state is State.NOT_STARTED:
        return
    keep(said, [post for post in posts_of(said) if post.ns <= ns])
    cut_spends(part, said.ended_ns - ns)
    said.state, said.limit, said.reason, said.ended_ns = State.CANCELLED, "", "", ns
    said.work = max((post.work for post in posts_of(said)), default=0)
