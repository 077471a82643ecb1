"""§33.0 Single combat: before the CRT is chosen one side's leader may challenge one of the other's."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.belisarius.board import UNITS
from adjudicator.belisarius.world import Seat, Unit, World, enemy_of, is_leader
from adjudicator.core import N_, Menu, Occasion, OneOf, ask, one_of, tell, window, words

from . import r08_stratagems as r08
from .r13_stacks import eliminate
from .r17_odds import fought


async def single_combat(w: World) -> None:
    """§33.1 Let either side challenge if both have a leader, the attacker first; ruling BE-G10.

    There is one single combat at most in a combat. Who loses it is eliminated; equals both live.
    """
    b = fought(w)
    if w.options["single_combat"] == "off" or not leaders(w, b.attacker) or not leaders(w, b.defender):
        return
    challenge = await _challenge(w)
    if challenge is None:
        return
    seat, champion = challenge
    other = enemy_of(seat)
    tell("challenged", "33.1", seat=seat, unit=champion, place=fought(w).place)
    answer = await ask(other, _answer_menu(w, other, champion))
    if answer["pick"] == "decline":
        tell("declined", "33.1", seat=other, unit=champion)
        return
    await _fight(w, seat, champion, answer["answer"])


def leaders(w: World, seat: Seat) -> list[Unit]:
    """§33.1 The leaders that a side has in the combat."""
    b = fought(w)
    return [u for u in (b.attackers if seat == b.attacker else b.defenders) if is_leader(u)]


async def _challenge(w: World) -> tuple[Seat, Unit] | None:
    """§33.1 Return the challenger and the leader: the attacker is asked, the defender has a window
    afterwards.
    """
    b = fought(w)
    answer = await ask(b.attacker, _challenge_menu(w))
    if answer["pick"] == "challenge":
        return b.attacker, answer["answer"]
    occasion = Occasion("challenge", "33.1", by=b.attacker, subject=b.defender, at=b.place)
    champion = _champion(w, b.defender, N_("Who challenges {enemy}?"))
    return await window(occasion, {b.defender: champion})


def _challenge_menu(w: World) -> Menu:
    b = fought(w)
    return Menu(
        rule="33.1",
        prompt=words(
            N_("Both sides have a leader at {place}. Do you challenge to single combat?"), place=b.place
        ),
        items=lambda: {
            "challenge": _champion(w, b.attacker, N_("Who challenges {enemy}?")),
            "no_challenge": None,
        },
    )


def _answer_menu(w: World, seat: Seat, challenger: Unit) -> Menu:
    return Menu(
        rule="33.1",
        prompt=words(
            N_("{unit} challenges you to single combat at {place}. Do you accept?"),
            unit=challenger,
            place=fought(w).place,
        ),
        items=lambda: {
            "accept": _champion(w, seat, N_("Who fights {enemy}?")),
            "decline": None,
        },
    )


def _champion(w: World, seat: Seat, prompt: str) -> OneOf:
    of: Sequence[Unit] = leaders(w, seat)
    return OneOf(rule="33.1", prompt=words(prompt, enemy=enemy_of(seat)), options=one_of(*of), verb="with")


async def _fight(w: World, seat: Seat, champion: Unit, other: Unit) -> None:
    """§33.1 A die and the stars of each; the lower is eliminated."""
    place = fought(w).place
    dice = await r08.rolls(w, "33.1", "single_combat", [champion, other], seat)
    totals = {unit: dice[unit] + UNITS[unit].stars for unit in (champion, other)}
    fallen = [unit for unit in totals if totals[unit] < max(totals.values())]
    tell(
        "single_combat",
        "33.1",
        place=place,
        unit=champion,
        die=dice[champion],
        total=totals[champion],
        enemy=other,
        enemy_die=dice[other],
        enemy_total=totals[other],
        how="draw" if not fallen else "won",
    )
    await eliminate(w, fallen, "33.1")
