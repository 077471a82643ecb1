"""Routes of the application, users, guilds, members, roles and channels."""

from __future__ import annotations

from typing import Any

from tests.fake_discord.http.operations import Answer, Ask, operation
from tests.fake_discord.problems import Problem, missing_access, missing_permissions, unknown
from tests.fake_discord.state import payloads
from tests.fake_discord.state.model import CATEGORY, FORUM, TEXT, Channel, Guild, Overwrite, Role
from tests.fake_discord.state.permissions import BITS, in_guild

JSON = dict[str, Any]


@operation("get_gateway")
def gateway(ask: Ask) -> Answer:
    return 200, {"url": ask.server.gateway_url}


@operation("get_bot_gateway")
def bot_gateway(ask: Ask) -> Answer:
    shards, remaining = ask.server.gateway.shards, ask.server.gateway.remaining
    limit = {"total": 1000, "remaining": remaining, "reset_after": 5_400_000, "max_concurrency": 1}
    return 200, {"url": ask.server.gateway_url, "shards": shards, "session_start_limit": limit}


@operation("get_my_user")
def me(ask: Ask) -> Answer:
    return 200, payloads.self_user(ask.server.world.bot)


@operation("get_user")
def user(ask: Ask) -> Answer:
    found = ask.server.world.users.get(ask["user_id"])
    if found is None:
        raise unknown("User")
    return 200, payloads.user(found)


@operation("get_my_oauth2_application")
@operation("get_my_application")
def application(ask: Ask) -> Answer:
    world = ask.server.world
    return 200, {
        "id": world.application_id,
        "name": world.bot.shown,
        "icon": None,
        "description": "",
        "type": None,
        "bot": payloads.user(world.bot),
        "bot_public": True,
        "bot_require_code_grant": world.code_grant,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": world.endpoint or None,
        "role_connections_verification_url": None,
        "owner": payloads.user(world.owner),
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
        "integration_types_config": {"0": {}, "1": {}} if world.user_install else {"0": {}},
    }


@operation("list_my_guilds")
def my_guilds(ask: Ask) -> Answer:
    world = ask.server.world
    after, limit = int(ask.query.get("after", "0")), int(ask.query.get("limit", "200"))
    mine = [
        guild
        for guild in sorted(world.guilds.values(), key=lambda guild: int(guild.id))
        if world.bot.id in guild.members and int(guild.id) > after
    ][:limit]
    return 200, [
        {
            "id": guild.id,
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": str(in_guild(guild, world.bot.id)),
            "features": [],
        }
        for guild in mine
    ]


@operation("get_guild")
def guild_(ask: Ask) -> Answer:
    guild = ask.server.world.guild(ask["guild_id"])
    counts = {"approximate_member_count": len(guild.members), "approximate_presence_count": 1}
    return 200, payloads.guild(guild) | (counts if "with_counts" in ask.query else {})


@operation("leave_guild")
def leave(ask: Ask) -> Answer:
    world = ask.server.world
    world.leave(world.guild(ask["guild_id"]), world.bot)
    return 204, None


@operation("get_guild_member")
def member(ask: Ask) -> Answer:
    world = ask.server.world
    found = world.guild(ask["guild_id"]).members.get(ask["user_id"])
    if found is None:
        raise unknown("Member" if ask["user_id"] in world.users else "User")
    return 200, payloads.member(world, found)


@operation("list_guild_members")
def members(ask: Ask) -> Answer:
    """Only for bots with the members' intent; the umpire asks for none."""
    if not ask.server.sees_members:
        raise missing_access()
    guild = ask.server.world.guild(ask["guild_id"])
    after, limit = int(ask.query.get("after", "0")), int(ask.query.get("limit", "1"))
    found = sorted(
        (each for each in guild.members.values() if int(each.user_id) > after), key=lambda m: int(m.user_id)
    )
    return 200, [payloads.member(ask.server.world, each) for each in found[:limit]]


def _managed(ask: Ask, permission: str) -> Guild:
    world = ask.server.world
    guild = world.guild(ask["guild_id"])
    if not in_guild(guild, world.bot.id) & BITS[permission]:
        raise missing_permissions()
    return guild


@operation("list_guild_roles")
def roles(ask: Ask) -> Answer:
    return 200, [payloads.role(each) for each in ask.server.world.guild(ask["guild_id"]).roles.values()]


@operation("create_guild_role")
def new_role(ask: Ask) -> Answer:
    world, guild = ask.server.world, _managed(ask, "manage_roles")
    role = Role(
        world.mint.id("roles"), ask.fields.get("name") or "new role", int(ask.fields.get("permissions") or 0)
    )
    guild.roles[role.id] = role
    world.emit("GUILD_ROLE_CREATE", {"guild_id": guild.id, "role": payloads.role(role)}, 1, None)
    return 200, payloads.role(role)


@operation("update_guild_role")
def change_role(ask: Ask) -> Answer:
    guild = _managed(ask, "manage_roles")
    role = guild.roles.get(ask["role_id"])
    if role is None:
        raise unknown("Role")
    role.name = ask.fields.get("name") or role.name
    ask.server.world.emit("GUILD_ROLE_UPDATE", {"guild_id": guild.id, "role": payloads.role(role)}, 1, None)
    return 200, payloads.role(role)


@operation("delete_guild_role")
def delete_role(ask: Ask) -> Answer:
    guild = _managed(ask, "manage_roles")
    if ask["role_id"] not in guild.roles:
        raise unknown("Role")
    del guild.roles[ask["role_id"]]
    for each in guild.members.values():
        each.roles = [role for role in each.roles if role != ask["role_id"]]
    ask.server.world.emit("GUILD_ROLE_DELETE", {"guild_id": guild.id, "role_id": ask["role_id"]}, 1, None)
    return 204, None


@operation("add_guild_member_role")
def give_role(ask: Ask) -> Answer:
    guild = _managed(ask, "manage_roles")
    held = _member_of(guild, ask).roles
    if ask["role_id"] not in held:
        held.append(ask["role_id"])
    return 204, None


@operation("delete_guild_member_role")
def take_role(ask: Ask) -> Answer:
    held = _member_of(_managed(ask, "manage_roles"), ask).roles
    if ask["role_id"] in held:
        held.remove(ask["role_id"])
    return 204, None


def _member_of(guild: Guild, ask: Ask) -> Any:
    if ask["role_id"] not in guild.roles:
        raise unknown("Role")
    if ask["user_id"] not in guild.members:
        raise unknown("Member")
    return guild.members[ask["user_id"]]


# -- channels


@operation("list_guild_channels")
def channels(ask: Ask) -> Answer:
    world = ask.server.world
    guild = world.guild(ask["guild_id"])
    return 200, [payloads.channel(world, each) for each in guild.channels.values() if not each.is_thread]


@operation("create_guild_channel")
def new_channel(ask: Ask) -> Answer:
    world, guild, body = ask.server.world, _managed(ask, "manage_channels"), ask.fields
    kind = body.get("type") or TEXT
    if kind not in (TEXT, CATEGORY, FORUM):
        raise Problem(400, 50024, "Cannot execute action on this channel type")
    overwrites = {each["id"]: overwrite(each["id"], each) for each in body.get("permission_overwrites") or []}
    made = world.add_channel(guild, body["name"], kind, parent=body.get("parent_id"), overwrites=overwrites)
    made.topic = body.get("topic")
    return 201, payloads.channel(world, made)


def overwrite(id_: str, body: JSON) -> Overwrite:
    return Overwrite(id_, body.get("type") or 0, int(body.get("allow") or 0), int(body.get("deny") or 0))


@operation("get_channel")
def channel(ask: Ask) -> Answer:
    world = ask.server.world
    return 200, payloads.channel(world, world.channel(ask["channel_id"]))


@operation("update_channel")
def change_channel(ask: Ask) -> Answer:
    world, body = ask.server.world, ask.fields
    one = world.channel(ask["channel_id"])
    if one.is_thread:
        _change_thread(ask, one, body)
    else:
        world.channel(one.id, "manage_channels")
        one.topic = body.get("topic", one.topic)
        if "permission_overwrites" in body:
            given = body["permission_overwrites"] or []
            one.overwrites = {each["id"]: overwrite(each["id"], each) for each in given}
    one.name = body.get("name") or one.name
    world.changed_channel(one)
    return 200, payloads.channel(world, one)


def _change_thread(ask: Ask, one: Channel, body: JSON) -> None:
    """Closing one's own thread is allowed; reopening a locked one, or another's, is a moderator's."""
    world = ask.server.world
    opening = body.get("archived") is False
    if one.archived and not opening and set(body) - {"archived", "locked"}:
        raise Problem(400, 50083, "Thread is archived")
    mine = one.owner_id == world.bot.id or (opening and not one.locked)
    if not (mine and "locked" not in body) and not world.bot_may(one, "manage_threads"):
        raise missing_permissions()
    one.archived = bool(body.get("archived", one.archived))
    one.locked = bool(body.get("locked", one.locked))
    one.invitable = bool(body.get("invitable", one.invitable))
    one.auto_archive = body.get("auto_archive_duration") or one.auto_archive


@operation("delete_channel")
def delete_channel(ask: Ask) -> Answer:
    world = ask.server.world
    one = world.channel(ask["channel_id"])
    data = payloads.channel(world, one)
    if one.guild_id is not None:
        world.channel(one.id, "manage_threads" if one.is_thread else "manage_channels")
        world.remove_channel(one)
    return 200, data


@operation("set_channel_permission_overwrite")
def allow(ask: Ask) -> Answer:
    one = ask.server.world.channel(ask["channel_id"], "manage_roles")
    one.overwrites[ask["overwrite_id"]] = overwrite(ask["overwrite_id"], ask.fields)
    ask.server.world.changed_channel(one)
    return 204, None


@operation("delete_channel_permission_overwrite")
def disallow(ask: Ask) -> Answer:
    one = ask.server.world.channel(ask["channel_id"], "manage_roles")
    if one.overwrites.pop(ask["overwrite_id"], None) is None:
        raise unknown("Overwrite")
    ask.server.world.changed_channel(one)
    return 204, None


@operation("trigger_typing_indicator")
def typing(ask: Ask) -> Answer:
    ask.server.world.channel(ask["channel_id"], "send_messages")
    return 204, None


@operation("create_dm")
def open_dm(ask: Ask) -> Answer:
    world = ask.server.world
    person = world.users.get(str(ask.fields.get("recipient_id")))
    if person is None:
        raise unknown("User")
    if person.bot:
        raise Problem(400, 50007, "Cannot send messages to this user")
    return 200, payloads.channel(world, world.dm(person))
