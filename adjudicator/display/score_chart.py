"""The course of a game as plots over the same moments, from what is known at each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

from adjudicator.core.language.words import N_, Passage, Whole, words

from .charts import Plot, ScoreChart, Series
from .text import Text

TITLE = N_("Course of the game")
AT_LAST = N_("{what}: {figures}.")
FIGURE = N_("{side} {n}")
OF_WHEN = "{title} – {when}"

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
    mark: int | None = None,
) -> Plot[Text]:
    """Return one figure of some sides, over all views; `title` is a template, `mark` a line worth drawing."""
    return Plot(words(title), tuple(_series(side, [figure(v, side) for v in views]) for side in sides), mark)


def _series(side: str, values: Iterable[int | None]) -> Series[Text]:
    return Series(side, side, tuple(values))


def plots_of_own(
    titles: tuple[str, str],
    figure: Callable[[S], int | None],
    moments: Sequence[Sequence[S]],
) -> list[Plot[Text]]:
    """A figure that only the view of its seat has: of the viewer, or of all seats where a game is open; none
    for the public before.

    Args:
        titles: templates for the viewer's figure and for those of all seats.
        figure: of a view.
        moments: at each moment the viewer's view, and where a game is open those of all seats.
    """
    is_open = len(moments[-1]) > 1
    series = [
        _series(own[-1].seat, map(figure, own))
        for own in zip(*(moment[1:] if is_open else moment for moment in moments), strict=True)
        if own[-1].seat
    ]
    return [Plot(words(titles[is_open]), tuple(series))] if series else []


def changes(numbers: Sequence[int], name: Callable[[int], Text]) -> list[Text]:
    """Return the names of numbers of turns or years, each where it first appears, "" elsewhere and for 0."""
    return [name(n) if n != before else "" for before, n in zip([0, *numbers], numbers, strict=False)]


def score_chart(
    game: str, subtitle: Text, moments: Sequence[Text], plots: Sequence[Plot[Text]]
) -> ScoreChart[Text]:
    """Return the plots on one page, with their last figures in words."""
    said: list[Any] = [Whole([words(OF_WHEN, title=words(TITLE), when=subtitle)])]
    for one in plots:
        ends = [(s.name, s.values[-1]) for s in one.series]
        figures = [words(FIGURE, side=name, n="?" if n is None else n) for name, n in ends]
        said.append(words(AT_LAST, what=one.title, figures=figures))
    return ScoreChart(game, words(TITLE), subtitle, Passage(said), tuple(moments), tuple(plots))
