"""Taking a seat: the button, how secrets reach the player, the player's own salt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from discord import ui
from msgspec import structs

from adjudicator.core import Game
from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, words
from adjudicator.opponents import levels
from frontends.discord.context.action_context import Action, ActionContext
from frontends.discord.context.resolve_campaign import campaign_of, seat_of
from frontends.discord.delivery.private import greeting_of
from frontends.discord.failures import Later
from frontends.discord.ui.items import BLUE, GREY, ActionModal, button
from frontends.discord.ui.pages import Page, Raw, id_of, marked, plain, render_messages, said
from service.api import Service
from service.posts.delivery import DM, HAND, NAMES, THREAD, delivery_order
from service.text.telling import whole
from service.text.terms import OPEN
from service.usecases.seats import founding
from service.values.front_ends.channels import ChannelBinding, Reader
from service.values.records import Campaign


def computer_rows(
    call: ActionContext, campaign: int, game: Game, seats: Sequence[str]
) -> Iterator[Sequence[ui.Item[Any]]]:
    """Yield the buttons that give a seat to the computer, a row for each level at which it plays the game."""
    for level in levels(game):
        said = N_("Computer plays {seat}") if level == 1 else N_("Computer, level {n}, plays {seat}")
        yield [
            button(call.text(said, seat=seat, n=level), "computer", campaign, seat, level)
            for seat in seats[:5]
        ]


async def join(call: ActionContext, seat: str | None = None, own_salt: bool = False) -> None:
    """Take a seat, by a button (campaign and seat in its id) or by a command."""
    campaign = await campaign_of(call, call.args[0] if call.args else None)
    seat = call.args[1] if call.args else seat
    if seat is None:
        seat = await call.look(lambda service: _only_vacant(service, campaign))
    wanted = seat
    await call.do(
        lambda service: service.do(call.message, campaign.id, founding.join, wanted, call.who, own_salt)
    )
    way = await tested(call, campaign, anew=True)
    body = [
        plain(call.text(N_("You play {seat}."), seat=wanted)),
        plain(call.text(N_("Your private information arrives {way}."), way=words(NAMES[way]))),
        *_hints(call, way),
    ]
    if campaign.tier == "open":
        body.append(f"**{plain(whole(call.text(OPEN), call.language))}**")
    rows: list[Sequence[ui.Item[Any]]] = [_ways(call, way)]
    if own_salt:
        rows.append([button(call.text(N_("My salt")), "salt", campaign.id)])
    await call.say(Page(body=body, rows=rows))


def _only_vacant(service: Service, campaign: Campaign) -> str:
    members = service.status(campaign.id).members
    seats = [seat for seat in campaign.seats if seat not in members]
    if len(seats) != 1:
        raise NotNow(words(N_("choose a seat: {seats}"), seats=seats or campaign.seats))
    return seats[0]


def _hints(call: ActionContext, way: str) -> list[str]:
    if way == THREAD:
        return [plain(call.text(N_("Server moderators can read private threads.")))]
    if way == HAND:
        return [
            plain(
                call.text(
                    N_("When it is your turn, you are mentioned in the channel. Press “Hand” for details.")
                )
            ),
        ]
    return []


# -- the ladder --------------------------------------------------------------------------------------


async def tested(call: ActionContext, campaign: Campaign | None, *, anew: bool = False) -> str:
    """Return the way by which secrets reach the caller; a direct message is tested.

    With `anew` it is tested even if they took none before, because this is another game, perhaps on another
    server. A team reads together in its thread, independently of the way that each member has chosen.
    """
    reader = await call.look(lambda service: service.channels.reader(call.user))
    if anew and reader.closed:
        reader = structs.replace(reader, closed=False)
        await call.look(lambda service: service.channels.keep_reader(reader))
    shown = None
    if campaign is not None:
        shown = await call.look(lambda service: service.channels.shown(campaign.id))
    shares = shown is not None and not shown.strict and await is_in_team(call, shown)
    if shown is not None and shares and await _has_thread(call, shown):
        return THREAD
    for way in delivery_order(reader, shown is not None and shown.strict):
        if way != DM or await _greeted(call, reader):
            if way == THREAD and shown is not None and not await _has_thread(call, shown):
                continue
            return way
    return HAND


async def is_in_team(call: ActionContext, shown: ChannelBinding) -> bool:
    """Return true if the caller shares a seat with others who read here."""
    return len((await call.look(lambda service: _readers(service, call.user, shown.campaign)))[1]) > 1


def _readers(service: Service, user: str, campaign: int) -> tuple[str, list[str]]:
    """Return a user's seat and all of its people who read here; "" and nobody without a seat."""
    people = [person for person in service.people(campaign) if id_of(person.user)]
    seat = next((person.seat for person in people if person.user == user), "")
    return seat, [person.user for person in people if person.seat == seat]


async def _greeted(call: ActionContext, reader: Reader) -> bool:
    """Send a direct message that says why it comes, without a sound: the reader is here; return true if it
    arrives.
    """
    text = call.text(N_("Your private information will arrive like this. Change it with /my delivery."))
    try:
        (message,) = render_messages(Page(body=[plain(text)]))
        return await call.bot.channels.try_direct(reader, message, silent=True)
    except Later:
        return True


async def _has_thread(call: ActionContext, shown: ChannelBinding) -> bool:
    """Return true if the caller's seat has a private thread, or one can be made."""
    seat, users = await call.look(lambda service: _readers(service, call.user, shown.campaign))
    if not seat:
        return True
    await call.look(lambda service: service.channels.forget_missing(shown.campaign))
    title = said("{seat}", shown.language, call.label, seat=seat)
    greeting = greeting_of(title, shown.language) if len(users) > 1 else ""
    try:
        return bool(await call.bot.channels.seat_thread(shown, f"seat/{seat}", title, users, greeting))
    except Later:
        return True


def _ways(call: ActionContext, now: str) -> list[ui.Item[Any]]:
    """Return the buttons that choose the way; the present one is highlighted."""
    names = {DM: N_("Direct message"), THREAD: N_("Private thread"), HAND: N_("Only on request")}
    return [
        button(said(name, call.language), "way", way, style=BLUE if way == now else GREY)
        for way, name in names.items()
    ]


# -- salts -------------------------------------------------------------------------------------------


async def salt(call: ActionContext) -> None:
    """Show the step for the caller's own salt (docs/fair-dice.md): a form, or why there is none."""
    campaign = await campaign_of(call, call.args[0] if call.args else None)
    seat = await seat_of(call, campaign)
    member = await call.look(lambda service: service.status(campaign.id).members[seat])
    if not member.own_salt or campaign.state not in ("joining", "salting"):
        await call.note(N_("The umpire makes the salt for your seat. You need not do anything."))
        return
    card = await call.look(lambda service: service.log(campaign.id)[0])
    text = marked(
        N_("Run {command}, then enter what it prints: first the commitment, later the nonce and the words."),
        call.language,
        command=Raw(f'`python verify.py salt {card["head"]} {seat} "…"`'),
    )
    rows = [
        [
            button(said(N_("Commitment"), call.language), "salt_c", campaign.id, seat, style=BLUE),
            button(said(N_("Nonce and words"), call.language), "salt_show", campaign.id, seat, style=BLUE),
            button(said(N_("Leave it to the bot"), call.language), "salt_bot", campaign.id, seat),
        ]
    ]
    await call.say(Page(body=[text], rows=rows))


async def _ask_commitment(call: ActionContext) -> None:
    modal = ActionModal(said(N_("Commitment"), call.language), "salt_c_in", *call.args)
    note = said(N_("The value that verify.py prints as “give this first”"), call.language)
    await call.modal(modal.ask("c", "c", note=note, longest=64))


async def _commit(call: ActionContext) -> None:
    campaign, seat = await campaign_of(call, call.args[0]), call.args[1]
    await call.do(
        lambda service: service.do(call.message, campaign.id, founding.commit, seat, call.field("c").strip())
    )
    await call.note(N_("Your seat is committed to this salt. Keep the nonce and the words."))


async def _ask_salt(call: ActionContext) -> None:
    modal = ActionModal(said(N_("Nonce and words"), call.language), "salt_show_in", *call.args)
    modal.ask("nonce", said(N_("Nonce"), call.language), longest=64)
    await call.modal(modal.ask("text", said(N_("Words, exactly as printed"), call.language)))


async def _show(call: ActionContext) -> None:
    campaign, seat = await campaign_of(call, call.args[0]), call.args[1]
    nonce, text = call.field("nonce").strip(), call.field("text")
    await call.do(lambda service: service.do(call.message, campaign.id, founding.reveal, seat, nonce, text))
    await call.note(N_("Your salt has been accepted."))


async def _leave_to_bot(call: ActionContext) -> None:
    campaign, seat = await campaign_of(call, call.args[0]), call.args[1]
    await call.do(lambda service: service.do(call.message, campaign.id, founding.leave_salt_to_bot, seat))
    await call.note(N_("The umpire makes the salt for your seat. You need not do anything."))


ACTIONS = {
    "join": Action(join),
    "salt": Action(salt),
    "salt_c": Action(_ask_commitment, "modal"),
    "salt_c_in": Action(_commit),
    "salt_show": Action(_ask_salt, "modal"),
    "salt_show_in": Action(_show),
    "salt_bot": Action(_leave_to_bot),
}
