"""Positions as the protocol writes and reads them: a world at rest and the entries since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator.core.audit.edits import Impossible, judged
from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import Defect, Refusal, Stale
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.chain import Entry
from adjudicator.core.log.chance import ScriptedSource
from adjudicator.core.table.position import migrated, world_of

from .campaign import Campaign, Plan
from .speech import Said


class BadRequest(Refusal):
    """A line that is no command of the protocol, or one with values that it cannot have."""

    kind = "bad_request"


def said(campaign: Campaign) -> Said:
    """The position of a campaign."""
    game, position = campaign.game, campaign.table.position
    return {
        "schema": game.schema,
        "world": msgspec.to_builtins(world_of(game, position.rest)),
        "tail": [msgspec.to_builtins(entry) for entry in position.tail],
        "now": msgspec.to_builtins(campaign.table.world),
    }


def loaded(
    campaign: Campaign, world: dict[str, Any], schema: int, tail: Sequence[dict[str, Any]]
) -> Campaign:
    """A campaign founded as this one was that begins at another position, of this schema or an older one.

    Raises:
        BadRequest: with the reasons, if the position is impossible.
        Stale: if the rules do not ask what the tail answers.
        ScriptRanOut: if what is left of the script does not lead to a question.
    """
    plan, left = campaign.plan, campaign.source
    if isinstance(left, ScriptedSource):
        plan = replace(plan, dice=tuple(left.left_dice), draws=tuple(left.left_draws))
    return begun(campaign.game, plan, world, schema, tail)


def begun(
    game: Game, plan: Plan, world: dict[str, Any], schema: int, tail: Sequence[dict[str, Any]]
) -> Campaign:
    """A campaign that begins at a position; it raises what `loaded` does."""
    start = _world(game, _migrated(game, world, schema), plan.terms.options)
    entries = _tail(tail)
    plan = replace(plan, terms=replace(plan.terms, cups=start.cups))
    try:
        return Campaign(game, plan, start, entries)
    except Stale:
        raise
    except (Defect, LookupError, TypeError, ValueError, AttributeError) as error:
        raise _impossible([f"{type(error).__name__}: {error}"]) from error


def _migrated(game: Game, world: dict[str, Any], schema: int) -> dict[str, Any]:
    if not 1 <= schema <= game.schema:
        values = {"game": game.name, "schema": schema, "last": game.schema}
        raise BadRequest(words(N_("{game} has no world schema {schema}; the latest is {last}"), **values))
    try:
        return migrated(game, world, schema)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise _impossible([f"{type(error).__name__}: {error}"]) from error


def _world(game: Game, world: dict[str, Any], options: Mapping[str, str]) -> Any:
    try:
        return judged(game, world, options)
    except Impossible as error:
        if error.candidates and isinstance(error.reasons[0], Words):
            raise BadRequest(error.reasons[0], candidates=error.candidates) from error
        raise _impossible(error.reasons) from error


def _tail(tail: Sequence[dict[str, Any]]) -> list[Entry]:
    try:
        return msgspec.convert(list(tail), list[Entry])
    except msgspec.ValidationError as error:
        raise _impossible([str(error)]) from error


def _impossible(reasons: Sequence[str | Words]) -> BadRequest:
    return BadRequest(words(N_("this position is impossible: {reasons}"), reasons=list(reasons)))
