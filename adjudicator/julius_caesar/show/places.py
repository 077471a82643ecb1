"""Facts of a place that the board shows, and how far a block may go."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from adjudicator.core import N_, Words, fill, words
from adjudicator.julius_caesar.board import BLOCKS, CITIES, FIGURES, LEVY_CITIES, SEAS

from .names import LEXICON
from .view import View

MERCURY = "mercury"


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


def measure(seen: Struct, block: str, place: str, language: str) -> str:
    """§6.1 §6.2 §card/mercury Return how far a block may go in a turn."""
    assert isinstance(seen, View)
    if block not in BLOCKS:
        return ""
    steps, attack = FIGURES.group_steps, FIGURES.attack_steps
    if seen.phase == "movement" and seen.counts_as.get(seen.acting) == MERCURY:
        steps, attack = FIGURES.mercury_steps, FIGURES.mercury_attack_steps
    if BLOCKS[block].kind == "navis":
        return fill(words(N_("may sail {n} ports and seas"), n=steps), language)
    return fill(words(N_("may move {n} cities, or {attack} to attack"), n=steps, attack=attack), language)
