"""The end of a turn or phase names what cannot be ordered after it, and only that."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core import N_, Choice, Game, Reader, words
from adjudicator.core.choices.forms import Menu
from adjudicator.core.table.question import offer
from service.text.localizer import Localizer
from service.wizard.filled import Filled
from service.wizard.left_open import STILL, ends, left_open
from tests.ancient_world import helpers as ancient_world
from tests.belisarius import helpers as belisarius
from tests.ottomans import helpers as ottomans

UNITS = {"constantinopolis": "thracia_garrison", "nicaea": "pontica_garrison"}
TURKS = {"ottomans_gendarmes_1": "bursa", "mehmed_ii": "bursa"}


def said(game: Game, choice: Choice[Any], end: str, language: str = "en") -> str:
    """Return the words that a reader is shown before ending, "" for none."""
    assert ends(choice, Filled.of([end]))
    found = left_open(choice, Filled.of([end]), Reader(game.lexicon, language))
    return Localizer(language, game.lexicon.label)(STILL, orders=found) if found else ""


def of_belisarius(phase: str, hand: tuple[str, ...], language: str = "en", solidi: int = 0) -> str:
    """Return the words that the Empire is shown before ending a phase with these markers in hand."""
    w = belisarius.world(UNITS, phase=phase, treasury={"empire": solidi}, hands={"empire": hand})
    with belisarius.table(w) as t:
        return said(t.game, t.choice("empire"), "done", language)


def test_recruiting_names_purchases_and_markers_of_the_phase() -> None:
    """§11.2 §10.32 §8.41 Also markers; not those that can be played later, as Disease at any time."""
    everything = of_belisarius("recruit", ("theodora", "disease", "market"), solidi=9)
    assert everything.startswith("You can still order: recruit (")
    assert "buy" in everything and "play (Theodora Intervenes)" in everything
    assert of_belisarius("recruit", ("disease", "market")) == ""
    assert "使用" in of_belisarius("recruit", ("theodora",), "ja")


def test_taxes_name_provinces_not_that_one_may_leave_them() -> None:
    """§10.1 A province that is left untaxed on purpose is no order that was forgotten."""
    told = of_belisarius("tax", ("rally", "agent"))
    assert "tax (" in told
    assert "pass" not in told and "Agent" not in told


def of_ottomans(phase: str, hand: tuple[str, ...], **more: Any) -> str:
    """Return the words that the Turks are shown before ending a phase with these chits in hand."""
    w = ottomans.world(TURKS, phase=phase, hands={"turks": hand}, **more)
    t = ottomans.table(w)
    return said(t.game, t.pending["turks"], "end")


def test_phases_name_their_own_orders_and_the_last_one_chits_and_agents() -> None:
    """§5.1 §27.2 Chits and agents can be ordered until after the last event, so they are named there."""
    hand = ("agent", "serbia", "crusade_jihad", "trade_agreement")
    assert of_ottomans("movement", hand) == "You can still order: move (Bursa)."
    for seats in (("turks", "orthodox", "holy_league"), ()):
        more = {"scenario": "1", "seats": seats} if seats else {}
        assert of_ottomans("march", hand, **more) == "You can still order: force (Mehmed II)."
    at_last = of_ottomans("interval", hand)
    assert "activate (Serbia)" in at_last and "play (Trade Agreement)" in at_last
    assert "agent (" in at_last.lower()


def test_the_stratagem_phase_names_chits_that_only_it_allows() -> None:
    """§27.2 Medicis/Vizier exchanges a chit that was drawn in this phase."""
    w = ottomans.world(TURKS, phase="stratagem", hands={"turks": ("medicis_vizier", "truce")})
    w.drawn = ["truce"]
    t = ottomans.table(w)
    found = said(t.game, t.pending["turks"], "end")
    assert found == "You can still order: play (Medicis/Vizier)."


@pytest.mark.parametrize(("language", "expected"), [("en", "march"), ("ja", "移動")])
def test_a_leader_who_passes_at_once_is_told_of_the_march(language: str, expected: str) -> None:
    """§5.26 The operation is lost; later nearly every leader could march on, so it is not named then."""
    w = ancient_world.act(ancient_world.empty(), "hannibal")
    ancient_world.put(w, "carthage", "4705", {"libya_foot": 24}, ["hannibal"])
    t = ancient_world.table(w)
    assert expected in said(t.game, next(iter(t.pending.values())), "pass", language)
    assert w.op is not None
    w.op.first = 0
    later = ancient_world.table(w)
    assert expected not in said(later.game, next(iter(later.pending.values())), "pass", language)


def test_a_reaction_is_passed_without_a_question() -> None:
    """Only orders that end a turn or phase are confirmed."""
    plain = Menu(rule="6.53", prompt=words(N_("Which?")), items=lambda: {"pass": None})
    assert not ends(offer(plain), Filled.of(["pass"]))
