"""The orders of docs/belisarius.md, also in Japanese, are legal, each in a position of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from adjudicator.belisarius import GAME
from adjudicator.belisarius.options import OPTIONS
from adjudicator.belisarius.show.view import view
from adjudicator.belisarius.standing import STANDING
from adjudicator.belisarius.world import BARBARIAN, EMPIRE, Army, World
from adjudicator.core import Reader
from adjudicator.core.orders.standing import parse

from .battles import army, combat
from .helpers import ENGLISH, JAPANESE, new, table, world

ROOT = Path(__file__).parents[2]
PAGES = {
    reader: (ROOT / name).read_text(encoding="utf-8")
    for name, reader in (("docs/belisarius.md", ENGLISH), ("docs/belisarius.ja.md", JAPANESE))
}
READERS = pytest.mark.parametrize("reader", PAGES, ids=lambda reader: reader.language)
CAPITAL = {
    "constantinopolis": "justinian guard_fleet guard_field_army narses",
    "viminacium": "dacia_garrison",
}
THRACIANS = {"3535": "belisarius thracia_garrison*3 guard_field_army"}


def blocks(kind: str, reader: Reader) -> list[tuple[str, list[str]]]:
    """The title and the lines of each block of the page in a language."""
    found = re.findall(rf"^```{kind}\n# (.*)\n((?:.*\n)*?)```$", PAGES[reader], flags=re.MULTILINE)
    return [(title, body.splitlines()) for title, body in found]


def placing() -> World:
    w = new()
    w.placing, w.at = EMPIRE, {"thracia_garrison_1": "3833"}
    return w


def rewarded() -> World:
    """Before an attempt that will bring D3."""
    hands = {EMPIRE: ["basileus", "agent", "agent"], BARBARIAN: ["market"]}
    return world({"roma": "vitiges"}, phase="diplomacy", control={"ostrogoths": BARBARIAN}, hands=hands)


def opposed() -> World:
    return world({}, phase="diplomacy", hands={EMPIRE: ["agent"], BARBARIAN: ["agent"]})


def rebellious() -> World:
    places = {"dara": "guard_field_army"}
    hands = {EMPIRE: ["basileus", "agent", "agent"]}
    return world(places, phase="diplomacy", rebels="guard_field_army_1", hands=hands)


def taxing() -> World:
    places = CAPITAL | THRACIANS | {"bosporus": "guard_garrison"}
    return world(places, phase="tax", hands={EMPIRE: ["currency_reform"]})


def recruiting() -> World:
    hands = {EMPIRE: ["theodora", "procopius", "imperial_regalia", "agent"], BARBARIAN: ["market"]}
    places = CAPITAL | THRACIANS
    return world(places, phase="recruit", hands=hands, pillaged=["3926"], public_works="on")


def levying() -> World:
    places = {
        "constantinopolis": "justinian guard_field_army",
        "persia_area": "khusro",
        "3535": "thracia_garrison",
    }
    w = world(places, phase="levy", hands={EMPIRE: ["leader"]}, pillaged=[])
    w.levied = {"thracia": 2}
    return w


def acting() -> World:
    elsewhere = {"carthago": "vandals_garrison", "2723": "guard_field_army"}
    hands = {EMPIRE: ["disease"]}
    units = "guard_garrison*3 guard_field_army"
    return army(units, "ostrogoths_warband", elsewhere=elsewhere, hands=hands)


def sailing() -> World:
    w = world({"3322": "guard_fleet guard_field_army*2"}, phase="army")
    w.army = Army(EMPIRE, "3322", sorted(w.at), 60, naval=True, port=True)
    w.aboard = ["guard_field_army_1", "guard_field_army_2"]
    return w


def attacked() -> World:
    return combat("guard_field_army", "ostrogoths_warband*2", hands={EMPIRE: ["military_advantage"]})


def hungry() -> World:
    return world({"3634": "guard_field_army*3"}, phase="supply", hands={EMPIRE: ["market"]})


POSITIONS: Mapping[str, tuple[Callable[[], World], list[int], list[tuple[str, str]]]] = {
    "empire, set-up": (placing, [], []),
    "empire, diplomacy": (rebellious, [], []),
    "barbarian, against diplomacy": (opposed, [], [(EMPIRE, "stake Agent on Lazica")]),
    "empire, a result of D3": (
        rewarded,
        [6],
        [(EMPIRE, "stake Basileus, Agent x2 on Ostrogoths"), (BARBARIAN, "pass")],
    ),
    "empire, taxes": (taxing, [], []),
    "empire, recruiting": (recruiting, [], []),
    "empire, levies": (levying, [], []),
    "empire, operations": (lambda: world(CAPITAL | THRACIANS), [], []),
    "empire, an army on land": (acting, [], []),
    "empire, an army at sea": (sailing, [], []),
    "barbarian, attacked": (attacked, [], []),
    "empire, choosing the CRT": (attacked, [], [(BARBARIAN, "stand")]),
    "barbarian, losses": (
        lambda: combat("guard_field_army*4", "ostrogoths_warband*2 ostrogoths_garrison*3"),
        [4],
        [(BARBARIAN, "stand"), (EMPIRE, "assault")],
    ),
    "empire, supply": (hungry, [], []),
}


@pytest.mark.parametrize("title", POSITIONS)
@READERS
def test_orders_are_understood_and_legal(title: str, reader: Reader) -> None:
    written = dict(blocks("orders", reader))
    assert written.keys() == POSITIONS.keys()
    orders = written[title]
    begin, dice, before = POSITIONS[title]
    seat = title.partition(",")[0]
    with table(begin(), dice=dice) as t:
        for who, order in before:
            t.order(who, order)
        for order in orders:
            choice = t.choice(seat)
            choice.accept(choice.parse(order, reader))


@READERS
def test_what_is_said_out_of_turn_is_legal(reader: Reader) -> None:
    ((_, orders),) = blocks("asides", reader)
    w = army("belisarius", "ostrogoths_warband", negotiation="on", hands={BARBARIAN: ["end_of_campaign"]})
    with table(w) as t:
        for order in orders:
            choice = t.table.asides()[BARBARIAN]
            choice.accept(choice.parse(order, reader))


@READERS
def test_standing_orders_are_read(reader: Reader) -> None:
    page = PAGES[reader]
    ((first, rest),) = re.findall(r"^```standing\n(.*)\n((?:.*\n)*?)```$", page, flags=re.MULTILINE)
    w = world({"3535": "thracia_garrison"})
    for text in (first, *rest.splitlines()):
        assert parse(text, EMPIRE, GAME, view(w, EMPIRE)).on in STANDING


@READERS
def test_every_option_is_explained_with_its_values(reader: Reader) -> None:
    listed = re.split("^## (?:Options|オプション)$", PAGES[reader], flags=re.MULTILINE)[1]
    for option in OPTIONS:
        (row,) = re.findall(rf"^\| `{option.name}` .*\|.*$", listed, flags=re.MULTILINE)
        if option.values[0] not in ("on", "off"):
            assert all(f"`{value}`" in row for value in option.values), row
