"""A decision as a notebook shows it: the board after the move, the decision and its reasons, all comments.

The HTML is self-contained: its style applies only to itself, and it loads nothing. Texts from Advisors and
files are escaped.
"""

import html
from collections.abc import Iterator, Sequence

from blackboard.testimony import Comment, Decision, Testimony
from games import HoyleError, draw_svg, make_game, shown_line

MOST_MOVES = 12
"""How many moves are shown with their comments."""
_STYLE = """
.hoyle-decision { display: flex; flex-wrap: wrap; gap: .5em 1.5em; align-items: flex-start; }
.hoyle-decision svg { width: 11em; height: auto; flex: none; }
.hoyle-decision div { min-width: 0; max-width: 46em; overflow-x: auto; }
.hoyle-decision p { margin: 0 0 .5em; }
.hoyle-decision table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .3em 0; }
.hoyle-decision table th, .hoyle-decision table td {
  text-align: left; vertical-align: top; padding: .2em 1em .2em 0; white-space: normal; background: none;
  border: 0; border-bottom: 1px solid rgba(128, 128, 128, .35);
}
.hoyle-decision small { opacity: .75; }
"""


def decision_html(decision: Decision) -> str:
    """Return a decision as self-contained HTML."""
    who = f"{_esc(decision.mover)} in {_esc(decision.game)}"
    parts = [f"<p><b>{_esc(decision.move)}</b> for {who}, {_where(decision)}<br>{_esc(decision.why)}</p>"]
    parts += _moves(decision)
    parts += _testimonies(decision.testimonies)
    board = board_svg(decision)
    return f'<div class="hoyle-decision"><style>{_STYLE}</style>{board}<div>{"".join(parts)}</div></div>'


def board_svg(decision: Decision) -> str:
    """Draw the position after the move, with rings around the changes; return "" if the game is unknown."""
    try:
        game = make_game(decision.game, {key: str(value) for key, value in decision.options.items()})
        before = game.parse_position(decision.position)
        after = game.cells(game.play(before, decision.move))
    except HoyleError:
        return ""
    pairs = zip(game.cells(before), after, strict=True)
    changed = [i for i, (old, new) in enumerate(pairs) if old is not new]
    return draw_svg(game.board, after, highlight=changed)


def _esc(text: object) -> str:
    return html.escape(shown_line(str(text)))


def _where(decision: Decision) -> str:
    by = _esc(decision.by)
    return by if decision.tier is None else f"decided by {by} in tier {decision.tier}"


def _moves(decision: Decision) -> Iterator[str]:
    """Yield the moves with their scores and comments, the best first."""
    tally = decision.tally
    order = sorted(decision.legal, key=lambda move: (-tally.get(move, float("-inf")), move != decision.move))
    rows = [
        [_named(decision, move), _got(decision, move), _said(decision, move)] for move in order[:MOST_MOVES]
    ]
    if any(row[-1] for row in rows):
        yield _table(["move", "tally", "comments"], rows)
    if len(order) > MOST_MOVES:
        yield f"<p><small>and {len(order) - MOST_MOVES} more moves</small></p>"


def _named(decision: Decision, move: str) -> str:
    return f"<b>{_esc(move)}</b>" if move == decision.move else _esc(move)


def _got(decision: Decision, move: str) -> str:
    """Return what tier 3 gave a move, or which Advisor removed it before."""
    if move in decision.removed:
        return f"removed by {_esc(decision.removed[move])}"
    return f"{decision.tally[move]:g}" if move in decision.tally else ""


def _said(decision: Decision, move: str) -> str:
    """Return every comment on a move, the strongest first, with its reason."""
    comments = [each.comments[move] for each in decision.testimonies if move in each.comments]
    return "; ".join(map(_comment, sorted(comments, key=lambda comment: -comment.strength)))


def _comment(comment: Comment) -> str:
    reason = f" <small>{_esc(comment.reason)}</small>" if comment.reason else ""
    return f"{_esc(comment.advisor)} {comment.strength}{reason}"


def _testimonies(testimonies: Sequence[Testimony]) -> Iterator[str]:
    """Yield the testimonies, collapsed."""
    if not testimonies:
        return
    is_spent = any(each.spent_ns for each in testimonies)
    rows = [
        [
            _esc(each.advisor),
            str(each.tier),
            _esc(": ".join(filter(None, (each.state.value, each.reason)))),
            str(len(each.comments)),
            f"{each.elapsed_ns / 1e6:.3g} ms",
            f"{each.work:,}",
            *([f"{each.spent_ns / 1e6:.3g} ms"] if is_spent else []),
        ]
        for each in testimonies
    ]
    head = [
        "Advisor",
        "tier",
        "state",
        "comments",
        "time",
        "oracle calls",
        *(["own work"] if is_spent else []),
    ]
    yield f"<details><summary>{len(rows)} Advisors</summary>{_table(head, rows)}</details>"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of cells that are already HTML."""
    heads = "".join(f'<th scope="col">{each}</th>' for each in head)
    body = "".join(f"<tr>{''.join(f'<td>{each}</td>' for each in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
