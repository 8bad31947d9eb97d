"""The command that tells what was learned, compares it and merges it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import click
from rich.console import Group, RenderableType
from rich.text import Text

from agents import declared_items
from blackboard import Difference, Items, Knowledge
from games import BadFile, BadOption, Game, UnknownName, make_game
from games.counting import how_many
from scenarios.cli.answers import answer
from scenarios.cli.command_options import PATH, json_option, load_option
from scenarios.cli.knowledge import knowledge_views as known
from scenarios.cli.knowledge.knowledge_words import Teller, Told, names_in_order, size, undeclared
from scenarios.cli.knowledge.merging import merge_all, side_by_side
from scenarios.cli.scores import counted
from scenarios.decisions.positions import chosen_position

SHOWN = 6
"""Entries of each item that are shown unless more are asked for."""
SHOWN_OF_ONE = 24
"""The same where one item is asked for."""


@click.command("knowledge")
@click.argument("files", metavar="FILE [FILE]...", nargs=-1, required=True, type=PATH)
@click.option("--item", help="Only this item.")
@click.option("--position", help="Everything known of one position, as the game writes it.")
@click.option("--moves", help='The same; the moves that lead to the position, such as "5 1".')
@click.option("--all", "is_all", is_flag=True, help="Every entry, not only the first few.")
@click.option("--diff", "other", type=PATH, help="What this file knows that FILE does not, and otherwise.")
@click.option("--merge", "merges", type=PATH, multiple=True, help="Merge FILE with this one (repeatable).")
@click.option("--out", type=PATH, help="Where --merge writes.")
@load_option
@json_option
def knowledge_command(
    *, files: tuple[Path, ...], other: Path | None, merges: tuple[Path, ...], out: Path | None, **given: Any
) -> None:
    """Tell what was learned: all of it, of one position, against another file, or merged."""
    is_one = given["position"] is not None or given["moves"] is not None
    if is_one + (other is not None) + bool(merges or out) > 1:
        raise BadOption(
            "one thing at a time: a position (--position, --moves), --diff, or --merge with --out"
        )
    if merges or out:
        _merge([files[0], *merges, *files[1:]], out, as_json=given["as_json"])
        return
    if len(files) > 1:
        raise BadOption(f"{files[1]} is one file too many; compare with --diff, or merge with --merge")
    file = _File.read(files[0])
    if other is not None:
        _compare(file, _File.read(other), **_only(given, "item", "is_all", "as_json"))
    elif is_one:
        _tell_position(file, **_only(given, "position", "moves", "as_json"))
    else:
        _tell(file, **_only(given, "item", "is_all", "as_json"))


def _only(given: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: given[name] for name in names}


@attrs.frozen
class _File:
    """A knowledge file, with the game it is about if that can be had."""

    path: Path
    knowledge: Knowledge
    game: Game[Any] | None
    missing: str
    """What to bring in, if the game cannot be had."""
    declared: Items
    """What the learners here declare of items."""

    @classmethod
    def read(cls, path: Path) -> "_File":
        declared = declared_items()
        knowledge = Knowledge.load(path, declared=declared)
        game, missing = _game_of(knowledge, path, declared)
        return cls(path, knowledge, game, missing, declared)

    @property
    def teller(self) -> Teller:
        return Teller(self.game, self.knowledge, self.declared)

    @property
    def undeclared(self) -> list[str]:
        """The items that no learner here declares."""
        return undeclared(self.knowledge, self.declared)

    def document(self) -> dict[str, Any]:
        """Describe the items and their sizes."""
        items = {name: size(entries) for name, entries in sorted(self.knowledge.items.items())}
        about = {"game": self.knowledge.game, "options": dict(self.knowledge.options), "items": items}
        about |= {"undeclared": self.undeclared} if self.undeclared else {}
        return {**about, "missing": self.missing} if self.missing else about


def _game_of(knowledge: Knowledge, path: Path, declared: Items) -> tuple[Game[Any] | None, str]:
    try:
        game = make_game(knowledge.game, {key: str(value) for key, value in knowledge.options.items()})
    except UnknownName:
        return (
            None,
            f"game {knowledge.game!r} is not here; bring it in with --load FILE.py to see the entries",
        )
    except BadOption as error:
        raise BadOption(f"{path} is knowledge of a variant that cannot be made: {error}") from error
    knowledge.check_board(game, str(path), declared)
    return game, ""


def _tell(file: _File, *, item: str | None, is_all: bool, as_json: bool) -> None:
    names = _items(file.teller, item)
    most = None if is_all else SHOWN if item is None else SHOWN_OF_ONE
    if file.game is None and item is not None:
        raise UnknownName(file.missing)
    told = []
    if file.game is not None:
        for name in names:
            told += [file.teller.told(name, *pair) for pair in file.teller.entries(name, most)]
        told = file.teller.explained(told)
    document = {**file.document(), "entries": [known.told_document(file.game, each) for each in told]}
    parts: list[RenderableType] = [known.title(file.knowledge, file.game, file.path)]
    for name in names:
        mine = [each for each in told if each.item == name]
        parts += known.item_view(file.teller, name, mine, is_all=is_all)
    parts += [Text("Nothing yet.")] if not names else []
    parts += [Text(f"{file.missing[:1].upper()}{file.missing[1:]}.", style="yellow")] if file.missing else []
    left = sum(document["items"][name] for name in names) - len(told)
    parts += [known.MORE] if left and not file.missing else []
    answer(document, Group(*parts), as_json=as_json)


def _items(teller: Teller, item: str | None) -> list[str]:
    names = names_in_order(teller.knowledge, teller.declared)
    if item is None:
        return names
    if item not in names:
        raise UnknownName.of(
            "item of this knowledge", item, names, f"it has {', '.join(names) or 'none yet'}"
        )
    return [item]


def _tell_position(file: _File, *, position: str | None, moves: str | None, as_json: bool) -> None:
    game, knowledge = file.game, file.knowledge
    if game is None:
        raise UnknownName(file.missing)
    here = chosen_position(game, moves or "", position)
    entries = _told_of(file.teller, game, here)
    after = {
        move: said
        for move in game.legal_moves(here)
        if (said := {each.item: each.words for each in _told_of(file.teller, game, game.play(here, move))})
    }
    voices = file.teller.voices(here)
    document = {
        **file.document(),
        "position": game.format_position(here),
        "key": knowledge.key(game, here),
        "entries": [known.told_document(game, each) for each in entries],
        "moves": after,
        "advisors": [said for voice in voices for said in known.voice_documents(voice)],
    }
    view = known.position_view(game, here, document, voices)
    answer(document, Group(known.title(knowledge, game, file.path), view), as_json=as_json)


def _told_of(teller: Teller, game: Game[Any], position: Any) -> list[Told]:
    """Return what every item says of one position, in words that fit it even if an image is remembered."""
    text, key = game.format_position(position), teller.knowledge.key(game, position)
    held = ((name, teller.knowledge.items[name]) for name in _items(teller, None))
    return [
        attrs.evolve(teller.told(name, key, entries[key]), words=teller.words(name, text, entries[key]))
        for name, entries in held
        if isinstance(entries, Mapping) and key in entries
    ]


def _compare(file: _File, other: _File, *, item: str | None, is_all: bool, as_json: bool) -> None:
    _check_same(file, other)
    mine, theirs = side_by_side(file.knowledge, other.knowledge, file.game, file.declared)
    found = mine.difference(theirs)
    tellers = Teller(file.game, mine, file.declared), Teller(file.game, theirs, file.declared)
    if item is not None:
        _items(attrs.evolve(tellers[0], knowledge=Knowledge(mine.game, {**mine.items, **theirs.items})), item)
        found = {name: each for name, each in found.items() if name == item}
    most = None if is_all else SHOWN if item is None else SHOWN_OF_ONE
    document = {
        "game": mine.game,
        "options": dict(mine.options),
        "files": [str(file.path), str(other.path)],
        "items": {name: _counts(each) for name, each in found.items()},
        "entries": [
            entry for name, each in found.items() for entry in known.change_rows(tellers, name, each, most)
        ],
    }
    view = known.difference_view(file.game, document, most)
    parts = [Text(file.missing, style="yellow")] if file.missing else []
    answer(document, Group(view, *parts), as_json=as_json)


def _counts(difference: Difference) -> dict[str, int]:
    return {
        "gained": len(difference.gained),
        "changed": len(difference.changed),
        "lost": len(difference.lost),
    }


def _check_same(file: _File, other: _File) -> None:
    mine, theirs = file.knowledge, other.knowledge
    if (mine.game, mine.options) != (theirs.game, theirs.options):
        raise BadFile(
            f"{other.path} is knowledge of {known.about(theirs, theirs.game)}, but {file.path} of"
            f" {known.about(mine, mine.game)}; both must be of the same game and variant"
        )


def _merge(paths: list[Path], out: Path | None, *, as_json: bool) -> None:
    if out is None:
        raise BadOption("--merge needs a file to write to; name it with --out FILE")
    if len(paths) == 1:
        raise BadOption("--out is where --merge writes; name the files to merge with --merge FILE")
    files = [_File.read(path) for path in paths]
    for file in files[1:]:
        _check_same(files[0], file)
    result = merge_all([file.knowledge for file in files], files[0].game, files[0].declared)
    result.knowledge.save(out)
    written = attrs.evolve(files[0], path=out, knowledge=result.knowledge)
    document = {
        **written.document(),
        "merged": [str(path) for path in paths],
        "out": str(out),
        "contradictions": result.contradictions,
    }
    sizes = ", ".join(counted(number, name) for name, number in document["items"].items()) or "nothing"
    lines = [f"Merged {how_many(len(paths), 'file')} into {out}: {sizes}."]
    torn = ", ".join(counted(number, name) for name, number in result.contradictions.items())
    lines += [f"Contradicted, and given up: {torn}."] if torn else ["Nothing was contradicted."]
    lines += [_not_merged(written.undeclared)] if written.undeclared else []
    answer(document, "\n".join(lines), as_json=as_json)


def _not_merged(names: Sequence[str]) -> str:
    return (
        f"No learner here declares {known.join_words(names)}: kept as in the first file, not merged; load its"
        " learner with --load FILE.py."
    )
