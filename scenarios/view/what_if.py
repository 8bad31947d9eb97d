"""What would have been decided under other settings: from the record alone, as `hoyle redecide` tells."""

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from blackboard import Decision
from control import Changes, pivotal, redecide
from control.settings.declarations import Scope, settings_of
from control.settings.hoyle_options import HoyleOptions
from games import BadOption, UnknownName
from scenarios.cli.documents import decision_document
from scenarios.cli.redecide_command import check_names, read_changes

CHANGEABLE = tuple(
    each.name for each in settings_of(HoyleOptions, Scope.REDECIDE) if each.name != "knowledge"
)
"""What a page may change: files are named on the command line alone."""
MOST_LETTERS = 2000


@attrs.frozen
class Wishes:
    """What somebody wants to be otherwise, and what that means."""

    changes: Changes
    paradigm: str | None
    budget: tuple[str, ...]

    @classmethod
    def read(cls, document: Any, decision: Decision) -> "Wishes":
        """Read what a page sends; whatever it names must have taken part."""
        given: dict[str, Any] = (
            dict.fromkeys((*CHANGEABLE, "knowledge")) | {"budget": ()} | _checked(document)
        )
        changes = read_changes(given)
        check_names(changes, [each.advisor for each in decision.testimonies])
        return cls(changes, changes.paradigm.name if changes.paradigm else None, tuple(given["budget"]))

    @property
    def without(self) -> frozenset[str]:
        """Who is left out."""
        return self.changes.without

    @property
    def late(self) -> str | None:
        """What becomes of late posts, if that is to be otherwise."""
        return self.changes.late

    @property
    def silence(self) -> int | None:
        """What silence counts, if that is to be otherwise."""
        return self.changes.silence

    @property
    def settle(self) -> str | None:
        """When a vote lands, if that is to be otherwise."""
        return self.changes.settle

    @property
    def allocation(self) -> str | None:
        """How time is dealt out, if that is to be otherwise."""
        return self.changes.allocation

    @property
    def weights(self) -> Mapping[str, float]:
        """What those count who are to count otherwise."""
        return self.changes.weights

    def all_budgets(self, names: Iterable[str]) -> list[str]:
        """Write budgets one by one, with everybody's as that of each."""
        shared = [each for each in self.budget if "=" not in each]
        return [
            *(f"{name}={each}" for each in shared for name in names),
            *(b for b in self.budget if "=" in b),
        ]


def _checked(document: Any) -> dict[str, Any]:
    """See that everything is of the kind that the command line would hand over."""
    if not isinstance(document, Mapping):
        raise BadOption("what is to be otherwise is told by names, such as paradigm and budget")
    found: dict[str, Any] = {}
    for name, value in document.items():
        if name not in CHANGEABLE:
            raise UnknownName.of(
                "setting to change", str(name)[:60], CHANGEABLE, f"there are {', '.join(CHANGEABLE)}"
            )
        if value in (None, "", []):
            continue
        if name == "silence":
            is_right = isinstance(value, int) and not isinstance(value, bool)
        elif name == "budget":
            is_right = isinstance(value, list) and all(isinstance(each, str) for each in value)
        else:
            is_right = isinstance(value, str)
        if not is_right or len(str(value)) > MOST_LETTERS:
            raise BadOption(f"{name} is {str(value)[:60]!r}; write it as the command line takes it")
        found[name] = value
    return found


def what_if(decision: Decision, wishes: Wishes) -> dict[str, Any]:
    """Tell what a decision comes to, how sure that is, and without whom alone it would be another."""
    again = redecide(decision, wishes.changes)
    is_changed = again.decision.move != decision.move
    return {
        "was": decision.move,
        "now": again.decision.move,
        "certain": again.is_certain,
        "doubts": list(again.doubts),
        "pivotal": list(pivotal(decision, wishes.changes)) if is_changed else [],
        "decision": decision_document(again.decision),
    }
