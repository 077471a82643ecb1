"""Receipts: a kind of result for each kind of command, and the same again for a repetition."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import msgspec
import pytest

from service.usecases.play import playing
from service.values.receipts import (
    BatchResult,
    Edited,
    Founded,
    Reconciled,
    Result,
    Rolled,
    Ruled,
    Suggested,
    Undone,
)
from service.values.records import Receipt
from tests.harness.damage import before_checksums, before_guards
from tests.harness.posts import notices
from tests.harness.service import ServiceHarness, by, service_harness


def test_a_batch_that_stops_says_why_and_says_it_again(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    written = b.service.status(campaign).campaign.head
    b.service.do(by("north"), campaign, playing.order, "north", "bid 1")
    b.service.do(by("south"), campaign, playing.order, "south", "bid 0")
    first = b.service.do(by("north", "7"), campaign, playing.order, "north", "take 1\nbid 2", head=written)
    assert first.result.why is not None and first.result.why.values == {"others": ["south"]}
    assert (
        b.service.do(by("north", "7"), campaign, playing.order, "north", "take 1\nbid 2", head=written)
        == first
    )
    (notice,) = notices(b.waiting(1000), "batch")
    assert notice.packed == first.result.reason


OLD: list[tuple[dict[str, Any], Result | None]] = [
    ({}, None),
    ({"card": "ab"}, Founded("ab")),
    ({"how": "done", "done": 1, "draft": []}, BatchResult("done", 1, [])),
    (
        {"how": "held", "done": 0, "others": ["b"], "draft": ["rest"]},
        BatchResult("held", 0, ["rest"], None, ["b"]),
    ),
    ({"id": 3, "tried": 1}, Suggested(3, True)),
    ({"id": 3, "tried": 0}, Suggested(3, False)),
    ({"taken": 0}, Undone(0)),
    ({"got": [1, 6]}, Rolled([1, 6])),
    ({"number": 2}, Ruled(2)),
    ({"changes": {"coins.b": ["1", "9"]}}, Edited({"coins.b": ["1", "9"]})),
    ({"agree": 0}, Reconciled(False)),
]


@pytest.mark.parametrize(("said", "result"), OLD)
def test_a_receipt_of_before_is_read(b: ServiceHarness, said: dict[str, Any], result: Result | None) -> None:
    old = b.path.with_name("old.sqlite")
    b.store.backup(old)
    with closing(sqlite3.connect(old)) as conn:
        receipt = msgspec.json.encode({"campaign": 1, "n": 5, "head": "cd", "said": said})
        before_checksums(conn)
        before_guards(conn)
        conn.execute("INSERT INTO inbox (message, receipt) VALUES (?, ?)", ("a\n1", receipt))
        conn.execute("DELETE FROM _sqlite_migrations WHERE name = 'receipts'")
        conn.commit()
    with service_harness(old) as again:
        assert again.service.done(by("a", "1")) == Receipt(1, 5, "cd", result)
