"""Games that follow their tournament: its announcements and rulings, its pauses, the end of a round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.chain import JSON
from service.storage.tournaments.register import GameProgress
from service.unit_of_work.tournaments.book import Book
from service.unit_of_work.transaction import Transaction
from service.usecases.agreeing import ending
from service.usecases.play import closing
from service.usecases.referee import acts
from service.values.audiences import CHANNEL
from service.values.records import Ruling
from service.values.words import LONGEST_REASON, reason

ENDED = N_("the round has ended; propose its result in the tournament")
BY_TOURNAMENT = N_("{title}: {why}")
"""The reason of a game that its tournament holds; no other reason has this form."""
TOLD = ("announce", "ruling", "replace")
"""The entries of a tournament that are reported to its games."""
LIVE = ("joining", "playing")


def waiting(book: Book) -> Iterator[GameProgress]:
    """Yield the games that have not followed their tournament yet."""
    last = max((body["n"] for body in book.bodies if body["t"] in TOLD), default=0)
    for game in book.repo.progress(book.row.id):
        if game.campaign in book.context.unreconciled or game.state not in LIVE:
            continue
        if game.told < last or _is_settled(book, game) or _hold(book, game) is not None:
            yield game


def follow(tx: Transaction, book: Book, game: GameProgress) -> None:
    """Tell a game what its tournament has said since, seat substitutes, and stop it, or let it go on."""
    for body in _said(book, game):
        _tell(tx, book, body)
    _seat_substitutes(tx, book, game)
    book.repo.tell(book.row.id, game.game, book.bodies[-1]["n"])
    if _is_settled(book, game):
        _close(tx, book, game)
        return
    why = _hold(book, game)
    if why:
        ending.hold(tx, why)
    elif why == "":
        ending.resume(tx)


def _seat_substitutes(tx: Transaction, book: Book, game: GameProgress) -> None:
    """Give the seats of players who were replaced since to their substitutes."""
    gone = {body["player"] for body in book.bodies if body["t"] == "replace" and body["n"] > game.told}
    for seat, player in book.t.matches[game.game].seats.items():
        person = book.people[player]
        is_seated = seat in tx.members and tx.members[seat].user == person.user
        if player in gone and tx.campaign.state == "playing" and not is_seated:
            acts.give(tx, seat, person.user, person.who)


def _is_settled(book: Book, game: GameProgress) -> bool:
    """Return true if the tournament has a result of a game that is still in play."""
    return book.t.matches[game.game].result is not None and game.state == "playing"


def _close(tx: Transaction, book: Book, game: GameProgress) -> None:
    """End a game by the result that the tournament has given it; it is provisional, and opens a day later."""
    match = book.t.matches[game.game]
    result = match.result
    if result is None:
        return
    tx.campaign.held = ""
    seats = {player: seat for seat, player in match.seats.items()}
    won = [seats[player] for player in result.won]
    named: dict[str, JSON] = {"how": "draw" if result.drawn else "tournament"}
    named |= {"winner": won[0] if won else ""} if len(won) < 2 else {"winners": list(won)}
    said = words(N_("the tournament has decided this game"))
    closing.close(tx, "tournament", named, said, by="referee", consent=())


def _said(book: Book, game: GameProgress) -> Iterator[dict[str, Any]]:
    """Yield the announcements since the game began, and all rulings, that it has not been told."""
    began = 0
    for body in book.bodies:
        if body["t"] == "begin" and body["game"] == game.game:
            began = body["n"]
    for body in book.bodies:
        is_new = body["n"] > game.told
        if is_new and (body["t"] == "ruling" or (body["t"] == "announce" and body["n"] > began)):
            yield body


def _tell(tx: Transaction, book: Book, body: dict[str, Any]) -> None:
    """Tell a game's channel the director's announcement, or keep a ruling among its own and tell it."""
    title = Verbatim(book.row.title)
    if body["t"] == "announce":
        values = {"title": title, "text": Verbatim(body["text"], len(body["text"]))}
        tx.tell(CHANNEL, "announcement", words(N_("{title} announces: {text}"), **values))
        return
    teams, question, ruling = tx.context.teams, body["question"], body["ruling"]
    number = sum(one["t"] == "ruling" and one["n"] <= body["n"] for one in book.bodies)
    here = len(teams.rulings(tx.campaign.id)) + 1
    asked = f"{book.row.title} {number}: {question}"
    teams.add_ruling(tx.campaign.id, Ruling(here, tx.campaign.n - 1, tx.time, asked, ruling))
    values = {
        "title": title,
        "number": number,
        "question": Verbatim(question, len(question)),
        "ruling": Verbatim(ruling, len(ruling)),
    }
    tx.tell(CHANNEL, "ruling", words(N_("{title}, ruling {number}: {question} — {ruling}"), **values))


def _hold(book: Book, game: GameProgress) -> Words | str | None:
    """Return why a game must be held now, "" if it must go on, None if it is as it must be.

    A game that its own referee holds, or a broken rule, stays so.
    """
    match = book.t.matches[game.game]
    if match.result is not None or match.is_bye:
        return None
    why: Words | None = None
    if match.paused:
        why = _by_tournament(book, Verbatim(match.paused, LONGEST_REASON))
    elif book.has_round_ended:
        why = _by_tournament(book, words(ENDED))
    if why is not None and not game.held:
        return why
    is_ours = reason(game.held).template == BY_TOURNAMENT
    return "" if why is None and is_ours else None


def _by_tournament(book: Book, why: Verbatim | Words) -> Words:
    return words(BY_TOURNAMENT, title=book.name_of_tournament, why=why)
