"""Reading scenarios: what they can say."""

from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.learners.zone_records import ZoneOptions
from control.hearing.clock_options import ClockOptions
from control.settings.hoyle_options import HoyleOptions
from games import BadOption, HoyleError, UnknownName
from scenarios import build_scenario, bundled_names, read_scenario
from scenarios.language.scenario import Scenario, Tune
from scenarios.language.schema import KEYS
from scenarios.language.stop_rules import SprtSpec, Until
from tests.support import each_case

PHASE = '\n[[phase]]\nname = "learn"\nlearn = "play"\ncontests = 3\n'
ADVISOR = '''
from agents import Advisor

class {name}(Advisor):
    """Like nothing in particular."""
    async def advise(self, think):
        await think.comment(think.moves[0], 6)
'''


class Desk:
    """Files to read, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, text: str, name: str = "study.toml") -> Path:
        """Write a file."""
        path = self.folder / name
        path.write_text(dedent(text), encoding="utf-8")
        return path

    def read(self, text: str, *overrides: str) -> Scenario:
        """Write a file, and read it."""
        return read_scenario(self.write(text), overrides=overrides)

    def refusal(self, text: str, *overrides: str, name: str = "study.toml") -> str:
        """Write a file, and return what is wrong with it, in one line."""
        with pytest.raises(HoyleError) as caught:
            read_scenario(self.write(text, name), overrides=overrides)
        message = str(caught.value)
        assert "\n" not in message
        return message.replace(f"{self.folder}/", "")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Make a folder to write to."""
    return Desk(tmp_path)


def test_the_sketch_of_the_design_reads(desk: Desk) -> None:
    """Lists are sweeps, a phase need not be named, and one key of a table may be swept."""
    scenario = desk.read("""
        title = "Contests until learned, by paradigm"
        game = ["tic-tac-toe", "achi"]
        paradigm = [1, 2, 3, 4]
        runs = 5
        seed = 1990
        clock = "virtual"

        [budget]
        default = "200ms"
        Pitchfork = ["5ms", "50ms"]

        [[phase]]
        learn = "play"
        against = "perfect"
        until = { expert_like = 10 }
        contests = 500
    """)
    assert (scenario.name, scenario.runs, scenario.seed) == ("study", 5, 1990)
    assert scenario.axes == {
        "game": ("tic-tac-toe", "achi"),
        "paradigm": ("1", "2", "3", "4"),
        "budget.Pitchfork": ("5ms", "50ms"),
    }
    assert len(scenario.cells) == 16
    last = scenario.cells[-1]
    assert last.labels == {"game": "achi", "paradigm": "4", "budget.Pitchfork": "50ms"}
    (phase,) = last.phases
    assert (phase.name, phase.learn, phase.against, phase.contests) == ("1", "play", "perfect", 500)
    assert phase.hoyle == HoyleOptions(paradigm="4", budget=("200ms", "Pitchfork=50ms"))
    assert phase.until == Until(expert_like=10)


def test_what_is_not_said_is_as_the_records_have_it(desk: Desk) -> None:
    """A game and a phase with contests are enough, and make one cell without an axis."""
    scenario = desk.read('game = "achi"\n[[phase]]\ncontests = 3')
    (cell,) = scenario.cells
    assert (scenario.title, scenario.runs, scenario.seed, scenario.trace) == ("study", 1, 0, False)
    assert (cell.labels, cell.clock, cell.phases[0].learn) == ({}, ClockOptions(), "no")
    assert cell.phases[0].hoyle == HoyleOptions()


def test_every_key_of_hoyle_arrives(desk: Desk) -> None:
    """What is said at the top holds in every phase."""
    scenario = desk.read(
        """
        game = "achi"
        options = { blocked = "passes", lines = 6 }
        paradigm = 2
        advisors = ["Victory", "Candide", "Panic"]
        without = ["Panic"]
        weights = { Candide = 2 }
        layout = "forr"
        schedule = "serial"
        late = "drop"
        silence = 0
        learners = ["openings"]
        symmetry = true
        trace = true
        processors = 2
        cost = { play = "50us" }
        budget = { default = "1ms", Victory = "5ms", Panic = "2ms", learning = "10s" }
        """.replace(', Panic = "2ms"', "")
        + PHASE
    )
    (cell,) = scenario.cells
    assert scenario.trace
    assert cell.options == {"blocked": "passes", "lines": "6"}
    assert cell.clock == ClockOptions(processors=2, cost={"play": "50us"})
    assert cell.phases[0].hoyle == HoyleOptions(
        paradigm="2",
        advisors=("Victory", "Candide", "Panic"),
        without=("Panic",),
        weights={"Candide": 2},
        layout="forr",
        schedule="serial",
        late="drop",
        silence=0,
        learners=("openings",),
        symmetry=True,
        budget=("1ms", "Victory=5ms"),
        learning_budget=10_000_000_000,
    )


def test_limits_that_are_shared_are_entries_of_budget(desk: Desk) -> None:
    """Work too; they hold whoever takes part."""
    scenario = desk.read(
        GAME
        + 'advisors = ["Panic", "Wild"]\n'
        + 'budget = { default = "9calls", tier3 = ["5ms", "1ms+9calls"], decision = "7ms" }'
        + PHASE
    )
    assert [cell.labels for cell in scenario.cells] == [
        {"budget.tier3": "5ms"},
        {"budget.tier3": "1ms+9calls"},
    ]
    assert scenario.cells[1].phases[0].hoyle.budget == ("9calls", "tier3=1ms+9calls", "decision=7ms")


def test_a_phase_says_otherwise_for_itself_alone(desk: Desk) -> None:
    """Hoyle's own keys may stand in a phase; tables are merged with those at the top."""
    scenario = desk.read("""
        game = "achi"
        paradigm = 2
        weights = { Candide = 2, Wild = 3 }
        budget = { default = "1ms", Panic = "2ms" }
        [[phase]]
        name = "a"
        contests = 1
        paradigm = 3
        weights = { Wild = 0 }
        budget.Panic = "9ms"
        [[phase]]
        name = "b"
        contests = 1
    """)
    first, second = scenario.cells[0].phases
    assert first.hoyle == HoyleOptions(
        paradigm="3", weights={"Candide": 2, "Wild": 0}, budget=("1ms", "Panic=9ms")
    )
    assert second.hoyle == HoyleOptions(
        paradigm="2", weights={"Candide": 2, "Wild": 3}, budget=("1ms", "Panic=2ms")
    )


def test_how_zones_are_learned_is_read_and_swept_over(desk: Desk) -> None:
    """Entry by entry; a list of stages is one value, and a phase overrules what it names."""
    scenario = desk.read("""
        game = "achi"
        [zones]
        attitude = ["outcomes", "moves"]
        stages = [["sliding"], ["placing", "sliding"]]
        from = 30
        [[phase]]
        contests = 1
        zones.steady = 7
    """)
    assert [tuple(cell.labels.values()) for cell in scenario.cells] == [
        ("outcomes", "sliding"),
        ("outcomes", "placing + sliding"),
        ("moves", "sliding"),
        ("moves", "placing + sliding"),
    ]
    (phase,) = scenario.cells[2].phases
    assert phase.hoyle.zones == ZoneOptions(attitude="moves", stages=("sliding",), steady=7, start=30)


def test_every_key_of_a_phase_arrives(desk: Desk) -> None:
    """Who is watched or played, how long, who begins, what comes afterwards and before."""
    scenario = desk.read("""
        game = "achi"
        [[phase]]
        name = "watch"
        learn = "watch"
        watch = ["perfect", "random"]
        contests = 10
        expert = true
        review = true
        until = { stable = 20, time = "5s" }
        [[phase]]
        name = "play"
        learn = true
        against = "hoyle:paradigm=2,without=Panic+Open"
        contests = 20
        first = "other"
        tune = { drop = false, double = 2 }
        until = { expert_like = 3, stable = 4, together = true, sprt = { elo1 = 30, alpha = 0.1 } }
        [[phase]]
        name = "test"
        learn = false
        contests = 5
        tune = true
        until = { sprt = true, time = false }
    """)
    watch, play, test = scenario.cells[0].phases
    assert (watch.learn, watch.watch, watch.expert, watch.review) == (
        "watch",
        ("perfect", "random"),
        True,
        True,
    )
    assert watch.until == Until(stable=20, time="5s")
    assert (play.learn, play.first, play.against) == ("play", "other", "hoyle:paradigm=2,without=Panic+Open")
    assert play.tune == Tune(drop=False, double=2)
    assert play.until == Until(expert_like=3, stable=4, together=True, sprt=SprtSpec(elo1=30, alpha=0.1))
    assert (test.learn, test.tune, test.until) == ("no", Tune(), Until(sprt=SprtSpec()))


def test_lists_of_names_are_values_and_lists_of_lists_are_sweeps(desk: Desk) -> None:
    """Advisors, those left out, learners and pairs to watch."""
    scenario = desk.read("""
        game = "achi"
        advisors = [["Victory", "Panic"], "all"]
        without = [[], ["Panic"]]
        learners = ["openings", "forks"]
        [[phase]]
        learn = "watch"
        contests = 1
        watch = [["perfect", "random"], ["expert", "expert"]]
    """)
    assert scenario.axes == {
        "advisors": ("Victory + Panic", "all"),
        "without": ("none", "Panic"),
        "phase.1.watch": ("perfect + random", "expert + expert"),
    }


def test_anything_can_be_swept_where_it_makes_sense(desk: Desk) -> None:
    """Axes are named by their keys, and stand in the order of the page that explains these."""
    scenario = desk.read("""
        game = "achi"
        symmetry = [false, true]
        processors = [1, false]
        options = { blocked = ["loses", "passes"] }
        [[phase]]
        name = "learn"
        learn = [true, "no"]
        contests = [1, 2]
        against = ["perfect", "random"]
        until = { expert_like = [3, false] }
        paradigm = [1, 2]
    """)
    assert list(scenario.axes) == [
        "options.blocked",
        "symmetry",
        "processors",
        "phase.learn.paradigm",
        "phase.learn.learn",
        "phase.learn.against",
        "phase.learn.contests",
        "phase.learn.until.expert_like",
    ]
    assert scenario.axes["phase.learn.learn"] == ("play", "no")
    assert scenario.axes["processors"] == ("1", "one each")
    assert len(scenario.cells) == 2**8


def test_a_budget_of_somebody_who_is_left_out_in_a_cell_is_no_fault(desk: Desk) -> None:
    """Leaving an Advisor out can be swept over while its budget is set."""
    scenario = desk.read('game = "achi"\nwithout = [[], ["Panic"]]\nbudget = { Panic = "5ms" }' + PHASE)
    assert [cell.phases[0].hoyle.budget for cell in scenario.cells] == [("Panic=5ms",), ()]


def test_a_weight_of_somebody_who_is_left_out_in_a_cell_is_no_fault(desk: Desk) -> None:
    """Nor is a weight."""
    scenario = desk.read('game = "achi"\nwithout = [[], ["Wild"]]\nweights = { Wild = 2 }' + PHASE)
    assert [cell.phases[0].hoyle.weights for cell in scenario.cells] == [{"Wild": 2}, {}]


def test_another_hoyle_may_leave_out_whom_this_one_weighs(desk: Desk) -> None:
    """What is set for an Advisor holds for those Hoyles that have it."""
    text = 'game = "achi"\nweights = { Wild = 2 }\nbudget = { Wild = "3ms" }\nplacement = { Wild = "thread" }'
    for name in ("hoyle:without=Wild", "hoyle:advisors=Victory+Panic"):
        (cell,) = desk.read(f'{text}{PHASE}against = "{name}"').cells
        assert cell.phases[0].against == name


def test_a_way_to_learn_that_was_overruled_leaves_its_keys_behind(desk: Desk) -> None:
    """Whoever changes a scenario need not take out what it no longer uses."""
    keys = 'learn = "watch"\nwatch = ["perfect", "random"]\nuntil = { stable = 3 }'
    scenario = desk.read(f'game = "achi"\n[[phase]]\nname = "a"\ncontests = 5\n{keys}', "phase.a.learn=no")
    assert scenario.cells[0].phases[0].learn == "no"


VARIANTS = """
    game = ["tic-tac-toe", "achi"]
    paradigm = 1
    [[phase]]
    name = "learn"
    contests = 1
    [[phase]]
    name = "test"
    contests = 1
    [[variant]]
    name = "1v2"
    labels = { row = "Paradigm 1", column = "Paradigm 2" }
    [variant.phase.test]
    against = "hoyle:paradigm=2"
    [[variant]]
    name = "3v2"
    labels = { row = "Paradigm 3", column = "Paradigm 2" }
    phase.test = { paradigm = 3, against = "hoyle:paradigm=2" }
    [[variant]]
    name = "forr"
    axis = "tiers"
    layout = "forr"
    [[variant]]
    name = "1990"
    axis = "tiers"
"""


def test_variants_are_named_bundles_on_axes_of_their_own(desk: Desk) -> None:
    """Each changes several keys at once, and may bring further labels for tables."""
    scenario = desk.read(VARIANTS)
    assert scenario.axes == {
        "game": ("tic-tac-toe", "achi"),
        "variant": ("1v2", "3v2"),
        "row": ("Paradigm 1", "Paradigm 3"),
        "column": ("Paradigm 2",),
        "tiers": ("forr", "1990"),
    }
    assert len(scenario.cells) == 8
    cell = scenario.cells[2]
    assert cell.labels == {
        "game": "tic-tac-toe",
        "variant": "3v2",
        "row": "Paradigm 3",
        "column": "Paradigm 2",
        "tiers": "forr",
    }
    learn, test = cell.phases
    assert (learn.hoyle.paradigm, test.hoyle.paradigm, test.hoyle.layout) == ("1", "3", "forr")
    assert (learn.against, test.against) == ("expert", "hoyle:paradigm=2")


TABLE = """
    [[table]]
    title = "T"
    measure = "contests"
    rows = "paradigm"
    columns = "game"
    better = "less"
    [table.paper]
    1 = { achi = 10, tic-tac-toe = 21.6 }
    2 = { achi = 25.2 }
"""


def test_a_table_has_its_axes_and_the_figures_of_a_paper(desk: Desk) -> None:
    """Its phase need not be named if there is but one."""
    scenario = desk.read('game = ["achi", "tic-tac-toe"]\nparadigm = [1, 2]' + PHASE + dedent(TABLE))
    (table,) = scenario.tables
    assert (table.title, table.measure, table.phase, table.rows) == ("T", "contests", "learn", "paradigm")
    assert (table.columns, table.split, table.better) == ("game", "", "less")
    assert table.paper == {"1": {"achi": 10, "tic-tac-toe": 21.6}, "2": {"achi": 25.2}}


BY_PHASE = """
    game = ["achi", "nim"]
    symmetry = true
    [[phase]]
    name = "learn"
    learn = "play"
    contests = 5
    [[phase]]
    name = "perfect"
    contests = 5
    [[phase]]
    name = "random"
    against = "random"
    contests = 5
    [[table]]
    title = "T"
    measure = "reliability"
    rows = "game"
    columns = "phase"
    [table.paper]
    achi = { perfect = 97.0, random = 95.0 }
    """


def test_the_columns_of_a_table_may_be_phases(desk: Desk) -> None:
    """All of the scenario's, in their order, but not that in which symmetries are learned."""
    (table,) = desk.read(BY_PHASE).tables
    assert (table.columns, table.phase) == ("phase", "")
    assert table.phases == table.phases_of_interest == ("learn", "perfect", "random")
    assert table.paper == {"achi": {"perfect": 97, "random": 95}}


def test_a_table_may_leave_out_phases(desk: Desk) -> None:
    """It names those that it shows, in its own order; a paper's figures of the others are left out."""
    (table,) = desk.read(BY_PHASE, 'table.T.phases=["random", "learn"]').tables
    assert table.phases == ("random", "learn")
    assert table.paper == {"achi": {"random": 95}}


def test_phases_may_be_rows_or_split_a_table(desk: Desk) -> None:
    """Their labels lead to the paper's figures in the same order as those of other axes."""
    paper = "table.T.paper={random = {achi = 3}}"
    for axes in (("rows", "columns"), ("split", "rows")):
        text = BY_PHASE.replace("columns", "x").replace("rows", axes[1]).replace("x", axes[0], 1)
        head, _, _ = text.partition("    [table.paper]")
        (table,) = desk.read(head, paper).tables
        assert (getattr(table, axes[0]), table.is_by_phase) == ("phase", True)
        assert table.paper == {"random": {"achi": 3}}


@each_case(
    ("change", "told"),
    [
        ('phases = ["perfekt"]', "no phase is named 'perfekt'"),
        ("phases = []", "phases is \\[\\]; it must be a list of phases"),
        ('phases = ["random", "random"]', "it must be a list of phases"),
        ('phases = "random"', "it must be a list of phases"),
        ('phase = "random"', "phases are an axis of table 'T'; leave phase out, or list phases in phases"),
        ('phases = ["symmetry"]', "no phase is named 'symmetry'"),
        ("paper = { achi = { perfekt = 3 } }", "no label of phase is named 'perfekt'"),
    ],
)
def test_what_is_no_phase_of_a_table_is_told(desk: Desk, change: str, told: str) -> None:
    """A mistake is told in a line."""
    head, _, _ = BY_PHASE.partition("    [table.paper]")
    with pytest.raises(HoyleError, match=told):
        desk.read(f"{head}\n    {change}\n")


def test_phases_are_named_only_where_they_are_an_axis(desk: Desk) -> None:
    """Whoever lists phases of a table without such an axis has forgotten it."""
    text = BY_PHASE.partition("    [table.paper]")[0].replace('columns = "phase"', 'phases = ["learn"]')
    with pytest.raises(HoyleError, match="table 'T' has no axis of phases; write columns = \"phase\""):
        desk.read(text)


def test_no_other_axis_is_named_phase(desk: Desk) -> None:
    """A table could not tell the two apart."""
    with pytest.raises(HoyleError, match="two axes are named 'phase'"):
        desk.read(BY_PHASE + '[[variant]]\nname = "v"\naxis = "phase"\n')


def test_an_axis_may_have_one_value_if_a_table_names_it(desk: Desk) -> None:
    """So a table stays when `--set` leaves one value; figures of what is gone are left out."""
    text = 'game = ["achi", "tic-tac-toe"]\nparadigm = [1, 2]' + PHASE + dedent(TABLE)
    scenario = desk.read(text, "game=achi", "paradigm=2")
    assert scenario.axes == {"game": ("achi",), "paradigm": ("2",)}
    assert scenario.tables[0].paper == {"2": {"achi": 25.2}}
    assert "tic-tac-to" in desk.refusal(text.replace("tic-tac-toe = 21", "tic-tac-to = 21"), "game=achi")


def test_figures_of_an_entry_that_was_swept_are_left_out_too(desk: Desk) -> None:
    """Keys of tables such as budget can be axes, and can be overruled like others."""
    text = """
        game = "achi"
        budget = { Panic = ["5ms", "9ms"] }
        [[phase]]
        contests = 1
        [[table]]
        title = "T"
        measure = "won"
        rows = "budget.Panic"
        paper = { 5ms = 1, 9ms = 2 }
    """
    assert desk.read(text, "budget.Panic=9ms").tables[0].paper == {"9ms": 2}


@each_case(
    ("override", "found"),
    [
        ("runs=30", 30),
        ("game=tic-tac-toe", "tic-tac-toe"),
        ("phase.learn.contests=50", 50),
        ("phase.learn.until.stable=7", 7),
        ("layout=1990", "1990"),
        ("layout='forr'", "forr"),
        ("budget=7ms", ("7ms",)),
        ('budget."Don\'t-Lose"=7ms', ("Don't-Lose=7ms",)),
        ("title=two words", "two words"),
        ("paradigm=[3]", "3"),
    ],
)
def test_an_override_changes_any_key(desk: Desk, override: str, found: object) -> None:
    """Its value is TOML, or a bare word."""
    scenario = desk.read('game = "achi"' + PHASE, override)
    phase = scenario.cells[0].phases[0]
    hoyle = phase.hoyle
    assert found in (
        scenario.runs,
        scenario.title,
        scenario.cells[0].game,
        phase.contests,
        phase.until.stable,
        hoyle.layout,
        hoyle.budget,
        hoyle.paradigm,
    )


def test_the_last_override_holds_and_may_sweep(desk: Desk) -> None:
    """Overrides are applied in order."""
    scenario = desk.read('game = "achi"' + PHASE, "paradigm=1", "paradigm=[2, 3]")
    assert scenario.axes == {"paradigm": ("2", "3")}


BASE = """
    title = "base"
    game = ["achi", "tic-tac-toe"]
    runs = 4
    budget = { default = "1ms", Panic = "2ms" }
    [[phase]]
    name = "learn"
    learn = "play"
    contests = 9
    until = { expert_like = 10 }
    [[phase]]
    name = "test"
    contests = 8
"""


def test_a_file_extends_another_key_by_key(desk: Desk) -> None:
    """Tables are merged, phases of the same name too; new ones are appended; chains are followed."""
    desk.write(BASE, "base.toml")
    desk.write('extends = "base.toml"\ngame = "achi"\n[budget]\nPanic = "9ms"', "middle.toml")
    scenario = desk.read("""
        extends = "middle.toml"
        title = "child"
        [[phase]]
        name = "learn"
        until = { stable = 5 }
        [[phase]]
        name = "last"
        contests = 1
    """)
    assert (scenario.title, scenario.runs, scenario.name) == ("child", 4, "study")
    (cell,) = scenario.cells
    assert [(phase.name, phase.contests) for phase in cell.phases] == [("learn", 9), ("test", 8), ("last", 1)]
    assert cell.phases[0].until == Until(expert_like=10, stable=5)
    assert cell.phases[0].hoyle.budget == ("1ms", "Panic=9ms")


def test_a_rule_that_is_inherited_can_be_taken_back(desk: Desk) -> None:
    """`false` stands for no such rule."""
    desk.write(BASE, "base.toml")
    scenario = desk.read('extends = "base.toml"\n[[phase]]\nname = "learn"\nuntil = { expert_like = false }')
    assert scenario.cells[0].phases[0].until == Until()


def test_a_file_extends_a_bundled_one(desk: Desk) -> None:
    """By its name alone."""
    scenario = desk.read('extends = "quickstart-1990"\nruns = 1\ngame = "achi"')
    assert (scenario.runs, scenario.axes["game"]) == (1, ("achi",))
    assert len(scenario.tables) == 2


def test_an_error_names_the_file_it_is_in(desk: Desk) -> None:
    """Of two files that are laid over each other, the one that says what is wrong."""
    desk.write(BASE, "base.toml")
    assert desk.refusal('extends = "base.toml"\n\ngame = "chess"').startswith("study.toml, line 3: ")
    desk.write(BASE.replace("achi", "chess"), "base.toml")
    assert desk.refusal('extends = "base.toml"').startswith("base.toml, line 3: ")


def test_files_are_loaded_before_anything_is_looked_up(desk: Desk) -> None:
    """They stand beside the file that names them, and are brought in once."""
    desk.write(ADVISOR.format(name="Plain"), "mine.py")
    desk.write('load = ["mine.py"]\ngame = "achi"' + PHASE, "base.toml")
    desk.write(ADVISOR.format(name="Other"), "other.py")
    text = 'extends = "base.toml"\nload = ["other.py"]\nadvisors = ["Plain", "Other"]'
    scenario = desk.read(text)
    assert scenario.loads == tuple(str(desk.folder.resolve() / name) for name in ("mine.py", "other.py"))
    assert desk.read(text) == scenario


def test_a_loaded_file_that_changed_is_loaded_again(desk: Desk) -> None:
    """What it brought before is gone."""
    desk.write(ADVISOR.format(name="Before"), "mine.py")
    text = 'load = ["mine.py"]\ngame = "achi"\nadvisors = ["Before"]' + PHASE
    desk.read(text)
    desk.write(ADVISOR.format(name="After"), "mine.py")
    assert "'Before'" in desk.refusal(text)
    desk.read(text.replace("Before", "After"))


SCRIPT = (
    ADVISOR.format(name="Scripted")
    + """
keys = {"game": ("achi", "tic-tac-toe"), "advisors": ["Scripted", "Victory"], "phase": [{"contests": 3}]}
"""
)


@pytest.mark.parametrize(
    "ending",
    [
        "scenario = keys",
        "def scenario():\n    return keys",
        "def scenario():\n    from scenarios import build_scenario\n    return build_scenario(**keys)",
    ],
)
def test_a_script_is_a_scenario(desk: Desk, ending: str) -> None:
    """It defines the keys, or a function that answers them or makes the scenario; its Advisors take part."""
    path = desk.write(SCRIPT + ending, "script.py")
    scenario = read_scenario(path, overrides=["runs=2"])
    assert (scenario.runs, scenario.axes) == (2, {"game": ("achi", "tic-tac-toe")})
    assert scenario.loads == (str(path.resolve()),)


def test_a_script_without_advisors_is_not_loaded_by_others(desk: Desk) -> None:
    """There would be nothing to bring in."""
    path = desk.write(
        "from scenarios import build_scenario\n"
        "scenario = build_scenario(game='achi', phase=[{'contests': 3}], name='mine')",
        "script.py",
    )
    scenario = read_scenario(path)
    assert (scenario.loads, scenario.name) == ((), "mine")


@each_case(
    ("script", "words"),
    [
        ("x = 1", "defines no scenario"),
        ("scenario = 3", "defines no scenario"),
        ("scenario = {'game': 'chess', 'phase': [{'contests': 1}]}", "script.py: no game is named 'chess'"),
        ("scenario = {'gmae': 'achi'}", "did you mean 'game'"),
        ("scenario = {'game': {1, 2}}", "game is of type set"),
        ("def scenario(): return 1 / 0", "scenario() failed: script.py, line 1: ZeroDivisionError"),
        ("1 / 0", "ZeroDivisionError"),
        ("if", "SyntaxError"),
        (
            SCRIPT + "from scenarios import build_scenario\nscenario = build_scenario(**keys)",
            "make scenario a function",
        ),
    ],
)
def test_what_is_wrong_with_a_script_is_said_in_a_line(desk: Desk, script: str, words: str) -> None:
    """There are no lines of TOML to point at, but the file is named."""
    message = desk.refusal(script, name="script.py")
    assert words in message
    assert "script.py" in message


def test_a_notebook_builds_scenarios(desk: Desk) -> None:
    """The keys are those of a file; what is None is as good as not given."""
    del desk
    scenario = build_scenario(
        game="achi", paradigm=(1, 2), phase=[{"name": "a", "contests": 3}], title=None, extends=None
    )
    assert scenario.axes == {"paradigm": ("1", "2")}
    assert scenario.title == "scenario"
    with pytest.raises(BadOption, match="build_scenario: runs is 'x'; it must be a whole number"):
        build_scenario(game="achi", runs="x", phase=[{"contests": 3}])


def test_a_bundled_scenario_is_read_by_name() -> None:
    """And a name that is nearly right is put right."""
    assert "quickstart" in bundled_names()
    assert read_scenario("quickstart").name == "quickstart"
    with pytest.raises(UnknownName, match="did you mean 'quickstart'"):
        read_scenario("quikstart")


GAME = 'game = "achi"\n'
MISTAKES = [
    ('gmae = "achi"' + PHASE, 1, "no key of a scenario is named 'gmae' (did you mean 'game'?)"),
    ('game = "ach"' + PHASE, 1, "no game is named 'ach' (did you mean 'achi'?)"),
    ('game = ["achi",\n"ach"]' + PHASE, 2, "no game is named 'ach'"),
    ("game = []" + PHASE, 1, "game is an empty list"),
    ('game = ["achi", "achi"]' + PHASE, 1, "game has 'achi' twice"),
    (GAME + 'paradigm = [1, "1"]' + PHASE, 2, "paradigm has '1' twice"),
    (GAME + "runs = 0" + PHASE, 2, "runs is 0; it must be a whole number from 1 to 1,000,000"),
    (GAME + "runs = [1, 2]" + PHASE, 2, "runs is [1, 2]; it must be"),
    (GAME + "runs = true" + PHASE, 2, "runs is true; it must be"),
    (GAME + "title = 3" + PHASE, 2, "title is 3; it must be a text"),
    (GAME + "paradigm = 9" + PHASE, 2, "no paradigm is named '9'"),
    (GAME + 'advisors = "Panic"' + PHASE, 2, "no roster is named 'Panic'; there are 1990"),
    (GAME + 'advisors = ["Panik"]' + PHASE, 2, "did you mean 'Panic'"),
    (GAME + 'advisors = ["Panic", "Panic"]' + PHASE, 2, "twice"),
    (GAME + "weights = 3" + PHASE, 2, "weights is 3; it must be a table, such as"),
    (GAME + "weights = { Candid = 2 }" + PHASE, 2, "did you mean 'Candide'"),
    (GAME + 'weights = { Candide = "x" }' + PHASE, 2, "weights.Candide is 'x'; it must be a number"),
    (GAME + "weights = { Candide = inf }" + PHASE, 2, "weights.Candide is inf"),
    (GAME + "zones = 3" + PHASE, 2, "zones is 3; it must be a table, such as"),
    (GAME + "zones = { stedy = 3 }" + PHASE, 2, "did you mean 'steady'"),
    (
        GAME + "zones = { level = 0.5 }" + PHASE,
        2,
        "zones.level is 0.5; it must be a number above 0.5 and below 1",
    ),
    (
        GAME + "zones = { level = 1 }" + PHASE,
        2,
        "zones.level is 1; it must be a number above 0.5 and below 1",
    ),
    (
        GAME + "zones = { important = 0 }" + PHASE,
        2,
        "zones.important is 0; it must be a number above 0 and at most 1",
    ),
    (GAME + "zones = { steady = [3, 0] }" + PHASE, 2, "zones.steady is 0; it must be a whole number from 1"),
    (GAME + "zones = { from = -1 }" + PHASE, 2, "zones.from is -1; it must be a whole number from 0"),
    (GAME + 'zones = { attitude = "draws" }' + PHASE, 2, "there are outcomes, moves"),
    (GAME + 'zones = { stages = ["flying"] }' + PHASE, 2, "no stage is named 'flying'"),
    (
        GAME + "zones = { stages = [] }" + PHASE,
        2,
        "zones.stages is []; it must be a list of stages, each once",
    ),
    (GAME + 'budget = "5"' + PHASE, 2, "'5' is not a time"),
    (GAME + "budget = 5" + PHASE, 2, "budget.default is 5; it must be a time"),
    (GAME + 'budget = { Panik = "5ms" }' + PHASE, 2, "did you mean 'Panic'"),
    (GAME + 'budget = { tier4 = "5ms" }' + PHASE, 2, "did you mean 'tier"),
    (GAME + 'budget = { learning = "5calls" }' + PHASE, 3, "'5calls' is not a time"),
    (GAME + '[budget]\nPanic = ["5ms",\n"x"]' + PHASE, 4, "'x' is neither a time nor an amount of work"),
    (GAME + 'without = ["Panic"]\nbudget = { Panic = "5ms" }' + PHASE, 3, "Panic takes part nowhere"),
    (GAME + 'cost = { jump = "1ms" }' + PHASE, 2, "no entry of cost is named 'jump'; there are play"),
    (GAME + 'own_cost = { Panik = "3ms" }' + PHASE, 2, "did you mean 'Panic'"),
    (GAME + 'own_cost = { Panic = "-3ms" }' + PHASE, 2, "'-3ms' is not a time"),
    (GAME + "own_cost = { Panic = 3 }" + PHASE, 2, "own_cost.Panic is 3; it must be a time"),
    (GAME + 'own_cost = { Farsight = "3ms" }' + PHASE, 2, "Farsight takes part nowhere"),
    (GAME + 'clock = "wall"\nown_cost = { Panic = "3ms" }' + PHASE, 2, "need the virtual clock"),
    (GAME + 'clock = "sun"' + PHASE, 2, "no clock is named 'sun'; there are virtual, wall"),
    (
        GAME + 'clock = "wall"\nprocessors = 2' + PHASE,
        2,
        "cost, own_cost and processors need the virtual clock",
    ),
    (GAME + "processors = 0" + PHASE, 2, "processors is 0"),
    (GAME + 'options = { blocked = ["loses", "flies"] }' + PHASE, 2, "option blocked is 'flies'"),
    (GAME + "options = { size = 4 }" + PHASE, 2, "achi has no option 'size'; its options are"),
    (GAME + "layout = 2030" + PHASE, 2, "no layout is named '2030'; there are 1990, forr"),
    (GAME + 'schedule = "x"' + PHASE, 2, "no schedule is named 'x'; there are"),
    (GAME + 'late = "x"' + PHASE, 2, "it must be keep or drop"),
    (GAME + "silence = 3" + PHASE, 2, "silence is 3; it must be 5, or 0"),
    (GAME + 'learners = ["x"]' + PHASE, 2, "no learner is named 'x'; there are"),
    (GAME + 'symmetry = "yes"' + PHASE, 2, "symmetry is 'yes'; it must be true or false"),
    (PHASE, None, "no game is given; write"),
    (GAME, None, "there is no phase; write [[phase]]"),
    (GAME + '[[phase]]\nname = "x"', 2, "phase 'x' has no contests"),
    (GAME + PHASE + PHASE, 9, "a phase named 'learn' already exists"),
    (GAME + PHASE.replace('"learn"', '"a b"'), 4, "name is 'a b'"),
    (GAME + PHASE.replace('"learn"', '"symmetry"'), 3, "a phase cannot be named 'symmetry'"),
    (GAME + "[phase]\ncontests = 3", 2, "it must be a list of tables: write [[phase]]"),
    ("contests = 3\n" + GAME + PHASE, 1, "no key of a scenario is named 'contests'; it belongs in [[phase]]"),
    (GAME + PHASE + "runs = 3", 7, "no key of a phase is named 'runs'; it belongs at the top"),
    (GAME + PHASE + 'against = "bob"', 7, "no contestant is named 'bob'; there are hoyle, human, random"),
    (GAME + PHASE + 'against = "reasonable:200"', 7, "'200'"),
    (GAME + PHASE + 'against = "search:x"', 7, "'x'"),
    (GAME + PHASE + 'against = "random:x"', 7, "takes no argument"),
    (GAME + PHASE + 'against = "hoyle:paradigm=9"', 7, "contestant 'hoyle:paradigm=9': no paradigm"),
    (GAME + PHASE + 'against = "hoyle:paradgim=2"', 7, "did you mean 'paradigm'"),
    (GAME + PHASE + 'against = "hoyle:silence=x"', 7, "invalid number 'x'; give a whole number"),
    (GAME + PHASE + 'against = "hoyle:weights=Wild"', 7, "invalid weight 'Wild'"),
    (GAME + PHASE + 'against = "hoyle:late=keep,late=drop"', 7, "given twice"),
    (GAME + PHASE + 'against = "hoyle:2"', 7, "write key=value"),
    (GAME + PHASE + 'watch = ["perfect"]', 7, "it must be two contestants"),
    (GAME + PHASE.replace('"play"', '"watch"'), 3, "phase 'learn' has no contestants to watch"),
    (GAME + PHASE.replace('"play"', '"maybe"'), 5, "there are play, watch, no"),
    (GAME + PHASE + 'first = "x"', 7, "there are alternate, hoyle, other"),
    (GAME + PHASE + "until = 3", 7, "phase.learn.until is 3; it must be a table"),
    (GAME + PHASE + "until = { expertlike = 3 }", 7, "did you mean 'expert_like'"),
    (
        GAME + PHASE + "until = { stable = 0 }",
        7,
        "it must be a whole number from 1 to 1,000,000,000, or false",
    ),
    (GAME + PHASE + "until = { together = true }", 7, "together needs both"),
    (GAME + PHASE + 'until = { time = "soon" }', 7, "'soon' is not a time"),
    (GAME + PHASE + "until = { sprt = { elo0 = 30 } }", 7, "elo0 must be less than elo1"),
    (GAME + PHASE + "until = { sprt = { elo1 = 3000 } }", 7, "both between -2000 and 2000"),
    (GAME + PHASE + "until = { sprt = { alpha = 2 } }", 7, "it must be a number between 0 and 0.5"),
    (GAME + PHASE + 'watch = ["perfect", "random"]', 7, "phase 'learn' does not watch"),
    (
        GAME + PHASE.replace('"play"', '"no"') + "until = { stable = 3 }",
        7,
        "phase 'learn' learns nothing, so stable is no rule for it",
    ),
    (GAME + f"runs = {10**20}" + PHASE, 2, "runs is 100000000000000000000; it must be"),
    (GAME + f"seed = {1 << 63}" + PHASE, 2, "it must be a whole number from 0 to 2^63 - 1"),
    (GAME + 'without = ["Wild"]\nweights = { Wild = 2 }' + PHASE, 3, "Wild takes part nowhere"),
    (GAME + PHASE + 'against = "hoyle:without=Wild,weights=Wild=2"', 7, "its weight cannot be set"),
    (GAME + PHASE + "tune = true", 7, "no phase before it learns"),
    (GAME + PHASE + "[[variant]]\nparadigm = 2", 7, "a variant needs a name"),
    (GAME + PHASE + "[[variant]]\nname = 3", 8, "name is 3"),
    (GAME + PHASE + '[[variant]]\nname = "a"\n[[variant]]\nname = "a"', 10, "'a' already exists"),
    (GAME + PHASE + '[[variant]]\nname = "a"\nruns = 3', 9, "no key of a variant is named 'runs'"),
    (GAME + PHASE + '[[variant]]\nname = "a"\naxis = "a b"', 9, "axis is 'a b'"),
    (GAME + PHASE + '[[variant]]\nname = "a"\nparadigm = [1, 2]', 9, "write two variants"),
    (
        GAME + "paradigm = [1, 2]" + PHASE + '[[variant]]\nname = "a"\nparadigm = 1',
        9,
        "which is swept already",
    ),
    (GAME + PHASE + '[[variant]]\nname = "a"\n[variant.phase.lern]\ncontests = 1', 9, "did you mean 'learn'"),
    (
        GAME + PHASE + '[[variant]]\nname = "a"\nlabels = { x = "1" }\n[[variant]]\nname = "b"',
        10,
        "has other labels than the first",
    ),
    (
        GAME
        + PHASE
        + '[[variant]]\nname = "a"\nlate = "keep"\n[[variant]]\nname = "b"\naxis = "x"\nlate = "drop"',
        13,
        "axes 'variant' and 'x' both set late",
    ),
    ('game = ["achi"]' + PHASE + '[[variant]]\nname = "a"\naxis = "game"', 6, "two axes are named 'game'"),
    (GAME + PHASE + '[[table]]\nmeasure = "won"', 7, "a table needs a title"),
    (GAME + PHASE + '[[table]]\ntitle = "t"\nmeasure = "won"', 7, "table 't' has no rows"),
    (
        GAME + PHASE + '[[table]]\ntitle = "t"\nmeasure = "wins"',
        9,
        "there are contests, learned, expert_like, won",
    ),
    (GAME + PHASE + '[[table]]\ntitle = "t"\nmesure = "won"', 9, "did you mean 'measure'"),
    (GAME + PHASE + '[[table]]\ntitle = "t"\nmeasure = "won"\nrows = "gaem"', 10, "did you mean 'game'"),
    (GAME + PHASE + '[[table]]\ntitle = "t"\nmeasure = "won"\nrows = "runs"', 10, "no axis is named 'runs'"),
    (
        GAME + PHASE + '[[table]]\ntitle = "t"\nmeasure = "won"\nrows = "game"\npaper = { ahci = 3 }',
        11,
        "no label of game is named 'ahci' (did you mean 'achi'?)",
    ),
    (
        GAME + PHASE + '[[table]]\ntitle = "t"\nmeasure = "won"\nrows = "game"\npaper = { achi = "x" }',
        11,
        "paper.achi is 'x'; it must be a number",
    ),
    (
        GAME + PHASE + '[[table]]\ntitle = "t"\nmeasure = "won"\nrows = "game"\npaper = 3',
        11,
        "it must be a table by the labels of game",
    ),
    (
        GAME + PHASE + '[[table]]\ntitle = "t"\nmeasure = "won"\nrows = "game"\ncolumns = "game"',
        7,
        "names an axis twice",
    ),
    (
        GAME + PHASE + '[[table]]\ntitle = "t"\nmeasure = "won"\nrows = "game"\nphase = "lern"',
        11,
        "did you mean 'learn'",
    ),
    (
        GAME + PHASE + '[[phase]]\ncontests = 1\n[[table]]\ntitle = "t"\nmeasure = "won"\nrows = "game"',
        9,
        "names no phase; write phase = ..., one of",
    ),
    (
        GAME + PHASE + '[[table]]\ntitle = "t"\nmeasure = "won"\nrows = "game"\nbetter = "x"',
        11,
        "there are less, more",
    ),
    (
        GAME
        + f"weights = {{ Candide = {[*range(30)]}, Wild = {[*range(30)]}, Open = {[*range(30)]} }}"
        + PHASE,
        None,
        "the grid has 27,000 cells",
    ),
    (GAME + 'title = "open' + PHASE, 2, "invalid TOML: illegal character '\\n' (column 14)"),
    (GAME + PHASE + "contests = 3", None, "invalid TOML: cannot overwrite a value (at end of document)"),
    (GAME + "a = " + "[" * 2000 + "]" * 2000, None, "nested too deeply"),
    (GAME + f"[{'.'.join('a' * 5000)}]", None, "nested too deeply; use at most 32 levels"),
    ('extends = "nope"\n' + GAME + PHASE, 1, "no bundled scenario is named 'nope'"),
    (
        'extends = "nope.toml"\n' + GAME + PHASE,
        1,
        "extends is 'nope.toml', but no such file is beside this one",
    ),
    ("extends = 3\n" + GAME + PHASE, 1, "extends is 3; it must be a text"),
    ('extends = "study.toml"', None, "the scenario extends itself: study.toml extends study.toml"),
    ('load = "mine.py"\n' + GAME + PHASE, 1, "load is 'mine.py'; it must be a list of file names"),
    (GAME + 'load = ["nowhere.py"]' + PHASE, 2, "there is no such file"),
]


@each_case(("text", "line", "words"), MISTAKES, ids=[words for _, _, words in MISTAKES])
def test_a_mistake_is_told_with_its_place(desk: Desk, text: str, line: int | None, words: str) -> None:
    """One line: the file, the line, the value, and what is near or allowed."""
    message = desk.refusal(text)
    assert words in message
    assert message.startswith("study.toml: " if line is None else f"study.toml, line {line}: ")


@each_case(
    ("override", "words"),
    [
        ("runs", "no key is set"),
        ("=3", "no key is set"),
        ("a b=3", "no key is set"),
        ("rnus=3", "did you mean 'runs'"),
        ("runs=x", "runs is 'x'"),
        ("runs=1\nseed=2", "runs is '1\\nseed=2'"),
        ("game=chess", "no game is named 'chess'"),
        ("game=[achi", "the value is invalid TOML"),
        ("phase.lern.contests=3", "no phase is named 'lern'; there are learn"),
        ("phase.learn.contests=0", "phase.learn.contests is 0"),
        ("phase.learn.name=x", "cannot be changed"),
        ("phase.learn=3", "it must be a table with the keys of a phase"),
        ("phase=3", "write [[phase]]"),
        ("until.stable=3", "'until'; it belongs in [[phase]]"),
        ("extends=quickstart", "extends cannot be set here"),
        ("variant.x.y=3", "no variant is named 'x'"),
        ('load=["nowhere.py"]', "there is no such file"),
    ],
)
def test_a_mistake_in_an_override_is_told(desk: Desk, override: str, words: str) -> None:
    """The place is the override itself, whatever the file says there."""
    message = desk.refusal(GAME + PHASE, override)
    assert message.startswith("--set ")
    assert words in message


def test_a_mistake_of_one_cell_names_the_cell(desk: Desk) -> None:
    """What fits one value of a sweep may not fit another."""
    message = desk.refusal('game = ["achi", "nim"]\noptions = { blocked = "loses" }' + PHASE)
    assert message.startswith("study.toml, line 2: nim has no option 'blocked'")
    assert message.endswith("(where game = nim)")


def test_a_circle_of_files_is_refused(desk: Desk) -> None:
    """However long it is."""
    desk.write('extends = "b.toml"', "a.toml")
    desk.write('extends = "study.toml"', "b.toml")
    assert "study.toml extends a.toml extends b.toml extends study.toml" in desk.refusal('extends = "a.toml"')


def test_files_that_are_none_are_refused(desk: Desk) -> None:
    """Missing files, folders, and what is no text."""
    (desk.folder / "bytes.toml").write_bytes(b"title = '\xff'")
    (desk.folder / "folder.toml").mkdir()
    for name in ("bytes.toml", "folder.toml", "nowhere.toml", "nowhere.py"):
        with pytest.raises(HoyleError, match=name):
            read_scenario(desk.folder / name)


def test_a_byte_order_mark_is_no_mistake(desk: Desk) -> None:
    """Some editors write one."""
    assert desk.read("\ufeff" + GAME + PHASE).runs == 1


ANYTHING: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(["", "x", "all", "learn", "5ms", "hoyle:", 0, -1, 5, True, 1.5, {1, 2}]),
    st.sampled_from(
        [[], ["a"], [[]], [["Panic"], "all"], [1, 2], [{}], [{"name": "a"}], ["perfect", "random"]]
    ),
    st.sampled_from([{}, {"a": 1}, {"a": {}}, {"a": []}, {"": 1}, {"Panic": ["5ms"]}, {"sprt": {}}]),
    st.sampled_from([{"sprt": [True]}, {"1": {"achi": 2}}, {"learn": {"contests": 2}}]),
)
SCATTERED = st.dictionaries(st.sampled_from(sorted(set().union(*KEYS.values()))), ANYTHING, max_size=2)


@settings(max_examples=100)
@given(SCATTERED, SCATTERED, SCATTERED, SCATTERED)
def test_whatever_is_given_is_read_or_refused_in_a_line(
    top: dict[str, Any], phase: dict[str, Any], variant: dict[str, Any], table: dict[str, Any]
) -> None:
    """Any value may stand at any key, and nobody meets a traceback."""
    keys = {
        "game": "achi",
        "phase": [{"name": "learn", "contests": 1} | phase],
        "variant": [{"name": "a"} | variant],
        "table": [{"title": "t", "measure": "won", "rows": "game"} | table],
    }
    message = ""
    try:
        build_scenario(**keys | top)
    except HoyleError as error:
        message = str(error)
    assert "\n" not in message
