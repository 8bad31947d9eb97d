"""Write the page that compares us with the paper of 1990: its tables, and a picture of each.

    python benchmarks/tables_1990.py [FOLDER...]

The folders are results of `hoyle run hoyle-1990-...`; what the page needs of them is kept in
docs/reproduction.json with their digests, so that one can be run again without the others, and no figure in a
table is typed by hand. Between `<!-- begin NAME -->` and `<!-- end NAME -->` the page is written here; all
around it is prose.
"""

import itertools
import json
import math
import re
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import attrs
import numpy as np

from scenarios.analysis.findings import ask, find
from scenarios.experiment.records import Records, digest_of, read_records
from scenarios.report.paper_plots import draw_against_paper, has_paper
from scenarios.report.result_tables import ResultTable, make_tables
from scenarios.statistics import mean_estimate

DOCS = Path(__file__).parent.parent / "docs"
PAGE, KEPT, PICTURES = DOCS / "reproduction.md", DOCS / "reproduction.json", DOCS / "reproduction"
PREFIX = "hoyle-1990-"
FAITHFUL = ("faithful-1", "faithful-2", "faithful-3")
GAMES = ("tic-tac-toe", "lose-tic-tac-toe", "achi", "pong-hau-ki", "tsoro-yematatu")
PARADIGMS = ("1", "2", "3", "4")
PAIRS = tuple(f"{one}v{other}" for one, other in itertools.combinations(PARADIGMS, 2))
FLOOR = 10
"""No game is learned in fewer contests."""
DRAWN = "achi, drawn"
"""Achi by rules under which it is drawn."""
SIGNIFICANT = {
    "tic-tac-toe": ("Candide", "Worried", "Greedy"),
    "lose-tic-tac-toe": ("Pitchfork", "Open", "Shortsight"),
    "achi": ("Pitchfork", "Open", "Shortsight"),
    "pong-hau-ki": ("Pitchfork", "Open", "Shortsight"),
    "tsoro-yematatu": ("Candide", "Worried", "Anthropomorph"),
}
"""The paper's three most significant Advisors of each game, section 4.4."""
TOLD = 3
Kept: TypeAlias = dict[str, Any]


# What is kept of a folder.


def kept_of(records: Records) -> Kept:
    """Return what the page may need of an experiment, as JSON has it."""
    return {
        "seed": records.meta["seed"],
        "runs": _runs(records),
        "digest": digest_of(records)[:16],
        "tables": {table.title: _kept_table(table) for table in make_tables(records)},
        "orders": _orders(records),
        "advisors": _standings(records),
        "costs": _costs(records),
    }


def _runs(records: Records) -> str:
    """Say how many runs of each cell are done: `30`, or `22 to 23` of an experiment that is to go on."""
    done = Counter(row.cell for row in records.runs if row.state == "done")
    counts = {done[cell] for cell in records.cells}
    return str(max(counts)) if len(counts) == 1 else f"{min(counts)} to {max(counts)}"


def _kept_table(table: ResultTable) -> Kept:
    rows: Kept = {}
    for (row, column), entry in table.entries.items():
        ours = [table.measure.text(each) for each in entry.ours.estimates]
        means = [each.value for each in entry.ours.estimates]
        cell = {"ours": ours, "means": means, "paper": entry.paper, "at_limit": entry.ours.censored}
        rows.setdefault(row, {})[column] = cell
    return rows


def _orders(records: Records) -> Kept:
    """Compare paradigms by contests until learned, reading by reading, as `hoyle compare` does."""
    if not {"paradigm", "game"} <= records.axes.keys() or "learn" not in records.phase_names:
        return {}
    found: Kept = {}
    for reading in records.axes.get("reading", ("",)):
        cells = {cell: have for cell, have in records.cells.items() if have.get("reading", "") == reading}
        part = attrs.evolve(records, cells=cells)
        for each in find(part, ask(part, "paradigm", "contests", "learn")).contrasts:
            estimate = each.found.difference
            told = {
                "pair": [each.label, each.other],
                "difference": "" if estimate is None else estimate.text(),
                "p": each.adjusted,
                "is_told_apart": each.is_significant,
            }
            game = each.game or next(iter(records.axes["game"]))
            found.setdefault(reading, {}).setdefault(game, []).append(told)
    return found


def _standings(records: Records) -> Kept:
    """Add up the reviews after learning, by game and Advisor: asked, commented, agreed."""
    sums: dict[str, dict[str, Counter[str]]] = {}
    for row in records.advisors:
        if row.phase == 0:
            game = records.specs[row.cell].game
            counted = sums.setdefault(game, {}).setdefault(row.advisor, Counter())
            counted.update(asked=row.asked, commented=row.commented, agreed=row.agreed)
    return {game: {name: dict(each) for name, each in sums[game].items()} for game in sums}


def _costs(records: Records) -> Kept:
    """Tell by game what a decision cost before the panel was tuned and after, and how many were dropped."""
    if not {"untuned", "rematch"} <= set(records.phase_names):
        return {}
    shares: dict[str, dict[str, list[float]]] = {}
    ended = {(row.cell, row.run, row.name): row for row in records.phases}
    for (cell, run, name), row in ended.items():
        if name == "rematch":
            before = ended[cell, run, "untuned"]
            costs = [_work(records, each.cell, each.run, each.phase) for each in (before, row)]
            seats = [records.seated[cell, run, each.phase, "hoyle"] for each in (before, row)]
            at = shares.setdefault(records.specs[cell].game, {})
            for key, value in (
                ("before", costs[0]),
                ("after", costs[1]),
                ("speed_up", costs[0] / costs[1]),
                ("dropped", float(len(seats[0]) - len(seats[1]))),
                ("allotments", len(seats[0]) / len(seats[1])),
            ):
                at.setdefault(key, []).append(value)
    return {
        game: {key: mean_estimate(each).text() for key, each in at.items()} for game, at in shares.items()
    }


def _work(records: Records, cell: int, run: int, phase: int) -> float:
    """Return how many questions to the rules a decision took."""
    contests = records.contests_of((cell, run, phase))
    return float(np.sum(contests["work"]) / np.sum(contests["decisions"]))


# Writing.


def _grid(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _short(text: str) -> str:
    """Leave out that all runs were equal: a figure without an interval says so."""
    return re.sub(r" \((all \d+ equal|one run)\)", "", text)


def _plain(value: float | None) -> str:
    return "" if value is None else f"{value:.12g}"


@attrs.frozen
class Book:
    """All that is kept, by scenario."""

    kept: Kept

    def table(self, name: str, title: str) -> Mapping[str, Mapping[str, Kept]]:
        """Return the table of a scenario whose title ends so."""
        tables = self.kept.get(PREFIX + name, {}).get("tables", {})
        return next((rows for each, rows in tables.items() if each.endswith(title)), {})

    def cell(self, name: str, title: str, row: str, column: str) -> Kept:
        """Return one cell; an empty one where there is none."""
        return dict(self.table(name, title).get(row, {}).get(column, {}))

    def of(self, name: str, what: str) -> Any:
        """Return something else that is kept of a scenario."""
        return self.kept.get(PREFIX + name, {}).get(what, {})

    def sources(self) -> str:
        """Say which results the page comes from."""
        said = (
            f"`{name.removeprefix(PREFIX)}` {kept['runs']} {'run' if kept['runs'] == '1' else 'runs'}"
            f" (`{kept['digest']}`)"
            for name, kept in sorted(self.kept.items())
        )
        return f"Runs of each cell and digests of the results, by scenario `{PREFIX}...`: {', '.join(said)}."


def _figure(cell: Kept) -> str:
    """Write a cell of one figure, or of three."""
    if not cell:
        return "·"
    limit = f" ({cell['at_limit']} at the limit)" if cell.get("at_limit") else ""
    return " / ".join(_short(each) for each in cell["ours"]) + limit


def _result(cell: Kept) -> str:
    """Write won, drawn and lost, with the interval of those drawn."""
    if not cell or None in cell["means"]:
        return "·"
    won, drawn, lost = (_plain(round(each, 1)) for each in cell["means"])
    bracket = re.search(r"\[.*?\]", cell["ours"][1])
    return f"{won} / **{drawn}** {bracket[0] if bracket else ''} / {lost}".replace("  ", " ")


def _paper(cell: Kept) -> str:
    return " / ".join(_plain(each) for each in cell.get("paper") or ()) or "·"


READINGS = ("faithful", "silence 5", "last chance")
TABLE_1, TABLE_7 = "Table 1: contests until learned", "Table 7: expert-like contests out of 20"


def _table_1(book: Book) -> str:
    rows, floors, told = [], [], []
    for game in (*GAMES[:3], DRAWN, *GAMES[3:]):
        lines = [_line_1(book, game, paradigm) for paradigm in PARADIGMS]
        if not all(line[0] for line in lines):
            continue
        if all(_at_floor(each) for line in lines for each in line):
            floors.append(game)
            continue
        told += lines if game != DRAWN else []
        rows += [
            [f"{game}, {paradigm}", _paper(line[0]), *(_figure(each) for each in line)]
            for paradigm, line in zip(PARADIGMS, lines, strict=True)
        ]
    grid = _grid(["game, paradigm", "paper", "**faithful**", *READINGS[1:], "ours"], rows)
    covered = [sum(_covers(line[at], line[0]["paper"]) for line in told) for at in (0, 3)]
    said = (
        f"The intervals of the faithful setting hold {covered[0]} of the first {len(told)} figures of the"
        f" paper, those of ours {covered[1]}."
    )
    if floors:
        said += (
            f" {' and '.join(floors)}: {FLOOR} in every cell, the paper's and all of ours. That is the least"
            " there can be, so these games tell nothing here."
        )
    return f"{grid}\n\n{said}"


def _covers(cell: Kept, paper: Sequence[float]) -> bool:
    """Does the interval of a cell, or its one value, hold the paper's figure?"""
    if not cell:
        return False
    bracket = re.search(r"\[([\d.]+), ([\d.]+)\]", cell["ours"][0])
    low, high = map(float, bracket.groups()) if bracket else (cell["means"][0],) * 2
    return bool(low <= paper[0] <= high)


def _line_1(book: Book, game: str, paradigm: str) -> list[Kept]:
    if game == DRAWN:
        return [book.cell("faithful-achi", TABLE_1, paradigm, "achi"), {}, {}, {}]
    readings = [book.cell("faithful-1", f"{TABLE_1}: {each}", paradigm, game) for each in READINGS]
    return [*readings, book.cell("experiment-1", TABLE_1, paradigm, game)]


def _at_floor(cell: Kept) -> bool:
    """Does a cell, if there is one, tell nothing but the least that can be?"""
    return not cell or (cell["means"] == [FLOOR] and cell["paper"] in (None, [FLOOR]))


def _order_table(book: Book) -> str:
    rows = []
    for game in GAMES[:3]:
        lines = {each: _line_1(book, game, each) for each in PARADIGMS}
        if not all(line[0] for line in lines.values()):
            continue
        papers = {each: lines[each][0]["paper"][0] for each in PARADIGMS}
        orders = [
            _order({each: lines[each][at]["means"][0] for each in PARADIGMS})
            for at in range(4)
            if all(lines[each][at] for each in PARADIGMS)
        ]
        contrasts = book.of("faithful-1", "orders").get("faithful", {}).get(game, ())
        rows.append([game, _order(papers), *orders, _apart(contrasts)])
    head = ["game", "paper", "**faithful**", *READINGS[1:], "ours", "told apart under faithful (Holm)"]
    return _grid(head, rows)


def _order(means: Mapping[str, float]) -> str:
    """Write paradigms from the fewest contests to the most; those with the same mean share a place."""
    ranked = sorted(means, key=lambda each: (means[each], each))
    said = ranked[0]
    for one, other in itertools.pairwise(ranked):
        said += f" {'=' if means[one] == means[other] else '<'} {other}"
    return said


def _apart(contrasts: Sequence[Kept]) -> str:
    """Name the pairs that are told apart, the one with fewer contests first."""
    pairs = []
    for each in contrasts:
        if each["is_told_apart"]:
            one, other = each["pair"]
            pairs.append(f"{one} < {other}" if each["difference"].startswith("-") else f"{other} < {one}")
    return ", ".join(pairs) if pairs else "none"


LABELS = {
    "tic-tac-toe": ("tic-tac-toe until learned",),
    "lose-tic-tac-toe": ("lose-tic-tac-toe 200 contests", "lose-tic-tac-toe until learned"),
    "achi": ("achi until learned", "achi drawn until learned"),
    "pong-hau-ki": ("pong-hau-ki until learned",),
    "tsoro-yematatu": ("tsoro-yematatu until learned",),
}
"""The tables of each game in experiment 2, the main one first."""


def _tables_2_to_6(book: Book) -> str:
    rows, drawn = [], []
    for game, labels in LABELS.items():
        lines = [_line_2(book, game, labels, pair) for pair in PAIRS]
        if all(figure in ("0 / 100 / 0", "0 / **100** / 0", "·") for line in lines for figure in line[1:]):
            drawn.append(game)
        else:
            rows += lines
    head = ["game, pair", "paper", "**faithful**", "lose: until learned; achi: drawn rules", "ours"]
    said = f"\n\n{' and '.join(drawn)}: 0 / 100 / 0 in every cell, the paper's and ours." if drawn else ""
    return f"{_grid(head, rows)}{said}"


def _line_2(book: Book, game: str, labels: Sequence[str], pair: str) -> list[str]:
    """Write one pair of paradigms: the paper's, the faithful one's, another of that, and ours."""
    first, *others = (book.cell("faithful-2", f": {label}", pair, "") for label in labels)
    one, _, other = pair.partition("v")
    ours = book.cell("experiment-2", f": {game}", f"Paradigm {one}", f"Paradigm {other}")
    second = others[0] if others else {}
    return [f"{game}, {pair}", _paper(first), _result(first), _result(second), _result(ours)]


def _draws(book: Book) -> str:
    """List the attempts at Table 3, by how often they draw."""
    rows = book.table("table-3", "lost of 100")
    pairs = ("1v2", "3v4")
    lines = [
        [name, *(_short(cells[pair]["ours"][1]) for pair in pairs)]
        for name, cells in sorted(
            rows.items(), key=lambda each: -math.fsum(each[1][p]["means"][1] for p in pairs)
        )
    ]
    papers = [_plain(rows[READINGS[0]][pair]["paper"][1]) for pair in pairs] if rows else ["", ""]
    head = ["what is changed", "drawn, 1 against 2", "drawn, 3 against 4"]
    return _grid(head, [*lines, ["**the paper**", *(f"**{each}**" for each in papers)]])


def _unlearned(book: Book) -> str:
    """Show Table 3 beside two that know nothing."""
    cells = {pair: book.cell("table-3-unlearned", "named first", pair, "") for pair in PAIRS}
    rows = [
        ["the paper", *(_paper(each) for each in cells.values())],
        ["nothing learned", *(_result(each) for each in cells.values())],
    ]
    means = [
        math.fsum(each[key][1] for each in cells.values() if each) / len(PAIRS) for key in ("paper", "means")
    ]
    return (
        f"{_grid(['', *PAIRS], rows)}\n\nOver all six pairs {means[0]:.3g} of 100 are drawn in the paper, and"
        f" {means[1]:.3g} where nothing was learned."
    )


def _table_7(book: Book) -> str:
    rows = []
    for paradigm in PARADIGMS:
        row = [paradigm]
        for game in (*GAMES[:3], DRAWN, *GAMES[3:]):
            name, column = ("faithful-achi", "achi") if game == DRAWN else ("faithful-3", game)
            cell = book.cell(name, TABLE_7, paradigm, column)
            ours = book.cell("experiment-3", TABLE_7, paradigm, game)
            row.append(f"{_paper(cell)} · **{_figure(cell)}** · {_figure(ours)}" if cell else "·")
        rows.append(row)
    head = ["paradigm", *GAMES[:3], DRAWN, *GAMES[3:]]
    return _grid(head, rows)


def _significant(book: Book) -> str:
    ours, old = book.of("faithful-3", "advisors"), book.of("experiment-1", "advisors")
    rows = []
    for game, theirs in SIGNIFICANT.items():
        ranked = _ranked(ours.get(game, {}))
        places = [f"{name} {ranked.index(name) + 1 if name in ranked else 'never'}" for name in theirs]
        costs = book.of("faithful-3", "costs").get(game, {})
        rows.append(
            [
                game,
                ", ".join(places),
                ", ".join(f"{name} {_share(ours[game][name])}" for name in ranked[:TOLD]),
                ", ".join(f"{name} {_share(old[game][name])}" for name in _ranked(old.get(game, {}))[:TOLD]),
                *(_short(costs.get(key, "·")) for key in ("dropped", "speed_up", "allotments")),
            ]
        )
    head = [
        "game",
        "paper's three, and their places under faithful",
        "**faithful**: first three",
        "ours: first three",
    ]
    body = _grid([*head, "dropped of 13", "speed-up, questions", "speed-up, allotments"], rows)
    found = sum(
        name in _ranked(ours.get(game, {}))[:TOLD] for game, names in SIGNIFICANT.items() for name in names
    )
    return f"{body}\n\nOf the paper's {TOLD * len(SIGNIFICANT)} names {found} are among our first three."


def _ranked(standings: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Order those that ever agreed by how often they did."""
    agreed = {name: each["agreed"] / each["asked"] for name, each in standings.items() if each["agreed"]}
    return sorted(agreed, key=lambda name: (-agreed[name], name))


def _share(standing: Mapping[str, int]) -> str:
    return f"{100 * standing['agreed'] / standing['asked']:.0f} %"


def _three_dimensions(book: Book) -> str:
    results, progress = (book.table("faithful-3d", end) for end in ("lost of 40", "first ten"))
    rows = [
        [game, other, _result(cell), _figure(progress.get(game, {}).get(other, {}))]
        for game, cells in results.items()
        for other, cell in cells.items()
    ]
    head = ["game", "against", "won / drawn / lost of 40", "won in the last ten less the first ten"]
    return _grid(head, rows)


def _summary(book: Book) -> str:
    """Say in a few lines how near each table comes: the range over its cells, and the paper's."""
    one = f"{TABLE_1}: {READINGS[0]}"
    lines = [
        ["Table 1: contests until tic-tac-toe is learned", *_spans(book, "faithful-1", one, column=GAMES[0])],
        [
            "Table 1: contests until lose tic-tac-toe is learned",
            *_spans(book, "faithful-1", one, column=GAMES[1]),
        ],
        ["Table 1: contests until achi is learned", *_spans(book, "faithful-1", one, column=GAMES[2])],
        [
            "Table 2: contests of tic-tac-toe drawn",
            *_spans(book, "faithful-2", f": {LABELS[GAMES[0]][0]}", part=1),
        ],
        [
            "Table 3: contests of lose tic-tac-toe drawn",
            *_spans(book, "faithful-2", LABELS[GAMES[1]][0], part=1),
        ],
        ["the same where nothing was learned", *_spans(book, "table-3-unlearned", "named first", part=1)],
        [
            "Table 5: contests of achi drawn, by rules that allow it",
            *_spans(book, "faithful-2", LABELS[GAMES[2]][1], part=1),
        ],
        ["Table 7: expert-like rematches of 20", *_spans(book, "faithful-3", TABLE_7)],
    ]
    return _grid(["over paradigms, or pairs of them", "paper", "**faithful**"], lines)


def _spans(book: Book, name: str, title: str, *, column: str = "", part: int = 0) -> list[str]:
    """Return the least and the most of a table or a column of it, the paper's first."""
    rows = book.table(name, title).values()
    cells = [cell for row in rows for at, cell in row.items() if column in ("", at)]
    return [
        _span([cell["paper"][part] for cell in cells]),
        _span([cell["means"][part] for cell in cells if cell["means"][part] is not None]),
    ]


def _span(values: Sequence[float]) -> str:
    if not values:
        return "·"
    least, most, mean = (f"{each:.3g}" for each in (min(values), max(values), statistics.fmean(values)))
    return least if least == most else f"{least} to {most}, mean {mean}"


PLACES: Mapping[str, Callable[[Book], str]] = {
    "summary": _summary,
    "table 1": _table_1,
    "order": _order_table,
    "tables 2 to 6": _tables_2_to_6,
    "draws": _draws,
    "nothing learned": _unlearned,
    "table 7": _table_7,
    "significant": _significant,
    "three dimensions": _three_dimensions,
    "sources": Book.sources,
}
"""What the script writes, by the name of its place on the page."""


def written(page: str, kept: Kept) -> str:
    """Return the page with everything in its place."""
    book = Book(kept)
    for name, write in PLACES.items():
        place = re.compile(
            rf"(<!-- begin {re.escape(name)} -->\n).*?(<!-- end {re.escape(name)} -->)", re.DOTALL
        )
        if not place.search(page):
            sys.exit(f"docs/reproduction.md has no place for {name!r}")
        text = write(book)
        page = place.sub(lambda found, text=text: f"{found[1]}\n{text}\n\n{found[2]}", page)  # type: ignore[misc]  # its default is the text
    return page


def pictures_of(name: str, records: Records) -> Iterator[tuple[str, str]]:
    """Draw each table of the faithful experiments that the paper has, with a file name."""
    if name.removeprefix(PREFIX) not in FAITHFUL:
        return
    unjudged = [
        attrs.evolve(each, better="") for each in records.tables
    ]  # near the paper or far, never better
    for table in make_tables(attrs.evolve(records, tables=unjudged)):
        _, _, end = table.title.rpartition(": ")
        if has_paper(table) and end not in READINGS[1:]:
            yield _file_name(name, table.title), draw_against_paper(table)


def _file_name(name: str, title: str) -> str:
    """Make a file name of a table's title: `table-1.svg`, `tic-tac-toe-until-learned.svg`."""
    head, _, rest = title.partition(": ")
    text = rest.rpartition(": ")[2] if name.endswith("-2") else head
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") + ".svg"


def main() -> None:
    """Take in the folders, and write the page."""
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    for folder in sys.argv[1:]:
        records = read_records(Path(folder))
        name = str(records.meta["name"])
        if not name.startswith(PREFIX):
            sys.exit(f"{folder} has results of {name}; this page is about {PREFIX}...")
        kept[name] = kept_of(records)
        for file, drawn in pictures_of(name, records):
            PICTURES.mkdir(exist_ok=True)
            (PICTURES / file).write_text(drawn, encoding="utf-8")
    text = json.dumps(kept, indent=1, sort_keys=True) + "\n"
    page = written(PAGE.read_text(encoding="utf-8"), json.loads(text))
    KEPT.write_text(text, encoding="utf-8")
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
