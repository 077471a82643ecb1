"""Acts of the buttons of unfinished and disputed games: dossier, ruling, appeal, stopped games."""

from __future__ import annotations

from adjudicator.core.language.errors import NotUnderstood, Verbatim
from adjudicator.core.language.words import N_, words
from frontends.discord.context.action_context import Action, ActionContext
from frontends.discord.ui.items import ActionModal
from service.usecases.tournaments import results, staff
from tournaments.state import Result

from .acting import do
from .choosing import DIGITS, book_of, level_named
from .disputes import DRAW, show_dossier


async def _dossier(call: ActionContext) -> None:
    await show_dossier(call, *call.args)


async def _ask_reason(call: ActionContext, title: str, action: str) -> None:
    modal = ActionModal(title, action, *call.args)
    await call.modal(modal.ask("why", call.text(N_("Reason")), long=True))


async def _ask_ruling(call: ActionContext) -> None:
    modal = ActionModal(call.text(N_("Your ruling")), "tournament_rule_in", *call.args)
    modal = modal.ask("why", call.text(N_("Reason")), long=True)
    if call.args[2] != DRAW:
        book = await book_of(call, call.args[0])
        levels = [call.text(said) for said in book.game.levels.values()]
        modal = modal.ask(
            "margin", call.text(N_("Margin of the winner in points")), required=False, longest=DIGITS
        )
        if levels:
            note = call.text(N_("{options:or}, or empty"), options=[Verbatim(level) for level in levels])
            modal = modal.ask("level", call.text(N_("Level of victory")), note=note, required=False)
    await call.modal(modal)


async def _rule(call: ActionContext) -> None:
    (_, game, winner), why = call.args, call.field("why")
    if winner == DRAW:
        ruled = Result("panel", [], 1)
    else:
        margin = call.field("margin").strip() or "0"
        if not margin.isdecimal():
            raise NotUnderstood(margin, words(N_("a number")))
        level = level_named(call, await book_of(call, call.args[0]), call.field("level"))
        ruled = Result("panel", [winner], margin=int(margin), level=level)
    await do(call, results.rule, game, ruled, why)


async def _ask_appeal(call: ActionContext) -> None:
    await _ask_reason(call, call.text(N_("Appeal")), "tournament_appeal_in")


async def _appeal(call: ActionContext) -> None:
    (_, game), why = call.args, call.field("why")
    await do(call, results.appeal, game, why)


async def _ask_pause(call: ActionContext) -> None:
    await _ask_reason(call, call.text(N_("Stop all games and clocks")), "tournament_pause_in")


async def _pause(call: ActionContext) -> None:
    why = call.field("why")
    await do(call, staff.pause, "", why)


async def _go_on(call: ActionContext) -> None:
    await do(call, staff.go_on, "")


ACTIONS = {
    "tournament_dossier": Action(_dossier),
    "tournament_rule": Action(_ask_ruling, "modal"),
    "tournament_rule_in": Action(_rule, "update"),
    "tournament_appeal": Action(_ask_appeal, "modal"),
    "tournament_appeal_in": Action(_appeal, "update"),
    "tournament_pause": Action(_ask_pause, "modal"),
    "tournament_pause_in": Action(_pause, "update"),
    "tournament_go_on": Action(_go_on, "update"),
}
