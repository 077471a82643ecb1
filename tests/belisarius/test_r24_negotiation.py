"""§24 Negotiation: offers, what changes hands at once, promises and breaches."""

from __future__ import annotations

from typing import Any

from adjudicator.belisarius.world import Army, Battle, World

from .helpers import table, world

PLACES = {"constantinopolis": "guard_field_army", "nisibis": "persia_garrison", "phasis": "lazica_garrison"}
HANDS = {"empire": ["agent", "agent", "pope"], "barbarian": ["market"]}


def negotiating(**more: Any) -> World:
    """The Empire's operations; it holds 7 solidi, the barbarian 9."""
    given: dict[str, Any] = {"hands": HANDS, "treasury": {"empire": 7, "barbarian": 9}} | more
    return world(PLACES, phase="operations", negotiation="on", **given)


def test_without_the_option_nobody_negotiates() -> None:
    """§24.0 It is an optional rule."""
    with table(world(PLACES)) as t:
        assert "offer" not in [c["name"] for c in t.table.asides()["empire"].describe()["choices"]]


def test_an_offer_is_between_the_two_players() -> None:
    """§24.0 §24.1 The public sees that there is one."""
    with table(negotiating()) as t:
        t.aside("empire", "offer solidi x5, Agent for Market saying no attack on Oriens this turn")
        assert t.said() == ["Empire made offer 1 to Barbarian."]
        assert t.said("barbarian") == t.said("empire")
        assert "no attack on Oriens" in t.said("barbarian")[0]
        assert [a.id for a in t.view("barbarian").agreements] == [1]
        assert t.view(None).agreements == ()
        assert t.asked == ["empire"]


def test_solidi_and_markers_change_hands_at_once() -> None:
    """§24.1(2) §10.37 Which markers they are is known to the two alone."""
    with table(negotiating()) as t:
        t.aside("barbarian", "offer Market for solidi x5, Agent")
        t.aside("empire", "accept 1")
        assert t.w.treasury == {"barbarian": 14, "empire": 2}
        assert t.w.cups["empire_hand"] == ["agent", "market", "pope"]
        assert t.w.cups["barbarian_hand"] == ["agent"]
        assert t.said()[1:] == [
            "Barbarian gave Empire 1 marker.",
            "Empire gave Barbarian 5 solidi.",
            "Empire gave Barbarian 1 marker.",
        ]
        assert t.said("empire")[1] == "Barbarian gave Empire Market."
        assert t.w.agreements[0].state == "kept"


def test_one_offers_what_one_has_and_accepts_what_one_can_give() -> None:
    """§24.1(2)"""
    with table(negotiating()) as t:
        t.refused("empire", "offer solidi x8 for Market", "24.1", n=8, most=7)
        t.refused("empire", "offer Rally for Market", kind="not_understood")
        t.refused("empire", "offer none for none", "24.1")
        t.refused("empire", "offer", "24.1")
        t.aside("empire", "offer Agent for Rally")
        t.refused("barbarian", "accept 1", "24.1", held=0, thing="rally", n=1)


def test_an_offer_that_can_no_longer_be_kept_is_void() -> None:
    """§24.1(2) ruling BE-C9: nobody learns before he accepts."""
    w = negotiating()
    with table(w) as t:
        t.aside("empire", "offer Agent x2 for Market")
        t.aside("empire", "offer Agent for solidi x1")
        t.aside("barbarian", "accept 2")
        assert t.lines("empire")  # the game goes on
        t.aside("barbarian", "accept 1")
        assert t.said() == ["Offer 1 was void: Empire no longer had what had been offered to Barbarian."]
        assert t.w.cups["barbarian_hand"] == ["agent", "market"]


def test_nobody_is_given_more_than_fifteen_markers() -> None:
    """§8.3 §24.1(2)"""
    full = ["agent"] * 7 + ["forced_march"] * 8
    with table(negotiating(hands={"empire": full, "barbarian": ["market"]})) as t:
        t.aside("barbarian", "offer Market for solidi x1")
        t.refused("empire", "accept 1", "8.3", n=16, most=15)


def test_roman_alliance_given_to_the_barbarian_goes_back() -> None:
    """§card/roman_alliance ruling BE-C2"""
    with table(negotiating(hands={"empire": ["roman_alliance"]})) as t:
        t.aside("empire", "offer Roman Alliance for solidi x1")
        t.aside("barbarian", "accept 1")
        assert t.w.cups["barbarian_hand"] == []
        assert t.w.treasury["empire"] == 8


def test_provinces_are_released() -> None:
    """§24.1(1) §4.51 Of either player."""
    with table(negotiating(control={"lazica": "barbarian"})) as t:
        t.refused("empire", "offer solidi x1 releasing Ostrogoths", kind="not_understood")
        t.aside("empire", "offer solidi x1 releasing Lazica")
        t.aside("barbarian", "accept 1")
        assert t.w.control["lazica"] == "neutral"
        assert t.w.at["lazica_garrison_1"]


def test_an_army_loses_those_who_are_released() -> None:
    """§24.1(1) §4.51(2) ruling BE-C8: at any time, also between two orders of an army."""
    w = negotiating(control={"lazica": "empire"})
    w.at |= {"lazica_garrison_1": "3536"}
    w.phase, w.army = "army", Army("empire", "3536", ["guard_field_army_1", "lazica_garrison_1"], 20)
    with table(w) as t:
        t.aside("barbarian", "offer solidi x1 releasing Lazica")
        t.aside("empire", "accept 1")
        assert "lazica_garrison_1" not in t.w.at
        assert t.w.army is not None
        assert t.w.army.units == ["guard_field_army_1"]


def test_nobody_fights_those_who_are_released() -> None:
    """§24.1(1) §4.51(1) ruling BE-C8: defenders who become neutral stay, and the combat is over."""
    w = negotiating(control={"lazica": "barbarian"})
    (place,) = {w.at["lazica_garrison_1"]}
    w.phase, w.army = "battle", Army("empire", "3536", ["guard_field_army_1"], 20)
    w.battle = Battle("empire", "barbarian", "3536", place, ["guard_field_army_1"], ["lazica_garrison_1"])
    with table(w) as t:
        t.aside("barbarian", "offer solidi x1 releasing Lazica")
        t.aside("empire", "accept 1")
        assert t.w.at["lazica_garrison_1"] == place
        assert (t.w.battle, t.w.phase) == (None, "army")


def test_the_game_ends_by_agreement() -> None:
    """§24.1(5) The points are counted at once."""
    with table(negotiating()) as t:
        t.aside("empire", "offer peace")
        assert t.said() == ["Empire offered Barbarian to end the game now (offer 1)."]
        t.refused("empire", "offer peace", "24.1")
        t.aside("barbarian", "accept 1")
        assert t.table.over
        assert t.w.phase == "over"
        assert t.w.result["how"] in {"points", "draw"}


def test_peace_ends_what_is_going_on() -> None:
    """§24.1(5) §23.0 No army operates any more."""
    w = negotiating()
    w.phase, w.army = "army", Army("empire", "3536", ["guard_field_army_1"], 20)
    with table(w) as t:
        t.aside("barbarian", "offer peace")
        t.aside("empire", "accept 1")
        assert (t.w.phase, t.w.army, t.w.battle, t.w.attempt) == ("over", None, None, None)


def test_an_offer_is_declined_or_taken_back() -> None:
    """§24.0"""
    with table(negotiating()) as t:
        t.aside("empire", "offer solidi x1 for Market")
        t.refused("empire", "decline 1", "24.0")
        t.aside("barbarian", "decline 1")
        t.aside("empire", "offer solidi x2 for Market")
        t.aside("empire", "retract 2")
        t.refused("barbarian", "accept 2", "24.0")
        assert [a.state for a in t.w.agreements] == ["declined", "retracted"]


def test_the_number_of_open_offers_is_limited() -> None:
    """§24.0"""
    with table(negotiating()) as t:
        for _ in range(9):
            t.aside("empire", "offer solidi x1 for Market")
        t.refused("empire", "offer solidi x1 for Market", "24.0", n=9)


def test_a_breach_that_is_admitted_costs_two_dice_of_markers() -> None:
    """§24.1(4) §24.1(6) §24.2 ruling BE-C10"""
    w = negotiating()
    with table(w, dice=[1, 2], draws=["rally", "tolerance", "leader"]) as t:
        t.refused("barbarian", "claim 1", "24.2")
        t.aside("empire", "offer solidi x1 saying no combat this turn")
        t.aside("barbarian", "accept 1")
        assert t.w.agreements[0].state == "agreed"
        assert t.view("empire").agreements[0].terms == "no combat this turn"
        t.aside("barbarian", "claim breach 1")
        assert t.asked == ["empire"]
        t.empire("admit")
        assert t.w.agreements[0].state == "broken"
        assert t.w.cups["barbarian_hand"] == ["leader", "market", "rally", "tolerance"]
        t.refused("barbarian", "claim 1", "24.2")


def test_a_breach_that_is_denied_costs_nothing() -> None:
    """§24.1(4) §24.2 ruling BE-C10: the referee may answer in the place of the accused."""
    with table(negotiating()) as t:
        t.aside("empire", "offer saying no combat this turn")
        t.aside("barbarian", "accept 1")
        t.aside("empire", "claim breach 1")
        t.barbarian("deny")
        assert t.w.agreements[0].state == "denied"
        t.refused("empire", "claim 1", "24.2")
