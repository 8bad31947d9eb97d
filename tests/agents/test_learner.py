"""The Learner contract: what a lesson shows, what may be noted, and what is refused."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import attrs
import pytest

from agents import Learner, Lesson, Meter, OutOfTime, Streams, check_learner, declared_by
from agents.learner import Page, counted
from blackboard import Contest, Experience, Item, Knowledge
from blackboard.items import added, is_count
from games import BadPlugin, Outcome, UnknownName
from tests.support import played, tic_tac_toe, with_symmetries

WON = Contest("tic-tac-toe", tuple("14253"), Outcome.PLAYER, "rules")


class Calls(Meter):
    """Allows so many calls."""

    def __init__(self, calls: int = 1000) -> None:
        self.calls = calls

    def spend(self, kind: int) -> None:
        """Count one."""
        del kind
        if not self.calls:
            raise OutOfTime
        self.calls -= 1

    def remaining(self) -> float:
        """Return a second a call."""
        return self.calls


def yields(_: Learner, lesson: Lesson) -> Iterator[Lesson]:
    """Do nothing until somebody asks for more."""
    yield lesson


async def yields_async(_: Learner, lesson: Lesson) -> AsyncIterator[Lesson]:
    """Do the same."""
    yield lesson


def lesson(*, calls: int = 1000, knowledge: Knowledge | None = None, **given: Any) -> Lesson:
    """Give a lesson on a won contest."""
    game = tic_tac_toe()
    return Lesson(
        game,
        [Experience.of(game, WON)],
        knowledge or Knowledge.of(game),
        Streams(7),
        meter=Calls(calls),
        pages={"mine": Page(given.pop("item", {}), given.pop("room", 100))},
        **given,
    )


def test_a_lesson_shows_the_newest_contest() -> None:
    """The last of those since the learner last learned."""
    given = lesson()
    given.experiences = [*given.experiences, Experience.of(tic_tac_toe(), WON, hoyle=[1])]  # type: ignore[list-item]
    assert given.experience is given.experiences[1]


def test_the_oracle_answers_as_the_rules_do_until_the_time_is_up() -> None:
    """Each call is metered, and none comes back after the last."""
    given = lesson(calls=3)
    position = played("1 4 2 5")
    won = given.play("3", position)
    assert won == played("1 4 2 5 3")
    assert given.legal_moves(position) == tuple("36789")
    assert given.outcome(won) is Outcome.PLAYER
    assert given.remaining() == 0
    for ask in (given.legal_moves, given.outcome, lambda here: given.play("3", here)):
        with pytest.raises(OutOfTime):
            ask(position)


def test_what_is_noted_is_recalled_before_what_was_known() -> None:
    """A lesson builds on its own notes, and changes nothing that was there."""
    item = {"old": 1, "both": 2}
    given = lesson(item=item)
    assert (given.recall("old"), given.recall("new")) == (1, None)
    assert given.note("new", 3)
    assert given.note("both", 4)
    assert [given.recall(key) for key in ("old", "new", "both")] == [1, 3, 4]
    assert given.notes == {"new": 3, "both": 4}
    assert item == {"old": 1, "both": 2}


def test_a_full_item_takes_changes_but_nothing_new() -> None:
    """The bound counts entries; what is there may still be said better."""
    given = lesson(item={"old": 1}, room=2)
    assert [given.note(key, 2) for key in ("a", "b", "c", "old", "a")] == [True, True, False, True, True]
    assert given.notes.keys() == {"a", "b", "old"}


def test_positions_are_remembered_under_known_symmetries() -> None:
    """A learner writes under the text that readers will look under."""
    game = tic_tac_toe()
    assert lesson().key(played("1")) == "X........ O"
    known = with_symmetries(game)
    assert {lesson(knowledge=known).key(played(corner)) for corner in "1379"} == {"........X O"}


def test_chance_goes_on_within_a_lesson_and_repeats_with_the_next() -> None:
    """One stream for a lesson: what is drawn twice is not the same twice, but the same in the same lesson."""
    first, again = lesson(), lesson()
    drawn = [first.random.random() for _ in range(5)]
    assert len(set(drawn)) == 5
    assert drawn == [again.random.random() for _ in range(5)]


def test_an_item_has_the_name_of_its_learner_unless_given() -> None:
    """Also in a subclass of one that feeds another item."""
    mine: type[Learner] = type("Mine", (Learner,), {"name": "mine"})
    other: type[Learner] = type("Other", (mine,), {"name": "other", "item": "mine"})
    third: type[Learner] = type("Third", (other,), {"name": "third"})
    assert (mine.item, other.item, third.item) == ("mine", "mine", "third")


def test_a_learner_tells_an_entry_as_it_is_unless_it_knows_better() -> None:
    """Somebody else's learner need not write how its entries read."""
    assert Learner().tell(tic_tac_toe(), "X........ O", [1, 2]) == "X........ O: [1, 2]"
    with pytest.raises(NotImplementedError, match="Learner has no learn method"):
        Learner().learn(lesson())


PACE = Item("pace", is_count, added, tell=lambda _, text, entry: f"{entry} plies from {text}")


def test_an_item_is_what_its_learner_declares() -> None:
    """Its name, and how an entry is told; two learners that feed it share the declaration."""
    mine: type[Learner] = type("Mine", (Learner,), {"name": "mine", "feeds": PACE})
    other: type[Learner] = type("Other", (Learner,), {"name": "other", "feeds": PACE})
    assert (mine.item, other.item) == ("pace", "pace")
    assert declared_by([mine, other]) == {"pace": PACE}
    assert mine().tell(tic_tac_toe(), "here", 3) == "3 plies from here"


def test_a_subclass_with_an_item_of_its_own_inherits_no_declaration() -> None:
    """What another item is made of says nothing about its own."""
    mine: type[Learner] = type("Mine", (Learner,), {"name": "mine", "feeds": PACE})
    other: type[Learner] = type("Other", (mine,), {"name": "other"})
    assert (other.item, other.declared()) == ("other", ())
    assert declared_by([mine, other]) == {"pace": PACE}
    assert other().tell(tic_tac_toe(), "here", 3) == "here: 3"


@pytest.mark.parametrize(
    ("declared", "fault"),
    [
        ({"name": "two words"}, "has name 'two words'; use letters, digits and _"),
        ({"name": ""}, "has name ''"),
        ({"item": 5}, "has item 5"),
        ({"feeds": "pace"}, "has feeds 'pace'; use a blackboard.Item"),
        ({"feeds": PACE, "item": "pages"}, "has item 'pages', but declares 'pace'; leave item out"),
        ({"trigger": "move"}, "has trigger 'move'; use decision, contest or a number of contests"),
        ({"name": "learning"}, "has a name that means something else in budgets; choose another"),
        ({"name": "decision"}, "has a name that means something else"),
        ({"trigger": 0}, "has trigger 0"),
        ({"trigger": True}, "has trigger True"),
        ({"trigger": 1.5}, "has trigger 1.5"),
        ({"budget_ms": 0}, "has budget_ms 0; use a finite number above 0"),
        ({"budget_ms": float("inf")}, "has budget_ms inf"),
        ({"budget_ms": float("nan")}, "has budget_ms nan"),
        ({"budget_ms": "10ms"}, "has budget_ms '10ms'"),
        ({"bound": -1}, "has bound -1"),
        ({"bound": True}, "has bound True"),
        ({"learn": Learner.learn}, "has no learn method of its own; write `def learn"),
        ({"learn": None}, "has no learn method of its own"),
        ({"learn": yields}, "has a learn method that yields, so it would never run"),
        ({"learn": yields_async}, "has a learn method that yields"),
        ({"stage": 3}, "has stage 3; use 1, or 2 to learn after the others"),
        ({"stage": True}, "has stage True"),
        ({"items": ["a"]}, "has items ['a']; use a tuple of names that begins with item"),
        ({"items": ("a", "b c")}, "has item 'b c'; use letters"),
        (
            {"items": ("a", "b"), "item": "b"},
            "has items ('a', 'b'); use a tuple of names that begins with item",
        ),
        ({"feeds": (PACE, 5)}, "has feeds (Item("),
    ],
)
def test_what_cannot_be_meant_is_refused(declared: dict[str, Any], fault: str) -> None:
    """One line names the learner, the attribute and what it may be."""
    odd: type[Learner] = type("Odd", (Learner,), {"name": "odd", "learn": lambda *_: None, **declared})
    with pytest.raises(BadPlugin) as refusal:
        check_learner(odd)
    assert str(refusal.value).startswith(f"learner {odd.name!r} {fault}")


def test_a_bound_need_not_be_a_whole_number() -> None:
    """What is left of one when all that fits is in is no room for more."""
    page = Page(room=1.5)  # type: ignore[arg-type]  # somebody else's bound
    assert [page.note(str(number), number) for number in range(3)] == [True, False, False]


def test_what_is_forgotten_is_gone_and_makes_room() -> None:
    """Known before or noted just now; noting it again is noting it anew."""
    given = lesson(item={"old": 1, "other": 2}, room=1)
    assert given.note("new", 3)
    assert not given.note("more", 4)
    assert given.forget("old")
    assert not given.forget("old")
    assert not given.forget("never there")
    assert given.recall("old") is None
    assert given.note("more", 4)
    assert given.forget("new")
    assert given.note("old", 5)
    assert (given.recall("old"), given.recall("other"), given.recall("new")) == (5, 2, None)
    assert not given.note("too much", 6)


def test_a_learner_of_several_items_says_which_it_means() -> None:
    """The first is meant where it does not; one that it does not feed is refused with the list."""
    given = lesson()
    given._pages = {"first": Page(room=9), "second": Page({"b": 2}, room=9)}
    given.note("a", 1)
    given.note("a", 7, item="second")
    given.forget("b", item="second")
    assert (given.recall("a"), given.recall("a", item="second"), given.notes) == (1, 7, {"a": 1})
    assert given.recall("b", item="second") is None
    with pytest.raises(UnknownName, match=r"is named 'third'; it writes first, second$"):
        given.note("a", 1, item="third")


def test_the_items_of_a_learner_follow_from_what_it_declares() -> None:
    """Its own name, what it names, or all that it declares, the first being the main one."""
    road = attrs.evolve(PACE, name="road")
    both: type[Learner] = type("Both", (Learner,), {"name": "both", "feeds": (PACE, road)})
    assert (both.item, both.items, both.declared()) == ("pace", ("pace", "road"), (PACE, road))
    named: type[Learner] = type("Named", (Learner,), {"name": "named", "items": ("x", "y")})
    assert (named.item, named.items, named.declared()) == ("x", ("x", "y"), ())
    heir: type[Learner] = type("Heir", (both,), {"name": "heir"})
    assert (heir.items, heir.declared()) == (("heir",), ())


def test_counts_start_at_nothing_and_are_never_changed_in_place() -> None:
    """What was known stays what it was."""
    known = [1, 2, 3]
    assert counted(known, 2, 3) == [1, 2, 4]
    assert counted(None, 0, 2) == [1, 0]
    assert known == [1, 2, 3]
