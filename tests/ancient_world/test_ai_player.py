"""The computer plays whole games of every scenario, for both sides, with legal answers alone."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world import GAME
from adjudicator.core import Table, start
from adjudicator.core.log.chance import sampler
from tests.ancient_world.selfplay import ASKED, SCENARIOS, Loose, chain, founded


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_computer_plays_both_sides_to_the_end(scenario: str) -> None:
    """§14.0 Cities come under siege on the way."""
    position = start(GAME, founded(scenario), 0)
    table = Table(GAME, position, chain(), Loose(11), fresh=True, policy=ASKED)
    rng, n = sampler(11), 0
    while not table.over:
        seat, choice = next(iter(table.pending.items()))
        assert GAME.ai_player is not None
        table.submit(seat, GAME.ai_player(GAME.view(table.world, seat), choice, rng))
        n += 1
        assert n < 5000
    kinds = {line.event.kind for line in table.ledger.told}
    assert table.world.result["how"] in ("points", "automatic")
    assert {"marches", "invested", "continuation"} <= kinds
