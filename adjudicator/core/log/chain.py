"""The hash chain of a campaign: notation, seals and entries (design/fair-dice.md §0, §4, §5)."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias
from unicodedata import is_normalized

import msgspec
from msgspec import Struct

JSON: TypeAlias = Any
"""Canonical JSON: objects, lists, strings and integers from 0 to 2**53 - 1; nothing else."""

DOMAIN = "tabellarius/1/"
LARGEST = 2**53 - 1
"""The largest number that the chain, a world or an edit of one may hold."""
_SURROGATE = re.compile("[\ud800-\udfff]")


def lp(*parts: bytes | str | int) -> bytes:
    """Return the parts joined, each after its length as a big-endian u32 (design/fair-dice.md §0)."""
    raw: list[bytes] = []
    for part in parts:
        piece = part.encode() if isinstance(part, str) else part
        if isinstance(piece, int):
            piece = piece.to_bytes(8, "big")
        raw += (len(piece).to_bytes(4, "big"), piece)
    return b"".join(raw)


def th(tag: str, *parts: bytes | str | int) -> bytes:
    """Return the tagged hash TH (design/fair-dice.md §0)."""
    return hashlib.sha256(lp(DOMAIN + tag, *parts)).digest()


def mac(key: bytes, tag: str, *parts: bytes | str | int) -> bytes:
    """Return the tagged MAC (design/fair-dice.md §0)."""
    return hmac.digest(key, lp(DOMAIN + tag, *parts), "sha256")


def pairs(values: Mapping[str, bytes]) -> bytes:
    """Return `lp` of alternating names and values, names sorted by their bytes (design/fair-dice.md §0)."""
    return lp(*(x for name in sorted(values, key=str.encode) for x in (name, values[name])))


_escape = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode
"""Escapes what is no printable ASCII; everything else msgspec writes in the same bytes, and faster."""


def canon(value: JSON) -> bytes:
    """Return canonical JSON (design/fair-dice.md §0).

    Raises:
        ValueError: for a float, a bool, null, an integer out of range or a key that is no string;
            these are defects of the caller, because people's input has been checked before.
    """
    _check(value)
    raw = msgspec.json.encode(value, order="deterministic")
    return raw if raw.isascii() and b"\x7f" not in raw else _escape(value).encode()


def _check(value: JSON) -> None:
    """Refuse what has no canonical form: floats, negative or too large numbers, text that is not NFC."""
    kind = type(value)
    if kind is str:
        if not value.isascii() and (not is_normalized("NFC", value) or _SURROGATE.search(value)):
            raise ValueError(f"not canonical: {value!r}")
    elif kind is int:
        if not 0 <= value <= LARGEST:
            raise ValueError(f"not canonical: {value}")
    elif kind is dict:
        for key, item in value.items():
            if type(key) is not str:
                raise ValueError(f"not canonical: the key {key!r}")
            _check(key)
            _check_item(item)
    elif kind is list or kind is tuple:
        for item in value:
            _check_item(item)
    else:
        raise ValueError(f"not canonical: {value!r}")


def _check_item(value: JSON) -> None:
    if type(value) is not str or not value.isascii():
        _check(value)


class Part(Struct, frozen=True):
    """The secret content under one seal of an entry, and the seats that may see it now."""

    seats: tuple[str, ...]
    nonce: str
    part: dict[str, JSON]


class Entry(Struct, frozen=True):
    """One link of the chain.

    `body` is public and exactly what design/fair-dice.md §5 says, `head` the chain's head after it in hex.
    Secret and beside the chain: `parts`, the contents of its seals; `told`, a digest of the public
    events since the entry before; `windows`, how many had closed before it since the rest; `aside`,
    whether it opens a procedure out of turn.
    """

    body: dict[str, JSON]
    head: str
    parts: tuple[Part, ...] = ()
    told: str = ""
    windows: int = 0
    aside: bool = False

    @property
    def n(self) -> int:
        """The entry's place in the chain, counted from 0."""
        return int(self.body["n"])

    @property
    def t(self) -> str:
        """The entry's kind (design/fair-dice.md §5)."""
        return str(self.body["t"])

    @property
    def public(self) -> dict[str, JSON]:
        """Its public part: the body and its head."""
        return {**self.body, "head": self.head}

    @property
    def answer(self) -> JSON:
        """The answer, sealed or not, apart from the entry; only of an entry `answer`."""
        answer = self.parts[1].part["answer"] if len(self.parts) > 1 else self.body["pub"]["answer"]
        return msgspec.to_builtins(answer, order="sorted")


class Chain:
    """The end of one campaign's chain, to which entries are added.

    Args:
        game: the campaign's name in the chain, `name/hex` (design/fair-dice.md §1).
        hroot: the root of nonces and hidden draws, 32 bytes, secret.
        n: how many entries there are.
        head: the head after the last of them in hex, "" before the card.
        epoch: the last epoch that was shown.
    """

    def __init__(self, game: str, hroot: bytes, n: int = 0, head: str = "", epoch: int = 0) -> None:
        self.game, self.hroot, self.n, self.head, self.epoch = game, hroot, n, head, epoch

    def append(
        self,
        t: str,
        time: int,
        fields: Mapping[str, JSON],
        sealed: Sequence[tuple[Iterable[str], dict[str, JSON]]] | None = None,
        told: str = "",
        windows: int = 0,
        aside: bool = False,
    ) -> Entry:
        """Add an entry of kind `t` at UNIX second `time`; `sealed` gives (seats, part) for each seal."""
        body: dict[str, JSON] = {"n": self.n, "t": t, "time": time, **fields}
        parts: tuple[Part, ...] = ()
        if sealed is not None:
            closed = [self._seal(i, tuple(seats), part) for i, (seats, part) in enumerate(sealed)]
            parts = tuple(part for part, c in closed)
            body["seals"] = [{"for": list(part.seats), "c": c.hex()} for part, c in closed]
        self.head = th("log", bytes.fromhex(self.head), canon(body)).hex()
        self.n += 1
        return Entry(body, self.head, parts, told, windows, aside)

    def _seal(self, i: int, seats: tuple[str, ...], part: dict[str, JSON]) -> tuple[Part, bytes]:
        """Return the part with its nonce, and the seal c on it (design/fair-dice.md §4)."""
        raw = canon(part)
        nonce = mac(self.hroot, "nonce", self.game, self.n, i, raw)[:16]
        return Part(seats, nonce.hex(), part), seal(self.game, self.n, i, nonce, raw)


def seal(game: str, n: int, i: int, nonce: bytes, raw: bytes) -> bytes:
    """Return the seal over part `i` of entry `n`, in its canonical form (design/fair-dice.md §4)."""
    return th("seal", game, n, i, nonce, raw)


def effective(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries in effect, without those that an `undo` takes back (design/fair-dice.md §8)."""
    standing: list[Entry] = []
    for entry in entries:
        if entry.t == "undo":
            while standing and standing[-1].n > entry.body["to"]:
                standing.pop()
        else:
            standing.append(entry)
    return standing
