"""The command that shows what was learned, compares it and merges it."""

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
from scenarios.cli.knowledge.knowledge_words import (
    DescribedEntry,
    Describer,
    names_in_order,
    size,
    undeclared,
)
from scenarios.cli.knowledge.merging import merge_all, side_by_side
from scenarios.cli.scores import counted
from scenarios.decisions.positions import chosen_position

SHOWN = 6
"""How many entries of each item are shown by default."""
SHOWN_OF_ONE = 24
"""How many entries are shown if one item is chosen."""


@click.command("knowledge")
@click.argument("files", metavar="FILE [FILE]...", nargs=-1, required=True, type=PATH)
@click.option("--item", help="Show only this item.")
@click.option("--position", help="Show everything known about this position, written as the game prints it.")
@click.option("--moves", help='The same, after these moves, such as "5 1".')
@click.option("--all", "is_all", is_flag=True, help="Show every entry, not only the first few.")
@click.option("--diff", "other", type=PATH, help="Show how the knowledge in this file differs from FILE's.")
@click.option("--merge", "merges", type=PATH, multiple=True, help="Merge this file with FILE (repeatable).")
@click.option("--out", type=PATH, help="Write the merged knowledge to this file.")
@load_option
@json_option
def knowledge_command(
    *, files: tuple[Path, ...], other: Path | None, merges: tuple[Path, ...], out: Path | None, **given: Any
) -> None:
    """Show what was learned, compare knowledge files, or merge them.

    --moves or --position shows one position, --diff compares two files, and --merge with --out merges them.
    """
    is_one = given["position"] is not None or given["moves"] is not None
    if is_one + (other is not None) + bool(merges or out) > 1:
        raise BadOption("choose one: a position (--position or --moves), --diff, or --merge with --out")
    if merges or out:
        _merge([files[0], *merges, *files[1:]], out, as_json=given["as_json"])
        return
    if len(files) > 1:
        raise BadOption(f"only one file can be shown, not also {files[1]}; use --diff or --merge for more")
    file = _File.read(files[0])
    if other is not None:
        _compare(file, _File.read(other), **_only(given, "item", "is_all", "as_json"))
    elif is_one:
        _show_position(file, **_only(given, "position", "moves", "as_json"))
    else:
        _show(file, **_only(given, "item", "is_all", "as_json"))


def _only(given: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: given[name] for name in names}


@attrs.frozen
class _File:
    """A knowledge file, with its game if that is available."""

    path: Path
    knowledge: Knowledge
    game: Game[Any] | None
    missing: str
    """How to make the game available, if it is not."""
    declared: Items
    """The items that learners here declare."""

    @classmethod
    def read(cls, path: Path) -> "_File":
        declared = declared_items()
        knowledge = Knowledge.load(path, declared=declared)
        game, missing = _game_of(knowledge, path, declared)
        return cls(path, knowledge, game, missing, declared)

    @property
    def describer(self) -> Describer:
        return Describer(self.game, self.knowledge, self.declared)

    @property
    def undeclared(self) -> list[str]:
        """Return the items that no learner here declares."""
        return undeclared(self.knowledge, self.declared)

    def document(self) -> dict[str, Any]:
        """Return the items and their sizes as a document."""
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
            f"game {knowledge.game!r} is not available; load it with --load FILE.py to see the entries",
        )
    except BadOption as error:
        raise BadOption(f"{path} is knowledge of a variant that cannot be made: {error}") from error
    knowledge.check_board(game, str(path), declared)
    return game, ""


def _show(file: _File, *, item: str | None, is_all: bool, as_json: bool) -> None:
    names = _items(file.describer, item)
    most = None if is_all else SHOWN if item is None else SHOWN_OF_ONE
    if file.game is None and item is not None:
        raise UnknownName(file.missing)
    shown = []
    if file.game is not None:
        for name in names:
            shown += [file.describer.described(name, *pair) for pair in file.describer.entries(name, most)]
        shown = file.describer.explained(shown)
    document = {**file.document(), "entries": [known.entry_document(file.game, each) for each in shown]}
    parts: list[RenderableType] = [known.title(file.knowledge, file.game, file.path)]
    for name in names:
        mine = [each for each in shown if each.item == name]
        parts += known.item_view(file.describer, name, mine, is_all=is_all)
    parts += [Text("Nothing yet.")] if not names else []
    parts += [Text(f"{file.missing[:1].upper()}{file.missing[1:]}.", style="yellow")] if file.missing else []
    left = sum(document["items"][name] for name in names) - len(shown)
    parts += [known.MORE] if left and not file.missing else []
    answer(document, Group(*parts), as_json=as_json)


def _items(describer: Describer, item: str | None) -> list[str]:
    names = names_in_order(describer.knowledge, describer.declared)
    if item is None:
        return names
    if item not in names:
        raise UnknownName.of(
            "item of this knowledge", item, names, f"it has {', '.join(names) or 'none yet'}"
        )
    return [item]


def _show_position(file: _File, *, position: str | None, moves: str | None, as_json: bool) -> None:
    game, knowledge = file.game, file.knowledge
    if game is None:
        raise UnknownName(file.missing)
    here = chosen_position(game, moves or "", position)
    entries = _described_in(file.describer, game, here)
    after = {
        move: said
        for move in game.legal_moves(here)
        if (
            said := {
                each.item: each.words for each in _described_in(file.describer, game, game.play(here, move))
            }
        )
    }
    voices = file.describer.voices(here)
    document = {
        **file.document(),
        "position": game.format_position(here),
        "key": knowledge.key(game, here),
        "entries": [known.entry_document(game, each) for each in entries],
        "moves": after,
        "advisors": [said for voice in voices for said in known.voice_documents(voice)],
    }
    view = known.position_view(game, here, document, voices)
    answer(document, Group(known.title(knowledge, game, file.path), view), as_json=as_json)


def _described_in(describer: Describer, game: Game[Any], position: Any) -> list[DescribedEntry]:
    """Return what every item says about one position, in words that fit it even if an image is stored."""
    text, key = game.format_position(position), describer.knowledge.key(game, position)
    held = ((name, describer.knowledge.items[name]) for name in _items(describer, None))
    return [
        attrs.evolve(
            describer.described(name, key, entries[key]), words=describer.words(name, text, entries[key])
        )
        for name, entries in held
        if isinstance(entries, Mapping) and key in entries
    ]


def _compare(file: _File, other: _File, *, item: str | None, is_all: bool, as_json: bool) -> None:
    _check_same(file, other)
    mine, theirs = side_by_side(file.knowledge, other.knowledge, file.game, file.declared)
    found = mine.difference(theirs)
    describers = Describer(file.game, mine, file.declared), Describer(file.game, theirs, file.declared)
    if item is not None:
        _items(
            attrs.evolve(describers[0], knowledge=Knowledge(mine.game, {**mine.items, **theirs.items})), item
        )
        found = {name: each for name, each in found.items() if name == item}
    most = None if is_all else SHOWN if item is None else SHOWN_OF_ONE
    document = {
        "game": mine.game,
        "options": dict(mine.options),
        "files": [str(file.path), str(other.path)],
        "items": {name: _counts(each) for name, each in found.items()},
        "entries": [
            entry for name, each in found.items() for entry in known.change_rows(describers, name, each, most)
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
    lines += [f"Dropped as contradictory: {torn}."] if torn else ["No contradictions."]
    lines += [_not_merged(written.undeclared)] if written.undeclared else []
    answer(document, "\n".join(lines), as_json=as_json)


def _not_merged(names: Sequence[str]) -> str:
    return (
        f"Not merged, because no learner here declares it: {known.join_words(names)}. The first file's"
        " version is kept; load the learner with --load FILE.py."
    )
