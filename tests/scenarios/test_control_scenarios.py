"""The scenarios about control: what a user runs, made small."""

from pathlib import Path

from agents import declared_items
from blackboard import Knowledge
from scenarios import read_scenario, run_experiment
from scenarios.experiment.store import Store

SMALL = (
    "runs=1",
    'game="tic-tac-toe"',
    'paradigm=["learned", "learned:1+2", 1]',
    'advisors=["Victory", "Candide", "Wild"]',
    "phase.learn.contests=11",
    "phase.test.contests=2",
)


def test_learned_is_compared_with_each_of_its_arms() -> None:
    """In three games, and nothing but the results of contests is learned."""
    scenario = read_scenario("control-learned")
    learned, *fixed = scenario.axes["paradigm"]
    candidates = scenario.cells[0].phases[0].hoyle.learner_options()["paradigms"]["candidates"]
    assert (learned, fixed) == ("learned", candidates)
    assert len(scenario.axes["game"]) == 3
    assert {phase.hoyle.learners for cell in scenario.cells for phase in cell.phases} == {("paradigms",)}


def test_what_was_learned_is_kept_and_goes_on(tmp_path: Path) -> None:
    """Each contest is counted once, also where a run was stopped in the middle of it."""
    scenario = read_scenario("control-learned", overrides=SMALL)
    whole = run_experiment(scenario, tmp_path / "whole", jobs=0)
    file = tmp_path / "whole" / "knowledge" / "cell-0-run-0.hoyle"
    known = Knowledge.load(file, game=scenario.cells[0].make_game(), declared=declared_items())
    counts = {text: sum(entry) for text, entry in known.item("paradigms").items()}
    assert set(counts) == {
        f"any {candidate}" for candidate in ("1", "majority-judgement", "approval:8", "borda", "range")
    }
    assert sum(counts.values()) == 11
    torn = tmp_path / "torn"
    run_experiment(scenario, torn, jobs=0)
    with Store(torn) as store:
        store._database.executescript(
            "DELETE FROM runs WHERE cell = 0; DELETE FROM phases WHERE cell = 0;"
            " DELETE FROM contests WHERE cell = 0 AND (phase > 0 OR contest > 6);"
        )
    assert run_experiment(scenario, torn, jobs=0, resume=True) == whole
    assert (torn / "knowledge" / file.name).read_bytes() == file.read_bytes()
