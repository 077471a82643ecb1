"""Names that players read stand apart from each other, in templates and in what is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from adjudicator import GAMES
from tests.kit.games import KITS
from tools.catalogues import Domain, domains

ROOT = Path(__file__).resolve().parent.parent
FOLLOWS = {
    "msgid": {"firepower"},
    "msgstr": {"a", "firepower", "fleets", "letter", "n", "points", "value"},
}
"""The values that may stand right behind another: numbers, letters, and what follows a whole sentence."""
CLAUSES = {"shift", "guiles", "sum", "inside", "outside", "release", "attack_why", "defence_why"}
"""Values that begin with a sign of their own, such as " +1" or " ×2 (leader)", or are empty."""
COUNTS = {"ours", "theirs"}
"""Values that begin with a number, in Japanese."""
_PAIR = re.compile(r"\{\w+[^{}]*\}\{(\w+)[^{}]*\}")
_GLUED = re.compile(r"\b\w*[a-z)][A-Z][a-z]\w*")


@pytest.mark.parametrize("domain", domains(ROOT), ids=lambda domain: domain.name)
def test_no_two_names_of_a_template_stand_together(domain: Domain) -> None:
    """A word, a space or a sign stands between two values, unless the second is a number or a clause."""
    with domain.po(ROOT, "ja").open("rb") as file:
        for message in read_po(file):
            for side, texts in (("msgid", message.id), ("msgstr", message.string)):
                text = texts if isinstance(texts, str) else " ".join(texts or ())
                allowed = FOLLOWS[side] | CLAUSES | (COUNTS if side == "msgstr" else set())
                assert {*_PAIR.findall(text)} <= allowed, text


def test_no_two_names_are_glued_in_what_is_told() -> None:
    """In all golden plays, as all and each seat read them, and in the Japanese plays of the books."""
    assert _GLUED.findall("moved RomaCapua") == ["RomaCapua"]
    for path in sorted((ROOT / "tests" / "plays").rglob("*.play")):
        assert not _GLUED.findall(path.read_text(encoding="utf-8")), path.name
    for name, game in GAMES.items():
        labels = {game.lexicon.label(id, "ja") for id in KITS[name].ids if id}
        some = "|".join(sorted((re.escape(x) for x in labels if len(x) > 1 and not x.isascii()), key=len))
        text = (ROOT / "docs" / "plays" / f"{name}.ja.md").read_text(encoding="utf-8")
        assert not re.findall(f"(?:{some})(?:{some})", text), name
