"""Which cells are shown together."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from control.hearing.clock_options import ClockOptions
from control.settings.hoyle_options import HoyleOptions
from scenarios.experiment.records import read_records
from scenarios.language.scenario import CellSpec, PhaseSpec
from scenarios.report.cell_groups import CellGroup, alike_so_far, in_parts, make_groups
from scenarios.report.charts import Look
from tests.scenarios.fake_results import begin


def _groups(folder: Path, axes: Mapping[str, Sequence[str]]) -> list[CellGroup]:
    begin(folder, axes).store.close()
    return make_groups(read_records(folder))


def _shown(groups: Sequence[CellGroup]) -> dict[str, list[str]]:
    return {group.title: [member.label for member in group.members] for group in groups}


def test_games_make_panels(tmp_path: Path) -> None:
    """With several games and something else that varies, a group is a game."""
    shown = _shown(_groups(tmp_path, {"paradigm": ("1", "2"), "game": ("achi", "nim")}))
    assert shown == {"achi": ["paradigm 1", "paradigm 2"], "nim": ["paradigm 1", "paradigm 2"]}


def test_labels_say_what_differs(tmp_path: Path) -> None:
    """A setting is named with its value, as people write that; what is a name already stands alone."""
    shown = _shown(_groups(tmp_path / "a", {"budget.Panic": ("5ms", "50ms"), "clock": ("wall",)}))
    assert shown == {"": ["Panic budget 5 ms", "Panic budget 50 ms"]}
    shown = _shown(_groups(tmp_path / "b", {"variant": ("all twenty", "without Mobility")}))
    assert shown == {"": ["all twenty", "without Mobility"]}


def _of_phases(folder: Path, axes: Sequence[Mapping[str, str]], clock: str = "virtual") -> list[list[str]]:
    """Return what members are called in each of two phases, where opponents differ in the second alone."""
    faker = begin(folder, {})
    faker.store.set_cells(
        CellSpec(
            labels=labels,
            game=labels.get("game", "nim"),
            clock=ClockOptions(clock=clock),
            phases=(
                PhaseSpec(name="learn", hoyle=HoyleOptions(paradigm=labels.get("paradigm", "1"))),
                PhaseSpec(name="test", against=labels["phase.test.against"]),
            ),
        )
        for labels in axes
    )
    faker.store.close()
    records = read_records(folder)
    group = make_groups(records)[0]
    return [[each.label for each in alike_so_far(records, group, phase)] for phase in ("learn", "test")]


AGAINST = "phase.test.against"


def test_what_differs_later_is_one_before(tmp_path: Path) -> None:
    """In virtual time, cells that differ in a later phase alone are shown once until then."""
    two = [{AGAINST: "expert"}, {AGAINST: "random"}]
    assert _of_phases(tmp_path / "all", two) == [
        ["all settings, identical so far"],
        ["against expert in test", "against random in test"],
    ]
    assert _of_phases(tmp_path / "wall", two, "wall")[0] == [
        "against expert in test",
        "against random in test",
    ]


def test_what_is_shown_as_one_is_named_by_what_it_has_in_common(tmp_path: Path) -> None:
    """Unless that is nothing, or others have it too."""
    pairs = [("1", "expert"), ("1", "random"), ("2", "expert")]
    labels = [
        {"game": game, "paradigm": paradigm, AGAINST: other}
        for game in ("nim", "achi")
        for paradigm, other in pairs
    ]
    learn, test = _of_phases(tmp_path, labels)
    assert learn == ["paradigm 1", "paradigm 2, against expert in test"]
    assert len(test) == 3


def test_one_cell_is_one_panel(tmp_path: Path) -> None:
    """Where nothing varies there is one series, and its game is its name."""
    assert _shown(_groups(tmp_path / "a", {"game": ("achi",)})) == {"": ["achi"]}
    assert _shown(_groups(tmp_path / "b", {})) == {"": ["all contests"]}


def test_large_grids_are_divided_by_axes(tmp_path: Path) -> None:
    """Paradigms stand side by side at each game and budget, with no word of a range."""
    budgets = ("1ms", "2ms", "5ms")
    axes = {"game": ("achi", "nim"), "paradigm": ("1", "2", "3", "4"), "budget.default": budgets}
    assert _shown(_groups(tmp_path, axes)) == {
        f"{game}, default budget {budget}": [f"paradigm {i}" for i in (1, 2, 3, 4)]
        for game in ("achi", "nim")
        for budget in ("1 ms", "2 ms", "5 ms")
    }


def test_an_axis_is_divided_for_line_charts_alone_and_evenly(tmp_path: Path) -> None:
    """Nine series are five and four, not eight and a straggler; titles say from where to where."""
    groups = _groups(tmp_path, {"game": [f"game {i}" for i in range(9)]})
    assert [(group.title, len(group.members)) for group in groups] == [("", 9)]
    assert [(group.title, len(group.members)) for group in in_parts(groups)] == [
        ("game 0 to game 4", 5),
        ("game 5 to game 8", 4),
    ]


def test_members_have_names_of_their_own(tmp_path: Path) -> None:
    """Away from its group a cell is named by all that varies."""
    groups = _groups(tmp_path, {"game": ("achi", "nim"), "paradigm": ("1", "2")})
    assert groups[1].members[0].name == "nim, paradigm 1"


def test_axes_that_go_together_are_named_once(tmp_path: Path) -> None:
    """A variant that has labels of its own is named by one of its axes."""
    faker = begin(tmp_path, {})
    pairs = (("1v2", "Paradigm 1", "Paradigm 2"), ("1v3", "Paradigm 1", "Paradigm 3"))
    faker.store.set_cells(
        CellSpec(labels={"game": game, "variant": name, "row": row, "column": column}, game=game)
        for game in ("achi", "nim")
        for name, row, column in pairs
    )
    faker.store.close()
    shown = _shown(make_groups(read_records(tmp_path)))
    assert shown == {"achi": ["1v2", "1v3"], "nim": ["1v2", "1v3"]}


def test_a_setting_looks_the_same_everywhere(tmp_path: Path) -> None:
    """Its colour is its place on its axis, in every group; a second axis says the dash."""
    groups = _groups(tmp_path / "a", {"game": ("achi", "nim"), "paradigm": ("1", "2", "3")})
    for group in groups:
        assert [member.look for member in group.members] == [Look(0, 0), Look(1, 1), Look(2, 2)]
    axes = {"game": ("achi", "nim"), "paradigm": ("1", "2"), "schedule": ("tiered", "serial")}
    for group in _groups(tmp_path / "b", axes):
        assert [member.look for member in group.members] == [Look(0, 0), Look(0, 1), Look(1, 0), Look(1, 1)]


def test_cells_say_what_they_are_of(tmp_path: Path) -> None:
    """A group is of what all its members are of, for the filter of the page."""
    group, _ = _groups(tmp_path, {"game": ("achi", "nim"), "paradigm": ("1", "2")})
    assert group.of == "0.0"
    assert [member.of for member in group.members] == ["0.0 1.0", "0.0 1.1"]
