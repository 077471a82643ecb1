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


def seated(w: World, dice: list[int], draws: list[str], **left: str) -> tuple[Table, Books]:
    """A table whose seats have left standing orders; windows are silent but for them."""
    books = Books(GAME, {})
    for seat, text in left.items():
        books.leave(seat, [text], w)
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
