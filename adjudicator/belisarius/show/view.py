"""The view of each seat: a white-list (§22).

Units, their faces and their places are open to all (§22.0), and so is whatever is done with them. Hidden are
the markers in the hands, those that lie staked face down, what is in the pool, and the other's treasury
(§22.1), though what flows into it and out of it is told. What is offered and agreed (§24) may name markers:
it is seen by the two whom it concerns, as it is told to them alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import deepcopy

from msgspec import Struct

from adjudicator.belisarius.rules.r17_odds import Might, mights
from adjudicator.belisarius.rules.r23_victory import score
from adjudicator.belisarius.world import (
    SEATS,
    Agreement,
    Army,
    Battle,
    Hex,
    Marker,
    Place,
    Province,
    Seat,
    Unit,
    World,
    owner_of,
    stacks,
)
from adjudicator.core import Event


class PlaceSeen(Struct, frozen=True):
    """A place with units: whom they obey ("neutral" too), who they are, and which of them are aboard."""

    holder: str
    units: tuple[Unit, ...]
    aboard: tuple[Unit, ...] = ()


class AttemptSeen(Struct, frozen=True):
    """The diplomacy that is going on (§9.1).

    `counts` says how many markers each seat has staked, `stakes` which, once they lie face up; `mine` are
    the viewer's own.
    """

    by: Seat
    target: str
    counts: Mapping[Seat, int]
    stakes: Mapping[Seat, tuple[Marker, ...]]
    mine: tuple[Marker, ...]


class View(Struct, frozen=True):
    """The whole position as a seat, or the public (""), may know it. Turns count from 1 to `turns`.

    `hand` and `treasury` are the viewer's own: no markers and None for the public. `hands` says how many
    markers each seat holds, `pool` how many are left to draw, and `found` which they are, for the seat that
    searches it (§card/theodora), which is `searching`. `mights` are what the attacker and the defender of the
    combat count now. The rest, `lifts` among it, is as in `World`.
    """

    seat: str
    scenario: str
    options: Mapping[str, str]
    turn: int
    turns: int
    phase: str
    phasing: Seat
    placing: str
    lifts: int
    control: Mapping[Province, str]
    places: Mapping[Place, PlaceSeen]
    rebels: tuple[Unit, ...]
    dead: tuple[Unit, ...]
    pillaged: tuple[Hex, ...]
    colonies: tuple[Hex, ...]
    works: tuple[Hex, ...]
    hand: tuple[Marker, ...]
    hands: Mapping[Seat, int]
    pool: int
    searching: Seat
    found: tuple[Marker, ...]
    treasury: int | None
    event: str
    taxed: tuple[str, ...]
    barred: tuple[Province, ...]
    levied: Mapping[Province, int]
    levied_at: tuple[Hex, ...]
    arrived: Mapping[str, int]
    gathered: tuple[Hex, ...]
    fed: tuple[Place, ...]
    operated: tuple[Unit, ...]
    dropped: tuple[Unit, ...]
    reacted: tuple[Unit, ...]
    army: Army | None
    battle: Battle | None
    mights: tuple[Might, ...]
    attempt: AttemptSeen | None
    agreements: tuple[Agreement, ...]
    score: Mapping[Seat, int]
    result: Mapping[str, str]


def view(w: World, seat: str | None) -> View:
    """Return the view of the seat, or of the public (None)."""
    mine = seat if seat in SEATS else ""
    return View(
        seat=mine,
        scenario=w.scenario,
        options=dict(w.options),
        turn=w.turn,
        turns=w.turns,
        phase=w.phase,
        phasing=w.phasing,
        placing=w.placing,
        lifts=w.lifts,
        control=dict(w.control),
        places={place: _place(w, units) for place, units in stacks(w).items()},
        rebels=tuple(w.rebels),
        dead=tuple(w.dead),
        pillaged=tuple(w.pillaged),
        colonies=tuple(w.colonies),
        works=tuple(w.works),
        hand=tuple(w.cups[f"{mine}_hand"]) if mine else (),
        hands={s: len(w.cups[f"{s}_hand"]) for s in SEATS},
        pool=len(w.cups["pool"]),
        searching=w.searching,
        found=tuple(w.cups["pool"]) if mine and w.searching == mine else (),
        treasury=w.treasury[mine] if mine else None,
        event=w.event,
        taxed=tuple(w.taxed),
        barred=tuple(w.barred),
        levied=dict(w.levied),
        levied_at=tuple(w.levied_at),
        arrived=dict(w.arrived),
        gathered=tuple(w.gathered),
        fed=tuple(w.fed),
        operated=tuple(w.operated),
        dropped=tuple(w.dropped),
        reacted=tuple(w.reacted),
        army=deepcopy(w.army),
        battle=deepcopy(w.battle),
        mights=mights(w) if w.battle is not None else (),
        attempt=_attempt(w, mine),
        agreements=tuple(deepcopy(a) for a in w.agreements if mine in (a.by, a.to)),
        score=score(w).points,
        result=dict(w.result),
    )


def _place(w: World, units: list[Unit]) -> PlaceSeen:
    return PlaceSeen(owner_of(w, units[0]), tuple(units), tuple(u for u in units if u in w.aboard))


def _attempt(w: World, mine: str) -> AttemptSeen | None:
    if w.attempt is None:
        return None
    return AttemptSeen(
        by=w.attempt.by,
        target=w.attempt.target,
        counts=dict(w.attempt.counts),
        stakes={s: tuple(markers) for s, markers in w.attempt.stakes.items()},
        mine=tuple(w.cups[f"{mine}_stake"]) if mine else (),
    )


REVEALING = frozenset({"offer_void", "agreed", "fed"})
"""The events that tell what was hidden without an entry that shows it.

An offer that cannot be kept any more (ruling BE-C9), and who feeds their units as far as their treasury goes.
"""


def reveals(w: World, event: Event) -> Collection[str]:
    """§22.1 Return the seats that learn by an event what is in a treasury or a hand."""
    if event.kind not in REVEALING:
        return ()
    return [seat for seat in SEATS if event.kind != "fed" or seat != event.values["seat"]]
