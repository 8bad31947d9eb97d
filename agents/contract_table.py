"""All that an Advisor's `think` and a learner's `lesson` offer, as one table made from their docstrings."""

import ast
import inspect
import textwrap
from collections.abc import Iterator

import attrs

from agents.learner import Lesson
from agents.session.deliberation import Deliberation

_HEAD = "| attribute or method | what it gives |\n|---|---|"
_OFFERS: tuple[tuple[str, type], ...] = (("think", Deliberation), ("lesson", Lesson))
"""The classes, with the names under which users get them."""


@attrs.frozen
class Offer:
    """One attribute or method."""

    call: str
    """As it is written in code."""
    about: str

    def __str__(self) -> str:
        return f"| `{self.call}` | {self.about} |"


def as_markdown() -> str:
    """Return the table for the guide."""
    rows = [str(offer) for name, offered in _OFFERS for offer in offers(name, offered)]
    return "\n".join([_HEAD, *rows])


def offers(name: str, offered: type) -> Iterator[Offer]:
    """Yield the public fields, properties and methods of a class, in the order of its source."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(offered))).body
    body = tree.body if isinstance(tree, ast.ClassDef) else []
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            if not node.target.id.startswith("_"):
                yield Offer(f"{name}.{node.target.id}", _said(_text(after)))
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield Offer(_call(name, node), _said(ast.get_docstring(node) or ""))


def _text(node: ast.stmt | None) -> str:
    """Return the docstring below a field."""
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return inspect.cleandoc(str(node.value.value)) if is_text else ""  # type: ignore[union-attr]  # it is one


def _said(text: str) -> str:
    """Return a docstring on one line."""
    return " ".join(text.replace("|", "\\|").split())


def _call(name: str, node: ast.FunctionDef) -> str:
    """Return the expression that uses an attribute or calls a method."""
    if any(isinstance(each, ast.Name) and each.id == "property" for each in node.decorator_list):
        return f"{name}.{node.name}"
    taken = ast.unparse(_untyped(node.args)).removeprefix("self").removeprefix(", ")
    awaited = "await " if node.returns is not None and "Coroutine" in ast.unparse(node.returns) else ""
    return f"{awaited}{name}.{node.name}({taken})"


def _untyped(arguments: ast.arguments) -> ast.arguments:
    for each in (*arguments.args, *arguments.kwonlyargs):
        each.annotation = None
    return arguments
