"""The other paradigms that a scenario sweeps, under which votes are counted again."""

from collections.abc import Sequence

from control import Paradigm, get_paradigm
from scenarios.language.scenario import CellSpec, Scenario


def rivals_of(scenario: Scenario, cell: int, phase: str) -> Sequence[Paradigm]:
    """Return the other paradigms of a phase in cells of the same game, as far as they can count again.

    A paradigm that uses learned knowledge, or that draws its move, cannot.
    """
    here = scenario.cells[cell]
    same = [each for each in scenario.cells if each.game == here.game]
    names = dict.fromkeys(name for each in same for name in _paradigms(each, phase))
    found = [get_paradigm(name) for name in names if name not in _paradigms(here, phase)]
    return [each for each in found if each.weights is None and each.chances is None and not each.candidates]


def _paradigms(cell: CellSpec, phase: str) -> list[str]:
    return [each.hoyle.paradigm for each in cell.phases if each.name == phase]
