"""Mails about tournaments: rounds, one's own games, standings, announcements; and seats by mail in the games
of players who entered by mail.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_
from service.api import Service
from service.text.localizer import Localizer
from service.text.terms import game_title
from service.text.tournament_terms import STATES, course
from service.tournaments import Book
from service.usecases.front_ends import mailing
from service.usecases.tournaments import export, reporting, sides
from service.values.front_ends.mail import JOINED, MailPlace, MailSeat
from service.values.records import Message
from tournaments import pairing
from tournaments.state import Match

from .failing import address_of
from .writing import Section

NEWS = ("close", "round", "challenge", "announce", "ruling", "extend", "panel", "appeal", "finish", "off")
"""The entries of a tournament that are worth a mail."""
BID_AGAIN = N_("Both bid the same: bid again.")
MOST_LISTED = 64
"""The number of games, and of players in the standings, that a mail lists."""


def localizer(service: Service, place: MailPlace) -> Localizer:
    """Return the localizer of a place: its language, with the names of the tournament's game."""
    card = service.tournaments.look(place.tournament).t.card
    return Localizer(place.language, service.games()[card["game"]].lexicon.label)


def subject_token(place: MailPlace) -> str:
    """Return the word for a place in subjects, where the reply address holds no token."""
    digest = hashlib.sha256(f"tabellarius/mail\nplace\n{place.token}".encode()).digest()
    return base64.b32encode(digest[:10]).decode().casefold()


def take_seats(service: Service) -> None:
    """Give each player who entered by mail a seat by mail in each of their games that has begun."""
    playing = {row.id for row in service.tournaments.listed("playing")}
    for place in service.read(mailing.places):
        if place.tournament not in playing:
            continue
        for campaign, seat, _ in service.roles_of(place.user):
            found = service.tournaments.of_campaign(campaign)
            if found is None or found[0] != place.tournament or service.mail.seats(campaign, place.address):
                continue
            token = base64.b32encode(service.random_bytes(10)).decode().casefold()
            service.mail.save_seat(MailSeat(token, campaign, seat, place.address, JOINED, place.language))


def waiting(service: Service) -> Iterator[tuple[MailPlace, int, Sequence[Section], str, str]]:
    """Yield each place with news: the last entry of the news, the mail, its subject, a calendar file."""
    rows, books = {row.id: row for row in service.tournaments.listed()}, dict[int, Book]()
    for place in service.read(mailing.places):
        if rows[place.tournament].n - 1 <= place.told or not address_of(service, place):
            continue
        if place.tournament not in books:
            books[place.tournament] = service.tournaments.look(place.tournament)
        book = books[place.tournament]
        book.message = Message("", place.user)
        last = book.bodies[-1]["n"]
        if not book.player or not any(_is_news(book, b) for b in book.bodies if b["n"] > place.told):
            note(service, place, last)
            continue
        t = Localizer(place.language, book.game.lexicon.label)
        subject = t.signs.beside(book.row.title, _state(book, t))
        yield place, last, _letter(service, book, t, place), subject, export.as_calendar(book, t)


def _is_news(book: Book, body: Mapping[str, Any]) -> bool:
    """Return true for an entry that is worth a mail to the reader; opened bids only if they are equal and
    must be made again, results only if they change the standings after the end, or are set by the director
    or a panel in a game of the reader's.
    """
    if body["t"] == "result":
        is_set = body["by"] in ("director", "panel") and book.player in book.t.matches[body["game"]].players
        return is_set or any(one["t"] == "finish" and one["n"] < body["n"] for one in book.bodies)
    return body["t"] in NEWS or (body["t"] == "bids" and not body["seats"])


def note(service: Service, place: MailPlace, n: int) -> None:
    """Record the last entry that a mail reports; part of the transaction that queues it."""
    service.keep(mailing.keep_place, replace(place, told=n))


def _letter(service: Service, book: Book, t: Localizer, place: MailPlace) -> list[Section]:
    """Return all that a player has not been told: their games, the director's words, results, pairings."""
    sections = [Section("", [entry_line(service, book, t, place), *reporting.remarks(book, t)])]
    if mine := [own_line(book, t, match) for match in book.t.open_games if book.player in match.players]:
        sections.append(Section(t(N_("Your games")), mine))
    news = [body for body in book.bodies if body["n"] > place.told]
    decided = {body["game"] for body in news if body["t"] == "result"}
    told = [
        body
        for body in book.bodies
        if body["n"] > place.told or (body["t"] == "verdict" and body["game"] in decided)
    ]
    if notes := [line for body in told for line in reporting.notes(book, t, body)]:
        sections.append(Section(t(N_("From the director")), notes))
    has_rounds = book.t.rules.format != "ladder"
    before = book.t.games(book.t.round - 1) if any(body["t"] == "round" for body in news) else []
    if before and has_rounds:
        results = [_game(book, t, match) for match in before[:MOST_LISTED]]
        sections.append(Section(t(N_("Results of round {n}"), n=book.t.round - 1), results))
    if games := book.t.games(book.t.round) if has_rounds else book.t.open_games:
        listed = [_game(book, t, match) for match in games[:MOST_LISTED]]
        sections.append(Section(t(N_("Games of this round")), listed))
    if book.t.state != "entries":
        sections.append(Section(t(N_("Standings")), standing_lines(book, t)))
    return sections


def entry_line(service: Service, book: Book, t: Localizer, place: MailPlace) -> str:
    """Return the tournament in one line: title, game, state, when the round ends in the reader's zone."""
    game = book.game
    parts = [book.row.title, game_title(game, t.language), t.name(book.t.card["scenario"]), _state(book, t)]
    if (ending := book.ending(service.mailbox.zone(place.address))) is not None:
        parts.append(t.words(ending))
    return t.signs.beside(*parts)


def _state(book: Book, t: Localizer) -> str:
    if book.t.state == "playing":
        return t.words(course(book.t.rules, book.t.round, pairing.rounds(book.t)))
    return t(STATES[book.t.state])


def own_line(book: Book, t: Localizer, match: Match) -> str:
    """Return one's own game in a sentence or two: the opponents, the side, the next step by mail."""
    others = [book.name(one) for one in match.players if one != book.player]
    lines = [t(N_("Game {game} against {others}"), game=Verbatim(match.id), others=others)]
    seat = next((seat for seat, player in match.seats.items() if player == book.player), "")
    if seat:
        lines.append(t(N_("Your side: {seat}"), seat=seat))
    if not match.seats and book.t.rules.sides == "bid":
        if match.bidding > 1 and book.player not in match.bids:
            lines.append(t(BID_AGAIN))
        lines.append(t(N_("Points that you give for playing {seat}"), seat=book.t.rules.bid_for))
    if order := _next_step(book, match):
        lines.append(t(N_("Reply with: {order}"), order=Verbatim(order)))
    return t.signs.beside(*lines)


def _next_step(book: Book, match: Match) -> str:
    """Return the command that a game waits for from the reader, "" for none."""
    rules = book.t.rules
    if not match.seats and rules.sides == "bid":
        return f"BID {match.id} 0–{rules.most_bid}"
    if not match.seats and rules.sides == "choice" and sides.higher(book, match) == book.player:
        return f"CHOOSE {match.id} {' / '.join(rules.seats)}"
    if match.seats and rules.elsewhere:
        return f"RESULT {match.id} WON / LOST / DRAW"
    if book.has_round_ended and not match.judges:
        return f"PROPOSE {match.id} WON / LOST / DRAW"
    return ""


def _game(book: Book, t: Localizer, match: Match) -> str:
    players = " – ".join(str(book.name(one)) for one in match.players)
    return t.signs.beside(match.id, players, t.words(book.said(match)))


def standing_lines(book: Book, t: Localizer) -> list[str]:
    """Return the standings, a line for each player; before a round is paired, the players who have
    entered.
    """
    if book.t.state == "entries":
        return [t(N_("Entered: {names}"), names=[book.name(player) for player in book.t.active])]
    template = N_("{place}. {who}: {points} {points:point|points} from {n} {n:game|games}")
    return [
        t(template, place=row.place, who=book.name(row.player), points=row.points, n=row.played)
        for row in book.rows[:MOST_LISTED]
    ]
