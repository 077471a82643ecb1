"""§6 The command phase: orders of movement, main attacks, and whose turn it is to command."""

from __future__ import annotations

from functools import cache
from typing import Any

from adjudicator.core import N_, Bar, Menu, OneOf, Words, ask, bar, tell, words
from adjudicator.core.log.chain import JSON
from adjudicator.julius_caesar.board import CARDS
from adjudicator.julius_caesar.world import Place, Side, World, backs, enemy_of

from . import r04_board as r04
from .r02_turn import begin_command, end_turn
from .r06_groups import move_form, move_group, no_start, unmoved
from .r06_transport import no_sail, sail, sail_form


async def order_movement(w: World) -> None:
    """§6.0 §6.1 One order of the acting side's movement; ruling JC-W5: it may stop early."""
    side = w.acting
    answer = await ask(side, movement_menu(w, side))
    match answer["pick"]:
        case "move":
            move_group(w, side, **{k: answer["answer"][k] for k in ("start", "way", "blocks")})
        case "sail":
            sail(w, side, **{k: answer["answer"][k] for k in ("start", "way", "blocks")})
        case "end":
            card = CARDS[w.cards[side]]
            if card.event and w.points:
                tell("declined", f"card/{card.id}", side=side, card=card.id)
            w.phase = "main_attack"


def movement_menu(w: World, side: Side) -> Menu:
    """§2.2 List the acting side's orders: transport by sea, then group moves, then the end."""
    return Menu(
        rule="6.1",
        prompt=words(
            N_("Move a group, or end your movement ({points} movement {points:point|points} left)."),
            points=w.points,
        ),
        # While a question is asked nothing changes: what is open is worked out once.
        items=cache(
            lambda: {
                "move": no_start(w, side) or move_form(w, side),
                "sail": no_sail(w, side) or sail_form(w, side),
                "end": None,
                "levy": _levy_bar(w, side),
                "step": _levy_bar(w, side),
            }
        ),
        note=lambda order: _cost(w, order),
        ends={"end": ("move", "sail")},
        conceal=_conceal_move,
    )


def _cost(w: World, order: str) -> Words | None:
    """§6.1 Say what an order costs, None for the end."""
    if order == "end":
        return None
    if not w.points:
        paid = sorted(place for place in w.activated if unmoved(w, w.acting, place))
        return words(N_("costs nothing from {places}, which is paid for"), places=paid)
    return words(N_("costs 1 of {n} movement {n:point|points} for each group"), n=w.points)


def _levy_bar(w: World, side: Side) -> Bar:
    """§2.2 Movement comes first, and an event gives no levy; ruling JC-T7."""
    if CARDS[w.cards[side]].event:
        return bar("2.1", N_("an event card gives no levy points"))
    return bar("2.2", N_("all movement comes before levies: end your movement first"))


def _conceal_move(answer: dict[str, Any]) -> dict[str, JSON]:
    """Return the public part of a move: how many backs go which way (Fog of war)."""
    if answer["pick"] == "end":
        return {"pick": "end"}
    order = answer["answer"]
    return {
        "pick": answer["pick"],
        "way": [order["start"], *order["way"]],
        "backs": backs(order["blocks"]),
    }


# -- §7.3 the main attack ----------------------------------------------------------------------


async def name_main_attacks(w: World) -> None:
    """§7.3 §6.2 Ask, before the other side moves, which way in is the main attack; ruling JC-M6."""
    side = w.acting
    for place in sorted(w.attackers):
        ways = sorted({e.origin for e in w.entered[place] if e.side == side})
        if w.attackers[place] == side and len(ways) > 1:
            w.main[place] = await ask(side, _main_choice(w, place, ways))
            tell("main_attack", "7.3", side=side, place=place, origin=w.main[place])
    w.phase = "surprise" if w.cards[side] in ("mars", "neptune") else "levy"


def _main_choice(w: World, place: Place, ways: list[Place]) -> OneOf:
    first = w.main[place]
    return OneOf(
        rule="7.3",
        prompt=words(N_("Where does your main attack on {place} come from?"), place=place),
        options=lambda: dict.fromkeys([first, *(way for way in ways if way != first)]),
        verb="main",
    )


def end_command(w: World) -> None:
    """§6.0 Pass the command to the other side; after both, go on to the battles (§2.3)."""
    if w.acting == w.first:
        begin_command(w, enemy_of(w.first))
    else:
        w.acting = ""
        w.phase = "choose_battle" if r04.contested_places(w) else "turn_end"


async def finish_turn(w: World) -> None:
    """§2.3 End the turn if no battle is left."""
    tell("turn_over", "2.3", year=w.year, turn=w.turn)
    end_turn(w)
