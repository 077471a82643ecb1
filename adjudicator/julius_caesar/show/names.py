"""Every id of the game with its English names, as players write them; other languages have files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from adjudicator.core import N_
from adjudicator.core.language.names import lexicon
from adjudicator.julius_caesar.board import BLOCKS, CARDS, PLACES
from adjudicator.julius_caesar.board.loading import DATA
from adjudicator.julius_caesar.board.pieces import Block
from adjudicator.julius_caesar.routes import SEA_ROUTES, by_sea_to

_ROMAN = {1: "I", 4: "IV", 5: "V", 9: "IX", 10: "X"}

VERBS: dict[str, tuple[str, ...]] = {
    "play": ("play",),
    "discard": ("discard",),
    "deploy": ("deploy",),
    "move": ("move", "mv"),
    "sail": ("sail", "ship"),
    "end": ("end", "done", "stop"),
    "main": ("main", "main attack"),
    "surprise": ("surprise",),
    "levy": ("levy", "raise"),
    "step": ("step", "steps"),
    "call": ("call",),
    "strike": ("strike", "erupt"),
    "battle": ("battle", "fight"),
    "fire": ("fire", "attack"),
    "retreat": ("retreat",),
    "pass": ("pass",),
    "lose": ("lose", "hit"),
    "regroup": ("regroup",),
    "dock": ("dock", "home"),
    "disband": ("disband",),
    "at": ("at", "in", "on"),
    "to": ("to", "into"),
    "from": ("from", "out of"),
    "all": ("all",),
    "none": ("none", "nobody", "nothing"),
    "blocks": ("blocks", "block"),
    "if": ("if",),
    "do": ("do",),
    "asked": ("asked",),
    "then": ("then",),
    "caesar": ("Caesar",),
    "pompey": ("Pompey",),
    "tan": ("tan", "brown"),
    "green": ("green",),
    "blue": ("blue",),
    "red": ("red",),
    "gold": ("gold",),
    "egypt": ("Egypt",),
}

_MOVING = N_("in your movement")
_LEVYING = N_("in your levies, after your movement")
_FIGHTING = N_("in a battle, when it is the turn of your blocks")
ORDERS: Mapping[str, tuple[str, str]] = {
    "discard": ("2.1", N_("when the cards of a year have been dealt")),
    "play": ("2.1", N_("at the beginning of a turn, when cards are played")),
    "move": ("6.1", _MOVING),
    "sail": ("6.3", _MOVING),
    "main": ("7.3", N_("after your movement, where your attack on a city came by several ways")),
    "levy": ("6.4", _LEVYING),
    "step": ("6.4", _LEVYING),
    "battle": ("7.1", N_("when both sides have moved and levied")),
    "fire": ("7.2", _FIGHTING),
    "retreat": ("7.2", _FIGHTING),
    "lose": ("7.4", N_("when blocks of yours are hit")),
    "regroup": ("7.7", N_("after a battle that you have won")),
    "dock": ("8.2", N_("in winter, when ships go home")),
    "disband": ("8.3", N_("in winter, where a city cannot feed your blocks")),
}
"""The orders that are given at one time alone: paragraph and time."""

CAMPAIGN: dict[str, tuple[str, ...]] = {
    "julius_caesar": ("Julius Caesar",),
    "war": ("The Civil War",),
    "lesson_battle": ("Lesson 1: win a battle",),
    "lesson_landing": ("Lesson 2: take a city across the sea",),
    "lesson_army": ("Lesson 3: raise an army",),
    "free_deployment": ("free deployment",),
    "caesar_first_turn": ("Caesar goes first on turn 1",),
    "no_stop_with_friends": ("no stop with friends after moving two places",),
    "sea_retreat_each": ("one sea retreat for each side",),
    "open_roads": ("defenders may use the attacker's way",),
    "open_ports": ("defending ships may retreat to any vacant port or sea",),
    "spared_battles": ("Jupiter and Vulcan spare contested cities",),
    "one_surprise": ("Mars and Neptune surprise in one battle",),
    "off": ("off",),
    "on": ("on",),
}
"""Names of the game, its scenario and its options."""

CUPS: dict[str, tuple[str, ...]] = {
    "deck": ("the deck",),
    "face_up": ("the cards played",),
    "caesar_hand": ("Caesar's hand",),
    "pompey_hand": ("Pompey's hand",),
    "caesar_discard": ("Caesar's discards",),
    "pompey_discard": ("Pompey's discards",),
}
"""The places of cards (§2.1)."""


def _roman(n: int) -> str:
    tens, ones = divmod(n, 10)
    units = _ROMAN.get(ones) or ("V" if ones > 5 else "") + "I" * (ones % 5)
    return "X" * tens + (units if ones else "")


_SHORTS = Counter(block.short for block in BLOCKS.values())
SHARED = frozenset(block.kind for block in BLOCKS.values() if _SHORTS[block.short] > 1)
"""The kinds of blocks of which both sides have one with the same short name."""


def _names() -> dict[str, tuple[str, ...]]:
    """Return the names of each thing in orders, by id; blocks that share a short name are told apart."""
    names = VERBS | CAMPAIGN | CUPS
    for place in PLACES.values():
        names[place.id] = (place.name, *place.also)
    for port in SEA_ROUTES:
        names[by_sea_to(port)] = tuple(f"{name} by sea" for name in names[port])
    for block in BLOCKS.values():
        also = (block.short,) if block.kind in SHARED else _legion(block)
        names[block.id] = (short_name(block), block.name, *also)
    for card in CARDS.values():
        names[card.id] = (card.name,)
        names[f"card/{card.id}"] = (f"card {card.name}",)
    return names


def short_name(block: Block) -> str:
    """Return the short name of a block, on its face too: "AUX C1" and "AUX P1" are both printed AUX 1.

    Both may serve one side (§card/jupiter), and what is written must be read as the same block.
    """
    if block.kind not in SHARED:
        return block.short
    number = "" if block.number is None else str(block.number)
    return f"{block.short.removesuffix(number).strip()} {block.side[0].upper()}{number}"


def _legion(block: Block) -> tuple[str, ...]:
    """The Roman number by which a legion is also called, with or without its kind."""
    if block.kind != "legion" or block.number is None:
        return ()
    roman = _roman(block.number)
    return (f"Legio {roman}", f"LEG {roman}", roman)


LEXICON = lexicon(DATA, _names(), orders=ORDERS)
