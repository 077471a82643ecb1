"""The commands of the table protocol, one function each; `COMMANDS` is the table of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from adjudicator.core.choices.choice import Bar, Choice, NoneLegal
from adjudicator.core.choices.forms import Form, Menu
from adjudicator.core.game.game import Game, Option, Scenario
from adjudicator.core.language.errors import NotNow, NotUnderstood, Verbatim
from adjudicator.core.language.terms import ASK, SILENT
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.chance import ScriptedSource, sampler
from adjudicator.core.log.export import export, openings
from adjudicator.core.log.founding import Terms
from adjudicator.core.orders import orders
from adjudicator.core.orders.books import Books
from adjudicator.core.table.table import Table

from . import positions
from . import requests as r
from .campaign import Campaign, Done, Plan
from .positions import BadRequest
from .session import Session
from .speech import Said, Speech

PROTOCOL = 2
"""The version of the protocol; it grows only by what old programs can ignore."""

MOST_SAMPLES = 1000


def _success(session: Session, request: r.Request, done: Done, /, **more: Any) -> Said:
    """Return the answer to a command that changes something."""
    campaign, speech = session.playing, session.speech(request)
    notes = [
        {"seat": note.seat, "order": note.order, **speech.refusal(note.refusal)}
        for note in done.notes
        if speech.may_read([note.seat])
    ]
    return {
        "events": speech.events(done.told),
        "dice": speech.dice(done.entries),
        "draws": speech.draws(done.entries),
        **({"notes": notes} if notes else {}),
        **more,
        "pending": speech.pending(campaign.table),
        "head": campaign.chain.head,
    }


# -- founding ------------------------------------------------------------------------------------


def games(session: Session, request: r.Games) -> Said:
    """The games, with their scenarios."""
    said: list[Said] = []
    for game in session.games.values():
        speech = Speech(game, request.language)
        scenarios = [_scenario(scenario, speech) for scenario in game.scenarios()]
        title = game.lexicon.written(game.name, request.language)  # a leader of the same name has stars
        said.append({"game": game.name, "title": title, "scenarios": scenarios})
    return {"protocol": PROTOCOL, "games": said}


def _scenario(scenario: Scenario, speech: Speech) -> Said:
    seats = {"min": len(scenario.seats), "max": len(scenario.seats), "names": list(scenario.seats)}
    options = [
        {"name": o.name, "rule": o.rule, "default": o.values[0], "values": list(o.values)}
        for o in scenario.options
    ]
    return {"id": scenario.id, "title": speech.label(scenario.id), "seats": seats, "options": options}


def found(session: Session, request: r.Found) -> Said:
    """Begin a game; a former game of the table is dropped once the new one is founded."""
    game = _one(request.game, session.games, words(N_("game")))
    scenarios = {scenario.id: scenario for scenario in game.scenarios()}
    wanted = next(iter(scenarios)) if request.scenario is UNSET else request.scenario
    scenario = _one(wanted, scenarios, words(N_("scenario")))
    if request.seats is not UNSET and sorted(request.seats) != sorted(scenario.seats):
        said = words(
            N_("{scenario} has these seats: {seats}"), **_values(scenario=wanted, seats=scenario.seats)
        )
        raise BadRequest(said, candidates=scenario.seats)
    if isinstance(request.seat, str):
        _one(request.seat, dict.fromkeys(scenario.seats), words(N_("seat")))
    options = _options(request.options, {option.name: option for option in scenario.options})
    world = game.found(scenario.id, options, scenario.seats)
    terms = Terms(
        game.name, scenario.id, options, scenario.seats, "open", session.rules_version(game.name), world.cups
    )
    plan = _plan(request, terms, game)
    if request.world is UNSET:
        session.campaign = Campaign(game, plan, world)
    else:
        schema = game.schema if request.schema is UNSET else request.schema
        session.campaign = positions.begun(game, plan, request.world, schema, request.tail)
    return _success(session, request, session.campaign.opening)


def _values(**values: Any) -> Mapping[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def _one(id: str, known: Mapping[str, Any], what: Words | str) -> Any:
    if id not in known:
        said = words(N_("there is no {what} {id}"), what=what, id=Verbatim(id))
        raise BadRequest(said, candidates=list(known))
    return known[id]


def _options(wanted: Mapping[str, str], known: Mapping[str, Option]) -> dict[str, str]:
    for name, value in wanted.items():
        _one(value, dict.fromkeys(_one(name, known, words(N_("option"))).values), name)
    return {name: wanted.get(name, option.values[0]) for name, option in known.items()}


def _plan(request: r.Found, terms: Terms, game: Game) -> Plan:
    """Return the plan of a new table, whose dice are by a seed or by a script: one of the two, not both."""
    chosen = dict[str, str]()
    for kind, mode in request.windows.items():
        _one(kind, {"default": None, **game.windows}, words(N_("window")))
        chosen[kind] = ASK if mode == "ask" else SILENT
    modes = game.modes(chosen)
    if request.dice == "scripted":
        if request.seed is not UNSET:
            raise BadRequest(words(N_("give either a seed or scripted dice, not both")))
        return Plan(terms, modes, None, request.script.dice, request.script.draws)
    if request.script.dice or request.script.draws:
        raise BadRequest(words(N_("only a table with scripted dice takes a script")))
    if request.seed is UNSET:
        raise BadRequest(words(N_("a table needs a seed, or scripted dice")))
    try:
        seed = bytes.fromhex(request.seed)
    except ValueError as error:
        raise BadRequest(words(N_("a seed must have an even number of hex digits"))) from error
    return Plan(terms, modes, seed)


# -- deciding ------------------------------------------------------------------------------------


def pending(session: Session, request: r.Pending) -> Said:
    """Return the questions that are open now."""
    return {"pending": session.speech(request).pending(session.playing.table)}


def answer(session: Session, request: r.Answer) -> Said:
    """A seat's first answer to what is asked of it."""
    _, done = session.playing.change(lambda table, books: orders.answer(table, request.seat, request.answer))
    return _success(session, request, done)


def amend(session: Session, request: r.Amend) -> Said:
    """Replace the seat's own answer, while others are still to answer."""
    _, done = session.playing.change(lambda table, books: orders.amend(table, request.seat, request.answer))
    return _success(session, request, done)


def order(session: Session, request: r.Order) -> Said:
    """An order; several are a batch, tried first and then carried out as far as it goes."""
    campaign, lines = session.playing, orders.lines(request.text)
    reader, seat = campaign.reader(request.language), request.seat
    if not lines:
        raise NotUnderstood(request.text, words(N_("an order")))

    def one(table: Table, books: Books) -> None:
        orders.submit(table, seat, lines[0].text, reader, lines[0].verb)

    def batch(table: Table, books: Books) -> orders.Outcome:
        orders.rehearse(table, seat, lines, reader)
        return orders.run(table, seat, lines, reader, books.answer_all)

    if len(lines) == 1:
        _, done = campaign.change(one)
        return _success(session, request, done)
    outcome, done = campaign.change(batch)
    said: Said = {"how": outcome.how, "done": outcome.done, "draft": [str(line) for line in outcome.draft]}
    if outcome.refusal is not None:
        said["refusal"] = session.speech(request).refusal(outcome.refusal)
    return _success(session, request, done, **said)


def asides(session: Session, request: r.Asides) -> Said:
    """Return the acts that a seat may do out of turn."""
    choice = session.playing.table.asides().get(request.seat)
    speech = session.speech(request)
    return {"asides": [] if choice is None else [speech.aside(request.seat, choice)]}


def aside(session: Session, request: r.Aside) -> Said:
    """Act out of turn for a seat."""
    _, done = session.playing.change(lambda table, books: table.aside(request.seat, request.answer))
    return _success(session, request, done)


def close(session: Session, request: r.Close) -> Said:
    """Close the open window."""
    _, done = session.playing.change(lambda table, books: table.close())
    return _success(session, request, done)


def standing(session: Session, request: r.Standing) -> Said:
    """A seat's standing orders, in place of those before; they answer at once what they can."""
    campaign = session.playing
    texts = list(request.orders)
    _, done = campaign.change(lambda table, books: books.leave(request.seat, texts, table.world))
    left = [
        {"order": kept.text, "in_force": kept.is_in_force, "used": len(kept.used)}
        for kept in campaign.kept.get(request.seat, [])
    ]
    return _success(session, request, done, standing=left)


# -- looking at a decision -----------------------------------------------------------------------


def _asked(session: Session, seat: str) -> Choice[Any]:
    """Return the question of a seat, else its acts out of turn."""
    table = session.playing.table
    try:
        return table.choice(seat)
    except NotNow:
        if (choice := table.asides().get(seat)) is None:
            raise
        return choice


def following(session: Session, request: r.Next) -> Said:
    """The next field of a form, after the first ones; in a menu `pick` says whose."""
    choice, given = _asked(session, request.seat), request.answer
    while isinstance(choice, Menu):
        item = choice.items().get(str(given.get("pick")))
        if isinstance(item, Bar):
            raise item.refuse()
        inner = given.get("answer", {})
        if not isinstance(item, Choice) or not isinstance(inner, dict):
            raise NotUnderstood(str(given), words(N_("{options:or}"), options=list(choice.items())))
        choice, given = item, inner
    if not isinstance(choice, Form):
        raise NotNow(words(N_("{seat} has no question with fields to fill in now"), seat=request.seat))
    field = choice.next(given)
    if field is None:
        return {"field": None, "choice": None}
    return {"field": field[0], "choice": session.speech(request).choice(field[1])}


def sample(session: Session, request: r.Sample) -> Said:
    """Return legal answers at random, not submitted."""
    if not 1 <= request.n <= MOST_SAMPLES or request.seed < 0:
        said = words(N_("ask for 1 to {most} samples, with a seed of 0 or more"), most=MOST_SAMPLES)
        raise BadRequest(said)
    choice, rng = _asked(session, request.seat), sampler(request.seed % 2**63)
    try:
        return {"answers": [choice.sample(rng) for _ in range(request.n)]}
    except NoneLegal as none:
        said = words(N_("{seat} has no legal answer to {rule} now"), seat=request.seat, rule=choice.rule)
        raise NotNow(said, rule=choice.rule) from none


def attempt(session: Session, request: r.Try) -> Said:
    """Return the answer as it would be given, or the refusal that it would meet; nothing changes."""
    choice = _asked(session, request.seat)
    if (request.answer is UNSET) == (request.text is UNSET):
        raise BadRequest(words(N_("give either an answer or a text to be tried")))
    answer: Any = request.answer
    if request.text is not UNSET:
        answer, _ = orders.read(choice, request.text, session.playing.reader(request.language))
    return {"answer": choice.accept(answer)}


def complete(session: Session, request: r.Complete) -> Said:
    """The orders that a text may become."""
    reader = session.playing.reader(request.language)
    lines = orders.complete(_asked(session, request.seat), request.text, reader)
    return session.speech(request).completions(lines, request.barred)


def reach(session: Session, request: r.Reach) -> Said:
    """Return the places that a piece may go to; of a menu also which of its items are barred as a whole."""
    choice, speech = _asked(session, request.seat), session.speech(request)
    said = speech.reach(choice.reach(request.piece), request.barred)
    if request.barred and isinstance(choice, Menu):
        items = {name: item for name, item in choice.items().items() if isinstance(item, Bar)}
        said["barred"] += [{"name": name, **speech.bar(stop)} for name, stop in items.items()]
    return said


# -- looking at the game -------------------------------------------------------------------------


def view(session: Session, request: r.View) -> Said:
    """Return the view of a seat, or of the public."""
    campaign = session.playing
    return {"view": msgspec.to_builtins(campaign.game.view(campaign.table.world, request.seat))}


def score(session: Session, request: r.Score) -> Said:
    """The points of every side now, what makes them, and the result."""
    campaign = session.playing
    return {"score": msgspec.to_builtins(campaign.game.score(campaign.table.world))}


def status(session: Session, request: r.Status) -> Said:
    """Return the state of the game; turn and phase as its public view calls them."""
    campaign = session.playing
    table, source = campaign.table, campaign.source
    public = msgspec.to_builtins(campaign.game.view(table.world, None))
    left: Said = {"dice": [], "draws": []}
    if isinstance(source, ScriptedSource):
        left = {"dice": source.left_dice, "draws": source.left_draws}
    return {
        "turn": public.get("turn"),
        "phase": public.get("phase", campaign.game.stage(table.world)),
        "trail": table.trail(),
        "head": campaign.chain.head,
        "entry": campaign.chain.n - 1,
        "over": table.over,
        "result": campaign.game.score(table.world).result or None,
        "script_left": left,
    }


def log(session: Session, request: r.Log) -> Said:
    """The entries from a number on, each with the openings that the reader may have."""
    reader = "all" if request.seat is UNSET else request.seat
    entries = [
        {**entry.public, "openings": openings(entry, reader)}
        for entry in session.playing.entries
        if entry.n >= request.first
    ]
    return {"entries": entries}


def export_lines(session: Session, request: r.Export) -> Said:
    """The export of a seat, of the public, or whole."""
    return {"lines": export(session.playing.entries, request.seat)}


# -- the referee ---------------------------------------------------------------------------------


def script(session: Session, request: r.AddScript) -> Said:
    """More of the script."""
    source = session.playing.source
    if not isinstance(source, ScriptedSource):
        raise BadRequest(words(N_("only a table with scripted dice takes a script")))
    dice, draws = ([], []) if request.clear else (source.left_dice, source.left_draws)
    source.left_dice = [*dice, *request.dice]
    source.left_draws = [*draws, *request.draws]
    return {"script_left": {"dice": source.left_dice, "draws": source.left_draws}}


def undo(session: Session, request: r.Undo) -> Said:
    """Go back to where the game stood after an entry."""
    return _success(session, request, session.playing.undo(request.to))


def world(session: Session, request: r.World) -> Said:
    """The position with all its secrets: the world at rest, the entries since, and the world as it is now."""
    if request.seat is not UNSET:
        raise BadRequest(words(N_("a world holds every seat's secrets; ask for a view instead")))
    return positions.said(session.playing)


def load(session: Session, request: r.Load) -> Said:
    """Load another position in place of this one, with a log of its own."""
    schema = session.playing.game.schema if request.schema is UNSET else request.schema
    session.campaign = positions.loaded(session.playing, request.world, schema, request.tail)
    return _success(session, request, session.campaign.opening)


COMMANDS: dict[type[r.Request], Callable[[Any, Any], Said]] = {
    r.Games: games,
    r.Found: found,
    r.Pending: pending,
    r.Answer: answer,
    r.Amend: amend,
    r.Order: order,
    r.Asides: asides,
    r.Aside: aside,
    r.Close: close,
    r.Next: following,
    r.Sample: sample,
    r.Try: attempt,
    r.Complete: complete,
    r.Reach: reach,
    r.Standing: standing,
    r.AddScript: script,
    r.View: view,
    r.World: world,
    r.Load: load,
    r.Score: score,
    r.Undo: undo,
    r.Log: log,
    r.Export: export_lines,
    r.Status: status,
}
