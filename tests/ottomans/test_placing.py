"""§4.3 §12 §26.5: nobody who stands where nobody interfered starves, at set-up and when a nation enters."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core import Choice, Refusal, Scenario
from adjudicator.core.log.chance import Rng
from adjudicator.ottomans import GAME
from adjudicator.ottomans.board import UNITS
from adjudicator.ottomans.rules.r12_food import excess, groups
from adjudicator.ottomans.world import World, own_at
from tests.kit.play_styles import Step

from .helpers import order, refused, seen, table, world
from .kit import play


def starving(w: World) -> dict[str, int]:
    """The areas in which a player's units, or nobody's, are too many."""
    found = {f"{seat}/{place}": excess(w, place, own_at(w, seat, place)) for seat, place in groups(w)}
    return {group: n for group, n in found.items() if n}


def left_to_the_umpire(choice: Choice[Any], rng: Rng, w: World, seat: str) -> Any:
    """Any core nation, and nothing placed by hand."""
    return {"pick": "end"} if w.phase == "camps" else choice.sample(rng)


def begun(scenario: Scenario, seed: int, **options: str) -> Step:
    """The last step of setting up."""
    world = GAME.found(scenario.id, options, scenario.seats)
    for step in play(seed, scenario=scenario.id, styles=[left_to_the_umpire], world=world):
        if step.world.phase not in ("order", "cores", "camps", "deal"):
            return step
    raise AssertionError


def test_neutrals_begin_in_cities_by_the_option() -> None:
    """§4.3(1) ruling OT-U3 Option `neutrals_begin`: as printed, though they starve there."""
    step = begun(GAME.scenarios()[0], 0, neutrals_begin="in_cities")
    w = step.world
    hungarians = {w.at[u] for u in w.at if u.startswith("hungary_")}
    assert hungarians == {"buda"}
    assert starving(w)


@pytest.mark.parametrize("scenario", GAME.scenarios(), ids=lambda scenario: scenario.id)
def test_nobody_starves_who_is_placed_by_the_umpire(scenario: Scenario) -> None:
    """§4.3(1) §12.0 In every roster of every scenario, whoever chose what; ruling OT-U3, ruling OT-U6."""
    for seed in range(3):
        step = begun(scenario, seed)
        assert not step.world.unplaced
        # §26.2: the Turks hold Serbia, without the leader who fed it; they have a turn before the Food Phase
        expected = {"turks/serbia": 1} if scenario.id.startswith("s2") else {}
        assert starving(step.world) == expected


def test_nobody_starves_who_enters_the_game() -> None:
    """§26.5 §4.3(1) Muscovites fill Moscow first, Spaniards Naples and Messina; ruling OT-A2."""
    w = world({}, scenario="3", turn=6, phase="turn_start", acting="")
    w = seen(table(w, dice=[5, 2], draws=["weather"] * 3))
    assert {w.at[u] for u in w.at if UNITS[u].nation == "muscovy"} == {"moscow", "muscovy"}
    assert starving(w) == {}
    t = table(world({}, scenario="3", turn=6, phase="stratagem", hands={"turks": ["spain"]}))
    order(t, "turks", "activate Spain")
    assert {"naples", "messina", "valletta"} <= {*seen(t).at.values()}
    assert starving(seen(t)) == {}


def test_spain_of_the_austrian_player_is_placed_by_hand() -> None:
    """§4.2 §26.2 3.0(4): Naples or Messina, as the player likes; §18.22 the unit of strength 2 on Malta."""
    w = world(
        {}, phase="camps", scenario="2", seats=("turks", "holy_league"), control={"spain": "holy_league"}
    )
    w.unplaced = ["spain_gendarmes_1", "spain_infantry_1", "spain_militia_1"]
    w.done, w.spain = ["turks"], True
    t = table(w, draws=[])
    with pytest.raises(Refusal):
        order(t, "holy_league", "place Naples: Spanish Militia")
    order(t, "holy_league", "place Messina: Spanish Gendarmes")
    order(t, "holy_league", "place Malta: Spanish Militia")
    assert (seen(t).at["spain_gendarmes_1"], seen(t).at["spain_militia_1"]) == ("messina", "valletta")


def test_an_ottoman_ship_may_be_one_of_three_units_in_thessalonica() -> None:
    """§26.1 4.0(2) names units, and Thessalonica is a port."""
    w = world({}, phase="camps")
    w.unplaced = ["ottomans_naval_1", "ottomans_gendarmes_1", "ottomans_gendarmes_2", "ottomans_gendarmes_3"]
    t = table(w)
    order(t, "turks", "place Thessalonica: Ottoman Naval, 2 Ottoman Gendarmes")
    assert seen(t).at["ottomans_naval_1"] == "thessalonica"
    assert refused(t, "turks", "place Thessalonica: Ottoman Gendarmes") == "26.1"
