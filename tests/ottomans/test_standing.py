"""Standing orders: those of the page are understood, and act at their occasions."""

from __future__ import annotations

import re
from pathlib import Path

from adjudicator.core import Table, start
from adjudicator.core.log.chain import Chain
from adjudicator.core.log.chance import ScriptedSource
from adjudicator.core.orders.books import Books
from adjudicator.core.orders.standing import parse
from adjudicator.ottomans import GAME
from adjudicator.ottomans.board import NATIONS
from adjudicator.ottomans.show.view import view
from adjudicator.ottomans.standing import STANDING, TERMS, keys
from adjudicator.ottomans.world import World
from tests.ottomans.kit import play

from .helpers import order, seen, told, world

PAGE = (Path(__file__).parents[2] / "docs/ottomans.md").read_text(encoding="utf-8")
FIELDS = ("by", "at", "subject", "value")
"""The fields of an occasion that tests may name (`core.procedure.Occasion`)."""


def seated(w: World, dice: list[int], draws: list[str], **left: str | list[str]) -> tuple[Table, Books]:
    """A table whose seats have left standing orders; windows are silent but for them."""
    books = Books(GAME, {})
    for seat, texts in left.items():
        books.leave(seat, [texts] if isinstance(texts, str) else texts, w)
    source = ScriptedSource(dice, draws)
    chain = Chain("ottomans/standing", bytes(32), 1)
    made = Table(GAME, start(GAME, w, 0), chain, source, policy=books.policy({}), fresh=True)
    books.answer_all(made)
    return made, books


def test_the_orders_of_the_page_are_understood() -> None:
    lines = re.findall(r"^on .*$", PAGE, re.M)
    assert len(lines) == 5
    seeing = view(world({}), "orthodox")
    for line in (*lines, *TERMS.examples):
        assert parse(line, "orthodox", GAME, seeing).on in STANDING


def test_every_occasion_and_fact_has_a_name_and_keys_are_always_the_same() -> None:
    assert set(TERMS.occasions) == set(STANDING)
    found = {frozenset(keys(view(world({}), "turks"), "turks", on)) for on in STANDING}
    assert len(found) == 1
    assert {*next(iter(found)), *FIELDS} == set(TERMS.facts)
    for step in play(6):
        if step.n % 40 == 0:
            assert all(keys(view(step.world, seat), seat, "battle").keys() == {*TERMS.facts} - {*FIELDS}
                       for seat in step.world.seats)  # fmt: skip


def test_administration_saves_the_nations_that_are_named() -> None:
    """§27.2 "on lost when subject in ..."; another nation goes."""
    w = world(
        {},
        phase="event",
        control={"persia": "orthodox", "turcoman": "orthodox"},
        hands={"orthodox": ["administration", "administration"]},
    )
    w.events = 1
    at, _ = seated(
        w, [6, 3], ["weather"] * 9, orthodox="on lost when subject in Turcoman do play Administration"
    )
    assert "persia" not in seen(at).control
    assert seen(at).control["turcoman"] == "orthodox"
    assert set(seen(at).control) <= {*NATIONS}


def test_weather_meets_the_move_that_is_named() -> None:
    """§27.2 "on move when by = Turks, subject = Hungary do play weather Serbia"."""
    at = {"ottomans_gendarmes_1": "rumelia", "ottomans_gendarmes_2": "rumelia"}
    w = world(at, phase="movement", hands={"orthodox": ["weather"]})
    left = "on move when by = Turks, subject = Hungary do play weather Serbia"
    made, _ = seated(w, [4], [], orthodox=left)
    order(made, "turks", "move Rumelia-Walachia: Ottoman Gendarmes")
    assert not told(made, "weather_stops")
    order(made, "turks", "move Rumelia-Serbia-Hungary: Ottoman Gendarmes")
    assert told(made, "weather_stops")[0]["place"] == "serbia"


def of_the_computer(w: World, seat: str) -> list[str]:
    """What the computer leaves for a seat."""
    return [text for texts in GAME.ai_orders(view(w, seat)).values() for text in texts]


def test_the_computer_leaves_orders_for_what_it_holds() -> None:
    """§27.2 Weather before its home and Constantinople, where it has units; Jesuits/Sufis."""
    at = {"ottomans_gendarmes_1": "rumelia", "hungary_gendarmes_1": "buda"}
    hands = {"orthodox": ["weather", "jesuits_sufis"]}
    w = world(at, phase="movement", control={"hungary": "orthodox"}, hands=hands)
    w.core["orthodox"] = "hungary"
    made, _ = seated(w, [4], [], orthodox=of_the_computer(w, "orthodox"))
    order(made, "turks", "move Rumelia-Serbia-Hungary: Ottoman Gendarmes")
    assert told(made, "weather_stops")[0]["place"] == "serbia"
    assert seen(made).at["ottomans_gendarmes_1"] == "serbia"
    assert of_the_computer(world({}, hands={"orthodox": ["agent"]}), "orthodox") == []


def test_the_computer_has_a_poor_die_of_its_attack_rolled_again() -> None:
    """§27.2 Jesuits/Sufis."""
    at = {"ottomans_gendarmes_1": "serbia", "serbia_militia_1": "serbia"}
    w = world(at, phase="combat", control={"serbia": "orthodox"}, hands={"turks": ["jesuits_sufis"]})
    made, _ = seated(w, [1, 6], ["trade_agreement", "weather", "agent"], turks=of_the_computer(w, "turks"))
    order(made, "turks", "attack Serbia with all")
    assert (told(made, "cast_again")[0]["was"], told(made, "result")[0]["die"]) == (1, 6)
