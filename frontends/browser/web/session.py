"""Secrets of browsers: sessions, tokens of links, CSRF tokens.

A key is 32 random bytes. The store knows only its hash, so nobody who reads the file can use a key.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re

TOKEN_BYTES = 32
_KEY = re.compile(r"[0-9a-f]{64}")


def new_token(random: bytes) -> str:
    """Return random bytes as a token for links and cookies."""
    if len(random) != TOKEN_BYTES:
        raise ValueError(f"a key is {TOKEN_BYTES} bytes, not {len(random)}")
    return random.hex()


def is_token(text: str) -> bool:
    """Return true if a text from outside has the form of a token."""
    return _KEY.fullmatch(text) is not None


def csrf_token(session: str) -> str:
    """Return the CSRF token of a session, which no other site can know."""
    return _hash("csrf", session)


def password_proof(session: str, password: str) -> str:
    """Return the hash that proves that a session gave this password; another password makes it void."""
    return _hash("pass", session, password)


def derived_token(session: str, *of: str) -> str:
    """Return a token that a session's form makes: the same if it is sent twice, and impossible to guess."""
    return _hash("key", session, *of)


def recovery_code(token: str) -> str:
    """Return the recovery code that goes with a token: 16 letters and digits (80 bits) in groups of four."""
    letters = base64.b32encode(bytes.fromhex(_hash("recovery", token))[:10]).decode().lower()
    return "-".join(letters[n : n + 4] for n in range(0, 16, 4))


def recovery_typed(text: str) -> str:
    """Return a recovery code in its original form from a typed text; signs and spaces do not count."""
    letters = "".join(sign for sign in text.lower() if sign.isascii() and sign.isalnum())
    return "-".join(letters[n : n + 4] for n in range(0, len(letters[:20]), 4))


def user_of(session: str, *of: str) -> str:
    """Return the service's user for a session and a purpose: always the same, and impossible to guess."""
    return f"local/{_hash('user', session, *of)[:16]}"


def same(one: str, other: str) -> bool:
    """Return true if two texts are equal, in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())


def _hash(use: str, *parts: str) -> str:
    return hashlib.sha256("\n".join(("tabellarius/table", use, *parts)).encode()).hexdigest()
