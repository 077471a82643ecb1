"""Play, read and draw in a language: `python -m tests.pseudo.play LANGUAGE GAME`, with its files in place."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, cast

from PIL import Image

from adjudicator.core.choices.choice import Reader
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.log.chance import sampler
from renderer.draw import text
from service.api import Service
from service.pictures.build import battle_of, hand_of, map_of, scores_of
from service.pictures.drawing import Drawing, render
from service.runtime.bootstrap import at_no_time, opened
from service.runtime.demo import seated
from service.text import telling
from service.text.rulebook import heading
from service.usecases.play import playing, queries
from service.values.records import Message, Plan
from service.values.words import speak

SEEDS = [b"pseudo %d" % n for n in range(9)]
"""Campaigns that are tried until one has a battle."""
STEPS, MOST_STEPS = 60, 160
"""So many orders are given at least, and at most until there is every kind of picture."""
WIDTH = 900


def main(language: str, game: str) -> None:
    """Print `ok` and figures, or fail at what is not said, understood or drawn in the language."""
    assert language in LANGUAGES, "the language is not offered"
    told = 0
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder) / "x.db", clock=at_no_time) as service:
        drawn: dict[str, tuple[Drawing, Drawing]] = {}
        for seed in SEEDS:
            scenario = service.games()[game].scenarios()[0].id
            plan = Plan(game, scenario, "Test", referee="me", seed=seed, modes={"default": "ask"})
            campaign = seated(service, plan, "me")
            if drawn := play(service, campaign, language):
                break
        for line in telling.story(
            service.game(campaign), service.look(campaign, queries.journal, None), language
        ):
            assert not line.isascii() or not any(len(word) > 3 for word in line.split()), line
            told += 1
        drawn |= pictures(service, campaign, language)
        for kind, pair in drawn.items():
            before, now = map(clipped, pair)
            assert len(now) <= len(before), f"{kind}: clipped {now}, in English {before}"
    assert drawn.keys() >= {"map", "hand", "battle", "scores"}, f"only {sorted(drawn)} were drawn"
    assert not heading(game, "6.1", language).isascii()
    print(f"ok: {told} sentences")


def play(service: Service, campaign: int, language: str) -> dict[str, tuple[Drawing, Drawing]]:
    """Play by orders in the language until a battle has a board and two turns can be compared; return the
    board in English and in the language.
    """
    reader = Reader(service.game(campaign).lexicon, language)
    rng, boards = sampler(1), dict[str, tuple[Drawing, Drawing]]()
    for step in range(MOST_STEPS):
        asked = service.asked(campaign)
        if not asked or (step >= STEPS and boards and scores_of(service, campaign, None, language)):
            break
        pending = service.look(campaign, queries.pending, asked[0].seat)
        assert pending is not None
        said = speak(pending.choice.prompt, language, reader.lexicon.label)
        assert not said.isascii(), f"a prompt in English: {said}"
        answer = pending.choice.accept(pending.choice.sample(rng))
        line = pending.choice.write(answer, reader)
        service.do(Message("", "me"), campaign, playing.order, asked[0].seat, line, language)
        if not boards:
            boards = pairs({"battle": lambda said: battle_of(service, campaign, None, said)}, language)
    return boards


def pictures(service: Service, campaign: int, language: str) -> dict[str, tuple[Drawing, Drawing]]:
    """Return the pictures of the position, each in English and in the language."""
    makers: dict[str, Callable[[str], Drawing | None]] = {
        "map": lambda said: map_of(service, campaign, None, said, width=WIDTH),
        "scores": lambda said: scores_of(service, campaign, None, said),
    }
    for seat in service.status(campaign).campaign.seats:
        makers["hand" if "hand" not in makers else f"hand of {seat}"] = partial(hand, service, campaign, seat)
    return pairs(makers, language)


def hand(service: Service, campaign: int, seat: str, language: str) -> Drawing | None:
    return hand_of(service, campaign, seat, language)


def pairs(
    makers: Mapping[str, Callable[[str], Drawing | None]], language: str
) -> dict[str, tuple[Drawing, Drawing]]:
    """Return the drawings that can be made, in English and in the language."""
    made = {kind: (make("en"), make(language)) for kind, make in makers.items()}
    return {kind: (en, xx) for kind, (en, xx) in made.items() if en is not None and xx is not None}


def clipped(drawing: Drawing) -> list[str]:
    """Draw a picture and return the labels that leave it."""
    found = []
    write: Any = text.write

    def noting(picture: Image.Image, at: tuple[float, float], said: str, *more: Any, **given: Any) -> Any:
        advance = write(picture, at, said, *more, **given)
        start = at[0] - {"l": 0.0, "m": advance / 2, "r": advance}[given.get("anchor", "l")]
        if start < -1 or start + advance > picture.width + 1:
            found.append(said)
        return advance

    cast(Any, text).write = noting
    try:
        render(drawing)
    finally:
        cast(Any, text).write = write
    return found


if __name__ == "__main__":
    main(*sys.argv[1:])
