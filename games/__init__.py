"""What can happen? The rules oracle, boards and their geometry, notation, pictures."""

from games.board import Board, Line, Location, Style, Symmetry, grid, straight_lines
from games.check import check_game
from games.errors import (
    BadFile,
    BadOption,
    BadPlugin,
    BadPosition,
    DuplicateName,
    HoyleError,
    IllegalMove,
    UnknownName,
    in_words,
)
from games.files import read_bytes, write_atomically
from games.game import Game, Move, Outcome, Role
from games.perft import perft
from games.pictures import draw_text
from games.placing import PlacingGame, Position
from games.registry import GAMES, game_names, make_game, plugin_faults, register, unregister
from games.svg import draw_svg
from games.tic_tac_toe import lose_tic_tac_toe, tic_tac_toe

__all__ = [
    "GAMES",
    "BadFile",
    "BadOption",
    "BadPlugin",
    "BadPosition",
    "Board",
    "DuplicateName",
    "Game",
    "HoyleError",
    "IllegalMove",
    "Line",
    "Location",
    "Move",
    "Outcome",
    "PlacingGame",
    "Position",
    "Role",
    "Style",
    "Symmetry",
    "UnknownName",
    "check_game",
    "draw_svg",
    "draw_text",
    "game_names",
    "grid",
    "in_words",
    "lose_tic_tac_toe",
    "make_game",
    "perft",
    "plugin_faults",
    "read_bytes",
    "register",
    "straight_lines",
    "tic_tac_toe",
    "unregister",
    "write_atomically",
]
