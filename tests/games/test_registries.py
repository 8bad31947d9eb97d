"""Registries: everything of one kind by name, wherever it comes from."""

import sys
import threading
from collections.abc import Callable
from types import ModuleType

import attrs
import pytest
import trio
import trio.lowlevel

from games import BadPlugin, DuplicateName, Registry, UnknownName, fresh_registries, lend
from games.registries import installed

GROUP = "hoyle.flags"
FOREIGN = "foreign_flags"


@attrs.frozen
class Flag:
    """Something that has a name."""

    name: str
    colour: str = "red"


def admitted(found: object, label: str) -> Flag:
    """Take flags of any colour but grey."""
    if not isinstance(found, Flag):
        raise BadPlugin(f"{label} is no flag")
    if found.colour == "grey":
        raise BadPlugin(f"flag {found.name!r} is grey")
    return found


def flags(*bundled: Flag, loads_all: bool = False, remedy: str = "") -> Registry[Flag]:
    """Make a registry of flags."""
    return Registry(
        "flag",
        GROUP,
        {each.name: each for each in bundled},
        admit=admitted,
        name_of=lambda flag: flag.name,
        loads_all=loads_all,
        remedy=remedy,
    )


Offer = Callable[..., None]
pytestmark = pytest.mark.usefixtures("registries")


@pytest.fixture
def offer(install: Offer, monkeypatch: pytest.MonkeyPatch) -> Offer:
    """Let other distributions offer flags, by the names of their entry points."""

    def add(**offers: object) -> None:
        home = ModuleType(FOREIGN)
        vars(home).update(offers)
        monkeypatch.setitem(sys.modules, FOREIGN, home)
        install(GROUP, *((name, f"{FOREIGN}:{name}") for name in offers))

    return add


def test_it_is_a_mapping_of_all_that_there_is(offer: Offer) -> None:
    """First the bundled, then those of other distributions, then those brought."""
    offer(theirs=Flag("theirs"))
    known = flags(Flag("ours"))
    assert known.register(Flag("mine")) == "mine"
    assert list(known) == ["ours", "theirs", "mine"]
    assert len(known) == 3
    assert dict(known) == known.whole() == {name: Flag(name) for name in ("ours", "theirs", "mine")}
    assert "theirs" in known
    assert "nobody" not in known
    assert known.registered() == {"mine"}
    assert [name for name in known if known.is_bundled(name)] == ["ours"]


def test_an_unknown_name_is_told_with_the_nearest_and_a_remedy() -> None:
    """The remedy is what the registry says, or else all names."""
    with pytest.raises(
        UnknownName, match=r"^no flag is named 'our' \(did you mean 'ours'\?\); there are ours$"
    ):
        flags(Flag("ours")).find("our")
    with pytest.raises(UnknownName, match=r"^no flag is named 'x'; look about$"):
        flags(Flag("ours"), remedy="look about").find("x")
    with pytest.raises(KeyError):
        flags()["x"]


def test_what_is_bundled_may_be_loaded_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever lists the names, or looks whether there is one, loads nothing."""
    monkeypatch.delitem(sys.modules, "this", raising=False)
    lazy: Registry[object] = Registry("poem", "hoyle.poems", {"zen": "this:s"}, admit=lambda found, _: found)
    assert (list(lazy), "zen" in lazy) == (["zen"], True)
    assert "this" not in sys.modules
    assert str(lazy["zen"]).startswith("Gur Mra")


@pytest.mark.parametrize("name", ["ours", "theirs", "mine"])
def test_a_taken_name_is_refused(name: str, offer: Offer) -> None:
    """Whoever has it, keeps it."""
    offer(theirs=Flag("theirs"))
    known = flags(Flag("ours"))
    known.register(Flag("mine"))
    with pytest.raises(DuplicateName, match=rf"^a flag named '{name}' already exists; choose another"):
        known.register(Flag(name, "blue"))
    assert known[name].colour == "red"


def test_what_is_brought_is_checked() -> None:
    """What cannot be used is refused, and named as well as it can be."""
    known = flags()
    with pytest.raises(BadPlugin, match=r"^flag 'int' is no flag$"):
        known.register(7)
    with pytest.raises(BadPlugin, match=r"^flag 'dull' is grey$"):
        known.register(Flag("dull", "grey"))
    assert not known


def test_only_what_was_brought_can_be_taken_out(offer: Offer) -> None:
    """And a name that nobody brought is no fault."""
    offer(theirs=Flag("theirs"))
    known = flags(Flag("ours"))
    known.register(Flag("mine"))
    for name in ("ours", "theirs", "mine", "nobody"):
        known.unregister(name)
    assert list(known) == ["ours", "theirs"]


# What other distributions offer.


def test_others_are_loaded_when_they_are_asked_for(offer: Offer) -> None:
    """Listing names loads nobody; what goes by a name of its own has to be loaded for it."""
    offer(theirs=Flag("theirs"), absent=Flag("absent"))
    home = sys.modules.pop(FOREIGN)
    assert list(flags()) == ["absent", "theirs"]
    assert list(flags(loads_all=True)) == ["absent", "theirs"]
    sys.modules[FOREIGN] = home
    vars(home)["theirs"] = Flag("Them")
    assert flags(loads_all=True)["Them"] == Flag("Them")
    with pytest.raises(BadPlugin, match=r"'theirs' \(.*\) cannot be used: its own name is 'Them'; make the"):
        flags()["theirs"]


def test_others_are_looked_for_once_or_again_when_told(offer: Offer) -> None:
    """It takes longer than a decision; whoever installs something meanwhile says so."""
    known = flags()
    assert list(known) == []
    before = installed()
    known.register(Flag("mine"))
    assert list(flags()) == ["mine"]
    assert installed() is before
    offer(theirs=Flag("theirs"))
    assert list(known) == ["theirs", "mine"]


def test_what_is_broken_harms_nobody_else(offer: Offer) -> None:
    """It is told in one line; who wants all of them is refused, and who wants what there is gets the rest."""
    offer(dull=Flag("dull", "grey"), number=7, ours=Flag("ours", "blue"), theirs=Flag("theirs"))
    known = flags(Flag("ours"))
    assert [str(fault) for fault in known.faults().values()] == [
        "flag 'dull' is grey",
        f"entry point 'number' ({FOREIGN}:number) is no flag",
        f"entry point 'ours' ({FOREIGN}:ours) uses the name of a bundled flag; rename it",
    ]
    assert known.usable() == {"ours": Flag("ours"), "theirs": Flag("theirs")}
    assert known.find("theirs") == Flag("theirs")
    with pytest.raises(BadPlugin, match="is grey"):
        known.whole()


def test_two_distributions_with_one_name_are_both_named(install: Offer, offer: Offer) -> None:
    """Neither wins; one that is found twice is one."""
    offer(theirs=Flag("theirs"), other=Flag("other"))
    install(GROUP, ("theirs", f"{FOREIGN}:other"), ("other", f"{FOREIGN}:other"))
    known = flags()
    assert known["other"] == Flag("other")
    with pytest.raises(DuplicateName, match=rf"offered twice, by {FOREIGN}:other and {FOREIGN}:theirs; unin"):
        known.find("theirs")


# Scopes.


def test_what_is_brought_within_is_gone_afterwards() -> None:
    """What was there before is there within, and can be taken out within alone."""
    known = flags()
    known.register(Flag("before"))
    with fresh_registries():
        known.register(Flag("within"))
        assert list(known) == ["before", "within"]
        known.unregister("before")
        assert list(known) == ["within"]
    assert list(known) == ["before"]


def test_two_scopes_may_use_one_name() -> None:
    """Neither sees the other, in threads and in tasks."""
    known, seen = flags(), []

    async def visit(colour: str) -> None:
        with fresh_registries():
            known.register(Flag("mine", colour))
            await trio.lowlevel.checkpoint()
            seen.append(known["mine"].colour)

    async def visit_together() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(visit, "red")
            nursery.start_soon(visit, "blue")

    thread = threading.Thread(target=trio.run, args=(visit, "green"))
    with fresh_registries():
        known.register(Flag("mine", "white"))
        thread.start()
        thread.join()
    trio.run(visit_together)
    assert sorted(seen) == ["blue", "green", "red"]
    assert not known


def test_a_task_brings_things_for_everybody() -> None:
    """What is registered anywhere in a scope is there in all of it."""
    known = flags()

    async def bring() -> None:
        known.register(Flag("mine"))

    trio.run(bring)
    assert list(known) == ["mine"]


def test_what_is_lent_makes_room() -> None:
    """It is there until something else is lent, and nobody has to mind its names."""
    known = flags()
    known.register(Flag("mine"))
    with fresh_registries() as first:
        known.register(Flag("lent", "blue"))
        known.register(Flag("passing"))
    lend(first)
    assert list(known) == ["mine", "lent", "passing"]
    with fresh_registries() as second:
        assert list(known) == ["mine"]
        known.register(Flag("lent", "green"))
    lend(second)
    assert {name: flag.colour for name, flag in known.items()} == {"mine": "red", "lent": "green"}
    known.register(Flag("lent", "white"))
    assert known["lent"].colour == "white"
    lend(first)
    assert {name: flag.colour for name, flag in known.items()} == {
        "mine": "red",
        "lent": "white",
        "passing": "red",
    }
