"""§24 Negotiation (optional): offers in writing, what changes hands at once, and breaches.

What can be done is done when an offer is accepted: solidi and markers change hands (§24.1(2)), provinces
are released (1), the game ends (5). Promises are written in words (3, 4, 6); whether a promise was broken
is for the referee to judge (ruling BE-C10).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.belisarius.board import MARKERS
from adjudicator.belisarius.world import HAND, NEUTRAL, SEATS, Agreement, Seat, World, enemy_of, hand_of
from adjudicator.core import (
    N_,
    Bar,
    Field,
    Form,
    Illegal,
    OneOf,
    Reader,
    Sealed,
    Split,
    Subset,
    Text,
    Verdicts,
    ask,
    bar,
    judged,
    move,
    tell,
    words,
)
from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import fold
from adjudicator.core.log.chain import JSON

from . import r04_control as r04
from . import r08_stratagems as r08
from . import r23_victory as r23

SOLIDI = "solidi"
MOST = 999
"""The most solidi that an offer may ask for."""
OPEN = 9
"""The most offers of a seat that may be open at once."""
PENALTY = 2
"""§24.2 The number of dice of markers that a breach gives to the other."""
OFFERED, AGREED, KEPT, BROKEN = "offered", "agreed", "kept", "broken"


# -- §24.0 offers ------------------------------------------------------------------------------


def may_negotiate(w: World) -> Bar | None:
    """§24.0 Return the reason why nobody negotiates now: not before all units are placed; ruling BE-C21."""
    return (
        bar("24.0", N_("you can negotiate once all units have been placed")) if w.phase == "set_up" else None
    )


def _may_write(w: World, seat: Seat) -> Bar | None:
    """Limit the open offers of a seat, so that nobody is flooded with them."""
    n = sum(a.by == seat and a.state == OFFERED for a in w.agreements)
    if n >= OPEN:
        return bar("24.0", N_("you have {n} open {n:offer|offers}; retract one first"), n=n)
    return may_negotiate(w)


class Offer(Form, frozen=True, kw_only=True):
    """§24.1 "solidi x5 for Market releasing Lazica saying no attack on Oriens this turn".

    Any part may be left out with its word. A promise goes to the end of the line.
    """

    def parse(self, text: str, reader: Reader) -> JSON:
        text, terms = _parted(text, "saying", reader)
        text, release = _parted(text, "releasing", reader)
        give, want = _parted(text, "in_return", reader)
        done: dict[str, Any] = {}
        for part, field in zip((give, want, release, terms), self.fields, strict=True):
            choice = field.choice(done)
            done[field.name] = choice.accept(choice.parse(part, reader))
        return done


def _parted(text: str, joint: str, reader: Reader) -> tuple[str, str]:
    """Return the texts before and after a joint; nothing after it where it is left out."""
    said = text.split()
    at = next((i for i, word in enumerate(said) if fold(word) in reader.lexicon.names(joint)), len(said))
    return " ".join(said[:at]), " ".join(said[at + 1 :])


def offer_of(w: World, seat: Seat) -> Offer | Bar:
    """§24.1 An offer; not all of its parts may be empty. Only the two players see what is offered.

    Promises are written in words: to leave places (§24.1(3)), not to fight (§24.1(4)), and
    whatever else the rules do not forbid (§24.1(6)).
    """
    if (stop := _may_write(w, seat)) is not None:
        return stop
    return Offer(
        rule="24.1",
        prompt=words(N_("What do you offer?")),
        fields=(
            Field("give", lambda done: _goods(N_("What do you give?"), _purse(w, seat)), ("in_return",)),
            Field("want", lambda done: _goods(N_("What do you want?"), _anything()), ("releasing",)),
            Field("release", lambda done: _release_choice(w), ("saying",)),
            Field(
                "terms", lambda done: Text(rule="24.1", prompt=words(N_("What do you promise?")), most=400)
            ),
        ),
        judge=_require_something,
        conceal=lambda done: {},
    )


def _goods(prompt: str, things: Mapping[str, int]) -> Split:
    return Split(
        rule="24.1",
        prompt=words(prompt),
        things=lambda: things,
        least=0,
        most=sum(things.values()),
    )


def _purse(w: World, seat: Seat) -> dict[str, int]:
    purse = {SOLIDI: w.treasury[seat]} if w.treasury[seat] else {}
    return purse | r08.numbers_of(hand_of(w, seat))


def _anything() -> dict[str, int]:
    return {SOLIDI: MOST} | {marker: printed.count for marker, printed in MARKERS.items()}


def _release_choice(w: World) -> Subset:
    """§24.1(1) Provinces of either player that become neutral."""
    held = sorted(p for p, state in w.control.items() if state in SEATS)
    return Subset(
        rule="24.1",
        prompt=words(N_("Which provinces do you make neutral?")),
        options=lambda: dict.fromkeys(held),
    )


def _require_something(done: dict[str, Any]) -> None:
    if not any(done.values()):
        raise Illegal("24.1", N_("an offer must offer, ask or promise something"))


def offer(w: World, seat: Seat, answer: Mapping[str, Any]) -> None:
    """§24.0 Put the offer in writing."""
    _write(w, seat, answer)


def peace_of(w: World, seat: Seat) -> Bar | None:
    """§24.1(5) The offer to end the game now."""
    if any(a.end and a.by == seat and a.state == OFFERED for a in w.agreements):
        return bar("24.1", N_("you have already made that offer"))
    return _may_write(w, seat)


def offer_peace(w: World, seat: Seat) -> None:
    """§24.1(5) Offer to end the game and count the points."""
    _write(w, seat, {"give": {}, "want": {}, "release": [], "terms": ""}, end=True)


def _write(w: World, seat: Seat, answer: Mapping[str, Any], *, end: bool = False) -> None:
    made = Agreement(len(w.agreements) + 1, seat, enemy_of(seat), w.turn, end=end)
    made.give, made.want = dict(answer["give"]), dict(answer["want"])
    made.release, made.terms = list(answer["release"]), answer["terms"]
    w.agreements = [*w.agreements, made]
    how: dict[str, JSON] = {"how": "peace"} if end else {}
    tell("offered", "24.1", seat=seat, enemy=made.to, agreement=made.id, sealed=contents(made), **how)


def contents(a: Agreement) -> dict[str, Sealed[JSON]]:
    """Return the terms of an offer that only the two who negotiate are told; that the game ends is told to
    all.
    """
    if a.end:
        return {}
    told: dict[str, JSON] = {
        "give": a.give,
        "want": a.want,
        "release": a.release,
        "terms": a.terms,
        "how": "known",
    }
    return {name: Sealed(SEATS, value) for name, value in told.items()}


# -- §24.0 accepting, declining, withdrawing ---------------------------------------------------


def accept_of(w: World, seat: Seat) -> OneOf | Bar:
    """§24.0 The offers made to a seat, by number, with why it cannot accept them."""
    found = [a for a in w.agreements if a.to == seat and a.state == OFFERED]
    if not found:
        return bar("24.0", N_("you have no offer to answer"))
    numbered = {str(a.id): a for a in found}
    verdicts: Verdicts = judged(list(numbered), lambda number: _may_accept(w, seat, numbered[number]))
    return OneOf(rule="24.0", prompt=words(N_("Which offer?")), options=lambda: verdicts)


def _may_accept(w: World, seat: Seat, a: Agreement) -> Bar | None:
    """Return the reason why a seat cannot accept; not that the other cannot keep its word (ruling BE-C9)."""
    if gone := [p for p in a.release if w.control[p] == NEUTRAL]:
        return bar("24.1", N_("{provinces} {provinces:is|are} already neutral"), provinces=gone)
    if (lacking := _lacking(w, seat, a.want)) is not None:
        return lacking
    for one, gets, gives in ((a.by, a.want, a.give), (a.to, a.give, a.want)):
        n = len(hand_of(w, one)) + _markers(gets) - _markers(gives)
        if n > HAND:
            return bar(
                "8.3",
                N_("{seat} would hold {n} {n:marker|markers}; the limit is {most}"),
                seat=one,
                n=n,
                most=HAND,
            )
    return None


def _markers(goods: Mapping[str, int]) -> int:
    return sum(n for thing, n in goods.items() if thing != SOLIDI)


def _lacking(w: World, seat: Seat, goods: Mapping[str, int]) -> Bar | None:
    purse = _purse(w, seat)
    for thing, n in goods.items():
        if n > (held := purse.get(thing, 0)):
            return bar(
                "24.1",
                N_("{seat} holds {held} of the {n} {thing} needed"),
                seat=seat,
                held=held,
                thing=thing,
                n=n,
            )
    return None


async def accept(w: World, seat: Seat, number: str) -> None:
    """§24.0 §24.1 Agree the offer: what can be done is done at once, promises remain.

    If the other no longer has what they offered, the offer is void, and all see that (ruling BE-C9).
    """
    a = agreement(w, number)
    if _lacking(w, a.by, a.give) is not None:
        a.state = "void"
        tell("offer_void", "24.1", seat=a.by, enemy=a.to, agreement=a.id)
        return
    a.state = AGREED if a.terms else KEPT
    tell("agreed", "24.1", seat=a.to, enemy=a.by, agreement=a.id, sealed=contents(a))
    await _hand_over(w, a.by, a.give)
    await _hand_over(w, a.to, a.want)
    for party in (a.by, a.to):
        await r08.give_up_alien(w, party)
    for province in a.release:
        await r04.change_control(w, province, NEUTRAL, "24.1")
    if a.end:
        r23.finish(w)


async def _hand_over(w: World, giver: Seat, goods: Mapping[str, int]) -> None:
    """§24.1(2) §10.37 Solidi and markers change hands; the public sees how many."""
    taker = enemy_of(giver)
    if solidi := goods.get(SOLIDI, 0):
        w.treasury[giver] -= solidi
        w.treasury[taker] += solidi
        tell("paid_over", "10.37", seat=giver, enemy=taker, solidi=solidi)
    if markers := r08.listed({thing: n for thing, n in goods.items() if thing != SOLIDI}):
        both = (giver, taker)
        await move("24.1", f"{giver}_hand", f"{taker}_hand", markers, shown=False, seats=both)
        sealed = r08.known(both, markers)
        tell("handed_over", "24.1", seat=giver, enemy=taker, n=len(markers), sealed=sealed)


def decline_of(w: World, seat: Seat) -> OneOf | Bar:
    """§24.0 The offers made to a seat."""
    return _plain([a for a in w.agreements if a.to == seat and a.state == OFFERED])


def retract_of(w: World, seat: Seat) -> OneOf | Bar:
    """§24.0 The offers that a seat has made."""
    return _plain([a for a in w.agreements if a.by == seat and a.state == OFFERED])


def _plain(found: list[Agreement]) -> OneOf | Bar:
    if not found:
        return bar("24.0", N_("there is no such offer"))
    numbers = [str(a.id) for a in found]
    return OneOf(rule="24.0", prompt=words(N_("Which offer?")), options=lambda: dict.fromkeys(numbers))


def close(w: World, seat: Seat, number: str) -> None:
    """§24.0 Close an offer that is not accepted, or that its maker takes back."""
    a = agreement(w, number)
    a.state = "declined" if seat == a.to else "retracted"
    tell("offer_closed", "24.0", seat=seat, agreement=a.id, how=a.state)


def agreement(w: World, number: str) -> Agreement:
    """The agreement of that number."""
    return w.agreements[int(number) - 1]


# -- §24.2 breaches ----------------------------------------------------------------------------


def claim_of(w: World, seat: Seat) -> OneOf | Bar:
    """§24.2 The agreements with promises of which a seat may say that the other has broken them."""
    found = [a for a in w.agreements if a.state == AGREED and seat in (a.by, a.to)]
    if not found:
        return bar("24.2", N_("there is no promise in force"))
    numbers = [str(a.id) for a in found]
    return OneOf(rule="24.2", prompt=words(N_("Which agreement?")), options=lambda: dict.fromkeys(numbers))


async def claim(w: World, seat: Seat, number: str) -> None:
    """§24.2 Ask the other player if they have broken it; the referee, who judges, may answer for them."""
    a, accused = agreement(w, number), enemy_of(seat)
    tell("breach_claimed", "24.2", seat=seat, enemy=accused, agreement=a.id)
    choice = OneOf(
        rule="24.2",
        prompt=words(
            N_(
                "{seat} claims that you broke agreement {n}: {terms}. The referee will decide. Do you "
                "admit it?"
            ),
            seat=seat,
            n=a.id,
            terms=Verbatim(a.terms),
        ),
        options=lambda: {"admit": None, "deny": None},
    )
    if await ask(accused, choice) == "deny":
        agreement(w, number).state = "denied"
        tell("breach_denied", "24.2", seat=accused, agreement=a.id)
    else:
        await breach(w, agreement(w, number), accused)


async def breach(w: World, a: Agreement, by: Seat) -> None:
    """§24.2 Punish the breach of a written agreement: the other draws as many markers as two dice show."""
    a.state = BROKEN
    victim = enemy_of(by)
    tell("breach", "24.2", seat=by, enemy=victim, agreement=a.id)
    dice = await r08.total(w, "24.2", "breach", PENALTY, victim)
    await r08.draw_markers(w, victim, sum(dice), "24.2")
