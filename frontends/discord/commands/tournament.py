"""`/tournament`: enter, bid, report and direct; each game in a thread of its own (docs/tournaments.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str as _

from adjudicator.core.errors import NotNow, NotUnderstood, Refusal, Verbatim
from adjudicator.core.words import N_, Words
from frontends.discord.context.action_context import Action, ActionContext, command
from frontends.discord.context.autocomplete import Offer, named, offered
from frontends.discord.ui.items import BLUE, RED, Interaction, button, cut
from frontends.discord.ui.pages import Page, Raw, marked, plain
from service.api import Service
from service.runtime.pairing import paired
from service.storage.channels import ChannelBinding
from service.text.terms import game_title
from service.text.tournament_terms import FORMATS, OUTCOMES, SIDES, STATES, course, said
from service.usecases.tournaments.book import Book
from service.values.calendar import moment
from service.values.words import speak
from tournaments import pairing
from tournaments.pairing import ladder
from tournaments.standings import standings
from tournaments.state import Match, Result

MOST_LISTED = 12
"""Players and games of a page at most: a message has 4,000 characters."""
AT_ONCE = 200
DIGITS = 9
WHICH = N_("The tournament")
GAME = N_("The number of the game, such as 1.2")


# -- which tournament, which game --------------------------------------------------------------------


async def tournaments(interaction: Interaction, current: str) -> list[Offer]:
    """Offer the tournaments that are open or in play, the newest first."""
    call = ActionContext(interaction)
    rows = await call.look(lambda service: service.tournaments.listed("entries", "playing"))
    return offered([(row.title, str(row.id)) for row in rows], current)


async def matches(interaction: Interaction, current: str) -> list[Offer]:
    """Offer the games without a result of the tournament that is meant, the caller's first."""
    call = ActionContext(interaction)
    if (book := await _meant(call)) is None:
        return []
    games = sorted(book.t.open_games, key=lambda match: book.player not in match.players)
    return offered([(f"{match.id} {_players(call, book, match)}", match.id) for match in games], current)


async def seats(interaction: Interaction, current: str) -> list[Offer]:
    """Offer the sides of the tournament's game."""
    call = ActionContext(interaction)
    book = await _meant(call)
    return offered([(call.name(seat), seat) for seat in book.t.rules.seats] if book else [], current)


async def above(interaction: Interaction, current: str) -> list[Offer]:
    """Offer the players whom the caller may challenge now."""
    call = ActionContext(interaction)
    if (book := await _meant(call)) is None:
        return []
    near = ladder.within_reach(book.t, book.player)
    return offered([(str(book.name(player)), player) for player in near], current)


async def _meant(call: ActionContext) -> Book | None:
    """Return the tournament that a half-typed command means; None for none."""
    try:
        return await _book(call, getattr(call.interaction.namespace, "tournament", None))
    except Refusal:
        return None


def _number(service: Service, text: str | None) -> int:
    """Return the number of a tournament: the one that is named, or the newest that is not over.

    Raises:
        NotNow: if there is none.
        NotUnderstood: if the text names none.
    """
    rows = service.tournaments.listed("entries", "playing") or service.tournaments.listed()
    if text is None:
        if not rows:
            raise NotNow(Words(N_("there is no tournament; create one on the front page in a browser")))
        return rows[0].id
    if not (text.isdecimal() and len(text) <= DIGITS):
        raise NotUnderstood(text, Words(N_("a tournament from the list")))
    return int(text)


async def _book(call: ActionContext, text: str | None) -> Book:
    """Return the tournament that is named, as the caller sees it."""

    def look(service: Service) -> Book:
        book = service.tournaments.look(_number(service, text), call.user)
        call.game = service.context.games[book.t.card["game"]]
        return book

    return await call.look(look)


def _players(call: ActionContext, book: Book, match: Match) -> str:
    seats = {player: seat for seat, player in match.seats.items()}
    return " – ".join(
        call.signs.added(str(book.name(player)), call.name(seats[player]))
        if player in seats
        else str(book.name(player))
        for player in match.players
    )


# -- the page ----------------------------------------------------------------------------------------


async def show(call: ActionContext, text: str | None) -> None:
    """Show a tournament: its state, the caller's games, the round, the standings."""
    await _show(call, await _book(call, text))


async def _show(call: ActionContext, book: Book) -> None:
    await call.say(await call.look(lambda service: _page(call, service, book)))


def _page(call: ActionContext, service: Service, book: Book) -> Page:
    rules = book.t.rules
    facts = [
        game_title(service.context.games[book.t.card["game"]], call.language),
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
    if book.row.due:
        body.append(
            plain(call.text(N_("The round ends at {time}."), time=moment(book.row.due, book.row.zone)))
        )
    body += _games(call, book)
    body += _table(call, book)
    return Page(title=plain(book.row.title), body=body, rows=_rows(call, book))


def _games(call: ActionContext, book: Book) -> list[str]:
    has_rounds = book.t.rules.format != "ladder"
    listed = book.t.open_games if not has_rounds else book.t.games(book.t.round)
    listed = sorted(listed, key=lambda match: book.player not in match.players)[:MOST_LISTED]
    begun, lines = book.repo.campaigns(book.row.id), []
    for match in listed:
        result = speak(said(match, book.name), call.language, call.label)
        line = plain(f"{match.id} {_players(call, book, match)}: {result}")
        shown = book.context.channels.shown(begun[match.id]) if match.id in begun else None
        lines.append(f"- {line}" + (f" <#{shown.channel}>" if shown is not None else ""))
    return ["\n".join(lines)] if lines else []


def _table(call: ActionContext, book: Book) -> list[str]:
    if book.t.state == "entries":
        names = [book.name(player) for player in book.t.active]
        return [plain(call.text(N_("Entered: {names}"), names=names))] if names else []
    template = N_("{place}. {who}: {points} {points:point|points} from {n} {n:game|games}")
    lines = []
    for row in standings(book.t)[:MOST_LISTED]:
        values = {"place": row.place, "who": book.name(row.player), "points": row.points, "n": row.played}
        line = plain(call.text(template, **values))
        lines.append(f"**{line}**" if row.player == book.player else line)
    return ["\n".join(lines)]


def _rows(call: ActionContext, book: Book) -> list[Sequence[ui.Item[Any]]]:
    """Return the buttons for what the caller can do now."""
    id, row = book.row.id, list[ui.Item[Any]]()
    player = book.player
    takes_part = bool(player) and book.t.players[player].plays
    late = book.t.rules.format in ("swiss", "ladder")
    if not takes_part and (book.t.state == "entries" or (book.t.state == "playing" and late)):
        row.append(button(call.text(N_("Take part")), "tournament_enter", id, style=BLUE))
    if takes_part and book.t.state in ("entries", "playing"):
        row.append(button(call.text(N_("Withdraw")), "tournament_leave", id))
    if book.directs and book.t.state == "entries":
        row.append(button(call.text(N_("Close entries")), "tournament_close", id))
    ready = book.t.state == "playing" and not book.t.open_games and book.t.rules.format != "ladder"
    if book.directs and ready:
        row.append(button(call.text(N_("Pair the next round")), "tournament_pair", id, style=BLUE))
    return [row] if row else []


# -- acts of the buttons -----------------------------------------------------------------------------


async def _do(call: ActionContext, act: Callable[[Service, int], None]) -> None:
    """Carry out an act of a button on its tournament, begin the games that it makes possible, show it."""
    id = int(call.args[0])
    await call.do(lambda service: act(service, id))
    await _begin_games(call)
    await show(call, str(id))


async def _begin_games(call: ActionContext) -> None:
    for _time in range(AT_ONCE):
        if not await call.do(lambda service: service.tournaments.tick()):
            return


async def _enter(call: ActionContext) -> None:
    await _do(call, lambda service, id: service.tournaments.enter(call.message, id, call.who))


async def _ask_leave(call: ActionContext) -> None:
    text = call.text(N_("Withdraw from the tournament? Your open games stay with the director."))
    yes = button(call.text(N_("Withdraw")), "tournament_left", call.args[0], style=RED)
    await call.say(Page(body=[plain(text)], rows=[[yes]]))


async def _leave(call: ActionContext) -> None:
    def leave(service: Service, id: int) -> None:
        player = service.tournaments.look(id, call.user).player
        service.tournaments.withdraw(call.message, id, player, "")

    await _do(call, leave)


async def _ask_close(call: ActionContext) -> None:
    text = call.text(N_("Close entries and seed the list by lot? It cannot be opened again."))
    yes = button(call.text(N_("Close entries")), "tournament_closed", call.args[0], style=RED)
    await call.say(Page(body=[plain(text)], rows=[[yes]]))


async def _close(call: ActionContext) -> None:
    await _do(call, lambda service, id: service.tournaments.close_entries(call.message, id))


async def _pair(call: ActionContext) -> None:
    id = int(call.args[0])
    await call.bot.recovery.wait_for_first_round()
    await paired(call.bot.worker, call.message, id)
    await _begin_games(call)
    await _open_all(call, id)
    await show(call, str(id))


ACTIONS = {
    "tournament_enter": Action(_enter, "update"),
    "tournament_leave": Action(_ask_leave, "update"),
    "tournament_left": Action(_leave, "update"),
    "tournament_close": Action(_ask_close, "update"),
    "tournament_closed": Action(_close, "update"),
    "tournament_pair": Action(_pair, "update"),
}


# -- acts of commands --------------------------------------------------------------------------------


async def _act(call: ActionContext, text: str | None, act: Callable[[Service, int], None]) -> None:
    """Carry out a command on the tournament that is named, begin games, and show it."""
    id = (await _book(call, text)).row.id
    await call.do(lambda service: act(service, id))
    await _begin_games(call)
    await show(call, str(id))


async def thread(call: ActionContext, text: str | None, game: str) -> None:
    """Show a game of the tournament in a thread of this channel, for a player of it or a director.

    Raises:
        NotNow: if it has not begun, is shown already, or the channel has no threads.
    """
    book = await _book(call, text)
    match = book.match(game)
    if not book.directs and book.player not in match.players:
        raise NotNow(Words(N_("you do not play in this game")))
    campaign = await call.look(lambda service: service.context.tournaments.campaigns(book.row.id).get(game))
    if campaign is None:
        raise NotNow(Words(N_("game {game} has not begun yet"), {"game": Verbatim(game)}))
    shown = await call.look(lambda service: service.channels.shown(campaign))
    if shown is None:
        where = call.interaction.channel
        if not isinstance(where, discord.TextChannel):
            raise NotNow(Words(N_("use this command in a channel of a server that has threads")))
        shown = await _opened(call, where, campaign, f"{book.row.title} {game}")
    values = {"game": Verbatim(game), "channel": Raw(f"<#{shown.channel}>")}
    await call.say(Page(body=[marked(N_("Game {game} is in {channel}."), call.language, **values)]))


async def _opened(
    call: ActionContext, where: discord.TextChannel, campaign: int, title: str
) -> ChannelBinding:
    """Open a thread for a campaign and show it there."""
    made = await where.create_thread(name=cut(title, 100), type=discord.ChannelType.public_thread)
    shown = ChannelBinding(campaign, where.guild.id, made.id, call.language, strict=True)
    await call.do(lambda service: service.channels.show(shown))
    call.bot.statuses.request_update(campaign)
    return shown


async def _open_all(call: ActionContext, id: int) -> None:
    """Open threads for the games of a round that have a player on Discord and are shown nowhere yet.

    Elsewhere than in a channel with threads none is opened: `/tournament thread` does it one by one.
    """
    where = call.interaction.channel
    if not isinstance(where, discord.TextChannel):
        return

    def begun(service: Service) -> list[tuple[int, str]]:
        book = service.tournaments.look(id)
        campaigns = book.repo.campaigns(id)
        return [
            (campaigns[match.id], f"{book.row.title} {match.id}")
            for match in book.t.open_games
            if match.id in campaigns
            and service.channels.shown(campaigns[match.id]) is None
            and any(book.people[player].user.startswith("discord/") for player in match.players)
        ]

    for campaign, title in await call.look(begun):
        await _opened(call, where, campaign, title)


def _outcome(book: Book, match: Match, winner: str) -> Result:
    """Return the result that a director names by the winner's name or seat, "-" for a draw.

    Raises:
        NotUnderstood: if nobody of the game is called so.
    """
    if winner.strip() == "-":
        return Result("panel", [], 1)
    names = {str(book.name(player)).casefold(): player for player in match.players}
    player = names.get(winner.strip().casefold()) or match.seats.get(winner.strip().casefold())
    if player is None:
        known = [book.name(one) for one in match.players]
        raise NotUnderstood(winner, Words(N_("one of {players}, or - for a draw"), {"players": known}))
    return Result("panel", [player])


async def set_result(call: ActionContext, text: str | None, game: str, winner: str, why: str) -> None:
    """Set or correct the result of a game, as a director."""

    def act(service: Service, id: int) -> None:
        book = service.tournaments.look(id, call.user)
        match = book.match(game)
        result = _outcome(book, match, winner)
        if match.result is None:
            service.tournaments.rule_on(call.message, id, game, result, why)
        else:
            corrected = Result("correction", result.won, result.drawn)
            service.tournaments.correct(call.message, id, game, corrected, why)

    await _act(call, text, act)


class TournamentGroup(app_commands.Group):
    """The group of commands."""

    def __init__(self) -> None:
        super().__init__(name="tournament", description=_(N_("Tournaments and ladders")))

    @app_commands.command(description=_(N_("Show a tournament: games, standings, and what you can do")))
    @app_commands.describe(tournament=_(WHICH))
    @app_commands.autocomplete(tournament=tournaments)
    async def show(self, interaction: Interaction, tournament: str | None = None) -> None:
        """Show a tournament."""
        await command(interaction, lambda call: show(call, tournament))

    @app_commands.command(description=_(N_("Open a thread here for a game of a tournament")))
    @app_commands.describe(game=_(GAME), tournament=_(WHICH))
    @app_commands.autocomplete(tournament=tournaments, game=matches)
    @app_commands.guild_only()
    async def thread(self, interaction: Interaction, game: str, tournament: str | None = None) -> None:
        """Show a game in a thread."""
        await command(interaction, lambda call: thread(call, tournament, game))

    @app_commands.command(description=_(N_("Bid points for a side; nobody sees it before both have bid")))
    @app_commands.describe(game=_(GAME), points=_(N_("Points that you give")), tournament=_(WHICH))
    @app_commands.autocomplete(tournament=tournaments, game=matches)
    async def bid(
        self, interaction: Interaction, game: str, points: int, tournament: str | None = None
    ) -> None:
        """Bid for a side."""
        await command(
            interaction,
            lambda call: _act(
                call, tournament, lambda service, id: service.tournaments.bid(call.message, id, game, points)
            ),
        )

    @app_commands.command(description=_(N_("Report the result of a game that was played elsewhere")))
    @app_commands.describe(
        game=_(GAME), result=_(N_("The result")), margin=_(N_("The winner's margin")), tournament=_(WHICH)
    )
    @app_commands.autocomplete(tournament=tournaments, game=matches)
    @app_commands.choices(result=named(OUTCOMES))
    async def report(
        self,
        interaction: Interaction,
        game: str,
        result: str,
        margin: int = 0,
        tournament: str | None = None,
    ) -> None:
        """Report a result."""
        await command(
            interaction,
            lambda call: _act(
                call,
                tournament,
                lambda service, id: service.tournaments.report(call.message, id, game, result, margin),
            ),
        )

    @app_commands.command(description=_(N_("Director: set or correct the result of a game, with a reason")))
    @app_commands.describe(
        game=_(GAME),
        winner=_(N_("The name of the winner, or - for a draw")),
        why=_(N_("The reason, which all read")),
        tournament=_(WHICH),
    )
    @app_commands.autocomplete(tournament=tournaments, game=matches)
    async def result(
        self, interaction: Interaction, game: str, winner: str, why: str, tournament: str | None = None
    ) -> None:
        """Set a result."""
        await command(interaction, lambda call: set_result(call, tournament, game, winner, why))

    @app_commands.command(description=_(N_("Director: announce something to all players")))
    @app_commands.describe(text=_(N_("The announcement")), tournament=_(WHICH))
    @app_commands.autocomplete(tournament=tournaments)
    async def announce(self, interaction: Interaction, text: str, tournament: str | None = None) -> None:
        """Announce something."""
        await command(
            interaction,
            lambda call: _act(
                call, tournament, lambda service, id: service.tournaments.announce(call.message, id, text)
            ),
        )

    @app_commands.command(description=_(N_("Choose a side, if you have the higher seed")))
    @app_commands.describe(game=_(GAME), side=_(N_("The side that you play")), tournament=_(WHICH))
    @app_commands.autocomplete(tournament=tournaments, game=matches, side=seats)
    async def choose(
        self, interaction: Interaction, game: str, side: str, tournament: str | None = None
    ) -> None:
        """Choose a side."""
        await command(
            interaction,
            lambda call: _act(
                call, tournament, lambda service, id: service.tournaments.choose(call.message, id, game, side)
            ),
        )

    @app_commands.command(description=_(N_("Propose the result of a game that the round's end has stopped")))
    @app_commands.describe(
        game=_(GAME), result=_(N_("The result")), why=_(N_("Your reasons")), tournament=_(WHICH)
    )
    @app_commands.autocomplete(tournament=tournaments, game=matches)
    @app_commands.choices(result=named(OUTCOMES))
    async def propose(
        self, interaction: Interaction, game: str, result: str, why: str = "", tournament: str | None = None
    ) -> None:
        """Propose a result."""
        await command(
            interaction,
            lambda call: _act(
                call,
                tournament,
                lambda service, id: service.tournaments.state_case(call.message, id, game, result, why),
            ),
        )

    @app_commands.command(description=_(N_("Challenge a player above you on a ladder")))
    @app_commands.describe(player=_(N_("The player")), tournament=_(WHICH))
    @app_commands.autocomplete(tournament=tournaments, player=above)
    async def challenge(self, interaction: Interaction, player: str, tournament: str | None = None) -> None:
        """Challenge a player."""
        await command(
            interaction,
            lambda call: _act(
                call, tournament, lambda service, id: service.tournaments.challenge(call.message, id, player)
            ),
        )
