"""§3 The sequence of play."""

from __future__ import annotations

import pytest

from adjudicator.belisarius import GAME
from adjudicator.belisarius.board import SCENARIOS
from adjudicator.belisarius.rules.r03_turn import years
from adjudicator.belisarius.sequence import SEQUENCE, player_turn
from adjudicator.belisarius.world import BARBARIAN, EMPIRE, Army
from adjudicator.core import Reader
from adjudicator.core.game.procedure import EVENT_SINK
from adjudicator.core.language.errors import Illegal

from .helpers import new, table, world


def test_the_phases_have_their_procedures() -> None:
    """§3.0 §3.1"""
    assert list(SEQUENCE) == [
        "set_up", "event", "diplomacy", "tax", "recruit", "levy", "operations", "army", "battle", "reaction",
        "supply", "turn_end",
    ]  # fmt: skip


@pytest.mark.parametrize("scenario", sorted(SCENARIOS))
def test_a_turn_is_four_years(scenario: str) -> None:
    """§2.5 §34.1 §34.2 §34.3 From the first to the last year of the scenario."""
    w = new(scenario)
    assert years(w)[0] == SCENARIOS[scenario].first_year
    w.turn = w.turns
    assert years(w)[1] == SCENARIOS[scenario].last_year


def test_the_second_player_follows_the_first() -> None:
    """§6.0 §3.1 a b In the same turn, with an event of his own."""
    hands = {"empire": ["agent"]}
    w = world({"heraclea": "thracia_garrison"}, phase="turn_end", phasing=BARBARIAN, hands=hands)
    with table(w, dice=[2, 4]) as t:
        assert (t.w.turn, t.w.phasing, t.w.phase) == (2, EMPIRE, "diplomacy")


def test_the_next_turn_follows_the_second_player() -> None:
    """§3.1c And what the last turn has left behind is gone."""
    w = world(
        {"heraclea": "thracia_garrison"},
        phase="turn_end",
        hands={"barbarian": ["agent"]},
        operated=["thracia_garrison_1"],
        barred=["persia"],
        fed=["3536"],
        taxed=["thracia"],
    )
    with table(w, dice=[2, 2]) as t:
        assert (t.w.turn, t.w.phasing, t.w.phase) == (3, BARBARIAN, "diplomacy")
        assert (t.w.operated, t.w.fed, t.w.taxed) == ([], [], [])
        assert "persia" not in t.w.barred
        assert "Turn 2 (531 to 534) ended." in t.said()


def test_the_first_player_turn_has_no_event() -> None:
    """§34.1 8b But the second of turn 1 has one: here 35, with nobody to resist."""
    w = world({"dara": "persia_garrison"}, phase="set_up", phasing=BARBARIAN, turn=1)
    EVENT_SINK.set(lambda event: None)
    assert player_turn(w, BARBARIAN) == "diplomacy"
    w.phase = "turn_end"
    with table(w, dice=[3, 5]) as t:
        assert (t.w.turn, t.w.phasing, t.w.event) == (1, EMPIRE, "resistance")


def test_surrender_ends_the_game_at_once() -> None:
    """§3.1c The other has won, whatever the points."""
    w = world({"heraclea": "thracia_garrison"}, phase="operations")
    with table(w) as t:
        with pytest.raises(Illegal, match="to confirm"):
            t.aside(BARBARIAN, "surrender")
        t.aside(BARBARIAN, "surrender yes")
        assert (t.w.phase, t.w.result) == ("over", {"winner": EMPIRE, "how": "surrender"})
        assert t.said()[-1] == "Barbarian surrendered: Empire won."


def test_surrender_is_offered_only_to_a_player_who_begins_to_type_it() -> None:
    """§3.1c It cannot be taken back, so it is never the next thing in a list."""
    with table(world({"heraclea": "thracia_garrison"}, phase="operations")) as t:
        aside, reader = t.table.asides()[BARBARIAN], Reader(GAME.lexicon)
        offered = {
            typed: [line.text for line in aside.complete(typed, reader)]
            for typed in ("", "sur", "surrender ")
        }
        assert "show" in offered.pop("") and offered == {"sur": ["surrender"], "surrender ": ["surrender"]}
        assert [line.text for line in aside.complete("surrender y", reader)] == ["surrender yes"]


def test_surrender_ends_what_is_going_on() -> None:
    """§3.1c No army operates and nobody fights any more."""
    w = world({"3535": "thracia_garrison", "3534": "persia_nomad"}, phase="army")
    w.army = Army(EMPIRE, "3535", ["thracia_garrison_1"], 20)
    with table(w) as t:
        t.aside(EMPIRE, "surrender yes")
        assert (t.w.phase, t.w.army, t.w.battle, t.w.attempt) == ("over", None, None, None)
