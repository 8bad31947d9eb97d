"""A decision as pages are told it: its document, and its events."""

from typing import Any

from blackboard import Decision, events_of
from games import Game, HoyleError, Move, draw_svg, make_game, shown
from scenarios.cli.contest_log import changed_locations
from scenarios.cli.decision_views import landed_line
from scenarios.cli.documents import decision_document
from scenarios.view.clicks import clicks_of
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
        game = game_of(decision)
        legal = game.legal_moves(game.parse_position(decision.position))
    except HoyleError:
        return [], {}
    return [move for move in legal if move not in decision.legal], clicks_of(game.board, legal)


def game_of(decision: Decision) -> Game[Any]:
    """Make the game that a decision was about."""
    return make_game(decision.game, {key: str(value) for key, value in decision.options.items()})


def decision_play_on(decision: Decision) -> str:
    """Offer to play on from where a decision was made; nothing if the game is not known here."""
    try:
        game = game_of(decision)
        return play_on_button(game, game.parse_position(decision.position))
    except HoyleError:
        return ""


def decision_board(decision: Decision, *, is_after: bool = False) -> str:
    """Draw the position of a decision, or that after its move; nothing if the game is not known here."""
    try:
        game = game_of(decision)
        position = before = game.parse_position(decision.position)
        if is_after:
            position = game.play(before, decision.move)
    except HoyleError:
        return ""
    changed = changed_locations(game, before, position)
    label = f"{game.title}: the board"
    return shown(draw_svg(game.board, game.cells(position), highlight=changed, interactive=True, label=label))
