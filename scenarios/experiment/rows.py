"""The rows of an experiment's results: what each table of the store holds."""

import attrs


@attrs.frozen(kw_only=True)
class ContestRow:
    """One contest of an experiment."""

    cell: int
    run: int
    phase: int
    contest: int
    role: str
    """Hoyle's: `player`, `opponent`, or `none` where it watched."""
    other: str
    """Who played against it, or who played."""
    outcome: str
    result: int | None
    """For Hoyle: 1 won, 0 drawn, -1 lost."""
    expert_like: int | None
    """Was the outcome at least as good as the game's value for Hoyle's role? None where that is unknown."""
    plies: int
    moves: str
    ended_by: str
    added: int
    """Entries that knowledge gained."""
    entries: int
    """Entries of knowledge afterwards."""
    decisions: int
    decision_ns: int
    """Time that Hoyle's decisions took, on the scenario's clock."""
    choices: int
    """Decisions in which there was more than one move."""
    correct: int | None
    """Choices that a perfect contestant could have made; None where the game is not solved."""
    work: int
    """Questions that Hoyle's Advisors asked the rules."""
    wasted: int
    """Those of Advisors that were cancelled."""
    seconds: float
    """Time that the contest took on the wall; like all that follows, no part of the digest."""
    lag_ns: int | None = None
    """How late the harness itself was at worst, in real time; None in virtual time, where nothing is late."""
    overruns: int = 0
    """How often an Advisor ended past its deadline."""
    overrun_ns: int = 0
    """How far past it, at worst."""
    load: float | None = None
    """How many processes wanted a processor, at worst; None where the system does not tell."""
    doubtful: int = 0
    """Was the harness later than the scenario's margin? Then its times do not show what the limits did."""
    attendance: str = ""
    """How often each Advisor was asked, failed and so on, as scenarios.experiment.attendance writes it."""


@attrs.frozen(kw_only=True)
class PhaseRow:
    """How a phase of a run ended."""

    cell: int
    run: int
    phase: int
    name: str
    contests: int
    ended_by: str
    """`contests`, `expert_like`, `stable`, both of these with `and`, `time`, `sprt: H0` or `sprt: H1`."""
    knowledge: str
    """The size of each item, as JSON."""


@attrs.frozen(kw_only=True)
class AdvisorRow:
    """What one tier-3 Advisor would have said of the moves of contestants that did not lose."""

    cell: int
    run: int
    phase: int
    advisor: str
    asked: int
    commented: int
    """In how many of these positions it had a comment to make: its relevance."""
    agreed: int
    """In how many its strongest comment supported the move: its significance."""


@attrs.frozen(kw_only=True)
class RunRow:
    """How a run ended."""

    cell: int
    run: int
    state: str
    """`done` or `failed`."""
    reason: str = ""


@attrs.frozen(kw_only=True)
class TraceRow:
    """How long the trace of a run was after its last whole contest: whatever follows is half a contest."""

    cell: int
    run: int
    bytes: int


Row = ContestRow | PhaseRow | AdvisorRow | RunRow | TraceRow
