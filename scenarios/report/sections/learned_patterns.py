"""Draw the patterns that runs learned."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from agents import declared_items
from blackboard import Entry, Item, Knowledge, thawed
from games import Game, HoyleError, draw_svg, make_game
from scenarios.experiment.records import Records
from scenarios.experiment.run_files import knowledge_file
from scenarios.report.cell_groups import CellGroup, name_cell
from scenarios.report.exhibit import Chart, Exhibit

MOST_OF_A_CELL = 30
MOST_CHARTS = 96
"""The most pictures of all cells together, though each cell has a few in any case."""
FEWEST_OF_A_CELL = 6
_NOTE = (
    "From the knowledge at the end of each run. The pictures show the patterns of each cell's first run. "
    "Rings mark the locations of a pattern. Patterns that differ only in men are side by side."
)


@attrs.frozen
class _Held:
    """The entries of one item that one run learned."""

    cell: int
    run: int
    item: Item
    game: Game[Any]
    entries: Mapping[str, Entry]

    @property
    def remark(self) -> str:
        """The item's remark on all of its entries."""
        return "" if self.item.remark is None else self.item.remark(self.game, self.entries)

    def charts(self, most: int, group: str) -> Iterator[Chart]:
        """Draw at most `most` of the entries."""
        for text in sorted(self.entries, key=lambda text: (text.replace("O", "X"), text))[:most]:
            if self.item.drawn is not None:
                entry = thawed(self.entries[text])
                cells, marked = self.item.drawn(self.game, text, entry)
                words = self.item.tell(self.game, text, entry)
                svg = draw_svg(self.game.board, cells, highlight=marked)
                yield Chart(f"{words[:1].upper()}{words[1:]}", svg, group, is_board=True)


def learned_patterns(records: Records, groups: Sequence[CellGroup]) -> Exhibit:
    """Draw the patterns that the first run of each cell learned, and count those of all runs."""
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
    return Exhibit("Learned patterns", _NOTE, charts, ("cell", "run", "item", "entries", "remark"), rows)


def _held(records: Records) -> Iterator[_Held]:
    """Yield the patterns of each finished run, if its knowledge was saved and can be read."""
    declared = declared_items()
    wanted = {name: item for name, item in declared.items() if item.drawn is not None}
    runs = {(row.cell, row.run) for row in records.phases if wanted.keys() & _sizes(row.knowledge).keys()}
    for cell, run in sorted(runs):
        path = knowledge_file(records.folder, cell, run)
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
