"""The items of useful knowledge: how two of a kind become one."""

from collections.abc import Mapping
from typing import Any

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents import LEARNERS, declared_items
from blackboard import Difference, Entry, Item, Items, Knowledge, checked_notes, frozen, thawed
from blackboard.items import is_seen
from games import BadFile, BadOption, BadPlugin, make_game
from tests.mutation import mutated
from tests.support import played, random_contests, taught, tic_tac_toe, with_symmetries

GAME = tic_tac_toe()
TEXTS = [GAME.format_position(played(moves)) for moves in ("", *"123456789")]
"""Many of them are images of each other."""


def is_pace(entry: Entry) -> bool:
    """Say how long contests were; whatever it is no such thing of raises."""
    return bool(0 < entry["shortest"] <= entry["longest"]) and len(entry) == 2


def paced(one: Entry, other: Entry) -> Entry:
    """Keep the shortest and the longest of both."""
    ends = [*one.values(), *other.values()]
    return {"shortest": min(ends), "longest": max(ends)}


PACE = Item("pace", is_pace, paced)
"""Somebody else's: by position, and an entry is a mapping that has nothing to do with moves."""
SIDES = Item(
    "sides", lambda entry: entry in ("left", "right"), lambda one, other: one if one == other else None
)
"""Somebody else's: two entries may contradict each other."""
REPLIES = Item(
    "replies", lambda entry: isinstance(entry, list), lambda one, other: sorted(one + other), is_by_move=True
)
"""Somebody else's: by move, and it looks for a list where one was noted."""
OURS = declared_items()
ITEMS: Items = {**OURS, **{item.name: item for item in (PACE, SIDES, REPLIES)}}

texts = st.sampled_from(TEXTS)
count = st.integers(0, 1000)
seen = st.integers(1, 1000)
expressions = st.sampled_from(["one-step men total", "private density least"])


def by_text(entry: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Some positions, each with an entry."""
    return st.dictionaries(texts, entry, max_size=5)


def counts(size: int) -> st.SearchStrategy[list[int]]:
    """So many counts, of something that was counted."""
    return st.lists(count, min_size=size, max_size=size).filter(any)


def learned(item: str) -> st.SearchStrategy[dict[str, Any]]:
    """Some of what its learner notes in a few contests: enough for an item that has no strategy here."""
    learner = next(each for each in LEARNERS.values() if item in each.items)
    feeders = [name for name, each in LEARNERS.items() if set(each.items) & set(learner.needs)]
    known, _ = taught([*feeders, learner.name], GAME, random_contests(GAME, 4), calls=500)
    found = sorted(thawed(known.item(item)).items())
    return st.lists(st.sampled_from(found), max_size=5).map(dict) if found else st.just({})


made: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "states": by_text(st.sampled_from(["player", "opponent", "draw"])),
    "openings": by_text(counts(3)),
    "expert_moves": by_text(by_text(seen)),
    "hoyle_moves": by_text(by_text(counts(3))),
    "lost_moves": by_text(by_text(counts(2))),
    "dangerous_states": by_text(seen),
    "weights": st.dictionaries(st.sampled_from(["Candide", "Anything"]), st.tuples(count, count).map(sorted)),
    "examples": by_text(st.dictionaries(st.sampled_from(["3f", "a0"]), seen)),
    "forks": st.dictionaries(
        st.sampled_from(["3+3", "3+4"]),
        st.fixed_dictionaries({"position": texts, "pivot": st.sampled_from("123"), "seen": count}),
    ),
    "model": by_text(by_text(seen)),
    "symmetries": st.dictionaries(
        st.sampled_from(["turned", "reflected"]),
        st.fixed_dictionaries({"map": st.permutations(range(2)), "held": count, "broke": count}),
    ),
    "active_zones": st.dictionaries(
        expressions, st.tuples(st.sampled_from([-1, 1]), seen).map(list), max_size=5
    ),
    "zone_advisors": st.dictionaries(
        st.sampled_from(["Zone-1", "Zone-2"]),
        st.fixed_dictionaries(
            {
                "expression": expressions,
                "direction": st.sampled_from([-1, 1]),
                "attitude": st.sampled_from(["win", "loss", "moves"]),
                "standing": st.tuples(count, count).map(sorted),
            }
        ),
    ),
    "pace": by_text(
        st.tuples(seen, seen).map(lambda ends: {"shortest": min(ends), "longest": max(ends)}),
    ),
    "sides": by_text(st.sampled_from(["left", "right"])),
    "replies": by_text(by_text(st.lists(count, min_size=1, max_size=3))),
}
noted = {name: learned(name) for name in OURS}
entries = {**noted, **made}
knowledge = st.fixed_dictionaries({}, optional=entries).map(lambda items: Knowledge("tic-tac-toe", items))


@hypothesis.settings(max_examples=20)
@given(data=st.data())
def test_every_item_is_tried(data: st.DataObject) -> None:
    """The strategies above make each item that there is, and in the form that is asked for."""
    assert made.keys() <= entries.keys() == ITEMS.keys()
    assert all(item.holds(frozen(data.draw(entries[name]))) for name, item in ITEMS.items())


@hypothesis.settings(max_examples=5)
@given(data=st.data())
def test_what_a_learner_notes_is_in_the_form_that_it_declares(data: st.DataObject) -> None:
    """Of every item that comes with Hoyle."""
    assert all(item.holds(frozen(data.draw(noted[name]))) for name, item in OURS.items())


@given(one=knowledge)
def test_what_learners_write_is_read_back_byte_for_byte(one: Knowledge) -> None:
    """Written, read and written again, every item stays as it was."""
    data = one.to_bytes()
    again = Knowledge.from_bytes(data, declared=ITEMS)
    assert again == one
    assert again.to_bytes() == data


@given(one=knowledge, other=knowledge)
def test_it_does_not_matter_who_is_merged_into_whom(one: Knowledge, other: Knowledge) -> None:
    """Of items that somebody declares, whichever comes first."""
    assert one.merged(other, ITEMS) == other.merged(one, ITEMS)


@given(states=entries["states"])
def test_states_merged_with_themselves_stay_as_they_are(states: dict[str, str]) -> None:
    """Knowing a fact twice is knowing it."""
    one = Knowledge("tic-tac-toe", {"states": states})
    assert one.merged(one, ITEMS) == one


@given(one=knowledge, other=knowledge)
def test_what_is_merged_holds_what_both_knew(one: Knowledge, other: Knowledge) -> None:
    """Nothing is lost but facts on which the two contradict each other, and symmetries of other maps."""
    both = one.merged(other, ITEMS)
    for name in ITEMS:
        mine, theirs, merged = (each.item(name) for each in (one, other, both))
        shared = mine.keys() & theirs.keys()
        assert {**mine, **theirs}.keys() - shared <= merged.keys() <= {**mine, **theirs}.keys()
        assert all(merged[text] == mine[text] for text in mine.keys() - shared)
        assert all(merged[text] == theirs[text] for text in theirs.keys() - shared)
        lost = shared - merged.keys()
        if name in ("states", "sides", "zone_advisors"):
            assert lost == {text for text in shared if mine[text] != theirs[text]}
        elif name == "symmetries":
            assert lost == {text for text in shared if mine[text]["map"] != theirs[text]["map"]}
        elif name == "active_zones":
            assert lost == {text for text in shared if mine[text][0] != theirs[text][0]}
        elif name in made:
            assert not lost


def test_counts_are_added_and_the_nearest_loss_is_kept() -> None:
    """Under the same text two experiences become one."""
    here, there = TEXTS[:2]
    one = {
        "openings": {here: [1, 2, 3]},
        "model": {here: {there: 2}},
        "lost_moves": {here: {there: [1, 5]}},
        "forks": {"3+3": {"position": "b", "pivot": "1", "seen": 2}},
    }
    other = {
        "openings": {here: [1, 0, 0]},
        "model": {here: {there: 3, here: 1}},
        "lost_moves": {here: {there: [2, 3]}},
        "forks": {"3+3": {"position": "a", "pivot": "9", "seen": 1}},
    }
    assert Knowledge("g", one).merged(Knowledge("g", other), ITEMS).items == {
        "openings": {here: (2, 2, 3)},
        "model": {here: {there: 5, here: 1}},
        "lost_moves": {here: {there: (3, 3)}},
        "forks": {"3+3": {"position": "a", "pivot": "9", "seen": 3}},
    }


def test_items_that_nobody_declares_are_kept_as_they_are() -> None:
    """Who merges does not know how to merge them: one's own go first, and nobody's are lost."""
    one, other = Knowledge("g", {"mine": {"a": 1}}), Knowledge("g", {"mine": {"a": 2}, "theirs": 3})
    assert one.merged(other, ITEMS).items == {"mine": {"a": 1}, "theirs": 3}


def test_knowledge_of_other_games_is_not_merged() -> None:
    """Nor that of another variant of the same game; the line names both."""
    with pytest.raises(BadOption, match=r"^achi.* cannot be merged into tic-tac-toe; both must be .*$"):
        Knowledge.of(GAME).merged(Knowledge.of(make_game("achi")), ITEMS)
    with pytest.raises(BadOption):
        Knowledge("nim", options={"heaps": "1 2"}).merged(Knowledge("nim"), ITEMS)


@given(one=knowledge)
def test_equal_knowledge_has_no_difference(one: Knowledge) -> None:
    """Also when it was read from a file."""
    assert one.difference(one) == {}
    assert one.difference(Knowledge.from_bytes(one.to_bytes())) == {}


@given(one=knowledge, other=knowledge)
def test_a_difference_says_what_the_other_has_instead(one: Knowledge, other: Knowledge) -> None:
    """What was lost, gained and changed leads from one to the other, and the way back is the reverse."""
    there, back = one.difference(other), other.difference(one)
    assert there.keys() == back.keys()
    for name in ITEMS:
        new = dict(one.item(name))
        each = there.get(name, Difference({}, {}, {}))
        for text in each.lost:
            del new[text]
        new |= {**each.gained, **{text: after for text, (_, after) in each.changed.items()}}
        assert new == other.item(name)
        if name in there:
            assert (each.lost, each.gained) == (back[name].gained, back[name].lost)


SYMMETRIC = with_symmetries(GAME).item("symmetries")
by_position = [name for name, item in ITEMS.items() if item.is_by_position]


@hypothesis.settings(max_examples=40)
@given(items=st.fixed_dictionaries({}, optional={name: entries[name] for name in by_position}))
def test_what_is_known_of_a_position_is_known_of_its_images(items: dict[str, Any]) -> None:
    """Once the true symmetries are known, each image of a known position is recalled, and alike."""
    before = Knowledge("tic-tac-toe", items)
    after = before.with_item("symmetries", SYMMETRIC).rekeyed(GAME, ITEMS)
    for name in by_position:
        for text in before.item(name):
            position = GAME.parse_position(text)
            (key,) = {after.key(GAME, GAME.image(position, each)) for each in GAME.board.symmetries()}
            alike = [
                entry
                for other, entry in before.item(name).items()
                if after.key(GAME, GAME.parse_position(other)) == key
            ]
            is_contradicted = name in ("states", "sides") and any(entry != alike[0] for entry in alike)
            assert (key in after.item(name)) is not is_contradicted


@hypothesis.settings(max_examples=40)
@given(items=st.fixed_dictionaries({name: entries[name] for name in by_position}))
def test_no_count_is_lost_when_symmetries_are_learned(items: dict[str, Any]) -> None:
    """What was counted of two corners is counted together of the corner that stands for both."""
    after = Knowledge("tic-tac-toe", {**items, "symmetries": SYMMETRIC}).rekeyed(GAME, ITEMS)

    def total(entry: Any) -> int:
        if isinstance(entry, Mapping):
            return sum(map(total, entry.values()))
        return sum(entry) if isinstance(entry, tuple) else entry

    for name in ("openings", "expert_moves", "hoyle_moves", "model", "replies"):
        assert total(after.items[name]) == total(frozen(items[name]))


def test_moves_that_become_one_are_counted_together() -> None:
    """Hoyle's openings in two corners, one won and one lost, are one opening once corners are known alike."""
    corners = {GAME.format_position(played(corner)): counts for corner, counts in CORNERS.items()}
    known = with_symmetries(GAME, {"hoyle_moves": {GAME.format_position(GAME.initial()): corners}})
    assert list(known.rekeyed(GAME, ITEMS).item("hoyle_moves").values()) == [{"........X O": (1, 2, 4)}]


CORNERS = {"1": [1, 0, 0], "3": [0, 2, 0], "9": [0, 0, 4]}


@given(one=knowledge)
def test_rekeying_twice_changes_nothing_more(one: Knowledge) -> None:
    """What stands under its right text stays there."""
    once = one.with_item("symmetries", SYMMETRIC).rekeyed(GAME, ITEMS)
    assert once.rekeyed(GAME, ITEMS) == once


# Items of others: declared, they are treated like ours; undeclared, they are left alone.

PACES = {"X........ O": {"shortest": 5, "longest": 7}, "..X...... O": {"shortest": 6, "longest": 9}}


def test_what_a_declaration_of_somebody_else_says_is_done() -> None:
    """Two files are merged entry by entry, and two corners become one when they are known to be alike."""
    here = "X........ O"
    one, other = Knowledge("tic-tac-toe", {"pace": PACES}), Knowledge("tic-tac-toe", {"pace": {here: PACE_9}})
    assert one.merged(other, ITEMS).item("pace")[here] == {"shortest": 5, "longest": 9}
    known = with_symmetries(GAME, {"pace": PACES}).rekeyed(GAME, ITEMS)
    assert known.item("pace") == {"........X O": {"shortest": 5, "longest": 9}}


PACE_9 = {"shortest": 9, "longest": 9}


@given(items=st.fixed_dictionaries({name: entries[name] for name in ("pace", "sides", "replies")}))
def test_what_nobody_here_declares_is_kept_to_the_byte(items: dict[str, Any]) -> None:
    """Read, written under new symmetries, merged with nothing and written: it is what it was."""
    before = with_symmetries(GAME, items)
    again = Knowledge.from_bytes(before.to_bytes(), declared=OURS).rekeyed(GAME, OURS)
    assert again.merged(Knowledge.of(GAME), OURS).to_bytes() == before.to_bytes()


@hypothesis.settings(max_examples=200)
@given(data=st.data())
def test_whatever_is_inside_is_read_in_its_form_or_refused_in_one_line(data: st.DataObject) -> None:
    """A declared item, ours or not, is never loaded in another form; the line says which item it is."""
    name = data.draw(st.sampled_from(list(ITEMS)))
    try:
        known = Knowledge("tic-tac-toe", data.draw(mutated({name: data.draw(entries[name])})))
    except (BadOption, AttributeError):
        return  # nothing that could be written
    fits = all(ITEMS[each].holds(known.items[each]) for each in known.items.keys() & ITEMS.keys())
    if fits and all(isinstance(each, str) for each in known.items):
        assert Knowledge.from_bytes(known.to_bytes(), "mine", ITEMS).to_bytes() == known.to_bytes()
        return
    with pytest.raises(BadFile) as refusal:
        Knowledge.from_bytes(known.to_bytes(), "mine", ITEMS)
    line = "mine contains no knowledge that this Hoyle can read; learn it again"
    named = f" (item {name!r} does not have its declared form)" if known.items.keys() == {name} else ""
    assert str(refusal.value).startswith(line + named)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "entry", [{"shortest": 9, "longest": 5}, {"shortest": 1}, 5, None, [1, 2], "five", {"shortest": "a"}]
)
def test_a_check_that_raises_has_not_found_its_form(entry: object) -> None:
    """Somebody's check need not ask first what it is given: what it cannot look at is not of its form."""
    assert not PACE.fits(entry)
    with pytest.raises(
        BadOption, match=r"^the readers of item 'pace' cannot read this note: .* noted of 'X\.+ O', "
    ):
        checked_notes("pace", {"X........ O": entry}, ITEMS)
    assert checked_notes("pace", {"X........ O": entry}, OURS)


@pytest.mark.parametrize(
    ("merged", "line"),
    [
        (lambda one, other: one / other, r"^item 'odd' cannot merge two of its entries: ZeroDivisionError: "),
        (
            lambda *_: "ten",
            r"^item 'odd' merges two of its entries into 'ten', which its readers cannot read; ",
        ),
    ],
)
def test_a_merge_that_goes_wrong_is_one_line(merged: Any, line: str) -> None:
    """It names the item, and nothing is made of the two."""
    odd = Item("odd", lambda entry: isinstance(entry, int), merged, is_by_position=False)
    one = Knowledge("g", {"odd": {"a": 0}})
    with pytest.raises(BadPlugin, match=line):
        one.merged(one, {"odd": odd})


def test_moves_that_contradict_each_other_are_given_up_alone() -> None:
    """The other moves of the position are still known."""
    item = Item("best", is_seen, lambda one, other: one if one == other else None, is_by_move=True)
    assert item.merge({"a": 1, "b": 2}, {"a": 1, "b": 3}) == {"a": 1}
    assert item.together({"x": {"b": 2}}, {"x": {"b": 3}}, {"y": {"b": 2}}) == {"x": {}, "y": {"b": 2}}


def test_three_of_which_two_contradict_each_other_are_believed_by_none() -> None:
    """Whichever of them come first."""
    for order in (("left", "right", "left"), ("left", "left", "right"), ("right", "left", "left")):
        assert SIDES.together(*({"a": each} for each in order)) == {}


@pytest.mark.parametrize(
    "odd", [{"is_sound": 5}, {"merged": "add"}, {"tell": None}, {"pictured": "a"}, {"name": 5}]
)
def test_a_declaration_is_made_of_functions(odd: dict[str, Any]) -> None:
    """One that is not is refused where it is made."""
    declared: dict[str, Any] = {"name": "odd", "is_sound": is_seen, "merged": max, **odd}
    with pytest.raises(TypeError):
        Item(**declared)
