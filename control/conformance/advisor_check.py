"""Conformance checks of Advisors and paradigms; each finding is a sentence."""

import copy
import math
import random
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import attrs

from agents import Advisor, Proxy, Streams, check_declaration, pick
from blackboard import INSIST, OPPOSE, Comment, Decision, State, Testimony
from control.conformance.advisor_conduct import (
    GAMES,
    Conduct,
    HearTrial,
    check_conduct,
    first_seat,
    games_with_a_seat,
    unheard,
)
from control.hearing.decide import decide
from control.hearing.interruption import CTRL_C
from control.hearing.virtual import VirtualClock
from control.limits.panel import Panel
from control.voting.paradigms import Paradigm, Poll, best
from games import Game, HoyleError, Move, in_words

POSITIONS = 12
"""The number of positions of each game about which an Advisor is asked."""
POLLS = 100
"""The number of polls that a paradigm must count."""


def check_advisor(
    advisor: type[Advisor], games: Iterable[Game[Any]], *, seed: int = 0, hear: HearTrial = unheard
) -> list[str]:
    """Ask an Advisor about positions of every game, in virtual time, and return its faults."""
    try:
        check_declaration(advisor)
        games = games_with_a_seat(advisor, games)
    except HoyleError as error:
        return [str(error)]
    findings: list[str] = []
    has_finished = not games
    for game in games:
        hear(game.name)
        positions = _sample(game, Streams(seed).stream("check", game.name))
        fresh = [_ask(advisor, game, [position], seed)[0] for position in positions]
        has_finished |= any(testimony.state is not State.TIMED_OUT for testimony in fresh)
        findings += _check_on(advisor, game, positions, fresh, seed)
    if not has_finished:
        findings.append(
            "never finishes within its budget; post early and stop, or declare a larger budget_ms"
        )
    return list(dict.fromkeys(findings))


def examine_advisor(
    advisor: type[Advisor], games: Iterable[Game[Any]], *, seed: int = 0, hear: HearTrial = unheard
) -> Conduct:
    """Check an Advisor's contract and its conduct in a process."""
    try:
        check_declaration(advisor)
        games = games_with_a_seat(advisor, games)
    except HoyleError as error:
        return Conduct([str(error)])
    if not games:
        return Conduct(facts={"process": "not tried: it has no seat without useful knowledge"})
    samples = [_sample(game, Streams(seed).stream("check", game.name)) for game in games[:GAMES]]
    conduct = check_conduct(advisor, games, samples, seed=seed, hear=hear)
    if conduct.is_safe and not issubclass(advisor, Proxy):
        conduct.findings += check_advisor(advisor, games, seed=seed, hear=hear)
    return conduct


def _check_on(
    advisor: type[Advisor], game: Game[Any], positions: list[Any], fresh: list[Testimony], seed: int
) -> Iterator[str]:
    again = [_ask(advisor, game, [position], seed)[0] for position in positions]
    in_a_row = _ask(advisor, game, [*positions, *positions], seed)[len(positions) :]
    found: dict[str, list[str]] = {}
    for position, first, second, later in zip(positions, fresh, again, in_a_row, strict=True):
        for what in _faults(first, second, later):
            found.setdefault(what, []).append(game.format_position(position))
    for what, places in found.items():
        others = f" and {len(places) - 1} other positions" if len(places) > 1 else ""
        yield what.format(where=f"in {game.name} at {places[0]!r}{others}")


def _faults(first: Testimony, second: Testimony, later: Testimony) -> Iterator[str]:
    """Compare the answers of new Advisors, and of one that was asked other questions before."""
    if first.state is State.FAILED:
        yield f"fails {{where}}: {first.reason.replace('{', '{{').replace('}', '}}')}"
    if _said(first) != _said(second):
        yield "gives different answers to the same question {where}; use no chance other than think.random"
    elif _said(first) != _said(later):
        yield "gives different answers after other questions {where}; keep nothing between decisions"


def _said(testimony: Testimony) -> tuple[Any, ...]:
    return testimony.state, testimony.comments, testimony.plans, testimony.spent_ns


def _ask(advisor: type[Advisor], game: Game[Any], positions: Sequence[Any], seed: int) -> list[Testimony]:
    panel = first_seat(Panel.of([advisor], placements={advisor.name: "inline"}), game)

    async def ask() -> list[Decision]:
        return [await decide(game, position, panel, streams=Streams(seed)) for position in positions]

    return [decision.testimonies[0] for decision in CTRL_C.run(ask, clock=VirtualClock())]


def _sample(game: Game[Any], stream: random.Random) -> list[Any]:
    """Return positions of random contests in which several moves are possible."""
    found: dict[Any, None] = {}
    for _ in range(POSITIONS):
        position = game.initial()
        while len(moves := game.legal_moves(position)) > 1:
            found.setdefault(position)
            position = game.play(position, pick(stream, moves))
    kept = list(found)
    stream.shuffle(kept)
    return kept[:POSITIONS]


def check_paradigm(paradigm: Paradigm, *, seed: int = 0) -> list[str]:
    """Let a paradigm count random polls, and return its faults."""
    findings: list[str] = []
    for number in range(POLLS):
        poll = _random_poll(Streams(seed).stream("poll", number), number)
        try:
            findings += _check_poll(paradigm, poll)
        except Exception as error:  # noqa: BLE001  # a user's paradigm may do anything
            findings.append(f"raises {in_words(error)}")
    return list(dict.fromkeys(findings))


def _check_poll(paradigm: Paradigm, poll: Poll) -> Iterator[str]:
    before = copy.deepcopy(poll.opinions)
    tally = paradigm(poll)
    if set(tally) != set(poll.moves):
        yield "does not tally exactly the moves in the poll; give each of poll.moves a number"
        return
    if not all(isinstance(got, int | float | Fraction) and math.isfinite(got) for got in tally.values()):
        yield "does not give each move a finite number"
        return
    if paradigm(poll) != tally:
        yield "gives the same poll two different tallies; use no chance other than poll.streams"
    if before != poll.opinions:
        yield "changes the poll that it counts"
    if paradigm.choose(tally, poll.streams) not in poll.moves:
        yield "chooses a move that is not in the poll"
    if paradigm.certain is not None and _is_rash(paradigm, poll, best(tally)):
        yield "declares a move certain to win while another Advisor can still change that"
    if not poll.weights and best(paradigm(_with_silent(poll))) != best(tally):
        yield "lets a silent Advisor change the choice"
    if best(paradigm(_reversed(poll))) != best(tally) and not poll.weights:
        yield "depends on the order in which the Advisors are listed"


def _is_rash(paradigm: Paradigm, poll: Poll, winners: Sequence[Move]) -> bool:
    """Return whether a move was declared certain that does not always win."""
    if paradigm.certain is None:
        return False
    for name in poll.opinions:
        others = {other: said for other, said in poll.opinions.items() if other != name}
        found = paradigm.certain(attrs.evolve(poll, opinions=others), {name: (OPPOSE, INSIST)})
        if found is not None and [found] != winners:
            return True
    return False


def _with_silent(poll: Poll) -> Poll:
    return Poll(poll.moves, {**poll.opinions, "Silent": {}}, poll.weights, poll.silence, poll.streams)


def _reversed(poll: Poll) -> Poll:
    opinions = dict(reversed(list(poll.opinions.items())))
    return Poll(poll.moves, opinions, poll.weights, poll.silence, poll.streams)


def _random_poll(stream: random.Random, number: int) -> Poll:
    moves = tuple(str(i + 1) for i in range(1 + int(stream.random() * 6)))
    names = [f"Advisor{i}" for i in range(int(stream.random() * 5))]
    comments = [
        Comment(name, move, int(stream.random() * 11))
        for name in names
        for move in moves
        if stream.random() < 0.5  # noqa: PLR2004  # a coin
    ]
    weights = {name: stream.random() for name in names} if number % 3 == 2 else {}  # noqa: PLR2004  # every third
    return Poll.of(
        moves, comments, advisors=names, weights=weights, silence=5 * (number % 2), streams=Streams(number)
    )
