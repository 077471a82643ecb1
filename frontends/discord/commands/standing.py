"""`/standing`: standing orders, which answer for a seat: set by a form or typed, tested, taken back."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from discord import app_commands, ui
from discord.app_commands import locale_str as _

from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, words
from adjudicator.core.orders.books import Standing
from frontends.discord.context import autocomplete
from frontends.discord.context.action_context import Action, ActionContext, command
from frontends.discord.context.resolve_campaign import behind, campaign_of, seat_of
from frontends.discord.orders import panel, panel_state
from frontends.discord.orders.panel_state import STANDING, require_adviser
from frontends.discord.ui.items import BLUE, MOST_OPTIONS, ActionModal, Interaction, button, menu, option
from frontends.discord.ui.pages import Page, plain
from service.api import Service
from service.usecases.play import playing
from service.usecases.seats.teams import COMMANDER
from service.values.records import Campaign

LONGEST_BOOK = 4_000
LONGEST_LINE = 400
SHOWN = 25
"""The most standing orders that are shown on the page; the form has all of them."""


async def standing(call: ActionContext, named: str | None = None) -> None:
    """Show a seat's standing orders, and the state of each."""
    campaign = await campaign_of(call, call.args[0] if call.args else named)
    seat = call.args[1] if len(call.args) > 1 else await seat_of(call, campaign)
    await show(call, campaign, seat)


async def show(call: ActionContext, campaign: Campaign, seat: str, said: Sequence[str] = ()) -> None:
    """Show the page of a seat's standing orders."""

    def looked(service: Service) -> tuple[str, list[Standing]]:
        role = require_adviser(service, call.user, campaign.id, seat)
        return role, service.standing_book(campaign.id, seat)

    role, book = await call.look(looked)
    about = call.text(
        N_("Standing orders answer for you whenever they apply. Nobody else can see whether you have any.")
    )
    body = [*said, f"-# {plain(about)}"]
    body += [_line(call, n, kept) for n, kept in enumerate(book[:SHOWN], 1)]
    if not book:
        body.append(plain(call.text(N_("You have none. Example: {example}"), example=_example(call))))
    rows = list(_rows(call, campaign.id, seat, book)) if role == COMMANDER else []
    title = call.text(N_("Standing orders of {seat}"), seat=seat)
    await call.say(Page(title=plain(title), body=body, rows=rows))


def _example(call: ActionContext) -> Verbatim:
    """Return an example of a line: the game's own, else one of an occasion and a verb of it."""
    assert call.game is not None
    kind, verbs = next(iter(call.game.standing.items()), ("rest", ("…",)))
    said = LANGUAGES[call.language].typed
    made = f"{said.on[0]} {kind} {said.do[0]} {' '.join(call.name(verb) for verb in verbs[:1])} …"
    return Verbatim(next(map(call.text, call.game.terms.examples), made))


def _line(call: ActionContext, n: int, kept: Standing) -> str:
    """Return one order as a line: its text, the entries in which it acted, whether it has lapsed."""
    more = []
    if kept.used:
        more.append(call.text(N_("used in {n:entry|entries} {entries}"), n=len(kept.used), entries=kept.used))
    if not kept.is_in_force:
        more.append(call.text(N_("used up")))
    return f"**{n}** {plain(call.signs.beside(kept.text, call.signs.semicolon.join(more)))}"


def _rows(
    call: ActionContext, campaign: int, seat: str, book: Sequence[Standing]
) -> list[Sequence[ui.Item[Any]]]:
    """Return the buttons of a seat's standing orders; testing and removing need at least one."""
    place = (campaign, seat)
    row: list[ui.Item[Any]] = [
        button(call.text(N_("Add with menus …")), "standing_new", *place, style=BLUE),
        button(call.text(N_("Type them …")), "standing_type", *place),
    ]
    rows: list[Sequence[ui.Item[Any]]] = [row]
    if book:
        row.append(button(call.text(N_("Test them")), "standing_try", *place))
        options = [option(kept.text, str(n)) for n, kept in enumerate(book[:MOST_OPTIONS])]
        name = _digest([kept.text for kept in book])
        rows.append([menu(call.text(N_("Remove one")), options, "standing_drop", *place, name)])
    row.append(button(call.text(N_("Order sheet")), "orders_of", *place))
    return rows


def _digest(texts: Sequence[str]) -> str:
    """Return a digest of a list of orders: a menu of an older list removes nothing."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:8]


# -- what changes them -------------------------------------------------------------------------------


async def _new(call: ActionContext) -> None:
    """Begin a panel for a new order.

    Raises:
        NotNow: if the caller does not command the seat.
    """
    campaign, seat = await campaign_of(call, call.args[0]), call.args[1]

    def begun(service: Service) -> panel_state.Panel:
        subject = panel_state.subject_of(service, call.user, campaign.id, seat, STANDING, call.language)
        if subject is None:
            raise NotNow(words(N_("only the commander of {seat} may do that"), seat=seat))
        panel_state.drop(service, call.user, subject)
        return panel_state.panel(service, call.user, subject)

    at = await call.look(begun)
    await panel.show(call, campaign, at)


async def _type(call: ActionContext) -> None:
    """Ask, in a form, for all of them as text."""
    campaign, seat = await campaign_of(call, call.args[0]), call.args[1]

    def kept(service: Service) -> list[str]:
        require_adviser(service, call.user, campaign.id, seat)
        return service.standing(campaign.id, seat)

    text = "\n".join(await call.look(kept))
    if len(text) > LONGEST_BOOK:
        raise NotNow(
            words(N_("your standing orders do not fit in a form; remove some, or add one with /standing add"))
        )
    modal = ActionModal(
        call.text(N_("Standing orders of {seat}"), seat=seat), "standing_typed", *call.args[:2]
    )
    note = call.text(N_("One per line, such as: {example}"), example=_example(call))
    label = call.text(N_("These replace your present ones"))
    modal.ask("lines", label, note=note, value=text, long=True, required=False, longest=LONGEST_BOOK)
    await call.modal(modal)


async def _typed(call: ActionContext) -> None:
    campaign, seat = await campaign_of(call, call.args[0]), call.args[1]
    lines = [line.strip() for line in call.field("lines").splitlines() if line.strip()]
    await call.do(lambda service: service.do(call.message, campaign.id, playing.set_standing, seat, lines))
    await show(call, campaign, seat, [plain(call.text(N_("Standing orders set: {n}."), n=len(lines)))])


async def add(call: ActionContext, line: str, named: str | None, game: str | None) -> None:
    """Add an order, as a line."""
    campaign = await campaign_of(call, game)
    seat = await seat_of(call, campaign, named)

    def added(service: Service) -> None:
        service.do(
            call.message,
            campaign.id,
            playing.set_standing,
            seat,
            [*service.standing(campaign.id, seat), line.strip()],
        )

    await call.do(added)
    said = call.text(N_("Standing order set: {order}"), order=Verbatim(line, LONGEST_LINE))
    await show(call, campaign, seat, [plain(said)])


async def _drop(call: ActionContext) -> None:
    """Take an order back.

    Raises:
        NotNow: if the orders have changed since.
    """
    campaign, seat, n = await campaign_of(call, call.args[0]), call.args[1], int(call.values[0])

    def dropped(service: Service) -> None:
        require_adviser(service, call.user, campaign.id, seat)
        if service.done(call.message) is not None:
            return
        kept = service.standing(campaign.id, seat)
        if _digest(kept) != call.args[2] or n >= len(kept):
            raise NotNow(words(N_("your standing orders have changed; look at them again")))
        service.do(call.message, campaign.id, playing.set_standing, seat, [*kept[:n], *kept[n + 1 :]])

    await call.do(dropped)
    await show(call, campaign, seat, [plain(call.text(N_("Removed.")))])


async def _try(call: ActionContext) -> None:
    """Show which orders these would give now, without any others."""
    campaign, seat = await campaign_of(call, call.args[0]), call.args[1]

    def tried(service: Service) -> list[str]:
        require_adviser(service, call.user, campaign.id, seat)
        texts = service.standing(campaign.id, seat)
        return service.look_as(
            call.message, campaign.id, playing.rehearse_standing, seat, texts, call.language
        )

    lines = await call.look(tried)
    said = call.text(N_("In the present position they would give no orders."))
    if lines:
        orders = [Verbatim(line, LONGEST_LINE) for line in lines]
        said = call.text(N_("In the present position they would order: {orders}"), orders=orders)
    await show(call, campaign, seat, [plain(said)])


ACTIONS = {
    "standing": Action(standing),
    "standing_new": Action(_new, "update"),
    "standing_type": Action(_type, "modal"),
    "standing_typed": Action(_typed, "update"),
    "standing_drop": Action(_drop, "update"),
    "standing_try": Action(_try, "update"),
}


class StandingGroup(app_commands.Group):
    """The group `/standing`."""

    def __init__(self) -> None:
        description = _(N_("Orders that answer for you so that play can go on"))
        super().__init__(name="standing", description=description)

    @app_commands.command(description=_(N_("Your standing orders: set, test, remove")))
    @app_commands.describe(game=_(autocomplete.ANOTHER))
    @app_commands.autocomplete(game=autocomplete.games)
    async def show(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the standing orders."""
        await command(interaction, lambda call: standing(call, game))

    @app_commands.command(description=_(N_("Add one standing order, as a line")))
    @app_commands.describe(
        line=_(N_("For example: on 7.2 do fire all")),
        seat=_(N_("Which of your seats")),
        game=_(autocomplete.ANOTHER),
    )
    @app_commands.autocomplete(seat=autocomplete.seats(behind), game=autocomplete.games)
    async def add(
        self,
        interaction: Interaction,
        line: app_commands.Range[str, 1, 400],
        seat: str | None = None,
        game: str | None = None,
    ) -> None:
        """Add a standing order."""
        await command(interaction, lambda call: add(call, line, seat, game))
