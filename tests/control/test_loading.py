"""Bringing in a Python file of somebody's Advisors, games and paradigms."""

import sys
from functools import partial
from pathlib import Path

import pytest
import trio

from agents import LEARNERS, Streams, all_advisors, get_advisors, get_learners, make_contestant
from blackboard import State
from control import PARADIGMS, Panel, VirtualClock, decide
from control.loading import Definitions, Loaded, load_file
from games import BadPlugin, DuplicateName, HoyleError, fresh_registries, game_names, make_game
from tests.support import decided, heard

pytestmark = pytest.mark.usefixtures("registries")

TIMID = '''
from agents import Advisor

class Timid(Advisor):
    """Stay away from the middle."""
    tier = 3
    budget_ms = 50

    async def advise(self, think):
        for move in think.moves:
            after = think.play(move)
            if not think.legal_moves(after) or move != "5":
                await think.comment(move, 7, "not the middle")
'''
CLASH = '''
class Panic(Advisor):
    """Another one of that name."""
    async def advise(self, think): ...
'''
GAME = """
from games import PlacingGame, grid, straight_lines

board = grid(4, 4, lines=straight_lines(4, 4, length=4))
four = PlacingGame(name="four", title="Four", rules="Four in line.", board=board)
"""
LEARNER = '''
from agents import Learner

class Lengths(Learner):
    """Remember how long contests were."""
    name = "lengths"

    def learn(self, lesson):
        lesson.note(str(len(lesson.experience.contest.moves)), 1)
'''
PARADIGM = """
from control import Paradigm, Poll
mine = Paradigm("mine", "nobody wins", Poll.empty_tally)
"""


ROW = "from games import Game\nclass Row(Game):\n    def initial(self): ..."
MANY = "\n".join(f"def {name}(): ..." for name in "abcd") + "\nclass Shy:\n    advise = learn = None\n"
REGISTERS = """
from agents import RandomContestant, register_advisor, register_contestant, register_learner
from control import Paradigm, Poll, register_paradigm
from games import register

def family(size="3"):
    board = grid(int(size), int(size), lines=straight_lines(int(size), int(size), length=3))
    made = PlacingGame(name="family", title="Family", rules="Three.", board=board)
    made.options = {"size": size}
    return made

class Own(RandomContestant):
    name = "own"

register_paradigm(Paradigm("quiet", "nobody wins", Poll.empty_tally))
register_contestant("made", lambda game: Own())
register_contestant(Own)
register_advisor(Timid)
register_learner(Lengths)
register(family)
register(four)
"""


@pytest.fixture
def nothing_changes() -> tuple[set[str], ...]:
    """Return what there is before the test."""
    return there_is()


def there_is() -> tuple[set[str], ...]:
    """Return what there is now."""
    return set(all_advisors()), set(game_names()), set(PARADIGMS), set(LEARNERS)


def written(folder: Path, source: str, name: str = "mine.py") -> Path:
    """Write somebody's file."""
    path = folder / name
    path.write_text(source)
    return path


def test_an_advisor_from_a_file_takes_part(tmp_path: Path) -> None:
    """The contract's own example runs beside the others as soon as its file is loaded."""
    assert load_file(written(tmp_path, TIMID)) == Loaded(["Timid"], [], [])
    decision = decided(get_advisors(["Timid", "Wild"]))
    assert len(heard(decision, "Timid").comments) == 8
    assert decision.move != "5" or decision.tally["5"] > decision.tally["1"]


def test_a_file_may_bring_all_kinds(tmp_path: Path) -> None:
    """Advisors, learners, games and paradigms of one file are there, and gone once it is unloaded."""
    before = there_is()
    loaded = load_file(written(tmp_path, TIMID + GAME + PARADIGM + LEARNER))
    assert loaded == Loaded(["Timid"], ["four"], ["mine"], ["lengths"])
    assert get_learners(["lengths"])[0].item == "lengths"
    assert make_game("four").title == "Four"
    loaded.unload()
    assert there_is() == before


def test_a_file_may_register(tmp_path: Path) -> None:
    """What it registers takes part once, whether or not it would have been found, and goes with the file."""
    before = there_is()
    loaded = load_file(written(tmp_path, TIMID + GAME + LEARNER + REGISTERS))
    assert loaded == Loaded(["Timid"], ["family", "four"], ["quiet"], ["lengths"], ["made", "own"])
    assert make_game("family", {"size": "4"}).options == {"size": "4"}
    assert make_contestant("made", make_game("four")).name == "made"
    loaded.unload()
    assert there_is() == before


def test_what_a_file_registers_can_be_registered_again(tmp_path: Path) -> None:
    """A file is run once; each scope in which it is wanted has all of it, and no other has."""
    definitions = Definitions.of(written(tmp_path, TIMID + GAME + LEARNER + REGISTERS))
    before = there_is()
    for _ in range(2):
        with fresh_registries():
            assert definitions.register().contestants == ["made", "own"]
            assert "quiet" in PARADIGMS
        assert there_is() == before


def test_a_file_that_registers_what_is_taken_is_refused(
    tmp_path: Path, nothing_changes: tuple[set[str], ...]
) -> None:
    """Where it does so, and nothing of it is left."""
    source = TIMID + "\nfrom control import *\nregister_paradigm(Paradigm('1', 'one', Poll.empty_tally))\n"
    with pytest.raises(
        BadPlugin, match=r"cannot be loaded: DuplicateName: a paradigm named '1' already exists"
    ):
        load_file(written(tmp_path, source))
    assert there_is() == nothing_changes


def test_a_family_that_a_file_registers_is_known_in_processes(tmp_path: Path) -> None:
    """An Advisor elsewhere is asked about the variant that is played, and not about the usual one."""
    load_file(written(tmp_path, TIMID + GAME + LEARNER + REGISTERS))
    game = make_game("family", {"size": "4"})
    panel = Panel.of(get_advisors(["Timid"]), placements={"Timid": "process"})
    for position in (game.initial(), game.play(game.initial(), "16")):
        decision = trio.run(partial(decide, game, position, panel, streams=Streams(0)), clock=VirtualClock())
        testimony = decision.testimonies[0]
        assert (testimony.reason, testimony.state) == ("", State.FINISHED)
        assert "15" in testimony.comments
    panel.close()


def test_classes_of_games_are_made(tmp_path: Path) -> None:
    """A Game subclass that needs no arguments is a game; one that is half made is not."""
    source = """
from games import Game, PlacingGame, grid, straight_lines

class Half(Game):
    name = "half"

class Whole(PlacingGame):
    def __init__(self):
        board = grid(3, 3, lines=straight_lines(3, 3, length=3))
        super().__init__(name="whole", title="Whole", rules="All of it.", board=board)
"""
    assert load_file(written(tmp_path, source)).games == ["whole"]


def test_what_is_imported_is_not_defined(tmp_path: Path) -> None:
    """A file may import Advisors of others without bringing them in again."""
    source = (
        TIMID + "\nfrom agents.advisors.lookahead import Panic, Victory\nfrom agents.advisors.wild import *\n"
    )
    assert load_file(written(tmp_path, source)).advisors == ["Timid"]


def test_what_is_private_or_half_made_is_left_out(tmp_path: Path) -> None:
    """A base class without advise, and names with an underscore, are the file's own business."""
    source = TIMID.replace("(Advisor)", "(Base)").replace(
        "class", "class Base(Advisor):\n    tier = 2\n\nclass"
    )
    source += "\nclass _Hidden(Timid):\n    pass\n"
    assert load_file(written(tmp_path, source)).advisors == ["Timid"]


def test_an_advisor_that_forgot_to_advise_is_refused(tmp_path: Path) -> None:
    """A class on which nothing builds is meant to take part, and cannot."""
    source = TIMID + "\nclass Mute(Advisor):\n    pass\n"
    with pytest.raises(BadPlugin, match=r"Advisor 'Mute' has no advise method of its own; .*$"):
        load_file(written(tmp_path, source))


def test_a_second_name_for_one_advisor_does_no_harm(tmp_path: Path) -> None:
    """An alias is the same Advisor, and no duplicate."""
    assert load_file(written(tmp_path, TIMID + "\nShy = Timid\n")).advisors == ["Timid"]


def test_a_file_may_make_a_bundled_game_for_its_own_use(tmp_path: Path) -> None:
    """A game that already exists is not brought in again by being looked at."""
    source = TIMID + "\nfrom games import make_game\nboard_of = make_game('tic-tac-toe')\n"
    assert load_file(written(tmp_path, source)).advisors == ["Timid"]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("class (", r"mine\.py, line 1: cannot be loaded: SyntaxError: [^()]*$"),
        ("x = 1\n  y = 2\n", r"mine\.py, line 2: cannot be loaded: IndentationError: [^()]*$"),
        ("\0", r"cannot be loaded: (SyntaxError|ValueError): "),
        ("raise ValueError('two\\nlines')", r"mine\.py, line 1: cannot be loaded: ValueError: two lines$"),
        ("def f():\n    1 / 0\n\nf()\n", r"mine\.py, line 2: cannot be loaded: ZeroDivisionError: .*$"),
        ("\n\neval('1 +')\n", r"mine\.py, line 3: cannot be loaded: SyntaxError: .*$"),
        ("raise SystemExit(3)", r"cannot be loaded: SystemExit: 3$"),
        (
            "import no_such_module",
            r"cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'$",
        ),
        ("", r"brings nothing: it defines no class and no function; what takes part is a subclass of "),
        ("x = 1", r"brings nothing: it defines no class and no function; what takes part is a subclass of "),
        ("from agents.advisors.lookahead import Panic", r"brings nothing: it defines no class and no fun"),
        (
            ROW,
            r"brings nothing: class Row has no cells, .*, outcome, .*: a game needs .*outcome, .*; what",
        ),
        (
            "class Row:\n    def legal_moves(self): ...",
            r"class Row has legal_moves, but is no subclass of game",
        ),
        ("class Shy:\n    async def advise(self, t): ...", r"has advise, but is no subclass of agents.Advis"),
        (f"{TIMID.replace('Timid', '_Shy')}", r"class _Shy is passed over, since its name begins with _; "),
        (
            "def borda(poll): ...",
            r'is not yet a paradigm: write control.Paradigm\("name", "title", borda\); ',
        ),
        (MANY, r"class Shy has advise, .*; function a is none of these; function b is .*; and 2 more; what"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(
    source: str, line: str, tmp_path: Path, nothing_changes: tuple[set[str], ...]
) -> None:
    """One line names the file and what is wrong with it, and nothing has changed."""
    path = written(tmp_path, source)
    with pytest.raises(BadPlugin, match=line) as caught:
        load_file(path)
    assert str(caught.value).startswith((f"{path} ", f"{path}, line "))
    assert "\n" not in str(caught.value)
    assert there_is() == nothing_changes


def test_text_in_no_known_encoding_is_refused(tmp_path: Path) -> None:
    """A file of bytes that are no text is refused like any other that does not parse."""
    path = tmp_path / "mine.py"
    path.write_bytes(b"x = '\xff\xfe'")
    with pytest.raises(BadPlugin, match=r"cannot be loaded: "):
        load_file(path)


def test_what_was_run_in_vain_leaves_no_module_behind(tmp_path: Path) -> None:
    """A file that raises is not half there."""
    before = set(sys.modules)
    with pytest.raises(BadPlugin):
        load_file(written(tmp_path, "raise ValueError"))
    assert not {name for name in set(sys.modules) - before if name.startswith("hoyle_load_")}


@pytest.mark.parametrize("name", ["missing.py", "."])
def test_a_missing_file_is_refused(name: str, tmp_path: Path) -> None:
    """One line names the path; a folder is no file either."""
    with pytest.raises(BadPlugin, match=r"^there is no file .*; give the path of a Python file$"):
        load_file(tmp_path / name)


@pytest.mark.parametrize(
    "source", [TIMID + CLASH, PARADIGM + GAME + TIMID + CLASH], ids=["advisors", "all kinds"]
)
def test_a_file_is_loaded_whole_or_not_at_all(
    source: str, tmp_path: Path, nothing_changes: tuple[set[str], ...]
) -> None:
    """Where one Advisor clashes with a bundled one nothing of the file is registered."""
    path = written(tmp_path, source)
    with pytest.raises(
        DuplicateName, match=r"an Advisor named 'Panic' already exists; choose another name$"
    ) as caught:
        load_file(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert there_is() == nothing_changes


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("Timid.tier = 4", "Advisor 'Timid' has tier 4"),
        ("Timid.budget_ms = 0", "Advisor 'Timid' has budget_ms 0"),
        ("Timid.name = 'a b'", "an Advisor is named 'a b'"),
        (
            "from control import PARADIGMS, Paradigm\nmine = Paradigm('1', '', len)",
            "a paradigm named '1' already exists",
        ),
        (
            "from games import tic_tac_toe\nclass Mine(tic_tac_toe().__class__): pass",
            "game 'Mine' cannot be made",
        ),
    ],
)
def test_bad_declarations_are_refused_whole(
    source: str, line: str, tmp_path: Path, nothing_changes: tuple[set[str], ...]
) -> None:
    """What cannot be meant is refused with the file's name before it, and nothing of it stays."""
    with pytest.raises(HoyleError, match=line) as caught:
        load_file(written(tmp_path, TIMID + "\n" + source))
    assert "\n" not in str(caught.value)
    assert there_is() == nothing_changes


def test_loading_a_file_twice_is_refused_and_keeps_the_first(tmp_path: Path) -> None:
    """The second time every name is taken, and what the first time brought stays."""
    path = written(tmp_path, TIMID)
    load_file(path)
    with pytest.raises(DuplicateName):
        load_file(path)
    assert "Timid" in all_advisors()


def test_two_files_of_one_name_are_two_files(tmp_path: Path) -> None:
    """Files in different folders may have the same name."""
    (tmp_path / "other").mkdir()
    load_file(written(tmp_path, TIMID))
    load_file(written(tmp_path / "other", TIMID.replace("Timid", "Shy")))
    assert {"Timid", "Shy"} <= set(all_advisors())


def test_a_script_may_define_nothing_that_takes_part(tmp_path: Path) -> None:
    """If it is allowed to; what it names can be looked up."""
    path = tmp_path / "script.py"
    path.write_text("answer = 42")
    loaded = load_file(path, may_be_empty=True)
    assert (loaded.advisors, loaded.games, loaded.paradigms) == ([], [], [])
    assert loaded.names["answer"] == 42


def test_a_learner_of_a_bundled_name_is_refused_and_nothing_stays(tmp_path: Path) -> None:
    """All of a file or nothing of it: what was registered before the clash is taken out again."""
    before = there_is()
    with pytest.raises(DuplicateName, match=r"a learner named 'states' already exists; choose another"):
        load_file(written(tmp_path, TIMID + LEARNER.replace('"lengths"', '"states"')))
    assert there_is() == before


def test_a_learner_that_others_build_on_is_loaded_only_if_it_can_learn(tmp_path: Path) -> None:
    """A base without a learn method of its own is no learner; one with it is."""
    base = LEARNER.replace("    def learn", "class Both(Lengths):\n    name = 'both'\n\n    def learn")
    assert load_file(written(tmp_path, base)).learners == ["both"]
    later = LEARNER + "class Longer(Lengths):\n    name = 'longer'\n"
    assert load_file(written(tmp_path, later, "later.py")).learners == ["lengths", "longer"]


REGISTERED = {
    "advisors": ("Timid", TIMID + "\nfrom agents import register_advisor\nregister_advisor(Timid)\n"),
    "games": ("four", GAME + "\nfrom games import register\nregister(four)\n"),
    "learners": ("lengths", LEARNER + "\nfrom agents import register_learner\nregister_learner(Lengths)\n"),
    "paradigms": ("mine", PARADIGM + "\nfrom control import register_paradigm\nregister_paradigm(mine)\n"),
    "contestants": (
        "first",
        """
from agents import Contestant, register_contestant

class First(Contestant):
    name = "first"

    async def choose(self, game, position, streams):
        return game.legal_moves(position)[0]

register_contestant(First)
""",
    ),
}


@pytest.mark.parametrize("kind", REGISTERED)
def test_a_file_may_register_what_it_brings(tmp_path: Path, kind: str) -> None:
    """By hand instead of letting it be found, or both: it is there once, wherever the file is brought."""
    name, source = REGISTERED[kind]
    before = there_is()
    definitions = Definitions.of(written(tmp_path, source))
    assert there_is() == before
    for _ in range(2):
        with fresh_registries():
            loaded = definitions.register()
            assert getattr(loaded, kind) == [name]
            assert sum(len(getattr(loaded, each)) for each in REGISTERED) == 1
            loaded.unload()
            assert there_is() == before


def test_what_is_registered_under_no_name_of_the_file_is_there_too(tmp_path: Path) -> None:
    """A paradigm that is made in the call has no name in the file, and one of that name is refused."""
    source = """
from control import Paradigm, Poll, register_paradigm
register_paradigm(Paradigm("unseen", "nobody wins", Poll.empty_tally))
"""
    path = written(tmp_path, source)
    assert load_file(path).paradigms == ["unseen"]
    with pytest.raises(HoyleError, match=r"mine\.py.*'unseen' already exists"):
        load_file(path)
