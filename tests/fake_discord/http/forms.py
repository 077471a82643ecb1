"""Reading what a request carries: JSON, or a form with JSON and files."""

from __future__ import annotations

import json
import mimetypes
import re
from typing import Any

from aiohttp import BodyPartReader, web

from tests.fake_discord.problems import Problem
from tests.fake_discord.schemas.spec import Breach

JSON = dict[str, Any]
Files = dict[int, tuple[str, str, bytes]]

FILE = re.compile(r"files\[(\d+)\]")

NUMBERS = {"recipient_id", "guild_id"}
PAIRS = (["attachments", "id"], ["default_values", "id"], ["allowed_mentions", "users"], ["emoji", "id"])
"""Fields in which Discord takes a snowflake as a number too; so do the ids of attachments and mentions."""


async def read(request: web.Request) -> tuple[Any, Files]:
    """The JSON of the request (None for no body) and its files by their index.

    Raises:
        Breach: a content type that Discord does not take, or a field of a form that it does not know.
        Problem: 50109, where it is no JSON.
    """
    kind = request.headers.get("Content-Type", "")
    if kind.startswith("multipart/form-data"):
        return await _form(request)
    data = await request.read()
    if not data:
        return None, {}
    if kind != "application/json":
        raise Breach(f"Content-Type is {kind!r}, not exactly 'application/json'")
    return _json(data), {}


def _json(data: bytes) -> Any:
    try:
        return lenient(json.loads(data))
    except ValueError as error:
        raise Problem(400, 50109, "The request body contains invalid JSON.") from error


async def _form(request: web.Request) -> tuple[Any, Files]:
    body: Any = {}
    files: Files = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise Breach("a form within a form")
        name = part.name or ""
        if name == "payload_json":
            body = _json(bytes(await part.read()))
        elif found := FILE.fullmatch(name):
            title = part.filename or name
            kind = mimetypes.guess_type(title)[0] or "application/octet-stream"
            files[int(found[1])] = (title, kind, bytes(await part.read()))
        else:
            raise Breach(f"the form has a field {name!r}")
    return body, files


def lenient(value: Any, name: str = "") -> Any:
    """Snowflakes that may be numbers, as the texts that the published schema wants."""
    if isinstance(value, list):
        return [lenient(each, name) for each in value]
    if isinstance(value, dict):
        return {key: lenient(each, f"{name}.{key}") for key, each in value.items()}
    keys = name.split(".")
    known = keys[-1] in NUMBERS or keys[-2:] in PAIRS
    if isinstance(value, int) and not isinstance(value, bool):
        if (
            known
            or keys[-2:] == ["allowed_mentions", "roles"]
            or keys[-2:] == ["message_reference", "message_id"]
        ):
            return str(value)
        if keys[-2:] == ["message_reference", "channel_id"]:
            return str(value)
    return value
