"""The controls of a replay: play, step, a slider and the speed."""

from scenarios.report.markup import esc, tag


def scrubber() -> str:
    """Write the buttons and the slider of the replay; a script shows them."""
    speeds = [
        tag("option", esc(name), value=value, selected="" if value == "0.01" else None)
        for value, name in (
            ("0.01", "1/100"), ("0.1", "1/10"), ("0.5", "1/2"), ("1", "1"), ("2", "2"), ("10", "10")
        )
    ]  # fmt: skip
    parts = (
        tag("button", "Play", id="play", type="button", aria_keyshortcuts="Space"),
        tag(
            "button",
            "\N{BLACK LEFT-POINTING SMALL TRIANGLE}",
            id="back-event",
            type="button",
            aria_label="Previous event",
        ),
        tag(
            "button",
            "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}",
            id="next-event",
            type="button",
            aria_label="Next event",
        ),
        tag("label", "Time in the decision", for_="scrub", class_="voice"),
        '<input type="range" id="scrub" min="0" max="1000" step="1" value="1000">',
        tag("output", id="when", for_="scrub", aria_live="off"),
        tag("label", "Speed ", tag("select", *speeds, id="speed")),
    )
    marks = '<div id="minimap" aria-hidden="true"></div>'
    return tag(
        "div", *parts, marks, class_="scrubber", id="scrubber", role="group", aria_label="Replay", hidden=""
    )
