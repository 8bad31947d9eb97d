"""The row of a contest: make it from a contest, and the contest from its row."""

from collections.abc import Iterable
from typing import Any

from blackboard import Contest, Decision, Knowledge, State
from games import Game, Outcome, Role
from scenarios.experiment.attendance import CONTESTANTS, Roll, call_roll, write_attendance
from scenarios.experiment.phases import PhaseContest
from scenarios.experiment.rows import ContestRow
from scenarios.play.judge import correct_choices, is_expert_like, result_for


def contest_row(
    played: PhaseContest, game: Game[Any], value: Outcome | None, *, margin_ns: int, **where: int
) -> ContestRow:
    """Make the row of a contest; `value` is the game's if it is known, `where` the cell, run and phase."""
    contest, role = played.contest, played.role
    return ContestRow(
        **where,
        contest=played.number,
        role="none" if role is None else role.name.lower(),
        other=played.other,
        outcome=contest.outcome.value,
        result=None if role is None else result_for(contest.outcome, role),
        expert_like=_judged(contest, role, value),
        plies=len(contest.moves),
        moves=" ".join(contest.moves),
        ended_by=contest.ended_by,
        added=played.added,
        entries=_size(played.knowledge),
        **_decided(played, game, is_solved=value is not None),
        seconds=played.seconds,
        **_validity((decision for heard in played.heard.values() for decision in heard), margin_ns),
        attendance=write_attendance(_rolls(played), in_full=not played.number),
    )


def _rolls(played: PhaseContest) -> dict[str, Roll]:
    rolls = {whose: call_roll(heard) for whose, heard in played.heard.items()}
    return {**rolls, CONTESTANTS: played.contestants}


def contest_of(game: Game[Any], row: ContestRow) -> Contest:
    """Return the contest of a row."""
    return Contest(game.name, tuple(row.moves.split()), Outcome(row.outcome), row.ended_by)


def _judged(contest: Contest, role: Role | None, value: Outcome | None) -> int | None:
    return None if role is None or value is None else int(is_expert_like(contest.outcome, role, value))


def _size(knowledge: Knowledge) -> int:
    return sum(len(entries) for entries in knowledge.items.values())


def _decided(played: PhaseContest, game: Game[Any], *, is_solved: bool) -> dict[str, Any]:
    """Sum up what Hoyle's own decisions cost, and how good they were."""
    decisions = played.decisions
    choices = [decision for decision in decisions if len(decision.legal) > 1]
    said = [testimony for decision in decisions for testimony in decision.testimonies]
    return {
        "decisions": len(decisions),
        "decision_ns": sum(decision.landed_ns for decision in decisions),
        "choices": len(choices),
        "correct": correct_choices(game, choices) if is_solved else None,
        "work": sum(testimony.work for testimony in said),
        "wasted": sum(each.work for each in said if each.state is State.CANCELLED),
    }


def _validity(decisions: Iterable[Decision], margin_ns: int) -> dict[str, Any]:
    """Sum up how reliable the times of a contest are; nothing in virtual time."""
    found = [decision.validity for decision in decisions if decision.validity is not None]
    if not found:
        return {}
    lag_ns = max(each.lag_ns for each in found)
    overruns = [ns for each in found for ns in each.overruns.values()]
    return {
        "lag_ns": lag_ns,
        "overruns": len(overruns),
        "overrun_ns": max(overruns, default=0),
        "load": max((each.load for each in found if each.load is not None), default=None),
        "doubtful": int(lag_ns > margin_ns),
    }
