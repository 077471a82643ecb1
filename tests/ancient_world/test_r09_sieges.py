"""§9.2 to §9.5 Who bears what in a siege."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.board import CITIES
from adjudicator.ancient_world.rules.r08_avoidance import escapes
from adjudicator.ancient_world.rules.r08_retreat import major_points
from adjudicator.ancient_world.rules.r09_assault import assault_lines, least_level
from adjudicator.ancient_world.rules.r12_diplomacy import ambassadors
from adjudicator.ancient_world.rules.r14_victory import automatic, parts
from adjudicator.ancient_world.world import Siege, World, printed_defence
from adjudicator.core import Refusal, Table
from tests.ancient_world.helpers import act, empty, founded, last, order, put, table, told

FOOT_AND_HORSE = {"socii_foot": 5, "socii_horse": 6}


def siege(city: str, hex: str, leaders: list[str], outside: int = 60) -> World:
    """A Roman city besieged by Carthage: five foot and six horse inside."""
    w = empty()
    put(w, "carthage", hex, {"libya_foot": outside, "numidia_horse": 10}, leaders)
    put(w, "rome", f"{hex}i", FOOT_AND_HORSE)
    w.control[city] = "rome"
    w.sieges[city] = Siege("carthage", printed_defence(w, city), 5)
    return w


def test_nobody_besieges_a_city_in_which_their_own_units_are() -> None:
    """§9.21 Horse that stayed when the foot left stands in a city of nobody (ruling AW-R99)."""
    w = siege("ariminum", "2609", ["mago"])
    del w.sieges["ariminum"], w.control["ariminum"], w.forces[inside_rome("ariminum")]
    put(w, "carthage", "2609i", {"numidia_horse": 1})
    t = table(act(w, "mago"))
    with pytest.raises(Refusal, match="units of yours are in"):
        order(t, "invest")


def go_on(t: Table, **picks: str) -> None:
    """Answer until the next operation."""
    while t.pending and t.choice(next(iter(t.pending))).rule != "5.3":
        seat, choice = next(iter(t.pending.items()))
        order(t, picks.get("r" + choice.rule.replace(".", ""), "as planned"), seat)


def inside_rome(city: str) -> str:
    """The key of the Romans in a city."""
    return f"rome@{CITIES[city].hex}i"


def rolled(t: Table, rule: str) -> list[str]:
    """The labels of the dice of a paragraph."""
    dice = [roll["label"] for entry in t.ledger.entries for roll in entry.body.get("rolls", [])]
    return [label.removeprefix(f"{rule} ") for label in dice if label.startswith(f"{rule} ")]


def test_a_sally_costs_foot_alone() -> None:
    """§9.27 Two of those inside are lost: no horse for them, militia may bear it (§9.94)."""
    w = siege("ariminum", "2609", ["mago"])
    t = table(act(w, "mago"), [0, 5, 0, 9])
    order(t, "reduce")
    order(t, "yes", "rome")
    assert last(t, "sallies")["own"] == 2
    with pytest.raises(Refusal):
        order(t, "lose 4 Socii cavalry", "rome")
    order(t, "lose 1 militia, 1 Socii infantry", "rome")
    assert t.world.forces["rome@2609i"].units == {"socii_foot": 4, "socii_horse": 6}


def test_a_failed_assault_costs_foot_alone() -> None:
    """§9.35 A quarter of five foot, off foot or militia; the besiegers lose foot that took part."""
    w = siege("ariminum", "2609", ["mago"])
    t = table(act(w, "mago"), [0, 1, 9] + [0] * 4)
    order(t, "assault")
    with pytest.raises(Refusal):
        order(t, "lose 6 Socii cavalry", "rome")
    order(t, "as planned", "rome")
    assert told(t, "losses")[0].values["units"] == {"libya_foot": 6}


def test_foot_that_took_no_part_in_an_assault_loses_nothing() -> None:
    """§9.35 Hannibal takes the Libyans alone; the Gauls look on."""
    w = siege("ariminum", "2609", ["hannibal", "mago"])
    w.forces["carthage@2609"].units = {"galli_foot": 20, "libya_foot": 30}
    t = table(act(w, "hannibal"), [0, 1, 9] + [0] * 4)
    order(t, "take 30 Libyan infantry with none")
    order(t, "assault")
    assert told(t, "losses")[0].values["units"] == {"libya_foot": 3}


@pytest.mark.parametrize(("die", "how"), [(0, "fails"), (9, "succeeds")])
def test_who_takes_part_in_an_assault_is_at_risk(die: int, how: str) -> None:
    """§9.37 Mago and his companion, whatever comes of it; not Hannibal, who stands aside."""
    w = siege("ariminum", "2609", ["hannibal", "maharbal", "mago"], 90)
    t = table(act(w, "mago"), [die, 0] + [0] * 8)
    order(t, "take 45 Libyan infantry with Maharbal")
    order(t, "assault")
    go_on(t, r982="no", r925="enter", r974="Roma")
    assert last(t, "assault")["how"] == how
    assert rolled(t, "9.37") == ["mago", "maharbal"]


# -- getting away before the siege ------------------------------------------------------------------


def test_nobody_slips_out_by_the_way_the_besieger_came() -> None:
    """§9.22 §8.23 Hannibal enters the hex from 1414: 1414 is barred, as in a battle."""
    w = empty()
    put(w, "carthage", "1514", {"libya_foot": 30}, ["hannibal"])
    put(w, "rome", "1514i", {"romani_foot": 10}, ["scipio"])
    w.control["placentia"] = "rome"
    act(w, "hannibal")
    w.op.entry = "1414"  # type: ignore[union-attr]
    t = table(w, [0] * 4)
    order(t, "invest", "carthage")
    with pytest.raises(Refusal):
        order(t, "avoid to 1414", "rome")
    order(t, "avoid to 1513: 1 Roman infantry", "rome")
    go_on(t, r554="guile 0")
    assert t.world.forces["rome@1514i"].units == {"romani_foot": 1}


def test_a_leader_may_stay_with_the_garrison() -> None:
    """§9.22 §9.91 With a leader more foot than the defence, and horse, may stay; without one they may not."""
    w = empty()
    put(w, "carthage", "1514", {"libya_foot": 30}, ["hannibal"])
    put(w, "rome", "1514i", {"romani_foot": 20, "romani_horse": 2}, ["scipio", "sempronius"])
    w.control["placentia"] = "rome"
    w.commanders["rome"] = "scipio"
    t = table(act(w, "hannibal"), [0] * 4)
    order(t, "invest", "carthage")
    with pytest.raises(Refusal, match=r"9\.93"):
        order(t, "avoid to 1513: 9 Roman infantry", "rome")
    order(t, "avoid to 1513: 9 Roman infantry, 1 Roman cavalry with Sempronius", "rome")
    go_on(t, r554="guile 0")
    assert t.world.forces["rome@1514i"].leaders == ["sempronius"]
    assert t.world.forces["rome@1513"].units == {"romani_foot": 10, "romani_horse": 1}


def test_who_slips_out_loses_a_tenth_of_those_who_go_at_most() -> None:
    """§9.22 §8.23 ruling AW-R50 Two of twelve go two hexes: they lose one, whoever stays."""
    w = empty()
    put(w, "carthage", "1514", {"libya_foot": 30}, ["hannibal"])
    put(w, "rome", "1514i", {"romani_foot": 12}, ["scipio", "sempronius"])
    w.control["placentia"] = "rome"
    t = table(act(w, "hannibal"), [0] * 4)
    order(t, "invest", "carthage")
    order(t, "avoid to 1516: 10 Roman infantry with Sempronius", "rome")
    go_on(t, r554="guile 0")
    assert t.world.forces["rome@1516"].units == {"romani_foot": 1}


def test_the_locked_are_not_asked_to_slip_out() -> None:
    """§9.22 §12.12 The Samnites of Bovianum stay where they are."""
    w = founded("pyrrhus_in_italy")
    w.turn, w.agenda = 1, []
    w.forces.pop("rome@4707")
    place = w.locks["samnium"].place
    put(w, "rome", place[:4], {"romani_foot": 30}, ["laevinus"])
    t = table(act(w, "laevinus"))
    order(t, "invest", "rome")
    assert not t.pending
    assert t.world.forces[f"epirus@{place}"].leaders == ["meddix"]


def test_mamertines_stay_when_the_consul_slips_out() -> None:
    """§9.22 ruling AW-M9 They never leave their hex."""
    w = empty("sicily")
    put(w, "carthage", "5915", {"libya_foot": 30}, ["gisco"])
    put(w, "rome", "5915i", {"mamertini_foot": 6, "mamertini_horse": 1, "romani_foot": 10}, ["caudex"])
    w.control["messana"] = "rome"
    t = table(act(w, "gisco"), [0] * 4)
    order(t, "invest", "carthage")
    order(t, "avoid to 5916", "rome")
    go_on(t, r554="guile 0")
    assert t.world.forces["rome@5915i"].units == {"mamertini_foot": 6, "mamertini_horse": 1}
    assert t.world.forces["rome@5916"].leaders == ["caudex"]


# -- siege engines ----------------------------------------------------------------------------------


def test_engines_alone_are_taken() -> None:
    """§9.29 Caudex enters a hex with nothing but an engine in it, and may use it."""
    w = empty("sicily")
    put(w, "rome", "6018", {"romani_foot": 20}, ["caudex"])
    put(w, "carthage", "6017", {"syracusae_engine": 1})
    t = table(act(w, "caudex"), [9])
    order(t, "march 6017")
    assert t.world.forces["rome@6017"].units == {"romani_foot": 20, "syracusae_engine": 1}
    assert last(t, "engines_taken")["units"] == {"syracusae_engine": 1}


# -- manpower ---------------------------------------------------------------------------------------


def test_an_allied_province_gives_its_levy() -> None:
    """§12.0 §10.0 Gallia Cispadana is allied, and no city of it is held: ruling AW-V12."""
    w = empty()
    w.control = {"genua": "carthage", "pisae": "carthage"}
    put(w, "carthage", "1618i", {"libya_foot": 5}, ["hannibal"])
    put(w, "carthage", "2315i", {"libya_foot": 1})
    w.alliance["gallia_cis"], w.notes["allied/gallia_cis"] = 4, 4
    t = table(act(w, "hannibal"), [9, 9])
    order(t, "muster")
    assert last(t, "mustered")["place"] == "1618i"
    said = GAME.say(told(t, "mustered")[-1], "en")
    assert said.startswith("Carthage raised the levy of Gallia Cispadana, ")


def test_the_owner_names_the_city_of_a_levy() -> None:
    """§10.0 Several cities of the province are open."""
    w = empty("sicily")
    w.control = {"panormus": "carthage", "lilybaeum": "carthage", "drepana": "carthage"}
    for city in ("5526i", "5522i", "5524i"):
        put(w, "carthage", city, {"libya_foot": 5})
    put(w, "carthage", "5526i", {"libya_foot": 5}, ["hanno_han"])
    w.commanders["carthage"] = "hanno_han"
    t = table(act(w, "hanno_han"), [9, 9, 9])
    order(t, "muster")
    order(t, "Panormus")
    assert "5522i" in [e.values["place"] for e in told(t, "mustered")]


# -- after a siege ----------------------------------------------------------------------------------


def test_no_terms_after_an_assault() -> None:
    """§9.71 Before reduction, attrition or assault; with the option at any time (ruling AW-V45)."""
    for terms, open_ in (("before", False), ("any", True)):
        w = siege("ariminum", "2609", ["mago"])
        w.options["terms"] = terms
        t = table(act(w, "mago"), [0, 9])
        assert t.asides()["rome"].items()["surrender"].shape == "form"  # type: ignore[attr-defined]
        order(t, "reduce")
        order(t, "no", "rome")
        t = table(act(t.world, "mago"), [0])
        assert hasattr(t.asides()["rome"].items()["surrender"], "shape") is open_  # type: ignore[attr-defined]


def test_the_leaders_may_be_part_of_the_terms() -> None:
    """§9.71 §9.74 Both sides agree that Sempronius stays a captive; the foot go to two cities."""
    w = siege("ariminum", "2609", ["mago"])
    w.forces["rome@2609i"].leaders = ["sempronius"]
    t = table(act(w, "mago"))
    answer = {"city": "ariminum", "to": ["ancona", "roma"]}
    t.aside("rome", {"pick": "surrender_captive", "answer": answer})
    order(t, "yes", "carthage")
    order(t, "2 Socii infantry", "rome")
    assert t.world.fate["sempronius"] == "dead"
    assert t.world.forces[inside_rome("ancona")].units == {"socii_foot": 2}


def test_the_winner_says_who_goes_where() -> None:
    """§9.74 Two cities: three foot to Ancona, the others to Roma."""
    w = siege("ariminum", "2609", ["mago"], 80)
    t = table(act(w, "mago"), [9, 0] + [0] * 6)
    order(t, "assault")
    order(t, "no", "carthage")
    order(t, "Ancona, Roma", "carthage")
    order(t, "3 Socii infantry", "carthage")
    sent = {key: force.units for key, force in t.world.forces.items() if force.side == "rome"}
    assert {"socii_foot": 3} in sent.values()
    assert {"socii_foot": 2, "socii_horse": 6} in sent.values()


def test_who_was_locked_in_a_lost_city_is_free() -> None:
    """§9.74 §12.12 ruling AW-V44 The Samnites of Bovianum are sent away, and may act."""
    w = founded("pyrrhus_in_italy")
    place = w.locks["samnium"].place
    w.turn, w.agenda = 1, []
    put(w, "rome", place[:4], {"romani_foot": 60}, ["laevinus"])
    w.forces.pop("rome@4707")
    w.sieges["bovianum"] = Siege("rome", 3, 14)
    w.captures = []
    t = table(act(w, "laevinus"), [9, 9] + [0] * 9)
    order(t, "treachery guile 0")
    order(t, "no", "rome")
    order(t, "release", "rome")
    order(t, "Tarentum", "rome")
    assert last(t, "treachery")["how"] == "succeeds"
    assert "samnium" not in t.world.locks
    assert "meddix" in [leader for force in t.world.forces.values() for leader in force.leaders]


def test_a_small_city_with_forty_foot_is_a_major_victory_with_its_boxes() -> None:
    """§9.24 §12.31 Two boxes in its province and one beside it; a sacked medium city counts as small."""
    w = siege("placentia", "1514", ["mago"], 90)
    w.forces["rome@1514i"].units = {"socii_foot": 1}
    w.sieges["placentia"].most = 40
    t = table(act(w, "mago"), [9, 0] + [0] * 6)
    order(t, "assault")
    go_on(t, r982="no", r974="Roma", r925="enter")
    assert t.world.points["carthage"]["major"] == 4
    assert (t.world.alliance["gallia_cis"], t.world.alliance["liguria"]) == (4, 2)


def test_carthaginians_leave_the_cities_of_hiero() -> None:
    """§14.0 ruling AW-V13 When he makes peace Gisco goes from Syracusae to Panormus."""
    w = founded("sicily")
    w.turn, w.locks, w.agenda = 1, {}, ["peace"]
    w.forces = {}
    put(w, "rome", "5915i", {"romani_foot": 4}, ["caudex"])
    put(w, "carthage", "6419i", {"libya_foot": 5}, ["gisco"])
    w.notes["hiero_beaten"] = 1
    w.control |= {"messana": "rome", "syracusae": "carthage"}
    t = table(w)
    order(t, "Panormus", "carthage")
    assert t.world.forces["carthage@5522i"].leaders == ["gisco"]
    assert t.world.notes["neutral/syracusae"] == 1


# -- what readings cost -----------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "box"), [("one", 0), ("none", 1)])
def test_a_sack_moves_the_neighbours(option: str, box: int) -> None:
    """§9.84 ruling AW-V49 Liguria, beside Placentia, moves a box towards Rome."""
    w = siege("placentia", "1514", ["mago"], 90)
    w.forces["rome@1514i"].units = {"socii_foot": 1}
    w.options["sack_boxes"] = option
    t = table(act(w, "mago"), [9, 0] + [0] * 6)
    order(t, "assault")
    go_on(t, r982="yes", r925="stay out")
    assert t.world.alliance["liguria"] == box


def test_ambassadors_have_no_command() -> None:
    """§12.33 ruling AW-R81 Mago, who leads alone, is not drawn; with the option nobody on the map is."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 20}, ["hannibal", "maharbal"])
    put(w, "carthage", "4707", {"libya_foot": 20}, ["mago"])
    act(w, "hannibal")
    assert "maharbal" in ambassadors(w, "carthage")
    assert "mago" not in ambassadors(w, "carthage")
    w.options["envoys"] = "pool"
    assert not {"maharbal", "mago"} & {*ambassadors(w, "carthage")}


def test_the_war_for_messana_as_first_drawn_up() -> None:
    """§14.0 ruling AW-M11 With the option Messana decides at the end of 262, and Agrigentum scores 3."""
    w = founded("sicily", {"margins": "harsh"})
    w.control["messana"] = "carthage"
    assert parts(w)["carthage"]["cities"] == 11
    assert automatic(w) == ("", {})
    w.turn = 3
    assert automatic(w) == ("carthage", {"cities": ["messana"]})
    assert [major_points(w, side) for side in ("carthage", "rome")] == [3, 2]


@pytest.mark.parametrize(("option", "shift"), [("off", 0), ("on", -1)])
def test_flat_ground_helps_besiegers(option: str, shift: int) -> None:
    """§9.54 ruling AW-R71 With the option."""
    w = siege("ariminum", "2609", ["mago"])
    w.options["flat_siege"] = option
    w.due, w.agenda = ["ariminum"], ["siege_attrition"]
    t = table(w, [5, 0])
    supply = -3 * int(last(t, "siege_attrition")["supply"])
    assert last(t, "siege_attrition")["totals"][0] == 5 + supply + shift


@pytest.mark.parametrize(("city", "hex", "level"), [("pisae", "2315", -4), ("ariminum", "2609", -4)])
def test_the_sea_weighs_on_the_besieged_in_every_port(city: str, hex: str, level: int) -> None:
    """§9.54 §7.22 Pisae too, which ships reach up its estuary: the besieger has no ships there."""
    w = siege(city, hex, ["mago"])
    w.due, w.agenda = [city], ["siege_attrition"]
    t = table(w, [5, 5])
    assert last(t, "siege_attrition")["totals"][1] == 5 + level


def test_of_two_zones_the_least_friendly_counts() -> None:
    """§9.54 §7.13 ruling AW-V51 Tyndaris lies on the Tyrrhenian and on the Sicilian sea."""
    w = empty("sicily")
    w.naval = {"tyrrhenum": {"carthage": 2, "rome": -2}, "siculum": {"carthage": 1, "rome": -1}}
    assert least_level(w, "tyndaris", "carthage") == 1
    assert least_level(w, "tyndaris", "rome") == -2
    assert least_level(w, "enna", "rome") is None


def starving(inside: dict[str, int], die: int) -> Table:
    """Placentia, whose militia is gone, at a siege attrition marker."""
    w = siege("placentia", "1514", ["mago"], 6)
    w.forces["rome@1514i"].units = inside
    w.sieges["placentia"].militia = 0
    w.due, w.agenda = ["placentia"], ["siege_attrition"]
    return table(w, [0, die])


def test_a_horse_is_not_lost_beside_the_foot_that_pays() -> None:
    """§9.55 One is lost: the one foot pays it, and the one horse stays."""
    t = starving({"socii_foot": 1, "socii_horse": 1}, 5)
    assert last(t, "siege_attrition")["lost"][1] == 1
    order(t, "lose 1 socii foot", "rome")
    assert [e.values["units"] for e in told(t, "losses")] == [{"socii_foot": 1}]


def test_a_single_horse_starves_too() -> None:
    """§9.55 Two horse stand for one foot; where one is all that there is, it is lost."""
    t = starving({"socii_horse": 1}, 9)
    assert [e.values["units"] for e in told(t, "losses")] == [{"socii_horse": 1}]


def test_the_elephant_that_starves_in_a_city_is_told() -> None:
    """§9.55 Inside, one more elephant is lost with any other loss."""
    t = starving({"socii_foot": 5, "carthago_elephant": 2}, 6)
    gone = [e.values["units"] for e in told(t, "losses")]
    assert {"carthago_elephant": 1} in gone
    assert t.world.forces["rome@1514i"].units["carthago_elephant"] == 1


@pytest.mark.parametrize(("place", "supply"), [("", 1), ("1713", 0), ("1614", 0)])
def test_no_supply_comes_from_a_city_before_which_the_enemy_stands(place: str, supply: int) -> None:
    """§9.54 The line ends in the hex of the city: Parma feeds Mago unless Romans stand there or beside."""
    w = siege("placentia", "1514", ["mago"], 6)
    w.control["parma"] = "carthage"
    if place:
        put(w, "rome", place, {"socii_foot": 3}, ["scipio"] if place == "1614" else [])
    w.due, w.agenda = ["placentia"], ["siege_attrition"]
    assert last(table(w, [0, 0]), "siege_attrition")["supply"] == supply


def test_a_scattered_garrison_starves_and_is_stormed_as_a_useless_one() -> None:
    """§7.28 §8.55 §9.52 §9.33 Two more on the die of hunger, one more on that of an assault."""
    w = siege("placentia", "1514", ["mago"], 6)
    w.forces["rome@1514i"].scattered = 1
    act(w, "mago")
    assert assault_lines(w, "placentia", "mago")["garrison"] == 1
    w.due, w.agenda = ["placentia"], ["siege_attrition"]
    assert last(table(w, [0, 3]), "siege_attrition")["totals"][1] == 5


@pytest.mark.parametrize(("militia", "held"), [(1, True), (0, False)])
def test_a_besieged_city_whose_last_foot_is_gone_is_nobodys(militia: int, held: bool) -> None:
    """§11.31 §9.94 Militia hold it as foot do; without either it is left when the operation ends."""
    w = siege("ariminum", "2609", ["mago"], 20)
    del w.forces["rome@2609i"]
    w.sieges["ariminum"].militia = militia
    w.agenda = ["ends"]
    assert ("ariminum" in table(w).world.control) == held


def test_the_city_itself_is_no_way_out_of_a_siege() -> None:
    """§9.22 §8.23 ruling AW-R88 But for 5106, by which they came, rivers are all around Metapontum: +3."""
    w = empty("pyrrhus_in_italy")
    put(w, "rome", "5206", {"romani_foot": 30}, ["laevinus"])
    put(w, "epirus", "5206i", {"epirus_foot": 10}, ["milon"])
    w.control["metapontum"] = "epirus"
    assert escapes(w, "epirus@5206i", "5206", ["5106"])["5207"].modifier == 3
