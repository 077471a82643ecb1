"""Secrets of the local table: what a browser keeps, what a link holds, and what a form must bring along.

A key is 32 random bytes. The store knows only its hash, so that whoever reads the file can enter nowhere.
"""

from __future__ import annotations

import hashlib
import hmac
import re

TOKEN_BYTES = 32
_KEY = re.compile(r"[0-9a-f]{64}")


def new_token(random: bytes) -> str:
    """The key that these random bytes are, as links and cookies hold it."""
    if len(random) != TOKEN_BYTES:
        raise ValueError(f"a key is {TOKEN_BYTES} bytes, not {len(random)}")
    return random.hex()


def is_token(text: str) -> bool:
    """Whether a text from outside has the form of a key."""
    return _KEY.fullmatch(text) is not None


def csrf_token(session: str) -> str:
    """What every form of a browser brings along, which no other site can know (CSRF)."""
    return _hash("pledge", session)


def password_proof(session: str, password: str) -> str:
    """What says that a browser has given this very password; another password makes it void."""
    return _hash("pass", session, password)


def derived_token(session: str, *of: str) -> str:
    """The key that a form of a browser makes: the same if it is sent twice, and not to be guessed."""
    return _hash("key", session, *of)


def user_of(session: str, *of: str) -> str:
    """The user that a browser is to the desk for some purpose: always the same, and not to be guessed."""
    return f"local/{_hash('user', session, *of)[:16]}"


def same(one: str, other: str) -> bool:
    """Whether two texts are equal, in a time that does not tell how far they are."""
    return hmac.compare_digest(one.encode(), other.encode())


def _hash(use: str, *parts: str) -> str:
    return hashlib.sha256("\n".join(("tabellarius/table", use, *parts)).encode()).hexdigest()
