"""Contestants by name: `random`, `search:0.5s`, `human`, `hoyle`, `hoyle:paradigm=2,without=Panic+Open`.

Hoyle takes options after its colon, with commas between them and `+` between the parts of a list, so that the
name needs no quotes in a shell:

    hoyle:paradigm=2,budget=5ms+Pitchfork=50ms,weights=Candide=2+Wild=0.5,knowledge=t.hoyle,learn=yes

Options that the name omits default to the options it is read with: on the command line, those of the command.
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
"""Contestants that are experts by default."""


@attrs.frozen
class Named:
    """A contestant that was asked for by name."""

    text: str
    options: HoyleOptions | None = None
    """Hoyle's options; None for other contestants."""

    @property
    def is_human(self) -> bool:
        """Return whether it is a person."""
        return self.text == HUMAN

    @property
    def is_expert(self) -> bool:
        """Return whether its name implies that it is an expert."""
        return self.text.partition(":")[0] in EXPERTS

    def make(self, game: Game[Any]) -> Contestant:
        """Make the contestant, unless it is a person or Hoyle."""
        return make_contestant(self.text, game)


def read_contestant(text: str, options: HoyleOptions) -> Named:
    """Read a contestant's name; options that it omits default to these."""
    name, _, argument = text.partition(":")
    if name == HOYLE:
        return Named(text, _checked(text, argument, options))
    if name != HUMAN and name not in CONTESTANTS:
        known = (HOYLE, HUMAN, *CONTESTANTS)
        raise UnknownName.of("contestant", name, known, f"there are {', '.join(known)}")
    if text.startswith(f"{HUMAN}:"):
        raise BadOption(f"contestant {HUMAN!r} takes no argument, but was given {argument!r}")
    if name != HUMAN:
        check_contestant(text)
    return Named(text)


def _checked(text: str, argument: str, options: HoyleOptions) -> HoyleOptions:
    """Read Hoyle's options; errors begin with the contestant's name."""
    try:
        changed = options.changed(argument)
        changed.check()
    except HoyleError as error:
        raise type(error)(f"contestant {text!r}: {error}") from error
    return changed
