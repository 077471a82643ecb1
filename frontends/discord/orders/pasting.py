"""Orders given as text: one line by a command, or a whole set in a form."""

from __future__ import annotations

from msgspec import Struct

from adjudicator.core.choices.plain import SURE, UNCONFIRMED
from adjudicator.core.language.errors import NotNow, Refusal, Verbatim
from adjudicator.core.language.words import N_, Words, words
from frontends.discord.context.action_context import Action, ActionContext
from frontends.discord.context.resolve_campaign import campaign_of
from frontends.discord.ui.items import BLUE, GREEN, RED, ActionModal, button
from frontends.discord.ui.pages import RED_INK, Page, plain
from service.api import Service
from service.text.explain import Explanation
from service.usecases.play import battle_orders, playing
from service.usecases.seats import teams
from service.usecases.seats.teams import COMMANDER
from service.values.receipts import BatchResult, Suggested
from service.values.records import Campaign
from service.wizard.filled import Filled
from service.wizard.left_open import Unconfirmed

from . import line, questions
from .line import carried_lines, refused_lines
from .panel_state import require_adviser
from .sheet import show_sheet

LONGEST_SET = 4_000
"""Characters of a set of orders, as many as a form takes."""
TEXT = "text"
"""The key under which a refused text is kept as its user's draft."""


async def order(
    call: ActionContext, campaign: Campaign, seat: str, text: str, head: str = "", confirmed: str = ""
) -> None:
    """Give or suggest orders; then show the order sheet, the refusal, or the phase that they would end.

    `help`, `why` and `undo` are answered instead.
    """
    if await questions.answered(call, campaign, seat, text):
        return
    done = await call.do(lambda service: _ordered(service, call, campaign, seat, text, head, confirmed))
    match done:
        case Unconfirmed():
            said = plain(call.signs.sentence(call.text(done.why.template, **done.why.values)))
            label = call.text(N_("Give “{order}”"), order=Verbatim(done.shown))
            give = button(label, "confirm_end", campaign.id, seat, done.state, head, style=GREEN)
            sheet = button(call.text(N_("Order sheet")), "orders_of", campaign.id, seat)
            await call.say(Page(body=[said], rows=[[give, sheet]], colour=RED_INK))
        case Unsure():
            said = plain(call.signs.sentence(call.text(done.why.template, **done.why.values)))
            give = button(call.name(done.order), "confirm_final", campaign.id, seat, head, style=RED)
            sheet = button(call.text(N_("Order sheet")), "orders_of", campaign.id, seat)
            await call.say(Page(body=[f"⛔ {said}"], rows=[[give, sheet]], colour=RED_INK))
        case Explanation():
            retry = button(call.text(N_("Edit …")), "paste", campaign.id, seat, head, style=BLUE)
            sheet = button(call.text(N_("Order sheet")), "orders_of", campaign.id, seat)
            rows = [[retry, sheet]] if campaign.state == "playing" else []
            await call.say(Page(body=refused_lines(call, done), rows=rows, colour=RED_INK))
        case Suggested():
            said = plain(call.text(N_("Suggested. Your commander can give the order with one press.")))
            await show_sheet(call, campaign, seat, [said])
        case BatchResult():
            await show_sheet(call, campaign, seat, carried_lines(call, done))


class Unsure(Struct, frozen=True):
    """An order that cannot be taken back and was not confirmed: its id, and the refusal."""

    order: str
    why: Words


def _ordered(
    service: Service, call: ActionContext, campaign: Campaign, seat: str, text: str, head: str, confirmed: str
) -> BatchResult | Suggested | Explanation | Unconfirmed | Unsure:
    """Return the result for a commander, the suggestion for an officer; what is refused stays as a draft."""
    role = require_adviser(service, call.user, campaign.id, seat)
    text = line.whole_line(service, call.user, campaign.id, seat, text)
    result: BatchResult | Suggested
    try:
        if role == COMMANDER:
            result = service.do(
                call.message, campaign.id, playing.order, seat, text, call.language, head, confirmed
            ).result
        else:
            result = service.do(call.message, campaign.id, teams.suggest, seat, text, call.language).result
    except Unconfirmed as refused:
        service.keep_draft(campaign.id, call.user, seat, TEXT, Filled((text,)))
        return refused
    except Refusal as refused:
        service.keep_draft(campaign.id, call.user, seat, TEXT, Filled((text,)))
        if refused.why.template == UNCONFIRMED and len(text.split()) == 1:
            return Unsure(str(refused.why.values["order"]), refused.why)
        return service.explain(campaign.id, seat, text, refused, call.language)
    service.drop_draft(campaign.id, call.user, seat, TEXT)
    return result


# -- the form ----------------------------------------------------------------------------------------


async def _paste(call: ActionContext) -> None:
    """Ask, in a form, for a whole set of orders; it begins with the rest of the last set."""
    campaign = await campaign_of(call, call.args[0])
    seat, head = call.args[1], call.args[2] if len(call.args) > 2 else ""

    def kept(service: Service) -> str:
        require_adviser(service, call.user, campaign.id, seat)
        draft = service.draft(campaign.id, call.user, seat, TEXT)
        if draft is not None and draft.filled:
            return str(draft.filled.picks[0])
        queue = service.batch(campaign.id, seat)
        return "" if queue is None else "\n".join(map(str, queue.lines))

    text = await call.look(kept)
    modal = ActionModal(call.text(N_("Orders for {seat}"), seat=seat), "pasted", campaign.id, seat, head)
    note = call.text(N_("One order per line, or separate them with “;”. “#” starts a comment."))
    await call.modal(
        modal.ask("text", call.text(N_("Orders")), note=note, value=text, long=True, longest=LONGEST_SET)
    )


async def _plan(call: ActionContext) -> None:
    """Ask, in a form, for orders for the battles of the turn; its default text fights to the end."""
    campaign = await campaign_of(call, call.args[0])
    seat, head = call.args[1:3]

    def draft(service: Service) -> str:
        require_adviser(service, call.user, campaign.id, seat)
        return service.look(campaign.id, battle_orders.draft, seat, call.language)

    if not (text := await call.look(draft)):
        raise NotNow(words(N_("that battle is over")))
    modal = ActionModal(
        call.text(N_("Battle orders for {seat}"), seat=seat), "pasted", campaign.id, seat, head
    )
    note = call.text(N_("The first line that fits is carried out. Lines that begin with “#” do nothing."))
    label = call.text(N_("Until this turn's battles are over"))
    await call.modal(modal.ask("text", label, note=note, value=text, long=True, longest=LONGEST_SET))


async def _pasted(call: ActionContext) -> None:
    campaign = await campaign_of(call, call.args[0])
    await order(call, campaign, call.args[1], call.field("text"), call.args[2] if len(call.args) > 2 else "")


async def _confirm(call: ActionContext) -> None:
    """Give the order that ends a turn or phase, as it was shown."""
    campaign, (seat, state) = await campaign_of(call, call.args[0]), call.args[1:3]
    draft = await call.look(lambda service: service.draft(campaign.id, call.user, seat, TEXT))
    if draft is None or not draft.filled:
        raise NotNow(words(N_("that decision is no longer open")))
    await order(call, campaign, seat, str(draft.filled.picks[0]), "".join(call.args[3:]), state)


async def _confirm_final(call: ActionContext) -> None:
    """Give an order that cannot be taken back, as it was typed."""
    campaign, seat = await campaign_of(call, call.args[0]), call.args[1]
    draft = await call.look(lambda service: service.draft(campaign.id, call.user, seat, TEXT))
    if draft is None or not draft.filled:
        raise NotNow(words(N_("that decision is no longer open")))
    await order(call, campaign, seat, f"{draft.filled.picks[0]} {call.name(SURE)}", "".join(call.args[2:]))


async def _drop(call: ActionContext) -> None:
    """Drop the rest of a set."""
    campaign, seat = await campaign_of(call, call.args[0]), call.args[1]
    await call.do(lambda service: service.do(call.message, campaign.id, playing.drop_batch, seat))
    await show_sheet(call, campaign, seat, [plain(call.text(N_("These orders have been discarded.")))])


ACTIONS = {
    "paste": Action(_paste, "modal"),
    "battle_plan": Action(_plan, "modal"),
    "pasted": Action(_pasted, "update"),
    "confirm_end": Action(_confirm, "update"),
    "confirm_final": Action(_confirm_final, "update"),
    "drop_batch": Action(_drop, "update"),
}
