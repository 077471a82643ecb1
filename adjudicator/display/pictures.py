"""All pictures of a game, in one record for the code that draws them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from adjudicator.core.choices.choice import Reach
from adjudicator.core.game.sealed import Event
from adjudicator.core.language.words import N_, Words

from .aids import Aids
from .charts import BattleBoard, Card, Hand, ScoreChart
from .facts import Facts
from .preview import Preview
from .scene import Counter, Scene
from .text import Text


class Pictures(Struct, frozen=True):
    """A game's pictures, each made from what one viewer may know (architecture.md §1.5).

    `scene(view)` is the map; `with_story(scene, events, viewer)` adds what happened since the last one.
    `preview(view, pieces, start, reaches, way)` is an order before it is given: who goes from where, what can
    be reached, the places of the way that is chosen, none while it is not. `hand(view)` is what a seat holds.
    `hidden` says how many pieces on the map show only their backs. `battle(view, events)` is the battle that
    goes on or, at the end of it, that the events tell of; None where there is none. `score_chart(moments)`
    shows figures over time, the oldest first, from the viewer's view at each moment and, where a game is
    open, behind it those of all its seats. `battles` are the kinds of events by which a battle is worth a new
    board. `about(place)` are the facts that the board shows of a place, one line each; they are the same for
    everybody. `named(id)` are further ids by which orders name a place or piece of the map, such as the
    inside of a city, or the kind of a unit. `facts(view, id)` are what a viewer may know of a place as it
    stands now, a piece, card, chit or marker (`Facts`). `face(view, id)` are the looks of a piece that is not
    on the map, or of a kind of piece, of a card or marker; None for anything else. `printed()` are the looks
    of all these as they are printed, by id: nothing of a campaign is in them. `measure(view, piece, place)`
    is how far a piece that the viewer knows in a place may go, in the game's own measure, None for
    what does not move. `aids` is what players look up, None where there is nothing.
    Events are redacted for the viewer on the way in, so that they need not be before.
    """

    scene: Callable[[Struct], Scene[Text]]
    with_story: Callable[[Scene[Text], Sequence[Event], str | None], Scene[Text]]
    preview: Callable[[Struct, Sequence[str], str, Sequence[Reach], Sequence[str]], Preview[Text]]
    hand: Callable[[Struct], Hand[Text]]
    battle: Callable[[Struct, Sequence[Event]], BattleBoard[Text] | None]
    score_chart: Callable[[Sequence[Sequence[Struct]]], ScoreChart[Text]]
    battles: frozenset[str]
    about: Callable[[str], Sequence[Words]]
    named: Callable[[str], Sequence[str]] = lambda id: ()
    facts: Callable[[Struct, str], Facts] = lambda view, id: Facts()
    face: Callable[[Struct, str], Counter[Text] | Card[Text] | None] = lambda view, id: None
    printed: Callable[[], Mapping[str, Counter[Text] | Card[Text]]] = dict
    measure: Callable[[Struct, str, str], Words | None] = lambda view, piece, place: None
    hidden: str = N_("{n} hidden {n:piece|pieces}")
    aids: Aids | None = None
