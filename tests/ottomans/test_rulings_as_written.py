"""Rulings whose default is the text, and the options that narrow it."""

from __future__ import annotations

import pytest

from adjudicator.ottomans.rules.r09_odds import defence_shares
from adjudicator.ottomans.rules.r13_replacement import camps, most
from adjudicator.ottomans.rules.r15_leaders import arrivals
from adjudicator.ottomans.rules.r21_victory import decide
from adjudicator.ottomans.world import Battle

from .helpers import order, refused, seen, table, told, world

THREE = ("turks", "holy_league", "orthodox")


@pytest.mark.parametrize(("way", "places"), [("any", ["austria", "hungary"]), ("own", ["austria"])])
def test_a_drawn_leader_joins_any_unit_of_their_colour(way: str, places: list[str]) -> None:
    """§13.7 ruling OT-L4: Maximilian of Austria with Hungarians of another player, or with one's own only."""
    at = {"austria_infantry_1": "austria", "hungary_gendarmes_1": "hungary", "poland_gendarmes_1": "cracow"}
    control = {"hungary": "orthodox", "poland": "orthodox"}
    w = world(at, seats=THREE, control=control, options={"leader_arrival": way})
    assert arrivals(w, "holy_league", "maximilian") == places


@pytest.mark.parametrize(("way", "places"), [("any", ["hungary", "serbia"]), ("own", [])])
def test_a_mercenary_appears_with_any_unit_of_its_colour(way: str, places: list[str]) -> None:
    """§17.1 §27.2 ruling OT-K2: whoever controls that, and though others are there."""
    at = {"rumelia_militia_1": "serbia", "serbia_militia_1": "serbia", "emirates_militia_1": "hungary"}
    w = world(at, control={"rumelia": "turks", "emirates": "orthodox"}, options={"mercenary_arrival": way})
    assert camps(w, "turks", "janissary_1") == places


@pytest.mark.parametrize(("way", "n"), [("any", 3), ("own", 1)])
def test_any_leader_of_the_colour_brings_back_more(way: str, n: int) -> None:
    """§13.5(1) ruling OT-R2: Hunyadi in Hungary, in another player's hand."""
    at = {"hunyadi": "hungary"}
    control = {"hungary": "turks", "transylvania": "orthodox"}
    w = world(at, control=control, options={"leader_raises": way})
    assert most(w, "turks", "hungary") == n


def test_chits_are_played_before_the_draw() -> None:
    """§29.0 §5.1(2a) ruling OT-T6: a nation turned up first counts for the draw."""
    at = {"matthias": "buda", "ottomans_gendarmes_1": "bursa"}
    w = world(at, phase="opening", hands={"turks": ["hungary", "trade_agreement"]})
    t = table(
        w, draws=["agent", "agent", "truce", "weather", "uprising", "albania", "alliance", "jesuits_sufis"]
    )
    order(t, "turks", "activate Hungary")
    order(t, "turks", "end")
    assert told(t, "drew")[0]["n"] == 8
    assert seen(t).phase == "stratagem"


@pytest.mark.parametrize("after", ["yes", "no"])
def test_chits_are_played_after_the_last_event(after: str) -> None:
    """§27.2 §5.1(2e) ruling OT-T5: the turn is not over before the next player's begins."""
    hands = {"turks": ["serbia", "weather"], "orthodox": []}
    w = world({}, phase="march", seats=THREE, hands=hands, options={"chits_after_events": after})
    t = table(w, dice=[1, 3], draws=["administration"] * 4)
    order(t, "turks", "end")
    if after == "yes":
        order(t, "turks", "activate Serbia")
        order(t, "turks", "end")
        assert seen(t).control["serbia"] == "turks"
    assert seen(t).acting == "holy_league"


def test_any_player_plays_the_empire_while_somebody_has_austria() -> None:
    """§27.2 ruling OT-X3: by an option, the Austrian player alone."""
    for way in ("any", "austria"):
        w = world(
            {"austria_infantry_1": "vienna"},
            phase="stratagem",
            seats=("turks", "holy_league"),
            scenario="3",
            turn=6,
            hands={"turks": ["holy_roman_empire"]},
            options={"empire_player": way},
        )
        t = table(w)
        if way == "austria":
            assert refused(t, "turks", "play Holy Roman Empire") == "27.2"
        else:
            order(t, "turks", "play Holy Roman Empire")
            assert seen(t).control["bohemia"] == "turks"


def test_a_player_uses_one_leader_for_a_defence_of_several_colours() -> None:
    """§9.41 ruling OT-B3: one each, but two players have two."""
    at = {"hunyadi": "hungary", "hungary_gendarmes_1": "hungary", "skanderbeg": "hungary"}
    at |= {"serbia_feudal_array_1": "hungary"}
    b = Battle("turks", "hungary", "hungary", [], list(at), ["holy_league", "orthodox"])
    one = dict.fromkeys(("transylvania", "hungary", "albania", "serbia"), "orthodox")
    shares = defence_shares(world(at, seats=THREE, control=one), b, list(at))
    assert sorted(share.times for share in shares) == [1, 3]
    two = one | {"transylvania": "holy_league", "hungary": "holy_league"}
    shares = defence_shares(world(at, seats=THREE, control=two), b, list(at))
    assert [share.times for share in shares] == [3, 3]


def test_an_empire_in_which_nobody_has_a_point_is_nobodys() -> None:
    """§21.13 ruling OT-V6: eight key cities of neutral nations."""
    cities = ["vienna", "buda", "cracow", "venice_city", "rome", "belgrade", "adrianople", "damascus"]
    units = ["austria_infantry_1", "hungary_gendarmes_1", "poland_gendarmes_1", "venice_gendarmes_1"]
    units += ["papacy_militia_1", "bohemia_wagenburg_1", "tyrol_militia_1", "croatia_militia_1"]
    w = world(dict(zip(units, cities, strict=True)), seats=("turks", "caliphate", "orthodox"))
    result = decide(w, {}).result
    assert (result["empire"], result["winners"], result["how"]) == ("holy_league", [], "nobody")


@pytest.mark.parametrize(
    ("at", "way", "where"),
    [
        ({"serbia_militia_1": "serbia", "serbia_irregulars_1": "rumelia"}, "to_nearest", "serbia"),
        ({"serbia_militia_1": "hungary"}, "to_nearest", "hungary"),
        ({"serbia_militia_1": "hungary"}, "stays_put", "serbia"),
        ({"albania_militia_1": "serbia"}, "to_nearest", ""),
    ],
)
def test_who_survives_assassins_goes_to_the_nearest_unit(at: dict[str, str], way: str, where: str) -> None:
    """§15.8 §20.3 ruling OT-G4: Brankovic's check is that of 15.8, which says where a survivor goes."""
    hands = {"turks": ["agent", "agent", "agent"], "orthodox": []}
    control = {"serbia": "orthodox", "albania": "orthodox"}
    w = world({"brankovic": "serbia", **at}, hands=hands, control=control, options={"assassin_survivor": way})
    t = table(w, dice=[5, 1])
    order(t, "turks", "agent assassinate Orthodox")
    order(t, "turks", "with 3")
    order(t, "orthodox", "with 0")
    order(t, "turks", "Brankovic")
    assert seen(t).at.get("brankovic", "") == where


@pytest.mark.parametrize(("way", "left"), [("one_chit", (1, 2)), ("one_each", (1, 1))])
def test_several_defenders_lose_one_chit(way: str, left: tuple[int, int]) -> None:
    """§27.0 DE ruling OT-B8: the defender loses one; whose strength there is greatest, of two chits each."""
    at = {f"ottomans_gendarmes_{n}": "serbia" for n in (1, 2, 3)} | {"mehmed_ii": "serbia"}
    at |= dict.fromkeys(["hungary_irregulars_1", "hungary_feudal_array_1", "serbia_militia_1"], "serbia")
    hands = {"holy_league": ["truce"], "orthodox": ["truce"], "turks": []}
    control = {"hungary": "holy_league", "serbia": "orthodox"}
    w = world(at, seats=THREE, phase="combat", hands=hands, control=control, options={"defenders_lose": way})
    t = table(w, dice=[6], draws=["truce"] * (4 - sum(left)) + ["weather", "weather"])
    order(t, "turks", "attack Serbia with all against Holy League and Orthodox")
    assert told(t, "attacked")
    cups = seen(t).cups
    assert tuple(len(cups[f"{seat}_hand"]) for seat in ("holy_league", "orthodox")) == left
