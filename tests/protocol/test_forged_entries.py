"""The catalogue of forged entries is found as the second table of docs/design/fair-dice.md §14 says."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from adjudicator import GAMES
from adjudicator.core.audit.audit import audit
from adjudicator.core.audit.verify import verify
from tests.core.chainmaker import Doc
from tests.protocol.forged_entries import (
    BESIDE,
    FOUNDED,
    LINKS,
    ended,
    exported,
    forgeries,
    linked,
    refereed,
)

PAGE = Path(__file__).resolve().parents[2] / "docs/design/fair-dice.md"
FOUND_BY = ("verifier", "audit", "nobody")
ALLOWED = {"verifier": {"verifier"}, "audit": {"verifier", "audit"}, "nobody": set(FOUND_BY)}


def table() -> dict[tuple[str, str], str]:
    """Of each forgery, as (kind of entry, what is done), by whom it is found at the latest."""
    page = PAGE.read_text("utf-8").partition("| entry | the verifier finds |")[2].partition("\n\n")[0]
    found: dict[tuple[str, str], str] = {}
    for kind, *columns in re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \| (.*?) \|$", page, re.MULTILINE):
        found[kind, "time"] = "nobody"
        for by, column in zip(FOUND_BY, columns, strict=True):
            listed = column.partition(":")[0].replace("`", "")
            found.update({(kind, what.strip()): by for what in listed.split(",") if what.strip()})
    return found


def tried(doc: Doc, most: int, kinds: Collection[str] = ()) -> Iterator[tuple[tuple[str, str], str]]:
    """Forge entries of these kinds, or every kind, the last and up to `most` of each; yield by whom each
    forgery is found.
    """
    honest = copy.deepcopy(doc).lines(rechain=True)
    for kind in kinds or dict.fromkeys(entry["t"] for entry in doc.entries):
        numbers = doc.numbers(kind)
        for n in sorted({numbers[-1], numbers[0], numbers[len(numbers) // 2]}, reverse=True)[:most]:
            for what, forge in forgeries(doc, n):
                lines = forge().lines(rechain=True)
                if lines != honest:
                    yield (kind, what), _finder(lines)


def _finder(lines: list[str]) -> str:
    if verify(lines).errors:
        return "verifier"
    is_ours = json.loads(lines[0])["game"].partition("/")[0] in GAMES
    return "audit" if is_ours and audit(lines, GAMES).faults else "nobody"


def require_as_written(what: str, live: Doc, most: int, kinds: Collection[str] = ()) -> set[tuple[str, str]]:
    """Forge a game, in play and ended, and compare each finder with the table; return the forgeries that were
    tried.
    """
    written, count = table(), 0
    met: set[tuple[str, str]] = set()
    for doc in (live, ended(live)):
        assert _finder(copy.deepcopy(doc).lines(rechain=True)) == "nobody"
        for forgery, by in tried(doc, most, kinds):
            assert by in ALLOWED[written[forgery]], (what, forgery, by)
            met.add(forgery)
            count += 1
    print(f"{what}: {count} forgeries of {len(met)} kinds", flush=True)
    return met


def test_the_table_is_short_and_has_a_hundred_and_twenty_kinds() -> None:
    written = table()
    assert len({kind for kind, _ in written}) <= 25
    assert len(written) >= 120


def test_links_forged_are_found_as_the_table_says() -> None:
    assert len(require_as_written("links", linked(), 3, LINKS)) >= 12


@pytest.mark.matrix
def test_entries_forged_in_belisarius_are_found_as_the_table_says(tmp_path: Path) -> None:
    assert len(require_as_written("belisarius", exported("belisarius"), 1)) >= 40
    beside = require_as_written("belisarius", refereed("belisarius", tmp_path), 1, BESIDE)
    assert {kind for kind, _ in beside} == {*BESIDE}


@pytest.mark.byhand
def test_every_entry_forged_is_found_as_the_table_says(tmp_path: Path) -> None:
    met = require_as_written("links", linked(), 3, LINKS)
    for game in FOUNDED:
        met |= require_as_written(game, exported(game), 3)
        met |= require_as_written(game, refereed(game, tmp_path), 3, BESIDE)
    assert met == table().keys()
