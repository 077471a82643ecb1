"""The pictures beside the map: an order before it is given, a hand of cards, the course of the war."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from adjudicator.core import N_, Reach, Words, fill, words
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.display.charts import Card, Hand, Row, ScoreChart
from adjudicator.display.pictures import Pictures
from adjudicator.display.preview import Preview, Spot, previewed
from adjudicator.display.scene import Arrow, Counter
from adjudicator.display.score_chart import changes, plot, plots_of_own
from adjudicator.display.score_chart import score_chart as drawn
from adjudicator.julius_caesar.board import BLOCKS, CARDS, FIGURES
from adjudicator.julius_caesar.world import SIDES

from .aids import AIDS
from .battle_board import battle
from .facts import facts
from .names import LEXICON
from .places import about, measure
from .scene import face_of, moment, scene
from .story import with_story
from .view import View

GAME = "julius_caesar"

# -- an order ----------------------------------------------------------------------------------

HOW = {"attack": "attack", "by_sea": "sea"}


def preview(
    seen: Struct,
    language: str,
    blocks: Sequence[str],
    start: str,
    reaches: Sequence[Reach],
    way: Sequence[str],
) -> Preview:
    """Return the reach of some blocks, with the cost in movement points, and the way that is chosen."""
    assert isinstance(seen, View)
    ways = {one.to: one for one in reaches if one.bar is None}
    chosen = ways.get(way[-1]) if way else None
    kind = HOW.get(chosen.how, "move") if chosen is not None else "move"
    arrow = Arrow(kind, seen.seat or seen.acting, (start, *way), len(blocks))
    spots = [Spot(one.to, str(one.cost)) for one in ways.values()]
    return previewed(blocks, arrow, spots, language, LEXICON.label)


# -- a hand ------------------------------------------------------------------------------------

CARDS_OF = N_("{side}'s cards")
NOBODYS = N_("Cards in play")
IN_HAND = N_("In hand")
LAID_ASIDE = N_("Discarded")
PLAYED = N_("{side}'s cards played")
HELD = N_("{side} has {n} {n:card|cards} in hand")
EVENT = N_("event")
MOVES_AND_LEVIES = N_("movement {movement}, levy {levy}")
ROW = N_("{row}: {cards}.")


def hand(seen: Struct, language: str) -> Hand:
    """The viewer's cards, those discarded and played, and the backs of the other player's (§2.1)."""
    assert isinstance(seen, View)
    rows = tuple(_rows(seen, language))
    title = words(CARDS_OF, side=seen.seat) if seen.seat else Words(NOBODYS)
    said = [fill(title, language, LEXICON.label) + LANGUAGES[language].stop]
    for row in rows:
        listed = [card.name if card.line == "" else f"{card.name} ({card.line})" for card in row.cards]
        if listed:
            said.append(fill(words(ROW, row=row.title, cards=listed), language))
        elif row.backs:
            said.append(row.title + LANGUAGES[language].stop)
    return Hand(
        game=GAME,
        language=language,
        title=fill(title, language, LEXICON.label),
        subtitle=fill(moment(seen), language, LEXICON.label),
        alt=LANGUAGES[language].gap.join(said),
        rows=rows,
    )


def _rows(seen: View, language: str) -> Iterator[Row]:
    def said(text: Words) -> str:
        return fill(text, language, LEXICON.label)

    if seen.seat:
        yield Row(said(Words(IN_HAND)), seen.seat, tuple(card_of(c, seen.seat, language) for c in seen.hand))
    for side in SIDES:
        if side != seen.seat:
            title = said(words(HELD, side=side, n=seen.hands[side]))
            yield Row(title, side, (), seen.hands[side])
    for side in SIDES:
        if side in seen.played:
            title = said(words(PLAYED, side=side))
            yield Row(title, side, (card_of(seen.played[side], side, language),))
    if seen.seat and seen.discard:
        cards = tuple(card_of(c, seen.seat, language, dimmed=True) for c in seen.discard)
        yield Row(said(Words(LAID_ASIDE)), seen.seat, cards)


def card_of(card: str, side: str, language: str, *, dimmed: bool = False) -> Card:
    """A card's face, drawn by us: an event's own sign, else its two numbers (§2.1)."""
    printed = CARDS[card]
    if printed.event:
        return Card(side, card, LEXICON.label(card, language), fill(Words(EVENT), language), dimmed=dimmed)
    numbers = words(MOVES_AND_LEVIES, movement=printed.movement, levy=printed.levy)
    figures = (("sandal", str(printed.movement)), ("vexillum", str(printed.levy)))
    name = LEXICON.label(card, language)
    return Card(side, "command", name, fill(numbers, language), figures, dimmed=dimmed)


def face(seen: Struct, id: str, language: str) -> Counter | Card | None:
    """Return a block of the stock as it is levied, with one step (§6.4), or a card of the viewer's hand."""
    assert isinstance(seen, View)
    if seen.seat and id in seen.hand:
        return card_of(id, seen.seat, language)
    return face_of(id, 1) if seen.seat and id in seen.stock else None


# -- the course of the war ---------------------------------------------------------------------

POINTS = N_("Points")
ON_THE_MAP = N_("Blocks on the map")
STRENGTHS = N_("Your strength on the map"), N_("Strengths on the map")
YEAR = N_("year {year}")


def score_chart(moments: Sequence[Sequence[Struct]], language: str) -> ScoreChart:
    """Points and blocks of both sides, and the strengths of those whose blocks are known.

    Raises:
        IndexError: no moments.
    """
    known = [[view for view in views if isinstance(view, View)] for views in moments]
    seen = [views[0] for views in known]
    last, label = seen[-1], LEXICON.label
    plots = [
        plot(POINTS, lambda v, s: v.score[s], seen, SIDES, language, label, FIGURES.victory_points),
        plot(ON_THE_MAP, _blocks, seen, SIDES, language, label),
    ]
    plots += plots_of_own(STRENGTHS, _strength, known, language, label)
    named = changes([v.year for v in seen], lambda year: fill(words(YEAR, year=year), language))
    return drawn(GAME, language, fill(moment(last), language, label), named, plots)


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
    measure=measure,
    aids=AIDS,
)
