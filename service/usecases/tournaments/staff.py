"""The director and the assistants: announcements, rulings, deadlines, the end."""

from __future__ import annotations

from adjudicator.core.language.errors import NotNow, NotUnderstood, Verbatim
from adjudicator.core.language.words import N_, words
from service.storage.tournaments.register import Entrant, Replaced
from service.unit_of_work.tournaments.book import Book
from service.usecases.seats.teams import named
from service.values.words import LONGEST_REASON, plain
from tournaments.state import Match

from .entering import require_distinct

MOST_DAYS = 180
LONGEST_TEXT = 1500
LONGEST_QUESTION = 500


def appoint(book: Book, user: str, who: str) -> None:
    """Make somebody an assistant, or with an empty name no longer one; the director alone does that.

    Raises:
        NotNow: if the sender is not the director.
    """
    if book.message.user != book.row.director:
        raise NotNow(words(N_("only the director may do that")))
    who = named(user, who)[1] if who else ""
    book.repo.save_staff(book.row.id, user, who)
    book.note("staff", who=book.staff_of(user) if who else "-")


def announce(book: Book, text: str) -> None:
    """Announce something to all.

    Raises:
        Refusal: if the sender may not, or says nothing.
    """
    book.require_director()
    book.note("announce", text=_said(text))


def rule(book: Book, question: str, ruling: str) -> None:
    """Note a numbered ruling on a question of the rules, which all games of the tournament show.

    Raises:
        Refusal: if the sender may not, or one of the two is missing.
    """
    book.require_director()
    book.note("ruling", question=_said(question, LONGEST_QUESTION), ruling=_said(ruling))


def extend(book: Book, days: int, why: str) -> None:
    """Move the end of the round.

    Raises:
        Refusal: if the sender may not, the round has no deadline, or it would be moved too far.
    """
    book.require("playing")
    book.require_director()
    if not book.row.due:
        raise NotNow(words(N_("this round has no deadline")))
    if not 1 <= days <= MOST_DAYS:
        raise NotNow(words(N_("a round can be extended by 1 to {most} days"), most=MOST_DAYS))
    book.row.due += days * 24 * 3600
    book.note("extend", days=days, why=_said(why))


def pause(book: Book, game: str, why: str) -> None:
    """Stop a game and its clocks, or with "" all games without a result.

    Raises:
        Refusal: if the sender may not, nothing can be stopped, or no reason is given.
    """
    book.require("playing")
    book.require_director(_named(book, game))
    games = [match.id for match in book.t.open_games if game in ("", match.id) and not match.paused]
    if not games:
        raise NotNow(words(N_("no game can be stopped: none is in play, or all are stopped already")))
    book.note("pause", games=games, why=_said(why, LONGEST_REASON))


def go_on(book: Book, game: str) -> None:
    """Let a game go on that was stopped, or with "" all of them.

    Raises:
        Refusal: if the sender may not, or none is stopped.
    """
    book.require("playing")
    book.require_director(_named(book, game))
    games = [match.id for match in book.t.open_games if game in ("", match.id) and match.paused]
    if not games:
        raise NotNow(words(N_("no game has been stopped")))
    book.note("go_on", games=games)


def _named(book: Book, game: str) -> Match | None:
    return book.match(game) if game else None


def replace(book: Book, player: str, user: str, who: str) -> None:
    """Put a substitute in the place of a player, who inherits points, opponents and the seats of open games.

    Raises:
        Refusal: if the sender may not, or the substitute is entered already, has a name like another's, is
            the referee of such a game, or has blocked an opponent in it, or was blocked by them.
    """
    book.require("entries", "playing")
    book.require_director()
    if player not in book.t.players:
        raise NotUnderstood(player, words(N_("a player of the tournament")))
    if book.player_of(user):
        raise NotNow(words(N_("{who} has already entered"), who=book.name(book.player_of(user))))
    user, who = named(user, who)
    require_distinct(book, who, player)
    old, begun = book.people[player], book.repo.campaigns(book.row.id)
    for match in book.t.open_games:
        is_begun = player in match.players and match.id in begun
        if is_begun and book.context.campaign(begun[match.id]).referee == user:
            why = N_("{who} is the referee of game {game} and cannot play it")
            raise NotNow(words(why, who=Verbatim(who), game=Verbatim(match.id)))
        _require_may_meet(book, match, player, Entrant(player, user, who))
    since = max((one.until for one in book.repo.replaced(book.row.id) if one.player == player), default=0)
    replaced = Replaced(player, old.user, _name_in_games(book, old), since, book.time)
    book.repo.save_replaced(book.row.id, replaced)
    book.repo.save_entrant(book.row.id, Entrant(player, user, who))
    book.people = book.repo.entrants(book.row.id)
    book.note("replace", player=player)


def _name_in_games(book: Book, old: Entrant) -> str:
    """Return the name that the open games of a player show: the player may have hidden it since."""
    begun = book.repo.campaigns(book.row.id)
    for match in book.t.open_games:
        if old.player in match.players and match.id in begun:
            for member in book.context.campaigns.members(begun[match.id]).values():
                if member.user == old.user:
                    return member.who
    return old.who


def _require_may_meet(book: Book, match: Match, player: str, substitute: Entrant) -> None:
    """Require that a substitute has no opponent in an open game who is kept apart from them."""
    for other in match.players if player in match.players else ():
        if other != player and book.repo.blocks([substitute.user, book.people[other].user]):
            why = N_("{who} and {other} must not be paired, and game {game} has no result yet")
            values = {"who": Verbatim(substitute.who), "other": book.name(other), "game": Verbatim(match.id)}
            raise NotNow(words(why, **values))


def finish(book: Book, why: str = "") -> None:
    """End the tournament, or call it off if it has not begun, as the director.

    Raises:
        Refusal: if the sender may not, or games have no result.
    """
    book.require("entries", "playing")
    book.require_director()
    if book.t.state == "entries":
        book.note("off", why=_said(why))
        return
    if waiting := [match.id for match in book.t.open_games]:
        raise NotNow(words(N_("these games have no result yet: {games}"), games=waiting))
    book.row.due = 0
    book.note("finish", why=plain(why, LONGEST_REASON))


def _said(text: str, longest: int = LONGEST_TEXT) -> str:
    if not (text := plain(text, longest)):
        raise NotUnderstood(text, words(N_("a text")))
    return text
