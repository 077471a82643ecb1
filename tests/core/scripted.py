"""The toy of markers with standing orders, at a table whose chance is written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.core import Game, Lexicon, Table, start
from adjudicator.core.choices.choice import Reader
from adjudicator.core.game.game import Key
from adjudicator.core.log.founding import Founded, RulesVersion, Terms, open_scripted
from adjudicator.core.orders.books import Books, Standing
from tests.toys import markers

UMPIRE = RulesVersion("0.1", "ab" * 32, "cd" * 32)
HANDS = {
    "a": ["treachery", "treachery", "luck"],
    "b": ["luck", "feast", "treachery"],
    "c": ["chaff", "chaff", "feast"],
}
NAMES = {
    "a": {"en": ["Anna"]},
    "b": {"en": ["Bela"]},
    "c": {"en": ["Cyra"]},
    "march": {"en": ["march"], "ja": ["行軍"]},
    "raid": {"en": ["raid", "rob"]},
    "scout_1": {"en": ["Scout Amber"]},
    "scout_2": {"en": ["Scout Blue"]},
    "mill": {"en": ["Mill"], "ja": ["水車"]},
}
STANDING = {
    "rest": ("feast", "accept"),
    "raid": ("play",),
    "marker": ("play",),
    "die": ("play",),
    "2.3": ("keep",),
    "2.4": (),
    "3": ("march", "send", "rest", "raid"),
}


def keys(view: markers.View, seat: str, rule: str) -> Mapping[str, Key]:
    return {
        "phase": view.phase,
        "turn": view.turn,
        "coins": view.coins[seat],
        "hand": list(view.hand),
        "worth": {"b": 1, "c": 3},
        "rank": {"scout_1": "IV", "scout_2": "I"},
    }


GAME: Game = replace(markers.GAME, lexicon=Lexicon(NAMES), standing=STANDING, keys=keys)
READER = Reader(GAME.lexicon)


def founded(dice: Sequence[int], draws: Sequence[str] = ()) -> tuple[Founded, Any]:
    dealt = [marker for seat in ("a", "b", "c") for marker in HANDS[seat]]
    world = GAME.found("ring", {}, ("a", "b", "c"))
    terms = Terms("toy", "ring", {}, ("a", "b", "c"), "open", UMPIRE, world.cups)
    return open_scripted(GAME.name, terms, [2, 3, 4, *dice], [*dealt, *draws]), world


def opened(
    *dice: int,
    draws: Sequence[str] = (),
    modes: Mapping[str, str] | None = None,
    kept: Mapping[str, Sequence[Standing]] | None = None,
    game: Game = GAME,
) -> tuple[Table, Books]:
    """A table at its first question (2.3), with the hands of `HANDS`."""
    begun, world = founded(dice, draws)
    books = Books(game, kept or {})
    at = start(game, world, begun.chain.n - 1)
    return Table(game, at, begun.chain, begun.source, policy=books.policy(modes or {}), fresh=True), books


def ordering(*dice: int, **more: Any) -> tuple[Table, Books]:
    """A table at which seat a is to give its first order."""
    table, books = opened(*dice, **more)
    for seat in ("a", "b", "c"):
        table.submit(seat, [])
    for seat in ("a", "b", "c"):
        table.submit(seat, "no")
    return table, books


def kinds(table: Table) -> list[str]:
    return [told.event.kind for told in table.ledger.told]
