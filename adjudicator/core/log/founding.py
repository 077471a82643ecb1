"""The founding: the first entries of the chain, and its source of chance (design/fair-dice.md §1, §2).

Card, seats, every seat's commitment to a salt, every salt; then play. The service makes them one after
another as people come; an open table makes them at once (`open_from_seed`, `open_scripted`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from adjudicator.core.language.errors import Refusal
from adjudicator.core.language.words import N_, words

from .chain import JSON, Chain, Entry, th
from .chance import (
    EPOCHS,
    ScriptedSource,
    SealedSource,
    Secrets,
    SeedChain,
    Source,
    hidden_commitment,
    joint,
    salt_commitment,
)


class RulesVersion(Struct, frozen=True):
    """The version of the rules of a campaign: the release, and hashes of the rules' code and of the data, in
    hex.
    """

    version: str
    rules: str
    data: str


class Roots(Struct, frozen=True):
    """All secrets of a campaign: its name in the chain, its roots, and both chains of seeds."""

    game: str
    secrets: Secrets
    seeds: SeedChain
    asides: SeedChain

    @classmethod
    def plant(cls, name: str, unique: bytes, secrets: Secrets) -> Roots:
        """Compute the chains of a new campaign of the game `name`; `unique` are 16 random bytes.

        This takes 2 * 65536 hashes; keep the `checkpoints` of both chains.
        """
        game = f"{name}/{unique.hex()}"
        return cls.read(game, secrets)

    @classmethod
    def read(cls, game: str, secrets: Secrets, seeds: bytes = b"", asides: bytes = b"") -> Roots:
        """Return the roots of an existing campaign, with the stored checkpoints."""
        return cls(
            game,
            secrets,
            SeedChain("seed", game, secrets.root, seeds),
            SeedChain("aside", game, secrets.root, asides),
        )


class Terms(Struct, frozen=True):
    """The public terms of a campaign, on its card.

    Attributes:
        title: what its players call it.
        scenario, options, seats: as `Game.found` takes them.
        tier: "F1", or "open": known seed or scripted, nothing proven.
        umpire: the version of the rules.
        cups: the contents of its containers at the beginning; public, so they depend on the set-up alone.
        before: the head of the dead card that this one replaces, or "".
    """

    title: str
    scenario: str
    options: Mapping[str, str]
    seats: Sequence[str]
    tier: Literal["F1", "open"]
    umpire: RulesVersion
    cups: Mapping[str, Sequence[str]]
    before: str = ""


def card(chain: Chain, time: int, terms: Terms, roots: Roots | None) -> Entry:
    """Write the card, entry 0; without roots (a scripted table) it promises nothing."""
    anchors = {"anchor": "", "aside": "", "hidden": ""}
    if roots is not None:
        anchors = {
            "anchor": roots.seeds[0].hex(),
            "aside": roots.asides[0].hex(),
            "hidden": hidden_commitment(roots.game, roots.secrets.hroot).hex(),
        }
    umpire = {"version": terms.umpire.version, "rules": terms.umpire.rules, "data": terms.umpire.data}
    fields: dict[str, JSON] = {
        "game": chain.game,
        "before": terms.before,
        "title": terms.title,
        "scenario": terms.scenario,
        "options": dict(terms.options),
        "seats": list(terms.seats),
        "tier": terms.tier,
        "umpire": umpire,
        "epochs": EPOCHS,
        "cups": {cup: sorted(items, key=str.encode) for cup, items in sorted(terms.cups.items())},
        **anchors,
    }
    return chain.append("card", time, fields)


def take_seat(chain: Chain, time: int, seat: str, who: str, link: str = "") -> Entry:
    """Give somebody a seat, at the founding or as a replacement; `who` is the name that all see."""
    return chain.append("seat", time, {"seat": seat, "who": who, "link": link})


def commit_salt(chain: Chain, time: int, seat: str, made: Literal["self", "bot"], c: bytes) -> Entry:
    """Commit a seat to a salt; `c` is its `salt_commitment`, made by the player or the bot."""
    return chain.append("salt_commit", time, {"seat": seat, "made": made, "c": c.hex()})


def reveal_salt(chain: Chain, time: int, founding: Iterable[Entry], seat: str, nonce: bytes, v: str) -> Entry:
    """Show the salt of a seat.

    Raises:
        Refusal: if it is not the one that the seat is bound to.
    """
    entries = list(founding)
    promised = [e.body["c"] for e in entries if e.t == "salt_commit" and e.body["seat"] == seat]
    if promised != [salt_commitment(bytes.fromhex(entries[0].head), seat, nonce, v).hex()]:
        raise Refusal(words(N_("this is not the salt that {seat} committed to"), seat=seat))
    return chain.append("salt", time, {"seat": seat, "nonce": nonce.hex(), "v": v})


def salts_of(founding: Iterable[Entry]) -> dict[str, tuple[bytes, str]]:
    """Return the salts that have been shown: seat -> nonce and words."""
    return {
        str(e.body["seat"]): (bytes.fromhex(e.body["nonce"]), str(e.body["v"]))
        for e in founding
        if e.t == "salt"
    }


def source_of(founding: Iterable[Entry], roots: Roots) -> SealedSource:
    """Return the campaign's source of chance, once every salt has been shown; `founding` are its first
    entries, or all.
    """
    entries = list(founding)
    j = joint(bytes.fromhex(entries[0].head), salts_of(entries))
    return SealedSource(roots.game, roots.seeds, roots.secrets.hroot, j)


class Founded(Struct, frozen=True):
    """An open table that has just been founded."""

    chain: Chain
    entries: list[Entry]
    source: Source


def open_from_seed(name: str, terms: Terms, seed: bytes) -> Founded:
    """Found an open table: all secrets follow from the seed, the salts are "", their nonces sixteen zeros."""
    roots = roots_of(name, seed)
    chain = Chain(roots.game, roots.secrets.hroot)
    entries = [card(chain, 0, terms, roots), *(take_seat(chain, 0, seat, seat) for seat in terms.seats)]
    nothing, head = bytes(16), bytes.fromhex(entries[0].head)
    for seat in terms.seats:
        entries.append(commit_salt(chain, 0, seat, "bot", salt_commitment(head, seat, nothing, "")))
    for seat in terms.seats:
        entries.append(reveal_salt(chain, 0, entries, seat, nothing, ""))
    return Founded(chain, entries, source_of(entries, roots))


@lru_cache(maxsize=16)
def roots_of(name: str, seed: bytes) -> Roots:
    """Return the roots of an open table; cached, because positions of one game are loaded again and again."""
    return Roots.plant(name, th("from-seed", "game", seed)[:16], Secrets.from_seed(seed))


def open_scripted(name: str, terms: Terms, dice: Iterable[int], draws: Iterable[str]) -> Founded:
    """Found an open table whose chance is written down beforehand: no seeds, no salts."""
    chain = Chain(f"{name}/{bytes(16).hex()}", Secrets.from_seed(b"").hroot)
    entries = [card(chain, 0, terms, None), *(take_seat(chain, 0, seat, seat) for seat in terms.seats)]
    return Founded(chain, entries, ScriptedSource(dice, draws))
