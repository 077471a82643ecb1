"""The event cards. Mercury, Pluto and the ships of Neptune change §6 where it says so."""

from __future__ import annotations

from adjudicator.core import (
    N_,
    Bar,
    Field,
    Form,
    Illegal,
    Menu,
    OneOf,
    Reader,
    To,
    Verdicts,
    any_open,
    ask,
    bar,
    draw_among,
    tell,
    words,
)
from adjudicator.core.language.words import fold
from adjudicator.core.log.chain import JSON
from adjudicator.julius_caesar.board import BLOCKS, EDGES
from adjudicator.julius_caesar.world import (
    CLEOPATRA,
    Entered,
    Place,
    Side,
    World,
    backs,
    blocks_at,
    enemy_of,
    is_city,
    is_leader,
    is_ship,
)

from . import r04_board as r04
from .r07_battle import weaken


async def carry_out_event(w: World) -> None:
    """§2.1 The events that are no group move."""
    if w.cards[w.acting] == "jupiter":
        await jupiter(w, w.acting)
    else:
        await vulcan(w, w.acting)
    w.phase = "levy"


# -- §card/jupiter -----------------------------------------------------------------------------


async def jupiter(w: World, side: Side) -> None:
    """§card/jupiter Let an enemy block beside a friendly city change sides; it may be declined."""
    if not any_open(_jupiter_cities(w, side)):
        tell("no_target", "card/jupiter", card="jupiter", side=side)
        return
    answer = await ask(side, _jupiter_menu(w, side))
    if answer["pick"] == "pass":
        tell("declined", "card/jupiter", side=side, card="jupiter")
        return
    city, colour, to = (answer["answer"][k] for k in ("city", "colour", "to"))
    hidden = [b for b in blocks_at(w, city, enemy_of(side)) if BLOCKS[b].colour == colour]
    (block,) = await draw_among("card/jupiter", hidden, To(to, 1, (side,)), shown=True)
    tell("struck", "card/jupiter", side=side, place=city, block=block, to=to)
    if is_leader(block) or is_ship(block):
        weaken(w, block, "card/jupiter")
    else:
        defect(w, side, block, to)


def defect(w: World, side: Side, block: str, to: Place) -> None:
    """§card/jupiter Move the block over; it serves its new side as it stands; ruling JC-J3."""
    w.turned[block] = side
    if block != CLEOPATRA and BLOCKS[block].side == side:
        del w.turned[block]
    w.at[block] = to
    tell("defected", "card/jupiter", side=side, block=block, to=to)


def struck_cities(w: World, side: Side) -> list[Place]:
    """§card/jupiter §card/vulcan §4.21 The cities with enemy blocks, contested ones too; ruling JC-J6.

    Its option `spared_battles` keeps them out of a battle that has begun.
    """
    spared = w.options["spared_battles"] == "on"
    held = r04.holders(w)
    return [
        city
        for city in sorted(held)
        if is_city(city) and (held[city] == enemy_of(side) or (held[city] == r04.CONTESTED and not spared))
    ]


def _jupiter_menu(w: World, side: Side) -> Menu:
    """§card/jupiter The city and the colour of the back; the block is drawn; ruling JC-J1, ruling JC-J2.

    A leader or a ship that is drawn loses a step instead; ruling JC-J5.
    """
    call = Form(
        rule="card/jupiter",
        prompt=words(
            N_("Name the enemy city, the colour of the block there, and the friendly city it defects to.")
        ),
        fields=(
            Field("city", lambda done: _city_choice(w, side), ("-",)),
            Field("to", lambda done: _to_choice(w, side, done["city"]), (":",)),
            Field("colour", lambda done: _colour_choice(w, side, done["city"])),
        ),
    )
    return Menu(
        rule="card/jupiter",
        prompt=words(N_("Jupiter: make an enemy block defect to you, or pass.")),
        items=lambda: {"call": call, "pass": None},
        ends={"pass": ("call",)},
    )


def _city_choice(w: World, side: Side) -> OneOf:
    return OneOf(
        rule="card/jupiter",
        prompt=words(N_("In which enemy city?")),
        options=lambda: _jupiter_cities(w, side),
    )


def _jupiter_cities(w: World, side: Side) -> Verdicts:
    """§card/jupiter Enemy cities beside friendly ones, by road or strait; ruling JC-W10: none at sea."""
    found: dict[str, Bar | None] = {}
    for city in struck_cities(w, side):
        far = bar("card/jupiter", N_("no friendly city is adjacent to {city}"), city=city)
        found[city] = None if _beside(w, side, city) else far
    return found


def _beside(w: World, side: Side, city: Place) -> list[Place]:
    return [to for to in EDGES[city] if r04.holder(w, to) == side]


def _to_choice(w: World, side: Side, city: Place) -> OneOf:
    return OneOf(
        rule="card/jupiter",
        prompt=words(N_("To which friendly city does it defect?")),
        options=lambda: dict.fromkeys(_beside(w, side, city)),
    )


def _colour_choice(w: World, side: Side, city: Place) -> OneOf:
    return _Colour(
        rule="card/jupiter",
        prompt=words(N_("A block of which colour?")),
        options=lambda: dict.fromkeys(backs(blocks_at(w, city, enemy_of(side)))),
        note=lambda colour: words(OF_COLOUR[colour]),
    )


OF_COLOUR = {
    "tan": N_("one of Caesar's blocks, drawn by lot"),
    "green": N_("one of Pompey's blocks, drawn by lot"),
    "blue": N_("Cleopatra"),
}
"""The blocks of each colour; ruling JC-J2."""


class _Colour(OneOf, frozen=True, kw_only=True):
    """The colour of a back as printed; the colours of earlier releases are refused with the printed ones."""

    def parse(self, text: str, reader: Reader) -> JSON:
        if any(fold(text) in reader.lexicon.names(old) for old in ("red", "gold")):
            raise Illegal(
                "card/jupiter",
                N_("colours are as printed now: tan is Caesar, green is Pompey, blue is Cleopatra"),
            )
        return super().parse(text, reader)


# -- §card/vulcan ------------------------------------------------------------------------------


async def vulcan(w: World, side: Side) -> None:
    """§card/vulcan Take a step off the blocks of an enemy city, leaders too; ruling JC-V1: if any."""
    if not struck_cities(w, side):
        tell("no_target", "card/vulcan", card="vulcan", side=side)
        return
    city = await ask(side, _vulcan_choice(w, side))
    begun = r04.holder(w, city) == r04.CONTESTED
    victims = blocks_at(w, city, enemy_of(side))
    tell("erupted", "card/vulcan", side=side, place=city, backs=backs(victims))
    for block in sorted(victims, key=lambda b: b == CLEOPATRA):
        weaken(w, block, "card/vulcan")
    if not begun:
        turn_upon(w, side, city)


def turn_upon(w: World, side: Side, city: Place) -> None:
    """§card/vulcan §7.52 Let Cleopatra, won over in the fire, attack those she stood with; ruling JC-V3.

    In a battle that has begun she joins its defenders; ruling JC-J6.
    """
    if r04.holder(w, city) == r04.CONTESTED:
        w.attackers[city] = side
        w.entered[city] = [Entered(CLEOPATRA, side, city)]
        w.main[city] = city


def _vulcan_choice(w: World, side: Side) -> OneOf:
    """§card/vulcan Cities with their ports, not seas; ruling JC-V2."""
    return OneOf(
        rule="card/vulcan",
        prompt=words(N_("Vulcan: which enemy city does the eruption strike?")),
        options=lambda: dict.fromkeys(struck_cities(w, side)),
        verb="strike",
    )


# -- §card/mars and §card/neptune --------------------------------------------------------------


async def choose_surprise(w: World) -> None:
    """§card/mars §card/neptune In which battles the attackers strike first; ruling JC-B13, ruling JC-W8.

    In all that the group has gone to; with the option `one_surprise` in the one that its player names.
    Ruling JC-B16: never in one that they reinforce.
    """
    card, side = w.cards[w.acting], w.acting
    places = [p for p in sorted(w.attackers) if w.attackers[p] == side]
    if len(places) > 1 and w.options["one_surprise"] == "on":
        named = await ask(
            side,
            OneOf(
                rule=f"card/{card}",
                prompt=words(N_("{card}: in which battle do you make your surprise attack?"), card=card),
                options=lambda: dict.fromkeys(places),
                verb="surprise",
            ),
        )
        places = [named]
    w.surprise = places
    for place in places:
        tell("surprise", f"card/{card}", side=side, card=card, place=place)
    w.phase = "levy"
