"""The report of a tournament in words: standings, rounds, bids, rulings, and how it was run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.errors import Verbatim
from adjudicator.core.words import N_, Words
from service.text.localizer import Localizer
from service.text.terms import game_title
from service.text.tournament_report import Report, Section
from service.text.tournament_terms import (
    COLUMNS,
    FORMATS,
    SIDES,
    STATES,
    TIES,
    UNRATED,
    said,
    stage_of,
)
from service.values.calendar import moment
from service.values.words import speak
from tournaments.ratings import Mean, mean
from tournaments.state import Match

from . import export
from .book import Book


def report(book: Book, t: Localizer) -> Report:
    """Return the report in the language of its reader."""
    parts = [_facts(book, t), _standings(book, t), *_rounds(book, t), _bids(book, t), _notes(book, t)]
    return Report(book.row.title, t.language, [part for part in parts if part is not None])


def _facts(book: Book, t: Localizer) -> Section:
    rules, game = book.t.rules, book.context.games[book.t.card["game"]]
    played = [match for match in book.t.games() if match.result is not None]
    first, last = book.bodies[0]["time"], book.bodies[-1]["time"]
    lines = [
        t.signs.beside(game_title(game, t.language), t.name(book.t.card["scenario"])),
        t.signs.beside(t(FORMATS[rules.format]), t(SIDES[rules.sides]), t(STATES[book.t.state])),
        t(
            N_("{n} {n:player|players}, {games} {games:game|games} with a result"),
            n=len(book.t.players),
            games=len(played),
        ),
        t(N_("Ties are broken by: {ties}."), ties=[Words(TIES[tie]) for tie in rules.tie_breaks]),
    ]
    if last > first:
        times = {"since": _moment(book, t, first), "until": _moment(book, t, last)}
        lines.append(t(N_("From {since} to {until}"), **times))
    if book.t.is_unrated:
        lines.append(t(UNRATED))
    return Section(t(N_("The tournament")), lines)


def _moment(book: Book, t: Localizer, at: int) -> Verbatim:
    return Verbatim(speak(moment(at, book.row.zone), t.language))


def _standings(book: Book, t: Localizer) -> Section:
    heads = [t(COLUMNS[name]) for name in export.columns(book)]
    return Section(t(N_("Standings")), (), heads, [export.cells(book, row) for row in book.rows])


def _rounds(book: Book, t: Localizer) -> Iterator[Section]:
    """Yield the games of each round; of a ladder all challenges together."""
    why = {body["game"]: body["why"] for body in book.bodies if body["t"] == "result" and body["why"]}
    heads = [t(one) for one in (N_("Game"), N_("Players"), N_("Result"), N_("Hours used"), N_("Reason"))]
    if book.t.rules.format == "ladder":
        rows = [_game(book, t, match, why) for match in book.t.games()]
        yield Section(t(N_("Challenges")), (), heads, rows)
        return
    for round in range(1, book.t.round + 1):
        rows = [_game(book, t, match, why) for match in book.t.games(round)]
        yield Section(t(N_("Round {n}"), n=round), (), heads, rows)


def _game(book: Book, t: Localizer, match: Match, why: Mapping[str, str]) -> list[str]:
    seats = {player: seat for seat, player in match.seats.items()}
    players = [
        t.signs.beside(str(book.name(one)), t.name(seats[one])) if one in seats else str(book.name(one))
        for one in match.players
    ]
    stage, hours = stage_of(match), match.result.hours if match.result is not None else {}
    used = [f"{book.name(one)} {hours[one]}" for one in match.players if one in hours]
    number = t.signs.beside(match.id, t.words(stage)) if stage else match.id
    result = t.words(said(match, book.name))
    return [number, " – ".join(players), result, t.listed(used), why.get(match.id, "")]


def _bids(book: Book, t: Localizer) -> Section | None:
    """Return the bids of each game with their mean; None where nobody bid."""
    opened = {match.id: match.opened for match in book.t.games() if match.opened}
    if not opened:
        return None
    rows = [
        [game, t.listed([f"{book.name(player)} {points}" for player, points in bids.items()])]
        for game, biddings in opened.items()
        for bids in biddings
    ]
    bids = [float(points) for biddings in opened.values() for points in biddings[-1].values()]
    line = t(N_("Mean bid for {seat}: {mean}"), seat=book.t.rules.bid_for, mean=Verbatim(spelled(mean(bids))))
    return Section(t(N_("Bids")), [line], [t(N_("Game")), t(N_("Bids"))], rows)


def spelled(found: Mean) -> str:
    """Return a mean with its interval, as in "2.5 (1.9–3.1)"."""
    if not found.n:
        return "–"
    interval = f" ({found.low:.1f}–{found.high:.1f})" if found.n > 1 else ""
    return f"{found.mean:.1f}{interval}"


def _notes(book: Book, t: Localizer) -> Section | None:
    """Return the announcements, rulings, panels and appeals in their order."""
    lines = [line for body in book.bodies if (line := note(book, t, body))]
    return Section(t(N_("From the director")), lines) if lines else None


def note(book: Book, t: Localizer, body: Mapping[str, Any]) -> str:
    """Return the sentence that an entry says to everybody, "" for those that say none."""

    def text(key: str) -> Verbatim:
        return Verbatim(body[key], len(body[key]))

    match body["t"]:
        case "announce":
            return str(body["text"])
        case "ruling":
            number = sum(one["t"] == "ruling" and one["n"] <= body["n"] for one in book.bodies)
            values = {"n": number, "question": text("question"), "ruling": text("ruling")}
            return t(N_("Ruling {n}: {question} — {ruling}"), **values)
        case "extend":
            what = N_("The round was extended by {days} {days:day|days}: {why}")
            return t(what, days=body["days"], why=text("why"))
        case "withdraw":
            return t(N_("{who} withdrew: {why}"), who=book.name(body["player"]), why=text("why"))
        case "appeal":
            values = {"game": Verbatim(body["game"]), "who": book.name(body["player"]), "why": text("why")}
            return t(N_("Game {game}: {who} appeals: {why}"), **values)
    return ""
