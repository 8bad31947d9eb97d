"""Why a move was made, in words."""

from agents import get_advisors
from control import PARADIGMS
from tests.support import advisor, decided, each_case, says

REMOVER = advisor("Remover", *(says(str(n), 0) for n in range(1, 9)), tier=2, rank=1)


def test_insistence_is_told_with_its_reason() -> None:
    """The sentence names the Advisor, the move and its reason."""
    assert decided(get_advisors(), moves="1 4 3 5").why == "Victory insists on 2: wins now."
    assert decided([advisor("Curt", says("3", 10), tier=1, rank=1)]).why == "Curt insists on 3."


def test_a_tie_of_insistences_is_told() -> None:
    """The sentence names all moves insisted on, and the one that the tie stream picked."""
    torn = advisor(
        "Torn", says("3", 10, "why not"), says("1", 10, "why not"), says("2", 10, "why not"), tier=1, rank=1
    )
    decision = decided([torn])
    words = f"Torn insists on 1, 2 and 3; the tie was broken at random: {decision.move}: why not."
    assert decision.why == words


def test_removal_is_told() -> None:
    """Where one move was left the sentence says who removed the rest."""
    first = advisor("First", says("1", 0), tier=1, rank=1)
    assert decided([first, REMOVER]).why == "Only 9 was left after First, Remover removed all other moves."


@each_case("paradigm", PARADIGMS)
def test_a_vote_is_told_with_its_figures(paradigm: str) -> None:
    """The sentence names the paradigm, the highest tally and the next."""
    why = decided([advisor("A", says("1", 9), says("2", 6))], paradigm=PARADIGMS[paradigm]).why
    if PARADIGMS[paradigm].chances is not None:
        assert "was drawn under paradigm softmax, with a chance of " in why
        return
    counted = "1" if PARADIGMS[paradigm].candidates else paradigm
    assert why.startswith(f"1 has the highest tally under paradigm {counted}: ") or "tie at 1" in why


def test_a_tie_is_told() -> None:
    """The sentence names the moves that tie and the one that was picked."""
    decision = decided([advisor("A", says("1", 9), says("2", 9))])
    words = f"1 and 2 tie at 9 under paradigm 1; the tie was broken at random: {decision.move}."
    assert decision.why == words


def test_chance_is_told() -> None:
    """Where nobody spoke the sentence says so."""
    decision = decided([])
    assert (
        decision.why
        == f"No Advisor in tier 3 commented on the 9 moves left; one was chosen at random: {decision.move}."
    )


def test_a_forced_move_is_told() -> None:
    """Where there was nothing to decide the sentence says so."""
    assert decided([], moves="1 2 3 5 4 7 6 9").why == "8 is the only move."
