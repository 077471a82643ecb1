"""§10.1 The tax phase: province by province, none of them by itself (§4.41(3))."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from adjudicator.belisarius.board import AREAS, PROVINCES
from adjudicator.belisarius.counted import listed
from adjudicator.belisarius.world import NEUTRAL, Seat, World
from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Completion,
    Field,
    Form,
    Menu,
    OneOf,
    Reader,
    Verdicts,
    any_open,
    ask,
    bar,
    one_of,
    open_of,
    tell,
    words,
)
from adjudicator.core.language.words import Words, fold
from adjudicator.core.log.chain import JSON

from . import r04_control as r04
from . import r08_markers, r10_heavy_tax
from . import r08_stratagems as r08
from . import r10_expenses as expenses
from .r10_income import collect, incomes, province_taxed, sources
from .r11_placement import war_in

REST = "rest"
"""All that is left to tax without breaking anybody's neutrality."""


def begin(w: World) -> None:
    """§3.1[3] Begin the tax phase."""
    w.taxed = []


async def tax(w: World) -> bool:
    """§3.1[3] §10.11 One order of the tax phase; it is over where nothing can be taxed, played or paid."""
    seat = w.phasing
    if _is_idle(w, seat):
        return True
    answer = await ask(seat, tax_menu(w, seat))
    match answer["pick"]:
        case "tax":
            await _tax(w, seat, answer["answer"]["source"], answer["answer"]["rate"])
        case "untax":
            w.taxed.append(answer["answer"])
            tell("untaxed", "10.1", seat=seat, source=answer["answer"])
        case "buy":
            await expenses.buy_markers(w, seat, answer["answer"])
        case "remove_pillage":
            w.taxed = sorted({*PROVINCES, *AREAS})  # §26.4 it comes after all that is collected
            expenses.remove_pillage(w, seat, answer["answer"])
        case "play":
            await r08_markers.play_marker(w, seat, "tax", answer["answer"])
        case "done":
            return True
    return False


def _is_idle(w: World, seat: Seat) -> bool:
    """Return true if public facts leave a seat nothing to do in the phase."""
    spending = "tax" in (w.options["marker_purchase"], w.options["pillage_removal"])
    return not spending and not r08.may_hold(w, seat) and not open_of(taxable(w, seat))


def tax_menu(w: World, seat: Seat) -> Menu:
    """§10.1 §10.2 Taxes, and what else may be done in the phase."""
    sources = taxable(w, seat)  # while a question is asked nothing changes: what is open is worked out once
    return Menu(
        rule="10.1",
        prompt=words(
            N_("Tax your provinces, normally or heavily, or end the phase. Still open: {sources}."),
            sources=listed(open_of(sources)),
        ),
        items=cache(lambda: _items(w, seat, sources)),
        ends={"done": ("tax", "buy", "remove_pillage", *r08_markers.of_phase("tax"))},
        revocable=("untax",) if len(open_of(sources)) > 1 else (),
    )


def _items(w: World, seat: Seat, sources: Verdicts) -> dict[str, Choice[Any] | Bar | None]:
    """§10.32 §10.36 List the orders; markers are bought and pillage removed as options say: ruling BE-L1,
    ruling BE-L2.
    """
    items: dict[str, Choice[Any] | Bar | None] = {"tax": _taxing(w, sources), "untax": _passing(sources)}
    if w.options["marker_purchase"] == "tax":
        items["buy"] = expenses.purchase(w, seat)
    if w.options["pillage_removal"] == "tax":
        items["remove_pillage"] = expenses.removal(w, seat)
    return items | {"play": r08_markers.playable(w, seat, "tax"), "done": None}


# -- what can be taxed -------------------------------------------------------------------------


def taxable(w: World, seat: Seat) -> Verdicts:
    """§10.11 to §10.13 Every province and area, with why a seat gets nothing from it.

    A neutral province may be taxed, but that breaks its neutrality (§4.41(3)).
    """
    yields = incomes(w, seat)
    return {source: _closed(w, seat, source, yields[source]) for source in sources()}


def _closed(w: World, seat: Seat, source: str, yields: int) -> Bar | None:
    """§10.11 §10.12 Return the first reason why a source cannot be taxed now, None if it can."""
    province = province_taxed(source)
    if source in w.taxed:
        return bar("10.11", N_("{source} has already been taxed or passed over this phase"), source=source)
    if (stop := war_in(w, province)) is not None:
        return stop
    if source in AREAS and w.control[province] != seat:
        return bar("10.11", N_("you do not control {province}"), province=province)
    if source in AREAS and not AREAS[source].income:
        return bar("10.11", N_("{source} yields nothing"), source=source)
    if not yields:
        return bar(
            "10.12", N_("{seat} occupies no hex in {source} that yields tax"), seat=seat, source=source
        )
    return None


# -- §10.1 the orders --------------------------------------------------------------------------


class Taxing(Form, frozen=True, kw_only=True):
    """§10.22 The taxing of sources: "Thracia", "Thracia heavy", "rest"; the rate comes after the name, and is
    the normal one without it.
    """

    def parse(self, text: str, reader: Reader) -> JSON:
        source, rate = _cut_rate(text, reader)
        return {"source": self.fields[0].choice({}).parse(source, reader), "rate": rate}

    def write(self, answer: dict[str, Any], reader: Reader) -> str:
        source = reader.label(answer["source"])
        return source if answer["rate"] == "normal" else f"{source} {reader.label(answer['rate'])}"

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        source, rate = _cut_rate(text, reader)
        for line in self.fields[0].choice({}).complete(source, reader):
            if rate == "normal":
                yield line
            if line.bar is None and fold(line.text) not in reader.lexicon.names(REST):
                yield Completion(f"{line.text} {reader.label('heavy')}")


def _cut_rate(text: str, reader: Reader) -> tuple[str, str]:
    """A source as it is written, and the rate."""
    names = reader.lexicon.names("heavy")
    pieces = text.split()
    kept = [word for word in pieces if fold(word) not in names]
    return " ".join(kept), "normal" if len(kept) == len(pieces) else "heavy"


def _taxing(w: World, sources: Verdicts) -> Taxing | Bar:
    """Return the form of a source and a rate, which depends on it; a bar where nothing is left to tax."""
    if not any_open(sources):
        return bar("10.11", N_("there is nothing left to tax"))
    source = OneOf(
        rule="10.11",
        prompt=words(N_("Which province or off-map area?")),
        options=cache(lambda: _with_rest(w, sources)),
        note=lambda source: _all_left(w, sources) if source == REST else None,
    )
    return Taxing(
        rule="10.11",
        prompt=words(N_("Which province or off-map area do you tax, and at which rate?")),
        fields=(
            Field("source", lambda done: source),
            Field("rate", lambda done: _rate_choice(done["source"])),
        ),
    )


def _with_rest(w: World, sources: Verdicts) -> Verdicts:
    """§10.11 Provinces and areas, and the rest of them at once."""
    breach = bar("4.41", N_("you cannot tax anything else without breaching neutrality"))
    return {**sources, REST: None if _peaceful(w, sources) else breach}


def _all_left(w: World, sources: Verdicts) -> Words:
    return words(N_("all that is left: {sources}"), sources=_peaceful(w, sources))


def remaining(w: World, seat: Seat) -> list[str]:
    """§4.41(3) List what is left to be taxed and not neutral: taxing neutrals is never automatic."""
    return _peaceful(w, taxable(w, seat))


def _peaceful(w: World, sources: Verdicts) -> list[str]:
    return [s for s in open_of(sources) if w.control[province_taxed(s)] != NEUTRAL]


def _rate_choice(source: str) -> OneOf:
    one_by_one = bar("10.22", N_("declare heavy taxes one province at a time"))
    return OneOf(
        rule="10.2",
        prompt=words(N_("Normal or heavy taxes?")),
        options=(lambda: {"normal": None, "heavy": one_by_one})
        if source == REST
        else one_of("normal", "heavy"),
    )


def _passing(sources: Verdicts) -> OneOf | Bar:
    if not any_open(sources):
        return bar("10.1", N_("there is nothing left to tax"))
    return OneOf(
        rule="10.1",
        prompt=words(N_("Which province or off-map area do you leave untaxed?")),
        options=lambda: sources,
    )


async def _tax(w: World, seat: Seat, source: str, rate: str) -> None:
    """§10.1 §10.2 §4.41(3) Raise taxes; a neutral province goes to the enemy first (ruling BE-D1)."""
    if source == REST:
        collect(w, seat, remaining(w, seat), 1)
        return
    await r04.violate(w, province_taxed(source), seat, "4.41")
    if rate == "heavy":
        await r10_heavy_tax.tax_heavily(w, seat, source)
    else:
        collect(w, seat, [source], 1)
