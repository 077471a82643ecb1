"""§10 §11.2 §20 The sums of taxes, recruits and supply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from adjudicator.belisarius.board import CHARTS
from adjudicator.belisarius.rules.r10_heavy_tax import modifier_of
from adjudicator.belisarius.rules.r10_income import incomes, province_taxed
from adjudicator.belisarius.rules.r10_treasury import REST, remaining
from adjudicator.belisarius.rules.r11_placement import COUNTERS
from adjudicator.belisarius.rules.r20_forage import forage, hungry, price
from adjudicator.belisarius.rules.r20_supply import affordable, most_paid
from adjudicator.belisarius.world import NEUTRAL, Seat, World, available, enemy_of, units_at
from adjudicator.core import N_, Odds, words

from .battles import FACES


def taxed(w: World, seat: Seat, answer: Any) -> Iterator[Odds]:
    """§10.1 §10.2 Tell what a tax yields, at the heavy rate for each die; at the end what is left untaxed."""
    yields = incomes(w, seat)
    match answer["pick"]:
        case "tax":
            source, rate = answer["answer"]["source"], answer["answer"]["rate"]
            sources = remaining(w, seat) if source == REST else [source]
            solidi = sum(yields[one] for one in sources)
            if rate == "normal":
                yield _solidi(N_("yields {n} {n:solidus|solidi}"), solidi, "10.1")
            else:
                yield from _heavy(w, seat, source, solidi)
            if source != REST and w.control[province_taxed(source)] == NEUTRAL:
                text = words(N_("{enemy} gains control of {source}"), enemy=enemy_of(seat), source=source)
                yield Odds("note", text, "4.41")
        case "done":
            if left := sum(yields[one] for one in remaining(w, seat)):
                yield _solidi(N_("{n} {n:solidus|solidi} of taxes are not raised"), left, "10.1")


def _solidi(template: str, n: int, rule: str) -> Odds:
    return Odds("sum", words(template, n=n), rule)


def _heavy(w: World, seat: Seat, source: str, solidi: int) -> Iterator[Odds]:
    modifier = modifier_of(w, seat, source)
    times = [CHARTS.taxed(die + modifier) for die in range(1, FACES + 1)]
    yield Odds("sum", words(N_("modifier of the die: {n}"), n=f"{modifier:+d}"), "10.2")
    for multiple, n in Counter(times).items():
        text = N_("{solidi} {solidi:solidus|solidi}: {n} of 6") if multiple else N_("defection: {n} of 6")
        yield Odds("chance", words(text, solidi=multiple * solidi, n=n), "10.2", n / FACES)
    mean = Fraction(sum(times) * solidi, FACES)
    shown = str(mean) if mean.denominator == 1 else f"{float(mean):.1f}"
    yield Odds(
        "sum", words(N_("{mean} solidi on average, {n} at the normal rate"), mean=shown, n=solidi), "10.2"
    )


def recruited(w: World, seat: Seat, answer: Any) -> Iterator[Odds]:
    """§10.31 §20.1 Tell what a recruit costs and leaves, and what its place would have to be paid."""
    match answer["pick"]:
        case "recruit":
            kind, place = answer["answer"]["kind"], answer["answer"]["place"]
            cost = COUNTERS[kind].recruit
            text = N_("costs {cost} {cost:solidus|solidi}; {left} left")
            yield Odds("cost", words(text, cost=cost, left=w.treasury[seat] - cost), "10.31")
            here, unit = units_at(w, place), available(w, kind)[0]
            if (more := price(w, place, [*here, unit]) - price(w, place, here)) > 0:
                text = N_("{place} forages for {n}; supply there would cost {more} more")
                yield Odds("cost", words(text, place=place, n=forage(w, place), more=more), "20.2")
        case "done":
            yield from unfed(w, seat)


def supplied(w: World, seat: Seat, answer: Any) -> Iterator[Odds]:
    """§20.2 Tell what supply costs and leaves in the treasury, and what is still to be settled."""
    match answer["pick"]:
        case "feed":
            place, gone = answer["answer"]["place"], answer["answer"]["gone"]
            cost = most_paid(w, place, gone)
            text = N_("costs {cost} {cost:solidus|solidi}; {left} left")
            yield Odds("cost", words(text, cost=cost, left=w.treasury[seat] - cost), "20.2")
        case "feed_all":
            places, cost = affordable(w, seat)
            text = N_("costs {cost} {cost:solidus|solidi}; {left} left")
            yield Odds("cost", words(text, cost=cost, left=w.treasury[seat] - cost), "20.2")
            if left := [place for place in hungry(w, seat) if place not in places]:
                yield Odds(
                    "note", words(N_("your treasury does not reach for: {places}"), places=left), "20.2"
                )


def unfed(w: World, seat: Seat) -> Iterator[Odds]:
    """§20.2 Tell what supply would cost as units stand, and whether the treasury has it."""
    costs = {place: price(w, place, units_at(w, place)) for place in hungry(w, seat)}
    if costs:
        text = N_("as they stand, supply costs {cost} {cost:solidus|solidi} of {treasury}: {places}")
        values = {"cost": sum(costs.values()), "treasury": w.treasury[seat], "places": list(costs)}
        yield Odds("cost", words(text, **values), "20.2")
