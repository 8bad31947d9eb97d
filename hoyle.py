"""The start of `hoyle`: Ctrl-C handling, and a check of our packages before anything slow is imported."""

import os
import signal
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # every import before Ctrl-C is handled costs time
    from typing import Any, NoReturn

BAD_INPUT, INTERRUPTED = 2, 130
PACKAGES = {
    "games": b"What can happen?",
    "blackboard": b"What has been said?",
    "agents": b"Who speaks?",
    "control": b"Who is heard, and for how long?",
    "scenarios": b"What is studied?",
}
"""Our packages, and the question with which each of them begins."""
_BEGINNING = 80
"""The number of bytes that contain this question."""
REMEDY = "install Hoyle in an environment of its own: pipx install hoyle, or uv tool install hoyle"


def main() -> None:
    """Run the command line, unless packages of other distributions are in place of ours."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _quit)
    for name in PACKAGES:
        if line := misplaced(name):
            _say(line)
            _document(line)
            sys.exit(BAD_INPUT)
    from scenarios.cli.main import main as run  # noqa: PLC0415  # not before it is known to be ours

    try:
        if signal.getsignal(signal.SIGINT) is _quit:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except KeyboardInterrupt:
        _quit()
    except SystemExit as end:
        if end.code == INTERRUPTED:
            _leave()
        raise
    finally:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, _quit)


def misplaced(name: str) -> str:
    """Return an error if a package is not ours, or ""; the package is examined without importing it."""
    import importlib.util  # noqa: PLC0415  # as everything here, not before Ctrl-C is handled

    ours = os.path.join(os.path.dirname(os.path.realpath(__file__)), name)
    spec = importlib.util.find_spec(name)
    if spec is None:
        return f"package {name!r} is missing in {ours}; install Hoyle again"
    theirs = os.path.realpath(next(iter(spec.submodule_search_locations or [spec.origin or ""])))
    if theirs != ours:
        return f"package {name!r} comes from {theirs}, not from Hoyle's own {ours}{_owner(name)}; {REMEDY}"
    loader: Any = spec.loader
    if spec.origin is None or PACKAGES[name] not in loader.get_data(spec.origin)[:_BEGINNING]:
        return f"package {name!r} in {ours} was overwritten by another distribution{_owner(name)}; {REMEDY}"
    return ""


def _owner(name: str) -> str:
    """Name the distributions that also contain a package of that name."""
    from importlib.metadata import packages_distributions  # noqa: PLC0415  # takes long, and is hardly ever needed

    others = sorted(set(packages_distributions().get(name, ())) - {"hoyle"})
    return f" (it belongs to {' and '.join(others)})" if others else ""


def _say(line: str) -> None:
    sys.stderr.write(f"hoyle: {line.encode('ascii', 'backslashreplace').decode()}\n")


def _document(line: str) -> None:
    """Print the error also as the document, as every command does."""
    if "--json" in sys.argv:
        import json  # noqa: PLC0415  # hardly ever needed

        sys.stdout.write(json.dumps({"error": line}, indent=2) + "\n")


def _quit(*_: object) -> "NoReturn":
    """End at once: there is nothing to clean up, either not yet or no longer."""
    try:
        os.write(2, b"hoyle: interrupted\n")
    finally:
        os._exit(INTERRUPTED)


def _leave() -> "NoReturn":
    """End without waiting for threads; everything that must be saved has been written."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
