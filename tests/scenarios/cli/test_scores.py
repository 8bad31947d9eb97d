"""The lines under a row of contests."""

from pathlib import Path

from blackboard import State
from control import Learned
from scenarios.cli.scores import learned_in_all
from scenarios.play.series import Lessons


def test_what_was_given_up_again_is_not_told_as_kept() -> None:
    """Seven measures that became active and two that ceased to be are five; as many as before are nothing."""
    path = Path("w.hoyle")
    lessons = [
        Lessons(
            path,
            [Learned("active_zones", State.FINISHED, 7), Learned("dangerous_states", State.FINISHED, 1)],
        ),
        Lessons(
            path,
            [
                Learned("active_zones", State.FINISHED, 0, removed=2),
                Learned("dangerous_states", State.FINISHED, 0, removed=1),
            ],
        ),
    ]
    assert learned_in_all(lessons) == ["Learned: 5 active zones (saved in w.hoyle)."]
