"""Unfinished and disputed games: the dossier, the panel and its rulings, appeals, stopped games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui
from msgspec.structs import replace

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_
from frontends.discord.context.action_context import ActionContext
from frontends.discord.context.autocomplete import Offer, offered
from frontends.discord.ui.items import RED, Interaction, button
from frontends.discord.ui.pages import Page, plain
from service.posts.dossier import dossier, drawings
from service.tournaments import Book
from service.usecases.tournaments import results
from tournaments.state import Match

from .choosing import book_of, meant

DRAW = "-"
"""The value of a draw where a button names the winner."""
MOST_BUTTONS = 5


async def show_dossier(call: ActionContext, text: str | None, game: str) -> None:
    """Show the public facts of a game to its players, its judges and the directors."""
    book = await book_of(call, text)

    def look(service: Any) -> tuple[Page, list[Any]]:
        found = dossier(service, book, game, call.language)
        lines = [
            call.signs.comma.join(
                call.signs.added(head, cell) for head, cell in zip(found.heads, row, strict=True)
            )
            for row in found.rows
        ]
        said = [call.signs.beside(one.who, one.said, one.why) for one in found.statements]
        body = [plain(line) for line in (*found.facts, *lines, *said) if line]
        pictures = [*drawings(service, book, game, call.language).values()]
        return Page(title=plain(found.title), body=body), pictures

    page, pictures = await call.look(look)
    await call.say(replace(page, pictures=await call.bot.renderer.drawn(pictures)))


async def judges(interaction: Interaction, current: str) -> list[Offer]:
    """Offer those who may rule on the game that is named: players and directors without a part in it."""
    call = ActionContext(interaction)
    if (book := await meant(call)) is None:
        return []
    match = book.t.matches.get(str(getattr(interaction.namespace, "game", "")))
    return offered([] if match is None else _free(call, book, match), current)


def _free(call: ActionContext, book: Book, match: Match) -> list[tuple[str, str]]:
    staff = {book.row.director: call.text(N_("the director")), **book.repo.staff(book.row.id)}
    players = [(str(book.name(one)), one) for one in book.t.players if results.may_judge(book, one, match)]
    return players + [(who, user) for user, who in staff.items() if not book.player_of(user)]


def rows(call: ActionContext, book: Book) -> list[Sequence[ui.Item[Any]]]:
    """Return the buttons for disputes: of one game that the caller plays or rules on, and of the director."""
    found = [row for row in (_ruling(call, book), _own(call, book), _direction(call, book)) if row]
    return [row[:MOST_BUTTONS] for row in found]


def _ruling(call: ActionContext, book: Book) -> list[ui.Item[Any]]:
    """Return the outcomes between which the caller decides as a judge, for the first game that waits."""
    judge, id = book.judge_of(call.user), book.row.id
    for match in book.t.open_games:
        if judge in match.judges and judge not in match.verdicts:
            names = [*((str(book.name(one)), one) for one in match.players), (call.text(N_("Draw")), DRAW)]
            template = N_("Game {game}: {result}")
            rule = [
                button(
                    call.text(template, game=Verbatim(match.id), result=Verbatim(name)),
                    "tournament_rule",
                    id,
                    match.id,
                    winner,
                )
                for name, winner in names
            ]
            return [_dossier_button(call, book, match), *rule]
    return []


def _own(call: ActionContext, book: Book) -> list[ui.Item[Any]]:
    """Return the buttons for the dossier of one's own game after the end of the round, and for an appeal
    against a ruling.
    """
    player, found = book.player, list[ui.Item[Any]]()
    begun = book.repo.campaigns(book.row.id)
    for match in book.t.games(book.t.round):
        if player not in match.players:
            continue
        if match.result is None and match.id in begun and (book.has_round_ended or match.judges):
            found.append(_dossier_button(call, book, match))
        is_ruled = match.result is not None and match.result.how == "panel"
        if is_ruled and not any(b["t"] == "appeal" and b["game"] == match.id for b in book.bodies):
            label = call.text(N_("Appeal in game {game}"), game=Verbatim(match.id))
            found.append(button(label, "tournament_appeal", book.row.id, match.id, style=RED))
    return found


def _dossier_button(call: ActionContext, book: Book, match: Match) -> ui.Item[Any]:
    label = call.text(N_("Dossier of game {game}"), game=Verbatim(match.id))
    return button(label, "tournament_dossier", book.row.id, match.id)


def _direction(call: ActionContext, book: Book) -> list[ui.Item[Any]]:
    """Return the buttons by which a director stops all games, and lets them go on."""
    if not book.directs or book.t.state != "playing":
        return []
    found = list[ui.Item[Any]]()
    if any(not match.paused for match in book.t.open_games):
        label = call.text(N_("Stop all games and clocks"))
        found.append(button(label, "tournament_pause", book.row.id, style=RED))
    if any(match.paused for match in book.t.open_games):
        found.append(button(call.text(N_("Resume all games")), "tournament_go_on", book.row.id))
    return found
