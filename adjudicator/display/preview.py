"""A preview of an order before it is given: a way, its cost, and the other places in reach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from msgspec import Struct

from adjudicator.core.language.words import N_, Passage, Way, Words, words

from .scene import Arrow
from .text import T_co, Text

WAY = N_("{pieces}: {way}")
REACHES = N_("{pieces}: possible moves from {start}")
SOME_WAY = N_("Route: {way}")
SOME_REACHES = N_("Possible moves from {start}")
COSTS = N_("Cost: {cost}.")
IN_REACH = N_("In range (cost): {places}.")
PERHAPS = N_("Depends on the die: {places}.")
SPOT = N_("{place} ({cost})")
SENTENCE = N_("{said}.")
NOWHERE = N_("none")
MORE = N_("{n} more")
MOST = 16
"""The number of places that are named in words."""


class Spot(Struct, frozen=True):
    """A place in reach: its cost in the game's units; `sure` unless dice decide."""

    place: str
    cost: str
    sure: bool = True


class Preview(Struct, Generic[T_co], frozen=True):
    """A way as an arrow (of one place only while none is chosen), and every place that can be reached."""

    arrow: Arrow
    spots: tuple[Spot, ...]
    caption: T_co
    alt: T_co

    @property
    def end(self) -> str:
        """The end of the way."""
        return self.arrow.path[-1]


def previewed(
    pieces: Sequence[str | Words],
    arrow: Arrow,
    spots: Sequence[Spot],
    note: Words | None = None,
    told: Sequence[str] = (),
) -> Preview[Text]:
    """Return a preview with its caption and its text.

    `pieces` are ids or words of a sentence; none while nobody is chosen. `note` is the effect of the way, in
    place of its cost; `told` are those places of the way that are named, all if there are none.
    """
    way, start, chosen = Way(told or arrow.path), arrow.path[0], len(arrow.path) > 1
    if pieces:
        caption = words(WAY if chosen else REACHES, pieces=list(pieces), way=way, start=start)
    else:
        caption = words(SOME_WAY if chosen else SOME_REACHES, way=way, start=start)
    said = [words(SENTENCE, said=caption)]
    if note is not None:
        said.append(words(SENTENCE, said=note))
    else:
        said += [words(COSTS, cost=s.cost) for s in spots if chosen and s.place == arrow.path[-1]]
    others = [spot for spot in spots if not chosen or spot.place != arrow.path[-1]]
    for template, sure in ((IN_REACH, True), (PERHAPS, False)):
        places = [words(SPOT, place=s.place, cost=s.cost) for s in others if s.sure == sure]
        if len(places) > MOST:
            places[MOST - 1 :] = [words(MORE, n=len(places) - MOST + 1)]
        if places or (sure and not chosen):
            said.append(words(template, places=places or words(NOWHERE)))
    return Preview(arrow, tuple(spots), caption, Passage(said))
