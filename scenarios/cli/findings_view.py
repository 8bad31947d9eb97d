"""Findings as a terminal shows them."""

from rich.console import RenderableType
from rich.text import Text

from scenarios.report.contents import Account


def findings_view(account: Account) -> list[RenderableType]:
    """Show what a study found, with a line below; nothing if nothing was asked."""
    if not account.findings:
        return []
    return [Text("Findings", style="bold"), *map(Text, account.findings), Text()]
