"""A view as a picture: stacks, marks, arrows and panels, in words.

What the sheet of this game must know to draw:

- Places are hexes by number ("3536") and the four off-map areas ("persia_area"). A mark may also lie on a
  province ("thracia").
- Colours of counters: "empire", "guard" (the Guard while loyal), "barbarian", "rebel" (the Guard in revolt,
  §12.2), "neutral".
- Symbols are the types of units: "leader", "field_army", "warband", "nomad", "garrison", "fleet".
- `label` is a leader's name or the unit's province ("Guard" for the Guard's own); `code` the printed figures,
  strength and operation value, "4-20". A leader's stars are `steps` of `full`, two at most; others have 0.
- Flags: "acting" (of the army that carries out operations), "moved" (has ended its operations or was left
  behind), "aboard" (carried by a fleet of the same hex, drawn under it), "reacted" (§25.2).
- Marks: "holder:empire", "holder:barbarian", "holder:neutral" on every province; "pillaged", "colony" and
  "works" on hexes; "battle" where one is fought; "target" on the province or hex that diplomacy is about.
- An arrow "attack" goes from an attacking army to the hex that it attacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct, structs

from adjudicator.belisarius.board import AREAS, PROVINCES, RULES, SCENARIOS, UNITS
from adjudicator.belisarius.counted import units_said
from adjudicator.belisarius.rules.r16_movement import points
from adjudicator.belisarius.world import NEUTRAL, SEATS, Unit, is_leader
from adjudicator.core import N_, Words, words
from adjudicator.core.language.words import Cells, Passage
from adjudicator.display.preview import MORE, MOST
from adjudicator.display.scene import Arrow, Counter, Mark, Note, Panel, Scene, Stack
from adjudicator.display.text import Text

from .story import face_of
from .view import PlaceSeen, View

PHASES = {
    "set_up": N_("set-up ({placing})"),
    "event": N_("{phasing}'s random event"),
    "diplomacy": N_("{phasing}'s diplomacy"),
    "tax": N_("{phasing}'s taxes"),
    "recruit": N_("{phasing}'s recruiting"),
    "levy": N_("{phasing}'s levies"),
    "operations": N_("{phasing}'s operations"),
    "army": N_("{phasing}'s operations: the army in {army} has {left} OP left"),
    "battle": N_("{phasing}'s operations: battle of {battle}"),
    "reaction": N_("{phasing}'s operations: a reaction"),
    "supply": N_("{phasing}'s supply"),
    "turn_end": N_("end of {phasing}'s turn"),
    "over": N_("the game ended in a draw"),
}

LEGEND = {
    "leader": N_("leader, one star or two (§21)"),
    "field_army": N_("field army"),
    "warband": N_("war band"),
    "nomad": N_("nomads"),
    "garrison": N_("garrison"),
    "fleet": N_("fleet"),
    "back:empire": N_("Empire"),
    "back:guard": N_("the Guard"),
    "back:barbarian": N_("Barbarians"),
    "back:rebel": N_("Guard in revolt"),
    "back:neutral": N_("neutral units"),
    "pillaged": N_("pillaged: no city, no forage"),
    "colony": N_("colony"),
    "works": N_("public works"),
    "flag:acting": N_("in the operating army"),
    "flag:moved": N_("has ended its operations"),
    "flag:aboard": N_("aboard a fleet"),
    "shield:empire": N_("control of a province, and its levy"),
    "town": N_("city"),
    "wealthy": N_("wealthy city"),
    "port": N_("port"),
    "road": N_("road"),
    "track": N_("track"),
    "river": N_("river"),
    "strait": N_("strait"),
    "border": N_("border of provinces"),
    "rough": N_("rough"),
    "marsh": N_("marsh"),
    "desert": N_("desert"),
}

HERE = N_("{place} {n}")
LEADS = N_("{leader} at {place}")
LEVY = N_("{province} {levy}")
HELD = N_("{marker} {n}")


def scene(view: Struct) -> Scene[Text]:
    """The picture of what one viewer may know."""
    assert isinstance(view, View)
    notice = N_("Map and figures reconstructed from public geography; not the printed board.")
    return Scene(
        game="belisarius",
        title=words(N_("Belisarius")),
        subtitle=moment(view),
        footer=words(notice),
        alt=alt_text(view),
        stacks=tuple(_stack(view, place, seen) for place, seen in view.places.items()),
        marks=tuple(_marks(view)),
        arrows=tuple(_arrows(view)),
        panels=tuple(_panels(view)),
        legend=tuple(Note(sign, words(text)) for sign, text in LEGEND.items()),
    )


# -- in words ----------------------------------------------------------------------------------


def alt_text(view: View) -> Passage:
    """The situation in words, for readers who do not see the picture."""
    said = [moment(view), *(text for seat in SEATS for text in _position(view, seat)), *_marked(view)]
    return Passage(said)


def _position(view: View, seat: str) -> Iterator[Words]:
    """A seat's points, provinces and units, and where its leaders are."""
    mine = {place: seen for place, seen in view.places.items() if seen.holder == seat}
    yield words(
        N_(
            "{seat}: {points} {points:point|points}, {provinces} {provinces:province|provinces}, "
            "{units} {units:unit|units} in {n} {n:place|places}."
        ),
        seat=seat,
        points=view.score[seat],
        provinces=len(_held(view, seat)),
        units=sum(len(seen.units) for seen in mine.values()),
        n=len(mine),
    )
    led = [(unit, place) for place, seen in mine.items() for unit in seen.units if is_leader(unit)]
    if led:
        leaders = [words(LEADS, leader=unit, place=place) for unit, place in led]
        yield words(N_("Leaders: {leaders}."), leaders=leaders)


def _marked(view: View) -> Iterator[Words]:
    """The hexes that are ruined or settled."""
    if view.pillaged:
        yield words(N_("Pillaged: {places}."), places=_some(view.pillaged))
    if view.colonies:
        yield words(N_("Colonies: {places}."), places=_some(view.colonies))


def _some(places: Sequence[str]) -> list[str | Words]:
    """Return as many places as can be told under a picture, with the number of the others."""
    more = len(places) - MOST + 1
    return [*places] if more <= 1 else [*places[: MOST - 1], words(MORE, n=more)]


def moment(view: View) -> Words:
    """Return when it is, and what is going on: at the end, who has won."""
    first = SCENARIOS[view.scenario].first_year + RULES.years * (view.turn - 1)
    winner = view.result.get("winner", "")
    now = words(
        N_("{winner} has won") if winner else PHASES[view.phase],
        winner=winner,
        phasing=view.phasing,
        placing=view.placing,
        army=view.army.place if view.army else "",
        left=points(view.army.half) if view.army else "",
        battle=view.battle.place if view.battle else "",
    )
    return words(
        N_("Turn {turn} of {turns}, {first} to {last}: {now}."),
        turn=view.turn,
        turns=view.turns,
        first=first,
        last=first + RULES.years - 1,
        now=now,
    )


# -- on the map --------------------------------------------------------------------------------


def _stack(view: View, place: str, seen: PlaceSeen) -> Stack[Text]:
    """The units of a place: leaders first, then the strong before the weak, those aboard last."""
    ranked = sorted(seen.units, key=lambda unit: _rank(unit, seen))
    return Stack(place, tuple(_counter(view, unit, seen) for unit in ranked), tuple(ranked), seen.holder)


def _rank(unit: Unit, seen: PlaceSeen) -> tuple[bool, bool, int, str]:
    return unit in seen.aboard, not is_leader(unit), -UNITS[unit].strength, unit


def _counter(view: View, unit: Unit, seen: PlaceSeen) -> Counter[Text]:
    face = face_of(unit, seen.holder, rebel=unit in view.rebels)
    flags = tuple(_flags(view, unit, seen))
    return structs.replace(face, flags=flags, name=unit)


def _flags(view: View, unit: Unit, seen: PlaceSeen) -> Iterator[str]:
    if view.army is not None and unit in view.army.units:
        yield "acting"
    if unit in view.operated or unit in view.dropped:
        yield "moved"
    if unit in seen.aboard:
        yield "aboard"
    if unit in view.reacted:
        yield "reacted"


def _marks(view: View) -> Iterator[Mark]:
    yield from (Mark(province, f"holder:{holder}") for province, holder in sorted(view.control.items()))
    for kind, hexes in (("pillaged", view.pillaged), ("colony", view.colonies), ("works", view.works)):
        yield from (Mark(hex, kind) for hex in hexes)
    if view.battle is not None:
        yield Mark(view.battle.place, "battle")
    if view.attempt is not None:
        yield Mark(view.attempt.target, "target")


def _arrows(view: View) -> Iterator[Arrow]:
    b = view.battle
    if b is not None:
        yield Arrow("attack", b.attacker, (b.origin, b.place), len(b.attackers))


# -- beside it ---------------------------------------------------------------------------------


def _held(view: View, holder: str) -> list[str]:
    return [province for province, held in sorted(view.control.items()) if held == holder]


def _panels(view: View) -> Iterator[Panel[Text]]:
    """Yield the panels beside the map; the treasury and its markers only for the seat that owns them."""
    yield Panel(words(N_("Victory points")), tuple((side, str(view.score[side])) for side in SEATS))
    levies = {
        side: [words(LEVY, province=p, levy=PROVINCES[p].levy) for p in _held(view, side)]
        for side in (*SEATS, NEUTRAL)
    }
    provinces = tuple((side, _listed(of)) for side, of in levies.items())
    yield Panel(words(N_("Provinces and their levies")), provinces)
    if view.army is not None:
        left = (words(N_("operation points left")), points(view.army.half))
        force = _listed(units_said(view.army.units))
        yield Panel(words(N_("Army")), ((view.army.place, force), left))
    if off_map := [place for place in view.places if place in AREAS]:
        rows = tuple((p, _listed(units_said(view.places[p].units))) for p in off_map)
        yield Panel(words(N_("Off the map")), rows)
    yield Panel(words(N_("Markers in hand")), tuple((side, str(view.hands[side])) for side in SEATS))
    if view.treasury is not None:
        kinds = [words(HELD, marker=m, n=view.hand.count(m)) for m in dict.fromkeys(view.hand)]
        purse = (words(N_("solidi")), str(view.treasury))
        yield Panel(view.seat, (purse, (words(N_("markers")), _listed(kinds))))


def _listed(parts: Iterable[object]) -> Text:
    return Cells(parts) or "–"
