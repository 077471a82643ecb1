from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator import GAMES
from adjudicator.core import words
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import sampler
from adjudicator.protocol.positions import said as said_position
from tests.core.scripted import GAME
from tests.protocol.client import Client


def asked(client: Client) -> list[dict[str, Any]]:
    return [{k: v for k, v in one.items() if k != "entry"} for one in client.ok("pending")["pending"]]


@pytest.mark.parametrize("game", ["markers", "julius_caesar"])
def test_a_position_that_is_loaded_asks_what_it_asked_and_plays_on(game: str) -> None:
    client = Client()
    windows = {"default": "ask"} if game == "markers" else {}
    client.ok("found", game=game, seed="05", windows=windows)
    for seed in range(30):
        client.play(seed, 3)
        at = client.ok("world")
        other = Client()
        other.ok("found", game=game, seed="05", windows=windows)
        before = asked(client)
        other.ok("load", world=at["world"], tail=at["tail"])
        assert asked(other) == before
        assert other.ok("world")["world"] == at["world"]
        if not before:
            break
    lines = other.ok("export", seat="all")["lines"]
    assert lines


def test_a_loaded_position_begins_a_log_of_its_own() -> None:
    client = Client().ordering()
    at = client.ok("world")
    at["world"]["coins"]["a"] = 99
    client.ok("load", world=at["world"], tail=[])
    assert client.ok("view")["view"]["coins"]["a"] == 99
    card = client.ok("log")["entries"][0]
    assert card["cups"]["hand_a"] == at["world"]["cups"]["hand_a"]
    assert client.refused("undo", to=2)["kind"] == "not_now"
    client.ok("order", seat="a", text="rest")


def test_a_tail_is_written_again_with_its_sealed_answers() -> None:
    client = Client().founded()
    client.ok("answer", seat="a", answer=["luck"])
    client.ok("answer", seat="b", answer=[])
    at = client.ok("world")
    client.ok("load", world=at["world"], tail=at["tail"])
    assert [one["seat"] for one in client.ok("pending")["pending"]] == ["c"]
    client.ok("amend", seat="a", answer=["treachery"])
    client.ok("answer", seat="c", answer=[])
    assert client.ok("view", seat="a")["view"]["own_kept"] == ["treachery"]


def broken(at: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    wrong = copy.deepcopy(at)
    inner: Any = wrong
    for key in path[:-1]:
        inner = inner[key]
    if value is None:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return wrong


@pytest.mark.parametrize(
    ("path", "value", "kind"),
    [
        (("world", "coins"), None, "bad_request"),
        (("world", "coins"), {"a": "many"}, "bad_request"),
        (("world", "coin"), {}, "bad_request"),
        (("world", "phase"), "dance", "bad_request"),
        (("world", "phase"), "order", "stale"),
        (("tail", 0), {}, "bad_request"),
        (("tail", 0, "body"), {}, "bad_request"),
        (("tail", 0, "body", "t"), "edit", "stale"),
        (("tail", 0, "body", "seats"), ["a"], "stale"),
        (("tail", 1, "body", "seat"), "z", "stale"),
        (("tail", 1, "body", "ask"), 77, "bad_request"),
        (("tail", 1, "parts"), [], "bad_request"),
        (("tail", 1, "parts", 0, "part", "q"), "00", "stale"),
        (("tail", 1, "parts", 1, "part"), {}, "bad_request"),
        (("tail", 1, "told"), "00", "stale"),
        (("tail", 1, "body", "pub"), 1.5, "bad_request"),
    ],
)
def test_impossible_positions_are_refused_and_nothing_has_changed(
    path: tuple[Any, ...], value: Any, kind: str
) -> None:
    client = Client().founded()
    client.ok("answer", seat="a", answer=["luck"])
    at = said_position(client.session.playing)
    wrong = broken(at, path, value)
    assert client.refused("load", world=wrong["world"], tail=wrong["tail"])["kind"] == kind


WRONG: tuple[Any, ...] = (2**70, -1, 1.5, "\ud800", "nowhere", True, None, [], {}, [[[]]], {"x": 1}, 10**6)
"""Values that never, or hardly ever, occur in a world."""


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all parts of a world but its whole; of a list to the first three."""
    inner = dict(enumerate(value[:3])) if isinstance(value, list) else value
    for key, part in inner.items() if isinstance(inner, dict) else ():
        yield (*at, key)
        yield from places(part, (*at, key))


@pytest.mark.parametrize("game", [*GAMES])
def test_a_slip_anywhere_in_a_position_is_refused_and_breaks_nothing(game: str) -> None:
    """A wrong type deep in the world, a number that no file holds: what is taken all the same is played."""
    client, rng = Client(), sampler(7)
    client.ok("found", game=game, seed="00")
    client.play(1, 20)
    at, refused = client.ok("world"), 0
    paths = [*places(at["world"])]
    for _ in range(100):
        path, wrong = rng.choice(paths), copy.deepcopy(at["world"])
        inner: Any = wrong
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = rng.choice(WRONG)
        said = client.do("load", world=wrong)
        if said["ok"]:
            client.play(2, 1)
            client.ok("load", world=at["world"], tail=at["tail"])
            at = client.ok("world")
        else:
            assert said["kind"] == "bad_request" and said["why"], (path, said)
            assert client.ok("world") == at, path
            refused += 1
    assert refused > 80


def test_what_the_game_finds_impossible_is_refused_with_its_reasons() -> None:
    client = Client().ordering()
    strict = replace(
        GAME, problems=lambda w: [words("{seat} is in debt", seat="a")] if w.coins["a"] < 0 else []
    )
    client.session.playing.game = strict
    world = client.ok("world")["world"]
    world["coins"]["a"] = -1
    said = client.refused("load", world=world)
    assert (said["kind"], said["why"]) == ("bad_request", "this position is impossible: Anna is in debt")


def test_a_game_may_fill_in_what_a_position_leaves_out() -> None:
    client = Client()
    client.ok("found", game="julius_caesar", seed="00")
    whole = client.ok("world")["world"]
    client.ok("load", world={"phase": "deal"})
    assert set(client.ok("world")["world"]) == set(whole)


def test_a_position_of_a_newer_schema_is_refused() -> None:
    def purses(world: dict[str, JSON]) -> dict[str, JSON]:
        world["coins"] = world.pop("purses")
        return world

    client = Client().ordering()
    at = client.ok("world")
    client.session.playing.game = replace(GAME, migrations=(purses,))
    client.ok("load", world=at["world"])
    assert (at["schema"], client.ok("world")["schema"]) == (1, 2)
    older = {**at["world"], "purses": {"a": 7, "b": 8, "c": 9}}
    del older["coins"]
    assert client.refused("load", world=older)["kind"] == "bad_request"
    assert client.refused("load", world=at["world"], schema=1)["kind"] == "bad_request"
    for schema in (0, 3):
        said = client.refused("load", world=at["world"], schema=schema)
        assert said["why"] == f"markers has no world schema {schema}; the latest is 2"
    client.ok("load", world=older, schema=1)
    assert client.ok("world")["world"]["coins"] == {"a": 7, "b": 8, "c": 9}
    assert client.ok("world")["schema"] == 2
