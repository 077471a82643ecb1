"""Two worlds that differ only in what seat a cannot know tell a, and the public, the same to the byte."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.core import Rest
from service.usecases.agreeing import undo
from service.usecases.play import playing, queries
from tests.core.scripted import GAME
from tests.harness.service import ServiceHarness, by, service_harness
from tests.toys.markers import World

SCRIPT: list[tuple[str, Any]] = [
    *[(seat, []) for seat in "abc"],
    *[(seat, "no") for seat in "abc"],
    ("a", {"pick": "send", "answer": {"scout_1": "mill"}}),
    ("b", {"pick": "raid", "answer": "c"}),
    ("c", {"pick": "raid", "answer": "b"}),
    *[(seat, []) for seat in "abc"],
    *[(seat, "yes") for seat in "abc"],
    ("a", {"pick": "vow", "answer": "never again"}),
    ("b", {"pick": "search"}),
    ("c", {"pick": "send", "answer": {"scout_2": "hill"}}),
]
BOOKS = {"b": ["on raid do treachery", "on die do luck"], "c": ["on marker do treachery"]}


def exchange(one: str, other: str) -> Callable[[World], None]:
    """Exchange the contents of two containers, as far as the kinds differ."""

    def change(w: World) -> None:
        at, to = w.cups[one], w.cups[other]
        for i, item in enumerate(at):
            j = next((j for j, found in enumerate(to) if found != item), None)
            if j is not None:
                at[i], to[j] = to[j], item
                break
        assert len(set(at)) + len(set(to)) > 1
        w.cups[one], w.cups[other] = sorted(at), sorted(to)

    return change


def alter(b: ServiceHarness, campaign: int, change: Callable[[World], None]) -> None:
    rest = b.context.log.rest(campaign)
    assert rest is not None
    world = msgspec.msgpack.decode(rest.world, type=World)
    change(world)
    with b.store.transaction():
        other = Rest(rest.n, msgspec.msgpack.encode(world), rest.stage)
        b.context.log.add_rests(campaign, [other], [rest.n])


def plain(value: Any) -> Any:
    """Without what binds to things sealed: heads, nonces of posts, seals and hidden seeds' doings."""
    match value:
        case dict():
            return {k: plain(v) for k, v in value.items() if k not in ("head", "nonce", "seals", "c", "card")}
        case list():
            return [plain(item) for item in value]
    return value


def known_to(b: ServiceHarness, campaign: int, seat: str | None) -> bytes:
    """Everything that a seat, or the public, can get out of the service."""
    audiences = ("channel",) if seat is None else ("channel", f"seat/{seat}")
    posts = [msgspec.to_builtins(p) for p in b.waiting(10_000) if p.audience in audiences]
    if seat is None:
        posts = [p | {"id": 0} for p in posts]
    pending = b.service.look(campaign, queries.pending, seat) if seat else None
    aside = b.service.look(campaign, queries.asides, seat) if seat else None
    known = [
        [plain(p | {"id": 0}) for p in posts],
        msgspec.to_builtins(b.service.view(campaign, seat)),
        [(n, msgspec.to_builtins(event)) for n, event in b.service.look(campaign, queries.journal, seat)],
        plain(b.service.log(campaign)),
        [msgspec.to_builtins(asked) for asked in b.service.asked(campaign)],
        msgspec.to_builtins(b.service.look(campaign, undo.points)),
        repr(pending and (pending.choice.describe(), pending.choice.prompt)),
        repr(aside and aside.describe()),
    ]
    return msgspec.json.encode(known, order="sorted")


def story(
    path: Path, change: Callable[[World], None] | None, books: Mapping[str, list[str]], viewer: str | None
) -> list[bytes]:
    """Return the viewer's knowledge after each answer of the script."""
    with service_harness(path, {"markers": GAME}) as b:
        campaign = b.found("markers", "ring", seed=b"two worlds")
        if change is not None:
            alter(b, campaign, change)
        for seat, lines in books.items():
            b.service.do(by(seat), campaign, playing.set_standing, seat, lines)
        known = [known_to(b, campaign, viewer)]
        for seat, answer in SCRIPT:
            b.service.do(by(seat), campaign, playing.submit, seat, answer)
            known.append(known_to(b, campaign, viewer))
        return known


@pytest.mark.parametrize("viewer", ["a", None])
@pytest.mark.parametrize(
    "change", [exchange("hand_b", "cup"), exchange("hand_c", "cup"), exchange("hand_b", "hand_c")]
)
def test_hidden_markers_betray_nothing(
    tmp_path: Path, change: Callable[[World], None], viewer: str | None
) -> None:
    assert story(tmp_path / "1.sqlite", None, {}, viewer) == story(tmp_path / "2.sqlite", change, {}, viewer)


@pytest.mark.parametrize("viewer", ["a", None])
def test_orders_that_do_not_act_betray_nothing(tmp_path: Path, viewer: str | None) -> None:
    """Whether a seat has standing orders shows in no post, entry or pause (architecture.md §1.7)."""
    books = {"b": ["on raid when by=a do treachery"], "c": ["on die when by=a do luck"]}
    assert story(tmp_path / "1.sqlite", None, {}, viewer) == story(tmp_path / "2.sqlite", None, books, viewer)


def test_the_worlds_do_differ_for_whom_they_should(tmp_path: Path) -> None:
    """The test above would pass if nothing were told at all."""
    change = exchange("hand_b", "cup")
    first, second = (story(tmp_path / f"{i}", c, {}, "b") for i, c in enumerate((None, change)))
    assert [x != y for x, y in zip(first, second, strict=True)] == [True] * len(first)
    acting = {"b": ["on die do luck", "on raid do treachery"]}
    quiet, loud = (story(tmp_path / f"b{i}", None, books, None) for i, books in enumerate(({}, acting)))
    assert quiet[-1] != loud[-1]
