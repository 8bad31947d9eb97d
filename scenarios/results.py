"""Results of an experiment for notebooks: `Results("folder").frame()`."""

from collections.abc import Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any

import numpy as np

from games import BadOption
from games.counting import how_many
from scenarios.analysis.findings import find, question_of
from scenarios.analysis.restriction import restrict
from scenarios.analysis.setting_interactions import interactions_of
from scenarios.analysis.trade_offs import trade_offs
from scenarios.experiment.completeness import FailedRun
from scenarios.experiment.records import COLUMNS, read_records
from scenarios.language.measures import Contests
from scenarios.report.axis_comparison import compare_axis
from scenarios.report.finding_sentences import findings_in_words
from scenarios.report.interaction_sentences import interactions_in_words
from scenarios.report.markup import esc, tag
from scenarios.report.result_tables import ResultTable, make_tables
from scenarios.report.sections.best_for_cost import trade_off_document
from scenarios.report.sections.failing import Failing, by_cell
from scenarios.report.table_views import html_table

PHASE_NAME = "phase_name"


class Results:
    """The results in the folder of an experiment."""

    def __init__(self, folder: str | Path) -> None:
        self.records = read_records(folder)

    def __repr__(self) -> str:
        cells, contests = how_many(len(self.cells), "cell"), how_many(len(self.records.contests), "contest")
        lacking = self.records.completeness.sentence
        parts = [cells, contests, *([lacking] if lacking else [])]
        return f"Results({str(self.records.folder)!r}: {', '.join(parts)})"

    def _repr_html_(self) -> str:
        """Return the findings and all tables, as in the report."""
        title = str(self.meta.get("title") or self.records.folder.name)
        question = question_of(self.records)
        found = interactions_in_words(interactions_of(self.records))
        found += [] if question is None else findings_in_words(find(self.records, question))
        head = [tag("p", tag("b", esc(title))), tag("p", esc(repr(self)))]
        items = [tag("ul", *(tag("li", esc(each)) for each in found))] if found else []
        return tag("div", *head, *items, *map(html_table, self.tables()))

    def where(self, conditions: Mapping[str, str | Sequence[str]]) -> "Results":
        """Return the results of some settings: `where({"budget.default": "1ms"})`.

        Several levels of one axis are alternatives.
        """
        levels = {axis: [each] if isinstance(each, str) else each for axis, each in conditions.items()}
        part = copy(self)
        part.records = restrict(self.records, levels)
        return part

    def compare(
        self,
        by: str,
        *,
        within: str | None = None,
        measure: str | None = None,
        phase: str | None = None,
        against: str | None = None,
    ) -> dict[str, Any]:
        """Compare the settings of an axis, as `hoyle compare --json` does; see its options."""
        compared = compare_axis(
            self.records, by, within=within, measure=measure, phase=phase, against=against
        )
        return compared.document()

    def best_for_cost(self) -> list[dict[str, Any]]:
        """Return which settings are best for their mean decision time, game by game."""
        return [trade_off_document(each) for each in trade_offs(self.records)]

    @property
    def scenario_text(self) -> str:
        """The resolved scenario, in TOML."""
        return str(self.meta.get("scenario") or "")

    @property
    def meta(self) -> Mapping[str, Any]:
        """The metadata of the experiment."""
        return self.records.meta

    @property
    def cells(self) -> Mapping[int, Mapping[str, str]]:
        """The labels of each cell."""
        return self.records.cells

    def rows(self) -> Contests:
        """Return one row for each contest, beginning with the labels of its cell and the name of its phase.

        Unknown values are NaN, such as `result` and `expert_like` of a contest that Hoyle watched. If an axis
        has the name of a column, an underscore is appended.
        """
        contests = self.records.contests
        labels = {_column(axis): axis for axis in self.records.axes}
        kinds = [(name, "O") for name in (*labels, PHASE_NAME)]
        dtype = np.dtype(kinds + [(name, contests.dtype[name].str) for name in COLUMNS])
        rows = np.empty(len(contests), dtype)
        for name, axis in labels.items():
            rows[name] = [self.cells[cell].get(axis, "") for cell in contests["cell"].tolist()]
        names = {(row.cell, row.run, row.phase): row.name for row in self.records.phases}
        keys = zip(*(contests[name].tolist() for name in ("cell", "run", "phase")), strict=True)
        rows[PHASE_NAME] = [names.get(key, "") for key in keys]
        for name in COLUMNS:
            rows[name] = contests[name]
        return rows

    @property
    def complete(self) -> bool:
        """Whether all runs are done."""
        return self.records.completeness.is_complete

    @property
    def failed_runs(self) -> Sequence[FailedRun]:
        """The runs that failed, each with its cell, the Advisor if that is known, and the reason."""
        return self.records.completeness.failed

    def attendance(self) -> list[Failing]:
        """Return how often each Advisor was asked, failed and so on, by cell, most failures first."""
        return by_cell(self.records)

    def frame(self) -> Any:
        """Return the rows as a pandas frame."""
        try:
            import pandas as pd  # noqa: PLC0415  # optional dependency
        except ImportError as error:
            raise BadOption("frame() needs pandas; install it with pip install 'hoyle[frames]'") from error
        rows = self.rows()
        return pd.DataFrame({name: rows[name] for name in rows.dtype.names or ()})

    def tables(self) -> list[ResultTable]:
        """Return all tables of the report."""
        return make_tables(self.records)

    def table(self, n: int) -> ResultTable:
        """Return a table by its number in the report, counted from 1."""
        tables = self.tables()
        if not 1 <= n <= len(tables):
            raise BadOption(f"no table {n}; the report has {how_many(len(tables), 'table')}, counted from 1")
        return tables[n - 1]


def _column(axis: str) -> str:
    return f"{axis}_" if axis in (*COLUMNS, PHASE_NAME) else axis
