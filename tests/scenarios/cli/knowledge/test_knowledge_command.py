"""What was learned, told on the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from blackboard import Knowledge, thawed
from tests.scenarios.conftest import Hoyle
from tests.scenarios.play.test_learning import OLD

START = "......... X"
CENTRE = "....X.... O"
CORNER = "X........ O"
REPLIED = "X...O.... X"
ITEMS: dict[str, Any] = {
    "states": {CENTRE: "player", REPLIED: "draw"},
    "openings": {CENTRE: [3, 0, 1], CORNER: [1, 0, 0]},
    "expert_moves": {START: {CENTRE: 3, CORNER: 1}},
    "hoyle_moves": {START: {CORNER: [1, 0, 2]}},
    "lost_moves": {START: {CORNER: [2, 4]}},
    "forks": {"3+3": {"position": "X...O...X O", "pivot": "3", "seen": 2}},
    "model": {CORNER: {REPLIED: 2}},
}
SHUTTLE = """
from tests.scenarios.shuttle import Shuttle

class Mine(Shuttle):
    name = "mine"

class Reader(__import__("agents").Advisor):
    '''Read its own.'''
    knowledge = ("notes",)
    async def advise(self, think):
        await think.comment(think.moves[0], 6, "as noted")
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Keep something of every item."""
    path = tmp_path / "k.hoyle"
    Knowledge("tic-tac-toe", ITEMS).save(path)
    return path


def document(hoyle: Hoyle, *words: object) -> Any:
    """Read the one document of a command that went well."""
    answer = hoyle("knowledge", *words, "--json")
    assert (answer.code, answer.err) == (0, "")
    return json.loads(answer.out)


def entry(told: Any, item: str, key: str) -> Any:
    """Find one explained entry."""
    return next(each for each in told["entries"] if (each["item"], each["key"]) == (item, key))


def test_every_item_is_told_with_its_size_and_readers(hoyle: Hoyle, file: Path) -> None:
    """A heading says how large an item is and which Advisors read it; entries have a picture and words."""
    shown = hoyle("knowledge", file).out
    assert "states: 2 entries" in shown
    assert "Read by Wiser, Sadder, Shortsight and Spotter." in " ".join(shown.split())
    assert "forks: 1 entry" in shown
    assert "Read by Pitchfork." in shown
    assert " 4 | X | 6 " in shown
    assert "Player wins." in shown
    assert "Experts moved 1 (once); 5 (3 times)." in " ".join(shown.split())


def test_the_document_has_sizes_and_structured_entries(hoyle: Hoyle, file: Path) -> None:
    """The items and their sizes are the contract; each explained entry says what it makes Advisors say."""
    told = document(hoyle, file)
    assert told["game"] == "tic-tac-toe"
    assert told["items"] == {name: len(entries) for name, entries in ITEMS.items()}
    experts = entry(told, "expert_moves", START)
    assert experts["position"] == START
    assert experts["words"] == "experts moved 1 (once); 5 (3 times)"
    assert {(said["advisor"], said["move"], said["strength"]) for said in experts["comments"]} == {
        ("Anthropomorph", "5", 8),
        ("Anthropomorph", "1", 7),
    }
    assert entry(told, "forks", "3+3")["position"] == "X...O...X O"
    assert {said["advisor"] for said in entry(told, "forks", "3+3")["comments"]} == {"Pitchfork"}


def test_an_entry_that_speaks_a_move_before_is_told_there(hoyle: Hoyle, file: Path) -> None:
    """A won position makes Wiser speak where a move leads to it, so that is where it is asked."""
    said = entry(document(hoyle, file), "states", CENTRE)["comments"]
    assert [(each["advisor"], each["move"], each["strength"]) for each in said] == [("Wiser", "5", 10)]
    assert said[0]["position"] == START
    assert f"One move earlier, in {START}: Wiser" in hoyle("knowledge", file, "--item", "states").out


def test_one_item_and_all_of_it(hoyle: Hoyle, tmp_path: Path) -> None:
    """A few entries are shown unless more are asked for, and then it says how to get them."""
    path = tmp_path / "many.hoyle"
    states = {f"{'.' * i}X{'.' * j}O{'.' * (7 - i - j)} X": "draw" for i in range(8) for j in range(8 - i)}
    Knowledge("tic-tac-toe", {"states": states, "model": {}}).save(path)
    counts = {}
    for words in ((), ("--item", "states"), ("--all",)):
        counts[words] = len(document(hoyle, path, *words)["entries"])
        assert ("There is more" in hoyle("knowledge", path, *words).out) is (counts[words] < len(states))
    assert list(counts.values()) == [6, 24, 36]
    assert "36 entries, 6 of them here" in hoyle("knowledge", path).out


def test_everything_known_of_one_position(hoyle: Hoyle, file: Path) -> None:
    """--moves and --position gather what every item says there, where moves lead, and who speaks."""
    told = document(hoyle, file, "--moves", "")
    assert told["position"] == START
    assert {each["item"] for each in told["entries"]} == {"expert_moves", "hoyle_moves", "lost_moves"}
    assert told["moves"]["5"]["states"] == "Player wins"
    speakers = {said["advisor"] for said in told["advisors"]}
    assert {"Wiser", "Anthropomorph", "Cyber", "Not-Again", "Open"} <= speakers
    assert document(hoyle, file, "--position", CORNER) == document(hoyle, file, "--moves", "1")
    shown = hoyle("knowledge", file, "--moves", "1").out
    assert "Opponent (O) to move" in shown
    assert "model: The other moved 5 (2 times)." in shown
    assert "Silent: " in shown


def test_an_advisor_speaks_under_each_name_that_it_learned(hoyle: Hoyle, tmp_path: Path) -> None:
    """There may be several, and as a rule there is none."""
    more, fewer = (
        {"expression": "one-step locations total", "direction": way, "attitude": "win", "standing": [9, 10]}
        for way in (1, -1)
    )
    path = tmp_path / "z.hoyle"
    Knowledge("tic-tac-toe", {"zone_advisors": {"Zone-1": more, "Zone-2": fewer}}).save(path)
    speakers = {said["advisor"] for said in document(hoyle, path, "--moves", "1 2")["advisors"]}
    assert {"Zone-1", "Zone-2"} <= speakers


def test_a_position_of_which_nothing_is_known_and_one_at_the_end(hoyle: Hoyle, file: Path) -> None:
    """Both are told as what they are."""
    assert "No item has an entry for it." in hoyle("knowledge", file, "--moves", "2 9").out
    over = hoyle("knowledge", file, "--moves", "1 4 2 5 3")
    assert (over.code, "the contest is over" in over.out) == (0, True)


def test_an_image_is_found_and_told_in_its_own_words(hoyle: Hoyle, tmp_path: Path) -> None:
    """Under known symmetries an entry speaks of the position that was asked about."""
    path = tmp_path / "s.hoyle"
    hoyle(
        *("play", "tic-tac-toe", "--me", "hoyle", "--against", "random", "--contests", 6, "--learn"),
        *("--symmetry", "--knowledge", path),
    )
    known = Knowledge.load(path)
    key = next(key for key in known.item("hoyle_moves") if key.count(".") == 7)
    images = set()
    for turned in ([6, 3, 0, 7, 4, 1, 8, 5, 2], [2, 1, 0, 5, 4, 3, 8, 7, 6]):
        image = "".join(key[i] for i in turned) + key[9:]
        told = document(hoyle, path, "--position", image)
        assert told["key"] == key
        images.add(entry(told, "hoyle_moves", key)["words"])
        legal = [i + 1 for i, cell in enumerate(image[:9]) if cell == "."]
        moves = entry(told, "hoyle_moves", key)["words"].split("Hoyle moved ")[1].split(" (")[0].split(" or ")
        assert {int(move) for move in moves} <= set(legal)
    assert "presumed; it held in" in hoyle("knowledge", path, "--item", "symmetries").out


def test_a_difference_in_words(hoyle: Hoyle, file: Path, tmp_path: Path) -> None:
    """What the other file knows more, otherwise or no longer is told by item."""
    other = tmp_path / "later.hoyle"
    items = {**ITEMS, "openings": {CENTRE: [4, 0, 1], REPLIED: [0, 1, 0]}, "notes": {"a": 1}}
    Knowledge("tic-tac-toe", items).save(other)
    told = document(hoyle, file, "--diff", other)
    assert told["files"] == [str(file), str(other)]
    assert told["items"] == {
        "notes": {"gained": 1, "changed": 0, "lost": 0},
        "openings": {"gained": 1, "changed": 1, "lost": 1},
    }
    changes = {each["change"]: each for each in told["entries"] if each["item"] == "openings"}
    assert changes["gained"]["key"] == REPLIED
    assert changes["changed"]["was"] == "Player won 3, Opponent 1, 0 drawn"
    assert changes["changed"]["words"] == "Player won 4, Opponent 1, 0 drawn"
    assert changes["lost"]["key"] == CORNER
    shown = hoyle("knowledge", file, "--diff", other).out
    assert "openings: 1 more, 1 changed, 1 no longer there" in shown
    assert "was: Player won 3" in shown
    only = document(hoyle, file, "--diff", other, "--item", "notes")
    assert only["items"].keys() == {"notes"}
    assert "exactly" in hoyle("knowledge", file, "--diff", file).out


def test_symmetries_are_seen_through(hoyle: Hoyle, tmp_path: Path) -> None:
    """The same fact, remembered once as an image, is no difference and no second fact."""
    mirror = {"mirror": {"map": [2, 1, 0, 5, 4, 3, 8, 7, 6], "held": 1, "broke": 0}}
    plain, folded, out = (tmp_path / name for name in ("plain.hoyle", "folded.hoyle", "out.hoyle"))
    Knowledge("tic-tac-toe", {"states": {CORNER: "draw"}, "openings": {CORNER: [1, 0, 0]}}).save(plain)
    image = "..X...... O"
    items = {"states": {image: "draw"}, "openings": {image: [0, 1, 0]}, "symmetries": mirror}
    Knowledge("tic-tac-toe", items).save(folded)
    for pair in ((plain, folded), (folded, plain)):
        assert document(hoyle, pair[0], "--diff", pair[1])["items"].keys() == {"symmetries", "openings"}
        document(hoyle, pair[0], "--merge", pair[1], "--out", out)
        merged = Knowledge.load(out)
        assert merged.item("states") == {image: "draw"}
        assert merged.item("openings") == {image: (1, 1, 0)}
        assert thawed(merged.item("symmetries")) == mirror


def test_merging_files(hoyle: Hoyle, file: Path, tmp_path: Path) -> None:
    """Counts add up, facts come together, and contradictory ones are given up and counted."""
    one, two, out = tmp_path / "1.hoyle", tmp_path / "2.hoyle", tmp_path / "out.hoyle"
    Knowledge("tic-tac-toe", {"states": {CENTRE: "opponent"}, "openings": {CENTRE: [1, 1, 1]}}).save(one)
    Knowledge("tic-tac-toe", {"states": {CENTRE: "player", CORNER: "draw"}}).save(two)
    told = document(hoyle, file, "--merge", one, two, "--out", out)
    assert told["contradictions"] == {"states": 1}
    merged = Knowledge.load(out)
    assert merged.item("states") == {REPLIED: "draw", CORNER: "draw"}
    assert merged.item("openings")[CENTRE] == (4, 1, 2)
    assert told["items"]["states"] == 2
    assert told["merged"] == [str(file), str(one), str(two)]
    again = hoyle("knowledge", file, "--merge", two, "--merge", one, "--out", out)
    assert "Merged 3 files" in again.out
    assert "Dropped as contradictory: 1 state." in " ".join(again.out.split())
    assert Knowledge.load(out) == merged
    assert "No contradictions." in hoyle("knowledge", file, "--merge", file, "--out", out).out


def test_a_game_that_is_not_here_costs_the_words_but_not_the_sizes(hoyle: Hoyle, tmp_path: Path) -> None:
    """Knowledge of somebody's game is listed, and says what to bring in; with --load it is told."""
    path, plugin = tmp_path / "mine.hoyle", tmp_path / "mine.py"
    plugin.write_text(SHUTTLE)
    Knowledge("mine", {"notes": {"1": "left"}, "states": {"1": "draw"}}).save(path)
    told = document(hoyle, path)
    assert told["items"] == {"notes": 1, "states": 1}
    assert "--load" in told["missing"]
    shown = hoyle("knowledge", path)
    assert shown.code == 0
    assert "notes: 1 entry" in shown.out
    assert "Game 'mine' is not available; load it with --load FILE.py" in shown.out
    for words in (("--item", "notes"), ("--moves", "on")):
        answer = hoyle("knowledge", path, *words)
        assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
        assert "--load" in answer.err
    loaded = hoyle("knowledge", path, "--load", plugin)
    assert "Read by Reader." in loaded.out
    assert "1: left" in loaded.out


def test_whatever_is_written_in_a_file_is_told(hoyle: Hoyle, tmp_path: Path) -> None:
    """Texts that are no positions, and items of any form, are shown as they are."""
    path = tmp_path / "odd.hoyle"
    odd = {
        "states": {"nowhere": "draw"},
        "list": [1, 2],
        "number": 7,
        "notes": {"a": {"b": [1.5, b"c", None]}},
    }
    Knowledge("tic-tac-toe", odd).save(path)
    shown = hoyle("knowledge", path)
    assert (shown.code, shown.err) == (0, "")
    assert "nowhere: a draw" in shown.out
    assert "list: 2 entries" in shown.out
    assert document(hoyle, path)["items"] == {"states": 1, "list": 2, "number": 1, "notes": 1}
    Knowledge("tic-tac-toe").save(path)
    assert "Nothing yet." in hoyle("knowledge", path).out


def test_bad_input_is_one_clear_line(hoyle: Hoyle, file: Path, tmp_path: Path) -> None:
    """Files of another game, variant or version, damaged ones, and options that do not fit are refused."""
    other, variant, old, cut = (tmp_path / name for name in ("a.hoyle", "v.hoyle", "old.hoyle", "cut.hoyle"))
    Knowledge("achi").save(other)
    Knowledge("tic-tac-toe", {}, {"size": "4"}).save(variant)
    old.write_bytes(OLD)
    cut.write_bytes(file.read_bytes()[:-1])
    out = tmp_path / "out.hoyle"
    for words, named in (
        ((tmp_path / "none.hoyle",), "none.hoyle"),
        ((old,), "version 1"),
        ((cut,), "cut.hoyle"),
        ((variant,), "size"),
        ((file, "--diff", other), "achi"),
        ((file, "--diff", variant), "size"),
        ((file, "--diff", old), "version 1"),
        ((file, "--merge", other, "--out", out), "same game"),
        ((file, "--merge", cut, "--out", out), "cut.hoyle"),
        ((file, "--merge", file), "--out FILE"),
        ((file, "--out", out), "--merge FILE"),
        ((file, "--merge", file, "--out", tmp_path / "no" / "out.hoyle"), "no such folder"),
        ((file, file), "only one file can be shown"),
        ((file, "--diff", file, "--moves", "5"), "choose one"),
        ((file, "--item", "stats"), "did you mean 'states'"),
        ((file, "--diff", file, "--item", "stats"), "did you mean 'states'"),
        ((file, "--moves", "5 5"), "location 5 is taken"),
        ((file, "--position", "X"), "needs 9"),
        ((), "FILE"),
    ):
        for as_json in ((), ("--json",)):
            answer = hoyle("knowledge", *words, *as_json)
            assert answer.is_refused(), words
            assert named in answer.err
    assert not out.exists()
