"""Contests in words: verdicts, scores, and what was learned."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from agents import Contestant
from blackboard import Contest, State
from control import Learned
from games import Role, shown_line
from games.counting import how_many
from scenarios.play.score import Score
from scenarios.play.series import Lessons, Played, Series

LETTERS = {"won": "W", "drawn": "D", "lost": "L"}
STYLES = {"won": "bold green", "drawn": "bright_black", "lost": "bold red"}
IN_A_GROUP = 10
IRREGULAR = {"hoyle_moves": ("own move", "own moves"), "model": ("expected reply", "expected replies")}
"""Items whose entries have other names."""


def counted(number: int, item: str) -> str:
    """Return a number of entries in words: `12 states`, `1 expert move`."""
    words = item.replace("_", " ")
    one, many = IRREGULAR.get(item, (_singular(words), words))
    return f"{number:,} {one if number == 1 else many}"


def _singular(words: str) -> str:
    return f"{words[:-3]}y" if words.endswith("ies") else words.removesuffix("s")


def learned_line(account: Sequence[Learned], path: Path | None) -> str:
    """Return what was learned from a contest."""
    new = ", ".join(counted(each.added, each.item) for each in account if each.added)
    again = ", ".join(counted(each.changed, each.item) for each in account if each.changed)
    line = f"Learned: {new}" if new else "Learned nothing new"
    line += f"; seen again: {again}" if again else ""
    line += f" (saved in {path})." if path else "."
    late = [each.item for each in account if each.state is State.TIMED_OUT]
    failed = [f"{each.item} ({each.reason})" for each in account if each.state is State.FAILED]
    line += f" Out of time: {', '.join(late)}." if late else ""
    return line + (f" Failed: {', '.join(failed)}." if failed else "")


def learned_in_all(lessons: Iterable[Lessons]) -> list[str]:
    """Return what was learned in a series of contests, for each file."""
    added: dict[Path | None, Counter[str]] = {}
    late: Counter[str] = Counter()
    failed: dict[str, str] = {}
    for each in lessons:
        counts = added.setdefault(each.path, Counter())
        for learned in each.account:
            counts[learned.item] += learned.added - learned.removed
            late[learned.item] += learned.state is State.TIMED_OUT
            if learned.state is State.FAILED:
                failed[learned.item] = learned.reason
    lines = [_total(path, counts) for path, counts in added.items()]
    lines += [
        f"Out of time: {item}, in {how_many(times, 'contest')}." for item, times in late.items() if times
    ]
    return lines + [f"Failed: {item} ({reason})." for item, reason in failed.items()]


def _total(path: Path | None, counts: Counter[str]) -> str:
    new = ", ".join(counted(number, item) for item, number in counts.items() if number > 0)
    return (
        f"Learned: {new or 'nothing new'} (saved in {path})." if path else f"Learned: {new or 'nothing new'}."
    )


def called(contestant: Contestant, role: Role, *, is_twice: bool) -> str:
    """Return a contestant's name to begin a sentence; with its role if both have this name."""
    name = contestant.name[:1].upper() + contestant.name[1:]
    return f"{name} ({role.title})" if is_twice else name


def verdict(contest: Contest, winner: str) -> str:
    """Return how a contest ended."""
    how = {
        "rules": "",
        "repetition": " by repetition",
        "length": f" after {how_many(len(contest.moves), 'move')}",
    }
    if contest.outcome.winner is None:
        return f"A draw{how[contest.ended_by]}."
    wins = "You win" if winner == "Human" else f"{winner} wins"
    if not contest.is_forfeit:
        return f"{wins}."
    return f"{wins} by forfeit; fault of the loser: {shown_line(contest.fault)}."


def score_line(score: Score, role: Role | None = None) -> str:
    """Return a score in words, in both roles or in one."""
    return ", ".join(f"{result} {number}" for result, number in score.count(role).items())


def series_view(series: Series, score: Score) -> Group:
    """Show the score of the first contestant in a series, and what was learned."""
    me, across = series.seating.pair
    who = "You" if me.is_human else me.text[:1].upper() + me.text[1:]
    count = len(score.played)
    parts: list[RenderableType] = [
        Text(
            f"{who} against {across.text}: {how_many(count, 'contest')} of {series.game.title}", style="bold"
        ),
        Text(f"  {score_line(score)}"),
    ]
    parts += [
        Text(f"  as {role.title}: {score_line(score, role)}", style="bright_black")
        for role in Role
        if any(each.role is role for each in score.played)
    ]
    parts.append(_strip(score.played))
    lessons = [each for played in score.played for each in played.lessons]
    return Group(*parts, *map(Text, learned_in_all(lessons)))


def _strip(played: Sequence[Played]) -> Text:
    """Return a letter for each contest, in groups of ten."""
    strip = Text("  ")
    for index, each in enumerate(played):
        if index and index % IN_A_GROUP == 0:
            strip.append(" ")
        strip.append(LETTERS[each.result], STYLES[each.result])
    return strip


def series_document(score: Score) -> dict[str, Any]:
    """Describe one contest, or a series with the score of the first contestant."""
    contests = [_played_document(each) for each in score.played]
    if len(contests) == 1:
        return contests[0]
    extra = [
        {"role": each.role.name.lower(), "result": each.result, **document}
        for each, document in zip(score.played, contests, strict=True)
    ]
    return {"contests": extra, **score.count()}


def _played_document(played: Played) -> dict[str, Any]:
    contest = played.contest
    document: dict[str, Any] = {
        "outcome": contest.outcome.value,
        "moves": list(contest.moves),
        "ended_by": contest.ended_by,
    }
    if contest.is_forfeit:
        document["fault"] = contest.fault
    if played.lessons:
        document["learned"] = [
            {
                "item": each.item,
                "state": each.state.value,
                "added": each.added,
                "changed": each.changed,
                "reason": each.reason,
                "knowledge": str(lessons.path) if lessons.path else None,
            }
            for lessons in played.lessons
            for each in lessons.account
        ]
    return document
