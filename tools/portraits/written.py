"""The pictures of a game as a reader sees them, for the gallery and for tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from adjudicator.core import Event
from adjudicator.core.choices.choice import Reach
from adjudicator.core.language.words import Label, spoken
from adjudicator.display.charts import BattleBoard, Hand, ScoreChart
from adjudicator.display.language import in_language
from adjudicator.display.pictures import Pictures
from adjudicator.display.preview import Preview
from adjudicator.display.scene import Scene


class Written:
    """Pictures, each written in the language that is asked for."""

    def __init__(self, pictures: Pictures, label: Label) -> None:
        self._pictures, self._label = pictures, label

    def scene(
        self, view: Struct, language: str, events: Sequence[Event] = (), viewer: str | None = None
    ) -> Scene:
        shown = self._pictures.scene(view)
        if events:
            shown = self._pictures.with_story(shown, events, viewer)
        return in_language(shown, language, self._label)

    def hand(self, view: Struct, language: str) -> Hand:
        return in_language(self._pictures.hand(view), language, self._label)

    def battle(self, view: Struct, language: str, events: Sequence[Event]) -> BattleBoard | None:
        board = self._pictures.battle(view, events)
        return None if board is None else in_language(board, language, self._label)

    def score_chart(self, moments: Sequence[Sequence[Struct]], language: str) -> ScoreChart:
        return in_language(self._pictures.score_chart(moments), language, self._label)

    def preview(
        self,
        view: Struct,
        language: str,
        pieces: Sequence[str],
        start: str,
        reaches: Sequence[Reach],
        way: Sequence[str],
    ) -> Preview:
        shown = self._pictures.preview(view, pieces, start, reaches, way)
        return in_language(shown, language, self._label)


def text_of(words: Any, language: str, label: Label) -> str:
    """Return words as a reader reads them."""
    return spoken(words, language, label)
