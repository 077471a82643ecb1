"""The contents of the pictures of Skirmish: its map, its battles and its losses over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from adjudicator.core import Event, Reach
from adjudicator.display import story
from adjudicator.display.charts import BattleBoard, Fighter, Hand, Line, Plot, Roll, ScoreChart, Series
from adjudicator.display.charts import Row as Heap
from adjudicator.display.pictures import Pictures
from adjudicator.display.preview import Preview, Spot, previewed
from adjudicator.display.scene import Arrow, Counter, Mark, Note, Panel, Scene, Stack

from .rules import LEADERS, LEXICON, SIDES, View, mover, side_of

SYMBOLS = {"legion_1": "legion", "legion_2": "legion", "spears": "warband", "elephants": "elephant"}
FOOTER = {"en": "A toy; nothing here is history.", "ja": "これは玩具であり、史実ではありません。"}
TURN = {"en": "Turn {turn}: {side}", "ja": "第{turn}ターン: {side}"}
OVER = {"en": "{side} has won", "ja": "{side}の勝利"}
SIGNS = {
    "back:rome": {"en": "Rome", "ja": "ローマ"},
    "back:carthage": {"en": "Carthage", "ja": "カルタゴ"},
    "legion": {"en": "legion", "ja": "軍団"},
    "tanit": {"en": "sign of Tanit", "ja": "タニトの印"},
    "grave": {"en": "where a unit fell", "ja": "部隊が倒れた場所"},
    "mountain": {"en": "mountains", "ja": "山地"},
    "town": {"en": "town", "ja": "町"},
    "capital": {"en": "city", "ja": "都市"},
}
UNITS = {"en": "Units", "ja": "部隊"}


def counter(unit: str, language: str) -> Counter:
    """A unit as it is drawn."""
    leads = unit in LEADERS.values()
    symbol = "leader" if leads else SYMBOLS[unit]
    return Counter(side_of(unit), symbol, LEXICON.label(unit, language) if leads else "", full=int(leads))


def scene(view: Struct, language: str) -> Scene:
    """The map as all see it."""
    assert isinstance(view, View)
    label = LEXICON.label
    if view.winner:
        moment = OVER[language].format(side=label(view.winner, language))
    else:
        moment = TURN[language].format(turn=view.turn, side=label(mover(view.turn), language))
    held: dict[str, list[Counter]] = {}
    for unit, hex in view.units.items():
        held.setdefault(hex, []).append(counter(unit, language))
    left = tuple((label(side, language), str(len(_left(view.units, side)))) for side in SIDES)
    said = " ".join(f"{label(unit, language)}: {hex}." for unit, hex in view.units.items())
    return Scene(
        game="skirmish",
        language=language,
        title=label("skirmish", language),
        subtitle=moment,
        footer=FOOTER[language],
        alt=f"{moment}. {said}",
        stacks=tuple(Stack(hex, tuple(counters)) for hex, counters in held.items()),
        marks=tuple(Mark(hex, "grave") for hex in view.graves),
        panels=(Panel(UNITS[language], left),),
        legend=tuple(Note(sign, text[language]) for sign, text in SIGNS.items()),
    )


def _left(units: Mapping[str, str], side: str) -> list[str]:
    return [unit for unit in SIDES[side] if unit in units]


def with_story(shown: Scene, events: Sequence[Event], viewer: str | None) -> Scene:
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
                one = counter(fallen, shown.language)
                happened.fallen.append((where, one, LEXICON.label(fallen, shown.language)))
    return story.told(shown, happened, LEXICON.label)


def preview(
    view: Struct,
    language: str,
    pieces: Sequence[str],
    start: str,
    reaches: Sequence[Reach],
    way: Sequence[str],
) -> Preview:
    """An order before it is given."""
    spots = [Spot(one.to, "1") for one in reaches]
    arrow = Arrow("move", side_of(pieces[0]), (start, *way), len(pieces))
    return previewed(pieces, arrow, spots, language, LEXICON.label)


def hand(view: Struct, language: str) -> Hand:
    """The units of both sides as numbers: nothing is held in hand."""
    assert isinstance(view, View)
    rows = tuple(
        Heap(LEXICON.label(side, language), side, (), len(_left(view.units, side))) for side in SIDES
    )
    return Hand("skirmish", language, UNITS[language], "", UNITS[language], rows, square=True)


def battle(view: Struct, language: str, events: Sequence[Event]) -> BattleBoard | None:
    """The last battle that the events tell of."""
    label = LEXICON.label
    begun = next((event.values for event in reversed(events) if event.kind == "battle_begins"), None)
    ended = next((event.values for event in reversed(events) if event.kind == "battle"), None)
    if begun is None:
        return None
    fallen = ended["fallen"] if ended else ""

    def line(units: Sequence[str]) -> Line:
        side = side_of(units[0])
        front = [Fighter(counter(one, language), state="fallen" if one == fallen else "") for one in units]
        return Line(label(side, language), side, tuple(front))

    rolls: tuple[Roll, ...] = ()
    if ended:
        who = side_of(ended["unit"])
        rolls = (Roll(label(who, language), who, (ended["rolled"],), note=f"= {ended['sum']}"),)
    title = f"{label(side_of(begun['units'][0]), language)} – {begun['place']}"
    return BattleBoard(
        game="skirmish",
        language=language,
        title=title,
        subtitle=begun["place"],
        alt=title,
        attacker=line(begun["units"]),
        defender=line(begun["defenders"]),
        rolls=rolls,
    )


def score_chart(moments: Sequence[Sequence[Struct]], language: str) -> ScoreChart:
    """The units that each side had."""
    seen = [views[0] for views in moments if isinstance(views[0], View)]
    label = LEXICON.label
    series = tuple(
        Series(label(side, language), side, tuple(len(_left(view.units, side)) for view in seen))
        for side in SIDES
    )
    title = label("skirmish", language)
    named = tuple(str(view.turn) for view in seen)
    return ScoreChart(
        "skirmish", language, title, UNITS[language], title, named, (Plot(UNITS[language], series),)
    )


def about(place: str, language: str) -> list[str]:
    return []


PICTURES = Pictures(scene, with_story, preview, hand, battle, score_chart, frozenset({"battle"}), about)
