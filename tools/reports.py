"""Let the computer play a whole game, and write its after-action report: its chronicle, by turns.

Run it as `python -m tools.reports SEED GAME`: it writes a file for each language into `FOLDER`.

The game is the one that `tools.plays` writes with the same seed. Nothing is told but what everybody could
see.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path

from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import Cells, words
from service.api import Service
from service.posts.dice import TAKES
from service.runtime.orders_file import reproducible
from service.text import telling
from service.text.localizer import Localizer
from service.text.terms import game_title
from service.usecases.play import queries

from .plays import play_game, seed_and_game

FOLDER = Path("docs/plays")
POINTS = "points: {points}."
"""The sentence of picture posts about points."""
HEADS = {
    "en": (
        "# After-action report: {game}, {scenario}\n\nThe computer played both sides. This is what "
        "everybody could see."
    ),
    "ja": "# 戦闘報告：{game}、{scenario}\n\nコンピュータ同士が対戦したゲームの、公開された経過です。",
}
"""The first lines of a report, by language."""


def report(service: Service, campaign: int, language: str) -> Iterator[str]:
    """Yield the lines of a report as Markdown: a heading for each turn and phase, a list of what happened
    in it, and the points at the end of each turn.
    """
    game, status = service.game(campaign), service.status(campaign).campaign
    localizer = Localizer(language, game.lexicon.label)
    names = {"game": game_title(game, language), "scenario": localizer.name(status.scenario)}
    yield HEADS[language].format(**names)
    told = service.look(campaign, queries.told, None)
    points = dict(_points(service, campaign, localizer))
    turns = groupby(telling.chronicle(game, told, language), lambda chapter: chapter.turn)
    for turn, chapters in turns:
        yield from ("", f"## {turn}") if turn else ()
        for one in chapters:
            yield from ("", f"**{one.phase}**", "") if one.phase else ("",)
            yield from (f"- {line}" for line in one.lines)
        if turn in points:
            yield from ("", points.pop(turn))


def _points(service: Service, campaign: int, localizer: Localizer) -> Iterator[tuple[str, str]]:
    """Yield the points at the end of each turn in which they changed, by the turn's name."""
    game = service.game(campaign)
    last = {localizer.words(game.when(stage).title): n for n, stage in service.rests(campaign)}
    before: Mapping[str, int] = {}
    for turn, n in last.items():
        now = service.look(campaign, queries.score, n).points
        if now and now != before:
            each = Cells(words(TAKES, place=side, n=n) for side, n in now.items())
            yield turn, localizer.sentence(words(POINTS, points=each))
        before = now


if __name__ == "__main__":
    seed, name = seed_and_game(sys.argv[1:])
    with reproducible() as service:
        campaign = play_game(service, seed, name, lambda line: None)
        for language in LANGUAGES:
            text = "\n".join(report(service, campaign, language))
            (FOLDER / f"{name}.{language}.md").write_text(f"{text}\n", encoding="utf-8")
