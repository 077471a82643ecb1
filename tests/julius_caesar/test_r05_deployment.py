"""§5: the set-up, the stocks, and the free deployment of the option."""

from __future__ import annotations

from adjudicator.core import redact
from adjudicator.julius_caesar.board import BLOCKS, DECK
from adjudicator.julius_caesar.world import backs, blocks_at

from .helpers import contest, new, table, world


def test_blocks_begin_at_full_strength() -> None:
    """§5.0 §3.11 Every block on the map shows its highest number."""
    w = new()
    assert all(w.steps[b] == BLOCKS[b].steps for b in w.at)
    assert blocks_at(w, "genua") == ["c_antonius", "c_legio_12", "c_legio_8"]


def test_the_rest_is_in_the_hidden_stocks() -> None:
    """§5.1 What is not on the map waits in the stock of its side; the enemy sees only how many."""
    with table(new(), draws=sorted(DECK)[:12]) as t:
        assert len(t.view("caesar").stock) == 17
        assert t.view("pompey").stocks == {"caesar": 17, "pompey": 16}
        assert not any(b.startswith("c_") for b in t.view("pompey").stock)


def test_what_is_eliminated_lies_open_and_cannot_be_raised_this_year() -> None:
    """§5.1 §7.5 ruling JC-L5 All see it, and it is barred until the next year."""
    w = world({"genua": "c_caesar", "roma": "p_pompey"}, eliminated="c_legio_11")
    with table(w, cards=("2/3", "1/2")) as t:
        assert t.view("pompey").eliminated["caesar"] == ("c_legio_11",)
        t.caesar("end")
        t.refused("caesar", "levy LEG 11 at Genua", "7.5", block="c_legio_11")
        t.caesar("levy LEG 12 at Genua")


def test_an_eliminated_leader_is_a_point_for_the_enemy() -> None:
    """§5.1 §7.51 The leader does not go back to the stock."""
    there = ["c_legio_8", "p_pompey:1", "p_legio_1:1"]
    with table(
        contest(world({"roma": there}), "roma", "caesar", {"genua": "c_legio_8"}), dice=[1, 6, 6]
    ) as t:
        t.pompey("pass all", "pass all")
        t.caesar("fire all")
        t.pompey("lose Pompey")
        assert t.w.trophies == {"caesar": ["p_pompey"], "pompey": []}
        assert "p_pompey" not in t.w.stock["pompey"] + t.w.eliminated["pompey"]
        assert t.view(None).score["caesar"] == 1


# -- §5.2 free deployment ----------------------------------------------------------------------

DEALT = sorted(DECK)[:12]


def test_blocks_are_exchanged_before_the_deal() -> None:
    """§5.2 ruling JC-T9 Both in secret and at once; the numbers stay, and only they are seen."""
    with table(new(free_deployment="on"), draws=DEALT) as t:
        assert t.asked == ["caesar", "pompey"]
        before = {p: backs(blocks_at(t.w, p)) for p in t.w.at.values()}
        t.caesar("deploy Caesar to Genua, Antonius to Ravenna")
        assert t.asked == ["pompey"]
        assert t.view("pompey").places["genua"].blocks == ()
        t.pompey("deploy none")
        assert t.w.at["c_caesar"] == "genua"
        assert {p: backs(blocks_at(t.w, p)) for p in t.w.at.values()} == before
        told = repr([redact(e, "pompey") for e in t.told]) + repr([e.body for e in t.table.ledger.entries])
        assert "c_caesar" not in told
        assert t.w.phase == "discard"


def test_every_city_keeps_its_number_of_blocks() -> None:
    """§5.2 No city may hold more or fewer than in the set-up."""
    with table(new(free_deployment="on"), draws=()) as t:
        t.refused("caesar", "deploy Caesar to Genua", "5.2", city="genua", before=3, after=4)


def test_the_stock_takes_no_part() -> None:
    """§5.2 Only blocks on the map are exchanged, and only among the side's own cities."""
    with table(new(free_deployment="on")) as t:
        t.refused("caesar", "deploy LEG 17 to Genua", kind="not_understood")
        t.refused("caesar", "deploy Caesar to Roma", kind="not_understood")
        t.refused("caesar", {"p_pompey": "genua"}, kind="not_understood")


def test_ships_are_deployed_in_ports() -> None:
    """§5.2 §4.1 ruling JC-T9 No ship goes inland."""
    with table(new(free_deployment="on")) as t:
        t.refused("caesar", "deploy NAV 2 to Lugdunum, EQ 1 to Ravenna", "4.1", city="lugdunum")
        t.caesar("deploy NAV 2 to Genua, LEG 8 to Ravenna")


def test_cleopatra_may_be_deployed_by_pompey() -> None:
    """§5.2 §3.27 ruling JC-T9 She moves with Pompey's blocks."""
    with table(new(free_deployment="on"), draws=DEALT) as t:
        t.pompey("deploy Cleopatra to Utica, LEG 39 to Alexandria")
        t.caesar("deploy none")
        assert (t.w.at["cleopatra"], t.w.at["p_legio_39"]) == ("utica", "alexandria")


def test_without_the_option_the_deal_comes_first() -> None:
    """§5.2 The exchange is an option, off by default."""
    with table(new(), draws=DEALT) as t:
        assert t.w.phase == "discard"
