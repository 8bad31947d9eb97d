"""A decision as pages receive it: its document and its events."""

from typing import Any

from blackboard import Decision, events_of
from control.redeciding.record import recorded_game
from games import HoyleError, Move
from scenarios.decisions.document import decision_document
from scenarios.decisions.sentences import landed_line
from scenarios.decisions.tally_bars import bars_note, bars_start
from scenarios.view.clicks import clicks_of
from scenarios.view.drawn_boards import live_board
from scenarios.view.page_frame import play_on_button


def decision_payload(decision: Decision) -> dict[str, Any]:
    """Return a decision as a document: what `hoyle decide --json` prints, and the events of a trace."""
    others, clicks = _others_and_clicks(decision)
    start = bars_start(decision.tally.values())
    return {
        "decision": decision_document(decision),
        "events": events_of(decision),
        "others": others,
        "clicks": clicks,
        "when": landed_line(decision),
        "bars": {"start": start, "note": bars_note(start)},
    }


def _others_and_clicks(decision: Decision) -> tuple[list[Move], dict[Move, list[str]]]:
    """Return the moves beyond those asked about, and the clicks of all; none if the game is unknown."""
    try:
        game = recorded_game(decision)
        legal = game.legal_moves(game.parse_position(decision.position))
    except HoyleError:
        return [], {}
    return [move for move in legal if move not in decision.legal], clicks_of(game.board, legal)


def decision_play_on(decision: Decision) -> str:
    """Write a button to play on from the position of a decision; nothing if the game is unknown."""
    try:
        game = recorded_game(decision)
        return play_on_button(game, game.parse_position(decision.position))
    except HoyleError:
        return ""


def decision_board(decision: Decision, *, is_after: bool = False) -> str:
    """Draw the position of a decision, before or after its move; nothing if the game is unknown."""
    try:
        game = recorded_game(decision)
        position = before = game.parse_position(decision.position)
        if is_after:
            position = game.play(before, decision.move)
    except HoyleError:
        return ""
    return live_board(game, before, position)
