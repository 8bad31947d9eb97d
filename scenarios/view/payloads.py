"""A decision as pages are told it: its document, and its events."""

from typing import Any

from blackboard import Decision, events_of
from control.redeciding.record import recorded_game
from games import HoyleError, Move
from scenarios.decisions.document import decision_document
from scenarios.decisions.sentences import landed_line
from scenarios.view.clicks import clicks_of
from scenarios.view.drawn_boards import live_board
from scenarios.view.page_frame import play_on_button


def decision_payload(decision: Decision) -> dict[str, Any]:
    """Tell a decision: what `hoyle decide --json` prints, and what a trace keeps."""
    others, clicks = _others_and_clicks(decision)
    return {
        "decision": decision_document(decision),
        "events": events_of(decision),
        "others": others,
        "clicks": clicks,
        "when": landed_line(decision),
    }


def _others_and_clicks(decision: Decision) -> tuple[list[Move], dict[Move, list[str]]]:
    """Return the moves that nobody was asked about, and how all are clicked; none if the game is unknown."""
    try:
        game = recorded_game(decision)
        legal = game.legal_moves(game.parse_position(decision.position))
    except HoyleError:
        return [], {}
    return [move for move in legal if move not in decision.legal], clicks_of(game.board, legal)


def decision_play_on(decision: Decision) -> str:
    """Offer to play on from where a decision was made; nothing if the game is not known here."""
    try:
        game = recorded_game(decision)
        return play_on_button(game, game.parse_position(decision.position))
    except HoyleError:
        return ""


def decision_board(decision: Decision, *, is_after: bool = False) -> str:
    """Draw the position of a decision, or that after its move; nothing if the game is not known here."""
    try:
        game = recorded_game(decision)
        position = before = game.parse_position(decision.position)
        if is_after:
            position = game.play(before, decision.move)
    except HoyleError:
        return ""
    return live_board(game, before, position)
