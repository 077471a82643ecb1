"""What `/game` does with a campaign that is there: begin, leave, hold, claim, go back, end, move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui
from msgspec import structs

from adjudicator.core.errors import NotNow, Verbatim
from adjudicator.core.words import N_, Words

from ..pace import Pace, terms
from ..records import Campaign
from ..service import Desk
from . import choosing, founding, joining
from .calls import Action, Call, campaign_of, seat_of
from .items import BLUE, RED, button
from .pages import Page, plain
from .statuses import page_of, standing


async def leave(call: Call, seat: str | None) -> None:
    """Leave a seat, once that is meant."""
    campaign = await campaign_of(call)
    mine = await seat_of(call, campaign, seat)
    await _confirm(call, N_("Leave {seat}? In play somebody must replace you."), "leave", campaign, mine)


async def resign(call: Call, seat: str | None) -> None:
    """Give up, once that is meant."""
    campaign = await campaign_of(call)
    mine = await seat_of(call, campaign, seat)
    await _confirm(call, N_("Give up with {seat}? That ends the game."), "resign", campaign, mine)


async def _confirm(call: Call, template: str, action: str, campaign: Campaign, seat: str) -> None:
    rows = [[button(call.text(N_("Yes")), action, campaign.id, seat, style=RED)]]
    await call.say(Page(body=[plain(call.text(template, seat=seat))], rows=rows))


async def _do_leave(call: Call) -> None:
    campaign = await campaign_of(call, call.args[0])
    await call.do(lambda desk: desk.leave(call.message, campaign.id, call.args[1]))
    await call.note(N_("You have left {seat}."), seat=call.args[1])


async def _do_resign(call: Call) -> None:
    campaign = await campaign_of(call, call.args[0])
    await call.do(lambda desk: desk.resign(call.message, campaign.id, call.args[1]))
    await call.note(N_("You have given up; the game is over."))


async def start(call: Call) -> None:
    """What is missing before the game begins; the last one to sit down begins it."""
    campaign = await campaign_of(call)
    if campaign.state == "salting":
        await joining.salt(call)
        return
    if campaign.state != "joining":
        raise NotNow(Words(N_("this game has begun")))
    seats = await call.look(lambda desk: choosing.vacant(desk, call, campaign))
    rows: list[Sequence[ui.Item[Any]]] = [
        [
            button(call.text(N_("Play {seat}"), seat=seat), "join", campaign.id, seat, style=BLUE)
            for seat in seats[:5]
        ]
    ]
    is_founder = call.user in (campaign.founder, campaign.referee)
    if call.game is not None and call.game.house is not None and is_founder:
        rows.append(
            [
                button(call.text(N_("The house plays {seat}"), seat=seat), "house", campaign.id, seat)
                for seat in seats[:5]
            ]
        )
    text = call.text(N_("The game begins when every seat is taken. Vacant: {seats}."), seats=seats)
    await call.say(Page(body=[plain(text)], rows=rows))


async def _house(call: Call) -> None:
    campaign = await campaign_of(call, call.args[0])
    await call.do(lambda desk: desk.invite_house(call.message, campaign.id, call.args[1]))
    await call.note(N_("The house plays {seat}."), seat=call.args[1])


async def status(call: Call, named: str | None) -> None:
    """The status for the caller's eyes; the message in the channel is made again if it is gone."""
    campaign = await campaign_of(call, named)
    now = await call.look(lambda desk: standing(desk, campaign.id, call.language))
    await call.say(page_of(campaign.id, now, call.language))

    def forget(desk: Desk) -> None:
        surface = desk.office.surface
        if (shown := surface.shown(campaign.id)) is not None:
            surface.show(structs.replace(shown, said=""))

    await call.look(forget)
    call.umpire.statuses.look_at(campaign.id)


async def pause(call: Call, why: str) -> None:
    """The referee holds the game."""
    campaign = await campaign_of(call)
    await call.do(lambda desk: desk.hold(call.message, campaign.id, why))
    await call.note(N_("The game is held. /game resume lets it go on."))


async def resume(call: Call) -> None:
    """The referee lets it go on."""
    campaign = await campaign_of(call)
    await call.do(lambda desk: desk.release(call.message, campaign.id))
    await call.note(N_("The game goes on."))


async def draw(call: Call, accept: bool) -> None:
    """Propose or accept a draw, or refuse it."""
    campaign = await campaign_of(call)
    seat = await seat_of(call, campaign)
    if accept:
        await call.do(lambda desk: desk.propose_draw(call.message, campaign.id, seat))
        await call.note(N_("You propose a draw; it is one when all have done so."))
    else:
        await call.do(lambda desk: desk.refuse_draw(call.message, campaign.id, seat))
        await call.note(N_("You refuse a draw."))


async def claim(call: Call, opponent: str, what: str) -> None:
    """Claim what an overdue opponent has forfeited."""
    campaign = await campaign_of(call)
    seat = choosing.seat_named(call, campaign, opponent)
    await call.do(lambda desk: desk.claim(call.message, campaign.id, seat, what))
    await call.note(N_("Your claim is carried out."))


async def set_pace(call: Call, pace: Pace) -> None:
    """Set another pace."""
    campaign = await campaign_of(call)
    await call.do(lambda desk: desk.set_pace(call.message, campaign.id, pace))
    await call.say(Page(body=[plain(call.text(N_("{terms}"), terms=terms(pace)))]))


async def back(call: Call, entry: int, why: str) -> None:
    """Propose to go back to what was after an entry."""
    campaign = await campaign_of(call)
    seat = await seat_of(call, campaign)
    await call.do(lambda desk: desk.propose_undo(call.message, campaign.id, seat, entry, why))
    await call.note(N_("You propose to go back to entry {n}; it is done when all agree."), n=entry)


async def _consent(call: Call) -> None:
    """Agree to what is proposed, an undo or a draw, or refuse it."""
    campaign = await campaign_of(call, call.args[0])
    seat, agrees = await seat_of(call, campaign), call.args[2] == "1"

    def answer(desk: Desk) -> None:
        if call.args[1] == "undo":
            desk.consent(call.message, campaign.id, seat, agrees)
        elif agrees:
            desk.propose_draw(call.message, campaign.id, seat)
        else:
            desk.refuse_draw(call.message, campaign.id, seat)

    await call.do(answer)
    await call.note(N_("You agree.") if agrees else N_("You refuse."))


async def end(call: Call, why: str) -> None:
    """The referee ends the game."""
    campaign = await campaign_of(call)
    await call.do(lambda desk: desk.end(call.message, campaign.id, why))
    await call.note(N_("The game is over."))


async def archive(call: Call) -> None:
    """Put a game away that is over: its status is pinned no more, and the channel is free for another.

    Raises:
        NotNow: if it is not over, or the caller neither plays nor referees it.
    """
    campaign = await campaign_of(call)
    standings = await call.look(lambda desk: desk.status(campaign.id))
    involved = {campaign.founder, campaign.referee, *(m.user for m in standings.members.values())}
    if call.user not in involved:
        raise NotNow(Words(N_("only those who play, found or referee a game put it away")))
    if campaign.state not in ("over", "dead"):
        raise NotNow(Words(N_("the game is not over; resign, agree to a draw, or let the referee end it")))
    shown = await call.look(lambda desk: desk.office.surface.shown(campaign.id))
    assert shown is not None
    if shown.status:
        place = call.umpire.places.at(shown.channel)
        try:
            await place.get_partial_message(shown.status).unpin()
        except discord.HTTPException as error:
            if error.status not in (403, 404):
                raise
    await call.note(N_("Put away. Map, log and export stay; this channel may show another game now."))


async def move(call: Call) -> None:
    """Show a game in the channel at hand from now on.

    Raises:
        NotNow: if the caller neither founded nor referees it, or the channel is not free.
    """
    mine = await call.look(lambda desk: _own_games(desk, call.user))
    named = call.args[0] if call.args else (str(mine[0].id) if len(mine) == 1 else None)
    campaign = await campaign_of(call, named)
    if call.user not in (campaign.founder, campaign.referee):
        raise NotNow(Words(N_("only the founder or the referee moves a game")))
    guild = call.interaction.guild_id
    if guild is None:
        raise NotNow(Words(N_("a game is shown in a channel of a server")))

    def rebind(desk: Desk) -> None:
        founding.require_free(desk, call.place)
        surface = desk.office.surface
        shown = surface.shown(campaign.id)
        assert shown is not None
        surface.show(structs.replace(shown, guild=guild, channel=call.place, status=0, said="", gone=""))
        surface.drop_threads(campaign.id)

    await call.look(rebind)
    call.umpire.sender.wake(campaign.id)
    call.umpire.statuses.look_at(campaign.id)
    await call.note(N_("“{title}” is shown here from now on."), title=Verbatim(campaign.title))


def _own_games(desk: Desk, user: str) -> list[Campaign]:
    return [c for c in desk.campaigns() if user in (c.founder, c.referee)]


async def again(call: Call) -> None:
    """Found a game anew that was given up while salts were given."""
    campaign = await campaign_of(call)

    def found(desk: Desk) -> int:
        number = desk.found_again(call.message, campaign.id).campaign
        shown = desk.office.surface.shown(campaign.id)
        assert shown is not None
        if desk.office.surface.shown(number) is None:
            fresh = structs.replace(shown, campaign=number, status=0, said="", stage="")
            desk.office.surface.show(fresh)
        return number

    call.umpire.statuses.look_at(await call.do(found))
    await call.note(N_("Founded anew; take your seats."))


ACTIONS = {
    "leave": Action(_do_leave),
    "resign": Action(_do_resign),
    "house": Action(_house),
    "consent": Action(_consent),
}
