"""Records of play by mail: seats, mails in and out, the place in the mailbox."""

from __future__ import annotations

from msgspec import Struct

from service.values.records import BY_MAIL

INVITED, JOINED = "invited", "joined"

FOREIGN_BOUNCE = "bounce"
"""The sender as which bounces are counted that return no mail sent from here."""

REFEREE = "referee"
"""The seat of somebody who is the referee by mail, and holds none."""


class MailSeat(Struct, frozen=True):
    """A seat that is played by mail.

    Attributes:
        token: 16 characters (80 bits) of the reply address, in small letters.
        campaign, seat: the seat, or `REFEREE`.
        address: the registered address, in lower case.
        state: "invited" until the player has confirmed it by a reply, then "joined".
        language: of the mails.
        delivery: how much is sent: "events" (all that happens), "asked" (a mail with each decision), "daily"
            (once a day).
        code: the code that confirms the command that waits for it, "" if none waits.
        command: that command: "resign", "orders" or "letter", and its contents.
        quiet: hours of the day in which only answers are sent, such as "22:00-07:00"; "" for none.
        replaces: true for an offer of a seat that somebody else has until the player has confirmed it.
    """

    token: str
    campaign: int
    seat: str
    address: str
    state: str = INVITED
    language: str = "en"
    delivery: str = "events"
    code: str = ""
    command: str = ""
    quiet: str = ""
    replaces: bool = False

    @property
    def viewer(self) -> str | None:
        """The viewer whose view the seat has: the seat itself, or the public for a referee."""
        return None if self.seat == REFEREE else self.seat

    @property
    def user(self) -> str:
        """The name of the player in the service."""
        return f"{BY_MAIL}{self.address}"


class RawMail(Struct, frozen=True):
    """A mail that has not been read yet.

    Attributes:
        hash: SHA-256 of its bytes, in hexadecimal.
        raw: its bytes.
        at: when the mailbox received it, in UNIX seconds.
        tries: how often reading it was begun.
    """

    hash: str
    raw: bytes
    at: int
    tries: int


class Unanswered(Struct, frozen=True):
    """A mail that has been read and waits for its answer: `signers` are the domains with a valid signature in
    it, if the campaign demands one.
    """

    digest: str
    raw: bytes
    at: int
    signers: tuple[str, ...] = ()


class Outgoing(Struct, frozen=True):
    """A mail that is to go out: `tries` failed so far, and is tried again at `due` (UNIX seconds)."""

    id: int
    recipient: str
    message_id: str
    raw: bytes
    tries: int
    due: int


class Place(Struct, frozen=True):
    """The place up to which an IMAP mailbox has been read (RFC 9051 §2.3.1.1).

    Attributes:
        validity: its UIDVALIDITY; with another one all its UIDs are new.
        uid: the last that was read.
        since: UNIX second at which it was first read; earlier mails are ignored.
    """

    validity: int
    uid: int
    since: int


class Passage(Struct, frozen=True):
    """Some lines of a mail, as they were before they were wrapped; `is_frame` for those of a frame."""

    lines: tuple[str, ...]
    is_frame: bool = False


class MailPlace(Struct, frozen=True):
    """A person's place in a tournament by mail; they need not have entered yet.

    Attributes:
        token: 16 characters (80 bits) of the reply address, in small letters.
        address: the address that asked for it, in small letters; its answers come from there alone.
        language: of the mails.
        told: the last entry of the tournament's log that mails have reported.
    """

    token: str
    tournament: int
    address: str
    language: str = "en"
    told: int = 0

    @property
    def user(self) -> str:
        """The name of the person in the service."""
        return f"{BY_MAIL}{self.address}"
