"""§card/procopius Procopius Writes Secret History: one marker of one's own for one of the enemy's."""

from __future__ import annotations

from adjudicator.belisarius.world import Seat, World, enemy_of, hand_of
from adjudicator.core import N_, Bar, OneOf, Sealed, To, ask, bar, draw, move, tell, words

from . import r08_stratagems as r08


async def publish_history(w: World, seat: Seat, target: None) -> None:
    """§card/procopius A marker of the enemy's at random for one of one's own that one chooses.

    Which one is asked once the marker takes effect: Treachery may have cost either side others by then.
    """
    if await r08.play(w, seat, "procopius", "card/procopius", to=f"{seat}_stake"):
        await _exchange(w, seat, enemy_of(seat))
    await r08.put_back(w, seat, "procopius")


async def _exchange(w: World, seat: Seat, enemy: Seat) -> None:
    """§card/procopius The enemy learns which marker they get, the public does not; nothing where a hand is
    empty.
    """
    if not (r08.may_hold(w, seat) and r08.may_hold(w, enemy)):
        tell("not_exchanged", "card/procopius", seat=seat, enemy=enemy)
        return
    given = await ask(seat, _gift(w, seat))
    hand, both = f"{seat}_hand", (seat, enemy)
    got = await draw("card/procopius", f"{enemy}_hand", [To(hand, 1, both)])
    await move("card/procopius", hand, f"{enemy}_hand", [given], shown=False, seats=both)
    known = r08.known(both, got[hand]) | {"given": Sealed(both, given)}
    tell("exchanged", "card/procopius", seat=seat, enemy=enemy, sealed=known)
    await r08.give_up_alien(w, seat)
    await r08.give_up_alien(w, enemy)


def _gift(w: World, seat: Seat) -> OneOf:
    held = sorted(set(hand_of(w, seat)))
    return OneOf(
        rule="card/procopius",
        prompt=words(N_("Which marker do you give?")),
        options=lambda: dict.fromkeys(held),
        conceal=lambda given: {},
    )


def no_exchange(w: World, seat: Seat) -> Bar | None:
    """§card/procopius Return why one cannot try to exchange: by what is public of both hands."""
    if not r08.may_hold(w, enemy_of(seat)):
        return bar("card/procopius", N_("{enemy} holds no markers"), enemy=enemy_of(seat))
    if len(hand_of(w, seat)) == 1:
        return bar("card/procopius", N_("you have no other marker to give"))
    return None
