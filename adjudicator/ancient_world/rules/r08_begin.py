"""§8.2 The beginning of a battle: the forces that fight, and the order of its procedures."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.ancient_world.world import Battle, Place, World, push

from .r02_forces import fighting, units_of

STAGES = (
    "coordinate",
    "command",
    "elephants",
    "battle",
    "toll",
    "casualties",
    "pursuit",
    "retreats",
    "aftermath",
)
"""§8.2 §8.3 The procedures that follow an attack that is not avoided, in order."""


def begin_battle(
    w: World,
    kind: str,
    hex: Place,
    attackers: Sequence[str],
    defenders: Sequence[str],
    by: str,
    *,
    entries: Sequence[Place] = (),
    river: int = 0,
    ambush: int = 0,
    envelopment: int = 0,
    then: Sequence[str] = (),
) -> None:
    """§8.2 Put a battle on the agenda: an attack may be avoided first, an interception may not (§8.22).

    `then` is what comes after it; `entries` and `river` are how the attackers came into the hex. A failed
    interception (§6.55) counts against those who are attacked; ruling AW-R97.
    """
    attacker, defender = w.forces[attackers[0]].side, w.forces[defenders[0]].side
    failed = w.op.failed if w.op is not None else []
    marked = any(leader in failed for key in defenders for leader in w.forces[key].leaders)
    w.battle = Battle(
        kind,
        hex,
        attacker,
        defender,
        list(attackers),
        list(defenders),
        by,
        entries=[hex for hex in entries if hex],
        river=river,
        ambush=ambush,
        envelopment=envelopment,
        failed=int(marked),
        before={
            attacker: fighting(units_of(w, attackers)),
            defender: fighting(units_of(w, defenders)),
        },
    )
    first = ("avoid",) if kind == "attack" else ()
    push(w, *first, *STAGES, *then)
