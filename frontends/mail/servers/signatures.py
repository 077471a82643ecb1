"""Signatures of mails (DKIM, RFC 6376): the domains that have signed one, checked with their published
keys.
"""

from __future__ import annotations

from typing import Protocol

import dkim
import dns.exception
import dns.name
import dns.resolver

PATIENCE = 5.0
"""Seconds that a domain's key is waited for."""
MOST = 3
"""The number of signatures of a mail that are looked at, the topmost first."""
_ACCEPTED = (b"rsa-sha256",)
"""Ways to sign that count (RFC 8301 §3.1)."""


class KeyUnknown(Exception):
    """Raised if no name server answers for a key, which may be available later."""


class KeyOf(Protocol):
    """Return the text record of a name, None if it has none, after at most the given seconds.

    Raises:
        KeyUnknown: if it is not known now.
    """

    def __call__(self, name: bytes, timeout: float = PATIENCE) -> bytes | None: ...


def signers(raw: bytes, key_of: KeyOf) -> tuple[str, ...]:
    """Return the domains with a valid signature of a whole mail, in lower case.

    A signature that leaves a part of the text out (`l=`) does not count: anything may have been added there.

    Raises:
        KeyUnknown: if the key of a signature is not available now.
    """
    found: list[str] = []
    for n in range(MOST):
        try:
            mail = dkim.DKIM(raw, timeout=PATIENCE)
            is_valid = mail.verify(n, key_of)
        except (dkim.DKIMException, ValueError, TypeError, KeyError, IndexError):
            continue  # a signature may hold anything
        fields: dict[bytes, bytes] = mail.signature_fields
        if is_valid and b"l" not in fields and fields.get(b"a") in _ACCEPTED:
            found.append(fields[b"d"].decode("ascii", "replace").casefold())
    return tuple(dict.fromkeys(found))


def key_of(name: bytes, timeout: float = PATIENCE) -> bytes | None:
    """Return the text record of a name by the machine's name servers (`KeyOf`)."""
    try:
        answer = dns.resolver.resolve(name.decode("ascii"), "TXT", lifetime=timeout)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer, dns.resolver.YXDOMAIN, UnicodeDecodeError):
        return None
    except (dns.name.LabelTooLong, dns.name.NameTooLong, dns.name.EmptyLabel, dns.name.BadEscape):
        return None  # the signature names no domain
    except dns.exception.DNSException as error:
        raise KeyUnknown(str(error)) from error
    return b"".join(answer[0].strings)
