"""What a seat is told before it orders, by name, is the same in two worlds that it cannot tell apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.choices.choice import Choice, NoneLegal, Reader
from adjudicator.core.language.errors import Refusal
from adjudicator.core.log.chance import sampler
from frontends.browser.pages.table.places import layout_of
from service.text.forecast import needs_of, odds_lines
from service.text.localizer import Localizer
from service.usecases.play import queries
from service.values.words import speak
from service.wizard.filled import Filled
from service.wizard.left_open import left_open
from service.wizard.touch import at_once, touch
from service.wizard.why_not import why_not
from tests.harness.service import GAMES, ServiceHarness, service_harness
from tests.harness.two_worlds import two_worlds
from tests.kit.games import KITS

EVERY, SETTLED, PAIRS = 9, 18, 2
FOG = {"ancient_world": {"fog": "on"}}


class World:
    """One of two worlds, and what its seat is asked there."""

    def __init__(self, b: ServiceHarness, campaign: int, seat: str) -> None:
        self.b, self.campaign, self.seat = b, campaign, seat
        self.game = b.service.game(campaign)
        self.reader = Reader(self.game.lexicon, "en")
        found = b.service.look(campaign, queries.pending, seat)
        assert found is not None
        self.choice: Choice[Any] = found.choice

    def answers(self) -> list[Any]:
        """Answers that the question allows, drawn from it."""
        try:
            return [self.choice.sample(sampler(n)) for n in range(3)]
        except NoneLegal:
            return []

    def said(self, refusal: Refusal) -> str:
        return f"{refusal.rule}: {speak(refusal.why, 'en', self.game.lexicon.label)}"

    def places(self) -> Sequence[str]:
        """What may be pressed on the map, legal or not."""
        board = layout_of(self.game.id, "en")
        assert board is not None
        return sorted(board.where)[::17]


def odds(at: World) -> list[Any]:
    t = Localizer("en", at.game.lexicon.label)
    look = at.b.service.look
    return [odds_lines(look(at.campaign, queries.odds, at.seat, answer), t) for answer in at.answers()]


def refusals(at: World) -> list[Any]:
    said: list[Any] = [
        [(one.verb, at.said(one.refused)) for one in why_not(at.choice, Filled(), [id], at.reader)]
        for id in at.places()
    ]
    for order in [at.choice.write(at.choice.accept(answer), at.reader) for answer in at.answers()]:
        for typed in (order[:-1], f"{order} x", order.partition(" ")[0]):
            try:
                at.choice.parse(typed, at.reader)
            except Refusal as refusal:
                said.append((at.said(refusal), refusal.candidates))
    return said


def forecasts(at: World) -> list[Any]:
    ends = [left_open(at.choice, Filled((end,)), at.reader) for end in getattr(at.choice, "ends", ())]
    needs = at.game.needs(at.b.service.view(at.campaign, at.seat))
    return [ends, needs_of(needs, Localizer("en", at.game.lexicon.label))]


def instant_answers(at: World) -> list[Any]:
    replaceable = at.b.service.look(at.campaign, queries.is_replaceable, at.seat)
    whole = at_once(at.choice, Filled(), frozenset(at.places()), at.reader, replaceable=replaceable)
    presses = list[Any]()
    for id in at.places()[::6]:
        try:
            presses.append(touch(at.choice, Filled(), [id], [], at.reader))
        except Refusal as refusal:
            presses.append(at.said(refusal))
    return [whole, presses]


TOLD: dict[str, Callable[[World], list[Any]]] = {
    "odds": odds,
    "refusals": refusals,
    "forecasts": forecasts,
    "instant answers": instant_answers,
}


@pytest.mark.parametrize(
    "game",
    [
        "julius_caesar",
        *(
            pytest.param(game, marks=pytest.mark.matrix)
            for game in ("belisarius", "ottomans", "ancient_world")
        ),
    ],
)
def test_what_a_seat_is_told_before_it_orders_is_the_same_in_two_worlds(game: str, tmp_path: Path) -> None:
    met: Counter[str] = Counter()
    with service_harness(tmp_path / "t.db", {game: GAMES[game]}, "1") as b:
        campaign = b.found(game, KITS[game].scenario_of(1).id, options=FOG.get(game, {}))
        for step in range(SETTLED + EVERY * PAIRS):
            asked = b.service.asked(campaign)
            if step >= SETTLED and step % EVERY == 0 and asked:
                with two_worlds(b, campaign, asked[0].seat, tmp_path, step) as worlds:
                    for name, told in TOLD.items():
                        here, there = (told(World(one, campaign, asked[0].seat)) for one in worlds)
                        assert here == there, name
                        met[name] += bool(here)
            b.step(campaign, step)
    assert set(met) == set(TOLD) and all(met.values()), met


@pytest.mark.parametrize("game", ["julius_caesar", "belisarius", "ottomans", "ancient_world"])
def test_how_a_lesson_stands_is_the_same_in_two_worlds(game: str, tmp_path: Path) -> None:
    with service_harness(tmp_path / "t.db", {game: GAMES[game]}, "1") as b:
        lesson = GAMES[game].lessons[0]
        campaign = b.found(game, lesson.id)
        for step in range(4):
            b.step(campaign, step)
        with two_worlds(b, campaign, lesson.seat, tmp_path, 1) as worlds:
            here, there = (lesson.outcome(one.service.view(campaign, lesson.seat)) for one in worlds)
            assert here == there
