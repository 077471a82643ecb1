"""A view as a picture: armies, sieges, control and badges, in words.

What the sheet of this game must know to draw:

- Places are hexes by number ("3615"); units inside a city are shown in its hex. A mark may also lie
  on a province.
- Colours of counters: the sides, "rome", "carthage" and "epirus".
- Symbols are "leader", the arms "foot", "horse", "elephant" and "engine", and "garrison": foot inside a city.
- `code` is a leader's initiative, campaign rating and battle letter, "4-7-A", or the strength points
  of an arm; `steps` of `full` are its share of its force. A counter without a symbol is a force whose
  units are hidden: its `code` is the range of its strength, "20-39".
- Flags: "acting" (of the active leader's force), "aboard" (at sea), "moved" (may not leave its place yet).
- Marks: "holder:SIDE" on provinces; "city:SIDE" on cities; "siege", "reduced", "sacked" on cities;
  "devastated" on provinces; "disordered" and "scattered" on the hex of a force; "battle" where one is fought.
- An arrow "attack" goes from an attacking force's last hex to the hex that it attacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from adjudicator.ancient_world.board import ARMS, CITIES, ENGINE, FOOT, LEADERS, SCENARIOS, arm_of
from adjudicator.ancient_world.world import hex_of, is_inside
from adjudicator.core import N_, Words, words
from adjudicator.core.language.words import Cells, Passage, Whole
from adjudicator.display.scene import Arrow, Counter, Mark, Note, Panel, Scene, Stack
from adjudicator.display.text import Text

from .view import ForceSeen, View

LEGEND = {
    "leader": N_("leader: initiative, campaign, battle"),
    "foot": N_("infantry, with strength points"),
    "horse": N_("cavalry"),
    "elephant": N_("elephants"),
    "engine": N_("siege engines"),
    "garrison": N_("infantry inside a city"),
    "back:rome": N_("Rome"),
    "back:carthage": N_("Carthage"),
    "back:epirus": N_("Epirus"),
    "siege": N_("city under siege"),
    "reduced": N_("defence reduced"),
    "sacked": N_("sacked city"),
    "devastated": N_("devastated province"),
    "disordered": N_("army not in good order"),
    "scattered": N_("scattered by the sea"),
    "flag:acting": N_("force of the active leader"),
    "flag:moved": N_("may not leave its place yet"),
    "flag:aboard": N_("at sea"),
    "shield:rome": N_("province: holder, attrition"),
    "town": N_("city"),
    "port": N_("port"),
    "road": N_("road"),
    "river": N_("river"),
    "strait": N_("strait"),
    "border": N_("border of provinces"),
}
NOTICE = N_("Map, charts and figures reconstructed; not the printed board.")
NOW = N_("Turn {turn} of {turns}, {year} BC")
ACTS = N_("Turn {turn} of {turns}, {year} BC: {leader}'s operation phase")
FIGHTS = N_("Turn {turn} of {turns}, {year} BC: battle of {place}")
WON = N_("Turn {turn} of {turns}, {year} BC: {side} has won")
DRAWN = N_("Turn {turn} of {turns}, {year} BC: the war is drawn")
STANDS = N_("{side}: {points} {points:point|points}, {n} strength points in {forces} {forces:force|forces}.")
ARMY = N_("{leader} at {place} with {n}")
ARMIES = N_("{side}'s armies: {armies}.")
BESIEGED = N_("Under siege: {cities}.")
SACKED = N_("Sacked: {cities}.")
DEVASTATED = N_("Devastated: {provinces}.")
LEVELS = N_("{side} {n}")
RANGE = N_("a force; the range of its strength")
IN_FOG = N_("{side}; “20-39” is the range of a strength")
HOLDER = "holder:"
NEUTRAL = "neutral"


def scene(view: Struct) -> Scene[Text]:
    """Return the picture of what one viewer may know."""
    assert isinstance(view, View)
    return Scene(
        game="ancient_world",
        title="ancient_world",
        subtitle=said_moment(view),
        footer=words(NOTICE),
        alt=alt_text(view),
        stacks=tuple(_stacks(view)),
        marks=tuple(_marks(view)),
        arrows=tuple(_arrows(view)),
        panels=tuple(_panels(view)),
        legend=tuple(_legend(view)),
    )


def _legend(view: View) -> Iterator[Note[Text]]:
    absent = {f"back:{side}" for side in ("carthage", "epirus")} - {f"back:{side}" for side in view.sides}
    for sign, text in LEGEND.items():
        if sign in absent:
            continue
        said = words(text)
        if sign.startswith("back:") and view.options.get("fog") == "on":
            said = words(IN_FOG, side=sign.removeprefix("back:"))
        yield Note(sign, said)


# -- in words ----------------------------------------------------------------------------------


def moment(view: View) -> Words:
    """Return when it is, and what is going on: at the end, who has won."""
    s = SCENARIOS[view.scenario]
    if view.result:
        template = WON if view.result["winner"] else DRAWN
    else:
        template = FIGHTS if view.battle is not None else ACTS if view.acting else NOW
    return words(
        template,
        turn=max(1, view.turn),
        turns=s.turns,
        year=view.year,
        leader=view.acting,
        place=view.battle.hex if view.battle is not None else "",
        side=view.result.get("winner", ""),
    )


def alt_text(view: View) -> Passage:
    """Return the situation in words, for readers who do not see the picture."""
    said = [*(text for side in view.sides for text in _position(view, side)), *_marked(view)]
    return Passage([said_moment(view), *said])


def said_moment(view: View) -> Whole:
    """Return the moment as a sentence."""
    return Whole([moment(view)])


def _position(view: View, side: str) -> Iterator[Words]:
    mine = [force for force in view.forces if force.side == side]
    n = span(sum(force.least for force in mine), sum(force.strength for force in mine))
    yield words(STANDS, side=side, points=view.points[side], n=n, forces=len(mine))
    led = [force for force in mine if force.leaders]
    if led:
        armies = [
            words(ARMY, leader=f.commander, place=hex_of(f.place), n=span(f.least, f.strength)) for f in led
        ]
        yield words(ARMIES, side=side, armies=armies)


def span(least: int, most: int) -> str:
    """Return a number of strength points as it is known: "24", or in fog (§8.12) "20-39"."""
    return str(most) if least == most else f"{least}-{most}"


def _marked(view: View) -> Iterator[Words]:
    if view.sieges:
        yield words(BESIEGED, cities=list(view.sieges))
    if view.sacked:
        yield words(SACKED, cities=list(view.sacked))
    if view.devastated:
        yield words(DEVASTATED, provinces=list(view.devastated))


# -- on the map --------------------------------------------------------------------------------


def _stacks(view: View) -> Iterator[Stack[Text]]:
    """Yield one stack for each hex; forces outside a city come before those inside."""
    places: dict[str, list[ForceSeen]] = {}
    for force in sorted(view.forces, key=lambda f: (is_inside(f.place), f.key)):
        places.setdefault(hex_of(force.place), []).append(force)
    for place, forces in sorted(places.items()):
        found = [pair for force in forces for pair in _pieces(view, force)]
        yield Stack(place, tuple(counter for counter, _ in found), tuple(id for _, id in found))


def _pieces(view: View, force: ForceSeen) -> Iterator[tuple[Counter[Text], str]]:
    """Yield a force's leaders, then its arms, each with its ids, those of all its contingents."""
    flags = tuple(_flags(view, force))
    for leader in force.leaders:
        yield leader_counter(leader, flags), leader
    if force.is_hidden:
        code = span(force.least, force.strength)
        yield Counter(force.side, "", "", code, 0, 0, flags, words(RANGE)), ""
    for arm in ARMS:
        if n := force.arms.get(arm, 0):
            symbol = "garrison" if arm == FOOT and is_inside(force.place) else arm
            full = n if arm == ENGINE else force.strength
            name = arm
            units = [unit for unit in force.units if arm_of(unit) == arm]
            yield Counter(force.side, symbol, "", str(n), n, full, flags, name), " ".join(units)


def leader_counter(leader: str, flags: tuple[str, ...] = ()) -> Counter[Text]:
    """Return a leader's counter, with the ratings that count on the march and in battle."""
    printed, name = LEADERS[leader], leader
    code = f"{printed.initiative}-{printed.campaign}-{printed.battle}"
    return Counter(printed.side, "leader", name, code, 0, 0, flags, name, kind=leader)


def _flags(view: View, force: ForceSeen) -> Iterator[str]:
    if view.acting and view.acting in force.leaders:
        yield "acting"
    if force.afloat:
        yield "aboard"
    if force.locked:
        yield "moved"


def _marks(view: View) -> Iterator[Mark]:
    for province, side in sorted(view.provinces.items()):
        yield Mark(province, f"{HOLDER}{side or NEUTRAL}")
    yield from (Mark(CITIES[city].hex, f"city:{side}") for city, side in sorted(view.control.items()))
    for kind, cities in (("siege", view.sieges), ("reduced", view.defences), ("sacked", view.sacked)):
        yield from (Mark(CITIES[city].hex, kind) for city in cities)
    yield from (Mark(province, "devastated") for province in view.devastated)
    for force in view.forces:
        if force.status != "normal":
            yield Mark(hex_of(force.place), "disordered")
        if force.scattered:
            yield Mark(hex_of(force.place), "scattered")
    if view.battle is not None:
        yield Mark(hex_of(view.battle.hex), "battle")


def _arrows(view: View) -> Iterator[Arrow]:
    b = view.battle
    for hex in b.entries if b is not None else ():
        if b is not None and hex_of(hex) != hex_of(b.hex):
            yield Arrow("attack", b.attacker, (hex_of(hex), hex_of(b.hex)), len(b.attackers))


# -- beside it ---------------------------------------------------------------------------------


def _panels(view: View) -> Iterator[Panel[Text]]:
    yield Panel(words(N_("Points")), tuple((side, str(view.points[side])) for side in view.sides))
    led = [force for force in view.forces if force.leaders and force.strength]
    rows = tuple((f.commander, span(f.least, f.strength)) for f in led)
    yield Panel(words(N_("Armies, with strength points")), rows)
    boxes = tuple((p, f"{box:+d}") for p, box in view.alliance.items())
    yield Panel(words(N_("Alliances (– is towards Rome)")), boxes)
    zones = tuple((z, _levels(levels)) for z, levels in view.naval.items())
    yield Panel(words(N_("Naval superiority")), zones)


def _levels(levels: Mapping[str, int]) -> Text:
    said = [words(LEVELS, side=side, n=f"{n:+d}") for side, n in levels.items() if n > 0]
    return Cells(said) or "–"
