"""Pictures without a map: a hand, a battle in line, figures over time.

Once their text is written, `language` is the id of its language.
"""

from __future__ import annotations

from typing import Generic

from msgspec import Struct

from .scene import Counter
from .text import T_co

# -- a hand ------------------------------------------------------------------------------------


class Card(Struct, Generic[T_co], frozen=True):
    """A card or chit that lies face up: a drawn sign, its name, a line below, and figures in its corners.

    `figures` are (sign, number): the values of a card. `count` equal ones lie together. `dimmed` ones are
    no longer held. `id` is that of the card, "" where it needs none.
    """

    colour: str
    sign: str
    name: T_co
    line: T_co | str = ""
    figures: tuple[tuple[str, str], ...] = ()
    count: int = 1
    dimmed: bool = False
    id: str = ""


class Row(Struct, Generic[T_co], frozen=True):
    """One heap: its title, what lies face up, and how many lie face down with the back of `colour`."""

    title: T_co
    colour: str
    cards: tuple[Card[T_co], ...] = ()
    backs: int = 0


class Hand(Struct, Generic[T_co], frozen=True):
    """The hand of a seat, and the size of the other's. `square` for chits, else cards stand upright."""

    game: str
    title: T_co
    subtitle: T_co
    alt: T_co
    rows: tuple[Row[T_co], ...]
    square: bool = False
    language: str = ""


# -- a battle ----------------------------------------------------------------------------------


class Fighter(Struct, Generic[T_co], frozen=True):
    """A piece in line, in the viewer's knowledge.

    `group` is its place in the order of acting ("A"), `state` "", "acted" or "fallen". `id` is its name in
    orders, "" where orders do not name it; `said` its name with all that it counts, in words.
    """

    counter: Counter[T_co]
    group: str = ""
    state: str = ""
    id: str = ""
    said: T_co | str = ""


class Line(Struct, Generic[T_co], frozen=True):
    """One side: its name, the pieces in line, the reserves, and its factors as (label, value)."""

    title: T_co
    colour: str
    front: tuple[Fighter[T_co], ...]
    reserve: tuple[Counter[T_co], ...] = ()
    sums: tuple[tuple[T_co, T_co], ...] = ()


class Face(Struct, Generic[T_co], frozen=True):
    """One face of a die without pips: a drawn symbol, its name, and whether it counts in this roll."""

    symbol: str
    name: T_co
    counts: bool = False


class Roll(Struct, Generic[T_co], frozen=True):
    """The dice of one roller: faces up to `hit` are hits, 0 if none are; `note` is the outcome.

    `faces` are those of dice with symbols, the first face first; () for pips.
    """

    who: T_co
    colour: str
    dice: tuple[int, ...]
    hit: int = 0
    note: T_co | str = ""
    faces: tuple[Face[T_co], ...] = ()

    def is_hit(self, fell: int) -> bool:
        """Return true if a die that fell so is a hit."""
        return self.faces[fell - 1].counts if self.faces else fell <= self.hit


class Term(Struct, Generic[T_co], frozen=True):
    """A line of a sum: its name, the side for which it counts (its colour), and its value ("+3", "×2")."""

    colour: str
    label: T_co
    value: T_co


class Chart(Struct, Generic[T_co], frozen=True):
    """A table of results: its name, the heads of the columns, and one row for each face of the die.

    `column` and `row` are the ones that count, -1 while they are not known.
    """

    title: T_co
    columns: tuple[T_co, ...]
    rows: tuple[tuple[T_co, ...], ...]
    column: int = -1
    row: int = -1


class BattleBoard(Struct, Generic[T_co], frozen=True):
    """A battle: attacker above, defender below, between them the dice, the sum, the tables and the outcome.

    `terms` are the lines of the sum, `total` the result, "" while it is not known. There are several `tables`
    until one is chosen. `reserve` is the name of the heap of units that wait, `place` where it is fought, as
    the map names it, `round` the round that is fought, "" if rounds are not counted or it is over.
    """

    game: str
    title: T_co
    subtitle: T_co
    alt: T_co
    attacker: Line[T_co]
    defender: Line[T_co]
    groups: tuple[str, ...] = ()
    rolls: tuple[Roll[T_co], ...] = ()
    terms: tuple[Term[T_co], ...] = ()
    total: T_co | str = ""
    tables: tuple[Chart[T_co], ...] = ()
    outcome: T_co | str = ""
    reserve: T_co | str = ""
    place: str = ""
    round: T_co | str = ""
    language: str = ""


# -- player aids -------------------------------------------------------------------------------


class Sheet(Struct, Generic[T_co], frozen=True):
    """A chart or list that players look up: heads of the columns, and rows that have a cell for each."""

    game: str
    title: T_co
    subtitle: T_co
    alt: T_co
    columns: tuple[T_co, ...]
    rows: tuple[tuple[T_co, ...], ...]
    language: str = ""


# -- over time ---------------------------------------------------------------------------------


class Series(Struct, Generic[T_co], frozen=True):
    """One side's figures, one for each moment; None where the viewer does not know it."""

    name: T_co
    colour: str
    values: tuple[int | None, ...]


class Plot(Struct, Generic[T_co], frozen=True):
    """Some series on one scale with 0 in it; `mark` is a line worth drawing, such as what wins."""

    title: T_co
    series: tuple[Series[T_co], ...]
    mark: int | None = None


class ScoreChart(Struct, Generic[T_co], frozen=True):
    """The course of a game: plots over the same moments, which are named where they are worth a name."""

    game: str
    title: T_co
    subtitle: T_co
    alt: T_co
    moments: tuple[T_co, ...]
    plots: tuple[Plot[T_co], ...]
    language: str = ""


# -- tournaments -------------------------------------------------------------------------------


class Pair(Struct, frozen=True):
    """A game of a bracket: its number, the two players, and the one who goes on (0 or 1, -1 not yet).

    A name is "" where nobody is known yet, or the other player has a bye.
    """

    label: str
    names: tuple[str, str]
    won: int = -1


class Bracket(Struct, frozen=True):
    """An elimination: rounds with their titles, each with half as many games as the one before."""

    game: str
    language: str
    title: str
    subtitle: str
    alt: str
    rounds: tuple[tuple[str, tuple[Pair, ...]], ...]
    third: Pair | None = None


class Crosstable(Struct, frozen=True):
    """Players by their standing, each with a cell for every head, and the sums after them.

    The cell of a player against themselves is "·".
    """

    game: str
    language: str
    title: str
    subtitle: str
    alt: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    sums: tuple[str, ...]
    totals: tuple[tuple[str, ...], ...]
