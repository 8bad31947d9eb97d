"""What can happen? The rules oracle, boards and their geometry, notation, pictures."""

from games.board import Board, Line, Location, Style, Symmetry, grid, straight_lines
from games.bundled.nim import Nim, NimPosition
from games.bundled.othello import Othello, OthelloPosition
from games.bundled.tic_tac_toe import lose_tic_tac_toe, tic_tac_toe
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
    VoidDecision,
    fault_place,
    in_words,
)
from games.families.men import MenGame, Position
from games.families.morris import MorrisGame, MorrisPosition, MorrisRules, make_morris
from games.families.placing import PlacingGame
from games.families.sketch import sketch
from games.families.stepping import Step, SteppingGame, SteppingPosition, jumps, leaps, slides
from games.families.written import WrittenGame
from games.files import clear_unfinished, read_bytes, real_path, write_atomically
from games.game import Game, Men, Move, Outcome, Role
from games.letters import shown, shown_line
from games.perft import perft
from games.pictures.svg import draw_svg
from games.pictures.text import draw_text
from games.registries import REGISTRIES, Registry, fresh_registries, gathering, lend
from games.registry import (
    GAMES,
    check_options,
    game_names,
    make_game,
    plugin_faults,
    register,
    unregister,
    usable_games,
)
from games.sealed import OPEN, sealed
from games.templates import FIELD_OF_VIEW, Template, templates_of

__all__ = [
    "FIELD_OF_VIEW",
    "GAMES",
    "OPEN",
    "REGISTRIES",
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
    "Men",
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
    "Registry",
    "Role",
    "Step",
    "SteppingGame",
    "SteppingPosition",
    "Style",
    "Symmetry",
    "Template",
    "TooLarge",
    "UnknownName",
    "VoidDecision",
    "WrittenGame",
    "check_game",
    "check_options",
    "clear_unfinished",
    "draw_svg",
    "draw_text",
    "fault_place",
    "fresh_registries",
    "game_names",
    "gathering",
    "grid",
    "in_words",
    "jumps",
    "leaps",
    "lend",
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
    "templates_of",
    "tic_tac_toe",
    "unregister",
    "usable_games",
    "write_atomically",
]
