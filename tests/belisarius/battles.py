"""Combats for chapter tests: two stacks on the plain of the Franks, as far as their attack is declared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.belisarius.world import BARBARIAN, EMPIRE, Army, Battle, World, enemy_of

from .helpers import Units, listed, world

ORIGIN, PLACE = "4410", "4411"
"""Two hexes of flat land without river, road or city, and flat land around them."""

HELD = {"ostrogoths": BARBARIAN, "vandals": BARBARIAN, "visigoths": BARBARIAN}
"""The units that fight for the barbarian here."""


def army(
    attackers: Units,
    defenders: Units,
    *,
    origin: str = ORIGIN,
    place: str = PLACE,
    attacker: str = EMPIRE,
    half: int = 40,
    naval: bool = False,
    elsewhere: Mapping[str, Units] | None = None,
    control: Mapping[str, str] | None = None,
    aboard: Units = (),
    settled: Sequence[str] = (),
    **more: Any,
) -> World:
    """An army that is acting, with 20 operation points unless `half` says otherwise, beside its enemy.

    `aboard` are kinds that are carried by fleets, `settled` the hexes with a colony.
    """
    w = world(
        {origin: attackers, place: defenders, **(elsewhere or {})},
        phase="army",
        phasing=attacker,
        control={**HELD, **(control or {})},
        **more,
    )
    w.army = Army(attacker, origin, sorted(u for u, p in w.at.items() if p == origin), half, naval=naval)
    carried = {u for u in w.at for kind in listed(aboard) if u.startswith(kind)}
    w.aboard, w.colonies = sorted(carried), sorted(settled)
    return w


def combat(attackers: Units, defenders: Units, *, table: str = "", **more: Any) -> World:
    """The combat of such an army after its declaration, `table` as it has bound itself."""
    w = army(attackers, defenders, **more)
    assert w.army is not None
    paid = 16 if table == "manoeuvre" else 8
    w.army.half -= paid
    w.phase = "battle"
    place = more.get("place", PLACE)
    w.battle = Battle(
        w.army.seat,
        enemy_of(w.army.seat),
        w.army.place,
        place,
        list(w.army.units),
        sorted(u for u, p in w.at.items() if p == place),
        paid,
        table,
    )
    return w


def places(w: World) -> dict[str, list[str]]:
    """Return the units by place and id."""
    found: dict[str, list[str]] = {}
    for unit in sorted(w.at):
        found.setdefault(w.at[unit], []).append(unit)
    return dict(sorted(found.items()))
