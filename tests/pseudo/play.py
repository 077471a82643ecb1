"""Play, read and draw in a language: `python -m tests.pseudo.play LANGUAGE GAME`, with its files in place."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any, cast

from PIL import Image

from adjudicator.core.choices.choice import Reader
from adjudicator.core.languages import LANGUAGES
from adjudicator.core.log.chance import sampler
from renderer.draw import text
from service.pictures.build import map_of
from service.pictures.drawing import render
from service.runtime.bootstrap import at_no_time, opened
from service.runtime.demo import seated
from service.text import telling
from service.text.rulebook import heading
from service.values.records import Message, Plan
from service.values.words import speak

STEPS = 60
WIDTH = 900


def main(language: str, game: str) -> None:
    """Print `ok` and figures, or fail at what is not said, understood or drawn in the language."""
    assert language in LANGUAGES, "the language is not offered"
    told, drawn = 0, 0
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder) / "x.db", clock=at_no_time) as service:
        plan = Plan(game, service.games()[game].scenarios()[0].id, "Test", referee="me", seed=b"pseudo")
        campaign = seated(service, plan, "me")
        reader = Reader(service.game(campaign).lexicon, language)
        rng = sampler(1)
        for _ in range(STEPS):
            asked = service.asked(campaign)
            if not asked:
                break
            pending = service.pending(campaign, asked[0].seat)
            assert pending is not None
            said = speak(pending.choice.prompt, language, reader.lexicon.label)
            assert not said.isascii(), f"a prompt in English: {said}"
            answer = pending.choice.accept(pending.choice.sample(rng))
            line = pending.choice.write(answer, reader)
            service.order(Message("", "me"), campaign, asked[0].seat, line, language)
        for line in telling.story(service.game(campaign), service.journal(campaign, None), language):
            assert not line.isascii() or not any(len(word) > 3 for word in line.split()), line
            told += 1
        drawn += clipped(service, campaign, language) - clipped(service, campaign, "en")
    assert drawn <= 0, f"{drawn} labels more than in English leave the picture"
    assert not heading(game, "6.1", language).isascii()
    print(f"ok: {told} sentences")


def clipped(service: Any, campaign: int, language: str) -> int:
    """Draw the map and count the labels that leave it."""
    found = 0
    write: Any = text.write

    def counting(picture: Image.Image, at: tuple[float, float], said: str, *more: Any, **given: Any) -> Any:
        nonlocal found
        advance = write(picture, at, said, *more, **given)
        start = at[0] - {"l": 0.0, "m": advance / 2, "r": advance}[given.get("anchor", "l")]
        found += start < -1 or start + advance > picture.width + 1
        return advance

    cast(Any, text).write = counting
    try:
        drawing = map_of(service, campaign, None, language, width=WIDTH)
        assert drawing is not None
        render(drawing)
    finally:
        cast(Any, text).write = write
    return found


if __name__ == "__main__":
    main(*sys.argv[1:])
