"""Decisions in a terminal: the position, the comments of each Advisor, the tally and the reason."""

from collections.abc import Iterator, Sequence
from typing import Any

import attrs
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from blackboard import INSIST, NEUTRAL, OPPOSE, Decision, State, Testimony
from control import format_duration
from games import Game, Role
from games.notation import MARKS
from scenarios.cli.board_pictures import board_picture
from scenarios.decisions.sentences import landed_line, state_words
from scenarios.decisions.silence import silence_note
from scenarios.decisions.stances import grouped_comments, stance
from scenarios.decisions.tally_bars import bars_note, bars_start

STATE_STYLES = {
    State.FINISHED: "green",
    State.CANCELLED: "bright_black",
    State.TIMED_OUT: "yellow",
    State.FAILED: "bold red",
    State.NOT_STARTED: "bright_black",
}
BAR = "█"
LONGEST_BAR = 24
FAINT = "bright_black"
GAP = 2
"""The width of the gap between columns."""
ROOM_FOR_MOVES, ROOM_FOR_REASONS = 12, 28
"""The least widths of these columns; with less room, comments get lines of their own."""
INDENT = 6


def decision_view(game: Game[Any], decision: Decision) -> Group:
    """Show a decision: the position, the blackboard, the tally and the reason."""
    position = game.parse_position(decision.position)
    mark = MARKS[Role[decision.mover.upper()]]
    return Group(
        Text(f"{game.title}: {decision.mover} ({mark}) to move", style="bold"),
        Text(),
        board_picture(game, position),
        Text(),
        *_arguments(decision),
        Text.assemble("Hoyle plays ", (decision.move, "bold"), f". {decision.why}{landed_line(decision)}"),
        *([Text(note, style="yellow")] if (note := silence_note(decision)) else []),
    )


def arguments_view(decision: Decision) -> Group:
    """Show the comments before a decision and its reason, without the position."""
    return Group(*_arguments(decision), Text(f"{decision.why}{landed_line(decision)}"))


def _arguments(decision: Decision) -> Iterator[RenderableType]:
    if decision.tier is not None:
        yield from (BlackboardView(decision), Text())
    if decision.removed:
        removed = ", ".join(f"{move} (by {by})" for move, by in decision.removed.items())
        yield from (Text(f"Removed: {removed}"), Text())
    if decision.tally:
        yield from (tally_table(decision), Text())


@attrs.frozen
class _Said:
    """One comment of an Advisor: its stance, the moves, and the reason."""

    stance: Text
    moves: str
    reason: Text


@attrs.frozen
class BlackboardView:
    """Every Advisor with its state, its time, its work and its comments, in the available width."""

    decision: Decision

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Put the comments of each Advisor beside it, or below it if the terminal is too narrow."""
        how = self.decision.settings
        yield Text(f"The blackboard: {how['schedule']}, {how.clock} clock", style="italic")
        yield self._beside(options.max_width) or Group(*self._below(options.max_width))

    @property
    def _times(self) -> tuple[str, ...]:
        """The columns of times: waiting in real time, which is no part of a budget, and own work if any."""
        waits, spent = self.decision.validity is not None, any(t.spent_ns for t in self.decision.testimonies)
        return "time", *(["waited"] if waits else []), *(["own work"] if spent else [])

    def _beside(self, width: int) -> Table | None:
        """Return one table; None if words would be cut."""
        said = [each for testimony in self.decision.testimonies for each in _said(testimony)]
        heads = ["tier", "Advisor", "state", *self._times, "work", "stance"]
        rows = list(self._rows())
        taken = [max(len(head), *(row[i].cell_len for row in rows)) for i, head in enumerate(heads)]
        left = width - sum(taken) - GAP * len(heads) - GAP
        moves = _widest(("moves", *(each.moves for each in said)))
        reasons = _widest(("reason", *(each.reason.plain for each in said)))
        if left < min(moves.whole, max(moves.word, ROOM_FOR_MOVES)) + min(
            reasons.whole, max(reasons.word, ROOM_FOR_REASONS)
        ):
            return None
        room = min(reasons.whole, max(left - moves.whole, reasons.word, ROOM_FOR_REASONS))
        table = Table(box=None, pad_edge=False)
        for heading, column in zip(heads, taken, strict=True):
            right = heading in ("tier", *self._times, "work")
            table.add_column(heading, justify="right" if right else "left", no_wrap=True, width=column)
        table.add_column("moves", width=min(moves.whole, left - room))
        table.add_column("reason", width=room)
        for row in rows:
            table.add_row(*row)
        return table

    def _rows(self) -> Iterator[Sequence[Text]]:
        """Yield a row for each comment; the first one of an Advisor has its name, state and times."""
        tier = 0
        nothing = (Text(),) * (7 + len(self._times))
        for testimony in self.decision.testimonies:
            if tier and testimony.tier != tier:
                yield nothing
            head = _head(testimony, is_first=testimony.tier != tier, times=self._times)
            silence = _Said(Text(_silence(testimony), style=FAINT), "", Text())
            for said in _said(testimony) or [silence]:
                yield (*head, said.stance, Text(said.moves), said.reason)
                head = nothing[:-3]
            tier = testimony.tier

    def _below(self, width: int) -> Iterator[RenderableType]:
        """Yield a line for each Advisor, and below it its comments; states come last, and may wrap."""
        names = [each.advisor for each in self.decision.testimonies]
        heads = [Text(each) for each in ("tier", "Advisor", *self._times, "work")]
        tier = 0
        rows = [_head(each, is_first=True, times=self._times) for each in self.decision.testimonies]
        ordered = [(row[0], row[1], *row[3:]) for row in rows]
        taken = [max(head.cell_len, *(row[i].cell_len for row in ordered)) for i, head in enumerate(heads)]
        taken[1] = min(
            max(map(len, (*names, "Advisor"))), max(width - sum(taken) + taken[1] - GAP * len(taken) - 8, 8)
        )
        yield _line(taken, [*heads, Text("state")], style="bold")
        for testimony in self.decision.testimonies:
            if tier and testimony.tier != tier:
                yield Text()
            head = _head(testimony, is_first=testimony.tier != tier, times=self._times)
            state = head[2].copy()
            if silence := _silence(testimony) if not _said(testimony) else "":
                state.append(f", {silence}", style=FAINT)
            yield _line(taken, [head[0], head[1], *head[3:], state])
            for said in _said(testimony):
                yield Padding(_sentence(said), (0, 0, 0, INDENT))
            tier = testimony.tier


@attrs.frozen
class _Widths:
    """The width of the widest text, and of the widest word."""

    whole: int
    word: int


def _widest(texts: Sequence[str]) -> _Widths:
    words = (word for text in texts for word in text.split())
    return _Widths(max(map(_cells, texts)), max(map(_cells, words)))


def _cells(text: str) -> int:
    return Text(text).cell_len


def _line(widths: Sequence[int], texts: Sequence[Text], style: str = "") -> Table:
    """Return texts as a line of columns, numbers to the right; the last gets the rest of the line."""
    line = Table.grid(padding=(0, GAP, 0, 0))
    for i, width in enumerate(widths):
        line.add_column(width=width, justify="left" if i == 1 else "right", style=style, overflow="fold")
    line.add_column(style=style)
    line.add_row(*texts)
    return line


def _sentence(said: _Said) -> Table:
    """Return one comment: its stance, with its moves and its reason beside it."""
    line = Table.grid(padding=(0, 1, 0, 0))
    line.add_column(width=len("10 against"), no_wrap=True)
    line.add_column()
    moves = Text(f"{said.moves}: " if said.moves and said.reason.plain else said.moves)
    line.add_row(said.stance, moves + said.reason)
    return line


def _head(testimony: Testimony, *, is_first: bool, times: Sequence[str]) -> Sequence[Text]:
    """Return the tier of an Advisor if it is the first in it, its name, state, times and work."""
    has_run = testimony.state is not State.NOT_STARTED
    spans = {"time": testimony.elapsed_ns, "waited": testimony.waited_ns, "own work": testimony.spent_ns}
    return (
        Text(str(testimony.tier) if is_first else ""),
        Text(testimony.advisor, style="" if has_run else FAINT),
        Text(state_words(testimony.state.value, testimony.limit), style=STATE_STYLES[testimony.state]),
        *(Text(format_duration(ns) if has_run else "", style=FAINT) for ns in map(spans.__getitem__, times)),
        Text(str(testimony.work) if has_run else "", style=FAINT),
    )


def _silence(testimony: Testimony) -> str:
    return "silent" if testimony.state is State.FINISHED else ""


def _said(testimony: Testimony) -> list[_Said]:
    """Return the comments and plans of an Advisor; equal comments on several moves share a line."""
    said = [
        _Said(
            Text(f"{strength:>2} {stance(strength)}", style=strength_style(strength)),
            " ".join(moves),
            Text(reason),
        )
        for (strength, reason), moves in grouped_comments(testimony.comments.values()).items()
    ]
    said += [
        _Said(Text("   plan", style="blue"), " ".join(plan.moves), Text(plan.purpose))
        for plan in testimony.plans
    ]
    if testimony.reason:
        said.append(_Said(Text(), "", Text(testimony.reason, style="red")))
    return said


def strength_style(strength: int) -> str:
    """Return the style of a strength."""
    if strength == NEUTRAL:
        return "bright_black"
    colour = "green" if strength > NEUTRAL else "red"
    return f"bold {colour}" if strength in (INSIST, OPPOSE) else colour


def tally_table(decision: Decision) -> Table:
    """Show the tally of each move as a bar."""
    low = bars_start(decision.tally.values())
    table = Table(
        title=f"The tally: paradigm {decision.settings['paradigm']}",
        title_justify="left",
        box=None,
        pad_edge=False,
    )
    table.add_column("move", justify="right")
    table.add_column("tally", justify="right")
    table.add_column(bars_note(low), header_style=FAINT)
    span = max(decision.tally.values()) - low or 1
    for move, got in sorted(decision.tally.items(), key=lambda item: -item[1]):
        style = "green" if move == decision.move else "bright_black"
        bar = Text(BAR * round(LONGEST_BAR * (got - low) / span), style=style)
        table.add_row(Text(move, style="bold" if move == decision.move else ""), f"{got:g}", bar)
    return table
