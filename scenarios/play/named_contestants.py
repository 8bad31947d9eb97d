"""Who plays, by name: `random`, `search:0.5s`, `human`, `hoyle`, `hoyle:paradigm=2,without=Panic+Open`.

Hoyle takes options behind its colon, with commas between them and `+` between the parts of a list, so that no
shell wants quotes for it:

    hoyle:paradigm=2,budget=5ms+Pitchfork=50ms,weights=Candide=2+Wild=0.5,knowledge=t.hoyle,learn=yes

What the name does not say is as in the options it is read with: on the command line, those of the command.
"""

from typing import Any

import attrs

from agents import Contestant, check_contestant, make_contestant
from agents.contestants.registry import CONTESTANTS
from control.settings.hoyle_options import HoyleOptions
from games import BadOption, Game, HoyleError, UnknownName

HOYLE = "hoyle"
HUMAN = "human"
EXPERTS = ("perfect", "expert")
"""Contestants that are experts unless it is said that they are not."""


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
        return self.text.partition(":")[0] in EXPERTS

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
