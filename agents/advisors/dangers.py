"""The Advisor that avoids positions where contests were lost for unknown reasons."""

from typing import ClassVar

from agents.advisor import Advisor
from agents.session.deliberation import Deliberation

STRENGTH = 3
"""The strength against a move to a dangerous state, however often it occurred: the paper does not say."""


class Leery(Advisor):
    """Avoid moves to dangerous states."""

    supports: ClassVar[bool] = False
    opposes: ClassVar[bool] = True
    knowledge = ("dangerous_states",)

    async def advise(self, think: Deliberation) -> None:
        """Oppose every move to a position that is known to be dangerous, as it is found."""
        known = think.knowledge.item("dangerous_states")
        for move in think.moves if known else ():
            times = known.get(think.key(think.play(move)))
            if times:
                often = "once" if times == 1 else f"{times} times"
                await think.comment(move, STRENGTH, f"reaches a dangerous position, noted {often}")
