"""Lists of records: CSV with its sources, read into the same sheets as TOML."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import Struct

from adjudicator.records import DataError, PublicFact, Reconstruction, listed, read, table

HEAD = """---
# What this is.
[source]
kind = "public-fact"
citation = "An atlas"

[source_of.height]
kind = "reconstruction"
why = "Counted by hand"
sure = "fair"
---
"""
LIST = HEAD + 'hill,name,height,steep\na1,Aventine,47,true\nb2,"Mons, Ida",,\n'


class Hill(Struct, frozen=True, forbid_unknown_fields=True):
    """A record of the test's own."""

    id: str
    name: str
    height: int = 1
    steep: bool = False


def write(folder: Path, text: str) -> Path:
    (folder / "hills.csv").write_text(text, encoding="utf-8")
    return folder


def test_a_list_is_a_section_named_as_the_file(tmp_path: Path) -> None:
    sheet = read(write(tmp_path, LIST), "hills.csv")
    assert table(sheet, "hills", Hill) == {
        "a1": Hill("a1", "Aventine", 47, True),
        "b2": Hill("b2", "Mons, Ida"),
    }


def test_every_line_has_the_sources_of_the_list(tmp_path: Path) -> None:
    sources = read(write(tmp_path, LIST), "hills.csv").sources
    assert sources["hills/a1"] == PublicFact("An atlas")
    assert sources["hills/a1/height"] == Reconstruction("Counted by hand", "fair")
    assert "hills/b2/height" not in sources


def test_an_overlay_lays_lines_over_lines(tmp_path: Path) -> None:
    (tmp_path / "ours").mkdir()
    (tmp_path / "theirs").mkdir()
    write(tmp_path / "ours", LIST)
    mine = '---\n[source]\nkind = "public-fact"\ncitation = "My map"\n---\nhill,height\nb2,1774\n'
    write(tmp_path / "theirs", mine)
    sheet = read(tmp_path / "ours", "hills.csv", tmp_path / "theirs")
    assert table(sheet, "hills", Hill)["b2"] == Hill("b2", "Mons, Ida", 1774)
    assert sheet.sources["hills/b2/height"] == PublicFact("My map")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hill,name\na1,Aventine\n", "does not begin with its sources"),
        (HEAD.removesuffix("---\n"), "does not begin with its sources"),
        ("---\n---\nhill,name\na1,Aventine\n", "has no source"),
        ("---\nkind = \n---\nhill,name\n", "Invalid value"),
        (HEAD + "hill,name,height\na1,Aventine\n", "2 cells in 3 columns"),
        (HEAD + "hill,height\na1,5\na1,6\n", "a1 is there twice"),
        (HEAD + "hill,name\na1,Aventine\n", "source_of height"),
    ],
)
def test_a_list_that_cannot_be_used_is_refused(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(DataError, match=why):
        read(write(tmp_path, text), "hills.csv")


def test_a_cell_that_is_no_number_names_its_line(tmp_path: Path) -> None:
    sheet = read(write(tmp_path, LIST.replace("47", "high")), "hills.csv")
    with pytest.raises(DataError, match="hills/a1"):
        table(sheet, "hills", Hill)


def test_a_value_alone_is_a_record_that_holds_it(tmp_path: Path) -> None:
    source = '[source]\nkind = "public-fact"\ncitation = "An atlas"\n'
    (tmp_path / "hills.toml").write_text(f"{source}[height]\nida = 1774\nalba = {{ value = 950 }}\n")
    sheet = read(tmp_path, "hills.toml")
    assert listed(sheet, "height", int) == {"ida": 1774, "alba": 950}
    assert sheet.sources["height/ida"] == PublicFact("An atlas")
    with pytest.raises(DataError, match=r"hills\.toml: height/ida"):
        listed(sheet, "height", str)
