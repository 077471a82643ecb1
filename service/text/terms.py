"""The terms of a campaign that differ from the standard game: its options, reactions and deadlines."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.terms import WindowKind
from adjudicator.core.language.words import N_, Words, fill, words
from adjudicator.figures import SIGNED
from service.values.records import Campaign
from service.values.time_control import TimeControl, terms

OPEN = N_(
    "a practice game with open dice: anyone who knows the words it was set up with can "
    "predict every roll and read every hand, so its dice prove nothing"
)
"""The terms that all read of such a campaign, in every front end."""
_COST = N_("about {n} {n:question|questions} in a short game of two if asked")
_RARE = N_("less than one question in a short game if asked")


def game_title(game: Game, language: str) -> str:
    """Return the name of a game; with a remark if figures of a group's own copy are used."""
    name = game.lexicon.written(game.name, language)
    template = N_("{game} (figures from the group's own copy)")
    return fill(words(template, game=Verbatim(name)), language) if game.figures else name


def cost(window: WindowKind) -> Words:
    """Return the cost of asking on a kind of occasion."""
    return words(_COST, n=window.cost) if window.cost else words(_RARE)


def conditions(game: Game, campaign: Campaign, pace: TimeControl) -> Iterator[Words]:
    """Yield the terms that players should know before they join, one sentence each; all are public."""
    scenario = game.scenario_of(campaign.scenario)
    usual = {option.name: option.values[0] for option in (scenario.options if scenario else ())}
    other = [
        words(N_("{option}: {value}"), option=name, value=value)
        for name, value in campaign.options.items()
        if value != usual.get(name)
    ]
    if game.figures:
        yield words(SIGNED)
    if other:
        yield words(N_("options changed from the standard: {options}"), options=other)
    yield from game.treatment(campaign.modes, campaign.options).told()
    yield terms(pace, neutral=bool(campaign.neutral))
