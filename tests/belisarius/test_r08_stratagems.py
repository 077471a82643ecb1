"""§8 Stratagem markers: the pool, drawing and losing, the limit, Treachery, and dice cast again."""

from __future__ import annotations

from typing import Any

from adjudicator.belisarius.rules.r08_stratagems import _limit_menu
from adjudicator.belisarius.show.names import LEXICON
from adjudicator.belisarius.world import World
from adjudicator.core import Bar, fill
from adjudicator.core.log.chance import sampler

from .battles import combat
from .helpers import Units, table, world

ASK = {"die": "ask", "marker": "ask"}
HOME = {"constantinopolis": "guard_field_army", "nisibis": "persia_garrison"}
FULL = ["agent"] * 8 + ["forced_march"] * 6


def playing(phase: str, places: dict[str, Units] | None = None, **more: Any) -> World:
    """The Empire's phase with these hands; the Empire has Constantinopolis and Persia a garrison."""
    return world(places or HOME, phase=phase, phasing="empire", **more)


# -- §8.1 §8.2 drawing -------------------------------------------------------------------------


def test_players_see_what_they_draw() -> None:
    """§8.1 §8.2(3) The others learn how many."""
    with table(playing("recruit", treasury={"empire": 4}), draws=["agent", "market"]) as t:
        t.empire("buy 2")
        assert t.w.cups["empire_hand"] == ["agent", "market"]
        assert t.said("empire")[-1] == "Empire drew Agent and Market."
        assert t.said("barbarian")[-1] == "Empire drew 2 markers."
        assert len(t.w.cups["pool"]) == 62


def test_beyond_fifteen_one_returns_as_many_first() -> None:
    """§8.3 What is returned goes back before the draw, and nobody else sees it."""
    w = playing("recruit", treasury={"empire": 6}, hands={"empire": FULL})
    with table(w, draws=["agent", "market", "rally"]) as t:
        t.empire("buy 3")
        assert t.asked == ["empire"]
        assert t.choice("empire").describe()["choices"][0]["choice"]["min"] == 2
        t.refused("empire", "return Agent", "8.3", n=1, least=2)
        t.empire("return Agent, Forced March")
        assert t.said("barbarian") == [
            "Empire returned 2 markers to the pool before drawing.",
            "Empire drew 3 markers.",
        ]
        assert t.said("empire")[0] == "Empire returned Agent and Forced March to the pool before drawing."
        assert len(t.w.cups["empire_hand"]) == 15
        assert t.w.cups["empire_hand"].count("agent") == 8


def test_or_forgoes_what_is_too_much() -> None:
    """§8.3"""
    w = playing("recruit", treasury={"empire": 6}, hands={"empire": FULL})
    with table(w, draws=["market"]) as t:
        t.empire("buy 3", "forgo")
        assert len(t.w.cups["empire_hand"]) == 15


def test_with_a_full_hand_nothing_is_drawn() -> None:
    """§8.3 The whole draw may be forgone."""
    w = playing("recruit", treasury={"empire": 2}, hands={"empire": [*FULL, "rally"]})
    with table(w) as t:
        t.empire("buy 1", "forgo")
        assert t.w.cups["empire_hand"] == sorted([*FULL, "rally"])


def test_nobody_returns_more_than_they_have() -> None:
    """§8.3 Of twenty that an agreement's breach or the like might bring, five are forgone at the least."""
    with table(playing("recruit", hands={"empire": ["agent", "rally"]})) as t:
        menu = _limit_menu(t.w, "empire", 20, 7).items()
        stop = menu["return"]
        assert isinstance(stop, Bar)
        assert (stop.rule, stop.why.values) == ("8.3", {"n": 7, "held": 2})
        assert menu["forgo"] is None
        assert not isinstance(_limit_menu(t.w, "empire", 15, 2).items()["return"], Bar)


def test_no_more_are_bought_than_can_be_held() -> None:
    """§8.3 §10.32 Fifteen, whatever goes back."""
    w = playing("recruit", treasury={"empire": 60}, hands={"empire": ["agent", "rally"]})
    with table(w, draws=["forced_march"] * 8 + ["agent"] * 7) as t:
        t.refused("empire", "buy 20", "8.3", n=20, most=15)
        t.empire("buy 15")
        t.empire("return Agent, Rally")
        assert len(t.w.cups["empire_hand"]) == 15


# -- §8.5 losing -------------------------------------------------------------------------------


def test_markers_are_lost_at_random_and_unseen() -> None:
    """§8.5(1) §8.51 By events 13-14: four are lost; the enemy learns how many."""
    hand = ["agent", "agent", "market", "pope", "rally"]
    w = playing("event", {"constantinopolis": "guard_field_army"}, hands={"empire": hand})
    with table(w, dice=[1, 3, 4], draws=["agent", "pope", "market", "agent"]) as t:
        t.order("empire")
        assert t.w.cups["empire_hand"] == ["rally"]
        lost = [event for event in t.table.ledger.told if event.event.kind == "lost_markers"]
        assert lost[0].event.values == {"seat": "empire", "n": 4}


def test_who_has_fewer_loses_them_all_and_who_has_none_nothing() -> None:
    """§8.51"""
    w = playing("event", {"constantinopolis": "guard_field_army"}, hands={"empire": ["rally"]})
    with table(w, dice=[1, 3, 4], draws=["rally"]) as t:
        assert t.w.cups["empire_hand"] == []
    with table(playing("event", {"constantinopolis": "guard_field_army"}), dice=[1, 3, 4]) as t:
        assert t.w.cups["empire_hand"] == []


def test_justinians_end_costs_the_empire_its_hand() -> None:
    """§8.5(3) §21.4(3) Struck down by assassins in his capital."""
    w = world(
        {"constantinopolis": "justinian"},
        phase="diplomacy",
        phasing="barbarian",
        hands={"barbarian": ["basileus", "agent", "agent", "agent"], "empire": ["agent", "market"]},
    )
    with table(w, dice=[5, 2]) as t:
        t.barbarian("stake Basileus, Agent x3 on Thracia")
        t.empire("pass")
        t.barbarian("assassinate Justinian")
        assert t.w.cups["empire_hand"] == []
        assert t.w.dead == ["justinian"]
        assert t.said("barbarian")[-1] == "Empire lost 2 markers."
        assert t.said("empire")[-1] == "Empire lost Agent and Market."


# -- §8.4 playing ------------------------------------------------------------------------------


def test_a_marker_is_played_at_its_time() -> None:
    """§8.41 The refusal says when it is; one that is not held is refused as such."""
    with table(playing("tax", hands={"empire": ["market", "pope", "agent"]})) as t:
        assert t.refused("empire", "play Market", "card/market").startswith("Market is played in your supply")
        t.refused("empire", "play Agent", "card/agent", marker="agent")
        t.refused("empire", "play Pope", "card/pope")
        assert t.refused("empire", "play Rally", "card/rally") == "you do not hold Rally"


def test_no_marker_is_offered_that_is_not_held() -> None:
    """§8.4 Every other one is barred, with the reason."""
    with table(playing("tax", hands={"empire": ["market", "currency_reform"]})) as t:
        offered = [one.text for one in t.completions("empire", "play ") if one.bar is None]
        assert offered == ["play Currency Reform"]


def test_a_played_marker_goes_back_to_the_pool() -> None:
    """§8.42 §8.43 Any number may be played in a turn."""
    w = playing("tax", hands={"empire": ["currency_reform", "currency_reform"]}, treasury={"empire": 0})
    with table(w) as t:
        t.empire("play Currency Reform", "play Currency Reform")
        assert t.w.cups["empire_hand"] == []
        assert t.w.cups["pool"].count("currency_reform") == 2
        assert t.w.treasury["empire"] == 2


def test_who_publicly_has_no_marker_has_none_to_play() -> None:
    """§8.4"""
    with table(playing("recruit")) as t:
        t.refused("empire", "play Theodora", "8.4")


# -- §card/treachery ---------------------------------------------------------------------------


def test_treachery_nullifies_a_marker_before_it_takes_effect() -> None:
    """§card/treachery Both go to the pool."""
    w = playing(
        "tax", hands={"empire": ["currency_reform"], "barbarian": ["treachery"]}, treasury={"empire": 3}
    )
    with table(w, windows=ASK) as t:
        t.empire("play Currency Reform")
        assert t.asked == ["barbarian"]
        t.barbarian("play Treachery")
        assert t.w.treasury["empire"] == 3
        assert t.w.cups["empire_hand"] == t.w.cups["barbarian_hand"] == []
        assert t.said() == [
            "Barbarian played Treachery on Currency Reform.",
            "Treachery cancelled Empire's Currency Reform.",
        ]


def test_treachery_is_met_by_treachery() -> None:
    """§card/treachery And then the enemy may try again with another."""
    hands = {"empire": ["currency_reform", "treachery"], "barbarian": ["treachery", "treachery"]}
    with table(playing("tax", hands=hands, treasury={"empire": 3}), windows=ASK) as t:
        t.empire("play Currency Reform")
        t.barbarian("play Treachery")
        t.empire("play Treachery")
        assert t.asked == ["barbarian"]  # against the Empire's Treachery
        t.barbarian("pass")
        assert t.asked == ["barbarian"]  # against Currency Reform once more
        t.barbarian("pass")
        assert t.w.treasury["empire"] == 4
        assert t.w.cups["barbarian_hand"] == ["treachery"]


def test_the_window_opens_for_a_holder_of_any_marker() -> None:
    """§22.0 Without Treachery it is asked all the same, and may only pass; with no marker it is not."""
    w = playing("tax", hands={"empire": ["currency_reform"], "barbarian": ["agent"]})
    with table(w, windows=ASK) as t:
        t.empire("play Currency Reform")
        t.refused("barbarian", "play Treachery", "card/treachery", marker="treachery")
        t.barbarian("pass")
    with table(playing("tax", hands={"empire": ["currency_reform"]}), windows=ASK) as t:
        t.empire("play Currency Reform")
        assert t.asked == ["empire"]


# -- §card/pope --------------------------------------------------------------------------------


def test_a_die_is_rolled_again_and_again() -> None:
    """§card/pope Either side may; the last fall counts, and Pope itself may be met by Treachery."""
    hands = {"empire": ["imperial_regalia", "pope", "treachery"], "barbarian": ["pope", "agent"]}
    w = playing("recruit", hands=hands)
    with table(w, dice=[1, 3, 2], draws=["rally", "tolerance"], windows=ASK) as t:
        t.empire("play Imperial Regalia")
        t.barbarian("pass")
        assert sorted(t.asked) == ["barbarian", "empire"]
        t.empire("play Pope")
        t.barbarian("pass")  # the first in order of play is the Empire
        t.barbarian("pass")  # against the Empire's Pope
        t.empire("pass")
        t.barbarian("play Pope")
        t.empire("pass")  # lets the enemy's Pope pass, with Treachery in hand
        assert [event.values["was"] for event in t.events("cast_again")] == [3]
        assert t.asked == ["empire", "barbarian"]
        t.empire("pass")
        t.barbarian("pass")
        assert t.w.cups["empire_hand"] == ["rally", "tolerance", "treachery"]


def test_pope_is_undone_by_treachery() -> None:
    """§card/pope §card/treachery The die stands."""
    hands = {"empire": ["imperial_regalia", "treachery"], "barbarian": ["pope"]}
    w = playing("recruit", hands=hands)
    with table(w, dice=[2], draws=["rally", "tolerance"], windows=ASK) as t:
        t.empire("play Imperial Regalia")
        t.barbarian("pass")
        t.empire("pass")
        t.barbarian("play Pope")
        t.empire("play Treachery")
        assert t.w.cups["empire_hand"] == ["rally", "tolerance"]
        assert t.w.cups["barbarian_hand"] == []


def test_one_of_two_dice_is_rolled_again() -> None:
    """§card/pope Rally adds two dice; ruling BE-C1."""
    w = playing("tax", hands={"empire": ["rally", "pope", "agent"]}, treasury={"empire": 0})
    far = ["franks", "slavs", "nubia", "lazica", "suevii", "basques", "arabia", "gepidae"]
    w.control |= dict.fromkeys(far, "barbarian")
    with table(w, dice=[1, 6, 5], windows=ASK) as t:
        t.empire("play Rally", "play Pope 1", "pass")
        assert t.w.treasury["empire"] == 11
        assert t.events("rallied")[0].values["dice"] == [5, 6]


def test_one_of_many_dice_is_rolled_again() -> None:
    """§card/pope A revolt that had succeeded is put down; the event's own dice are not asked about."""
    w = playing("event", hands={"barbarian": ["pope"]}, control={"lazica": "empire"})
    with table(w, dice=[6, 4, 1, 5, 5, 5, 6], windows=ASK | {"revolt": "standing"}) as t:
        assert t.asked == ["barbarian"]
        t.barbarian("play Pope Lazica")
        assert t.w.control["lazica"] == "empire"


def test_all_dice_of_the_event_phase_stand_by_the_option() -> None:
    """§card/pope Option `event_dice`, ruling BE-B1: nobody is asked about them, and others are as ever."""
    w = playing("event", hands={"barbarian": ["pope"]}, control={"lazica": "empire"}, event_dice="all")
    with table(w, dice=[6, 4, 1, 5, 5, 5], windows=ASK | {"revolt": "standing"}) as t:
        assert t.asked == ["empire"]
        assert t.w.phase != "event"
        assert t.w.control["lazica"] == "neutral"
    w = playing("recruit", hands={"empire": ["imperial_regalia", "pope"]}, event_dice="all")
    with table(w, dice=[1, 2], draws=["rally", "tolerance"], windows=ASK) as t:
        t.empire("play Imperial Regalia", "play Pope")


# -- markers that are not kept -----------------------------------------------------------------


def test_roman_alliance_is_not_for_the_barbarian() -> None:
    """§card/roman_alliance It goes back face up, and nothing is drawn for it."""
    w = world(HOME, phase="recruit", phasing="barbarian", treasury={"barbarian": 4})
    with table(w, draws=["roman_alliance", "agent"]) as t:
        t.barbarian("buy 2")
        assert t.w.cups["barbarian_hand"] == ["agent"]
        assert t.said()[-1] == "Barbarian could not keep Roman Alliance: it returned to the pool."


def test_the_empire_keeps_roman_alliance() -> None:
    """§card/roman_alliance"""
    with table(playing("recruit", treasury={"empire": 2}), draws=["roman_alliance"]) as t:
        t.empire("buy 1")
        assert t.w.cups["empire_hand"] == ["roman_alliance"]


def test_a_donative_that_no_victory_brought_goes_back() -> None:
    """§card/donative Without effect, and nothing is drawn for it."""
    with table(playing("recruit", treasury={"empire": 2}), draws=["donative"]) as t:
        t.empire("buy 1")
        assert t.w.cups["empire_hand"] == []
        assert t.w.treasury["empire"] == 0
        assert t.w.at["guard_field_army_1"] == "3536"


def victory(**more: Any) -> World:
    """An assault that ends with DD on a 4 (4/1)."""
    return combat("belisarius guard_field_army*3", "ostrogoths_warband*2", table="assault", **more)


def test_a_donative_after_a_victory_is_paid_for_by_the_unit() -> None:
    """§card/donative The owner pays for whom he will and can, two solidi each; the others are gone."""
    with table(victory(treasury={"empire": 5}), dice=[4, 1], draws=["donative"]) as t:
        t.barbarian("stand")
        while t.asked == ["barbarian"]:
            t.barbarian(t.choice("barbarian").sample(sampler(1)))
        assert t.choice("empire").rule == "card/donative"
        t.refused("empire", "Belisarius, Guard FA x2", "card/donative", n=3, most=2)
        t.empire("Belisarius, Guard FA")
        assert t.w.treasury["empire"] == 1
        assert sorted(t.w.at)[:2] == ["belisarius", "guard_field_army_1"]
        assert "guard_field_army_2" not in t.w.at
        assert t.w.army is not None
        assert t.w.army.units == ["belisarius", "guard_field_army_1"]


def test_with_disbanding_the_army_is_paid_whole_or_checks() -> None:
    """§card/donative §30.0"""
    w = victory(treasury={"empire": 5}, disbanding="on")
    with table(w, dice=[4, 1, 6], draws=["donative"]) as t:
        t.barbarian("stand")
        while t.asked == ["barbarian"]:
            t.barbarian(t.choice("barbarian").sample(sampler(1)))
        t.refused("empire", "pay", "card/donative", cost=8, treasury=5)
        t.empire("check")
        assert "guard_field_army_3" in t.w.at
        assert t.w.treasury["empire"] == 5


def test_end_of_campaign_drawn_in_victory_ends_the_armys_operations() -> None:
    """§card/end_of_campaign (1) It goes back, and the army has no points left."""
    with table(victory(), dice=[4, 1], draws=["end_of_campaign"]) as t:
        t.barbarian("stand")
        while t.asked == ["barbarian"]:
            t.barbarian(t.choice("barbarian").sample(sampler(1)))
        assert t.w.cups["empire_hand"] == []
        assert t.w.army is None
        assert t.w.operated == [
            "belisarius",
            "guard_field_army_1",
            "guard_field_army_2",
            "guard_field_army_3",
        ]


def test_end_of_campaign_drawn_by_a_victorious_defender_is_kept() -> None:
    """§card/end_of_campaign (2); ruling BE-C23."""
    w = combat("guard_field_army*2", "ostrogoths_warband*3", table="assault")
    with table(w, dice=[2, 2], draws=["end_of_campaign"]) as t:
        t.barbarian("stand")
        t.empire("retreat 4409-4408")
        assert t.w.cups["barbarian_hand"] == ["end_of_campaign"]


def test_questions_say_what_they_are_about() -> None:
    """§card/pope §card/treachery: whose die, what for and what it means; on what a marker is played."""
    w = combat("guard_field_army*2", "ostrogoths_warband*3", table="assault", hands={"barbarian": ["pope"]})
    with table(w, dice=[6], draws=["agent", "agent", "pope"], windows={"die": "ask"}) as t:
        t.barbarian("stand")
        asked = fill(t.choice("barbarian").prompt, "en", LEXICON.label)
        assert asked == "Empire rolled 6 (DZ) for this: battle of hex 4411 in Franks. Reroll it?"
        t.barbarian("pass")
    hands = {"empire": ["leader", "leader"], "barbarian": ["treachery"]}
    w = playing("levy", {"constantinopolis": "guard_field_army", "nisibis": "kavadh"}, hands=hands)
    with table(w, dice=[6], windows={"marker": "ask"}) as t:
        t.empire("play Leader on Kavadh")
        asked = fill(t.choice("barbarian").prompt, "en", LEXICON.label)
        assert asked.startswith("Empire plays Leader, on this: Kavadh")
        t.barbarian("pass")
