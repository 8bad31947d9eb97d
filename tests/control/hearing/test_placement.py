"""Placement: an Advisor in a thread or a process does what it does inline, and can do less harm."""

import gc
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import trio

from agents import Advisor, Streams, get_advisors
from agents.remote.processes import LAUNCHER, REAPER
from agents.remote.remote_advisor import Remote
from agents.remote.spares import MOST_SPARES
from blackboard import Decision, Knowledge, State, TraceWriter, decisions_of, read_trace
from control import SCHEDULES, Budgets, Panel, Settings, VirtualClock, decide
from control.hearing.virtual import BRAKE_S
from games import BadOption, Game, UnknownName, VoidDecision, make_game
from tests.placed import (
    ONE_SIDED,
    POLITE,
    RUNAWAYS,
    SPINS_FOR_A_WHILE,
    SPINS_THEN_POSTS,
    YIELDING,
)
from tests.processes import eventually, is_alive, processes_below
from tests.support import CLOCKS, advisor, clock_of, heard, played, strengths, tic_tac_toe, works

ELSEWHERE = ("thread", "process")
pytestmark = pytest.mark.usefixtures("leaves_no_process")


def panel_of(
    advisors: Any, placement: str, *budgets: str, only: tuple[str, ...] | None = None, **more: Any
) -> Panel:
    """Seat these Advisors, all of them or only some in one place."""
    names = [each.name for each in advisors] if only is None else only
    return Panel.of(
        advisors, budgets=Budgets.parse(budgets), placements=dict.fromkeys(names, placement), **more
    )


def decided_by(
    panel: Panel,
    clock: str = "virtual",
    *,
    game: Game[Any] | None = None,
    moves: str = "",
    processors: int | None = None,
    brake_s: float = BRAKE_S,
    knowledge: Knowledge | None = None,
    **settings: Any,
) -> Decision:
    """Make one decision."""
    game = game or tic_tac_toe()

    async def make() -> Decision:
        return await decide(
            game,
            played(moves, game),
            panel,
            settings=Settings(**settings),
            knowledge=knowledge,
            streams=Streams(5),
        )

    return trio.run(make, clock=clock_of(clock, processors=processors, brake_s=brake_s))


# The same as inline.


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("placement", ELSEWHERE)
def test_placement_changes_nothing_in_virtual_time(placement: str, schedule: str) -> None:
    """On the virtual clock an Advisor elsewhere says and does the same at the same time, bit for bit."""
    for processors in (None, 1, 3):
        inline = decided_by(panel_of(POLITE, "inline", "20ms"), schedule=schedule, processors=processors)
        other = panel_of(POLITE, placement, "20ms")
        for _ in range(3):
            found = decided_by(other, schedule=schedule, processors=processors)
            both = zip(inline.testimonies, found.testimonies, strict=True)
            differing = [f"{here}\nis, in a {placement},\n{there}" for here, there in both if here != there]
            assert not differing, "\n".join(differing)
            assert found == inline


@pytest.mark.parametrize("placement", ELSEWHERE)
@pytest.mark.parametrize("name", ["tic-tac-toe", "achi", "nim", "othello", "five-mens-morris"])
def test_the_bundled_advisors_say_the_same_elsewhere(name: str, placement: str) -> None:
    """All Advisors elsewhere make the decision they make inline, in games with and without options."""
    game = make_game(name)
    inline, other = Panel.of(get_advisors()), panel_of(get_advisors(), placement)
    assert decided_by(other, game=game) == decided_by(inline, game=game)


SEEING = ("Coverage", "Shortcut", "Patsy-2", "Zone-Ranger", "Zone", "Material")
SEEN = Knowledge.of(
    make_game("five-mens-morris"),
    {
        "patsy_2": {"1=X 2=X": {"response": "player", "met": 1}},
        "active_zones": {
            "placing two-step locations total": [1, 3],
            "placing one-step density mean": [-1, 2],
        },
        "zone_advisors": {
            "Zone-1": {
                "expression": "placing private men most",
                "direction": 1,
                "attitude": "win",
                "standing": [1, 1],
            }
        },
    },
)


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("placement", ["inline", *ELSEWHERE])
def test_those_who_see_lines_patterns_and_zones_say_the_same_everywhere(
    placement: str, schedule: str
) -> None:
    """On either clock, under every schedule and wherever they run; learned ones under their names."""
    game, moves = make_game("five-mens-morris"), "1 16 3 14"
    usual = decided_by(Panel.of(get_advisors(SEEING)), game=game, moves=moves, knowledge=SEEN)
    spoken = {each.advisor: strengths(each) for each in usual.testimonies}
    assert {name for name, said in spoken.items() if said} >= {"Coverage", "Patsy-2", "Zone-Ranger", "Zone-1"}
    for clock in CLOCKS:
        panel = panel_of(get_advisors(SEEING), placement)
        made = decided_by(panel, clock, game=game, moves=moves, knowledge=SEEN, schedule=schedule)
        assert (made.move, {each.advisor: strengths(each) for each in made.testimonies}) == (
            usual.move,
            spoken,
        )


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("placement", ["inline", *ELSEWHERE])
@pytest.mark.parametrize("fault", ONE_SIDED)
def test_whoever_takes_a_side_it_does_not_declare_is_at_fault(fault: str, placement: str, clock: str) -> None:
    """Wherever it runs; what it said before stands, and 5 is on nobody's side."""
    one_sided = ONE_SIDED[fault]
    testimony = heard(decided_by(panel_of([one_sided], placement, "20s"), clock), one_sided.name)
    assert (testimony.state, testimony.reason) == (State.FAILED, fault)
    assert testimony.comments.keys() == {"1", "2"}


@pytest.mark.parametrize("placement", ELSEWHERE)
def test_an_advisor_that_yields_for_ever_runs_out_of_virtual_time(placement: str) -> None:
    """One that is always ready to run does not keep the virtual clock from going on."""
    testimony = heard(decided_by(panel_of([YIELDING], placement, "5ms")), "Yielding")
    assert (testimony.state, testimony.ended_ns) == (State.TIMED_OUT, 5_000_000)


@pytest.mark.parametrize("placement", ELSEWHERE)
def test_comments_elsewhere_are_those_of_inline_in_real_time(placement: str) -> None:
    """The same seed gives the same comments on the wall clock, wherever an Advisor runs."""
    said = [
        {each.advisor: (each.state, strengths(each), [c.reason for c in each.comments.values()])}
        for kind in ("inline", placement)
        for each in decided_by(panel_of([POLITE[5]], kind, "5s"), "wall").testimonies
    ]
    assert said[0] == said[1]


# What only a process can stop.


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("what", RUNAWAYS)
def test_a_runaway_in_a_process_harms_nobody(what: str, clock: str) -> None:
    """The decision lands, the others' posts stand, the state is right, and nothing is left running.

    In virtual time there is no decision if an Advisor takes no step: its state would depend on the machine.
    """
    runaway, state, reason = RUNAWAYS[what]
    budget = "1s" if state == "timed out" else "5s"
    panel = panel_of(
        [runaway, *POLITE[:3]], "process", "5s", f"{runaway.name}={budget}", only=(runaway.name,)
    )
    remote = next(seat.advisor for seat in panel.seats if seat.name == runaway.name)
    assert isinstance(remote, Remote)
    remote._memory = 300 << 20
    for _ in range(2):
        if clock == "virtual" and state == "timed out":
            with pytest.raises(VoidDecision, match=rf"{runaway.name} needed more than 0\.5 s of real time"):
                decided_by(panel, clock, brake_s=0.5)
            continue
        decision = decided_by(panel, clock)
        testimony = heard(decision, runaway.name)
        if state:  # of one that shares trio's own files with its copy, nothing can be foretold
            assert (testimony.state.value, reason in testimony.reason) == (state, True), testimony
        assert strengths(testimony)["1"] == 9
        assert strengths(heard(decision, "Before")) == {"2": 8, "3": 3}
        assert strengths(heard(decision, "Witness")) == {"2": 6, "5": 7}
        assert decision.removed == {"4": "Judge"}
    panel.close()


def test_an_inline_runaway_is_measured_and_named(tmp_path: Path) -> None:
    """One that spins inline overruns; how far is recorded with its name and the remedy, and written down."""
    for runaway in (SPINS_FOR_A_WHILE, SPINS_THEN_POSTS):
        decision = decided_by(panel_of([runaway, POLITE[6]], "inline", "50ms"), "wall")
        testimony = heard(decision, runaway.name)
        assert testimony.state is State.TIMED_OUT
        assert testimony.overrun_ns >= 200_000_000
        assert "past its deadline without yielding" in testimony.reason
        assert 'placement = "process"' in testimony.reason
        assert heard(decision, "Sleeper").reason == ""
        with TraceWriter(tmp_path / runaway.name) as writer:
            writer.append(decision)
        assert list(decisions_of(read_trace(tmp_path / runaway.name).events)) == [decision]


def test_what_a_process_posted_in_time_counts_although_another_held_everybody_up() -> None:
    """While an inline runaway keeps the program busy past everybody's deadline, processes go on posting."""
    panel = panel_of([SPINS_FOR_A_WHILE, POLITE[0]], "process", "100ms", only=("Before",))
    decided_by(panel, "wall")
    decision = decided_by(panel, "wall")
    assert strengths(heard(decision, "Before")) == {"2": 8, "3": 3}


def test_a_thread_that_cannot_be_stopped_is_named() -> None:
    """A thread that spins is told of, with the remedy; the decision lands all the same."""
    decision = decided_by(
        panel_of([SPINS_FOR_A_WHILE, POLITE[0]], "thread", "5s", "SpinsForAWhile=50ms"), "wall"
    )
    testimony = heard(decision, "SpinsForAWhile")
    assert testimony.state is State.TIMED_OUT
    assert "its thread could not be stopped" in testimony.reason
    assert strengths(heard(decision, "Before")) == {"2": 8, "3": 3}


# Nothing is left behind.


def open_files() -> int:
    """Count the files that this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.parametrize("placement", ["inline", *ELSEWHERE])
@pytest.mark.parametrize("clock", CLOCKS)
def test_continuous_cancellation_leaks_nothing(placement: str, clock: str) -> None:
    """A hundred decisions cancelled one after another leave no task, process, file or memory behind."""
    advisors = POLITE[1:7:2]  # one that works, one that plans, one that draws by chance
    panel = panel_of(advisors, placement, "1min")
    others = processes_below(os.getpid())

    async def stop() -> None:
        for number in range(25):
            with trio.move_on_after(0.001 * (number % 7)):
                await decide(tic_tac_toe(), played(""), panel)
        await trio.testing.wait_all_tasks_blocked() if clock == "wall" else None
        assert trio.lowlevel.current_statistics().tasks_living <= 4

    def count() -> tuple[int, int, int]:
        REAPER.wait()
        gc.collect()
        return open_files(), len(processes_below(os.getpid()) - others), len(gc.get_objects())

    def has_no_more_than(files: int, processes: int, objects: int) -> bool:
        """Are there no more, once what was cancelled last is gone?"""
        now = count()
        few = MOST_SPARES * len(advisors)
        most = max(processes, 1 + 2 * few)  # each has a guardian
        return now[0] <= files + few and now[1] <= most and now[2] <= objects + 100 * few

    for _ in range(2):
        trio.run(stop, clock=clock_of(clock))
    before = count()
    for _ in range(4):
        trio.run(stop, clock=clock_of(clock))
    assert eventually(lambda: has_no_more_than(*before)), (before, count())
    panel.close()
    REAPER.wait()


PROGRAM = """
import sys, trio
from control import Budgets, Panel, decide
from games import make_game
from tests.placed import RUNAWAYS
panel = Panel.of(
    [RUNAWAYS["spins"][0], RUNAWAYS["leaves a daemon"][0]], budgets=Budgets.parse(["1min"]),
    placements={RUNAWAYS["spins"][0].name: "process", RUNAWAYS["leaves a daemon"][0].name: "process"},
)
game = make_game("tic-tac-toe")
async def main():
    async with trio.open_nursery() as nursery:
        nursery.start_soon(decide, game, game.initial(), panel)
        print("under way", flush=True)
trio.run(main)
"""


@pytest.mark.parametrize("signal_name", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_nobody_outlives_the_program(signal_name: str) -> None:
    """However the program ends, nothing that ran for it goes on: not even what spins or has got away."""
    import signal  # noqa: PLC0415  # only here

    root = Path(__file__).parents[3]
    program = subprocess.Popen(  # noqa: S603  # this very Python
        [sys.executable, "-c", PROGRAM],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    with program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"under way\n"
        assert eventually(lambda: len(processes_below(program.pid)) >= 3)
        below = processes_below(program.pid)
        program.send_signal(getattr(signal, signal_name))
        program.wait()
    assert eventually(lambda: not any(map(is_alive, below)))


def test_a_worker_that_died_in_between_is_nobodys_failure() -> None:
    """If the launcher is killed, and all its workers with it, the next decision has new ones."""
    panel = panel_of([POLITE[0]], "process")
    first = decided_by(panel)
    assert LAUNCHER._process is not None
    LAUNCHER._process.kill()
    LAUNCHER._process.wait()
    remote: Any = panel.seats[0].advisor
    assert eventually(remote._spares._waiting[0].is_gone)
    assert decided_by(panel) == first


# What is refused.


def test_a_placement_is_checked() -> None:
    """A placement for somebody who is not there, or one that does not exist, is refused in one line."""
    with pytest.raises(UnknownName, match="no Advisor that takes part is named 'Befor'"):
        Panel.of(POLITE, placements={"Befor": "process"})
    with pytest.raises(BadOption, match="Before has placement 'moon'; use one of inline, thread, process"):
        Panel.of(POLITE, placements={"Before": "moon"})


def test_a_class_that_another_process_cannot_find_is_refused() -> None:
    """A class made on the fly is refused with the remedy."""
    with pytest.raises(BadOption, match=r"^Fleeting cannot run in a process of its own: .* --load$"):
        Panel.of([advisor("Fleeting", works(1))], placements={"Fleeting": "process"})


def test_the_class_may_say_where_it_runs() -> None:
    """The placement that an Advisor declares is the one it gets, unless another is set."""
    declared = type("Declared", (Advisor,), {"placement": "thread", "advise": POLITE[0].advise})
    assert isinstance(Panel.of([declared]).seats[0].advisor, Remote)
    assert not isinstance(Panel.of([declared], placements={"Declared": "inline"}).seats[0].advisor, Remote)


def test_an_advisor_of_a_loaded_file_runs_in_a_process(tmp_path: Path, registries: None) -> None:
    """An Advisor and a game that came with --load are made again from their file."""
    from agents import all_advisors  # noqa: PLC0415  # after the file is loaded
    from control import load_file  # noqa: PLC0415  # only here

    del registries
    path = tmp_path / "mine.py"
    path.write_text(
        "from agents import Advisor\n"
        "from games.bundled.tic_tac_toe import tic_tac_toe\n"
        "game = tic_tac_toe()\n"
        "game.name = 'my-game'\n"
        "class Mine(Advisor):\n"
        "    placement = 'process'\n"
        "    async def advise(self, think):\n"
        "        import os\n"
        "        await think.comment(think.moves[0], 7, str(os.getpid()))\n"
    )
    load_file(path)
    decision = decided_by(Panel.of([all_advisors()["Mine"]]), game=make_game("my-game"))
    (comment,) = heard(decision, "Mine").comments.values()
    assert comment.reason != str(os.getpid())


def test_a_placed_advisor_finds_what_lies_beside_its_file(tmp_path: Path, registries: None) -> None:
    """In its process it may import the same modules, when it is loaded and while it thinks."""
    from agents import all_advisors  # noqa: PLC0415  # after the file is loaded
    from control import load_file  # noqa: PLC0415  # only here

    del registries
    (tmp_path / "helper.py").write_text(
        "from agents import Advisor\nclass Base(Advisor):\n    strength = 8\n"
    )
    (tmp_path / "words.py").write_text("why = 'from beside'\n")
    path = tmp_path / "mine.py"
    path.write_text(
        "from helper import Base\n"
        "class Mine(Base):\n"
        "    placement = 'process'\n"
        "    async def advise(self, think):\n"
        "        from words import why\n"
        "        await think.comment(think.moves[0], self.strength, why)\n"
    )
    load_file(path)
    testimony = heard(decided_by(Panel.of([all_advisors()["Mine"]])), "Mine")
    (comment,) = testimony.comments.values()
    assert (comment.strength, comment.reason) == (8, "from beside")


def test_the_clock_is_held_only_while_something_real_is_under_way() -> None:
    """Other tasks of the program see virtual time go on once an Advisor elsewhere is waiting."""
    panel = panel_of([POLITE[6]], "process")

    async def main() -> int:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.sleep, 5)
            return heard(await decide(tic_tac_toe(), played(""), panel), "Sleeper").ended_ns

    assert trio.run(main, clock=VirtualClock()) == 3_000_000 + 10_000 + 500_000 + 10_000
