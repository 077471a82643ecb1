"""Standing orders for the questions that repeat (architecture.md §1.7)."""

from __future__ import annotations

import pytest

from adjudicator.core import NotUnderstood, Reader
from adjudicator.core.choices.choice import tidy
from adjudicator.core.orders.books import Books
from adjudicator.core.orders.standing import as_if_line, for_battle, is_for_battle, parse
from adjudicator.julius_caesar import GAME
from adjudicator.julius_caesar.board import EDGES
from adjudicator.julius_caesar.standing import STANDING, keys
from adjudicator.julius_caesar.world import World
from tests.julius_caesar.kit import play

from .battles import MISS, battle, fired
from .helpers import Umpired, contest, new, table


def books(w: World, **left: list[str]) -> Books:
    """The orders of the seats, left before the battle."""
    kept = Books(GAME, {})
    for seat, texts in left.items():
        kept.leave(seat, texts, w)
    return kept


def settle(t: Umpired, kept: Books) -> None:
    kept.answer_all(t.table)


def test_two_fire_alls_fight_a_battle_by_themselves() -> None:
    """§7.2 §7.62: as far as the fourth round, in which the attacker must say where he goes."""
    w = battle("roma", "caesar", {"genua": "c_legio_8"}, "p_legio_1", elsewhere={"genua": "c_legio_7"})
    with table(w, dice=[MISS] * 21 + [MISS] * 4) as t:
        settle(t, books(w, caesar=["fire all"], pompey=["fire all"]))
        assert t.w.battle is not None
        assert (t.w.battle.round, t.asked) == (4, ["caesar"])
        assert fired(t).count("p_legio_1") == 4


def test_a_weak_legion_goes_and_the_others_fire() -> None:
    """§7.6: "retreat LEG 8 to Genua when at I", and for the rest "fire all"."""
    left = ["retreat LEG 8 to Genua when LEG 8 = I", "fire all"]
    w = battle(
        "roma",
        "caesar",
        {"genua": ["c_legio_8:2", "c_legio_13:1"]},
        "p_auxilia_3",
        elsewhere={"genua": "c_legio_7"},
    )
    with table(w, dice=[1, MISS, MISS] + [MISS] * 2 + [MISS] * 3 + [MISS]) as t:
        kept = books(w, caesar=left)
        t.pompey("fire")
        settle(t, kept)
        assert t.asked == ["pompey"]
        t.pompey("fire")
        settle(t, kept)
        assert t.w.at["c_legio_8"] == "genua"
        assert t.w.at["c_legio_13"] == "roma"


def test_at_speaks_of_the_block_that_the_order_names() -> None:
    """§3.11."""
    w = battle("roma", "caesar", {"genua": "c_legio_8:1"}, "p_auxilia_3")
    with table(w, dice=[MISS] * 4) as t:
        kept = books(w, caesar=["retreat LEG 8 to Genua when at I, round >= 2", "fire all"])
        t.pompey("fire")
        settle(t, kept)
        t.pompey("pass")
        settle(t, kept)
        assert t.w.at["c_legio_8"] == "genua"
        assert kept.notes == []


def test_an_order_of_losses() -> None:
    """§7.4: "lose auxilia, then LEG 8"."""
    w = battle("roma", "pompey", {"neapolis": "p_legio_1"}, ["c_auxilia_3", "c_legio_8", "c_legio_7"])
    with table(w, dice=[1, 1, MISS, MISS]) as t:
        kept = books(w, caesar=["on 7.4 do lose auxilia, then LEG 8", "pass all"])
        settle(t, kept)
        t.pompey("fire")
        settle(t, kept)
        assert [t.w.steps[b] for b in ("c_auxilia_3", "c_legio_8", "c_legio_7")] == [2, 2, 3]


def test_keys_have_the_same_names_at_every_moment() -> None:
    names = set(GAME.keys(GAME.view(new(), "caesar"), "caesar", "7.2"))
    for step in play(3):
        for rule in STANDING if step.n % 10 == 0 else ():
            for seat in ("caesar", "pompey"):
                assert set(GAME.keys(GAME.view(step.world, seat), seat, rule)) == names


def test_keys_in_a_battle() -> None:
    w = battle(
        "roma", "caesar", {"genua": "c_ballista", "ravenna": "c_legio_13"}, ["p_legio_1:3", "p_auxilia_3"]
    )
    with table(w) as t:
        caesar, pompey = (dict(keys(t.view(seat), seat, "7.2")) for seat in ("caesar", "pompey"))
        assert (caesar["role"], pompey["role"]) == ("attacker", "defender")
        assert (caesar["place"], caesar["round"], caesar["letter"]) == ("roma", 1, "D")
        assert (pompey["letter"], pompey["mine"], pompey["theirs"]) == ("A", 2, 2)
        assert (pompey["p_legio_1"], pompey["c_ballista"], pompey["c_legio_13"]) == (3, 2, 0)
        assert caesar["at"] == {"c_ballista": 2, "c_legio_13": 3}


def test_a_name_means_ones_own_block() -> None:
    """Both sides have an AUX 1."""
    for seat, block in (("caesar", "c_auxilia_1"), ("pompey", "p_auxilia_1")):
        order = parse("fire AUX 1 when AUX 1 > 1", seat, GAME, GAME.view(new(), seat))
        assert order.tests[0].key == block


# -- orders for one battle -----------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_suggested_for_a_battle_is_understood_and_fights_it(language: str) -> None:
    """§7.2 §7.4 §7.62: the attacker retreats in the fourth round, and nobody is asked anything more."""
    came = {"genua": ["c_legio_8", "c_auxilia_1"]}
    w = battle("roma", "caesar", came, ["p_legio_1", "p_auxilia_1"], elsewhere={"genua": "c_legio_7"})
    reader = Reader(GAME.lexicon, language)
    with table(w, dice=[1, *[MISS] * 49]) as t:
        kept = Books(GAME, {})
        for seat in ("caesar", "pompey"):
            fought = GAME.battle(GAME.view(t.w, seat), seat, reader)
            assert fought is not None and fought.place == "roma"
            lines = [line for line in fought.lines if line not in fought.early]
            assert bool(fought.early) == (seat == "pompey"), "§7.62 an attacker leaves only in round 4"
            kept.leave(
                seat,
                [for_battle(line, reader.label("roma"), fought.turn, GAME.lexicon) for line in lines],
                t.w,
            )
            assert [as_if_line(text.text, reader) for text in kept.kept[seat]] == [*map(tidy, lines)]
        settle(t, kept)
        assert t.w.battle is None and t.w.at["c_legio_8"] == "genua"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_suggested_lasts_for_all_battles_of_the_turn(language: str) -> None:
    """§7.1 Lines of several battles test the place, and the first player's the order of battles."""
    elsewhere = {
        "genua": "c_legio_7", "neapolis": ["c_legio_9", "p_legio_3"], "narbo": ["c_auxilia_1", "p_legio_2"],
    }  # fmt: skip
    came = {"genua": "c_legio_8"}
    w = battle("roma", "caesar", came, "p_legio_1", elsewhere=elsewhere, first="caesar")
    contest(w, "neapolis", "caesar", {"sipontum": ["c_legio_9"]}, first="caesar")
    contest(w, "narbo", "caesar", {"massilia": ["c_auxilia_1"]}, first="caesar")
    reader = Reader(GAME.lexicon, language)
    with table(w, dice=[1] * 11) as t:
        t.caesar("battle Roma")
        kept = Books(GAME, {})
        for seat in ("caesar", "pompey"):
            fought = GAME.battle(GAME.view(t.w, seat), seat, reader)
            assert fought is not None
            lines = [line for line in fought.lines if line not in fought.early]
            first = [line for line in lines if reader.label("battle") in line]
            assert len(first) == (seat == "caesar") and len(lines) > 8
            kept.leave(seat, [for_battle(line, "Roma", fought.turn, GAME.lexicon) for line in lines], t.w)
            assert [as_if_line(text.text, reader) for text in kept.kept[seat]] == [*map(tidy, lines)]
        turn = t.w.turn
        settle(t, kept)
        assert t.w.turn > turn, "All three are fought, and nobody is asked"
        assert not any(kept.in_force.values())


def test_whose_first_block_is_gone_retreats_with_the_others() -> None:
    """§7.62: a suggested line names the verb once, and fits as far as its blocks are still there."""
    came = {"genua": ["c_legio_8", "c_legio_9"]}
    w = battle("roma", "caesar", came, "p_legio_1", elsewhere={"genua": "c_legio_7"})
    with table(w, dice=[MISS] * 34) as t:
        line = "retreat LEG 10 to Genua, then LEG 8 to Genua, then LEG 9 to Genua when round = 4"
        settle(t, books(w, caesar=[line, "fire all"], pompey=["fire all"]))
        assert {t.w.at[block] for block in ("c_legio_8", "c_legio_9")} == {"genua"}


def test_the_attackers_road_is_suggested_last_and_only_where_it_is_open() -> None:
    """§7.63 ruling JC-W3."""
    found = []
    others = {to: f"c_legio_{n}" for n, to in enumerate([to for to in EDGES["roma"] if to != "genua"], 9)}
    for elsewhere, option in (({}, "on"), (others, "on"), (others, "off")):
        w = battle("roma", "caesar", {"genua": "c_legio_8"}, "p_legio_1", elsewhere=elsewhere)
        w.options["open_roads"] = option
        with table(w) as t:
            fought = GAME.battle(GAME.view(t.w, "pompey"), "pompey", Reader(GAME.lexicon))
            assert fought is not None
            found.append([line.endswith("to Genua") for line in fought.early])
    assert found == [[False], [True], []]


def test_nothing_is_suggested_where_nobody_fights() -> None:
    assert GAME.battle(GAME.view(new(), "caesar"), "caesar", Reader(GAME.lexicon)) is None


@pytest.mark.parametrize(
    "line", ["if", "if asked", "if asked do", "if do fire", "if asked do fire until turn = 2"]
)
def test_half_a_line_is_refused(line: str) -> None:
    assert is_for_battle(line, GAME.lexicon)
    with pytest.raises(NotUnderstood, match="if <tests> do <order>"):
        for_battle(line, "Roma", 1, GAME.lexicon)
