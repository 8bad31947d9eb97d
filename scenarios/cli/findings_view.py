"""Findings in the terminal."""

from rich.console import RenderableType
from rich.text import Text

from scenarios.report.contents import Account
from scenarios.report.glossary import terms_in


def findings_view(account: Account) -> list[RenderableType]:
    """Return the findings with explanations of their terms; empty if there are none."""
    if not account.findings:
        return []
    words = [
        Text(f"{term.name}: {term.words}", style="dim")
        for term in terms_in("\n".join(account.findings), account.terms)
    ]
    return [
        Text("Findings", style="bold"),
        *map(Text, account.findings),
        *([Text(), *words] if words else []),
        Text(),
    ]
