"""The form that asks what would change under other settings."""

from collections.abc import Iterable, Sequence

from agents import TIERS
from agents.registry import all_advisors
from blackboard import Decision
from control import PARADIGMS
from control.settings.declarations import setting_of
from control.settings.hoyle_options import HoyleOptions
from scenarios.report.markup import esc, tag
from scenarios.view.page_frame import section


def what_if_panel(decision: Decision | None) -> str:
    """Write the form of the settings that can be changed."""
    names = [each.advisor for each in decision.testimonies] if decision else sorted(all_advisors())
    paradigms = [
        (each.name, f"{each.name}: {each.title}" if hasattr(each, "title") else each.name)
        for each in PARADIGMS.whole().values()
    ]
    fields = (
        _choice("Paradigm ", "paradigm", paradigms),
        _choice("Silence counts as ", "silence", _same("5", "0")),
        _choice("Late posts ", "late", _declared("late")),
        _choice("A vote settles ", "settle", _declared("settle")),
        _choice("Allocation ", "allocation", _declared("allocation")),
        _entry("Leave out ", "without", name_="without", placeholder="Panic,Open", list="advisors"),
        _entry("Weights ", "weights", name_="weights", placeholder="Candide=2"),
    )
    listed = tag("datalist", *(tag("option", value=name) for name in names), id="advisors")
    buttons = (
        tag("button", "What if?", id="if-ask", type="submit"),
        tag("button", "Ask the Advisors again", id="if-anew", type="button"),
        tag("button", "Reset", id="if-reset", type="reset"),
    )
    stop = tag(
        "label",
        "Stop all Advisors after ",
        '<input type="range" id="if-stop" min="1" max="1000" value="1000">',
        tag("output", id="if-stop-at", for_="if-stop", aria_live="off"),
    )
    form = tag(
        "form",
        tag("div", *fields, class_="fields"),
        _budgets(names),
        tag("div", stop, class_="controls"),
        tag("div", *buttons, class_="controls"),
        listed,
        id="if-form",
    )
    return section(
        "What if", form, tag("div", id="if-answer", class_="answer", aria_live="off"), name="what-if"
    )


def _choice(label: str, setting: str, options: Iterable[tuple[str, str]]) -> str:
    """Write a list of choices; the first keeps the recorded value."""
    made = (tag("option", esc(text), value=value) for value, text in (("", "as recorded"), *options))
    return tag("label", label, tag("select", *made, id=f"if-{setting}", name_=setting))


def _entry(label: str, name: str, **attributes: object) -> str:
    """Write an empty text field."""
    made = tag("input", id=f"if-{name}", autocomplete="off", **attributes).removesuffix("</input>")
    return tag("label", label, made)


def _same(*values: str) -> list[tuple[str, str]]:
    """Return values that are their own labels."""
    return [(value, value) for value in values]


def _declared(setting: str) -> list[tuple[str, str]]:
    """Return the values that a setting declares."""
    return _same(*setting_of(HoyleOptions, setting).kind.choices())


def _budgets(names: Sequence[str]) -> str:
    """Write the fields for time and work: of all Advisors, one Advisor, a tier or the decision."""
    shared = (("Each Advisor ", "budget", ""), ("The decision ", "decision", "decision="))
    tiers = [(f"Tier {tier} ", f"tier{tier}", f"tier{tier}=") for tier in TIERS]
    own = tag(
        "label",
        "Own budget of ",
        tag("select", *(tag("option", esc(each)) for each in names), id="if-own-of"),
    )
    fields = (
        *(_entry(label, name, data_prefix=prefix) for label, name, prefix in (*shared, *tiers)),
        own,
        _entry("Its amount ", "own"),
    )
    hint = tag(
        "p",
        "Write an amount as 5ms, 200calls or 5ms+200calls. Empty fields change nothing.",
        class_="soft",
    )
    return tag("fieldset", tag("legend", "Budgets"), hint, tag("div", *fields, class_="fields"))
