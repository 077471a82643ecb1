"""Acts of a referee beside the game: appointing, looking, replacing, announcing, ruling.

The players see every one of them, at once or, for looks, in the log and at the end.
"""

from __future__ import annotations

from adjudicator.core.audit.rewind import is_run
from adjudicator.core.language.errors import NotNow, NotUnderstood, Verbatim
from adjudicator.core.language.words import N_, words
from service.unit_of_work.context import ServiceContext
from service.unit_of_work.transaction import Transaction
from service.usecases.play import playing
from service.usecases.seats import teams
from service.usecases.time import absence
from service.values.audiences import CHANNEL, to_seat
from service.values.boards import BoardChoice
from service.values.receipts import Ruled
from service.values.records import CLOCK, Member, Ruling, person
from service.values.words import LONGEST_REASON, paragraphs, plain

LONGEST_ANNOUNCEMENT = 1500
LONGEST_QUESTION = 500
LONGEST_RULING = 1500
WORLD = "world"
"""The object of a look that is not one seat's view."""
ALIVE = ("joining", "salting", "playing", "closed", "over")


def appoint(tx: Transaction, user: str, who: str) -> None:
    """Appoint another referee.

    The referee may name another at any time; the founder may before the game begins, and also later if they
    hold no seat themselves, or if the game is held: else it would wait for ever for a referee who is gone.

    Raises:
        NotNow: if the caller may not, or if a referee is to hold no seat and they hold one.
    """
    tx.require("joining", "salting", "playing", held=True)
    user, who = teams.named(user, who)
    is_founder = bool(tx.message.user) and tx.message.user == tx.campaign.founder
    idle = not teams.seats_of(tx.context, tx.message.user, tx.campaign.id)
    is_stuck = bool(tx.campaign.held) and not tx.campaign.is_paused
    if not (is_founder and (idle or is_stuck or tx.campaign.state != "playing")):
        tx.require_referee()
    if tx.campaign.neutral:
        teams.require_neutral(tx, user)
    tx.campaign.referee = user
    tx.tell(CHANNEL, "referee", words(N_("{who} is now the referee"), who=Verbatim(who)))


def demand_signatures(tx: Transaction, is_demanded: bool) -> None:
    """Demand, or no longer demand, that email of the campaign is signed by its sender's domain (DKIM).

    Raises:
        NotNow: if the caller is not the referee.
    """
    tx.require(*ALIVE, held=True)
    tx.require_referee()
    tx.context.mail.demand_signatures(tx.campaign.id, is_demanded)
    said = N_("email to this game no longer needs a DKIM signature")
    if is_demanded:
        said = N_("email to this game counts only with a valid DKIM signature of its sender's domain")
    tx.tell(CHANNEL, "dkim", words(said))


def choose_board(tx: Transaction, choice: BoardChoice) -> None:
    """Choose the map that the group sees, at any time: it is no part of the game.

    Raises:
        NotNow: if the caller is not the referee.
    """
    tx.require_referee()
    before = tx.context.board_choices.of(tx.campaign.id)
    tx.context.board_choices.choose(tx.campaign.id, choice)
    if choice.in_channel != before.in_channel:
        said = N_("the channel sees our map from now on")
        if choice.in_channel:
            said = N_("the channel sees the group's own map from now on")
        tx.tell(CHANNEL, "board", words(said))


# -- looking -----------------------------------------------------------------------------------------


def see_as(tx: Transaction, seat: str) -> None:
    """Log that the referee is going to see the view of a seat (design/fair-dice.md §5, `look`).

    A view that the referee may see anyway is not noted: of a seat of their own, and everything once it is
    opened at the end.

    Raises:
        NotNow: if there is nothing to see, the caller is not the referee, or has a side of their own.
    """
    tx.require("playing", "over", held=True)
    tx.require_referee()
    teams.require_known(tx, seat)
    if tx.campaign.state == "playing":
        teams.require_apart(tx, seat)
    if tx.campaign.state == "playing" and tx.message.user != _user_of(tx, seat):
        note_look(tx, to_seat(seat))


def note_look(tx: Transaction, of: str) -> None:
    """Log that the referee looks at hidden things, once for each position: "seat/" and a seat, or "world".

    The referee knows them from then on, and may come to no other seat (`teams.require_free`).
    """
    if all(_user_of(tx, seat) == tx.message.user for seat in tx.campaign.seats):
        return
    seen_of = [seat for seat in tx.campaign.seats if of in (WORLD, to_seat(seat))]
    tx.context.teams.note_looks(tx.campaign.id, tx.message.user, seen_of)
    rest, seen = tx.context.log.rest(tx.campaign.id), set[str]()
    for entry in tx.context.log.entries(tx.campaign.id, -1 if rest is None else rest.n - 1):
        if entry.t == "look" and entry.body["seat"] == "referee":
            seen.add(str(entry.body["of"]))
        elif is_run(entry.body) or entry.t in ("undo", "edit"):
            seen.clear()
    if of not in seen:
        tx.append("look", {"rule": "", "seat": "referee", "of": of, "items": []}, [])


def _user_of(tx: Transaction, seat: str) -> str:
    return tx.members[seat].user if seat in tx.members else ""


# -- answering for a seat -----------------------------------------------------------------------------


def answer_for(tx: Transaction, seat: str, answer: object, by: str, why: str = "") -> None:
    """Answer as "referee" or "clock" for a seat that has lapsed (design/fair-dice.md §6).

    All read that the referee does. The referee must give a reason for a seat that could answer itself: its
    time is not up, nobody is away, and it is not vacant.

    Raises:
        Refusal: and nothing has changed.
    """
    if by == "referee":
        _speak_for(tx, seat, plain(why, LONGEST_REASON))
    elif (by, tx.message.user) != (CLOCK.user, CLOCK.user):
        raise NotNow(words(N_("only the umpire, when time runs out, or the referee may answer for a seat")))
    playing.answer_as(tx, seat, answer, by)


def _speak_for(tx: Transaction, seat: str, why: str) -> None:
    """Note that the referee answers for a seat, and check that they may."""
    tx.require_referee()
    teams.require_apart(tx, seat)
    if not why and can_answer(tx.context, tx.campaign.id, seat):
        raise NotNow(
            words(N_("{seat} can still answer for itself; give your reason for answering"), seat=seat)
        )
    if tx.message.user != _user_of(tx, seat):
        tx.context.teams.note_looks(tx.campaign.id, tx.message.user, [seat])
    said = words(N_("the referee answered for {seat}"), seat=seat)
    if why:
        values = {"seat": seat, "why": Verbatim(why, LONGEST_REASON)}
        said = words(N_("the referee answered for {seat}: {why}"), **values)
    tx.tell_first(CHANNEL, "spoken for", said, why)


def close_window(tx: Transaction) -> None:
    """Close the open window as the referee; otherwise it closes at its deadline, or never if there is no time
    control.

    Raises:
        NotNow: if none is open, or the caller is not the referee, or has a side of their own.
    """
    tx.require_referee()
    tx.require("playing")
    for seat in tx.table.pending:
        teams.require_apart(tx, seat)
    said = words(N_("the referee closed the reaction window; seats that have not reacted pass"))
    tx.tell_first(CHANNEL, "window", said)
    playing.close_window(tx)


def can_answer(context: ServiceContext, campaign: int, seat: str) -> bool:
    """Return true if a seat could answer itself: it is not vacant, its player is not away, and it has time
    left.
    """
    away, now = absence.away(context, campaign).get(seat), context.clock()
    is_away = away is not None and away.since <= now
    is_late = any(clock.lapsed for clock in context.clocks.clocks(campaign) if clock.seat == seat)
    return seat in context.campaigns.members(campaign) and not is_away and not is_late


# -- replacing ---------------------------------------------------------------------------------------


def replace(tx: Transaction, seat: str, user: str, who: str) -> None:
    """Give a seat to somebody who has belonged to no other, as the referee or as another who may invite.

    The new player has the seat's view, its journal, its standing orders and its team from now on; the former
    one has none of them any more. Waiting orders of a batch are dropped, for they were another's.

    Raises:
        Refusal: as of `require_replaceable`.
    """
    give(tx, seat, *require_replaceable(tx, seat, user, who))


def give(tx: Transaction, seat: str, user: str, who: str) -> None:
    """Give a seat in play to somebody; the caller has checked that they may."""
    old = tx.members.get(seat)
    tx.context.teams.strike(tx.campaign.id, user)
    if old is not None:
        teams.quit(tx, old.user, seat)
    teams.seat_anew(tx, Member(seat, user, who, own_salt=False))
    tx.context.campaigns.save_queue(tx.campaign.id, seat, None)
    said = words(N_("{who} took the seat of {seat}"), who=person(user, who), seat=seat)
    if old is not None:
        values = {"who": person(user, who), "old": person(old.user, old.who), "seat": seat}
        said = words(N_("{who} took the seat of {seat} from {old}"), **values)
    tx.tell(CHANNEL, "replaced", said)
    n = len(tx.books.kept.get(seat, ()))
    left = N_("the seat is yours, with its standing orders ({n})")
    tx.tell(to_seat(seat), "replaced", words(left if n else N_("the seat is yours"), n=n))


def require_replaceable(tx: Transaction, seat: str, user: str, who: str) -> tuple[str, str]:
    """Check that the sender may give a seat to somebody; return their id and name as they are stored.

    Raises:
        Refusal: if the caller may not (`teams.require_inviter`), or somebody cannot have the seat.
    """
    tx.require("playing", held=True)
    teams.require_known(tx, seat)
    teams.require_inviter(tx, seat)
    user, who = teams.named(user, who)
    old = tx.members.get(seat)
    if old is not None and old.user == user:
        raise NotNow(words(N_("{who} already plays {seat}"), who=Verbatim(old.who), seat=seat))
    teams.require_free(tx, user, who, seat)
    return user, who


def renew_link(tx: Transaction, seat: str) -> None:
    """Announce a new link to a seat, as the referee; all are told, for anybody who has it may play the seat.

    Raises:
        NotNow: if it is an opponent's, or was one's in play, and the referee has a side of their own.
    """
    tx.require(*ALIVE, held=True)
    tx.require_referee()
    teams.require_known(tx, seat)
    if tx.campaign.state == "playing":
        teams.require_inviter(tx, seat)
    elif seat in tx.members and tx.campaign.state != "over":
        teams.require_apart(tx, seat)
    said = words(N_("the referee made a new link to {seat}; the old one no longer works"), seat=seat)
    tx.tell(CHANNEL, "link", said)


# -- saying ------------------------------------------------------------------------------------------


def announce(tx: Transaction, text: str) -> None:
    """Post an announcement of the referee to all.

    Raises:
        NotUnderstood: if there is no text, or it is too long or cannot be printed.
    """
    tx.require(*ALIVE, held=True)
    tx.require_referee()
    text = _said(text, LONGEST_ANNOUNCEMENT)
    said = words(N_("the referee announced: {text}"), text=text)
    tx.tell(CHANNEL, "announcement", said)


def rule_on(tx: Transaction, question: str, ruling: str) -> Ruled:
    """Enter the referee's ruling on a question; return its number, counted from 1.

    Raises:
        NotUnderstood: if question or ruling is empty, too long or cannot be printed.
    """
    tx.require(*ALIVE, held=True)
    tx.require_referee()
    question, ruling = _said(question, LONGEST_QUESTION), _said(ruling, LONGEST_RULING)
    number = len(tx.context.teams.rulings(tx.campaign.id)) + 1
    tx.context.teams.add_ruling(tx.campaign.id, Ruling(number, tx.campaign.n - 1, tx.time, question, ruling))
    values = {"number": number, "question": question, "ruling": ruling}
    said = words(N_("ruling {number}: {question} — {ruling}"), **values)
    tx.tell(CHANNEL, "ruling", said)
    return Ruled(number)


def revoke(tx: Transaction, number: int | None, why: str) -> None:
    """Revoke a ruling of the referee; it stays in the list, with the reason.

    Raises:
        NotUnderstood: if the game has no ruling of this number, or no reason is given.
        NotNow: if it was revoked before.
    """
    tx.require(*ALIVE, held=True)
    tx.require_referee()
    rulings = {one.number: one for one in tx.context.teams.rulings(tx.campaign.id)}
    if number not in rulings:
        raise NotUnderstood(str(number or ""), words(N_("the number of a ruling")))
    if rulings[number].revoked:
        raise NotNow(words(N_("ruling {number} was revoked before"), number=number))
    why = _said(why, LONGEST_REASON)
    tx.context.teams.revoke_ruling(tx.campaign.id, number, why)
    said = words(N_("ruling {number} was revoked: {why}"), number=number, why=Verbatim(why, LONGEST_REASON))
    tx.tell(CHANNEL, "ruling", said)


def _said(text: str, longest: int) -> str:
    text = paragraphs(text, longest)
    if not text:
        raise NotUnderstood(text, words(N_("a text of at most {n} characters"), n=longest))
    return text
