"""The founding of a tournament: its card, its seeds, its rules."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, to_builtins

from adjudicator.core.language.errors import NotNow, NotUnderstood
from adjudicator.core.language.terms import SILENT
from adjudicator.core.language.words import N_, words
from service.storage.tournaments.register import TournamentRow
from service.unit_of_work.context import ServiceContext
from service.usecases.seats import founding
from service.values.records import Message, Plan
from service.values.time_control import TimeControl
from service.values.words import plain
from tournaments.log import Log, seeds
from tournaments.rules import EDITION, Rules, Wrong, check

NAMES = {
    "format": N_("format"),
    "seats": N_("seats"),
    "rounds": N_("rounds"),
    "sides": N_("sides"),
    "bid_for": N_("the seat that is bid for"),
    "most_bid": N_("largest bid"),
    "margin": N_("largest margin"),
    "pool": N_("players in a pool"),
    "advance": N_("players who advance from a pool"),
    "reach": N_("places that a challenge may reach"),
    "days": N_("days of a round"),
    "unfinished": N_("games that do not end"),
    "delay": N_("hours until spectators see what was hidden"),
    "absence": N_("days of absence"),
    "third": N_("game for third place"),
    "rated": N_("rated"),
    "elsewhere": N_("games played elsewhere"),
    "scores": N_("points"),
    "scoring": N_("points of tables"),
    "places": N_("points for places"),
    "seeding": N_("seeding"),
    "half_byes": N_("rounds that a player may sit out"),
    "final": N_("players who go on to a final"),
    "levels": N_("points by level of victory"),
    "tie_breaks": N_("tie-breaks"),
}
"""The names of the rules of a tournament in sentences."""


class TournamentPlan(Struct, frozen=True):
    """The plan of a tournament.

    Attributes:
        title: what people call it.
        game, scenario, options, pace, modes: of all its games; `modes` as in `Plan`.
        rules: of the tournament; its seats are those of the scenario.
    """

    title: str
    game: str
    scenario: str
    rules: Rules
    options: dict[str, str] = {}
    pace: TimeControl = TimeControl()
    modes: dict[str, str] = {}


def campaign_plan(plan: TournamentPlan, referee: str, title: str) -> Plan:
    """Return the plan of one of its games."""
    return Plan(
        plan.game,
        plan.scenario,
        title,
        plan.options,
        plan.modes,
        referee,
        pace=plan.pace,
        neutral=True,
    )


def prepare(context: ServiceContext, plan: TournamentPlan) -> None:
    """Check a plan; nothing is stored.

    Raises:
        NotUnderstood: if there is no such game, scenario, option or value.
        NotNow: if its rules do not fit together.
    """
    try:
        check(plan.rules)
    except Wrong as wrong:
        values = {"field": words(NAMES[wrong.field]), "least": wrong.least, "most": wrong.most}
        if wrong.most:
            raise NotNow(
                words(N_("{field}: anything from {least} to {most} is allowed"), **values)
            ) from wrong
        raise NotNow(words(N_("{field}: this does not go with the other rules"), **values)) from wrong
    founding.prepare(context, campaign_plan(plan, "", plan.title))
    scenarios = {scenario.id: scenario for scenario in context.games[plan.game].scenarios()}
    if list(scenarios[plan.scenario].seats) != plan.rules.seats:
        raise NotNow(words(N_("{field}: this does not go with the other rules"), field=words(NAMES["seats"])))


def found(context: ServiceContext, message: Message, plan: TournamentPlan) -> TournamentRow:
    """Store a tournament; players may enter from now on.

    Raises:
        NotUnderstood: without a title.
    """
    title = plain(plan.title, founding.LONGEST_NAME)
    if not title:
        raise NotUnderstood(title, words(N_("a title")))
    name, root = f"tournament/{context.entropy(16).hex()}", context.entropy(32)
    chain = seeds(name, root)
    card: dict[str, Any] = {
        "name": name,
        "title": title,
        "edition": EDITION,
        "game": plan.game,
        "scenario": plan.scenario,
        "options": plan.options,
        "modes": context.games[plan.game].modes(plan.modes),
        "pace": _canonical(plan.pace),
        "rules": to_builtins(plan.rules),
        "anchor": chain[0].hex(),
    }
    entry = Log().append("card", context.clock(), card)
    row = TournamentRow(
        0, name, title, "entries", message.user, plan.pace.zone, 0, entry.body["n"] + 1, entry.head
    )
    context.tournaments.add(row, root, chain.checkpoints)
    context.tournaments.add_entry(row.id, entry)
    return row


def _canonical(pace: TimeControl) -> dict[str, Any]:
    """Return a time control as the log may hold it: without yes and no."""
    return {
        name: int(value) if isinstance(value, bool) else value for name, value in to_builtins(pace).items()
    }


def plan_of(card: dict[str, Any], rules: Rules) -> TournamentPlan:
    """Return the plan that a card holds."""
    pace = {**card["pace"], "tournament": bool(card["pace"]["tournament"])}
    return TournamentPlan(
        card["title"],
        card["game"],
        card["scenario"],
        rules,
        card["options"],
        TimeControl(**pace),
        {"default": SILENT, **card["modes"]},
    )
