"""The state of a campaign in words, from public facts alone, for the status message, which is edited in
place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from adjudicator.core.game.forecast import Need
from adjudicator.core.language.errors import Refusal
from adjudicator.core.language.words import Words, words
from service.api import Service
from service.text.forecast import SideNeeds, needs_of
from service.text.localizer import SHORT, Localizer
from service.text.telling import BY_RULES, RESIGNED_BEFORE, outcome, ranked
from service.text.terms import conditions, game_title
from service.usecases.play import queries
from service.values.records import STATES
from service.values.words import reason


class Wait(Struct, frozen=True):
    """A seat that the game waits for: its id, its name, its player's name, and the paragraph in the form used
    in sentences.

    `optional` is a reaction that may be left out. `since` and `due` are in UNIX seconds, `due` None without a
    deadline.
    """

    seat: str
    name: str
    who: str
    rule: str
    optional: bool
    since: int
    due: int | None


class StatusBoard(Struct, frozen=True):
    """The state of a campaign, from public facts alone, in one language.

    Attributes:
        title: the campaign's name; `game` and `state` in words.
        turn, phase: in words, "" before the first turn.
        waits: the seats that the game waits for; `ready` are the names of those who have answered the same
            question
            already, with no further details.
        points: (name of a side, points).
        held: the reason why nothing is played, "" if it is not held.
        members: (seat, its name, its player's name, "" for a vacant seat).
        n, head: the last entry and the first `SHORT` hex digits of its head; after a changed answer the
            previous ones, because nobody else may learn of the change.
        result: of a game that is over: the winner, the seat that resigned, or the draw, in sentences.
        agreed: the terms that differ from the standard game (`conditions`), in sentences.
        resigned: the seats that were resigned, and that nobody has taken since.
        needs: what each side needs to win; none once the game is over.
    """

    title: str
    game: str
    state: str
    turn: str
    phase: str
    waits: tuple[Wait, ...]
    ready: tuple[str, ...]
    points: tuple[tuple[str, int], ...]
    held: str
    members: tuple[tuple[str, str, str], ...]
    n: int
    head: str
    result: tuple[str, ...] = ()
    agreed: tuple[str, ...] = ()
    resigned: tuple[str, ...] = ()
    needs: Sequence[SideNeeds] = ()


def status(service: Service, campaign: int, language: str) -> StatusBoard:
    """Return the state of a campaign for its status message."""
    return service.once(campaign, (status, language), lambda: _status(service, campaign, language))


def _status(service: Service, campaign: int, language: str) -> StatusBoard:
    """Put together the state of a campaign in one language."""
    standings, game = service.status(campaign), service.game(campaign)
    c, members, localizer = standings.campaign, standings.members, Localizer(language, game.lexicon.label)
    when = game.when(c.stage) if c.stage else None
    dues = {due.seat: due.due for due in service.due(campaign)}
    n, head = _end(service, campaign)
    who = dict.fromkeys(c.seats, "") | {seat: localizer.person(m.user, m.who) for seat, m in members.items()}
    return StatusBoard(
        title=c.title,
        game=game_title(game, language),
        state=localizer.words(words(STATES[c.state])),
        turn="" if when is None else localizer.words(when.title),
        phase="" if when is None else localizer.words(when.phase),
        waits=tuple(
            Wait(
                seat=a.seat,
                name=localizer.name(a.seat),
                who=who.get(a.seat, ""),
                rule=localizer.rule(a.rule),
                optional=a.optional,
                since=a.since,
                due=dues.get(a.seat),
            )
            for a in standings.asked
        ),
        ready=tuple(localizer.name(seat) for seat in _ready(service, campaign)),
        points=tuple((localizer.name(side), n) for side, n in _points(service, campaign).items()),
        held=localizer.words(reason(c.held)) if c.held else "",
        members=tuple((seat, localizer.name(seat), who[seat]) for seat in c.seats),
        n=n,
        head=head[:SHORT],
        result=tuple(map(localizer.sentence, _result(service, campaign)))
        if c.state in ("closed", "over")
        else (),
        agreed=tuple(map(localizer.sentence, conditions(game, c, standings.pace))),
        resigned=tuple(service.resigned(campaign)),
        needs=needs_of(_needs(service, campaign), localizer) if c.state == "playing" else (),
    )


def _result(service: Service, campaign: int) -> list[Words]:
    log, kind = service.context.log, "end" if service.status(campaign).over else "result"
    ends = log.bodies(campaign, kind)[-1:]
    results = [body["result"] for body in ends]
    gone = {*service.resigned(campaign)} - {seat for one in results for seat in one.get("resigned", ())}
    said = [told for one in results for told in outcome(one)]
    if [body["why"] for body in ends] == [BY_RULES]:
        said.append(ranked(service.look(campaign, queries.score)))
    return [*said, words(RESIGNED_BEFORE, seats=sorted(gone))] if gone else said


def _end(service: Service, campaign: int) -> tuple[int, str]:
    """Return the last entry and its head, ignoring changed answers while their question is open."""
    c, asked = service.status(campaign).campaign, service.asked(campaign)
    end, given = (c.n - 1, c.head), dict[str, int]()
    for entry in service.log(campaign, asked[0].entry) if asked else ():
        n = entry["n"]
        if entry["t"] == "undo":
            given = {seat: at for seat, at in given.items() if at <= entry["to"]}
        if entry["t"] != "answer" or entry["seat"] not in given:
            end = (n, entry["head"])
        if entry["t"] == "answer":
            given.setdefault(entry["seat"], n)
    return end


def _ready(service: Service, campaign: int) -> list[str]:
    """Return the seats that have answered a question that others have still to answer."""
    asked = service.asked(campaign)
    if not asked:
        return []
    entries = service.log(campaign, asked[0].entry - 1)
    seats = entries[0]["seats"] if entries and entries[0]["t"] == "ask" else []
    waiting = {a.seat for a in asked}
    return [seat for seat in seats if seat not in waiting]


def _needs(service: Service, campaign: int) -> Sequence[Need]:
    try:
        return service.look(campaign, queries.needs)
    except Refusal:  # nothing that can be read, as in `_points`
        return ()


def _points(service: Service, campaign: int) -> Mapping[str, int]:
    try:
        return service.look(campaign, queries.score).points
    except Refusal:  # nothing to count yet, or nothing that can be read
        return {}
