"""The knowledge of each seat: the allow-list of the view, by field (§22)."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator.belisarius import GAME
from adjudicator.belisarius.show.view import View, view
from adjudicator.belisarius.world import Agreement, Army, Attempt, World

from .helpers import table, world

THERE = {
    "constantinopolis": "justinian thracia_garrison*2",
    "dara": "belisarius guard_field_army",
    "nisibis": "persia_field_army",
}

PUBLIC = {
    "scenario", "options", "turn", "turns", "phase", "phasing", "placing", "control", "places", "rebels",
    "dead", "pillaged", "colonies", "works", "hands", "pool", "event", "taxed", "barred", "levied",
    "levied_at", "arrived", "gathered", "fed", "operated", "dropped", "reacted", "army", "battle",
    "score", "result", "mights", "lifts", "searching",
}  # fmt: skip
OWN = {"seat", "hand", "treasury", "found"}
MIXED = {"attempt", "agreements"}


def test_every_field_has_been_thought_about() -> None:
    """§22.0 A field that is added must be put into one of these lists."""
    assert {f.name for f in msgspec.structs.fields(View)} == PUBLIC | OWN | MIXED


def test_the_public_fields_are_the_same_for_all() -> None:
    """§22.0 Every unit may be looked at, and what is done with units is done openly."""
    w = world(THERE, hands={"empire": ["agent"], "barbarian": ["basileus", "market"]}, pillaged=["3919"])
    views = [view(w, seat) for seat in ("empire", "barbarian", None)]
    for field in PUBLIC:
        assert len({repr(getattr(v, field)) for v in views}) == 1, field
    assert views[0].hands == {"barbarian": 2, "empire": 1}
    assert views[2].pool == 61
    assert views[2].places["3547"].units == ("belisarius", "guard_field_army_1")
    assert views[2].places["3548"].holder == "barbarian"


def test_own_hand_and_treasury_alone() -> None:
    """§22.1 Nobody else's, and the public has none."""
    hands = {"empire": ["agent"], "barbarian": ["basileus"]}
    w = world(THERE, hands=hands, treasury={"empire": 7, "barbarian": 3})
    assert (view(w, "empire").hand, view(w, "empire").treasury) == (("agent",), 7)
    assert (view(w, "barbarian").hand, view(w, "barbarian").treasury) == (("basileus",), 3)
    assert (view(w, None).hand, view(w, None).treasury) == ((), None)


def test_a_referee_or_a_stranger_sees_what_the_public_sees() -> None:
    assert view(world(THERE), "referee") == view(world(THERE), None)


def test_stakes_are_hidden_until_they_are_turned_over() -> None:
    """§9.1(2) to (4) Their number is seen at once, one's own always, all once they lie face up."""
    w = world(THERE, hands={"empire": ["agent"], "barbarian": ["basileus"]}, phase="diplomacy")
    w.cups["empire_stake"], w.cups["empire_hand"] = w.cups["empire_hand"], []
    w.attempt = Attempt("empire", "lazica", counts={"empire": 1})
    mine, theirs, public = (view(w, seat).attempt for seat in ("empire", "barbarian", None))
    assert mine is not None
    assert theirs is not None
    assert public is not None
    assert (mine.mine, theirs.mine, public.mine) == (("agent",), (), ())
    assert (theirs.counts, theirs.stakes, public.stakes) == ({"empire": 1}, {}, {})
    w.attempt.stakes = {"empire": ["agent"]}
    seen = view(w, None).attempt
    assert seen is not None
    assert seen.stakes == {"empire": ("agent",)}


def test_who_searches_the_pool_sees_it() -> None:
    """§card/theodora."""
    w = world(THERE, searching="empire")
    assert len(view(w, "empire").found) == 64
    assert view(w, "barbarian").found == view(w, None).found == ()


@pytest.mark.parametrize("state", ["offered", "agreed", "kept", "declined", "void"])
def test_offers_and_agreements_are_for_two(state: str) -> None:
    """§24.1 §22.1 They may name markers, which the public never sees."""
    offer = Agreement(id=1, by="empire", to="barbarian", turn=2, terms="peace", give={"pope": 1}, state=state)
    w = world(THERE, agreements=[offer], negotiation="on")
    assert view(w, "empire").agreements == view(w, "barbarian").agreements == (offer,)
    assert view(w, None).agreements == ()


def test_a_view_does_not_change_with_the_world() -> None:
    w = world(THERE, phase="army")
    w.army = Army("empire", "3547", ["belisarius", "guard_field_army_1"], half=20)
    before = view(w, None)
    w.army.half = 4
    assert before.army is not None
    assert before.army.half == 20


def test_nothing_of_the_world_slips_in() -> None:
    """§22.0 What the world has and no view shows as it is."""
    hidden = {f.name for f in msgspec.structs.fields(World)} - {f.name for f in msgspec.structs.fields(View)}
    assert hidden == {"cups", "at", "aboard"}


def test_the_table_shows_views() -> None:
    with table(world(THERE)) as t:
        assert t.view("empire") == GAME.view(t.w, "empire")
