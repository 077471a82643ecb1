"""A view as a picture: units by area, whose they are, key cities and points, in words.

What the sheet of this game must know to draw:

- Places are regions, cities and seas by id; a city is an area apart from its region (§3.13).
- Colours of counters are the coalitions, "turks", "caliphate", "holy_league" and "orthodox"; "neutral" is
  the pale frame of units that nobody controls (§6.6).
- Symbols are types of units ("gendarmes", .., "naval") and "leader"; of an eliminated unit the same.
- `code` is strength and movement, "5-3"; `full` and `steps` are a leader's Command Value.
- Owner: a seat or "neutral"; emblem: a nation, or the name of a mercenary; flags: "aboard",
  "moved".
- Marks: "battle" where one is fought; "core" in the home of a core nation; "key:COALITION" in a key city that
  counts for it (§21.1).
- An arrow "attack" goes from the attackers' place to the city that they attack.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from adjudicator.core import N_, Words, words
from adjudicator.core.language.words import Cells, Passage, Whole
from adjudicator.display.scene import Arrow, Counter, Mark, Note, Panel, Scene, Stack
from adjudicator.display.text import Text
from adjudicator.ottomans.board import DORIA, FIGURES, MERCENARIES, NATIONS, TURNS, UNITS
from adjudicator.ottomans.world import Seat, Unit, is_leader, is_ship, side

from .names import NOTHING
from .view import UnitSeen, View

GAME = "ottomans"
NEUTRAL = "neutral"
PHASES: Mapping[str, str] = {
    "order": N_("order of choosing core nations"),
    "cores": N_("choosing core nations"),
    "camps": N_("placing units"),
    "deal": N_("opening chits"),
    "turn_start": N_("the initiative"),
    "opening": N_("beginning of the turn of the {acting}"),
    "draw": N_("Stratagem Phase of the {acting}"),
    "stratagem": N_("Stratagem Phase of the {acting}"),
    "movement": N_("Movement Phase of the {acting}"),
    "combat": N_("Combat Phase of the {acting}"),
    "battle": N_("battle of {place}"),
    "march": N_("Forced March Phase of the {acting}"),
    "event": N_("Random Event Phase of the {acting}"),
    "interval": N_("Random Event Phase of the {acting}"),
    "food": N_("Food Phase"),
    "replacement": N_("Replacement Phase"),
    "turn_end": N_("end of the turn"),
    "over": N_("end of the game"),
}

MOMENT = N_("Turn {turn} ({years}): {now}")
POSITION = N_(
    "{side}: {points} {points:point|points} (needs more than {needed}), {chits} unused {chits:chit|chits}."
)
IMPERIAL = N_("Empire: {empire}. Most points win.")
IMPERIAL_POSITION = N_("{side}: {points} {points:point|points}, {chits} unused {chits:chit|chits}.")
KEYS = N_("Key cities of the {side}: {cities}.")
CONTROLS = N_("Controlled by the {side}: {chits}.")
NOTICE = N_("Map, counters and charts reconstructed; not the printed game.")
LEGEND = {
    "gendarmes": N_("Gendarmes"),
    "feudal_array": N_("Feudal Array"),
    "irregulars": N_("Irregulars"),
    "infantry": N_("Professional Infantry"),
    "militia": N_("Militia"),
    "wagenburg": N_("Wagenburg"),
    "siege_train": N_("Siege Train"),
    "naval": N_("ship"),
    "leader": N_("leader, with Command Value"),
    "owner:turks": N_("frame: controlled by the Turks"),
    "owner:caliphate": N_("by the Caliphate"),
    "owner:holy_league": N_("by the Holy League"),
    "owner:orthodox": N_("by the Orthodox"),
    "owner:neutral": N_("by no player"),
    "core": N_("home of a core nation"),
    "key:turks": N_("key city that counts for a coalition"),
    "flag:moved": N_("has moved"),
}


def scene(view: Struct) -> Scene[Text]:
    """Return the picture of what one viewer may know."""
    assert isinstance(view, View)
    return Scene(
        game=GAME,
        title=GAME,
        subtitle=moment(view),
        footer=words(NOTICE),
        alt=alt_text(view),
        stacks=tuple(_stacks(view)),
        marks=tuple(_marks(view)),
        arrows=tuple(_arrows(view)),
        panels=tuple(_panels(view)),
        legend=tuple(_legend(view)),
    )


def _legend(view: View) -> Iterator[Note[Text]]:
    absent = {f"owner:{seat}" for seat in NATION_SIDES if seat not in view.seats}
    for sign, text in LEGEND.items():
        if sign not in absent:
            yield Note(sign, words(text))


NATION_SIDES = tuple(dict.fromkeys(nation.coalition for nation in NATIONS.values()))
"""§2.0 The coalitions."""


# -- in words ----------------------------------------------------------------------------------


def moment(view: View) -> Words:
    """Return the moment of the game, and what is going on."""
    now = words(PHASES[view.phase], acting=view.acting, place=view.battle.place if view.battle else "")
    return words(MOMENT, turn=view.turn, years=TURNS[view.turn].years, now=now)


def alt_text(view: View) -> Passage:
    """The situation in words."""
    return Passage([Whole([moment(view)]), *_said(view)])


def _said(view: View) -> Iterator[Words]:
    if view.empire:
        yield words(IMPERIAL, empire=view.empire)
    for seat in view.seats:
        template = IMPERIAL_POSITION if view.empire else POSITION
        values = {"side": seat, "points": view.points[seat], "chits": view.hands[seat]}
        yield words(template, **(values if view.empire else {**values, "needed": view.needed[seat]}))
    for seat in view.seats:
        if held := [chit for chit, of in view.control.items() if of == seat]:
            yield words(CONTROLS, side=seat, chits=held)
    for coalition, cities in view.key_cities.items():
        yield words(KEYS, side=coalition, cities=list(cities) or words(NOTHING))


# -- on the map --------------------------------------------------------------------------------


def _stacks(view: View) -> Iterator[Stack[Text]]:
    for place, units in view.places.items():
        kinds = tuple(UNITS[one.id].kind for one in in_order(view, units))
        yield Stack(place, counters_of(view, units), kinds)


def counters_of(view: View, units: Iterable[UnitSeen]) -> tuple[Counter[Text], ...]:
    """Return counters in the order in which they lie."""
    order = in_order(view, units)
    return tuple(counter_of(view, one.id, one.owner, aboard=bool(one.ship)) for one in order)


def in_order(view: View, units: Iterable[UnitSeen]) -> list[UnitSeen]:
    """Return units in the order in which they lie: by owner, neutrals last; leaders before their units."""
    seats = [*view.seats, ""]
    return sorted(
        units,
        key=lambda u: (
            seats.index(u.owner),
            side(u.id),
            not is_leader(u.id),
            is_ship(u.id),
            -_worth(u.id),
            u.id,
        ),
    )


def _worth(unit: Unit) -> int:
    return UNITS[unit].strength


def counter_of(
    view: View, unit: Unit, owner: Seat, *, aboard: bool = False, moved: bool = True
) -> Counter[Text]:
    """Return a unit's counter; `moved` is False where it does not matter that it has moved."""
    printed = UNITS[unit]
    flags = (("aboard",) if aboard else ()) + (("moved",) if moved and unit in view.moved else ())
    name = printed.kind
    strength = printed.back if view.strong_trains else printed.strength
    return Counter(
        colour=printed.coalition,
        symbol=printed.type,
        label=name if printed.leader else "",
        code=f"{strength}-{printed.move}",
        steps=printed.command,
        full=printed.command,
        flags=flags,
        name=name,
        owner=owner or NEUTRAL,
        emblem=emblem_of(unit),
        kind=printed.kind,
    )


def emblem_of(unit: Unit) -> str:
    """Return the name of a unit's emblem: its nation, or of a mercenary its name without the number."""
    if unit in MERCENARIES or unit == DORIA:
        return unit.rstrip("_0123456789")
    return UNITS[unit].nation


def _marks(view: View) -> Iterator[Mark]:
    for coalition, cities in view.key_cities.items():
        yield from (Mark(city, f"key:{coalition}") for city in cities)
    for nation in view.core.values():
        yield Mark(NATIONS[nation].home, "core")
    if view.battle is not None:
        yield Mark(view.battle.place, "battle")


def _arrows(view: View) -> Iterator[Arrow]:
    b = view.battle
    if b is not None and b.origin != b.place:
        yield Arrow("attack", b.attacker, (b.origin, b.place), len(b.attackers))


# -- beside it ---------------------------------------------------------------------------------


def _panels(view: View) -> Iterator[Panel[Text]]:
    if view.empire:
        title = words(N_("Points (empire: {empire})"), empire=view.empire)
        yield Panel(title, tuple((s, str(view.points[s])) for s in view.seats))
    else:
        rows = tuple((s, f"{view.points[s]} / {view.needed[s]}") for s in view.seats)
        yield Panel(words(N_("Points / must exceed")), rows)
    keys = tuple((c, str(len(cities))) for c, cities in view.key_cities.items())
    yield Panel(words(N_("Key cities ({n} make an empire)"), n=FIGURES.empire), keys)
    chits = [(s, str(view.hands[s])) for s in view.seats]
    yield Panel(words(N_("Unused chits")), (*chits, (words(N_("pool")), str(view.pool))))
    yield Panel(words(N_("Control")), tuple(_control(view)))


def _control(view: View) -> Iterator[tuple[Text, Text]]:
    for seat in view.seats:
        yield seat, Cells(chit for chit, of in view.control.items() if of == seat) or "–"
