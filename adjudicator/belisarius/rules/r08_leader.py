"""§card/leader The Leader marker: bring one's own leader, or try to remove an enemy leader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.belisarius.world import (
    BARBARIAN,
    EMPIRE,
    JUSTINIAN,
    Seat,
    Unit,
    World,
    enemy_of,
    is_leader,
    owner_of,
)
from adjudicator.core import N_, Bar, Choice, Menu, OneOf, Verdicts, bar, judged, tell, words

from . import r08_stratagems as r08
from . import r13_stacks as r13
from . import r21_leaders as r21

LUCK = 3
"""Up to what die Justinian comes back, and an enemy leader goes."""


def leader_menu(w: World, seat: Seat) -> Menu:
    """§card/leader (1) "call Belisarius at 3536", for the Empire "recall" Justinian; (2) "on Khusro".

    Ruling BE-C22.
    """
    items: Mapping[str, Choice[Any] | Bar | None] = {
        "call": r21.leader_form(w, seat, "card/leader"),
        "against": _victim_choice(w, seat),
    }
    if seat == EMPIRE:
        items = {**items, "recall": _no_recall(w)}
    return Menu(
        rule="card/leader", prompt=words(N_("How do you use the Leader marker?")), items=lambda: items
    )


def _no_recall(w: World) -> Bar | None:
    """§21.4(5) Return why Justinian cannot be recalled, None if they can: only after being eliminated."""
    if JUSTINIAN not in w.dead:
        return bar("21.4", N_("{unit} has not been eliminated"), unit=JUSTINIAN)
    return r21.may_come(w, JUSTINIAN)


def _victim_choice(w: World, seat: Seat) -> OneOf | Bar:
    enemies = [u for u in sorted(w.at) if is_leader(u) and owner_of(w, u) == enemy_of(seat)]
    if not enemies:
        return bar("card/leader", N_("the enemy has no leader in play"))
    verdicts: Verdicts = judged(enemies, lambda unit: _may_strike(seat, unit))
    return OneOf(rule="card/leader", prompt=words(N_("Which enemy leader?")), options=lambda: verdicts)


def _may_strike(seat: Seat, unit: Unit) -> Bar | None:
    if seat == BARBARIAN and unit == JUSTINIAN:
        why = N_("{marker} cannot be played against {unit}")
        return bar("card/leader", why, marker="leader", unit=JUSTINIAN)
    return None


async def play_leader(w: World, seat: Seat, answer: Mapping[str, Any]) -> None:
    """§card/leader The marker in either of its uses."""
    match answer["pick"]:
        case "call":
            called, place = answer["answer"]["leader"], answer["answer"]["place"]
            if await r08.play(w, seat, "leader", "card/leader", subject=called, at=place, calls=True):
                r21.put_leader(w, called, place, "card/leader")
        case "recall":
            await _recall(w, seat)
        case "against":
            await _strike(w, seat, answer["answer"])


async def _recall(w: World, seat: Seat) -> None:
    """§card/leader (1) On 1 to 3 the dead emperor is back, where the owner chooses."""
    if not await r08.play(w, seat, "leader", "card/leader", subject=JUSTINIAN, calls=True):
        return
    die = await r08.roll(w, "card/leader", f"recall {JUSTINIAN}", seat)
    if die <= LUCK:
        tell("recalled", "card/leader", seat=seat, units=[JUSTINIAN], n=die)
        await r21.return_justinian(w, seat, "card/leader")
    else:
        tell("not_recalled", "card/leader", seat=seat, units=[JUSTINIAN], n=die)


async def _strike(w: World, seat: Seat, victim: Unit) -> None:
    """§card/leader (2) On 1 to 3 an enemy leader leaves play; the leader may be off the map (ruling
    BE-C16).
    """
    if not await r08.play(w, seat, "leader", "card/leader", subject=victim):
        return
    die = await r08.roll(w, "card/leader", f"leader {victim}", seat)
    if die <= LUCK:
        tell("leader_gone", "card/leader", seat=seat, units=[victim], n=die)
        await r13.eliminate(w, [victim], "card/leader")
    else:
        tell("leader_stays", "card/leader", seat=seat, units=[victim], n=die)
