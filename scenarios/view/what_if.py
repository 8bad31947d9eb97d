"""Which move other settings would give, from the record alone, as in `hoyle redecide`."""

from collections.abc import Mapping
from typing import Any

from blackboard import Decision
from control import Changes, pivotal, redecide
from control.settings.declarations import Scope, settings_of
from control.settings.hoyle_options import HoyleOptions
from games import BadOption, UnknownName
from scenarios.decisions.document import decision_document
from scenarios.decisions.recorded import check_names, read_changes

CHANGEABLE = tuple(
    each.name for each in settings_of(HoyleOptions, Scope.REDECIDE) if each.name != "knowledge"
)
"""What a page may change: only the command line names files."""
MOST_LETTERS = 2000


def read_what_if(document: Any, decision: Decision) -> Changes:
    """Read the changes that a page sends; every Advisor that they name must have taken part."""
    given: dict[str, Any] = dict.fromkeys((*CHANGEABLE, "knowledge")) | {"budget": ()} | _checked(document)
    changes = read_changes(given)
    check_names(changes, [each.advisor for each in decision.testimonies])
    return changes


def _checked(document: Any) -> dict[str, Any]:
    """Return what a page sent, with values of the kinds that the command line would pass."""
    if not isinstance(document, Mapping):
        raise BadOption("the changes are not a JSON object; send names such as paradigm and budget")
    found: dict[str, Any] = {}
    for name, value in document.items():
        if name not in CHANGEABLE:
            raise UnknownName.of(
                "setting to change", str(name)[:60], CHANGEABLE, f"choose one of {', '.join(CHANGEABLE)}"
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
            raise BadOption(f"bad value of {name}: {str(value)[:60]!r}; write it as on the command line")
        found[name] = value
    return found


def what_if(decision: Decision, changes: Changes) -> dict[str, Any]:
    """Return the new move, whether it is certain, and the pivotal Advisors if the move changed."""
    again = redecide(decision, changes)
    is_changed = again.decision.move != decision.move
    return {
        "was": decision.move,
        "now": again.decision.move,
        "certain": again.is_certain,
        "doubts": list(again.doubts),
        "pivotal": list(pivotal(decision, changes)) if is_changed else [],
        "decision": decision_document(again.decision),
    }
