"""The hash chain of a tournament and its lots (design/tournaments.md §1, §3)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from adjudicator.core.log.chain import JSON, canon, mac, pairs, th
from adjudicator.core.log.chance import Rng, SeedChain


class Entry(Struct, frozen=True):
    """One link of the chain: its public body, and the chain's head after it in hex."""

    body: dict[str, JSON]
    head: str


class Log:
    """The end of a tournament's chain, to which entries are added.

    Args:
        n: how many entries there are.
        head: the head after the last of them in hex, "" before the card.
    """

    def __init__(self, n: int = 0, head: str = "") -> None:
        self.n, self.head = n, head

    def append(self, t: str, time: int, fields: Mapping[str, JSON]) -> Entry:
        """Add an entry of kind `t` at UNIX second `time`."""
        body = {"n": self.n, "t": t, "time": time, **fields}
        self.head = th("tournament", bytes.fromhex(self.head), canon(body)).hex()
        self.n += 1
        return Entry(body, self.head)


def seeds(name: str, root: bytes, checkpoints: bytes = b"") -> SeedChain:
    """Return the chain of seeds of a tournament: the card shows link 0, lot k shows link k."""
    return SeedChain("lot", name, root, checkpoints)


def joint(card: bytes, salts: Mapping[str, str]) -> bytes:
    """Return J: the words that players gave as they entered, bound to the card."""
    return th("joint", card, pairs({player: words.encode() for player, words in salts.items()}))


class Lot:
    """One lot: what is drawn by one seed and the words of all players.

    Args:
        name: the tournament's name in the chain.
        k: its number, from 1.
        seed: link k of the chain of seeds.
        j: J, of everybody who is entered (`joint`).
    """

    def __init__(self, name: str, k: int, seed: bytes, j: bytes) -> None:
        self._key = mac(seed, "lot", name, k, j)

    def order(self, players: list[str]) -> list[str]:
        """Return the players in the order of the lot."""
        return sorted(players, key=lambda player: (mac(self._key, "order", player), player))

    def between(self, *players: str) -> int:
        """Return the number from 0 to 2**64 - 1 that the lot gives a group of players, in any order."""
        return int.from_bytes(mac(self._key, "between", *sorted(players))[:8], "big")

    def stream(self, label: str) -> Rng:
        """Return a stream of random numbers, another for each label."""
        return Rng(mac(self._key, "stream", label))


def bid_commitment(name: str, game: str, player: str, nonce: bytes, bid: int) -> bytes:
    """Return the log's record of a bid that is still sealed (design/tournaments.md §5)."""
    return th("bid", name, game, player, nonce, bid)


def statement_commitment(name: str, game: str, player: str, nonce: bytes, text: str) -> bytes:
    """Return the log's record of a statement on an unfinished game that is still sealed."""
    return th("statement", name, game, player, nonce, text)
