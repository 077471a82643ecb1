"""Application commands, interactions' callbacks and the webhooks that follow them up."""

from __future__ import annotations

from typing import Any

from tests.fake_discord.http.operations import Answer, Ask, operation
from tests.fake_discord.problems import unknown
from tests.fake_discord.state import commands, payloads
from tests.fake_discord.state.interactions import Interaction
from tests.fake_discord.state.model import Message

JSON = dict[str, Any]


def _mine(ask: Ask) -> list[JSON]:
    """The list of commands that the path is about: the global one, or a guild's."""
    if ask["application_id"] != ask.server.world.application_id:
        raise unknown("Application Command")
    guild = ask.path.get("guild_id")
    if guild is not None:
        ask.server.world.guild(guild)
    return ask.server.commands.setdefault(guild, [])


def _put(ask: Ask, raw: JSON) -> JSON:
    """Keep one command; one of the same name and kind is overwritten and keeps its id."""
    kept = _mine(ask)
    same = [each for each in kept if each["name"] == raw["name"] and each["type"] == (raw.get("type") or 1)]
    id_ = same[0]["id"] if same else ask.server.world.mint.id("commands")
    command = commands.kept(raw, id_, ask["application_id"], ask.path.get("guild_id"))
    kept[:] = [each for each in kept if each not in same] + [command]
    return command


def _one(ask: Ask) -> JSON:
    for each in _mine(ask):
        if each["id"] == ask["command_id"]:
            return each
    raise unknown("Application Command")


@operation("list_application_commands")
@operation("list_guild_application_commands")
def list_all(ask: Ask) -> Answer:
    return 200, [_told(each, "with_localizations" in ask.query) for each in _mine(ask)]


def _told(command: JSON, localized: bool) -> JSON:
    """The list leaves the languages out unless they are asked for."""
    if localized:
        return command
    return {name: value for name, value in command.items() if not name.endswith("_localizations")}


@operation("bulk_set_application_commands")
@operation("bulk_set_guild_application_commands")
def set_all(ask: Ask) -> Answer:
    raw: list[JSON] = ask.body or []
    commands.check_all(raw)
    commands.require_entry_point(_mine(ask), raw)
    before = {(each["name"], each["type"]): each for each in _mine(ask)}
    ask.server.registrations += 1
    kept = []
    for each in raw:
        old = before.get((each["name"], each.get("type") or 1))
        id_ = old["id"] if old else ask.server.world.mint.id("commands")
        kept.append(commands.kept(each, id_, ask["application_id"], ask.path.get("guild_id")))
    _mine(ask)[:] = kept
    return 200, kept


@operation("create_application_command")
@operation("create_guild_application_command")
def create(ask: Ask) -> Answer:
    commands.check_all([ask.fields])
    return 201, _put(ask, ask.fields)


@operation("get_application_command")
@operation("get_guild_application_command")
def get(ask: Ask) -> Answer:
    return 200, _one(ask)


@operation("update_application_command")
@operation("update_guild_application_command")
def update(ask: Ask) -> Answer:
    changed = {**_one(ask), **ask.fields}
    commands.check_all([changed])
    return 200, _put(ask, changed)


@operation("delete_application_command")
@operation("delete_guild_application_command")
def delete(ask: Ask) -> Answer:
    found = _one(ask)
    _mine(ask).remove(found)
    return 204, None


# -- interactions


@operation("create_interaction_response")
def callback(ask: Ask) -> Answer:
    server = ask.server
    one = server.interactions.by_token(ask["interaction_id"], ask["interaction_token"])
    answer = server.interactions.answer(one, ask.fields, ask.files)
    server.gateway.answered(one.id)
    if ask.query.get("with_response", "").lower() in ("1", "true"):
        return 200, answer
    return 204, None


def _followed(ask: Ask) -> Interaction:
    return ask.server.interactions.followed(ask["webhook_id"], ask["webhook_token"])


def _message(ask: Ask) -> tuple[Interaction, Message]:
    one = _followed(ask)
    return one, ask.server.interactions.message(one, ask.path.get("message_id", "@original"))


@operation("execute_webhook")
def follow_up(ask: Ask) -> Answer:
    one = _followed(ask)
    message = ask.server.interactions.follow(one, ask.fields, ask.files)
    return 200, payloads.message(ask.server.world, message)


@operation("get_original_webhook_message")
@operation("get_webhook_message")
def get_answer(ask: Ask) -> Answer:
    return 200, payloads.message(ask.server.world, _message(ask)[1])


@operation("update_original_webhook_message")
@operation("update_webhook_message")
def edit_answer(ask: Ask) -> Answer:
    one, message = _message(ask)
    ask.server.interactions.edit(one, message, ask.fields, ask.files)
    return 200, payloads.message(ask.server.world, message)


@operation("delete_original_webhook_message")
@operation("delete_webhook_message")
def delete_answer(ask: Ask) -> Answer:
    ask.server.world.erase(_message(ask)[1])
    return 204, None
