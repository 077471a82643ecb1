"""§22 What is open, what is hidden, and showing it at will."""

from __future__ import annotations

from .helpers import table, world

HANDS = {"empire": ["agent", "pope"], "barbarian": ["market", "rally", "rally"]}
PLACES = {"constantinopolis": "guard_field_army", "nisibis": "persia_garrison"}


def test_units_are_open_and_markers_and_treasuries_are_not() -> None:
    """§22.0 §22.1 How many markers there are is seen, which they are is not."""
    w = world(PLACES, hands=HANDS, treasury={"empire": 7, "barbarian": 9})
    with table(w) as t:
        empire, barbarian, public = t.view("empire"), t.view("barbarian"), t.view(None)
        assert empire.hand == ("agent", "pope")
        assert barbarian.hand == ("market", "rally", "rally")
        assert public.hand == ()
        assert (empire.treasury, barbarian.treasury, public.treasury) == (7, 9, None)
        for seen in (empire, barbarian, public):
            assert seen.hands == {"empire": 2, "barbarian": 3}
            assert seen.places["3536"].units == ("guard_field_army_1",)
            assert seen.places["3548"].units == ("persia_garrison_1",)


def test_one_shows_ones_markers_to_everybody() -> None:
    """§22.2 §8.1 At any time between two orders, in the other's turn too; nothing is forgotten or played."""
    with table(world(PLACES, hands=HANDS)) as t:
        t.aside("barbarian", "show markers")
        assert t.said() == ["Barbarian showed all its markers: Market and Rally x2."]
        assert t.w.cups["barbarian_hand"] == ["market", "rally", "rally"]
        assert t.asked == ["empire"]
        t.aside("empire", "show markers")
        assert t.events("showed_hand")[0].values["markers"] == ["agent", "pope"]


def test_one_shows_ones_treasury_to_everybody() -> None:
    """§22.2 It is what there is at that moment."""
    with table(world(PLACES, treasury={"empire": 7})) as t:
        t.aside("empire", "show treasury")
        assert t.said("barbarian") == ["Empire showed its treasury: 7 solidi."]
        t.refused("empire", "show markers", "22.2")
        assert t.view("barbarian").treasury != 7


def test_nothing_public_tells_the_hand() -> None:
    """§22.1 The public part of an order is the same whatever else the hand holds."""
    seen = []
    for other in ("market", "treachery"):
        w = world(PLACES, phase="diplomacy", hands={"empire": ["agent", other], "barbarian": ["pope"]})
        with table(w) as t:
            choice = t.choice("empire")
            answer = choice.accept(
                {"pick": "stake", "answer": {"stakes": {"agent": 1}, "target": "ostrogoths"}}
            )
            assert choice.hides(answer)
            seen.append((choice.public(answer), choice.fingerprint(), list(t.w.cups)))
    assert seen[0] == seen[1]
    assert seen[0][0] == {"pick": "stake", "target": "ostrogoths", "n": 1}


def test_what_procopius_gives_is_not_public() -> None:
    """§card/procopius"""
    w = world(PLACES, phase="recruit", hands={"empire": ["procopius", "agent"], "barbarian": ["market"]})
    with table(w, draws=["market"]) as t:
        t.empire("play Procopius")
        choice = t.choice("empire")
        assert choice.public(choice.accept("agent")) == {}
        t.empire("Agent")


def test_what_goes_back_over_the_limit_is_not_public() -> None:
    """§8.3 §22.1"""
    hand = ["agent"] * 8 + ["forced_march"] * 7
    w = world(PLACES, phase="recruit", hands={"empire": hand}, treasury={"empire": 2})
    with table(w, draws=["rally"]) as t:
        t.empire("buy 1")
        choice = t.choice("empire")
        answer = choice.accept({"pick": "return", "answer": {"agent": 1}})
        assert choice.public(answer) == {"pick": "return", "n": 1}
        t.empire("return Agent")


def test_who_searches_the_pool_sees_it_and_nobody_else() -> None:
    """§card/theodora As long as it lasts: what may be taken follows from what the seat sees."""
    w = world(PLACES, phase="recruit", hands={"empire": ["theodora"], "barbarian": ["market"]})
    with table(w) as t:
        t.empire("play Theodora")
        assert list(t.view("empire").found) == t.w.cups["pool"]
        assert t.view("barbarian").found == t.view(None).found == ()
        t.empire("Agent")
        assert t.view("empire").found == ()
