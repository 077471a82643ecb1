"""The examples of docs/table-protocol.md are played, in their order, at one table."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from adjudicator.protocol.commands import COMMANDS
from tests.protocol.client import Client

PAGE = Path(__file__).resolve().parents[2] / "docs" / "table-protocol.md"
ANY = "…"


def fits(expected: Any, said: Any) -> bool:
    """Return true if a response is as expected; `…` is anything, in a list or an object any more of it."""
    if expected == ANY:
        return True
    if isinstance(expected, dict) and isinstance(said, dict):
        named = {key: value for key, value in expected.items() if key != ANY}
        whole = ANY in expected or set(expected) == set(said)
        return whole and all(key in said and fits(value, said[key]) for key, value in named.items())
    if isinstance(expected, list) and isinstance(said, list):
        if expected and expected[-1] == ANY:
            expected, said = expected[:-1], said[: len(expected) - 1]
        return len(expected) == len(said) and all(map(fits, expected, said))
    return type(expected) is type(said) and bool(expected == said)


def examples() -> list[tuple[str, str]]:
    blocks = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    found = [line for block in blocks for line in block.splitlines()]
    sent = [line[2:] for line in found if line.startswith("> ")]
    said = [line[2:] for line in found if line.startswith("< ")]
    assert len(sent) == len(said) and len(sent) + len(said) == len(found)
    return list(zip(sent, said, strict=True))


def test_every_example_is_answered_as_the_page_says() -> None:
    client = Client()
    for sent, expected in examples():
        said = client.raw(sent.encode())
        assert fits(json.loads(expected), said), (sent, said)


def test_every_command_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    commands = {request.__struct_config__.tag for request in COMMANDS}
    assert len(commands) == len(COMMANDS)
    assert [command for command in sorted(map(str, commands)) if f"`{command}`" not in page] == []
    shown = {json.loads(sent)["do"] for sent, _ in examples()}
    assert commands - shown == set()


def test_an_ellipsis_is_anything_and_everything_else_must_fit() -> None:
    assert fits({"a": [1, ANY], ANY: ANY}, {"a": [1, 2, 3], "b": 4})
    assert not fits({"a": 1}, {"a": 1, "b": 2})
    assert not fits([1, 2], [1])
    assert not fits(True, 1)
