"""The line of a battle in the post that comes when it has ended: what came before stays as it was posted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.game.chronicle import is_one_of
from adjudicator.core.game.game import Game
from adjudicator.core.game.sealed import Event
from adjudicator.core.table.ledger import Told
from service.api import Service
from service.text import telling
from service.usecases.play import queries
from service.values.audiences import CHANNEL
from service.values.records import Post

REACH = 400
"""The entries before a post among which the beginning of a battle is looked for."""


def ended_battles(
    service: Service, post: Post, game: Game, events: Sequence[tuple[int, Event]], language: str
) -> list[str]:
    """Return the chronicle's line of each battle that was begun in an earlier post and was over in this
    one, as the public could see it; nothing in a post to a seat.
    """
    if not events or post.audience != CHANNEL:
        return []
    first, last = events[0][0], events[-1][0]
    told = [one for one in service.look(post.campaign, queries.told, None, first - REACH) if one.n <= last]
    return [line for run in ended_since(game, told, first) for line in telling.passage(game, run, language)]


def ended_since(game: Game, told: Sequence[Told], first: int) -> Iterator[list[Event]]:
    """Yield the events of each battle that began before entry `first` and was over in it or later."""
    kept = [one for one in told if game.chronicle.kept([one.event])]
    end = 0
    for passage, run in game.chronicle.runs(one.event for one in kept):
        begin, end = end, end + len(run)
        if passage is None or not passage.is_battle or kept[begin].n >= first:
            continue
        over = end - 1 if is_one_of(run[-1], passage.ends) else end
        later = [one.n for one in told if one.n >= kept[end - 1].n and is_one_of(one.event, passage.over)]
        seen = [*(one.n for one in kept[over : over + 1]), *later[:1]]
        if seen and min(seen) >= first:
            yield run
