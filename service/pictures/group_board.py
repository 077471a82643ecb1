"""The map that the group of a campaign sees: a picture of its own copy, if there is one; all others see ours.

The group are the people of its seats, its observers and its referee, and its Discord channel if the referee
says so. What leaves the group shows our map: public pages, replays, exports, films and moments to share.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec import structs

from adjudicator.core.game.game import OWN
from adjudicator.core.language.words import N_, words
from adjudicator.display.charts import BattleBoard
from adjudicator.display.scene import Scene
from renderer import own_boards
from renderer.own_boards import Found
from service.api import Service
from service.values.audiences import CHANNEL
from service.values.boards import FIRST, OURS
from service.values.words import speak

from .build import Sight
from .drawing import Drawing, laid_id, scene_on_board

D = TypeVar("D", bound=Drawing | None)

FOOTER = N_("Map or pieces are pictures of the group's own copy of the game, and stay with the group.")


def installed(service: Service, campaign: int) -> list[Found]:
    """Return the pictures of its map that the operator has installed for a campaign's game, also those that
    cannot be used.
    """
    return list(own_boards.found(service.game(campaign).id.partition(OWN)[0]))


def board_of(service: Service, campaign: int, *, in_channel: bool = False) -> str:
    """Return the digest of the picture that a campaign's group sees, or its channel; "" for our map."""
    choice = service.board_choices.of(campaign)
    if choice.board == OURS or (in_channel and not choice.in_channel):
        return ""
    usable = [one for one in installed(service, campaign) if one.id]
    fitting = (one for one in usable if choice.board in (FIRST, one.folder.name))
    chosen = next(fitting, None)
    return "" if chosen is None else chosen.digest


def for_group(service: Service, campaign: int, made: D, *, in_channel: bool = False) -> D:
    """Return a drawing as a campaign's group sees it; None stays None."""
    board = board_of(service, campaign, in_channel=in_channel)
    if made is None or not board:
        return made
    chart = chart_on(made.chart, board) if isinstance(made.chart, BattleBoard) else made.chart
    return structs.replace(made, scenes=tuple(_on(scene, board) for scene in made.scenes), chart=chart)


def all_for_group(
    service: Service, campaign: int, made: Iterable[Drawing], *, in_channel: bool = False
) -> tuple[Drawing, ...]:
    """Return drawings as a campaign's group sees them."""
    return tuple(for_group(service, campaign, one, in_channel=in_channel) for one in made)


def to_audience(
    service: Service, campaign: int, audience: str, made: Iterable[Drawing]
) -> tuple[Drawing, ...]:
    """Return the drawings of a post as its audience on a channel's front end sees them."""
    return all_for_group(service, campaign, made, in_channel=audience == CHANNEL)


def sight_for_group(service: Service, campaign: int, sight: Sight) -> Sight:
    """Return a map as a campaign's group sees it."""
    board = board_of(service, campaign)
    return structs.replace(sight, scene=_on(sight.scene, board)) if board else sight


def chart_on(chart: BattleBoard, board: str) -> BattleBoard:
    """Return a battle with the pieces of an own copy."""
    return structs.replace(chart, game=laid_id(chart.game, board))


def _on(scene: Scene, board: str) -> Scene:
    return structs.replace(scene_on_board(scene, board), footer=speak(words(FOOTER), scene.language))
