"""Viewers that tests share."""

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from tests.scenarios.view.serving import Served, serving


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """Serve every game, in virtual time."""
    with serving("--seed", 7) as found:
        yield found


@pytest.fixture
def client(served: Served) -> Iterator[httpx.Client]:
    """Ask that one."""
    with served.client() as found:
        yield found


@pytest.fixture
def tab(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open pages that may ask nobody but this machine; whatever goes wrong in one is a failure."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def refuse(route: Any) -> None:
        wrong.append(route.request.url)
        route.abort()

    def opened(served: Served, path: str | None = None, **how: Any) -> Any:
        context = browser.new_context(**how)
        contexts.append(context)
        context.route(lambda url: not url.startswith(served.origin), refuse)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(served.fresh(served.path if path is None else path))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []
