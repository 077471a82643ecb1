"""§19 Stratagem chits: drawing and losing them, and how many one may hold."""

from __future__ import annotations

from adjudicator.core import N_, Sealed, Split, To, ask, draw, move, tell, words
from adjudicator.ottomans.board import DORIA, FIGURES, LEADERS
from adjudicator.ottomans.world import Chit, Seat, World, hand

from .r15_leaders import arrive

# -- §19.1 drawing -----------------------------------------------------------------------------


async def draw_chits(w: World, seat: Seat, n: int, rule: str, *, beyond: bool = False) -> list[Chit]:
    """§19.11 Draw chits at random, at most up to 15 in hand (§19.4); give those that stay there.

    Leaders among them come into play at once and are no chits (§13.7): they leave room for others.
    Ruling OT-S1, ruling OT-S2; ruling OT-S3: `beyond` is for the opening of scenario 2.
    """
    most = n + len(hand(w, seat)) if beyond else FIGURES.hand
    over = n + len(hand(w, seat)) - most
    if over > 0 and hand(w, seat) and w.options["overflow"] == "discard":
        await _discard(w, seat, min(over, len(hand(w, seat))))
    stay: list[Chit] = []
    drawn = 0
    while count := max(0, min(n - drawn, most - len(hand(w, seat)), len(w.cups["pool"]))):
        dealt = (await draw(rule, "pool", [To(f"{seat}_hand", count, (seat,))]))[f"{seat}_hand"]
        tell("drew", rule, seat=seat, n=count, sealed={"chits": Sealed((seat,), sorted(dealt))})
        for leader in sorted(id for id in dealt if is_leader_chit(id)):
            await arrive(w, seat, leader)
        stay += [id for id in dealt if not is_leader_chit(id)]
        drawn += count
    if not drawn:
        tell("drew_none", rule, seat=seat)
    if w.phase == "stratagem" and seat == w.acting:  # Medicis/Vizier exchanges one of them (§27.2)
        w.drawn = sorted([*w.drawn, *stay])
    return sorted(stay)


def is_leader_chit(chit: Chit) -> bool:
    """§13.7 Return true if a leader's counter was drawn; Andrea Doria has a separate chit (§17.4)."""
    return chit in LEADERS and chit != DORIA


async def _discard(w: World, seat: Seat, most: int) -> None:
    """§19.4 Option `overflow`: chits may be put back before new ones are drawn; ruling OT-S1."""
    held = {chit: hand(w, seat).count(chit) for chit in dict.fromkeys(hand(w, seat))}
    chosen = await ask(
        seat,
        Split(
            rule="19.4",
            prompt=words(N_("You may hold 15 unused chits. Which do you put back before you draw?")),
            things=lambda: held,
            least=0,
            most=most,
            conceal=lambda answer: {"n": sum(answer.values())},
        ),
    )
    back = sorted(chit for chit, n in chosen.items() for _ in range(n))
    if back:
        await move("19.4", f"{seat}_hand", "pool", back, shown=False, seats=[seat])
        tell("put_back", "19.4", seat=seat, n=len(back), sealed={"chits": Sealed((seat,), back)})


# -- §19.2 losing ------------------------------------------------------------------------------


async def lose_chits(w: World, seat: Seat, n: int, rule: str) -> None:
    """§19.2 §19.21 Return unused chits at random to the pool; nothing happens where there are none."""
    n = min(n, len(hand(w, seat)))
    if n == 0:
        return
    lost = (await draw(rule, f"{seat}_hand", [To("pool", n, (seat,))]))["pool"]
    tell("lost_chits", rule, seat=seat, n=n, sealed={"chits": Sealed((seat,), sorted(lost))})
