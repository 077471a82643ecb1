"""The pictures beside the map: an order before it is given, the cup, the course of the war."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from adjudicator.ancient_world.board import LEADERS, UNITS
from adjudicator.ancient_world.board.pieces import arm_of
from adjudicator.ancient_world.world import hex_of
from adjudicator.core import N_, Event, Reach, redact, words
from adjudicator.display.charts import BattleBoard, Card, Hand, Row, ScoreChart
from adjudicator.display.pictures import Pictures
from adjudicator.display.preview import Preview, Spot, previewed
from adjudicator.display.scene import Arrow, Counter
from adjudicator.display.score_chart import changes, plot
from adjudicator.display.score_chart import score_chart as drawn
from adjudicator.display.text import Text

from .aids import AIDS
from .battle_board import BATTLES, battle
from .facts import facts
from .names import landmarks
from .places import about, measure, named
from .scene import leader_counter, moment, scene
from .siege_board import SIEGES, siege
from .story import with_story
from .view import View

GAME = "ancient_world"


def preview(
    seen: Struct,
    units: Sequence[str],
    start: str,
    reaches: Sequence[Reach],
    way: Sequence[str],
) -> Preview[Text]:
    """Return where a leader may go, with the attrition of each way, and what the chosen one would mean."""
    assert isinstance(seen, View)
    ways = {one.to: one for one in reaches if one.bar is None}
    leader = units[0] if units else seen.acting
    side = LEADERS[leader].side if leader in LEADERS else seen.seat
    arrow = Arrow("move", side, (hex_of(start), *map(hex_of, way)), 1)
    spots = [Spot(hex_of(one.to), str(one.cost)) for one in ways.values()]
    note = ways[way[-1]].note if way and way[-1] in ways else None
    return previewed(list(units), arrow, spots, note, landmarks(arrow.path))


def printed() -> Mapping[str, Counter[Text] | Card[Text]]:
    """Return every leader, and of each kind of unit its arm in nobody's colours: a contingent may change
    sides.
    """
    leaders = {id: leader_counter(id) for id in LEADERS}
    return {**leaders, **{unit: Counter("", arm_of(unit)) for unit in UNITS}}


# -- the cup -----------------------------------------------------------------------------------

CUP = N_("Markers in the cup")
EMPTY = N_("none")
LEFT = N_("in the cup: {n}")
LISTED = N_("{title}: {markers}.")
SEVERAL = N_("{n} {marker}")
SIGN = {"augury": "bird", "siege_attrition": "siege"}


def hand(seen: Struct) -> Hand[Text]:
    """Return the markers that are still to be drawn, which all know (§4.2); nobody holds any."""
    assert isinstance(seen, View)
    cards = tuple(
        Card(
            LEADERS[marker].side if marker in LEADERS else "",
            SIGN.get(marker, "leader"),
            marker,
            count=n,
            id=marker,
        )
        for marker, n in seen.cup.items()
    )
    title = words(CUP)
    markers = [words(SEVERAL, n=n, marker=marker) for marker, n in seen.cup.items()]
    said = words(LISTED, title=title, markers=markers or words(EMPTY))
    return Hand(
        game=GAME,
        title=title,
        subtitle=moment(seen),
        alt=said,
        rows=(Row(words(LEFT, n=sum(seen.cup.values())), "", cards),),
        square=True,
    )


# -- the course of the war ---------------------------------------------------------------------

POINTS = N_("Points")
STRENGTH = N_("Strength points on the map")
CITIES = N_("Cities")
YEAR = N_("{year} BC")


def score_chart(moments: Sequence[Sequence[Struct]]) -> ScoreChart[Text]:
    """Return points, cities and, unless fog hides them, strengths of both sides.

    Raises:
        IndexError: no moments.
    """
    known = [[view for view in views if isinstance(view, View)] for views in moments]
    seen = [views[0] for views in known]
    last = seen[-1]
    plots = [
        plot(POINTS, lambda v, s: v.points[s], seen, last.sides),
        plot(CITIES, lambda v, s: list(v.control.values()).count(s), seen, last.sides),
    ]
    if all(_strength(views, side) is not None for views in known for side in last.sides):
        plots.append(plot(STRENGTH, _strength, known, last.sides))
    named = changes([v.year for v in seen], lambda year: words(YEAR, year=year))
    return drawn(GAME, moment(last), named, plots)


def _strength(views: Sequence[View], side: str) -> int | None:
    """Return a side's strength by the first view that sees all of it; None if fog hides it from all."""
    for view in views:
        forces = [force for force in view.forces if force.side == side]
        if not any(force.is_hidden for force in forces):
            return sum(force.strength for force in forces)
    return None


def board(seen: Struct, events: Sequence[Event] = ()) -> BattleBoard[Text] | None:
    """Return the battle that is fought, else the battle or siege that the events tell of last."""
    assert isinstance(seen, View)
    known = [e for e in (redact(event, seen.seat or None) for event in events) if e is not None]
    last = next((e.kind for e in reversed(known) if e.kind in BATTLES | SIEGES), "")
    if seen.battle is None and last in SIEGES and (found := siege(seen, known)) is not None:
        return found
    return battle(seen, known)


PICTURES = Pictures(
    scene=scene,
    with_story=with_story,
    preview=preview,
    hand=hand,
    battle=board,
    score_chart=score_chart,
    battles=BATTLES | SIEGES,
    about=about,
    named=named,
    facts=facts,
    printed=printed,
    measure=measure,
    aids=AIDS,
)
