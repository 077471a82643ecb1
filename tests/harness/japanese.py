"""What is English in a Japanese text."""

from __future__ import annotations

import re

from tests.test_terms import TERMS

CODE = re.compile(r"[\da-f]{16}|[a-z]+(?:_[a-z]+)+|「turn = 2」")
"""Heads of entries, ids of options, a line of a changed position."""
LATIN = re.compile(
    "|".join(
        (
            *("Tabellarius", "Discord", "English", "Asia/Tokyo", r"python bot\.py audit FILE", "Python"),
            *(r"(?:python )?verify\.py(?: FILE)?", "Columbia Games", "GMT Games", "Joseph Miranda"),
            *("Strategy & Tactics", "Nicaea", "Phillippous", r"Jesuits/Sufis", "localhost"),
            *(
                re.escape(term.ja).replace(r"\ ", r"\s*")
                for terms in TERMS.values()
                for term in terms.values()
                if term.ja.isascii()
            ),
        )
    )
)
"""Names, commands of the operator's shell, and what the printed Japanese rules have in Latin letters."""
ENGLISH = re.compile(r"[A-Za-z]*[a-z]{2,}")


def english(text: str) -> list[str]:
    """Return the words in small Latin letters that are none of these."""
    return ENGLISH.findall(LATIN.sub("", CODE.sub("", text)))
