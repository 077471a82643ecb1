"""The seven event cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from adjudicator.julius_caesar.world import Battle, side_of

from .helpers import Blocks, Umpired, table, world

# -- Apollo ------------------------------------------------------------------------------------


def test_apollo_is_not_played_in_the_first_turn_of_a_year() -> None:
    """§card/apollo There is no card before it; ruling JC-T2: it may be discarded."""
    w = world({"genua": "c_caesar"}, turn=1, hands={"caesar": ["Apollo"]})
    with table(w) as t:
        t.refused("caesar", "play Apollo", "card/apollo")
        assert "play Apollo" not in t.lines("caesar")
        assert [c.bar.rule for c in t.completions("caesar") if c.bar] == ["card/apollo"]


def test_apollo_copies_the_enemys_last_command() -> None:
    """§card/apollo ruling JC-T5 It is then a command card: movement decides, and it gives levies."""
    w = world({"genua": "c_caesar"}, last={"caesar": "2/1", "pompey": "3/2"})
    with table(w, cards=("Apollo", "4/1")) as t:
        assert (t.w.first, t.w.cards["caesar"]) == ("pompey", "command_3_2")
    w = world({"genua": "c_caesar"}, last={"caesar": "2/1", "pompey": "3/2"})
    with table(w, cards=("Apollo", "3/1")) as t:
        assert (t.w.first, t.w.points, t.w.levies) == ("caesar", 3, 2)


def test_apollo_copies_the_enemys_last_event_exactly() -> None:
    """§card/apollo A copied Mars is Mars: first, one group, surprise."""
    w = world({"genua": "c_legio_8", "roma": "p_legio_1"}, last={"caesar": "2/1", "pompey": "Mars"})
    with table(w, cards=("Apollo", "4/1")) as t:
        assert (t.w.first, t.w.points, t.w.levies) == ("caesar", 1, 0)
        t.caesar("move Genua-Roma: LEG 8; end")
        assert t.w.surprise == ["roma"]
        assert t.w.played["caesar"] == "apollo"


def test_apollo_against_an_event_is_void() -> None:
    """§card/apollo §2.1 ruling JC-T3 Though it would have copied a command card."""
    w = world({"genua": "c_caesar"}, last={"caesar": "2/1", "pompey": "3/2"})
    with table(w, cards=("Apollo", "Vulcan")) as t:
        assert (t.w.phase, t.w.turn) == ("cards", 3)


def test_apollo_copies_a_card_that_was_void() -> None:
    """§card/apollo ruling JC-T4 Last turn's Mercury counts though Vulcan cancelled it."""
    w = world(
        {"genua": "c_caesar", "utica": "p_legio_39"},
        hands={"caesar": ["Vulcan", "Apollo"], "pompey": ["Mercury", "2/1"]},
    )
    with table(w) as t:
        t.cards("Vulcan", "Mercury")
        t.cards("Apollo", "2/1")
        assert t.w.cards["caesar"] == "mercury"


# -- Jupiter -----------------------------------------------------------------------------------

JUPITER = {"genua": "c_caesar", "roma": ["p_legio_1:2", "p_legio_3", "p_navis_1"], "neapolis": "p_pompey"}


def test_jupiter_calls_a_block_over() -> None:
    """§card/jupiter ruling JC-J1 City and colour are named, the block is drawn; it serves as it stands."""
    with table(world(JUPITER), cards=("Jupiter", "2/1"), draws=["p_legio_1"]) as t:
        assert t.asked == ["caesar"]
        t.caesar("call Roma-Genua: green")
        assert (t.w.at["p_legio_1"], side_of(t.w, "p_legio_1"), t.w.steps["p_legio_1"]) == (
            "genua",
            "caesar",
            2,
        )
        (drawn,) = [e.body for e in t.table.ledger.entries if e.t == "draw"]
        assert (drawn["size"], drawn["shown"]) == (3, ["p_legio_1"])
        assert [b.id for b in t.view("caesar").places["genua"].blocks] == ["c_caesar", "p_legio_1"]
        assert t.view("pompey").places["genua"].backs["caesar"] == {"green": 1, "tan": 1}
        assert t.asked == ["pompey"]


def test_jupiter_may_be_declined() -> None:
    """§card/jupiter ruling JC-J1 The power need not be used."""
    with table(world(JUPITER), cards=("Jupiter", "2/1")) as t:
        t.caesar("pass")
        assert t.w.acting == "pompey"


@pytest.mark.parametrize("card", ["Mars", "Mercury", "Neptune", "Pluto"])
def test_an_event_that_moves_nothing_is_told(card: str) -> None:
    """§2.1 Otherwise the journal would tell nothing of this movement."""
    with table(world(JUPITER), cards=(card, "2/1")) as t:
        t.caesar("end")
        assert [event.values["card"] for event in t.told if event.kind == "declined"] == [card.lower()]


def test_jupiter_looks_beside_friendly_cities() -> None:
    """§card/jupiter By road or strait; ruling JC-W10: no ships at sea."""
    w = world(
        {"genua": "c_caesar", "neapolis": "p_pompey", "mare_tyrrhenum": "p_navis_1", "roma": "p_legio_1"}
    )
    with table(w, cards=("Jupiter", "2/1")) as t:
        t.refused("caesar", "call Neapolis-Genua: green", "card/jupiter", city="neapolis")
        t.refused("caesar", "call Mare Tyrrhenum-Genua: green", kind="not_understood")
        t.refused("caesar", "call Roma-Neapolis: green", kind="not_understood")
        t.refused("caesar", "call Roma-Genua: blue", kind="not_understood")
        t.caesar("pass")


@pytest.mark.parametrize("old", ["red", "gold", "Gold", "赤"])
def test_the_colours_of_earlier_releases_are_refused_with_the_printed_ones(old: str) -> None:
    """§card/jupiter Red was Caesar's tan, gold Cleopatra's blue; blue, now hers, was Pompey's green."""
    with table(world(JUPITER), cards=("Jupiter", "2/1")) as t:
        assert "green is Pompey" in t.refused("caesar", f"call Roma-Genua: {old}", "card/jupiter")
        assert [
            (c.text, c.note and c.note.template) for c in t.completions("caesar", "call Roma-Genua: ")
        ] == [("call Roma-Genua: green", "one of Pompey's blocks, drawn by lot")]
        t.caesar("pass")


def test_jupiter_over_a_strait() -> None:
    """§card/jupiter A strait joins two cities as a road does."""
    with table(
        world({"messana": "c_caesar", "rhegium": "p_legio_1"}), cards=("Jupiter", "2/1"), draws=["p_legio_1"]
    ) as t:
        t.caesar("call Rhegium-Messana: green")
        assert t.w.at["p_legio_1"] == "messana"


def test_the_defector_goes_to_a_city_of_the_players_choice() -> None:
    """§card/jupiter ruling JC-J3 Any friendly city beside its own; no limit of roads."""
    w = world({"genua": "c_caesar", "ravenna": "c_legio_13", "roma": "p_legio_1"})
    with table(w, cards=("Jupiter", "2/1"), draws=["p_legio_1"]) as t:
        assert t.lines("caesar", "call Roma-") == ["call Roma-Genua: ", "call Roma-Ravenna: "]
        t.caesar("call Roma-Ravenna: green")
        assert t.w.at["p_legio_1"] == "ravenna"


@pytest.mark.parametrize("block", ["p_pompey", "p_navis_1"])
def test_leaders_and_ships_lose_a_step_instead(block: str) -> None:
    """§card/jupiter ruling JC-J5 They do not come over, and no other is drawn."""
    w = world({"genua": "c_caesar", "roma": ["p_pompey", "p_navis_1", "p_legio_1"]})
    before = w.steps[block]
    with table(w, cards=("Jupiter", "2/1"), draws=[block]) as t:
        t.caesar("call Roma-Genua: green")
        assert (t.w.at[block], t.w.steps[block]) == ("roma", before - 1)
        assert side_of(t.w, block) == "pompey"


def test_jupiter_may_kill_a_leader() -> None:
    """§card/jupiter §7.51 ruling JC-J5 With strength I he falls, a trophy."""
    w = world({"genua": "c_caesar", "roma": ["p_pompey:1", "p_legio_1"]})
    with table(w, cards=("Jupiter", "2/1"), draws=["p_pompey"]) as t:
        t.caesar("call Roma-Genua: green")
        assert t.w.trophies["caesar"] == ["p_pompey"]


def test_cleopatra_is_called_by_her_own_colour() -> None:
    """§card/jupiter §3.27 ruling JC-J2 She is no leader and comes over; she is never drawn for green."""
    there = {"memphis": "c_legio_8", "alexandria": ["cleopatra:2", "p_legio_38"]}
    with table(world(there), cards=("Jupiter", "2/1"), draws=["cleopatra"]) as t:
        t.caesar("call Alexandria-Memphis: blue")
        assert (t.w.at["cleopatra"], t.w.turned["cleopatra"], t.w.steps["cleopatra"]) == (
            "memphis",
            "caesar",
            2,
        )
    with table(world(there), cards=("Jupiter", "2/1"), draws=["p_legio_38"]) as t:
        t.caesar("call Alexandria-Memphis: green")
        (drawn,) = [e.body for e in t.table.ledger.entries if e.t == "draw"]
        assert drawn["size"] == 1


def test_a_defector_may_be_called_back() -> None:
    """§card/jupiter ruling JC-J4 Called back, it is its printed owner's again."""
    w = world({"genua": ["c_caesar", "p_legio_1"], "roma": "p_pompey"}, turned={"p_legio_1": "caesar"})
    with table(w, cards=("1/2", "Jupiter"), draws=["p_legio_1"]) as t:
        t.pompey("call Genua-Roma: green")
        assert t.w.turned == {"cleopatra": "pompey"}


def test_a_defector_that_falls_goes_to_its_printed_side() -> None:
    """§card/jupiter §5.1 ruling JC-J4 Eliminated, it lies open before Pompey, whose it was."""
    w = world({"genua": ["c_caesar", "p_legio_1:1"], "utica": "p_legio_39"}, turned={"p_legio_1": "caesar"})
    with table(w, cards=("1/2", "Vulcan")) as t:
        t.pompey("strike Genua")
        assert t.w.eliminated == {"caesar": [], "pompey": ["p_legio_1"]}
        assert t.w.turned == {"cleopatra": "pompey"}


def test_jupiter_without_a_target() -> None:
    """§card/jupiter No enemy city beside a friendly one: nothing is asked, and the turn goes on."""
    with table(world({"genua": "c_caesar", "utica": "p_legio_39"}), cards=("Jupiter", "2/1")) as t:
        assert [e.kind for e in t.events("no_target")] == ["no_target"]
        assert t.asked == ["pompey"]


# -- Mars --------------------------------------------------------------------------------------


def test_mars_moves_one_land_group() -> None:
    """§card/mars ruling JC-W8 One group, up to two places or an attack; no ships, no transport, no levy."""
    w = world({"genua": "c_legio_8", "massilia": "c_navis_1", "narbo": "c_legio_7", "roma": "p_legio_1"})
    with table(w, cards=("Mars", "2/1")) as t:
        t.refused("caesar", "move Massilia-Mare Hispanum: NAV 1", "card/mars", card="mars")
        t.refused("caesar", "sail Genua-Neapolis: LEG 8", "card/mars", card="mars")
        t.caesar("move Genua-Ravenna-Asculum: LEG 8")
        t.refused("caesar", "move Narbo-Tarraco: LEG 7", "6.1")
        t.caesar("end")
        assert (t.w.surprise, t.w.acting) == ([], "pompey")


def test_the_surprised_defender_strikes_last() -> None:
    """§card/mars ruling JC-B13 In round 1 all attackers come first, A to D; then all defenders."""
    w = world({"genua": ["c_caesar", "c_legio_8"], "roma": ["p_scipio", "p_legio_1"]})
    with table(w, cards=("Mars", "2/1")) as t:
        t.caesar("move Genua-Roma: all", "end")
        assert t.view(None).surprise == ["roma"]
        t.pompey("end", "end")
        order = []
        for _ in range(8):
            (seat,) = t.asked
            order.append((seat, t.choice(seat).prompt.values["letter"]))
            t.order(seat, "pass all")
        assert order[:4] == [("caesar", "A"), ("caesar", "C"), ("pompey", "A"), ("pompey", "C")]
        assert order[4:] == [("pompey", "A"), ("caesar", "A"), ("pompey", "C"), ("caesar", "C")]


def test_mars_in_two_battles_is_named_for_one_by_the_option() -> None:
    """§card/mars ruling JC-B13 Option `one_surprise`: the player of a parted group names the battle."""
    at = {"genua": ["c_legio_8", "c_legio_12"], "roma": "p_legio_1", "ravenna": "p_legio_3"}
    w = world(at, one_surprise="on")
    with table(w, cards=("Mars", "2/1")) as t:
        t.caesar("move Genua-Roma: LEG 8", "move Genua-Ravenna: LEG 12", "end")
        assert t.lines("caesar") == ["surprise Ravenna", "surprise Roma"]
        t.caesar("surprise Roma")
        assert (t.w.surprise, t.w.acting) == (["roma"], "pompey")


@pytest.mark.parametrize("place", ["Ravenna", "Roma"])
def test_mars_surprises_wherever_its_group_attacks(place: str) -> None:
    """§card/mars ruling JC-B13 All blocks of the group strike first, also of one that has parted."""
    w = world({"genua": ["c_legio_8", "c_legio_12"], "roma": "p_legio_1", "ravenna": "p_legio_3"})
    with table(w, cards=("Mars", "2/1")) as t:
        t.caesar("move Genua-Roma: LEG 8", "move Genua-Ravenna: LEG 12", "end")
        assert (t.w.surprise, t.w.acting) == (["ravenna", "roma"], "pompey")
        t.pompey("end", "end")
        t.caesar(f"battle {place}", "pass all")
        assert t.asked == ["pompey"]


def test_reserves_have_no_surprise() -> None:
    """§card/mars §7.3 ruling JC-B13 Only the main force strikes first: reserves are not there in round 1."""
    w = world({"genua": "c_legio_8", "roma": "p_legio_1", "neapolis": "p_legio_3"})
    with table(w, cards=("Mars", "2/1")) as t:
        t.caesar("move Genua-Roma: LEG 8; end")
        t.pompey("move Neapolis-Roma: LEG 3", "end", "end")
        battle = t.w.battle
        assert isinstance(battle, Battle)
        assert battle.reserves == ["p_legio_3"]
        assert t.asked == ["caesar"]


def test_caesar_first_by_the_option_and_mars_second() -> None:
    """§card/mars ruling JC-T8 ruling JC-B13 As second player too, Mars surprises where its group attacks."""
    w = world({"genua": "c_legio_8", "roma": "p_legio_1"}, turn=1, caesar_first_turn="on")
    with table(w, cards=("1/2", "Mars")) as t:
        t.caesar("end", "end")
        t.pompey("move Roma-Genua: LEG 1; end")
        assert t.w.surprise == ["genua"]
        assert t.asked == ["pompey"]


# -- Mercury -----------------------------------------------------------------------------------


def test_mercury_moves_three_places() -> None:
    """§card/mercury ruling JC-B15 Three without a fight; the limits hold for every step."""
    w = world({"narbo": ["c_caesar", "c_legio_7", "c_legio_9"], "asculum": "c_legio_12"})
    with table(w, cards=("Mercury", "2/1")) as t:
        t.refused("caesar", "move Narbo-Massilia-Genua-Roma-Neapolis: Caesar", "6.1", place="roma")
        t.refused("caesar", "move Narbo-Massilia-Lugdunum-Genua: all", "6.11", n=3, most=2)
        t.caesar("move Narbo-Massilia-Genua-Roma: Caesar")
        t.refused("caesar", "move Asculum-Roma: LEG 12", "6.1")


def test_mercury_attacks_after_two_places() -> None:
    """§card/mercury ruling JC-B15 On the first or second step, by the road of the last step."""
    w = world({"massilia": "c_caesar", "roma": "p_legio_1", "neapolis": "p_pompey"})
    with table(w, cards=("Mercury", "2/1")) as t:
        t.refused("caesar", "move Massilia-Genua-Ravenna-Roma: Caesar", "6.12", place="roma")
        t.caesar("move Massilia-Genua-Roma: Caesar")
        assert (t.w.attackers, t.w.main) == ({"roma": "caesar"}, {"roma": "genua"})


def test_mercury_attacks_by_two_roads() -> None:
    """§card/mercury §7.3 ruling JC-B15 A group that parts has a main attack and a reserve."""
    w = world({"genua": ["c_caesar", "c_legio_8"], "roma": "p_legio_1"})
    with table(w, cards=("Mercury", "2/1")) as t:
        t.caesar("move Genua-Roma: Caesar", "move Genua-Ravenna-Roma: LEG 8", "end")
        t.caesar("main Ravenna")
        t.pompey("end", "end")
        assert t.w.battle is not None and t.w.battle.reserves == ["c_caesar"]


def test_mercury_moves_no_ships_and_does_not_come_back() -> None:
    """§card/mercury ruling JC-M2 By land alone, and no way in a ring."""
    w = world({"massilia": ["c_caesar", "c_navis_1"]})
    with table(w, cards=("Mercury", "2/1")) as t:
        t.refused("caesar", "move Massilia-Mare Hispanum: NAV 1", "card/mercury")
        t.refused("caesar", "sail Massilia-Genua: Caesar", "card/mercury")
        t.refused("caesar", "move Massilia-Lugdunum-Genua-Massilia: Caesar", "6.1")


# -- Neptune -----------------------------------------------------------------------------------


def test_neptune_is_mars_for_ships() -> None:
    """§card/neptune ruling JC-W8 One group of ships; land blocks stay."""
    w = world({"genua": ["c_navis_1", "c_caesar"], "mare_tyrrhenum": "p_navis_1"})
    with table(w, cards=("Neptune", "2/1")) as t:
        t.refused("caesar", "move Genua-Roma: Caesar", "card/neptune", card="neptune")
        t.refused("caesar", "sail Genua-Roma: Caesar", "card/neptune")
        t.caesar("move Genua-Mare Tyrrhenum: NAV 1; end")
        assert t.w.surprise == ["mare_tyrrhenum"]
        t.pompey("end", "end")
        assert t.asked == ["caesar"]


def test_neptune_surprises_a_port() -> None:
    """§card/neptune §7.81 ruling JC-B13 Ships that attack a port strike first, before archers too."""
    w = world({"mare_tyrrhenum": ["c_navis_1", "c_navis_2"], "roma": ["p_auxilia_3", "p_legio_1"]})
    with table(w, cards=("Neptune", "2/1")) as t:
        t.caesar("move Mare Tyrrhenum-Roma: all; end")
        t.pompey("end", "end")
        assert t.choice("caesar").prompt.values["letter"] == "D"


# -- Pluto -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "end", "most"), [("genua", "roma", 6), ("ravenna", "roma", 3), ("messana", "rhegium", 2)]
)
def test_pluto_widens_the_ways_into_battle(start: str, end: str, most: int) -> None:
    """§card/pluto ruling JC-W7 Six, three and two blocks into an enemy's place."""
    legions = [f"c_legio_{n}" for n in (7, 8, 9, 10, 11, 12, 13)]
    with table(world({start: legions, end: "p_legio_1"}), cards=("Pluto", "2/1")) as t:
        order = {"start": start, "way": [end], "blocks": legions[: most + 1]}
        t.refused("caesar", {"pick": "move", "answer": order}, "6.11", n=most + 1, most=most)
        t.caesar({"pick": "move", "answer": {**order, "blocks": legions[:most]}})
        assert t.w.attackers == {end: "caesar"}


def test_elsewhere_pluto_keeps_the_normal_limits() -> None:
    """§card/pluto ruling JC-W7 Four by a major road into a free city; no ships, no transport; one group."""
    legions = [f"c_legio_{n}" for n in (7, 8, 9, 10, 11)]
    w = world({"genua": [*legions, "c_navis_1"], "narbo": "c_caesar"})
    with table(w, cards=("Pluto", "2/1")) as t:
        t.refused(
            "caesar",
            {"pick": "move", "answer": {"start": "genua", "way": ["roma"], "blocks": legions}},
            "6.11",
            n=5,
            most=4,
        )
        t.refused("caesar", "move Genua-Mare Tyrrhenum: NAV 1", "card/pluto")
        t.refused("caesar", "sail Genua-Roma: LEG 7", "card/pluto")
        t.caesar("move Genua-Roma: LEG 7")
        t.refused("caesar", "move Narbo-Tarraco: Caesar", "6.1")


# -- Vulcan ------------------------------------------------------------------------------------


def test_vulcan_strikes_every_block_in_a_city() -> None:
    """§card/vulcan ruling JC-V2 Leaders and ships in port too; who has I falls; ships at sea are safe."""
    struck = ["p_pompey:1", "p_legio_1:3", "p_navis_1:1"]
    w = world({"genua": "c_caesar", "roma": struck, "mare_tyrrhenum": "p_navis_2"})
    with table(w, cards=("Vulcan", "2/1")) as t:
        t.refused("caesar", "strike Mare Tyrrhenum", kind="not_understood")
        t.refused("caesar", "strike Genua", kind="not_understood")
        t.caesar("strike Roma")
        assert t.w.steps["p_legio_1"] == 2
        assert (t.w.trophies["caesar"], t.w.eliminated["pompey"]) == (["p_pompey"], ["p_navis_1"])
        assert t.w.steps["p_navis_2"] == 2
        assert t.asked == ["pompey"]


def test_vulcan_tells_only_what_can_be_seen() -> None:
    """§card/vulcan ruling JC-H1 Who lost a step and lives his owner alone is told; who dies lies open."""
    w = world({"genua": "c_caesar", "roma": ["p_legio_1:3", "p_legio_3:1"]})
    with table(w, cards=("Vulcan", "2/1")) as t:
        t.caesar("strike Roma")
        assert [(e.kind, e.seats) for e in t.told if "p_legio_1" in repr(e)] == [("weakened", ("pompey",))]
        assert [e.seats for e in t.told if "p_legio_3" in repr(e)] == [None]


def test_vulcan_without_a_target() -> None:
    """§card/vulcan ruling JC-V1 Where the enemy holds no city nothing happens, and the turn goes on."""
    w = world(
        {"alexandria": "cleopatra", "mare_tyrrhenum": "p_navis_1", "genua": "c_caesar"},
        turned={"cleopatra": "caesar"},
    )
    with table(w, cards=("Vulcan", "2/1")) as t:
        assert t.events("no_target")
        assert t.asked == ["pompey"]


def test_cleopatra_won_over_in_the_fire_attacks() -> None:
    """§card/vulcan §7.52 ruling JC-V3 She joins Vulcan's player and fights those beside her this turn."""
    w = world({"genua": "c_caesar", "alexandria": ["cleopatra:1", "p_legio_38:3"]})
    with table(w, cards=("Vulcan", "2/1")) as t:
        t.caesar("strike Alexandria")
        assert t.w.turned["cleopatra"] == "caesar"
        assert (t.w.attackers, t.w.steps["p_legio_38"]) == ({"alexandria": "caesar"}, 2)
        t.refused("pompey", "move Alexandria-Memphis: LEG 38", "6.13", place="alexandria")
        t.pompey("end", "end")
        assert t.w.battle is not None
        assert (t.w.battle.attacker, t.w.battle.reserves) == ("caesar", [])


def test_cleopatra_alone_in_the_fire_takes_the_city() -> None:
    """§card/vulcan §7.52 ruling JC-V3 Where nobody is left beside her there is no battle."""
    w = world({"genua": "c_caesar", "alexandria": ["cleopatra:1", "p_legio_38:1"]})
    with table(w, cards=("Vulcan", "2/1")) as t:
        t.caesar("strike Alexandria")
        assert (t.w.turned["cleopatra"], t.w.steps["cleopatra"], t.w.attackers) == ("caesar", 1, {})


# -- a battle that has begun -------------------------------------------------------------------

ARMY = {"genua": ["c_legio_8", "c_legio_7:3"], "ravenna": "c_legio_13:3", "roma": "p_legio_1:3"}


@contextmanager
def second(card: str, places: Mapping[str, Blocks], option: str = "off", **script: Any) -> Iterator[Umpired]:
    """Caesar goes first whatever the cards; the event of Pompey, who goes second, finds contested cities."""
    w = world(places, turn=1, caesar_first_turn="on", spared_battles=option)
    with table(w, cards=("3/1", card), **script) as t:
        yield t


def test_vulcan_strikes_the_enemy_in_a_contested_city() -> None:
    """§card/vulcan §4.21 ruling JC-J6 Main force and reserve of the enemy, and nobody else."""
    with second("Vulcan", ARMY) as t:
        t.caesar("move Genua-Roma: LEG 7, LEG 8", "move Ravenna-Roma: LEG 13", "end", "main Genua", "end")
        t.pompey("strike Roma")
        struck = {b: t.w.steps[b] for b in ("c_legio_7", "c_legio_8", "c_legio_13", "p_legio_1")}
        assert struck == {"c_legio_7": 2, "c_legio_8": 2, "c_legio_13": 2, "p_legio_1": 3}
        assert t.w.attackers == {"roma": "caesar"}


def test_there_is_no_battle_where_vulcan_leaves_no_enemy() -> None:
    """§card/vulcan §4.21 ruling JC-J6 The city is the defender's again."""
    with second("Vulcan", {"genua": ["c_legio_8:1", "c_caesar"], "roma": "p_legio_1:3"}) as t:
        t.caesar("move Genua-Roma: LEG 8", "end", "end")
        t.pompey("strike Roma")
        assert (t.w.battle, t.w.turn, t.w.eliminated["caesar"]) == (None, 2, ["c_legio_8"])


def test_a_main_force_that_is_gone_before_the_battle_leaves_its_reserve_disrupted() -> None:
    """§card/vulcan §7.31 ruling JC-J6 As if it had been lost in the first round."""
    with second("Vulcan", ARMY | {"genua": "c_legio_8:1"}) as t:
        t.caesar("move Genua-Roma: LEG 8", "move Ravenna-Roma: LEG 13", "end", "main Genua", "end")
        t.pompey("strike Roma")
        assert t.events("disrupted")
        assert (t.w.steps["c_legio_13"], t.w.battle and t.w.battle.round) == (1, 2)


def test_cleopatra_burnt_out_of_an_attack_joins_the_defenders() -> None:
    """§card/vulcan §7.52 ruling JC-J6 The attackers stay the attackers."""
    places = {"memphis": ["cleopatra:1", "c_legio_8"], "alexandria": "p_legio_1:3", "genua": "c_caesar"}
    w = world(places, turn=1, caesar_first_turn="on", turned={"cleopatra": "caesar"})
    with table(w, cards=("3/1", "Vulcan")) as t:
        t.caesar("move Memphis-Alexandria: Cleopatra, LEG 8", "end", "end")
        t.pompey("strike Alexandria")
        assert (side_of(t.w, "cleopatra"), t.w.attackers) == ("pompey", {"alexandria": "caesar"})
        assert t.w.battle is not None and t.w.battle.reserves == []


def test_jupiter_takes_a_block_out_of_a_contested_city() -> None:
    """§card/jupiter §4.21 ruling JC-J6 To a city that Pompey alone holds."""
    places = ARMY | {"neapolis": "p_legio_3"}
    with second("Jupiter", places, draws=["c_legio_8"]) as t:
        t.caesar("move Genua-Roma: LEG 7, LEG 8", "end", "end")
        t.refused("pompey", "call Roma-Ravenna: tan", kind="not_understood")
        t.pompey("call Roma-Neapolis: tan")
        assert (t.w.at["c_legio_8"], side_of(t.w, "c_legio_8")) == ("neapolis", "pompey")
        assert t.w.battle is not None and t.w.battle.attacker == "caesar"


@pytest.mark.parametrize("card", ["Vulcan", "Jupiter"])
def test_the_option_keeps_events_out_of_battles(card: str) -> None:
    """§card/vulcan §card/jupiter ruling JC-J6 Option `spared_battles`: with no other target, no effect."""
    places = {"genua": "c_legio_8", "roma": "p_legio_1", "neapolis": "p_legio_3"}
    with second(card, places, "on") as t:
        t.caesar("move Genua-Roma: LEG 8", "end", "end")
        assert t.events("no_target")
