"""The needs of each side (`Game.needs`) against what the rules decide."""

from __future__ import annotations

from itertools import islice

import pytest

from adjudicator.core import fill, winners
from adjudicator.core.language.languages import LANGUAGES

from .games import KITS
from .selfplay import play

BY_POINTS = ("belisarius", "julius_caesar", "ottomans")
"""The games in which points alone decide, and all of that is public."""


@pytest.mark.parametrize("name", BY_POINTS)
def test_who_has_met_the_first_need_at_the_end_wins(name: str) -> None:
    """The points decide; the same is said to every seat and to the public, in every language."""
    kit, met = KITS[name], set[bool]()
    game = kit.game
    for step in islice(play(kit, 7, windows="standing"), 0, 900, 60):
        world = step.table.world
        needs = game.needs(game.view(world, None))
        if not needs or game.score(world).result:
            continue
        won = winners(game.ended_now(world, {}).result)
        for seat in kit.scenario_of(7).seats:
            assert game.needs(game.view(world, seat)) == needs
            first = next(need for need in needs if need.side == seat and need.kind == "end")
            assert first.met == (seat in won), (seat, first)
            met.add(first.met)
        for need in needs:
            for language in LANGUAGES:
                assert "{" not in fill(need.text, language, game.lexicon.label)
    assert met == {True, False}
