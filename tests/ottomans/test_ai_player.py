"""The computer's plans: whole games of all seats, that it keeps its core's home, and chits that it uses."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core import Table, start
from adjudicator.core.log.chance import sampler
from adjudicator.core.table.question import WindowPolicy
from adjudicator.ottomans import GAME
from adjudicator.ottomans.ai_player import ai_player
from adjudicator.ottomans.board import CITIES_OF, NATIONS
from adjudicator.ottomans.plans import chits, moves
from adjudicator.ottomans.show.view import view
from adjudicator.ottomans.world import World, owner
from tests.kit.selfplay import Loose, chain

from .helpers import seen, table, told, world
from .kit import founded

GENDARMES = ("ottomans_gendarmes_1", "ottomans_gendarmes_2", "ottomans_gendarmes_3")


def answer(t: Table, seat: str) -> Any:
    """Give the computer's answer to a seat's question, and return it."""
    given = ai_player(view(t.world, seat), t.choice(seat), sampler(1))
    t.submit(seat, given)
    return given


# -- whole games -------------------------------------------------------------------------------


def played(seed: int, windows: str) -> tuple[Table, set[str]]:
    """A game that the computer plays for all, and the orders that it gave; no move leaves the core's home."""
    begun, policy = start(GAME, founded(seed), 0), WindowPolicy({"default": windows})
    table = Table(GAME, begun, chain(GAME), Loose(seed), policy=policy, fresh=True)
    rng, given = sampler(seed), set()
    while not table.over:
        for seat, choice in list(table.pending.items()):
            answer = ai_player(view(table.world, seat), choice, rng)
            order = str(answer["pick"]) if choice.rule == "5.1" and isinstance(answer, dict) else ""
            given.add(order)
            held = order in ("move", "ship") and keeps_home(table.world, seat)
            table.submit(seat, answer)
            assert not held or keeps_home(table.world, seat)
    return table, given


def keeps_home(w: World, seat: str) -> bool:
    """Return true if units of a seat are in the home of its core nation or its cities."""
    home = NATIONS[w.core[seat]].home
    return any(p in (home, *CITIES_OF[home]) and owner(w, u) == seat for u, p in w.at.items())


@pytest.mark.parametrize(("seed", "windows"), [(0, "ask"), (6, "standing")])
def test_the_computer_plays_all_seats_to_the_end(seed: int, windows: str) -> None:
    table, given = played(seed, windows)
    w = table.world
    assert (w.phase, w.turn) == ("over", w.last_turn)
    assert {"move", "attack", "end"} <= given
    used = [event.values["chit"] for line in table.ledger.told if "played" in (event := line.event).kind]
    assert len(set(used)) > 2
    assert all(w.control[nation] == seat for seat, nation in w.core.items())


# -- what it uses ------------------------------------------------------------------------------


def test_it_sends_the_vanguard_to_thessalonica() -> None:
    """§26.1 4.0(2): three Ottomans, one each of Emirates, Rumelia and Janissaries, and a leader."""
    t = Table(GAME, start(GAME, founded(0), 0), chain(GAME), Loose(0), policy=WindowPolicy(), fresh=True)
    while t.choice(next(iter(t.pending))).rule != "4.2":
        answer(t, next(iter(t.pending)))
    assert answer(t, "turks")["answer"]["place"] == "thessalonica"
    there = [u for u, p in seen(t).at.items() if p == "thessalonica"]
    assert len(there) == 7


def test_it_joins_two_coalitions_by_an_alliance() -> None:
    """§27.2: alone neither army reaches good odds."""
    at = dict.fromkeys((*GENDARMES[:2], "hungary_gendarmes_1", "hungary_feudal_array_1"), "serbia")
    garrison = {"serbia_militia_1": "belgrade"}
    control = {"hungary": "turks", "serbia": "orthodox"}
    w = world(at | garrison, control=control, hands={"turks": ["alliance"]})
    order = answer(table(w, dice=[6], draws=["trade_agreement", "truce", "truce"]), "turks")
    assert order["pick"] == "attack"
    assert "alliance" in order["answer"]["chits"]


def test_it_passes_an_enemy_by_a_truce() -> None:
    """§27.2: Serbs bar the way to an empty Buda."""
    foes = dict.fromkeys(("serbia_feudal_array_1", "serbia_irregulars_1", "serbia_militia_1"), "serbia")
    held = {"byzantium_infantry_1": "constantinople", "byzantium_feudal_array_1": "thessalonica"}
    held |= {"poland_gendarmes_1": "cracow"}
    homes = {"ottomans_militia_1": "bursa", "emirates_militia_1": "konya", "krim_irregulars_1": "kaffa"}
    turks = {GENDARMES[0]: "rumelia", GENDARMES[1]: "rumelia", "rumelia_militia_1": "adrianople", **homes}
    w = world(
        turks | foes | held,
        phase="movement",
        control={"serbia": "orthodox", **dict.fromkeys(("rumelia", "emirates", "krim"), "turks")},
        hands={"turks": ["truce"]},
    )
    t = table(w)
    assert answer(t, "turks")["answer"]["pick"] == "truce"
    way = answer(t, "turks")["answer"]["way"]
    assert "serbia" in way[:-1]


def test_a_unit_that_has_moved_is_not_taken_for_its_equal_that_has_a_truce() -> None:
    """§27.2: one of two equal units in Belgrade came there this turn, the other has the help of a Truce."""
    came, free = "ottomans_irregulars_1", "ottomans_irregulars_2"
    foes = dict.fromkeys(("hungary_feudal_array_1", "hungary_irregulars_1"), "hungary")
    homes = {GENDARMES[0]: "bursa", "emirates_militia_1": "konya", "rumelia_militia_1": "adrianople"}
    w = world(
        {came: "belgrade", free: "belgrade"} | foes | homes,
        phase="movement",
        control={"hungary": "orthodox", **dict.fromkeys(("rumelia", "emirates"), "turks")},
        hands={"turks": ["truce"]},
    )
    w.moved, w.free = [came], [free]
    seen_by = view(w, "turks")
    assert chits.units_named(seen_by, "belgrade", {"ottomans_irregulars": 1}) == [free]
    order = moves.Order(9.0, {"start": "belgrade", "way": ["serbia"], "units": {"ottomans_irregulars": 1}})
    assert not chits.is_new(seen_by, order, seen_by.free)
    t = table(w)
    assert answer(t, "turks").get("answer", {}).get("pick") != "truce"


def test_it_raises_an_uprising_and_brings_back_the_strongest() -> None:
    """§27.2 §13.2"""
    w = world(
        {GENDARMES[0]: "serbia", "venice_militia_1": "ottomans"},
        phase="replacement",
        hands={"turks": ["uprising"]},
    )
    w.acting, w.dead = "", ["ottomans_gendarmes_2", "ottomans_militia_1"]
    t = table(w)
    assert answer(t, "turks") == {"pick": "uprising", "answer": "ottomans"}
    assert answer(t, "turks")["answer"]["unit"] == "ottomans_gendarmes"


def test_agents_court_the_strongest_neutral_nation_of_ones_colour() -> None:
    """§20.3: with one AGENT, since it may be tried again."""
    at = {GENDARMES[0]: "bursa", "krim_irregulars_1": "kaffa", "tyrol_militia_1": "tyrol"}
    w = world(at, phase="stratagem", hands={"turks": ["agent", "agent"]})
    t = table(w, dice=[6])
    assert answer(t, "turks")["answer"] == {"pick": "diplomacy", "answer": "krim"}
    answer(t, "turks")
    assert told(t, "operation")[0]["agents"] == 1
    assert seen(t).control["krim"] == "turks"


def test_agents_turn_a_nation_of_ones_colour_against_its_player() -> None:
    """§20.0 §21.2: the stronger nation is of another colour and would give the Turks no point."""
    at = {GENDARMES[0]: "bursa", "rumelia_militia_1": "adrianople", "hungary_gendarmes_1": "buda"}
    control = {"rumelia": "orthodox", "hungary": "orthodox"}
    control |= dict.fromkeys(("emirates", "krim", "barbary"), "turks")
    w = world(at, phase="stratagem", control=control, hands={"turks": ["agent", "agent"]})
    t = table(w, dice=[6])
    assert answer(t, "turks")["answer"] == {"pick": "treachery", "answer": "orthodox"}
    assert [answer(t, "turks"), answer(t, "orthodox"), answer(t, "turks")] == [2, 0, "rumelia"]
    assert "rumelia" not in seen(t).control
    assert seen(t).control["hungary"] == "orthodox"


def test_units_of_another_colour_leave_a_region_that_is_then_held_firmly() -> None:
    """§21.12"""
    at = {GENDARMES[0]: "ottomans", "serbia_militia_1": "ottomans", "krim_irregulars_1": "kaffa"}
    w = world(at, phase="movement", control={"serbia": "turks"})
    before = view(w, "turks")
    assert moves.leaving(before, "ottomans", "emirates", ["serbia_militia_1"], []) < 0
    assert moves.leaving(before, "ottomans", "emirates", [GENDARMES[0], "serbia_militia_1"], []) == 0


def test_a_region_is_not_counted_where_others_of_ones_colour_stay() -> None:
    """§21.12 §9.23: Emirates whom the Ottomans do not control spoil their region for them."""
    alone = world({GENDARMES[0]: "ottomans"}, phase="movement")
    shared = world({GENDARMES[0]: "ottomans", "emirates_militia_1": "emirates"}, phase="movement")
    worth = [
        moves.standing(view(w, "turks"), "emirates", "turks", [GENDARMES[0]], False) for w in (alone, shared)
    ]
    assert worth[0] > worth[1] == 0


def test_honors_of_war_and_urbans_gun_are_played_at_a_siege() -> None:
    """§27.2"""
    at = dict.fromkeys((*GENDARMES, "ottomans_siege_train_1"), "hungary")
    garrison = {"hungary_feudal_array_1": "buda"}
    hands = {"turks": ["honors_of_war", "urbans_gun"]}
    w = world(at | garrison, control={"hungary": "orthodox"}, hands=hands)
    order = answer(table(w, dice=[3]), "turks")
    assert order["answer"]["chits"] == ["honors_of_war", "urbans_gun"]


def test_it_never_attacks_its_own_nations() -> None:
    """§6.5: they would pass to another player."""
    at = {GENDARMES[0]: "serbia", GENDARMES[1]: "serbia", "serbia_militia_1": "serbia"}
    w = world(at, control={"serbia": "turks"})
    assert answer(table(w), "turks")["pick"] == "end"
