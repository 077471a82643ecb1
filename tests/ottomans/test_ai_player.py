"""The computer's plans: whole games of all seats, and that it keeps what its core nation holds."""

from __future__ import annotations

import pytest

from adjudicator.core import Table, start
from adjudicator.core.log.chance import sampler
from adjudicator.core.question import WindowPolicy
from adjudicator.ottomans import GAME
from adjudicator.ottomans.ai_player import ai_player
from adjudicator.ottomans.board import CITIES_OF, NATIONS
from adjudicator.ottomans.show.view import view
from adjudicator.ottomans.world import World, owner
from tests.kit.selfplay import Loose, chain

from .kit import founded


def played(seed: int, windows: str) -> tuple[Table, set[str]]:
    """A game that the computer plays for all, and the orders that it gave; no move leaves the core's home."""
    begun, policy = start(GAME, founded(seed), 0), WindowPolicy({"default": windows})
    table = Table(GAME, begun, chain(GAME), Loose(seed), policy=policy, fresh=True)
    rng, given = sampler(seed), set()
    while not table.over:
        for seat, choice in list(table.pending.items()):
            answer = ai_player(view(table.world, seat), choice, rng)
            order = str(answer["pick"]) if choice.rule == "5.1" and isinstance(answer, dict) else ""
            given.add(order)
            held = order in ("move", "ship") and keeps_home(table.world, seat)
            table.submit(seat, answer)
            assert not held or keeps_home(table.world, seat)
    return table, given


def keeps_home(w: World, seat: str) -> bool:
    """Return whether units of a seat stand in the home of its core nation or its cities."""
    home = NATIONS[w.core[seat]].home
    return any(p in (home, *CITIES_OF[home]) and owner(w, u) == seat for u, p in w.at.items())


@pytest.mark.parametrize(("seed", "windows"), [(0, "ask"), (6, "standing")])
def test_the_computer_plays_all_seats_to_the_end(seed: int, windows: str) -> None:
    table, given = played(seed, windows)
    w = table.world
    assert (w.phase, w.turn) == ("over", w.last_turn)
    assert {"move", "attack", "end"} <= given
    chits = [event.values["chit"] for line in table.ledger.told if "played" in (event := line.event).kind]
    assert len(set(chits)) > 2 or windows != "ask"
    assert all(w.control[nation] == seat for seat, nation in w.core.items())
