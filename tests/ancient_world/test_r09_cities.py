"""§9 to §14 Cities and sieges, manpower, control, diplomacy, auguries, victory."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world.board import CITIES
from adjudicator.ancient_world.rules import r11_control as control
from adjudicator.ancient_world.rules.r09_assault import assault_lines, strength_against
from adjudicator.ancient_world.rules.r09_attrition import may_forage, supplied
from adjudicator.ancient_world.rules.r09_losses import plan_of, worth
from adjudicator.ancient_world.rules.r09_siege import enough_foot, lift_sieges
from adjudicator.ancient_world.rules.r12_track import adjacent, shift
from adjudicator.ancient_world.rules.r14_victory import automatic, gains, level, parts
from adjudicator.ancient_world.world import Siege, World, defence_of, printed_defence, size_of
from adjudicator.core import Illegal, NotUnderstood
from adjudicator.core.game.procedure import EVENT_SINK
from tests.ancient_world.helpers import READER, act, empty, founded, last, order, put, table, told


def siege(
    city: str, hex: str, inside: int, outside: int, leader: str = "hannibal", militia: int = 0
) -> World:
    w = empty()
    put(w, "carthage", hex, {"libya_foot": outside}, [leader])
    if inside:
        put(w, "rome", f"{hex}i", {"socii_foot": inside})
    w.control[city] = "rome"
    w.sieges[city] = Siege("carthage", militia or printed_defence(w, city), inside)
    return w


def test_sizes_and_defences() -> None:
    """§9.11 §9.12 §9.82 §6.36 Capua 7, Lilybaeum 3, Ausculum 1; a sack takes a step; scenarios may say
    otherwise.
    """
    w = empty()
    assert [printed_defence(w, c) for c in ("capua", "lilybaeum", "ausculum")] == [7, 3, 1]
    w.sacked = ["capua", "ausculum"]
    assert (size_of(w, "capua"), printed_defence(w, "capua"), size_of(w, "ausculum")) == ("medium", 3, "")
    assert printed_defence(empty("sicily"), "messana") == 4


def test_investing() -> None:
    """§9.21 §9.94 §9.2 A defence of 4 needs eight foot; the city gets militia; the leader is finished."""
    w = empty("sicily")
    put(w, "carthage", "5915", {"libya_foot": 8, "numidia_horse": 9}, ["gisco"])
    put(w, "rome", "5915i", {"mamertini_foot": 6})
    w.control["messana"] = "rome"
    assert enough_foot(w, "carthage", "messana")
    t = table(act(w, "gisco"))
    order(t, "invest")
    assert t.world.sieges["messana"].militia == 4
    assert t.over and t.world.op is None
    w = empty("sicily")
    put(w, "carthage", "5915", {"libya_foot": 7, "numidia_horse": 9}, ["gisco"])
    w.control["messana"] = "rome"
    with pytest.raises(Illegal, match=r"9\.21"):
        order(table(act(w, "gisco")), "invest")


def test_avoiding_a_siege() -> None:
    """§9.22 Who is inside with a leader may slip out and leave a garrison; the city is under siege all the
    same.
    """
    w = empty()
    put(w, "carthage", "1514", {"libya_foot": 30}, ["hannibal"])
    put(w, "rome", "1514i", {"romani_foot": 10}, ["fabius"])
    w.office["fabius"] = "dictator"
    w.control["placentia"] = "rome"
    t = table(act(w, "hannibal"), [0])
    order(t, "invest", "carthage")
    answer = t.pending["rome"]
    to = next(iter(answer.items()["avoid"].fields[0].choice({}).options()))  # type: ignore[attr-defined]
    t.submit("rome", {"pick": "avoid", "answer": {"to": to, "units": {"romani_foot": 1}, "leaders": []}})
    order(t, "guile 1", "rome")
    order(t, "guile 0", "carthage")
    assert last(t, "avoids")["how"] == "succeeds"
    assert t.world.forces["rome@1514i"].units == {"romani_foot": 1}
    assert "placentia" in t.world.sieges


def test_lifting() -> None:
    """§9.23 Too few foot, or no leader outside."""
    w = siege("placentia", "1514", 1, 30)
    lift_sieges_told(w)
    assert "placentia" in w.sieges
    w.forces["carthage@1514"].units = {"libya_foot": 1}
    lift_sieges_told(w)
    assert not w.sieges


def lift_sieges_told(w: World) -> None:
    token = EVENT_SINK.set(lambda event: None)
    lift_sieges(w)
    EVENT_SINK.reset(token)


def test_assault() -> None:
    """§9.3 §9.31 §9.33 §9.35 §9.37 §9.24 §9.25 The strength against assault is defence times foot; success
    enters the city.
    """
    w = siege("placentia", "1514", 2, 40)
    assert strength_against(w, "placentia") == printed_defence(w, "placentia") * 2
    assert assault_lines(act(w, "hannibal"), "placentia", "hannibal")["leaders"] == 3
    t = table(w, [9, 2, 0])
    order(t, "assault")
    order(t, "no")  # no sack
    while t.pending:
        seat, choice = next(iter(t.pending.items()))
        order(
            t,
            "enter" if choice.rule == "9.25" else "Cremona" if choice.rule == "9.74" else "as planned",
            seat,
        )
    assert last(t, "assault")["how"] == "succeeds"
    assert t.world.control["placentia"] == "carthage"


def test_an_order_may_name_the_city() -> None:
    """§5.3 §9.31 The one where the leader stands, and no other."""
    choice = table(act(siege("placentia", "1514", 2, 40), "hannibal")).choice("carthage")
    for verb in ("assault", "lift"):
        assert choice.parse(f"{verb} Placentia", READER) == choice.parse(verb, READER) == {"pick": verb}
    for wrong in ("assault Capua", "assault Placentia now", "treachery Placentia"):
        with pytest.raises(NotUnderstood):
            choice.parse(wrong, READER)


@pytest.mark.parametrize(("paid", "score"), [("yes", 4), ("no", 0)])
def test_a_ransom(paid: str, score: int) -> None:
    """§9.74 The winner asks points of victory for a captured leader; who is not paid for is lost.

    Ruling AW-V24.
    """
    w = siege("placentia", "1514", 1, 80)
    w.forces["rome@1514i"].leaders = ["albinus"]
    t = table(act(w, "hannibal"), [9, 1, 0, 0, 0, 0, 0, 0])
    order(t, "assault")
    answers = {"9.82": "no", "9.25": "enter"}
    while t.pending:
        seat, choice = next(iter(t.pending.items()))
        if choice.rule == "9.74":
            text = "Cremona" if choice.shape == "subset" else "ransom 4" if choice.shape == "menu" else paid
        else:
            text = answers.get(choice.rule, "as planned")
        order(t, text, seat)
    assert t.world.points.get("carthage", {}).get("ransom", 0) == score
    assert (t.world.fate.get("albinus") == "dead") == (paid == "no")
    assert bool(told(t, "ransomed")) == (paid == "yes")


def test_a_failed_assault() -> None:
    """§9.35 §9.36 A die of 3 costs 20% of the foot: three of fifteen; a five costs the garrison a quarter."""
    w = siege("tarentum", "5304", 9, 42)
    put(w, "carthage", "5304", {"libya_foot": 42, "syracusae_engine": 1}, ["hannibal"])
    t = table(act(w, "hannibal"), [0, 3, 5, 0])
    order(t, "assault")
    while t.pending:
        order(t, "as planned", next(iter(t.pending)))
    assert last(t, "assault")["how"] == "fails"
    assert last(t, "garrison_hurt")["percent"] == 25
    losses = [e.values for e in told(t, "losses")]
    assert losses[0]["units"] == {"libya_foot": 8}  # 20% of 42
    assert sum(losses[1]["units"].values()) == 2  # militia bear it
    assert not told(t, "engines_destroyed")


def test_reduction_and_sally() -> None:
    """§9.41 §9.42 §9.43 §9.45 §9.27 §9.28 L. Manlius rolls 7 at Syracusae: 4, nothing; the besieged sally."""
    w = empty("sicily")
    put(w, "rome", "6419", {"romani_foot": 30}, ["vulso"])
    put(w, "carthage", "6419i", {"syracusae_foot": 8})
    w.control["syracusae"] = "carthage"
    w.sieges["syracusae"] = Siege("rome", 7, 8)
    t = table(act(w, "vulso"), [7, 9, 0, 9])
    order(t, "reduce", "rome")
    assert (last(t, "reduced")["total"], last(t, "reduced")["change"]) == (4, 0)
    order(t, "yes", "carthage")
    order(t, "as planned", "carthage")
    assert told(t, "sallies")
    assert last(t, "continuation")["how"] == "finished"


def test_repair() -> None:
    """§9.44 Easier than reduction, and never above the defence as printed."""
    w = siege("roma", "3615", 18, 90)
    w.forces["rome@3615i"].leaders = ["praetor"]
    w.reduced["roma"] = 2
    assert defence_of(w, "roma") == 5
    t = table(act(w, "praetor"), [9, 9])
    order(t, "repair")
    assert last(t, "repaired")["left"] == 6 or last(t, "repaired")["left"] == 7


def test_a_repair_gives_no_more_than_was_lost() -> None:
    """§9.42 §9.44 A roll for three points where one is missing."""
    w = siege("roma", "3615", 18, 90)
    w.forces["rome@3615i"].leaders = ["praetor"]
    w.reduced["roma"] = 1
    t = table(act(w, "praetor"), [9, 9])
    order(t, "repair")
    assert (last(t, "repaired")["change"], last(t, "repaired")["left"]) == (1, 7)
    assert t.world.reduced["roma"] == 0


def test_siege_attrition() -> None:
    """§9.24 §9.51 §9.52 §9.55 §9.56 Both sides roll; horse count double; an empty city falls."""
    w = siege("arretium", "2712", 1, 30, militia=1)
    w.due, w.agenda = ["arretium"], ["siege_attrition"]
    t = table(w, [0, 9, 0])
    while t.pending:
        seat, choice = next(iter(t.pending.items()))
        order(t, {"9.82": "no", "9.25": "enter", "9.53": "no"}.get(choice.rule, "as planned"), seat)
    assert last(t, "siege_attrition")["lost"][1] >= 2
    assert last(t, "fallen")["how"] == "attrition"
    assert t.world.points["carthage"]["major"] == 4  # a medium city
    assert worth({"a_horse": 2}, True) == worth({"a_foot": 1}, True) == worth({"c_elephant": 1}, True) == 2
    assert plan_of({"militia_foot": 1, "a_foot": 4}, 3) == {"a_foot": 2, "militia_foot": 1}


def test_foraging_and_supply() -> None:
    """§9.53 §9.54 Only in a province of one's own that is not devastated; supply from a friendly city within
    three hexes.
    """
    w = siege("placentia", "1514", 1, 30)
    assert not may_forage(w, "placentia")
    w.alliance["gallia_cis"], w.notes["allied/gallia_cis"] = 4, 4
    assert may_forage(w, "placentia")
    w.devastated = ["gallia_cis"]
    assert not may_forage(w, "placentia")
    assert not supplied(w, "placentia")
    w.devastated = []
    w.control["parma"] = "carthage"
    assert supplied(w, "placentia")


def test_treachery() -> None:
    """§9.6 §9.61 §9.62 Campaign 6, one guile, two against: 8 or more at a defence of 3; equal is the trap."""
    for die, how in ((8, "succeeds"), (7, "trap"), (6, "fails")):
        w = empty("sicily")
        put(w, "rome", "5522", {"romani_foot": 30}, ["messalla"])
        put(w, "carthage", "5522i", {"libya_foot": 5}, ["gisco", "hamilcar"])
        w.control["panormus"] = "carthage"
        w.sieges["panormus"] = Siege("rome", 3, 5)
        t = table(act(w, "messalla"), [die, 9])
        order(t, "treachery guile 1")
        assert last(t, "treachery")["how"] == how
        assert (t.world.fate.get("messalla") == "dead") == (how == "trap")
    w = siege("roma", "3615", 18, 90)
    with pytest.raises(Illegal, match=r"9\.61"):
        order(table(act(w, "hannibal")), "treachery guile 1")


def test_surrender() -> None:
    """§9.7 §9.72 §9.73 §9.74 §5.3 Venusia with one foot: ten are enough, on 2 or more. Capua with three needs
    210.
    """
    w = empty()
    put(w, "carthage", "4707", {"libya_foot": 10}, ["hannibal"])
    put(w, "rome", "4707i", {"socii_foot": 1})
    w.control["venusia"] = "rome"
    t = table(act(w, "hannibal"), [2, 6])
    order(t, "demand")
    while t.pending and t.world.captures:
        seat, choice = next(iter(t.pending.items()))
        order(t, "enter" if choice.rule == "9.25" else "Luceria", seat)
    assert last(t, "continuation")["modifier"] == 2
    assert t.world.control["venusia"] == "carthage"
    put(w := empty(), "rome", "4412i", {"campani_foot": 3})
    assert 10 * strength_against(w, "capua") == 210


def test_sack() -> None:
    """§9.81 §9.82 §9.83 §9.84 §9.85 §9.86 The garrison is gone, the city a step smaller, the men may loot."""
    w = siege("ariminum", "2609", 2, 40)
    t = table(act(w, "hannibal"), [9, 2, 0, 9])
    order(t, "assault")
    order(t, "yes")
    assert size_of(t.world, "ariminum") == "small"
    assert "rome@2609i" not in t.world.forces
    assert last(t, "looting")["how"] == "looted"
    assert t.world.forces["carthage@2609"].status == 1 or t.world.forces["active"].status == 1


def test_garrisons() -> None:
    """§9.91 §9.92 §9.93 In a city foot up to its defence stay without a leader, horse never."""
    w = empty()
    put(w, "carthage", "4707i", {"libya_foot": 10, "numidia_horse": 4}, ["hannibal"])
    w.control["venusia"] = "carthage"
    t = table(act(w, "hannibal"), [9])
    with pytest.raises(Illegal, match=r"9\.93"):
        order(t, "detach 1 Numidian cavalry")
    with pytest.raises(Illegal, match=r"9\.93"):
        order(t, "detach 3 Libyan infantry")
    order(t, "detach 1 Libyan infantry")
    order(t, "march Venusia")
    assert t.world.forces["carthage@4707i"].units == {"libya_foot": 1}


def test_attacking_besiegers() -> None:
    """§9.26 §9.29 From inside, the besiegers may not avoid it."""
    w = siege("placentia", "1514", 0, 20)
    put(w, "rome", "1514i", {"romani_foot": 30}, ["scipio"])
    t = table(act(w, "scipio"), [5] * 12)
    order(t, "attack", "rome")
    assert not told(t, "avoids")
    assert told(t, "battle")


def test_engines() -> None:
    """§9.28 Not into mountains, not over a river off the road; they stay behind when a force goes to meet the
    enemy.
    """
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 20, "syracusae_engine": 1}, ["hannibal"])
    with pytest.raises(Illegal, match=r"9\.28"):
        order(table(act(w, "hannibal")), "march 4606")


def test_control() -> None:
    """§11.0 §11.1 §11.11 §11.12 §11.2 §11.3 §11.31 §11.32 All large and medium cities, and one small one; of
    five
    small ones three.
    """
    assert [control.needed(n) for n in (5, 3, 1)] == [3, 2, 1]
    w = empty()
    assert control.control_of(w, "latium") == "rome"
    for city in ("capua", "neapolis", "cumae"):
        w.control[city] = "carthage"
    assert control.military_control(w, "campania") == "carthage"
    assert control.diplomatic_control(w, "campania") == "rome"
    assert control.control_of(w, "campania") == "carthage"
    del w.control["cumae"]
    assert control.military_control(w, "campania") == ""


def test_a_sacked_city_counts_at_its_present_size() -> None:
    """§11.11 §9.82 Aleria, a medium city, is needed until it is sacked: then two of three small ones are
    enough; a sacked small one does not exist (ruling AW-R76).
    """
    w = empty()
    w.control.update({"aleria": "rome", "marianum": "carthage", "urcinium": "carthage"})
    assert control.military_control(w, "corsica") == ""
    w.sacked = ["aleria"]
    assert control.military_control(w, "corsica") == "carthage"
    w.sacked = ["marianum", "urcinium"]
    assert control.military_control(w, "corsica") == "rome"


def test_alliances() -> None:
    """§11.21 §11.22 §12.1 §12.11 §12.2 §12.21 §12.22 §12.23 §12.24 §12.25 Eight boxes from one alliance to
    the other.
    """
    w = empty()
    token = EVENT_SINK.set(lambda event: None)
    for _ in range(7):
        shift(w, "campania", "carthage", 1)
    assert control.diplomatic_control(w, "campania") == "rome"
    shift(w, "campania", "carthage", 1)
    assert control.diplomatic_control(w, "campania") == "carthage"
    shift(w, "campania", "carthage", 3)
    assert w.alliance["campania"] == 4
    shift(w, "latium", "carthage", 4)
    assert "latium" not in w.alliance
    EVENT_SINK.reset(token)
    assert "samnium" in adjacent(w, "campania")
    assert "sicilia_e" not in adjacent(w, "bruttium")


def test_embassies() -> None:
    """§12.3 §12.31 §12.32 §12.33 §12.34 §12.35 §9.84 The overall commander, a point of guile, once a turn;
    drawn among those free.
    """
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 20}, ["hannibal", "mago"])
    t = table(act(w, "hannibal"), [9, 3], draws=["mago"])
    order(t, "diplomacy samnium")
    assert last(t, "embassy")["boxes"] == 3
    assert t.world.alliance["samnium"] == 0
    with pytest.raises(Illegal, match=r"12\.35"):
        order(t, "diplomacy apulia")


def test_manpower() -> None:
    """§10.0 §5.3 Rome rolls for legions; once a turn, or with the option once a phase."""
    w = empty()
    put(w, "rome", "3615i", {"romani_foot": 18}, ["scipio"])
    w.commanders["rome"] = "scipio"
    t = table(act(w, "scipio"), [5, 3])
    order(t, "muster guile 0")
    assert last(t, "mustered")["units"] == {
        "romani_foot": 9,
        "socii_foot": 9,
        "romani_horse": 1,
        "socii_horse": 3,
    }
    with pytest.raises(Illegal, match=r"5\.3"):
        order(t, "muster guile 0")


def test_locked_forces() -> None:
    """§12.12 §12.13 The Samnites take the field when Pyrrhus comes into their land."""
    w = founded("pyrrhus_in_italy")
    assert set(w.locks) == {"samnium", "lucania", "bruttium"}
    assert "bovianum" in control.locked_cities(w)


def test_auguries() -> None:
    """§13.0 A five and a nought are 50: envoys, who turn a neutral province."""
    w = empty("pyrrhus_in_italy")
    w.augurs, w.agenda = "epirus", ["augury"]
    t = table(w, [5, 0])
    assert last(t, "augury")["number"] == "50"
    assert last(t, "augury")["event"] == "envoys"
    order(t, "samnium", "epirus")
    assert t.world.alliance["samnium"] == 4


def test_victory() -> None:
    """§14.0 Automatic at the end of a turn; by points only what was not held at the start."""
    w = founded("pyrrhus_in_italy")
    assert automatic(w) == ("", {})
    assert gains(w, "epirus") == []
    assert level(w) == ""
    w.control |= {"capua": "epirus", "neapolis": "epirus"}
    assert parts(w)["epirus"]["cities"] == 7
    w.control["beneventum"] = "epirus"
    assert automatic(w) == ("epirus", {"cities": ["capua", "neapolis", "beneventum"]})
    w = founded("hannibal_in_italy")
    w.fate["hannibal"] = "dead"
    assert automatic(w) == ("rome", {"leader": "hannibal"})


@pytest.mark.parametrize(("margin", "winner"), [(0, "rome"), (-1, ""), (-4, ""), (-5, "carthage")])
def test_the_war_for_messana(margin: int, winner: str) -> None:
    """§14.0 ruling AW-M11 Messana is worth points, not the war; both sides score losses."""
    w = founded("sicily")
    assert parts(w) == {"carthage": {}, "rome": {"cities": 5}}
    w.turn, w.losses = 3, {"rome": 30, "carthage": 15}
    w.control["messana"] = "carthage"
    assert automatic(w) == ("", {})
    assert parts(w) == {"carthage": {"cities": 8, "losses": 2}, "rome": {"losses": 1}}
    w.points["rome"] = {"battles": 9 + margin}
    assert level(w) == winner
    w.control["rhegium"] = "carthage"
    assert automatic(w) == ("carthage", {"cities": ["rhegium"]})


def test_neutral_cities_and_entering() -> None:
    """§11.34 §6.37 A city of nobody opens to who controls its province."""
    w = empty()
    put(w, "carthage", "1416", {"libya_foot": 20}, ["hannibal"])
    w.control.pop("parma", None)
    assert not control.controls_province(w, "gallia_cis", "carthage")
    w.alliance["gallia_cis"], w.notes["allied/gallia_cis"] = 4, 4
    assert control.controls_province(w, "gallia_cis", "carthage")


def test_a_city_is_given_up_by_agreement() -> None:
    """§9.71 §9.74 Both must agree; the garrison goes free, the besieger enters, and nothing is sacked."""
    w = siege("placentia", "1514", 2, 40)
    w.control["cremona"] = "rome"
    t = table(act(w, "hannibal"))
    t.aside("rome", {"pick": "surrender", "answer": {"city": "placentia", "to": ["cremona"]}})
    order(t, "yes", "carthage")
    order(t, "enter", "carthage")
    assert t.world.control["placentia"] == "carthage"
    assert t.world.forces["rome@1512i"].units == {"socii_foot": 2}
    assert list(t.pending) == ["carthage"]


def test_a_home_city_given_up_and_not_entered_is_its_owners() -> None:
    """§11.12 §9.71 Hannibal stays outside: Ancona, in a home province of Rome, is Rome's at once."""
    w = siege("ancona", CITIES["ancona"].hex, 2, 40)
    w.control["roma"] = "rome"
    t = table(act(w, "hannibal"))
    t.aside("rome", {"pick": "surrender", "answer": {"city": "ancona", "to": ["roma"]}})
    order(t, "yes", "carthage")
    order(t, "stay out", "carthage")
    assert t.world.control["ancona"] == "rome"


def test_nothing_is_offered_in_the_midst_of_an_operation() -> None:
    """§9.71 §9.43 Not while the besieged are asked whether they sally."""
    w = siege("capua", "4412", 2, 40)
    t = table(act(w, "hannibal"), dice=[0])
    assert t.asides()
    order(t, "reduce")
    assert t.choice("rome").rule == "9.43"
    assert not t.asides()


def test_a_larger_city_that_is_handed_over_without_foot_inside_is_nobodys() -> None:
    """§11.31 §11.33 Nobody of Carthage stands at Thurii to go in."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 9}, ["hannibal"])
    put(w, "rome", "5509i", {"socii_foot": 1})
    w.control["thurii"] = "rome"
    t = table(act(w, "hannibal"))
    t.aside("rome", {"pick": "transfer", "answer": "thurii"})
    order(t, "yes", "carthage")
    assert "thurii" not in t.world.control
    assert t.world.forces["rome@5509"].units == {"socii_foot": 1}


def test_a_city_is_handed_over() -> None:
    """§11.33 Units inside go outside; a small city is the other side's."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 9}, ["hannibal"])
    put(w, "rome", "1514i", {"socii_foot": 1})
    w.control["placentia"] = "rome"
    t = table(act(w, "hannibal"))
    t.aside("rome", {"pick": "transfer", "answer": "placentia"})
    order(t, "yes", "carthage")
    assert t.world.control["placentia"] == "carthage"
    assert t.world.forces["rome@1514"].units == {"socii_foot": 1}
