"""Build the site of the documentation: `pip install -e '.[docs]'`, then `python docs/site/build.py FOLDER`.

The pages of docs/ are as they are read anywhere; README.md, ARCHITECTURE.md and CHANGELOG.md come from the
top, the reference of commands from what `--help` says, and that of the library from docstrings. Whatever
Sphinx warns of, such as a link that leads nowhere, is an error.
"""

import argparse
import importlib
import inspect
import re
import shutil
import tempfile
from pathlib import Path

import click

from scenarios.cli.main import cli

TOP = Path(__file__).parents[2]
DOCS = TOP / "docs"
FLOORS = ("scenarios", "control", "agents", "blackboard", "games")
AT_TOP = {"README": "index", "ARCHITECTURE": "architecture", "CHANGELOG": "changelog"}
"""The files of the top, and what they are called as pages."""
CHAPTERS = {
    "How it works": (
        "architecture",
        "glossary",
        "limits",
        "paradigms",
        "control",
        "tuning",
        "advisors",
        "players",
        "weights",
        "seeing",
        "zones",
    ),
    "See it": ("view",),
    "Rely on it": ("promises", "exit-codes"),
    "Build on it": ("extending", "agents", "scenarios", "commands", "library"),
    "What came out": ("time-limits", "reproduction", "better", "tutorial", "changelog"),
}


def write_source(folder: Path) -> None:
    """Write everything that Sphinx reads into a folder."""
    shutil.copytree(DOCS, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("site", "__pycache__"))
    shutil.copytree(TOP / "examples", folder / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(DOCS / "site" / "conf.py", folder)
    shutil.copytree(DOCS / "site" / "static", folder / "static")
    for name, page in AT_TOP.items():
        text = (TOP / f"{name}.md").read_text()
        (folder / f"{page}.md").write_text(re.sub(r'(\]\(|src="|href=")docs/', r"\1", text))
    (folder / "commands.md").write_text(commands())
    (folder / "library.md").write_text(library())
    for page in folder.glob("*.md"):
        page.write_text(_linked(page.read_text()))
    with (folder / "index.md").open("a") as index:
        index.write(contents(folder))


def contents(folder: Path) -> str:
    """Write the list of all pages, chapter by chapter; each page has its place in one."""
    placed = [page for pages in CHAPTERS.values() for page in pages]
    strays = {page.stem for page in folder.glob("*.md")} - {*placed, "index"}
    if strays:
        raise SystemExit(f"no chapter of the site has {', '.join(sorted(strays))}; add it to CHAPTERS")
    parts = []
    for chapter, pages in CHAPTERS.items():
        there = [page for page in pages if (folder / f"{page}.md").exists()]
        parts += ["", "```{toctree}", ":hidden:", f":caption: {chapter}", "", *there, "```"]
    return "\n".join(parts) + "\n"


def commands() -> str:
    """Write down what each command says of itself."""
    parts = ["# Commands", "", "What `hoyle COMMAND --help` says, of every command.", ""]
    context = click.Context(cli, info_name="hoyle", max_content_width=100, terminal_width=100)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        if command is not None:
            told = command.get_help(click.Context(command, parent=context, info_name=name))
            parts += [f"## hoyle {name}", "", "```text", _plain(told), "```", ""]
    return "\n".join(parts)


def library() -> str:
    """Write down what `from control import ...` and the like give, from signatures and docstrings."""
    parts = ["# Library", "", "What each floor offers to everybody, the highest first.", ""]
    for floor in FLOORS:
        package = importlib.import_module(floor)
        parts += [f"## {floor}", "", inspect.getdoc(package) or "", ""]
        for name in sorted(package.__all__, key=str.casefold):
            parts += _told(f"{floor}.{name}", getattr(package, name))
    return "\n".join(parts)


def _told(name: str, thing: object) -> list[str]:
    """Write down one thing: its signature, what it says of itself, and what a class can do."""
    if not (inspect.isclass(thing) or inspect.isroutine(thing)):
        return [f"### {name}", "", f"A value of type `{type(thing).__name__}`.", ""]
    parts = [f"### {name}", "", *_signed(name.rpartition(".")[2], thing), inspect.getdoc(thing) or "", ""]
    if inspect.isclass(thing):
        for each, member in sorted(vars(thing).items()):
            inner = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
            if not each.startswith("_") and (inspect.isfunction(inner) and inspect.getdoc(inner)):
                first = (inspect.getdoc(inner) or "").splitlines()[0]
                parts += [f"- `{each}{'' if isinstance(member, property) else _signature(inner)}`: {first}"]
        parts += [""]
    return parts


def _signed(name: str, thing: object) -> list[str]:
    signature = _signature(thing)
    return ["```text", f"{name}{signature}", "```", ""] if signature else []


def _signature(thing: object) -> str:
    try:
        return str(inspect.signature(thing))  # type: ignore[arg-type]  # what is not callable raises TypeError
    except (TypeError, ValueError):
        return ""


def _linked(text: str) -> str:
    """Let links to files of the top lead to what stands for them; that to all examples, to the guide."""
    text = re.sub(r"\]\((?:\.\./)?examples/?\)", "](extending.md)", text).replace(
        "](../examples/", "](examples/"
    )
    return re.sub(
        r"\]\((?:\.\./)?(README|ARCHITECTURE|CHANGELOG)\.md", lambda found: f"]({AT_TOP[found[1]]}.md", text
    )


def _plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def main() -> None:
    """Build the site, and fail on any warning."""
    parser = argparse.ArgumentParser(description="Build the site of the documentation.")
    parser.add_argument("folder", type=Path, help="where to put it")
    target = parser.parse_args().folder
    from sphinx.cmd.build import main as sphinx  # noqa: PLC0415  # an extra; what it reads can be made without it

    with tempfile.TemporaryDirectory() as folder:
        write_source(Path(folder))
        raise SystemExit(sphinx(["-W", "--keep-going", "-q", "-b", "html", folder, str(target)]))


if __name__ == "__main__":
    main()
