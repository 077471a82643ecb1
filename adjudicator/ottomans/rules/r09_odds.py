"""§9.1 §9.4 §9.13 Strength in battle and odds."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.ottomans.board import COLUMNS, FIGURES
from adjudicator.ottomans.board.pieces import Column
from adjudicator.ottomans.world import (
    Battle,
    Coalition,
    Unit,
    World,
    command,
    is_city,
    is_naval,
    is_sea,
    is_train,
    owner,
    side,
    total,
)

QUARTERS = 4
ATTACK = "attack"
"""§9.4(4) The attacker's strength, among what Military Advance may double (`Battle.doubled`)."""


class Share(Struct, frozen=True):
    """The strength of one coalition's units: printed strength, and what multiplies it in all.

    `factors` are what it is made of: "leader", "siege_train", "military_advance", "city". Their product is
    more than `times` where the limit of §9.42 stands between.
    """

    coalition: Coalition
    printed: int
    times: int
    factors: dict[str, int] = {}

    @property
    def value(self) -> int:
        """Strength in this battle."""
        return self.printed * self.times


def fighting(w: World, b: Battle) -> tuple[list[Unit], list[Unit]]:
    """Return the units that still fight.

    Attackers of their seat at the origin, defenders in the place (ruling OT-B12).
    """
    attackers = [u for u in b.attackers if w.at.get(u) == b.origin and owner(w, u) == b.attacker]
    defenders = [u for u in b.defenders if w.at.get(u) == b.place and u not in attackers]
    return attackers, defenders


def at_sea(b: Battle) -> bool:
    """§16.6 §16.7 Return true if the attackers are at sea."""
    return is_sea(b.origin)


def leaders_who_count(units: Sequence[Unit], sea: bool) -> list[Unit]:
    """§16.2 §16.72 Naval leaders at sea, land leaders elsewhere; ruling OT-B4."""
    return [u for u in units if is_naval(u) == sea]


def attack_shares(w: World, b: Battle, units: Sequence[Unit]) -> list[Share]:
    """§9.1(1) §15.3 The attacker's strength by coalition; §9.41 one leader counts, for their coalition alone.

    §9.4(3) §10.5 A Siege Train doubles all, §27.2 with Urban's Gun trebles it; from the sea only against a
    port (§16.71, ruling OT-B2). §9.42 At most six times.
    """
    trained = any(is_train(u) for u in units)
    if is_city(b.place):
        train = (3 if "urbans_gun" in b.chits else 2) if trained else 1
    else:
        field = w.options["siege_train_field_bonus"] == "yes" and not at_sea(b)
        train = 2 if trained and field else 1
    chit = 2 if ATTACK in b.doubled else 1
    colours = sorted({side(u) for u in units})
    best = _best(w, units, colours, at_sea(b), train * chit)
    found = []
    for colour in colours:
        mine = [u for u in units if side(u) == colour]
        led = max(1, command(leaders_who_count(mine, at_sea(b)))) if colour == best else 1
        factors = {"leader": led, "siege_train": train, "military_advance": chit}
        found.append(Share(colour, total(w, mine), min(FIGURES.cap, led * train * chit), factors))
    return found


def _best(w: World, units: Sequence[Unit], colours: Sequence[Coalition], sea: bool, times: int) -> Coalition:
    """§9.41 With an Alliance the leader counts whose coalition gains most."""

    def gain(colour: Coalition) -> int:
        mine = [u for u in units if side(u) == colour]
        led = max(1, command(leaders_who_count(mine, sea)))
        return total(w, mine) * (min(FIGURES.cap, led * times) - min(FIGURES.cap, times))

    return max(colours, key=gain) if colours else ""


def defence_shares(w: World, b: Battle, units: Sequence[Unit]) -> list[Share]:
    """§9.1(2) §9.321 The defence by coalition: each with a leader of its own; §9.41 one of each player.

    §9.4(2) §10.31 A city trebles it; the option `city_in_cap` says whether within six times (ruling OT-B1).
    """
    city = FIGURES.city if is_city(b.place) else 1
    found, leading = [], _defenders_led(w, b, units)
    for colour in sorted({side(u) for u in units}):
        mine = [u for u in units if side(u) == colour]
        led = leading[colour]
        chit = 2 if colour in b.doubled else 1
        times, factors = led * chit, {"leader": led, "military_advance": chit, "city": city}
        if w.options["city_in_cap"] == "yes":
            times = min(FIGURES.cap, times * city)
        else:
            times = min(FIGURES.cap, times) * city
        found.append(Share(colour, total(w, mine), times, factors))
    return found


def _defenders_led(w: World, b: Battle, units: Sequence[Unit]) -> dict[Coalition, int]:
    """§9.41 §9.321 Return by how much a leader multiplies each defending coalition.

    Ruling OT-B3: a player with leaders in several uses one, where it adds most printed strength.
    """
    leaders = leaders_who_count([u for u in units if command([u])], is_sea(b.place))
    might = {colour: total(w, [u for u in units if side(u) == colour]) for colour in map(side, units)}
    gains = sorted(leaders, key=lambda u: (-might[side(u)] * (command([u]) - 1), u))
    led, used = dict.fromkeys(sorted(might), 1), dict[str, Coalition]()
    for leader in gains:
        seat, colour = owner(w, leader), side(leader)
        if seat and used.setdefault(seat, colour) != colour:
            continue
        led[colour] = max(led[colour], command([leader]))
    return led


def column(attack: int, defence: int) -> Column:
    """§9.1(3) §9.13 The column of the odds, rounded down; below and above the outermost (ruling OT-B5)."""
    quarters = QUARTERS * attack // max(1, defence)
    return [one for one in COLUMNS if one.quarters <= quarters][-1]
