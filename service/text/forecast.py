"""The odds of an order, and the needs of each side, in words (`Game.odds`, `Game.needs`)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.core.game.forecast import Need, Odds
from adjudicator.core.language.words import N_

from .localizer import Localizer

FEW = 3
"""The number of chances, or of other odds, that stand beside an option at most."""


def odds_lines(found: Sequence[Odds], t: Localizer) -> list[str]:
    """Return odds as lines, each with its paragraph; of imagined plays how many there were."""
    return [_line(one, t) for one in found]


def short_odds(found: Sequence[Odds], t: Localizer) -> str:
    """Return the odds to be compared between options, in one line, "" for none: the last sum and the first
    chances, without chances what is paid, where there is none of these the first of the others.
    """
    sums, chances, costs = ([one for one in found if one.kind == kind] for kind in ("sum", "chance", "cost"))
    shown = [*sums[-1:], *chances[:FEW]] if chances else (costs or sums[-1:] or found)[:FEW]
    return t.signs.gap.join(t.sentence(one.text) for one in shown)


def _line(one: Odds, t: Localizer) -> str:
    said = t.words(one.text)
    if one.trials:
        said = t(N_("{said} (of {n} imagined)"), said=one.text, n=one.trials)
    return f"{t.rule(one.rule)}{t.signs.colon}{said}" if one.rule else said


class SideNeeds(Struct, frozen=True):
    """A side, its name, and what it needs to win, in words: what matters most comes first."""

    side: str
    name: str
    lines: tuple[str, ...]


def needs_of(needs: Sequence[Need], t: Localizer) -> list[SideNeeds]:
    """Return the needs of each side."""
    sides = dict.fromkeys(one.side for one in needs)
    return [
        SideNeeds(side, t.name(side), tuple(t.words(one.text) for one in needs if one.side == side))
        for side in sides
    ]
