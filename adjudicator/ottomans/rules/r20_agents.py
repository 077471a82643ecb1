"""§20 AGENT operations: target and purpose are open, the numbers sealed and shown together."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from adjudicator.core import (
    N_,
    Amount,
    Bar,
    Choice,
    Menu,
    OneOf,
    Sealed,
    To,
    Verdicts,
    ask,
    ask_all,
    bar,
    draw,
    look,
    move,
    one_of,
    tell,
    words,
)
from adjudicator.ottomans.board import AGENTS, HIRED, NATIONS
from adjudicator.ottomans.world import (
    NOBODY,
    Chit,
    Seat,
    World,
    hand,
    is_core,
    is_leader,
    others,
    owner,
    units_of,
)

from .r06_control import gain, lose
from .r15_leaders import lose_leader, remove_leader, survives
from .r19_chits import draw_chits, lose_chits
from .r19_dice import roll

AGENT = "agent"
PURPOSES = ("assassinate", "spy", "coup", "treachery")
"""§20.0 The aims of an operation against a player; diplomacy (§20.3) has no target player."""


def agent_bar(w: World, seat: Seat) -> Bar | None:
    """§20.1 Bar a player without an AGENT from beginning an operation."""
    return None if AGENT in hand(w, seat) else bar("20.1", N_("you hold no {chit}"), chit=AGENT)


def operation_of(w: World, seat: Seat) -> Menu:
    """§20.1 The purpose of an operation, and its target: "assassinate orthodox", "diplomacy Serbia"."""

    def items() -> Mapping[str, Choice[Any] | Bar | None]:
        found: dict[str, Choice[Any] | Bar | None] = {
            purpose: _target_of(w, seat, purpose) for purpose in PURPOSES
        }
        free = courted(w)
        found["diplomacy"] = (
            OneOf(
                rule="20.3",
                prompt=words(N_("Of which nation or mercenary do you try to take control?")),
                options=lambda: free,
            )
            if free
            else bar("20.3", N_("every nation is controlled by a player"))
        )
        return found

    return Menu(
        rule="20.1", prompt=words(N_("Which operation do your AGENTs carry out?")), items=cache(items)
    )


def _target_of(w: World, seat: Seat, purpose: str) -> OneOf:
    return OneOf(
        rule="20.1",
        prompt=words(N_("Against which player?")),
        options=cache(lambda: {s: _target_bar(w, seat, purpose, s) for s in w.seats}),
    )


def _target_bar(w: World, seat: Seat, purpose: str, target: Seat) -> Bar | None:
    """§20.2 Return why a seat cannot be the target: oneself only of an assassination, others only if there
    is something to aim at.
    """
    if target == seat and purpose != "assassinate":
        return bar("20.2", N_("the only operation against yourself is assassination"))
    if purpose == "assassinate" and not victims(w, target):
        return bar("20.0", N_("the {seat} player has no leader on the map"), seat=target)
    if purpose == "treachery" and not turncoats(w, target):
        return bar("20.0", N_("the {seat} player controls nothing but a core nation"), seat=target)
    if purpose in ("spy", "coup") and not hand(w, target):
        return bar("20.0", N_("the {seat} player holds no unused chits"), seat=target)
    return None


def victims(w: World, seat: Seat) -> list[str]:
    """§20.0 The leaders on the map whom a player controls."""
    return [u for u in units_of(w, seat) if is_leader(u)]


def turncoats(w: World, seat: Seat) -> list[Chit]:
    """§20.0 Treachery: the face-up chits of a player, without the core nation's."""
    return sorted(chit for chit, of in w.control.items() if of == seat and not is_core(w, chit))


def courted(w: World) -> Verdicts:
    """§20.3 Nations without a controller, their chits in play; mercenaries on the map; ruling OT-G1."""
    away = {*w.cups["out"], *w.cups["later"]}
    nations = [n for n in NATIONS if n not in w.control and n not in away]
    hired = [u for u in HIRED if u in w.at and owner(w, u) == NOBODY]
    return dict.fromkeys([*nations, *hired])


# -- the operation ------------------------------------------------------------------------------


async def operate(w: World, seat: Seat, order: Mapping[str, Any]) -> None:
    """§20.1 One operation: numbers sealed by both and shown together, a die, the result; ruling OT-G2."""
    purpose, about = order["pick"], order["answer"]
    target = NOBODY if purpose == "diplomacy" or about == seat else about
    how = "diplomacy" if purpose == "diplomacy" else "inside" if about == seat else "against"
    staked = await _stakes(w, seat, target, purpose, about)
    for who, n in staked.items():
        if n:
            await move("20.1", f"{who}_hand", f"{who}_stake", [AGENT] * n)
    tell(
        "operation",
        "20.1",
        seat=seat,
        purpose=purpose,
        target=about,
        how=how,
        agents=staked[seat],
        defence=staked.get(target, 0),
    )
    die = await roll(w, "20.1", f"agents {purpose}", seat)
    total = staked[seat] - staked.get(target, 0) + die
    result = "success" if total >= AGENTS.success else "nothing" if total >= AGENTS.nothing else "retaliation"
    nobody = result == "retaliation" and how == "diplomacy"
    tell(
        "operation_result",
        "20.1",
        seat=seat,
        die=die,
        total=total,
        how="retaliation/nobody" if nobody else result,
    )
    if result == "success":
        await SUCCESS[purpose](w, seat, about)
    elif result == "retaliation":
        await retaliate(w, seat, target, about)
    for who in staked:
        if w.cups[f"{who}_stake"]:
            await move("20.1", f"{who}_stake", "pool", w.cups[f"{who}_stake"])


async def _stakes(w: World, seat: Seat, target: Seat, purpose: str, about: str) -> dict[Seat, int]:
    """§20.1 §20.0(6) Ask for the AGENTs that each player commits, the target any number or none.

    §20.2 §20.3 Nobody opposes diplomacy, nor what one does to one's own.
    """
    use = N_("How many AGENTs do you use ({purpose}: {about})?")
    questions = {seat: _number(w, seat, 1, use, purpose=purpose, about=about)}
    if target and hand(w, target):
        prompt = N_("AGENTs of the {seat} act against you ({purpose}). With how many AGENTs do you defend?")
        questions[target] = _number(w, target, 0, prompt, seat=seat, purpose=purpose)
    return await ask_all(questions)


def _number(w: World, seat: Seat, least: int, prompt: str, /, **values: Any) -> Amount:
    return Amount(
        rule="20.1", prompt=words(prompt, **values), least=least, most=hand(w, seat).count(AGENT), verb="with"
    )


async def retaliate(w: World, seat: Seat, target: Seat, about: str) -> None:
    """§20.0 Retaliation: the target draws as many chits as a die shows; §20.2 inside, all others draw one.

    Ruling OT-G3: in diplomacy nobody does.
    """
    if target:
        die = await roll(w, "20.0", f"retaliation {target}", target)
        tell("retaliation", "20.0", seat=target, die=die)
        await draw_chits(w, target, die, "20.0")
    elif about == seat:
        for other in others(w, seat):
            await draw_chits(w, other, 1, "20.2")


# -- success ------------------------------------------------------------------------------------


async def assassinate(w: World, seat: Seat, target: Seat) -> None:
    """§20.0(1) §15.8 Let the initiator name a leader of the target, who checks; ruling OT-G4.

    Who survives goes to their nation's nearest unit, or with the option stays.
    """
    choice = OneOf(
        rule="20.0",
        prompt=words(N_("Which leader of the {seat} do your AGENTs try to assassinate?"), seat=target),
        options=one_of(*victims(w, target)),
    )
    victim = await ask(seat, choice)
    if w.options["assassin_survivor"] == "to_nearest":
        await lose_leader(w, victim, "20.0")
    elif not await survives(w, victim, "20.0"):
        await remove_leader(w, victim)


async def spy(w: World, seat: Seat, target: Seat) -> None:
    """§20.0(2) Show the unused chits of the target to the initiator alone; ruling OT-G5."""
    seen = list(hand(w, target))
    await look("20.0", seat, f"{target}_hand", seen)
    tell(
        "spied", "20.0", seat=seat, target=target, n=len(seen), sealed={"chits": Sealed((seat, target), seen)}
    )


async def coup(w: World, seat: Seat, target: Seat) -> None:
    """§20.0(3) Send as many unused chits as a die shows to the pool, or hand one over; ruling OT-G6."""
    choice = OneOf(
        rule="20.0",
        prompt=words(
            N_("Do you roll a die for the number of chits the {seat} player loses, or take one of them?"),
            seat=target,
        ),
        options=one_of("scatter", "take"),
    )
    if await ask(seat, choice) == "scatter":
        die = await roll(w, "20.0", f"coup {target}", seat)
        await lose_chits(w, target, die, "20.0")
    elif hand(w, target):
        got = await draw("20.0", f"{target}_hand", [To(f"{seat}_hand", 1, (seat, target))])
        tell(
            "took_chit",
            "20.0",
            seat=seat,
            target=target,
            sealed={"chits": Sealed((seat, target), got[f"{seat}_hand"])},
        )


async def treachery(w: World, seat: Seat, target: Seat) -> None:
    """§20.0(4) A nation or mercenary of the target, but not its core, goes back to the pool; ruling OT-G6.

    A mercenary stays where it is, and obeys nobody (ruling OT-C2).
    """
    choice = OneOf(
        rule="20.0",
        prompt=words(N_("Of which nation or mercenary does the {seat} player lose control?"), seat=target),
        options=one_of(*turncoats(w, target)),
    )
    await lose(w, await ask(seat, choice), "20.0", stays=True)


async def diplomacy(w: World, seat: Seat, chit: Chit) -> None:
    """§20.0(5) §20.3 A chit that nobody plays comes to the initiator, out of the pool or their own hand.

    Ruling OT-G7: if another holds it unused that is said, not who.
    """
    if chit in w.cups["pool"]:
        await gain(w, seat, chit, "20.3", "pool")
    elif chit in hand(w, seat):
        await gain(w, seat, chit, "20.3", f"{seat}_hand")
    else:
        tell("chit_held", "20.3", chit=chit)


SUCCESS = {
    "assassinate": assassinate,
    "spy": spy,
    "coup": coup,
    "treachery": treachery,
    "diplomacy": diplomacy,
}
