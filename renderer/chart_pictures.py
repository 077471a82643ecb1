"""Pictures without a map: hands, battle boards, charts to look up, figures over time."""

from __future__ import annotations

from adjudicator.display.charts import BattleBoard, Bracket, Crosstable, Hand, ScoreChart, Sheet
from renderer.charts import battle_board, hands, paper
from renderer.charts import bracket as brackets
from renderer.charts import crosstable as crosstables
from renderer.charts import score_chart as scores
from renderer.charts import sheet as sheets
from renderer.draw.canvas import Canvas
from renderer.games import theme_of
from renderer.pictures import Picture, finished


def hand(shown: Hand, *, width: int = paper.WIDTH, theme: str = "light") -> Picture:
    """Draw a seat's hand; `width` in pixels, the height follows.

    Raises:
        KeyError: an unknown theme or sign.
    """
    return _picture(hands.paint(shown, width, theme_of(shown.game, theme)), shown.alt)


def battle(shown: BattleBoard, *, width: int = paper.WIDTH, theme: str = "light") -> Picture:
    """Draw a battle in line; `width` in pixels, the height follows.

    Raises:
        KeyError: an unknown theme.
    """
    return _picture(battle_board.paint(shown, width, theme_of(shown.game, theme)), shown.alt)


def score_chart(shown: ScoreChart, *, width: int = paper.WIDTH, theme: str = "light") -> Picture:
    """Draw figures over time; `width` in pixels, the height follows.

    Raises:
        KeyError: an unknown theme.
    """
    return _picture(scores.paint(shown, width, theme_of(shown.game, theme)), shown.alt)


def sheet(shown: Sheet, *, width: int = paper.WIDTH, theme: str = "light") -> Picture:
    """Draw a chart that players look up; `width` in pixels, the height follows.

    Raises:
        KeyError: an unknown theme or game.
    """
    return _picture(sheets.paint(shown, width, theme_of(shown.game, theme)), shown.alt)


def bracket(shown: Bracket, *, width: int = paper.WIDTH, theme: str = "light") -> Picture:
    """Draw an elimination; `width` in pixels, the height follows.

    Raises:
        KeyError: an unknown theme or game.
    """
    return _picture(brackets.paint(shown, width, theme_of(shown.game, theme)), shown.alt)


def crosstable(shown: Crosstable, *, width: int = paper.WIDTH, theme: str = "light") -> Picture:
    """Draw a crosstable of results; `width` in pixels, the height follows.

    Raises:
        KeyError: an unknown theme or game.
    """
    return _picture(crosstables.paint(shown, width, theme_of(shown.game, theme)), shown.alt)


def _picture(canvas: Canvas, alt: str) -> Picture:
    return finished(canvas, alt)
