"""Japanese text as mail programs write it: ISO-2022-JP and EUC-JP with the characters of NEC and IBM.

Python's codecs follow the standards (RFC 1468, JIS X 0208), in which ①, ㈱ and U+9AD9 do not occur. Programs
write them all the same, at the places that they have in Windows: CP50220 to CP50222, CP51932, eucJP-ms.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

ESCAPE = re.compile(rb"\x1b(?:\$[@B]|\$\([@BD]|\([BJIH])")
"""The sequences that change the character set (ISO 2022)."""
_SHIFTS = {0x0E: "kana", 0x0F: "latin"}
_SETS = {b"$@": "0208", b"$B": "0208", b"$(@": "0208", b"$(B": "0208", b"$(D": "0212", b"(I": "kana"}
_IBM = ((0xFA, 0xFB, 0xFC), (*range(0x40, 0x7F), *range(0x80, 0xFD)))
_LAST_OF_IBM = b"\xfc\x4b"


def of_iso_2022(data: bytes) -> str:
    """Return text in ISO-2022-JP with the characters of NEC and IBM and half-width kana.

    Raises:
        UnicodeError: if it is none.
    """
    said: list[str] = []
    state, before, at = "latin", "latin", 0
    while at < len(data):
        byte = data[at]
        if match := ESCAPE.match(data, at):
            state, at = _SETS.get(match[0][1:], "latin"), match.end()
        elif byte in _SHIFTS:
            before = state if state != "kana" else before
            state, at = ("kana" if byte == 0x0E else before), at + 1
        elif byte == 0x1B or byte > 0x7E:
            raise UnicodeError(f"byte {byte:#x} in ISO-2022-JP")
        elif byte in b"\r\n":  # each line begins in ASCII (RFC 1468), also if the program forgot to say so
            state, at = "latin", at + 1
            said.append(chr(byte))
        elif byte < 0x21 or state == "latin":
            at += 1
            said.append(chr(byte))
        elif state == "kana":
            at += 1
            said.append(_of_kana(byte))
        else:
            said.append(_of_pair(data[at : at + 2], state))
            at += 2
    return "".join(said)


def of_shift_jis(data: bytes) -> str:
    """Return text in Shift_JIS with the characters of NEC and IBM (CP932).

    Raises:
        UnicodeError: if it is none.
    """
    return data.decode("cp932")


def of_euc(data: bytes) -> str:
    """Return text in EUC-JP with the characters of NEC and IBM (CP51932, eucJP-ms).

    Raises:
        UnicodeError: if it is none.
    """
    said: list[str] = []
    at = 0
    while at < len(data):
        byte = data[at]
        if byte < 0x80:
            length, sign = 1, chr(byte)
        elif byte == 0x8E:
            length, sign = 2, _of_kana(data[at + 1] & 0x7F if data[at + 1 : at + 2] > b"\xa0" else 0)
        elif byte == 0x8F:
            length, sign = 3, _of_pair(bytes(b & 0x7F for b in data[at + 1 : at + 3]), "0212")
        elif len(data) > at + 1 and data[at + 1] > 0xA0:
            length, sign = 2, _of_pair(bytes((byte & 0x7F, data[at + 1] & 0x7F)), "0208")
        else:
            raise UnicodeError(f"byte {byte:#x} in EUC-JP")
        said.append(sign)
        at += length
    return "".join(said)


def _of_kana(byte: int) -> str:
    if not 0x21 <= byte <= 0x5F:
        raise UnicodeError(f"byte {byte:#x} as half-width kana")
    return chr(0xFF61 + byte - 0x21)


@lru_cache(1 << 14)
def _of_pair(pair: bytes, state: str) -> str:
    """Return the character of a pair of bytes of JIS X 0208 or 0212, or at their free places."""
    if len(pair) < 2 or not all(0x21 <= byte <= 0x7E for byte in pair):
        raise UnicodeError(f"bytes {pair.hex()} in JIS X {state}")
    row, cell = pair
    if state == "0212":
        free = _free_of_0212().get(pair)
        return free or bytes((0x8F, row | 0x80, cell | 0x80)).decode("euc_jp")
    odd = row % 2
    lead = (row + 1) // 2 + (0x70 if row < 0x5F else 0xB0)
    trail = cell + (0x1F if cell < 0x60 else 0x20) if odd else cell + 0x7E
    return bytes((lead, trail)).decode("cp932")


@cache
def _free_of_0212() -> dict[bytes, str]:
    """Return the characters of IBM that eucJP-ms has from row 83 of JIS X 0212 on: those that this lacks, in
    IBM's order.
    """
    pairs = (bytes((lead, trail)) for lead in _IBM[0] for trail in _IBM[1])
    of_ibm = [pair.decode("cp932") for pair in pairs if pair <= _LAST_OF_IBM]
    signs = [sign for sign in of_ibm if sign not in "￢￤∵" and (sign == "№" or not _is_in_0212(sign))]
    places = [bytes((row, cell)) for row in (0x73, 0x74) for cell in range(0x21, 0x7F)]
    return dict(zip(places[-len(signs) :], signs, strict=True))


def _is_in_0212(sign: str) -> bool:
    return sign.encode("euc_jp", errors="ignore").startswith(b"\x8f")
