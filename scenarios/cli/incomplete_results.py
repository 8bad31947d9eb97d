"""Warnings of commands that read results of which runs failed or are missing."""

import click

from scenarios.cli.screen import warn
from scenarios.experiment.records import Records
from scenarios.experiment.store import TUNING

FAILED = 1
"""The exit code if a run failed."""


def warn_if_incomplete(records: Records) -> None:
    """Warn if runs failed or are missing, and exit with code 1 if any failed.

    Runs that are missing are no failure: the experiment may be in progress.
    """
    found, folder = records.completeness, records.folder
    if found.is_complete:
        return
    again = f"hoyle run SCENARIO --resume --out {folder}"
    if TUNING in records.meta:
        again = f"hoyle tune GAME --resume --state {folder}"
    warn(f"results in {folder} are incomplete: {found.account}; {again} plays them")
    if found.failed:
        raise click.exceptions.Exit(FAILED)
