"""Points met in a game of three seats that was played by hand with the text beside it."""

from __future__ import annotations

import pytest

from adjudicator.core import Refusal, Table, fill
from adjudicator.ottomans import GAME
from adjudicator.ottomans.world import World
from service.text.explain import explain

from .helpers import ENGLISH, order, refused, seen, table, world

JANISSARIES = {"janissary_1": "turks"}
GENDARMES, MILITIA, NAVAL = "ottomans_gendarmes_1", "ottomans_militia_1", "ottomans_naval_1"


def why(t: Table, text: str, seat: str = "turks") -> str:
    """Give the reason, with its paragraph, for which an order is refused."""
    with pytest.raises(Refusal) as found:
        order(t, seat, text)
    return f"§{found.value.rule} {fill(found.value.why, 'en', GAME.lexicon.label)}"


def allowed(t: Table, text: str, seat: str = "turks") -> list[str]:
    """Give the orders that are said to be possible behind a refusal."""
    with pytest.raises(Refusal) as found:
        order(t, seat, text)
    return list(explain([t.choice(seat)], text, found.value, ENGLISH).allowed)


def test_medicis_exchanges_what_was_drawn_in_the_phase_by_any_chit() -> None:
    """§27.2 “a chit taken from the pool”: by a Trade Agreement too; ruling OT-X4."""
    hands = {"turks": ["medicis_vizier", "trade_agreement", "trade_agreement"]}
    t = table(
        world({MILITIA: "bursa"}, phase="stratagem", hands=hands), [2, 1], ["agent", "truce", "weather"]
    )
    assert refused(t, "turks", "play Medicis/Vizier") == "27.2"
    order(t, "turks", "play Trade Agreement with Orthodox")
    order(t, "orthodox", "agree")
    assert seen(t).drawn
    order(t, "turks", "play Medicis/Vizier")
    back = seen(t).drawn[0]
    wanted = next(chit for chit in seen(t).cups["pool"] if chit not in ("matthias", "selim_i"))
    t.submit("turks", {"back": back, "wanted": wanted})
    assert wanted in seen(t).cups["turks_hand"]


def test_a_refusal_of_movement_names_who_is_meant() -> None:
    """§7.4 §7.7 All kinds in the place, each once."""
    at = {GENDARMES: "byzantium", MILITIA: "byzantium", "rumelia_gendarmes_1": "byzantium"}
    w = world({**at, "janissary_1": "bursa"}, phase="movement", control=JANISSARIES | {"rumelia": "turks"})
    w.moved = sorted(at)
    said = "Ottoman Gendarmes, Ottoman Militia and Rumelian Gendarmes"
    assert why(table(w), "move Byzantium-Rumelia: Militia") == f"§7.4 already moved in this phase: {said}"
    w.stopped = dict.fromkeys(at, "7.7")
    assert f"have stopped {said} in Byzantium" in why(table(w), "move Byzantium-Rumelia: Militia")


def test_equal_ships_are_named_once_in_a_refusal() -> None:
    """§7.7"""
    at = {NAVAL: "aegean", "ottomans_naval_2": "aegean", "venice_naval_1": "aegean"}
    w = world(at, phase="movement")
    w.moved, w.stopped = [NAVAL, "ottomans_naval_2"], {NAVAL: "7.7", "ottomans_naval_2": "7.7"}
    said = why(table(w), "sail Aegean-Bosporus: 2 Naval")
    assert "have stopped Ottoman Naval in Aegean Sea" in said


def test_a_landing_by_ships_that_enemies_stopped_is_refused_for_that() -> None:
    """§16.32 §7.7 ruling OT-M6."""
    at = {NAVAL: "aegean", MILITIA: "aegean", "venice_naval_1": "aegean"}
    w = world(at, phase="movement")
    w.aboard, w.moved, w.stopped = {MILITIA: NAVAL}, [NAVAL], {NAVAL: "7.7"}
    t = table(w)
    said = why(t, "ship Aegean: Militia from Aegean Sea to Byzantium")
    assert said.startswith("§7.7 units of another coalition have stopped your ships in Aegean Sea")
    order(t, "turks", "ship Aegean: Militia from Aegean Sea to Izmir")


def test_a_landing_by_ships_that_weather_stopped_is_refused_for_that() -> None:
    """§27.2 §16.32"""
    w = world({NAVAL: "aegean", MILITIA: "aegean"}, phase="movement")
    w.aboard, w.moved, w.stopped = {MILITIA: NAVAL}, [NAVAL], {NAVAL: "27.2"}
    said = why(table(w), "ship Aegean: Militia from Aegean Sea to Byzantium")
    assert said == "§27.2 Weather has stopped Ottoman Naval in Aegean Sea"


def test_units_left_on_a_march_attack_where_they_are_and_nobody_moves_after_a_battle() -> None:
    """§11.2 ruling OT-F2."""
    at = {"mehmed_ii": "serbia", GENDARMES: "serbia", "ottomans_gendarmes_2": "serbia"}
    at |= {"serbia_militia_1": "serbia", "byzantium_militia_1": "rumelia"}
    w = world(at, phase="march", control={"serbia": "orthodox"})
    t = table(w, dice=[4, 4], draws=["truce", "weather"])
    order(t, "turks", "force Mehmed II")
    order(t, "turks", "move Serbia-Rumelia: Mehmed II, 1 Ottoman Gendarmes")
    order(t, "turks", "attack Rumelia with all")
    order(t, "orthodox", "lose Byzantine Militia")
    assert why(t, "move Rumelia-Walachia: all").startswith("§11.2")
    assert why(t, "attack Rumelia with all").startswith("§")
    order(t, "turks", "attack Serbia with all")
    order(t, "orthodox", "lose Serbian Militia")
    assert {"byzantium_militia_1", "serbia_militia_1"} <= {*seen(t).dead}


def test_a_ship_does_not_sail_with_who_is_ashore() -> None:
    """§16.31"""
    t = table(world({NAVAL: "aegean", MILITIA: "izmir"}, phase="movement"))
    said = why(t, "sail Aegean-Bosporus: Naval with Militia")
    assert said == "§16.31 Ottoman Militia is not aboard: first “ship” it to Aegean Sea"


def _replacing() -> World:
    at = {MILITIA: "bursa", "rumelia_militia_1": "adrianople"}
    w = world(at, phase="replacement", control={"rumelia": "turks"})
    w.dead = [GENDARMES, "ottomans_feudal_array_1", "rumelia_gendarmes_1"]
    return w


def test_who_does_not_come_back_is_refused_for_the_reason() -> None:
    """§13.2 §13.5 One unit a region, none whom AE or DE removed in this turn, none beside enemies."""
    t = table(_replacing())
    order(t, "turks", "replace Ottoman Gendarmes at Bursa")
    said = why(t, "replace Ottoman Feudal Array at Bursa")
    assert said == "§13.5 in Ottomans 1 unit came back in this phase, and no more may"
    late = _replacing()
    late.waiting = ["ottomans_siege_train_1"]
    assert "eliminated by AE or DE in this turn" in why(table(late), "replace Ottoman Siege Train at Bursa")
    beset = _replacing()
    beset.at["serbia_militia_1"] = "rumelia"
    said = why(table(beset), "replace Rumelian Gendarmes at Adrianople")
    assert said == "§13.2 Rumelia has units of another coalition"


def test_a_leader_who_does_not_march_is_refused_for_the_reason() -> None:
    """§11.1 §11.4"""
    at = {"mehmed_ii": "serbia", "selim_i": "rumelia", GENDARMES: "rumelia"}
    t = table(world(at, phase="march"))
    assert why(t, "force Mehmed II") == "§11.1 Mehmed II makes a forced march only with a land unit"
    order(t, "turks", "force Selim I")
    order(t, "turks", "halt")
    w = world({**at, MILITIA: "serbia"}, phase="march")
    w.marched = ["selim_i"]
    assert why(table(w), "force Selim I") == "§11.4 Selim I has made a forced march in this turn"


def test_no_refused_order_is_said_to_be_possible() -> None:
    at = {GENDARMES: "rumelia", MILITIA: "rumelia", "serbia_militia_1": "rumelia"}
    t = table(world(at, phase="movement"))
    for text in (
        "move Rumelia-Byzantium-Achaea: Ottoman Gendarmes, Ottoman Militia",
        "move Rumelia-Byzantium: Ottoman Knights, Ottoman Militia",
    ):
        found = allowed(t, text)
        assert text not in found, text


def test_supply_of_an_area_and_of_a_leader_are_told_apart() -> None:
    """§12.31 A leader's feeds the leader's coalition alone."""
    at = {"skanderbeg": "byzantium", "albania_irregulars_1": "byzantium", "krim_irregulars_1": "byzantium"}
    at |= {"krim_irregulars_2": "byzantium", "krim_irregulars_3": "byzantium"}
    t = table(world(at, control=dict.fromkeys(("albania", "krim"), "turks"), phase="movement"))
    found = GAME.odds(GAME.view(seen(t), "turks"), t.choice("turks"), {"pick": "end"})
    said = [fill(one.text, "en", GAME.lexicon.label) for one in found]
    assert [
        one for one in said if "feeds 2 of yours, and by a leader 3 more of the leader's coalition: 1" in one
    ]
