"""README and docs: what they show of commands is what the commands print today.

A block that shows an output begins with the command behind a `$`; another `$` begins another command. A line
`...` stands for any lines that are left out. A line too long for the page may be broken at a blank. Commands
of one page run in its order, in a folder with the examples, on a terminal of 120 columns. Nothing
else is forgiven: what varies, such as real times, is not shown.
"""

import html
import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs
import click
import pytest

from benchmarks.decision_picture import drawn
from games import fresh_registries
from scenarios.cli.main import cli
from tests.scenarios.conftest import Hoyle
from tests.support import each_case

ROOT = Path(__file__).parents[2]
OTHERS = {"docs/reproduction.md", "docs/extending.md"}
"""Pages that are written by an experiment of hours, and that have a test of their own (test_extending.py)."""
PAGES = [
    str(path.relative_to(ROOT))
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    if str(path.relative_to(ROOT)) not in OTHERS
]
OMITTED = "..."
UNCHECKED = {
    ("docs/scenarios.md", "Paradigm 2 wins more than"): "sentences of two experiments, to show their form",
    ("docs/scenarios.md", "hoyle-results/quickstart-1990/traces"): "what a damaged file gives",
    ("docs/scenarios.md", "The best paradigm depends on"): "sentences of two experiments, as above",
    ("docs/seeing.md", "[O]|[2]|[X]"): "parts of what two experiments learned in half an hour",
    ("docs/weights.md", "Anthropomorph  "): "what an experiment of hours learned",
}
"""Blocks of output without a command, by how they begin, and why there is none."""


@attrs.frozen
class Block:
    """What stands between two fences of a page."""

    page: str
    language: str
    lines: Sequence[str]

    def shown(self) -> Iterator[tuple[str, list[str]]]:
        """Yield each command behind a `$` with the lines shown of its output."""
        for line in self.lines:
            if line.startswith("$ "):
                command, output = line[2:], list[str]()
                rest = self.lines[self.lines.index(line) + 1 :]
                for following in rest:
                    if following.startswith("$ "):
                        break
                    output.append(following)
                yield command, output


def blocks(page: str) -> list[Block]:
    """Return the blocks of a page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [Block(page, language, body.splitlines()) for language, body in found]


def matches(shown: Sequence[str], printed: Sequence[str]) -> bool:
    """Are these the lines, but for those left out and for long ones that are broken?"""
    if not shown:
        return not printed
    if shown[0] == OMITTED:
        return any(matches(shown[1:], printed[skipped:]) for skipped in range(len(printed) + 1))
    if not printed:
        return False
    return any(
        " ".join(shown[:count]) == printed[0] and matches(shown[count:], printed[1:])
        for count in range(1, min(4, len(shown) + 1))
    )


@pytest.mark.parametrize("page", PAGES)
def test_outputs_are_those_of_today(
    hoyle: Hoyle, page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command that is shown with its output prints just that."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(tmp_path)
    for block in blocks(page):
        for command, shown in block.shown():
            name, *words = shlex.split(command)
            assert name == "hoyle"
            with fresh_registries():  # as in a process of its own
                answer = hoyle(*words)
            printed = [line.rstrip() for line in (answer.out + answer.err).rstrip().splitlines()]
            assert matches(shown, printed), f"{page} shows another output of {command}:\n" + "\n".join(
                printed
            )


@each_case("page", PAGES)
def test_no_output_stands_without_its_command(page: str) -> None:
    """But those of the list, each with its reason; and nothing is in the list that is not on the page."""
    bare = [block for block in blocks(page) if block.language in ("", "text") and not list(block.shown())]
    excused = [start for place, start in UNCHECKED if place == page]
    for block in bare:
        assert block.lines[0].startswith(tuple(excused)), f"{page}: no command with {block.lines[0]}"
    for start in excused:
        assert any(block.lines[0].startswith(start) for block in bare)


def commands(page: str) -> Iterator[list[str]]:
    """Yield the words of each `hoyle` command in the blocks of a page that show no output."""
    for block in blocks(page):
        if block.language == "sh":
            for line in "\n".join(block.lines).replace("\\\n", " ").splitlines():
                words = shlex.split(line, comments=True)
                if words[:1] == ["hoyle"]:
                    yield words[1:]


@each_case("page", PAGES)
def test_commands_are_understood(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every option and argument of the commands that a page names exists; they are not run."""
    monkeypatch.chdir(ROOT)
    for words in commands(page):
        context = click.Context(cli)
        command = cli.get_command(context, words[0])
        assert command is not None, words
        command.make_context(words[0], words[1:], parent=context)


def test_matching_forgives_only_what_it_says() -> None:
    """Lines left out, and long ones broken."""
    printed = ["one", "two words", "three", "four"]
    assert matches(["one", "two words", "three", "four"], printed)
    assert matches(["one", "two", "words", "three", "four"], printed)
    assert matches(["one", OMITTED, "four"], printed)
    assert matches([OMITTED, "three", OMITTED], printed)
    assert not matches(["one", "three", "four"], printed)
    assert not matches(["one", "two words"], printed)
    assert not matches(["one", "two  words", "three", "four"], printed)


def test_the_picture_of_a_decision_is_of_today() -> None:
    """The README begins with what benchmarks/decision_picture.py draws, whatever draws it."""
    kept = (ROOT / "docs/decision.svg").read_text(encoding="utf-8")
    assert words_of(kept) == words_of(drawn())
    assert kept.count("://") == 1, "nothing but the name of the format comes from elsewhere"


def words_of(picture: str) -> list[str]:
    """Return the words of a picture in order."""
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", picture)
    return html.unescape(" ".join(texts)).split()
