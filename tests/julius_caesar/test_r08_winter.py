"""§8 The winter, and §1.2 who wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from adjudicator.core import Told, redact
from adjudicator.julius_caesar import GAME
from adjudicator.julius_caesar.board import BLOCKS, DECK
from adjudicator.julius_caesar.rules import r04_board as r04
from adjudicator.julius_caesar.world import World

from .helpers import Blocks, table, world

BOTH = {"roma": "p_legio_1", "massilia": "c_legio_11"}
CAESARS = [b for b in sorted(BLOCKS) if b.startswith("c_legio")]
DEAL = sorted(DECK)[:12]
POMPEYS = [b for b in sorted(BLOCKS) if b.startswith("p_legio")]


def winter(places: Mapping[str, Blocks], *, year: int = 1, turned: str = "pompey", **more: Blocks) -> World:
    """A world at the end of a year, with the cards played and a discard on each side."""
    w = world(
        places,
        phase="winter",
        year=year,
        turn=5,
        turned={"cleopatra": turned},
        eliminated=more.get("eliminated", ()),
        trophies=more.get("trophies", ()),
    )
    for side in ("caesar", "pompey"):
        w.cups[f"{side}_discard"] = [w.cups[f"{side}_hand"].pop()]
        w.cups["face_up"] += [w.cups["deck"].pop() for _ in range(5)]
        w.last[side] = w.cups["face_up"][-1]
    return w


# -- §8.1 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("turned", ["caesar", "pompey"])
def test_cleopatra_goes_home_as_strong_as_she_is(turned: str) -> None:
    """§8.1 §7.52 ruling JC-C1: to a vacant Alexandria, which she then holds for whom she serves."""
    with table(winter({**BOTH, "memphis": "cleopatra:2"}, turned=turned)) as t:
        assert t.w.at["cleopatra"] == "alexandria"
        assert (t.w.steps["cleopatra"], t.w.turned["cleopatra"]) == (2, turned)
        assert r04.holder(t.w, "alexandria") == turned
        assert "Cleopatra returned from Memphis to Alexandria." in [
            line for line in said(t.table.ledger.told)
        ]
        assert t.view(None).score[turned] == (3 if turned == "caesar" else 4)  # Alexandria counts two


def said(told: Sequence[Told]) -> list[str]:
    seen = [redact(line.event, None) for line in told]
    return [GAME.say(event, "en") for event in seen if event is not None]


@pytest.mark.parametrize(("turned", "holder"), [("caesar", "p_legio_38"), ("pompey", "c_legio_7")])
def test_cleopatra_joins_an_enemy_who_holds_alexandria(turned: str, holder: str) -> None:
    """§8.1 ruling JC-C2: with the strength that she has."""
    with table(winter({**BOTH, "cyrene": "cleopatra:3", "alexandria": holder}, turned=turned)) as t:
        new = "pompey" if turned == "caesar" else "caesar"
        assert t.w.turned["cleopatra"] == new
        assert t.w.steps["cleopatra"] == 3
        assert f"Cleopatra joined {new.capitalize()}, who held Alexandria." in said(t.table.ledger.told)


def test_the_city_that_cleopatra_leaves_is_counted_without_her() -> None:
    """§8.1 §8.4 ruling JC-W9: she goes home before points are counted."""
    with table(winter({**BOTH, "antiochia": "cleopatra"}, turned="caesar")) as t:
        assert t.view(None).score == {"caesar": 1 + 2, "pompey": 2}


# -- §8.2 ----------------------------------------------------------------------------------------


def test_ships_go_to_a_friendly_port_of_their_sea() -> None:
    """§8.2 §8.0 ruling JC-E1: of their owner's choice, not to a vacant one; nobody sees the other's."""
    w = winter(
        {
            "genua": "c_legio_8",
            "massilia": "c_legio_11",
            "mare_hispanum": ["c_navis_1", "c_navis_2"],
            "neapolis": "p_legio_1",
            "mare_tyrrhenum": "p_navis_1",
        }
    )
    with table(w) as t:
        assert t.asked == ["caesar"]  # Pompey's ship has one port
        t.refused("caesar", "dock NAV 1 to Genua", "8.2", n=1, least=2)
        t.refused("caesar", "dock NAV 1 to Narbo, NAV 2 to Genua", kind="not_understood")
        t.caesar("dock NAV 1 to Genua, NAV 2 to Massilia")
        assert [t.w.at[b] for b in ("c_navis_1", "c_navis_2", "p_navis_1")] == [
            "genua",
            "massilia",
            "neapolis",
        ]
        assert "Caesar brought 1 block from Mare Hispanum into port at Genua." in t.said("pompey")
        assert "Caesar brought NAV C1 from Mare Hispanum into port at Genua." in t.said("caesar")


def test_ships_without_a_port_are_disbanded() -> None:
    """§8.2 §5.1 ruling JC-E1: into the hidden stock; they can be raised from the next year on."""
    w = winter({**BOTH, "propontis": "c_navis_1", "mare_internum": ["c_navis_2", "p_navis_1"][:1]})
    with table(w) as t:
        assert "c_navis_1" in t.w.stock["caesar"]
        assert "c_navis_2" in t.w.stock["caesar"]
        assert t.w.eliminated["caesar"] == []
        assert "Caesar disbanded 1 block at Propontis." in said(t.table.ledger.told)


def test_both_sides_send_their_ships_home_at_once() -> None:
    """§8.2 ruling JC-E1."""
    w = winter(
        {
            **{"genua": "c_legio_8", "massilia": "c_legio_11", "mare_hispanum": "c_navis_1"},
            **{"athenae": "p_legio_32", "ephesus": "p_legio_36", "mare_aegaeum": "p_navis_1"},
        }
    )
    with table(w) as t:
        assert t.asked == ["caesar", "pompey"]
        t.pompey("dock NAV 1 to Athenae")
        assert t.asked == ["caesar"]
        t.caesar("dock NAV 1 to Genua")
        assert (t.w.at["c_navis_1"], t.w.at["p_navis_1"]) == ("genua", "athenae")


# -- §8.3 §8.5 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("city", "limit"), [("genua", 3), ("massilia", 4), ("roma", 5)])
def test_a_city_holds_three_blocks_and_its_value(city: str, limit: int) -> None:
    """§8.3 §6.15: the three examples; in summer there is no limit."""
    w = winter({city: CAESARS[: limit + 2], "neapolis": "p_legio_1"})
    with table(w, draws=DEAL) as t:
        said = t.refused("caesar", "disband none", "8.3", city=city, n=limit + 2, limit=limit)
        assert f"would hold {limit + 2} blocks; its winter limit is {limit}" in said
        t.refused("caesar", {"not": "a list"}, kind="not_understood")
        t.pompey("disband none")
        t.caesar(["c_legio_10", "c_legio_11"])
        assert sum(place == city for place in t.w.at.values()) == limit
        assert {"c_legio_10", "c_legio_11"} <= set(t.w.stock["caesar"])
        assert [line for line in t.said("pompey") if "disbanded" in line] == [
            f"Caesar disbanded 2 blocks at {city.capitalize()}."
        ]


def test_cleopatra_needs_room_and_is_never_disbanded() -> None:
    """§8.3 §8.5 ruling JC-C3: Alexandria holds five."""
    w = winter({"alexandria": ["cleopatra", *POMPEYS[:5]], "massilia": "c_legio_11"})
    with table(w, draws=DEAL) as t:
        t.refused("pompey", "disband none", "8.3", city="alexandria", n=6, limit=5)
        assert t.refused("pompey", "disband Cleopatra", "8.5") == "Cleopatra may not be disbanded"
        t.pompey([POMPEYS[0]])
        t.caesar("disband none")
        assert t.w.at["cleopatra"] == "alexandria"


def test_anything_else_may_be_disbanded_leaders_too() -> None:
    """§8.5 ruling JC-E2: a leader in the stock is nobody's trophy; ruling JC-L3: he may come again."""
    with table(winter({"roma": ["p_pompey", "p_legio_1"], "massilia": ["c_legio_11"]}), draws=DEAL) as t:
        assert t.asked == ["caesar", "pompey"]
        t.caesar("disband LEG 11")
        t.refused("pompey", "disband LEG 11", kind="not_understood")
        t.pompey("disband Pompey")
        assert "p_pompey" in t.w.stock["pompey"]
        assert t.w.trophies == {"caesar": [], "pompey": []}
        assert r04.holder(t.w, "massilia") == ""  # given up by his own hand


def test_a_block_won_over_goes_back_to_its_printed_side() -> None:
    """§8.5 §8.2 §card/jupiter ruling JC-J4."""
    w = winter({"roma": ["p_legio_1", "c_legio_8"], "massilia": "c_legio_11"})
    w.turned["c_legio_8"] = "pompey"
    with table(w, draws=DEAL) as t:
        t.caesar("disband none")
        t.pompey("disband LEG 8")
        assert "c_legio_8" in t.w.stock["caesar"]
        assert "c_legio_8" not in t.w.turned


def test_the_choices_of_winter_are_secret_until_both_are_in() -> None:
    """§8.3 §8.5 ruling JC-E2: and then only places and numbers are told."""
    w = winter({"roma": POMPEYS[:6], "massilia": CAESARS[:5]})
    with table(w, draws=DEAL) as t:
        t.caesar("disband LEG 10")
        assert t.told == []
        t.caesar("disband LEG 11")  # changed his mind
        t.pompey(POMPEYS[:1])
        assert "c_legio_11" in t.w.stock["caesar"]
        assert t.w.at["c_legio_10"] == "massilia"
        public = " ".join(t.said(None))
        assert "LEG" not in public


# -- §8.4 §1.2 -----------------------------------------------------------------------------------


def result(w: World) -> dict[str, str]:
    with table(w) as t:
        over: dict[str, str] = t.w.result
        assert t.table.over == bool(over)
        return over


TEN = {
    "roma": "c_legio_7",
    "alexandria": "c_legio_8",
    "massilia": "c_legio_9",
    "tarraco": "c_legio_10",
    "carthago_nova": "c_legio_11",
    "utica": "c_legio_12",
    "syracusae": "c_legio_13",
    "athenae": "c_legio_14",
    "memphis": "cleopatra",
}


def test_ten_points_win_in_winter() -> None:
    """§8.4 §4.2 ruling JC-E3: and then nothing else of winter happens; ruling JC-W9."""
    with table(winter({**TEN, "ephesus": ["p_legio_36", *POMPEYS[:6]], "propontis": "c_navis_1"})) as t:
        assert t.w.result == {"winner": "caesar", "how": "points"}
        assert t.w.phase == "over"
        assert t.asked == []
        assert t.w.at["c_navis_1"] == "propontis"
        assert said(t.table.ledger.told)[-1] == ("Caesar won with ten or more victory points.")


def test_nine_points_do_not_win_and_leaders_count() -> None:
    """§8.4 §1.2 §7.51: a point for each enemy leader taken."""
    nine = {place: block for place, block in TEN.items() if place != "athenae"} | {"roma": "c_legio_7"}
    assert result(winter(nine | {"ephesus": "p_legio_36"})) == {}
    assert result(winter(nine | {"ephesus": "p_legio_36"}, trophies="p_scipio")) == {
        "winner": "caesar",
        "how": "points",
    }


def test_before_the_last_year_the_war_goes_on() -> None:
    """§8.4 §8.6."""
    with table(winter(BOTH, year=4)) as t:
        assert t.asked == ["caesar", "pompey"]
        assert t.w.result == {}


@pytest.mark.parametrize(
    ("places", "trophies", "expected"),
    [
        (
            {"roma": "c_legio_7", "massilia": "c_legio_8", "utica": "p_legio_39"},
            "p_scipio",
            ("caesar", "more"),
        ),
        ({"massilia": "c_legio_7", "roma": "p_legio_39"}, (), ("pompey", "more")),
        ({"roma": "c_legio_7", "alexandria": "cleopatra"}, (), ("caesar", "rome")),
        (
            {"roma": "p_navis_1", "antiochia": "p_legio_34", "massilia": "c_navis_1", "tarraco": "c_legio_7"},
            "THREE",
            ("pompey", "rome"),
        ),
        ({"massilia": "c_legio_7", "tarraco": "c_legio_8", "alexandria": "cleopatra"}, (), ("", "draw")),
        ({"lugdunum": "c_legio_7", "alexandria": "cleopatra"}, "TWO", ("", "draw")),
    ],
)
def test_after_the_fifth_year(places: dict[str, str], trophies: str, expected: tuple[str, str]) -> None:
    """§1.2 §8.4 ruling JC-E3: more points, then Rome, then nobody; ruling JC-E4: a lone ship holds a city."""
    taken = {"THREE": ["p_scipio", "p_pompey", "p_brutus"], "TWO": ["p_scipio", "p_pompey"]}
    w = winter(places, year=5, trophies=taken.get(trophies, trophies))
    assert result(w) == dict(zip(("winner", "how"), expected, strict=True))


def test_points_at_the_beginning_and_what_makes_them() -> None:
    """§1.2 §4.2: Caesar has Massilia, Pompey seven; vacant cities score for nobody; ruling JC-E4."""
    score = GAME.score(GAME.found("war", {}, ()))
    assert score.points == {"caesar": 1, "pompey": 7}
    assert score.parts["caesar"] == {"massilia": 1}
    assert score.parts["pompey"] == {
        **{"alexandria": 2, "antiochia": 1, "carthago_nova": 1},
        **{"syracusae": 1, "tarraco": 1, "utica": 1},
    }
    assert score.result == {}


# -- §8.6 ----------------------------------------------------------------------------------------


def test_a_new_year() -> None:
    """§8.6 §5.1 §2.1: eliminated blocks stand up in the stocks, and all is dealt anew."""
    w = winter(BOTH, eliminated=["c_legio_7", "p_legio_2"], trophies="p_scipio")
    six = ["apollo", "jupiter", "mars", "mercury", "neptune", "pluto"]
    others = [card for card in sorted(DECK) if card not in six][:6]
    with table(w, draws=six + others) as t:
        t.caesar("disband none")
        t.pompey("disband none")
        assert (t.w.year, t.w.turn, t.w.phase) == (2, 1, "discard")
        assert t.w.eliminated == {"caesar": [], "pompey": []}
        assert "c_legio_7" in t.w.stock["caesar"]
        assert "p_legio_2" in t.w.stock["pompey"]
        assert t.w.trophies["caesar"] == ["p_scipio"]  # trophies stay
        assert t.w.last == {}  # nothing for Apollo to copy
        assert t.w.cups["caesar_hand"] == six
        assert (len(t.w.cups["deck"]), t.w.cups["face_up"], t.w.cups["caesar_discard"]) == (15, [], [])
        assert t.asked == ["caesar", "pompey"]
        t.caesar("discard Mars")
        t.pompey(f"discard {others[0].removeprefix('command_').replace('_', '/')}")
        t.refused("caesar", "play Apollo", "card/apollo")


def test_after_the_fifth_turn_comes_winter() -> None:
    """§8.0 §2.0."""
    w = world({"roma": "p_legio_1", "massilia": "c_legio_11"}, turn=5)
    with table(w, cards=("Mars", "Jupiter")) as t:
        assert t.events("winter")
        assert t.w.phase == "quarters"
