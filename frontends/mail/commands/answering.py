"""One mail of the player of a seat: each command in it, and the answer (docs/mail.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.core.language.errors import NotNow, Refusal, Verbatim
from adjudicator.core.language.words import N_, words
from frontends.mail import delivering
from frontends.mail.access import sees
from frontends.mail.incoming import Incoming, compared, read
from frontends.mail.reading import FRAMES, OF_ALL, Request, requests
from service import acts
from service.api import Service, StoreError
from service.text import telling
from service.values.front_ends.mail import JOINED, REFEREE, MailSeat
from service.values.records import Message

from . import looking, ordering, people, refereeing
from .conversation import AMID, MOST_AMID, Conversation, Reply, broken, unreadable

NOT_YOURS = N_("You no longer play {seat}.")
OPEN = ("join", "help", "rules", "book", "language", "delivery", "quiet", "zone", "spare", "confirm")
"""Commands that show nothing of the seat; what `CONFIRM` does is checked like the command itself."""

_TOLD = ("press", "draw", "decline", "absent")
"""Commands whose answer says all that everybody is told, unless they end the game."""

PLAIN = ("back", "draw", "pause", "open", "resume", "accept", "decline", "nudge")
"""Commands that are acts without values."""

_ORDERS = ("orders", "add")
"""Frames that give orders."""
LONGEST_SHOWN = 400
"""The characters of the sender's own text that an answer quotes."""

_QUOTED = N_(
    "Your orders are only in the quoted part of your mail, so they were not carried out. Write them above "
    "the quotation, between ORDERS and END."
)
_ATTACHED = N_(
    "Your orders are in the attached file {name}. Files are not read: write the orders in the mail itself, "
    "between ORDERS and END."
)
_NO_COMMAND = N_(
    "No command was found in your mail. Write orders between ORDERS and END; HELP lists all commands."
)
_OWN = N_("This was read as your own text: {text}")
_SECOND = N_(
    "This is a second frame of orders in one email. It was not carried out: {orders}. To have it carried out "
    "as well, reply with: CONFIRM {code}"
)
_DOUBTFUL = N_(
    "If you wrote these orders there, and want them to be carried out, reply with: CONFIRM {code}. They are: "
    "{orders}"
)


def answered(service: Service, seat: MailSeat, mail: Incoming, table: str = "") -> Reply:
    """Carry out every command of a mail; return the answer, a numbered paragraph for each."""
    talk = Conversation(service, seat, mail, table)
    found = requests(talk.mail.lines, talk.name)
    asked = [request for request in found if not request.is_amid]
    amid = [request for request in found if request.is_amid]
    if mail.unreadable:
        talk.reply.lines.append(unreadable(mail, talk.seat.language))
        return talk.reply
    if talk.seat.state != JOINED and not any(request.verb == "join" for request in asked):
        talk.tell(N_("You have been invited. To take the seat, reply with: JOIN"))
        return talk.reply
    for n, request in enumerate(asked):
        talk.reply.lines.append(f"{n + 1}. {request.head(talk.seat.language)}")
        is_second = request.verb in _ORDERS and any(one.verb in _ORDERS for one in asked[:n])
        _carry_out(talk, request, is_second=is_second)
    for request in amid[:MOST_AMID]:
        talk.tell(AMID, line=Verbatim(request.head(talk.seat.language)))
    is_asked_about = not any(one.verb in _ORDERS for one in asked) and _ask_about_quotation(talk)
    if asked and talk.mail.attached:
        talk.tell(_ATTACHED, name=Verbatim(talk.mail.attached[0]))
    if not (asked or amid or is_asked_about):
        _nothing(talk)
    return talk.reply


def _carry_out(talk: Conversation, request: Request, *, is_second: bool) -> None:
    """Carry out one command, or tell why it cannot be; a second frame of orders is asked about first."""
    try:
        if is_second:
            ordering.require_whole(talk, request)
            ordering.ask(talk, request, _SECOND)
        else:
            _act(talk, request)
    except StoreError:
        raise
    except Refusal as refused:
        talk.reply.lines.append(telling.refusal(refused, talk.seat.language, talk.say.label))
    except Exception as error:  # noqa: BLE001 - logged and told; the other commands go on
        talk.reply.lines.append(broken(talk.service, talk.mail, talk.seat, error))


def _ask_about_quotation(talk: Conversation) -> bool:
    """Ask about orders within or below the quotation that differ from those that the umpire sent; return true
    if there are any.
    """
    sent = talk.sent
    for request in requests(talk.mail.quoted):
        if request.verb in _ORDERS and request.lines and not request.is_open and sent.is_known:
            if sent.has_frame(request.raw) or sent.has_orders(request.lines):
                return False
            try:
                ordering.require_whole(talk, request)
            except Refusal:  # of another turn or game: quoted from an older mail
                return False
            talk.tell(_QUOTED)
            ordering.ask(talk, request, _DOUBTFUL)
            return True
    return False


def _act(talk: Conversation, request: Request) -> None:
    """Carry out one command; people who do not belong to the seat have only commands that reveal nothing."""
    if request.verb not in OPEN and not sees(talk.service, talk.seat):
        talk.tell(NOT_YOURS, seat=talk.seat.seat)
    elif talk.seat.seat == REFEREE and request.verb not in OF_ALL:
        raise NotNow(words(N_("you are the referee, and hold no seat")))
    elif request.verb in _TOLD:
        _act_and_tell(talk, request)
    else:
        _ACTED[request.verb](talk, request)


def _act_and_tell(talk: Conversation, request: Request) -> None:
    """Carry out a command whose answer tells its player what a mail would tell them again."""
    before = {post.id for post in delivering.of_seat(talk.service, talk.seat)}
    _ACTED[request.verb](talk, request)
    if talk.service.campaign(talk.seat.campaign).state == talk.campaign.state:
        new = [post for post in delivering.of_seat(talk.service, talk.seat) if post.id not in before]
        delivering.without_mail(talk.service, talk.seat, new)


def _nothing(talk: Conversation) -> None:
    """Explain why a mail without a command did nothing, and what was read as its sender's own text."""
    if talk.mail.attached:
        talk.tell(_ATTACHED, name=Verbatim(talk.mail.attached[0]))
    elif any(request.verb in FRAMES for request in requests(talk.mail.quoted)):
        talk.tell(_QUOTED)
    else:
        talk.tell(_NO_COMMAND)
    if own := " / ".join(filter(None, talk.mail.lines)):
        talk.tell(_OWN, text=Verbatim(own, LONGEST_SHOWN))


def _confirm(talk: Conversation, request: Request) -> None:
    """Carry out the command that waits for its code. The code is kept: repeated, it repeats the answer
    without acting again.
    """
    kind, _, rest = talk.seat.command.partition(" ")
    if not talk.seat.code or request.rest != talk.seat.code:
        raise NotNow(words(N_("that is not the confirmation code you were sent")))
    once = Message(f"mail/{talk.seat.token}/{talk.seat.code}", talk.seat.user)
    match kind:
        case "resign":
            talk.run(acts.PLAYER["resign"], message=once)
        case "orders":
            ordering.give(talk, rest, once)
        case "frame":
            mark, _, text = rest.partition(" ")
            ordering.require_present(talk, mark)
            ordering.give(talk, text, once)
        case "add":
            mark, _, text = rest.partition(" ")
            ordering.require_present(talk, mark)
            ordering.add(talk, Request("add", raw=tuple(text.splitlines())), once)
        case "reactions":
            talk.run(acts.PLAYER["spare"], acts.Given(entry=int(rest)), once)
            talk.reply.has_acted = True
        case "finish":
            talk.run(acts.REFEREE["end"], acts.Given(why=rest), once)
        case "edit":
            head, *lines = rest.splitlines()
            of, _, why = head.partition(" ")
            talk.service.edit(once, talk.seat.campaign, "\n".join(lines), why, of)
            talk.tell(N_("The position has been edited. Everyone can read what changed and why."))
        case "spare":
            talk.service.mailbox.save_spare(talk.seat.address, rest)
            talk.tell(N_("If mail to {address} bounces, it goes to {spare}. You may write from either "
                         "address."),
                      address=Verbatim(talk.seat.address), spare=Verbatim(rest))  # fmt: skip
        case "letter":
            _take_over(talk, rest)


def _take_over(talk: Conversation, digest: str) -> None:
    """Carry out a mail that was held, now that its sender has confirmed it."""
    raw = talk.service.mail.raw(digest)
    if not raw:
        raise NotNow(words(N_("that email has been deleted; send it again")))
    held = answered(talk.service, talk.seat, compared(read(raw), talk.sent))
    talk.reply.lines += held.lines
    talk.reply.wants += held.wants
    talk.reply.has_acted |= held.has_acted


def _runs(act: acts.Act) -> Callable[[Conversation, Request], None]:
    """Return the command that carries out an act without values."""
    return lambda talk, request: talk.run(act)


_ACTED: Mapping[str, Callable[[Conversation, Request], None]] = {
    "orders": ordering.give_orders, "check": ordering.check, "standing": ordering.standing,
    "add": ordering.add, "cancel": ordering.cancel, "wait": ordering.wait,
    "suggested": ordering.suggested, "reactions": ordering.reactions,
    "status": looking.show_status, "map": looking.show_picture, "hand": looking.show_picture,
    "log": looking.show_log, "rules": looking.show_rules, "book": looking.show_book,
    "help": looking.show_help,
    **{name: _runs(acts.PLAYER[name]) for name in PLAIN},
    "join": people.join, "resign": people.resign, "language": people.language,
    "delivery": people.delivery, "quiet": people.quiet, "absent": people.absent, "press": people.press,
    "zone": people.zone, "withdraw": people.withdraw, "block": people.block, "unblock": people.block,
    "spare": people.spare,
    "grant": people.grant,
    "confirm": _confirm, "referee": refereeing.act,
}  # fmt: skip
