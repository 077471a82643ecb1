"""`/my`: commands about the caller in all of their games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from discord import app_commands, ui
from discord.app_commands import locale_str as _
from msgspec import structs

from adjudicator.core.language.errors import Refusal, Verbatim
from adjudicator.core.language.words import N_, words
from frontends.discord.commands.game.joining import is_in_team, tested
from frontends.discord.context import autocomplete
from frontends.discord.context.action_context import Action, ActionContext, command
from frontends.discord.context.resolve_campaign import behind, campaign_of
from frontends.discord.orders.sheet import show_sheet, waiting_for
from frontends.discord.ui.items import BLUE, GREY, Interaction, button
from frontends.discord.ui.pages import Page, Raw, marked, plain
from service.api import Service
from service.posts.delivery import DM, NAMES, THREAD
from service.usecases.seats.teams import OBSERVER, OFFICER
from service.values.calendar import day
from service.values.front_ends.channels import Reader
from service.values.records import STATES, Campaign
from service.values.time_control import zone_named

from . import maps, settings
from .tournament.own import opponents
from .tournament.own import own as own_tournaments

NO_GAMES = N_("You are not in any game yet. Use /game join in a game's channel to take a seat.")
ALL_ENDED = N_("All your games have ended. Use /game join in a game's channel to take a seat in another.")


async def own_games(call: ActionContext) -> None:
    """Show the caller's games: seat, state, whether they have a decision to make, until when."""

    def listed(service: Service) -> tuple[bool, list[str]]:
        held = [(service.status(id).campaign, seat, role) for id, seat, role in service.roles_of(call.user)]
        lines = [_line(call, service, c, seat, role) for c, seat, role in held if not c.has_ended]
        return bool(held), lines

    has_played, lines = await call.look(listed)
    if not lines:
        await call.note(ALL_ENDED if has_played else NO_GAMES)
        return
    await call.say(Page(body=lines))


def _line(call: ActionContext, service: Service, c: Campaign, seat: str, role: str) -> str:
    """Return one of a user's games with its channel: what it asks of them, by their role in the seat."""
    label = service.game(c.id).lexicon.label
    shown = service.channels.shown(c.id)
    where = f"<#{shown.channel}>" if shown is not None and not shown.gone else "–"
    due = next((d for d in service.due(c.id) if d.seat == seat), None)
    template = N_("{title} ({n}), {seat}, {where}: nothing to decide")
    until = ""
    if c.state != "playing":
        template = N_("{title} ({n}), {seat}, {where}: the game is {state}")
    elif role == OBSERVER:
        template = N_("{title} ({n}), {seat}, {where}: you are an observer")
    elif due is not None and role == OFFICER:
        template = N_("{title} ({n}), {seat}, {where}: your seat's turn; you may suggest orders")
    elif due is not None and due.due:
        template, until = (
            N_("{title} ({n}), {seat}, {where}: your turn, until {until}"),
            f"<t:{due.due}:R>",
        )
    elif due is not None:
        template = N_("{title} ({n}), {seat}, {where}: your turn")
    return marked(
        template,
        call.language,
        label,
        title=Raw(f"**{plain(c.title)}**"),
        n=c.id,
        seat=seat,
        where=Raw(where),
        until=Raw(until),
        state=words(STATES[c.state]),
    )


async def next_game(call: ActionContext) -> None:
    """Show the order sheet of the game that has waited longest for the caller."""
    waiting = await call.look(lambda service: waiting_for(service, call.user))
    if not waiting:
        await call.note(N_("No game is waiting for you."))
        return
    number, seat = waiting[0]
    await show_sheet(call, await campaign_of(call, str(number)), seat)


# -- delivery and settings ---------------------------------------------------------------------------


async def delivery(call: ActionContext) -> None:
    """Test and show how secrets reach the caller, with buttons that change it."""
    campaign = await _here(call)
    way = await tested(call, campaign)
    shown = None
    if campaign is not None:
        shown = await call.look(lambda service: service.channels.shown(campaign.id))
    is_shared = shown is not None and not shown.strict and await is_in_team(call, shown)
    await _show_delivery(call, way, is_shared and way == THREAD)


async def _here(call: ActionContext) -> Campaign | None:
    try:
        return await campaign_of(call)
    except Refusal:
        return None


async def _show_delivery(call: ActionContext, way: str, is_shared: bool) -> None:
    """Show the way in use and what forbids or limits it: a shared thread, closed messages, moderators."""
    reader = await call.look(lambda service: service.channels.reader(call.user))
    body = [plain(call.text(N_("Your private information arrives {way}."), way=words(NAMES[way])))]
    if is_shared:
        body.append(
            plain(
                call.text(N_("Whatever you choose, a team's private information goes to its shared thread."))
            )
        )
    elif reader.closed and reader.way == DM:
        body.append(
            plain(
                call.text(
                    N_(
                        "You cannot receive direct messages from the bot. Allow them for this server, then "
                        "press “Direct message” to try again."
                    )
                )
            )
        )
    if way == THREAD:
        body.append(plain(call.text(N_("Server moderators can read private threads."))))
    await call.say(Page(body=body, rows=rows(call, reader)))


def rows(call: ActionContext, reader: Reader) -> list[Sequence[ui.Item[Any]]]:
    """Return the buttons that change how the caller is reached."""
    names = {"dm": N_("Direct message"), "thread": N_("Private thread"), "hand": N_("Only on request")}
    ways = [
        button(call.text(name), "way", way, style=BLUE if reader.way == way else GREY)
        for way, name in names.items()
    ]
    pictures = N_("Pictures: on") if reader.pictures else N_("Pictures: off")
    sound = N_("News: silent") if reader.silent else N_("News: with sound")
    switches = [
        button(call.text(pictures), "pictures", int(not reader.pictures)),
        button(call.text(sound), "silent", int(not reader.silent)),
    ]
    return [ways, switches]


async def _change(call: ActionContext, change: Callable[[Reader], Reader]) -> None:
    def kept(service: Service) -> None:
        channels = service.channels
        channels.keep_reader(change(channels.reader(call.user)))

    await call.look(kept)


async def _way(call: ActionContext) -> None:
    way = call.args[0]
    await _change(call, lambda reader: structs.replace(reader, way=way, closed=False))
    await delivery(call)


async def _pictures(call: ActionContext) -> None:
    await _change(call, lambda reader: structs.replace(reader, pictures=call.args[0] == "1"))
    await delivery(call)


async def _silent(call: ActionContext) -> None:
    await _change(call, lambda reader: structs.replace(reader, silent=call.args[0] == "1"))
    await delivery(call)


# -- absence -----------------------------------------------------------------------------------------


async def absence(call: ActionContext, since: str | None, until: str | None, zone: str | None) -> None:
    """Set an absence from all of the caller's games; without dates, show it. The time zone is kept."""
    now = await call.look(lambda service: service.now())
    where = await call.look(lambda service: _zone(service, call.user, zone))
    if until is not None:
        begin = now if since is None else day(since, where)
        end = day(until, where, 1)
        await call.do(lambda service: service.set_absence(call.message, begin, end))
    spans = await call.look(lambda service: service.absences(call.user))
    coming = [span for span in spans if span.until > now]
    if not coming:
        await call.note(N_("You have no absence. To report one: /my absence until:2026-12-31"))
        return
    template = N_("Away from {since} to {until}. Your deadlines stop meanwhile.")
    body = [
        marked(template, call.language, since=Raw(f"<t:{s.since}:f>"), until=Raw(f"<t:{s.until}:f>"))
        for s in coming
    ]
    body.append("-# " + marked(N_("Dates are in the time zone {zone}."), call.language, zone=Verbatim(where)))
    backs = [button(call.text(N_("I am back")), "absence_end", span.since) for span in coming[:5]]
    await call.say(Page(body=body, rows=[backs]))


def _zone(service: Service, user: str, named: str | None) -> str:
    """Return the time zone in which a user's days begin: the one named, else the last one named."""
    channels, note = service.channels, f"zone/{user}"
    if named is not None:
        channels.keep_note(note, zone_named(named.strip()))
    return channels.note(note) or "UTC"


async def _come_back(call: ActionContext) -> None:
    since = int(call.args[0])
    await call.do(lambda service: service.end_absence(call.message, since))
    await call.note(N_("Welcome back."))


ACTIONS = {
    "way": Action(_way, "update"),
    "pictures": Action(_pictures, "update"),
    "silent": Action(_silent, "update"),
    "absence_end": Action(_come_back),
}


class MyGroup(app_commands.Group):
    """The group `/my`."""

    def __init__(self) -> None:
        super().__init__(name="my", description=_(N_("Your own settings and information for all your games")))

    @app_commands.command(description=_(N_("Your games, and where it is your turn")))
    async def games(self, interaction: Interaction) -> None:
        """Show the caller's games."""
        await command(interaction, own_games)

    @app_commands.command(name="next", description=_(N_("The game that has waited longest for your orders")))
    async def next_game(self, interaction: Interaction) -> None:
        """Show the order sheet of the game that waits longest."""
        await command(interaction, next_game)

    @app_commands.command(description=_(N_("Your hand, and posts for your seat alone")))
    @app_commands.describe(game=_(autocomplete.ANOTHER), seat=_(N_("Which of your seats")))
    @app_commands.autocomplete(game=autocomplete.games, seat=autocomplete.seats(behind))
    async def hand(self, interaction: Interaction, game: str | None = None, seat: str | None = None) -> None:
        """Show the caller's hand."""
        await command(interaction, lambda call: maps.hand(call, game, seat))

    @app_commands.command(description=_(N_("How secret information reaches you: test it or change it")))
    async def delivery(self, interaction: Interaction) -> None:
        """Choose how secrets are delivered."""
        await command(interaction, delivery)

    @app_commands.command(description=_(N_("Report an absence; your deadlines stop")))
    @app_commands.describe(
        until=_(N_("The last day, such as 2026-12-31")),
        since=_(N_("The first day; today, if left empty")),
        zone=_(N_("Your time zone, such as Europe/Berlin; it is remembered")),
    )
    async def absence(
        self,
        interaction: Interaction,
        until: str | None = None,
        since: str | None = None,
        zone: str | None = None,
    ) -> None:
        """Set or show an absence."""
        await command(interaction, lambda call: absence(call, since, until, zone))

    @app_commands.command(description=_(N_("Your tournaments: players you do not want to meet, your name")))
    @app_commands.describe(avoid=_(N_("A player you never want to be paired with")))
    @app_commands.autocomplete(avoid=opponents)
    async def tournaments(self, interaction: Interaction, avoid: str | None = None) -> None:
        """Show the caller's tournaments, or avoid a player."""
        await command(interaction, lambda call: own_tournaments(call, avoid))

    @app_commands.command(description=_(N_("Your language, when you are notified, your quiet hours")))
    @app_commands.describe(
        language=_(N_("Your language")),
        messages=_(N_("When you are notified: in all games, or in the one you name")),
        quiet=_(N_("Hours without a sound, such as 22:00-07:00, or none")),
        zone=_(N_("Your time zone, such as Europe/Berlin; it is remembered")),
        game=_(N_("The game that “messages” applies to")),
    )
    @app_commands.choices(language=settings.known_languages(), messages=autocomplete.named(settings.MESSAGES))
    @app_commands.autocomplete(game=autocomplete.games)
    async def settings(
        self,
        interaction: Interaction,
        language: str | None = None,
        messages: str | None = None,
        quiet: str | None = None,
        zone: str | None = None,
        game: str | None = None,
    ) -> None:
        """Change or show the caller's settings."""
        wanted = settings.Wanted(language, messages, quiet, zone, game)
        await command(interaction, lambda call: settings.settings(call, wanted))
