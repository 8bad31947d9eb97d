"""Files that were changed: every command works with them as with the original, or refuses them in one line.

- *Damaged* bytes, records or rows keep the checksums of the original. A command that accepts them without
  a warning must print exactly what it prints for the original.
- *Crafted* content has checksums that fit, as if a program with an error had written it. A command may
  accept it, but must not crash or hang.
- *Wrong* content, such as an unknown key of a scenario, must be refused.
"""

import functools
import itertools
import json
import random
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import attrs
import msgpack

from benchmarks.forked import BAD_INPUT, Ended, forked, hoyle
from blackboard import decisions_of, events_of, read_trace
from games import HoyleError, make_game
from games.solving.solution_cache import cache_path
from scenarios import read_scenario, scenario_digest, write_scenario
from scenarios.cli.main import COMMANDS
from scenarios.experiment.rows import KEYS, TABLES
from scenarios.experiment.store import FILE
from tests import trace_files as traces
from tests.games.solving import test_crafted_solutions as solutions
from tests.mutation import JUNK, mutate
from tests.scenarios.cli import test_crafted_traces as crafted
from tests.scenarios.cli.knowledge import test_crafted_knowledge as knowledge
from tests.scenarios.quick import LEARN, TEST, quick
from tests.scenarios.resealing import alter

DAMAGED, CRAFTED, WRONG = "damaged", "crafted", "wrong"
HAS_VERIFY = "verify" in COMMANDS
SOLVED = "lose-tic-tac-toe"
PANEL = "Victory,Panic,Candide,Wild,Pitchfork,Worried"
TRACE = "decisions.trace"
KNOWLEDGE = "learned.hoyle"
SCENARIO = "quick.toml"
RESULTS = "results"
HEAD = 12
"""Bytes before the first record of a trace, and before the content of each."""
KEYS_OF_A_SCENARIO: dict[str, Any] = {
    "title": "Quick",
    "about": "It is run in a moment.",
    "paradigm": [1, 2],
    "runs": 2,
    "trace": True,
    "budget": {"Victory": "5ms", "decision": "50ms+500calls"},
    "table": [{"title": "Won", "measure": "won", "phase": "test", "rows": "paradigm", "columns": "game"}],
}
NOT_A_NUMBER: tuple[Any, ...] = ("x", "", -1, 0.5, True, [], [[]], {})

Words = tuple[str, ...]


@attrs.frozen
class Format:
    """A kind of file: how a copy is changed, which commands read it, and what they must print."""

    name: str
    original: str
    """The file or folder among the originals; empty if `change` makes its own."""
    change: Callable[[Path, random.Random], str | None]
    """Changes the copy in a folder and returns how; None if the format cannot hold what was made up."""
    commands: tuple[Words, ...]
    """`{own}` stands for the folder of the copy, `{whole}` for the one of the originals."""
    told: Callable[[Ended, Path], str] = lambda ended, _: ended.out
    also: Callable[[Path], str] = lambda _: ""
    """Looks for a fault after a command has accepted the copy."""


@attrs.frozen
class Attempt:
    """One changed file that a command has read."""

    kind: str
    command: str
    is_refused: bool
    fault: str


# Changing.


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Change, remove, double, move or blank some bytes."""
    at = chance.randrange(len(data))
    end = min(len(data), at + chance.choice([1, 2, 4, 16, 100, 777]))
    part, other = data[at:end], chance.randrange(len(data))
    one, two = sorted((at, other))
    return {
        "flip": data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :],
        "random": data[:at] + chance.randbytes(end - at) + data[end:],
        "cut": data[:at],
        "drop": data[:at] + data[end:],
        "double": data[:end] + part + data[end:],
        "blank": data[:at] + bytes(end - at) + data[end:],
        "swap": data[:one] + data[two:] + data[one:two],
        "append": data + chance.randbytes(chance.choice([1, 8, 100])),
    }[chance.choice(["flip", "flip", "random", "cut", "drop", "double", "blank", "swap", "append"])]


def _damage(file: Path, chance: random.Random) -> str:
    file.write_bytes(damaged(file.read_bytes(), chance))
    return DAMAGED


def _write(file: Path, make: Callable[[], bytes | None]) -> str | None:
    """Write crafted content, if its format can hold it."""
    try:
        crafted = make()
    except (ValueError, OverflowError, TypeError):
        return None
    if crafted is not None:
        file.write_bytes(crafted)
    return None if crafted is None else CRAFTED


def change_trace(own: Path, chance: random.Random) -> str | None:
    """Change the bytes of a trace, its records, or the events in them."""
    file = own / TRACE
    match chance.choice(["bytes", "records", "events", "events"]):
        case "bytes":
            whole = file.read_bytes()
            _damage(file, chance)
            return None if whole.startswith(file.read_bytes()) and _is_of_whole_decisions(file) else DAMAGED
        case "records":
            file.write_bytes(_with_other_records(file.read_bytes(), chance))
            return DAMAGED
    events = list(traces.unframed(file.read_bytes()))
    return _write(file, lambda: traces.framed(mutate(events, chance)))


def _is_of_whole_decisions(file: Path) -> bool:
    """Return whether a trace was cut between two decisions, which it cannot know of itself."""
    try:
        events = read_trace(file).events
    except HoyleError:
        return False
    return len(events) == sum(len(list(events_of(decision))) for decision in decisions_of(events))


def _with_other_records(data: bytes, chance: random.Random) -> bytes:
    """Drop, double or exchange whole records, which keep their checksums; the last one stays the last."""
    records, at = [], HEAD
    while at < len(data):
        end = at + HEAD + int.from_bytes(data[at : at + 4], "little")
        records.append(data[at:end])
        at = end
    place, other = chance.sample(range(len(records) - 1), 2)
    match chance.choice(["drop", "double", "exchange"]):
        case "drop":
            del records[place]
        case "double":
            records.insert(place, records[place])
        case "exchange":
            records[place], records[other] = records[other], records[place]
    return data[:HEAD] + b"".join(records)


def change_knowledge(own: Path, chance: random.Random) -> str | None:
    """Change the bytes of a knowledge file, or its entries."""
    file = own / KNOWLEDGE
    if chance.choice([DAMAGED, CRAFTED]) == DAMAGED:
        return _damage(file, chance)
    content = msgpack.unpackb(msgpack.unpackb(file.read_bytes())[3], strict_map_key=False)
    few = {name: dict(list(entries.items())[:3]) for name, entries in content["items"].items()}
    content["items"] = few | {"notes": {"a": [1, {"b": 2.5}]}}
    return _write(file, lambda: knowledge.framed(mutate(content, chance)))


def change_solution(own: Path, chance: random.Random) -> str | None:
    """Change the bytes of the solution in a cache, or its header."""
    file = _put_solution(own)
    if chance.choice([DAMAGED, CRAFTED]) == DAMAGED:
        return _damage(file, chance)
    header, arrays = solutions.kept(SOLVED)
    parts = [array.tobytes() for array in arrays.values()]
    return _write(file, lambda: solutions.framed(mutate(header, chance), parts))


def _put_solution(own: Path) -> Path:
    """Write the original solution where the command looks for it."""
    header, arrays = solutions.kept(SOLVED)
    data = solutions.framed(dict(header), [array.tobytes() for array in arrays.values()])
    file = own / SOLUTION
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data or b"")
    return file


SOLUTION = str(cache_path(make_game(SOLVED), Path()))


def change_results(own: Path, chance: random.Random) -> str | None:
    """Change the bytes of the database, or a row, with or without a checksum that fits; or cut a trace."""
    folder = own / RESULTS
    match chance.choice(["bytes", "row", "crafted row", "trace"]):
        case "bytes":
            return _damage(folder / FILE, chance)
        case "row":
            return _change_row(folder, chance, DAMAGED)
        case "crafted row":
            return _change_row(folder, chance, CRAFTED)
    file = chance.choice(sorted((folder / "traces").iterdir()))
    file.write_bytes(file.read_bytes()[: -chance.randint(1, 777)])
    return DAMAGED


def _change_row(folder: Path, chance: random.Random, kind: str) -> str | None:
    """Change one value of one row."""
    with closing(sqlite3.connect(folder / FILE)) as database:
        table = chance.choice([each for each in TABLES if _rows(database, each)])
        cursor = database.execute(f"SELECT * FROM {table}")  # noqa: S608  # our own names
        names = [column[0] for column in cursor.description]
        row = dict(zip(names, chance.choice(cursor.fetchall()), strict=True))
        changed = chance.choice(names)
        value = chance.choice([each for each in JUNK if isinstance(each, int | float | str | bytes | None)])
        where = " AND ".join(f"{key} IS ?" for key in KEYS if key in row)
        keys = [row[key] for key in KEYS if key in row]
        try:
            database.execute(f"UPDATE {table} SET {changed} = ? WHERE {where}", [value, *keys])  # noqa: S608  # as above
            database.commit()
        except (sqlite3.Error, OverflowError):
            return None
    if kind == CRAFTED:
        alter(folder)
    return kind


def _rows(database: sqlite3.Connection, table: str) -> int:
    return int(database.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0])  # noqa: S608  # our own names


def change_scenario(own: Path, chance: random.Random) -> str | None:
    """Change the letters or the keys of a scenario, or write what must be refused."""
    file = own / SCENARIO
    keys = dict(read_scenario(str(file)).keys)
    match chance.choice(["bytes", "keys", "keys", "unknown", "number"]):
        case "bytes":
            file.write_bytes(damaged(file.read_bytes(), chance))
            return CRAFTED
        case "keys":
            return _write(file, lambda: write_scenario(mutate(keys, chance)).encode())
        case "unknown":
            table: Any = chance.choice([keys, *keys["phase"], *keys["table"]])
            table["zzqx"] = chance.choice([1, "x", True])
        case "number":
            keys[chance.choice(["runs", "seed"])] = chance.choice(NOT_A_NUMBER)
    return _write(file, lambda: write_scenario(keys).encode()) and WRONG


# Reading.


def is_one_scenario(own: Path) -> str:
    """Check that an accepted scenario means the same after it was written and read again."""

    def read() -> int:
        once = read_scenario(str(own / SCENARIO))
        (own / "again.toml").write_text(write_scenario(once))
        return int(scenario_digest(read_scenario(str(own / "again.toml"))) != scenario_digest(once))

    ended = forked(read)
    return "means something else after it was written and read again" if ended.code == 1 else ended.fault


def told_of_solution(ended: Ended, _: Path) -> str:
    """Return the answer without the time it took."""
    return re.sub(r'"seconds": [0-9.e-]+', "", ended.out)


def told_of_results(ended: Ended, own: Path) -> str:
    """Return the digest, or the page of the report."""
    document = json.loads(ended.out) if ended.out.startswith("{") else {}
    traced = sum(each.stat().st_size for each in (own / RESULTS / "traces").iterdir())
    if "digest" in document:
        return f"{document['digest']} {traced}"
    page = own / RESULTS / "report.md"
    return f"{page.read_text() if 'markdown' in document else ended.out} {traced}"


def _verify(path: str) -> tuple[Words, ...]:
    return (("verify", path),) if HAS_VERIFY else ()


def _in_virtual_time(words: Words) -> Words:
    return (*words, "--clock", "virtual") if words[0] in ("decide", "play") else words


def _placed(commands: tuple[Words, ...], **names: str) -> tuple[Words, ...]:
    """Put names into the commands of a test."""
    return tuple(_in_virtual_time(tuple(word.format(**names) for word in words)) for words in commands)


_TRACE, _KNOWLEDGE, _RESULTS = (f"{{own}}/{each}" for each in (TRACE, KNOWLEDGE, RESULTS))
_TOLD = {"file": _KNOWLEDGE, "good": f"{{whole}}/{KNOWLEDGE}", "out": "{own}/out"}
FORMATS = {
    each.name: each
    for each in (
        Format("trace", TRACE, change_trace, (*_placed(crafted.COMMANDS, file=_TRACE), *_verify(_TRACE))),
        Format(
            "knowledge",
            KNOWLEDGE,
            change_knowledge,
            (*_placed(knowledge.COMMANDS, **_TOLD, game="tic-tac-toe", move="5"), *_verify(_KNOWLEDGE)),
        ),
        Format(
            "solution",
            "",
            change_solution,
            (("solve", SOLVED, "--json"), *_verify(f"{{own}}/{SOLUTION}")),
            told=told_of_solution,
        ),
        Format(
            "results",
            RESULTS,
            change_results,
            (
                ("report", _RESULTS, "--json"),
                ("run", f"{{whole}}/{SCENARIO}", "--out", _RESULTS, "--resume", "--json"),
                *_verify(_RESULTS),
            ),
            told=told_of_results,
        ),
        Format(
            "scenario",
            SCENARIO,
            change_scenario,
            (("run", f"{{own}}/{SCENARIO}", "--dry-run", "--json"),),
            also=is_one_scenario,
        ),
    )
}


def make_originals(whole: Path) -> None:
    """Make a whole file of each format."""
    scenario = quick({**LEARN, "contests": 3}, {**TEST, "review": True}, **KEYS_OF_A_SCENARIO)
    (whole / SCENARIO).write_text(write_scenario(scenario))
    _must("run", whole / SCENARIO, "--out", whole / RESULTS)
    hoyles = ("--me", "hoyle:advisors=Victory+Panic", "--against", "random", "--contests", 6)
    _must("play", "tic-tac-toe", *hoyles, "--learn", "--symmetry", "--knowledge", whole / KNOWLEDGE)
    for moves in ("1 4 3 5", "1 5 2", "5", "1 2 3 5 4 6 8 7"):
        limits = ("--budget", "20ms", "--budget", "tier3=50calls", "--budget", "decision=1s")
        decide = ("decide", "tic-tac-toe", "--clock", "virtual", "--advisors", PANEL, *limits)
        _must(*decide, "--moves", moves, "--trace", whole / TRACE)
    solutions.kept(SOLVED)


def _must(*words: object) -> None:
    ended = hoyle(*words)
    if ended.code:
        raise SystemExit(f"cannot make the originals: {ended.err}")


def attempt(name: str, whole: Path, seed: str) -> Attempt:
    """Change a copy of an original, and let a command read it."""
    form, chance = FORMATS[name], random.Random(seed)  # noqa: S311  # to be repeated, not to be secret
    words = chance.choice(form.commands)
    for _ in itertools.count():
        with tempfile.TemporaryDirectory(dir=whole.parent) as folder:
            own = Path(folder)
            _copy(form, whole, own)
            if (kind := form.change(own, chance)) is None:
                continue
            ended = _read(words, whole, own)
            told = _told(form, ended, own)
            is_silent = not ended.code and not ended.err.strip()
            fault = ended.fault
            if not fault and kind == WRONG and ended.code != BAD_INPUT:
                fault = "accepted what must be refused"
            if not fault and kind == DAMAGED and is_silent and told != _original(name, words, whole):
                fault = "accepted damage, and printed something else"
            if not fault and not ended.code:
                fault = form.also(own)
            return Attempt(kind, " ".join(words), bool(ended.code), fault)
    raise AssertionError


@functools.cache
def _original(name: str, words: Words, whole: Path) -> str:
    """Return what a command prints for an unchanged copy."""
    with tempfile.TemporaryDirectory(dir=whole.parent) as folder:
        _copy(FORMATS[name], whole, Path(folder))
        return _told(FORMATS[name], _read(words, whole, Path(folder)), Path(folder))


def _copy(form: Format, whole: Path, own: Path) -> None:
    if not form.original:
        _put_solution(own)
    elif (whole / form.original).is_dir():
        shutil.copytree(whole / form.original, own / form.original)
    else:
        shutil.copy(whole / form.original, own / form.original)


def _read(words: Words, whole: Path, own: Path) -> Ended:
    return hoyle(*(word.format(own=own, whole=whole) for word in words), folder=own)


def _told(form: Format, ended: Ended, own: Path) -> str:
    return form.told(ended, own).replace(str(own), "")
