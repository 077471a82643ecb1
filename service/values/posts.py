"""Contents of posts: a Struct for each kind, told apart by its tag, for any front end to put into words."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, TypeAlias

from msgspec import Struct

from adjudicator.core.language.words import Words

from .words import unpacked


class _Content(Struct, frozen=True, kw_only=True):
    """Content of any kind; `stage` is the stage of play in which it was posted, "" before the first."""

    kind: ClassVar[Literal["told", "asked", "receipt", "picture", "notice"]]

    stage: str = ""


class Happening(Struct, frozen=True):
    """An event of the rules after entry `n`, with the values that the audience may know."""

    n: int
    kind: str
    rule: str
    values: dict[str, Any]


class Told(_Content, frozen=True, tag="told"):
    """Events, and the entries of chance of the same command without their sealed parts.

    In a post for a seat, `own` holds the entries among them that are orders of its own players.
    """

    kind = "told"

    events: list[Happening]
    chance: list[dict[str, Any]]
    own: tuple[int, ...] = ()


class AskedSeat(Struct, frozen=True):
    """A seat that is asked again, the paragraph that asks, and whether it may pass."""

    seat: str
    rule: str
    optional: bool


class Asked(_Content, frozen=True, tag="asked"):
    """A post for all: the seats that are asked again."""

    kind = "asked"

    asked: list[AskedSeat]


class Asks(_Content, frozen=True, tag="asks"):
    """A post for a seat: its question, packed."""

    kind = "asked"

    rule: str
    prompt: dict[str, Any]


class AnswerReceipt(_Content, frozen=True, tag="receipt"):
    """A post for a seat: its answer that was sealed, or given in its name.

    Attributes:
        n: the number of its entry.
        rule: the paragraph that asked.
        answer: the answer in its canonical form.
        by: who gave it.
        standing: 1 if a standing order gave it.
        seals: the seals, in hexadecimal.
    """

    kind = "receipt"

    n: int
    rule: str
    answer: Any
    by: Literal["seat", "clock", "referee"]
    standing: int
    seals: list[str]


class StagePicture(_Content, frozen=True, tag="stage"):
    """The position at rest `rest`, where a stage begins, as `viewer` sees it ("" for all).

    `since` is the rest of the picture before, from which on moves are shown; -1 for none.
    """

    kind = "picture"

    viewer: str
    rest: int
    since: int = -1


class BattlePicture(_Content, frozen=True, tag="battle"):
    """A post for all: the battle that was fought before rest `rest`."""

    kind = "picture"

    rest: int


class TurnPicture(_Content, frozen=True, tag="turn"):
    """A post for all: the course of the turn that rest `rest` ends; after the last turn also the whole
    game.
    """

    kind = "picture"

    rest: int
    over: bool


Picture: TypeAlias = StagePicture | BattlePicture | TurnPicture


class Notice(_Content, frozen=True, tag="notice"):
    """A notice of the service.

    Attributes:
        what: its kind, for front ends that treat kinds differently.
        packed: its sentence, packed.
        why: the reason that somebody gave; "" if none, or if the sentence holds it.
    """

    kind = "notice"

    what: str
    packed: dict[str, Any]
    why: str = ""

    @property
    def words(self) -> Words:
        """The sentence."""
        return unpacked(self.packed)


class FoundedNotice(Notice, frozen=True, kw_only=True, tag="founded"):
    """A new campaign: its terms, packed, and the head of its card, "" at an open table."""

    agreed: list[dict[str, Any]]
    card: str


class ProposedNotice(Notice, frozen=True, kw_only=True, tag="proposed"):
    """A proposal, by its id, that the other seats may agree to: `what` is "draw", "undo" or "pause"."""

    proposal: str


class OrdersNotice(Notice, frozen=True, kw_only=True, tag="orders"):
    """A batch that stopped: the orders that are left, line by line."""

    draft: list[str]


class SuggestedNotice(Notice, frozen=True, kw_only=True, tag="suggested"):
    """An officer's suggestion, by its id, line by line."""

    id: int
    draft: list[str]


class ReminderNotice(Notice, frozen=True, kw_only=True, tag="reminder"):
    """A deadline that is near, in UNIX seconds, 0 for none; or a question that has waited for long.

    `silent` says that it comes without a sound.
    """

    due: int
    silent: bool = False


class PressNotice(Notice, frozen=True, kw_only=True, tag="press"):
    """A message of a player, by its number."""

    id: int


class AsideNotice(Notice, frozen=True, kw_only=True, tag="aside"):
    """The referee's dice outside the game: the number of the roll, from 1, its seed, and the faces."""

    i: int
    seed: str
    rolls: list[dict[str, Any]]


class AlarmNotice(Notice, frozen=True, kw_only=True, tag="alarm"):
    """A notice for the referee: a campaign that cannot be played on, and the rest to go back to."""

    rest: int


class EndNotice(Notice, frozen=True, kw_only=True, tag="end"):
    """The end of a campaign and its result; `order` are packed words, the seats in order, or {}."""

    result: dict[str, Any]
    order: dict[str, Any] = {}


Content: TypeAlias = (
    Told
    | Asked
    | Asks
    | AnswerReceipt
    | StagePicture
    | BattlePicture
    | TurnPicture
    | Notice
    | FoundedNotice
    | ProposedNotice
    | OrdersNotice
    | SuggestedNotice
    | ReminderNotice
    | PressNotice
    | AsideNotice
    | AlarmNotice
    | EndNotice
)
"""Content of any post."""
