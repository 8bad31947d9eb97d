"""A decision as pages are told it: its document, and its events."""

from typing import Any

from blackboard import Decision, events_of
from games import Game, HoyleError, Move, draw_svg, make_game, shown
from scenarios.cli.contest_log import changed_locations
from scenarios.cli.documents import decision_document
from scenarios.view.clicks import clicks_of


def decision_told(decision: Decision) -> dict[str, Any]:
    """Tell a decision: what `hoyle decide --json` prints, and what a trace keeps."""
    return {
        "decision": decision_document(decision),
        "events": events_of(decision),
        "clicks": decision_clicks(decision),
    }


def decision_clicks(decision: Decision) -> dict[Move, list[str]]:
    """Return how the moves are clicked that were asked about; none if the game is not known here."""
    try:
        return clicks_of(game_of(decision).board, decision.legal)
    except HoyleError:
        return {}


def game_of(decision: Decision) -> Game[Any]:
    """Make the game that a decision was about."""
    return make_game(decision.game, {key: str(value) for key, value in decision.options.items()})


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
