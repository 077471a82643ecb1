"""The report of a tournament in words: standings, rounds, bids, rulings, and how it was run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_, Words, words
from service.text.localizer import Localizer
from service.text.terms import game_title
from service.text.tournament_report import Report, Section
from service.text.tournament_terms import (
    BY_HAND,
    BY_PLACES,
    BY_RATING,
    CHANGED,
    COLUMNS,
    COUNTED,
    FINAL,
    FORMATS,
    RESTS,
    SCORINGS,
    SIDES,
    STATES,
    TIES,
    UNRATED,
    said,
    stage_of,
)
from service.unit_of_work.tournaments.book import Book
from service.values.calendar import moment
from service.values.words import speak
from tournaments.ratings import Mean, mean
from tournaments.rules import Rules
from tournaments.state import Match, Result

from . import export
from .entering import WITHDRAWN


def report(book: Book, t: Localizer) -> Report:
    """Return the report in the language of its reader."""
    parts = [_facts(book, t), _standings(book, t), *_rounds(book, t), _bids(book, t), _notes(book, t)]
    return Report(book.row.title, t.language, [part for part in parts if part is not None])


def _facts(book: Book, t: Localizer) -> Section:
    """Return the game played, its rules and time, with the remarks that limit it."""
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
    ]
    if rules.format != "ladder":
        lines.append(
            t(N_("Ties are broken by: {ties}."), ties=[words(TIES[tie]) for tie in rules.tie_breaks])
        )
    if last > first:
        times = {"since": _moment(book, t, first), "until": _moment(book, t, last)}
        lines.append(t(N_("From {since} to {until}"), **times))
    return Section(t(N_("The tournament")), [*lines, *remarks(book, t)])


def remarks(book: Book, t: Localizer) -> list[str]:
    """Return the remarks of every page on a tournament: that it is not rated, which rounds the
    director has paired, which results were changed after the end.
    """
    lines = [*_extras(book.t.rules, t), *([t(UNRATED)] if book.t.is_unrated else [])]
    lines += [t(BY_HAND, n=round, why=_whole(why)) for round, why in book.t.by_hand.items()]
    if book.t.changed:
        games = [Verbatim(game) for game in dict.fromkeys(book.t.changed)]
        lines.append(t(CHANGED, games=games))
    return lines


def _extras(rules: Rules, t: Localizer) -> list[str]:
    """Return the rules that only some tournaments have: a final, rounds sat out, seeds, points of tables."""
    lines = []
    if rules.final:
        lines.append(t(FINAL, n=rules.final, rounds=rules.rounds))
    if rules.half_byes:
        lines.append(t(RESTS, n=rules.half_byes))
    if rules.seeding == "rating":
        lines.append(t(BY_RATING))
    if rules.places:
        lines.append(t(BY_PLACES, points=[Verbatim(str(one)) for one in rules.places]))
    elif rules.table > 2:
        lines.append(t(COUNTED, way=words(SCORINGS[rules.scoring])))
    return lines


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
    stage = stage_of(match, book.t.rules.format)
    hours = match.result.hours if match.result is not None else {}
    used = [f"{book.name(one)} {hours[one]}" for one in match.players if one in hours]
    number = t.signs.beside(match.id, t.words(stage)) if stage else match.id
    result = t.words(book.said(match))
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
    """Return announcements, rulings, disputes and overruled results in their order; the reasons of results
    that count are in the tables.
    """
    last = {body["game"]: body["n"] for body in book.bodies if body["t"] == "result"}
    told = [body for body in book.bodies if body["n"] not in last.values()]
    lines = [line for body in told for line in notes(book, t, body)]
    return Section(t(N_("From the director")), lines) if lines else None


def notes(book: Book, t: Localizer, body: Mapping[str, Any]) -> list[str]:
    """Return the sentences that an entry says to everybody: what people wrote, and results with a reason.

    What a judge has ruled is told once the game has a result.
    """

    def text(key: str) -> Verbatim:
        return _whole(body[key])

    match body["t"]:
        case "announce":
            return [str(body["text"])]
        case "ruling":
            number = sum(one["t"] == "ruling" and one["n"] <= body["n"] for one in book.bodies)
            values = {"n": number, "question": text("question"), "ruling": text("ruling")}
            return [t(N_("Ruling {n}: {question} — {ruling}"), **values)]
        case "extend":
            what = N_("The round was extended by {days} {days:day|days}: {why}")
            return [t(what, days=body["days"], why=text("why"))]
        case "withdraw":
            who = book.name(body["player"])
            if body["why"] == WITHDRAWN:
                return [t(N_("{who} withdrew."), who=who)]
            return [t(N_("{who} withdrew: {why}"), who=who, why=text("why"))]
        case "statements" | "verdict" | "result" | "appeal":
            return _disputed(book, t, body, Verbatim(body["game"]))
    return []


def _disputed(book: Book, t: Localizer, body: Mapping[str, Any], game: Verbatim) -> list[str]:
    """Return the sentences of an entry about one game: proposals, rulings, the result, an appeal."""
    if body["t"] == "statements":
        what = N_("Game {game}: {who} says: {why}")
        texts = {player: one["text"] for player, one in body["texts"].items() if one["text"]}
        return [t(what, game=game, who=book.name(one), why=_whole(text)) for one, text in texts.items()]
    why = _whole(body["why"])
    if body["t"] == "appeal":
        return [t(N_("Game {game}: {who} appeals: {why}"), game=game, who=book.name(body["player"]), why=why)]
    match = book.t.matches[body["game"]]
    values: dict[str, Verbatim | Words] = {"game": game, "why": why}
    values["result"] = said(replace(match, result=convert(body["result"], Result)), book.name)
    if body["t"] == "verdict" and match.result is not None:
        return [
            t(N_("Game {game}, ruling of {who}: {result}: {why}"), who=_judge(book, body["judge"]), **values)
        ]
    if body["t"] == "result" and body["why"] and body["by"] != "panel":
        return [t(N_("Game {game}, {result}: {why}"), **values)]
    return []


def _judge(book: Book, judge: str) -> Verbatim | Words:
    if judge in book.t.players:
        return book.name(judge)
    return words(N_("the director") if judge == "director" else N_("an assistant"))


def _whole(text: str) -> Verbatim:
    """Return a text of several lines as one, uncut."""
    return Verbatim(" ".join(text.split()), len(text))
