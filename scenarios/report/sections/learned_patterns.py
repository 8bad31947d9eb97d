"""Learned patterns in the report: what runs knew in the end of parts of the board, drawn."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from agents import declared_items
from blackboard import Entry, Item, Knowledge, thawed
from games import Game, HoyleError, draw_svg, make_game
from scenarios.experiment.records import Records
from scenarios.experiment.run import KNOWLEDGE
from scenarios.report.cell_groups import CellGroup, name_cell
from scenarios.report.exhibit import Chart, Exhibit

MOST_OF_A_CELL = 30
MOST_CHARTS = 96
"""Pictures of all cells together; each cell has at least a few."""
FEWEST_OF_A_CELL = 6
_NOTE = (
    "From the knowledge of each run at its end. Drawn are the patterns of each cell's first run, with rings "
    "around the locations that a pattern is about; those that differ in men alone stand together."
)


@attrs.frozen
class _Held:
    """What one run knew of one item."""

    cell: int
    run: int
    item: Item
    game: Game[Any]
    entries: Mapping[str, Entry]

    @property
    def remark(self) -> str:
        """What there is to say of all of them."""
        return "" if self.item.remark is None else self.item.remark(self.game, self.entries)

    def charts(self, most: int, group: str) -> Iterator[Chart]:
        """Draw some of them."""
        for text in sorted(self.entries, key=lambda text: (text.replace("O", "X"), text))[:most]:
            if self.item.drawn is not None:
                entry = thawed(self.entries[text])
                cells, marked = self.item.drawn(self.game, text, entry)
                words = self.item.tell(self.game, text, entry)
                svg = draw_svg(self.game.board, cells, highlight=marked)
                yield Chart(f"{words[:1].upper()}{words[1:]}", svg, group, is_board=True)


def learned_patterns(records: Records, groups: Sequence[CellGroup]) -> Exhibit:
    """Draw what the first run of each cell knew of parts of the board, and tell of all runs."""
    del groups
    held = list(_held(records))
    first: dict[tuple[int, str], _Held] = {}
    for each in held:
        first.setdefault((each.cell, each.item.name), each)
    most = max(FEWEST_OF_A_CELL, min(MOST_OF_A_CELL, MOST_CHARTS // max(1, len(first))))
    charts: list[Chart] = []
    for each in first.values():
        group = f"{name_cell(records, each.cell)}: {each.item.name} of run {each.run}"
        charts += each.charts(most, group)
    rows = [
        [name_cell(records, each.cell), str(each.run), each.item.name, str(len(each.entries)), each.remark]
        for each in held
        if each.remark or each is first[each.cell, each.item.name]
    ]
    return Exhibit("Learned patterns", _NOTE, charts, ("cell", "run", "item", "entries", "of them"), rows)


def _held(records: Records) -> Iterator[_Held]:
    """Yield what each run that ended knew of parts of the board, as far as it was kept and can be read."""
    declared = declared_items()
    wanted = {name: item for name, item in declared.items() if item.drawn is not None}
    runs = {(row.cell, row.run) for row in records.phases if wanted.keys() & _sizes(row.knowledge).keys()}
    for cell, run in sorted(runs):
        path = records.folder / KNOWLEDGE / f"cell-{cell}-run-{run}.hoyle"
        try:
            knowledge = Knowledge.load(path, declared=declared)
            game = make_game(knowledge.game, {key: str(value) for key, value in knowledge.options.items()})
            knowledge.check_board(game, str(path), declared)
        except HoyleError:
            continue
        for name, item in wanted.items():
            if entries := knowledge.item(name):
                yield _Held(cell, run, item, game, entries)


def _sizes(knowledge: str) -> Mapping[str, int]:
    sizes: Mapping[str, int] = json.loads(knowledge or "{}")
    return sizes
