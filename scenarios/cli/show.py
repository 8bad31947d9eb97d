"""How games, decisions and traces look in a terminal."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from agents import Advisor, summary
from agents.rosters import ROSTERS
from blackboard import INSIST, NEUTRAL, OPPOSE, Decision, Event, State, Testimony, Validity
from control import format_duration
from games import Game, Role, draw_text, shown_line
from games.notation import MARKS

STATE_STYLES = {
    State.FINISHED: "green",
    State.CANCELLED: "bright_black",
    State.TIMED_OUT: "yellow",
    State.FAILED: "bold red",
    State.NOT_STARTED: "bright_black",
}
BAR = "█"
LONGEST_BAR = 24


def board_picture(game: Game[Any], position: Any) -> Text:
    """Draw a position, the marks bold, the empty locations faint."""
    return _coloured(draw_text(game.board, game.cells(position)))


def part_picture(game: Game[Any], cells: Sequence[Role | None], marked: Sequence[int]) -> Text:
    """Draw who stands on a part of the board, its locations in brackets."""
    picture = _coloured(draw_text(game.board, cells, highlight=marked))
    picture.highlight_regex(r"[(\[][^])XO]+[])]", "bold")
    return picture


def _coloured(drawn: str) -> Text:
    picture = Text(drawn, style="bright_black", no_wrap=True, overflow="ignore")
    picture.highlight_regex(r"\bX\b", "bold cyan")
    picture.highlight_regex(r"\bO\b", "bold magenta")
    return picture


def decision_view(game: Game[Any], decision: Decision) -> Group:
    """Show a decision: the position, the blackboard, the tally and the reason."""
    position = game.parse_position(decision.position)
    mark = MARKS[Role[decision.mover.upper()]]
    parts: list[RenderableType] = [
        Text(f"{game.title}: {decision.mover} ({mark}) to move", style="bold"),
        Text(),
        board_picture(game, position),
        Text(),
    ]
    if decision.tier is not None:
        parts += [blackboard_table(decision), Text()]
    if decision.removed:
        removed = ", ".join(f"{move} (by {by})" for move, by in decision.removed.items())
        parts += [Text(f"Removed: {removed}"), Text()]
    if decision.tally:
        parts += [tally_table(decision), Text()]
    when = f" It landed after {format_duration(decision.landed_ns)}." if decision.tier else ""
    if decision.validity is not None:
        when += _doubts(decision.validity)
    return Group(*parts, Text.assemble("Hoyle plays ", (decision.move, "bold"), f". {decision.why}{when}"))


def _doubts(validity: Validity) -> str:
    """Say how late the harness was, and who could not be stopped in time."""
    told = f" The harness was up to {format_duration(validity.lag_ns)} late"
    if validity.overruns:
        worst = max(validity.overruns, key=lambda name: validity.overruns[name])
        told += f", and {worst} ended {format_duration(validity.overruns[worst])} past its deadline"
    if validity.waited_ns:
        told += f", Advisors waited for their turns for up to {format_duration(validity.waited_ns)}"
    return f"{told}." if validity.load is None else f"{told}, at a load of {validity.load:.2g}."


def blackboard_table(decision: Decision) -> Table:
    """Show every Advisor with its state, its time, its work and what it said."""
    how = decision.settings
    title = f"The blackboard: {how['schedule']}, {how.clock} clock"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    table.add_column("tier", justify="right")
    table.add_column("Advisor", no_wrap=True)
    table.add_column("state", no_wrap=True)
    table.add_column("time", justify="right", no_wrap=True)
    if decision.validity is not None:
        table.add_column("waited", justify="right", no_wrap=True)
    table.add_column("work", justify="right")
    table.add_column("says", no_wrap=True)
    table.add_column("of")
    table.add_column("because")
    tier = 0
    for testimony in decision.testimonies:
        if tier and testimony.tier != tier:
            table.add_row()
        for row in _rows(testimony, is_first=testimony.tier != tier, waits=decision.validity is not None):
            table.add_row(*row)
        tier = testimony.tier
    return table


def _rows(testimony: Testimony, *, is_first: bool, waits: bool) -> Iterator[Sequence[Text]]:
    """Yield one row for each thing the Advisor said, the first with its name, its state and its times.

    In real time that is also how long it waited for its turn, which is no part of its budget.
    """
    has_run = testimony.state is not State.NOT_STARTED
    faint = "bright_black"
    times = [testimony.elapsed_ns, testimony.waited_ns] if waits else [testimony.elapsed_ns]
    head: Sequence[Text] = (
        Text(str(testimony.tier) if is_first else ""),
        Text(testimony.advisor, style="" if has_run else faint),
        Text(_state(testimony), style=STATE_STYLES[testimony.state]),
        *(Text(format_duration(ns) if has_run else "", style=faint) for ns in times),
        Text(str(testimony.work) if has_run else "", style=faint),
    )
    silence = Text("silent" if testimony.state is State.FINISHED else "", style=faint)
    for said in _said(testimony) or [(silence, Text(), Text())]:
        yield (*head, *said)
        head = (Text(),) * len(head)


def _state(testimony: Testimony) -> str:
    """Say how an Advisor ended and, if a limit had to do with that, which."""
    return f"{testimony.state.value}: {testimony.limit}" if testimony.limit else testimony.state.value


def _said(testimony: Testimony) -> list[tuple[Text, Text, Text]]:
    """List what an Advisor said, with what it thinks of several moves for one reason on one line."""
    groups: dict[tuple[int, str], list[str]] = {}
    for comment in sorted(testimony.comments.values(), key=lambda each: -each.strength):
        groups.setdefault((comment.strength, comment.reason), []).append(comment.move)
    said = [
        (
            Text(f"{strength:>2} {stance(strength)}", style=strength_style(strength)),
            Text(" ".join(moves)),
            Text(reason),
        )
        for (strength, reason), moves in groups.items()
    ]
    said += [
        (Text("   plan", style="blue"), Text(" ".join(plan.moves)), Text(plan.purpose))
        for plan in testimony.plans
    ]
    if testimony.reason:
        said.append((Text(), Text(), Text(testimony.reason, style="red")))
    return said


def stance(strength: int) -> str:
    """Put a strength in a word."""
    if strength in (INSIST, OPPOSE):
        return "insist" if strength == INSIST else "never"
    if strength == NEUTRAL:
        return "neutral"
    return "for" if strength > NEUTRAL else "against"


def strength_style(strength: int) -> str:
    """Choose how a strength is written."""
    if strength == NEUTRAL:
        return "bright_black"
    colour = "green" if strength > NEUTRAL else "red"
    return f"bold {colour}" if strength in (INSIST, OPPOSE) else colour


def tally_table(decision: Decision) -> Table:
    """Show what each move got, as a bar."""
    table = Table(
        title=f"The tally: paradigm {decision.settings['paradigm']}",
        title_justify="left",
        box=None,
        pad_edge=False,
    )
    table.add_column("move", justify="right")
    table.add_column("tally", justify="right")
    table.add_column("")
    low = min(0, *decision.tally.values())
    span = max(decision.tally.values()) - low or 1
    for move, got in sorted(decision.tally.items(), key=lambda item: -item[1]):
        style = "green" if move == decision.move else "bright_black"
        bar = Text(BAR * round(LONGEST_BAR * (got - low) / span), style=style)
        table.add_row(Text(move, style="bold" if move == decision.move else ""), f"{got:g}", bar)
    return table


def explanation(decision: Decision) -> list[str]:
    """Tell in words why Hoyle moved so: what decided, then who was for the move and who against."""
    lines = [decision.why]
    for testimony in decision.testimonies:
        comment = testimony.comments.get(decision.move)
        if comment and comment.strength != NEUTRAL:
            verb = {"insist": "insists on it", "never": "opposes it", "for": "is for it"}.get(
                stance(comment.strength), "is against it"
            )
            lines.append(f"{testimony.advisor} {verb}{': ' + comment.reason if comment.reason else ''}.")
    for move, advisor in decision.removed.items():
        comment = next(t.comments[move] for t in decision.testimonies if t.advisor == advisor)
        lines.append(f"{advisor} ruled out {move}{': ' + comment.reason if comment.reason else ''}.")
    troubled = [t for t in decision.testimonies if t.state in (State.FAILED, State.TIMED_OUT)]
    lines += [f"{t.advisor} {_state(t)}{': ' + t.reason if t.reason else ''}." for t in troubled]
    return lines


VALUES = {"win": "Player wins", "loss": "Opponent wins", "draw": "a draw"}
"""What a solved game comes to between two perfect contestants."""


def games_view(games: Iterable[tuple[Game[Any], str | None]]) -> Group:
    """Show the games, each with its board and, where it is solved, its value."""
    parts: list[RenderableType] = []
    for game, value in games:
        solved = VALUES.get(value or "", "not solved here yet")
        about = f"  {game.title}; {game.family}, {len(game.board.locations)} locations; {solved}"
        options = ", ".join(f"{key}={each}" for key, each in game.options.items())
        parts += [
            Text.assemble((game.name, "bold"), about),
            Text(game.rules),
            *([Text(f"Options: {options}")] if options else []),
            board_picture(game, game.initial()),
            Text(),
        ]
    return Group(*parts)


def advisors_view(advisors: Iterable[tuple[type[Advisor], int, float]]) -> Group:
    """Show the Advisors by tier and rank, and the rosters."""
    lines = [f"{each.name}: {each.title} ({len(each.advisors)})" for each in ROSTERS.values()]
    told = "Rosters, each of which --advisors takes for a name: 1990 is meant where none is named."
    return Group(_advisors_table(advisors), Text(), Text(told), *(Text(f"  {line}") for line in lines))


def _advisors_table(advisors: Iterable[tuple[type[Advisor], int, float]]) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in ("tier", "rank", "Advisor", "budget", "reads", "what it stands for"):
        table.add_column(heading)
    for advisor, tier, rank in advisors:
        table.add_row(
            str(tier),
            f"{rank:g}" if rank else "",
            Text(advisor.name, no_wrap=True),
            f"{advisor.budget_ms:g} ms",
            ", ".join(advisor.knowledge),
            summary(advisor),
        )
    return table


def learners_table(learners: Iterable[Mapping[str, Any]]) -> Table:
    """Show the learners in the order in which they learn."""
    table = Table(box=None, pad_edge=False)
    for heading in ("learner", "feeds", "after each", "limit", "entries", "what it does"):
        table.add_column(heading, no_wrap=heading != "what it does")
    for each in learners:
        trigger = each["trigger"]
        table.add_row(
            Text(each["name"], style="" if each["usual"] else "bright_black"),
            ", ".join(each["items"]),
            f"{trigger} contests" if isinstance(trigger, int) else trigger,
            format_duration(round(each["budget_ms"] * 1_000_000)),
            f"{each['bound']:,}",
            each["summary"]
            + ("" if each["usual"] else " (Only if asked for.)")
            + ("" if each["declared"] else " (Nobody declares its item, so it is kept as it is.)"),
        )
    return table


def event_line(event: Event) -> Text:
    """Write one event of a trace on a line."""
    details = {key: value for key, value in event.items() if key not in _NOT_DETAILS}
    return Text.assemble(
        (f"{format_duration(event['ns']):>9}  ", "bright_black"),
        (f"{event['event']:<12}", "bold" if event["event"] in ("posed", "landed") else ""),
        f"{_brief(event.get('advisor', '')):<12} ",
        (", ".join(f"{_brief(key)} {_brief(value)}" for key, value in details.items()), "bright_black"),
    )


_NOT_DETAILS = ("event", "ns", "advisor", "settings", "options")


def _brief(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_brief(key)} {_brief(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return " ".join(map(_brief, value))
    return shown_line(str(value))
