"""The opening of a tournament's games: to their seats when they end, to the public when the round closes.

Two games of one pair, with the sides exchanged, open together (design/tournaments.md §9).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from service.unit_of_work.context import ServiceContext
from service.values.records import Campaign
from service.values.time_control import HOUR


def is_open(context: ServiceContext, campaign: Campaign, *, to_public: bool) -> bool:
    """Return true if everything of a campaign is open to its players, or to the public."""
    if campaign.state != "over":
        return False
    place = context.tournaments.tournament_of(campaign.id)
    if place is None:
        return True
    id, game = place
    bodies = [entry.body for entry in context.tournaments.entries(id)]
    if not _have_ended(context, id, _legs(bodies, game), bodies):
        return False
    closed = closings(bodies).get(_round(game))
    delay = HOUR * bodies[0]["rules"].get("delay", 0)
    return not to_public or (closed is not None and closed + delay <= context.clock())


def closings(bodies: Sequence[Mapping[str, Any]]) -> dict[int, int]:
    """Return the UNIX second at which each round of a log closed: when the last of its games had a result."""
    left: dict[int, set[str]] = {}
    closed: dict[int, int] = {}
    for body in bodies:
        for match in _paired(body):
            if len(match["players"]) > 1:
                left.setdefault(match["round"], set()).add(match["id"])
        if body["t"] == "result":
            round = _round(body["game"])
            left[round].discard(body["game"])
            if not left[round]:
                closed.setdefault(round, body["time"])
    return closed


def _paired(body: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    matches: Sequence[Mapping[str, Any]] = body.get("matches", ())
    return [body["match"]] if body["t"] == "challenge" else matches


def _round(game: str) -> int:
    return int(game.partition(".")[0])


def _legs(bodies: Sequence[Mapping[str, Any]], game: str) -> list[str]:
    """Return the games of the same pair in the same round, the game itself among them."""
    pair = game.removesuffix("b")
    return [match["id"] for body in bodies for match in _paired(body) if match["id"] in (pair, f"{pair}b")]


def _have_ended(
    context: ServiceContext, id: int, games: Sequence[str], bodies: Sequence[Mapping[str, Any]]
) -> bool:
    """Return true if all of some games are over and open; one that was never begun has a result at least."""
    begun = context.tournaments.campaigns(id)
    decided = {body["game"] for body in bodies if body["t"] == "result"}
    return all(
        context.campaign(begun[game]).has_ended if game in begun else game in decided for game in games
    )
