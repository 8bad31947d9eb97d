"""Ways to vote against others' programs, and against their definitions in dumb loops."""

import itertools
import json
import os
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from agents import Streams
from blackboard import Comment
from control import Poll, Tally, get_paradigm
from control.voting.paradigms import best
from tests.support import each_case, needs

Grades: TypeAlias = tuple[int, ...]
Profile: TypeAlias = Sequence[tuple[int, Grades]]
"""Voters, and the grades that they give to the moves 0, 1, 2 and so on."""

spiel = {
    name: needs(f"open_spiel.python.voting.{name}", extra="test")
    for name in ("base", "approval", "borda", "copeland", "plurality", "ranked_pairs")
}


def polls(usual: int) -> int:
    """Return how many polls are tried: HOYLE_POLLS=2000 tries so many of each kind."""
    return int(os.environ.get("HOYLE_POLLS", usual))


ELECTIONS = json.loads((Path(__file__).parent / "winners.json").read_text())


@st.composite
def strict_profiles(draw: st.DrawFn) -> Profile:
    """Draw ballots that put all moves in a row."""
    number = draw(st.integers(2, 6))
    ballots = st.permutations(range(4, 4 + number)).map(tuple)
    return draw(st.lists(st.tuples(st.integers(1, 4), ballots), min_size=1, max_size=7))


@st.composite
def profiles(draw: st.DrawFn, most: int = 5) -> Profile:
    """Draw ballots in which moves may be equal."""
    number = draw(st.integers(1, most))
    grades = st.tuples(*[st.sampled_from((0, 3, 5, 7, 8, 10))] * number)
    return draw(st.lists(st.tuples(st.integers(1, 4), grades), min_size=1, max_size=6))


def moves_of(profile: Profile) -> tuple[str, ...]:
    """Return the moves that a profile is about."""
    return tuple(map(str, range(len(profile[0][1]))))


def poll_of(profile: Profile, seed: int = 0) -> Poll:
    """Let an Advisor cast each ballot."""
    moves = moves_of(profile)
    comments = [
        Comment(f"A{number}", move, grade)
        for number, (_, grades) in enumerate(profile)
        for move, grade in zip(moves, grades, strict=True)
    ]
    weights = {f"A{number}": voters for number, (voters, _) in enumerate(profile)}
    return Poll.of(moves, comments, weights=weights, streams=Streams(seed))


def tally_of(rule: str, profile: Profile, seed: int = 0) -> Tally:
    """Count."""
    return get_paradigm(rule)(poll_of(profile, seed))


def winners(rule: str, profile: Profile, seed: int = 0) -> set[str]:
    """Return who has the most."""
    return set(best(tally_of(rule, profile, seed)))


# Others' programs.


@each_case("rule", sorted(ELECTIONS[0]["winners"]))
def test_weak_orders_elect_whom_pref_voting_elects(rule: str) -> None:
    """In all elections of the file that make_winners.py made."""
    for number, election in enumerate(ELECTIONS):
        found = winners(rule, [(voters, tuple(grades)) for voters, grades in election["ballots"]])
        assert found == set(map(str, election["winners"][rule])), number


def spiel_profile(profile: Profile) -> Any:
    """Write ballots as OpenSpiel has them: the best first."""
    moves = moves_of(profile)
    votes = [
        spiel["base"].WeightedVote(voters, sorted(moves, key=lambda move: -grades[int(move)]))
        for voters, grades in profile
    ]
    return spiel["base"].PreferenceProfile(votes=votes, alternatives=list(moves))


@settings(max_examples=polls(500), deadline=None)
@given(strict_profiles())
def test_strict_orders_score_what_open_spiel_scores(profile: Profile) -> None:
    """Its Borda and Copeland count the same up to half a pair, and votes are votes."""
    outcomes: dict[str, tuple[Any, str]] = {
        "plurality": (spiel["plurality"].PluralityVoting(), "plurality"),
        "borda": (spiel["borda"].BordaVoting(), "borda"),
        "copeland": (spiel["copeland"].CopelandVoting(), "copeland"),
        "approval": (spiel["approval"].ApprovalVoting(k=1), "plurality"),
    }
    for method, rule in outcomes.values():
        outcome = method.run_election(spiel_profile(profile))
        theirs = {move: Fraction(outcome.scores[outcome.ranking.index(move)]) for move in moves_of(profile)}
        assert theirs == tally_of(rule, profile), rule


@settings(max_examples=polls(300), deadline=None)
@given(strict_profiles())
def test_ranked_pairs_stand_as_open_spiel_puts_them(profile: Profile) -> None:
    """Voters in powers of three, so that no two pairs are won by as many unless by the same ballots."""
    profile = [(3**number, grades) for number, (_, grades) in enumerate(profile)]
    moves = moves_of(profile)
    margins = [abs(margin(profile, *pair)) for pair in itertools.combinations(moves, 2)]
    if len(set(margins)) == len(margins):
        outcome = spiel["ranked_pairs"].RankedPairsVoting().run_election(spiel_profile(profile))
        found = tally_of("ranked-pairs", profile)
        assert outcome.ranking == sorted(moves, key=lambda move: -found[move])


# Their definitions.


def preferring(profile: Profile, one: str, other: str) -> int:
    """Count who rather has one than another."""
    return sum(voters for voters, grades in profile if grades[int(one)] > grades[int(other)])


def margin(profile: Profile, one: str, other: str) -> int:
    """Count how many more rather have one than another."""
    return preferring(profile, one, other) - preferring(profile, other, one)


def strongest_path(profile: Profile, start: str, end: str) -> int:
    """Go along all paths, and return how strong the strongest is."""
    others = [move for move in moves_of(profile) if move not in (start, end)]
    strengths = [0]
    for length in range(len(others) + 1):
        for through in itertools.permutations(others, length):
            steps = itertools.pairwise((start, *through, end))
            strengths.append(min(_win(profile, *step) for step in steps))
    return max(strengths)


def _win(profile: Profile, one: str, other: str) -> int:
    ours, theirs = preferring(profile, one, other), preferring(profile, other, one)
    return ours if ours > theirs else 0


@settings(max_examples=polls(200), deadline=None)
@given(profiles() | strict_profiles().filter(lambda each: len(each[0][1]) < 6))
def test_schulze_goes_along_all_paths(profile: Profile) -> None:
    """By the definition."""
    moves = moves_of(profile)
    for move, got in tally_of("schulze", profile).items():
        unbeaten = [
            other
            for other in moves
            if other != move and strongest_path(profile, other, move) <= strongest_path(profile, move, other)
        ]
        assert got == len(unbeaten)


def test_schulze_is_not_misled_by_ties() -> None:
    """Two ballots, 3>0>1>2 and 2>3>0>1: 3 beats 0 by two to nothing, so 0 does not come first."""
    profile = [(1, (8, 7, 6, 9)), (1, (7, 6, 9, 8))]
    assert "0" not in winners("schulze", profile)
    assert "3" in winners("schulze", profile)


def ranked_pairs_orders(profile: Profile) -> Iterator[set[str]]:
    """Yield who is first under each order of pairs that are won by as many."""
    moves = moves_of(profile)
    margins = {pair: margin(profile, *pair) for pair in itertools.permutations(moves, 2)}
    won = sorted((pair for pair, margin in margins.items() if margin > 0), key=lambda pair: -margins[pair])
    groups = [list(group) for _, group in itertools.groupby(won, key=lambda pair: margins[pair])]
    orders = [itertools.permutations(group) for group in groups]
    for chosen in itertools.product(*orders):
        held: set[tuple[str, str]] = set()
        for pair in itertools.chain(*chosen):
            if not _leads(held, pair[1], pair[0]):
                held.add(pair)
        yield {move for move in moves if all(loser != move for _, loser in held)}


def _leads(held: set[tuple[str, str]], start: str, end: str) -> bool:
    return start == end or any(_leads(held, loser, end) for winner, loser in held if winner == start)


@settings(max_examples=polls(300), deadline=None)
@given(profiles(4), st.integers(0, 99))
def test_ranked_pairs_hold_to_the_clearest(profile: Profile, seed: int) -> None:
    """Whoever is first is so under some order of equal pairs."""
    assert winners("ranked-pairs", profile, seed) in list(ranked_pairs_orders(profile))


@settings(max_examples=polls(300), deadline=None)
@given(profiles())
def test_minimax_looks_at_the_worst_defeat(profile: Profile) -> None:
    """By the definition; a move that loses nowhere has 0."""
    moves = moves_of(profile)
    for move, got in tally_of("minimax", profile).items():
        lacks = [margin(profile, other, move) for other in moves if other != move]
        assert got == -max(0, *lacks, 0)


def runoff(profile: Profile) -> dict[str, int]:
    """Vote in rounds."""
    left, number = set(moves_of(profile)), 0
    gone: dict[str, int] = {}
    while left:
        number += 1
        got = dict.fromkeys(left, Fraction(0))
        for voters, grades in profile:
            most = max(grades[int(move)] for move in left)
            top = [move for move in left if grades[int(move)] == most]
            if most > min(grades):
                got |= {move: got[move] + Fraction(voters, len(top)) for move in top}
        out = {move for move in left if got[move] == min(got.values())}
        gone |= dict.fromkeys(out, number)
        left -= out
    return gone


@settings(max_examples=polls(200), deadline=None)
@given(profiles() | strict_profiles())
def test_instant_runoff_goes_round_by_round(profile: Profile) -> None:
    """By the definition."""
    assert tally_of("instant-runoff", profile) == runoff(profile)


@settings(max_examples=polls(200), deadline=None)
@given(profiles())
def test_positions_on_ballots_are_counted(profile: Profile) -> None:
    """Plurality, approval, Borda and range by their definitions."""
    moves = moves_of(profile)
    found = {
        rule: tally_of(rule, profile) for rule in ("plurality", "approval", "approval:8", "borda", "range")
    }
    everybody = sum(voters for voters, _ in profile)
    for place, move in enumerate(moves):
        shares = [
            Fraction(voters, grades.count(max(grades)))
            for voters, grades in profile
            if grades[place] == max(grades)
        ]
        assert found["plurality"][move] == sum(shares)
        assert found["approval"][move] == sum(voters for voters, grades in profile if grades[place] > 5)
        assert found["approval:8"][move] == sum(voters for voters, grades in profile if grades[place] >= 8)
        beaten = [
            voters
            * (sum(other < grades[place] for other in grades) + Fraction(grades.count(grades[place]) - 1, 2))
            for voters, grades in profile
        ]
        assert found["borda"][move] == sum(beaten)
        assert found["range"][move] == Fraction(
            sum(voters * grades[place] for voters, grades in profile), everybody
        )


@settings(max_examples=polls(200), deadline=None)
@given(profiles())
def test_the_median_grade_comes_first(profile: Profile) -> None:
    """Voter by voter, the lower of two in the middle; then whichever side is larger, as a share."""
    for place, (_, got) in enumerate(tally_of("majority-judgement", profile).items()):
        grades = sorted(grade for voters, each in profile for grade in [each[place]] * voters)
        median = grades[(len(grades) - 1) // 2]
        above = Fraction(sum(grade > median for grade in grades), len(grades))
        below = Fraction(sum(grade < median for grade in grades), len(grades))
        assert got == median + (above if above > below else -below)
