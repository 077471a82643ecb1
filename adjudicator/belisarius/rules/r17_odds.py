"""§17.7 The odds: printed strengths, what multiplies them, and the column of the CRT."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec import Struct

from adjudicator.belisarius.board import HEXES, NEIGHBOURS, TERRAIN, side
from adjudicator.belisarius.world import (
    CONSTANTINOPOLIS,
    Battle,
    Hex,
    Seat,
    Unit,
    World,
    city_at,
    is_walled,
    stars_of,
    strength_of,
)
from adjudicator.core import N_, Occasion, tell, window

from . import r08_stratagems as r08
from .r16_movement import is_ruined
from .r19_naval import has_water

MOST: Final = 4
"""§17.74(4) No army counts more than four times."""
ADVANTAGE: Final = "military_advantage"
RIVER: Final = 2
"""§17.74(2) The multiple by which a defender behind a river counts."""
TRACK: Final = 2
"""§17.74(2) The multiple by which a defender on a track counts."""


class Might(Struct, frozen=True):
    """§17.74 The might of one side: its printed strength, and by how much each thing adds to it.

    `leader` is 1 or 2 by the stars, `ground` 1 or 2 (Constantinopolis), `advantage` 1: each a further time
    the printed strength. `cover` is what the ground is: a kind of terrain, "track" or "river".
    """

    strength: int
    leader: int = 0
    ground: int = 0
    advantage: int = 0
    cover: str = ""

    @property
    def times(self) -> int:
        """§17.74(4) Return the multiple: one thing doubles, two treble, three quadruple, and nothing goes
        beyond.
        """
        return min(MOST, 1 + self.leader + self.ground + self.advantage)

    @property
    def reasons(self) -> list[str]:
        """§17.74(4) Name what multiplies it."""
        leader = "leader" if self.leader == 1 else "leader/two"
        more = {leader: self.leader, self.cover: self.ground, ADVANTAGE: self.advantage}
        return [what for what, n in more.items() if n]

    @property
    def total(self) -> int:
        """§17.71(3) The strength that is compared."""
        return self.strength * self.times


def fought(w: World) -> Battle:
    """The combat that is being fought."""
    assert w.battle is not None
    return w.battle


# -- §17.74 what multiplies --------------------------------------------------------------------


def terrain_at(w: World, hex: Hex) -> str:
    """§17.74(2) §17.58(3) The ground of a hex: a city or colony (§27.31) is one wherever it lies.

    A pillaged city is flat (pillage chart, effect 1).
    """
    if is_walled(w, hex):
        return "city"
    return "flat" if is_ruined(w, hex) else HEXES[hex].terrain


def shelter(w: World, origin: Hex, place: Hex, naval: bool = False) -> int:
    """§17.74(2) Return how many times more the ground lets a defender count (`cover`)."""
    return cover(w, origin, place, naval)[1]


def cover(w: World, origin: Hex, place: Hex, naval: bool = False) -> tuple[str, int]:
    """§17.74(2) Return the ground that shelters a defender most, and how many times more they count by it.

    City or colony (§27.31), rough ground, a track, marsh, or a river between the two; Constantinopolis
    twice. A track counts where it leads into the hex (option `track_defence`, ruling BE-G5). A river is none
    against an army that attacks by the water (`naval`): ruling BE-G16.
    """
    kind = CONSTANTINOPOLIS if city_at(w, place) == CONSTANTINOPOLIS else terrain_at(w, place)
    times = {kind: TERRAIN[kind].defence}
    if w.options["track_defence"] == "yes" and has_track(place):
        times["track"] = TRACK
    if side(origin, place).river and not (naval and has_water(origin, place)):
        times["river"] = RIVER
    best = max(times, key=times.__getitem__)
    return best, times[best] - 1


@cache
def has_track(hex: Hex) -> bool:
    """§17.74(2) Return true if a track leads into a hex."""
    return any(side(hex, near).way == "track" for near in NEIGHBOURS[hex])


def might(w: World, seat: Seat, units: Sequence[Unit], ground: int, cover: str = "") -> Might:
    """§17.71 §17.74(1) §21.22 Return a side's strength; of its leaders only the best counts, at sea too
    (§19.8).
    """
    return Might(strength_of(units), stars_of(units), ground, int(seat in fought(w).doubled), cover)


def mights(w: World) -> tuple[Might, Might]:
    """§17.71 Return the strength of the attacker and of the defender in this combat."""
    b = fought(w)
    naval = w.army is not None and w.army.naval
    ground, more = cover(w, b.origin, b.place, naval)
    return might(w, b.attacker, b.attackers, 0), might(w, b.defender, b.defenders, more, ground)


# -- §17.74(3) Military Advantage --------------------------------------------------------------


async def play_advantage(w: World, seat: Seat) -> None:
    """§17.74(3) §card/military_advantage Play it for a side; unless undone, its army counts once more."""
    if await r08.play(w, seat, ADVANTAGE, "17.74", at=fought(w).place):
        fought(w).doubled.append(seat)


async def answer_advantage(w: World) -> None:
    """§17.74(3) Let the defender play Military Advantage, after the attacker; one for each in a combat."""
    b = fought(w)
    if not r08.may_hold(w, b.defender):
        return
    occasion = Occasion(
        "advantage",
        "17.74",
        by=b.attacker,
        subject=b.table,
        at=b.place,
        value="doubled" if b.attacker in b.doubled else "",
    )
    prompt = N_("{enemy} attacks {place}. Do you play Military Advantage?")
    choice = r08.marker_of(w, b.defender, ADVANTAGE, "17.74", prompt, enemy=b.attacker, place=b.place)
    if await window(occasion, {b.defender: choice}) is not None:
        await play_advantage(w, b.defender)


# -- §17.71 the column -------------------------------------------------------------------------


def odds(w: World) -> str:
    """§17.11(5) §17.7 The column of this combat; what makes it is told."""
    b = fought(w)
    attack, defence = mights(w)
    b.odds = column(attack.total, defence.total)
    tell(
        "odds",
        "17.71",
        place=b.place,
        attacker=b.attacker,
        attack=attack.strength,
        attack_times=attack.times,
        attack_total=attack.total,
        defender=b.defender,
        defence=defence.strength,
        defence_times=defence.times,
        defence_total=defence.total,
        ground=defence.ground,
        odds=b.odds,
        attack_why=attack.reasons,
        defence_why=defence.reasons,
    )
    return b.odds


def column(attack: int, defence: int) -> str:
    """§17.71(4) §17.72 §17.73 The column of two strengths: fractions always go to the defender."""
    if attack < defence:
        return f"1/{min(3, -(-defence // attack))}"
    whole = min(4, attack // defence)
    return "1.5/1" if whole == 1 and 2 * attack >= 3 * defence else f"{whole}/1"
