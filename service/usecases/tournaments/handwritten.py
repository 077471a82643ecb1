"""Pairings, ratings and results that a director types, or takes from another program's file."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import to_builtins

from adjudicator.core.language.errors import NotNow, NotUnderstood, Verbatim
from adjudicator.core.language.languages import TYPED
from adjudicator.core.language.words import N_, words
from service.unit_of_work.tournaments.book import Book
from service.values.words import LONGEST_REASON, plain
from tournaments import trf
from tournaments.pairing import by_hand
from tournaments.pairing.by_hand import Mispaired
from tournaments.state import Match, Result

_BETWEEN = re.compile(rf"\t|;|,|\s[\u2013\u2014-]\s|\s(?:{'|'.join(map(re.escape, TYPED.versus))})\s|、")
_WRONG: Mapping[str, str] = {
    "unknown": N_("{players}: not to be paired in this round"),
    "twice": N_("{players}: named twice"),
    "missing": N_("{players}: not named; a line with one name alone is a bye"),
    "size": N_("{players}: a game has {n} players"),
    "apart": N_("{players}: must not be paired with each other"),
}


def players(file: str) -> list[trf.TrfPlayer]:
    """Return the players of a TRF.

    Raises:
        NotUnderstood: if it is none; it says in which line.
    """
    if len(file) > trf.LONGEST:
        raise NotNow(words(N_("the file is too long")))
    try:
        return trf.read(file)
    except trf.NotTrf as wrong:
        line = file.splitlines()[wrong.line - 1] if wrong.line else file[:80]
        raise NotUnderstood(line[:80], words(N_("a Tournament Report File with lines of players"))) from wrong


def matches(book: Book, text: str) -> list[Match]:
    """Return the next round as a text pairs it: a line for each game with its players, or a TRF.

    The numbers of a TRF are those of the players, as its export has them.

    Raises:
        Refusal: if the format is not paired so, or the text is no round of it.
    """
    if not by_hand.may_pair(book.t):
        raise NotNow(words(N_("only Swiss rounds can be paired by hand")))
    groups = _of_file(book, text) if trf.is_trf(text) else _of_lines(book, text)
    lot, _ = book.lot()
    try:
        return by_hand.matches(book.t, lot, groups, book.apart)
    except Mispaired as wrong:
        names = [book.name(player) for player in wrong.players]
        values = {"players": names, "n": book.t.rules.table}
        raise NotNow(words(_WRONG[wrong.why], **values)) from wrong


def _of_lines(book: Book, text: str) -> list[list[str]]:
    """Return the players of each line, by number or name."""
    known = {one.who.casefold(): player for player, one in book.people.items()}
    known |= {player: player for player in book.people}
    groups = []
    for line in text.splitlines():
        names = [name.strip() for name in _BETWEEN.split(line) if name.strip()]
        for name in names:
            if name.casefold() not in known:
                raise NotUnderstood(name, words(N_("a player of the tournament")))
        groups.append([known[name.casefold()] for name in names])
    return [group for group in groups if group]


def _of_file(book: Book, text: str) -> list[list[str]]:
    """Return the pairs of the next round in a file: white first; who has no opponent has a bye."""
    groups, at = list[list[str]](), book.t.round * book.t.rules.legs
    for one in players(text):
        player = f"p{one.number}"
        if player not in book.t.plays_in(book.t.round + 1) or at >= len(one.games):
            continue
        game = one.games[at]
        if not game.opponent:
            groups.append([player])
        elif game.side != "b" and not any(player in group for group in groups):
            groups.append([player, f"p{game.opponent}"])
    return groups


def take_results(book: Book, text: str, why: str) -> None:
    """Set the results of the round's games from a TRF, as the director, where games are played elsewhere.

    Raises:
        Refusal: if the sender may not, games are played here, or the file has no result for an open game.
    """
    book.require("playing")
    book.require_director()
    if not book.t.rules.elsewhere or not trf.can_write(book.t.rules):
        raise NotNow(words(N_("only results of games that are played elsewhere can be taken from a file")))
    if not (why := plain(why, LONGEST_REASON)):
        raise NotUnderstood(why, words(N_("a reason, which everyone can read")))
    read = {f"p{one.number}": one.games for one in players(text)}
    if not (open_games := list(book.t.open_games)):
        raise NotNow(words(N_("every game already has a result")))
    for match in open_games:
        book.require_director(match)
        result = _result(match, read, (match.round - 1) * book.t.rules.legs + match.id.endswith("b"))
        book.note("result", game=match.id, result=to_builtins(result), by="director", why=why)


_OUTCOMES = {
    "1": (True, False),
    "+": (True, False),
    "0": (False, True),
    "-": (False, True),
    "=": (False, False),
}


def _result(match: Match, read: Mapping[str, list[trf.TrfGame]], at: int) -> Result:
    """Return the result of a game as a file has it for its first player."""
    first, second = match.players
    games = read.get(first, [])
    game = games[at] if at < len(games) else trf.TrfGame(0, "-", "")
    if f"p{game.opponent}" != second or game.result not in _OUTCOMES:
        why = N_("game {game}: the file has no result of these two in this round")
        raise NotNow(words(why, game=Verbatim(match.id)))
    won, lost = _OUTCOMES[game.result]
    how = "forfeit" if game.result in "+-" else "elsewhere"
    return Result(how, [first] if won else [second] if lost else [], int(not (won or lost)))
