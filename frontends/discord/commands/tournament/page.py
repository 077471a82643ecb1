"""The page of a tournament: its state, the caller's games, the round, the standings, buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui
from msgspec.structs import replace

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_
from frontends.discord.context.action_context import ActionContext
from frontends.discord.ui.items import BLUE, button
from frontends.discord.ui.pages import Page, plain
from service.api import Service
from service.pictures.drawing import Drawing
from service.pictures.tournament_pictures import bracket_of, crosstable_of
from service.text.localizer import Localizer
from service.text.terms import game_title
from service.text.tournament_terms import FORMATS, NOT_PLAYED, OUTCOMES, SIDES, STATES, course
from service.tournaments import Book
from service.usecases.tournaments import entering, export, reporting, rounds, sides
from service.values.words import speak
from tournaments import pairing

from . import disputes
from .choosing import book_of, players_of

MOST_LISTED = 12
"""Players and games of a page at most: a message has 4,000 characters."""


async def show(call: ActionContext, text: str | None) -> None:
    """Show a tournament: its state, the caller's games, the round, the standings."""
    book = await book_of(call, text)
    page, drawings = await call.look(
        lambda service: (_page(call, service, book), _drawings(call, service, book))
    )
    await call.say(replace(page, pictures=await call.bot.renderer.drawn(drawings)))


def _drawings(call: ActionContext, service: Service, book: Book) -> list[Drawing]:
    """Return the bracket and the crosstable, if there are any."""
    t = Localizer(call.language, book.game.lexicon.label)
    return [one for one in (bracket_of(book, t), crosstable_of(book, t)) if one is not None]


def _page(call: ActionContext, service: Service, book: Book) -> Page:
    """Return the tournament as the user sees it: unplayed games for the director, receipts for players."""
    rules = book.t.rules
    facts = [
        game_title(book.game, call.language),
        call.name(book.t.card["scenario"]),
    ]
    state = [call.text(STATES[book.t.state])]
    if book.t.state == "playing":
        state.append(speak(course(rules, book.t.round, pairing.rounds(book.t)), call.language))
    body = [
        plain(call.signs.beside(*facts)),
        plain(call.signs.beside(call.text(FORMATS[rules.format]), call.text(SIDES[rules.sides]))),
        f"**{plain(call.signs.beside(*state))}**",
    ]
    if (ending := book.ending()) is not None:
        body.append(plain(speak(ending, call.language)))
    names = Localizer(call.language, book.game.lexicon.label)
    body += [plain(line) for line in reporting.remarks(book, names)]
    body += _games(call, service, book)
    if book.directs:
        body += [plain(call.text(NOT_PLAYED, game=Verbatim(match.id))) for match in rounds.unplayed(book)]
    body += _receipts(call, book)
    body += _table(call, book)
    return Page(title=plain(book.row.title), body=body, rows=_rows(call, book))


def _games(call: ActionContext, service: Service, book: Book) -> list[str]:
    has_rounds = book.t.rules.format != "ladder"
    listed = book.t.open_games if not has_rounds else book.t.games(book.t.round)
    listed = sorted(listed, key=lambda match: book.player not in match.players)[:MOST_LISTED]
    begun, lines = book.repo.campaigns(book.row.id), []
    for match in listed:
        result = speak(book.said(match), call.language, call.label)
        line = plain(f"{match.id} {players_of(call, book, match)}{call.signs.colon}{result}")
        shown = service.channels.shown(begun[match.id]) if match.id in begun else None
        lines.append(f"- {line}" + (f" <#{shown.channel}>" if shown is not None else ""))
    return ["\n".join(lines)] if lines else []


def _receipts(call: ActionContext, book: Book) -> list[str]:
    """Return the seals of the caller's own bids and proposals until they are opened, in the form of the
    log.
    """
    said = N_("Receipt, as in the log: {seal}")
    own = [
        sealed.get(book.player) for match in book.t.open_games for sealed in (match.bids, match.statements)
    ]
    return [plain(call.text(said, seal=Verbatim(seal, len(seal)))) for seal in own if seal]


def _table(call: ActionContext, book: Book) -> list[str]:
    if book.t.state == "entries":
        names = [book.name(player) for player in book.t.active]
        return [plain(call.text(N_("Entered: {names}"), names=names))] if names else []
    template = N_("{place}. {who}: {points} {points:point|points} from {n} {n:game|games}")
    lines = []
    for row in book.rows[:MOST_LISTED]:
        values = {"place": row.place, "who": book.name(row.player), "points": row.points, "n": row.played}
        line = plain(call.text(template, **values))
        lines.append(f"**{line}**" if row.player == book.player else line)
    return ["\n".join(lines)]


def _rows(call: ActionContext, book: Book) -> list[Sequence[ui.Item[Any]]]:
    """Return the buttons for what the caller can do now."""
    id, row = book.row.id, list[ui.Item[Any]]()
    player = book.player
    takes_part = bool(player) and book.t.players[player].plays
    is_on = book.t.state in ("entries", "playing")
    if not takes_part and is_on and entering.takes_late(book):
        row.append(button(call.text(N_("Take part")), "tournament_enter", id, style=BLUE))
    if takes_part and is_on:
        row.append(button(call.text(N_("Withdraw from the tournament")), "tournament_leave", id))
    if book.directs and book.t.state == "entries":
        row.append(button(call.text(N_("Close entries")), "tournament_close", id))
    ready = book.t.state == "playing" and not book.t.open_games and book.t.rules.format != "ladder"
    if book.directs and ready:
        row.append(button(call.text(rounds.next_step(book)), "tournament_pair", id, style=BLUE))
    if book.directs:
        row.append(button(call.text(N_("Post standings here")), "tournament_post", id))
    if export.dates(book, Localizer(call.language, book.game.lexicon.label)):
        row.append(button(call.text(N_("Calendar file")), "tournament_dates", id))
    return [one for one in (row, _game_row(call, book), *disputes.rows(call, book)) if one]


def _game_row(call: ActionContext, book: Book) -> list[ui.Item[Any]]:
    """Return the buttons for the caller's next step in a game: sides, a bid, a result."""
    player, id, rules = book.player, book.row.id, book.t.rules
    for match in book.t.open_games:
        if player not in match.players or match.judges:
            continue
        if not match.seats and rules.sides == "bid":
            label = call.text(N_("Bid in game {game}"), game=Verbatim(match.id))
            return [button(label, "tournament_bid", id, match.id, style=BLUE)]
        if not match.seats and rules.sides == "choice" and sides.higher(book, match) == player:
            return [
                button(call.name(seat), "tournament_choose", id, match.id, seat, style=BLUE)
                for seat in rules.seats
            ]
        if match.seats and (rules.elsewhere or book.has_round_ended):
            action = "tournament_report" if rules.elsewhere else "tournament_propose"
            return [
                button(call.text(said), action, id, match.id, outcome) for outcome, said in OUTCOMES.items()
            ]
    return []
