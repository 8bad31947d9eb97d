"""What the floor offers."""

import games


def test_every_export_exists_once() -> None:
    """Each name in __all__ can be imported, and none is listed twice."""
    assert len(set(games.__all__)) == len(games.__all__)
    assert all(hasattr(games, name) for name in games.__all__)


def test_nothing_else_is_public() -> None:
    """Whatever the floor's front door shows is in __all__, its modules apart."""
    module = type(games)
    shown = {
        name
        for name, value in vars(games).items()
        if not name.startswith("_") and not isinstance(value, module)
    }
    assert shown <= set(games.__all__)
