"""A new tournament, and the files of one: report, standings, log and verifier."""

from __future__ import annotations

import json
from pathlib import Path

from adjudicator.core.language.errors import NotUnderstood
from adjudicator.core.language.words import N_, words
from frontends.discord.context.action_context import ActionContext
from frontends.discord.context.autocomplete import Offer, offered
from frontends.discord.ui.items import Interaction
from frontends.discord.ui.pages import Page, Raw, marked, plain
from service.api import Service
from service.text import calendar_file
from service.text.localizer import Localizer
from service.text.terms import game_title
from service.text.tournament_report import as_markdown
from service.usecases.tournaments import export, reporting
from service.usecases.tournaments.founding import TournamentPlan
from service.usecases.tournaments.rating import is_lopsided
from service.values.time_control import PRESETS
from tournaments import trf, verify
from tournaments.rules import COMMON_TIE_BREAKS, PLACES, TABLE_TIE_BREAKS, Rules

from .choosing import book_of
from .page import show

MOST_BID = 5
"""The largest bid of a tournament that is created here; the form in a browser sets another."""


async def scenarios(interaction: Interaction, current: str) -> list[Offer]:
    """Offer the scenarios of all games, by their titles."""
    call, found = ActionContext(interaction), list[tuple[str, str]]()
    for game in call.bot.games.values():
        t = Localizer(call.language, game.lexicon.label)
        for one in game.scenarios():
            name = t.signs.beside(game_title(game, t.language), t.name(one.roster_of or one.id))
            found.append(
                (t.signs.added(name, t.signs.comma.join(map(t.name, one.seats))), f"{game.id}/{one.id}")
            )
    return offered(found, current)


async def found(
    call: ActionContext,
    title: str,
    scenario: str,
    format: str,
    sides: str,
    rounds: int,
    days: int,
    clock: str,
) -> None:
    """Create a tournament that the caller directs; the other fields have the defaults of the form in the
    browser.
    """
    games = call.bot.games
    name, _, id = scenario.partition("/")
    named = [one for one in games[name].scenarios() if one.id == id] if name in games else []
    if not named:
        raise NotUnderstood(scenario, words(N_("a scenario from the list")))
    ratings = await call.look(lambda service: service.tournaments.ratings())
    size = len(named[0].seats)
    is_pair = size == 2
    is_both = is_pair and format not in ("elimination", "ladder") and is_lopsided(ratings, name, id)
    sides = sides or ("both" if is_both else "lot")
    bid_for = named[0].seats[0] if sides == "bid" else ""
    rules = Rules(
        format=format,
        seats=list(named[0].seats),
        rounds=rounds,
        sides=sides,
        bid_for=bid_for,
        most_bid=MOST_BID if bid_for else 0,
        days=days,
        absence=21,
        scoring="won" if is_pair else "places",
        places=[] if is_pair else [*PLACES[:size]],
        tie_breaks=[*(COMMON_TIE_BREAKS if is_pair else TABLE_TIE_BREAKS)],
    )
    plan = TournamentPlan(title, name, id, rules, pace=PRESETS[clock])
    receipt = await call.do(lambda service: service.tournaments.found(call.message, plan))
    await show(call, str(receipt.campaign))


async def files(call: ActionContext, text: str | None) -> None:
    """Give the report, the standings, the log and the program that verifies it."""
    book = await book_of(call, text)

    def made(service: Service) -> list[tuple[str, bytes]]:
        t = Localizer(call.language, book.game.lexicon.label)
        log = json.dumps(service.tournaments.export(book.row.id), ensure_ascii=False, indent=1)
        texts = {
            "report.markdown": as_markdown(reporting.report(book, t)),
            "standings.csv": export.as_csv(book),
            **({"event.trf": export.as_trf(book)} if trf.can_write(book.t.rules) else {}),
            **({calendar_file.NAME: dates} if (dates := export.as_calendar(book, t)) else {}),
            "log.json": log,
            "verify.py": Path(verify.__file__).read_text(encoding="utf-8"),
        }
        return [(name, content.encode()) for name, content in texts.items()]

    said = marked(
        N_("Anyone can verify it: {command}"), call.language, command=Raw("`python verify.py log.json`")
    )
    await call.say(Page(title=plain(book.row.title), body=[said], files=await call.look(made)))
