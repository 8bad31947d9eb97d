"""Findings as a terminal shows them."""

from rich.console import RenderableType
from rich.text import Text

from scenarios.report.contents import Account
from scenarios.report.glossary import terms_in


def findings_view(account: Account) -> list[RenderableType]:
    """Show what a study asks and found, and what its words mean; nothing if nothing was asked."""
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
