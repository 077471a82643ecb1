"""The pictures beside the map: an order before it is given, a hand of cards, the course of the war."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from adjudicator.core import N_, Held, Reach, words
from adjudicator.core.language.words import Passage, Whole
from adjudicator.display.charts import Card, Hand, Row, ScoreChart
from adjudicator.display.pictures import Pictures
from adjudicator.display.preview import Preview, Spot, previewed
from adjudicator.display.scene import Arrow, Counter
from adjudicator.display.score_chart import changes, plot, plots_of_own
from adjudicator.display.score_chart import score_chart as drawn
from adjudicator.display.text import Text
from adjudicator.julius_caesar.board import BLOCKS, CARDS, FIGURES
from adjudicator.julius_caesar.world import SIDES

from .aids import AIDS
from .battle_board import battle
from .facts import facts
from .places import about, measure
from .scene import face_of, moment, scene
from .story import with_story
from .view import View

GAME = "julius_caesar"

# -- an order ----------------------------------------------------------------------------------

HOW = {"attack": "attack", "by_sea": "sea"}


def preview(
    seen: Struct,
    blocks: Sequence[str],
    start: str,
    reaches: Sequence[Reach],
    way: Sequence[str],
) -> Preview[Text]:
    """Return the reach of some blocks, with the cost in movement points, and the way that is chosen."""
    assert isinstance(seen, View)
    ways = {one.to: one for one in reaches if one.bar is None}
    chosen = ways.get(way[-1]) if way else None
    kind = HOW.get(chosen.how, "move") if chosen is not None else "move"
    arrow = Arrow(kind, seen.seat or seen.acting, (start, *way), len(blocks))
    spots = [Spot(one.to, str(one.cost)) for one in ways.values()]
    return previewed(blocks, arrow, spots)


# -- a hand ------------------------------------------------------------------------------------

CARDS_OF = N_("{side}'s cards")
NOBODYS = N_("Cards in play")
IN_HAND = N_("In hand")
LAID_ASIDE = N_("Discarded")
PLAYED = N_("{side}'s cards played")
HELD = N_("{side} has {n} {n:card|cards} in hand")
EVENT = N_("event")
MOVES_AND_LEVIES = N_("movement {movement}, levy {levy}")
WITH_LINE = "{name} ({line})"
ROW = N_("{row}: {cards}.")


def hand(seen: Struct) -> Hand[Text]:
    """The viewer's cards, those discarded and played, and the backs of the other player's (§2.1)."""
    assert isinstance(seen, View)
    rows = tuple(_rows(seen))
    title = words(CARDS_OF, side=seen.seat) if seen.seat else words(NOBODYS)
    said: list[Text] = [Whole([title])]
    for row in rows:
        listed = [
            card.name if card.line == "" else words("{card} ({line})", card=card.name, line=card.line)
            for card in row.cards
        ]
        if listed:
            said.append(words(ROW, row=row.title, cards=listed))
        elif row.backs:
            said.append(Whole([row.title]))
    return Hand(
        game=GAME,
        title=title,
        subtitle=moment(seen),
        alt=Passage(said),
        rows=rows,
    )


def held(seen: Struct) -> list[Held]:
    """Return the viewer's cards, the one laid aside (§2.1) and the stock of blocks (§6.4)."""
    assert isinstance(seen, View)
    return [
        Held(words(N_("Hand")), seen.hand),
        Held(words(N_("Discarded")), seen.discard),
        Held(words(N_("Stock")), seen.stock),
    ]


def _rows(seen: View) -> Iterator[Row[Text]]:
    if seen.seat:
        yield Row(words(IN_HAND), seen.seat, tuple(card_of(c, seen.seat) for c in seen.hand))
    for side in SIDES:
        if side != seen.seat:
            title = words(HELD, side=side, n=seen.hands[side])
            yield Row(title, side, (), seen.hands[side])
    for side in SIDES:
        if side in seen.played:
            title = words(PLAYED, side=side)
            yield Row(title, side, (card_of(seen.played[side], side),))
    if seen.seat and seen.discard:
        cards = tuple(card_of(c, seen.seat, dimmed=True) for c in seen.discard)
        yield Row(words(LAID_ASIDE), seen.seat, cards)


def card_of(card: str, side: str, *, dimmed: bool = False) -> Card[Text]:
    """A card's face, drawn by us: an event's own sign, else its two numbers (§2.1)."""
    printed = CARDS[card]
    if printed.event:
        return Card(side, card, card, words(EVENT), dimmed=dimmed)
    numbers = words(MOVES_AND_LEVIES, movement=printed.movement, levy=printed.levy)
    figures = (("sandal", str(printed.movement)), ("vexillum", str(printed.levy)))
    return Card(side, "command", card, numbers, figures, dimmed=dimmed)


def face(seen: Struct, id: str) -> Counter[Text] | Card[Text] | None:
    """Return a block of the stock as it is levied, with one step (§6.4), or a card of the viewer's hand."""
    assert isinstance(seen, View)
    if seen.seat and id in seen.hand:
        return card_of(id, seen.seat)
    return face_of(id, 1) if seen.seat and id in seen.stock else None


def printed() -> Mapping[str, Counter[Text] | Card[Text]]:
    """Return every block at its full strength, and every card."""
    blocks = {id: face_of(id, len(block.strengths)) for id, block in BLOCKS.items()}
    return {**blocks, **{id: card_of(id, SIDES[0]) for id in CARDS}}


# -- the course of the war ---------------------------------------------------------------------

POINTS = N_("Points")
ON_THE_MAP = N_("Blocks on the map")
STRENGTHS = N_("Your strength on the map"), N_("Strengths on the map")
YEAR = N_("year {year}")


def score_chart(moments: Sequence[Sequence[Struct]]) -> ScoreChart[Text]:
    """Points and blocks of both sides, and the strengths of those whose blocks are known.

    Raises:
        IndexError: no moments.
    """
    known = [[view for view in views if isinstance(view, View)] for views in moments]
    seen = [views[0] for views in known]
    last = seen[-1]
    plots = [
        plot(POINTS, lambda v, s: v.score[s], seen, SIDES, FIGURES.victory_points),
        plot(ON_THE_MAP, _blocks, seen, SIDES),
    ]
    plots += plots_of_own(STRENGTHS, _strength, known)
    named = changes([v.year for v in seen], lambda year: words(YEAR, year=year))
    return drawn(GAME, moment(last), named, plots)


def _blocks(v: View, side: str) -> int:
    return sum(sum(place.backs[side].values()) for place in v.places.values())


def _strength(v: View) -> int:
    mine = [b for place in v.places.values() for b in place.blocks if b.side == v.seat]
    return sum(BLOCKS[b.id].strengths[b.steps - 1] for b in mine)


PICTURES = Pictures(
    scene=scene,
    with_story=with_story,
    preview=preview,
    hand=hand,
    battle=battle,
    score_chart=score_chart,
    battles=frozenset({"fired", "battle_ends"}),
    about=about,
    facts=facts,
    face=face,
    printed=printed,
    measure=measure,
    hidden=N_("{n} {n:block|blocks}"),
    aids=AIDS,
)
