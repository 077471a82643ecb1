"""Player aids: ways and their limits, blocks, cards, cities, and how a turn goes (§2 to §8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from adjudicator.core import N_, Words, words
from adjudicator.display.aids import Aids, Cell, Hint, Step, Table
from adjudicator.julius_caesar.board import (
    ATTACK_LIMIT,
    BLOCKS,
    CARDS,
    CITIES,
    FIGURES,
    MOVE_LIMIT,
    REGROUP_LIMIT,
    RETREAT_LIMIT,
    winter_limit,
)
from adjudicator.julius_caesar.board.pieces import Block, EdgeKind

from .scenarios import scenario

SIDES = ("caesar", "pompey", "egypt")
KINDS = (
    "leader",
    "legion",
    "light_auxilia",
    "archer_auxilia",
    "cavalry",
    "elephant",
    "ballista",
    "navis",
    "cleopatra",
)
WAYS: Mapping[EdgeKind, str] = {"major": N_("Major road"), "minor": N_("Minor road"), "strait": N_("Strait")}
LEVIES = {
    "any": N_("any friendly city"),
    "shipyard": N_("friendly ports with a ship symbol"),
    "never": N_("never"),
}
EVENTS = {
    "apollo": N_("Counts as the card that your opponent played last turn; not on the first turn of a year."),
    "jupiter": N_("An enemy block in a city beside one of yours joins you."),
    "mars": N_("One group on land makes a surprise attack: its blocks act before all others in round one."),
    "mercury": N_("One group on land moves three cities, or two and attacks."),
    "neptune": N_("One group of ships makes a surprise attack."),
    "pluto": N_(
        "One group attacking by land may use 6 blocks on a major road, 3 on a minor road, 2 across a strait."
    ),
    "vulcan": N_("Every block in one enemy city loses a step."),
}
"""§card The effect of each event, in our words."""


def tables() -> tuple[Table, ...]:
    """All charts, read from the board."""
    return (_ways(), _blocks(), _cards(), _events(), _cities())


def _ways() -> Table:
    """§6.11 Return how many blocks each kind of way lets pass; the note tells how far a group goes."""
    heads = (N_("Road or strait"), N_("moving"), N_("attacking"), N_("retreating"), N_("regrouping"))
    note = words(
        N_("A movement point moves one group up to {steps} cities, or {attack} if it attacks."),
        steps=FIGURES.group_steps,
        attack=FIGURES.attack_steps,
    )
    return Table(
        "ways",
        words(N_("Road and strait limits")),
        "6.11",
        tuple(map(Words, heads)),
        tuple(map(_way, WAYS)),
        note,
    )


def _way(kind: EdgeKind) -> tuple[Cell, ...]:
    limits = (MOVE_LIMIT, ATTACK_LIMIT, RETREAT_LIMIT, REGROUP_LIMIT)
    return words(WAYS[kind]), *(limit[kind] for limit in limits)


def _blocks() -> Table:
    heads = (N_("Block"), N_("letter"), N_("hits on"), N_("steps"), N_("levied in"))
    note = words(
        N_(
            "A block rolls as many dice as its strength. A fires before B; at each letter the defender "
            "fires first."
        )
    )
    return Table(
        "blocks", words(N_("Blocks")), "3.12", tuple(map(Words, heads)), tuple(map(_block, _alike())), note
    )


def _alike() -> Iterator[list[Block]]:
    """Yield blocks that differ in nothing but their name and city, Caesar's first."""

    def like(block: Block) -> tuple[Any, ...]:
        levied = block.levy_at if isinstance(block.levy_at, str) else "city"
        return SIDES.index(block.side), KINDS.index(block.kind), block.firepower, len(block.strengths), levied

    for _, same in groupby(sorted(BLOCKS.values(), key=lambda b: (like(b), b.number or 0)), key=like):
        yield list(same)


def _block(same: list[Block]) -> tuple[Cell, ...]:
    first = same[0]
    where: Cell
    if isinstance(first.levy_at, str):
        where = words(LEVIES[first.levy_at])
    else:
        where = [words(N_("{block}: {cities}"), block=b.id, cities=list(b.levy_at)) for b in same]
    letter = f"{first.letter} ({first.attacks_at})" if first.attacks_at else first.letter
    hits = f"1–{first.firepower}" if first.firepower > 1 else "1"
    return [block.id for block in same], letter, hits, first.steps, where


def _cards() -> Table:
    heads = (N_("Card"), N_("groups that move"), N_("levy points"), N_("in the deck"))
    rows = tuple(
        (card.id, card.movement, card.levy, card.copies)
        for card in sorted(CARDS.values(), key=lambda card: (-card.movement, -card.levy))
        if not card.event
    )
    return Table("cards", words(N_("Command cards")), "2.1", tuple(map(Words, heads)), rows)


def _events() -> Table:
    rows = tuple((card.id, words(EVENTS[card.id])) for card in CARDS.values() if card.event)
    note = words(N_("An event goes before every other card and gives no levy. Two events cancel each other."))
    heads = (words(N_("Card")), words(N_("event")))
    return Table("events", words(N_("Events")), "2.1", heads, rows, note)


def _cities() -> Table:
    heads = (N_("City"), N_("victory points"), N_("blocks that may winter there"))
    found = sorted((city for city in CITIES.values() if city.value), key=lambda city: (-city.value, city.id))
    rows = tuple((city.id, city.value, winter_limit(city.id)) for city in found)
    note = words(
        N_(
            "The winter limit of any other city is {n} blocks. {points} points at the end of a year "
            "win the war."
        ),
        n=FIGURES.winter_limit,
        points=FIGURES.victory_points,
    )
    return Table("cities", words(N_("Cities that count")), "4.2", tuple(map(Words, heads)), rows, note)


TURN = (
    Step(
        "hand",
        words(N_("A new year: six cards")),
        words(
            N_(
                "Both sides are dealt {n} cards and discard one face down. The others last for the {turns} "
                "turns of the year, one card a turn."
            ),
            n=FIGURES.hand,
            turns=FIGURES.turns,
        ),
        "2.1",
        ("deal", "discard"),
        "hand",
    ),
    Step(
        "cards",
        words(N_("Both play a card")),
        words(
            N_(
                "You choose in secret, and both cards are shown at once. An event goes "
                "first, otherwise the card with more movement; Caesar goes first if they are "
                "equal. Two events cancel each other, and the turn is over."
            )
        ),
        "2.1",
        ("cards", "event"),
    ),
    Step(
        "movement",
        words(N_("Move")),
        words(
            N_(
                "Each movement point moves one group: any of your blocks in one city move up to {n} cities, "
                "together or separately. Before all other moves, blocks may be transported across friendly "
                "seas, for one point each. A group that enters a city with enemy blocks stops there and "
                "fights."
            ),
            n=FIGURES.group_steps,
        ),
        "6.1",
        ("movement", "main_attack", "surprise"),
        "map",
    ),
    Step(
        "levy",
        words(N_("Levy")),
        words(
            N_(
                "Each levy point raises a new block with one step, in a friendly city that "
                "its label names, or gives a step to a block in a friendly city. Then the "
                "other side moves and levies."
            )
        ),
        "6.4",
        ("levy",),
    ),
    Step(
        "battle",
        words(N_("Fight the battles")),
        words(
            N_(
                "Up to {n} rounds. Blocks act in the order of their letters, A to D, at each "
                "letter the defender first: they fire, retreat or pass. A die up to the "
                "firepower is a hit, and each hit takes a step off the strongest enemy "
                "block. In the last round attackers who are left must retreat."
            ),
            n=FIGURES.battle_rounds,
        ),
        "7.2",
        ("choose_battle", "battle", "regroup", "turn_end"),
        "battle",
    ),
    Step(
        "winter",
        words(N_("Winter")),
        words(
            N_(
                "After the fifth turn Cleopatra and ships go home, each city keeps as many blocks as its "
                "winter limit allows, and points are counted: {points} or more win at once. After {years} "
                "years the side with more points wins."
            ),
            points=FIGURES.victory_points,
            years=FIGURES.years,
        ),
        "8.0",
        ("winter", "ships_home", "quarters", "new_year"),
        "map",
    ),
)

HINTS = (
    Hint(
        "hand",
        "hand",
        words(
            N_(
                "These are your cards. The first number is how many groups may move, the "
                "second how many steps you may levy. Cards with the name of a god are "
                "events."
            )
        ),
        ("discard", "cards"),
    ),
    Hint(
        "movement",
        "map",
        words(
            N_(
                "Press a city with your blocks, then their destination, then “Give this order”. "
                "Press the first city again to send one block alone."
            )
        ),
        ("movement",),
    ),
    Hint(
        "levy",
        "map",
        words(
            N_(
                "Press one of your blocks to give it a step, or one of the new blocks in the "
                "list to raise it. New blocks need a friendly city that their label names."
            )
        ),
        ("levy",),
    ),
    Hint(
        "battle",
        "decision",
        words(
            N_(
                "The battle board shows both lines. Press blocks in the order in which they fire, or press "
                "the button that fires all of them. To take a hit, press a block."
            )
        ),
        ("battle",),
    ),
)

AIDS = Aids(TURN, HINTS, tables, scenario)
