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
    TooLarge,
    UnknownName,
    in_words,
)
from games.files import clear_unfinished, read_bytes, real_path, write_atomically
from games.game import Game, Move, Outcome, Role
from games.letters import shown, shown_line
from games.men import MenGame, Position
from games.morris import MorrisGame, MorrisPosition, MorrisRules, make_morris
from games.nim import Nim, NimPosition
from games.othello import Othello, OthelloPosition
from games.perft import perft
from games.pictures import draw_text
from games.placing import PlacingGame
from games.registry import GAMES, game_names, make_game, plugin_faults, register, unregister
from games.sealed import OPEN, sealed
from games.sketch import sketch
from games.stepping import Step, SteppingGame, SteppingPosition, jumps, leaps, slides
from games.svg import draw_svg
from games.tic_tac_toe import lose_tic_tac_toe, tic_tac_toe

__all__ = [
    "GAMES",
    "OPEN",
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
    "MenGame",
    "MorrisGame",
    "MorrisPosition",
    "MorrisRules",
    "Move",
    "Nim",
    "NimPosition",
    "Othello",
    "OthelloPosition",
    "Outcome",
    "PlacingGame",
    "Position",
    "Role",
    "Step",
    "SteppingGame",
    "SteppingPosition",
    "Style",
    "Symmetry",
    "TooLarge",
    "UnknownName",
    "check_game",
    "clear_unfinished",
    "draw_svg",
    "draw_text",
    "game_names",
    "grid",
    "in_words",
    "jumps",
    "leaps",
    "lose_tic_tac_toe",
    "make_game",
    "make_morris",
    "perft",
    "plugin_faults",
    "read_bytes",
    "real_path",
    "register",
    "sealed",
    "shown",
    "shown_line",
    "sketch",
    "slides",
    "straight_lines",
    "tic_tac_toe",
    "unregister",
    "write_atomically",
]
