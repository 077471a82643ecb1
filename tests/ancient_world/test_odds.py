"""Odds before an order, and what each side needs: from the seat's view alone."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.board import CHARTS, CITIES, LEADERS
from adjudicator.ancient_world.odds.known import known_world, known_worlds
from adjudicator.ancient_world.rules.r05_party import who_goes
from adjudicator.ancient_world.rules.r08_begin import begin_battle
from adjudicator.ancient_world.rules.r08_forecast import forecast, tactical_range
from adjudicator.ancient_world.rules.r08_outcome import forced
from adjudicator.ancient_world.show.pictures import PICTURES
from adjudicator.ancient_world.show.view import view
from adjudicator.ancient_world.world import DISRUPTED, March, Siege, World, battle_of
from adjudicator.core import Need, Odds, Table, fill

from .helpers import READER, act, empty, last, order, put, table

HERE = "4705"


def odds(t: Table, text: str, seat: str = "") -> list[Odds]:
    """The odds of an order for the seat that is asked."""
    seat = seat or next(iter(t.pending))
    choice = t.choice(seat)
    return list(GAME.odds(GAME.view(t.world, seat), choice, choice.accept(choice.parse(text, READER))))


def said(found: Sequence[Odds | Need]) -> list[str]:
    return [fill(one.text, "en", GAME.lexicon.label) for one in found]


def fight(leaders: bool = False) -> World:
    """A battle in the open, all foot of one origin, that waits for its dice."""
    w = empty()
    put(w, "carthage", HERE, {"libya_foot": 30}, ["mago"] if leaders else [])
    put(w, "rome", HERE, {"socii_foot": 26}, ["scipio"] if leaders else [])
    begin_battle(w, "attack", HERE, ["carthage@4705"], ["rome@4705"], "mago" if leaders else "")
    w.agenda = ["toll", "battle"]
    return w


def test_a_forecast_is_what_the_dice_bring() -> None:
    """§8.33 §8.34 §8.37 §8.4 Every die fought through: as many retreats and losses as were forecast."""
    wins = dict.fromkeys(("carthage", "rome"), Fraction())
    lost = dict.fromkeys(("carthage", "rome"), Fraction())
    for die in range(10):
        for second in range(10):
            w = fight()
            w.agenda.insert(0, "recovery")
            t = table(w, [die, second])
            b = battle_of(t.world)
            for side in wins:
                lost[side] += Fraction(b.losses(side), 100)
                wins[side] += Fraction(forced(t.world, b) not in ("", side), 100)
    found = forecast(fight(), "", "")
    assert (found.wins, found.lost) == (wins, lost)
    assert found.undecided == 1 - sum(wins.values())


def test_the_letters_are_weighed_die_by_die() -> None:
    """§8.32 Under two commanders the shares are those of all differences of their dice."""
    wins = Fraction()
    w = fight(leaders=True)
    low, high = tactical_range("C")
    assert low < high
    letters = [LEADERS[leader].battle for leader in ("mago", "scipio")]
    for one in range(10):
        for other in range(10):
            bare = fight()
            battle_of(bare).extra = CHARTS.tactical(letters[0], one) - CHARTS.tactical(letters[1], other)
            wins += forecast(bare, "", "").wins["carthage"] / 100
    assert forecast(w, "mago", "scipio").wins["carthage"] == wins


def test_what_a_view_shows_is_the_world() -> None:
    """§8.12 Without fog the world behind a view is that of the table, for both sides."""
    w = act(fight(leaders=True), "mago")
    w.spent["mago"] = 1
    for seat in ("carthage", "rome"):
        (known,) = known_worlds(view(w, seat))
        assert (known.forces, known.battle, known.op, known.spent["mago"]) == (w.forces, w.battle, w.op, 1)


def at_odds(fog: str = "off") -> World:
    """Hannibal marches past Scipio; both armies have foot and horse."""
    w = empty(options={"fog": fog})
    put(w, "carthage", HERE, {"libya_foot": 30, "numidia_horse": 8}, ["hannibal"])
    put(w, "rome", "4707", {"romani_foot": 20, "romani_horse": 5}, ["scipio"])
    w.commanders = {"carthage": "hannibal", "rome": "scipio"}
    return act(w, "hannibal")


def test_a_march_says_what_it_costs_and_who_may_intercept() -> None:
    """§6.43 §6.53 §5.25 The way, the interceptor, the die for going on."""
    found = said(odds(table(at_odds()), "march 4706"))
    assert found[0].endswith("lost")
    assert "may be intercepted by P. Cornelius Scipio at hex 4706 near Canusium" in found[1]
    assert found[2] == "Hannibal goes on with 7 or less: 8 in 10"


def intercepted(fog: str = "off") -> Table:
    t = table(at_odds(fog))
    order(t, "march 4706")
    return t


def test_an_interception_says_its_die_and_its_battle() -> None:
    """§6.55 §8.31 The die, the cost of the way, the sum, what may come of it."""
    found = odds(intercepted(), "intercept with Scipio", "rome")
    lines = said(found)
    assert lines[0].startswith("hexes +")
    assert next(line for line in lines if "10" in line).startswith("P. Cornelius Scipio succeeds with ")
    assert any(line.startswith("ratio ") for line in lines)
    won = {
        line.split(" wins")[0]: one.chance
        for line, one in zip(lines, found, strict=True)
        if " wins in" in line
    }
    assert set(won) == {"Rome", "Carthage"}
    assert won["Carthage"] is not None
    assert won["Rome"] is not None
    assert won["Carthage"] > won["Rome"]
    assert (
        GAME.odds(GAME.view(intercepted().world, "rome"), intercepted().choice("rome"), {"pick": "pass"})
        == []
    )


def test_in_fog_odds_are_a_range_and_equal_in_two_worlds() -> None:
    """§8.12 ruling AW-V26 Whatever Hannibal has within its range, Rome is told the same."""
    worlds = []
    for units in ({"libya_foot": 30, "numidia_horse": 8}, {"galli_foot": 20}, {"hispani_horse": 39}):
        w = at_odds("on")
        w.forces["carthage@4705"].units = units
        t = table(w)
        order(t, "march 4706")
        worlds.append(odds(t, "intercept with Scipio", "rome"))
    assert worlds[0] == worlds[1] == worlds[2]
    (ratio,) = (line for line in said(worlds[0]) if line.startswith("ratio"))
    assert " … " in ratio
    assert all(one.chance is None for one in worlds[0] if " wins" in one.text.template)


def test_an_attack_says_who_may_avoid_or_join() -> None:
    """§8.22 §8.26 The odds of an attack name both, with their dice."""
    w = at_odds()
    put(w, "carthage", "4707", {"libya_foot": 20}, ["mago"])
    w.op = None
    w.agenda.clear()
    lines = said(odds(table(act(w, "mago")), "attack"))
    assert any(line.startswith("P. Cornelius Scipio avoids battle with ") for line in lines)
    assert any(line.startswith("Hannibal joins with ") for line in lines)
    assert any(line.startswith("after a victory Mago goes on") for line in lines)


def test_besiegers_whom_the_besieged_attack_avoid_nothing() -> None:
    """§8.22 §9.26 The odds of an attack out of a city name no flight that is never asked for."""
    w = empty()
    here = CITIES["placentia"].hex
    put(w, "rome", here, {"romani_foot": 30}, ["scipio"])
    put(w, "carthage", f"{here}i", {"libya_foot": 20}, ["mago"])
    w.control["placentia"], w.sieges["placentia"] = "carthage", Siege("rome", 3, 4)
    t = table(act(w, "mago"), [5] * 9)
    lines = said(odds(t, "attack"))
    assert any(" wins in " in line for line in lines)
    assert not any("avoids battle" in line for line in lines)
    order(t, "attack")
    assert "8.22" not in {t.choice(seat).rule for seat in t.pending}


@pytest.mark.parametrize(("level", "n"), [(0, 4), (3, 1), (4, 0)])
def test_a_crossing_says_how_often_it_is_opposed(level: int, n: int) -> None:
    """§7.31 §7.32 By the level of the strait; with +4 nobody opposes it."""
    w = empty("sicily")
    put(w, "rome", "6015", {"romani_foot": 20}, ["caudex"])
    w.naval["fretum"] = {"rome": level, "carthage": -level}
    lines = said(odds(table(act(w, "caudex")), "march Messana"))
    assert f"the crossing of the strait is opposed in {n} of 10" in lines


def test_the_board_of_a_battle_names_the_only_defender_before_they_command() -> None:
    """§5.43 Who is alone with those attacked stands on the board from the first question on."""
    w = at_odds()
    put(w, "carthage", "4707", {"libya_foot": 20}, ["mago"])
    w.op = None
    w.agenda.clear()
    t = table(act(w, "mago"))
    order(t, "attack")
    board = PICTURES.battle(GAME.view(t.world, "rome"), ())
    assert board is not None and battle_of(t.world).against == ""
    assert "scipio" in [one.id for one in board.defender.front]


def test_what_is_left_behind_is_named() -> None:
    """§5.42 ruling AW-R96 One engine, or several units."""
    w = empty("sicily")
    put(w, "carthage", "6017i", {"syracusae_foot": 16, "syracusae_engine": 1}, ["hiero"])
    w.control["tauromenium"] = "carthage"
    notes = [who_goes(w, "hiero", {"syracusae_foot": n}) for n in (16, 10)]
    said_ = [fill(note, "en", GAME.lexicon.label) for note in notes if note is not None]
    assert said_ == [
        "1 Syracusan engine left behind",
        "1 Syracusan engine and 6 Syracusan infantry left behind",
    ]


def test_who_is_attacked_weighs_flight_and_stand() -> None:
    """§8.22 §8.23 Away: the die, guile, the loss; standing: the battle."""
    w = at_odds()
    put(w, "carthage", "4707", {"libya_foot": 20}, ["mago"])
    w.op = None
    w.agenda.clear()
    t = table(act(w, "mago"))
    order(t, "attack")
    away = said(odds(t, "avoid 4806"))
    assert away[0] == "Roman honour +4"
    assert "before guile" in away[1]
    assert away[-1].startswith("costs ")
    assert any(" wins in " in line for line in said(odds(t, "stand")))


def test_the_board_of_a_battle_counts_nobody_as_subordinate_of_themselves() -> None:
    """§8.31 §5.43 Who alone may command is no subordinate, also before the commander is named."""
    w = empty()
    put(w, "carthage", HERE, {"libya_foot": 30}, ["mago"])
    put(w, "carthage", "4907", {"libya_foot": 8}, ["hannibal"])
    put(w, "rome", HERE, {"socii_foot": 26}, ["scipio"])
    begin_battle(w, "attack", HERE, ["rome@4705"], ["carthage@4705"], "scipio")
    assert battle_of(w).against == ""
    assert "subordinates" not in [line.name for line in view(w, "carthage").lines]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("assault", "succeeds with "),
        ("reduce", "lowers the defence in "),
        ("treachery guile 0", "a trap in 1 of 10"),
    ],
)
def test_sieges_tell_their_dice(text: str, line: str) -> None:
    """§9.33 §9.43 §9.62 The same as beside the order, with a chance that a front end can draw."""
    w = empty()
    put(w, "carthage", "2609", {"libya_foot": 40}, ["mago"])
    put(w, "rome", "2609i", {"socii_foot": 5})
    w.control["ariminum"] = "rome"
    w.sieges["ariminum"] = Siege("carthage", 3, 5)
    found = odds(table(act(w, "mago")), text)
    assert any(said([one])[0].startswith(line) and one.chance is not None for one in found)


def test_recruits_are_told_by_die() -> None:
    """§10.0 Of ten dice so many give legions; the shares are all of them."""
    w = at_odds()
    w.op = None
    w.agenda.clear()
    w.control["roma"] = "rome"
    found = odds(table(act(w, "scipio")), "muster guile 0")
    assert sum(one.chance or 0 for one in found if one.rule == "10.0") == pytest.approx(1)


def test_needs_say_what_wins_and_how_far_one_is() -> None:
    """§14.0 ruling AW-M11 Cities that win at once, the death that does, the margin, the points."""
    w = at_odds()
    w.control["capua"] = "carthage"
    found = GAME.needs(view(w, None))
    first = {one.side: one for one in reversed(found)}
    assert {one.kind for one in first.values()} == {"end"}
    (pair,) = (one for one in found if one.of == 2)
    assert (pair.side, pair.kind, pair.have, pair.met) == ("carthage", "now", 1, False)
    assert said([pair]) == ["win at the end of a turn: hold Capua and Tarentum (1 of 2)"]
    assert "win at the end of a turn: Hannibal dead" in said(found)
    assert "4 for Campania; allied provinces count too" in said(found)


@pytest.mark.parametrize("scenario", ["hannibal_in_italy", "pyrrhus_in_italy", "sicily"])
def test_every_war_says_what_wins_it(scenario: str) -> None:
    """§14.0 Both sides have a margin, something that wins at once, and points; with harsh margins too."""
    for margins in ("eased", "harsh") if scenario == "sicily" else ("eased",):
        found = GAME.needs(view(empty(scenario, {"margins": margins} if margins == "harsh" else {}), None))
        sides = {one.side for one in found}
        assert len(sides) == 2
        for side in sides:
            assert {"end", "now", "points"} <= {one.kind for one in found if one.side == side}
        assert all(said([one])[0] for one in found)


def test_what_a_seat_does_not_know_is_not_in_the_world_behind_its_view() -> None:
    """§8.12 Orders with units in them are hidden too."""
    w = at_odds("on")
    assert w.op is not None
    w.op.units = {"libya_foot": 3}
    w.march = March("carthage@4705", "force", [HERE], ["4706"])
    assert known_world(view(w, "carthage")).op == w.op
    hidden = known_world(view(w, "rome")).op
    assert hidden is not None
    assert hidden.units is None


@pytest.mark.parametrize("answer", ["forage", "no"])
def test_siege_attrition_is_what_the_dice_bring(answer: str) -> None:
    """§9.52 §9.53 §9.54 Every pair of dice thrown: the least and most of both sides, as was told."""

    def siege(*dice: int) -> Table:
        w = empty()
        put(w, "rome", CITIES["placentia"].hex, {"romani_foot": 60}, ["scipio"], status=DISRUPTED)
        put(w, "carthage", f"{CITIES['placentia'].hex}i", {"libya_foot": 20}, ["mago"])
        w.control["placentia"], w.alliance[CITIES["placentia"].province] = "carthage", -4
        w.sieges["placentia"], w.due, w.agenda = Siege("rome", 3, 4), ["placentia"], ["siege_attrition"]
        return table(w, dice)

    lost: list[tuple[int, int]] = []
    for outside, inside in ((die, 9 - die) for die in range(10)):
        t = siege(outside, inside, *[9] * 4)
        order(t, answer, "rome")
        outer, inner = last(t, "siege_attrition")["lost"]
        lost.append((outer, inner))
    found = said(odds(siege(), answer, "rome"))
    assert lost
    for at, where in enumerate(("outside", "inside")):
        least, most = min(pair[at] for pair in lost), max(pair[at] for pair in lost)
        figure = str(least) if least == most else f"{least}–{most}"
        assert any(line.startswith(f"{where} {figure} are lost") for line in found), found
    (told,) = (line for line in found if line.startswith("modifier outside"))
    assert "supply from a city -3" in told and ("foraging -2" in told) == (answer == "forage")


def test_a_retreat_and_a_march_of_allies_say_what_they_cost() -> None:
    """§8.37 §6.13 §6.43 As the steps of the way say, and as the chart does."""
    w = empty()
    put(w, "carthage", "1514", {"libya_foot": 40}, ["mago"])
    put(w, "rome", "1514", {"romani_foot": 30}, ["scipio"])
    begin_battle(w, "attack", "1514", ["carthage@1514"], ["rome@1514"], "mago", entries=["1414"])
    battle_of(w).percent = {"carthage": 5, "rome": 25}
    w.control |= {"cremona": "rome", "placentia": "carthage"}
    w.agenda = ["recovery", "retreats"]
    t = table(w)
    (cost,) = said(odds(t, "to 1715", "rome"))
    order(t, "to 1715", "rome")
    n = last(t, "retreats")["cost"]
    assert cost == f"{n} strength points are lost on the way back"

    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 20}, ["hannibal"])
    put(w, "carthage", "4807", {"galli_foot": 20})
    w.commanders["carthage"] = "hannibal"
    t = table(act(w, "hannibal"), [0] * 4)
    found = said(odds(t, "ally 4807: 20 Galli foot by 4707"))
    order(t, "ally 4807: 20 Galli foot by 4707")
    stopped = last(t, "stopped")
    assert (stopped["half"], stopped["units"]) == (2, {})
    assert found[0] == "1 attrition point: 0 lost"
