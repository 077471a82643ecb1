"""The commands of the table protocol: what each may hold, and nothing else (docs/table-protocol.md)."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType

from adjudicator.core.language.languages import FIRST, LANGUAGES

Viewer: TypeAlias = str | UnsetType | None
"""The reader of an answer: a seat, None for the public, nothing for the referee."""


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower):
    """Any command: the language of its answer, and who reads it."""

    language: str = FIRST
    seat: Viewer = UNSET

    def __post_init__(self) -> None:
        if self.language not in LANGUAGES:
            raise ValueError(f"language must be one of: {', '.join(LANGUAGES)}")


class Change(Request, frozen=True, kw_only=True, tag=str.lower):
    """A command that changes something; `head` is the one that it was written on."""

    head: str | UnsetType = UNSET


class Games(Request, frozen=True, kw_only=True, tag=str.lower):
    """List the games."""


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    """The script: dice to fall and things to be drawn."""

    dice: tuple[int, ...] = ()
    draws: tuple[str, ...] = ()


class Found(Change, frozen=True, kw_only=True, tag=str.lower):
    """Begin a game, at a position if `world` gives one; the one before it is forgotten."""

    game: str
    scenario: str | UnsetType = UNSET
    options: dict[str, str] = {}
    seats: tuple[str, ...] | UnsetType = UNSET
    seed: str | UnsetType = UNSET
    dice: Literal["sealed", "scripted"] = "sealed"
    script: Script = Script()
    windows: dict[str, Literal["pass", "ask"]] = {}
    world: dict[str, Any] | UnsetType = UNSET
    schema: int | UnsetType = UNSET
    tail: list[dict[str, Any]] = []


class Pending(Request, frozen=True, kw_only=True, tag=str.lower):
    """Ask for what is pending."""


class Answer(Change, frozen=True, kw_only=True, tag=str.lower):
    """A seat's answer."""

    seat: str
    answer: Any


class Amend(Answer, frozen=True, kw_only=True, tag=str.lower):
    """Another answer in place of the seat's own."""


class Order(Change, frozen=True, kw_only=True, tag=str.lower):
    """A seat's order, or a batch of orders."""

    seat: str
    text: str


class Asides(Request, frozen=True, kw_only=True, tag=str.lower):
    """List what a seat may do out of turn."""

    seat: str


class Aside(Answer, frozen=True, kw_only=True, tag=str.lower):
    """Act out of turn."""


class Close(Change, frozen=True, kw_only=True, tag=str.lower):
    """Close the open window."""


class Next(Request, frozen=True, kw_only=True, tag=str.lower):
    """The next field of a form."""

    seat: str
    answer: dict[str, Any] = {}


class Sample(Request, frozen=True, kw_only=True, tag=str.lower):
    """Legal answers at random."""

    seat: str
    n: int = 1
    seed: int = 0


class Try(Request, frozen=True, kw_only=True, tag=str.lower):
    """Judge an answer, or an order in words, without giving it."""

    seat: str
    answer: Any = UNSET
    text: str | UnsetType = UNSET


class Complete(Request, frozen=True, kw_only=True, tag=str.lower):
    """The orders that begin so."""

    seat: str
    text: str
    barred: bool = False


class Reach(Request, frozen=True, kw_only=True, tag=str.lower):
    """Ask where a piece may go."""

    seat: str
    piece: str
    barred: bool = False


class Standing(Change, frozen=True, kw_only=True, tag=str.lower):
    """A seat's standing orders, in place of those before."""

    seat: str
    orders: tuple[str, ...]


class AddScript(Change, frozen=True, kw_only=True, tag="script"):
    """More of the script, after what is left of it or (`clear`) in its place."""

    clear: bool = False
    dice: tuple[int, ...] = ()
    draws: tuple[str, ...] = ()


class View(Request, frozen=True, kw_only=True, tag=str.lower):
    """Ask for the view of a seat, or of the public."""

    seat: str | None = None


class World(Request, frozen=True, kw_only=True, tag=str.lower):
    """The position with all its secrets."""


class Load(Change, frozen=True, kw_only=True, tag=str.lower):
    """Another position in place of this one; without a schema the world is of the present one."""

    world: dict[str, Any]
    schema: int | UnsetType = UNSET
    tail: list[dict[str, Any]] = []


class Score(Request, frozen=True, kw_only=True, tag=str.lower):
    """The points."""


class Undo(Change, frozen=True, kw_only=True, tag=str.lower):
    """Go back to an entry."""

    to: int


class Log(Request, frozen=True, kw_only=True, tag=str.lower):
    """The entries."""

    first: int = msgspec.field(name="from", default=0)


class Export(Request, frozen=True, kw_only=True, tag=str.lower):
    """The export of a seat, of the public, or "all"."""

    seat: str | None = None


class Status(Request, frozen=True, kw_only=True, tag=str.lower):
    """Ask for the status of the game."""


ANY: Any = (
    Games | Found | Pending | Answer | Amend | Order | Asides | Aside | Close | Next | Sample | Try | Complete
    | Reach | Standing | AddScript | View | World | Load | Score | Undo | Log | Export | Status
)  # fmt: skip
"""Every command."""
