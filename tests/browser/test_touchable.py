"""Whatever of an order the map shows can be given by touching, in random positions of every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from adjudicator.core import Choice, Reader, Table
from adjudicator.core.language.errors import Refusal
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import sampler
from frontends.browser.pages.table.places import MapLayout, layout_of
from service.wizard.filled import End, Filled
from service.wizard.step import Step
from service.wizard.steps import decompose, step
from service.wizard.touch import touch
from tests.kit.game import GameUnderTest
from tests.kit.games import kits
from tests.kit.selfplay import play

GAMES = ("ancient_world", "belisarius", "julius_caesar", "ottomans")
STEPS, EVERY, EACH, DEPTH = 240, 6, 4, 6


class Touched:
    """Options that name a place or piece of the viewer's map: how many can be given by touching, and the
    others, by kind of question.
    """

    def __init__(self, kit: GameUnderTest, layout: MapLayout) -> None:
        self.given, self.others = 0, Counter[str]()
        self._kit, self._layout, self._asked = kit, layout, 0
        self._reader: Reader = kit.readers[0]

    def look(self, table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        """Try some of the options at each step of the answer that is given."""
        self._asked += 1
        if self._asked % EVERY:
            return
        places = self._places(table, seat)
        items, rng = decompose(choice, choice.accept(answer)), sampler(self._asked)
        for end in range(min(DEPTH, len(items))):
            now = step(choice, items.until(end), self._reader)
            assert isinstance(now, Step)
            opened = [option.id for option in now.options if option.bar is None]
            shown = [id for id in opened if id in self._layout.where or id in places]
            for id in rng.shuffled(shown)[:EACH]:
                if self._is_given(choice, items.until(end), now, id, places.get(id, "")):
                    self.given += 1
                else:
                    self.others[f"§{now.rule} {now.name} {now.kind}"] += 1

    def _places(self, table: Table, seat: str) -> dict[str, str]:
        """Return the places of the pieces that a seat knows, by every id of an order."""
        pictures = self._kit.game.pictures
        stacks = pictures.scene(table.game.view(table.world, seat)).stacks
        pieces = [(id, stack.place) for stack in stacks for ids in stack.pieces for id in ids.split()]
        return {name: place for id, place in pieces for name in (id, *pictures.named(id))}

    def _is_given(self, choice: Choice[Any], filled: Filled, now: Step, id: str, place: str) -> bool:
        if now.kind in ("some", "shares"):
            return bool(place) or now.kind == "some"  # a press ticks its box, or counts one more
        at = self._layout.where.get(id) or place
        ids = [id] * (id not in self._layout.where) + self._layout.named_in(at)
        for held in ((), [id] if place else ()):
            try:
                ways = touch(choice, filled, ids, held, self._reader)
            except Refusal:
                continue
            twice = touch(choice, ways[0], ids, held, self._reader) if ways else []
            if any(_names(way.picks[len(filled) :], id) for way in [*ways, *twice]):
                return True
        return False


def _names(items: Sequence[JSON], id: str) -> bool:
    return any(one in (id, End.ALL) or (isinstance(one, list | dict) and id in one) for one in items)


@pytest.mark.byhand
@pytest.mark.parametrize("game", GAMES)
def test_what_the_map_shows_can_be_touched(game: str) -> None:
    """The inside of a city is given by two presses on its hex; everything else by one."""
    kit, layout = kits()[game], layout_of(game, "en")
    assert layout is not None
    touched = Touched(kit, layout)
    for seed in range(2):
        for made in play(kit, seed, before=touched.look):
            if made.n >= STEPS:
                break
    print(f"{game}: {touched.given} options can be touched, others: {dict(touched.others)}")
    assert touched.given > 100
    assert not touched.others
