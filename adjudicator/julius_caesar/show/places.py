"""Facts of a place that the board shows, and how far a block may go."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from adjudicator.core import N_, Words, words
from adjudicator.julius_caesar.board import BLOCKS, CITIES, FIGURES, LEVY_CITIES, SEAS

from .view import View

MERCURY = "mercury"


def about(place: str) -> list[Words]:
    """Return the facts of a city or sea, one line each."""
    return list(_facts(place))


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
        yield words(N_("Ships are levied here (§4.41)"))
    raised = [block for block, cities in LEVY_CITIES.items() if list(cities) == [place]]
    if raised:
        yield words(N_("Levied only here: {blocks}"), blocks=raised)


def firing(block: str) -> Words:
    """§3.11 Return when a block fires, and what hits."""
    printed = BLOCKS[block]
    if printed.firepower > 1:
        return words(
            N_("Fires at {letter}, a die for each step, and hits on 1 to {n}"),
            letter=printed.letter,
            n=printed.firepower,
        )
    return words(N_("Fires at {letter}, a die for each step, and hits on 1"), letter=printed.letter)


def measure(seen: Struct, block: str, place: str) -> Words | None:
    """§6.1 §6.2 §card/mercury Return how far a block of the viewer may go in a turn; in a battle, how it
    fires.
    """
    assert isinstance(seen, View)
    if block not in BLOCKS:
        return None
    if seen.battle is not None and seen.battle.place == place:
        return firing(block)
    here = seen.places[place].blocks if place in seen.places else ()
    if seen.seat and any(one.id == block and one.side != seen.seat for one in here):
        return None
    steps, attack = FIGURES.group_steps, FIGURES.attack_steps
    if seen.phase == "movement" and seen.counts_as.get(seen.acting) == MERCURY:
        steps, attack = FIGURES.mercury_steps, FIGURES.mercury_attack_steps
    if BLOCKS[block].kind == "navis":
        return words(N_("may sail {n} ports and seas"), n=steps)
    return words(N_("may move {n} cities, or {attack} to attack"), n=steps, attack=attack)
