"""§1 and §2: two players, five years of five turns of three phases; the deal, the cards, who goes first."""

from __future__ import annotations

from adjudicator import GAMES
from adjudicator.core import Sealed, redact
from adjudicator.julius_caesar.board import BLOCKS, CARDS, DECK, FIGURES, PLACES, ROADS
from adjudicator.julius_caesar.sequence import SEQUENCE, stage

from .helpers import Umpired, card, new, table, world

SIX = {
    "caesar": ["4/1", "3/2", "2/3", "2/2", "1/2", "Apollo"],
    "pompey": ["3/1", "3/1", "2/1", "1/3", "Mars", "Vulcan"],
}
APART = {"genua": "c_caesar", "massilia": "c_legio_11", "utica": "p_legio_39", "neapolis": "p_pompey"}


def idle(t: Umpired) -> None:
    """Both sides leave all their points unused."""
    while t.w.phase in ("movement", "levy"):
        t.order(t.w.acting, "end")


def test_two_seats_play() -> None:
    """§1.1 One seat for each side, Caesar's first."""
    (scenario,) = GAMES["julius_caesar"].scenarios()
    assert scenario.seats == ("caesar", "pompey")


def test_what_is_in_the_box() -> None:
    """§1.3 Sixty-three blocks, twenty-seven cards, and the map."""
    colours = [block.colour for block in BLOCKS.values()]
    assert [colours.count(c) for c in ("tan", "green", "blue")] == [31, 31, 1]
    assert (len(DECK), sum(CARDS[c].event for c in DECK)) == (27, 7)
    assert (len(PLACES), sum(r.kind == "strait" for r in ROADS.values())) == (67 + 9, 4)


# -- §2.1 the deal and the discard -------------------------------------------------------------


def test_six_cards_are_dealt_to_each_side() -> None:
    """§2.1 The year begins with six cards for each, which nobody else sees."""
    draws = [card(c) for side in SIX for c in SIX[side]]
    with table(new(), draws=draws) as t:
        assert t.asked == ["caesar", "pompey"]
        assert t.w.phase == "discard"
        (dealt,) = t.events("dealt")
        assert dealt.values == {"year": 1, "cards": 6}
        assert dealt.sealed["caesar_hand"] == Sealed(("caesar",), sorted(map(card, SIX["caesar"])))
        assert dealt.sealed["pompey_hand"].seats == ("pompey",)
        assert t.view("pompey").hand == tuple(sorted(map(card, SIX["pompey"])))
        assert t.view(None).hand == ()


def test_one_of_six_is_laid_aside_and_never_shown() -> None:
    """§2.1 ruling JC-T2 Both discard in secret and at once; Apollo may be discarded in the first turn."""
    with table(world(APART, phase="discard", turn=1, hands=SIX)) as t:
        t.caesar("discard Apollo")
        assert t.asked == ["pompey"]
        assert t.view("pompey").discard == ()
        t.pompey("discard 3/1")
        assert t.view("caesar").discard == ("apollo",)
        assert t.view("pompey").hand.count("command_3_1") == 1
        for viewer in ("pompey", None):
            assert "apollo" not in repr(t.view(viewer)) + repr([redact(e, viewer) for e in t.told])
        assert t.said(None) == ["Both sides discarded a card."]
        public = [e.body for e in t.table.ledger.entries]
        assert "apollo" not in repr(public)
        assert {side: len(t.w.cups[f"{side}_hand"]) for side in SIX} == {"caesar": 5, "pompey": 5}


def test_a_choice_may_be_changed_until_the_other_has_chosen() -> None:
    """§2.1 ruling JC-T2 Nobody is bound by a card that nobody has seen."""
    with table(world(APART, phase="discard", turn=1, hands=SIX)) as t:
        t.caesar("discard 4/1", "discard 1/2")
        t.pompey("discard Vulcan")
        assert t.view("caesar").discard == ("command_1_2",)


def test_only_a_card_of_the_hand_is_laid_aside_or_played() -> None:
    """§2.1 The others are in the deck or with the enemy."""
    with table(world(APART, phase="discard", turn=1, hands=SIX)) as t:
        t.refused("caesar", "discard Mars", kind="not_understood")
    with table(world(APART, hands=SIX | {"caesar": ["4/1"], "pompey": ["Mars"]})) as t:
        t.refused("caesar", "play Mars", kind="not_understood")


# -- §2.1 who goes first -----------------------------------------------------------------------


def test_cards_are_played_in_secret_and_shown_at_once() -> None:
    """§2.1 The first card that comes in says nothing to the other side."""
    with table(world(APART, hands={"caesar": ["2/1"], "pompey": ["3/1"]})) as t:
        t.caesar("play 2/1")
        assert t.view("pompey").played == {}
        assert t.told == []
        t.pompey("play 3/1")
        assert t.view(None).played == {"caesar": "command_2_1", "pompey": "command_3_1"}
        assert t.said(None)[0] == "Caesar played 2/1, Pompey played 3/1."


def test_more_movement_goes_first() -> None:
    """§2.1 The higher number of movement points is first player."""
    with table(world(APART), cards=("2/3", "3/1")) as t:
        assert (t.w.first, t.w.acting, t.w.points, t.w.levies) == ("pompey", "pompey", 3, 1)
    with table(world(APART), cards=("4/1", "3/1")) as t:
        assert t.w.first == "caesar"


def test_caesar_goes_first_where_movement_is_equal() -> None:
    """§2.1 ruling JC-T1 Levies do not decide."""
    with table(world(APART), cards=("2/1", "2/3")) as t:
        assert t.w.first == "caesar"


def test_an_event_goes_first_and_gives_no_levy() -> None:
    """§2.1 ruling JC-T1, ruling JC-T7 Mars is before a 4/1; the other plays his card as second player."""
    with table(world(APART), cards=("4/1", "Mars")) as t:
        assert (t.w.first, t.w.points, t.w.levies) == ("pompey", 1, 0)
        t.refused("pompey", "levy LEG 38 at Alexandria", "2.1")
        t.pompey("end")
        assert (t.w.acting, t.w.points, t.w.levies) == ("caesar", 4, 1)
        assert t.asked == ["caesar"]


def test_two_events_end_the_turn_and_it_counts() -> None:
    """§2.1 ruling JC-T6 No moves, no levies, no battles: the next cards are asked for."""
    with table(world(APART, turn=2), cards=("Mercury", "Vulcan")) as t:
        assert [e.kind for e in t.told] == ["cards_played", "events_cancelled"]
        assert (t.w.phase, t.w.turn, t.asked) == ("cards", 3, ["caesar", "pompey"])
        assert t.w.last == {"caesar": "mercury", "pompey": "vulcan"}


def test_two_events_in_the_fifth_turn_bring_the_winter() -> None:
    """§2.1 §2.0 ruling JC-T6 After the fifth turn comes winter, whatever was played."""
    with table(world(APART, turn=5), cards=("Mercury", "Vulcan")) as t:
        assert t.events("winter")
        assert t.w.phase == "quarters"


def test_caesar_begins_in_the_tournament_whatever_the_cards() -> None:
    """§2.1 ruling JC-T8 The option holds for the very first turn alone, even against an event."""
    first = world(APART, turn=1, caesar_first_turn="on")
    with table(first, cards=("1/2", "Mars")) as t:
        assert t.w.first == "caesar"
        idle(t)
        assert (t.w.turn, t.w.first) == (2, "")
    with table(world(APART, turn=2, caesar_first_turn="on"), cards=("1/2", "Mars")) as t:
        assert t.w.first == "pompey"
    with table(world(APART, year=2, turn=1, caesar_first_turn="on"), cards=("1/2", "Mars")) as t:
        assert t.w.first == "pompey"
    with table(world(APART, turn=1), cards=("1/2", "4/1")) as t:
        assert t.w.first == "pompey"


def test_a_card_must_be_played_but_not_used_up() -> None:
    """§2.1 ruling JC-W5 Points may be left over at any moment, and are lost."""
    with table(world(APART), cards=("3/2", "2/1")) as t:
        t.refused("pompey", "end", kind="not_now")
        t.caesar("end")
        assert (t.w.acting, t.w.phase) == ("caesar", "levy")
        t.caesar("end")
        assert (t.w.acting, t.w.points, t.w.levies) == ("pompey", 2, 1)
    with table(world(APART, hands={"caesar": ["3/2"], "pompey": ["2/1"]})) as t:
        t.refused("caesar", "pass", kind="not_understood")


# -- §2.0 §2.2 §2.3 the phases -----------------------------------------------------------------


def test_movement_comes_before_levies() -> None:
    """§2.2 For each side first all movement, then all levies, and no way back."""
    with table(world(APART), cards=("2/2", "1/2")) as t:
        assert "all movement comes before levies" in t.refused("caesar", "levy AUX 1 at Genua", "2.2")
        t.refused("caesar", "step Caesar", "2.2")
        t.caesar("end", "levy AUX 1 at Genua")
        t.refused("caesar", "move Genua-Roma: Caesar", "2.2")
        t.refused("caesar", "sail Genua-Roma: Caesar", "2.2")


def test_both_sides_command_and_then_battles_are_fought() -> None:
    """§2.2 §2.3 First player, second player, battles, next turn."""
    w = world({"genua": "c_legio_13", "roma": "p_legio_1:1"}, turn=3)
    with table(w, cards=("2/1", "1/2"), dice=[1, 6, 6]) as t:
        seen = [stage(t.w)]
        t.caesar("move Genua-Roma: LEG 13; end")
        seen.append(stage(t.w))
        t.caesar("end")
        seen.append(stage(t.w))
        t.pompey("end", "end")
        seen.append(stage(t.w))
        assert seen == ["1/3/movement/caesar", "1/3/levy/caesar", "1/3/movement/pompey", "1/3/battle"]
        t.pompey("pass all")
        t.caesar("fire all")
        t.caesar("regroup none")
        assert (t.w.turn, t.w.phase) == (4, "cards")
        assert t.w.moved == []


def test_without_a_battle_the_turn_is_over() -> None:
    """§2.3 Where nobody meets, nothing is fought."""
    with table(world(APART), cards=("2/1", "1/2")) as t:
        idle(t)
        assert [e.kind for e in t.told] == ["turn_over"]
        assert (t.w.turn, t.w.acting, t.w.points, t.w.levies) == (3, "", 0, 0)


def test_a_year_has_five_turns_and_the_game_five_years() -> None:
    """§2.0 After five turns of each of five years the game is over, and nothing is asked any more."""
    hands = {"caesar": ["2/1", "2/1", "2/2", "2/2", "2/2"], "pompey": ["2/3", "2/3", "2/3", "2/3", "2/2"]}
    deal = ["command_2_2", *3 * ["command_2_1"], *2 * ["command_2_2"]]
    draws = 4 * [*deal, "command_1_3", *4 * ["command_2_3"], "command_2_2"]
    w = world({"genua": "c_caesar", "neapolis": "p_pompey"}, turn=1, hands=hands)
    turns = []
    with table(w, draws=draws) as t:
        while not t.table.over:
            if t.w.phase == "discard":
                t.caesar("discard 2/2")
                t.pompey("discard 1/3")
            elif t.w.phase == "quarters":
                t.caesar("disband none")
                t.pompey("disband none")
            else:
                turns.append((t.w.year, t.w.turn))
                t.cards(*(CARDS[t.w.cups[f"{side}_hand"][0]].name for side in ("caesar", "pompey")))
                idle(t)
        assert turns == [(year, turn) for year in range(1, 6) for turn in range(1, 6)]
        assert (FIGURES.years, FIGURES.turns) == (5, 5)
        t.refused("caesar", "end", kind="not_now")


def test_every_phase_of_the_table_is_a_procedure() -> None:
    """§2.0 The sequence of play is one table."""
    assert list(SEQUENCE)[:6] == ["deployment", "deal", "discard", "cards", "event", "movement"]
    assert list(SEQUENCE)[-4:] == ["winter", "ships_home", "quarters", "new_year"]
