"""Facts that the board shows of a place: its value, its harbours, and the blocks that are raised there."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core import N_, Words, fill, words
from adjudicator.julius_caesar.board import CITIES, LEVY_CITIES, SEAS

from .names import LEXICON


def about(place: str, language: str) -> list[str]:
    """Return the facts of a city or sea, one line each."""
    return [fill(line, language, LEXICON.label) for line in _facts(place)]


def _facts(place: str) -> Iterator[Words]:
    if place in SEAS:
        yield words(N_("Sea; ports: {ports}"), ports=sorted(SEAS[place].ports))
        return
    city = CITIES[place]
    if city.value:
        yield words(N_("Worth {n} {n:victory point|victory points} (§4.2)"), n=city.value)
    if city.seas:
        yield words(N_("Port on {seas}"), seas=list(city.seas))
    if city.builds_ships:
        yield Words(N_("Ships are levied here (§4.41)"))
    raised = [block for block, cities in LEVY_CITIES.items() if list(cities) == [place]]
    if raised:
        yield words(N_("Levied only here: {blocks}"), blocks=raised)
