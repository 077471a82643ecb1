"""§9 §20 §12 Odds and sums before an order, each against what the rules then do with every die."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator.core import Odds, Table, fill
from adjudicator.core.log.chance import sampler
from adjudicator.core.orders.orders import read
from adjudicator.ottomans import GAME
from adjudicator.ottomans.board import LEADERS
from adjudicator.ottomans.world import World
from tests.kit.selfplay import table_with

from .helpers import ENGLISH, order, seen, table, told, world

ARMY = ["ottomans_gendarmes_1", "ottomans_gendarmes_2", "ottomans_feudal_array_1"]
TRAIN = "ottomans_siege_train_1"
SERBS = ["serbia_feudal_array_1", "serbia_irregulars_1"]
CHITS = ["military_advance", "urbans_gun", "honors_of_war"]


def odds_of(t: Table, seat: str, text: str) -> list[Odds]:
    """Give the odds of an order."""
    choice = t.choice(seat)
    answer = choice.accept(read(choice, text, ENGLISH)[0])
    return list(GAME.odds(GAME.view(t.world, seat), choice, answer))


def said(odds: list[Odds]) -> list[str]:
    """Give the lines as they are read."""
    return [fill(line.text, "en", GAME.lexicon.label) for line in odds]


def battlefield(place: str, army: list[str]) -> World:
    """Give an army in Serbia and the Serbs of the Orthodox in the place that it attacks."""
    at = {**dict.fromkeys(army, "serbia"), **dict.fromkeys(SERBS, place)}
    return world(at, control={"serbia": "orthodox"}, hands={"turks": CHITS})


def fought(w: World, text: str, die: int) -> Table:
    """Give an attack with its die, and answer what is asked in the battle at random."""
    t = table_with(GAME, w, die)
    order(t, "turks", text)
    rng = sampler(die)
    while seen(t).battle is not None:
        for seat, choice in t.pending.items():
            t.submit(seat, choice.sample(rng))
            break
    return t


@pytest.mark.parametrize(
    ("place", "army", "text"),
    [
        ("serbia", ARMY, "attack Serbia with all"),
        ("serbia", [*ARMY[:1], "mehmed_ii"], "attack Serbia with all"),
        ("serbia", ARMY[:1], "attack Serbia playing Military Advance with all"),
        ("belgrade", [*ARMY, TRAIN], "attack Belgrade with all"),
        ("belgrade", [*ARMY, TRAIN], "attack Belgrade playing Urban's Gun with all"),
        ("belgrade", [*ARMY, "mehmed_ii"], "attack Belgrade playing Honors of War with all"),
    ],
)
def test_the_odds_of_an_attack_are_what_six_dice_bring(place: str, army: list[str], text: str) -> None:
    """§9.1 §9.4 §10.32 §27.0 Strength, column, the share of each result, and how often nobody defends."""
    found = odds_of(table(battlefield(place, army)), "turks", text)
    lines, counted, cleared = said(found), Counter[str](), 0
    for die in range(1, 7):
        t = fought(battlefield(place, army), text, die)
        (strength,) = told(t, "odds")
        assert f"odds {strength['odds']}" in lines
        assert sum(f"= {strength['attack']} (" in line for line in lines)
        assert sum(f"= {strength['defence']} (" in line for line in lines)
        how = told(t, "result")[0]["how"]
        counted["BB" if how == "DD" and place == "belgrade" else how] += 1
        cleared += not any(seen(t).at.get(u) == place for u in SERBS)
    assert f"the place is cleared: {cleared} of 6" in lines or counted["DD"]
    shares = {line.text.values["result"]: line.chance for line in found if "result" in line.text.values}
    if "Honors" in text:
        spared = next(line for line in found if line.text.template.startswith("Honors"))
        shares |= {"BB": spared.chance}
    assert shares == {how: n / 6 for how, n in counted.items()}


def test_a_defender_with_chits_may_double() -> None:
    """§9.4(4) Their hand is hidden: that they hold any chit is not."""
    lines = said(odds_of(table(battlefield("serbia", ARMY)), "turks", "attack Serbia with all"))
    assert any(line.startswith("a defender holds unused chits; with Military Advance") for line in lines)


def test_who_gains_the_nation_that_is_attacked() -> None:
    """§6.6 A neutral passes to another player before the die."""
    at = {**dict.fromkeys(ARMY, "serbia"), **dict.fromkeys(SERBS, "serbia")}
    lines = said(odds_of(table(world(at)), "turks", "attack Serbia with all"))
    assert "by the attack another player gains control of Serbia" in lines


@pytest.mark.parametrize("mine", [1, 2, 3])
def test_the_odds_of_agents_are_what_six_dice_bring(mine: int) -> None:
    """§20.1 A coup with some AGENTs against none: success and retaliation, counted die by die."""
    hands = {"turks": ["agent"] * mine, "orthodox": ["truce"] * 3}
    counted = Counter[str]()
    for die in range(1, 7):
        w = world({ARMY[0]: "bursa"}, phase="movement", hands=hands)
        t = table_with(GAME, w, die)
        order(t, "turks", "agent coup Orthodox")
        lines = said(odds_of(t, "turks", f"with {mine}"))
        t.submit("turks", mine)
        t.submit("orthodox", 0)
        counted[told(t, "operation_result")[0]["how"]] += 1
    assert f"against 0 it succeeds: {counted['success']} of 6" in lines
    assert (f"retaliation then: {counted['retaliation']} of 6" in lines) == bool(counted["retaliation"])


def test_leaders_who_are_given_up_may_survive() -> None:
    """§15.8 Mehmed II by a die up to the Command Value."""
    found = []
    for die in range(1, 7):
        w = battlefield("belgrade", [*ARMY, "mehmed_ii"])
        t = table_with(GAME, w, die)
        order(t, "turks", "attack Belgrade with all")
        if "turks" in t.pending and t.choice("turks").rule == "27.0":
            choice, rng = t.choice("turks"), sampler(die)
            for answer in (choice.accept(choice.sample(rng)) for _ in range(40)):
                lines = said(list(GAME.odds(GAME.view(t.world, "turks"), choice, answer)))
                assert bool(lines) == ("mehmed_ii" in answer)
                found += lines
    n = LEADERS["mehmed_ii"].command
    assert found and {*found} == {f"Mehmed II survives with {n} or less: {n} of 6"}


def test_the_end_says_what_would_starve() -> None:
    """§12.0 What the Food Phase then takes is what was said."""
    at = dict.fromkeys([*ARMY, TRAIN, "ottomans_militia_1", "ottomans_irregulars_1"], "bosnia")
    w = world({u: "albania" for u in at}, phase="movement")
    t = table(w)
    lines = said(odds_of(t, "turks", "end"))
    assert f"{len(at)} of your units have not moved" in lines
    (line,) = [line for line in lines if "would be lost" in line]
    again = table(world({u: "albania" for u in at}, phase="food", acting=""))
    prompt = again.choice("turks").prompt
    assert line.startswith("Albania feeds ") and f": {prompt.values['n']} would be lost" in line


def test_a_move_says_what_its_goal_feeds() -> None:
    """§12.1 §12.31"""
    w = world({**dict.fromkeys(ARMY, "rumelia"), "mehmed_ii": "rumelia"}, phase="movement")
    lines = said(odds_of(table(w), "turks", "move Rumelia-Serbia: all"))
    assert lines[0].startswith("Serbia feeds ") and lines[0].endswith("3 would stand there")


def test_a_nation_says_what_it_brings() -> None:
    """§6.1"""
    w = world(dict.fromkeys(SERBS, "serbia"), phase="movement", hands={"turks": ["serbia"]})
    assert said(odds_of(table(w), "turks", "activate Serbia")) == [
        "Serbia brings 2 units of strength 6: Serbia"
    ]


def test_a_fleet_eats_with_those_aboard() -> None:
    """§16.5 §16.31(2) The laden ship is told from the empty one."""
    at = dict.fromkeys(("ottomans_naval_1", "ottomans_naval_2", "ottomans_militia_1"), "bosporus")
    w = world(at, phase="movement")
    w.aboard = {"ottomans_militia_1": "ottomans_naval_2"}
    for load, n in (("with Ottoman Militia", 2), ("with none", 1)):
        lines = said(odds_of(table(w), "turks", f"sail Bosporus-Aegean: Ottoman Naval {load}"))
        assert lines[0].startswith("Aegean Sea feeds ") and lines[0].endswith(f"; {n} would stand there")
