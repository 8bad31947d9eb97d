"""What a scenario is going to do."""

import io
import json

from rich.console import Console

from scenarios import Scenario, build_scenario, grid_document, grid_view, read_scenario
from scenarios.experiment.preview import most_contests, phase_words


def shown(scenario: Scenario) -> str:
    """Return what a person sees."""
    out = io.StringIO()
    Console(file=out, width=160).print(grid_view(scenario))
    return out.getvalue()


def test_the_view_tells_axes_phases_and_how_much_there_is() -> None:
    """Before anything is run."""
    text = shown(read_scenario("quickstart-1990"))
    for part in (
        "axis game      2: tic-tac-toe, achi",
        "axis paradigm  4: 1, 2, 3, 4",
        "Hoyle plays against expert and learns; until 10 in a row are expert-like, at most 200 contests",
        "Hoyle plays against perfect and does not learn; 20 contests",
        "3 of each cell, seed 1990",
        "at most 5,280",
        "Contests until learned: contests of phase learn",
    ):
        assert part in text


def test_the_document_tells_the_same() -> None:
    """And lists every cell."""
    document = json.loads(json.dumps(grid_document(read_scenario("quickstart-1990"))))
    assert document["scenario"] == "quickstart-1990"
    assert document["axes"] == {"game": ["tic-tac-toe", "achi"], "paradigm": ["1", "2", "3", "4"]}
    assert document["cells"][0] == {"game": "tic-tac-toe", "paradigm": "1"}
    assert (len(document["cells"]), document["most_contests"]) == (8, 5280)
    assert list(document["phases"]) == ["learn", "test"]
    assert len(document["digest"]) == 64


def test_what_is_watched_for_symmetries_is_counted() -> None:
    """Twenty contests a run, in the cells in which symmetries are learned, and it is told."""
    scenario = build_scenario(
        game="achi", symmetry=[False, True], runs=3, phase=[{"name": "learn", "contests": 5}]
    )
    assert most_contests(scenario) == 3 * (5 + 20 + 5)
    assert grid_document(scenario)["phases"]["symmetry"] == [
        "Hoyle watches and learns symmetries, in cells with symmetry; 20 contests"
    ]
    text = shown(build_scenario(game="achi", phase=[{"contests": 5, "symmetry": True}]))
    assert "phase symmetry  Hoyle watches and learns symmetries; 20 contests" in text
    assert "at most 25" in text


def test_what_it_is_about_is_broken_where_the_terminal_ends() -> None:
    """Not where the file's own lines end; an empty line still begins a paragraph."""
    about = "A first line that is as long as a file\nlikes it.\n  And a second.\n\nAnother paragraph.\n"
    text = shown(build_scenario(game="achi", about=about, phase=[{"contests": 5}]))
    lines = [line.rstrip() for line in text.splitlines()]
    assert lines[1:4] == [
        "A first line that is as long as a file likes it. And a second.",
        "",
        "Another paragraph.",
    ]


def test_long_axes_and_many_ways_are_cut_short() -> None:
    """A screen has an end."""
    scenario = build_scenario(
        game="achi", phase=[{"contests": list(range(1, 31)), "against": ["random", "perfect"]}]
    )
    text = shown(scenario)
    assert "1, 2, 3, 4, 5, 6, ..., 25, 26, 27, 28, 29, 30" in text
    assert "... and 57 other ways" in text
    assert most_contests(scenario) == 2 * sum(range(1, 31))


def test_every_kind_of_phase_has_words() -> None:
    """Watching, stop rules, who begins, tuning and review."""
    scenario = build_scenario(
        game="achi",
        phase=[
            {"name": "a", "learn": "watch", "watch": ["perfect", "random"], "contests": 5, "review": True},
            {
                "name": "b",
                "learn": "play",
                "contests": 1000,
                "first": "other",
                "tune": True,
                "until": {"expert_like": 2, "stable": 3, "together": True, "time": "5s", "sprt": True},
            },
            {
                "name": "c",
                "learn": ["no", "play"],
                "contests": 10,
                "first": "hoyle",
                "until": {"expert_like": 2, "stable": 3},
            },
        ],
    )
    watched, played, tested = map(phase_words, scenario.cells[0].phases)
    assert (
        watched == "Hoyle watches perfect and random and learns; 5 contests; then the Advisors are reviewed"
    )
    assert played == (
        "Hoyle plays against expert and learns; until 2 in a row are expert-like and 3 in a row taught "
        "nothing or 5s have passed or a sequential test tells 0 from 20 Elo, at most 1,000 contests; "
        "the other moves first; tuned: irrelevant Advisors dropped, 3 doubled"
    )
    assert tested == (
        "Hoyle plays against expert and does not learn; until 2 in a row are expert-like or "
        "3 in a row taught nothing, at most 10 contests; Hoyle moves first"
    )
