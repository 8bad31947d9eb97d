"""Where Patsy cannot be: refused in one line before anything is played, wherever it is asked for."""

from pathlib import Path

import pytest

from blackboard import Knowledge
from games import BadOption, make_game
from scenarios import read_scenario
from tests.scenarios.conftest import Hoyle

NOT_HERE = (
    "Advisor 'Patsy-1' cannot take part in five-mens-morris: "
    "it is for boards of three rows of three; Patsy-2 sees this one"
)
BOTH = "Patsy-1 and Patsy-2 cannot both take part; name one of them"
SCENARIO = """\
game = "{game}"
runs = 1
seed = 1
{keys}
[[phase]]
name = "play"
learn = "no"
against = "{against}"
contests = 1
"""


def refusal(
    tmp_path: Path, *, game: str = "five-mens-morris", keys: str = "", against: str = "random"
) -> str:
    """Read a scenario that is to be refused, and return the line."""
    path = tmp_path / "s.toml"
    path.write_text(SCENARIO.format(game=game, keys=keys, against=against), encoding="utf-8")
    with pytest.raises(BadOption) as refused:
        read_scenario(str(path))
    return str(refused.value).replace(str(path), "s.toml")


def test_scenarios_are_refused_where_they_are_read(tmp_path: Path) -> None:
    """With the line of the Advisors, or of the other Hoyle, and the cell of a sweep."""
    patsy = 'advisors = ["Victory", "Patsy-1"]'
    assert refusal(tmp_path, keys=patsy) == f"s.toml, line 4: {NOT_HERE}"
    assert refusal(tmp_path, against="hoyle:advisors=Patsy-1") == f"s.toml, line 8: {NOT_HERE}"
    both = 'advisors = ["Patsy-1", "Patsy-2"]'
    assert refusal(tmp_path, game="tic-tac-toe", keys=both).endswith(BOTH)
    sweep = 'advisors = [["Victory"], ["Patsy-1"]]'
    assert refusal(tmp_path, keys=sweep).startswith(f"s.toml, line 4: {NOT_HERE} (where ")


@pytest.mark.parametrize(
    "words",
    [
        ("decide", "five-mens-morris", "--advisors", "Patsy-1"),
        ("play", "five-mens-morris", "--me", "random", "--advisors", "Patsy-1"),
        ("play", "five-mens-morris", "--me", "random", "--against", "hoyle:advisors=Patsy-1"),
    ],
)
def test_commands_refuse_it_too(hoyle: Hoyle, words: tuple[str, ...]) -> None:
    """By exit code 2 and one line."""
    answer = hoyle(*words)
    assert (answer.code, answer.err) == (2, f"hoyle: {NOT_HERE}\n")


def test_both_at_once_are_refused_by_commands(hoyle: Hoyle) -> None:
    """Before anybody decides."""
    answer = hoyle("decide", "tic-tac-toe", "--advisors", "Patsy-1,Patsy-2")
    assert (answer.code, answer.err) == (2, f"hoyle: {BOTH}\n")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1=X 9=X", "no template of the board fits it"),
        ("1=X 2=.", "no template of the board fits it"),
        ("14=X 15=X", "it is written '1=X 2=X'"),
        ("1=X 99=X", "no location is named '99'"),
    ],
)
def test_knowledge_with_a_pattern_that_no_template_fits_is_refused(
    hoyle: Hoyle, tmp_path: Path, text: str, why: str
) -> None:
    """Wherever knowledge is read with its game: to be told, to decide and to play."""
    path = tmp_path / "k.hoyle"
    game = make_game("five-mens-morris")
    Knowledge.of(game, {"patsy_2": {text: {"response": "draw", "met": 0}}}).save(path)
    for words in (
        ("knowledge", path),
        ("decide", game.name, "--knowledge", path),
        ("play", game.name, "--me", "random", "--knowledge", path),
    ):
        answer = hoyle(*words)
        assert (answer.code, answer.err.count("\n")) == (2, 1)
        assert answer.err.startswith(f"hoyle: {path} has {text!r} in item 'patsy_2': {why}")
        assert answer.err.endswith("; restore it or learn it again\n")


def test_patterns_of_patsy_1_are_for_its_boards(hoyle: Hoyle, tmp_path: Path) -> None:
    """On another board there are no such templates."""
    path = tmp_path / "k.hoyle"
    entry = {"won": 1, "drawn": 0, "lost": 0, "met": 0}
    Knowledge.of(make_game("five-mens-morris"), {"patsy_1": {"1=X 2=X": entry}}).save(path)
    assert "this board has no such templates" in hoyle("knowledge", path).err


def test_patterns_are_drawn_with_their_responses(hoyle: Hoyle, tmp_path: Path) -> None:
    """Their locations in brackets, a sentence beside them, and how many come in pairs above."""
    path = tmp_path / "k.hoyle"
    entries = {"1=X 2=X": {"response": "player", "met": 0}, "1=O 2=O": {"response": "opponent", "met": 1}}
    Knowledge.of(make_game("five-mens-morris"), {"patsy_2": entries}).save(path)
    told = hoyle("knowledge", path, "--item", "patsy_2").out
    assert "2 of 2 are also known with men and response exchanged." in told
    assert "(X)---------(X)----------3" in told
    assert "X on 1 and 2: Player wins." in told
    assert "O on 1 and 2: Opponent wins." in told
    assert '"picture": "(O)---------(O)----------3' in hoyle("knowledge", path, "--json").out
