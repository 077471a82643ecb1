"""The knowledge of each seat: a white-list (§19.3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct

from adjudicator.core import Event
from adjudicator.ottomans.board import HIRED, NATIONS
from adjudicator.ottomans.rules.r07_movement import is_stopped
from adjudicator.ottomans.rules.r09_odds import Share, attack_shares, defence_shares, fighting
from adjudicator.ottomans.rules.r21_victory import empire, held, score, threshold
from adjudicator.ottomans.world import (
    SEATS,
    Battle,
    Chit,
    Coalition,
    March,
    Nation,
    Place,
    Seat,
    Unit,
    World,
    all_holders,
    hand,
    owner,
)


class UnitSeen(Struct, frozen=True):
    """A unit on the map: whose it is ("" for nobody), and the ship that it is aboard of."""

    id: Unit
    owner: Seat
    ship: Unit = ""


class MarchSeen(Struct, frozen=True):
    """A forced march that is going on."""

    leader: Unit
    units: tuple[Unit, ...]
    spent: Mapping[Unit, int]
    fought: tuple[Unit, ...]


class BattleSeen(Struct, frozen=True):
    """The battle that is being fought, as everybody sees it; `attack` and `defence` are what counts now."""

    attacker: Seat
    origin: Place
    place: Place
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    colours: tuple[Coalition, ...]
    chits: tuple[Chit, ...]
    doubled: tuple[str, ...]
    advanced: tuple[Seat, ...]
    column: str
    result: str
    lost: tuple[Unit, ...]
    attack: tuple[Share, ...]
    defence: tuple[Share, ...]


class View(Struct, frozen=True):
    """The whole position as a seat, or the public (""), may know it.

    Units, their owners and all face-up chits are open. `hand` are the viewer's own unused chits; of the
    others all see how many they are (`hands`), and how many lie in the pool (`searched`: which, for
    Medicis/Vizier). `drawn` is what the viewer has drawn in this Stratagem Phase. `points` are those of §21,
    `needed` what survival must exceed. `stakes` are the viewer's own in an agent operation, `staked` how many
    everybody has. `stopped` are the units that cannot move on, `stops` the paragraph that has stopped each.
    """

    seat: str
    scenario: str
    seats: tuple[Seat, ...]
    turn: int
    last_turn: int
    phase: str
    acting: Seat
    order: tuple[Seat, ...]
    places: Mapping[Place, tuple[UnitSeen, ...]]
    control: Mapping[Chit, Seat]
    core: Mapping[Seat, Nation]
    cores: tuple[Seat, ...]
    hands: Mapping[Seat, int]
    hand: tuple[Chit, ...]
    drawn: tuple[Chit, ...]
    exchanged: bool
    stakes: Mapping[Seat, tuple[Chit, ...]]
    staked: Mapping[Seat, int]
    pool: int
    searching: Seat
    searched: tuple[Chit, ...]
    later: tuple[Chit, ...]
    out: tuple[Chit, ...]
    dead: tuple[Unit, ...]
    waiting: tuple[Unit, ...]
    gone: tuple[Unit, ...]
    unplaced: tuple[Unit, ...]
    moved: tuple[Unit, ...]
    going: tuple[Unit, ...]
    stopped: tuple[Unit, ...]
    stops: Mapping[Unit, str]
    spent: Mapping[Unit, int]
    fought: tuple[Unit, ...]
    marched: tuple[Unit, ...]
    fast: tuple[Unit, ...]
    free: tuple[Unit, ...]
    spared: tuple[str, ...]
    march: MarchSeen | None
    battle: BattleSeen | None
    schism: str
    events: int
    spain: bool
    grenzer: bool
    done: tuple[Seat, ...]
    fed: tuple[str, ...]
    replaced: Mapping[str, int]
    risen: tuple[str, ...]
    court: Mapping[str, int]
    strong_trains: bool
    key_cities: Mapping[str, tuple[Place, ...]]
    empire: str
    points: Mapping[Seat, int]
    needed: Mapping[Seat, int]
    victors: tuple[Seat, ...]
    result: Mapping[str, str]
    options: Mapping[str, str]


def view(w: World, seat: str | None) -> View:
    """Return the view of a seat, or of the public (None)."""
    mine = seat if seat in w.seats else ""
    places: dict[Place, list[UnitSeen]] = {}
    for unit in sorted(w.at):
        places.setdefault(w.at[unit], []).append(UnitSeen(unit, owner(w, unit), w.aboard.get(unit, "")))
    b, march, there = w.battle, w.march, all_holders(w)
    return View(
        seat=mine,
        scenario=w.scenario,
        seats=tuple(w.seats),
        turn=w.turn,
        last_turn=w.last_turn,
        phase=w.phase,
        acting=w.acting,
        order=tuple(w.order),
        places={place: tuple(units) for place, units in sorted(places.items())},
        control={chit: w.control[chit] for chit in (*NATIONS, *HIRED) if chit in w.control},
        core=dict(w.core),
        cores=tuple(w.cores),
        hands={s: len(hand(w, s)) for s in w.seats},
        hand=tuple(hand(w, mine)) if mine else (),
        drawn=tuple(w.drawn) if mine and mine == w.acting else (),
        exchanged=w.exchanged,
        stakes={mine: tuple(w.cups[f"{mine}_stake"])} if mine else {},
        staked={s: len(w.cups[f"{s}_stake"]) for s in w.seats},
        pool=len(w.cups["pool"]),
        searching=w.searching,
        searched=tuple(w.cups["pool"]) if mine and mine == w.searching else (),
        later=tuple(w.cups["later"]),
        out=tuple(w.cups["out"]),
        dead=tuple(w.dead),
        waiting=tuple(sorted(w.waiting)),
        gone=tuple(sorted(w.gone)),
        unplaced=tuple(w.unplaced),
        moved=tuple(w.moved),
        going=tuple(w.going),
        stopped=tuple(sorted(u for u in w.stopped if is_stopped(w, u))),
        stops=dict(w.stopped),
        spent=dict(w.spent),
        fought=tuple(w.fought),
        marched=tuple(w.marched),
        fast=tuple(w.fast),
        free=tuple(w.free),
        spared=tuple(w.spared),
        march=None if march is None else _march(march),
        battle=None if b is None else _battle(w, b),
        schism=w.schism,
        events=w.events,
        spain=w.spain,
        grenzer=w.grenzer,
        done=tuple(w.done),
        fed=tuple(w.fed),
        replaced=dict(w.replaced),
        risen=tuple(w.risen),
        court=dict(w.court),
        strong_trains=w.back,
        key_cities={side: tuple(held(there, side)) for side in SEATS},
        empire=empire(there),
        points=score(w).points,
        needed={s: threshold(w, s) for s in w.seats},
        victors=tuple(w.victors),
        result=dict(w.result),
        options=dict(w.options),
    )


def _march(march: March) -> MarchSeen:
    return MarchSeen(march.leader, tuple(march.units), dict(march.spent), tuple(march.fought))


def _battle(w: World, b: Battle) -> BattleSeen:
    """Return the battle with the shares of both strengths, which are open to everybody."""
    attackers, defenders = fighting(w, b)
    return BattleSeen(
        b.attacker,
        b.origin,
        b.place,
        tuple(b.attackers),
        tuple(b.defenders),
        tuple(b.colours),
        tuple(b.chits),
        tuple(b.doubled),
        tuple(b.advanced),
        b.column,
        b.result,
        tuple(b.lost),
        tuple(attack_shares(w, b, attackers)),
        tuple(defence_shares(w, b, defenders)),
    )


REVEALING = frozenset({"must_show", "unused_out", "chit_held", "leader_drawn", "leader_back"})
"""The events that tell what was hidden without an entry that shows it.

§6.6 A neutral's protector shows its chit, §14.0 an unused chit goes OUT, §20.3 one is not in the pool, and
§13.7 a leader is drawn.
"""


def reveals(w: World, event: Event) -> Collection[str]:
    """§19.3 Return the seats that learn by an event who holds a chit: all."""
    return w.seats if event.kind in REVEALING else ()
