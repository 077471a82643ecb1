"""§27.2 The stratagem chits that a player plays in their own turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Field,
    Form,
    Menu,
    OneOf,
    Sealed,
    Split,
    ask,
    bar,
    lazily,
    look,
    move,
    one_of,
    tell,
    words,
)
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng
from adjudicator.ottomans.board import FIGURES, NATIONS
from adjudicator.ottomans.world import (
    ADVANCE,
    AUSTRIA,
    CONSTANTINOPLE,
    SPAIN,
    Chit,
    Place,
    Seat,
    Unit,
    World,
    hand,
    in_order,
    is_core,
    is_leader,
    is_naval,
    kinds,
    occupied,
    others,
    own_at,
    picked,
    side,
    units_of,
)

from .r06_control import bring_home, gain, is_core_of, lose, may_be_saved, part
from .r07_movement import allowance, may_act, of_one_coalition
from .r09_attack import ATTACK_CHITS
from .r19_chits import draw_chits, is_leader_chit, lose_chits
from .r19_dice import lacks, play, price, roll

EMPIRE_TURN = 6
"""§27.2 The Holy Roman Empire is played from 1500-09 on (ruling OT-A5)."""
PRINCES = (SPAIN, "bohemia", "tyrol", "croatia")
TRADE_ROUTE = ("persia", "iraq", "egypt")
ELSEWHERE = (
    "administration",
    "jesuits_sufis",
    "weather",
    "uprising",
    "white_sheep",
    "alliance",
    "honors_of_war",
    "urbans_gun",
)
"""Chits that are played in windows, with an attack, or in the Replacement Phase."""


def activation(w: World, seat: Seat) -> OneOf | Bar:
    """§6.11 §29.0 An order to turn up a CONTROL chit, in one's own turn: "activate Serbia"; ruling OT-C11."""
    held = [n for n in NATIONS if n in hand(w, seat)]
    if not held:
        return bar("6.11", N_("you hold no CONTROL chit"))
    return OneOf(
        rule="6.11",
        prompt=words(N_("Which nation do you take control of?")),
        options=lambda: {n: _active_bar(w, n) for n in held},
    )


def _active_bar(w: World, nation: Chit) -> Bar | None:
    """§18.21 Spain is not played before 1500-09; its chit is not in the pool before (ruling OT-A5)."""
    if nation == SPAIN and w.turn < EMPIRE_TURN:
        return bar("18.21", N_("Spain is not played before 1500-09"))
    return None


async def activate(w: World, seat: Seat, nation: Chit) -> None:
    """§6.1 Give a player control of a nation."""
    await gain(w, seat, nation, "6.1", f"{seat}_hand")


def play_menu(w: World, seat: Seat) -> Menu:
    """§27.2 Every kind of chit that is played by itself in one's own turn; barred where it may not be."""
    makers: dict[str, Callable[[], Choice[Any] | Bar | None]] = {
        "crusade_jihad": lambda: _simple(w, seat, "crusade_jihad", _crusade_bar(w, seat)),
        "french_alliance": lambda: _simple(w, seat, "french_alliance", _french_bar(w)),
        "holy_roman_empire": lambda: _simple(w, seat, "holy_roman_empire", _empire_bar(w, seat)),
        "kaisar_i_rum": lambda: _simple(w, seat, "kaisar_i_rum", _kaisar_bar(w, seat)),
        "medicis_vizier": lambda: _simple(w, seat, "medicis_vizier", _medicis_bar(w, seat)),
        ADVANCE: lambda: lacks(w, seat, ADVANCE) or _stack_of(w, seat, ADVANCE),
        "portuguese_in_the_east": lambda: _simple(w, seat, "portuguese_in_the_east", _portuguese_bar(w)),
        "trade_agreement": lambda: lacks(w, seat, "trade_agreement") or _partner_of(w, seat),
        "truce": lambda: lacks(w, seat, "truce") or _stack_of(w, seat, "truce"),
        **{chit: partial(_elsewhere, w, seat, chit) for chit in ELSEWHERE},
    }
    return Menu(
        rule="27.2",
        prompt=words(N_("Which chit do you play?")),
        items=cache(lambda: lazily(makers)),
        note=partial(price, w, seat),
    )


def _simple(w: World, seat: Seat, chit: Chit, stop: Bar | None) -> Bar | None:
    lacking = lacks(w, seat, chit)
    return lacking or stop


def _elsewhere(w: World, seat: Seat, chit: Chit) -> Bar:
    """§27.2 A chit with an occasion of its own."""
    lacking = lacks(w, seat, chit)
    if lacking is not None:
        return lacking
    if chit in ATTACK_CHITS:
        return bar("27.2", N_("{chit} is played with an attack"), chit=chit)
    if chit in ("uprising", "white_sheep"):
        return bar("27.2", N_("{chit} is played in the Replacement Phase"), chit=chit)
    return bar("27.2", N_("{reaction} is played when something happens, not by an order"), reaction=chit)


async def play_chit(w: World, seat: Seat, order: Mapping[str, Any]) -> None:
    """§27.2 Carry out the chit that a player plays in their own turn."""
    given: Any = order.get("answer")
    match order["pick"]:
        case "crusade_jihad":
            await crusade(w, seat)
        case "french_alliance":
            await french_alliance(w, seat)
        case "holy_roman_empire":
            await holy_roman_empire(w, seat)
        case "kaisar_i_rum":
            await kaisar(w, seat)
        case "medicis_vizier":
            await medicis(w, seat)
        case "military_advance":
            await advance(w, seat, given)
        case "portuguese_in_the_east":
            await portuguese(w, seat)
        case "trade_agreement":
            await trade(w, seat, given)
        case "truce":
            await truce(w, seat, given)


# -- one by one ---------------------------------------------------------------------------------


def _crusade_bar(w: World, seat: Seat) -> Bar | None:
    if any(len(occupied(w, other)) >= FIGURES.empire for other in others(w, seat)):
        return None
    return bar("27.2", N_("no other player occupies eight key cities"))


async def crusade(w: World, seat: Seat) -> None:
    """§27.2 Crusade/Jihad: as many chits as a die shows, against a player of eight key cities."""
    await play(w, seat, "crusade_jihad")
    await draw_chits(w, seat, await roll(w, "27.2", f"crusade {seat}", seat), "27.2")


def _french_bar(w: World) -> Bar | None:
    return None if SPAIN in w.control else bar("27.2", N_("nobody controls {nation}"), nation=SPAIN)


async def french_alliance(w: World, seat: Seat) -> None:
    """§27.2 French Alliance: Spain leaves its controller; ruling OT-X8."""
    await play(w, seat, "french_alliance", on=SPAIN)
    await lose(w, SPAIN, "27.2")


def _empire_bar(w: World, seat: Seat) -> Bar | None:
    """§27.2 Somebody's core must be Austria, from 1500-09 on; ruling OT-X3 on whose."""
    if w.options["empire_player"] == "austria" and not is_core_of(w, seat, AUSTRIA):
        return bar("27.2", N_("only a player whose core nation is {nation} may play this"), nation=AUSTRIA)
    if not is_core(w, AUSTRIA):
        return bar("27.2", N_("{nation} is not any player's core nation"), nation=AUSTRIA)
    if w.turn < EMPIRE_TURN:
        return bar("27.2", N_("it is not played before 1500-09"))
    return None


async def holy_roman_empire(w: World, seat: Seat) -> None:
    """§27.2 Spain, Bohemia, Tyrol and Croatia come to the Austrian player, out of pool, hands or control.

    Ruling OT-X3: core nations stay, and Administration saves one that is face up.
    """
    await play(w, seat, "holy_roman_empire")
    for nation in PRINCES:
        if is_core(w, nation) or w.control.get(nation) == seat:
            continue
        if nation in w.control:
            if await may_be_saved(w, nation, "27.2"):
                continue
            was = w.control.pop(nation)
            await gain(w, seat, nation, "27.2", f"{was}_open")
            await bring_home(w, seat, nation)
            part(w, [nation])
            continue
        holder = next((s for s in in_order(w) if nation in hand(w, s)), "")
        if holder:
            tell("must_show", "27.2", seat=holder, chit=nation)
        source = f"{holder}_hand" if holder else "pool" if nation in w.cups["pool"] else ""
        if source:
            await gain(w, seat, nation, "27.2", source)


def _kaisar_bar(w: World, seat: Seat) -> Bar | None:
    if w.phase != "stratagem":
        return bar("27.2", N_("it is played in the Stratagem Phase or the Replacement Phase"))
    if w.exchanged:
        return bar("27.2", N_("after Medicis/Vizier nothing more is drawn in this phase"))
    if not any(is_leader(u) for u in own_at(w, seat, CONSTANTINOPLE)):
        return bar("27.2", N_("you have no leader in {place}"), place=CONSTANTINOPLE)
    return None


async def kaisar(w: World, seat: Seat) -> None:
    """§27.2 Kaisar-i-Rum (1): as many more chits as a die shows."""
    await play(w, seat, "kaisar_i_rum")
    await draw_chits(w, seat, await roll(w, "27.2", f"kaisar {seat}", seat), "27.2")


# -- Medicis/Vizier -----------------------------------------------------------------------------


def _medicis_bar(w: World, seat: Seat) -> Bar | None:
    """§27.2 At the end of the Stratagem Phase, for a chit that has just been drawn; ruling OT-X4."""
    if w.phase != "stratagem":
        return bar("27.2", N_("it is played at the end of the Stratagem Phase"))
    if not exchangeable(w, seat, 1):
        return bar("27.2", N_("you hold no other chit that you have drawn in this phase"))
    return None


def exchangeable(w: World, seat: Seat, kept: int = 0) -> list[Chit]:
    """§27.2 Return the chits drawn in this phase that a seat holds, but for a Medicis/Vizier being played."""
    held = [c for c in hand(w, seat) if c in w.drawn]
    spare = held.count("medicis_vizier") > kept
    return sorted({c for c in held if c != "medicis_vizier" or spare})


async def medicis(w: World, seat: Seat) -> None:
    """§27.2 Medicis/Vizier: a chit goes back and any in the pool comes for it; nobody else sees which.

    The pool is shown to the player only once the chit has been played. Ruling OT-X7: no leader comes out.
    """
    await play(w, seat, "medicis_vizier")
    w.searching = seat
    await look("27.2", seat, "pool", w.cups["pool"])
    order = await ask(seat, _exchange_of(w, seat))
    back, wanted = order["back"], order["wanted"]
    await move("27.2", f"{seat}_hand", "pool", [back], shown=False, seats=[seat])
    await move("27.2", "pool", f"{seat}_hand", [wanted], shown=False, seats=[seat])
    w.drawn.remove(back)  # one of two equal chits
    w.drawn = sorted([*w.drawn, wanted])
    w.exchanged, w.searching = True, ""
    tell("exchanged", "27.2", seat=seat, sealed={"chits": Sealed((seat,), [back, wanted])})


def _exchange_of(w: World, seat: Seat) -> Form:
    """§27.2 Return the question which chit goes back and which comes; others learn that one was changed."""
    drawn, pool = exchangeable(w, seat), sorted({c for c in w.cups["pool"] if not is_leader_chit(c)})

    def choice(prompt: str, chits: Sequence[Chit]) -> OneOf:
        return OneOf(rule="27.2", prompt=words(prompt), options=lambda: dict.fromkeys(chits))

    return Form(
        rule="27.2",
        prompt=words(N_("Which chit do you put back, and which one do you take instead?")),
        fields=(
            Field("back", lambda done: choice(N_("Which chit do you put back?"), drawn), ("for",)),
            Field("wanted", lambda done: choice(N_("Which chit do you take?"), pool)),
        ),
        conceal=lambda done: {"n": 1},
    )


# -- chits for a stack --------------------------------------------------------------------------


def _stack_of(w: World, seat: Seat, chit: Chit) -> Form | Bar:
    """§27.2 A unit or stack for Truce, or Military Advance (1), in Movement or Forced March; ruling OT-X5."""
    if chit == ADVANCE and w.phase == "combat":
        return bar("27.2", N_("in the Combat Phase {chit} is played with an attack"), chit=chit)
    if w.phase not in ("movement", "march"):
        return bar("27.2", N_("it is played in the Movement or Forced March Phase"))
    movers = [
        u
        for u in units_of(w, seat)
        if may_act(w, seat, u)
        and allowance(w, u) > 0
        and u not in w.aboard
        and u not in (w.free if chit == "truce" else w.fast)
    ]
    if w.phase == "march" and w.march is None:
        return bar("27.2", N_("begin the forced march first"))
    if not movers:
        return bar("27.2", N_("none of your units can still move"))
    stacks = {place: _stack_at(w, movers, place) for place in sorted({w.at[u] for u in movers})}
    return Form(
        rule="27.2",
        prompt=words(N_("For which stack?")),
        fields=(
            Field(
                "place",
                lambda done: OneOf(
                    rule="27.2",
                    prompt=words(N_("Where is the stack?")),
                    options=lambda: dict.fromkeys(stacks),
                ),
                (":",),
            ),
            Field("units", lambda done: _stack_units(stacks[done["place"]])),
        ),
        judge=lambda done: _one_coalition(stacks, done),
        sampler=lambda rng: _sample_stack(stacks, rng),
    )


def _stack_at(w: World, movers: Sequence[Unit], place: Place) -> list[Unit]:
    return [u for u in movers if w.at[u] == place]


def _stack_units(units: Sequence[Unit]) -> Split:
    return Split(
        rule="27.2", prompt=words(N_("Which units?")), things=lambda: kinds(units), least=1, most=len(units)
    )


def _one_coalition(stacks: Mapping[Place, Sequence[Unit]], done: Mapping[str, Any]) -> None:
    """§6.3 Require stacks of one coalition.

    Raises:
        Illegal: if it is not.
    """
    of_one_coalition(picked(stacks[done["place"]], done["units"]))


def _sample_stack(stacks: Mapping[Place, Sequence[Unit]], rng: Rng) -> JSON:
    place = rng.choice(sorted(stacks))
    lead = rng.choice(list(stacks[place]))
    group = [u for u in stacks[place] if side(u) == side(lead) and is_naval(u) == is_naval(lead)]
    if not group:
        raise NoneLegal("no stack was found")
    return {"place": place, "units": dict(kinds(group))}


def _stack(w: World, seat: Seat, chit: Chit, order: Mapping[str, Any]) -> list[Unit]:
    form = _stack_of(w, seat, chit)
    assert isinstance(form, Form)
    movers = [u for u in own_at(w, seat, order["place"]) if may_act(w, seat, u) and allowance(w, u) > 0]
    taken = w.free if chit == "truce" else w.fast
    return picked([u for u in movers if u not in taken and u not in w.aboard], order["units"])


async def advance(w: World, seat: Seat, order: Mapping[str, Any]) -> None:
    """§27.2 Military Advance (1): one more area for a unit or stack."""
    units = _stack(w, seat, ADVANCE, order)
    await play(w, seat, ADVANCE, on=order["place"])
    w.fast = sorted({*w.fast, *units})
    tell("hurried", "27.2", seat=seat, units=units, place=order["place"])


async def truce(w: World, seat: Seat, order: Mapping[str, Any]) -> None:
    """§27.2 Truce: a unit or stack passes other coalitions in one move; cities stay closed."""
    units = _stack(w, seat, "truce", order)
    await play(w, seat, "truce", on=order["place"])
    w.free = sorted({*w.free, *units})
    tell("safe_conduct", "27.2", seat=seat, units=units, place=order["place"])


# -- chits that touch other players -------------------------------------------------------------


def _portuguese_bar(w: World) -> Bar | None:
    if any(nation in w.control for nation in TRADE_ROUTE):
        return None
    return bar("27.2", N_("nobody controls {nations}"), nations=list(TRADE_ROUTE))


async def portuguese(w: World, seat: Seat) -> None:
    """§27.2 §29.0 Portuguese in the East: who controls Persia, Iraq or Egypt loses two unused chits."""
    await play(w, seat, "portuguese_in_the_east")
    hit = {w.control[nation] for nation in TRADE_ROUTE if nation in w.control}
    for other in [s for s in in_order(w) if s in hit]:
        await lose_chits(w, other, 2, "27.2")


def _partner_of(w: World, seat: Seat) -> OneOf:
    return OneOf(
        rule="27.2",
        prompt=words(N_("With which player do you offer to trade?")),
        options=one_of(*others(w, seat)),
        verb="with",
    )


async def trade(w: World, seat: Seat, partner: Seat) -> None:
    """§27.2 Trade Agreement: if the other agrees, both draw by a die each; ruling OT-X6."""
    await play(w, seat, "trade_agreement", on=partner)
    choice = OneOf(
        rule="27.2",
        prompt=words(
            N_(
                "Trade Agreement with the {seat}: you both roll a die and draw that many chits. Do you agree?"
            ),
            seat=seat,
        ),
        options=one_of("agree", "refuse"),
    )
    if await ask(partner, choice) == "refuse":
        tell("trade_refused", "27.2", seat=partner, other=seat)
        return
    tell("trade_agreed", "27.2", seat=partner, other=seat)
    for one in (seat, partner):
        await draw_chits(w, one, await roll(w, "27.2", f"trade {one}", one), "27.2")
