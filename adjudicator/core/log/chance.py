"""Sources of chance: the sealed source, the scripted source, and random numbers for samples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Protocol, TypeVar

from msgspec import Struct

from .chain import DOMAIN, lp, mac, pairs, th

EPOCHS = 65536
"""N and M of design/fair-dice.md §1: how many public rolls and referee's dice a campaign can have."""

_STRIDE = 256

T = TypeVar("T")


class Rng:
    """The bytes of one key, read as numbers (design/fair-dice.md §3)."""

    def __init__(self, key: bytes) -> None:
        self._key, self._next, self._bytes = key, 0, b""

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, all equally likely; 1 <= n <= 2**32."""
        size = 1 if n <= 256 else 4
        limit = (1 << 8 * size) // n * n
        while True:
            while len(self._bytes) < size:
                self._bytes += mac(self._key, "block", self._next)
                self._next += 1
            value = int.from_bytes(self._bytes[:size], "big")
            self._bytes = self._bytes[size:]
            if value < limit:
                return value % n

    def take(self, items: Iterable[str], count: int) -> list[str]:
        """Return `count` of the items without replacement, in the order drawn."""
        left = sorted(items, key=str.encode)
        return [left.pop(self.below(len(left))) for _ in range(count)]

    def dice(self, count: int, faces: int) -> list[int]:
        """Return the results of `count` dice, each from 1 to `faces`."""
        return [self.below(faces) + 1 for _ in range(count)]

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items, all equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in a random order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]


def sampler(seed: int) -> Rng:
    """Return a stream for samples and self-play, unrelated to any campaign's dice."""
    return Rng(th("sample", seed))


class Secrets(Struct, frozen=True):
    """The two roots of a campaign, 32 bytes each, drawn at founding (design/fair-dice.md §1)."""

    root: bytes
    hroot: bytes

    @classmethod
    def from_seed(cls, seed: bytes) -> Secrets:
        """Return the roots of an open game: known to all, so nothing is proven (docs/table-protocol.md)."""
        return cls(th("from-seed", "root", seed), th("from-seed", "hroot", seed))


class SeedChain:
    """One chain of seeds, run backwards from its secret end; every 256th link is kept.

    Args:
        kind: "seed" for public rolls, "aside" for the referee's dice.
        checkpoints: the former value of `checkpoints`, so that opening a campaign hashes nothing.
    """

    def __init__(self, kind: str, game: str, root: bytes, checkpoints: bytes = b"") -> None:
        self._kind, self._game = kind, game
        self._before = sha256(lp(f"{DOMAIN}{kind}-step", game))
        self.checkpoints = checkpoints or self._descend(root)
        self._block: tuple[int, list[bytes]] = (-1, [])

    def __getitem__(self, e: int) -> bytes:
        """S[e], 0 <= e <= EPOCHS; S[0] is the anchor."""
        if not 0 <= e <= EPOCHS:
            raise IndexError(f"no seed {e}")
        if e % _STRIDE == 0:
            return self._kept(e)
        if self._block[0] != e // _STRIDE:
            top = (e // _STRIDE + 1) * _STRIDE
            links = [self._kept(top)]
            for down in range(top - 1, top - _STRIDE, -1):
                links.append(self._step(down, links[-1]))
            self._block = (e // _STRIDE, links[::-1])
        return self._block[1][e % _STRIDE - 1]

    def step(self, e: int) -> bytes:
        """Return the hash of S[e + 1], which is S[e] if the links are undamaged; for the last link, S[e]
        itself.
        """
        return self._step(e, self[e + 1]) if e < EPOCHS else self[e]

    def _kept(self, e: int) -> bytes:
        at = e // _STRIDE * 32
        return self.checkpoints[at : at + 32]

    def _step(self, e: int, above: bytes) -> bytes:
        """Return TH of the kind, the game, `e` and the link above; the common beginning is hashed once, and
        `lp(e, above)` is written out, as a new campaign does this 131,072 times.
        """
        link = self._before.copy()
        link.update(b"\0\0\0\x08%b\0\0\0\x20%b" % (e.to_bytes(8, "big"), above))
        return link.digest()

    def _descend(self, root: bytes) -> bytes:
        link = mac(root, f"{self._kind}-top", self._game, EPOCHS)
        kept = [link]
        for e in range(EPOCHS - 1, -1, -1):
            link = self._step(e, link)
            if e % _STRIDE == 0:
                kept.append(link)
        return b"".join(reversed(kept))


def joint(card: bytes, salts: Mapping[str, tuple[bytes, str]]) -> bytes:
    """Return J: the hash of the card and every seat's salt, (nonce, words) (design/fair-dice.md §2)."""
    return th("joint", card, pairs({seat: nonce + v.encode() for seat, (nonce, v) in salts.items()}))


def salt_commitment(card: bytes, seat: str, nonce: bytes, v: str) -> bytes:
    """Return the commitment that a seat publishes before any salt is revealed (design/fair-dice.md §2)."""
    return th("salt", card, seat, nonce, v)


def hidden_commitment(game: str, hroot: bytes) -> bytes:
    """Return the card's commitment to the hidden seed (design/fair-dice.md §1)."""
    return th("hid-commit", game, hroot)


class ScriptRanOut(Exception):
    """Refusal of a die or a draw beyond the script of a scripted table."""


class Source(Protocol):
    """A source of chance for a table; one epoch is open at a time."""

    def open(self, e: int, kind: str) -> bytes:
        """Begin epoch `e` of kind "batch" or "draw"; return the seed to show."""

    def dice(self, r: int, count: int, faces: int) -> list[int]:
        """Return the results of the dice of roll `r`."""

    def take(self, r: int, items: Sequence[str], count: int) -> list[str]:
        """Return the items that roll `r` takes, in order."""


class SealedSource:
    """A source of chance that nobody can change and everybody can check (design/fair-dice.md §3, §4)."""

    def __init__(self, game: str, seeds: SeedChain, hroot: bytes, j: bytes) -> None:
        self._game, self._seeds, self._hroot, self._j = game, seeds, hroot, j
        self._key = b""

    def open(self, e: int, kind: str) -> bytes:
        """Begin epoch `e`; see `Source`."""
        seed = self._seeds[e]
        if kind == "draw":
            hidden = mac(self._hroot, "hid", self._game, e)
            self._key = mac(hidden, "draw", self._game, e, seed, self._j, pairs({}))
        else:
            self._key = mac(seed, "batch", self._game, e, self._j, pairs({}))
        return seed

    def dice(self, r: int, count: int, faces: int) -> list[int]:
        """See `Source`."""
        return Rng(mac(self._key, "roll", r)).dice(count, faces)

    def take(self, r: int, items: Sequence[str], count: int) -> list[str]:
        """See `Source`."""
        return Rng(mac(self._key, "roll", r)).take(items, count)


class ScriptedSource:
    """A source of chance written down beforehand, for tests and problems; its end is an error.

    Each number of `dice` is one die; each text of `draws` is one thing taken, by its kind.
    """

    def __init__(self, dice: Iterable[int] = (), draws: Iterable[str] = ()) -> None:
        self.left_dice, self.left_draws = list(dice), list(draws)

    def open(self, e: int, kind: str) -> bytes:
        """Show no seed."""
        return b""

    def dice(self, r: int, count: int, faces: int) -> list[int]:
        """Return the next dice of the script.

        Raises:
            ScriptRanOut: if it has none left, or a number that such a die does not have.
        """
        got, self.left_dice = self.left_dice[:count], self.left_dice[count:]
        if len(got) < count or not all(1 <= die <= faces for die in got):
            raise ScriptRanOut(f"{count} dice of {faces} faces are rolled; the script has {got}")
        return got

    def take(self, r: int, items: Sequence[str], count: int) -> list[str]:
        """Return the next draws of the script.

        Raises:
            ScriptRanOut: if it has none left, or names something that is not there.
        """
        got, self.left_draws = self.left_draws[:count], self.left_draws[count:]
        left = list(items)
        for item in got:
            if item not in left:
                raise ScriptRanOut(f"{item} is drawn by the script but is not there")
            left.remove(item)
        if len(got) < count:
            raise ScriptRanOut(f"{count} are drawn; the script has {got}")
        return got


class NoSource:
    """The source of chance of a clone, which must stop at the first roll or draw (architecture.md §1.8)."""

    def open(self, e: int, kind: str) -> bytes:
        """Stop the clone."""
        raise Stopped("chance")

    def dice(self, r: int, count: int, faces: int) -> list[int]:
        """Stop the clone."""
        raise Stopped("chance")

    def take(self, r: int, items: Sequence[str], count: int) -> list[str]:
        """Stop the clone."""
        raise Stopped("chance")


class Stopped(Exception):
    """Raised when a rehearsal reaches something that it may not use: chance, a window, another seat's
    question.
    """
