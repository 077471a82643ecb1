"""What events say of turns, control, food and points, compared with the position from which they come."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from adjudicator.core import Event
from adjudicator.ottomans import GAME
from adjudicator.ottomans.world import World
from tests.kit.play_styles import Step

from .battles import Said
from .control import goes_to
from .feeding import due, empire, points, stood_in, surplus, threshold
from .ground import here, owner
from .printed import COUNTERS, FIGURES


def initiative(v: Mapping[str, Any], w: World) -> Iterator[Said]:
    """§5.1(1) §26.1 4.0(3) Who begins, and the order of play (ruling OT-T1)."""
    order = v["order"]
    if w.turn == 1:
        yield Said("initiative", v["seat"], "turks")
    else:
        most = max(stood_in(w, seat) for seat in w.seats)
        yield Said("initiative", stood_in(w, v["seat"]), most)
    at = w.seats.index(order[0])
    yield Said("order of play", order, w.seats[at:] + w.seats[:at])


def draws(step: Step, was: World) -> Said:
    """§5.1(2a) How many chits the acting player draws; §19.4 no more than the hand holds."""
    seat, most = step.seat, due(was, step.seat)
    room = max(0, FIGURES["hand"] - len(was.cups[f"{seat}_hand"]))
    n = sum(e.values["n"] for e in step.events if e.kind == "drew" and e.values["seat"] == seat)
    right = n == most or room <= n < most or len(was.cups["pool"]) < most
    return Said("chits due", right, True, f"{n} of {most}, room for {room}")


def control(step: Step, was: World, busy: Collection[str]) -> Iterator[Said]:
    """§6.22 Where the units of a nation go that nobody has now; §6.5 §6.6 who gets one that is attacked."""
    w: World = step.world
    lost = {e.values["chit"] for e in step.events if e.kind == "lost"}
    for unit in was.at:
        nation = COUNTERS[unit].nation
        if nation in lost and nation not in w.control and unit in w.at and unit not in busy:
            places = goes_to(was, unit)
            note = f"{unit} from {was.at[unit]} to {w.at[unit]}, not {places}"
            yield Said("§6.22 where units go", w.at[unit] in places, True, note)
    for event in step.events:
        if event.kind in ("joined", "passed"):
            yield _joins(event, was)


def _joins(event: Event, was: World) -> Said:
    """§6.5 §6.6 Another player; ruling OT-C9: the one who holds the chit."""
    v = event.values
    to, by = (v["seat"], v["attacker"]) if event.kind == "joined" else (v["to"], v["seat"])
    holders = [s for s in was.seats if s != by and v["chit"] in was.cups[f"{s}_hand"]]
    return Said(f"{event.kind} whom", to in (holders or [s for s in was.seats if s != by]), True, str(v))


def starved(event: Event, now: World) -> Iterator[Said]:
    """§12.0 As many as are too many; those aboard a ship that is named are lost besides (ruling OT-P4)."""
    units = event.values["units"]
    place, seat = event.values["place"], owner(now, units[0])
    over = surplus(now, [u for u in here(now, place) if owner(now, u) == seat], place, one=not seat)
    alone = [u for u in units if now.aboard.get(u) not in units and not COUNTERS[u].command]
    right = len(alone) <= over <= sum(not COUNTERS[u].command for u in units)
    yield Said("how many starve", right and over > 0, True, f"{units} of {over} in {place}")


def scores(w: World) -> Iterator[Said]:
    """§21.11 §21.2 §21.13 Everybody's points, and what they must exceed."""
    theirs = GAME.score(w)
    for seat in w.seats:
        yield Said("points", theirs.points[seat], points(w, seat), f"{seat} {empire(w)}")


def ending(v: Mapping[str, Any], w: World) -> Iterator[Said]:
    """§21.1 §21.13 The empire, and who has won."""
    of = empire(w)
    yield Said("empire", v.get("empire", ""), of)
    found = {seat: points(w, seat) for seat in w.seats}
    if of:
        ours = [seat for seat in w.seats if found[seat] == max(1, *found.values())]
    else:
        ours = [seat for seat in w.seats if found[seat] > threshold(w, seat)]
    if of or w.options["threshold"] == "printed":
        yield Said("winners", w.victors, ours)
