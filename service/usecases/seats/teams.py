"""The people of a seat: a commander who orders, officers who suggest, observers who see.

People of one seat share all that it knows, and nobody serves two (architecture.md §1.5). Every check of what
a person may see or order is here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.core.choices.choice import Reader
from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import NotNow, NotUnderstood, Verbatim
from adjudicator.core.language.languages import LANGUAGES, TYPED
from adjudicator.core.language.words import N_, words
from adjudicator.core.log.chain import Chain
from adjudicator.core.orders import orders
from service.unit_of_work.context import ServiceContext
from service.unit_of_work.tournaments import opening
from service.unit_of_work.transaction import Transaction
from service.usecases.play import batches, playing
from service.usecases.play import battle_orders as battle
from service.values.audiences import CHANNEL, to_seat
from service.values.lookalikes import name_taken
from service.values.posts import SuggestedNotice
from service.values.receipts import BatchResult, Suggested
from service.values.records import COMPUTER, Campaign, Member, Person, Suggestion
from service.values.words import called, packed, plain, require_unicode

COMMANDER, OFFICER, OBSERVER = "commander", "officer", "observer"
ROLE_NAMES = {
    COMMANDER: N_("the commander, who gives the orders"),
    OFFICER: N_("an officer, who sees what the seat sees and suggests orders"),
    OBSERVER: N_("an observer, who sees what the seat sees"),
}
ROLES = (OFFICER, OBSERVER)
"""The acts of a commander on somebody's role."""
NEUTRAL = N_("the referee of this game holds no seat")
LOOKS = N_("you have a seat of your own; name a referee without a seat, who may see what {seat} hides")
GIVES = N_(
    "you have a seat of your own, so you cannot give {seat} to anyone; a referee without "
    "a seat can. The player who left it, an officer of its team or the computer may also "
    "take it"
)
DISMISSES = N_(
    "you have a seat of your own; only the commander of {seat}, or a referee without a "
    "seat, may remove people from its team"
)
MOST_PEOPLE = 12
MOST_SUGGESTIONS = 20
LONGEST_SUGGESTION = 4000
LONGEST_NAME = 80
LONGEST_USER = 200


# -- permissions -------------------------------------------------------------------------------


def role_of(context: ServiceContext, user: str, campaign: int, seat: str) -> str:
    """Return somebody's role at a seat: "commander", "officer", "observer", or "" for none."""
    roles = [p.role for p in context.teams.people(campaign) if (p.seat, p.user) == (seat, user)]
    return roles[0] if user and roles else ""


def seats_of(context: ServiceContext, user: str, campaign: int) -> list[str]:
    """Return the seats of a user: at most one, unless they play several."""
    return [p.seat for p in context.teams.people(campaign) if user and p.user == user]


def may_see(context: ServiceContext, user: str, campaign: Campaign, seat: str) -> bool:
    """Return true if somebody may see the view of a seat: its people, all players and the referee once the
    game has opened to them, and everybody once it has opened to the public.
    """
    if role_of(context, user, campaign.id, seat):
        return True
    is_inside = user == campaign.referee or bool(seats_of(context, user, campaign.id))
    return opening.is_open(context, campaign, to_public=not is_inside)


# -- nobody serves two -------------------------------------------------------------------------------


def require_free(tx: Transaction, user: str, who: str, seat: str) -> None:
    """Require that somebody belongs and belonged to no other seat, and has looked at no other.

    The computer, which answers from each seat's view alone, may play several.

    Raises:
        NotNow: if they do, or if they are a referee who is to hold no seat.
    """
    if user == COMPUTER:
        return
    if tx.campaign.neutral and user == tx.campaign.referee:
        raise NotNow(words(NEUTRAL))
    repository, id = tx.context.teams, tx.campaign.id
    others = [person.seat for person in repository.persons(id) if person.user == user]
    if tx.campaign.state != "joining":
        others += [*(m.seat for m in tx.members.values() if m.user == user), *repository.knows(id, user)]
    if elsewhere := [other for other in others if other != seat]:
        values = {"who": Verbatim(who), "seat": elsewhere[0]}
        raise NotNow(words(N_("{who} knows what {seat} knows, and nobody may join two seats"), **values))


def require_neutral(tx: Transaction, user: str) -> None:
    """Require that somebody may be the referee of a game whose referee holds no seat.

    Raises:
        NotNow: if they belong to one.
    """
    if seats_of(tx.context, user, tx.campaign.id):
        raise NotNow(words(NEUTRAL))


def may_take_over(tx: Transaction, seat: str) -> bool:
    """Return true if the sender may take a vacant seat in play without an invitation.

    An officer of its team may, and the player who left it last.
    """
    user, id = tx.message.user, tx.campaign.id
    is_officer = role_of(tx.context, user, id, seat) == OFFICER
    return is_officer or (bool(user) and user == tx.context.teams.last_user(id, seat))


def is_apart(tx: Transaction, *seats: str) -> bool:
    """Return true if the sender has no side against these seats.

    That is true of anybody without a seat, of the seats' own people, and of somebody who plays all the seats,
    or plays against the computer alone.
    """
    people, user = tx.context.teams.people(tx.campaign.id), tx.message.user
    mine = {person.seat for person in people if person.user == user}
    alone = mine | {person.seat for person in people if person.user == COMPUTER}
    return not mine or mine >= {*seats} or alone >= {*tx.campaign.seats}


def require_apart(tx: Transaction, seat: str, why: str = LOOKS) -> None:
    """Require that a referee with a side does nothing to an opponent's seat that would serve their own.

    They do not look at its hidden information, not even to help, and add nobody to an opponent's team, or in
    the opponent's place, who could tell. `why` is the template that says what is allowed instead.

    Raises:
        NotNow: if the referee plays a seat, and `seat` is another's (`is_apart`).
    """
    if not is_apart(tx, seat):
        raise NotNow(words(why, seat=seat))


def require_inviter(tx: Transaction, seat: str) -> None:
    """Require that the sender may give a seat in play to somebody.

    The referee may; but with a side of their own no seat of an opponent, vacant or not (`require_apart`). A
    vacant seat may be given by any commander if the referee has left a seat: the game must not wait for them.

    Raises:
        NotNow: if they may not.
    """
    referee, id = tx.campaign.referee, tx.campaign.id
    has_left = bool(tx.context.teams.former(id, referee)) and not seats_of(tx.context, referee, id)
    if seat not in tx.members and has_left and tx.own_seats():
        return
    tx.require_referee()
    require_apart(tx, seat, LOOKS if seat in tx.members else GIVES)


def require_known(tx: Transaction, seat: str, but: str = "") -> None:
    """Require that there is such a seat; `but` is one that would be refused, and is not offered.

    Raises:
        NotUnderstood: if there is none.
    """
    if seat not in tx.campaign.seats:
        seats = [one for one in tx.campaign.seats if one != but]
        raise NotUnderstood(seat, words(N_("{options:or}"), options=seats), seats)


def quit(tx: Transaction, user: str, seat: str) -> None:
    """Note that somebody leaves a seat: they are remembered as knowing it, and their notes are erased. The
    caller frees it.
    """
    tx.context.notes.erase(tx.campaign.id, seat, user)
    if tx.campaign.state != "joining":
        tx.context.teams.remember(tx.campaign.id, user, seat)


def named(user: str, who: str) -> tuple[str, str]:
    """Return a user's id and name, as they are stored.

    Raises:
        NotUnderstood: if there is none, or it is too long or cannot be printed.
    """
    is_computer = user == COMPUTER
    user, who = plain(user, LONGEST_USER), plain(who if is_computer else called(who), LONGEST_NAME)
    if not user or not who:
        raise NotUnderstood(user or who, words(N_("a user and a name")))
    return user, who


def is_typed(user: str) -> bool:
    """Return true if a player's name was typed into a form, not taken from an account."""
    return user.partition("/")[0] == "local"


def require_distinct(tx: Transaction, user: str, who: str, seat: str) -> None:
    """Require that the name of somebody who comes to a seat looks like nobody else's in the campaign.

    Raises:
        NotNow: if it does, or if it looks like a word that means something else (`require_own`).
    """
    others = [other.who for other in tx.members.values() if other.user != user]
    others += [p.who for p in tx.context.teams.persons(tx.campaign.id) if p.user != user]
    require_own(tx.game, tx.campaign.seats, who, seat, others)


def require_own(game: Game, seats: Iterable[str], who: str, seat: str, others: Iterable[str] = ()) -> None:
    """Require that a name for a seat looks like none of the others, no reserved word and no other seat.

    Raises:
        NotNow: if it does.
    """
    foreign = [other for other in seats if other != seat]
    labels = [game.lexicon.label(other, language) for other in foreign for language in LANGUAGES]
    if (why := name_taken(who, [*others, *TYPED.reserved, *labels])) is not None:
        raise NotNow(why)


# -- the team ----------------------------------------------------------------------------------------


def enlist(tx: Transaction, seat: str, user: str, who: str, role: str) -> None:
    """Add somebody to the team of a seat, or change their role, as the commander or the referee.

    If they have that role already nobody is told again.

    Raises:
        Refusal: if there is no such seat or role, if the team is full, or if they belong to another.
    """
    user, who = require_enlistable(tx, seat, user, who, role)
    before = role_of(tx.context, user, tx.campaign.id, seat)
    tx.context.teams.enlist(tx.campaign.id, Person(seat, user, who, role))
    if role == before:
        return
    values = {"who": Verbatim(who), "seat": seat}
    said = (
        N_("{who} is now an officer of {seat}")
        if role == OFFICER
        else N_("{who} is now an observer of {seat}")
    )
    tx.tell(CHANNEL, "team", words(said, **values))


def require_enlistable(tx: Transaction, seat: str, user: str, who: str, role: str) -> tuple[str, str]:
    """Check that the sender may add somebody; return their id and name, as they are stored.

    Raises:
        Refusal: as of `enlist`.
    """
    tx.require("joining", "salting", "playing", held=True)
    _require_chief(tx, seat)
    user, who = named(user, who)
    if role not in ROLES:
        options = [words(ROLE_NAMES[known]) for known in ROLES]
        raise NotUnderstood(role, words(N_("{options:or}"), options=options), ROLES)
    seated = [member.seat for member in tx.members.values() if member.user == user]
    if seat in seated:
        raise NotNow(words(N_("{who} now commands {seat}"), who=Verbatim(who), seat=seat))
    if seated:
        values = {"who": Verbatim(who), "seat": seated[0]}
        raise NotNow(words(N_("{who} knows what {seat} knows, and nobody may join two seats"), **values))
    require_free(tx, user, who, seat)
    if is_typed(user):
        require_distinct(tx, user, who, seat)
    others = [p for p in tx.context.teams.persons(tx.campaign.id) if p.seat == seat and p.user != user]
    if len(others) >= MOST_PEOPLE:
        raise NotNow(words(N_("a team may have at most {n} people besides its commander"), n=MOST_PEOPLE))
    return user, who


def dismiss(tx: Transaction, seat: str, user: str) -> None:
    """Remove somebody from a team: of their own will, by its commander, or by a referee who has no side
    against it.

    Raises:
        NotNow: if they are not in it, or the caller may not.
    """
    tx.require("joining", "salting", "playing", held=True)
    person = _person(tx, seat, user)
    if tx.message.user == tx.campaign.referee != user:
        require_apart(tx, seat, DISMISSES)
    elif tx.message.user != user:
        tx.require_seat(seat)
    tx.context.teams.strike(tx.campaign.id, user)
    quit(tx, user, seat)
    said = words(N_("{who} left the team of {seat}"), who=Verbatim(person.who), seat=seat)
    tx.tell(CHANNEL, "team", said)


def hand_over(tx: Transaction, seat: str, user: str) -> None:
    """Exchange the commander and one of their officers.

    Raises:
        NotNow: if that is no officer of theirs.
    """
    tx.require("joining", "playing", held=True)
    tx.require_seat(seat)
    person, old = _person(tx, seat, user), tx.members[seat]
    if person.role != OFFICER:
        values = {"who": Verbatim(person.who), "seat": seat}
        raise NotNow(words(N_("{who} is not an officer of {seat}"), **values))
    tx.context.teams.strike(tx.campaign.id, user)
    seat_anew(tx, Member(seat, user, person.who, old.own_salt and tx.campaign.state == "joining"))
    tx.context.teams.enlist(tx.campaign.id, Person(seat, old.user, old.who, OFFICER))
    values = {"old": Verbatim(old.who), "new": Verbatim(person.who), "seat": seat}
    said = words(N_("{old} hands command of {seat} to {new}"), **values)
    tx.tell(CHANNEL, "team", said)


def seat_anew(tx: Transaction, member: Member) -> None:
    """Give the command of a seat to somebody else; it is logged once the game has begun (design/fair-dice.md
    §2).
    """
    if member.seat in tx.members:
        tx.context.campaigns.remove_member(tx.campaign.id, member.seat)
    tx.context.campaigns.add_member(tx.campaign.id, member)
    tx.members[member.seat] = member
    if tx.campaign.state == "playing":
        tx.note_seat(member.seat, member.who)


def _require_chief(tx: Transaction, seat: str) -> None:
    """Require the commander; the referee may form a team too, unless the seat's view is an opponent's."""
    if tx.message.user != tx.campaign.referee or seat not in tx.members:
        tx.require_seat(seat)
    else:
        require_apart(tx, seat)


def _person(tx: Transaction, seat: str, user: str) -> Person:
    for person in tx.context.teams.persons(tx.campaign.id):
        if (person.seat, person.user) == (seat, user):
            return person
    raise NotNow(words(N_("no such person is on the team of {seat}"), seat=seat))


# -- suggestions -------------------------------------------------------------------------------------


def suggest(tx: Transaction, seat: str, text: str, language: str = "en") -> Suggested:
    """Draft orders as an officer, which the commander may confirm.

    They are rehearsed like a batch if the seat is asked something now; if it is not, they are kept as they
    stand.

    Raises:
        Refusal: if an order is refused, or the caller is no officer of the seat.
    """
    tx.require("playing")
    who = _require_adviser(tx, seat)
    require_unicode(text)
    lines = orders.lines(text)
    if not lines or len(text) > LONGEST_SUGGESTION:
        raise NotUnderstood(text[:40], words(N_("orders of at most {n} characters"), n=LONGEST_SUGGESTION))
    if len(tx.context.teams.suggestions(tx.campaign.id, seat)) >= MOST_SUGGESTIONS:
        raise NotNow(words(N_("at most {n} suggestions may wait at a time"), n=MOST_SUGGESTIONS))
    tried = _rehearse(tx, seat, text, language)
    c = tx.campaign
    made = Suggestion(0, c.id, seat, tx.message.user, who, c.head, language, text)
    id = tx.context.teams.add_suggestion(made)
    said = words(N_("{who} suggests orders"), who=Verbatim(who))
    notice = SuggestedNotice("suggestion", packed(said), id=id, draft=[str(line) for line in lines])
    tx.post(to_seat(seat), notice)
    return Suggested(id, tried)


def _require_adviser(tx: Transaction, seat: str) -> str:
    """Return the name of a sender who drafts orders for a seat: an officer, or the commander."""
    for person in tx.context.teams.people(tx.campaign.id):
        if (person.seat, person.user) == (seat, tx.message.user) and person.role != OBSERVER:
            return person.who
    raise NotNow(words(N_("only the commander and officers of {seat} may suggest orders"), seat=seat))


def _rehearse(tx: Transaction, seat: str, text: str, language: str) -> bool:
    """Try orders on a table beside the campaign's own; return true if the seat is asked anything now."""
    chain = Chain(tx.campaign.name, tx.chain.hroot, tx.chain.n, tx.chain.head, tx.chain.epoch)
    table = tx.replay(tx.position(), chain)
    if seat not in table.pending:
        return False
    orders.rehearse(table, seat, battle.parted(tx, text)[0], Reader(tx.game.lexicon, language))
    return True


def confirm(tx: Transaction, seat: str, id: int, head: str | None = None) -> BatchResult:
    """Give the orders that were suggested, as the commander.

    If another seat has acted since they were written, or the game was taken elsewhere, they are only shown
    (`how` "held"): confirmed again, they are given. Else the result is that of `playing.order`.

    `head` is the beginning of the head that they were shown on: of a button that was pressed twice the second
    press shows them too, for nobody has looked at them in between.

    Raises:
        Refusal: of an order; the suggestion stays.
    """
    tx.require("playing")
    tx.require_seat(seat)
    made = _suggestion(tx, seat, id)
    others = batches.acted_since(tx, seat, made.head)
    draft = [str(line) for line in orders.lines(made.text)]
    is_other = head is not None and not (head and made.head.startswith(head))
    if others or is_other or _went_elsewhere(tx, made.head):
        tx.context.teams.move_suggestion(id, tx.chain.head)
        said = words(N_("the game has moved on since these orders were written; check them again"))
        if others:
            said = words(batches.OTHERS_ACTED, others=others)
        return BatchResult("held", 0, draft, packed(said), others)
    result = playing.order(tx, seat, made.text, made.language, "")
    tx.context.teams.drop_suggestion(id)
    _tell(tx, made, N_("the orders suggested by {who} have been given"))
    return result


def _went_elsewhere(tx: Transaction, head: str) -> bool:
    """Return true if the game went back, or the referee changed the position, since a head."""
    log, id = tx.context.log, tx.campaign.id
    return bool(log.bodies(id, "undo", "edit", after=log.place(id, head)))


def withdraw(tx: Transaction, seat: str, id: int) -> None:
    """Withdraw a suggestion, as the commander or its author.

    Raises:
        NotNow: if there is none such.
    """
    tx.require("playing", held=True)
    made = _suggestion(tx, seat, id)
    if tx.message.user != made.user:
        tx.require_seat(seat)
    tx.context.teams.drop_suggestion(id)
    _tell(tx, made, N_("the orders suggested by {who} have been withdrawn"))


def _suggestion(tx: Transaction, seat: str, id: int) -> Suggestion:
    for made in tx.context.teams.suggestions(tx.campaign.id, seat):
        if made.id == id and role_of(tx.context, tx.message.user, tx.campaign.id, seat):
            return made
    raise NotNow(words(N_("there is no such suggestion")))


def _tell(tx: Transaction, made: Suggestion, template: str) -> None:
    said = words(template, who=Verbatim(made.who))
    tx.tell(to_seat(made.seat), "suggestion", said)
