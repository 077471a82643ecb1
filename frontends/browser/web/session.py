"""Secrets of the local table: what a browser keeps, what a link holds, and what a form must bring along.

A key is 32 random bytes. The store knows only its hash, so that whoever reads the file can enter nowhere.
"""

from __future__ import annotations

import hashlib
import hmac
import re

KEY_BYTES = 32
_KEY = re.compile(r"[0-9a-f]{64}")


def new_key(random: bytes) -> str:
    """The key that these random bytes are, as links and cookies hold it."""
    if len(random) != KEY_BYTES:
        raise ValueError(f"a key is {KEY_BYTES} bytes, not {len(random)}")
    return random.hex()


def is_key(text: str) -> bool:
    """Whether a text from outside has the form of a key."""
    return _KEY.fullmatch(text) is not None


def pledge(purse: str) -> str:
    """What every form of a browser brings along, which no other site can know (CSRF)."""
    return _hash("pledge", purse)


def pass_of(purse: str, password: str) -> str:
    """What says that a browser has given this very password; another password makes it void."""
    return _hash("pass", purse, password)


def made_key(purse: str, *of: str) -> str:
    """The key that a form of a browser makes: the same if it is sent twice, and not to be guessed."""
    return _hash("key", purse, *of)


def handle(purse: str, *of: str) -> str:
    """The user that a browser is to the desk for some purpose: always the same, and not to be guessed."""
    return f"local/{_hash('user', purse, *of)[:16]}"


def same(one: str, other: str) -> bool:
    """Whether two texts are equal, in a time that does not tell how far they are."""
    return hmac.compare_digest(one.encode(), other.encode())


def _hash(use: str, *parts: str) -> str:
    return hashlib.sha256("\n".join(("tabellarius/table", use, *parts)).encode()).hexdigest()
