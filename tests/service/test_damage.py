"""Flipped bits in rows beside the chain: noticed before anything is built on them; games are still shown."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator import GAMES
from adjudicator.core import Refusal
from adjudicator.core.log.verify import verify
from service.storage.store import Corrupt, Newer
from service.usecases.command import Held
from service.values.settings import CannotStart
from tests.harness.service import ServiceHarness, by, service_harness

FILES = 500
READERS = (None, "caesar", "pompey", "all")


def damaged(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as conn:
        for trigger in ("opening_is_never_updated", "entry_is_never_updated"):
            conn.execute(f"DROP TRIGGER {trigger}")
        conn.create_function("flipped", 1, flipped)
        assert conn.execute(sql).rowcount > 0
        conn.commit()


def flipped(content: bytes) -> bytes:
    """The content with a bit flipped in its midst."""
    made = bytearray(content)
    made[len(made) // 2] ^= 1
    return bytes(made)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE rest SET world = flipped(world) WHERE campaign = 1 AND n = (SELECT max(n) FROM rest)",
        "UPDATE rest SET schema = 0 WHERE campaign = 1",
        "UPDATE opening SET parts = flipped(parts) WHERE campaign = 1 AND n = (SELECT max(n) FROM opening)",
        "UPDATE entry SET t = 'rules' WHERE campaign = 1 AND t = 'answer'",
        "UPDATE book SET content = flipped(content) WHERE campaign = 1 AND id = 0",
    ],
)
def test_a_flipped_bit_holds_its_game_alone_which_is_still_shown(tmp_path: Path, sql: str) -> None:
    path = tmp_path / "a.sqlite"
    with service_harness(path, seed="damage") as b:
        one, other = (b.found("nim", "short") for _ in range(2))
        b.service.submit(by("north"), one, "north", 7)
        n = b.service.campaign(one).n
    damaged(path, sql)
    with service_harness(path, seed="damage") as b:
        assert len(b.service.log(one)) == n and b.service.export(one, None)
        with suppress(Refusal):  # nothing may be left to show where all positions are damaged
            b.service.view(one, None)
        with pytest.raises(Refusal):
            b.service.submit(by("south"), one, "south", 7)
        held = b.service.campaign(one)
        assert held.held.startswith("error ") and held.n == n
        with pytest.raises(Held):
            b.service.release(by("judge"), one)
        assert [post for post in b.service.posts(one, ["referee"])]
        b.service.submit(by("north"), other, "north", 7)


def test_a_damaged_post_is_left_out_and_its_game_held(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with service_harness(path, seed="damage") as b:
        one, other = (b.found("nim", "short") for _ in range(2))
        for campaign in (one, other):
            b.service.submit(by("north"), campaign, "north", 7)
        posts = {campaign: len(b.service.posts(campaign, ["channel"])) for campaign in (one, other)}
    damaged(path, "UPDATE outbox SET audience = 'channel' WHERE id = "
            "(SELECT max(id) FROM outbox WHERE audience = 'seat/north' AND campaign = 1)")  # fmt: skip
    with service_harness(path, seed="damage") as b:
        found = b.service.posts(one, ["channel"])
        assert len(found) == posts[one], "nobody reads what was another's"
        assert b.service.campaign(one).held.startswith("error ")
        assert len(b.service.posts(other, ["channel"])) == posts[other]
        assert not b.service.campaign(other).held


def test_a_damaged_receipt_is_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with service_harness(path, seed="damage") as b:
        campaign = b.found("nim", "short")
        b.service.submit(by("north", "once"), campaign, "north", 7)
        n = b.service.campaign(campaign).n
    damaged(path, "UPDATE inbox SET receipt = flipped(receipt) WHERE message LIKE '%once'")
    with service_harness(path, seed="damage") as b:
        with pytest.raises(Held):
            b.service.submit(by("north", "once"), campaign, "north", 7)
        assert b.service.campaign(campaign).held and b.service.campaign(campaign).n == n


def test_a_stale_game_still_shows_map_log_and_export(tmp_path: Path) -> None:
    """Its log does not follow from the rules: the position of its last rest is shown."""
    path = tmp_path / "a.sqlite"
    with service_harness(path, seed="damage") as b:
        campaign = b.found("nim", "short")
        b.service.submit(by("north"), campaign, "north", 7)
    damaged(path, "UPDATE entry SET told = x'00' WHERE n = (SELECT max(n) FROM entry)")
    with service_harness(path, seed="damage") as b:
        assert b.service.view(campaign, None) and b.service.scene(campaign, "north", "en") is None
        assert b.service.campaign(campaign).held.startswith("error ")
        assert b.service.log(campaign) and verify(b.service.export(campaign, None)).errors == []
        assert b.service.score(campaign)
        with pytest.raises(Held):
            b.service.pending(campaign, "south")


# -- by hand -------------------------------------------------------------------------------------------


def content_of(b: ServiceHarness) -> list[Any]:
    """What a game is: its log, what is sealed in it, and the position."""
    return [b.service.log(1), *(b.service.export(1, reader) for reader in READERS), b.service.view(1, None)]


def played_on(path: Path, ends: Counter[str]) -> tuple[list[Any], list[Any]] | None:
    """What a file shows before a step and after it; None if it is not opened, or the game is held.

    `ends` counts by what it ends otherwise.
    """
    try:
        with service_harness(path, {"julius_caesar": GAMES["julius_caesar"]}, "damage") as b:
            before = content_of(b)
            b.step(1, 5)
            if b.service.campaign(1).held:
                ends["held"] += 1
                return None
            return before, [*b.service.log(1)]
    except (Refusal, Corrupt, Newer, CannotStart, sqlite3.Error, msgspec.MsgspecError, ValueError) as error:
        ends[type(error).__name__] += 1
        return None


@pytest.mark.byhand
def test_no_damaged_file_is_played_on_with_changed_content(tmp_path: Path) -> None:
    """One bit of a file, or some, are flipped: it is refused, its game is held, or nothing has changed."""
    path, copy, rng = tmp_path / "a.sqlite", tmp_path / "b.sqlite", random.Random(5)
    with service_harness(path, {"julius_caesar": GAMES["julius_caesar"]}, "damage") as b:
        b.found("julius_caesar", "war")
        for step in range(60):
            b.step(1, step)
        true = content_of(b)
    whole, on, ends = path.read_bytes(), 0, Counter[str]()
    for n in range(FILES):
        rotten = bytearray(whole)
        for _ in range(1 if n % 2 else rng.randint(2, 64)):
            rotten[rng.randrange(len(rotten))] ^= 1 << rng.randrange(8)
        for file in tmp_path.glob("b.sqlite*"):
            file.unlink()
        copy.write_bytes(rotten)
        if (shown := played_on(copy, ends)) is not None:
            on += 1
            assert shown[0] == true, n
            assert shown[1][: len(true[0])] == true[0], n
    print(f"{FILES} damaged files: {on} played on, all with unchanged content; {dict(ends)}")
