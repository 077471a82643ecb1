"""Decisions by buttons, menus and forms: one pick after another, then a preview, then the order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.language.errors import NotNow, Refusal, Verbatim
from adjudicator.core.language.words import N_, words
from frontends.discord.context.action_context import Action, ActionContext
from frontends.discord.context.resolve_campaign import campaign_of
from frontends.discord.ui.items import GREEN, ActionModal, button
from frontends.discord.ui.pages import RED_INK, Page, plain
from service.api import Service
from service.usecases.agreeing import undo
from service.usecases.play import playing, queries, suggesting
from service.usecases.play.suggesting import OpenReaction
from service.usecases.seats import teams
from service.usecases.seats.teams import COMMANDER
from service.values.records import Campaign, Receipt
from service.values.words import speak
from service.wizard import steps
from service.wizard.filled import Filled
from service.wizard.steps import Built, Step

from . import panel_state, pasting
from .panel_page import panel_page, unsafe
from .panel_preview import previews
from .panel_state import ASIDE, CHANGE, PENDING, STANDING, Panel
from .sheet import show_sheet

LONGEST_TYPED = 2_000
CLOSED = N_("That decision is no longer open.")


class _Found(Struct, frozen=True):
    """The result of a press: a panel, or that its question is closed."""

    panel: Panel | None
    refused: Refusal | None = None
    receipt: Receipt[Any] | None = None


# -- showing -----------------------------------------------------------------------------------------


async def show(
    call: ActionContext,
    campaign: Campaign,
    at: Panel,
    refused: Refusal | None = None,
    *,
    is_named: bool = False,
) -> None:
    """Show a panel, with a complete order on the map; an empty one as the order sheet.

    With `is_named` the button that gives the order names it, for one that its player has not put together.
    """
    if at.subject.kind == PENDING and not (at.filled or at.picked or at.page or refused):
        await show_sheet(call, campaign, at.subject.seat)
        return
    title = plain(call.signs.beside(campaign.title, call.name(at.subject.seat)))
    page = panel_page(at, title, refused, call.bot.emojis.of(call.game), is_named=is_named)

    async def drawn() -> Page:
        return replace(page, pictures=await previews(call, at))

    await call.say_with(page, drawn())


async def open_panel(call: ActionContext) -> None:
    """Open a panel: campaign, seat and kind are in the id.

    Raises:
        NotNow: if nothing of this kind can be decided now.
    """
    campaign = await campaign_of(call, call.args[0])
    seat, kind = call.args[1], call.args[2]

    def opened(service: Service) -> Panel | None:
        subject = panel_state.subject_of(service, call.user, campaign.id, seat, kind, call.language)
        return None if subject is None else panel_state.panel(service, call.user, subject)

    at = await call.look(opened)
    if at is None:
        raise NotNow(words(N_("you cannot give that kind of order now")))
    await show(call, campaign, at)


# -- what was pressed --------------------------------------------------------------------------------


def named(service: Service, call: ActionContext, page: int = 0) -> Panel | None:
    """Return the present panel that a button belongs to; None if its question is closed."""
    number, entry, seat, state = int(call.args[0]), call.args[1], call.args[2], call.args[3]
    subject = panel_state.subject_of(service, call.user, number, seat, state[0], call.language)
    if subject is None or (state[0] in (PENDING, CHANGE) and str(subject.entry) != entry):
        return None
    return panel_state.panel(service, call.user, subject, page)


async def pick_and_show(call: ActionContext, act: Callable[[Service, Panel], Panel], page: int = 0) -> None:
    """Change the panel that was pressed, unless this press was carried out before; then show it."""
    campaign = await campaign_of(call, call.args[0])

    def carried(service: Service) -> _Found:
        at = named(service, call, page)
        if at is None or at.state != call.args[3]:
            return _Found(at)
        try:
            return _Found(act(service, at))
        except Refusal as refused:
            return _Found(at, refused)

    found = await call.look(carried)
    if found.panel is None:
        await show_sheet(call, campaign, call.args[2], [plain(call.text(CLOSED))])
    else:
        await show(call, campaign, found.panel, found.refused)


async def _ask(call: ActionContext) -> None:
    values = call.values or tuple(map(unsafe, call.args[4:5]))
    await pick_and_show(call, lambda service, at: panel_state.pick(service, call.user, at, values))


async def _first(call: ActionContext) -> None:
    """Pick a verb and what its order begins with at once."""
    verb, values = unsafe(call.args[4]), call.values
    await pick_and_show(
        call, lambda service, at: panel_state.pick(service, call.user, panel_state.led(at, verb), values)
    )


async def _page(call: ActionContext) -> None:
    await pick_and_show(call, lambda service, at: at, int(call.args[4]))


async def _back(call: ActionContext) -> None:
    await pick_and_show(call, lambda service, at: panel_state.back(service, call.user, at))


async def _again(call: ActionContext) -> None:
    await pick_and_show(call, lambda service, at: panel_state.keep(service, call.user, at, Filled()))


# -- typing ------------------------------------------------------------------------------------------


async def _type(call: ActionContext) -> None:
    """Ask, in a form, for the next item.

    Raises:
        NotNow: if it is no longer asked.
    """
    await campaign_of(call, call.args[0])
    at = await call.look(lambda service: named(service, call))
    if at is None or not isinstance(at.now, Step):
        raise NotNow(words(N_("that decision is no longer open")))
    now, reader = at.now, at.subject.reader
    prompt = speak(now.prompt, reader.language, reader.lexicon.label)
    label = call.text(N_("Your answer"))
    if now.kind == "number":
        label = call.text(N_("From {least} to {most}"), least=now.least, most=now.most)
    modal = ActionModal(call.name(at.subject.seat), "ask_typed", *at.place)
    is_text = now.kind == "text"
    longest = min(now.most, 4_000) if is_text else LONGEST_TYPED
    required = not is_text or now.least > 0
    await call.modal(modal.ask("said", label, note=prompt, long=is_text, required=required, longest=longest))


async def _typed(call: ActionContext) -> None:
    await pick_and_show(call, lambda service, at: _take(service, call, at, call.field("said")))


def _take(service: Service, call: ActionContext, at: Panel, text: str) -> Panel:
    now, subject = at.now, at.subject
    if isinstance(now, Built):
        return at
    if now.kind == "text":
        filled = at.filled.plus(text)
    elif now.kind == "number":
        filled = at.filled.plus(now.take(text))
    else:
        filled = steps.typed(subject.choice, at.filled, text, subject.reader)
    return panel_state.keep(service, call.user, at, steps.forward(subject.choice, filled, subject.reader))


# -- giving ------------------------------------------------------------------------------------------


async def _give(call: ActionContext) -> None:
    """Give the order that is built, then show the receipt."""
    await _give_as(call, lambda at: at)


async def _give_all(call: ActionContext) -> None:
    """Give the order that takes everything of the list that is asked for."""
    await _give_as(call, panel_state.with_all)


async def _give_as(call: ActionContext, whole: Callable[[Panel], Panel | None]) -> None:
    """Give the order of the panel that `whole` makes of the one that was pressed."""
    campaign = await campaign_of(call, call.args[0])

    def given(service: Service) -> _Found:
        at = named(service, call)
        if (done := service.done(call.message)) is not None:
            return _Found(None, receipt=done)
        if at is None or at.state != call.args[3]:
            return _Found(at)
        made = whole(at)
        if made is None or not isinstance(made.now, Built):
            return _Found(at)
        try:
            receipt = _submitted(service, call, made, made.now)
        except Refusal as refused:
            panel_state.drop(service, call.user, at.subject)
            return _Found(panel_state.panel(service, call.user, at.subject), refused)
        panel_state.drop(service, call.user, at.subject)
        return _Found(made, receipt=receipt)

    found = await call.do(given)
    if found.receipt is not None:
        said = await _receipt(call, found)
        await show_sheet(call, campaign, call.args[2], said)
    elif found.panel is None:
        await show_sheet(call, campaign, call.args[2], [plain(call.text(CLOSED))])
    else:
        await show(call, campaign, found.panel, found.refused)


def _submitted(service: Service, call: ActionContext, at: Panel, built: Built) -> Receipt[Any]:
    """Submit the order according to its kind; an officer's is a suggestion."""
    subject, message = at.subject, call.message
    campaign, seat = subject.campaign, subject.seat
    if subject.role != COMMANDER:
        return service.do(message, campaign, teams.suggest, seat, built.text, subject.reader.language)
    if subject.kind == ASIDE:
        return service.do(message, campaign, playing.aside, seat, built.answer)
    if subject.kind == CHANGE:
        return service.do(message, campaign, playing.amend, seat, built.answer, subject.entry)
    if subject.kind == STANDING:
        return service.do(
            message, campaign, playing.set_standing, seat, [*service.standing(campaign, seat), built.text]
        )
    return service.do(message, campaign, playing.submit, seat, built.answer, subject.entry)


async def _suggest(call: ActionContext) -> None:
    """Show the suggested answer to the question, with the button that gives it."""
    campaign = await campaign_of(call, call.args[0])
    seat, entry = call.args[1:3]

    def suggested(service: Service) -> tuple[Panel | None, str]:
        subject = panel_state.subject_of(service, call.user, campaign.id, seat, PENDING, call.language)
        found = service.look(campaign.id, suggesting.suggestion, seat, call.language)
        if subject is None or found is None or str(subject.entry) != entry or subject.role != COMMANDER:
            return None, ""
        at = panel_state.panel(service, call.user, subject)
        if not found.filled:
            return at, found.text
        return panel_state.keep(service, call.user, at, found.filled), ""

    at, orders = await call.look(suggested)
    if at is None:
        await show_sheet(call, campaign, seat, [plain(call.text(CLOSED))])
    elif orders:
        await pasting.order(call, campaign, seat, orders)  # asks whether they are meant
    else:
        await show(call, campaign, at, is_named=True)


async def _spare(call: ActionContext) -> None:
    """Ask a seat no reactions until the turn ends, once an answer that this gives is confirmed; or ask them
    again.
    """
    campaign = await campaign_of(call, call.args[0])
    seat, confirmed = call.args[1], int(call.args[3]) if len(call.args) > 3 else 0

    def spare(service: Service) -> OpenReaction | None:
        try:
            if call.args[2] == "1":
                service.do(call.message, campaign.id, suggesting.spare, seat, call.language, confirmed)
            else:
                service.do(call.message, campaign.id, suggesting.ask_again, seat)
        except OpenReaction as refused:
            return refused
        return None

    if (opened := await call.do(spare)) is None:
        await show_sheet(call, campaign, seat)
        return
    label = call.text(N_("Give “{order}”"), order=Verbatim(opened.order))
    give = button(label, "ask_spared", campaign.id, seat, 1, opened.entry, style=GREEN)
    back = button(call.text(N_("Order sheet")), "orders_of", campaign.id, seat)
    said = [plain(call.signs.sentence(call.text(opened.why.template, **opened.why.values)))]
    await call.say(
        Page(body=[*said, plain(call.text(suggesting.SPARED))], rows=[[give, back]], colour=RED_INK)
    )


async def _receipt(call: ActionContext, found: _Found) -> list[str]:
    """Confirm an order: its text, and how long it may be taken back."""
    at, receipt, kind = found.panel, found.receipt, call.args[3][0]
    assert receipt is not None
    lines = []
    if at is not None and isinstance(at.now, Built):
        lines.append(f"✓ **{plain(at.now.text)}**")
    if at is not None and at.subject.role != COMMANDER:
        return [*lines, plain(call.text(N_("Suggested. Your commander can give the order with one press.")))]
    if kind == STANDING:
        return [
            *lines,
            plain(call.text(N_("Your standing order is set. Nobody else can see that you have one."))),
        ]
    number, seat = receipt.campaign, call.args[2]

    def can_take_back(service: Service) -> bool:
        return (
            service.look(number, queries.answered, seat) is None
            and service.look(number, undo.to_take_back, seat) is not None
        )

    if not await call.look(can_take_back):
        return lines
    until = N_("You may take it back until something is rolled, drawn or revealed, or another seat acts.")
    return [*lines, f"-# {plain(call.text(until))}"]


async def _try(call: ActionContext) -> None:
    """Show which orders a standing order that is being built would give now.

    Raises:
        NotNow: if it is no longer being built.
    """
    campaign = await campaign_of(call, call.args[0])

    def tried(service: Service) -> list[str]:
        at = named(service, call)
        if at is None or not isinstance(at.now, Built):
            raise NotNow(words(N_("that decision is no longer open")))
        language = call.language
        return service.look_as(
            call.message, campaign.id, playing.rehearse_standing, call.args[2], [at.now.text], language
        )

    lines = await call.look(tried)
    if not lines:
        await call.note(N_("In the present position it would give no order."))
        return
    await call.note(
        N_("In the present position it would order: {orders}"), orders=[Verbatim(x, 400) for x in lines]
    )


ACTIONS = {
    "ask": Action(_ask, "update"),
    "ask_open": Action(open_panel, "update"),
    "ask_page": Action(_page, "update"),
    "ask_back": Action(_back, "update"),
    "ask_again": Action(_again, "update"),
    "ask_type": Action(_type, "modal"),
    "ask_typed": Action(_typed, "update"),
    "ask_first": Action(_first, "update"),
    "ask_give": Action(_give, "update"),
    "ask_give_all": Action(_give_all, "update"),
    "ask_suggested": Action(_suggest, "update"),
    "ask_spared": Action(_spare, "update"),
    "ask_try": Action(_try),
}
