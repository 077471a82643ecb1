"""`/orders` and `/order`: the order sheet of a seat, and a line with completion of legal orders."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _

from adjudicator.core.language.errors import NotNow, Refusal
from adjudicator.core.language.words import N_, words
from frontends.discord.context import autocomplete
from frontends.discord.context.action_context import Action, ActionContext, command
from frontends.discord.context.autocomplete import Offer
from frontends.discord.context.resolve_campaign import campaign_of, here, own_seat, seat_of
from frontends.discord.orders import line as orders_line
from frontends.discord.orders import pasting, questions
from frontends.discord.orders.sheet import show_sheet
from frontends.discord.ui.items import Interaction
from service.api import Service
from service.values.records import Campaign


async def orders(call: ActionContext, named: str | None = None, seat: str | None = None) -> None:
    """Show the order sheet of the caller's seat."""
    campaign = await campaign_of(call, call.args[0] if call.args else named)
    mine = await seat_of(call, campaign, seat)
    await show_sheet(call, campaign, mine)


async def _orders_of(call: ActionContext) -> None:
    """Show the sheet of a seat in place of the panel that was pressed."""
    campaign = await campaign_of(call, call.args[0])
    await show_sheet(call, campaign, call.args[1])


async def order(call: ActionContext, line: str, seat: str | None, game: str | None) -> None:
    """Give orders: one line, or several separated by ";"."""
    campaign = await campaign_of(call, game)
    mine = await seat_of(call, campaign, seat)
    await pasting.order(call, campaign, mine, line)


async def _take_back(call: ActionContext) -> None:
    """Take back the seat's own last order; a second press on the same sheet does nothing."""
    campaign, seat = await campaign_of(call, call.args[0]), call.args[1]
    if len(call.args) < 3:
        raise NotNow(words(N_("that decision is no longer open")))
    await questions.take_back(call, campaign, seat, call.args[2])


# -- commands ----------------------------------------------------------------------------------------


def mine(service: Service, call: ActionContext, campaign: Campaign) -> list[str]:
    """Return the seats for which the caller gives or suggests orders."""
    roles = service.roles_of(call.user)
    return [seat for id, seat, role in roles if id == campaign.id and role != "observer"]


async def _lines(interaction: Interaction, current: str) -> list[Offer]:
    """Offer legal orders as one is typed."""
    call = ActionContext(interaction)
    named = getattr(interaction.namespace, "seat", None) or None

    def offers(service: Service) -> list[Offer]:
        campaign = here(service, call, autocomplete.game_beside(interaction))
        call.about(campaign)
        seat = own_seat(service, call, campaign, named)
        return orders_line.offers(service, call.user, campaign.id, seat, call.language, current)

    try:
        return await call.look(offers)
    except Refusal:
        return []


@app_commands.command(name="orders", description=_(N_("Give your orders with menus and buttons")))
@app_commands.describe(game=_(autocomplete.ANOTHER), seat=_(N_("Which of your seats")))
@app_commands.autocomplete(game=autocomplete.games, seat=autocomplete.seats(mine))
async def orders_command(interaction: Interaction, game: str | None = None, seat: str | None = None) -> None:
    """Show the order sheet."""
    await command(interaction, lambda call: orders(call, game, seat))


@app_commands.command(name="order", description=_(N_("Type one order; legal completions are offered")))
@app_commands.describe(
    line=_(N_("The order; separate several with “;”")),
    seat=_(N_("Which of your seats")),
    game=_(autocomplete.ANOTHER),
)
@app_commands.autocomplete(line=_lines, seat=autocomplete.seats(mine), game=autocomplete.games)
async def order_command(
    interaction: Interaction, line: str, seat: str | None = None, game: str | None = None
) -> None:
    """Give orders."""
    await command(interaction, lambda call: order(call, line, seat, game))


ACTIONS = {
    "orders": Action(orders),
    "orders_of": Action(_orders_of, "update"),
    "take_back": Action(_take_back, "update"),
}
