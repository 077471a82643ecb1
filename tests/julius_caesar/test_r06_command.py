"""§6.0 to §6.3 and §7.3: group moves, attacks, pinned blocks, reinforcements, ships, transport by sea."""

from __future__ import annotations

import pytest

from adjudicator.core import Menu
from adjudicator.core.language.words import words
from adjudicator.julius_caesar.rules import r04_board as r04
from adjudicator.julius_caesar.world import blocks_at

from .helpers import Blocks, contest, table, world

LEGIONS = [f"c_legio_{n}" for n in (7, 8, 9, 10, 11)]


# -- §6.0 §6.1 groups --------------------------------------------------------------------------


def test_first_player_commands_then_the_second() -> None:
    """§6.0 Movement and levy of the first player, then of the second."""
    with table(world({"genua": "c_caesar", "utica": "p_legio_39"}), cards=("1/2", "3/1")) as t:
        orders = []
        while t.w.phase in ("movement", "levy"):
            orders.append((t.w.acting, t.w.phase))
            t.order(t.w.acting, "end")
        assert orders == [
            ("pompey", "movement"), ("pompey", "levy"), ("caesar", "movement"), ("caesar", "levy"),
        ]  # fmt: skip


def test_a_point_pays_for_a_place_and_its_blocks_go_where_they_like() -> None:
    """§6.1 ruling JC-M1 One point opens Genua; its blocks part, also after another group has moved."""
    w = world({"genua": ["c_caesar", "c_legio_8", "c_legio_12"], "narbo": "c_legio_7"})
    with table(w, cards=("2/1", "1/2")) as t:
        t.caesar("move Genua-Roma: Caesar", "move Narbo-Tarraco: LEG 7", "move Genua-Ravenna: LEG 8")
        assert (t.w.points, t.w.activated) == (0, ["genua", "narbo"])
        asked = t.choice("caesar")
        assert isinstance(asked, Menu) and asked.note is not None
        assert asked.note("move") == words("costs nothing from {places}, which is paid for", places=["genua"])
        t.caesar("move Genua-Massilia: LEG 12")


def test_without_a_point_no_other_place_is_opened() -> None:
    """§6.1 ruling JC-M1 A second place would cost a second point."""
    w = world({"genua": ["c_caesar", "c_legio_8"], "narbo": "c_legio_7"})
    with table(w, cards=("1/3", "1/2")) as t:
        t.caesar("move Genua-Roma: Caesar")
        t.refused("caesar", "move Narbo-Tarraco: LEG 7", "6.1")
        t.caesar("move Genua-Roma: LEG 8")
        t.refused("caesar", "move Narbo-Tarraco: LEG 7", "6.1")


def test_a_group_moves_one_or_two_places() -> None:
    """§6.1 Massilia-Genua-Roma are two; a third is too many."""
    with table(world({"massilia": "c_caesar"}), cards=("3/1", "1/2")) as t:
        t.refused("caesar", "move Massilia-Genua-Roma-Neapolis: Caesar", "6.1", place="roma")
        t.caesar("move Massilia-Genua-Roma: Caesar")
        assert (t.w.at["c_caesar"], t.w.passed) == ("roma", {"genua/massilia": 1, "genua/roma": 1})


def test_a_block_moves_once_a_turn() -> None:
    """§6.1 Who has moved lies down until the next turn, and all see it."""
    with table(world({"genua": ["c_caesar", "c_legio_8"]}), cards=("3/1", "1/2")) as t:
        t.caesar("move Genua-Roma: Caesar")
        t.refused("caesar", "move Roma-Neapolis: Caesar", "6.1", place="roma")
        assert t.view("pompey").places["roma"].moved["caesar"] == {"tan": 1}
        assert [(b.id, b.moved) for b in t.view("caesar").places["roma"].blocks] == [("c_caesar", 1)]
        t.caesar("end", "end")
        assert t.view("pompey").places["roma"].moved["caesar"] == {"tan": 1}


def test_a_group_does_not_come_back() -> None:
    """§6.1 ruling JC-M2 Genua-Roma-Genua is no move."""
    with table(world({"genua": "c_caesar"}), cards=("3/1", "1/2")) as t:
        t.refused("caesar", "move Genua-Roma-Genua: Caesar", "6.1")


def test_blocks_stop_where_the_enemy_is() -> None:
    """§6.1 ruling JC-M2 Nobody passes through a hostile or a contested place."""
    w = world({"genua": ["c_caesar", "c_legio_8"], "roma": "p_legio_1"})
    with table(w, cards=("3/1", "1/2")) as t:
        t.refused("caesar", "move Genua-Roma-Neapolis: Caesar", "6.1", place="roma")
        t.caesar("move Genua-Roma: LEG 8")
        t.refused("caesar", "move Genua-Roma-Neapolis: Caesar", "6.1", place="roma")


def test_blocks_pass_and_stop_among_friends() -> None:
    """§6.1 ruling JC-W1 After two places a block may stop beside its own."""
    there = {"massilia": "c_caesar", "genua": "c_legio_8", "roma": "c_legio_12"}
    with table(world(there), cards=("3/1", "1/2")) as t:
        t.caesar("move Massilia-Genua-Roma: Caesar")
    with table(world(there, no_stop_with_friends="on"), cards=("3/1", "1/2")) as t:
        t.refused("caesar", "move Massilia-Genua-Roma: Caesar", "6.1", place="roma")
        t.caesar("move Massilia-Genua: Caesar")


def test_any_number_may_stand_together() -> None:
    """§6.15 No limit before winter."""
    w = world({"genua": LEGIONS, "roma": [f"c_legio_{n}" for n in (12, 13, 14)]})
    with table(w, cards=("3/1", "1/2")) as t:
        t.caesar("move Genua-Roma: LEG 7, LEG 8, LEG 9, LEG 10")
        assert len(blocks_at(t.w, "roma")) == 7


# -- §6.11 limits ------------------------------------------------------------------------------


def test_the_worked_example_of_the_limits() -> None:
    """§6.11 §4.31 Four blocks from Genua to Roma, one or two from Ravenna to Roma."""
    w = world({"genua": LEGIONS, "ravenna": ["c_caesar", "c_antonius", "c_ballista"]})
    with table(w, cards=("3/1", "1/2")) as t:
        t.refused("caesar", "move Genua-Roma: all", "6.11", n=5, most=4)
        t.caesar("move Genua-Roma: LEG 7, LEG 8, LEG 9, LEG 10")
        t.refused("caesar", "move Ravenna-Roma: all", "6.11", n=3, most=2)
        t.caesar("move Ravenna-Roma: Caesar, Antonius")


def test_limits_count_both_directions_and_both_steps() -> None:
    """§6.11 ruling JC-M3 Two from Roma to Ravenna leave no room from Ravenna to Roma or beyond."""
    w = world({"roma": ["c_caesar", "c_legio_8"], "asculum": "c_legio_7", "ravenna": "c_legio_13"})
    with table(w, cards=("3/1", "1/2")) as t:
        t.caesar("move Roma-Ravenna: all")
        t.refused("caesar", "move Ravenna-Roma: LEG 13", "6.11", a="ravenna", b="roma")
        t.refused("caesar", "move Asculum-Ravenna-Roma: LEG 7", "6.11", a="ravenna", b="roma")


def test_each_side_has_its_own_limits() -> None:
    """§6.11 ruling JC-M3 What Caesar has sent over a road does not count for Pompey."""
    w = world({"ravenna": ["c_caesar", "c_legio_13"], "roma": ["p_pompey", "p_legio_1", "p_legio_3"]})
    with table(w, cards=("3/1", "1/2")) as t:
        t.caesar("move Ravenna-Roma: all", "end", "end")
        assert t.w.passed == {}
        t.pompey("move Roma-Ravenna: LEG 1")
        assert t.w.passed == {"ravenna/roma": 1}


# -- §6.12 attacks -----------------------------------------------------------------------------


def test_attacks_come_from_beside_the_place_alone() -> None:
    """§6.12 Two places away is too far; the side that enters is the attacker."""
    w = world({"massilia": "c_caesar", "genua": "c_legio_8", "roma": "p_legio_1"})
    with table(w, cards=("3/1", "1/2")) as t:
        t.refused("caesar", "move Massilia-Genua-Roma: Caesar", "6.12", place="roma")
        t.caesar("move Genua-Roma: LEG 8")
        assert (t.w.attackers, t.w.main) == ({"roma": "caesar"}, {"roma": "genua"})
        t.refused("caesar", "move Massilia-Genua-Roma: Caesar", "6.12", place="roma")


def test_an_attack_by_two_roads_costs_two_points() -> None:
    """§6.12 §7.3 ruling JC-M6 Each place it comes from costs its point, and one road is the main attack."""
    w = world({"genua": "c_caesar", "ravenna": ["c_legio_13", "c_legio_14"], "roma": "p_legio_1"})
    with table(w, cards=("2/1", "1/2")) as t:
        t.caesar("move Ravenna-Roma: all", "move Genua-Roma: Caesar")
        assert t.w.points == 0
        t.caesar("end")
        assert t.lines("caesar") == ["main Ravenna", "main Genua"]
        t.caesar("main Genua", "end")
        t.pompey("end", "end")
        assert t.w.battle is not None
        assert t.w.battle.reserves == ["c_legio_13", "c_legio_14"]


def test_one_way_in_is_the_main_attack_without_a_question() -> None:
    """§7.3 ruling JC-M6 Nothing is asked where there is nothing to choose."""
    w = world({"genua": ["c_caesar", "c_legio_8"], "roma": "p_legio_1"})
    with table(w, cards=("2/1", "1/2")) as t:
        t.caesar("move Genua-Roma: Caesar", "move Genua-Roma: LEG 8", "end")
        assert t.w.phase == "levy"
        t.caesar("end")
        t.pompey("end", "end")
        assert t.w.battle is not None and t.w.battle.reserves == []


# -- §6.13 pinned blocks -----------------------------------------------------------------------

FIVE = ["p_pompey", "p_legio_1", "p_legio_2", "p_legio_3", "p_legio_4"]
ROMA = {"genua": LEGIONS[:4], "ravenna": ["c_legio_13", "c_legio_14"], "roma": FIVE}


def test_the_worked_example_of_pinned_blocks() -> None:
    """§6.13 ruling JC-M7 Four from Genua pin four of five at Roma; the reserve from Ravenna pins nobody."""
    with table(world(ROMA), cards=("2/1", "1/2")) as t:
        t.caesar("move Genua-Roma: all", "move Ravenna-Roma: all", "end", "main Genua", "end")
        t.refused("pompey", "move Roma-Neapolis: LEG 1, LEG 2", "6.13", n=2, most=1)
        t.pompey("move Roma-Neapolis: Pompey")
        t.refused("pompey", "move Roma-Neapolis: LEG 1", "6.13", place="roma")


def test_the_main_attack_decides_how_many_are_pinned() -> None:
    """§6.13 ruling JC-M6 Were Ravenna the main attack, three could go."""
    with table(world(ROMA), cards=("2/1", "1/2")) as t:
        t.caesar("move Genua-Roma: all", "move Ravenna-Roma: all", "end", "main Ravenna", "end")
        t.refused("pompey", "move Roma-Neapolis: LEG 1, LEG 2, LEG 3, LEG 4", "6.13", n=4, most=3)
        t.pompey("move Roma-Neapolis: LEG 1, LEG 2, LEG 3")


def test_free_blocks_move_as_any_group() -> None:
    """§6.13 ruling JC-W2 They go two places and attack, also over the road the enemy came by."""
    with table(world({"genua": ["c_legio_8", "c_legio_7"], "roma": FIVE[:3]}), cards=("2/1", "1/2")) as t:
        t.caesar("move Genua-Roma: LEG 8", "end", "end")
        t.pompey("move Roma-Genua: LEG 1")


def test_without_the_option_free_blocks_do_not_move_the_enemys_way() -> None:
    """§6.13 ruling JC-W2 Option `open_roads` off."""
    places: dict[str, Blocks] = {"genua": ["c_legio_8", "c_legio_7"], "roma": FIVE[:3]}
    w = world({**places, "neapolis": "c_legio_12"}, open_roads="off")
    with table(w, cards=("2/1", "1/2")) as t:
        t.caesar("move Genua-Roma: LEG 8", "end", "end")
        t.refused("pompey", "move Roma-Genua: LEG 1", "6.13", place="roma")
        t.pompey("move Roma-Asculum-Ravenna: LEG 1", "move Roma-Neapolis: Pompey")
        assert t.w.attackers == {"roma": "caesar", "neapolis": "pompey"}


def test_ships_and_land_blocks_count_alike() -> None:
    """§6.13 ruling JC-M7 A ship in the port may stay for a legion that leaves."""
    w = world({"genua": "c_legio_8", "roma": ["p_legio_1", "p_navis_1"]})
    with table(w, cards=("2/1", "1/2")) as t:
        t.caesar("move Genua-Roma: LEG 8", "end", "end")
        t.pompey("move Roma-Neapolis: LEG 1")
        t.refused("pompey", "move Roma-Mare Tyrrhenum: NAV 1", "6.13", place="roma")


def test_reinforcements_do_not_free_those_who_are_pinned() -> None:
    """§6.13 §6.14 ruling JC-M7 A reserve that came this turn does not count as standing."""
    w = world({"genua": "c_legio_8", "roma": "p_legio_1", "neapolis": "p_legio_3"})
    with table(w, cards=("2/1", "2/2")) as t:
        t.caesar("move Genua-Roma: LEG 8", "end", "end")
        t.pompey("move Neapolis-Roma: LEG 3")
        t.refused("pompey", "move Roma-Ravenna: LEG 1", "6.13", place="roma")


# -- §6.14 reinforcements ----------------------------------------------------------------------


def test_reinforcements_come_from_beside_and_are_reserves() -> None:
    """§6.14 §7.3 ruling JC-M8 From the next place only, by any way, and always as a reserve."""
    w = world({
        "genua": "c_legio_8", "roma": "p_legio_1", "neapolis": "p_legio_3", "brundisium": "p_legio_2",
        "mare_tyrrhenum": "p_navis_1",
    })  # fmt: skip
    with table(w, cards=("4/1", "3/1")) as t:
        t.caesar("move Genua-Roma: LEG 8", "end", "end")
        t.refused("pompey", "move Brundisium-Neapolis-Roma: LEG 2", "6.14", place="roma")
        t.pompey("move Neapolis-Roma: LEG 3")
        assert t.told[0].values["how"] == "reinforce"
        t.pompey("move Mare Tyrrhenum-Roma: NAV 1", "end", "end")
        assert t.w.battle is not None and t.w.battle.attacker == "caesar"
        assert t.w.battle.reserves == ["p_legio_3", "p_navis_1"]


def test_the_limits_hold_for_reinforcements() -> None:
    """§6.14 §4.32 ruling JC-M4 One over a strait into the battle."""
    w = world({"neapolis": "c_legio_8", "rhegium": "p_legio_1", "messana": ["p_legio_2", "p_legio_3"]})
    with table(w, cards=("4/1", "3/1")) as t:
        t.caesar("move Neapolis-Rhegium: LEG 8", "end", "end")
        t.refused("pompey", "move Messana-Rhegium: all", "6.11", n=2, most=1)
        t.pompey("move Messana-Rhegium: LEG 2")


def test_nobody_reinforces_by_transport() -> None:
    """§6.14 §6.3 ruling JC-M8 Transport ends in friendly or vacant ports."""
    w = world({
        "genua": "c_legio_8", "roma": "p_legio_1", "mare_tyrrhenum": "p_navis_1", "utica": "p_legio_39",
    })  # fmt: skip
    with table(w, cards=("4/1", "3/1")) as t:
        t.caesar("move Genua-Roma: LEG 8", "end", "end")
        t.refused("pompey", "sail Utica-Roma: LEG 39", "6.3", place="roma")


# -- §6.2 ships --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "end"),
    [
        ("Genua-Mare Tyrrhenum-Mare Internum", "mare_internum"),
        ("Genua-Mare Tyrrhenum-Roma", "roma"),
        ("Genua-Mare Hispanum", "mare_hispanum"),
    ],
)
def test_ships_go_from_port_to_sea_and_on(way: str, end: str) -> None:
    """§6.2 ruling JC-M5 Port, sea, and then a sea or a port."""
    with table(world({"genua": ["c_navis_1", "c_caesar"]}), cards=("2/1", "1/2")) as t:
        t.caesar(f"move {way}: NAV 1")
        assert t.w.at["c_navis_1"] == end
        assert t.w.passed == {}


def test_ships_never_go_from_port_to_port() -> None:
    """§6.2 §4.41 ruling JC-M5 Not even along a coast: a sea lies between."""
    with table(world({"genua": "c_navis_1"}), cards=("2/1", "1/2")) as t:
        t.refused("caesar", "move Genua-Roma: NAV 1", "6.2", block="c_navis_1")


def test_a_port_leaves_by_two_ways_in_one_activation() -> None:
    """§6.2 §6.1 The ships of a group go to sea, its land blocks by road, for one point."""
    with table(world({"genua": ["c_navis_1", "c_caesar"]}), cards=("1/3", "1/2")) as t:
        t.caesar("move Genua-Mare Tyrrhenum: NAV 1", "move Genua-Roma: Caesar")
        assert t.w.activated == ["genua"]


def test_ships_attack_from_beside_the_place_alone() -> None:
    """§6.2 §6.12 §7.8 From the port into the sea, or from the sea into the port; not after two steps."""
    w = world({"genua": ["c_navis_1", "c_navis_2"], "mare_tyrrhenum": "p_navis_1", "roma": "p_legio_1"})
    with table(w, cards=("2/1", "1/2")) as t:
        t.refused("caesar", "move Genua-Mare Tyrrhenum-Roma: NAV 1", "6.1", place="mare_tyrrhenum")
        t.caesar("move Genua-Mare Tyrrhenum: NAV 1, NAV 2")
        assert t.w.attackers == {"mare_tyrrhenum": "caesar"}
    w = world({"genua": "c_navis_1", "mare_internum": "p_navis_1", "roma": "p_legio_1"})
    with table(w, cards=("2/1", "1/2")) as t:
        t.refused("caesar", "move Genua-Mare Tyrrhenum-Roma: NAV 1", "6.12", place="roma")
        t.refused("caesar", "move Genua-Mare Tyrrhenum-Mare Internum: NAV 1", "6.12", place="mare_internum")


def test_no_limit_at_sea() -> None:
    """§6.2 ruling JC-M5 Five ships pass one border."""
    ships = [f"c_navis_{n}" for n in range(1, 6)]
    with table(world({"genua": ships}), cards=("2/1", "1/2")) as t:
        t.caesar("move Genua-Mare Tyrrhenum: all")
        assert blocks_at(t.w, "mare_tyrrhenum") == ships


def test_ships_and_land_blocks_together_name_a_main_attack() -> None:
    """§6.2 §7.3 ruling JC-M6 The attacker says which of the two is the main force."""
    places: dict[str, Blocks] = {"genua": "c_caesar", "mare_tyrrhenum": "c_navis_1"}
    w = world({**places, "roma": ["p_legio_1", "p_legio_3"]}, open_roads="off")
    with table(w, cards=("2/1", "1/2")) as t:
        t.caesar("move Genua-Roma: Caesar", "move Mare Tyrrhenum-Roma: NAV 1", "end")
        assert t.asked == ["caesar"]
        t.caesar("main Mare Tyrrhenum")
        assert t.w.main == {"roma": "mare_tyrrhenum"}
        t.caesar("end")
        t.refused("pompey", "move Roma-Genua: LEG 1", "6.13", place="roma")


# -- §6.3 transport by sea ---------------------------------------------------------------------

AT_SEA = {
    "utica": ["p_legio_39", "p_elephant", "p_legio_2"],
    "mare_internum": ["p_navis_1", "p_navis_2"],
    "mare_tyrrhenum": "p_navis_3",
}


def test_blocks_are_carried_over_friendly_seas() -> None:
    """§6.3 ruling JC-M9 A point a block, however many seas, to a friendly or vacant port."""
    with table(world(AT_SEA), cards=("1/2", "3/1")) as t:
        t.pompey("sail Utica-Mare Tyrrhenum-Mare Internum-Creta: LEG 39, LEG 2")
        assert (t.w.points, t.w.at["p_legio_39"], t.w.crossed) == (
            1,
            "creta",
            ["mare_tyrrhenum", "mare_internum"],
        )
        t.refused("pompey", "move Creta-Mare Internum: LEG 39", "6.1", place="creta")
        assert "p_legio_2" in t.w.moved and "p_elephant" not in t.w.moved


def test_a_point_for_each_block() -> None:
    """§6.3 ruling JC-M9 Three blocks cost three points."""
    with table(world(AT_SEA), cards=("1/2", "2/1")) as t:
        t.refused("pompey", "sail Utica-Mare Internum-Creta: all", "6.3", n=3, most=2)
        t.pompey("sail Utica-Mare Internum-Creta: LEG 39, Elephant")
        t.refused("pompey", "sail Utica-Mare Internum-Creta: LEG 2", "6.3")


def test_transport_comes_before_all_other_moves() -> None:
    """§6.3 After the first group move nobody is carried any more."""
    with table(world(AT_SEA), cards=("1/2", "3/1")) as t:
        t.pompey("sail Utica-Syracusae: LEG 39", "move Utica-Tacape: LEG 2")
        t.refused("pompey", "sail Utica-Syracusae: Elephant", "6.3")


def test_a_sea_must_be_friendly_beforehand() -> None:
    """§6.3 Vacant, hostile and contested seas are not crossed; ports of the enemy are not entered."""
    w = world({**AT_SEA, "mare_hispanum": "c_navis_1", "syracusae": "c_legio_8"})
    with table(w, cards=("1/2", "3/1")) as t:
        t.refused("pompey", "sail Utica-Mare Hispanum-Narbo: LEG 39", "6.3", sea="mare_hispanum")
        t.refused(
            "pompey",
            "sail Utica-Mare Internum-Mare Hadriaticum-Salona: LEG 39",
            "6.3",
            sea="mare_hadriaticum",
        )
        t.refused("pompey", "sail Utica-Salona: LEG 39", "6.3", start="utica", port="salona")
        t.refused("pompey", "sail Utica-Mare Internum-Syracusae: LEG 39", "6.3", place="syracusae")


def test_nobody_stays_at_sea() -> None:
    """§6.3 ruling JC-M9 A passage ends in a port."""
    with table(world(AT_SEA), cards=("1/2", "3/1")) as t:
        t.refused("pompey", "sail Utica-Mare Internum: LEG 39", "6.3")


def test_a_passage_is_named_by_its_end() -> None:
    """§6.3 ruling JC-M11 Left out, the seas are the fewest, and among those the first by name."""
    with table(world(AT_SEA), cards=("1/2", "3/1")) as t:
        t.pompey("sail Utica-Creta: LEG 39")
        assert t.told[0].values["way"] == ["utica", "mare_internum", "creta"]
        t.pompey("sail Utica-Messana: LEG 2")
        assert t.told[0].values["way"] == ["utica", "mare_internum", "messana"]
        t.pompey("sail Utica-Mare Tyrrhenum-Messana: Elephant")
        assert t.told[0].values["way"] == ["utica", "mare_tyrrhenum", "messana"]


def test_a_sea_that_leads_nowhere_is_not_entered() -> None:
    """§6.3 ruling JC-M11 Only passages that come to a port are offered."""
    ports = {p: f"c_legio_{n}" for p, n in (("sinope", 7), ("byzantium", 8))}
    w = world({"nicomedia": "p_legio_39", "propontis": "p_navis_1", "pontus_euxinus": "p_navis_2", **ports})
    with table(w, cards=("1/2", "3/1")) as t:
        t.refused("pompey", "sail Nicomedia-Propontis-Byzantium: LEG 39", "6.3")
        assert "sail" not in t.lines("pompey")


def test_a_ship_stays_in_every_sea_that_was_crossed() -> None:
    """§6.3 ruling JC-M10 Any one of them; in a sea that was not crossed none need stay."""
    with table(world(AT_SEA), cards=("1/2", "4/1")) as t:
        t.pompey("sail Utica-Mare Internum-Creta: LEG 39")
        t.refused("pompey", "move Mare Internum-Mare Hadriaticum: all", "6.3", n=2, most=1)
        t.pompey("move Mare Internum-Mare Hadriaticum: NAV 1")
        t.refused("pompey", "move Mare Internum-Mare Hadriaticum: NAV 2", "6.3", sea="mare_internum")
        t.pompey("move Mare Tyrrhenum-Roma: NAV 3")
        t.refused("pompey", "move Mare Internum-Mare Tyrrhenum: NAV 2", "6.3", sea="mare_internum")


def test_ships_are_not_carried() -> None:
    """§6.3 Only land blocks are; a ship moves by itself."""
    with table(world({"utica": "p_navis_1", "mare_internum": "p_navis_2"}), cards=("1/2", "3/1")) as t:
        t.refused("pompey", "sail Utica-Creta: NAV 1", "6.3")
    with table(world({**AT_SEA, "utica": ["p_navis_4", "p_legio_39"]}), cards=("1/2", "3/1")) as t:
        t.refused("pompey", "sail Utica-Creta: NAV 4", "6.3", block="p_navis_4")


def test_free_blocks_leave_a_contested_port_by_sea() -> None:
    """§6.3 §6.13 ruling JC-M12 Not those who are pinned; the enemy's way in does not matter."""
    w = world({
        "rhegium": "c_legio_8", "neapolis": ["p_legio_1", "p_legio_3"], "mare_tyrrhenum": "p_navis_1",
    })  # fmt: skip
    with table(w, cards=("4/1", "3/1")) as t:
        t.caesar("move Rhegium-Neapolis: LEG 8", "end", "end")
        t.refused("pompey", "sail Neapolis-Roma: all", "6.13", n=2, most=1)
        t.pompey("sail Neapolis-Roma: LEG 1")
        t.refused("pompey", "sail Neapolis-Roma: LEG 3", "6.3")


def test_carried_blocks_go_no_further_and_the_port_still_costs_its_point() -> None:
    """§6.3 §6.1 ruling JC-M9 No block moves by sea and by land in one phase."""
    with table(world(AT_SEA), cards=("1/2", "2/1")) as t:
        t.pompey("sail Utica-Roma: LEG 39")
        t.refused("pompey", "move Roma-Genua: LEG 39", "6.1", place="roma")
        t.pompey("move Utica-Tacape: LEG 2")
        assert t.w.points == 0


# -- reach -------------------------------------------------------------------------------------


def test_reach_says_where_a_block_may_go_and_why_not() -> None:
    """§6.1 §6.12 §6.3 Move, attack and transport, with the cost and what bars the rest."""
    w = world({"genua": ["c_caesar", "c_navis_1"], "roma": "p_legio_1", "mare_tyrrhenum": "c_navis_2"})
    with table(w, cards=("3/1", "1/2")) as t:
        found = {(r.to, r.how): r for r in t.choice("caesar").reach("c_caesar")}
        assert found["roma", "attack"].bar is None
        assert found["asculum", "move"].path == ("ravenna", "asculum")
        assert (found["neapolis", "by_sea"].cost, found["neapolis", "by_sea"].bar) == (1, None)
        ship = {r.to: r for r in t.choice("caesar").reach("c_navis_1")}
        assert ship["mare_internum"].path == ("mare_tyrrhenum", "mare_internum")
        assert ship["roma"].bar is not None and ship["roma"].bar.rule == "6.12"
        assert not t.choice("caesar").reach("p_legio_1")
        t.caesar("move Genua-Ravenna: Caesar")
        bars = {r.bar.rule for r in t.choice("caesar").reach("c_caesar") if r.bar}
        assert bars == {"6.1"}


def test_reach_gives_every_way_and_its_kind() -> None:
    """§6.1 §6.11 §card/mercury Ways to one place differ in their roads, and in where an attack comes from."""
    w = world({"genua": "c_legio_7", "asculum": "p_legio_1"})
    with table(w, cards=("mercury", "1/2")) as t:
        found = {(r.path, r.how, r.by) for r in t.choice("caesar").reach("c_legio_7") if r.to == "asculum"}
        assert found == {(("ravenna", "asculum"), "attack", "road"), (("roma", "asculum"), "attack", "road")}


def test_mercury_reinforces_from_beside_the_battle_only() -> None:
    """§6.14 Also where Caesar goes first whatever was played (ruling JC-T8) and Mercury is second."""
    w = contest(
        world({"roma": ["c_legio_8", "p_legio_1"], "rhegium": "p_legio_3", "neapolis": "p_legio_2"}),
        "roma",
        "caesar",
        {"genua": "c_legio_8"},
    )
    w.phase, w.acting, w.points = "movement", "pompey", 2
    w.cards = {"caesar": "command_2_1", "pompey": "mercury"}
    with table(w) as t:
        order = "move Rhegium-Neapolis-Roma: LEG 3"
        said = t.refused("pompey", order, "6.14", place="roma")
        assert said == "Roma is contested: only adjacent blocks may reinforce it"
        t.pompey("move Neapolis-Roma: LEG 2")


def test_reach_names_reinforcements() -> None:
    """§6.14 Into a battle that the enemy has brought about."""
    w = contest(
        world({"roma": ["c_legio_8", "p_legio_1"], "neapolis": "p_legio_3"}),
        "roma",
        "caesar",
        {"genua": "c_legio_8"},
    )
    w.phase, w.acting, w.points, w.cards = (
        "movement",
        "pompey",
        1,
        {"caesar": "command_2_1", "pompey": "command_1_2"},
    )
    with table(w) as t:
        assert ("roma", "reinforce") in {(r.to, r.how) for r in t.choice("pompey").reach("p_legio_3")}
        assert r04.holder(t.w, "roma") == "contested"
