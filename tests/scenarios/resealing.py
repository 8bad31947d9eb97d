"""Results that were changed, and given the checksums that fit: well framed, whatever is in them."""

import sqlite3
from contextlib import closing
from pathlib import Path

from scenarios.experiment.rows import KEYS, TABLES
from scenarios.experiment.seals import CHECKSUM, seal
from scenarios.experiment.store import FILE


def alter(folder: Path, *statements: str, reseals: bool = True) -> None:
    """Change a file of results by SQL, and make the checksums right again unless that is not wanted."""
    with closing(sqlite3.connect(folder / FILE)) as database, database:
        for statement in statements:
            database.execute(statement)
        if reseals:
            for table in TABLES:
                _reseal(database, table)


def _reseal(database: sqlite3.Connection, table: str) -> None:
    if ("table",) not in database.execute(
        "SELECT type FROM sqlite_master WHERE name = ?", [table]
    ).fetchall():
        return
    cursor = database.execute(f"SELECT * FROM {table}")  # noqa: S608  # our own names
    names = [column[0] for column in cursor.description]
    if CHECKSUM not in names:
        return
    keys = [name for name in names if name in KEYS]
    for values in cursor.fetchall():
        row = dict(zip(names, values, strict=True))
        try:
            fitting = seal(table, row)
        except TypeError:  # what JSON does not know has no checksum
            continue
        where = " AND ".join(f"{key} IS ?" for key in keys)
        database.execute(
            f"UPDATE {table} SET {CHECKSUM} = ? WHERE {where}",  # noqa: S608  # as above
            [fitting, *(row[key] for key in keys)],
        )


def make_version_4(folder: Path) -> None:
    """Make results of version 4 of those of today: they do not hold what each cell resolves to."""
    alter(
        folder,
        "ALTER TABLE cells DROP COLUMN spec",
        "ALTER TABLE runs DROP COLUMN failed_advisor",
        "UPDATE meta SET value = '4' WHERE key = 'version'",
    )


def make_old(folder: Path) -> None:
    """Make results of version 3 of those of today: no checksums, and no word of who failed."""
    dropped = [f"ALTER TABLE {table} DROP COLUMN {CHECKSUM}" for table in TABLES]
    alter(
        folder,
        *dropped,
        "ALTER TABLE cells DROP COLUMN spec",
        "ALTER TABLE runs DROP COLUMN failed_advisor",
        "ALTER TABLE contests DROP COLUMN attendance",
        "INSERT OR REPLACE INTO meta VALUES ('version', '3')",
    )
