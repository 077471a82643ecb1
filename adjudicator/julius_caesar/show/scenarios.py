"""The tables of the booklet: the course, and the blocks of both sides (§5.0)."""

from __future__ import annotations

from adjudicator.core import N_, words
from adjudicator.display.aids import Cell, Table
from adjudicator.julius_caesar.board import BLOCKS, FIGURES, FIRST_OWNER, SETUP, STOCK
from adjudicator.julius_caesar.world import CLEOPATRA, SIDES, Side

Row = tuple[Cell, ...]


def scenario(id: str) -> tuple[Table, ...]:
    """Return the tables of the game's one scenario."""
    return (_course(), *map(_blocks, SIDES))


def _course() -> Table:
    """§2.0 §2.1 §8.4 The length, the cards, and the points that win."""
    rows: tuple[Row, ...] = (
        (words(N_("years")), FIGURES.years),
        (words(N_("turns of a year")), FIGURES.turns),
        (words(N_("cards dealt, and discarded at once")), f"{FIGURES.hand}, {FIGURES.discards}"),
        (words(N_("points that win in a winter")), FIGURES.victory_points),
        (words(N_("points for an enemy leader taken")), FIGURES.leader_points),
        (words(N_("serves {side} at first"), side=FIRST_OWNER[CLEOPATRA]), CLEOPATRA),
    )
    heads = (words(N_("What")), words(N_("in this scenario")))
    return Table("course", words(N_("Course and special rules")), "2.0", heads, rows)


def _blocks(side: Side) -> Table:
    """§5.0 §5.1 The blocks of a side on the map by city, and in its stock."""
    placed: list[Row] = []
    for place, blocks in SETUP.items():
        mine = [block for block in blocks if _serves(block) == side]
        if mine:
            placed.append((place, mine))
    stock = [block for block in STOCK[side] if not BLOCKS[block].after_loss]
    late = [block for block in STOCK[side] if BLOCKS[block].after_loss]
    placed.append((words(N_("stock")), stock))
    if late:
        placed.append((words(N_("stock, after another leader is eliminated (§7.51)")), late))
    heads = (words(N_("Where")), words(N_("blocks")))
    title = words(N_("Blocks of {side} at the beginning"), side=side)
    return Table(f"scenario_{side}", title, "5.0", heads, tuple(placed))


def _serves(block: str) -> Side:
    return FIRST_OWNER[block]
