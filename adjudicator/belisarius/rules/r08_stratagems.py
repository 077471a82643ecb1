"""§8 Stratagem markers: the pool, drawing and losing, playing one, Treachery, and dice that Pope may have
rolled again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from adjudicator.belisarius.purposes import WHY, purpose
from adjudicator.belisarius.world import BARBARIAN, EMPIRE, HAND, Marker, Seat, World, enemy_of, hand_of
from adjudicator.core import (
    N_,
    Menu,
    Occasion,
    OneOf,
    Sealed,
    Split,
    To,
    Words,
    ask,
    bar,
    d6,
    dice,
    draw,
    move,
    tell,
    window,
    words,
)
from adjudicator.core.log.chain import JSON

TREACHERY = "treachery"
POPE = "pope"


def may_hold(w: World, seat: Seat) -> bool:
    """§22.0 Return true if a seat holds any marker: how many it has is public, which they are is not."""
    return bool(hand_of(w, seat))


def holders(w: World) -> list[Seat]:
    """The seats that publicly could react, in order of play: the phasing player first."""
    first = w.phasing or BARBARIAN
    return [seat for seat in (first, enemy_of(first)) if may_hold(w, seat)]


def marker_of(w: World, seat: Seat, marker: Marker, rule: str, prompt: str, /, **values: str) -> OneOf:
    """§8.4 A marker that a seat may play in a window; barred if it does not hold it.

    It is offered to all who hold any marker, so that the question does not tell who holds the right one.
    """
    lacking = bar(rule, N_("you do not hold {marker}"), marker=marker)
    return OneOf(
        rule=rule,
        prompt=words(prompt, **values),
        options=lambda: {marker: None if marker in hand_of(w, seat) else lacking},
    )


def numbers_of(markers: Sequence[Marker]) -> dict[Marker, int]:
    """Return the number of each kind of marker, by id."""
    return {marker: markers.count(marker) for marker in sorted(set(markers))}


def listed(numbers: Mapping[Marker, int]) -> list[Marker]:
    """Return the sorted markers from the number of each kind."""
    return sorted(marker for marker, n in numbers.items() for _ in range(n))


# -- §8.4 playing a marker ---------------------------------------------------------------------


async def play(
    w: World,
    seat: Seat,
    marker: Marker,
    rule: str,
    *,
    at: str = "",
    subject: str = "",
    calls: bool = False,
    to: str = "pool",
) -> bool:
    """§8.42 §card/treachery Turn a marker out of a hand face up and use it; return True if it takes effect.

    `rule` is the paragraph by which it is played, `at` the place and `subject` the unit, province or marker
    that it is played on, or the leader that it `calls`. `to` is its place until its effect is over: the pool,
    or the player's stake for the few that return only afterwards (Imperial Regalia, Procopius, Theodora), by
    `put_back`.
    """
    await move(rule, f"{seat}_hand", to, [marker])
    if on := subject or at:
        tell("played", rule, seat=seat, marker=marker, on=on, how="call" if calls else "on")
    else:
        tell("played", rule, seat=seat, marker=marker)
    return not await nullified(w, Occasion("marker", "8.4", by=seat, subject=marker, at=at, value=subject))


async def put_back(w: World, seat: Seat, marker: Marker) -> None:
    """§8.42 A marker that lay open until its effect was over goes back to the pool."""
    await move("8.42", f"{seat}_stake", "pool", [marker])


async def nullified(w: World, occasion: Occasion) -> bool:
    """§card/treachery Return true if a marker turned up is met by Treachery that is not met by Treachery
    itself.

    It is offered to the enemy of who has played it, after the marker is shown and before it takes effect;
    after a Treachery that failed it is offered again.
    """
    enemy = enemy_of(occasion.by)
    while may_hold(w, enemy):
        values = {"enemy": occasion.by, "marker": occasion.subject}
        prompt = N_("{enemy} plays {marker}. Do you cancel it with Treachery?")
        if on := occasion.value or occasion.at:
            prompt = N_("{enemy} plays {marker}, on this: {on}. Do you cancel it with Treachery?")
            values["on"] = on
        choice = marker_of(w, enemy, TREACHERY, "card/treachery", prompt, **values)
        if await window(occasion, {enemy: choice}) is None:
            return False
        if await play(w, enemy, TREACHERY, "card/treachery", subject=occasion.subject):
            tell("nullified", "card/treachery", seat=occasion.by, marker=occasion.subject)
            return True
    return False


# -- dice, and §card/pope ----------------------------------------------------------------------


Reading: TypeAlias = Callable[[int], str]
"""The result of a die by a chart, such as "AA": for the tests of standing orders (`follows`)."""


UNSAID: Final = (
    "balance",
    "breach",
    "colony",
    "grain",
    "guard_revolt",
    "pillage",
    "plague",
    "regalia",
    "retreat",
    "withdrawal",
)
"""The kinds of dice that no other event tells: the journal has them all, so that it can be checked."""


def _unread(die: int) -> str:
    return ""


async def roll(w: World, rule: str, label: str, by: Seat, reads: Reading = _unread) -> int:
    """Return the final result of a die rolled by `by`; Pope may have it rolled again. `label` is its purpose
    in public facts:

    its kind and subject, such as "revolt thracia". The dice of a random event itself, which nothing changes
    (§card/pope), are not rolled here.
    """
    die, why = await d6(rule, label), purpose(*label.split())
    die = (await _reconsidered(w, rule, label, why, by, {POPE: die}, reads))[POPE]
    kind, *about = label.split()
    if kind in UNSAID or (kind, about) == ("attrition", []):
        tell("rolled", rule, seat=by, why=kind, about=about, dice=[die])
    return die


async def rolls(w: World, rule: str, label: str, subjects: Sequence[str], by: Seat) -> dict[str, int]:
    """Roll one die for each of the subjects together; then Pope may have any of them rolled again.

    `label` is their kind alone, one word, such as "plague"; the subjects are public ids, in order.
    """
    fallen = await dice(rule, " ".join([label, *subjects]), len(subjects))
    why, thrown = words(WHY[f"{label}/each"]), dict(zip(subjects, fallen, strict=True))
    found = await _reconsidered(w, rule, label, why, by, thrown)
    if label == "plague" and found:
        tell("rolled", rule, seat=by, why=label, about=list(found), dice=list(found.values()))
    return found


async def total(w: World, rule: str, label: str, count: int, by: Seat) -> list[int]:
    """Roll some dice and return their sum; Pope may have one of them rolled again (ruling BE-C1)."""
    fallen = await dice(rule, label, count)
    throw = {str(n): die for n, die in enumerate(fallen, 1)}
    found = list((await _reconsidered(w, rule, label, purpose(*label.split()), by, throw)).values())
    if label in UNSAID:
        tell("rolled", rule, seat=by, why=label, about=[], dice=found)
    return found


async def _reconsidered(
    w: World,
    rule: str,
    label: str,
    why: Words,
    by: Seat,
    fallen: dict[str, int],
    reads: Reading = _unread,
) -> dict[str, int]:
    """§card/pope As long as somebody has markers, let each Pope have one of the dice rolled again.

    The option `event_dice` exempts all dice of the event phase (ruling BE-B1).
    """
    if w.phase == "event" and w.options["event_dice"] == "all":
        return fallen
    kind, _, about = label.partition(" ")
    while fallen and (seats := holders(w)):
        values = " ".join(map(str, fallen.values()))
        meant = " ".join(filter(None, map(reads, fallen.values())))
        occasion = Occasion("die", "card/pope", by=by, subject=kind, at=about, value=values, follows=meant)
        prompt = _asked(by, why, fallen, reads)
        played = await window(occasion, {seat: _pope_of(w, seat, fallen, prompt) for seat in seats})
        if played is None:
            break
        seat, which = played
        if await play(w, seat, POPE, "card/pope", subject="" if which == POPE else which):
            old, fallen[which] = fallen[which], await d6(rule, label if which == POPE else f"{kind} {which}")
            tell("cast_again", "card/pope", seat=seat, was=old, n=fallen[which])
    return fallen


def _asked(by: Seat, why: Words, fallen: Mapping[str, int], reads: Reading) -> Words:
    """Return the question whether dice are rolled again: whose they are, what for, and what they mean."""
    shown: list[int | Words] = []
    for what, die in fallen.items():
        result = reads(die)
        face = words(N_("{die} ({result})"), die=die, result=result) if result else die
        shown.append(face if what == POPE else words(N_("{what} {die}"), what=what, die=face))
    asked = N_("{by} rolled {dice} for this: {why}. Reroll it?")
    if len(fallen) > 1:
        asked = N_("{by} rolled for this: {why}. The dice: {dice}. Reroll one?")
    return words(asked, by=by, why=why, dice=shown)


def _pope_of(w: World, seat: Seat, fallen: Mapping[str, int], prompt: Words) -> OneOf:
    """Return the choice of a Pope: a single die is rolled again by the bare word, one of several by its
    subject.
    """
    lacking = (
        None if POPE in hand_of(w, seat) else bar("card/pope", N_("you do not hold {marker}"), marker=POPE)
    )
    return OneOf(
        rule="card/pope",
        prompt=prompt,
        options=lambda: dict.fromkeys(fallen, lacking),
        verb="" if POPE in fallen else POPE,
    )


# -- §8.2 drawing ------------------------------------------------------------------------------


async def draw_markers(w: World, seat: Seat, n: int, rule: str, *, attacker: bool = False) -> bool:
    """§8.2 §8.3 Draw up to `n` markers from the pool for a seat.

    `rule` is the paragraph that gives them; `attacker` says that they are the attacker's for DD or DZ
    (§card/end_of_campaign). Return true if the troops demand a donative: outside of a victory that has no
    effect (ruling BE-C19).
    """
    n = await _within_limit(w, seat, n)
    n = min(n, len(w.cups["pool"]))
    if not n:
        return False
    hand = f"{seat}_hand"
    got = sorted((await draw(rule, "pool", [To(hand, n, (seat,))]))[hand])
    tell("drew", rule, seat=seat, n=n, sealed=known(seat, got))
    await give_up_alien(w, seat)
    await _end_campaign(w, seat, got.count("end_of_campaign") if attacker else 0)
    if "donative" not in got:
        return False
    await _shown_back(seat, "donative", got.count("donative"), "card/donative")
    return True


def known(to: Seat | tuple[Seat, ...], markers: Sequence[Marker]) -> dict[str, Sealed[JSON]]:
    """Seal the names of markers for these seats alone, with the sentence that tells them."""
    seats = (to,) if isinstance(to, str) else to
    return {"markers": Sealed(seats, list(markers)), "how": Sealed(seats, "known")}


async def _within_limit(w: World, seat: Seat, n: int) -> int:
    """§8.3 Let a player with more than 15 markers return the excess or take fewer; return the number
    taken.
    """
    excess = len(hand_of(w, seat)) + n - HAND
    if excess <= 0:
        return n
    # Either the one or the other, not some of each: ruling BE-C13.
    answer = await ask(seat, _limit_menu(w, seat, n, excess))
    if answer["pick"] == "forgo":
        tell("forwent", "8.3", seat=seat, n=excess)
        return n - excess
    markers = listed(answer["answer"])
    await move("8.3", f"{seat}_hand", "pool", markers, shown=False, seats=[seat])
    tell("returned", "8.3", seat=seat, n=excess, sealed=known(seat, markers))
    return n


def _limit_menu(w: World, seat: Seat, n: int, excess: int) -> Menu:
    """§8.3 Ask what is done above the limit; a player returns no more than they have: of more than 15 some
    are forgone.
    """
    held = len(hand_of(w, seat))
    why = N_("you would have to return {n} {n:marker|markers} first, but you hold {held}")
    few = bar("8.3", why, n=excess, held=held)
    back = Split(
        rule="8.3",
        prompt=words(N_("You must return {n} {n:marker|markers} to the pool. Which?"), n=excess),
        things=lambda: numbers_of(hand_of(w, seat)),
        least=excess,
        most=excess,
        conceal=lambda markers: {"n": excess},
    )
    return Menu(
        rule="8.3",
        prompt=words(
            N_(
                "You may draw {n} {n:marker|markers}, {excess} over your limit. Return {excess} first, "
                "or draw fewer?"
            ),
            n=n,
            excess=excess,
        ),
        items=lambda: {"return": few if held < excess else back, "forgo": None},
    )


async def give_up_alien(w: World, seat: Seat) -> None:
    """§card/roman_alliance Discard a Roman Alliance of the barbarian (ruling BE-C2); draw nothing for it."""
    if seat != EMPIRE and (n := hand_of(w, seat).count("roman_alliance")):
        await _shown_back(seat, "roman_alliance", n, "card/roman_alliance")


async def _end_campaign(w: World, seat: Seat, n: int) -> None:
    """§card/end_of_campaign (1) Drawn for a victory it takes the victorious army's operation points; a
    defender keeps it (ruling BE-C23).
    """
    if n:
        await _shown_back(seat, "end_of_campaign", n, "card/end_of_campaign")
    if n and w.army is not None:
        tell("campaign_cut", "card/end_of_campaign", seat=seat, place=w.army.place, half=w.army.half)
        w.army.half = 0


async def _shown_back(seat: Seat, marker: Marker, n: int, rule: str) -> None:
    """A marker that must not be kept is shown and goes back; Treachery does not meet it (ruling BE-C14)."""
    await move(rule, f"{seat}_hand", "pool", [marker] * n)
    tell("gave_back", rule, seat=seat, marker=marker)


# -- §8.5 losing -------------------------------------------------------------------------------


async def lose_markers(w: World, seat: Seat, n: int, rule: str) -> None:
    """§8.5 §8.51 Take up to `n` markers from a seat at random; nobody else sees which."""
    n = min(n, len(hand_of(w, seat)))
    if n:
        lost = (await draw(rule, f"{seat}_hand", [To("pool", n, (seat,))]))["pool"]
        tell("lost_markers", rule, seat=seat, n=n, sealed=known(seat, sorted(lost)))


async def lose_all(w: World, seat: Seat, rule: str) -> None:
    """§8.5(3) §8.51 Return all the markers of a seat to the pool, unseen by others."""
    if lost := list(hand_of(w, seat)):
        await move(rule, f"{seat}_hand", "pool", lost, shown=False, seats=[seat])
        tell("lost_markers", rule, seat=seat, n=len(lost), sealed=known(seat, lost))
