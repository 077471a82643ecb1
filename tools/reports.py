"""Let the computer play a whole game, and write its after-action report: the feed of its channel, by turns.

Run it as `python -m tools.reports SEED GAME`: it writes a file for each language into `FOLDER`.

The game is the one that `tools.plays` writes with the same seed. Nothing is told but what the feed tells.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from msgspec import structs

from adjudicator.core.language.languages import LANGUAGES
from service.api import Service
from service.posts.compose import compose, stage_shown
from service.runtime.orders_file import reproducible
from service.text.localizer import Localizer
from service.text.terms import game_title
from service.values.audiences import CHANNEL
from service.values.posts import EndNotice, Happening, StagePicture, Told
from service.values.records import Post

from .plays import play_game, seed_and_game

FOLDER = Path("docs/plays")
AT_ONCE = 500
HEADS = {
    "en": (
        "# After-action report: {game}, {scenario}\n\nThe computer played both sides. This is what "
        "everybody could see."
    ),
    "ja": "# 戦闘報告：{game}、{scenario}\n\nコンピュータ同士が対戦したゲームの、公開された経過です。",
}
"""The first lines of a report, by language."""


def report(service: Service, campaign: int, language: str) -> Iterator[str]:
    """Yield the lines of a report as Markdown: a heading for each turn and phase, a paragraph for what
    happened in it.
    """
    game, status = service.game(campaign), service.status(campaign).campaign
    localizer = Localizer(language, game.lexicon.label)
    names = {"game": game_title(game, language), "scenario": localizer.name(status.scenario)}
    yield HEADS[language].format(**names)
    gap = LANGUAGES[language].gap
    told = [
        (stage_shown(service, post), post)
        for post in _posts(service, campaign)
        if _lines(service, post, language)
    ]
    turns = groupby(told, lambda one: localizer.words(game.when(one[0]).title) if one[0] else "")
    for turn, of_turn in turns:
        yield from ("", f"## {turn}") if turn else ()
        for phase, of_phase in groupby(of_turn, lambda one: _phase(localizer, service, campaign, one[0])):
            said = gap.join(_together(service, [post for _, post in of_phase], language))
            yield from ("", f"**{phase}** {said}" if phase and not said.startswith(phase) else said)


def _lines(service: Service, post: Post, language: str) -> tuple[str, ...]:
    composed = compose(service, post, language)
    return () if composed is None else composed.lines


def _together(service: Service, posts: Sequence[Post], language: str) -> Iterator[str]:
    """Yield the lines of the posts of a phase; orders that follow each other are told together."""
    for is_told, group in groupby(posts, lambda post: isinstance(post.content, Told)):
        first, *more = group
        if is_told:
            events = [event for post in (first, *more) for event in _told(post)]
            first, more = structs.replace(first, content=Told(events, [], stage=first.content.stage)), []
        for post in (first, *more):
            yield from _lines(service, post, language)


def _told(post: Post) -> Sequence[Happening]:
    return post.content.events if isinstance(post.content, Told) else ()


def _posts(service: Service, campaign: int) -> Iterator[Post]:
    """Yield every post that tells of the game, in order."""
    after = 0
    while posts := service.posts(campaign, [CHANNEL], after, AT_ONCE):
        after = posts[-1].id
        yield from (post for post in posts if isinstance(post.content, Told | StagePicture | EndNotice))


def _phase(localizer: Localizer, service: Service, campaign: int, stage: str) -> str:
    return localizer.sentence(service.game(campaign).when(stage).phase) if stage else ""


if __name__ == "__main__":
    seed, name = seed_and_game(sys.argv[1:])
    with reproducible() as service:
        campaign = play_game(service, seed, name, lambda line: None)
        for language in LANGUAGES:
            text = "\n".join(report(service, campaign, language))
            (FOLDER / f"{name}.{language}.md").write_text(f"{text}\n", encoding="utf-8")
