"""Autocompletion of games, seats and places, from what the caller may know."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, TypeAlias

import discord
from discord import app_commands

from adjudicator.core.language.errors import NotUnderstood, Refusal
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, fold, words
from frontends.discord.ui.items import LONGEST_LABEL, MOST_OPTIONS, Interaction, cut
from service.api import Service
from service.values.records import Campaign

from .action_context import ActionContext
from .resolve_campaign import campaign_of, ruled_by

Offer: TypeAlias = app_commands.Choice[str]
Offering: TypeAlias = Callable[["discord.Interaction[Any]", str], Coroutine[Any, Any, list[Offer]]]

ANOTHER = N_("A game other than this channel's")


def offered(pairs: Sequence[tuple[str, str]], current: str) -> list[Offer]:
    """Return those of (label, value) that contain what has been typed, those that begin with it first."""
    wanted = fold(current)
    fitting = [(label, value) for label, value in pairs if wanted in fold(label) or wanted == fold(value)]
    fitting.sort(key=lambda pair: not fold(pair[0]).startswith(wanted))
    return [Offer(name=cut(label, LONGEST_LABEL), value=value) for label, value in fitting[:MOST_OPTIONS]]


def named(names: Mapping[str, str]) -> list[Offer]:
    """Return fixed values of an option under marked names, which are shown in each reader's language."""
    return [Offer(name=app_commands.locale_str(name), value=value) for value, name in names.items()]


def languages() -> list[Offer]:
    """Return every available language, under its own name."""
    return [Offer(name=known.name, value=id) for id, known in LANGUAGES.items()]


async def games(interaction: Interaction, current: str) -> list[Offer]:
    """Offer the games that the caller has a role in, and the one of this channel."""
    call = ActionContext(interaction)

    def known(service: Service) -> list[tuple[str, str]]:
        channels = service.channels
        mine = [*(id for id, _ in service.seats_of(call.user)), *(c.id for c in ruled_by(service, call.user))]
        ids = dict.fromkeys([*channels.shown_in(call.place), *mine])
        found = [service.status(id).campaign for id in ids if channels.shown(id) is not None]
        return [(call.signs.added(c.title, str(c.id)), str(c.id)) for c in found]

    return offered(await call.look(known), current)


async def ruled(interaction: Interaction, current: str) -> list[Offer]:
    """Offer the live games that the caller created or referees."""
    call = ActionContext(interaction)

    def known(service: Service) -> list[tuple[str, str]]:
        found = ruled_by(service, call.user)
        return [(call.signs.added(c.title, str(c.id)), str(c.id)) for c in found]

    return offered(await call.look(known), current)


def seats(wanted: Callable[[Service, ActionContext, Campaign], Sequence[str]]) -> Offering:
    """Make an autocompletion of the seats of the game that a function returns."""

    async def offer(call: ActionContext, campaign: Campaign, current: str) -> list[Offer]:
        ids = await call.look(lambda service: wanted(service, call, campaign))
        return offered([(call.name(seat), seat) for seat in ids], current)

    return here(offer)


def here(offer: Callable[[ActionContext, Campaign, str], Coroutine[Any, Any, list[Offer]]]) -> Offering:
    """Make an autocompletion about the game named in another option, else the channel's game."""

    async def offering(interaction: Interaction, current: str) -> list[Offer]:
        call = ActionContext(interaction)
        try:
            return await offer(call, await campaign_of(call, game_beside(interaction)), current)
        except Refusal:
            return []

    return offering


def game_beside(interaction: Interaction) -> str | None:
    """Return the game that is named in another option of the same command."""
    return getattr(interaction.namespace, "game", None) or None


def vacant(service: Service, call: ActionContext, campaign: Campaign) -> list[str]:
    """Return the vacant seats."""
    members = service.status(campaign.id).members
    return [seat for seat in campaign.seats if seat not in members]


def taken(service: Service, call: ActionContext, campaign: Campaign) -> list[str]:
    """Return the seats that have a player."""
    members = service.status(campaign.id).members
    return [seat for seat in campaign.seats if seat in members]


def own(service: Service, call: ActionContext, campaign: Campaign) -> list[str]:
    """Return the caller's seats."""
    return [seat for id, seat in service.seats_of(call.user) if id == campaign.id]


def every(service: Service, call: ActionContext, campaign: Campaign) -> list[str]:
    """Return all seats."""
    return campaign.seats


def seat_named(call: ActionContext, campaign: Campaign, text: str) -> str:
    """Return the seat that was picked or typed.

    Raises:
        NotUnderstood: if it is not one, or could be several.
    """
    assert call.game is not None
    found = [text] if text in campaign.seats else call.game.lexicon.find(text, campaign.seats)
    if len(found) != 1:
        values = {"options": campaign.seats}
        raise NotUnderstood(text, words(N_("{options:or}"), **values), campaign.seats)
    return found[0]
