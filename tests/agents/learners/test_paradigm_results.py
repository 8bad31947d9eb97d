"""Which paradigm pays: counted by stage, and chosen by nothing but the counts."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from agents import LEARNERS
from agents.learners.paradigm_results import RESULTS, CandidateResults, chosen_candidate
from agents.session.streams import Streams
from blackboard import Contest, Experience, Knowledge
from control import CTRL_C, VirtualClock
from control.learning.learner_group import LearnerGroup
from games import Outcome, Role, make_game

ARMS = ("1", "borda", "approval:8")
COUNTS = st.lists(st.integers(0, 50), min_size=3, max_size=3).filter(any)


def taught(game_name: str, moves: str, outcome: Outcome, roles: list[Role], known: dict[str, Any]) -> Any:
    """Let the learner learn from a contest, and return what the item holds then."""

    async def learn() -> Any:
        game = make_game(game_name)
        contest = Contest(game.name, tuple(moves.split()), outcome, "rules")
        group = LearnerGroup([LEARNERS["paradigms"]], options={"paradigms": {"candidates": list(ARMS)}})
        before = Knowledge(game.name, {"paradigms": known})
        experience = Experience.of(game, contest, hoyle=roles)
        after, _ = await group.after_contest(game, before, experience, Streams(0))
        return {text: list(entry) for text, entry in after.item("paradigms").items()}

    return CTRL_C.run(learn, clock=VirtualClock())


def test_a_result_is_noted_for_what_was_in_force() -> None:
    """For the candidate that is chosen by what was known before, as won, drawn or lost."""
    won = taught(
        "tic-tac-toe", "1 4 2 5 3", Outcome.win_for(Role.PLAYER), [Role.PLAYER], {"any 1": [0, 1, 1]}
    )
    assert won == {"any 1": [0, 1, 1], "any borda": [1, 0, 0]}
    lost = taught("tic-tac-toe", "1 4 2 5 3", Outcome.win_for(Role.PLAYER), [Role.OPPONENT], {})
    assert lost == {"any 1": [0, 0, 1]}


def test_stages_are_counted_each_for_itself() -> None:
    """A contest that comes to sliding is noted twice, and one that does not once."""
    game = make_game("achi")
    position: Any = game.initial()
    moves: list[str] = []
    while len(moves) < 10:
        move = game.legal_moves(position)[0]
        moves.append(move)
        position = game.play(position, move)
        if game.outcome(position) is not None:
            break
    text = " ".join(moves[:6])
    assert taught("achi", text, Outcome.DRAW, [Role.PLAYER], {}) == {"placing 1": [0, 1, 0]}
    whole = taught("achi", " ".join(moves), Outcome.DRAW, [Role.PLAYER], {"placing 1": [1, 0, 1]})
    stages = {
        game.stage(each)
        for each in Experience.of(game, Contest("achi", tuple(moves), Outcome.DRAW, "")).positions[:-1:2]
    }
    assert whole["placing borda"] == [0, 1, 0]
    assert ("sliding 1" in whole) == ("sliding" in stages)


def test_contests_against_itself_tell_nothing() -> None:
    """And those that it watched do not either."""
    for roles in ([], [Role.PLAYER, Role.OPPONENT]):
        assert taught("tic-tac-toe", "1 4 2 5 3", Outcome.win_for(Role.PLAYER), roles, {}) == {}


@given(st.dictionaries(st.sampled_from(ARMS), COUNTS))
def test_every_arm_is_tried_and_the_best_is_trusted(known: dict[str, list[int]]) -> None:
    """While learning twice in a row, the untried first; in tests nothing that was not, if anything was."""
    entries = {f"placing {candidate}": counts for candidate, counts in known.items()}
    learning = chosen_candidate(entries, "placing", ARMS, is_testing=False)
    testing = chosen_candidate(entries, "placing", ARMS, is_testing=True)
    untried = [candidate for candidate in ARMS if candidate not in known]
    odd = [candidate for candidate in ARMS if sum(known.get(candidate, [])) % 2]
    assert learning == (odd or untried or [learning])[0]
    assert testing in (known or {"1": []})
    if known:
        assert all(
            CandidateResults(*known[testing]).trusted >= CandidateResults(*each).trusted
            for each in known.values()
        )
    assert chosen_candidate(entries, "sliding", ARMS, is_testing=True) == "1"


def test_the_bandit_comes_to_the_best_arm() -> None:
    """In 400 contests with chances 0.4, 0.5 and 0.6 most are played under the best."""
    entries: dict[str, list[int]] = {}
    chances = dict(zip(ARMS, (0.4, 0.5, 0.7), strict=True))
    luck = Streams(3).stream("luck")
    for _ in range(400):
        candidate = chosen_candidate(entries, "any", ARMS, is_testing=False)
        counts = entries.setdefault(f"any {candidate}", [0, 0, 0])
        counts[0 if luck.random() < chances[candidate] else 2] += 1
    played = {candidate: sum(entries[f"any {candidate}"]) for candidate in ARMS}
    assert max(played, key=lambda candidate: played[candidate]) == "approval:8"
    assert played["approval:8"] > 200
    assert min(played.values()) > 5
    assert chosen_candidate(entries, "any", ARMS, is_testing=True) == "approval:8"


@given(COUNTS, COUNTS)
def test_two_files_are_added(one: list[int], other: list[int]) -> None:
    """Counts of one candidate are summed, and what is no count is refused."""
    assert RESULTS.merge(one, other) == [a + b for a, b in zip(one, other, strict=True)]
    assert RESULTS.fits(one)
    assert not any(map(RESULTS.fits, ([0, 0, 0], [1, 1], [1, 1, -1], "won")))


def test_the_item_is_told_in_words() -> None:
    """By stage, the most trusted first."""
    known = {"sliding 1": [1, 0, 3], "sliding borda": [4, 2, 1], "any 1": [0, 1, 0]}
    assert RESULTS.lines(known) == [
        "in every position",
        "  1      0.50 in 1 contest: won 0, drawn 1, lost 0",
        "while sliding",
        "  borda  0.71 in 7 contests: won 4, drawn 2, lost 1",
        "  1      0.25 in 4 contests: won 1, drawn 0, lost 3",
    ]
    told = RESULTS.tell(make_game("achi"), "sliding 1", [1, 0, 3])
    assert told == "paradigm 1 sliding: 0.25 in 4 contests: won 1, drawn 0, lost 3"
