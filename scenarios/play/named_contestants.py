"""Who plays, by name: `random`, `search:0.5s`, `human`, `hoyle`, `hoyle:paradigm=2,without=Panic+Open`.

Hoyle takes options behind its colon, with commas between them and `+` between the parts of a list, so that no
shell wants quotes for it:

    hoyle:paradigm=2,budget=5ms+Pitchfork=50ms,weights=Candide=2+Wild=0.5,knowledge=t.hoyle,learn=yes

What the name does not say is as in the options it is read with: on the command line, those of the command.
"""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import attrs

from agents import (
    Advisor,
    Contestant,
    Learner,
    Proxy,
    all_advisors,
    check_contestant,
    get_advisors,
    get_learners,
    make_contestant,
)
from agents.contestants.registry import CONTESTANTS
from blackboard import Decision, Knowledge
from control import Budgets, Hoyle, Panel, Settings, get_paradigm, parse_duration, split_budgets
from games import BadOption, Game, HoyleError, UnknownName

HOYLE = "hoyle"
HUMAN = "human"
EXPERTS = ("perfect", "expert")
"""Contestants that are experts unless it is said that they are not."""
SYMMETRIES = "symmetries"
_MOST_DIGITS = 18


@attrs.frozen(kw_only=True)
class HoyleOptions:
    """How one Hoyle decides and learns, in the words of whoever asks for it."""

    paradigm: str = "1"
    advisors: tuple[str, ...] | None = None
    """Only these; None is all."""
    without: tuple[str, ...] = ()
    layout: str = "1990"
    budget: tuple[str, ...] = ()
    """`5ms` for everybody, `Panic=5ms+200calls` for one, `tier3=20ms`, `decision=50ms`, `contest=5s`."""
    place: tuple[str, ...] = ()
    """Where they run: `process` for everybody, `Panic=process` for one."""
    schedule: str = "speculative"
    late: str = "keep"
    silence: int = 5
    weights: Mapping[str, float] = MappingProxyType({})
    knowledge: Path | None = None
    """The file of its useful knowledge."""
    learn: bool = False
    learners: tuple[str, ...] | None = None
    """Only these; None is one for each item."""
    symmetry: bool = False
    """Does it learn symmetries? Knowledge that has some uses them and goes on testing them in any case."""
    learning_budget: int | None = None
    """The time limit of every learner in nanoseconds; None is each learner's own."""

    def changed(self, text: str) -> "HoyleOptions":
        """Return these options with those that a name gives: `paradigm=2,budget=5ms`."""
        given: dict[str, Any] = {}
        for part in text.split(",") if text else ():
            key, equals, value = part.partition("=")
            if not equals:
                raise BadOption(f"{part!r} is no option; write key=value, with + between the parts of a list")
            if key not in READERS:
                raise UnknownName.of("option of Hoyle", key, READERS, f"there are {', '.join(READERS)}")
            name = key.replace("-", "_")
            if name in given:
                raise BadOption(f"option {key} is given twice; give it once, with + between the parts")
            given[name] = READERS[key](value)
        changed = attrs.evolve(self, **given)
        if "advisors" in given or "without" in given:
            kept = [key for key in ("weights", "budget", "place") if key in given]
            return changed.relieved(all_advisors().keys() - changed.seated(), keep=kept)
        return changed

    def relieved(self, absent: Collection[str], *, keep: Collection[str] = ()) -> "HoyleOptions":
        """Return these options without the weights, budgets and places of Advisors that take no part."""

        def fit(texts: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(text for text in texts if text.rpartition("=")[0] not in absent)

        fitting: dict[str, Any] = {
            "weights": {name: weight for name, weight in self.weights.items() if name not in absent},
            "budget": fit(self.budget),
            "place": fit(self.place),
        }
        return attrs.evolve(self, **{key: value for key, value in fitting.items() if key not in keep})

    def seated(self) -> set[str]:
        """Return who takes part, by name."""
        return {advisor.name for advisor in self._chosen()}

    def panel(self) -> Panel:
        """Seat the Advisors."""
        chosen = self._chosen()
        for name in self.weights:
            present = [advisor.name for advisor in chosen]
            if name not in present:
                raise UnknownName.of("Advisor that takes part", name, present, "its weight cannot be set")
        return Panel.of(
            chosen,
            layout=self.layout,
            budgets=Budgets.parse(self.budget),
            placements=_placements(self.place, chosen),
        )

    def settings(self) -> Settings:
        """Return what control is told."""
        return Settings(get_paradigm(self.paradigm), self.schedule, self.late, self.silence, self.weights)

    def check(self) -> None:
        """Let whatever is wrong with these options be said before anybody plays."""
        self.panel()
        self.settings()
        get_learners(self.learners)

    def hoyle(
        self,
        knowledge: Knowledge,
        *,
        name: str = HOYLE,
        on_decision: Callable[[Decision], None] = lambda _: None,
    ) -> Hoyle:
        """Make this Hoyle."""
        made = Hoyle(
            self.panel(),
            settings=self.settings(),
            knowledge=knowledge,
            learners=self.learners_for(knowledge) if self.learn else (),
            learning_ns=self.learning_budget,
            on_decision=on_decision,
        )
        made.name = name
        return made

    def _chosen(self) -> list[type[Advisor]]:
        if self.without:
            get_advisors(self.without)
        return [each for each in get_advisors(self.advisors) if each.name not in self.without]

    def learners_for(self, knowledge: Knowledge) -> list[type[Learner]]:
        """Return who learns, given what is known: symmetries that were found are tested further."""
        symmetry = self.symmetry or bool(knowledge.item(SYMMETRIES))
        if self.learners is None or not symmetry or SYMMETRIES in self.learners:
            return list(get_learners(self.learners, symmetry=symmetry))
        return list(get_learners([*self.learners, SYMMETRIES]))


@attrs.frozen
class Named:
    """A contestant that was asked for by name."""

    text: str
    options: HoyleOptions | None = None
    """Hoyle's; None for anybody else."""

    @property
    def is_human(self) -> bool:
        """Is it a person?"""
        return self.text == HUMAN

    @property
    def is_expert(self) -> bool:
        """Does its name say that it is an expert?"""
        return self.text.removesuffix(":") in EXPERTS

    def make(self, game: Game[Any]) -> Contestant:
        """Make it, if it is neither a person nor Hoyle."""
        return make_contestant(self.text, game)


def read_contestant(text: str, options: HoyleOptions) -> Named:
    """Read a contestant's name; what it does not say of Hoyle is as in these options."""
    name, _, argument = text.partition(":")
    if name == HOYLE:
        return Named(text, _checked(text, argument, options))
    if name != HUMAN and name not in CONTESTANTS:
        known = (HOYLE, HUMAN, *CONTESTANTS)
        raise UnknownName.of("contestant", name, known, f"there are {', '.join(known)}")
    if text.startswith(f"{HUMAN}:"):
        raise BadOption(f"contestant {HUMAN!r} takes nothing behind a colon, but was given {argument!r}")
    if name != HUMAN:
        check_contestant(text)
    return Named(text)


def _checked(text: str, argument: str, options: HoyleOptions) -> HoyleOptions:
    """Read Hoyle's options, and put its name before whatever is wrong with them."""
    try:
        changed = options.changed(argument)
        changed.check()
    except HoyleError as error:
        raise type(error)(f"contestant {text!r}: {error}") from error
    return changed


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("+") if part.strip())


def _placements(texts: tuple[str, ...], advisors: list[type[Advisor]]) -> dict[str, str]:
    """Read `process`, for all who can be moved (programs cannot), and `Panic=process`."""
    everybody = [text for text in texts if "=" not in text]
    movable = [each.name for each in advisors if not issubclass(each, Proxy)]
    placed = dict.fromkeys(movable, everybody[-1]) if everybody else {}
    return placed | {name: place for name, equals, place in (text.partition("=") for text in texts) if equals}


def _flag(text: str) -> bool:
    if text not in ("yes", "no"):
        raise BadOption(f"{text!r} is neither yes nor no")
    return text == "yes"


def _whole(text: str) -> int:
    if not text.isdecimal() or len(text) > _MOST_DIGITS:
        raise BadOption(f"{text!r:.60} is no whole number of at most {_MOST_DIGITS} digits")
    return int(text)


def read_weights(text: str) -> Mapping[str, float]:
    """Read `Candide=2+Wild=0.5`."""
    weights = {}
    for part in _parts(text):
        name, equals, value = part.partition("=")
        try:
            weights[name] = float(value)
        except ValueError:
            equals = ""
        if not equals:
            raise BadOption(f"{part!r} is no weight; write for example Candide=2")
    return weights


def _path(text: str) -> Path:
    if not text:
        raise BadOption("knowledge names no file; write knowledge=FILE")
    return Path(text)


READERS: Mapping[str, Callable[[str], Any]] = MappingProxyType(
    {
        "paradigm": str,
        "advisors": _parts,
        "without": _parts,
        "layout": str,
        "budget": split_budgets,
        "place": _parts,
        "schedule": str,
        "late": str,
        "silence": _whole,
        "weights": read_weights,
        "knowledge": _path,
        "learn": _flag,
        "learners": _parts,
        "symmetry": _flag,
        "learning-budget": parse_duration,
    }
)
"""The options of Hoyle, and how each is read."""
