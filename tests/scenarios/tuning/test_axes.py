"""Axes: whatever is declared as a setting of a decision can be raced over."""

import pytest

from agents import ROSTERS
from control.limits.schedules import SCHEDULES
from control.settings import kinds
from control.settings.declarations import WORD, Scope, Setting
from games import BadOption, UnknownName
from scenarios.tuning import axes
from scenarios.tuning.axes import candidates, declared_axes, read_axes
from tests.support import each_case


def test_an_axis_has_the_values_of_its_declaration() -> None:
    """Those that it lists, those of rosters, and where that is too much, those that make sense unasked."""
    schedule, roster, silence, paradigm = read_axes(["schedule,roster,silence", "paradigm"])
    assert (schedule.name, schedule.values) == ("schedule", tuple(SCHEDULES))
    assert (roster.name, roster.labels) == ("advisors", tuple(ROSTERS))
    assert silence.values == (5, 0)
    assert "borda" in paradigm.labels
    assert not {"pwl", "softmax"} & set(paradigm.labels)


def test_values_may_be_given() -> None:
    """As a scenario file has them, or as bare words; names of a list have + between them."""
    paradigm, budget, advisors = read_axes(
        ["paradigm=1,approval:8,budget.decision=5ms,20ms", "advisors=1990+Material,all"]
    )
    assert (paradigm.values, paradigm.labels) == ((1, "approval:8"), ("1", "approval:8"))
    assert (budget.path, budget.values) == (("budget", "decision"), ("5ms", "20ms"))
    assert advisors.values == (["1990", "Material"], "all")
    first, *others = candidates([paradigm, budget])
    assert (first.name, first.words) == ("1, 5ms", "paradigm 1, budget.decision 5ms")
    assert first.keys == {"paradigm": 1, "budget": {"decision": "5ms"}}
    assert len(others) == 3


def test_an_axis_of_one_value_is_what_all_have() -> None:
    """It is no part of a setting's name."""
    found = candidates(read_axes(["roster=tutorial", "silence"]))
    assert [(each.name, each.keys) for each in found] == [
        ("5", {"advisors": ["tutorial"], "silence": 5}),
        ("0", {"advisors": ["tutorial"], "silence": 0}),
    ]


def test_a_setting_that_is_declared_tomorrow_is_an_axis(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the choices of its declaration, but for those that want something more."""

    def read(value: str) -> str:
        if value == "likely":
            raise BadOption("likely wants a chance behind its colon")
        return value

    kind = kinds.Kind("all, certain or likely:p", read, choices=lambda: ("all", "certain", "likely"))
    scope = Scope.PHASE | Scope.DECIDE
    later = Setting(name="settle", key="settle", default="all", kind=kind, form=WORD, scope=scope, help="")
    monkeypatch.setattr(axes, "settings_of", lambda *_: iter([later]))
    (axis,) = read_axes(["settle"])
    assert axis.values == ("all", "certain")


@each_case(
    ("text", "told"),
    [
        ("mood", "no axis is named 'mood'; there are paradigm, advisors, "),
        ("learners", "no axis is named 'learners'"),
        ("clock", "no axis is named 'clock'"),
        ("paradigm=1,nope", "no paradigm is named 'nope'"),
        ("paradigm=1,schedule", "after values, give another axis in an --axes of its own"),
        ("paradigm=1,1", "axis paradigm: '1' is given twice"),
        ("paradigm=1,", "axis paradigm: a value is missing"),
        ("paradigm=1,[2]", "is not a single value"),
        ("paradigm,paradigm=1", "axis paradigm is given twice"),
        ("roster=1990,Material", "; there are 1990, tutorial, modern"),
        ("schedule=serial,soon", "no schedule is named 'soon'; there are speculative, tiered, serial"),
        ("budget", "axis budget: an entry is missing; write budget.default=..."),
        ("budget.nobody=1ms", "no entry of budget is named 'nobody'"),
        ("budget.decision", "axis budget.decision: it has no default values"),
        ("budget.decision=1ms,long", "axis budget.decision: 'long' is neither a time nor an amount of work"),
        ("silence=5,7", "axis silence: silence is 7; it must be 5, or 0"),
        ("late.x=keep", "axis late.x: late has no entries"),
        ("", "no axis is named ''"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(text: str, told: str) -> None:
    """With the value and what is allowed."""
    with pytest.raises((BadOption, UnknownName)) as wrong:
        read_axes([text])
    assert told in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_too_many_or_too_few_do_not_race() -> None:
    """One has nobody to race against, and thousands would never end."""
    with pytest.raises(BadOption, match="only one setting"):
        candidates(read_axes(["paradigm=1"]))
    many = ",".join(f"{number}ms" for number in range(1, 60))
    with pytest.raises(
        BadOption,
        match=r"885 settings \(15 of paradigm x 59 of budget.decision\) are too many; race at most 500",
    ):
        candidates(read_axes(["paradigm", f"budget.decision={many}"]))


def test_every_declared_axis_says_what_it_is_or_wants_values() -> None:
    """None of them fails in another way."""
    for name, setting in declared_axes().items():
        if setting.entries is None:
            try:
                (axis,) = read_axes([name])
            except BadOption as error:
                assert "it has no default values" in str(error)  # noqa: PT017  # either is right
            else:
                assert len(axis.values) > 1
