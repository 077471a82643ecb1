"""§8.6 Leader casualties and replacement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.ancient_world.board import LEADERS
from adjudicator.ancient_world.world import (
    ROME,
    Place,
    Side,
    World,
    done,
    force_of,
    has_units,
    hex_of,
    leaders_on_map,
    place_of,
    push,
    seat_of,
    year_of,
)
from adjudicator.core import N_, Field, Form, Menu, OneOf, ask, d10, one_of, tell, words

from .r02_forces import add_units, leaders_of
from .r05_leaders import overall_commander
from .r08_battle import keys_of
from .r08_fallen import leave_play
from .r08_outcome import forced

NOBODY = "nobody"


async def casualties(w: World) -> None:
    """§8.61 Every leader of a side that has lost strength rolls; ruling AW-R64."""
    b = w.battle
    assert b is not None
    loser = loser_of(w)
    for side in (b.attacker, b.defender):
        if b.losses(side) or b.lost_elephants.get(side, 0):
            await risk(w, leaders_of(w, keys_of(b, side)), int(side == loser))
    done(w)


def loser_of(w: World) -> Side:
    """§8.61 Return the side that its losses alone make the loser, "" for neither."""
    b = w.battle
    assert b is not None
    return forced(w, b)


async def risk(w: World, leaders: Sequence[str], modifier: int, rule: str = "8.61") -> None:
    """§8.61 A die of mortality or more wounds; a second one, without modifier, kills.

    Neither the winner's nor the loser's second die is modified.
    """
    for leader in leaders:
        if not force_of(w, leader):
            continue
        mortality = LEADERS[leader].mortality
        die = await d10(rule, leader)
        if die + modifier < mortality:
            continue
        second = await d10(rule, f"{leader} 2")
        remove(w, leader, "dead" if second >= mortality else "wounded", rule)


def remove(w: World, leader: str, fate: str, rule: str) -> None:
    """§8.61 §8.62 Take a leader off the map, dead or wounded, and tell it."""
    key = force_of(w, leader)
    if not key:
        leave_play(w, leader, fate)
        return
    side, place = w.forces[key].side, w.forces[key].place
    leave_play(w, leader, fate)
    tell("fell", rule, side=side, leader=leader, place=place, how=fate)


# -- replacement ---------------------------------------------------------------------------------


def pool(w: World, side: Side) -> list[str]:
    """§8.64 List the possible replacements of a leader: those of the scenario who are not in play yet.

    Consuls and praetors only from their year on (ruling AW-V05); those marked as replacements only where
    there is nobody else.
    """
    year = year_of(w)
    present = leaders_on_map(w, side)
    free = [
        leader.id
        for leader in LEADERS.values()
        if leader.side == side
        and w.scenario in leader.scenarios
        and leader.id not in present
        and leader.id not in w.fate
        and not leader.leads
        and leader.office not in ("dictator", "master")
    ]
    now_ = [leader for leader in free if LEADERS[leader].year in (0, year)]
    named = [leader for leader in now_ if LEADERS[leader].office != "replacement"]
    return named or [leader for leader in now_ if LEADERS[leader].office == "replacement"]


def posts_for(w: World, side: Side, fallen: str) -> list[Place]:
    """§8.64 Return where a replacement may appear: where the fallen was, or with the overall commander."""
    found = []
    post = w.posts.get(fallen, "")
    if post and (has_units(w, post, side) or has_units(w, f"{hex_of(post)}i", side)):
        found.append(post if has_units(w, post, side) else f"{hex_of(post)}i")
    if (chief := overall_commander(w, side)) and place_of(w, chief) not in found:
        found.append(place_of(w, chief))
    return found


def choice_of(w: World, side: Side, fallen: str) -> Menu | None:
    """§8.64 Return the question who replaces a leader and where, None where nobody can.

    A replacement is never forced.
    """
    free, places = pool(w, side), posts_for(w, side, fallen)
    if not free or not places:
        return None
    who = OneOf(rule="8.64", prompt=words(N_("Which leader?")), options=one_of(*free))
    where = OneOf(rule="8.64", prompt=words(N_("Where?")), options=one_of(*places))
    form = Form(
        rule="8.64",
        prompt=words(N_("Which leader, and where?")),
        fields=(Field("leader", lambda done: who, ("at",)), Field("place", lambda done: where)),
    )
    return Menu(
        rule="8.64",
        prompt=words(N_("Which leader replaces {leader}?"), leader=fallen),
        items=lambda: {"name": form, "nobody": None},
    )


def place_replacement(w: World, side: Side, fallen: str, answer: Mapping[str, Any]) -> str:
    """§8.64 Put the replacement where the answer says; return the leader, "" for nobody."""
    if answer["pick"] == NOBODY:
        return ""
    w.notes[f"replaced/{fallen}"] = 1
    leader, place = str(answer["answer"]["leader"]), str(answer["answer"]["place"])
    add_units(w, side, place, {}, [leader])
    w.stand_ins[fallen] = leader
    if side == ROME:
        w.office[leader] = w.office.get(fallen) or LEADERS[leader].office or "praetor"
    tell("replaces", "8.64", side=side, leader=leader, fallen=fallen, place=place)
    return leader


def with_one_of(w: World, fallen: str, leader: str) -> list[str]:
    """§8.65 Return the cup with one marker of a replacement for all of the fallen that are left in it."""
    left = [marker for marker in w.lams if marker != fallen]
    return sorted([*left, leader]) if fallen in w.lams else left


async def replace(w: World) -> None:
    """§8.63 A §8.65 Let a replacement act for a fallen leader whose marker is drawn.

    The markers of the fallen leave the cup, and if there were any, one of the replacement goes in; that they
    act at once on the marker drawn is ruling AW-R93. Where nobody comes they stay in, for another occasion.
    """
    op = w.op
    assert op is not None
    fallen = op.leader
    side = LEADERS[fallen].side
    choice = choice_of(w, side, fallen) if not w.notes.get(f"replaced/{fallen}") else None
    answer = await ask(seat_of(w, side), choice) if choice is not None else {"pick": NOBODY}
    leader = place_replacement(w, side, fallen, answer) if choice is not None else ""
    if leader:
        w.lams = with_one_of(w, fallen, leader)
    done(w)
    if leader:
        op.leader = leader
        push(w, "operate")
    else:
        w.op = None
