from __future__ import annotations

import json

import pytest

from adjudicator.core import Refusal
from adjudicator.core.audit import verify
from adjudicator.core.log.chain import Chain, Entry
from adjudicator.core.log.chance import Secrets, salt_commitment
from adjudicator.core.log.export import export
from adjudicator.core.log.founding import (
    Founded,
    Roots,
    Terms,
    card,
    commit_salt,
    open_from_seed,
    open_scripted,
    reveal_salt,
    source_of,
    take_seat,
)
from tests.core.scripted import UMPIRE

ROOTS = Roots.plant("toy", bytes(16), Secrets(bytes(range(32)), bytes(range(32, 64))))
TERMS = Terms("A toy", "one", {"fog": "on"}, ("x", "y"), "F1", UMPIRE, {"cup": ["b", "a", "a"]})
SALTS = {"x": (b"\x01" * 16, "alea iacta est"), "y": (b"\x02" * 16, "magnus")}


def begun() -> tuple[Chain, list[Entry]]:
    chain = Chain(ROOTS.game, ROOTS.secrets.hroot)
    entries = [card(chain, 7, TERMS, ROOTS)]
    entries += [take_seat(chain, 8, seat, seat.upper()) for seat in TERMS.seats]
    head = bytes.fromhex(entries[0].head)
    for seat, (nonce, v) in SALTS.items():
        entries.append(commit_salt(chain, 9, seat, "self", salt_commitment(head, seat, nonce, v)))
    return chain, entries


def found() -> tuple[Chain, list[Entry]]:
    chain, entries = begun()
    for seat, (nonce, v) in SALTS.items():
        entries.append(reveal_salt(chain, 10, entries, seat, nonce, v))
    return chain, entries


def test_a_founding_is_a_log_that_verifies_as_its_tier_says() -> None:
    chain, entries = found()
    source = source_of(entries, ROOTS)
    seed = source.open(1, "batch")
    got = source.dice(0, 4, 6)
    roll = {"kind": "dice", "label": "1 test", "count": 4, "faces": 6, "got": got}
    entries.append(chain.append("terms", 11, {"modes": {}, "pace": {}, "by": "founder"}))
    entries.append(chain.append("batch", 11, {"e": 1, "seed": seed.hex(), "stands": 0, "rolls": [roll]}))
    report = verify.Walk(verify.read(export(entries, None))).run()
    assert (report.errors, report.tier, report.counts["public rolls recomputed"]) == ([], "F1", 1)
    assert entries[0].body["cups"] == {"cup": ["a", "a", "b"]}


def test_a_salt_that_was_not_promised_is_refused() -> None:
    chain, entries = begun()
    for nonce, v in ((b"\x01" * 16, "alea"), (b"\x03" * 16, "alea iacta est")):
        with pytest.raises(Refusal):
            reveal_salt(chain, 10, entries, "x", nonce, v)
    with pytest.raises(Refusal):
        reveal_salt(chain, 10, entries[:3], "x", *SALTS["x"])
    assert chain.n == len(entries)


def test_checkpoints_spare_the_hashing_and_give_the_same_chance() -> None:
    _, entries = found()
    again = Roots.read(ROOTS.game, ROOTS.secrets, ROOTS.seeds.checkpoints, ROOTS.asides.checkpoints)
    one, other = source_of(entries, ROOTS), source_of(entries, again)
    assert one.open(300, "batch") == other.open(300, "batch")
    assert one.dice(0, 9, 6) == other.dice(0, 9, 6)


@pytest.mark.parametrize("kind", ["seed", "script"])
def test_open_tables_are_founded_at_once(kind: str) -> None:
    terms = Terms("toy", "one", {}, ("x", "y"), "open", UMPIRE, {})
    founded: Founded = (
        open_from_seed("toy", terms, b"\x07") if kind == "seed" else open_scripted("toy", terms, [1], [])
    )
    assert founded.chain.n == len(founded.entries) == (7 if kind == "seed" else 3)
    report = verify.Walk(verify.read(export(founded.entries, "all"))).run()
    assert (report.errors, report.tier) == ([], "open")


def test_every_reader_gets_the_openings_they_may_have() -> None:
    chain, entries = found()
    secret = [((), {"of": ["a", "b"]}), (("x",), {"got": ["a"]}), (("x", "y"), {"got": ["b"]})]
    fields = {"rule": "1", "e": 1, "seed": "", "stands": 0, "from": "", "size": 2, "to": [], "shown": []}
    entries.append(chain.append("draw", 1, fields, secret))

    def opened(reader: str | None) -> list[int]:
        lines = [json.loads(line) for line in export(entries, reader)]
        return [line["i"] for line in lines if "t" not in line]

    assert [opened(reader) for reader in (None, "x", "y", "all")] == [[], [1, 2], [2], [0, 1, 2]]
    end = {"why": "over", "result": {}, "by": "rules", "consent": [], "hroot": ROOTS.secrets.hroot.hex()}
    entries.append(chain.append("end", 2, end))
    assert [opened(reader) for reader in (None, "x", "all")] == [[0, 1, 2]] * 3
