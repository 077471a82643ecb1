"""Rulings: each is carried out somewhere, none is cited that is not written down, and options are named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from service.text.rulings import readings
from tools.rules_index import IS_RULING, Index, read_index

ROOT = Path(__file__).parents[1]
GAMES = {
    "julius_caesar": ("JC", 70, 8),
    "belisarius": ("BE", 99, 16),
    "ancient_world": ("AW", 135, 23),
    "ottomans": ("OT", 118, 21),
}
"""The letters of each game's rulings, how many there are, and how many are options."""
NAMES = ("RULINGS.md", "RULINGS.ja.md")
DOUBTS = ("Question", "Text", "Doubt")
NEEDED_BY_OUR_MODULE = {f"AW-{number}" for number in ("R83", "R84", "M1", "M7", "M12", "M13", "M14", "M15")}
"""Rules that a module's book would have: their reason is said once, at the head of the page."""


@pytest.fixture(params=GAMES, scope="module")
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def index(game: str) -> Index:
    return read_index(ROOT, game)


def text(game: str) -> str:
    return (ROOT / "adjudicator" / game / "RULINGS.md").read_text(encoding="utf-8")


def sections(game: str) -> list[str]:
    found = re.split(r"^#+ ", text(game), flags=re.MULTILINE)
    return [section for section in found if section.startswith(GAMES[game][0] + "-")]


def test_every_ruling_is_cited_in_code(index: Index) -> None:
    cited = {citation.what for citation in index.code}
    assert [ruling for ruling in index.rulings if ruling not in cited] == []


def test_every_cited_ruling_is_written_down(index: Index) -> None:
    cited = {found.what for found in (*index.code, *index.tests) if IS_RULING.fullmatch(found.what)}
    assert cited - set(index.rulings) == set()


def test_every_ruling_has_its_parts_in_order(game: str, index: Index) -> None:
    """A heading that asks, what is in doubt, decision, reason, and the alternative if there is one."""
    assert len(sections(game)) == len(index.rulings) == GAMES[game][1]
    for ruling in sections(game):
        title, _, body = ruling.partition("\n")
        assert title.endswith("?"), title
        labels = re.findall(r"\*\*(\w+)\*\*: ", body)
        assert labels[0] in DOUBTS and labels[1] == "Decision", ruling
        reason = ["Reason"] * (title.split()[0] not in NEEDED_BY_OUR_MODULE)
        assert labels[2:] in (reason, [*reason, "Alternative"]), ruling


def test_what_is_labelled_a_question_asks_and_nothing_is_empty(game: str) -> None:
    for ruling in sections(game):
        parts = re.split(r"\*\*(\w+)\*\*: ", ruling)
        said = dict(zip(parts[1::2], (" ".join(text.split()) for text in parts[2::2]), strict=True))
        assert all(said.values()), ruling
        doubt = next(iter(said))
        assert (doubt == "Question") == said[doubt].endswith("?"), ruling
        other = said.get("Alternative", "")
        assert not re.match(r"(?i)(none( of weight)?|as in the option|the option)\.", other), ruling
        assert "No option" not in ruling, ruling


def test_every_ruling_names_paragraphs_of_the_rules(index: Index) -> None:
    listed = {paragraph.number for paragraph in index.paragraphs}
    for ruling, paragraphs in index.rulings.items():
        assert paragraphs, ruling
        assert set(paragraphs) <= listed, ruling


def test_every_option_of_the_table_is_a_ruling_and_an_option_of_the_code(game: str) -> None:
    rows = re.findall(rf"^\| `(\w+)` \|.*\| ({GAMES[game][0]}-\w+) \|$", text(game), flags=re.MULTILINE)
    assert len(rows) == GAMES[game][2]
    folder = ROOT / "adjudicator" / game
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))
    for option, ruling in rows:
        (section,) = [section for section in sections(game) if section.startswith(f"{ruling} ")]
        assert f"`{option}`" in section
        assert re.search(rf"\b{option}\b", code), option


def test_every_ruling_is_said_in_japanese(game: str) -> None:
    """A title that asks, decision and reason, each a whole sentence; alternatives are in English alone."""
    english, japanese = readings(game, "en"), readings(game, "ja")
    folder = ROOT / "adjudicator" / game
    ids = [
        re.findall(r"^## (\S+) ", (folder / name).read_text(encoding="utf-8"), re.MULTILINE) for name in NAMES
    ]
    assert ids[0] == ids[1] == [one.id for one in english]
    for one, other in zip(english, japanese, strict=True):
        assert one.title != other.title and other.decision.endswith("。"), other.id
        assert re.search(r"(?:か|は|とき)$", other.title), f"{other.id} asks nothing: {other.title}"
        reasoned = [part.removeprefix("理由：") for part in other.grounds]
        assert len(reasoned) == any(part.startswith("Reason: ") for part in one.grounds), other.id
        assert all(reason.endswith("。") for reason in reasoned), other.id
        said = [sorted(re.findall(r"§[\d.]*\d|\b[a-z]+_[a-z_]+\b", r.decision)) for r in (one, other)]
        assert said[0] == said[1], one.id
