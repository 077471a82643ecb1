"""The commands of `/game` for an existing campaign: start, leave, pause, claim, undo, end, move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discord import Member, Thread, ui
from msgspec import structs

from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.words import N_, words
from frontends.discord.commands import server
from frontends.discord.context import autocomplete
from frontends.discord.context.action_context import Action, ActionContext
from frontends.discord.context.resolve_campaign import campaign_of, ruled_by, seat_of
from frontends.discord.delivery.server_boards import games_of, lines_of
from frontends.discord.delivery.status_messages import STRICT, page_of, standing
from frontends.discord.ui.items import BLUE, RED, button
from frontends.discord.ui.pages import Page, plain
from service.acts import PLAYER, Given
from service.api import Service
from service.text.telling import whole
from service.usecases.agreeing import agreements, ending
from service.usecases.time import deadlines, leaving
from service.values.front_ends.channels import ChannelBinding
from service.values.records import Campaign
from service.values.time_control import TimeControl, terms

from . import founding, joining, rights

NUMBERS = {"hours": 48, "bank": 168, "increment": 12, "cap": 240}
"""The defaults of a time control."""
RESUME = words(N_("/game resume"))
"""The command that ends a pause."""


async def leave(call: ActionContext, seat: str | None) -> None:
    """Leave a seat, after a confirmation."""
    campaign = await campaign_of(call)
    mine = await seat_of(call, campaign, seat)
    await _confirm(
        call, N_("Leave {seat}? Once play has begun, someone must replace you."), "leave", campaign, mine
    )


async def resign(call: ActionContext, seat: str | None) -> None:
    """Resign, after a confirmation."""
    campaign = await campaign_of(call)
    mine = await seat_of(call, campaign, seat)
    is_last = await call.look(lambda service: service.look(campaign.id, leaving.ends_game, mine))
    ask = N_("Resign as {seat}? The others play on, and you can come back only by invitation.")
    await _confirm(
        call, N_("Resign as {seat}? This ends the game.") if is_last else ask, "resign", campaign, mine
    )


async def _confirm(call: ActionContext, template: str, action: str, campaign: Campaign, seat: str) -> None:
    rows = [[button(call.text(N_("Yes")), action, campaign.id, seat, style=RED)]]
    await call.say(Page(body=[plain(call.text(template, seat=seat))], rows=rows))


async def _do_leave(call: ActionContext) -> None:
    campaign = await campaign_of(call, call.args[0])
    await _act(call, campaign, "leave", seat=call.args[1])


async def _do_resign(call: ActionContext) -> None:
    campaign = await campaign_of(call, call.args[0])

    await _act(call, campaign, "resign", seat=call.args[1])


async def _act(
    call: ActionContext, campaign: Campaign, name: str, given: Given | None = None, seat: str = ""
) -> None:
    """Carry out an act of a player, and say what is said after it."""
    _, said = await call.do(
        lambda service: PLAYER[name](call.place_in(service, campaign.id, RESUME, seat), given)
    )
    call.bot.statuses.request_update(campaign.id)
    await call.note(said.template, **said.values)


async def start(call: ActionContext) -> None:
    """Say what the game waits for; it starts when the last seat is taken."""
    campaign = await campaign_of(call)
    if campaign.state == "salting":
        await joining.salt(call)
        return
    seats, own = await call.look(
        lambda service: (
            autocomplete.vacant(service, call, campaign),
            autocomplete.own(service, call, campaign),
        )
    )
    is_open = campaign.state == "joining"
    if not is_open and not (campaign.state == "playing" and seats):
        raise NotNow(words(N_("this game has already begun")))
    rows: list[Sequence[ui.Item[Any]]] = []
    if is_open:
        play = N_("Play {seat}")
        rows.append(
            [button(call.text(play, seat=seat), "join", campaign.id, seat, style=BLUE) for seat in seats[:5]]
        )
    may_invite = call.user in (campaign.founder, campaign.referee) or (bool(own) and not is_open)
    if call.game is not None and call.game.ai_player is not None and may_invite:
        rows += joining.computer_rows(call, campaign.id, call.game, seats)
    said = N_("The game begins when every seat is taken. Vacant seats: {seats}.")
    if not is_open:
        said = N_("Vacant: {seats}. Let the computer take over, or invite someone with /referee replace.")
    await call.say(Page(body=[plain(call.text(said, seats=seats))], rows=rows))


async def _invite_ai(call: ActionContext) -> None:
    campaign = await campaign_of(call, call.args[0])
    level = int(call.args[2]) if len(call.args) > 2 else 1  # buttons of older releases have none
    await _act(call, campaign, "computer", Given(seat=call.args[1], level=level))


async def status(call: ActionContext, named: str | None) -> None:
    """Show the status to the caller; post the channel's status message again if it is gone."""
    campaign = await campaign_of(call, named)
    now = await call.look(lambda service: standing(service, campaign.id, call.language))
    await call.say(page_of(campaign.id, now, call.language, has_board=call.bot.statuses.has_board))
    call.bot.statuses.force_update(campaign.id)


async def find(call: ActionContext) -> None:
    """List the server's games with open seats, those that need a substitute, and those to watch: in channels
    that the caller can see.

    Raises:
        NotNow: in a direct message.
    """
    guild, user = call.interaction.guild, call.interaction.user
    if guild is None or not isinstance(user, Member):
        raise NotNow(words(N_("use this command on a server")))

    def can_see(place: int) -> bool:
        channel = guild.get_channel_or_thread(place)
        if isinstance(channel, Thread) and channel.is_private() and place != call.place:
            return False
        return channel is not None and channel.permissions_for(user).view_channel

    def found(service: Service) -> list[str]:
        games = [one for one in games_of(service, guild.id) if can_see(one.channel)]
        return lines_of(service, games, call.language)

    lines = await call.look(found)
    await call.say(Page(body=lines or [plain(call.text(N_("No game yet. Create one with /game new.")))]))


async def pause(call: ActionContext, why: str) -> None:
    """Put the game on hold, as the referee with a reason; without one, propose a pause or agree to it."""
    campaign = await campaign_of(call)
    if why:
        await _act(call, campaign, "hold", Given(why=why))
        return
    await _propose(call, campaign, "pause")


async def _propose(
    call: ActionContext, campaign: Campaign, kind: str, to: int | None = None, why: str = ""
) -> None:
    """Propose something, or agree to it, and say whether it waits for others."""
    await _act(call, campaign, kind, Given(entry=to or 0, why=why), await seat_of(call, campaign))


async def grant(call: ActionContext, hours: int) -> None:
    """Give the only opponent more time."""
    await _act(call, await campaign_of(call), "grant", Given(hours=hours))


async def nudge(call: ActionContext, seat: str | None) -> None:
    """Remind a seat that the game waits for, or all of them."""
    await _act(call, await campaign_of(call), "nudge", Given(seat=seat or ""))


async def resume(call: ActionContext) -> None:
    """Resume the game, as its referee; one that the players have paused, as any of them; one whose result is
    provisional also by the consent of all players.
    """
    await _resume(call, await campaign_of(call))


async def _resume(call: ActionContext, campaign: Campaign) -> None:
    def require_free(service: Service) -> None:
        shown = service.channels.shown(campaign.id)
        if shown is not None and service.done(call.message) is None:
            founding.require_free(service, shown.channel, campaign.id)

    if campaign.state == "closed":
        await call.look(require_free)
    await _act(call, campaign, "resume")


async def _do_resume(call: ActionContext) -> None:
    await _resume(call, await campaign_of(call, call.args[0]))


async def _open(call: ActionContext) -> None:
    """Agree to open everything that is hidden, after a provisional result."""
    await _propose(call, await campaign_of(call, call.args[0]), "open")


async def draw(call: ActionContext, accept: bool) -> None:
    """Propose, accept or decline a draw."""
    campaign = await campaign_of(call)
    if accept:
        await _propose(call, campaign, "draw")
    else:
        seat = await seat_of(call, campaign)
        await call.do(
            lambda service: service.do(call.message, campaign.id, agreements.answer, "draw", seat, False)
        )
        await call.note(N_("You decline the draw."))


async def claim(call: ActionContext, overdue: str, what: str) -> None:
    """Claim what an overdue seat has forfeited."""
    campaign = await campaign_of(call)
    seat = autocomplete.seat_named(call, campaign, overdue)

    def claimed(service: Service) -> bool:
        service.do(call.message, campaign.id, deadlines.claim, seat, what)
        return (
            what == "clock"
            or seat not in service.status(campaign.id).members
            or (service.status(campaign.id).over)
        )

    is_done = await call.do(claimed)
    waits = N_("Your claim is noted. The other seats have to claim the game from {seat} too.")
    await call.note(N_("You have made your claim.") if is_done else waits, seat=seat)


async def set_pace(call: ActionContext, wanted: Mapping[str, Any]) -> None:
    """Change the named parts of the time control; if none is named, show it."""
    campaign = await campaign_of(call)

    def changed(service: Service) -> tuple[TimeControl, bool, bool]:
        channels, now = service.channels, service.status(campaign.id).pace
        if wanted:
            service.do(call.message, campaign.id, deadlines.set_pace, changed_pace(now, wanted))
        now, shown = service.status(campaign.id).pace, channels.shown(campaign.id)
        if now.tournament and shown is not None:
            shown = structs.replace(shown, strict=True)
            channels.show(shown)
        neutral = bool(service.status(campaign.id).campaign.neutral)
        return now, neutral, shown is not None and shown.strict

    pace, neutral, strict = await call.do(changed)
    said = call.text(N_("{terms}"), terms=terms(pace, neutral))
    strictly = [call.text(STRICT)] if strict else []
    await call.say(Page(body=[plain(whole(said, call.language)), *map(plain, strictly)]))


def changed_pace(now: TimeControl, wanted: Mapping[str, Any]) -> TimeControl:
    """Return a time control with some fields changed; numbers that its former kind did not have get the usual
    values.

    A number without a kind selects the kind that has this number.
    """
    if now.kind == "none" and "kind" not in wanted and (meant := wanted.keys() & NUMBERS.keys()):
        wanted = {**wanted, "kind": "fixed" if meant == {"hours"} else "bank"}
    numbers = {name: getattr(now, name) or usual for name, usual in NUMBERS.items()}
    return structs.replace(now, **{**numbers, **wanted})


async def back(call: ActionContext, entry: int, why: str) -> None:
    """Propose to go back to the position after an entry."""
    await _propose(call, await campaign_of(call), "undo", entry, why)


async def _consent(call: ActionContext) -> None:
    """Agree to what is proposed, or decline it."""
    campaign = await campaign_of(call, call.args[0])
    seat, agrees = await seat_of(call, campaign), call.args[2] == "1"
    proposal = "".join(call.args[3:])

    await call.do(
        lambda service: service.do(
            call.message, campaign.id, agreements.answer, call.args[1], seat, agrees, proposal
        )
    )
    await call.note(N_("You agree.") if agrees else N_("You decline."))


async def end(call: ActionContext, why: str) -> None:
    """End the game: as its referee, as its creator before it begins, or as a moderator of the server."""
    campaign = await campaign_of(call)
    has_begun = campaign.state == "playing"
    rules = call.user == campaign.referee or (call.user == campaign.founder and not has_begun)
    if not rules and await _moderates(call, campaign):
        await call.do(lambda service: service.do(call.message, campaign.id, ending.end_by_moderator, why))
    else:
        await call.do(lambda service: service.do(call.message, campaign.id, ending.end, why))
    call.bot.statuses.request_update(campaign.id)
    given_up = N_("The game has been called off. Create it again with /game again.")
    await call.note(N_("The game is over.") if has_begun else given_up)


async def _moderates(call: ActionContext, campaign: Campaign) -> bool:
    """Return true if the caller manages the channels of the game's server."""
    shown = await call.look(lambda service: service.channels.shown(campaign.id))
    is_there = shown is not None and shown.guild == call.interaction.guild_id
    return is_there and call.interaction.permissions.manage_channels


async def vacate(call: ActionContext, text: str) -> None:
    """Free a seat before the game begins, after a confirmation."""
    campaign = await campaign_of(call)
    seat = autocomplete.seat_named(call, campaign, text)
    free = N_("Remove the current player from {seat}?")
    if campaign.state == "salting":
        free = N_(
            "Remove the current player from {seat}? The game will be called off; you may create it again."
        )
    await _confirm(call, free, "vacate", campaign, seat)


async def _do_vacate(call: ActionContext) -> None:
    campaign = await campaign_of(call, call.args[0])
    await _act(call, campaign, "vacate", Given(seat=call.args[1]))


async def archive(call: ActionContext) -> None:
    """Archive a game that is over: unpin its status, so that the channel is free for another.

    Raises:
        NotNow: if it is not over, or the caller neither plays nor referees it.
    """
    campaign = await campaign_of(call)
    standings = await call.look(lambda service: service.status(campaign.id))
    involved = {campaign.founder, campaign.referee, *(m.user for m in standings.members.values())}
    if call.user not in involved and not await _moderates(call, campaign):
        raise NotNow(words(N_("only the game's players, creator and referee may archive it")))
    if not campaign.has_ended:
        raise NotNow(
            words(N_("the game is still in play; first resign, agree to a draw, or have the referee end it"))
        )
    shown = await call.look(lambda service: service.channels.shown(campaign.id))
    assert shown is not None
    if shown.status:
        await call.bot.statuses.unpin(call.bot.channels.at(shown.channel), shown.status)
    await call.note(
        N_("Archived. The map, log and export remain available. You may show another game in this channel.")
    )


async def move(call: ActionContext, named: str | None) -> None:
    """Show a game in the channel of the command from now on.

    Raises:
        NotNow: if the caller is neither founder nor referee, the channel is not free, or the bot may not
            write there.
    """
    if named is None:
        mine = await call.look(lambda service: ruled_by(service, call.user))
        named = str(mine[0].id) if len(mine) == 1 else None
        if len(mine) > 1:
            raise NotNow(words(N_("you created or referee several games; choose one")))
    campaign = await campaign_of(call, named)
    if call.user not in (campaign.founder, campaign.referee):
        raise NotNow(words(N_("only the game's creator or referee may move it")))
    guild = call.interaction.guild_id
    if guild is None:
        raise NotNow(words(N_("a game can only be shown in a server channel")))
    rights.require_rights(call)

    def rebind(service: Service) -> ChannelBinding:
        founding.require_free(service, call.place)
        server.require_channel(call, service, call.place)
        service.require_reconciled(campaign.id)  # the status left behind may be the only witness
        channels = service.channels
        shown = channels.shown(campaign.id)
        assert shown is not None
        channels.show(structs.replace(shown, guild=guild, channel=call.place, status=0, digest="", gone=""))
        channels.drop_threads(campaign.id)
        return shown

    left = await call.look(rebind)
    call.bot.dispatcher.wake(campaign.id)
    call.bot.statuses.update_now(campaign.id)
    await call.bot.statuses.leave(left, campaign.title, call.place)
    await call.note(N_("“{title}” is shown here from now on."), title=Verbatim(campaign.title))


async def again(call: ActionContext) -> None:
    """Create a game again that was given up before it began, or propose one that is over once more."""
    campaign = await campaign_of(call)
    if campaign.state in ("closed", "over"):
        return await founding.rematch(call, campaign, 0)

    def found(service: Service) -> int:
        shown = service.channels.shown(campaign.id)
        assert shown is not None
        if service.done(call.message) is None:
            server.require_creator(call, service)
            server.require_channel(call, service, shown.channel)
        number = service.found_again(call.message, campaign.id).campaign
        if service.channels.shown(number) is None:
            fresh = structs.replace(shown, campaign=number, status=0, digest="", stage="")
            service.channels.show(fresh)
        return number

    call.bot.statuses.request_update(await call.do(found))
    await call.note(N_("The game is set up again. Take your seats."))


ACTIONS = {
    "leave": Action(_do_leave),
    "resign": Action(_do_resign),
    "open": Action(_open),
    "unend": Action(_do_resume),
    "go_on": Action(_do_resume),
    "vacate": Action(_do_vacate),
    "computer": Action(_invite_ai),
    "consent": Action(_consent),
}
