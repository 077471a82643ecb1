"""Every page, section, decision and link that the repository names is in the repository.

A citation is the end of a page's path, then its sections: `design/store.md §2`, `architecture.md §1.2, §4`.
The path must be long enough to fit one page; a page in the same folder comes first. A decision is cited as
`ADR 4`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path, PurePosixPath

import pytest

pytestmark = pytest.mark.xdist_group("sources")  # its fixtures are made once

ROOT = Path(__file__).resolve().parent.parent
TEXTS = {".py", ".md", ".js", ".css", ".toml", ".txt", ".service", ".sh", ".yml", ".yaml"}
PLAIN = ("Dockerfile", "Makefile")
INVENTED = ("tests/test_citations.py", "tests/test_rules_index_tool.py")
"""Files that name pages of a made-up repository."""
PER_FOLDER = ("README.md", "NOTICE.md", "RULINGS.md", "RULINGS.ja.md")
"""Names that many folders have a page of; without a section they may mean all of them."""
SECTIONS_OF = {"adjudicator/core/audit/verify.py": "docs/design/fair-dice.md"}
"""Files in which a bare § is a section of one page."""

NUMBER = r"\d+(?:\.\d+)*"
PAGE = re.compile(r"(?:https?://\S*|[\w<>{}*./-]*[\w>}*])\.md\b")
SECTIONS = re.compile(rf"[)`\"]*\s(?:#\s)?(§{NUMBER}(?:(?:, | and |-)§{NUMBER})*)")
UNMARKED = re.compile(rf"[)`\"]*,?\s(?:sections?\s)?{NUMBER}\b(?! ?[%\w])")
SECTION = re.compile(rf"(-?)§({NUMBER})")
ADR = re.compile(r"\bADRs? (\d+)((?:(?:, | and )\d+)*)|\badr/(\d+)")
FILE = re.compile(
    r"`((?:adjudicator|core|data|deploy|docs|frontends|renderer|service|tests|tools)/[\w<>{}./*-]*)`"
)
LINK = re.compile(r"\]\(<?([^)\s>]+)>?(?: \"[^\"]*\")?\)")
HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
HEADING_NUMBER = re.compile(rf"({NUMBER})\.? ")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


@cache
def files() -> tuple[str, ...]:
    """All files but hidden ones, such as those of a virtual environment, and what `make` has written."""
    found: list[str] = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if not name.startswith(".") and name not in ("out", "dist")]
        found += [(Path(folder) / name).relative_to(ROOT).as_posix() for name in names]
    return tuple(sorted(found))


def texts() -> list[str]:
    return [
        name
        for name in files()
        if (PurePosixPath(name).suffix in TEXTS or name in PLAIN) and name not in INVENTED
    ]


@cache
def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@cache
def pages() -> tuple[str, ...]:
    return tuple(name for name in files() if name.endswith(".md"))


def wild(page: str) -> str:
    """The name with a star for each placeholder, as in `docs/position/<game>.md`."""
    return re.sub(r"<[\w.]+>|\{[\w.]+\}", "*", page)


def resolved(page: str, citing: str) -> list[str]:
    """The pages that a name may mean in a file: one beside it, else all whose path ends so."""
    wanted = wild(page)
    beside = PurePosixPath(citing).parent
    for step in PurePosixPath(wanted).parts:
        beside = beside.parent if step == ".." else beside / step
    if str(beside) in pages():
        return [str(beside)]
    return [name for name in pages() if fnmatch(f"/{name}", f"*/{wanted}")]


@cache
def sections(page: str) -> frozenset[str]:
    headings = HEADING.findall(FENCE.sub("", text(page)))
    return frozenset(found[1] for heading in headings if (found := HEADING_NUMBER.match(heading)))


@cache
def anchors(page: str) -> frozenset[str]:
    """The anchors that GitHub gives the headings of a page."""
    headings = [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", h) for h in HEADING.findall(FENCE.sub("", text(page)))]
    return frozenset(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)


def numbers(cited: str) -> list[str]:
    """The sections of a list; `§3-§5` are three."""
    found: list[str] = []
    for dash, number in SECTION.findall(cited):
        if dash:
            found += map(str, range(int(found[-1]) + 1, int(number)))
        found.append(number)
    return found


def line(name: str, at: int) -> str:
    return f"{name}:{text(name).count(chr(10), 0, at) + 1}"


def faults_of_pages(name: str) -> Iterator[str]:
    for match in PAGE.finditer(text(name)):
        page, where = match[0], f"{line(name, match.start())}: {match[0]}"
        if page.startswith("http"):
            continue
        found = resolved(page, name)
        cited = SECTIONS.match(text(name), match.end())
        if not found:
            yield f"{where} is no page of the repository"
        elif not cited and UNMARKED.match(text(name), match.end()):
            yield f"{where}: a section is cited as §1.2"
        elif len(found) > 1 and (cited or not (PurePosixPath(page).name in PER_FOLDER or "*" in wild(page))):
            yield f"{where} may be any of {found}"
        elif cited:
            for number in numbers(cited[1]):
                if number not in sections(found[0]):
                    yield f"{where} has no section {number}"


def test_every_page_and_section_that_is_cited_exists() -> None:
    assert [fault for name in texts() for fault in faults_of_pages(name)] == []


@pytest.mark.parametrize(("name", "page"), SECTIONS_OF.items())
def test_bare_sections_are_those_of_the_page(name: str, page: str) -> None:
    assert page in pages()
    cited = [number for _, number in SECTION.findall(text(name))]
    assert cited
    assert set(cited) - sections(page) == set()


def missing_files(name: str) -> Iterator[str]:
    """The files and folders of the repository that a page names and that are not there."""
    for match in FILE.finditer(text(name)):
        wanted = wild(match[1])
        if not any([*ROOT.glob(wanted.rstrip("/")), *ROOT.glob(f"adjudicator/{wanted}".rstrip("/"))]):
            yield f"{line(name, match.start())}: {match[0]} is not there"


def test_every_file_that_a_page_names_exists() -> None:
    assert [fault for name in pages() for fault in missing_files(name)] == []


def decisions() -> dict[int, str]:
    return {int(PurePosixPath(name).name[:4]): name for name in pages() if name.startswith("docs/adr/")}


def test_every_decision_has_the_number_of_its_file() -> None:
    found = decisions()
    assert list(found) == list(range(1, len(found) + 1))
    assert len(found) == sum(name.startswith("docs/adr/") for name in pages()), "two pages have one number"
    assert [name for n, name in found.items() if not text(name).startswith(f"# ADR {n}: ")] == []


def test_every_decision_that_is_cited_exists() -> None:
    missing = [
        f"{line(name, match.start())}: {match[0]}"
        for name in texts()
        for match in ADR.finditer(text(name))
        if not {int(number) for number in re.findall(r"\d+", match[0])} <= decisions().keys()
    ]
    assert missing == []


def faults_of_links(name: str) -> Iterator[str]:
    for match in LINK.finditer(FENCE.sub(lambda fenced: re.sub(r"[^\n]", " ", fenced[0]), text(name))):
        target, _, anchor = match[1].partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        path = (ROOT / name).parent / target if target else ROOT / name
        where = f"{line(name, match.start())}: {match[1]}"
        if not path.exists():
            yield f"{where} is not there"
        elif anchor and anchor not in anchors(path.resolve().relative_to(ROOT).as_posix()):
            yield f"{where} has no such heading"


def test_every_link_leads_to_a_file_and_a_heading() -> None:
    assert [fault for name in pages() for fault in faults_of_links(name)] == []


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("design/fair-dice.md §4", ""),
        ("(design/fair-dice.md §3-§5, §8)", ""),
        ("[fair](docs/design/fair-dice.md) §8", ""),
        ("architecture.md §1.7; design/store.md\n    §2", ""),
        ("docs/position/<game>.md", ""),
        ("docs/design/fair-dice.md §99", "has no section 99"),
        ("fair-dice.md §4", "may be any of"),
        ("fair_dice.md §4", "is no page"),
        ("architecture.md 1.7", "is cited as §1.2"),
        ("architecture.md, section 2", "is cited as §1.2"),
    ],
)
def test_faults_are_found(written: str, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = text
    monkeypatch.setitem(globals(), "text", lambda name: written if name == "tests/x.py" else real(name))
    found = list(faults_of_pages("tests/x.py"))
    assert [fault in one for one in found] == ([True] if fault else [])
