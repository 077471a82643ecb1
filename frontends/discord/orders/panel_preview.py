"""A preview on the map of a move before it is ordered: the route that was picked, as an arrow."""

from __future__ import annotations

from frontends.discord.context.action_context import ActionContext
from service.api import Service
from service.pictures import build
from service.pictures.drawing import Drawing, Picture
from service.pictures.group_board import for_group
from service.wizard.steps import Built

from .panel_state import STANDING, Panel


async def previews(call: ActionContext, at: Panel) -> list[Picture]:
    """Return the pictures of a panel: none before its order is complete."""
    if not isinstance(at.now, Built):
        return []
    drawing = await call.look(lambda service: preview_of(service, at))
    return await call.bot.renderer.drawn([drawing] if drawing is not None else [])


def preview_of(service: Service, at: Panel) -> Drawing | None:
    """Return the map with the order that is built; None if it is no move, or the game has no maps."""
    about = at.subject
    if not isinstance(at.now, Built) or about.kind == STANDING:
        return None
    made = build.preview_of(service, about.campaign, about.seat, about.choice, at.filled, about.reader)
    return for_group(service, about.campaign, made)
