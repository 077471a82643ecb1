"""§5 The game turn: the initiative, the order of players, the phases, and the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from adjudicator.core import N_, Bar, Choice, Menu, Words, ask, bar, lazily, move, tell, words
from adjudicator.core.choices.choice import any_open
from adjudicator.ottomans.board import (
    COUNTERS,
    FIGURES,
    KEY_CITIES,
    KINDS,
    LEADERS,
    SCENARIOS,
    TURNS,
    UNITS,
)
from adjudicator.ottomans.world import (
    TURKS,
    Seat,
    World,
    command,
    hand,
    is_leader,
    occupied,
    own_at,
    units_of,
)

from . import r07_movement as r07
from . import r09_attack as r09
from . import r11_forced_march as r11
from . import r16_carrying, r16_sea
from . import r20_agents as r20
from . import r27_chits as r27
from .r04_placing import settle
from .r09_combat import declare
from .r19_chits import draw_chits
from .r19_dice import highest
from .r21_victory import end_game

OPENING = "opening"
"""§27.2 §29.0 The beginning of a player's turn, before they draw (§5.1(2a)): chits may be played."""
INTERVAL = "interval"
"""§27.2 After an event of a player's turn (§5.1(2e)): it is still their turn, and chits may be played."""
PHASES = (OPENING, "stratagem", "movement", "combat", "march", INTERVAL)
"""§5.1(2) The phases of a player's turn in which they give orders."""


# -- §5.1(1) the beginning ----------------------------------------------------------------------


async def begin_turn(w: World) -> None:
    """§5.1(1) Begin a turn: dated changes (§26.5), then the initiative."""
    tell("turn_begins", "5.1", turn=w.turn, years=TURNS[w.turn].years)
    await dated_changes(w)
    first = await initiative(w)
    at = w.seats.index(first)
    w.order = [*w.seats[at:], *w.seats[:at]]
    tell("initiative", "5.1", seat=first, order=list(w.order))
    w.schism, w.done = "", []
    w.acting, w.phase = w.order[0], first_phase(w)


def first_phase(w: World) -> str:
    """§29.0 §5.1(2a) Return the phase with which a player's turn begins; ruling OT-T6."""
    return OPENING if w.options["chits_before_draw"] == "yes" else "draw"


async def dated_changes(w: World) -> None:
    """§26.3 §26.5 2.0 Bring in what enters the game at the beginning of a turn; ruling OT-A2."""
    coming = SCENARIOS[w.scenario].later.get(str(w.turn), ())
    if coming:
        await move("26.5", "later", "pool", list(coming))
        tell(
            "enter_pool",
            "26.5",
            chits=sorted(c for c in coming if c not in LEADERS),
            leaders=sorted(c for c in coming if c in LEADERS),
        )
    if "muscovy" in coming:
        w.back = True
        tell("trains_turn", "26.5")
        troops = [u for u in COUNTERS["muscovy"] if not is_leader(u)]
        settle(w, [u for u in troops if KINDS[UNITS[u].kind].enters.get(w.scenario) == w.turn])


async def initiative(w: World) -> Seat:
    """§5.1(1) Return the player with units in most key cities; §26.1 in the first turn the Ottomans.

    Ruling OT-T3.
    """
    plan = SCENARIOS[w.scenario]
    if w.turn == plan.first_turn and plan.front:
        return TURKS
    counts = {seat: sum(bool(own_at(w, seat, city)) for city in KEY_CITIES) for seat in w.seats}
    best = [seat for seat in w.seats if counts[seat] == max(counts.values())]
    return await highest(w, "5.1", "initiative", best)


# -- §5.1(2a) the Stratagem Phase ---------------------------------------------------------------


def due(w: World, seat: Seat) -> int:
    """§5.1(2a) §15.1 The best leader, the key cities that one occupies, and some by how many play.

    Ruling OT-T4: without a leader the first part is 0.
    """
    leaders = command(u for u in units_of(w, seat) if is_leader(u))
    return leaders + len(occupied(w, seat)) + FIGURES.phase_chits[str(len(w.seats))]


async def draw_phase(w: World) -> None:
    """§5.1(2a) Draw chits for the player in turn."""
    w.drawn = await draw_chits(w, w.acting, due(w, w.acting), "5.1")
    w.exchanged = False
    w.phase = "stratagem"


# -- §5.1(2) orders -----------------------------------------------------------------------------


def has_orders(w: World, seat: Seat) -> bool:
    """Return true if there is anything to be ordered in a phase; all of it is public."""
    if hand(w, seat):
        return True
    match w.phase:
        case "opening" | "stratagem" | "interval":
            return False
        case "movement":
            return bool(r07.walkers(w, seat) or r16_sea.sailors(w, seat))
        case "combat":
            return any_open(r09.targets(w, seat))
    return w.march is not None or bool(r11.marchers(w, seat))


async def give_orders(w: World) -> None:
    """§5.1(2) Take one order of the player in turn."""
    seat = w.acting
    if not has_orders(w, seat):
        end_phase(w)
        return
    answer = await ask(seat, order_menu(w, seat))
    given: Any = answer.get("answer")
    match answer["pick"]:
        case "move":
            await r07.walk(w, seat, given["start"], given["way"], given["units"])
        case "sail":
            await r16_sea.sail(w, seat, given)
        case "ship":
            await r16_carrying.carry(w, seat, given)
        case "attack":
            await declare(w, seat, given)
        case "force":
            await r11.begin(w, seat, given)
        case "halt":
            r11.halt(w)
        case "activate":
            await r27.activate(w, seat, given)
        case "play":
            await r27.play_chit(w, seat, given)
        case "agent":
            await r20.operate(w, seat, given)
        case "end":
            end_phase(w)


def order_menu(w: World, seat: Seat) -> Menu:
    """§5.1(2) §27.2 Orders of the player in turn: of the phase, and chits at any moment."""
    makers: dict[str, Callable[[], Choice[Any] | Bar | None]] = {}
    moving = w.phase == "movement" or w.march is not None
    if moving:
        makers["move"] = lambda: r07.no_walk(w, seat) or r07.move_form(w, seat)
        makers["sail"] = lambda: r16_sea.no_sail(w, seat) or r16_sea.sail_form(w, seat)
        makers["ship"] = lambda: r16_carrying.no_carrying(w, seat) or r16_carrying.ship_form(w, seat)
    if w.phase == "combat" or w.march is not None:
        makers["attack"] = lambda: r09.no_attack(w, seat) or r09.attack_form(w, seat)
    if w.phase == "march" and w.march is None:
        makers["force"] = lambda: r11.no_march(w, seat) or r11.force_form(w, seat)
    if w.march is not None:
        makers["halt"] = lambda: None
    makers |= {
        "activate": lambda: r27.activation(w, seat),
        "play": lambda: _no_chit(w, seat) or r27.play_menu(w, seat),
        "agent": lambda: r20.agent_bar(w, seat) or r20.operation_of(w, seat),
        "end": lambda: _end_bar(w),
    }
    prompt = PROMPTS["marching" if w.march is not None else w.phase]
    return Menu(
        rule="5.1",
        prompt=words(prompt),
        items=cache(lambda: lazily(makers)),
        note=lambda order: _cost(w, seat, order),
        ends={"end": _lost(w), "halt": ("move", "sail", "attack")},
    )


def _lost(w: World) -> Sequence[str]:
    """Return the orders that the end of the phase precludes: chits and agents, which each phase allows, only
    if it is the last one.
    """
    more = len(w.seats) == 2 or w.options["chits_after_events"] == "yes"
    has_interval = more and w.turn != w.last_turn
    at_any_moment = ("activate", "play", "agent")
    is_last = (w.phase == INTERVAL and not w.events) or (w.phase == "march" and not has_interval)
    return (*LOST.get(w.phase, ()), *(at_any_moment if is_last else ()))


def _cost(w: World, seat: Seat, order: str) -> Words | None:
    """Say what an order uses up, None where it is nothing."""
    if order == "agent":
        return words(N_("uses up AGENTs; you hold {n}"), n=hand(w, seat).count("agent"))
    return words(COSTS[order]) if order in COSTS else None


LOST: Mapping[str, Sequence[str]] = {
    "stratagem": ("kaisar_i_rum", "medicis_vizier"),
    "movement": ("move", "sail"),
    "combat": ("attack",),
    "march": ("force",),
}
"""The orders, and chits, of one phase of the turn alone."""

COSTS: Mapping[str, str] = {
    "move": N_("a movement point for each area; every unit once (§7.4)"),
    "sail": N_("a movement point for each area; every ship once (§7.4)"),
    "ship": N_("the movement of the ships and of the units aboard (§16.32)"),
    "attack": N_("these units attack once in the turn (§9.33)"),
    "force": N_("the leader's one forced march in the turn (§11.4)"),
    "activate": N_("turns the CONTROL chit face up"),
    "play": N_("uses up the chit"),
}
"""The costs of orders of the player in turn."""


PROMPTS: Mapping[str, str] = {
    OPENING: N_("Your turn begins: play chits before you draw, or end."),
    "stratagem": N_("Stratagem Phase: play chits, or end it."),
    "movement": N_("Movement Phase: move units by land and sea, or end it."),
    "combat": N_("Combat Phase: attack, or end it."),
    "march": N_("Forced March Phase: begin a march with a leader, or end it."),
    "marching": N_("Forced march: move, attack, or halt."),
    INTERVAL: N_("Random Event Phase: play chits after the event, or end."),
}


def _no_chit(w: World, seat: Seat) -> Bar | None:
    return None if hand(w, seat) else bar("27.2", N_("you hold no unused chits"))


def _end_bar(w: World) -> Bar | None:
    if w.march is not None:
        return bar("11.2", N_("the forced march is not over: halt it first"))
    return None


def end_phase(w: World) -> None:
    """§5.1(2) Go on to the next phase of the turn; after the forced marches the random events."""
    w.moved, w.going, w.spent, w.fast, w.free, w.spared = [], [], {}, [], [], []
    match w.phase:
        case "opening":
            w.phase = "draw"
        case "stratagem":
            w.drawn, w.exchanged = [], False
            w.phase = "movement"
        case "movement":
            w.stopped = r07.stopped_for_marches(w)
            w.phase = "combat"
        case "combat":
            w.fought = []
            w.phase = "march"
        case "march":
            w.marched, w.stopped = [], {}
            w.events = 0 if w.turn == w.last_turn else (2 if len(w.seats) == 2 else 1)
            w.phase = "event"
            if not w.events:
                next_player(w)
        case "interval":
            w.phase = "event"
            if not w.events:
                next_player(w)


def next_player(w: World) -> None:
    """§5.1(3) §5.1(4) §5.1(5) Begin the next player's turn; after the last the Inter-Phases (§5.1(6))."""
    at = w.order.index(w.acting) + 1
    if at < len(w.order):
        w.acting, w.phase = w.order[at], first_phase(w)
    else:
        w.acting, w.phase, w.fed = "", "food", []


# -- §5.1(6c) the end ---------------------------------------------------------------------------


async def end_turn(w: World) -> None:
    """§5.1(6c) End the turn, and (§14.0) a schism; §13.5(5) what waited may come back from now on."""
    tell("turn_ends", "5.1", turn=w.turn)
    w.dead = sorted([*w.dead, *w.waiting])
    w.waiting, w.schism = [], ""
    if w.turn == w.last_turn:
        end_game(w)
    else:
        w.turn += 1
        w.phase = "turn_start"
