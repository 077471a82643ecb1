"""The slash commands: within the limits in every language, and registered only when they have changed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator import GAMES
from frontends.discord import DiscordClient
from frontends.discord.registry import ACTIONS
from frontends.discord.tree import ENTRY, LONGEST_TREE, Translator, size
from frontends.discord.ui.names import names
from service.runtime.worker import Worker
from service.values.settings import Settings
from service.values.time_control import MOST_HOURS
from tests.harness.service import service_harness

pytestmark = pytest.mark.xdist_group("tree")  # its fixtures are made once

NAME = re.compile(r"^[-_'\w]{1,32}$")
MESSAGE_COMMAND = 3
"""Their names may have spaces and capitals."""
MOST_IN_A_GROUP = 22
"""Of the platform's 25: a command more must not make the bot leave its servers."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    async def payload() -> list[dict[str, Any]]:
        with service_harness(tmp_path_factory.mktemp("tree") / "tabellarius.sqlite", GAMES) as found:
            worker = Worker(found.service)
            client = DiscordClient(worker, GAMES, Settings())
            await client.tree.set_translator(Translator())
            commands = await client.tree.payload()
            assert await client.tree.digest() == await client.tree.digest()
            await worker.close()
            return commands

    return asyncio.run(payload())


def walk(commands: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for command in commands:
        yield command
        yield from walk(command.get("options", []))
        yield from walk(command.get("choices", []))


@pytest.mark.parametrize("language", [None, "ja"])
def test_a_command_with_all_below_it_is_short_enough(
    tree: list[dict[str, Any]], language: str | None
) -> None:
    assert {c["name"]: size(c, language) for c in tree if size(c, language) > LONGEST_TREE} == {}


def test_groups_have_room_left(tree: list[dict[str, Any]]) -> None:
    assert len(tree) <= 100
    assert {
        c["name"]: len(c["options"]) for c in walk(tree) if len(c.get("options", ())) > MOST_IN_A_GROUP
    } == {}


def test_every_name_is_one_in_both_languages(tree: list[dict[str, Any]]) -> None:
    for part in walk(tree):
        if "type" not in part:
            continue
        japanese = (part.get("name_localizations") or {}).get("ja")
        if part in tree and part["type"] == MESSAGE_COMMAND:
            assert japanese and 1 <= len(japanese) <= 32 and len(part["name"]) <= 32
            continue
        assert NAME.match(part["name"]) and part["name"] == part["name"].lower()
        assert japanese and NAME.match(japanese), part["name"]


def test_names_differ_beside_each_other(tree: list[dict[str, Any]]) -> None:
    for part in [{"options": tree}, *walk(tree)]:
        for language in (None, "ja"):
            options = part.get("options", [])
            names = [(o.get("name_localizations") or {}).get(language) or o["name"] for o in options]
            assert len(set(names)) == len(names), part.get("name")


def test_every_description_fits(tree: list[dict[str, Any]]) -> None:
    for part in walk(tree):
        if "description" in part:
            texts = [part["description"], *(part.get("description_localizations") or {}).values()]
            assert all(1 <= len(text) <= 100 for text in texts), part["name"]


def test_no_more_hours_are_offered_than_the_service_grants(tree: list[dict[str, Any]]) -> None:
    (referee,) = [c for c in tree if c["name"] == "referee"]
    (extend,) = [c for c in referee["options"] if c["name"] == "extend"]
    assert [o["max_value"] for o in extend["options"] if o["name"] == "hours"] == [MOST_HOURS]


def test_no_japanese_name_is_left_over(tree: list[dict[str, Any]]) -> None:
    assert sorted(names("ja").keys() - {part["name"] for part in walk(tree)} - {ENTRY["name"]}) == []


def test_every_action_is_named_so_that_an_id_can_hold_it() -> None:
    assert [name for name in ACTIONS if not re.fullmatch(r"[a-z_]{1,20}", name)] == []
