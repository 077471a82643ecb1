"""§17.1 to §17.6 Who may attack where, what it costs, neutrals, and the choice of the CRT; §19.6 at sea."""

from __future__ import annotations

from adjudicator.core import fill

from .battles import army, combat, places
from .helpers import ENGLISH, table

# -- §17.11(1) the declaration -------------------------------------------------------------------


def test_an_attack_pays_four_and_shows_both_lines() -> None:
    """§17.11(1) §17.11(2) §17.61 The dearer CRT is paid when it is chosen: ruling BE-G2."""
    with table(army("guard_field_army*2", "ostrogoths_warband*3"), dice=[3]) as t:
        t.empire("attack 4411")
        assert t.w.army is not None
        assert t.w.army.half == 32
        [attack] = t.events("attacked")
        assert attack.values["units"] == ["guard_field_army_1", "guard_field_army_2"]
        assert attack.values["defenders"] == [f"ostrogoths_warband_{n}" for n in (1, 2, 3)]
        t.barbarian("stand")
        assert t.lines("empire") == ["choose assault", "choose manoeuvre"]
        t.empire("choose manoeuvre")
        assert t.w.army.half == 24


def test_an_order_may_bind_itself_to_a_table() -> None:
    """§17.61 4 for the assault, 8 for the manoeuvre, and nothing is asked afterwards."""
    for order, left in (("assault 4411", 32), ("manoeuvre 4411", 24)):
        with table(army("guard_field_army*2", "ostrogoths_warband*3"), dice=[3]) as t:
            t.empire(order)
            assert t.w.army is not None
            assert t.w.army.half == left
            t.barbarian("stand")
            assert t.events("odds")


def test_who_cannot_pay_does_not_attack() -> None:
    """§14.31 §17.61 The refusal says what it costs and what is left."""
    with table(army("guard_field_army*2", "ostrogoths_warband*3", half=7)) as t:
        t.refused("empire", "attack 4411", "17.61", cost="4", left="3½")
    with table(army("guard_field_army*2", "ostrogoths_warband*3", half=15)) as t:
        t.refused("empire", "manoeuvre 4411", "17.61", cost="8", left="7½")
        t.empire("attack 4411")


def test_who_cannot_pay_for_both_is_not_asked() -> None:
    """§17.62 Public facts leave one CRT."""
    with table(army("guard_field_army*2", "ostrogoths_warband*3", half=15), dice=[3]) as t:
        t.empire("attack 4411")
        t.barbarian("stand")
        assert t.events("battle")[0].values["table"] == "assault"


def test_the_more_expensive_table_is_barred_with_its_price() -> None:
    """§17.11(4) §17.61 A marker in the hand makes it a question all the same."""
    w = army("guard_field_army*2", "ostrogoths_warband*3", half=15, hands={"empire": ["agent"]})
    with table(w, dice=[3]) as t:
        t.empire("attack 4411")
        t.barbarian("stand")
        t.refused("empire", "choose manoeuvre", "17.61", more="4", left="3½")
        t.empire("choose assault")


def test_only_the_army_attacks_and_all_in_the_hex_defend() -> None:
    """§17.24 §17.3"""
    w = army("guard_field_army*2 guard_garrison", "ostrogoths_warband*2 vitiges")
    assert w.army is not None
    w.army.units = ["guard_field_army_1", "guard_field_army_2"]
    with table(w, dice=[5]) as t:
        t.empire("assault 4411")
        assert t.w.battle is not None
        assert t.w.battle.attackers == ["guard_field_army_1", "guard_field_army_2"]
        assert t.w.battle.defenders == ["ostrogoths_warband_1", "ostrogoths_warband_2", "vitiges"]
        t.barbarian("stand")
        assert t.events("odds")[0].values["attack"] == 10


def test_one_hex_beside_the_army() -> None:
    """§17.2 §17.22 §17.26 §17.27 One army, one hex."""
    w = army("guard_field_army*2", "ostrogoths_warband", elsewhere={"4409": "vandals_warband"})
    with table(w) as t:
        assert t.lines("empire", "assault ") == ["assault 4409", "assault 4411"]
        t.refused("empire", "assault 4412", kind="not_understood")


def test_nobody_must_attack_and_only_the_army_that_acts_may() -> None:
    """§17.0 §17.21 §17.23"""
    with table(army("guard_field_army*2", "ostrogoths_warband*3")) as t:
        t.refused("barbarian", "attack 4410", kind="not_now")
        t.empire("end")
        t.refused("empire", "attack 4411", "14.1")


def test_there_is_no_way_back() -> None:
    """§17.12 Only the defender may avoid the battle."""
    with table(army("guard_garrison", "ostrogoths_warband*3"), dice=[1], draws=["agent", "market"]) as t:
        t.empire("assault 4411")
        t.refused("empire", "end", kind="not_now")
        t.barbarian("stand")
        assert t.w.army is None


def test_the_lines_are_told_before_the_defender_decides() -> None:
    """§17.4 §22.0 Both, to everybody; in either language."""
    with table(army("guard_field_army belisarius", "ostrogoths_warband*2 vitiges")) as t:
        t.empire("attack 4411")
        [said] = [line for line in t.said() if "attacked" in line]
        assert all(
            name in said for name in ("Belisarius", "Guard field army", "Vitiges", "2 Ostrogothic war bands")
        )
        assert all("{" not in line for line in t.said(None, "ja"))


# -- §4.41(4) neutrals ---------------------------------------------------------------------------


def test_an_attack_on_neutrals_makes_them_the_enemys() -> None:
    """§4.41(4) At the declaration: the enemy decides for them, and gets the whole province."""
    with table(army("guard_field_army*2", "franks_warband*3"), dice=[3]) as t:
        t.empire("assault 4411")
        assert t.w.control["franks"] == "barbarian"
        assert t.asked == ["barbarian"]
        t.barbarian("stand")


def test_a_barbarian_attack_on_neutrals_makes_them_the_empires() -> None:
    """§4.41(4)"""
    w = army("ostrogoths_warband*3", "franks_warband*3", attacker="barbarian")
    with table(w, dice=[3]) as t:
        t.barbarian("assault 4411")
        assert t.w.control["franks"] == "empire"
        assert t.asked == ["empire"]
        t.empire("stand")


# -- §17.28 §19.6 land and sea -------------------------------------------------------------------


def test_land_units_do_not_attack_over_open_water() -> None:
    """§17.28 From Heraclea to the Asian shore there is sea; over the Bosporus one may."""
    with table(army("guard_field_army", "ostrogoths_warband", origin="3535", place="3436")) as t:
        t.refused("empire", "attack 3436", "16.32")
    with table(army("guard_field_army", "ostrogoths_warband", origin="3536", place="3537")) as t:
        t.empire("attack 3537")


def test_a_fleet_at_sea_is_no_target_for_land_units() -> None:
    """§17.28 §19.62 Though it may attack them; on the coast it is one."""
    at_sea = army("guard_field_army", "ostrogoths_fleet", origin="2241", place="2341")
    with table(at_sea) as t:
        t.refused("empire", "attack 2341", "16.32", place="2341")
    with table(army("guard_field_army", "ostrogoths_fleet", origin="2241", place="2242")) as t:
        t.empire("attack 2242")


def test_fleets_do_not_attack_over_land() -> None:
    """§17.28 §19.61"""
    w = army("guard_fleet", "ostrogoths_warband", origin="2241", place="2141", naval=True)
    with table(w) as t:
        t.refused("empire", "attack 2141", "16.33")


def test_fleets_fight_fleets_and_leaders_count_aboard() -> None:
    """§19.61 §19.63 §19.8 A battle on the open sea; units aboard fight, and Belisarius trebles all."""
    w = army(
        "guard_fleet guard_field_army belisarius",
        "ostrogoths_fleet",
        origin="2341",
        place="2441",
        naval=True,
        aboard="guard_field_army belisarius",
    )
    with table(w, dice=[6], draws=["agent", "market"]) as t:
        t.empire("assault 2441")
        t.barbarian("stand")
        [odds] = t.events("odds")
        assert (odds.values["attack_total"], odds.values["defence_total"]) == (33, 3)
        assert places(t.w) == {"2341": ["belisarius", "guard_field_army_1", "guard_fleet_1"]}


def test_nobody_fights_out_of_an_off_map_area() -> None:
    """§17.22 §18.211 ruling BE-G11: it is no hex beside another."""
    w = army(
        "guard_garrison", "franks_garrison", origin="4511", place="4610", control={"franks": "barbarian"}
    )
    w.at["franks_warband_1"] = "franks_area"
    with table(w) as t:
        assert t.lines("empire", "attack ") == ["attack 4610"]
    w = army("franks_warband", "guard_garrison", origin="franks_area", place="4610", attacker="barbarian")
    w.control["franks"] = "barbarian"
    with table(w) as t:
        t.refused("barbarian", "attack 4610", "17.22")


def test_the_army_goes_on_after_a_combat() -> None:
    """§17.25 §17.93 It stays where it is, and attacks again as long as its points last."""
    with table(
        army("guard_field_army*2", "ostrogoths_warband*3"), dice=[3, 6], draws=["agent", "market"]
    ) as t:
        t.empire("manoeuvre 4411")
        t.barbarian("stand", "retreat 4312")
        assert places(t.w)["4410"] == ["guard_field_army_1", "guard_field_army_2"]
        t.empire("march 4411")
        t.empire("assault 4312")
        t.barbarian("stand")
        assert t.events("battle")[0].values["how"] == "DZ"


def test_a_combat_in_progress_is_in_the_world() -> None:
    """§17.11 What the map shows: who fights whom, the CRT, the markers played."""
    w = combat("guard_field_army*2", "ostrogoths_warband*2 ostrogoths_garrison*3", table="assault")
    with table(w, dice=[4]) as t:
        t.barbarian("stand")
        assert t.w.battle is not None
        assert (t.w.battle.table, t.w.battle.odds, t.w.battle.result) == ("assault", "1/1", "DD")
        assert t.asked == ["barbarian"]


def test_an_attack_on_neutrals_says_what_it_means() -> None:
    """§4.41(4) The question and each line say to whom the province goes."""
    w = army("guard_field_army*2", "franks_warband", control={"franks": "neutral"})
    with table(w) as t:
        assert t.w.control["franks"] == "neutral"
        [line] = [line for line in t.completions("empire", "attack ") if line.bar is None]
        assert line.note is not None
        assert fill(line.note, "en", ENGLISH.lexicon.label) == "neutral: Franks would join Barbarian"
        attack = t.choice("empire").items()["attack"]  # type: ignore[attr-defined]
        assert "joins Barbarian (§4.41): hex 4411 in Franks" in fill(
            attack.prompt, "en", ENGLISH.lexicon.label
        )
