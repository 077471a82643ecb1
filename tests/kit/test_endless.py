"""Players who go back and forth: the set-up of every game ends all the same (ADR 19)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core import Choice, NotNow, Table, start
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.choices.forms import Menu
from adjudicator.core.log.chance import sampler
from adjudicator.core.table.question import MOST_ANSWERS, WindowPolicy

from .game import GameUnderTest
from .games import each_game
from .selfplay import Loose, chain

BACK = ("lift",)
"""The verbs that take back a step."""
SET_UP = {
    "belisarius": ("set_up",),
    "ottomans": ("order", "cores", "camps"),
    "julius_caesar": ("deployment",),
}
"""The phases in which a game is set up; *The Ancient World* begins as its charts say."""
OPTIONS = {"julius_caesar": {"free_deployment": "on"}}
MOST = 2_000
"""Entries of a set-up, however it is made; where nothing stopped anybody 33,800 were counted."""


def dawdled(choice: Choice[Any], seed: int) -> Any:
    """An answer that takes back if that can be, else goes on in the least steps; the end only at the last."""
    if not isinstance(choice, Menu):
        return choice.sample(sampler(seed))
    found: dict[str, Any] = {}
    for n in range(40):
        try:
            answer = choice.accept(choice.sample(sampler(seed + n)))
        except NoneLegal:
            break
        found.setdefault(answer["pick"], answer)
    order = [*BACK, "place", *found]
    return next(found[pick] for pick in order if pick in found)


@pytest.mark.byhand
@each_game
def test_the_set_up_ends_however_long_somebody_goes_back_and_forth(kit: GameUnderTest) -> None:
    """Answers to questions of several seats are replaced as often as they may be, too."""
    scenario = kit.game.scenarios()[0]
    begun = kit.game.found(scenario.id, OPTIONS.get(kit.name, {}), scenario.seats)
    phases, before = SET_UP.get(kit.name, ()), chain(kit.game)
    table = Table(kit.game, start(kit.game, begun, 0), before, Loose(7), policy=WindowPolicy(), fresh=True)
    assert getattr(table.world, "phase", "") in (phases or [""])
    replaced = 0
    while getattr(table.world, "phase", "") in phases:
        seat, choice = next(iter(table.pending.items()))
        answer = dawdled(choice, table.ledger.last)
        table.submit(seat, answer)
        while table.question is not None and seat in table.question.answers:
            try:
                table.submit(seat, answer)
            except NotNow:
                assert table.question.given[seat] == MOST_ANSWERS
                break
            replaced += 1
        assert table.ledger.last < MOST
    print(f"{kit.name}: {table.ledger.last} entries, {replaced} answers replaced")
