"""The emojis of the application (Discord's developer documentation, "Emoji")."""

from __future__ import annotations

import base64
import re
from typing import Any

from tests.fake_discord.http.operations import Answer, Ask, operation
from tests.fake_discord.problems import Problem, invalid, unknown
from tests.fake_discord.state import payloads

JSON = dict[str, Any]

MOST, LARGEST, SIDE = 2_000, 256 * 1024, 128
NAME = re.compile("[A-Za-z0-9_]{2,32}")
IMAGE = re.compile(r"data:image/(png|jpeg|gif|webp|avif);base64,(.*)", re.DOTALL)
PNG = b"\x89PNG\r\n\x1a\n"


def _mine(ask: Ask) -> dict[str, JSON]:
    if ask["application_id"] != ask.server.world.application_id:
        raise unknown("Application")
    return ask.server.world.emojis


def _one(ask: Ask) -> JSON:
    found = _mine(ask).get(ask["emoji_id"])
    if found is None:
        raise unknown("Emoji")
    return found


def _checked_name(ask: Ask) -> str:
    name: str = ask.fields["name"]
    if not NAME.fullmatch(name):
        raise invalid("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if any(one["name"] == name for one in _mine(ask).values()):
        raise invalid("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name exists.")
    return name


def _check_image(text: str) -> None:
    found = IMAGE.fullmatch(text)
    data = base64.b64decode(found[2], validate=True) if found else b""
    if not data or (found and found[1] == "png" and not data.startswith(PNG)):
        raise invalid("image", "IMAGE_INVALID", "Invalid image data.")
    if len(data) > LARGEST:
        raise invalid("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    if data.startswith(PNG) and max(data[16:20], data[20:24]) > SIDE.to_bytes(4, "big"):
        raise invalid("image", "IMAGE_INVALID", f"An emoji is at most {SIDE} by {SIDE} pixels.")


@operation("list_application_emojis")
def list_all(ask: Ask) -> Answer:
    return 200, {"items": list(_mine(ask).values())}


@operation("create_application_emoji")
def create(ask: Ask) -> Answer:
    world, name = ask.server.world, _checked_name(ask)
    _check_image(ask.fields["image"])
    if len(_mine(ask)) >= MOST:
        raise Problem(400, 30008, f"Maximum number of emojis reached ({MOST})")
    made: JSON = {
        "id": world.mint.id("emojis"),
        "name": name,
        "roles": [],
        "user": payloads.user(world.bot),
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }
    _mine(ask)[made["id"]], world.faces[made["id"]] = made, ask.fields["image"]
    return 201, made


@operation("get_application_emoji")
def get(ask: Ask) -> Answer:
    return 200, _one(ask)


@operation("update_application_emoji")
def update(ask: Ask) -> Answer:
    found = _one(ask)
    found["name"] = _checked_name(ask)
    return 200, found


@operation("delete_application_emoji")
def delete(ask: Ask) -> Answer:
    del _mine(ask)[_one(ask)["id"]]
    return 204, None
