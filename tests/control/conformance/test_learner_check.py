"""Conformance of learners: all there are keep their contract, and the check finds what does not."""

import math
import random
from collections.abc import Callable
from typing import Any

import pytest

from agents import LEARNERS, Learner, Lesson
from blackboard import Item
from blackboard.items import added, is_count
from control import check_learner_conduct
from games import make_game
from tests.support import each_case, tic_tac_toe

GAMES = ["tic-tac-toe", "lose-tic-tac-toe", "tsoro-yematatu", "pong-hau-ki", "five-mens-morris", "othello"]


def learner(learn: Callable[[Lesson], object], **declared: Any) -> type[Learner]:
    """Make a learner that does this."""
    return type("Odd", (Learner,), {"name": "odd", "learn": lambda _, lesson: learn(lesson), **declared})


@pytest.mark.parametrize("bundled", LEARNERS.values(), ids=LEARNERS)
def test_every_bundled_learner_conforms(bundled: type[Learner]) -> None:
    """No learner that comes with Hoyle fails, forgets its bound or notes what cannot be kept."""
    assert check_learner_conduct(bundled, map(make_game, GAMES)) == []


@pytest.mark.parametrize("trigger", ["decision", "contest", 3, 10])
def test_a_learner_of_any_trigger_is_given_what_it_learns_from(trigger: str | int) -> None:
    """Decisions, contests, or every so many of them: it is taught, and more than once."""
    seen: list[tuple[int, bool]] = []

    def learn(lesson: Lesson) -> None:
        seen.append((len(lesson.experiences), lesson.decision is not None))
        lesson.note("x", 1)

    heard: list[str] = []
    assert check_learner_conduct(learner(learn, trigger=trigger), [tic_tac_toe()], hear=heard.append) == []
    assert heard == ["tic-tac-toe"]
    assert set(seen) == {
        (0, True) if trigger == "decision" else (1 if trigger == "contest" else trigger, False)
    }
    assert len(seen) > 1


def changes_knowledge(lesson: Lesson) -> None:
    """Write into the item itself."""
    lesson.note("x", 1)
    lesson.knowledge.item("odd")["y"] = 1  # type: ignore[index]  # on purpose


def writes_past_note(lesson: Lesson) -> None:
    """Write into the notes themselves."""
    lesson.notes.update({str(i): 1 for i in range(9)})


def overfills_second(lesson: Lesson) -> None:
    """Write past the bound in an item that is not the main one."""
    lesson.note("x", 1)
    if lesson.note("y", 1, item="even"):
        lesson._page("even").notes.update({str(i): 1 for i in range(9)})  # that is the fault


def notes_two(lesson: Lesson) -> None:
    """Note two counts."""
    lesson.note("x", 1)
    lesson.note("y", 2)


def works_for_ever(lesson: Lesson) -> None:
    """Ask the oracle until the time is up."""
    while True:
        lesson.outcome(lesson.experience.positions[0])


@each_case(
    ("odd", "finding"),
    [
        (
            learner(lambda lesson: lesson.note("x", random.random())),  # noqa: S311  # on purpose
            "learns different things from the same experience",
        ),
        (learner(lambda lesson: lesson.note("x", {1, 2})), "fails: BadOption: knowledge cannot hold a set"),
        (learner(lambda lesson: lesson.note("x", math.nan)), "not read back unchanged"),
        (learner(changes_knowledge), "fails: TypeError"),
        (learner(writes_past_note, bound=5), "keeps more than its bound of 5 entries"),
        (learner(writes_past_note), "continues to note when its item is full"),
        (learner(overfills_second, items=("odd", "even")), "continues to note when its item is full"),
        (learner(overfills_second, items=("odd", "even"), bound=5), "keeps more than its bound of 5 entries"),
        (
            learner(lambda lesson: lesson.note("x", "victory"), item="states"),
            "'states' cannot read this note",
        ),
        (
            learner(lambda lesson: lesson.note("x", 1), feeds=Item("odd", is_count, added)),
            "declares item 'odd' differently from what it notes: knowledge of tic-tac-toe has 'x' where a",
        ),
        (
            learner(notes_two, feeds=Item("odd", is_count, lambda one, _: one, is_by_position=False)),
            "declares item 'odd', whose merging depends on the order of two entries",
        ),
        (
            learner(notes_two, feeds=Item("odd", is_count, lambda *_: "both", is_by_position=False)),
            "item 'odd' merges two of its entries into 'both', which its readers cannot read",
        ),
        (
            learner(notes_two, feeds=Item("odd", is_count, lambda one, _: one[0], is_by_position=False)),
            "item 'odd' cannot merge two of its entries: TypeError",
        ),
        (
            learner(notes_two, feeds=Item("odd", lambda entry: entry["seen"], added)),
            "the readers of item 'odd' cannot read this note",
        ),
        (learner(notes_two, feeds="odd"), "has feeds 'odd'; it is a blackboard.Item"),
        (
            learner(notes_two, feeds=Item("even", is_count, added), item="odd"),
            "has item 'odd', but declares 'even'; leave item out",
        ),
        (learner(lambda lesson: lesson.experiences[99]), "fails: IndexError"),
        (learner(works_for_ever), "never finishes within its budget"),
        (
            learner(lambda lesson: lesson.note("x", 1), tell=lambda *_: 5),
            "cannot describe what it noted under 'x'",
        ),
        (learner(lambda lesson: lesson, bound=0), "has bound 0; use a finite number above 0"),
        (
            learner(lambda lesson: lesson, __init__=lambda self: self.nothing),
            "cannot be made: AttributeError",
        ),
    ],
)
def test_what_breaks_the_contract_is_found(odd: type[Learner], finding: str) -> None:
    """Each way to go wrong is told in words."""
    assert any(finding in each for each in check_learner_conduct(odd, [tic_tac_toe()]))


def test_a_learner_with_a_memory_is_found() -> None:
    """What is worth keeping is useful knowledge: a learner keeps nothing itself."""

    class Elephant(Learner):
        """Count its lessons."""

        name = "elephant"
        lessons = 0

        def learn(self, lesson: Lesson) -> None:
            """Note how many there were."""
            self.lessons += 1
            lesson.note("lessons", self.lessons)

    assert check_learner_conduct(Elephant, [tic_tac_toe()]) == [
        "learns different things after other lessons; keep nothing between lessons in tic-tac-toe"
    ]
