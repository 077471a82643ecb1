"""The notation of the chain (design/fair-dice.md §0): vectors, canonical JSON, undone entries."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adjudicator.core.log.chain import Chain, canon, effective, lp, pairs, th
from adjudicator.core.log.chance import SealedSource, SeedChain, hidden_commitment, joint, salt_commitment

GAME, ROOT, HROOT = "JC-42", bytes(range(32)), bytes(range(32, 64))
CARD = th("log", b"", b"{}")
SALTS = {"caesar": (b"\x01" * 16, "alea iacta est"), "pompey": (b"\x02" * 16, "magnus")}

texts = st.text(st.characters(codec="utf-8"), max_size=8).map(lambda text: unicodedata.normalize("NFC", text))
values = st.recursive(
    texts | st.integers(0, 2**53 - 1),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
)


def test_the_vectors_of_the_specification() -> None:
    seeds = SeedChain("seed", GAME, ROOT)
    assert seeds[0].hex() == "d4add00e112bc4390c46a6cf28ec01c6e8523216270f924a21738b040c4b267c"
    assert seeds[1].hex() == "28729c5aad3cb6c8a3ecb550b2be6e3b5700cfdb8a2dbeadcf04e95ee6da0552"
    assert (
        hidden_commitment(GAME, HROOT).hex()
        == "14d36414d9fb43dd07b2e7afc01f0a2ccd9549a25fb2d65d7d86d60cebbbe8f1"
    )
    assert (
        salt_commitment(CARD, "caesar", *SALTS["caesar"]).hex()
        == "93bbe21121dbb62762ab656db2ffc86440dd9b68a87e4a9d2a65412b33d335b5"
    )
    j = joint(CARD, SALTS)
    assert j.hex() == "26da3b41ad4da4a5a4ea6cfdc917fc91591a477fc8eb5911bcb963ddb6f9f8d7"
    source, chits = SealedSource(GAME, seeds, HROOT, j), [f"chit_{i:02}" for i in range(1, 13)]
    source.open(1, "batch")
    assert source.dice(0, 4, 6) == [4, 6, 5, 6]
    assert source.dice(1, 3, 10) == [6, 1, 1]
    assert source.dice(2, 2, 1000) == [998, 342]
    assert source.take(3, chits, 1) == ["chit_06"]
    source.open(2, "draw")
    got = source.take(0, chits, 3)
    assert got == ["chit_02", "chit_05", "chit_03"]
    entry = Chain(GAME, HROOT, 7).append("x", 0, {}, [((), {}), (("caesar",), {"got": got})])
    assert entry.parts[1].nonce == "20259786310e0a9cb5eb62e70a9ee303"
    assert entry.body["seals"][1]["c"] == "9ce8a6e3904489bf8ac6828840a5fddd0c21660e3efc2bed9a9c4565df74242a"


@given(values)
@example("".join(map(chr, range(0x80))))
def test_canonical_json_is_that_of_python_with_sorted_keys_in_ascii(value: Any) -> None:
    assert canon(value) == json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


@pytest.mark.parametrize(
    "value",
    [None, True, ["\ud800x"], 1.0, -1, 2**53, {1: 2}, ["\ud800"], "e\u0301", {"e\u0301": 1}, {"a": [None]}],
)
def test_what_is_not_canonical_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="not canonical"):
        canon(value)


def test_parts_are_told_apart_by_their_lengths() -> None:
    assert lp("ab", "c") != lp("a", "bc")
    assert lp(1, b"") == b"\0\0\0\x08" + b"\0" * 7 + b"\x01" + b"\0\0\0\0"
    assert pairs({"b": b"2", "a": b"1"}) == lp("a", b"1", "b", b"2")
    assert pairs({}) == b""


def test_undone_entries_do_not_stand() -> None:
    chain = Chain(GAME, HROOT)
    log = [chain.append("a", 0, {}), chain.append("b", 0, {}), chain.append("c", 0, {})]
    log += [chain.append("undo", 0, {"to": 0}), chain.append("d", 0, {}), chain.append("e", 0, {})]
    log += [chain.append("undo", 0, {"to": 4})]
    assert [e.t for e in effective(log)] == ["a", "d"]
