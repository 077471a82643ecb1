"""The knowledge of each seat: the allow-list of the view, by field."""

from __future__ import annotations

import msgspec

from adjudicator.julius_caesar.show.view import CameIn, View, view
from adjudicator.julius_caesar.world import Entered, World

from .helpers import contest, table, world

THERE = {
    "genua": ["c_caesar:2", "c_legio_8"],
    "roma": ["p_pompey", "p_legio_1"],
    "mare_internum": "p_navis_1",
    "alexandria": ["cleopatra", "p_legio_38"],
}

PUBLIC = {
    "year", "turn", "phase", "acting", "first", "points", "levies", "played", "counts_as", "last",
    "activated", "attackers", "main", "surprise", "eliminated", "trophies", "stocks", "hands", "score",
    "result", "options", "passed", "crossed", "face_up", "deck", "victor",
}  # fmt: skip
OWN = {"seat", "hand", "discard", "stock"}
MIXED = {"places", "battle", "entered"}


def test_every_field_has_been_thought_about() -> None:
    """ruling JC-H1 A field that is added must be put into one of these lists."""
    assert {f.name for f in msgspec.structs.fields(View)} == PUBLIC | OWN | MIXED


def test_the_public_fields_are_the_same_for_all() -> None:
    """ruling JC-H1 Cards played, points, control, what is eliminated and taken are open."""
    w = world(THERE, eliminated="c_legio_11", trophies="p_scipio", last={"caesar": "2/1", "pompey": "Mars"})
    with table(w, cards=("3/1", "2/2")) as t:
        views = [t.view(seat) for seat in ("caesar", "pompey", None)]
        for field in PUBLIC:
            assert len({repr(getattr(v, field)) for v in views}) == 1, field
        assert views[0].stocks == {"caesar": 28, "pompey": 26}


def test_own_hand_discard_and_stock_alone() -> None:
    """§2.1 §5.1 ruling JC-L5 Nobody else's, and the public has none."""
    w = world(THERE, hands={"caesar": ["Mars"], "pompey": ["Vulcan"]}, discards={"caesar": ["4/1"]})
    with table(w) as t:
        assert "mars" in t.view("caesar").hand and "vulcan" not in t.view("caesar").hand
        assert t.view("caesar").discard == ("command_4_1",)
        assert t.view("pompey").discard == () and "mars" not in t.view("pompey").hand
        assert {b[0] for b in t.view("pompey").stock} == {"p"}
        assert (t.view(None).hand, t.view(None).discard, t.view(None).stock) == ((), (), ())


def test_a_referee_or_a_stranger_sees_what_the_public_sees() -> None:
    """ruling JC-H1 Only the two sides have eyes of their own."""
    with table(world(THERE)) as t:
        assert t.view("referee") == t.view(None)


def test_faces_and_strengths_of_own_blocks_alone() -> None:
    """§3.27 ruling JC-H1 Of the others number and colour; also of a defector, who is seen by his new side."""
    w = world(THERE | {"massilia": "p_legio_2"}, turned={"p_legio_2": "caesar"})
    with table(w) as t:
        seen = t.view("caesar").places
        assert [(b.id, b.steps) for b in seen["genua"].blocks] == [("c_caesar", 2), ("c_legio_8", 3)]
        assert seen["roma"].blocks == () and seen["roma"].backs["pompey"] == {"green": 2}
        assert [b.id for b in seen["massilia"].blocks] == ["p_legio_2"]
        assert t.view("pompey").places["massilia"].blocks == ()
        assert t.view("pompey").places["massilia"].backs["caesar"] == {"green": 1}


def test_in_battle_the_lines_are_shown_and_reserves_are_not() -> None:
    """§7.1 §7.3 ruling JC-H1 Main forces from the beginning, reserves from round 2, nobody afterwards."""
    there = {
        "roma": ["c_legio_8", "c_legio_11", "p_legio_1", "p_legio_3:1"],
        "genua": "c_caesar",
        "ravenna": "c_legio_7",
    }
    w = contest(
        world(there),
        "roma",
        "caesar",
        {"genua": "c_legio_8", "ravenna": "c_legio_11"},
        reinforced={"neapolis": "p_legio_3"},
    )
    with table(w) as t:
        assert _faces(t.view(None)) == ["c_legio_8", "p_legio_1"]
        assert _faces(t.view("pompey")) == ["c_legio_8", "p_legio_1", "p_legio_3"]
        battle = t.view("caesar").battle
        assert battle is not None and battle.reserves == {"caesar": {"tan": 1}, "pompey": {"green": 1}}
        t.pompey("pass all")
        battle = t.view("caesar").battle
        assert battle is not None and battle.acted == ("p_legio_1",)
        t.caesar("pass all")
        assert _faces(t.view(None)) == ["c_legio_11", "c_legio_8", "p_legio_1", "p_legio_3"]
        t.pompey("retreat LEG 3 to Neapolis", "retreat LEG 1 to Neapolis")
        assert t.w.phase == "regroup"
        assert _faces(t.view("pompey")) == []
        assert t.view("caesar").places["neapolis"].blocks == ()


def _faces(view: View) -> list[str]:
    return [b.id for b in view.places["roma"].blocks] if "roma" in view.places else []


def test_who_came_in_is_named_for_its_own_side_alone() -> None:
    """§6.1 ruling JC-H1 All see over which way a back came; the side that moved it knows the block."""
    w = world(THERE)
    w.entered = {"roma": [Entered("c_legio_8", "caesar", "genua")]}
    assert view(w, "caesar").entered == {"roma": (CameIn("caesar", "genua", "tan", 0, "c_legio_8"),)}
    for seat in ("pompey", None):
        assert view(w, seat).entered == {"roma": (CameIn("caesar", "genua", "tan", 0),)}


def test_nothing_of_the_world_slips_in() -> None:
    """ruling JC-H1 What the world has and no view shows."""
    hidden = {f.name for f in msgspec.structs.fields(World)} - {f.name for f in msgspec.structs.fields(View)}
    assert hidden == {
        "cups", "at", "steps", "turned", "cards", "moved",
    }  # fmt: skip
