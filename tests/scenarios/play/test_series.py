"""Contests in a row, and what Hoyle learns from them."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import trio

from agents import Learner, Lesson, RandomContestant, Streams, register_learner, unregister_learner
from blackboard import Contest, Decision, Knowledge
from control import VirtualClock
from control.settings.hoyle_options import HoyleOptions
from games import BadFile, BadOption, Role, make_game
from scenarios.play.score import Score
from scenarios.play.seating import Seating, seat_by_name
from scenarios.play.series import IN_EXPERIMENTS, IN_PLAY, Conventions, Played, Series
from scenarios.play.shared_knowledge import shared_by_file

QUICK = "advisors=Victory+Panic"


class Remarks(Learner):
    """Count decisions."""

    name = "remarks"
    trigger = "decision"

    def learn(self, lesson: Lesson) -> None:
        """Count one more."""
        lesson.note("all", (lesson.recall("all") or 0) + 1)


class Recorded:
    """A series, and what came of it."""

    def __init__(
        self,
        seating: Seating,
        *,
        conventions: Conventions = IN_PLAY,
        hear: Callable[[int, Decision], None] = lambda _, __: None,
    ) -> None:
        game = make_game("tic-tac-toe")
        self.series = Series(
            game,
            seating,
            shared_by_file(game, seating.hoyles),
            Streams(0),
            conventions,
            hear=hear,
            person=RandomContestant,
        )
        self.score = Score()

    @property
    def played(self) -> list[Played]:
        """The contests so far."""
        return self.score.played


def series(
    me: str,
    across: str,
    options: HoyleOptions,
    *,
    expert: bool | None = None,
    first: Role = Role.PLAYER,
) -> Recorded:
    """Seat two at a table of tic-tac-toe."""
    return Recorded(seat_by_name(me, across, options, begins_as=first, expert=expert))


def play(
    these: Recorded, contests: int, *, after: Callable[[], object] = list, relived: Sequence[Contest] = ()
) -> None:
    """Play in virtual time; the first contests may be relived."""

    async def run() -> None:
        with these.series.opened():
            for contest in relived:
                these.played.append(await these.series.relive(contest))
            for _ in range(contests - len(relived)):
                these.played.append(await these.series.play())
                after()

    trio.run(run, clock=VirtualClock())


def play_with(these: Recorded, contests: int, meanwhile: Callable[[], object]) -> None:
    """Play, and let something happen after each contest: in a thread, where trio can run again."""

    def in_a_thread() -> None:
        with ThreadPoolExecutor() as pool:
            pool.submit(meanwhile).result()

    play(these, contests, after=in_a_thread)


def contests_in(knowledge: Knowledge) -> int:
    """Count the contests that knowledge has seen, by their first moves."""
    openings = knowledge.item("openings")
    return sum(sum(counts) for key, counts in openings.items() if key.count(".") == 8)


def test_roles_alternate_from_the_first() -> None:
    """The first of the two begins as told, and then in turn; the score is its own."""
    these = series("random", "random", HoyleOptions(), first=Role.OPPONENT)
    play(these, 5)
    assert [each.role for each in these.played] == [Role(1), Role(0), Role(1), Role(0), Role(1)]
    assert sum(these.score.count().values()) == 5
    for each in these.played:
        winner = each.contest.outcome.winner
        assert each.result == ("drawn" if winner is None else "won" if winner is each.role else "lost")


def test_a_contest_is_the_same_in_a_short_row_and_in_a_long_one() -> None:
    """Contest i hangs on the seed and on i alone, where nobody learns."""
    rows = []
    for contests in (2, 4):
        these = series(f"hoyle:{QUICK}", "random", HoyleOptions())
        play(these, contests)
        rows.append([each.contest for each in these.played])
    assert rows[0] == rows[1][:2]
    assert len(set(rows[1])) > 1


def test_the_file_holds_each_contest_before_it_is_told(tmp_path: Path) -> None:
    """After contest i the file has seen i contests."""
    file = tmp_path / "t.hoyle"
    these = series(f"hoyle:{QUICK}", "random", HoyleOptions(learn=True, knowledge=file))
    seen: list[int] = []
    play(these, 4, after=lambda: seen.append(contests_in(Knowledge.load(file))))
    assert seen == [1, 2, 3, 4]


def test_two_hoyles_with_one_file_know_the_same_and_count_once(tmp_path: Path) -> None:
    """Self-play learns each contest once, as both roles; what one decides, the other knows at once."""
    file = tmp_path / "t.hoyle"
    register_learner(Remarks)
    try:
        these = series("hoyle", f"hoyle:{QUICK}", HoyleOptions(learn=True, knowledge=file))
        play(these, 3)
    finally:
        unregister_learner("remarks")
    known = Knowledge.load(file)
    assert contests_in(known) == 3
    assert known.item("remarks")["all"] == sum(len(each.contest.moves) for each in these.played)
    assert not known.item("model")
    movers = {key[-1] for key in known.item("hoyle_moves")}
    assert movers == {"X", "O"}


def test_hoyles_with_files_of_their_own_learn_apart(tmp_path: Path) -> None:
    """Each sees the other as the other contestant, and one that does not learn writes nothing."""
    one, other = tmp_path / "1.hoyle", tmp_path / "2.hoyle"
    these = series(
        f"hoyle:knowledge={one},{QUICK}", f"hoyle:knowledge={other},{QUICK}", HoyleOptions(learn=True)
    )
    play(these, 2)
    assert Knowledge.load(one).item("model").keys() == Knowledge.load(other).item("hoyle_moves").keys()
    before = other.read_bytes()
    these = series(
        f"hoyle:knowledge={one},{QUICK}", f"hoyle:knowledge={other},learn=no", HoyleOptions(learn=True)
    )
    play(these, 1)
    assert other.read_bytes() == before
    assert contests_in(Knowledge.load(one)) == 3


@pytest.mark.parametrize(
    ("across", "expert", "learned"),
    [
        ("perfect", None, True),
        ("expert", None, True),
        ("random", None, False),
        ("random", True, True),
        ("perfect", False, False),
    ],
)
def test_experts_are_believed_by_name_unless_told_otherwise(
    tmp_path: Path, across: str, expert: bool | None, learned: bool
) -> None:
    """Moves are an expert's if the contestant is called one, or if Hoyle is told that it is."""
    options = HoyleOptions(learn=True, knowledge=tmp_path / "t.hoyle", advisors=("Panic",))
    these = series("random", across, options, expert=expert)
    play(these, 6)
    assert bool(Knowledge.load(tmp_path / "t.hoyle").item("expert_moves")) is learned


def test_hoyle_watches_where_it_does_not_play(tmp_path: Path) -> None:
    """Contests of others teach too, but nothing about moves of its own."""
    options = HoyleOptions(learn=True, knowledge=tmp_path / "t.hoyle")
    these = series("perfect", "random", options)
    play(these, 4)
    known = Knowledge.load(tmp_path / "t.hoyle")
    assert contests_in(known) == 4
    assert known.item("states")
    assert not known.item("hoyle_moves")


def test_two_that_share_a_file_must_learn_alike(tmp_path: Path) -> None:
    """One file cannot be learned into in two ways at once."""
    options = HoyleOptions(learn=True, knowledge=tmp_path / "t.hoyle")
    with pytest.raises(BadOption, match="its own knowledge file"):
        series("hoyle:learners=states", "hoyle", options)
    assert not (tmp_path / "t.hoyle").exists()


def test_one_file_by_two_paths_is_one_knowledge(tmp_path: Path) -> None:
    """A link, or another way to write a path, makes no second file."""
    (tmp_path / "sub").mkdir()
    these = series(
        f"hoyle:{QUICK}",
        f"hoyle:{QUICK},knowledge={tmp_path / 'sub' / '..' / 't.hoyle'}",
        HoyleOptions(learn=True, knowledge=tmp_path / "t.hoyle"),
    )
    assert len(these.series.knowledge) == 1


def test_two_series_cannot_learn_into_one_file_at_once(tmp_path: Path) -> None:
    """The second is told in one line before it plays; what the first learns is all in the file."""
    file = tmp_path / "t.hoyle"
    options = HoyleOptions(knowledge=file, learn=True)
    first, second = (series(f"hoyle:{QUICK}", "random", options) for _ in range(2))

    def meanwhile() -> None:
        with pytest.raises(BadFile, match="is in use: another process is learning into it; wait until"):
            play(second, 1)

    play_with(first, 2, meanwhile)
    assert second.played == []
    assert contests_in(Knowledge.load(file)) == 2
    assert list(tmp_path.iterdir()) == [file]


def test_one_series_after_another_learns_on(tmp_path: Path) -> None:
    """Both were seated before either played: the second learns on from what the first has written."""
    file = tmp_path / "t.hoyle"
    options = HoyleOptions(knowledge=file, learn=True)
    first, second = (series(f"hoyle:{QUICK}", "random", options) for _ in range(2))
    for each in (first, second, first):
        play(each, 2)
    assert contests_in(Knowledge.load(file)) == 6


def test_what_somebody_else_writes_meanwhile_stays(tmp_path: Path) -> None:
    """The series ends with one line; theirs is untouched, and what was learned is in a file beside it."""
    file = tmp_path / "t.hoyle"
    theirs = Knowledge.of(make_game("tic-tac-toe"), {"notes": {"a": 1}}).to_bytes()
    these = series(f"hoyle:{QUICK}", "random", HoyleOptions(knowledge=file, learn=True))
    with pytest.raises(
        BadFile, match=rf"what was learned is in {tmp_path / 't-2.hoyle'}; merge both with hoyle knowledge"
    ):
        play(these, 3, after=lambda: file.write_bytes(theirs))
    assert file.read_bytes() == theirs
    assert contests_in(Knowledge.load(tmp_path / "t-2.hoyle")) == 2


def test_whoever_only_reads_is_not_kept_away(tmp_path: Path) -> None:
    """While one learns, others play with what the file holds."""
    file = tmp_path / "t.hoyle"
    learner = series(f"hoyle:{QUICK}", "random", HoyleOptions(knowledge=file, learn=True))
    readers: list[Recorded] = []

    def meanwhile() -> None:
        readers.append(series(f"hoyle:{QUICK}", "random", HoyleOptions(knowledge=file)))
        play(readers[-1], 1)

    play_with(learner, 2, meanwhile)
    assert [len(each.played) for each in readers] == [1, 1]


def test_a_series_that_fails_lets_go(tmp_path: Path) -> None:
    """Whatever ends it, the next one may learn."""
    file = tmp_path / "t.hoyle"
    options = HoyleOptions(knowledge=file, learn=True)
    with pytest.raises(ZeroDivisionError):
        play(series(f"hoyle:{QUICK}", "random", options), 2, after=lambda: 1 / 0)
    play(series(f"hoyle:{QUICK}", "random", options), 1)
    assert contests_in(Knowledge.load(file)) == 2


@pytest.mark.parametrize("conventions", [IN_PLAY, IN_EXPERIMENTS])
def test_what_was_played_before_teaches_the_same_again(conventions: Conventions) -> None:
    """Going through contests leads to the same knowledge as playing them, and the next one is the same."""
    register_learner(Remarks)
    known: list[Knowledge] = []
    contests: list[list[Contest]] = []
    try:
        for relived in (0, 2):
            these = Recorded(
                seat_by_name(f"hoyle:{QUICK}", "hoyle", HoyleOptions(learn=True)), conventions=conventions
            )
            play(these, 4, relived=contests[0][:relived] if contests else [])
            contests.append([each.contest for each in these.played])
            known += [each.knowledge for each in these.series.knowledge]
    finally:
        unregister_learner("remarks")
    assert contests[0] == contests[1]
    first, second = known
    assert first == second
    assert first.item("remarks")


def test_nobody_sits_down_where_there_is_no_person() -> None:
    """A series that is not at a terminal says so."""
    seating = seat_by_name("human", "random", HoyleOptions())
    with pytest.raises(BadOption, match="name another contestant than human"):
        Series(
            make_game("tic-tac-toe"),
            seating,
            shared_by_file(make_game("tic-tac-toe"), ()),
            Streams(0),
            IN_PLAY,
            hear=lambda _, __: None,
        )


def test_who_decided_is_told(tmp_path: Path) -> None:
    """Whoever listens to decisions hears which of the two made them, whatever role it has."""
    heard: list[int] = []
    these = Recorded(
        seat_by_name(
            f"hoyle:{QUICK}", f"hoyle:{QUICK},knowledge={tmp_path / 't.hoyle'},learn=yes", HoyleOptions()
        ),
        hear=lambda place, _: heard.append(place),
    )
    play(these, 2)
    first, second = (len(each.contest.moves) for each in these.played)
    assert heard == [number % 2 for number in range(first)] + [1 - number % 2 for number in range(second)]
