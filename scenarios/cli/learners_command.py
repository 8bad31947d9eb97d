"""The command that lists the learners."""

from typing import Any

import click

from agents import LEARNERS, declared_items
from agents.registry import usual_learners
from scenarios.cli import show
from scenarios.cli.answers import answer
from scenarios.cli.command_options import json_option, load_option
from scenarios.cli.documents import learner_document
from scenarios.cli.listings import listed


@click.command("learners")
@load_option
@json_option
def learners_command(*, as_json: bool, **_: Any) -> None:
    """List the learners, what they write, and their limits."""
    learners, declared = listed(LEARNERS), declared_items()
    usual = usual_learners(learners.values())
    rows = [
        learner_document(learner, is_usual=learner in usual, is_declared=learner.item in declared)
        for learner in learners.values()
    ]
    answer(rows, show.learners_table(rows), as_json=as_json)
