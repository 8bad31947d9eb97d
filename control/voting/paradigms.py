"""Paradigms: how the comments of tier 3 become one tally.

Those of 1990 are here; the ways to vote that societies know are in control/voting.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Protocol, TypeAlias

import attrs

from agents import Streams, pick
from agents.sums import running_sum
from blackboard import INSIST, NEUTRAL, Comment, Knowledge
from control.voting.certainty import Unheard, ahead, width
from control.voting.learned_weights import learned_weights
from games import BadOption, BadPlugin, Move, Registry

Amount: TypeAlias = float | Fraction
"""The amount of a move; exact if votes are shared, so that no tie depends on rounding."""
Tally: TypeAlias = dict[Move, Amount]
"""The amount of each move."""

NO_WEIGHTS: Mapping[str, float] = MappingProxyType({})
HALF = 0.5
"""The factor for rules in which an Advisor can support one move and oppose another at the same time."""


@attrs.frozen
class Poll:
    """The input of a paradigm."""

    moves: tuple[Move, ...]
    """The remaining moves."""
    opinions: Mapping[str, Mapping[Move, Comment]]
    """The comments on those moves by each Advisor of tier 3, in order, including silent ones."""
    weights: Mapping[str, float] = NO_WEIGHTS
    """The weight of each Advisor; 1 if none is set."""
    silence: int = NEUTRAL
    """The strength that a move gets from an Advisor that did not comment on it."""
    streams: Streams = attrs.field(factory=lambda: Streams(0))

    @classmethod
    def of(
        cls,
        moves: Sequence[Move],
        comments: Iterable[Comment],
        *,
        advisors: Iterable[str] = (),
        weights: Mapping[str, float] = NO_WEIGHTS,
        silence: int = NEUTRAL,
        streams: Streams | None = None,
    ) -> "Poll":
        """Make a poll of comments; `advisors` adds silent Advisors."""
        opinions: dict[str, dict[Move, Comment]] = {name: {} for name in advisors}
        for comment in comments:
            if comment.move in moves:
                opinions.setdefault(comment.advisor, {})[comment.move] = comment
        return cls(tuple(moves), opinions, weights, silence, streams or Streams(0))

    def weight(self, advisor: str) -> float:
        """Return the weight of an Advisor."""
        return self.weights.get(advisor, 1)

    def empty_tally(self) -> Tally:
        """Return a tally of zeros."""
        return dict.fromkeys(self.moves, 0)

    def silent_tally(self) -> Tally:
        """Return the tally of strengths without any comments."""
        voices = running_sum(map(self.weight, self.opinions)) if self.weights else len(self.opinions)
        return dict.fromkeys(self.moves, self.silence * voices)


class Weigh(Protocol):
    """Computes the weights of a paradigm."""

    def __call__(
        self, knowledge: Knowledge, names: Sequence[str], *, is_testing: bool
    ) -> Mapping[str, float]:
        """Return the weights of the Advisors that will be heard."""


@attrs.frozen
class Paradigm:
    """A pure function from a poll to a tally, with a name."""

    name: str
    title: str
    tally: Callable[[Poll], Tally]
    weights: Weigh | None = None
    """Computes its weights; None if users set them."""
    counts_voters: bool = False
    """Whether a weight is a number of voters, which cannot be negative."""
    chances: Callable[[Tally], Mapping[Move, float]] | None = None
    """Returns relative chances if the move is drawn; None if the highest tally wins."""
    with_argument: "Callable[[str], Paradigm] | None" = None
    """Makes a variant from the text after a colon, as in `approval:7`; raises BadOption for a bad text."""
    certain: Callable[[Poll, Unheard], Move | None] | None = None
    """Returns, for a poll of the Advisors that have ended, the move that wins whatever the others comment, or
    None while that is open. A paradigm without this function hears all."""
    outweighs: float = 0.0
    """A quick check: nothing is certain unless the Advisors that commented weigh at least this many times
    those that have not ended."""
    candidates: "tuple[Paradigm, ...]" = ()
    """Paradigms among which it chooses for each stage, by what was learned; empty if it counts itself."""
    by_stage: "Mapping[str, Paradigm]" = attrs.field(default=MappingProxyType({}), eq=False)
    """The candidate chosen for this contest, by stage."""
    under: str = ""
    """The paradigm that has chosen this one, if any."""

    def __call__(self, poll: Poll) -> Tally:
        """Return the tally of a poll."""
        return self.tally(poll)

    def choose(self, tally: Tally, streams: Streams) -> Move:
        """Return a move with the highest tally, or a move drawn by chance."""
        if self.chances is None:
            top = best(tally)
            return top[0] if len(top) == 1 else pick(streams.stream("ties"), top)
        return drawn(self.chances(tally), streams.stream("drawn").random())


def drawn(chances: Mapping[Move, float], at: float) -> Move:
    """Return the move at a point from 0 to 1 if each move takes up its chance."""
    goal = at * running_sum(chances.values())
    for move, chance in chances.items():
        goal -= chance
        if goal < 0:
            return move
    return max(chances, key=lambda move: chances[move])  # rounding put the point past the end


def strengths(poll: Poll) -> Tally:
    """Return the tally of paradigm 1: a move's tally is the sum of its strengths."""
    tally, silence, weights = poll.silent_tally(), poll.silence, poll.weights
    for advisor, comments in poll.opinions.items():
        weight = weights.get(advisor, 1)
        for move, comment in comments.items():
            tally[move] += weight * (comment.strength - silence)
    return tally


def smoothed(poll: Poll) -> Tally:
    """Return the tally of paradigm 2: each comment counts as support or opposition, whatever its strength.

    Silence counts nothing here under either setting: it is no comment, so there is none to smooth.
    """
    tally = poll.empty_tally()
    for advisor, comments in poll.opinions.items():
        for move, comment in comments.items():
            tally[move] += poll.weight(advisor) * _sign(comment)
    return tally


def single_strengths(poll: Poll) -> Tally:
    """Return the tally of paradigm 3: each Advisor's strongest comment counts with its strength."""
    tally = poll.silent_tally()
    for advisor, comments in poll.opinions.items():
        if vote := _vote(poll, advisor, comments):
            tally[vote.move] += poll.weight(advisor) * (vote.strength - poll.silence)
    return tally


def single_smoothed(poll: Poll) -> Tally:
    """Return the tally of paradigm 4: each Advisor's strongest comment counts as 1 for or against."""
    tally = poll.empty_tally()
    for advisor, comments in poll.opinions.items():
        if vote := _vote(poll, advisor, comments):
            tally[vote.move] += poll.weight(advisor) * _sign(vote)
    return tally


def _sign(comment: Comment) -> int:
    return _side(comment.strength)


def _side(strength: int) -> int:
    return (strength > NEUTRAL) - (strength < NEUTRAL)


def _vote(poll: Poll, advisor: str, comments: Mapping[Move, Comment]) -> Comment | None:
    """Return an Advisor's comment furthest from 5; its own voting stream breaks ties."""
    if not comments:
        return None
    furthest = max(abs(comment.strength - NEUTRAL) for comment in comments.values())
    strongest = [
        comments[m] for m in poll.moves if m in comments and abs(comments[m].strength - NEUTRAL) == furthest
    ]
    return strongest[0] if len(strongest) == 1 else pick(poll.streams.stream("vote", advisor), strongest)


# Which move wins, whatever others may still say: by how much can they change the difference of two moves?


def _certain_strengths(poll: Poll, unheard: Unheard) -> Move | None:
    weights, silence = poll.weights, poll.silence
    reach = running_sum(abs(weights.get(name, 1)) * width(voice, silence) for name, voice in unheard.items())
    spoken = running_sum(abs(weights.get(name, 1)) for name, said in poll.opinions.items() if said)
    return ahead(strengths(poll), reach) if INSIST * spoken > reach else None  # counting takes longer


def _certain_smoothed(poll: Poll, unheard: Unheard) -> Move | None:
    sides = {name: (_side(least), _side(most)) for name, (least, most) in unheard.items()}
    reach = running_sum(abs(poll.weight(name)) * width(voice, 0) for name, voice in sides.items())
    return ahead(smoothed(poll), reach)


def _certain_single_strengths(poll: Poll, unheard: Unheard) -> Move | None:
    """Return the certain winner of paradigm 3: one vote either raises one move or lowers another."""
    reach = running_sum(
        abs(poll.weight(name)) * max(most - poll.silence, poll.silence - least, 0)
        for name, (least, most) in unheard.items()
    )
    return ahead(single_strengths(poll), reach)


def _certain_single_smoothed(poll: Poll, unheard: Unheard) -> Move | None:
    reach = running_sum(abs(poll.weight(name)) for name, (least, most) in unheard.items() if least < most)
    return ahead(single_smoothed(poll), reach)


def _paradigm(found: object, label: str) -> Paradigm:
    if not isinstance(found, Paradigm):
        raise BadPlugin(f"{label} is no paradigm; it must be a control.Paradigm")
    name = found.name
    if not isinstance(name, str) or not name.isprintable() or not name or set(name) & set(",= "):
        raise BadPlugin(f"a paradigm is named {name!r}; a name is printable text without blank, comma or =")
    if not callable(found.tally):
        raise BadPlugin(f"paradigm {name!r} cannot count; its tally is a function from a Poll to a Tally")
    if found.chances is not None and not callable(found.chances):
        raise BadPlugin(f"paradigm {name!r} has chances {found.chances!r:.60}; it must be a function or None")
    if found.certain is not None and not callable(found.certain):
        raise BadPlugin(f"paradigm {name!r} has certain {found.certain!r:.60}; it must be a function or None")
    if found.weights is not None and not callable(found.weights):
        raise BadPlugin(f"paradigm {name!r} has weights {found.weights!r:.60}; it must be a function or None")
    return found


PARADIGMS: Registry[Paradigm] = Registry(
    "paradigm",
    "hoyle.paradigms",
    {
        "1": Paradigm("1", "sum of strengths", strengths, certain=_certain_strengths, outweighs=HALF),
        "2": Paradigm(
            "2", "sum of comments for and against", smoothed, certain=_certain_smoothed, outweighs=HALF
        ),
        "3": Paradigm(
            "3",
            "one vote per Advisor, with its strength",
            single_strengths,
            certain=_certain_single_strengths,
            outweighs=HALF,
        ),
        "4": Paradigm(
            "4",
            "one vote per Advisor, for or against",
            single_smoothed,
            certain=_certain_single_smoothed,
            outweighs=HALF,
        ),
        "pwl": Paradigm(
            "pwl",
            "sum of strengths, by learned weights",
            strengths,
            learned_weights,
            certain=_certain_strengths,
            outweighs=HALF,
        ),
        "learned": "control.voting.learned_paradigm:LEARNED",
        "plurality": "control.voting.positional:PLURALITY",
        "approval": "control.voting.positional:APPROVAL",
        "range": "control.voting.positional:RANGE",
        "majority-judgement": "control.voting.positional:MAJORITY_JUDGEMENT",
        "borda": "control.voting.positional:BORDA",
        "copeland": "control.voting.pairwise:COPELAND",
        "schulze": "control.voting.pairwise:SCHULZE",
        "ranked-pairs": "control.voting.pairwise:RANKED_PAIRS",
        "minimax": "control.voting.pairwise:MINIMAX",
        "instant-runoff": "control.voting.runoff:INSTANT_RUNOFF",
        "softmax": "control.voting.softmax:SOFTMAX",
    },
    admit=_paradigm,
    name_of=lambda paradigm: paradigm.name,
    remedy="hoyle paradigms lists them",
)
"""All paradigms by name."""


def get_paradigm(name: str | int) -> Paradigm:
    """Return a paradigm by name; text after a colon is its argument, as in `approval:7`."""
    head, colon, argument = str(name).partition(":")
    if not colon or str(name) in PARADIGMS:
        return PARADIGMS.find(str(name))
    found = PARADIGMS.find(head)
    if found.with_argument is None:
        raise BadOption(f"paradigm {head} takes no argument, but was given {argument!r}")
    return found.with_argument(argument)


def register_paradigm(paradigm: Paradigm) -> None:
    """Add a paradigm to the table; a name that is taken is refused."""
    PARADIGMS.register(paradigm)


def best(tally: Tally) -> list[Move]:
    """Return the moves with the highest tally."""
    most = max(tally.values())
    return [move for move, got in tally.items() if got == most]
