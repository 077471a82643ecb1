"""The words and pictures of a post, for any front end, made from its audience's view.

`compose` turns every kind of post of the outbox into a title, sentences, dice with their proof, a footer and
drawings; a front end only formats them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from adjudicator.core.game.game import Game
from adjudicator.core.game.sealed import Event
from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.words import N_, Cells, words
from service.api import Service
from service.pictures.drawing import Drawing
from service.text import telling
from service.text.localizer import SHORT, Localizer
from service.values.posts import (
    AnswerReceipt,
    Asked,
    Asks,
    BattlePicture,
    Content,
    EndNotice,
    FoundedNotice,
    Notice,
    OrdersNotice,
    StagePicture,
    SuggestedNotice,
    Told,
    TurnPicture,
)
from service.values.records import Post
from service.values.words import LONGEST_REASON, unpacked

from .battles import ended_battles
from .dice import TAKES, DiceLine, DiceLines
from .pictures import Pictured

MOST_ANSWER = 1000
"""The most characters of an answer that its receipt shows."""
LONGEST_SEAL = 64
"""Hex digits of a seal; it proves nothing if one is missing."""

HEADING = N_("{turn}: {phase}")
FOOTER = N_("Entry {n} · head {head}")


class RenderedPost(Struct, frozen=True):
    """A post in words and pictures, in one language.

    Attributes:
        title: its place in the game; "" before the first turn.
        lines: sentences, in order.
        dice: every throw and draw with its proof.
        footer: the log's end: entry and head.
        drawings: the pictures below the text.
        turn: the id shared by all posts of one turn ("1/3"), "" before the first; it names their thread.
        heading: the turn's own name, for the title of its thread.
        stage: the id of the stage.
    """

    title: str
    lines: tuple[str, ...]
    dice: tuple[DiceLine, ...]
    footer: str
    drawings: tuple[Drawing, ...]
    turn: str
    heading: str
    stage: str


def compose(service: Service, post: Post, language: str) -> RenderedPost | None:
    """Return the words and pictures of a post; None if there is nothing to say, or the position it shows was
    undone.
    """
    game = service.game(post.campaign)
    localizer = Localizer(language, game.lexicon.label)
    content = post.content
    events = [
        (e.n, Event(e.kind, e.rule, e.values)) for e in (content.events if isinstance(content, Told) else ())
    ]
    dice = tuple(DiceLines(post, events, game, localizer).lines())
    drawings: list[Drawing] = []
    if isinstance(content, StagePicture | BattlePicture | TurnPicture):
        try:
            lines, drawings = Pictured(service, post.campaign, content, localizer).parts()
        except NotNow:
            return None
    elif isinstance(content, Told):
        lines = telling.story(game, [one for one in events if one[1].kind not in game.untold], language)
        lines += [line for line in ended_battles(service, post, game, events, language) if line not in lines]
    else:
        lines = list(_Sentences(content, game, localizer).lines())
    if not (lines or dice or drawings):
        return None
    turn, heading, title = _moment(service, post, game, localizer)
    footer = localizer.words(words(FOOTER, n=post.n, head=post.head[:SHORT]))
    return RenderedPost(title, tuple(lines), dice, footer, tuple(drawings), turn, heading, content.stage)


def _moment(service: Service, post: Post, game: Game, localizer: Localizer) -> tuple[str, str, str]:
    """Return the whole turn's id and name, and the title of the post: the stage that it is about."""
    stage = post.content.stage
    if not stage:
        return "", "", ""
    shown, when = game.when(stage_shown(service, post)), game.when(stage)
    title = localizer.words(words(HEADING, turn=shown.title, phase=shown.phase))
    turn, named = when.whole
    return turn, localizer.words(named), title


def stage_shown(service: Service, post: Post) -> str:
    """Return the stage that a post is about; for a picture with moves, the stage in which they were made."""
    content = post.content
    if isinstance(content, StagePicture) and content.since >= 0:
        stages = dict(service.rests(post.campaign))
        return stages.get(content.since, content.stage)
    return content.stage


class _Sentences:
    """The sentences of a post that are not narration: questions, receipts, notices."""

    def __init__(self, content: Content, game: Game, localizer: Localizer) -> None:
        self.content, self.game, self.localizer = content, game, localizer

    def lines(self) -> Iterator[str]:
        """Return all sentences, in order."""
        match self.content:
            case Asked():
                return self._asked(self.content)
            case Asks():
                return self._asks(self.content)
            case AnswerReceipt():
                return self._receipt(self.content)
            case Notice():
                return self._notice(self.content)
        return iter(())

    # -- questions and answers ----------------------------------------------------------

    def _asks(self, content: Asks) -> Iterator[str]:
        prompt = self.localizer.words(unpacked(content.prompt))
        yield f"[{self.localizer.rule(content.rule)}] {prompt}"

    def _asked(self, content: Asked) -> Iterator[str]:
        for asked in content.asked:
            template = (
                N_("{seat} may react ({rule}).") if asked.optional else N_("{seat} to decide ({rule}).")
            )
            yield self.localizer.sentence(
                words(template, seat=asked.seat, rule=self.localizer.rule(asked.rule))
            )

    def _receipt(self, content: AnswerReceipt) -> Iterator[str]:
        """Yield who gave the answer and its entry in the log, and the seals that prove it later."""
        template = {
            "seat": N_("you answered ({rule}): {answer} (log entry {n})"),
            "clock": N_(
                "you ran out of time, so the umpire answered for you ({rule}): {answer} (log entry {n})"
            ),
            "referee": N_("the referee answered for you ({rule}): {answer} (log entry {n})"),
        }[content.by]
        if content.standing:
            template = N_("your standing order answered ({rule}): {answer} (log entry {n})")
        label = self.game.lexicon.label
        answer = telling.answer(content.answer, self.localizer.language, label) or self.localizer(N_("none"))
        values = {
            "rule": self.localizer.rule(content.rule),
            "n": content.n,
            "answer": Verbatim(answer, MOST_ANSWER),
        }
        yield self.localizer.sentence(words(template, **values))
        if content.seals:
            template = N_("Seal, to prove this later: {seals}")
            yield self.localizer.words(
                words(template, seals=[Verbatim(seal, LONGEST_SEAL) for seal in content.seals])
            )

    # -- notices of the service ---------------------------------------------------------------

    def _notice(self, content: Notice) -> Iterator[str]:
        """Yield its sentence and the reason, and behind them what only its kind tells."""
        yield self.localizer.sentence(content.words)
        if content.why and "why" not in content.words.values:
            values = {"why": Verbatim(content.why, LONGEST_REASON)}
            yield self.localizer.sentence(words(N_("the reason: {why}"), **values))
        match content:
            case EndNotice():
                yield from self._ending(content.result)
                if content.order:
                    yield self.localizer.sentence(unpacked(content.order))
            case OrdersNotice() | SuggestedNotice():
                yield from content.draft
            case FoundedNotice():
                yield from (self.localizer.sentence(unpacked(said)) for said in content.agreed)
                if content.card:
                    template = N_("Game card, the fingerprint of all dice: {card}")
                    yield self.localizer.words(words(template, card=content.card))

    def _ending(self, result: Mapping[str, Any]) -> Iterator[str]:
        yield from map(self.localizer.sentence, telling.outcome(result))
        if points := result.get("points"):
            listed = [words(TAKES, place=seat, n=n) for seat, n in points.items()]
            yield self.localizer.sentence(words(N_("points: {points}."), points=Cells(listed)))
