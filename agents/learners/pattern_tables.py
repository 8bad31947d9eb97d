"""What Patsy learns: with which patterns contests are won, drawn and lost.

Its tables are small, and the entries met longest ago make room. Patsy-1 keeps fifty positions and counts, for
patterns that two of these show, how contests with them end for Hoyle; counts fade. Patsy-2 looks only at two
positions of a contest, and keeps a pattern as long as all contests with it end alike.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

from agents.learner import Learner, Lesson
from agents.sight.patterns import (
    RESULTS,
    See,
    Sight,
    describe_pattern,
    drawn,
    exchanged,
    sides_of,
    sight_by_hand,
    sight_by_lines,
    usual_result,
)
from blackboard import Entry, Experience, Item, thawed
from blackboard.items import MOST_COUNTED, added, is_count
from games import Game, Outcome, Role

MOST_STATES = 50
MOST_PATTERNS = 30
CONTEST = 1_000_000
"""The count of one contest: counts are whole numbers of millionths, rounded down when they fade."""
FADES = (9, 10)
"""The part of every count that is left after each contest: nine tenths."""
_OUTCOMES = frozenset(outcome.value for outcome in Outcome)


# Tables that drop the entries met longest ago.


class ShortMemory:
    """An item of a lesson as a table of a fixed size. Each entry stores under `met` when it was last met.

    That number grows from one position to the next, so that only patterns of one position share it; of these,
    the first by name is dropped first.
    """

    def __init__(self, lesson: Lesson, item: str, most: int) -> None:
        self.entries: dict[str, Any] = {
            text: thawed(entry) for text, entry in lesson.knowledge.item(item).items()
        }
        self._lesson, self._item, self._most = lesson, item, most
        self._before = dict(self.entries)
        self._last = max((entry["met"] for entry in self.entries.values()), default=-1)

    def meet(self, text: str, step: int, **entry: Any) -> None:
        """Write an entry that was met in the position with this number, counted from 0."""
        self.entries[text] = {**entry, "met": min(self._last + 1 + step, MOST_COUNTED)}

    def keep(self) -> None:
        """Drop the entries met longest ago that exceed the size, and note the rest."""
        for text in sorted(self.entries, key=self._age)[: -self._most]:
            del self.entries[text]
        for text in self._before.keys() - self.entries.keys():
            self._lesson.forget(text, item=self._item)
        for text, entry in self.entries.items():
            if self._before.get(text) != entry:
                self._lesson.note(text, entry, item=self._item)

    def _age(self, text: str) -> tuple[int, str]:
        return self.entries[text]["met"], text


def _is_met(entry: Entry, *others: str) -> bool:
    return isinstance(entry, dict) and entry.keys() == {*others, "met"} and is_count(entry["met"])


def _newer(one: Mapping[str, Any], other: Mapping[str, Any]) -> Entry:
    """Return the entry that was met last."""
    return max(one, other, key=lambda entry: (entry["met"], sorted(map(str, entry.values()))))


def _seen(sight: Sight, game: Game[Any], position: Any) -> set[str]:
    """Return the patterns that a position shows."""
    return set(sight.patterns(sides_of(game, position)))


def _drawn(game: Game[Any], text: str, entry: Entry) -> Any:
    del entry
    return drawn(game.board, text)


def _misfit(see: See) -> Callable[[Game[Any], str, Entry], str]:
    """Return a function that returns why a pattern cannot belong to a game, for one way of seeing boards."""

    def misfit(game: Game[Any], text: str, entry: Entry) -> str:
        del entry
        sight = see(game.board)
        return "this board has no such templates" if sight is None else sight.misfit(text)

    return misfit


# Patsy-1.


def _is_state(entry: Entry) -> bool:
    return _is_met(entry, "result") and entry["result"] in RESULTS


PATSY_STATES = Item(
    "patsy_states",
    _is_state,
    _newer,
    tell=lambda _, __, entry: f"a contest through this position was {entry['result']}",
    is_fact=False,
    use="Patterns that occur in two of them are kept for Patsy-1.",
)
"""A position, with how the last contest through it ended for Hoyle, and when it was met."""


def result_for_hoyle(experience: Experience) -> str | None:
    """Return how a contest ended for Hoyle; None if Hoyle watched or played itself."""
    if len(experience.hoyle) != 1:
        return None
    winner = experience.contest.outcome.winner
    return "drawn" if winner is None else "won" if winner in experience.hoyle else "lost"


class PatsyStates(Learner):
    """Keep the fifty positions that were met last, with how the contest ended for Hoyle."""

    name = "patsy_states"
    feeds = PATSY_STATES
    bound = MOST_STATES

    def learn(self, lesson: Lesson) -> None:
        """Enter every position of a contest that Hoyle played."""
        result = result_for_hoyle(lesson.experience)
        if result is not None:
            table = ShortMemory(lesson, PATSY_STATES.name, self.bound)
            for step, position in enumerate(lesson.experience.positions):
                table.meet(lesson.key(position), step, result=result)
            table.keep()


def _is_counted(entry: Entry) -> bool:
    return _is_met(entry, *RESULTS) and all(is_count(entry[result]) for result in RESULTS)


def _counted_together(one: Mapping[str, Any], other: Mapping[str, Any]) -> Entry:
    return {**_newer(one, other), **{result: added(one[result], other[result]) for result in RESULTS}}


def _tell_counted(game: Game[Any], text: str, entry: Entry) -> str:
    """Describe the most frequent result of a pattern, and its counts."""
    del game
    what = f"most often {usual}" if (usual := usual_result(entry)) else "no most frequent result"
    counts = ", ".join(f"{result} {entry[result] / CONTEST:.2f}" for result in RESULTS)
    return f"{describe_pattern(text)}: {what} ({counts})"


PATSY_1 = Item(
    "patsy_1",
    _is_counted,
    _counted_together,
    tell=_tell_counted,
    is_by_position=False,
    is_fact=False,
    misfit=_misfit(sight_by_hand),
    drawn=_drawn,
)
"""A pattern, with how often Hoyle won, drew and lost contests with it, and when it was met."""


class PatsyPatterns(Learner):
    """Count how contests with frequent patterns ended; counts fade with time."""

    name = "patsy_1"
    feeds = PATSY_1
    stage = 2
    bound = MOST_PATTERNS
    needs = (PATSY_STATES.name,)

    def learn(self, lesson: Lesson) -> None:
        """Count each pattern of the contest that two of the last fifty positions show; all counts fade."""
        result = result_for_hoyle(lesson.experience)
        sight = sight_by_hand(lesson.game.board)
        if result is None or sight is None:
            return
        table = ShortMemory(lesson, PATSY_1.name, self.bound)
        met = _last_met(lesson, sight, lesson.experience.positions)
        for text in met.keys() & (_frequent(lesson, sight) | table.entries.keys()):
            counts = table.entries.get(text, dict.fromkeys(RESULTS, 0))
            table.meet(text, met[text], **_raised(counts, result))
        table.entries = {text: _faded(entry) for text, entry in table.entries.items()}
        table.keep()


def _raised(entry: Mapping[str, int], result: str) -> dict[str, int]:
    """Return the counts with one result raised by a contest."""
    return {each: entry[each] + (CONTEST if each == result else 0) for each in RESULTS}


def _faded(entry: Mapping[str, int]) -> dict[str, int]:
    """Return what is left of the counts after a contest."""
    return {**entry, **{result: entry[result] * FADES[0] // FADES[1] for result in RESULTS}}


def _last_met(lesson: Lesson, sight: Sight, positions: Iterable[Any]) -> dict[str, int]:
    """Return the patterns of some positions, each with the number of the last position that shows it."""
    seen = enumerate(_seen(sight, lesson.game, position) for position in positions)
    return {text: step for step, shown in seen for text in shown}


def _frequent(lesson: Lesson, sight: Sight) -> set[str]:
    """Return the patterns that at least two of the positions in the table show."""
    once: set[str] = set()
    twice: set[str] = set()
    for text in lesson.knowledge.item(PATSY_STATES.name):
        shown = _seen(sight, lesson.game, lesson.game.parse_position(text))
        twice |= once & shown
        once |= shown
    return twice


# Patsy-2.


def _is_outcome(entry: Entry) -> bool:
    return (
        _is_met(entry, "response") and isinstance(entry["response"], str) and entry["response"] in _OUTCOMES
    )


def _tell_outcome(entry: Entry) -> str:
    winner = Outcome(entry["response"]).winner
    return "a draw" if winner is None else f"{winner.title} wins"


PATSY_2_STATES = Item(
    "patsy_2_states",
    _is_outcome,
    _newer,
    tell=lambda _, __, entry: f"a contest with this late choice ended: {_tell_outcome(entry)}",
    is_fact=False,
    use="If a pattern in one of them is met again with the same outcome, Patsy-2 learns it.",
)
"""A position that taught, with how its contest ended, and when it was met."""


def _unchanged(one: Mapping[str, Any], other: Mapping[str, Any]) -> Entry | None:
    """Keep a pattern whose responses agree."""
    return _newer(one, other) if one["response"] == other["response"] else None


def _pairs(game: Game[Any], entries: Mapping[str, Entry]) -> str:
    """Describe how many patterns are also known with men and response exchanged."""
    paired = sum(_is_paired(game, entries, text) for text in entries)
    return f"{paired} of {len(entries)} are also known with men and response exchanged."


def _is_paired(game: Game[Any], entries: Mapping[str, Entry], text: str) -> bool:
    twin = exchanged(game.board, text)
    other = {"player": "opponent", "opponent": "player", "draw": "draw"}[entries[text]["response"]]
    return twin != text and twin in entries and entries[twin]["response"] == other


PATSY_2 = Item(
    "patsy_2",
    _is_outcome,
    _unchanged,
    tell=lambda _, text, entry: f"{describe_pattern(text)}: {_tell_outcome(entry)}",
    is_by_position=False,
    is_fact=False,
    misfit=_misfit(sight_by_lines),
    drawn=_drawn,
    remark=_pairs,
)
"""A pattern, with how every contest with it has ended since it entered, and when it was met."""


class PatsyResponses(Learner):
    """Keep the patterns of late choices after which contests always ended alike."""

    name = "patsy_2"
    feeds: ClassVar[Item | tuple[Item, ...]] = (PATSY_2, PATSY_2_STATES)
    bound = MOST_STATES
    taught: ClassVar[int] = 1
    """Which position of a choice teaches: 1 is the one after the move, 0 the one before it."""

    def learn(self, lesson: Lesson) -> None:
        """Compare the patterns of this contest with its outcome, then remember its positions."""
        sight = sight_by_lines(lesson.game.board)
        positions = list(last_choices(lesson, self.taught))
        if sight is None or not positions:
            return
        outcome = lesson.experience.contest.outcome.value
        patterns = ShortMemory(lesson, PATSY_2.name, min(self.bound, MOST_PATTERNS))
        states = ShortMemory(lesson, PATSY_2_STATES.name, self.bound)
        before = _responses(lesson, sight, states)
        for text, step in _last_met(lesson, sight, positions).items():
            _update(patterns, text, step, outcome, before.get(text))
        for step, position in enumerate(positions):
            states.meet(lesson.key(position), step, response=outcome)
        patterns.keep()
        states.keep()


class PatsyResponsesBefore(PatsyResponses):
    """Keep the patterns of the positions before late choices: another reading of the paper."""

    name = "patsy_2_before"
    feeds: ClassVar[Item | tuple[Item, ...]] = (PATSY_2, PATSY_2_STATES)
    taught = 0


def _update(patterns: ShortMemory, text: str, step: int, outcome: str, before: str | None) -> None:
    """Drop a pattern whose response has changed; add one that was met before with the same response."""
    held = patterns.entries.get(text)
    if held is not None and held["response"] != outcome:
        del patterns.entries[text]
    elif held is not None or before == outcome:
        patterns.meet(text, step, response=outcome)


def last_choices(lesson: Lesson, taught: int) -> Iterator[Any]:
    """Yield the positions of each contestant's last unforced move, in the order of the contest."""
    positions = lesson.experience.positions
    last: dict[Role, int] = {}
    for index in reversed(range(len(positions) - 1)):
        mover = lesson.game.mover(positions[index])
        if mover not in last and len(lesson.legal_moves(positions[index])) > 1:
            last[mover] = index
        if len(last) == len(Role):
            break
    for index in sorted(last.values()):
        yield positions[index + taught]


def _responses(lesson: Lesson, sight: Sight, states: ShortMemory) -> dict[str, str]:
    """Return, by pattern, how the last contest ended that taught by a position with it."""
    oldest_first = sorted(states.entries.items(), key=lambda pair: pair[1]["met"])
    pairs = ((lesson.game.parse_position(text), entry["response"]) for text, entry in oldest_first)
    shown = ((_seen(sight, lesson.game, position), response) for position, response in pairs)
    return dict(
        itertools.chain.from_iterable(((text, response) for text in seen) for seen, response in shown)
    )
