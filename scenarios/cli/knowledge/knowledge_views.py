"""How useful knowledge looks: in a terminal, and as documents."""

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from blackboard import INSIST, NEUTRAL, OPPOSE, Difference, Item, Knowledge
from games import Game, shown_line
from games.counting import how_many
from games.notation import MARKS
from scenarios.cli.board_pictures import board_picture, part_picture
from scenarios.cli.cards import Card, Cards
from scenarios.cli.decision_views import strength_style
from scenarios.cli.documents import first_line
from scenarios.cli.knowledge.knowledge_words import (
    DescribedEntry,
    Describer,
    Voice,
    learner_of,
    readers,
    size,
)

FAINT = "bright_black"
MOST_SAID = 3
"""How many opinions of Advisors a card shows, unless all are asked for."""
MORE = Text(
    "There is more: --item NAME shows more of one item, --all every entry; --moves or --position shows"
    " everything known about one position.",
    style=FAINT,
)
SIGNS = {"gained": ("+", "green"), "changed": ("~", "yellow"), "lost": ("-", "red")}


def title(knowledge: Knowledge, game: Game[Any] | None, path: Path) -> RenderableType:
    """Return a title with the game and the file."""
    name = about(knowledge, game.title if game else knowledge.game)
    return Group(Text.assemble((f"Useful knowledge of {name}", "bold"), f", in {path}"), Text())


def about(knowledge: Knowledge, name: str) -> str:
    """Return the name of a game with the variant that was learned."""
    options = ", ".join(f"{key}={value}" for key, value in sorted(knowledge.options.items()))
    return shown_line(f"{name} ({options})" if options else name)


def item_view(
    describer: Describer, name: str, entries: Sequence[DescribedEntry], *, is_all: bool
) -> list[RenderableType]:
    """Show one item: how large it is, what it is for, and some entries."""
    number = size(describer.knowledge.items[name])
    shown = f", {len(entries)} of them here" if entries and len(entries) < number else ""
    heading = Text.assemble((f"{name}: {number:,}", "bold"), f" {_entries(number)}{shown}")
    parts: list[RenderableType] = [
        Rule(heading, align="left", style=FAINT),
        purpose(name, describer.declared.get(name)),
        *([Text(remark)] if (remark := describer.remark(name)) else []),
    ]
    if lines := _lines(describer, name):
        return [*parts, Text(), *map(Text, lines), Text()]
    cards = [_card(describer.game, each, is_all=is_all) for each in entries]
    return [
        *parts,
        Text(),
        *([Cards(cards)] if cards else []),
        *([Text()] if cards and not _drawn(entries) else []),
    ]


def _lines(describer: Describer, name: str) -> list[str]:
    """Return the lines of an item that is declared to be described as a whole."""
    declared, entries = describer.declared.get(name), describer.knowledge.item(name)
    return declared.lines(entries) if declared is not None and declared.holds(entries) else []


def _drawn(entries: Sequence[DescribedEntry]) -> bool:
    return any(each.position is not None or each.drawn is not None for each in entries)


def purpose(name: str, declared: Item | None) -> Text:
    """Describe how an item is learned, which Advisors read it, and whether its form is known here."""
    learner = learner_of(name)
    how = f"{first_line(learner)} " if learner else ""
    kept = " No learner here declares it, so it is kept as it is." if declared is None else ""
    return Text(how + _read_by(name, declared) + kept, style=FAINT)


def _read_by(name: str, declared: Item | None) -> str:
    if declared is not None and declared.use:
        return declared.use
    who = join_words([advisor.name for advisor in readers(name)])
    return f"Read by {who}." if who else "No Advisor reads it."


def join_words(words: Sequence[str]) -> str:
    """Join words as a sentence does."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def _entries(number: int) -> str:
    return "entry" if number == 1 else "entries"


def _card(game: Game[Any] | None, entry: DescribedEntry, *, is_all: bool) -> Card:
    lines = [Text(_sentence(entry.words, entry.key))]
    if game is not None and entry.drawn is not None:
        return Card(part_picture(game, *entry.drawn), lines)
    if game is None or entry.position is None:
        return Card(None, lines if entry.key in entry.words else [Text(f"{entry.key}: {entry.words}")])
    lines.insert(0, Text(game.format_position(entry.position), style=FAINT, overflow="fold"))
    said = voice_lines(entry.voices)
    left = 0 if is_all else max(0, len(said) - MOST_SAID)
    lines += said[: len(said) - left] or [Text("No Advisor comments on it here.", style=FAINT)]
    lines += [Text(f"... and {left} more", style=FAINT)] if left else []
    return Card(board_picture(game, entry.position), lines)


def _sentence(words: str, key: str = "") -> str:
    """Return an entry's words as a sentence, unless they only repeat its written form."""
    return words if key and words.startswith(f"{key}: ") else f"{words[:1].upper()}{words[1:]}."


VERBS = {INSIST: "insists on", NEUTRAL: "is neutral about", OPPOSE: "opposes"}


def voice_lines(voices: Iterable[Voice]) -> list[Text]:
    """Return what Advisors say, one line for each opinion."""
    lines = []
    for voice in voices:
        testimony = voice.testimony
        groups: dict[tuple[int, str], list[str]] = {}
        for comment in sorted(testimony.comments.values(), key=lambda each: -abs(each.strength - NEUTRAL)):
            groups.setdefault((comment.strength, comment.reason), []).append(comment.move)
        for (strength, reason), moves in groups.items():
            verb = VERBS.get(strength) or ("is for" if strength > NEUTRAL else "is against")
            lines.append(
                Text.assemble(
                    (f"One move earlier, in {voice.position}: " if voice.is_before else "", FAINT),
                    (testimony.advisor, "bold"),
                    (f" {verb} {join_words(moves)}", strength_style(strength)),
                    f" ({strength}): {reason}" if reason else f" ({strength})",
                )
            )
        if testimony.plans:
            number = len(testimony.plans)
            lines.append(
                Text.assemble((testimony.advisor, "bold"), (f" posts {how_many(number, 'plan')}", "blue"))
            )
        if testimony.reason:
            lines.append(Text(f"{testimony.advisor} failed: {testimony.reason}", style="red"))
    return lines


def position_view(
    game: Game[Any], position: Any, document: Mapping[str, Any], voices: Sequence[Voice]
) -> RenderableType:
    """Show everything known about one position."""
    over = game.outcome(position)
    mover = game.mover(position)
    turn = "the contest is over" if over else f"{mover.title} ({MARKS[mover]}) to move"
    lines = [Text.assemble((document["position"], "bold"), f", {turn}", overflow="fold")]
    if document["key"] != document["position"]:
        lines.append(Text(f"Remembered as {document['key']}, an image of it.", style=FAINT, overflow="fold"))
    known = [
        Text.assemble((each["item"], "bold"), f": {_sentence(each['words'])}") for each in document["entries"]
    ]
    lines += known or [Text("No item has an entry for it.", style=FAINT)]
    parts: list[RenderableType] = [Cards([Card(board_picture(game, position), lines)])]
    if document["moves"]:
        parts.append(Text("What is known about the positions after its moves", style="bold"))
        parts += [_moves_table(document["moves"]), Text()]
    said = voice_lines(voice for voice in voices if voice.says_something)
    parts += [Text("What Advisors say with this knowledge", style="bold")] if said else []
    silent = [voice.testimony.advisor for voice in voices if not voice.says_something]
    parts += said
    if silent:
        parts.append(Text(f"Silent: {join_words(silent)}.", style=FAINT))
    return Group(*parts)


def _moves_table(moves: Mapping[str, Mapping[str, str]]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("move", justify="right", no_wrap=True)
    table.add_column("item", no_wrap=True)
    table.add_column("says")
    for move, said in moves.items():
        for index, (item, words) in enumerate(said.items()):
            table.add_row("" if index else move, item, words)
    return table


# Documents.


def entry_document(game: Game[Any] | None, entry: DescribedEntry) -> dict[str, Any]:
    """Return a described entry as a document."""
    return {
        "item": entry.item,
        "key": entry.key,
        "position": None if game is None or entry.position is None else game.format_position(entry.position),
        "entry": plain(entry.entry),
        "words": entry.words,
        **_picture(game, entry),
        "comments": [said for voice in entry.voices for said in voice_documents(voice)],
    }


def _picture(game: Game[Any] | None, entry: DescribedEntry) -> dict[str, str]:
    """Draw an entry that is about a part of the board."""
    return {} if game is None or entry.drawn is None else {"picture": part_picture(game, *entry.drawn).plain}


def voice_documents(voice: Voice) -> list[dict[str, Any]]:
    """Return an Advisor's comments, and where it was asked, as documents."""
    return [
        {
            "advisor": comment.advisor,
            "move": comment.move,
            "strength": comment.strength,
            "reason": comment.reason,
            "position": voice.position,
        }
        for comment in voice.testimony.comments.values()
    ]


def plain(value: Any) -> Any:
    """Return a value in a form that JSON can represent."""
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, float) and math.isfinite(value):
        return value
    return value if isinstance(value, str | int | bool | None) else str(value)


# Differences.


def change_rows(
    describers: tuple[Describer, Describer], item: str, difference: Difference, most: int | None
) -> list[dict[str, Any]]:
    """Return the first few gained, changed and lost entries of one item as documents."""
    old, new = describers
    found = [
        *(("gained", None, new.described(item, *pair)) for pair in list(difference.gained.items())[:most]),
        *(
            ("changed", old.words(item, key, was), new.described(item, key, now))
            for key, (was, now) in list(difference.changed.items())[:most]
        ),
        *(("lost", None, old.described(item, *pair)) for pair in list(difference.lost.items())[:most]),
    ]
    return [
        {"change": change, **entry_document(new.game, entry), **({"was": was} if was else {})}
        for change, was, entry in found
    ]


def difference_view(game: Game[Any] | None, document: Mapping[str, Any], most: int | None) -> RenderableType:
    """Show what one file knows and the other does not, item by item."""
    old, new = document["files"]
    name = game.title if game else document["game"]
    if not document["items"]:
        return Text(f"{new} and {old} contain exactly the same knowledge of {name}.")
    parts: list[RenderableType] = [
        Text(f"Knowledge of {name}: {new} compared with {old}", style="bold"),
        Text(),
    ]
    for item, counts in document["items"].items():
        summary = ", ".join(f"{number:,} {_change(change)}" for change, number in counts.items() if number)
        heading = Text.assemble((item, "bold"), f": {summary}")
        parts += [Rule(heading, align="left", style=FAINT), Text()]
        cards = [_change_card(game, each) for each in document["entries"] if each["item"] == item]
        parts.append(Cards(cards))
        if not any(card.picture for card in cards):
            parts.append(Text())
    if most is not None and any(
        number > most for each in document["items"].values() for number in each.values()
    ):
        parts.append(
            Text("There is more: --item NAME shows more of one item, --all everything.", style=FAINT)
        )
    return Group(*parts)


def _change(change: str) -> str:
    return {"gained": "more", "changed": "changed", "lost": "no longer there"}[change]


def _change_card(game: Game[Any] | None, entry: Mapping[str, Any]) -> Card:
    sign, style = SIGNS[entry["change"]]
    lines = [Text.assemble((f"{sign} ", style), (entry["position"] or entry["key"], FAINT), overflow="fold")]
    if "was" in entry:
        lines += [Text(f"was: {entry['was']}", style=FAINT), Text(f"now: {entry['words']}")]
    else:
        lines.append(
            Text(_sentence(entry["words"], entry["key"]), style="" if entry["change"] == "gained" else FAINT)
        )
    if game is None or entry["position"] is None:
        return Card(None, lines)
    return Card(board_picture(game, game.parse_position(entry["position"])), lines)
