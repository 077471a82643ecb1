"""Rounds: their pairing, the campaigns of their games, challenges on a ladder."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, to_builtins

from adjudicator.core.language.errors import NotNow, NotUnderstood
from adjudicator.core.language.words import N_, words
from service.unit_of_work.context import ServiceContext
from service.unit_of_work.tournaments.book import Book
from service.usecases.seats import founding as campaigns
from service.values.records import Campaign
from service.values.words import LONGEST_REASON
from service.values.words import plain as plain_text
from tournaments import pairing
from tournaments.log import Lot
from tournaments.pairing import ladder
from tournaments.state import UNPLAYED, Match, Result, Tournament, plain

from . import handwritten
from .founding import campaign_plan, plan_of

DAY = 24 * 3600


class Pairing(Struct, frozen=True):
    """Everything that a pairing is worked out from: anywhere, for it takes seconds for many players.

    Attributes:
        head: the head of the log that it belongs to.
        t, lot, apart: as `tournaments.pairing.next_round` takes them.
    """

    head: str
    t: Tournament
    lot: Lot
    apart: list[frozenset[str]]

    def matches(self) -> list[Match]:
        """Pair the round."""
        return pairing.next_round(self.t, self.lot, self.apart)


def plan(book: Book) -> Pairing:
    """Return the state and the lot from which the next round is paired.

    Raises:
        NotNow: if the list is open, games are, or the format has no rounds.
    """
    book.require("playing")
    book.require_director()
    if book.t.rules.format == "ladder":
        raise NotNow(words(N_("a ladder has no rounds; its players challenge each other")))
    if waiting := [match.id for match in book.t.open_games]:
        raise NotNow(words(N_("these games have no result yet: {games}"), games=waiting))
    lot, _ = book.lot()
    return Pairing(book.row.head, book.t, lot, book.apart)


def start(book: Book, planned: Pairing, matches: Sequence[Match]) -> None:
    """Begin the round that was paired; the tournament is over if there is none left.

    A game of two who have blocked each other, where everybody meets or a bracket says who does, is not
    played: it counts as a draw unless the director sets another result.

    Raises:
        NotNow: if something has happened since it was paired.
    """
    book.require("playing")
    book.require_director()
    if planned.head != book.row.head:
        raise NotNow(words(N_("something has changed since the round was paired; pair it again")))
    if not matches:
        if book.t.round < pairing.rounds(book.t):
            why = N_("no round can be paired: too few players are left, or they have blocked each other")
            raise NotNow(words(why))
        book.note("finish", why="")
        book.row.due = 0
        book.repo.save(book.row)
        return
    _begin_round(book, matches, planned.apart)


def by_hand(book: Book, text: str, why: str) -> None:
    """Begin the next round as the director has paired it, by hand or by another program's file.

    Raises:
        Refusal: if the sender may not, games are open, no reason is given, or the text is no round.
    """
    apart = plan(book).apart
    if not (why := plain_text(why, LONGEST_REASON)):
        raise NotUnderstood(why, words(N_("a reason, which everyone can read")))
    _begin_round(book, handwritten.matches(book, text), apart, by="director", why=why)


def _begin_round(
    book: Book, matches: Sequence[Match], apart: Sequence[frozenset[str]], **by_hand: str
) -> None:
    """Note a round that is paired, and the games of it that are not played."""
    _, drawn = book.lot()
    book.row.due = book.time + DAY * book.t.rules.days if book.t.rules.days else 0
    paired = [plain(match) for match in matches]
    book.note("round", **drawn, round=book.t.round + 1, matches=paired, apart=len(apart), **by_hand)
    for match in matches:
        if any(pair <= {*match.players} for pair in apart):
            unplayed = to_builtins(Result(UNPLAYED, [], 1))
            book.note("result", game=match.id, result=unplayed, by="umpire", why="")


def next_step(book: Book) -> str:
    """Return the name of what `start` does next: the director pairs a round, or ends the tournament."""
    is_last = book.t.round >= pairing.rounds(book.t)
    return N_("End the tournament") if is_last else N_("Pair the next round")


def unplayed(book: Book) -> list[Match]:
    """Return the games of the round that were not begun, because one of the two has blocked the other."""
    games = book.t.games(book.t.round)
    return [match for match in games if match.result is not None and match.result.how == UNPLAYED]


def challenge(book: Book, other: str) -> None:
    """Challenge a player above on a ladder.

    Raises:
        NotNow: if that player is out of reach, or one of the two has an open game.
    """
    book.require("playing")
    player = book.require_player()
    if book.t.rules.format != "ladder":
        raise NotNow(words(N_("only players on a ladder can challenge each other")))
    near = book.within_reach
    if other not in near:
        names = [book.name(one) for one in near]
        why = (
            N_("you may challenge one of {players:or}")
            if near
            else N_("there is nobody you can challenge now")
        )
        raise NotNow(words(why, players=names))
    lot, drawn = book.lot()
    match = ladder.challenge(book.t, lot, player, other)
    book.note("challenge", **drawn, match=plain(match))


def to_begin(book: Book) -> Match | None:
    """Return a game whose sides are known and that has no campaign yet; None if there is none."""
    if book.t.rules.elsewhere:
        return None
    begun = book.repo.campaigns(book.row.id)
    for match in book.t.open_games:
        if match.seats and match.id not in begun:
            return match
    return None


def prepared(context: ServiceContext, book: Book, match: Match) -> campaigns.Prepared:
    """Prepare the campaign of a game; its referee is the director, or an assistant if the director plays."""
    plan = plan_of(book.t.card, book.t.rules)
    users = {book.people[player].user for player in match.players}
    judges = [user for user in (book.row.director, *book.repo.staff(book.row.id)) if user not in users]
    referee = judges[0] if judges else NOBODY
    return campaigns.prepare(context, campaign_plan(plan, referee, f"{book.row.title} {match.id}"))


NOBODY = "tournament"
"""The referee of a game in which everybody who could rule plays: a user id that no front end gives."""


def begin(book: Book, match: Match, campaign: Campaign) -> None:
    """Note the campaign that plays a game."""
    book.repo.bind(book.row.id, match.id, campaign.id)
    book.note("begin", game=match.id, campaign=campaign.name)
