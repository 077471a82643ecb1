"""§10.3 Expenses, but for units: markers, and the removal of pillage markers."""

from __future__ import annotations

from adjudicator.belisarius.board import CITIES_AT, COSTS
from adjudicator.belisarius.world import HAND, Hex, Seat, World, occupant
from adjudicator.core import N_, Amount, Bar, OneOf, Reader, Words, bar, judged, tell, words
from adjudicator.core.log.chain import JSON

from . import r08_stratagems as r08


def too_dear(cost: int, treasury: int, rule: str) -> Bar:
    """§10.3 Return why something cannot be paid: its cost and what the treasury holds, in solidi."""
    return bar(
        rule,
        N_("that costs {cost} {cost:solidus|solidi}; your treasury holds {treasury}"),
        cost=cost,
        treasury=treasury,
    )


class Purchase(Amount, frozen=True, kw_only=True):
    """§10.32 §8.3 A purchase of markers, at `cost` each, out of a treasury that holds `treasury`."""

    cost: int
    treasury: int

    def accept(self, value: object) -> int:
        if type(value) is int and value >= self.least and value * self.cost > self.treasury:
            raise too_dear(value * self.cost, self.treasury, self.rule).refuse()
        if type(value) is int and value > HAND:
            why = N_(
                "you cannot buy {n} {n:marker|markers} at once: even after returning markers you can "
                "take {most} at most"
            )
            raise bar("8.3", why, n=value, most=HAND).refuse()
        return super().accept(value)

    def parse(self, text: str, reader: Reader) -> JSON:
        """A number, with or without what is counted: "2 markers"."""
        number, _, _ = text.strip().partition(" ")
        return super().parse(number, reader)


def purchase(w: World, seat: Seat) -> Purchase | Bar:
    """§10.32 §8.2(3) Markers out of the pool at the price of the finance chart, or why none can be had."""
    cost, treasury, pool = COSTS.marker, w.treasury[seat], len(w.cups["pool"])
    if pool == 0:
        return bar("8.1", N_("the pool is empty"))
    if treasury < cost:
        return too_dear(cost, treasury, "10.32")
    return Purchase(
        rule="10.32",
        prompt=words(N_("How many markers do you buy, at {cost} {cost:solidus|solidi} each?"), cost=cost),
        least=1,
        most=min(pool, treasury // cost, HAND),
        cost=cost,
        treasury=treasury,
    )


async def buy_markers(w: World, seat: Seat, n: int) -> None:
    """§10.32 §8.2(3) Pay the price, then draw the markers (§8.3 limits what is kept)."""
    cost = n * COSTS.marker
    w.treasury[seat] -= cost
    tell("bought", "10.32", seat=seat, n=n, solidi=cost)
    await r08.draw_markers(w, seat, n, "10.32")


def removal(w: World, seat: Seat) -> OneOf | Bar:
    """§10.36 §26.4 The pillaged hexes, with why a seat may not clear them; barred where it can clear none."""
    if not w.pillaged:
        return bar("10.36", N_("no hex is pillaged"))
    mine = [hex for hex in w.pillaged if occupant(w, hex) == seat]
    if not mine:
        why = N_("{seat} has no unit in a pillaged hex ({places})")
        return bar("10.36", why, seat=seat, places=list(w.pillaged))
    if (cost := min(map(clearing_cost, mine))) > w.treasury[seat]:
        return too_dear(cost, w.treasury[seat], "10.36")
    return OneOf(
        rule="10.36",
        prompt=words(N_("Which pillage marker do you remove?")),
        options=lambda: judged(sorted(w.pillaged), lambda hex: may_clear(w, seat, hex)),
        note=_price,
    )


def _price(hex: Hex) -> Words:
    """§10.36 Say what removing a pillage marker costs."""
    return words(N_("costs {n} {n:solidus|solidi}"), n=clearing_cost(hex))


def may_clear(w: World, seat: Seat, hex: Hex) -> Bar | None:
    """§10.36 Return why a seat may not remove a pillage marker: it has no unit there, or cannot pay."""
    if occupant(w, hex) != seat:
        return bar("10.36", N_("{seat} has no unit at {place}"), seat=seat, place=hex)
    if (cost := clearing_cost(hex)) > w.treasury[seat]:
        return too_dear(cost, w.treasury[seat], "10.36")
    return None


def clearing_cost(hex: Hex) -> int:
    """Finance chart: what it costs to remove a pillage marker from a printed city, and from other hexes."""
    return COSTS.pillaged_city if hex in CITIES_AT else COSTS.pillaged_other


def remove_pillage(w: World, seat: Seat, hex: Hex) -> None:
    """§10.36 §26.5 Remove a pillage marker: city, port and forage are as printed again; a destroyed colony
    stays lost.
    """
    cost = clearing_cost(hex)
    w.treasury[seat] -= cost
    w.pillaged.remove(hex)
    tell("pillage_removed", "10.36", seat=seat, place=hex, solidi=cost)
