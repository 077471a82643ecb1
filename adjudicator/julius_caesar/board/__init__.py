"""The printed game: map, blocks, cards, set-up and figures, read once from `data/julius_caesar`.

Everything here is public and never changes. The names in capitals are the board of the campaign as
printed; `loading.load` gives the same with an overlay folder's figures. All tables are in the order of their
ids, so that every iteration over them has the same order.
"""

from __future__ import annotations

from .loading import DATA, load
from .loading import DRAWN as DRAWN
from .loading import FILES as FILES

BOARD = load(DATA)

CITIES = BOARD.cities
SEAS = BOARD.seas
PLACES = BOARD.places
"""Cities and seas together."""
ROADS = BOARD.roads
EDGES = BOARD.edges
"""The neighbours by land of every place, with the class of the way: `EDGES["roma"]["ravenna"]` is "minor"."""
NAVAL = BOARD.naval
"""The steps of a ship: from a port its seas, from a sea its ports and the seas beside it."""
BLOCKS = BOARD.blocks
LEVY_CITIES = BOARD.levy_cities
"""The cities in which a block may be raised while they are friendly (§6.4), by block."""
CARDS = BOARD.cards
DECK = BOARD.deck
"""The 27 cards by kind: a kind is listed as often as it has copies."""
SETUP = BOARD.setup
"""The blocks of both sides on the map at the start, by city (§5.0)."""
STOCK = BOARD.stock
"""The blocks in each side's stock at the start (§5.1)."""
FIRST_OWNER = BOARD.first_owner
"""The side that a block begins with: its own, and for Cleopatra Pompey's (§3.27)."""
FIGURES = BOARD.figures
TIE_CITY = BOARD.tie_city
"""The city whose holder wins a tie after the last year (§1.2)."""
MOVE_LIMIT = BOARD.limits["move"]
"""Blocks of one player that may pass a way in one command phase, by its class (§6.11)."""
ATTACK_LIMIT = BOARD.limits["attack"]
"""The same where the far end is held by the enemy or contested (§6.11, §4.32, ruling JC-M4)."""
RETREAT_LIMIT = BOARD.limits["retreat"]
"""Blocks that may retreat over a way in one round of battle (§7.61)."""
REGROUP_LIMIT = BOARD.limits["regroup"]
"""Blocks that may regroup over a way after a battle (§7.7)."""
PLUTO_LIMIT = BOARD.limits["pluto"]
"""The value in place of `ATTACK_LIMIT` under Pluto."""


def edge_id(a: str, b: str) -> str:
    """Return the id of the border between two places, the same from either end: "genua/roma"."""
    return f"{a}/{b}" if a < b else f"{b}/{a}"


def winter_limit(city: str) -> int:
    """Return the winter limit of a city in blocks: three and one for each point of its value (§8.3)."""
    return BOARD.figures.winter_limit + BOARD.cities[city].value
