"""`/referee`: the acts of a referee; the service checks who the referee is, and posts every act."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Literal

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str as _

from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.words import N_, words
from adjudicator.core.log.chance import EPOCHS
from frontends.discord.commands import maps
from frontends.discord.commands.game import running
from frontends.discord.context import autocomplete
from frontends.discord.context.action_context import Action, ActionContext, carry_out, command
from frontends.discord.context.resolve_campaign import campaign_of
from frontends.discord.ui.items import MOST_OPTIONS, RED, ActionModal, Interaction, button, menu, option
from frontends.discord.ui.pages import Page, plain
from service.acts import Given
from service.api import Service
from service.pictures import build
from service.pictures.drawing import Drawing
from service.pictures.group_board import installed
from service.posts.compose import HEADING
from service.text import telling
from service.usecases.agreeing import undo as undo_acts
from service.usecases.agreeing.undo import Point
from service.usecases.referee import acts
from service.usecases.referee.acts import LONGEST_ANNOUNCEMENT, LONGEST_QUESTION, LONGEST_RULING
from service.values.boards import FIRST, OURS, BoardChoice
from service.values.records import Campaign, Receipt, Ruling
from service.values.time_control import MOST_HOURS
from service.values.words import LONGEST_REASON

from . import edit as referee_edit
from . import seats
from .require_referee import about, act, done, judge, judged

LONGEST_ORDER = 2_000
Reason = app_commands.Range[str, 1, LONGEST_REASON]


# -- looking -----------------------------------------------------------------------------------------


async def see(call: ActionContext, text: str) -> None:
    """Show what a seat sees, its map and its hand; the look is an entry of the log."""
    campaign = await judged(call)
    seat = autocomplete.seat_named(call, campaign, text)
    own = await call.do(lambda service: _seen(service, call, campaign, seat))

    def whole(service: Service, viewer: str | None) -> Drawing | None:
        return build.map_of(service, campaign.id, viewer, call.language)

    def hand(service: Service, viewer: str | None) -> Drawing | None:
        return build.hand_of(service, campaign.id, viewer, call.language)

    await maps.show(call, campaign, seat, [whole, hand])
    about = call.text(N_("The log records that you have looked. Everyone can read this when the game ends."))
    await call.say(Page(title=plain(call.name(seat)), body=[*map(plain, own), f"-# {plain(about)}"]))


def _seen(service: Service, call: ActionContext, campaign: Campaign, seat: str) -> list[str]:
    return maps.own_lines(call, service.see_as(call.message, campaign.id, seat))


# -- going back --------------------------------------------------------------------------------------


async def undo(call: ActionContext) -> None:
    """Show the entries to go back to; campaign and page may be in the id."""
    campaign = await judged(call, call.args[0] if call.args else None)
    page = int(call.args[1]) if len(call.args) > 1 else 0
    points = await call.look(lambda service: service.look(campaign.id, undo_acts.points))
    if not points:
        raise NotNow(words(N_("there is nothing to go back to")))
    of = -(-len(points) // MOST_OPTIONS)
    page = max(0, min(page, of - 1))
    first = page * MOST_OPTIONS
    options = [
        option(_point(call, point), str(point.to), _count(call, points, first + n))
        for n, point in enumerate(points[first : first + MOST_OPTIONS])
    ]
    rows: list[Sequence[ui.Item[Any]]] = [
        [menu(call.text(N_("Go back to")), options, "undo_why", campaign.id)]
    ]
    if of > 1:
        rows.append(
            [
                button(call.text(N_("Newer")), "undo_at", campaign.id, page - 1, disabled=not page),
                button(call.text(N_("Older")), "undo_at", campaign.id, page + 1, disabled=page + 1 == of),
            ]
        )
    text = call.text(
        N_("Which moment do you want to go back to? Everything after it is undone, and everyone is told.")
    )
    await call.say(Page(title=plain(campaign.title), body=[plain(text)], rows=rows))


def _point(call: ActionContext, point: Point) -> str:
    """Return the menu's entry for a place to go back to."""
    if point.seat:
        rule = telling.cited(point.rule)
        template = N_("{n}: before {seat} answered {rule}")
        return call.text(template, n=point.to, seat=point.seat, rule=rule)
    assert call.game is not None
    when = call.game.when(point.rule)
    return f"{point.to}{call.signs.colon}{call.text(HEADING, turn=when.title, phase=when.phase)}"


def _count(call: ActionContext, points: Sequence[Point], n: int) -> str:
    """Return how many answers going back to this place would undo."""
    undone = sum(bool(point.seat) for point in points[: n + 1])
    return call.text(N_("undoes {n} {n:answer|answers}"), n=undone)


async def _undo_why(call: ActionContext) -> None:
    """Ask, in a form, for the reason, and whether the same answers are played again."""
    campaign = await judged(call, call.args[0])
    modal = ActionModal(
        call.text(N_("Go back to log entry {n}"), n=call.values[0]), "undo_do", campaign.id, call.values[0]
    )
    modal.ask("why", call.text(N_("The reason; everyone can read it")), longest=LONGEST_REASON)
    options = [
        option(call.text(N_("No: the seats decide again")), "0", chosen=True),
        option(call.text(N_("Yes: the same dice apply as long as nothing differs")), "1"),
    ]
    again: ui.Select[Any] = ui.Select(custom_id="keep", options=options)
    await call.modal(modal.put(call.text(N_("Replay the undone answers?")), again))


async def _undo_do(call: ActionContext) -> None:
    campaign = await judged(call, call.args[0])
    keeps, why = call.field("keep") == "1", call.field("why").strip()
    await act(call, campaign, "undo", Given(entry=int(call.args[1]), keeps=keeps, why=why))


# -- answering for a seat ----------------------------------------------------------------------------


async def _answer_form(call: ActionContext, text: str) -> None:
    """Ask, in a form, for the order of a seat that does not answer."""
    campaign = await judged(call)
    seat = autocomplete.seat_named(call, campaign, text)
    modal = ActionModal(call.text(N_("Answer for {seat}"), seat=seat), "answer_for", campaign.id, seat)
    note = call.text(N_("The log records that you looked at this seat's decision."))
    modal.ask("line", call.text(N_("The order")), note=note, longest=LONGEST_ORDER)
    needed = await call.look(lambda service: service.can_answer(campaign.id, seat))
    reason = call.text(N_("The reason; everyone can read it"))
    await call.modal(modal.ask("why", reason, required=needed, longest=LONGEST_REASON))


async def _answer(call: ActionContext) -> None:
    campaign = await judged(call, call.args[0])
    given = Given(seat=call.args[1], text=call.field("line"), why=call.field("why"))
    await act(call, campaign, "answer", given)


async def close_window(call: ActionContext) -> None:
    """Close the open window, after a confirmation.

    Raises:
        NotNow: if nobody is offered a reaction.
    """
    campaign = await judged(call)
    open_ = await call.look(lambda service: [a for a in service.asked(campaign.id) if a.optional])
    if not open_:
        raise NotNow(words(N_("no seat has a reaction to decide now")))
    text = call.text(
        N_(
            "Close the reaction window for {rule}? {seats} may still react; any seat that has "
            "not answered passes."
        ),
        rule=telling.cited(open_[0].rule),
        seats=[a.seat for a in open_],
    )
    row = [button(call.text(N_("Yes")), "close_window", campaign.id, open_[0].entry, style=RED)]
    await call.say(Page(body=[plain(text)], rows=[row]))


async def _close_window(call: ActionContext) -> None:
    await act(call, await judged(call, call.args[0]), "close", Given(entry=int(call.args[1])))


# -- saying ------------------------------------------------------------------------------------------


async def _announce_form(call: ActionContext) -> None:
    campaign = await judged(call)
    modal = ActionModal(call.text(N_("To everyone")), "announce", campaign.id)
    text = call.text(N_("Announcement"))
    await call.modal(modal.ask("text", text, long=True, longest=LONGEST_ANNOUNCEMENT))


async def _announce(call: ActionContext) -> None:
    await act(call, await judged(call, call.args[0]), "announce", Given(text=call.field("text")))


async def _rule_form(call: ActionContext) -> None:
    campaign = await judged(call)
    modal = ActionModal(call.text(N_("A ruling")), "rule_on", campaign.id)
    modal.ask("question", call.text(N_("The question")), long=True, longest=LONGEST_QUESTION)
    modal.ask("ruling", call.text(N_("The ruling")), long=True, longest=LONGEST_RULING)
    await call.modal(modal)


async def _rule(call: ActionContext) -> None:
    given = Given(question=call.field("question"), ruling=call.field("ruling"))
    await act(call, await judged(call, call.args[0]), "rule", given)


async def rulings(call: ActionContext) -> None:
    """Show the referee's rulings, to everybody."""
    campaign = await campaign_of(call)
    found = await call.look(lambda service: service.rulings(campaign.id))

    def revoked(ruling: Ruling) -> list[str]:
        why = Verbatim(ruling.revoked, LONGEST_REASON)
        return [plain(call.text(N_("Revoked: {why}"), why=why))] if ruling.revoked else []

    lines = [
        "\n> ".join((f"**{r.number}** {plain(r.question)}", *map(plain, r.ruling.splitlines()), *revoked(r)))
        for r in found
    ]
    await call.say(
        Page(title=plain(campaign.title), body=lines or [plain(call.text(N_("There are no rulings yet.")))])
    )


async def choose_board(call: ActionContext, in_channel: bool, own: bool = True) -> None:
    """Choose the map that the group sees, and whether the channel sees it too."""
    campaign = await judged(call, call.args[0] if call.args else None)

    def choose(service: Service) -> Receipt[None]:
        if own and not any(one.id for one in installed(service, campaign.id)):
            raise NotNow(words(N_("the operator has installed no picture of this game's map")))
        choice = BoardChoice(FIRST if own else OURS, in_channel and own)
        return service.do(call.message, campaign.id, acts.choose_board, choice)

    await done(call, await call.do(choose), N_("Noted."))


ACTIONS = {
    "board_shown": Action(lambda call: choose_board(call, True)),
    "board_kept": Action(lambda call: choose_board(call, False)),
    "undo_at": Action(undo, "update"),
    "undo_why": Action(_undo_why, "modal"),
    "undo_do": Action(_undo_do, "update"),
    "answer_for": Action(_answer),
    "close_window": Action(_close_window, "update"),
    "announce": Action(_announce),
    "rule_on": Action(_rule),
    **referee_edit.ACTIONS,
    **seats.ACTIONS,
}


class RefereeGroup(app_commands.Group):
    """The group `/referee`."""

    def __init__(self) -> None:
        super().__init__(name="referee", description=_(N_("Referee's actions; everyone can see them")))

    @app_commands.command(name="see-as", description=_(N_("See what a seat sees; this is logged")))
    @app_commands.describe(seat=_(N_("Which seat")))
    @app_commands.autocomplete(seat=autocomplete.seats(autocomplete.every))
    async def see_as(self, interaction: Interaction, seat: str) -> None:
        """Show what a seat sees."""
        await command(interaction, lambda call: see(call, seat))

    @app_commands.command(
        description=_(N_("Edit the position between orders: write it, preview it, then enter it"))
    )
    async def edit(self, interaction: Interaction) -> None:
        """Change the position."""
        await form_command(interaction, referee_edit.form)

    @app_commands.command(description=_(N_("Go back to an earlier moment of the game")))
    async def undo(self, interaction: Interaction) -> None:
        """Go back."""
        await command(interaction, undo)

    @app_commands.command(description=_(N_("Give a seat more time")))
    @app_commands.describe(
        seat=_(N_("Which seat")), hours=_(N_("How many hours")), why=_(N_("The reason; everyone can read it"))
    )
    @app_commands.autocomplete(seat=autocomplete.seats(autocomplete.every))
    async def extend(
        self, interaction: Interaction, seat: str, hours: app_commands.Range[int, 1, MOST_HOURS], why: Reason
    ) -> None:
        """Give a seat more time."""
        given = Given(hours=hours, why=why)
        await command(interaction, lambda call: about(call, "extend", seat, given))

    @app_commands.command(description=_(N_("Put the game on hold")))
    @app_commands.describe(why=_(N_("The reason; everyone can read it")))
    async def hold(self, interaction: Interaction, why: Reason) -> None:
        """Pause the game."""
        await command(interaction, lambda call: judge(call, "hold", Given(why=why)))

    @app_commands.command(description=_(N_("Resume the game")))
    async def release(self, interaction: Interaction) -> None:
        """Resume the game."""
        await command(interaction, running.resume)

    @app_commands.command(name="answer-for", description=_(N_("Answer for a seat that has not answered")))
    @app_commands.describe(seat=_(N_("Which seat")))
    @app_commands.autocomplete(seat=autocomplete.seats(autocomplete.every))
    async def answer_for(self, interaction: Interaction, seat: str) -> None:
        """Answer for a seat."""
        await form_command(interaction, lambda call: _answer_form(call, seat))

    @app_commands.command(
        name="close-window",
        description=_(N_("Stop waiting for reactions; seats that have not answered pass")),
    )
    async def close_window(self, interaction: Interaction) -> None:
        """Close the open window."""
        await command(interaction, close_window)

    @app_commands.command(description=_(N_("Offer a seat to someone else; it is theirs once they accept")))
    @app_commands.describe(seat=_(N_("Which seat")), member=_(N_("Who")))
    @app_commands.autocomplete(seat=autocomplete.seats(autocomplete.every))
    async def replace(self, interaction: Interaction, seat: str, member: discord.User) -> None:
        """Replace a player."""
        await command(interaction, lambda call: seats.replace(call, seat, member))

    @app_commands.command(description=_(N_("Rule on a question; rulings are numbered and kept")))
    async def rule(self, interaction: Interaction) -> None:
        """Rule on a question."""
        await form_command(interaction, _rule_form)

    @app_commands.command(description=_(N_("Revoke a ruling; it stays in the list, with the reason")))
    @app_commands.describe(which=_(N_("Which ruling")), why=_(N_("The reason; everyone can read it")))
    async def revoke(self, interaction: Interaction, which: app_commands.Range[int, 1], why: Reason) -> None:
        """Revoke a ruling."""
        given = Given(number=which, why=why)
        await command(interaction, lambda call: judge(call, "revoke", given))

    @app_commands.command(description=_(N_("The rulings made in this game")))
    async def rulings(self, interaction: Interaction) -> None:
        """Show the rulings."""
        await command(interaction, rulings)

    @app_commands.command(description=_(N_("Announce something to everyone")))
    async def announce(self, interaction: Interaction) -> None:
        """Announce something to all."""
        await form_command(interaction, _announce_form)

    @app_commands.command(description=_(N_("Roll dice outside the game, for everyone to see")))
    @app_commands.describe(
        label=_(N_("What the roll is for")), count=_(N_("How many dice")),
        faces=_(N_("How many faces per die")), why=_(N_("The reason; everyone can read it")),
    )  # fmt: skip
    async def roll(
        self,
        interaction: Interaction,
        label: app_commands.Range[str, 1, 80],
        count: app_commands.Range[int, 1, 20] = 1,
        faces: Literal[6, 10] = 6,
        why: str = "",
    ) -> None:
        """Roll dice outside the game."""
        given = Given(label=label, dice=count, faces=faces, why=why)
        await command(interaction, lambda call: judge(call, "roll", given))

    @app_commands.command(
        description=_(N_("After restoring a backup: burn dice that were seen but are lost"))
    )
    @app_commands.describe(
        why=_(N_("The reason; everyone can read it")),
        epoch=_(N_("The last epoch that anybody saw; leave it out for all that are known to be lost")),
    )
    async def burn(
        self,
        interaction: Interaction,
        why: Reason,
        epoch: app_commands.Range[int, 1, EPOCHS] | None = None,
    ) -> None:
        """Use up epochs of dice."""
        await command(interaction, lambda call: judge(call, "burn", Given(epoch=epoch, why=why)))

    @app_commands.command(
        description=_(N_("Require email to this game to be signed by its sender's provider (DKIM)"))
    )
    @app_commands.describe(demand=_(N_("False: accept unsigned email again")))
    async def dkim(self, interaction: Interaction, demand: bool = True) -> None:
        """Demand signed mails."""
        await command(interaction, lambda call: judge(call, "signed" if demand else "unsigned", Given()))

    @app_commands.command(description=_(N_("Choose the map that the group sees: its own, or ours")))
    @app_commands.describe(
        here=_(N_("True if this channel counts as the group and sees its own map too")),
        own=_(N_("False for our map everywhere")),
    )
    async def board(self, interaction: Interaction, here: bool, own: bool = True) -> None:
        """Choose the map that the group sees."""
        await command(interaction, lambda call: choose_board(call, here, own))

    @app_commands.command(description=_(N_("Appoint another referee")))
    @app_commands.describe(member=_(N_("Who")))
    async def appoint(self, interaction: Interaction, member: discord.User) -> None:
        """Name another referee."""
        await command(interaction, lambda call: seats.appoint(call, member))


async def form_command(interaction: Interaction, act: Callable[[ActionContext], Awaitable[None]]) -> None:
    """Carry out a command that is answered by a form."""
    await carry_out(ActionContext(interaction), Action(act, "modal"))
