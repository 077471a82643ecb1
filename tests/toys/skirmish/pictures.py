"""The contents of the pictures of Skirmish: its map, its battles and its losses over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from adjudicator.core import Event, Reach
from adjudicator.core.language.words import Passage, Whole, Words, words
from adjudicator.display import story
from adjudicator.display.charts import BattleBoard, Fighter, Hand, Line, Plot, Roll, ScoreChart, Series
from adjudicator.display.charts import Row as Heap
from adjudicator.display.pictures import Pictures
from adjudicator.display.preview import Preview, Spot, previewed
from adjudicator.display.scene import Arrow, Counter, Mark, Note, Panel, Scene, Stack
from adjudicator.display.text import Text

from .rules import LEADERS, SIDES, View, mover, side_of

SYMBOLS = {"legion_1": "legion", "legion_2": "legion", "spears": "warband", "elephants": "elephant"}
SIGNS = ("back:rome", "back:carthage", "legion", "tanit", "grave", "mountain", "town", "capital")


def counter(unit: str) -> Counter[Text]:
    """A unit as it is drawn."""
    leads = unit in LEADERS.values()
    symbol = "leader" if leads else SYMBOLS[unit]
    return Counter(side_of(unit), symbol, unit if leads else "", full=int(leads))


def scene(view: Struct) -> Scene[Text]:
    """The map as all see it."""
    assert isinstance(view, View)
    if view.winner:
        moment = words("{side} {won}", side=view.winner, won="has_won")
    else:
        moment = words("{turn} {n}: {side}", turn="turn", n=view.turn, side=mover(view.turn))
    held: dict[str, list[Counter[Text]]] = {}
    for unit, hex in view.units.items():
        held.setdefault(hex, []).append(counter(unit))
    left = tuple((side, str(len(_left(view.units, side)))) for side in SIDES)
    said = [words("{unit}: {hex}.", unit=unit, hex=hex) for unit, hex in view.units.items()]
    return Scene(
        game="skirmish",
        title="skirmish",
        subtitle=moment,
        footer="footer",
        alt=Passage([Whole([moment]), *said]),
        stacks=tuple(Stack(hex, tuple(counters)) for hex, counters in held.items()),
        marks=tuple(Mark(hex, "grave") for hex in view.graves),
        panels=(Panel("units", left),),
        legend=tuple(Note(sign, f"sign_{sign}") for sign in SIGNS),
    )


def _left(units: Mapping[str, str], side: str) -> list[str]:
    return [unit for unit in SIDES[side] if unit in units]


def with_story(shown: Scene[Text], events: Sequence[Event], viewer: str | None) -> Scene[Text]:
    """The map with all moves, battles and losses since the last one."""
    happened = story.Story()
    for event in events:
        v = event.values
        if event.kind == "moved":
            arrow = Arrow("move", side_of(v["unit"]), (v["start"], v["to"]), 1)
            happened.journeys.append(story.Journey(arrow, (v["unit"],)))
        elif event.kind == "battle":
            happened.fought.append(v["place"])
            if fallen := v["fallen"]:
                where = v["start"] if fallen == v["unit"] else v["place"]
                happened.fallen.append((where, counter(fallen), fallen))
    return story.told(shown, happened)


def preview(
    view: Struct,
    pieces: Sequence[str],
    start: str,
    reaches: Sequence[Reach],
    way: Sequence[str],
) -> Preview[Text]:
    """An order before it is given."""
    spots = [Spot(one.to, "1") for one in reaches]
    arrow = Arrow("move", side_of(pieces[0]), (start, *way), len(pieces))
    return previewed(pieces, arrow, spots)


def hand(view: Struct) -> Hand[Text]:
    """The units of both sides as numbers: nothing is held in hand."""
    assert isinstance(view, View)
    rows = tuple(Heap(side, side, (), len(_left(view.units, side))) for side in SIDES)
    return Hand("skirmish", "units", "", "units", rows, square=True)


def battle(view: Struct, events: Sequence[Event]) -> BattleBoard[Text] | None:
    """The last battle that the events tell of."""
    begun = next((event.values for event in reversed(events) if event.kind == "battle_begins"), None)
    ended = next((event.values for event in reversed(events) if event.kind == "battle"), None)
    if begun is None:
        return None
    fallen = ended["fallen"] if ended else ""

    def line(units: Sequence[str]) -> Line[Text]:
        side = side_of(units[0])
        front = [Fighter(counter(one), state="fallen" if one == fallen else "") for one in units]
        return Line(side, side, tuple(front))

    rolls: tuple[Roll[Text], ...] = ()
    if ended:
        who = side_of(ended["unit"])
        rolls = (Roll(who, who, (ended["rolled"],), note=f"= {ended['sum']}"),)
    title = words("{side} – {place}", side=side_of(begun["units"][0]), place=begun["place"])
    return BattleBoard(
        game="skirmish",
        title=title,
        subtitle=begun["place"],
        alt=title,
        attacker=line(begun["units"]),
        defender=line(begun["defenders"]),
        rolls=rolls,
    )


def score_chart(moments: Sequence[Sequence[Struct]]) -> ScoreChart[Text]:
    """The units that each side had."""
    seen = [views[0] for views in moments if isinstance(views[0], View)]
    series = tuple(Series(side, side, tuple(len(_left(view.units, side)) for view in seen)) for side in SIDES)
    named = tuple(str(view.turn) for view in seen)
    return ScoreChart("skirmish", "skirmish", "units", "skirmish", named, (Plot("units", series),))


def about(place: str) -> list[Words]:
    return []


PICTURES = Pictures(scene, with_story, preview, hand, battle, score_chart, frozenset({"battle"}), about)
