"""Orders as text: lines completed as they are typed, refusals, progress of a batch (architecture.md §1.8)."""

from __future__ import annotations

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_
from frontends.discord.context.action_context import ActionContext
from frontends.discord.context.autocomplete import Offer
from frontends.discord.ui.items import LONGEST_LABEL, MOST_OPTIONS, cut
from frontends.discord.ui.pages import plain
from service.api import Service
from service.text.explain import Explanation
from service.values.receipts import BatchResult
from service.wizard.left_open import MISSED

from .panel_state import require_adviser

MOST_BARRED = 3
"""The number of closed lines that are offered where nothing is open, for their refusal says why."""
LONGEST_LINE = 1_500


# -- completing --------------------------------------------------------------------------------------


def offers(service: Service, user: str, campaign: int, seat: str, language: str, typed: str) -> list[Offer]:
    """Offer the completions of a beginning; barred ones only if there is no other.

    The platform takes no more than 100 characters of an offer. Of a longer line the end is shown; the whole
    is stored, for its reader alone, until it is sent (`whole_line`).

    Raises:
        NotNow: if the user neither commands the seat nor is an officer of it.
    """
    require_adviser(service, user, campaign, seat)
    typed = whole_line(service, user, campaign, seat, typed)
    found = service.completions(campaign, seat, typed, language)
    lines = [line.text for line in found if line.bar is None]
    lines = lines or [line.text for line in found[:MOST_BARRED]]
    lexicon = service.game(campaign).lexicon
    shown = {short(lexicon.marked(line, language)): line for line in lines}
    long = {name: line for name, line in shown.items() if name.startswith("…")}
    if long:
        sheet = _long_lines(campaign, seat)
        service.channels.keep_sheet(sheet, user, dict(long), durable=False)
    offered = {name: name if name in long else line for name, line in shown.items()}
    return [Offer(name=name, value=value) for name, value in [*offered.items()][:MOST_OPTIONS]]


def short(line: str) -> str:
    """Return the form of a line that is offered: the whole, or its end."""
    return line if len(line) <= LONGEST_LABEL else f"…{line[1 - LONGEST_LABEL :]}"


def whole_line(service: Service, user: str, campaign: int, seat: str, text: str) -> str:
    """Return the whole of a line that was offered short, with what has been typed after it."""
    if not text.startswith("…"):
        return text
    kept = service.channels.sheet(_long_lines(campaign, seat), user) or {}
    for name, line in kept.items():
        if text.startswith(name):
            return f"{line}{text.removeprefix(name)}"
    return text


def _long_lines(campaign: int, seat: str) -> str:
    return f"line/{campaign}/{seat}"


# -- refusing ----------------------------------------------------------------------------------------


def refused_lines(call: ActionContext, said: Explanation) -> list[str]:
    """Return an explanation as lines: the reason of a refusal, what was understood, what is allowed."""
    lines = [f"⛔ {plain(said.why)}"]
    if said.understood:
        lines.append(
            plain(call.text(N_("Understood: {order}"), order=Verbatim(said.understood, LONGEST_LINE)))
        )
    if said.allowed:
        lines.append(plain(call.text(N_("Possible:"))))
        lines += [f"> {plain(cut(one, LONGEST_LABEL * 2))}" for one in said.allowed]
    return lines


def carried_lines(call: ActionContext, result: BatchResult) -> list[str]:
    """Return the lines on the progress of a batch, why it stopped, and what becomes of the rest."""
    lines = []
    if result.noted:
        lines += [plain(call.text(N_("Until this turn's battles are over:"))), *map(plain, result.noted)]
    if result.done or (result.how == "done" and not result.noted):
        lines.append(f"✓ {plain(call.text(N_('Orders carried out: {n}.'), n=result.done))}")
    if result.could:
        lines.append(plain(call.text(MISSED, orders=result.could)))
    if (why := result.why) is not None:
        lines.append(plain(call.signs.sentence(call.text(why.template, **why.values))))
    if result.how == "suspended":
        lines.append(plain(call.text(N_("The rest is held until your next decision."))))
    elif result.how == "stopped" and result.draft:
        lines.append(plain(call.text(N_("The rest was not carried out; it is saved as a draft."))))
    return lines
