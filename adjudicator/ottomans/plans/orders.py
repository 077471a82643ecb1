"""§27.2 Standing orders that the computer leaves for windows in which nobody is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from adjudicator.core import Reader
from adjudicator.ottomans.board import NATIONS
from adjudicator.ottomans.rules.r18_areas import land_links
from adjudicator.ottomans.show.names import LEXICON
from adjudicator.ottomans.show.view import View
from adjudicator.ottomans.world import CONSTANTINOPLE, is_city, region_of

from . import sight

JESUITS: Final = (
    "on die when subject = battle, role = attacker, value <= 2 do play Jesuits/Sufis",
    "on die when subject = battle, role = defender, value >= 5 do play Jesuits/Sufis",
)
"""The attacker wants a high die, the defender a low one."""
READER: Final = Reader(LEXICON)


def orders(view: View) -> Mapping[str, Sequence[str]]:
    """Return the orders for each kind of window, by what the seat holds."""
    return {
        "die": JESUITS if "jesuits_sufis" in view.hand else (),
        "move": tuple(_weather(view)) if "weather" in view.hand else (),
    }


def _weather(view: View) -> Iterator[str]:
    """Weather in the last area before its home and before Constantinople, where it has units there."""
    home = NATIONS[view.core[view.seat]].home
    for goal in sorted({home, region_of(CONSTANTINOPLE)}):
        if any(sight.own(view, place) for place in sight.parts(goal)):
            for area in land_links(goal):
                if not is_city(area):
                    yield f"on move when subject = {READER.label(goal)} do weather {READER.label(area)}"
