"""The form of `/game new` as it is shown; `founding` carries out what is pressed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from discord import ui

from adjudicator.core.game.game import Game, Scenario, rosters
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.terms import ASK, Treatment
from adjudicator.core.language.words import N_, words
from frontends.discord.context.action_context import ActionContext
from frontends.discord.delivery.status_messages import STRICT
from frontends.discord.ui.items import GREEN, MOST_OPTIONS, button, menu, option
from frontends.discord.ui.pages import (
    RULE,
    Page,
    Raw,
    marked,
    person,
    plain,
    said,
)
from service.text.rulebook import heading_after
from service.text.telling import cited, whole
from service.text.terms import OPEN, cost, game_title
from service.values.time_control import terms

from .founding_form import EARLIER, PACE_NAMES, Form
from .rights import RIGHTS, missing


def page(call: ActionContext, id: str, form: Form) -> Page:
    """Return the form with its values, under its id."""
    game = call.game = call.bot.games[form.game]
    scenario = scenario_of(game, form)
    return Page(
        title=said(N_("New game"), call.language),
        body=list(_lines(call, game, scenario, form)),
        rows=list(_rows(call, id, game, scenario, form)),
    )


def scenario_of(game: Game, form: Form) -> Scenario:
    """Return the scenario that is chosen."""
    return next(scenario for scenario in game.scenarios() if scenario.id == form.scenario)


def _next_language(language: str) -> str:
    """Return the language that a press changes to: the next one, after the last the first."""
    ids = [*LANGUAGES]
    return ids[(ids.index(language) + 1) % len(ids)]


def _lines(call: ActionContext, game: Game, scenario: Scenario, form: Form) -> Iterator[str]:
    """Yield what the form has by now, as the players will agree to it, and the rights that the bot lacks."""
    name = game_title(game, call.language)
    yield f"**{plain(form.title or name)}**"
    yield plain(call.signs.beside(name, call.name(scenario.roster_of or scenario.id), _seats(call, scenario)))
    if form.options:
        yield plain(call.signs.beside(*(_option(call, *pair) for pair in form.options.items())))
    yield RULE
    yield plain(whole(call.text(N_("{terms}"), terms=terms(form.time)), call.language))
    yield from (plain(call.text(N_("{terms}"), terms=told)) for told in treatment(game, form).told())
    if form.strict:
        yield plain(call.text(STRICT))
    if form.players:
        kept = [f"{plain(call.name(seat))} {person(user)}" for seat, user in form.players.items()]
        people = Raw(call.signs.comma.join(kept))
        yield marked(N_("Proposed to: {people}"), call.language, people=people)
    if form.seed:
        yield f"**{plain(whole(call.text(OPEN), call.language))}**"
    yield marked(N_("Referee: {who}"), call.language, who=Raw(person(form.referee)))
    if form.neutral:
        yield plain(call.text(N_("The referee has no seat.")))
    lacking = [words(RIGHTS[right]) for right in missing(call)]
    if lacking:
        yield "-# " + plain(
            call.text(N_("Permissions the bot lacks and will do without: {rights}"), rights=lacking)
        )


def _rows(
    call: ActionContext, id: str, game: Game, scenario: Scenario, form: Form
) -> Iterator[Sequence[ui.Item[Any]]]:
    """Yield the menus; scenario and players are asked only where there is more than one."""

    def text(template: str, **values: object) -> str:
        return call.text(template, **values)

    games = [option(game_title(call.bot.games[g], call.language), g, chosen=g == form.game)
             for g in call.bot.games]  # fmt: skip
    yield [menu(text(N_("Game")), games, "new_game", id)]
    families = rosters(game.scenarios())
    scenarios = [
        option(call.name(name), _seated(family, scenario).id, chosen=scenario in family)
        for name, family in families.items()
    ]
    if len(scenarios) > 1:
        yield [menu(text(N_("Scenario")), scenarios, "new_scenario", id)]
    family = next(family for family in families.values() if scenario in family)
    if len(family) > 1:
        seats = [option(_seats(call, one), one.id, chosen=one == scenario) for one in family]
        yield [menu(text(N_("Players")), seats, "new_scenario", id, len(family))]
    yield from _options(call, id, game, scenario, form)
    yield from _windows(call, id, game, form)
    named = PACE_NAMES if form.earlier is None else {**PACE_NAMES, EARLIER: N_("As in the last game")}
    paces = [option(text(name), pace, chosen=pace == form.pace) for pace, name in named.items()]
    yield [menu(text(N_("Deadlines")), paces, "new_pace", id)]
    alone = [button(text(N_("Propose it to nobody")), "new_alone", id)] if form.players else []
    yield [
        button(text(N_("Name …")), "new_title", id),
        button(
            text(N_("Secrets: strict")) if form.strict else text(N_("Secrets: any delivery")),
            "new_strict",
            id,
            int(not form.strict),
        ),
        button(
            text(N_("Referee: no seat")) if form.neutral else text(N_("Referee: may play")),
            "new_neutral",
            id,
            int(not form.neutral),
        ),
        button(LANGUAGES[form.language].name, "new_language", id, _next_language(form.language)),
        *alone,
    ]
    yield [button(text(N_("Create game")), "new_found", id, style=GREEN)]


def _seated(family: Sequence[Scenario], scenario: Scenario) -> Scenario:
    """Return the scenario of a group with these seats, else the first."""
    return next((one for one in family if one.seats == scenario.seats), family[0])


def _seats(call: ActionContext, scenario: Scenario) -> str:
    return call.signs.comma.join(call.name(seat) for seat in scenario.seats)


def _option(call: ActionContext, name: str, value: str) -> str:
    """Return a menu's entry for an option with one of its values."""
    return f"{call.name(name)}{call.signs.colon}{call.name(value)}"


def _cited(call: ActionContext, game: Game, rule: str) -> str:
    """Return the citation of a rule with its heading."""
    name = call.name(cited(rule))
    return f"{name} {heading_after(name, game.name, rule, call.language)}".rstrip()


def _options(
    call: ActionContext, id: str, game: Game, scenario: Scenario, form: Form
) -> Iterator[Sequence[ui.Item[Any]]]:
    """Yield menus of up to 25 entries, one for each value of each option that is not its default."""
    listed = [
        option(
            _option(call, o.name, value),
            f"{o.name}={value}",
            _cited(call, game, o.rule),
            chosen=form.options.get(o.name) == value,
        )
        for o in scenario.options
        for value in o.values[1:]
    ]
    for n, at in enumerate(range(0, len(listed), MOST_OPTIONS)):
        some = listed[at : at + MOST_OPTIONS]
        text = call.text(N_("Options changed from the standard"))
        yield [menu(text, some, "new_options", id, n, least=0, most=len(some))]


def treatment(game: Game, form: Form) -> Treatment:
    """Return the treatment of the windows under the chosen options."""
    return game.treatment(game.modes(form.modes), form.options)


def _windows(call: ActionContext, id: str, game: Game, form: Form) -> Iterator[Sequence[ui.Item[Any]]]:
    """Yield a menu of the kinds of windows that may occur, each with what asking costs."""
    told = treatment(game, form)
    kinds = [
        option(
            whole(call.text(N_("{terms}"), terms=told.names[kind]), call.language),
            kind,
            call.text(N_("{terms}"), terms=cost(window)),
            chosen=told.modes[kind] == ASK,
        )
        for kind, window in told.windows.items()
    ]
    if kinds:
        text = call.text(N_("Reactions that are asked for"))
        yield [menu(text, kinds, "new_asked", id, least=0, most=len(kinds))]
