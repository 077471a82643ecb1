"""Records of a campaign, its incoming messages and outgoing posts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct

from adjudicator.core.choices.choice import Choice
from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.founding import RulesVersion
from adjudicator.core.orders.orders import Line

from .calendar import Span
from .posts import Content
from .receipts import Result
from .time_control import TimeControl
from .words import reason

R = TypeVar("R", bound=Result | None)


STATES = {
    "joining": N_("waiting for players"),
    "salting": N_("waiting for salts"),
    "playing": N_("in play"),
    "closed": N_("over, with a provisional result"),
    "over": N_("over"),
    "dead": N_("called off"),
}
"""The name of a campaign's state in sentences."""


class Message(Struct, frozen=True):
    """The message that brought a command: its id, by which a repetition is known ("" for none), and its
    sender.

    User ids are opaque texts that a front end gives and understands.
    """

    id: str
    user: str


COMPUTER = "computer"
"""The user id of the computer player, in every campaign."""
_BADGE, _NAME = "◎", N_("The computer")
COMPUTER_NAME = f"{_BADGE} {_NAME}"
"""Its name in logs, with a badge that no person's name can hold; of level 1."""
_LEVEL = f"{COMPUTER_NAME}, level "
BY_MAIL = "mail/"
"""The beginning of the user ids of those who play by mail; the registered address follows."""
CLOCK = Message("", "clock")
"""The sender of all acts of the clock: a user id that no front end gives."""


PAUSED = N_("the players have agreed to pause")
"""The reason of a hold on which all players have agreed; any of them may go on with the game."""


class Campaign(Struct):
    """The present state of a campaign.

    Attributes:
        id: its short number in the service.
        name: its name in the chain, `game/hex` (design/fair-dice.md §1).
        modes: kind of occasion -> "ask" or "standing" (architecture.md §1.7).
        founder: the user who founded it.
        referee: the user who may rule on it.
        state: "joining", "salting" (every seat is taken, salts are given), "playing", "closed" (over, with a
            provisional result; what is hidden is not open yet), "over", or "dead" (given up before it began).
        n, head: how many entries the log has, and its head in hex.
        umpire: the version of the code and data that it is played with.
        held: the reason why nothing may be played now, "" if it is not held.
        epoch, asides: the last epoch and the last referee's die shown.
        stage: the stage of which a picture was last posted.
        neutral: 1 if its referee may hold no seat (tournaments).
        lost_entry, lost_epoch, lost_aside: the last entry, epoch and referee's die that were shown and that
            its log lacks, after a backup was restored; -1, 0 and 0 if nothing was lost.
    """

    id: int
    name: str
    game: str
    scenario: str
    title: str
    options: dict[str, str]
    modes: dict[str, str]
    seats: list[str]
    tier: str
    founder: str
    referee: str
    state: str
    n: int
    head: str
    umpire: RulesVersion
    held: str = ""
    epoch: int = 0
    asides: int = 0
    stage: str = ""
    neutral: int = 0
    lost_entry: int = -1
    lost_epoch: int = 0
    lost_aside: int = 0

    @property
    def has_lost_dice(self) -> bool:
        """True if dice were shown that are in no log, and that could still be rolled again."""
        return self.lost_epoch > self.epoch or self.lost_aside > self.asides

    @property
    def is_paused(self) -> bool:
        """True if it is held because its players have agreed to pause."""
        return reason(self.held).template == PAUSED

    @property
    def has_ended(self) -> bool:
        """True if it is over, or was given up before it began."""
        return self.state in ("over", "dead")

    @property
    def is_decided(self) -> bool:
        """True if it has ended, or its result is provisional."""
        return self.has_ended or self.state == "closed"


class Plan(Struct, frozen=True):
    """The plan of a campaign to be founded.

    Attributes:
        game, scenario, title: of the campaign; `title` is what its players call it.
        options: those that differ from their default.
        modes: kind of occasion -> "ask" or "standing"; "default" for all that are not named.
        referee: the user who may rule on it, "" for the founder.
        seed: of an open table, whose chance is public; b"" for sealed chance (tier F1).
        before: the head of the dead card that it replaces, "" for none.
        pace: the time control.
        neutral: true if the referee may hold no seat (tournaments).
    """

    game: str
    scenario: str
    title: str
    options: dict[str, str] = {}
    modes: dict[str, str] = {}
    referee: str = ""
    seed: bytes = b""
    before: str = ""
    pace: TimeControl = TimeControl()
    neutral: bool = False


class Member(Struct, frozen=True):
    """The member of a seat: the user, the name that the log shows, and whether they make their own salt."""

    seat: str
    user: str
    who: str
    own_salt: bool


class Person(Struct, frozen=True):
    """A person of a seat: "commander", "officer" (who may suggest orders) or "observer"."""

    seat: str
    user: str
    who: str
    role: str


class Suggestion(Struct, frozen=True):
    """Orders that an officer has drafted: the officer's own text and its language, and the head it was
    written on.
    """

    id: int
    campaign: int
    seat: str
    user: str
    who: str
    head: str
    language: str
    text: str


class Ruling(Struct, frozen=True):
    """The referee's ruling on a question: its number from 1, the last entry before, the UNIX second.

    `revoked` is the reason for which it no longer holds, "" while it does.
    """

    number: int
    n: int
    time: int
    question: str
    ruling: str
    revoked: str = ""


class Preview(Struct, frozen=True):
    """The effects of an edit of the position; paths of the world or of a view -> [before, after], JSON.

    Attributes:
        head: the head that it was tried on.
        changes: all that would change, hidden things too.
        public: the part that all would see.
        private: the part that each seat would see besides, by seat.
        sizes: the containers that it touches, which all would see, with their size afterwards.
        problems: the reasons against it, empty if it is possible.
    """

    head: str
    changes: Mapping[str, list[str]]
    public: Mapping[str, list[str]]
    private: Mapping[str, Mapping[str, list[str]]]
    sizes: Mapping[str, int]
    problems: list[Words] = []


class Keys(Struct):
    """The secrets of a campaign, apart from everything exported.

    `seeds` and `asides` are the checkpoints of its two chains, `salts` the nonces (hex) and words that
    the bot has made and not yet shown, `joint` is J, b"" before every salt is in.
    """

    root: bytes
    hroot: bytes
    seeds: bytes
    asides: bytes
    salts: dict[str, tuple[str, str]]
    joint: bytes


class Asked(Struct, frozen=True):
    """A seat that is asked: the rule, the last entry before, and since which UNIX second.

    `optional` says that it is a window, which may close without an answer.
    """

    seat: str
    rule: str
    entry: int
    optional: bool
    since: int


class Queue(Struct, frozen=True):
    """A batch of order lines: the head it was written on, and its state, "waiting" for others or "draft"."""

    seat: str
    head: str
    state: str
    language: str
    lines: list[Line]


class Proposal(Struct, frozen=True):
    """A proposal that needs the consent of every seat: an undo back to entry `target`, a draw, a pause.

    It is void once play has gone on; a pause only once other people have the seats. Buttons name it by its
    `id`, so that an old button does not agree to a newer proposal.
    """

    kind: str
    by_seat: str
    target: int
    why: str
    consent: list[str]
    id: str = ""


class Post(Struct, frozen=True):
    """A post, for any front end to put into its own format.

    `audience` is "channel", "referee" or "seat/" and a seat's name; `n`, `head` and `epoch` are the
    log's end when it was written. A front end sends `nonce` along, so that a repetition is known. Posts of
    one command have the same `command`.
    """

    id: int
    campaign: int
    audience: str
    kind: str
    n: int
    head: str
    epoch: int
    nonce: str
    content: Content
    command: int = 0


class Receipt(Struct, Generic[R], frozen=True):
    """The number of entries and the head after a command, and its result; None if it has none."""

    campaign: int
    n: int
    head: str
    result: R

    @property
    def short(self) -> str:
        """The head as posts show it: 16 hex digits (design/fair-dice.md §8)."""
        return self.head[:16]


class Seen(Struct, frozen=True):
    """The end of a log that somebody has seen.

    Attributes:
        n, head: the last entry, and the beginning of its head in hex.
        epoch, asides: the last epoch and the last referee's die shown.
    """

    n: int
    head: str
    epoch: int
    asides: int = 0


class Pending(Struct, frozen=True):
    """A question of a seat, with the choice that answers it."""

    asked: Asked
    choice: Choice[Any]


class Answered(Struct, frozen=True):
    """A seat's answer that may still change: the entry that asked, the choice, the answer."""

    entry: int
    choice: Choice[Any]
    answer: Any


class Due(Struct, frozen=True):
    """The deadline of a seat that is asked; public.

    Attributes:
        seat, rule, entry, optional: as in `Asked`; for a window, `due` is the time when it closes.
        due: in UNIX seconds; None without a deadline, while the campaign is held, or while nobody sits there.
        bank: the rest of the seat's bank now, in seconds; None if the time control has none.
        lapsed: "", or the party called when the time was up: "referee", or "claim" for the other seats.
    """

    seat: str
    rule: str
    entry: int
    optional: bool
    due: int | None
    bank: int | None
    lapsed: str


class Standings(Struct, frozen=True):
    """The public state of a campaign.

    `away` holds the absences, present and future, by seat.
    """

    campaign: Campaign
    members: dict[str, Member]
    asked: list[Asked]
    over: bool
    pace: TimeControl = TimeControl()
    due: list[Due] = []
    away: dict[str, Span] = {}


def computer_name(level: int) -> str:
    """Return the name in logs of the computer that plays at a level."""
    return COMPUTER_NAME if level == 1 else f"{_LEVEL}{level}"


def level_of(who: str) -> int:
    """Return the level of the computer of a name; 0 of a person's."""
    if who == COMPUTER_NAME:
        return 1
    number = who.removeprefix(_LEVEL)
    return int(number) if who.startswith(_LEVEL) and number.isdecimal() else 0


def person(user: str, who: str) -> Words | Verbatim:
    """Return a player's name as a value of sentences; the computer's is in the reader's language."""
    if user != COMPUTER:
        return Verbatim(who)
    level = level_of(who)
    name = words(_NAME) if level < 2 else words(N_("The computer, level {n}"), n=level)
    return words("{badge} {name}", badge=Verbatim(_BADGE), name=name)
