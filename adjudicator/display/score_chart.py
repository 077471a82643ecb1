"""The course of a game as plots over the same moments, from what is known at each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, Label, Words, fill, words

from .charts import Plot, ScoreChart, Series

TITLE = N_("Course of the game")
AT_LAST = N_("{what}: {figures}.")
FIGURE = N_("{side} {n}")

V = TypeVar("V")


class OfSeat(Protocol):
    """A view of a seat, "" for the public's."""

    @property
    def seat(self) -> str: ...


S = TypeVar("S", bound=OfSeat)


def plot(
    title: str,
    figure: Callable[[V, str], int | None],
    views: Sequence[V],
    sides: Iterable[str],
    language: str,
    label: Label,
    mark: int | None = None,
) -> Plot:
    """One figure of some sides, over all views; `title` is a template, `mark` a line worth drawing."""
    series = [Series(label(side, language), side, tuple(figure(v, side) for v in views)) for side in sides]
    return Plot(fill(Words(title), language), tuple(series), mark)


def plots_of_own(
    titles: tuple[str, str],
    figure: Callable[[S], int | None],
    moments: Sequence[Sequence[S]],
    language: str,
    label: Label,
) -> list[Plot]:
    """A figure that only the view of its seat has: of the viewer, or of all seats where a game is open; none
    for the public before.

    Args:
        titles: templates for the viewer's figure and for those of all seats.
        figure: of a view.
        moments: at each moment the viewer's view, and where a game is open those of all seats.
        language: of the reader.
        label: names the seats.
    """
    is_open = len(moments[-1]) > 1
    series = [
        Series(label(own[-1].seat, language), own[-1].seat, tuple(figure(view) for view in own))
        for own in zip(*(moment[1:] if is_open else moment for moment in moments), strict=True)
        if own[-1].seat
    ]
    return [Plot(fill(Words(titles[is_open]), language), tuple(series))] if series else []


def changes(numbers: Sequence[int], name: Callable[[int], str]) -> list[str]:
    """Return the names of numbers of turns or years, each where it first appears, "" elsewhere and for 0."""
    return [name(n) if n != before else "" for before, n in zip([0, *numbers], numbers, strict=False)]


def score_chart(
    game: str, language: str, subtitle: str, moments: Sequence[str], plots: Sequence[Plot]
) -> ScoreChart:
    """Return the plots on one page, with their last figures in words."""
    title = fill(Words(TITLE), language)
    said = [LANGUAGES[language].sentence(f"{title} – {subtitle}")]
    for one in plots:
        ends = [(s.name, s.values[-1]) for s in one.series]
        figures = [words(FIGURE, side=name, n="?" if n is None else n) for name, n in ends]
        said.append(fill(words(AT_LAST, what=one.title, figures=figures), language))
    alt = LANGUAGES[language].gap.join(said)
    return ScoreChart(game, language, title, subtitle, alt, tuple(moments), tuple(plots))
