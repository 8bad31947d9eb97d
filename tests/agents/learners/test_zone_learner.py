"""Learning zones: what is kept of contests, which way an expression leans, and what becomes of it."""

import itertools
import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest
import trio

from agents import Streams
from agents.learners.moments import Moments
from agents.learners.weighing import TrackRecord, Weighing, track_record
from agents.learners.zone_items import ACTIVE_ZONES, ZONE_ADVISORS, ZONES
from agents.learners.zone_learner import ZoneLearner
from agents.learners.zone_records import (
    ACTIVE,
    ADVISOR,
    IMPORTANT,
    LISTS,
    RESULTS,
    RETIRED,
    ZoneOptions,
    ZoneRecord,
)
from agents.registry import declared_items
from agents.sight.zones import EXPRESSIONS, men_by_side, stage_of, terrain_of
from blackboard import Entry, Experience, Knowledge, State
from blackboard.items import MOST_COUNTED
from control import LearnerGroup, Panel, VirtualClock
from games import Game, HoyleError, Role, make_game
from tests.support import each_case, random_contests, watched

MORRIS = make_game("five-mens-morris")
TIC_TAC_TOE = make_game("tic-tac-toe")
LIVED = list(random_contests(MORRIS, 12))


def learned(
    lived: Iterable[Experience],
    game: Game[Any] = MORRIS,
    *,
    knowledge: Knowledge | None = None,
    **options: Any,
) -> Knowledge:
    """Let zones be learned from contests."""
    group = LearnerGroup([Weighing, ZoneLearner], panel=Panel.of([]), options={"zones": options})

    async def teach() -> Knowledge:
        known = knowledge or Knowledge.of(game)
        for number, each in enumerate(lived):
            known, account = await group.after_contest(game, known, each, Streams(number))
            assert {one.state for one in account} == {State.FINISHED}
        return known

    return trio.run(teach, clock=VirtualClock())


def seen(known: Knowledge, text: str, which: str) -> Moments:
    """Return what was seen of an expression."""
    return Moments(*known.item(ZONES.name)[text][which])


def values(lived: Iterable[Experience], text: str, which: str) -> list[float]:
    """Work out all values of an expression in contests with one result, by hand."""
    terrain, expression = terrain_of(MORRIS.board), EXPRESSIONS[text]
    assert terrain is not None
    kind, within = expression.place
    found = []
    for each in lived:
        winner = each.contest.outcome.winner
        for position, role in itertools.product(each.positions, Role):
            result = "drawn" if winner is None else "won" if winner is role else "lost"
            mine, theirs = men_by_side(MORRIS, position, role)
            if mine and result == which and stage_of(MORRIS, position) == expression.stage:
                value = terrain.by_type(mine, theirs)[kind][within]
                found.append(value / terrain.units[36 * kind + within])
    return found


# What is kept.


@each_case("which", RESULTS)
@each_case(
    "text", ["sliding two-step locations mean", "placing one-step density least", "sliding private path most"]
)
def test_every_value_goes_to_how_the_contest_ended_for_its_owner(text: str, which: str) -> None:
    """The winner's to won, the loser's to lost, and after a draw both roles' to drawn."""
    known = learned(LIVED)
    expected = values(LIVED, text, which)
    found = seen(known, text, which)
    assert found.count == len(expected)
    if expected:
        mean = math.fsum(expected) / len(expected)
        assert found.mean == pytest.approx(mean, abs=1e-9)
        assert found.spread == pytest.approx(math.fsum((each - mean) ** 2 for each in expected), abs=1e-9)


def test_there_are_432_expressions_at_most_and_half_of_them_in_a_game_without_stages() -> None:
    """However many contests were seen."""
    assert len(learned(LIVED).item(ZONES.name)) == 432
    assert len(learned(random_contests(TIC_TAC_TOE, 3), TIC_TAC_TOE).item(ZONES.name)) == 216


def test_other_stages_can_be_left_out() -> None:
    """Then their expressions are not even kept."""
    known = learned(LIVED, stages=("sliding",))
    assert {text.split()[0] for text in known.item(ZONES.name)} == {"sliding"}


@pytest.mark.parametrize("name", ["nim", "othello"])
def test_a_board_without_lines_has_nothing_to_teach(name: str) -> None:
    """Nobody fails over it."""
    game = make_game(name)
    assert not learned(random_contests(game, 2), game).item(ZONES.name)


def test_what_is_learned_in_two_halves_and_merged_is_what_both_teach_in_a_row() -> None:
    """Up to what floats forget."""
    whole = learned(LIVED)
    one, other = learned(LIVED[:5]), learned(LIVED[5:])
    merged = one.merged(other, declared_items())
    for text, entry in whole.item(ZONES.name).items():
        for which in RESULTS:
            found, expected = seen(merged, text, which), Moments(*entry[which])
            assert attrs.astuple(found) == pytest.approx(attrs.astuple(expected), abs=1e-9)
        assert merged.item(ZONES.name)[text]["contests"] == 12


@pytest.mark.parametrize("attitude", ["outcomes", "moves"])
def test_the_same_contests_teach_the_same_bytes(attitude: str) -> None:
    """In one go, or with a pause in which everything was written down and read again."""
    options: dict[str, Any] = {"attitude": attitude, "steady": 2, "start": 3, "important": 0.2, "every": 4}
    whole = learned(LIVED, **options)
    half = Knowledge.from_bytes(learned(LIVED[:6], **options).to_bytes())
    assert half.item(ACTIVE_ZONES.name)
    rest = LearnerGroup([Weighing, ZoneLearner], panel=Panel.of([]), options={"zones": options})

    async def go_on() -> Knowledge:
        known = half
        for number, each in enumerate(LIVED[6:], 6):
            known, _ = await rest.after_contest(MORRIS, known, each, Streams(number))
        return known

    assert trio.run(go_on, clock=VirtualClock()).to_bytes() == whole.to_bytes()


# Attitudes.

TEXT = "sliding two-step locations mean"
LOW, HIGH = Moments.of([1, 2, 3] * 10, 1), Moments.of([11, 12, 13] * 10, 1)
MIDDLE = Moments.of([6, 7, 8] * 10, 1)


def record(**lists: Moments) -> ZoneRecord:
    """Make what is known of an expression."""
    return ZoneRecord(EXPRESSIONS[TEXT], dict(lists))


def leans(level: float = 0.99, *, won: Moments, drawn: Moments, lost: Moments) -> tuple[str, int]:
    """Return the attitude and the direction that some lists give."""
    found = record(won=won, drawn=drawn, lost=lost)
    found.form_attitude(ZoneOptions(level=level))
    return found.attitude, found.direction


@each_case(
    ("won", "drawn", "lost", "expected"),
    [
        (HIGH, LOW, LOW, ("win", 1)),
        (LOW, HIGH, HIGH, ("win", -1)),
        (LOW, LOW, HIGH, ("loss", -1)),
        (HIGH, HIGH, LOW, ("loss", 1)),
        (HIGH, MIDDLE, LOW, ("win", 1)),
        (LOW, MIDDLE, HIGH, ("win", -1)),
        (LOW, HIGH, LOW, ("", 0)),
        (MIDDLE, HIGH, LOW, ("loss", 1)),
        (LOW, LOW, LOW, ("", 0)),
        (HIGH, Moments(), LOW, ("", 0)),
        (Moments.of([3] * 9, 1), Moments.of([1] * 9, 1), Moments.of([1] * 9, 1), ("", 0)),
    ],
)
def test_an_attitude_needs_two_differences_in_one_direction(
    won: Moments, drawn: Moments, lost: Moments, expected: tuple[str, int]
) -> None:
    """Those of contests won from both others, or else those of contests lost; both is win."""
    assert leans(won=won, drawn=drawn, lost=lost) == expected


def test_the_level_says_what_differs() -> None:
    """One more on average, of three that lie one apart, is something at 51 % and nothing at 99 %."""
    less = Moments.of([1, 2, 3], 1)
    near = Moments.of([2, 3, 4], 1)
    assert leans(0.51, won=near, drawn=less, lost=less) == ("win", 1)
    assert leans(won=near, drawn=less, lost=less) == ("", 0)


def test_an_attitude_that_changes_has_to_hold_anew() -> None:
    """As one that goes away has; active it is after so many contests in a row."""
    options = ZoneOptions(steady=2)
    found = record(won=HIGH, drawn=LOW, lost=LOW)
    states = []
    for lists in ({}, {}, {"won": LOW, "drawn": HIGH, "lost": HIGH}, {}, {"lost": LOW, "drawn": LOW}, {}):
        found.lists |= lists
        found.form_attitude(options)
        found.update_state(options)
        states.append((found.direction, found.held, found.state))
    assert states == [(1, 1, ""), (1, 2, ACTIVE), (-1, 1, ""), (-1, 2, ACTIVE), (0, 0, ""), (0, 0, "")]


def test_what_tells_nothing_is_retired_and_stays_so() -> None:
    """The number of zones at the least is always one; nothing of it is counted any more."""
    text = "sliding one-step number least"
    retired = learned(LIVED, start=4)
    assert min(seen(retired, text, each).count for each in RESULTS) > 1, "all three results were met"
    assert retired.item(ZONES.name)[text]["state"] == RETIRED
    counts = [seen(retired, text, each).count for each in RESULTS]
    more = learned(LIVED, knowledge=retired, start=4)
    assert [seen(more, text, each).count for each in RESULTS] == counts


def test_nothing_is_retired_before_its_time() -> None:
    """It takes more contests than `from` says."""
    assert not any(entry["state"] == RETIRED for entry in learned(LIVED, start=12).item(ZONES.name).values())


# By the choices of experts.


def test_experts_choices_are_kept_beside_the_outcomes() -> None:
    """One for each of their moves where they had a choice and both had men."""
    known = learned(LIVED, attitude="moves")
    chosen = sum(
        len(MORRIS.legal_moves(position)) > 1 and all(men_by_side(MORRIS, position, MORRIS.mover(position)))
        for each in LIVED
        for position in each.positions[:-1]
        if MORRIS.mover(position) in each.experts
    )
    counts = {text.split()[0]: entry["moves"][0] for text, entry in known.item(ZONES.name).items()}
    assert sum(counts.values()) == chosen
    assert all(set(entry) >= set(LISTS) for entry in known.item(ZONES.name).values())


@pytest.mark.parametrize(("attitude", "counted"), [("moves", 1), ("mover", 0)])
def test_a_move_is_compared_with_all_moves(attitude: str, counted: int) -> None:
    """The second move of this expert has fourteen places to go to; what it has beyond their mean counts."""
    contest = watched(MORRIS, "1 16 2", experts=[Role.PLAYER])
    known = learned([contest], attitude=attitude)
    text = "placing multi-step number total"
    position = contest.positions[2]
    terrain = terrain_of(MORRIS.board)
    assert terrain is not None
    kind, within = EXPRESSIONS[text].place

    def balance(move: str) -> int:
        mine, theirs = men_by_side(MORRIS, MORRIS.play(position, move), Role.PLAYER)
        ours, others = terrain.by_type(mine, theirs), terrain.by_type(theirs, mine)
        return ours[kind][within] - counted * others[kind][within]

    moves = MORRIS.legal_moves(position)
    expected = balance("2") - sum(map(balance, moves)) / len(moves)
    found = seen(known, text, "moves")
    assert (found.count, found.spread) == (1, 0)
    assert found.mean == pytest.approx(expected)


@pytest.mark.parametrize(("z", "expected"), [(2.5, ("", 0)), (2.6, ("moves", 1)), (-2.6, ("moves", -1))])
def test_a_direction_of_choices_holds_beyond_what_chance_does(z: float, expected: tuple[str, int]) -> None:
    """At 2.58 standard errors; how far beyond is how much it counts."""
    found = record(moves=Moments(100, z / 10, 99.0))
    found.form_attitude(ZoneOptions(attitude="moves"))
    assert (found.attitude, found.direction) == expected
    assert found.weight == (260 if expected[1] else 1)


# What has proved itself.


def test_what_is_nearly_always_right_becomes_an_advisor() -> None:
    """At the next tenth contest, unless one of the same sense has; and Zone-Ranger leaves it out."""
    known = learned(LIVED, steady=1, important=0.05, every=12)
    made = known.item(ZONE_ADVISORS.name)
    zones = known.item(ZONES.name)
    assert made
    assert list(made) == [f"Zone-{number + 1}" for number in range(len(made))]
    for name, entry in made.items():
        assert zones[entry["expression"]]["state"] == ADVISOR
        assert entry["expression"] not in known.item(ACTIVE_ZONES.name)
        assert track_record(known, name) == TrackRecord(*zones[entry["expression"]]["standing"])
    totals = [entry for entry in made.values() if entry["expression"].endswith("men total")]
    assert len(totals) == len({entry["expression"].split()[0] for entry in totals})


def test_an_advisor_may_begin_anew() -> None:
    """Then nothing is known of it, as of any other."""
    known = learned(LIVED, steady=1, important=0.05, every=12, standing="anew")
    made = known.item(ZONE_ADVISORS.name)
    assert made
    assert {track_record(known, name) for name in made} == {TrackRecord()}


def test_who_becomes_important_waits_for_the_next_making_of_advisors() -> None:
    """Until then it is left out already."""
    known = learned(LIVED, steady=1, important=0.05, every=1000)
    important = [text for text, entry in known.item(ZONES.name).items() if entry["state"] == IMPORTANT]
    assert important
    assert not known.item(ZONE_ADVISORS.name)
    assert not set(important) & set(known.item(ACTIVE_ZONES.name))


def test_expressions_are_judged_by_the_examples_that_are_presented(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no more can be kept, contests that repeat teach nothing new about anybody."""
    monkeypatch.setattr(Weighing, "bound", 30)
    known = learned(LIVED, steady=1, important=1.0)
    again = learned(LIVED[-1:] * 5, knowledge=known, steady=1, important=1.0)
    assert len(known.item("examples")) == 30
    assert again.item("examples") == known.item("examples")
    for text, entry in again.item(ZONES.name).items():
        assert entry["standing"] == known.item(ZONES.name)[text]["standing"]


def test_few_opinions_prove_nothing() -> None:
    """Ten are needed, however many of fewer were right."""
    options = ZoneOptions(steady=1)
    for opinions, state in ((9, ACTIVE), (10, IMPORTANT)):
        found = record(won=HIGH, drawn=LOW, lost=LOW)
        found.standing = TrackRecord(opinions, opinions)
        found.form_attitude(options)
        found.update_state(options)
        assert found.state == state


def test_an_advisor_that_merging_took_away_can_be_made_again() -> None:
    """Two files whose first Advisors differ have none of that name; the expression goes on."""
    known = learned(LIVED, steady=1, important=0.05, every=12)
    bare = known.with_item(ZONE_ADVISORS.name, {})
    again = learned(LIVED, knowledge=bare, steady=1, important=0.05, every=12)
    assert again.item(ZONE_ADVISORS.name)


def test_a_new_advisor_takes_no_name_that_has_been_judged() -> None:
    """Merging may have taken an Advisor away and left its weight, which is not that of another."""
    judged = Knowledge.of(MORRIS, {"weights": {"Zone-1": [0, 50]}})
    known = learned(LIVED, knowledge=judged, steady=1, important=0.05, every=12)
    made = known.item(ZONE_ADVISORS.name)
    assert made
    assert "Zone-1" not in made
    for name, entry in made.items():
        assert track_record(known, name) == TrackRecord(*entry["standing"])


def most(mean: float, spread: float) -> Entry:
    """Make what somebody may have written who counts to the end."""
    lists = {each: [MOST_COUNTED, mean, spread] for each in LISTS}
    counts = {"held": MOST_COUNTED, "contests": MOST_COUNTED, "standing": [MOST_COUNTED] * 2}
    return {**lists, "attitude": "moves", "direction": 1, "state": ACTIVE, **counts}


@each_case(
    "pair",
    [
        (most(1, 0), most(1, 0)),
        (most(MOST_COUNTED, 1e308), most(-MOST_COUNTED, 1e308)),
        (most(1e-300, 5e-324), most(0, 0)),
    ],
)
@each_case("attitude", ["outcomes", "moves", "mover"])
def test_counts_stay_such_as_can_be_kept(pair: tuple[Entry, Entry], attitude: str) -> None:
    """Two files of whatever is sound are merged, and learned into."""
    assert all(map(ZONES.fits, pair))
    one, other = (Knowledge.of(MORRIS, {"zones": {TEXT: entry}}) for entry in pair)
    both = one.merged(other, declared_items())
    assert ZONES.fits(both.item(ZONES.name)[TEXT])
    for known in (one, both):
        entry = learned(LIVED[:3], knowledge=known, attitude=attitude).item(ZONES.name)[TEXT]
        assert (entry["contests"], entry["won"][0]) == (MOST_COUNTED, MOST_COUNTED)


# Bad input.

SOUND: Mapping[str, Any] = {
    "won": [2, 1.5, 0.5], "drawn": [0, 0.0, 0.0], "lost": [1, 2, 0],
    "attitude": "win", "direction": 1, "held": 3, "contests": 4, "standing": [1, 2], "state": "active",
}  # fmt: skip


@each_case(
    "wrong",
    [
        {"won": [-1, 0.0, 0.0]},
        {"won": [1, math.nan, 0.0]},
        {"won": [1, math.inf, 0.0]},
        {"won": [1, 0.0, -1.0]},
        {"won": [1, 0.0]},
        {"won": [1, "0", 0.0]},
        {"attitude": "draw"},
        {"direction": 2},
        {"direction": 1.0},
        {"held": -1},
        {"standing": [3, 2]},
        {"state": "asleep"},
        {"more": 1},
    ],
)
def test_what_nobody_learned_is_refused_in_a_line(tmp_path: Path, wrong: dict[str, Any]) -> None:
    """A count below 0, a mean that is no finite number, a word that means nothing."""
    assert ZONES.fits(SOUND)
    assert not ZONES.fits({**SOUND, **wrong})
    path = tmp_path / "file.hoyle"
    path.write_bytes(Knowledge.of(MORRIS, {"zones": {TEXT: {**SOUND, **wrong}}}).to_bytes())
    with pytest.raises(HoyleError, match="zones") as caught:
        Knowledge.load(path, game=MORRIS, declared=declared_items())
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("item", "entries"),
    [
        ("zones", {"sliding three-step men total": SOUND}),
        ("active_zones", {"men": [1, 1]}),
        (
            "zone_advisors",
            {"Zone-1": {"expression": "nothing", "direction": 1, "attitude": "win", "standing": [0, 0]}},
        ),
    ],
)
def test_an_expression_that_does_not_exist_is_refused_by_name(
    tmp_path: Path, item: str, entries: dict[str, Any]
) -> None:
    """With the item it stands in."""
    path = tmp_path / "file.hoyle"
    path.write_bytes(Knowledge.of(MORRIS, {item: entries}).to_bytes())
    with pytest.raises(HoyleError, match=f"{item}.*no such expression"):
        Knowledge.load(path, game=MORRIS, declared=declared_items())


ACTIVE_ENTRY, ADVISOR_ENTRY = [1, 1], {"direction": 1, "attitude": "win", "standing": [0, 0]}


@pytest.mark.parametrize(
    ("game", "text", "fault"),
    [
        (TIC_TAC_TOE, "sliding one-step men total", "tic-tac-toe has no stages"),
        (MORRIS, "one-step men total", "five-mens-morris has stages"),
    ],
)
def test_an_expression_that_a_game_does_not_have_is_refused(
    tmp_path: Path, game: Game[Any], text: str, fault: str
) -> None:
    """Games without stages have 216, and the others have 432 others."""
    path = tmp_path / "file.hoyle"
    entries = {
        "zones": {text: SOUND},
        "active_zones": {text: ACTIVE_ENTRY},
        "zone_advisors": {"Zone-1": {"expression": text, **ADVISOR_ENTRY}},
    }
    for item, entry in entries.items():
        path.write_bytes(Knowledge.of(game, {item: entry}).to_bytes())
        with pytest.raises(HoyleError, match=f"{item}.*{fault}"):
            Knowledge.load(path, game=game, declared=declared_items())


@pytest.mark.parametrize("direction", [1.0, True, 0, 2, "1"])
def test_a_direction_is_a_whole_number(direction: object) -> None:
    """Others would make strengths that are none, and whoever reads them would fail."""
    assert ACTIVE_ZONES.fits(ACTIVE_ENTRY)
    assert not ACTIVE_ZONES.fits([direction, 1])
    sound = {"expression": TEXT, **ADVISOR_ENTRY}
    assert ZONE_ADVISORS.fits(sound)
    assert not ZONE_ADVISORS.fits({**sound, "direction": direction})


def test_zones_of_a_board_without_lines_are_refused(tmp_path: Path) -> None:
    """Somebody took the knowledge of another game."""
    game = make_game("othello")
    path = tmp_path / "file.hoyle"
    path.write_bytes(Knowledge.of(game, {"zones": {"one-step men total": SOUND}}).to_bytes())
    with pytest.raises(HoyleError, match="no lines"):
        Knowledge.load(path, game=game, declared=declared_items())


# In words.


@pytest.mark.parametrize(
    ("attitude", "words"),
    [("win", "goes with winning"), ("loss", "goes with not losing"), ("moves", "experts choose it")],
)
def test_a_learned_advisor_is_told_in_words(attitude: str, words: str) -> None:
    """What it stands for, and why."""
    entry = {"expression": "sliding one-step men total", **ADVISOR_ENTRY, "attitude": attitude}
    told = "Zone-1: more men together in one's one-step zones, sliding: " + words
    assert ZONE_ADVISORS.tell(MORRIS, "Zone-1", entry) == told


def test_active_and_important_ones_are_told_in_words() -> None:
    """The longest held first, and the rest are counted."""
    told = ZONES.lines({
        TEXT: {**SOUND, "direction": -1},
        "placing private men total": {**SOUND, "attitude": "loss", "state": "important", "held": 2},
        "placing one-step number total": {**SOUND, "attitude": "moves", "held": 9},
        "placing one-step density most": {**SOUND, "state": "", "attitude": "", "direction": 0},
        "placing one-step path most": {**SOUND, "state": "retired"},
    })  # fmt: skip
    assert [line.partition(" (")[0] for line in told] == [
        "more men together in one's private zones, placing: goes with not losing",
        "more one-step zones, placing: experts choose it",
        "fewer locations on average in one's two-step zones, sliding: goes with winning",
        "1 more are watched, and 1 are retired.",
    ]
    assert told[0].endswith(" (important, held for 2 contests, right in 1 of 2 opinions)")


def test_merging_keeps_an_attitude_that_both_share() -> None:
    """Otherwise it has to hold anew; standings add up."""
    both = ZONES.merge(SOUND, {**SOUND, "held": 7})
    assert both is not None
    assert (both["attitude"], both["held"], both["state"], both["standing"]) == ("win", 7, "active", [2, 4])
    torn = ZONES.merge(SOUND, {**SOUND, "direction": -1})
    assert torn is not None
    assert (torn["attitude"], torn["direction"], torn["held"]) == ("", 0, 0)
    assert ACTIVE_ZONES.merge([1, 3], [1, 5]) == [1, 5]
    assert ACTIVE_ZONES.merge([1, 3], [-1, 5]) is None
