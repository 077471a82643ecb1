"""Write and check `docs/rules-index/<game>.md`: code and tests of each numbered paragraph of a rulebook.

    python -m tools.rules_index          write the pages
    python -m tools.rules_index check    fail where a paragraph is missing, or a page is out of date

The paragraphs are in `data/<game>/rules_index.toml` with short headings of our own in
English and Japanese. Code cites one as
`§7.6` in a docstring or comment, or as a string of its own (`Illegal("7.6", ...)`, `rule="card/apollo"`); a
test cites it as `§7.6` or by such a string inside a test function. Charts, events, cards and errata are
`§chart/combat`, `§event/11-12`, `§card/apollo`, `§errata/map`. A sub-point, `§4.41(3)`, `§3.1[2]` or
`§34.1 8b`, cites its paragraph too; it has a line of its own where it is listed. The tests of a game are the
files under `tests/` whose path holds the game's name. A ruling is cited as `ruling JC-7-1`, and belongs to a
paragraph when its entry in `RULINGS.md` cites `§7.6`, or when a function cites both.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec

ROOT = Path(__file__).resolve().parent.parent
NUMBER = r"(?:card|chart|errata)/[a-z0-9_-]+|event/\d+(?:-\d+)?|\d+(?:\.\d+)*(?:[a-z](?!\w))?"
SUBPOINT = r"\(\d+\)|\[\d+\]| \d[a-e]?(?!\w|\.\d)"
CITED = re.compile(rf"(?<!\.md )§\s?({NUMBER})({SUBPOINT})?")
BARE = re.compile(rf"§?({NUMBER})({SUBPOINT})?")
RULING = r"[A-Z]{2,}-[A-Z]*\d+(?:-\d+)*"
RULING_CITED = re.compile(rf"[Rr]uling ({RULING})\b")
IS_RULING = re.compile(RULING)
NO_RULES = ("ai_player.py", "standing_terms.py")
"""Modules that name paragraphs and carry none out: an opponent's plans, names for standing orders."""
RULING_ENTRY = re.compile(rf"^(?:#+|\||[-*]) *[*`]*({RULING})\b")


Heading: TypeAlias = Annotated[str, msgspec.Meta(min_length=1)]


class Paragraph(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A numbered paragraph; `note` says why there is nothing to adjudicate, where there is not."""

    number: str
    heading: Heading
    adjudicated: bool
    note: str = ""


class Paragraphs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `rules_index.toml` of a game."""

    paragraph: list[Paragraph]


class Citation(msgspec.Struct, frozen=True):
    """`what` (a paragraph or a ruling) is cited at `place` ("r07_combat:retreat")."""

    what: str
    place: str
    in_test: bool


class Scope(msgspec.Struct, frozen=True):
    """The lines of a definition, from its first decorator on; `name` as in `Battle.side`."""

    first: int
    last: int
    name: str


def scopes(body: list[ast.stmt], prefix: str = "") -> Iterator[Scope]:
    """Every class, function and assignment, outer before inner."""
    for node in body:
        last = node.end_lineno or node.lineno
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            yield Scope(first, last, prefix + node.name)
            yield from scopes(node.body, f"{prefix}{node.name}.")
        elif not prefix and isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name):
                yield Scope(node.lineno, last, target.id)


def mentions(source: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and paragraph or ruling, in the order of the source: marks in text, and strings of their own."""
    found: list[tuple[int, str]] = []
    for line, text in enumerate(source.splitlines(), 1):
        found += [(line, what) for cited in CITED.findall(text) for what in _with_subpoint(*cited)]
        found += [(line, ruling) for ruling in RULING_CITED.findall(text)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            bare = BARE.fullmatch(node.value)
            if bare and not bare[1].isalnum():
                found += [(node.lineno, what) for what in _with_subpoint(bare[1], bare[2] or "")]
    yield from sorted(set(found))


def _with_subpoint(number: str, subpoint: str) -> list[str]:
    """A paragraph, and its sub-point by itself if one is cited."""
    return [number, number + subpoint] if subpoint else [number]


def citations(path: Path, folder: Path) -> Iterator[Citation]:
    """Yield the citations of a file, each with the innermost definition around it."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    module = path.relative_to(folder).with_suffix("").as_posix()
    defined = list(scopes(tree.body))
    for line, what in mentions(source, tree):
        holding = [scope.name for scope in defined if scope.first <= line <= scope.last]
        place = f"{module}:{holding[-1]}" if holding else module
        yield Citation(what, place, any(name.rpartition(".")[2].startswith("test_") for name in holding))


class Index(msgspec.Struct, frozen=True):
    """All that is known of a game's paragraphs. `rulings`: id -> the paragraphs that its entry cites."""

    game: str
    paragraphs: list[Paragraph]
    code: list[Citation]
    tests: list[Citation]
    rulings: dict[str, list[str]]


def read_rulings(path: Path, listed: set[str]) -> dict[str, list[str]]:
    """The entries of `RULINGS.md`: a heading, list item or table row that begins with an id.

    Of sub-points those that are `listed` are kept.
    """
    rulings: dict[str, list[str]] = {}
    if not path.exists():
        return rulings
    current: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if entry := RULING_ENTRY.match(line):
            current = rulings.setdefault(entry[1], [])
        for number, subpoint in CITED.findall(line):
            current += [number, *({number + subpoint} & listed - {number})]
    return rulings


def read_index(root: Path, game: str) -> Index:
    """Read a game's paragraphs, rules code, tests and rulings."""
    code, tests = root / "adjudicator" / game, root / "tests"
    listed = (root / "data" / game / "rules_index.toml").read_bytes()
    paragraphs = msgspec.toml.decode(listed, type=Paragraphs).paragraph
    rules = [path for path in sorted(code.rglob("*.py")) if path.name not in NO_RULES]
    of_game = [p for p in sorted(tests.rglob("*.py")) if game in p.relative_to(tests).as_posix()]
    return Index(
        game,
        paragraphs,
        [found for path in rules for found in citations(path, code)],
        [found for path in of_game for found in citations(path, tests)],
        read_rulings(code / "RULINGS.md", {paragraph.number for paragraph in paragraphs}),
    )


def places(found: list[Citation], what: str) -> list[str]:
    return list(dict.fromkeys(citation.place for citation in found if citation.what == what))


def rulings_on(index: Index, number: str) -> list[str]:
    here = set(places(index.code, number))
    by_code = {c.what for c in index.code if c.what in index.rulings and c.place in here and ":" in c.place}
    return [ruling for ruling, cited in index.rulings.items() if ruling in by_code or number in cited]


def page(index: Index) -> str:
    """The page as Markdown."""
    lines = [
        f"# Rules index: {index.game}",
        "",
        "Generated by `make index`. Code is in `adjudicator/" + index.game + "/`, tests in `tests/`.",
        "",
        "| § | heading | code | tests | rulings |",
        "|---|---|---|---|---|",
    ]
    for paragraph in index.paragraphs:
        code = ", ".join(f"`{place}`" for place in places(index.code, paragraph.number))
        if not paragraph.adjudicated:
            code = f"nothing to adjudicate: {paragraph.note}" + (f" ({code})" if code else "")
        tests = ", ".join(f"`{place}`" for place in places(tests_of(index), paragraph.number))
        rulings = ", ".join(rulings_on(index, paragraph.number))
        cells = (paragraph.number, paragraph.heading, code, tests, rulings)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def tests_of(index: Index) -> list[Citation]:
    return [citation for citation in index.tests if citation.in_test]


def faults(index: Index) -> Iterator[str]:
    """Yield the faults of the index, one sentence each."""
    numbers = [paragraph.number for paragraph in index.paragraphs]
    for number in sorted({n for n in numbers if numbers.count(n) > 1}):
        yield f"{index.game} §{number} is listed twice"
    for paragraph in index.paragraphs:
        if not paragraph.adjudicated:
            if not paragraph.note:
                yield f"{index.game} §{paragraph.number} has nothing to adjudicate, but no note says why"
            continue
        if not places(index.code, paragraph.number):
            yield f"{index.game} §{paragraph.number} {paragraph.heading}: no code cites it"
        if not places(tests_of(index), paragraph.number):
            yield f"{index.game} §{paragraph.number} {paragraph.heading}: no test function cites it"
    yield from strays(index, numbers)


def is_listed(number: str, numbers: list[str]) -> bool:
    """Return true if the paragraph exists; a whole chapter ("§6") does, and sub-points of what is listed
    do.
    """
    paragraph = re.sub(rf"(?:{SUBPOINT})$", "", number)
    return paragraph in numbers or paragraph.isdigit()


def strays(index: Index, numbers: list[str]) -> Iterator[str]:
    """Citations of what does not exist, and rulings that nothing carries out."""
    cited = [*index.code, *index.tests]
    for citation in cited:
        if IS_RULING.fullmatch(citation.what) and citation.what not in index.rulings:
            yield f"{citation.place} cites ruling {citation.what}, which RULINGS.md does not have"
    for citation in index.code:
        if not IS_RULING.fullmatch(citation.what) and not is_listed(citation.what, numbers):
            yield f"{citation.place} cites §{citation.what}, which rules_index.toml does not list"
    for ruling, paragraphs in index.rulings.items():
        if not places(cited, ruling):
            yield f"ruling {ruling}: no code or test cites it"
        for number in paragraphs:
            if not is_listed(number, numbers):
                yield f"ruling {ruling} cites §{number}, which rules_index.toml does not list"


def run(root: Path, check: bool) -> list[str]:
    """Write every game's page, or with `check` compare it; returns the faults found (checking only)."""
    found: list[str] = []
    for listed in sorted((root / "data").glob("*/rules_index.toml")):
        index = read_index(root, listed.parent.name)
        target = root / "docs" / "rules-index" / f"{index.game}.md"
        if not check:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(page(index), encoding="utf-8", newline="\n")
            continue
        found += faults(index)
        if not target.exists() or target.read_text(encoding="utf-8") != page(index):
            found.append(f"{target.relative_to(root).as_posix()} is out of date: make index")
    return found


def main(words: Sequence[str]) -> int:
    """Write or check every page; return 1 if a check finds a fault, 2 if the words are not understood."""
    if words and list(words) != ["check"]:
        print(__doc__, file=sys.stderr)
        return 2
    found = run(ROOT, check=bool(words))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
