"""League: four seats, so that whatever counts seats is tried with more than two.

1 Each seat has three blocks and a shield. A round: 1.1 every seat in order raids another or ends its turn,
  1.2 all pledge coins at once, in secret.
2 A side that is raided 2.1 loses a block of their choice, and 2.2 goes back to the hills or the town: both
must
  be answered. Before that 2.3 any other seat that still has its shield may spend it to stop the raid.
3 After two rounds all who have the most blocks win; if all have as many, nobody does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from adjudicator.core import (
    N_,
    Amount,
    Event,
    Game,
    Lexicon,
    Menu,
    Occasion,
    OneOf,
    Procedure,
    Scenario,
    Score,
    Subset,
    ask,
    ask_all,
    fill,
    one_of,
    tell,
    window,
    words,
)
from adjudicator.core.language.terms import StandingTerms, WindowKind

SEATS = ("north", "east", "south", "west")
ROUNDS, COINS = 2, 5
LEXICON = Lexicon(
    {
        "north": {"en": ["North"], "ja": ["北"]},
        "east": {"en": ["East"], "ja": ["東"]},
        "south": {"en": ["South"], "ja": ["南"]},
        "west": {"en": ["West"], "ja": ["西"]},
    }
)


class World(Struct):
    """The game at rest."""

    seats: list[str]
    blocks: dict[str, list[str]]
    shields: dict[str, int]
    at: dict[str, str]
    coins: dict[str, int]
    turn: int = 0
    result: dict[str, list[str]] = field(default_factory=dict)
    cups: dict[str, list[str]] = field(default_factory=dict)


class View(Struct, frozen=True):
    """The whole game, which anybody may know."""

    blocks: Mapping[str, Sequence[str]]
    shields: Mapping[str, int]
    at: Mapping[str, str]
    result: Mapping[str, Sequence[str]]


def scenarios() -> Sequence[Scenario]:
    return [Scenario("ring", SEATS), Scenario("three", SEATS[:3])]


def found(scenario: str, options: Mapping[str, str], seats: Sequence[str]) -> World:
    blocks = {seat: [f"{seat}_{n}" for n in (1, 2, 3)] for seat in seats}
    every = dict.fromkeys(seats, 1)
    return World(list(seats), blocks, every, dict.fromkeys(seats, "town"), dict.fromkeys(seats, COINS))


def proceed(w: World) -> Procedure | None:
    if w.result:
        return None
    return order(w) if w.turn % (len(w.seats) + 1) < len(w.seats) else pledge(w)


async def order(w: World) -> None:
    """§1.1"""
    seat = w.seats[w.turn % (len(w.seats) + 1)]
    preys = [other for other in w.seats if other != seat and w.blocks[other]]
    raid_of = OneOf(rule="1.1", prompt=words(N_("Whom do you raid?")), options=one_of(*preys), verb="raid")
    prompt = words(N_("Your order?"))
    answer = await ask(seat, Menu(rule="1.1", prompt=prompt, items=lambda: {"raid": raid_of, "end": None}))
    w.turn += 1
    if answer["pick"] == "raid":
        await raid(w, seat, answer["answer"])
    else:
        tell("ended", "1.1", seat=seat)


async def raid(w: World, seat: str, prey: str) -> None:
    """§2"""
    others = [other for other in w.seats if other not in (seat, prey) and w.shields[other]]
    shield = OneOf(rule="2.3", prompt=words(N_("Do you stop the raid?")), options=one_of("shield"))
    occasion = Occasion("raid", "2.3", by=seat, subject=prey)
    if (play := await window(occasion, dict.fromkeys(others, shield))) is not None:
        w.shields[play[0]] = 0
        tell("stopped", "2.3", seat=play[0], prey=prey)
        return
    blocks = one_of(*w.blocks[prey])
    which = words(N_("Which block do you lose?"))
    lost = await ask(prey, Subset(rule="2.1", prompt=which, options=blocks, least=1, most=1, verb="lose"))
    w.blocks[prey] = [block for block in w.blocks[prey] if block not in lost]
    where = words(N_("Where do you go?"))
    w.at[prey] = await ask(prey, OneOf(rule="2.2", prompt=where, options=one_of("hills", "town"), verb="go"))
    tell("raided", "2.1", seat=seat, prey=prey, lost=lost, to=w.at[prey])


async def pledge(w: World) -> None:
    """§1.2 §3"""
    prompt = words(N_("How many coins do you pledge?"))
    given = await ask_all(
        {seat: Amount(rule="1.2", prompt=prompt, least=0, most=w.coins[seat]) for seat in w.seats}
    )
    for seat, n in given.items():
        w.coins[seat] -= n
    w.turn += 1
    if w.turn >= ROUNDS * (len(w.seats) + 1):
        most = max(len(blocks) for blocks in w.blocks.values())
        best = [seat for seat in w.seats if len(w.blocks[seat]) == most]
        w.result = {"winners": best if len(best) < len(w.seats) else []}
        tell("over", "3", winners=w.result["winners"])


def view(w: World, seat: str | None) -> View:
    return View(dict(w.blocks), dict(w.shields), dict(w.at), dict(w.result))


SENTENCES = {
    "ended": N_("{seat} ends its turn."),
    "stopped": N_("{seat} stops the raid on {prey}."),
    "raided": N_("{seat} raids {prey}, which loses {lost} and goes to {to}."),
    "over": N_("The league is over: {winners}."),
}


def say(event: Event, language: str) -> str:
    return fill(words(SENTENCES[event.kind], **event.values), language, LEXICON.label)


def score(w: World) -> Score:
    points = {seat: len(blocks) for seat, blocks in w.blocks.items()}
    return Score(points, {seat: {"blocks": n} for seat, n in points.items()}, dict(w.result))


GAME = Game(
    name="league",
    world=World,
    scenarios=scenarios,
    found=found,
    proceed=proceed,
    view=view,
    say=say,
    lexicon=LEXICON,
    stage=lambda w: "over" if w.result else f"round {w.turn // (len(w.seats) + 1)}",
    score=score,
    standing={"raid": ("shield",)},
    windows={"raid": WindowKind("standing", 1)},
    terms=StandingTerms(occasions={"raid": words("a raid")}),
)
"""The game; the computer does not play it."""
