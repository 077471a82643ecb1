"""The test server refuses what Discord refuses: also limits that are in no schema."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import aiohttp

from tests.fake_discord.server import TOKEN, Server
from tests.fake_discord.state.commands import letters
from tests.fake_discord.state.interactions import COMMAND
from tests.fake_discord.state.model import Channel

ROW = {"type": 1, "components": [{"type": 2, "style": 1, "label": "A", "custom_id": "a"}]}
WORDS = {"type": 10, "content": "x"}
V2 = 1 << 15
NEVER = {
    "nothing at all": ({}, 50006),
    "2,001 characters": ({"content": "x" * 2001}, 50035),
    "content with V2": ({"content": "x", "flags": V2, "components": [WORDS]}, 50035),
    "V2 components without its flag": ({"components": [WORDS]}, 50035),
    "41 components": ({"flags": V2, "components": [WORDS] * 41}, 50035),
    "41 components, nested": ({"flags": V2, "components": [{"type": 17, "components": [WORDS] * 40}]}, 50035),
    "4,001 characters in V2": ({"flags": V2, "components": [{**WORDS, "content": "x" * 2001}] * 2}, 50035),
    "a custom_id twice": ({"components": [ROW, ROW]}, 50035),
    "a custom_id too long": (
        {
            "components": [
                {"type": 1, "components": [{"type": 2, "style": 1, "label": "A", "custom_id": "a" * 101}]}
            ]
        },
        50035,
    ),
    "a button without a custom_id": (
        {"components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "A"}]}]},
        50035,
    ),
    "26 options": (
        {
            "components": [
                {
                    "type": 1,
                    "components": [
                        {
                            "type": 3,
                            "custom_id": "s",
                            "options": [{"label": str(n), "value": str(n)} for n in range(26)],
                        }
                    ],
                }
            ]
        },
        50035,
    ),
    "a picture that is not there": (
        {"flags": V2, "components": [{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}]},
        50035,
    ),
    "alt text too long": ({"content": "x", "attachments": [{"id": "0", "description": "x" * 1025}]}, 50035),
    "embeds over 6,000": ({"embeds": [{"description": "x" * 3001}] * 2}, 50035),
    "six rows": (
        {
            "components": [
                {"type": 1, "components": [{"type": 2, "style": 1, "label": "A", "custom_id": str(n)}]}
                for n in range(6)
            ]
        },
        50035,
    ),
}


async def raw(server: Server, method: str, path: str, body: object) -> tuple[int, dict[str, object]]:
    headers = {"Authorization": f"Bot {TOKEN}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.request(method, f"{server.base}/api/v10{path}", json=body) as answer,
    ):
        return answer.status, await answer.json()


async def upload(server: Server, channel: Channel, size: int) -> tuple[int, object]:
    form = aiohttp.FormData()
    form.add_field("payload_json", '{"content": "x"}', content_type="application/json")
    form.add_field("files[0]", io.BytesIO(b"x" * size), filename="a.bin")
    async with (
        aiohttp.ClientSession(headers={"Authorization": f"Bot {TOKEN}"}) as session,
        session.post(f"{server.base}/api/v10/channels/{channel.id}/messages", data=form) as answer,
    ):
        return answer.status, (await answer.json()).get("code")


def test_messages_that_discord_would_not_take_are_refused_and_told() -> None:
    async def scene() -> None:
        async with Server() as server:
            channel = server.world.add_channel(server.world.add_guild("Legio"), "table")
            for what, (body, code) in NEVER.items():
                status, answer = await raw(server, "POST", f"/channels/{channel.id}/messages", body)
                assert (status, answer["code"]) == (400, code), what
                assert len(server.breaches) == 1, what
                server.breaches.clear()
            status, _ = await raw(server, "POST", f"/channels/{channel.id}/messages", {"content": "x" * 2000})
            assert status == 200 and not server.breaches
            assert await upload(server, channel, 10 * 1024 * 1024 + 1) == (413, 40005)
            server.breaches.clear()

    asyncio.run(scene())


def choices(count: int, **changes: object) -> list[dict[str, object]]:
    return [{"label": str(n), "value": str(n), **changes} for n in range(count)]


def field(kind: int, n: int = 0, **changes: Any) -> dict[str, object]:
    """A label with a menu (3), radio buttons (21), boxes (22) or a text (4)."""
    return {"type": 18, "label": "A", "component": {"type": kind, "custom_id": f"f{n}", **changes}}


TEXT: dict[str, Any] = {"style": 1}
BROKEN_FORMS: dict[str, list[dict[str, object]]] = {
    "no field": [],
    "six fields": [field(4, n, **TEXT) for n in range(6)],
    "a custom_id twice": [field(4, **TEXT), field(4, **TEXT)],
    "a label of 46 characters": [{**field(4, **TEXT), "label": "x" * 46}],
    "a text over 4,000 characters": [field(4, **TEXT, value="x" * 4001)],
    "a menu of 26": [field(3, options=choices(26))],
    "a menu of none": [field(3, options=[])],
    "a menu with an option twice": [field(3, options=choices(1) * 2)],
    "a menu with two chosen of one": [field(3, options=choices(2, default=True))],
    "a menu that takes more than it has": [field(3, options=choices(2), max_values=3)],
    "a menu that takes at least more than at most": [
        field(3, options=choices(3), min_values=2, max_values=1)
    ],
    "a menu's option of 101 characters": [field(3, options=choices(1, label="x" * 101))],
    "eleven boxes": [field(22, options=choices(11), max_values=10)],
    "boxes with an option twice": [field(22, options=choices(1) * 2)],
    "boxes that take more than there are": [field(22, options=choices(2), max_values=3)],
    "boxes with two chosen of one": [field(22, options=choices(2, default=True), max_values=1)],
    "eleven radio buttons": [field(21, options=choices(11))],
    "two radio buttons chosen": [field(21, options=choices(2, default=True))],
}


def test_forms_that_discord_would_not_take_are_refused_and_told() -> None:
    async def scene() -> None:
        async with Server() as server:
            channel = server.world.add_channel(server.world.add_guild("Legio"), "table")
            alice = server.user("Alice")

            async def answered(form: list[dict[str, object]]) -> tuple[int, bool]:
                """Give a form as answer to a command: the status, and whether the form opened."""
                asked = server.interactions.make(COMMAND, alice.user, channel, {"name": "game", "type": 1})
                path = f"/interactions/{asked.id}/{asked.token}/callback?with_response=true"
                data = {"custom_id": "form", "title": "A form", "components": form}
                status, _ = await raw(server, "POST", path, {"type": 9, "data": data})
                return status, asked.modal is not None

            for what, form in BROKEN_FORMS.items():
                assert await answered(form) == (400, False), what
                assert len(server.breaches) == 1, what
                server.breaches.clear()
            whole = [
                field(3, 0, options=choices(25), min_values=0, max_values=25, required=False),
                field(22, 1, options=choices(10, default=True), min_values=0, max_values=10, required=False),
                field(21, 2, options=choices(10)),
                field(4, 3, **TEXT, value="x" * 4000),
                {**field(4, 4, **TEXT), "label": "x" * 45},
            ]
            assert await answered(whole) == (200, True) and not server.breaches

    asyncio.run(scene())


def command(**changes: object) -> dict[str, object]:
    return {"name": "game", "description": "Plays", "type": 1, **changes}


def options(count: int, size: int = 10) -> list[dict[str, object]]:
    return [{"type": 3, "name": f"o{n}", "description": "x" * size} for n in range(count)]


CROWDED = [{**each, "choices": [{"name": "y" * 100, "value": "z" * 100}] * 4} for each in options(9, 100)]
TOO_MUCH = {
    "a name in capitals": [command(name="Game")],
    "a description too long": [command(description="x" * 101)],
    "a Japanese description too long": [command(description_localizations={"ja": "あ" * 101})],
    "26 options": [command(options=options(26))],
    "over 8,000 characters": [command(options=CROWDED)],
    "required after optional": [command(options=[*options(1), {**options(2)[1], "required": True}])],
    "two of one name": [command(), command()],
    "101 commands": [command(name=f"c{n}") for n in range(101)],
}


def test_commands_that_discord_would_not_take_are_refused_and_told() -> None:
    async def scene() -> None:
        async with Server() as server:
            path = f"/applications/{server.world.application_id}/commands"
            for what, tree in TOO_MUCH.items():
                status, answer = await raw(server, "PUT", path, tree)
                assert status == 400 and answer["code"] in (50035, 30032), what
                assert len(server.breaches) == 1, what
                server.breaches.clear()
            good = command(name="規則", description_localizations={"ja": "あ" * 100}, options=options(25))
            assert (await raw(server, "PUT", path, [good]))[0] == 200

    asyncio.run(scene())


def test_a_tree_is_as_long_as_its_longest_language() -> None:
    tree = command(description="five5", description_localizations={"ja": "sixsix", "de": "x"})
    assert letters(tree) == len("game") + 6


def test_what_is_not_in_the_specification_is_a_breach() -> None:
    async def scene() -> None:
        async with Server() as server:
            channel = server.world.add_channel(server.world.add_guild("Legio"), "table")
            await raw(server, "GET", "/nothing", None)
            await raw(server, "GET", f"/channels/{channel.id}/messages?since=1", None)
            await raw(server, "POST", "/channels/none/messages", {"content": "x"})
            assert len(server.breaches) == 3
            server.breaches.clear()

    asyncio.run(scene())
