"""§7.2 Naval transport: the order to sail, who may embark, the way over the sea, where one may land."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from adjudicator.ancient_world.board import (
    CHARTS,
    CITIES,
    CITY_AT,
    ESTUARIES,
    HEXES,
    NEIGHBOURS,
)
from adjudicator.ancient_world.world import (
    ACTIVE,
    Force,
    March,
    Place,
    Side,
    World,
    city_of,
    enemy_of,
    force_of,
    has_units,
    hex_of,
    in_play,
    inside_of,
    is_inside,
    push,
    units_at,
)
from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Field,
    Form,
    Illegal,
    Passage,
    Reader,
    Route,
    Step,
    Words,
    bar,
    judged,
    tell,
    words,
)
from adjudicator.core.choices.choice import NoneLegal, strip
from adjudicator.core.choices.ways import NotNext
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

from .r02_forces import strength
from .r05_command import acting_leaders, acting_units, form_up, stays_behind
from .r05_leaders import commandable
from .r05_party import units_of_leader
from .r06_ground import HARD, friendly_city, terrain
from .r06_movement import without_dashes
from .r06_refusals import refused

Item = Choice[Any] | Bar | None
COASTAL_STEP, SEA_STEP = 20, 5
CLOSED = Bar("7.22", words(N_("you cannot land there")))


def port_of(w: World, place: Place) -> str:
    """§7.22 Return the port in whose city a place lies, "" for none."""
    city = city_of(w, place)
    return CITIES[city].port if city and is_inside(place) else ""


def waters(place: Place) -> list[Place]:
    """§7.22 Return the hexes of water from which a hex of land is reached: beside it, or up its estuary.

    An estuary may lead through a hex of land: then it is reached from the water beside that hex.
    """
    city = CITY_AT.get(hex_of(place), "")
    through = ESTUARIES[city].hexes if city in ESTUARIES else ()
    found = [*_water_at(hex_of(place)), *(to for hex in through for to in (hex, *_water_at(hex)))]
    return [to for to in dict.fromkeys(found) if HEXES[to].kind != "land"]


def _water_at(hex: Place) -> list[Place]:
    return [to for to in NEIGHBOURS[hex] if HEXES[to].kind != "land"]


def shore_for(w: World, side: Side, at: Place) -> Place:
    """§7.28 §7.29 Return the shore for a force that must land from a hex of water, "" for none."""
    enemy = enemy_of(w, side)
    shores = [to for to in NEIGHBOURS[at] if HEXES[to].kind == "land" and in_play(w, to)]
    clear = [to for to in shores if not has_units(w, to, enemy) and not units_at(w, f"{to}i", enemy)]
    return min(clear, key=lambda to: (terrain(to) in HARD, to), default="")


def zones_of(w: World, way: Sequence[Place]) -> list[str]:
    """§7.13 Return the naval zones of a way."""
    return list(
        dict.fromkeys(HEXES[at].sea for at in way if HEXES[hex_of(at)].kind != "land" and not is_inside(at))
    )


def sea_modifier(w: World, side: Side, way: Sequence[Place]) -> dict[str, int]:
    """§7.13 §7.24 Return the modifiers of a transport: the least friendly zone, and the length of the way.

    One for each full twenty coastal hexes; of open sea one for each five begun, from five on.
    Ruling AW-R42, ruling AW-R43, ruling AW-R44.
    """
    water = [at for at in way if not is_inside(at) and HEXES[at].kind != "land"]
    coastal = sum(HEXES[at].kind == "coastal" for at in water)
    open_sea = len(water) - coastal
    found = {
        "zone": min((w.naval[zone][side] for zone in zones_of(w, water)), default=0),
        "coast": -(coastal // COASTAL_STEP),
        "open_sea": -((open_sea + SEA_STEP - 1) // SEA_STEP) if open_sea >= SEA_STEP else 0,
        "storm": -2 if any(w.effects.get(f"storm/{zone}") for zone in zones_of(w, water)) else 0,
        "winds": 1 if w.effects.get(f"winds/{side}") else 0,
    }
    return {name: n for name, n in found.items() if n}


def landing(w: World, side: Side, units: Mapping[str, int], to: Place) -> Bar | None:
    """§7.25 §7.22 Return the reason why a force may not land in a place, None if it may; ruling AW-V18."""
    if is_inside(to):
        city = city_of(w, to)
        port = CITIES[city].port if city else ""
        if not port:
            return bar("7.22", N_("there is no port at {place}"), place=hex_of(to))
        if not friendly_city(w, side, city):
            return bar("7.22", N_("{city} is not open to you"), city=city)
        most = CHARTS.ports[port].land
    else:
        if not in_play(w, to):
            return bar("11.0", N_("{place} is outside the play area"), place=to)
        if terrain(to) in HARD:
            return bar("7.25", N_("you cannot land in mountains or marshes"))
        most = CHARTS.ports["none"].land
    if strength(units) > most:
        return bar("7.25", N_("at most {n} {n:strength point|strength points} can land there"), n=most)
    return None


def sail_item(w: World) -> Item:
    """§7.21 §7.22 Return the order to sail: from inside a port, or on from where the force lies at sea."""
    op = w.op
    assert op is not None
    force = w.forces[force_of(w, op.leader)]
    units = acting_units(w)
    if not strength(units):
        return bar("7.21", N_("{leader} leads no units here"), leader=op.leader)
    if not force.afloat and (stop := _at_port(w, force) or _may_embark(w, force, units)) is not None:
        return stop
    return _sailing(w, force, units, _sea_ways(w, force.place))


def sail_part_item(w: World) -> Item:
    """§7.21 §6.24 Return the order to sail with some of the units, by a way."""
    op = w.op
    assert op is not None
    force = w.forces[force_of(w, op.leader)]
    most = commandable(w, op.leader, force.place)
    if not strength(most):
        return bar("7.21", N_("{leader} leads no units here"), leader=op.leader)
    if (stop := _at_port(w, force)) is not None:
        return stop

    ways = _sea_ways(w, force.place)

    def judge(chosen: dict[str, int]) -> None:
        if (stop := _may_embark(w, force, chosen)) is not None:
            raise stop.refuse()

    units = units_of_leader(w, op.leader, "6.24", words(N_("Which units?")), judge=judge)
    return Form(
        rule="7.21",
        prompt=words(N_("Which units sail, and by which sea route?")),
        fields=(
            Field("units", lambda done: units, (":",)),
            Field("way", lambda done: _sailing(w, force, done["units"], ways)),
        ),
    )


def sail_part_act(w: World, answer: Mapping[str, Any]) -> None:
    """§6.24 Put to sea with the units named."""
    op = w.op
    assert op is not None
    op.units = dict(answer["units"])
    sail_act(w, answer["way"])


def _at_port(w: World, force: Force) -> Bar | None:
    if not port_of(w, force.place):
        return bar("7.22", N_("ships are boarded inside a city with a port"))
    if not any(HEXES[at].sea in w.naval for at in waters(force.place)):
        return bar("7.11", N_("this sea is not part of the scenario"))
    return None


def _may_embark(w: World, force: Force, units: Mapping[str, int]) -> Bar | None:
    port = port_of(w, force.place)
    if strength(units) > CHARTS.ports[port].embark:
        return bar(
            "7.25",
            N_("at most {n} {n:strength point|strength points} can board there"),
            n=CHARTS.ports[port].embark,
        )
    return stays_behind(w, force.place, units, acting_leaders(w, units))


class Voyage(Route, frozen=True, kw_only=True):
    """A way over the sea, to a port or a shore.

    "Lilybaeum-Panormus" begins where the force is; the name of a city is its port, where that is open.
    "by coast" keeps off the open sea: `by_coast` finds those ways. `sampler` finds one for samples.
    """

    by_coast: Callable[[], Mapping[Place, tuple[Place, ...]]]
    refuse: Callable[[str, Reader, Place], Illegal | None]
    sampler: Callable[[Rng], JSON]

    def parse(self, text: str, reader: Reader) -> JSON:
        text = without_dashes(text)
        head, dash, rest = text.partition("-")
        if dash and reader.lexicon.find(head.strip(), [hex_of(self.start)]):
            text = rest
        to, coast = self._coast(text, reader)
        if coast:
            return self._along_the_coast(to, reader)
        to = strip(to, "to", reader, short=False)
        try:
            way = super().parse(to, reader)
        except NotNext as unknown:
            raise self.refuse(to.rpartition("-")[2].strip(), reader, self.start) or unknown from None
        last = to.rpartition("-")[2].strip()
        if isinstance(way, list) and way and not last.isdecimal() and not is_inside(str(way[-1])):
            port = f"{way[-1]}i"
            if self.step(tuple(map(str, way[:-1]))).onward.get(port, CLOSED) is None:
                return [*way[:-1], port]
        return way

    def write(self, answer: list[str], reader: Reader) -> str:
        """Write the way; a shore whose city has an open port by its number, for its name means the port."""
        text = super().write(answer, reader)
        before = answer[:-1]
        if before and self.step(tuple(before)).onward.get(f"{answer[-1]}i", CLOSED) is None:
            return f"{super().write(before, reader)}-{answer[-1]}"
        return text

    def _coast(self, text: str, reader: Reader) -> tuple[str, bool]:
        """Return an order without the words "by coast", and whether it had them."""
        said = text.split()
        for at in range(len(said) - 1):
            if reader.lexicon.find(" ".join(said[at : at + 2]), ["by_coast"]):
                return " ".join([*said[:at], *said[at + 2 :]]), True
        for at, word in enumerate(said):
            if reader.lexicon.find(word, ["by_coast"]):
                return " ".join([*said[:at], *said[at + 1 :]]), True
        return text, False

    def _along_the_coast(self, to: str, reader: Reader) -> JSON:
        ways = self.by_coast()
        found = reader.lexicon.find(to.strip().removeprefix("to "), ways)
        ports = [place for place in found if is_inside(place)]
        inside = [f"{place}i" for place in found if f"{place}i" in ways]
        chosen = next(iter([*ports, *(inside if not to.strip().isdecimal() else []), *found]), "")
        if not chosen:
            raise Illegal("7.22", N_("no coast leads there from {place}"), place=self.start)
        return list(ways[chosen])

    def sample(self, rng: Rng) -> JSON:
        found: JSON = self.sampler(rng)
        return found


SeaWays = Callable[[Place, bool], Mapping[Place, tuple[Place, ...]]]
"""Good ways from a place, by the coast alone if so wanted: the same for all units."""


def _sea_ways(w: World, start: Place) -> SeaWays:
    return cache(lambda here, by_coast: ways_by_sea(w, here, start, by_coast=by_coast))


def _sailing(w: World, force: Force, units: Mapping[str, int], sea_ways: SeaWays) -> Voyage:
    """§7.2 Return the choice of a way by sea, by zones and ports that are open to the side."""
    side, start = force.side, force.place

    def ways(here: Place, by_coast: bool = False) -> dict[Place, tuple[Place, ...]]:
        found = sea_ways(here, by_coast)
        return {to: way for to, way in found.items() if _may_sail(w, side, units, to) is None}

    def step(way: tuple[Place, ...]) -> Step:
        here = way[-1] if way else start
        if way and _ashore(here):
            return Step({})
        found = onward(w, here, start)
        return Step(
            judged(found, lambda to: _may_sail(w, side, units, to)), may_lie(w, side, here) if way else None
        )

    def beyond(way: tuple[Place, ...]) -> Mapping[Place, Passage]:
        here = way[-1] if way else start
        if way and _ashore(here):
            return {}
        return {to: Passage(path) for to, path in ways(here).items()}

    def note(way: tuple[Place, ...]) -> Words:
        return words(N_("modifier {n}"), n=sum(sea_modifier(w, side, way).values()))

    return Voyage(
        rule="7.23",
        prompt=words(N_("By which sea route?")),
        start=start,
        step=step,
        beyond=beyond,
        note=note,
        by_coast=lambda: ways(start, True),
        refuse=lambda text, reader, here: refused(
            w, text, reader, lambda to: _closed_by_sea(w, side, units, here, to), ways(here)
        ),
        sampler=lambda rng: _sample(ways(start), rng),
    )


def _closed_by_sea(w: World, side: Side, units: Mapping[str, int], start: Place, to: Place) -> Bar:
    """§7.22 §7.11 Return the reason why no voyage leads from one place to another; a city means its port."""
    if hex_of(to) == hex_of(start):
        return bar("7.22", N_("the force is at {place} already"), place=to)
    if not _ashore(to):
        return bar("7.11", N_("this sea is not part of the scenario"))
    if not in_play(w, hex_of(to)):
        return bar("11.0", N_("{place} is outside the play area"), place=to)
    city = city_of(w, to)
    if not any(HEXES[at].sea in w.naval for at in waters(to)):
        return bar("7.22", N_("no ships of the scenario come to {place}"), place=to)
    port = inside_of(city) if city and CITIES[city].port else to
    return landing(w, side, units, port) or bar("7.22", N_("no ship comes to {place} from here"), place=to)


def onward(w: World, here: Place, start: Place) -> list[Place]:
    """§7.26 Return the neighbours of a hex of water, or of a port from which ships put out."""
    if _ashore(here):
        return [to for to in waters(here) if HEXES[to].sea in w.naval]
    found: list[Place] = []
    for to in NEIGHBOURS[here]:
        if HEXES[to].kind != "land":
            found += [to] if HEXES[to].sea in w.naval else []
        else:
            found += _shores(w, to, start)
    for city in ESTUARIES:
        if in_play(w, CITIES[city].hex) and here in waters(CITIES[city].hex):
            found += [place for place in _shores(w, CITIES[city].hex, start) if place not in found]
    return found


def _shores(w: World, hex: Place, start: Place) -> list[Place]:
    if not in_play(w, hex) or hex == hex_of(start):
        return []
    city = city_of(w, hex)
    return [inside_of(city), hex] if city and CITIES[city].port else [hex]


def _ashore(place: Place) -> bool:
    return is_inside(place) or HEXES[place].kind == "land"


def _may_sail(w: World, side: Side, units: Mapping[str, int], to: Place) -> Bar | None:
    if _ashore(to):
        return landing(w, side, units, to)
    return None


def may_lie(w: World, side: Side, here: Place) -> Bar | None:
    """§7.26 Return the reason why a force may not lie at sea in a hex, None if it may."""
    if _ashore(here):
        return None
    if not any(HEXES[to].kind == "land" for to in NEIGHBOURS[here]):
        return bar("7.26", N_("a fleet may not end its move with water all around"))
    enemy = enemy_of(w, side)
    for to in NEIGHBOURS[here]:
        if HEXES[to].kind == "land" and (has_units(w, to, enemy) or has_units(w, f"{to}i", enemy)):
            return bar("7.26", N_("the enemy is on the coast: the force must land"))
    if not shore_for(w, side, here):
        return bar("7.26", N_("no coast beside {place} is part of the scenario"), place=here)
    return None


def ways_by_sea(
    w: World, here: Place, start: Place, *, by_coast: bool = False
) -> dict[Place, tuple[Place, ...]]:
    """§7.24 Return a good way to every hex of water, shore and port: little open sea first, or none; then few
    hexes.
    """
    best: dict[Place, tuple[int, tuple[Place, ...]]] = {here: (0, ())}
    waiting: dict[int, list[tuple[Place, tuple[Place, ...]]]] = {0: [(here, ())]}
    while waiting:
        cost = min(waiting)
        for at, path in waiting.pop(cost):
            if best[at][0] < cost or (path and _ashore(at)):
                continue
            for to in onward(w, at, start):
                ashore = _ashore(to)
                if by_coast and not ashore and HEXES[to].kind != "coastal":
                    continue
                made = cost + (0 if ashore else 4 if HEXES[to].kind == "sea" else 1)
                if to not in best or made < best[to][0]:
                    best[to] = (made, (*path, to))
                    waiting.setdefault(made, []).append((to, (*path, to)))
    return {to: path for to, (_, path) in best.items() if path}


def _sample(ways: Mapping[Place, tuple[Place, ...]], rng: Rng) -> JSON:
    found = {to: way for to, way in ways.items() if _ashore(to)}
    if not found:
        raise NoneLegal("no shore can be reached")
    ports = [to for to in found if is_inside(to)]
    return list(found[rng.choice(ports if ports and rng.below(4) else sorted(found))])


def sail_act(w: World, way: list[Place]) -> None:
    """§7.23 Put the force to sea; nobody intercepts it there."""
    op = w.op
    assert op is not None
    force = form_up(w)
    w.march = March(ACTIVE, "sea", [force.place], list(way))
    tell("sails", "7.23", side=force.side, leader=op.leader, way=[force.place, *way])
    push(w, "sail")
