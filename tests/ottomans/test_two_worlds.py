"""Worlds that differ only in what a seat cannot know are the same to it: views, questions, asides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from adjudicator.core import Choice, Reader, Table, start
from adjudicator.core.log.chain import Chain
from adjudicator.core.log.chance import Rng, sampler
from adjudicator.core.orders import complete
from adjudicator.ottomans import GAME
from adjudicator.ottomans.show.scene import alt_text
from adjudicator.ottomans.show.view import View, view
from adjudicator.ottomans.world import World

from .selfplay import Loose, play

EVERY = 7
READER = Reader(GAME.lexicon)


@pytest.mark.parametrize("seed", [6, 13])
def test_what_others_hold_changes_nothing(seed: int) -> None:
    """§19.3: for every seat of four, and for the public."""
    rng, looked = sampler(seed), 0
    for step in play(seed):
        if not step.table.at_rest or step.table.over or step.n % EVERY:
            continue
        for viewer in (*step.world.seats, None):
            other = shuffled(step.world, viewer, rng)
            assert GAME.view(other, viewer) == GAME.view(step.world, viewer)
            if viewer is not None:
                assert known(table(other), viewer) == known(table(step.world), viewer)
                looked += 1
    assert looked > 40


def shuffled(w: World, viewer: str | None, rng: Rng) -> World:
    """A world in which the chits that the viewer cannot know have been dealt anew."""
    other: World = msgspec.convert(msgspec.to_builtins(w), World)
    cups = ["pool", *(f"{seat}_hand" for seat in w.seats if seat != viewer)]
    left = rng.shuffled([chit for cup in cups for chit in other.cups[cup]])
    for cup in cups:
        n = len(other.cups[cup])
        other.cups[cup], left = sorted(left[:n]), left[n:]
    return other


def table(w: World) -> Table:
    return Table(GAME, start(GAME, w, 0), Chain("ottomans/two", bytes(32), 1), Loose(0), fresh=True)


def known(t: Table, seat: str) -> Mapping[str, Any]:
    """All that a seat can get out of what it is asked, and of what it may do out of turn."""
    asked, aside = t.pending.get(seat), t.asides().get(seat)
    return {"asked": sorted(t.pending), "mine": said(asked), "aside": said(aside)}


def said(choice: Choice[Any] | None) -> Any:
    if choice is None:
        return None
    lines = [(line.text, line.bar) for line in complete(choice, "", READER)]
    return msgspec.to_builtins(choice.describe()), choice.prompt, lines


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    """§19.3: others see how many chits it holds; the pool is seen only for Medicis/Vizier."""
    for step in play(13):
        w = step.world
        for viewer in w.seats:
            seen = view(w, viewer)
            assert list(seen.hand) == w.cups[f"{viewer}_hand"]
            assert not seen.searched or w.searching == viewer
            if step.n % 10 == 0:  # a text is long work
                assert alt_text(seen, "en") and alt_text(seen, "ja")
        public: View = view(w, None)
        assert (public.hand, public.searched, public.drawn) == ((), (), ())
        if step.n > 400:
            break
