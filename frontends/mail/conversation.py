"""One letter of the player of a seat: each command in it, and the answer (docs/mail.md)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from msgspec import Struct, structs

from adjudicator.core import orders
from adjudicator.core.choices.choice import Reader
from adjudicator.core.errors import NotNow, Refusal, Verbatim
from adjudicator.core.languages import LANGUAGES
from adjudicator.core.words import N_, Words
from service.api import Service
from service.posts.status import status
from service.storage.mail import INVITED, JOINED, REFEREE, MailSeat
from service.storage.store import StoreError
from service.text import telling
from service.text.command_names import command_names
from service.text.localizer import Localizer
from service.text.rulebook import paragraphs
from service.values.calendar import moment
from service.values.records import Message
from service.values.time_control import quiet_hours
from service.values.words import called

from .access import sees
from .dates import span
from .inviting import invited
from .letter import Letter, read
from .reading import FOLDER, FRAMES, REFEREES, VERBS, Request, game_code, language_named, requests
from .refereeing import Refereeing, is_referee
from .template import turn_of

_LOG = logging.getLogger(__name__)

LONGEST_NAME = 40
DELIVERIES = ("events", "asked", "daily")
ALL = ("all", "everybody", "全員")
MOST_LOG = 40
"""The number of sentences of the log that a letter shows."""


def _words(template: str, **values: object) -> Words:
    return Words(template, values)


class Reply(Struct):
    """The answer to a letter.

    Attributes:
        to: the address.
        seat: the seat by mail that it is about, None for a stranger.
        lines: its paragraphs.
        wants: "map", "hand" for each picture that is asked for.
        is_alarm: true if it goes to the registered address because somebody else wrote.
        invitations: seats to which the referee has invited somebody, each to be written to.
        has_acted: true if an order was carried out, so that the answer also tells what waits to be told.
    """

    to: str
    seat: MailSeat | None
    lines: list[str]
    wants: list[str] = []
    is_alarm: bool = False
    invitations: list[MailSeat] = []
    has_acted: bool = False


NOT_YOURS = N_("You no longer play {seat}.")
BROKEN = N_("Your mail could not be answered (error {id}). STATUS shows where the game stands.")


def broken(service: Service, letter: Letter, seat: MailSeat, error: Exception) -> str:
    """Log an exception that kept a mail from its answer, and return the sentence for its sender."""
    id = service.random_bytes(4).hex()
    _LOG.error("error %s, campaign %d, mail %s", id, seat.campaign, letter.digest, exc_info=error)
    return Localizer(seat.language)(BROKEN, id=Verbatim(id))


def new_code(service: Service) -> str:
    """Return eight digits that confirm what cannot be taken back."""
    return f"{int.from_bytes(service.random_bytes(4), 'big') % 10**8:08}"


OF_ALL = (
    "join",
    "status",
    "map",
    "log",
    "rules",
    "help",
    "language",
    "delivery",
    "quiet",
    "confirm",
    "referee",
)
"""Commands of a referee who holds no seat."""
OPEN = ("join", "help", "rules", "language", "delivery", "quiet", "confirm")
"""Commands that show nothing of the seat; what `CONFIRM` does is checked like the command itself."""
_QUOTED = N_(
    "Your orders are only in the quoted part of your mail, so they were not carried out. Write them above "
    "the quotation, between ORDERS and END."
)
_NO_COMMAND = N_(
    "No command was found in your mail. Write orders between ORDERS and END; HELP lists all commands."
)
_FRAMED = N_(
    "Write orders between ORDERS and END, one per line. With CHECK instead of ORDERS they are checked but "
    "not given; with STANDING they replace your standing orders."
)


class Conversation:
    """One letter of the player of one seat."""

    def __init__(self, service: Service, seat: MailSeat, letter: Letter) -> None:
        self._service, self._seat, self._letter = service, seat, letter
        self._campaign = service.campaign(seat.campaign)
        self._game = service.game(seat.campaign)
        self._say = Localizer(seat.language, self._game.lexicon.label)
        self._reader = Reader(self._game.lexicon, seat.language)
        self._reply = Reply(seat.address, seat, [])
        self._acts = 0

    def answered(self) -> Reply:
        """Carry out every command; return the answer, a numbered paragraph for each."""
        asked = requests(self._letter.lines)
        if self._seat.state == INVITED and not any(request.verb == "join" for request in asked):
            self._tell(N_("You have been invited. To take the seat, reply with: JOIN"))
            return self._reply
        if not asked:
            self._nothing()
        for n, request in enumerate(asked, 1):
            head = f"{n}. {' '.join((request.verb.upper(), request.rest)).strip()}"
            self._reply.lines.append(head)
            try:
                self._act(request)
            except StoreError:
                raise
            except Refusal as refused:
                self._reply.lines.append(telling.refusal(refused, self._seat.language, self._say.label))
            except Exception as error:  # noqa: BLE001 - logged and told; the other commands go on
                self._reply.lines.append(broken(self._service, self._letter, self._seat, error))
        return self._reply

    def _act(self, request: Request) -> None:
        """Carry out one command; to those who do not belong to the seat only what opens nothing."""
        if request.verb not in OPEN and not sees(self._service, self._seat):
            self._tell(NOT_YOURS, seat=self._seat.seat)
        elif self._seat.seat == REFEREE and request.verb not in OF_ALL:
            raise NotNow(_words(N_("you are the referee, and hold no seat")))
        else:
            self._acted[request.verb](self, request)

    def _tell(self, template: str, **values: object) -> None:
        self._reply.lines.append(self._say(template, **values))

    @property
    def _message(self) -> Message:
        self._acts += 1
        return Message(f"mail/{self._letter.digest}/{self._acts}", self._seat.user)

    def _nothing(self) -> None:
        """Say why a letter without a command did nothing."""
        if any(request.verb in FRAMES for request in requests(self._letter.quoted)):
            self._tell(_QUOTED)
        else:
            self._tell(_NO_COMMAND)

    # -- orders ----------------------------------------------------------------------------------

    def _require_whole(self, request: Request) -> None:
        code = game_code(self._campaign.game, self._campaign.id)
        named = request.rest.split()
        if named and named[0].upper() != code:
            why = N_("these orders are for {named}; this address plays {code}")
            raise NotNow(_words(why, named=Verbatim(named[0]), code=Verbatim(code)))
        if len(named) > 1 and named[1].casefold() != self._seat.seat:
            why = N_("these orders are for {named}; you play {seat}")
            raise NotNow(_words(why, named=Verbatim(named[1]), seat=self._seat.seat))
        turn = turn_of(self._service, self._seat.campaign)
        if len(named) > 2 and named[2] != turn:
            self._status(request)
            why = N_("these orders are for turn {named}; it is turn {turn} now")
            raise NotNow(_words(why, named=Verbatim(named[2]), turn=Verbatim(turn)))
        if request.is_open:
            why = N_("the line END is missing, so the mail may have been cut off; nothing was carried out")
            raise NotNow(_words(why))

    def _orders(self, request: Request) -> None:
        self._require_whole(request)
        text = "\n".join(request.lines)
        choices = self._service.readable(self._seat.campaign, self._seat.seat)
        if orders.ends_game(choices, orders.lines(text), self._reader):
            self._ask_code(f"orders {text}")
            return
        self._give(text, self._message)

    def _give(self, text: str, message: Message) -> None:
        campaign, seat, language = self._seat.campaign, self._seat.seat, self._seat.language
        before = self._service.campaign(campaign).n
        try:
            receipt = self._service.order(message, campaign, seat, text, language)
        except Refusal as refused:
            self._explain(text, refused)
            return
        result = receipt.result
        self._reply.has_acted |= result.done > 0 or receipt.n > before
        if result.noted:
            self._tell(N_("Until this battle is over:"))
            self._reply.lines += result.noted
        self._reply.lines += [f"({n}) {line}" for n, line in enumerate(result.understood, 1)]
        if result.how == "done" and (result.done or not result.noted):
            self._tell(N_("Carried out: {n} {n:order|orders}."), n=result.done)
        elif result.how != "done":
            left = [Verbatim(line) for line in result.draft]
            self._tell(N_("Carried out: {n} {n:order|orders}. Left: {left}."), n=result.done, left=left)
            if result.why is not None:
                self._reply.lines.append(self._say.sentence(result.why))
        self._tell(N_("Receipt: entry {n}, {head}"), n=receipt.n - 1, head=Verbatim(receipt.short))

    def _check(self, request: Request) -> None:
        self._require_whole(request)
        text = "\n".join(request.lines)
        try:
            self._service.check(self._seat.campaign, self._seat.seat, text, self._seat.language)
        except Refusal as refused:
            self._explain(text, refused)
        else:
            self._tell(N_("As far as your seat can know, these orders are legal. Nothing was carried out."))

    def _explain(self, text: str, refused: Refusal) -> None:
        said = self._service.explain(self._seat.campaign, self._seat.seat, text, refused, self._seat.language)
        self._reply.lines.append(said.why)
        if said.line and said.line not in said.why:
            self._tell(N_("In the line: {line}"), line=Verbatim(said.line))
        if said.understood:
            self._tell(N_("Understood: {order}"), order=Verbatim(said.understood))
        if said.allowed:
            self._tell(N_("Possible: {candidates}"), candidates=[Verbatim(line) for line in said.allowed])

    def _standing(self, request: Request) -> None:
        campaign, seat = self._seat.campaign, self._seat.seat
        if request.lines or not request.is_open:
            self._require_whole(request)
            self._service.set_standing(self._message, campaign, seat, request.lines)
        kept = self._service.standing(campaign, seat)
        if kept:
            self._tell(N_("Your standing orders: {orders}"), orders=[Verbatim(line) for line in kept])
        else:
            self._tell(N_("You have no standing orders."))

    # -- orders that wait ------------------------------------------------------------------------

    def _add(self, request: Request) -> None:
        """Add lines to those that wait; if the seat is asked now, all of them are given."""
        self._require_whole(request)
        campaign, seat, text = self._seat.campaign, self._seat.seat, "\n".join(request.lines)
        queue = self._service.batch(campaign, seat)
        is_asked = seat in [asked.seat for asked in self._service.asked(campaign)]
        if queue is None or is_asked:
            kept = [] if queue is None else [str(line) for line in queue.lines]
            self._orders(structs.replace(request, lines=(*kept, *request.lines)))
            return
        self._service.change_batch(self._message, campaign, seat, add=text)
        self._tell_batch()

    def _cancel(self, request: Request) -> None:
        campaign, seat = self._seat.campaign, self._seat.seat
        if request.rest:
            number = int(request.rest) if request.rest.isdecimal() else 0
            if not number:
                raise NotNow(_words(N_("name one of the waiting orders by its number")))
            self._service.change_batch(self._message, campaign, seat, cancel=number)
        else:
            self._service.drop_batch(self._message, campaign, seat)
        self._tell_batch()

    def _wait(self, request: Request) -> None:
        self._service.change_batch(self._message, self._seat.campaign, self._seat.seat, wait=True)
        self._tell_batch()

    def _tell_batch(self) -> None:
        queue = self._service.batch(self._seat.campaign, self._seat.seat)
        if queue is None:
            self._tell(N_("None of your orders are waiting."))
            return
        said = N_("These orders wait, and are carried out when you are asked again:")
        if queue.state == "draft":
            said = N_("These orders are kept, and are carried out only if you send them again:")
        self._tell(said)
        self._reply.lines += [f"{n}. {line}" for n, line in enumerate(queue.lines, 1)]

    # -- people ----------------------------------------------------------------------------------

    def _absent(self, request: Request) -> None:
        user, zone = self._seat.user, self._service.status(self._seat.campaign).pace.zone
        now = self._service.now()
        if request.rest.casefold() == "off":
            for away in [away for away in self._service.absences(user) if away.until > now]:
                self._service.end_absence(self._message, away.since)
        elif request.rest:
            away = span(request.rest, now, zone)
            self._service.set_absence(self._message, away.since, away.until)
        left = [away for away in self._service.absences(user) if away.until > now]
        for away in left:
            times = {"since": moment(away.since, zone), "until": moment(away.until, zone)}
            self._tell(N_("You are away from {since} to {until}; this time does not count."), **times)
        if not left:
            self._tell(N_("You have reported no absence."))

    def _press(self, request: Request) -> None:
        if request.is_open:
            raise NotNow(_words(N_("the line END is missing, so the message was not sent")))
        to = [] if request.rest.casefold() in ALL else [self._seat_named(request.rest)]
        text = "\n".join(request.lines)
        campaign, seat = self._seat.campaign, self._seat.seat
        sent = self._service.send_press(self._message, campaign, seat, to, text).result
        self._tell(N_("Sent as message {n}. WITHDRAW {n} erases it."), n=sent.id)

    def _withdraw(self, request: Request) -> None:
        number = int(request.rest) if request.rest.isdecimal() else None
        self._service.withdraw_press(self._message, self._seat.campaign, self._seat.seat, number)
        self._tell(N_("Your message was erased; others may have read it already."))

    def _block(self, request: Request) -> None:
        is_blocked, other = request.verb == "block", self._seat_named(request.rest)
        self._service.block_press(self._message, self._seat.campaign, self._seat.seat, other, is_blocked)
        said = N_("Messages of {seat} to your seat no longer reach you.")
        self._tell(said if is_blocked else N_("Messages of {seat} reach you again."), seat=other)

    def _seat_named(self, text: str) -> str:
        """Return the seat of a name or id in any language; the text itself if there is none."""
        label, wanted = self._game.lexicon.label, text.strip().casefold()
        for seat in self._campaign.seats:
            if wanted in (seat, *(label(seat, language).casefold() for language in LANGUAGES)):
                return seat
        return text.strip()

    def _back(self, request: Request) -> None:
        self._service.take_back(self._message, self._seat.campaign, self._seat.seat)
        self._tell(N_("Your last order was taken back."))

    # -- the referee -----------------------------------------------------------------------------

    def _referee(self, request: Request) -> None:
        if not is_referee(self._service, self._seat):
            raise NotNow(_words(N_("only the referee can do that")))
        Refereeing(
            self._service,
            self._seat,
            lambda: self._message,
            self._tell,
            self._seat_named,
            self._ask_code,
            lambda seat: self._reply.wants.extend((f"map/{seat}", f"hand/{seat}")),
            self._invite,
        ).act(request)

    def _invite(self, seat: str, address: str) -> None:
        self._reply.invitations.append(invited(self._service, self._seat.campaign, seat, address))

    # -- the seat --------------------------------------------------------------------------------

    def _join(self, request: Request) -> None:
        if not sees(self._service, self._seat):
            who = called(self._letter.name)[:LONGEST_NAME] or self._seat.address.partition("@")[0]
            self._take_seat(who)
            self._change(state=JOINED)
        if self._seat.seat == REFEREE:
            self._tell(N_("You are the referee by mail."))
        else:
            self._tell(N_("You play {seat} by mail."), seat=self._seat.seat)

    def _is_vacant_in_play(self) -> bool:
        standings = self._service.status(self._seat.campaign)
        return standings.campaign.state == "playing" and self._seat.seat not in standings.members

    def _take_seat(self, who: str) -> None:
        """Join; a vacant seat in play is given by the referee who invites, and so is that of the referee."""
        campaign, seat, user = self._seat.campaign, self._seat.seat, self._seat.user
        referee = Message(self._message.id, self._campaign.referee)
        if seat == REFEREE:
            self._service.appoint(referee, campaign, user, who)
        elif self._is_vacant_in_play() and self._service.last_user(campaign, seat) != user:
            self._service.replace(referee, campaign, seat, user, who)
        else:
            self._service.join(self._message, campaign, seat, who)

    def _draw(self, request: Request) -> None:
        self._service.propose_draw(self._message, self._seat.campaign, self._seat.seat)
        self._tell(N_("You agree to a draw. The game is a draw once all players agree."))

    def _decide(self, agrees: bool) -> None:
        campaign, seat = self._seat.campaign, self._seat.seat
        if self._service.is_undo_proposed(campaign):
            self._service.consent(self._message, campaign, seat, agrees)
        elif agrees:
            self._service.accept_draw(self._message, campaign, seat)
        else:
            self._service.refuse_draw(self._message, campaign, seat)
        self._tell(N_("Noted."))

    def _accept(self, request: Request) -> None:
        self._decide(True)

    def _decline(self, request: Request) -> None:
        self._decide(False)

    def _resign(self, request: Request) -> None:
        self._ask_code("resign")

    def _ask_code(self, command: str) -> None:
        code = new_code(self._service)
        self._change(code=code, command=command)
        self._tell(
            N_("This cannot be taken back. To confirm, reply with: CONFIRM {code}"), code=Verbatim(code)
        )

    def _confirm(self, request: Request) -> None:
        """Do what waits for its code. The code stays: repeated, it repeats the answer, and acts no more."""
        kind, _, rest = self._seat.command.partition(" ")
        if not self._seat.code or request.rest != self._seat.code:
            raise NotNow(_words(N_("that is not the confirmation code you were sent")))
        once = Message(f"mail/{self._seat.token}/{self._seat.code}", self._seat.user)
        match kind:
            case "resign":
                self._service.resign(once, self._seat.campaign, self._seat.seat)
                self._tell(N_("You have resigned."))
            case "orders":
                self._give(rest, once)
            case "finish":
                self._service.end(once, self._seat.campaign, rest)
                self._tell(N_("The game is over. Everyone is told."))
            case "edit":
                head, *lines = rest.splitlines()
                of, _, why = head.partition(" ")
                self._service.edit(once, self._seat.campaign, "\n".join(lines), why, of)
                self._tell(N_("The position has been edited. Everyone can read what changed and why."))
            case "letter":
                self._take_over(rest)

    def _take_over(self, digest: str) -> None:
        """Carry out a letter that was held, now that its sender has confirmed it."""
        raw = self._service.mail.raw(digest)
        if not raw:
            raise NotNow(_words(N_("that mail has been deleted; send it again")))
        held = Conversation(self._service, self._seat, read(raw)).answered()
        self._reply.lines += held.lines
        self._reply.wants += held.wants
        self._reply.has_acted |= held.has_acted

    def _language(self, request: Request) -> None:
        language = language_named(request.rest)
        if not language:
            raise NotNow(_words(N_("there is no such language here")))
        self._change(language=language)
        self._say = Localizer(language, self._game.lexicon.label)
        self._tell(N_("Your mails are in English from now on."))

    def _delivery(self, request: Request) -> None:
        wanted = request.rest.casefold()
        if wanted not in DELIVERIES:
            raise NotNow(_words(N_("choose one of {options}"), options=[Verbatim(one) for one in DELIVERIES]))
        self._change(delivery=wanted)
        self._tell(
            {
                "events": N_("You get a mail whenever something has happened."),
                "asked": N_("You get a mail when it is your turn."),
                "daily": N_("You get one mail a day, and one when it is your turn."),
            }[wanted]
        )

    def _quiet(self, request: Request) -> None:
        """Set hours in which no mail comes that is no answer; alone, show them."""
        zone = self._service.status(self._seat.campaign).pace.zone
        if request.rest:
            is_off = request.rest.casefold() == "off"
            self._change(quiet="" if is_off else quiet_hours(request.rest))
        if self._seat.quiet:
            said = N_("From {quiet} ({zone}) you get only answers to your mails.")
            self._tell(said, quiet=Verbatim(self._seat.quiet), zone=Verbatim(zone))
        else:
            self._tell(N_("You have no quiet hours."))

    def _change(self, **what: str) -> None:
        self._seat = structs.replace(self._seat, **what)
        self._service.mail.save_seat(self._seat)
        self._reply.seat = self._seat

    # -- looking ---------------------------------------------------------------------------------

    def _status(self, request: Request) -> None:
        board = status(self._service, self._seat.campaign, self._seat.language)
        self._reply.lines.append(
            self._say.signs.beside(board.game, board.title, board.state, board.turn, board.phase)
        )
        if board.held:
            self._reply.lines.append(
                self._say.sentence(_words(N_("the game is on hold: {why}"), why=Verbatim(board.held)))
            )
        if board.waits:
            self._tell(N_("Waiting for: {seats}"), seats=[wait.seat for wait in board.waits])
        for name, points in board.points:
            self._reply.lines.append(f"{name} {points}")

    def _picture(self, request: Request) -> None:
        self._reply.wants.append(request.verb)
        self._tell(N_("It is below."))

    def _log(self, request: Request) -> None:
        events = self._service.journal(self._seat.campaign, self._seat.viewer)
        self._reply.lines += telling.story(self._game, events[-MOST_LOG:], self._seat.language)

    def _rules(self, request: Request) -> None:
        found = paragraphs(self._campaign.game, request.rest, self._seat.language)
        self._reply.lines += [f"§{one.number} {one.heading}" for one in found[:MOST_LOG]]
        if not found:
            self._tell(N_("There is no such paragraph."))

    def _help(self, request: Request) -> None:
        named = command_names(FOLDER, self._seat.language)
        verbs = [
            " / ".join(filter(None, (verb.upper(), named.get(verb)))) for verb in VERBS if verb != "referee"
        ]
        self._tell(N_("Commands: {verbs}"), verbs=[Verbatim(verb) for verb in verbs])
        if is_referee(self._service, self._seat):
            acts = [Verbatim(f"REFEREE {name.upper()}") for name in REFEREES]
            self._tell(N_("Commands of the referee: {verbs}"), verbs=acts)
        self._tell(_FRAMED)

    _acted: Mapping[str, Callable[[Conversation, Request], None]] = {
        "orders": _orders, "check": _check, "standing": _standing, "join": _join, "status": _status,
        "map": _picture, "hand": _picture, "log": _log, "rules": _rules, "help": _help, "back": _back,
        "draw": _draw, "accept": _accept, "decline": _decline, "resign": _resign, "confirm": _confirm,
        "language": _language, "delivery": _delivery, "quiet": _quiet, "add": _add, "cancel": _cancel,
        "wait": _wait, "absent": _absent, "press": _press, "withdraw": _withdraw, "block": _block,
        "unblock": _block, "referee": _referee,
    }  # fmt: skip
