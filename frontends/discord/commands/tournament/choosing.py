"""The tournament, game, side or player that a command means, and their autocompletion."""

from __future__ import annotations

from adjudicator.core.language.errors import NotNow, NotUnderstood, Refusal
from adjudicator.core.language.words import N_, words
from frontends.discord.context.action_context import ActionContext
from frontends.discord.context.autocomplete import Offer, offered
from frontends.discord.ui.items import Interaction
from service.api import Service
from service.tournaments import Book
from tournaments.state import Match

DIGITS = 9


async def tournaments(interaction: Interaction, current: str) -> list[Offer]:
    """Offer the tournaments that are open or in play, the newest first."""
    call = ActionContext(interaction)
    rows = await call.look(lambda service: service.tournaments.listed("entries", "playing"))
    return offered([(row.title, str(row.id)) for row in rows], current)


async def matches(interaction: Interaction, current: str) -> list[Offer]:
    """Offer the games without a result of the tournament that is meant, the caller's first."""
    call = ActionContext(interaction)
    if (book := await meant(call)) is None:
        return []
    games = sorted(book.t.open_games, key=lambda match: book.player not in match.players)
    return offered([(f"{match.id} {players_of(call, book, match)}", match.id) for match in games], current)


async def opponents(interaction: Interaction, current: str) -> list[Offer]:
    """Offer the players of the game that is named."""
    call = ActionContext(interaction)
    book = await meant(call)
    match = book.t.matches.get(str(getattr(interaction.namespace, "game", ""))) if book else None
    if book is None or match is None:
        return []
    return offered([(str(book.name(one)), one) for one in match.players], current)


async def levels(interaction: Interaction, current: str) -> list[Offer]:
    """Offer the levels of victory of the game that is played."""
    call = ActionContext(interaction)
    if await meant(call) is None or call.game is None:
        return []
    return offered([(call.text(said), level) for level, said in call.game.levels.items()], current)


def level_named(call: ActionContext, book: Book, text: str) -> str:
    """Return the id of a level of victory by its name in the caller's language; the text itself if it is
    none.
    """
    levels = book.game.levels
    named = {call.text(said).casefold(): level for level, said in levels.items()}
    return named.get(text.strip().casefold(), text.strip())


async def entrants(interaction: Interaction, current: str) -> list[Offer]:
    """Offer the players who take part."""
    call = ActionContext(interaction)
    book = await meant(call)
    return offered([(str(book.name(one)), one) for one in book.t.active] if book else [], current)


async def above(interaction: Interaction, current: str) -> list[Offer]:
    """Offer the players whom the caller may challenge now."""
    call = ActionContext(interaction)
    if (book := await meant(call)) is None:
        return []
    near = book.within_reach
    return offered([(str(book.name(player)), player) for player in near], current)


async def meant(call: ActionContext) -> Book | None:
    """Return the tournament that a half-typed command means; None for none."""
    try:
        return await book_of(call, getattr(call.interaction.namespace, "tournament", None))
    except Refusal:
        return None


def number(service: Service, text: str | None) -> int:
    """Return the number of a tournament: the one that is named, or the newest that is not over.

    Raises:
        NotNow: if there is none.
        NotUnderstood: if the text names none.
    """
    rows = service.tournaments.listed("entries", "playing") or service.tournaments.listed()
    if text is None:
        if not rows:
            raise NotNow(words(N_("there is no tournament; create one on the front page in a browser")))
        return rows[0].id
    if not (text.isdecimal() and len(text) <= DIGITS):
        raise NotUnderstood(text, words(N_("a tournament from the list")))
    return int(text)


async def book_of(call: ActionContext, text: str | None) -> Book:
    """Return the tournament that is named, as the caller sees it."""

    def look(service: Service) -> Book:
        book = service.tournaments.look(number(service, text), call.user)
        call.game = book.game
        return book

    return await call.look(look)


def players_of(call: ActionContext, book: Book, match: Match) -> str:
    """Return the players of a game with their sides, if these are known."""
    seats = {player: seat for seat, player in match.seats.items()}
    return " – ".join(
        call.signs.added(str(book.name(player)), call.name(seats[player]))
        if player in seats
        else str(book.name(player))
        for player in match.players
    )
