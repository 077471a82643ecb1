"""Hidden-bid Nim: the smallest whole game there is here, and the example of docs/add-a-game.md.

1 There is one heap of matches; each side has 10 coins.
2 Both sides bid coins in secret. The higher bid is paid and moves; if both bid the same, a die decides:
  1-3 the first side moves, 4-6 the second, and nobody pays.
3 The mover takes one to three matches. The player who takes the last match has won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from adjudicator.core import (
    N_,
    Amount,
    Event,
    Game,
    Lexicon,
    Procedure,
    Scenario,
    ask,
    ask_all,
    d6,
    fill,
    tell,
    words,
)

HEAPS = {"short": 8, "long": 15}
COINS, MOST = 10, 3

LEXICON = Lexicon(
    {
        "north": {"en": ["North"], "ja": ["北"]},
        "south": {"en": ["South"], "ja": ["南"]},
        "bid": {"en": ["bid"], "ja": ["入札"]},
        "take": {"en": ["take"], "ja": ["取る"]},
    }
)


class World(Struct):
    """The game at rest: all that its rules and its views are made of."""

    seats: list[str]
    heap: int
    coins: dict[str, int]
    mover: str = ""
    winner: str = ""
    cups: dict[str, list[str]] = {}


class View(Struct, frozen=True):
    """The visible part: here all of it, for bids are hidden by the table and not by the world."""

    heap: int
    coins: Mapping[str, int]
    winner: str


def scenarios() -> Sequence[Scenario]:
    return [Scenario(id, ("north", "south")) for id in HEAPS]


def found(scenario: str, options: Mapping[str, str], seats: Sequence[str]) -> World:
    return World(list(seats), HEAPS[scenario], dict.fromkeys(seats, COINS))


def proceed(w: World) -> Procedure | None:
    if w.winner:
        return None
    return take(w) if w.mover else bid(w)


async def bid(w: World) -> None:
    """§2"""
    bids = await ask_all({seat: _bid_of(w, seat) for seat in w.seats})
    first, second = w.seats
    if bids[first] == bids[second]:
        w.mover = first if await d6("2", "tie") <= 3 else second
    else:
        w.mover = first if bids[first] > bids[second] else second
        w.coins[w.mover] -= bids[w.mover]
    tell("bid", "2", mover=w.mover, bids=[bids[first], bids[second]])


def _bid_of(w: World, seat: str) -> Amount:
    return Amount(
        rule="2", prompt=words(N_("How many coins do you bid?")), least=0, most=w.coins[seat], verb="bid"
    )


async def take(w: World) -> None:
    """§3"""
    prompt = words(N_("How many matches do you take? There are {heap}."), heap=w.heap)
    taken = await ask(w.mover, Amount(rule="3", prompt=prompt, least=1, most=min(MOST, w.heap), verb="take"))
    w.heap -= taken
    w.winner = w.mover if w.heap == 0 else ""
    tell("took", "3", mover=w.mover, taken=taken, heap=w.heap)
    w.mover = ""


def view(w: World, seat: str | None) -> View:
    return View(w.heap, dict(w.coins), w.winner)


SENTENCES = {
    "bid": N_("Bids: {bids}. {mover} moves."),
    "took": N_("{mover} takes {taken}; {heap} are left."),
}


def say(event: Event, language: str) -> str:
    return fill(words(SENTENCES[event.kind], **event.values), language, LEXICON.label)


GAME = Game(
    name="nim",
    world=World,
    scenarios=scenarios,
    found=found,
    proceed=proceed,
    view=view,
    say=say,
    lexicon=LEXICON,
    stage=lambda w: "take" if w.mover else "bid",
)
