"""The first study that users run ends with an answer."""

import re
from pathlib import Path

from scenarios import read_scenario, run_experiment
from scenarios.experiment.records import read_records
from scenarios.report.contents import make_account
from scenarios.report.report_files import write_report

REDUCED = ["runs=8", "paradigm=[1, 3]", 'budget.default=["1ms", "20ms"]']


def test_the_report_leads_with_the_answer_and_its_chart(tmp_path: Path) -> None:
    """Even a part of it confirms that the paradigm and the budget interact, and charts it first."""
    run_experiment(read_scenario("quickstart", overrides=REDUCED), tmp_path, jobs=0)
    first = make_account(read_records(tmp_path)).findings[0]
    assert re.match(r"The (best|effect of the) paradigm depends on the default budget \(", first)
    page, _ = write_report(tmp_path)
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"<h2[^>]*>(.*?)</h2>", text)
    assert headings[headings.index("Findings") + 1] == "Points by default budget and paradigm"
    chart = text[text.index("<svg", text.index(">Points by default budget and paradigm</h2>")) :]
    chart = chart[: chart.index("</svg>")]
    assert {"paradigm 1", "paradigm 3", "1 ms", "20 ms"} <= set(re.findall(r">([^<>]+)</text>", chart))
