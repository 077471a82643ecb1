"""Ottomans as the kit tests it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from adjudicator.core import redact
from adjudicator.ottomans import GAME
from adjudicator.ottomans.board import (
    CHITS,
    CITIES,
    FIGURES,
    LEADERS,
    MERCENARIES,
    NATIONS,
    PLACES,
    SCENARIOS,
    SEAS,
    UNITS,
)
from adjudicator.ottomans.rules.r18_areas import fits, land_links, may_stand, sea_links
from adjudicator.ottomans.rules.r21_victory import firm_regions, threshold
from adjudicator.ottomans.sequence import SEQUENCE
from adjudicator.ottomans.world import (
    SEATS,
    Battle,
    March,
    World,
    all_holders,
    holders,
    is_leader,
    is_ship,
    owner,
    side,
)
from tests.kit import selfplay
from tests.kit.game import GameUnderTest
from tests.kit.play_styles import Step
from tests.test_language import assert_english, assert_japanese

from .positions import IMPOSSIBLE, NO_POSITIONS
from .selfplay import options_of, out_of_turn, scenario_of, styles_of
from .stories import STORIES
from .two_worlds import other_world

EVERY_TOLD = 7


def sound(step: Step) -> None:
    """§3.2 §8.1 §16.34 §19: no chit and no unit is lost or twice in the game, all stand where they may."""
    if step.table.at_rest:
        w = step.world
        chits_are_conserved(w)
        units_are_conserved(w)
        stands_as_it_may(w)
    if step.n % EVERY_TOLD == 0:
        told_in_both_languages(step)


def chits_are_conserved(w: World) -> None:
    """All chits, and the leaders of §13.7 that have not been drawn; the hands are of §19.4."""
    plan = SCENARIOS[w.scenario]
    later = [chit for chits in plan.later.values() for chit in chits if chit in LEADERS]
    leaders = [*plan.pool_leaders, *later]
    drawn = sum(leader in w.at or leader in w.gone for leader in leaders)
    assert sum(map(len, w.cups.values())) + len(w.control) == len(CHITS) + len(leaders) - drawn
    assert all(len(w.cups[f"{seat}_hand"]) <= FIGURES.hand + 1 for seat in w.seats)


def units_are_conserved(w: World) -> None:
    where = Counter([*w.at, *w.dead, *w.waiting, *w.gone, *w.unplaced])
    assert max(where.values(), default=0) <= 1, where.most_common(3)
    for unit in [u for u in UNITS if u not in where]:
        aside = is_leader(unit) or unit in MERCENARIES
        assert aside or UNITS[unit].nation in ("spain", "muscovy") or w.scenario in "123", unit


def stands_as_it_may(w: World) -> None:
    for unit, place in w.at.items():
        assert fits(unit, place) or unit in w.aboard, (unit, place)
        assert may_stand(w, unit, place) is None, (unit, place)
    for unit, ship in w.aboard.items():
        assert is_ship(ship)
        assert w.at[unit] == w.at[ship]
        assert w.at[ship] in SEAS
        assert (side(unit), owner(w, unit)) == (side(ship), owner(w, ship))
    for city in CITIES if w.battle is None else ():
        owners, colours = holders(w, city)
        assert max(len(owners), len(colours)) <= 1, (city, owners, colours)
    loads = Counter(ship for unit, ship in w.aboard.items() if not is_leader(unit))
    assert max(loads.values(), default=0) <= 1


def told_in_both_languages(step: Step) -> None:
    for event in step.events:
        for viewer in (*step.world.seats, None):
            known = redact(event, viewer)
            if known is not None:
                assert_english(GAME.say(known, "en"))
                assert_japanese(GAME.say(known, "ja"))


def ended(step: Step) -> None:
    """§21.1 §21.13: the result is what the points say; §21.12 no region is held firmly by two."""
    w, points, there = step.world, GAME.score(step.world).points, all_holders(step.world)
    assert (w.phase, w.turn) == ("over", w.last_turn)
    firm = Counter(r for seat in w.seats for c in SEATS for r in firm_regions(there, seat, c))
    assert max(firm.values(), default=0) <= 1
    if w.result["empire"]:
        won = [seat for seat in w.seats if points[seat] == max(*points.values(), 1)]
    else:
        won = [seat for seat in w.seats if points[seat] > threshold(w, seat)]
    assert w.victors == won
    assert w.result["winner"] == (won[0] if len(won) == 1 else "")


def named(chit: str) -> Sequence[Any]:
    """Answers that name a chit where one's own should be."""
    return (
        {"pick": "play", "answer": {"pick": chit}},
        {"pick": "play", "answer": chit},
        {"pick": "activate", "answer": chit},
    )


def beside(place: str) -> Sequence[str]:
    """§7.1 §7.62 The areas beside an area, for land units and ships."""
    return [*land_links(place), *sea_links(place)]


def marched_on(answer: Any, start: str, way: Sequence[str]) -> Sequence[Any]:
    """§11.2 The move of a forced march after its first one: the leader is named among the units."""
    given = answer["answer"]
    if answer["pick"] != "force":
        return ()
    units = {**given["units"], given["leader"]: 1}
    moved = {"start": start, "way": list(way), "units": units}
    return (
        {"pick": "move", "answer": moved},
        {"pick": "sail", "answer": {**moved, "riders": {}}},
    )


KIT = GameUnderTest(
    game=GAME,
    seeds=3,
    more=30,
    scenario=scenario_of,
    options=options_of,
    styles=styles_of,
    asides=30,
    aside=out_of_turn,
    sound=sound,
    ended=ended,
    other_world=other_world,
    compared=((16, "standing"), (6, "ask")),
    every=60,
    secrets=tuple(dict.fromkeys(CHITS)),
    probes=named,
    phrases=("play {}", "activate {}"),
    pieces=lambda w: list(w.at),
    beside=beside,
    goes_on=marched_on,
    whole=("lose",),
    ids=(*UNITS, *PLACES, *NATIONS, *SEATS, *dict.fromkeys(CHITS)),
    stories=STORIES,
    phases=(*SEQUENCE, "over"),
    structs=(March, Battle),
    impossible=IMPOSSIBLE,
    no_positions=NO_POSITIONS,
    solutions={
        "lesson_battle": ("move Rumelia-Byzantium: all", "end", "attack Byzantium: all"),
        "lesson_city": ("attack Constantinople: all",),
        "lesson_food": ("move Ottomans-Bursa: Gendarmes x2", "end"),
    },
)

play = partial(selfplay.play, KIT)
founded = partial(selfplay.founded, KIT)
