"""§4: cities, control, roads, straits, seas and islands."""

from __future__ import annotations

import pytest

from adjudicator.julius_caesar.board import CITIES, EDGES, NAVAL
from adjudicator.julius_caesar.rules import r04_board as r04
from adjudicator.julius_caesar.rules.r08_winter import score

from .helpers import new, table, world


def test_blocks_stand_in_cities_and_ships_in_ports_or_at_sea() -> None:
    """§4.1 A ship does not go inland, and a land block does not stay at sea."""
    w = world({"genua": ["c_caesar", "c_navis_1"]})
    with table(w, cards=("4/1", "1/2")) as t:
        t.refused("caesar", "move Genua-Ravenna: NAV 1", "6.2", block="c_navis_1")
        t.refused("caesar", "move Genua-Mare Tyrrhenum: Caesar", "6.2", block="c_caesar")
        t.caesar("move Genua-Mare Tyrrhenum: NAV 1")
        assert t.w.at["c_navis_1"] == "mare_tyrrhenum"


def test_thirteen_points_lie_in_eleven_cities() -> None:
    """§4.2 §1.2 At the start Caesar has one point, Massilia, and Pompey seven."""
    values = [city.value for city in CITIES.values() if city.value]
    assert (len(values), sum(values)) == (11, 13)
    assert score(new()).points == {"caesar": 1, "pompey": 7}
    assert [r04.holder(new(), c) for c in ("roma", "athenae", "byzantium", "ephesus")] == ["", "", "", ""]


def test_the_four_states_of_a_city() -> None:
    """§4.21 Friendly, hostile, vacant, contested."""
    w = world({"genua": "c_caesar", "roma": "p_pompey", "neapolis": ["c_legio_8", "p_legio_1"]})
    assert [r04.holder(w, c) for c in ("genua", "roma", "neapolis", "ravenna")] == [
        "caesar", "pompey", "contested", "",
    ]  # fmt: skip
    assert r04.contested_places(w) == ["neapolis"]


def test_control_changes_with_each_block_that_moves() -> None:
    """§4.21 A city that is left is vacant at once, one that is entered friendly or contested at once."""
    w = world({"genua": ["c_caesar", "c_legio_8"], "ravenna": "c_legio_13", "roma": "p_legio_1"})
    with table(w, cards=("4/1", "1/2")) as t:
        t.caesar("move Ravenna-Asculum: LEG 13")
        assert [r04.holder(t.w, c) for c in ("ravenna", "asculum")] == ["", "caesar"]
        t.caesar("move Genua-Roma: Caesar")
        assert [r04.holder(t.w, c) for c in ("genua", "roma")] == ["caesar", "contested"]
        t.caesar("move Genua-Ravenna: LEG 8")
        assert r04.holder(t.w, "genua") == ""


def test_any_block_holds_a_city() -> None:
    """§4.21 ruling JC-E4 A lone ship or Cleopatra is enough."""
    w = world({"massilia": "c_navis_1", "alexandria": "cleopatra:1"})
    assert (r04.holder(w, "massilia"), r04.holder(w, "alexandria")) == ("caesar", "pompey")


def test_blocks_go_by_roads() -> None:
    """§4.3 §6.1 Between cities without a road there is no way by land."""
    with table(world({"genua": "c_caesar"}), cards=("4/1", "1/2")) as t:
        t.refused("caesar", "move Genua-Neapolis: Caesar", kind="not_understood")


@pytest.mark.parametrize(
    ("start", "end", "kind", "limit"),
    [("genua", "roma", "major", 4), ("ravenna", "roma", "minor", 2), ("messana", "rhegium", "strait", 2)],
)
def test_how_many_blocks_a_way_takes(start: str, end: str, kind: str, limit: int) -> None:
    """§4.31 §4.32 §6.11 Four by a major road, two by a minor one, two over a strait."""
    legions = [f"c_legio_{n}" for n in (7, 8, 9, 10, 11)]
    assert EDGES[start][end] == kind
    with table(world({start: legions}), cards=("4/1", "1/2")) as t:
        order = {"start": start, "way": [end], "blocks": legions[: limit + 1]}
        t.refused("caesar", {"pick": "move", "answer": order}, "6.11", n=limit + 1, most=limit)
        order["blocks"] = legions[:limit]
        t.caesar({"pick": "move", "answer": order})
        t.refused("caesar", f"move {start}-{end}: LEG 11", "6.11", a=start, b=end)


def test_one_block_crosses_a_strait_into_the_enemy() -> None:
    """§4.32 §6.11 ruling JC-M4 One where the far city is the enemy's or contested."""
    w = world({"messana": ["c_legio_7", "c_legio_8", "c_legio_9"], "rhegium": "p_legio_1"})
    with table(w, cards=("4/1", "1/2")) as t:
        t.refused("caesar", "move Messana-Rhegium: LEG 7, LEG 8", "6.11", n=2, most=1)
        t.caesar("move Messana-Rhegium: LEG 7")
        t.refused("caesar", "move Messana-Rhegium: LEG 8", "6.11", a="messana", b="rhegium")


def test_an_earlier_crossing_of_a_strait_counts() -> None:
    """§4.32 ruling JC-M4 Who has crossed to the free city leaves no room for an attack back over it."""
    w = world({"messana": "c_legio_7", "lilybaeum": "c_legio_8", "neapolis": "p_legio_1"})
    with table(w, cards=("4/1", "2/2")) as t:
        t.caesar("move Messana-Rhegium: LEG 7", "move Lilybaeum-Messana-Rhegium: LEG 8")
        assert t.w.passed["messana/rhegium"] == 2


def test_a_strait_hinders_neither_ships_nor_transport() -> None:
    """§4.32 The enemy on both sides of the strait of Messana touches neither ships nor sea transport."""
    w = world({
        "mare_internum": ["c_navis_1", "c_navis_2"], "mare_tyrrhenum": "c_navis_3", "caralis": "c_caesar",
        "messana": "p_legio_1", "rhegium": "p_legio_2",
    })  # fmt: skip
    with table(w, cards=("4/1", "1/2")) as t:
        t.caesar("sail Caralis-Mare Tyrrhenum-Mare Internum-Syracusae: Caesar")
        t.caesar("move Mare Internum-Mare Tyrrhenum-Roma: NAV 1")
        assert (t.w.at["c_caesar"], t.w.at["c_navis_1"]) == ("syracusae", "roma")


def test_seas_are_held_by_ships() -> None:
    """§4.4 Friendly, hostile, vacant, contested, and changing with each ship."""
    w = world(
        {"mare_internum": ["c_navis_1", "p_navis_1"], "mare_hispanum": "c_navis_2", "massilia": "c_navis_3"}
    )
    assert [r04.holder(w, s) for s in ("mare_internum", "mare_hispanum", "propontis")] == [
        "contested", "caesar", "",
    ]  # fmt: skip
    assert r04.friendly_seas(w, "caesar", "genua") == ["mare_hispanum"]


def test_ports_on_two_and_three_seas() -> None:
    """§4.41 Genua lies on two seas, Utica and Creta on three; inland cities on none."""
    assert NAVAL["genua"] == ("mare_hispanum", "mare_tyrrhenum")
    assert [p for p in CITIES if len(CITIES[p].seas) == 3] == ["creta", "utica"]
    assert sum(len(CITIES[p].seas) == 2 for p in CITIES) == 8
    w = world({"utica": ["c_navis_1", "c_navis_2", "c_navis_3"]})
    with table(w, cards=("4/1", "1/2")) as t:
        t.caesar("move Utica-Mare Hispanum: NAV 1; Utica-Mare Internum: NAV 2; Utica-Mare Tyrrhenum: NAV 3")
        assert [t.w.at[f"c_navis_{n}"] for n in (1, 2, 3)] == [
            "mare_hispanum",
            "mare_internum",
            "mare_tyrrhenum",
        ]
        assert (t.w.points, t.w.activated) == (3, ["utica"])


def test_every_coast_is_a_port_but_few_build_ships() -> None:
    """§4.41 §6.4 A ship may enter any port; it is raised only at the ship symbol."""
    islands = [c for c in CITIES if CITIES[c].island]
    assert islands == ["aleria", "caralis", "creta", "lilybaeum", "messana", "salamis", "syracusae"]
    w = world({"mare_internum": "c_navis_1"})
    with table(w, cards=("4/1", "1/2")) as t:
        assert not CITIES["tacape"].builds_ships
        t.caesar("move Mare Internum-Tacape: NAV 1")
        assert r04.holder(t.w, "tacape") == "caesar"
