"""How positions of the morris games are read, and why a move is refused."""

import re
from typing import TYPE_CHECKING, TypeAlias

from games.counting import how_many
from games.errors import BadPosition
from games.families.men import sides
from games.families.morris_tables import MILL
from games.game import Move, Role
from games.notation import MARKS, read_cells

if TYPE_CHECKING:
    from games.families.morris import MorrisGame, MorrisPosition, MorrisRules

Fields: TypeAlias = tuple[int, int, int, int, Role]
"""A position: both roles' men, both hands, the mover."""

_HANDS = 2


def read_position(rules: "MorrisRules", text: str) -> Fields:
    """Read where men stand, the mover, and the hands; BadPosition if no contest can reach this position."""
    words = text.replace("/", " ").split()
    hands = (0, 0)
    given = len(words) > _HANDS and all(word.isdecimal() and word.isascii() for word in words[-_HANDS:])
    if given:
        hands = _hand(rules, text, words[-2]), _hand(rules, text, words[-1])
        words = words[:-_HANDS]
    cells, mover = read_cells(" ".join(words), len(rules.board))
    if mover is None:
        mover = Role(not rules.bonus and hands[0] != hands[1])
    fields = (*sides(cells), *hands, mover)
    fault = _fault(rules, fields)
    if fault:
        hint = "" if given else "; write men in hand, if any, after the mover, as in 'X 4 4'"
        raise BadPosition(f"position {text!r} cannot be reached: {fault}{hint}")
    return fields


def _hand(rules: "MorrisRules", text: str, word: str) -> int:
    if len(word) > len(str(rules.men)) or int(word) > rules.men:
        raise BadPosition(f"position {text!r} has {word[:9]} men in hand; each role has {rules.men} in all")
    return int(word)


def _fault(rules: "MorrisRules", fields: Fields) -> str:
    """Return what is wrong with a position, or an empty text."""
    player, opponent, player_hand, opponent_hand, mover = fields
    strengths = player.bit_count() + player_hand, opponent.bit_count() + opponent_hand
    for role, strength in zip(Role, strengths, strict=True):
        held = f"{MARKS[role]} has {how_many(strength, 'man')}, on the board and in hand"
        if strength > rules.men:
            return f"{held}; the game has {rules.men} each"
        if strength < MILL - 1:
            return f"{held}; a contest ends at two"
    if max(strengths) < MILL:
        return "both are down to two men; a contest ends with the first"
    if rules.bonus:
        return _bonus_fault(rules, (player_hand, opponent_hand), strengths)
    if opponent_hand - player_hand != (mover if player_hand or opponent_hand else 0):
        hands = f"{player_hand} and {opponent_hand} men in hand"
        return f"{MARKS[mover]} cannot be the mover with {hands}; roles place in turn, X first"
    return _capture_fault(rules, (player_hand, opponent_hand), strengths)


def _capture_fault(rules: "MorrisRules", hands: tuple[int, int], strengths: tuple[int, int]) -> str:
    """Check the captures: during placing, a first mill takes three men, and each further mill one more."""
    for role in Role:
        lost, placed = rules.men - strengths[role], rules.men - hands[role.other]
        if any(hands) and lost and lost > placed - MILL + 1:
            other = MARKS[role.other]
            return f"{MARKS[role]} has lost {how_many(lost, 'man')}, and {other} has placed only {placed}"
    return ""


def _bonus_fault(rules: "MorrisRules", hands: tuple[int, int], strengths: tuple[int, int]) -> str:
    for role in Role:
        if strengths[role] < rules.men and hands[role.other]:
            return f"{MARKS[role]} has lost men, and {MARKS[role.other]} does not slide yet"
    return ""


def why_not(game: "MorrisGame", position: "MorrisPosition", move: Move) -> str:
    """Return in a few words why a move is refused, in a contest that is not over."""
    written = re.fullmatch(r"(?:(\d+)-)?(\d+)(?:x(\d+))?", move, re.ASCII) if isinstance(move, str) else None
    if not written:
        return "a move must be a string such as 5, 5x12, 14-15 or 14-15x3"
    find = game.board.find
    source, target, victim = (find(name) if name else None for name in written.groups())
    if target is None or any(name and find(name) is None for name in written.groups()):
        return "no location has that name"
    return _why_not_step(game, position, source, target) or _why_not_capture(
        game, position, (source, target), victim
    )


def _why_not_step(game: "MorrisGame", position: "MorrisPosition", source: int | None, target: int) -> str:
    mover, names = position.mover, game.board.locations
    if (source is None) is not bool(position.hand(mover)):
        return "no men are left in hand" if source is None else "men in hand are placed first"
    if (position.player | position.opponent) >> target & 1:
        return f"location {names[target].name} is taken"
    if source is None:
        return ""
    if not position.men(mover) >> source & 1:
        return f"{MARKS[mover]} has no man on {names[source].name}"
    flies = game.parameters.flying and position.strength(mover) == MILL
    if not flies and target not in game.board.neighbours(source):
        return f"{names[target].name} is not next to {names[source].name}"
    return ""


def _why_not_capture(
    game: "MorrisGame", position: "MorrisPosition", step: tuple[int | None, int], victim: int | None
) -> str:
    source, target = step
    rest = position.men(position.mover) & ~(0 if source is None else 1 << source)
    if not game.fills(rest, 1 << target) or (game.parameters.bonus and source is None):
        return "it captures nothing"
    if victim is None:
        return "it fills a mill; name the man it captures, as in 5x12"
    name = game.board.locations[victim].name
    enemy = position.men(position.mover.other) >> victim & 1
    return f"the man on {name} is in a mill" if enemy else f"no enemy man stands on {name}"
