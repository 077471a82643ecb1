"""`/referee edit`: a change of the position, typed as lines, previewed, then entered with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.words import N_, words
from adjudicator.core.orders.orders import LineRefused
from frontends.discord.context.action_context import Action, ActionContext
from frontends.discord.ui.items import RED, ActionModal, button, cut
from frontends.discord.ui.pages import GOLD, RED_INK, RULE, Page, plain
from service.api import Service
from service.text import telling
from service.values.receipts import Edited
from service.values.records import Preview, Receipt
from service.values.words import LONGEST_REASON, speak

from .require_referee import done, judged

LONGEST_EDIT = 3_500
MOST_CHANGES = 15
"""The most changes of one kind that are shown; all of them are posted."""
LONGEST_CHANGE = 200


async def form(call: ActionContext) -> None:
    """Ask, in a form, for the lines and the reason; it shows those tried last."""
    campaign = await judged(call, call.args[0] if call.args else None)
    kept = await call.look(lambda service: service.channels.sheet(_sheet(campaign.id), call.user)) or {}
    modal = ActionModal(call.text(N_("Edit the position")), "edit_try", campaign.id)
    note = call.text(N_("One per line: {example}"), example=Verbatim("turn = 2"))
    label = call.text(N_("Changes"))
    modal.ask("lines", label, note=note, value=str(kept.get("lines", "")), long=True, longest=LONGEST_EDIT)
    reason = call.text(N_("The reason; everyone can read it"))
    await call.modal(modal.ask("why", reason, value=str(kept.get("why", "")), longest=LONGEST_REASON))


def _sheet(campaign: int) -> str:
    """Return the name under which the store keeps the lines between the try and the entry."""
    return f"edit/{campaign}"


async def _try(call: ActionContext) -> None:
    """Preview the change; the referee's look is logged before."""
    campaign = await judged(call, call.args[0])
    lines, why = call.field("lines"), call.field("why").strip()

    kept = {"lines": lines, "why": why}
    await call.look(lambda service: service.channels.keep_sheet(_sheet(campaign.id), call.user, dict(kept)))
    row = [button(call.text(N_("Edit …")), "edit_form", campaign.id)]
    body, colour = [*(f"> {plain(line)}" for line in lines.splitlines()), RULE], RED_INK
    try:
        preview = await call.do(lambda service: service.try_edit(call.message, campaign.id, lines))
    except LineRefused as refused:
        body.append(f"⛔ {plain(telling.refusal(refused, call.language, call.label))}")
    else:
        body += _shown(call, preview)
        if not preview.problems:
            place, do_it = (campaign.id, preview.head[:16]), call.text(N_("Apply, and tell everyone"))
            row.insert(0, button(do_it, "edit_do", *place, style=RED))
            colour = GOLD
    title = plain(call.text(N_("Edit the position")))
    await call.say(Page(title=title, body=body, rows=[row], colour=colour))


def _shown(call: ActionContext, preview: Preview) -> Iterator[str]:
    """Yield the refusal of the change, or its preview: for all, and for each seat."""
    for problem in preview.problems:
        yield f"⛔ {plain(speak(problem, call.language, call.label))}"
    if preview.problems:
        return
    yield f"**{plain(call.text(N_('What everyone will see')))}**"
    yield from _listed(call, preview.public)
    for seat, changes in preview.private.items():
        yield f"**{plain(call.text(N_('What only {seat} will see'), seat=seat))}**"
        yield from _listed(call, changes)
    for cup, size in preview.sizes.items():
        yield f"-# {plain(call.text(N_('{cup}: {n} after the change'), cup=Verbatim(cup), n=size))}"


def _listed(call: ActionContext, changes: Mapping[str, list[str]]) -> Iterator[str]:
    for path, (before, after) in list(changes.items())[:MOST_CHANGES]:
        line = f"{path}{call.signs.colon}{before or '–'} → {after or '–'}"
        yield f"- {plain(cut(line, LONGEST_CHANGE))}"
    if len(changes) > MOST_CHANGES:
        yield f"- {plain(call.text(N_('{n} more'), n=len(changes) - MOST_CHANGES))}"
    if not changes:
        yield f"- {plain(call.text(N_('nothing')))}"


async def _do(call: ActionContext) -> None:
    """Enter the change as it was tried.

    Raises:
        NotNow: if nothing was tried, or the game has gone on since.
    """
    campaign = await judged(call, call.args[0])

    def entered(service: Service) -> Receipt[Edited]:
        kept = service.channels.sheet(_sheet(campaign.id), call.user)
        if (before := service.done(call.message)) is not None:
            return before
        if kept is None:
            raise NotNow(words(N_("you have not previewed an edit; start with /referee edit")))
        lines, why = str(kept["lines"]), str(kept["why"])
        receipt = service.edit(call.message, campaign.id, lines, why, call.args[1])
        service.channels.keep_sheet(_sheet(campaign.id), call.user, None)
        return receipt

    await done(
        call,
        await call.do(entered),
        N_("The position has been edited. Everyone can read what changed and why."),
    )


ACTIONS = {
    "edit_form": Action(form, "modal"),
    "edit_try": Action(_try),
    "edit_do": Action(_do, "update"),
}
