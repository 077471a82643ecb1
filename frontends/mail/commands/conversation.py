"""The state that the commands of one mail share: its seat, its game, and the answer so far."""

from __future__ import annotations

import logging
from functools import cached_property

from msgspec import Struct, structs

from adjudicator.core.choices.choice import Reader
from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, words
from frontends.mail.failing import addresses_of
from frontends.mail.incoming import Incoming
from frontends.mail.written.ours import Ours
from frontends.mail.written.sent import sent_to
from service.acts import REFEREE, Act, Given, Place
from service.api import Service
from service.text.localizer import Localizer
from service.values.front_ends.mail import MailSeat
from service.values.records import Message

_LOG = logging.getLogger(__name__)


class Reply(Struct):
    """The answer to a mail.

    Attributes:
        to: the address.
        seat: the seat by mail that it is about, None for a stranger.
        lines: its paragraphs.
        wants: "map", "hand" for each picture that is asked for.
        token: of the reply address, where it is about a tournament; "" for the umpire's own address.
        is_alarm: true if it goes to the registered address because somebody else wrote.
        invitations: seats to which the referee has invited somebody, each to be written to.
        elsewhere: other addresses, each with the text of a short mail that gives no access to a seat.
        calendar: a calendar file that goes with it, "" for none.
        has_acted: true if an order was carried out, so that the answer also contains waiting news.
    """

    to: str
    seat: MailSeat | None
    lines: list[str]
    wants: list[str] = []
    token: str = ""
    is_alarm: bool = False
    invitations: list[MailSeat] = []
    elsewhere: list[tuple[str, str]] = []
    calendar: str = ""
    has_acted: bool = False


AMID = N_(
    "“{line}” was not carried out, because other words stand in the same paragraph. If it is a command, "
    "write it with blank lines around it."
)
MOST_AMID = 3
"""The number of lines that an answer names as not carried out."""
BROKEN = N_("Your mail could not be answered (error {id}). STATUS shows where the game stands.")


_UNREADABLE = N_(
    "The text of your mail cannot be read: it is not in {charset}, as the mail says. Nothing in it was "
    "carried out. Let your mail program write UTF-8."
)
_UNNAMED = N_(
    "The text of your mail cannot be read: the mail does not say in which charset it is. Nothing in it was "
    "carried out. Let your mail program write UTF-8."
)


RESUMES, REFEREE_RESUMES = N_("RESUME"), N_("REFEREE RELEASE")
"""The commands that end a pause."""


def unreadable(mail: Incoming, language: str) -> str:
    """Return the sentence about a text that cannot be read, for its sender."""
    say = Localizer(language)
    return say(_UNNAMED) if mail.unreadable == "?" else say(_UNREADABLE, charset=Verbatim(mail.unreadable))


def broken(service: Service, mail: Incoming, seat: MailSeat, error: Exception) -> str:
    """Log an exception that kept a mail from its answer, and return the sentence for its sender."""
    id = service.random_bytes(4).hex()
    _LOG.error("error %s, campaign %d, mail %s", id, seat.campaign, mail.digest, exc_info=error)
    return Localizer(seat.language)(BROKEN, id=Verbatim(id))


def new_code(service: Service) -> str:
    """Return eight digits that confirm what cannot be taken back."""
    return f"{int.from_bytes(service.random_bytes(4), 'big') % 10**8:08}"


class Conversation:
    """One mail of the player of one seat.

    Attributes:
        service: on its own thread.
        seat, mail: the seat of the sender, and the mail. campaign, game: of the seat.
        table: the public address of the browser table, "" for none.
        say, reader: write sentences and orders in the language of the seat.
        reply: the answer so far.
    """

    def __init__(self, service: Service, seat: MailSeat, mail: Incoming, table: str = "") -> None:
        self.service, self.seat, self.mail, self.table = service, seat, mail, table
        self.campaign = service.campaign(seat.campaign)
        self.game = service.game(seat.campaign)
        self.say = Localizer(seat.language, self.game.lexicon.label)
        self.reader = Reader(self.game.lexicon, seat.language)
        self.reply = Reply(mail.senders[0], seat, [])
        self._acts = 0

    @property
    def name(self) -> str:
        """The words with which the sender may sign a mail."""
        return f"{self.mail.name} {self.seat.address.partition('@')[0]}"

    @cached_property
    def sent(self) -> Ours:
        """The mails to the addresses of the seat's person, which the mail may quote."""
        return sent_to(self.service, addresses_of(self.service, self.seat), self.mail.answers)

    def message(self) -> Message:
        """Return the next message to the service; its id follows from the mail, so that it acts once."""
        self._acts += 1
        return Message(f"mail/{self.mail.digest}/{self._acts}", self.seat.user)

    def tell(self, template: str, **values: object) -> None:
        """Add a sentence to the answer."""
        self.reply.lines.append(self.say(template, **values))

    def run(self, act: Act, given: Given | None = None, message: Message | None = None) -> None:
        """Carry out an act, and add what is said after it to the answer; `message` is one that repeats.

        Raises:
            Refusal: and nothing has changed.
        """
        resume = REFEREE_RESUMES if act in REFEREE.values() else RESUMES
        place = Place(
            self.service,
            message or self.message(),
            self.seat.campaign,
            self.seat.language,
            words(resume),
            self.seat.seat,
        )
        _, said = act(place, given)
        self.tell(said.template, **said.values)

    def change(self, **what: str | bool) -> None:
        """Save the seat with other values."""
        self.seat = structs.replace(self.seat, **what)
        self.service.mail.save_seat(self.seat)
        self.reply.seat = self.seat

    def ask_code(self, command: str) -> None:
        """Keep a command until the code sent with the answer comes back."""
        code = new_code(self.service)
        self.change(code=code, command=command)
        self.tell(
            N_("This cannot be taken back. To confirm, reply with: CONFIRM {code}"), code=Verbatim(code)
        )

    def seat_named(self, text: str) -> str:
        """Return the seat of a name or id in any language; the text itself if there is none."""
        label, wanted = self.game.lexicon.label, text.strip().casefold()
        for seat in self.campaign.seats:
            if wanted in (seat, *(label(seat, language).casefold() for language in LANGUAGES)):
                return seat
        return text.strip()
