"""The pictures beside the map: an order before it is given, the markers of a seat, the course of the war."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from adjudicator.belisarius.board import MARKERS, RULES, SCENARIOS, UNITS
from adjudicator.belisarius.counted import units_said
from adjudicator.belisarius.rules.r16_movement import points
from adjudicator.belisarius.world import SEATS
from adjudicator.core import N_, Held, Reach, words
from adjudicator.core.language.words import Passage
from adjudicator.display.charts import Card, Hand, Row, ScoreChart
from adjudicator.display.pictures import Pictures
from adjudicator.display.preview import SENTENCE, Preview, Spot, previewed
from adjudicator.display.scene import Arrow, Counter
from adjudicator.display.score_chart import changes, plot, plots_of_own
from adjudicator.display.score_chart import score_chart as drawn
from adjudicator.display.text import Text

from .aids import AIDS
from .battle_board import battle
from .facts import facts
from .names import landmarks
from .places import about, measure, named
from .scene import moment, scene
from .story import face_of, with_story
from .view import View

GAME = "belisarius"
KINDS = {printed.kind: unit for unit, printed in sorted(UNITS.items())}
"""A counter of each kind of unit."""

# -- an order ----------------------------------------------------------------------------------

PERHAPS = "_perhaps"


def preview(
    seen: Struct,
    units: Sequence[str],
    start: str,
    reaches: Sequence[Reach],
    way: Sequence[str],
) -> Preview[Text]:
    """Return where some units may go, with the cost in operation points, and the way that is chosen."""
    assert isinstance(seen, View)
    ways = {one.to: one for one in reaches if one.bar is None}
    chosen = ways.get(way[-1]) if way else None
    kind = "sea" if chosen is not None and chosen.how.startswith("sail") else "move"
    arrow = Arrow(kind, seen.seat or seen.phasing, (start, *way), len(units))
    spots = [Spot(one.to, points(one.cost), not one.how.endswith(PERHAPS)) for one in ways.values()]
    return previewed(units_said(units), arrow, spots, told=landmarks(arrow.path))


# -- the markers -------------------------------------------------------------------------------

MARKERS_OF = N_("{side}'s markers")
MARKERS_OUT = N_("Stratagem markers")
IN_HAND = N_("In hand: {n}")
STAKED = N_("Staked: {n}")
HOLDS = N_("{side} has {n} in hand")
STAKES = N_("{side} has staked {n}")
POOL = N_("In the pool: {n}")
DIPLOMACY = N_("diplomacy {n}")
ROW = N_("{row}: {cards}.")
SEVERAL = N_("{n} {card}")


def hand(seen: Struct) -> Hand[Text]:
    """The viewer's markers by name, the other's and the pool's as a number of backs (§22.1)."""
    assert isinstance(seen, View)
    rows = tuple(_rows(seen))
    title = words(MARKERS_OF, side=seen.seat) if seen.seat else words(MARKERS_OUT)
    said = [words(SENTENCE, said=title)]
    for row in rows:
        cards = [words(SEVERAL, n=card.count, card=card.name) for card in row.cards]
        said.append(words(ROW, row=row.title, cards=cards) if cards else words(SENTENCE, said=row.title))
    return Hand(
        game=GAME,
        title=title,
        subtitle=moment(seen),
        alt=Passage(said),
        rows=rows,
        square=True,
    )


def held(seen: Struct) -> list[Held]:
    """Return the viewer's markers."""
    assert isinstance(seen, View)
    return [Held(words(N_("Hand")), seen.hand)]


def _rows(seen: View) -> Iterator[Row[Text]]:
    """Yield the viewer's own markers with their faces, and those of others and the pool as backs."""

    def row(
        template: str, side: str, n: int, cards: tuple[Card[Text], ...] = (), backs: int = 0
    ) -> Row[Text]:
        return Row(words(template, side=side, n=n), side, cards, backs)

    if seen.seat:
        yield row(IN_HAND, seen.seat, len(seen.hand), _cards(seen.hand, seen.seat))
    if seen.attempt is not None:
        if seen.attempt.mine:
            yield row(STAKED, seen.seat, len(seen.attempt.mine), _cards(seen.attempt.mine, seen.seat))
        for side, n in seen.attempt.counts.items():
            shown = seen.attempt.stakes.get(side, ())
            if side != seen.seat or shown:
                yield row(STAKES, side, n, _cards(shown, side), 0 if shown else n)
    for side in SEATS:
        if side != seen.seat:
            yield row(HOLDS, side, seen.hands[side], backs=seen.hands[side])
    yield row(POOL, "", seen.pool, backs=seen.pool)


def _cards(markers: Sequence[str], side: str) -> tuple[Card[Text], ...]:
    """Equal markers together, by name."""
    return tuple(marker_card(m, side, markers.count(m)) for m in dict.fromkeys(markers))


def marker_card(marker: str, side: str, count: int = 1) -> Card[Text]:
    """A marker's face, drawn by us, with its diplomacy value (§9.0) if it has one."""
    worth = MARKERS[marker].diplomacy
    line = words(DIPLOMACY, n=worth) if worth else ""
    figures = (("dove", str(worth)),) if worth else ()
    return Card(side, f"marker_{marker}", marker, line, figures, count)


def face(seen: Struct, id: str) -> Counter[Text] | Card[Text] | None:
    """Return a counter of a kind of unit as the viewer's (§11.0), or a marker of the viewer's hand."""
    assert isinstance(seen, View)
    if seen.seat and id in seen.hand:
        return marker_card(id, seen.seat)
    return face_of(KINDS[id], seen.seat) if seen.seat and id in KINDS else None


def printed() -> Mapping[str, Counter[Text] | Card[Text]]:
    """Return a counter of each kind of unit in one side's colours, and every marker."""
    units = {kind: face_of(unit, SEATS[-1]) for kind, unit in KINDS.items()}
    return {**units, **{id: marker_card(id, SEATS[-1]) for id in MARKERS}}


# -- the course of the war ---------------------------------------------------------------------

POINTS = N_("Victory points")
PROVINCES = N_("Provinces")
STRENGTH = N_("Strength on the map")
TREASURIES = N_("Your treasury, in solidi"), N_("Treasuries, in solidi")


def score_chart(moments: Sequence[Sequence[Struct]]) -> ScoreChart[Text]:
    """Points, provinces and strengths of both seats, and the treasuries that are known.

    Raises:
        IndexError: no moments.
    """
    known = [[view for view in views if isinstance(view, View)] for views in moments]
    seen = [views[0] for views in known]
    last = seen[-1]
    plots = [
        plot(POINTS, lambda v, s: v.score[s], seen, SEATS),
        plot(PROVINCES, lambda v, s: list(v.control.values()).count(s), seen, SEATS),
        plot(STRENGTH, _strength, seen, SEATS),
    ]
    plots += plots_of_own(TREASURIES, lambda v: v.treasury, known)
    first = SCENARIOS[last.scenario].first_year
    named = changes([v.turn for v in seen], lambda turn: str(first + RULES.years * (turn - 1)))
    return drawn(GAME, moment(last), named, plots)


def _strength(v: View, side: str) -> int:
    """The printed strength of a side's units in play."""
    return sum(UNITS[u].strength for seen in v.places.values() if seen.holder == side for u in seen.units)


PICTURES = Pictures(
    scene=scene,
    with_story=with_story,
    preview=preview,
    hand=hand,
    battle=battle,
    score_chart=score_chart,
    battles=frozenset({"battle"}),
    about=about,
    named=named,
    facts=facts,
    face=face,
    printed=printed,
    measure=measure,
    aids=AIDS,
)
