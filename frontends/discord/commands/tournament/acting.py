"""Acts of the buttons and commands of a tournament."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Concatenate, ParamSpec

import discord
from msgspec import structs

from adjudicator.core.language.errors import NotNow, NotUnderstood, Verbatim
from adjudicator.core.language.words import N_, words
from frontends.discord.commands.owner import is_owner
from frontends.discord.context.action_context import Action, ActionContext
from frontends.discord.ui.items import RED, ActionModal, button, cut
from frontends.discord.ui.pages import Page, Raw, marked, plain
from service.api import Service
from service.runtime.pairing import begin_games, paired
from service.text import calendar_file
from service.text.localizer import Localizer
from service.text.tournament_terms import NO_DATES, OUTCOMES
from service.tournaments import Book
from service.usecases.front_ends import standings_posts
from service.usecases.tournaments import entering, export, results, rounds, sides
from service.values.front_ends.channels import ChannelBinding, StandingsPost
from tournaments.state import Match, Result

from .choosing import DIGITS, book_of, level_named
from .page import show

P = ParamSpec("P")
_NUMBER = re.compile(r"-?[0-9]{1,4}", re.ASCII)
LONGEST_LABEL = 45
"""The most characters in a label of a form."""

# -- acts of the buttons -----------------------------------------------------------------------------


async def do(
    call: ActionContext, act: Callable[Concatenate[Book, P], object], *values: P.args, **named: P.kwargs
) -> None:
    """Carry out a command on the tournament of a button, begin the games that it makes possible, and show
    it.
    """
    await _done(call, int(call.args[0]), lambda book: act(book, *values, **named))


async def _done(call: ActionContext, id: int, act: Callable[[Book], object]) -> None:
    await call.do(lambda service: service.tournaments.do(call.message, id, act))
    await begin_games(call.bot.worker)
    await show(call, str(id))


async def _enter(call: ActionContext) -> None:
    operates = is_owner(call)
    await do(
        call,
        entering.enter,
        call.who,
        operates=operates,
    )


async def _ask_leave(call: ActionContext) -> None:
    text = call.text(
        N_("Withdraw from the tournament? The director decides what becomes of your unfinished games.")
    )
    yes = button(call.text(N_("Withdraw from the tournament")), "tournament_left", call.args[0], style=RED)
    await call.say(Page(body=[plain(text)], rows=[[yes]]))


async def _leave(call: ActionContext) -> None:
    await do(call, lambda book: entering.withdraw(book, book.player, ""))


async def _ask_close(call: ActionContext) -> None:
    text = call.text(N_("Close entries and draw the seeds by lot? Entries cannot be opened again."))
    yes = button(call.text(N_("Close entries")), "tournament_closed", call.args[0], style=RED)
    await call.say(Page(body=[plain(text)], rows=[[yes]]))


async def _close(call: ActionContext) -> None:
    await do(call, entering.close)


async def _pair(call: ActionContext) -> None:
    id = int(call.args[0])
    await call.bot.recovery.wait_for_first_round()
    await paired(call.bot.worker, call.message, id)
    await begin_games(call.bot.worker)
    await _open_all(call, id)
    await show(call, str(id))


async def _ask_bid(call: ActionContext) -> None:
    modal = ActionModal(call.text(N_("Your bid")), "tournament_bid_in", *call.args)
    note = call.text(N_("Nobody sees it before both have bid."))
    book = await book_of(call, call.args[0])
    label = call.text(N_("Points that you give for playing {seat}"), seat=book.t.rules.bid_for)
    await call.modal(modal.ask("points", cut(label, LONGEST_LABEL), note=note, longest=DIGITS))


async def _bid(call: ActionContext) -> None:
    points, game = call.field("points").strip(), call.args[1]
    if not points.isdecimal():
        raise NotUnderstood(points, words(N_("a number")))
    await do(call, sides.bid, game, int(points))


async def _choose(call: ActionContext) -> None:
    _, game, seat = call.args
    await do(call, sides.choose, game, seat)


async def _report(call: ActionContext) -> None:
    _, game, said = call.args
    await do(call, results.report, game, said)


async def _ask_reasons(call: ActionContext) -> None:
    modal = ActionModal(call.text(OUTCOMES[call.args[2]]), "tournament_state_in", *call.args)
    await call.modal(modal.ask("why", call.text(N_("Your reasons")), long=True, required=False, longest=2000))


async def _propose(call: ActionContext) -> None:
    (_, game, said), why = call.args, call.field("why")
    await do(
        call,
        results.state_case,
        game,
        said,
        why,
    )


async def ask_pairs(call: ActionContext, text: str | None) -> None:
    """Ask a director for the pairs of the next round, and why."""
    id = (await book_of(call, text)).row.id
    modal = ActionModal(call.text(N_("Pair the round yourself")), "tournament_paired_in", id)
    note = call.text(N_("A line of names for each game, or a Tournament Report File"))
    modal = modal.ask("pairs", call.text(N_("Pairs")), note=note, long=True, longest=4000)
    await call.modal(modal.ask("why", call.text(N_("The reason; everyone can read it"))))


async def _pair_by_hand(call: ActionContext) -> None:
    id, pairs, why = int(call.args[0]), call.field("pairs"), call.field("why")
    await call.do(lambda service: service.tournaments.do(call.message, id, rounds.by_hand, pairs, why))
    await begin_games(call.bot.worker)
    await _open_all(call, id)
    await show(call, str(id))


async def _post(call: ActionContext) -> None:
    """Show the standings in this channel, in a post that is edited when they change."""
    id, channel = int(call.args[0]), call.place

    def add(service: Service) -> None:
        service.tournaments.look(id, call.user).require_director()
        service.keep(standings_posts.keep, StandingsPost(id, channel, 0, call.language, "", 0))

    await call.do(add)
    await call.bot.standings.update_all()
    await show(call, str(id))


async def _give_dates(call: ActionContext) -> None:
    """Give the caller's dates as a file."""
    book = await book_of(call, call.args[0])
    t = Localizer(call.language, book.game.lexicon.label)
    file = await call.look(lambda service: export.as_calendar(book, t))
    if not file:
        raise NotNow(words(NO_DATES))
    await call.say(Page(title=plain(book.row.title), files=[(calendar_file.NAME, file.encode())]))


ACTIONS = {
    "tournament_dates": Action(_give_dates),
    "tournament_post": Action(_post, "update"),
    "tournament_bid": Action(_ask_bid, "modal"),
    "tournament_bid_in": Action(_bid, "update"),
    "tournament_choose": Action(_choose, "update"),
    "tournament_report": Action(_report, "update"),
    "tournament_propose": Action(_ask_reasons, "modal"),
    "tournament_state_in": Action(_propose, "update"),
    "tournament_enter": Action(_enter, "update"),
    "tournament_leave": Action(_ask_leave, "update"),
    "tournament_left": Action(_leave, "update"),
    "tournament_close": Action(_ask_close, "update"),
    "tournament_closed": Action(_close, "update"),
    "tournament_pair": Action(_pair, "update"),
    "tournament_paired_in": Action(_pair_by_hand),
}


# -- acts of commands --------------------------------------------------------------------------------


async def act(
    call: ActionContext,
    text: str | None,
    act: Callable[Concatenate[Book, P], object],
    *values: P.args,
    **named: P.kwargs,
) -> None:
    """Carry out a command on the tournament that is named, begin games, and show it."""
    await _done(call, (await book_of(call, text)).row.id, lambda book: act(book, *values, **named))


async def thread(call: ActionContext, text: str | None, game: str) -> None:
    """Show a game of the tournament in a thread of this channel, for a player of it or a director.

    Raises:
        NotNow: if it has not begun, is shown already, or the channel has no threads.
    """
    book = await book_of(call, text)
    match = book.match(game)
    if not book.directs and book.player not in match.players:
        raise NotNow(words(N_("you do not play in this game")))
    campaign = await call.look(lambda service: book.repo.campaigns(book.row.id).get(game))
    if campaign is None:
        raise NotNow(words(N_("game {game} has not begun yet"), game=Verbatim(game)))
    shown = await call.look(lambda service: service.channels.shown(campaign))
    if shown is None:
        where = call.interaction.channel
        if not isinstance(where, discord.TextChannel):
            raise NotNow(words(N_("use this command in a channel of a server that has threads")))
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

    In channels without threads none is opened; `/tournament thread` opens them one by one.
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
        NotUnderstood: if nobody in the game has this name.
    """
    if winner.strip() == "-":
        return Result("panel", [], 1)
    if len(match.players) >= results.TABLE:
        return _order(book, match, winner)
    names = {str(book.name(player)).casefold(): player for player in match.players}
    player = names.get(winner.strip().casefold()) or match.seats.get(winner.strip().casefold())
    if player is None:
        known = [book.name(one) for one in match.players]
        raise NotUnderstood(winner, words(N_("one of {players}, or - for a draw"), players=known))
    return Result("panel", [player])


def _order(book: Book, match: Match, text: str) -> Result:
    """Return the places at a table: names from the first to the last, with ">" between them and "=" between
    equals.

    Raises:
        NotUnderstood: if these are not the players.
    """
    names = {str(book.name(player)).casefold(): player for player in match.players}
    ranks: dict[str, int] = {}
    for group in text.split(">"):
        equals = [names.get(name.strip().casefold(), "") for name in group.split("=")]
        ranks |= dict.fromkeys(equals, len(ranks) + 1)
    if {*ranks} != {*match.players}:
        known = [book.name(one) for one in match.players]
        raise NotUnderstood(text, words(N_("the order of {players}, as in A > B = C"), players=known))
    return Result("panel", sorted(player for player, place in ranks.items() if place == 1), ranks=ranks)


def _points(match: Match, result: Result, text: str) -> dict[str, int]:
    """Return the points of the game at a table, given in the order of the places.

    Raises:
        NotUnderstood: if there is not one number for each player.
    """
    if not text.strip():
        return {}
    given, players = re.split(r"[\s,;、，]+", text.strip()), [*result.ranks]
    if len(given) != len(players) or not all(_NUMBER.fullmatch(one) for one in given):
        what = N_("points for each player of a table, in the order of the places, as in 34, 20, 20")
        raise NotUnderstood(text, words(what))
    return {player: int(one) for player, one in zip(players, given, strict=True)}


async def set_result(
    call: ActionContext, text: str | None, game: str, winner: str, why: str, margin: int, level: str,
    points: str,
) -> None:  # fmt: skip
    """Set or correct the result of a game, as a director."""

    def settle(book: Book) -> None:
        match = book.match(game)
        result = _outcome(book, match, winner)
        result = structs.replace(
            result, margin=margin, level=level_named(call, book, level), points=_points(match, result, points)
        )
        if match.result is None:
            results.rule(book, game, result, why)
        else:
            results.correct(book, game, structs.replace(result, how="correction"), why)

    await act(call, text, settle)
