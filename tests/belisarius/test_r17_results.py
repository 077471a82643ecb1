"""§17.8 The results of both CRTs in their order, losses by the owner, markers won and lost."""

from __future__ import annotations

import pytest

from adjudicator.belisarius.rules.r17_losses import _losses, half
from adjudicator.core import Ambiguous

from .battles import combat, places
from .helpers import ENGLISH, JAPANESE, table, world


def test_half_is_rounded_up() -> None:
    """CRT, AA and DD: ruling BE-G3."""
    assert [half(n) for n in (1, 2, 3, 10, 11)] == [1, 1, 2, 5, 6]


def test_aa() -> None:
    """§17.11(6) §8.2(5) CRT, AA: half the attacker's strength, a die of hexes, a marker for the defender."""
    w = combat("guard_field_army*2", "ostrogoths_warband*3", table="assault")
    with table(w, dice=[2, 2], draws=["agent"]) as t:
        t.barbarian("stand")
        assert [e.values["how"] for e in t.events("battle")] == ["AA"]
        assert [e.values["units"] for e in t.events("eliminated")] == [["guard_field_army_1"]]
        t.empire("retreat 4409-4408")
        assert places(t.w)["4408"] == ["guard_field_army_2"]
        assert t.w.cups["barbarian_hand"] == ["agent"]
        assert t.w.army is not None
        assert (t.w.army.place, t.w.phase) == ("4408", "army")  # §17.92
        assert t.w.battle is None


def test_ar() -> None:
    """CRT, AR: one hex, without a die; §17.92 the army goes on."""
    w = combat("guard_field_army*2", "ostrogoths_warband*3", table="manoeuvre")
    with table(w, dice=[2]) as t:
        t.barbarian("stand")
        assert t.lines("empire", "retreat ") == ["retreat 4310", "retreat 4409", "retreat 4509"]
        t.refused("empire", "retreat 4311", "15.32", place="4311", enemies=["4411"])
        t.empire("retreat 4509")
        assert t.w.at["guard_field_army_1"] == "4509"
        assert t.asked == ["empire"]
        assert t.w.army is not None
        assert t.w.army.half == 24


def test_az() -> None:
    """§8.5(2) CRT, AZ: all are lost, two markers for the defender, one lost by the attacker."""
    w = combat(
        "guard_field_army*2", "ostrogoths_warband*3", table="assault", hands={"empire": ["agent", "market"]}
    )
    with table(w, dice=[1], draws=["rally", "tolerance", "market"]) as t:
        t.barbarian("stand")
        t.empire("assault")
        assert places(t.w) == {
            "4411": ["ostrogoths_warband_1", "ostrogoths_warband_2", "ostrogoths_warband_3"]
        }
        assert t.w.cups["barbarian_hand"] == ["rally", "tolerance"]
        assert t.w.cups["empire_hand"] == ["agent"]
        assert t.w.army is None
        assert t.w.phase == "operations"


def test_bb_and_the_winner_chooses_their_losses() -> None:
    """CRT, BB: the weaker side is lost, the other loses as much at least; nobody retreats or draws."""
    attackers = "guard_field_army oriens_field_army guard_garrison"  # 5 + 4 + 2 against 9
    w = combat(attackers, "ostrogoths_warband*3", table="assault")
    with table(w, dice=[3]) as t:
        t.barbarian("stand")
        assert "4411" not in places(t.w)
        t.refused("empire", "lose Guard FA, Guard garrison", "chart/combat", total=7, required=9)
        t.refused("empire", "lose Guard FA, Oriens FA, Guard GA", "chart/combat", unit="guard_garrison")
        t.empire("lose Guard FA, Oriens FA")
        assert places(t.w) == {"4410": ["guard_garrison_1"]}
        assert t.events("drew") == []


def test_bb_of_equals() -> None:
    """CRT, BB (3): both are lost."""
    w = combat("guard_field_army oriens_field_army", "ostrogoths_warband*3", table="assault")
    with table(w, dice=[3]) as t:
        t.barbarian("stand")
        assert places(t.w) == {}
        assert t.w.army is None


def test_dd() -> None:
    """CRT, DD: half the defender's strength, a die of hexes, a marker for the attacker."""
    w = combat("guard_field_army*2", "ostrogoths_warband*2 ostrogoths_garrison*3", table="assault")
    with table(w, dice=[4, 3], draws=["agent"]) as t:
        t.barbarian("stand")  # 9 points: 5 are lost
        t.refused("barbarian", "lose 3 GA", "chart/combat", total=3, required=5)
        t.refused("barbarian", "lose WB x2, GA", "chart/combat", unit="ostrogoths_garrison", total=6)
        t.barbarian("lose WB, 2 GA")
        t.barbarian("retreat 4412-4512-4513")
        assert places(t.w)["4513"] == ["ostrogoths_garrison_11", "ostrogoths_warband_2"]
        assert t.w.cups["empire_hand"] == ["agent"]
        assert t.w.at["guard_field_army_1"] == "4410"  # §17.93


def test_more_than_required_may_be_lost_in_place_of_another() -> None:
    """CRT, note 2: two war bands (6) instead of a war band and two garrisons (5): ruling BE-G4."""
    w = combat("guard_field_army*2", "ostrogoths_warband*2 ostrogoths_garrison*3", table="assault")
    with table(w, dice=[4, 1], draws=["agent"]) as t:
        t.barbarian("stand", "lose 2 WB", "retreat 4412")
        assert places(t.w)["4412"] == [f"ostrogoths_garrison_{n}" for n in (1, 10, 11)]


def test_an_order_of_losses_in_either_language() -> None:
    """CRT, note 2: numbers before or behind a kind, and written as it is read."""
    w = combat("guard_field_army*2", "ostrogoths_warband*2 ostrogoths_garrison*3", table="assault")
    with table(w, dice=[4]) as t:
        t.barbarian("stand")
        choice = t.choice("barbarian")
        expected = {"ostrogoths_garrison": 2, "ostrogoths_warband": 1}
        for reader, text in ((ENGLISH, "lose WB+GA x2"), (JAPANESE, "損失 戦士団＋2 守備隊")):
            assert choice.accept(choice.parse(text, reader)) == expected
            assert choice.accept(choice.parse(choice.write(expected, reader), reader)) == expected
        assert choice.write(expected, ENGLISH) == "lose 2 Ostrogothic garrison+Ostrogothic war band"


def test_completions_of_losses_are_whole_answers() -> None:
    """CRT, note 2: the cheapest first; each is taken as it stands, in either language."""
    w = world({"3333": "guard_fleet*2 thracia_garrison*4 thracia_field_army"})
    w.aboard = [u for u in sorted(w.at) if "fleet" not in u]
    for required in (1, 4, 7, 9):
        choice = _losses(w, "3333", sorted(w.at), required)
        for reader in (ENGLISH, JAPANESE):
            lines = list(choice.complete("", reader))
            assert lines
            for line in lines:
                answer = choice.accept(choice.parse(line.text, reader))
                assert choice.write(answer, reader) == line.text
                assert [again.text for again in choice.complete(line.text, reader)] == [line.text]
    choice = _losses(w, "3333", sorted(w.at), 4)
    assert next(choice.complete("lose", ENGLISH)).text.startswith("lose ")
    assert all("fleet" in line.text for line in choice.complete("lose Guard fl", ENGLISH))
    assert all("2 Thracian garrison" in line.text for line in choice.complete("lose 2 Thracia ga", ENGLISH))


def test_a_loss_of_fleets_says_who_goes_down() -> None:
    """§19.51 The line and the question say how many aboard are lost as well."""
    w = world({"3333": "guard_fleet*2 thracia_garrison*4"})
    w.aboard = [u for u in sorted(w.at) if "fleet" not in u]
    choice = _losses(w, "3333", sorted(w.at), 2)
    notes = {line.text: line.note.values["n"] for line in choice.complete("", ENGLISH) if line.note}
    assert notes["lose Guard fleet"] == 1
    assert not any("fleet" not in line for line in notes)
    assert choice.prompt.values["n"] == 4


def test_units_aboard_are_lost_by_name() -> None:
    """CRT, note 2, §19.5: of one kind some are aboard and some ashore, and the owner says which are lost."""
    w = world({"3634": "guard_fleet thracia_garrison*4"})
    w.aboard = ["thracia_garrison_1", "thracia_garrison_2"]
    for reader, aboard, mixed in (
        (ENGLISH, "lose 2 Thracia GA aboard", "lose Thracia GA aboard, Thracia GA ashore"),
        (
            JAPANESE,
            "損失 2 トラキア守備隊（乗船中）",
            "損失 トラキア守備隊（乗船中）, トラキア守備隊（上陸中）",
        ),
    ):
        choice = _losses(w, "3634", sorted(w.at), 2)
        assert choice.accept(choice.parse(aboard, reader)) == {"thracia_garrison/aboard": 2}
        one_each = {"thracia_garrison/aboard": 1, "thracia_garrison/ashore": 1}
        assert choice.accept(choice.parse(mixed, reader)) == one_each
        assert choice.accept(choice.parse(choice.write(one_each, reader), reader)) == one_each
    with pytest.raises(Ambiguous):
        choice.parse("lose 2 Thracia GA", ENGLISH)
    w.aboard = []
    assert _losses(w, "3634", sorted(w.at), 2).things() == {"guard_fleet": 1, "thracia_garrison": 4}
    w.reacted = ["thracia_garrison_3"]
    assert _losses(w, "3634", sorted(w.at), 2).things() == {
        "guard_fleet": 1,
        "thracia_garrison/fresh": 3,
        "thracia_garrison/reacted": 1,
    }


def test_dr() -> None:
    """CRT, DR: one hex."""
    w = combat("guard_field_army*2", "ostrogoths_warband*3", table="manoeuvre")
    with table(w, dice=[3]) as t:
        t.barbarian("stand", "retreat 4312")
        assert set(t.w.at.values()) == {"4410", "4312"}
        assert t.events("drew") == []


def test_dz() -> None:
    """CRT, DZ: all are lost, two markers for the attacker, one lost by the defender."""
    hands = {"barbarian": ["agent"]}
    w = combat("guard_field_army*2", "ostrogoths_warband*3", table="assault", hands=hands)
    with table(w, dice=[6], draws=["rally", "market", "agent"]) as t:
        t.barbarian("stand")
        assert places(t.w) == {"4410": ["guard_field_army_1", "guard_field_army_2"]}
        assert t.w.cups["empire_hand"] == ["market", "rally"]
        assert t.w.cups["barbarian_hand"] == []


def test_nobody_is_left_to_retreat() -> None:
    """CRT, DD: half of one point is one point, and no die is cast for the dead."""
    w = combat("guard_field_army", "ostrogoths_garrison", table="assault")
    with table(w, dice=[6], draws=["agent", "market"]) as t:
        t.barbarian("stand")
        assert places(t.w) == {"4410": ["guard_field_army_1"]}
    w = combat("guard_field_army", "ostrogoths_garrison", table="assault")
    with table(w, dice=[4], draws=["agent"]) as t:
        t.barbarian("stand")
        assert places(t.w) == {"4410": ["guard_field_army_1"]}


# -- §21.4(2) Justinian --------------------------------------------------------------------------


def test_justinian_doubles_what_the_empire_wins() -> None:
    """§21.4(2) Where he takes part as an attacker."""
    w = combat("guard_field_army justinian", "ostrogoths_warband*3", table="assault")  # 14 to 9
    with table(w, dice=[4, 1], draws=["agent", "market"]) as t:
        t.barbarian("stand")  # two of three war bands are lost without a question
        t.barbarian("retreat 4412")
        assert t.w.cups["empire_hand"] == ["agent", "market"]


def test_justinian_doubles_it_in_defence_too() -> None:
    """§21.4(2) Where he takes part as a defender."""
    w = combat("ostrogoths_warband*3", "guard_field_army justinian", attacker="barbarian", table="assault")
    with table(w, dice=[4, 1], draws=["agent", "market"]) as t:
        t.empire("stand")  # 9 to 14: AA at 1 to 2
        t.barbarian("retreat 4409")
        assert t.w.cups["empire_hand"] == ["agent", "market"]


def test_justinian_doubles_what_the_empire_loses_and_nothing_of_the_others() -> None:
    """§21.4(2) §21.4(3) His end takes the whole hand first, in the order of the result."""
    w = combat(
        "ostrogoths_warband*4 totila",
        "guard_garrison justinian",
        attacker="barbarian",
        table="assault",
        hands={"empire": ["agent", "market", "rally"]},
    )
    with table(w, dice=[5], draws=["tolerance", "basileus"]) as t:
        t.empire("stand")
        assert [e.values["how"] for e in t.events("battle")] == ["DZ"]
        assert t.w.cups["empire_hand"] == []
        assert t.w.cups["barbarian_hand"] == ["basileus", "tolerance"]
        assert t.w.dead == ["justinian"]


def test_end_of_campaign_drawn_for_a_victory() -> None:
    """§card/end_of_campaign (1) The victorious attacker has no points left."""
    w = combat("guard_field_army*2", "ostrogoths_warband*3", table="assault")
    with table(w, dice=[6], draws=["agent", "end_of_campaign"]) as t:
        t.barbarian("stand")
        assert t.w.phase == "operations"
        assert t.w.army is None
        assert "guard_field_army_1" in t.w.operated


def test_donative_is_asked_of_the_victors() -> None:
    """§card/donative Two solidi for each unit that came through."""
    w = combat("guard_field_army*2", "ostrogoths_warband*3", table="assault", treasury={"empire": 2})
    with table(w, dice=[6], draws=["agent", "donative"]) as t:
        t.barbarian("stand")
        assert t.asked == ["empire"]
