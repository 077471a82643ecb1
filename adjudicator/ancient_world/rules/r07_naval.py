"""§7.1 Naval superiority: re-allotment and construction where the scenario has them (F/2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.ancient_world.world import (
    Side,
    World,
    done,
    enemy_of,
    scenario_of,
    seat_of,
    sides_of,
    year_of,
)
from adjudicator.core import N_, Field, Form, Illegal, Menu, Split, Subset, ask, d10, tell, words

MOST = 4


async def naval(w: World) -> None:
    """§7.15 §7.16 F/2 Roll for who sets first; then let each side shift and build.

    Only where the scenario has it (§7.14). At most one level leaves a zone in a turn; what may be added to
    one is an option, `allotment`: ruling AW-V07.
    """
    if not scenario_of(w).reallotment:
        done(w)
        return
    at = w.notes.get("naval_turn", 0)
    if at == 0:
        die = await d10("7.15", "")
        w.notes["naval_first"] = die % 2
        w.notes["naval_turn"] = 1
        tell("sets_first", "7.15", side=sides_of(w)[die % 2], die=die)
        return
    if at > len(sides_of(w)):
        w.notes.pop("naval_turn")
        w.notes.pop("naval_first")
        done(w)
        return
    side = sides_of(w)[(w.notes["naval_first"] + at - 1) % 2]
    built = scenario_of(w).construction.get(str(year_of(w)), {}).get(side, 0)
    answer = await ask(seat_of(w, side), _choice(w, side, built))
    w.notes["naval_turn"] = at + 1
    if answer["pick"] == "shift":
        _apply(w, side, answer["answer"])


def _choice(w: World, side: Side, built: int) -> Menu:
    """§7.15 Return the question: levels taken from zones and those just built are assigned to other zones."""
    zones = sorted(w.naval)
    most = 1 if w.options.get("allotment", "one") == "one" else 2

    def where(taken: list[str]) -> Split:
        total = len(taken) + built
        room = {zone: min(most, MOST - w.naval[zone][side]) for zone in zones if zone not in taken}
        return Split(
            rule="7.15",
            prompt=words(N_("To which zones do you assign {n} {n:level|levels}?"), n=total),
            things=lambda: {zone: n for zone, n in room.items() if n > 0},
            least=total,
            most=total,
        )

    def judge(answer: dict[str, Any]) -> None:
        if not answer["zones"] and not answer["levels"]:
            raise Illegal("7.15", N_("you have moved no level and built none"))

    off = Subset(
        rule="7.15",
        prompt=words(N_("From which zones do you take a level?")),
        options=lambda: dict.fromkeys(zone for zone in zones if w.naval[zone][side] > -MOST),
    )
    form = Form(
        rule="7.15",
        prompt=words(N_("Which levels of superiority do you shift?")),
        fields=(Field("zones", lambda d: off, ("to",)), Field("levels", lambda d: where(d["zones"]))),
        judge=judge,
    )
    return Menu(
        rule="7.15",
        prompt=words(
            N_("Do you move your ships to other zones? You have built {n} {n:level|levels}."), n=built
        ),
        items=lambda: {"hold": None, "shift": form},
    )


def _apply(w: World, side: Side, answer: Mapping[str, Any]) -> None:
    changes: dict[str, int] = dict.fromkeys(answer["zones"], -1)
    changes |= answer["levels"]
    enemy = enemy_of(w, side)
    for zone, n in sorted(changes.items()):
        w.naval[zone][side] = max(-MOST, min(MOST, w.naval[zone][side] + n))
        w.naval[zone][enemy] = max(-MOST, min(MOST, w.naval[zone][enemy] - n))
        tell("superiority", "7.15", zone=zone, side=side, level=w.naval[zone][side])
