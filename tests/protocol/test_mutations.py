"""Whatever the bytes, a line gets one clear answer, and a refusal changes nothing."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.protocol.client import SCRIPT, Client

SOUND = [
    json.dumps(line).encode()
    for line in (
        {"do": "games"},
        {"do": "pending", "seat": "a"},
        {"do": "answer", "seat": "a", "answer": {"pick": "march", "answer": {"way": ["hill"], "toll": 0}}},
        {"do": "answer", "seat": "a", "answer": {"pick": "share", "answer": {"b": 1, "c": 2}}},
        {"do": "amend", "seat": "b", "answer": ["luck"], "head": "00"},
        {"do": "order", "seat": "a", "text": "march hill-mill: 1; rest\nsend scout amber to mill"},
        {"do": "order", "seat": "b", "text": "行軍 hill: 0", "language": "ja"},
        {"do": "asides", "seat": "b"},
        {"do": "aside", "seat": "b", "answer": {"pick": "accept", "answer": "a"}},
        {"do": "close"},
        {"do": "next", "seat": "a", "answer": {"pick": "march", "answer": {"way": ["hill"]}}},
        {"do": "sample", "seat": "a", "n": 3, "seed": 7},
        {"do": "complete", "seat": "a", "text": "march hi", "barred": True},
        {"do": "reach", "seat": "a", "piece": "scout_1", "barred": False},
        {"do": "standing", "seat": "b", "orders": ["on raid when by=me do play luck times 2 until turn 3"]},
        {"do": "script", "dice": [6, 1], "draws": ["luck"]},
        {"do": "view", "seat": None},
        {"do": "world"},
        {"do": "score"},
        {"do": "undo", "to": 12},
        {"do": "log", "from": 3},
        {"do": "export", "seat": "all"},
        {"do": "status"},
        {"do": "found", "game": "markers", "dice": "scripted", "script": SCRIPT, "windows": {"raid": "ask"}},
    )
]


@pytest.fixture(scope="module")
def base() -> Client:
    """At the first order of the toy; what is carried out is carried out, and the game goes on."""
    return Client().ordering()


def mutated(line: bytes, rng: random.Random) -> bytes:
    """The line with one to four bytes or words changed, cut, doubled or taken from another."""
    raw = bytearray(line)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(raw) + 1)
        match rng.randrange(6):
            case 0:
                raw[at : at + 1] = bytes([rng.randrange(256)])
            case 1:
                del raw[at : at + rng.randint(1, 6)]
            case 2:
                raw[at:at] = rng.choice(
                    [b'"', b"{", b"]", b",", b"null", b"-1", b"1e999", b"\\u0000", b"\xc3"]
                )
            case 3:
                other = rng.choice(SOUND)
                cut = rng.randrange(len(other))
                raw[at : at + 8] = other[cut : cut + 8]
            case 4:
                words = bytes(raw).split(b'"')
                words[rng.randrange(len(words))] = rng.choice(
                    [b"a", b"b", b"hill", b"", b"answer", b"pick", b"9" * 40]
                )
                raw = bytearray(b'"'.join(words))
            case 5:
                raw = raw * 2 if len(raw) < 2000 else raw
    return bytes(raw)


def check(base: Client, line: bytes) -> bool:
    """Return true if the line was refused; a refusal is one, and clear, and nothing has changed."""
    client = Client()
    client.session.campaign = base.session.campaign
    campaign = base.session.playing
    before = (dict(vars(campaign)), client.raw(b'{"do":"status"}'))
    said = client.raw(line)
    if said["ok"]:
        return False
    assert said["kind"] in ("illegal", "not_understood", "ambiguous", "not_now", "bad_request", "stale"), (
        line,
        said,
    )
    assert said["why"] and isinstance(said["rule"], str) and isinstance(said["candidates"], list)
    assert client.session.campaign is campaign
    after = (dict(vars(campaign)), client.raw(b'{"do":"status"}'))
    assert after == before
    return True


def test_ten_thousand_mutated_lines_are_refused_and_change_nothing(base: Client) -> None:
    rng = random.Random(1)
    refused = sum(check(base, mutated(rng.choice(SOUND), rng)) for _ in range(10_000))
    assert refused > 6000


def bent(text: str, rng: random.Random) -> str:
    letters = list(text)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(letters) + 1)
        letters[at : at + rng.randint(0, 3)] = rng.choice(
            ["", " ", "-", ":", ",", ";", "x", "LEG", "9", "へ", "#"]
        )
    return "".join(letters)


def test_malformed_orders_are_refused_or_carried_out() -> None:
    rng, client, refused = random.Random(3), Client(), 0
    client.ok("found", game="julius_caesar", seed="0123")
    while pending := client.ok("pending")["pending"]:
        seat, campaign = pending[0]["seat"], client.session.playing
        sample = client.ok("sample", seat=seat, seed=rng.randrange(10**6))["answers"][0]
        choice = campaign.table.choice(seat)
        text = choice.write(choice.accept(sample), campaign.reader("en"))
        for _ in range(6):
            line = json.dumps({"do": "order", "seat": seat, "text": bent(text, rng)}).encode()
            if not check(client, line):
                break
            refused += 1
        else:
            assert client.ok("order", seat=seat, text=text)["ok"]
    assert refused > 300


@given(st.one_of(st.binary(max_size=80), st.text(max_size=40).map(str.encode)))
@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_raw_bytes_are_refused(base: Client, line: bytes) -> None:
    assert check(base, line)


TEXTS = st.text(alphabet="marchide sopxtluk-:,;#()0123→ー、Ⅳé\u0301\u3000§\x00", max_size=40)


@given(TEXTS, st.sampled_from(["a", "b"]))
@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_mutated_orders_are_refused_or_carried_out(base: Client, text: str, seat: str) -> None:
    check(base, json.dumps({"do": "order", "seat": seat, "text": text}).encode())
    check(base, json.dumps({"do": "standing", "seat": seat, "orders": [text]}).encode())
    check(base, json.dumps({"do": "complete", "seat": seat, "text": text, "barred": True}).encode())


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["pick", "answer", "way", "toll", "a", "to"]) | st.text(max_size=3),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)
PICKS = st.sampled_from(["march", "share", "send", "vow", "offer", "raid", "search", "rest"])


@given(JSONS | st.fixed_dictionaries({"pick": PICKS, "answer": JSONS}))
@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_json_for_an_answer_is_refused_or_carried_out(base: Client, answer: object) -> None:
    for do in ("answer", "amend", "aside", "next"):
        check(base, json.dumps({"do": do, "seat": "a", "answer": answer}).encode())
