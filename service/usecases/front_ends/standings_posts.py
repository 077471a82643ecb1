"""Posts with the standings of a tournament in channels."""

from __future__ import annotations

from service.unit_of_work.context import ServiceContext
from service.values.front_ends.channels import StandingsPost


def posts(context: ServiceContext) -> list[StandingsPost]:
    """Return every such post."""
    return context.tournaments.posts()


def keep(context: ServiceContext, post: StandingsPost) -> None:
    """Keep a post, in place of the one in the same channel."""
    context.tournaments.save_post(post)
