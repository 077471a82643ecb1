"""Rulings of Belisarius: each is carried out somewhere, and none is cited that is not written down."""

from __future__ import annotations

import re
from pathlib import Path

from tools.rules_index import IS_RULING, Index, read_index

ROOT = Path(__file__).parents[2]
CODE = ROOT / "adjudicator" / "belisarius"
TEXT = (CODE / "RULINGS.md").read_text(encoding="utf-8")
SECTIONS = re.split(r"^#+ ", TEXT, flags=re.MULTILINE)


def index() -> Index:
    return read_index(ROOT, "belisarius")


def test_every_ruling_is_cited_in_code() -> None:
    cited = {citation.what for citation in index().code}
    assert [ruling for ruling in index().rulings if ruling not in cited] == []


def test_every_cited_ruling_is_written_down() -> None:
    whole = index()
    cited = {found.what for found in (*whole.code, *whole.tests) if IS_RULING.fullmatch(found.what)}
    assert cited - set(whole.rulings) == set()


def test_every_ruling_has_question_decision_reason_and_alternative() -> None:
    rulings = [section for section in SECTIONS if section.startswith("BE-")]
    assert len(rulings) == len(index().rulings) == 95
    for ruling in rulings:
        parts = [ruling.find(f"**{part}**") for part in ("Question", "Decision", "Reason", "Alternative")]
        assert -1 not in parts, ruling
        assert parts == sorted(parts), ruling


def test_every_ruling_names_paragraphs_of_the_rules() -> None:
    whole = index()
    listed = {paragraph.number for paragraph in whole.paragraphs}
    for ruling, paragraphs in whole.rulings.items():
        assert paragraphs, ruling
        assert set(paragraphs) <= listed, ruling


def test_every_option_of_the_table_is_a_ruling_and_an_option_of_the_code() -> None:
    rows = re.findall(r"^\| `(\w+)` \|.*\| (BE-\w+) \|$", TEXT, flags=re.MULTILINE)
    assert len(rows) == 12
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(CODE.rglob("*.py")))
    for option, ruling in rows:
        (section,) = [section for section in SECTIONS if section.startswith(f"{ruling} ")]
        assert f"`{option}`" in section
        assert re.search(rf"\b{option}\b", code), option
