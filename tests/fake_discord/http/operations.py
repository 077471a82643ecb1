"""The operations of Discord's HTTP API that the test server supports, each with its function.

A handler is named by the `operationId` of the published specification, so nothing can be answered that has
no schema: the route, the request's schema and the answer's schemas all come from there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.fake_discord.problems import Problem

if TYPE_CHECKING:
    from tests.fake_discord.server import Server

OPERATIONS = frozenset(
    [
        "get_gateway",
        "get_bot_gateway",
        "get_my_user",
        "get_user",
        "get_my_oauth2_application",
        "get_my_application",
        "list_my_guilds",
        "get_guild",
        "leave_guild",
        "get_guild_member",
        "list_guild_members",
        "list_guild_roles",
        "create_guild_role",
        "update_guild_role",
        "delete_guild_role",
        "add_guild_member_role",
        "delete_guild_member_role",
        "list_guild_channels",
        "create_guild_channel",
        "get_channel",
        "update_channel",
        "delete_channel",
        "set_channel_permission_overwrite",
        "delete_channel_permission_overwrite",
        "trigger_typing_indicator",
        "list_messages",
        "create_message",
        "get_message",
        "update_message",
        "delete_message",
        "bulk_delete_messages",
        "list_pins",
        "create_pin",
        "delete_pin",
        "create_thread",
        "create_thread_from_message",
        "join_thread",
        "leave_thread",
        "add_thread_member",
        "delete_thread_member",
        "get_thread_member",
        "list_thread_members",
        "get_active_guild_threads",
        "list_public_archived_threads",
        "list_private_archived_threads",
        "create_dm",
        "list_application_commands",
        "bulk_set_application_commands",
        "create_application_command",
        "get_application_command",
        "update_application_command",
        "delete_application_command",
        "list_guild_application_commands",
        "bulk_set_guild_application_commands",
        "create_guild_application_command",
        "get_guild_application_command",
        "update_guild_application_command",
        "delete_guild_application_command",
        "list_application_emojis",
        "create_application_emoji",
        "get_application_emoji",
        "update_application_emoji",
        "delete_application_emoji",
        "create_interaction_response",
        "execute_webhook",
        "get_original_webhook_message",
        "update_original_webhook_message",
        "delete_original_webhook_message",
        "get_webhook_message",
        "update_webhook_message",
        "delete_webhook_message",
    ]
)


class Ask:
    """One request as a handler sees it: path's parameters, query, JSON body and files, all checked."""

    def __init__(
        self,
        server: Server,
        path: dict[str, str],
        query: dict[str, str],
        body: Any,
        files: dict[int, tuple[str, str, bytes]],
    ) -> None:
        self.server = server
        self.path = path
        self.query = query
        self.body = body
        self.files = files

    def __getitem__(self, name: str) -> str:
        return self.path[name]

    @property
    def fields(self) -> dict[str, Any]:
        """The body, where it has to be an object."""
        if not isinstance(self.body, dict):
            raise Problem(400, 50109, "The request body contains invalid JSON.")
        return self.body


Answer = tuple[int, Any]
"""Status and JSON body (None for none)."""

Handler = Callable[[Ask], Answer]

HANDLERS: dict[str, Handler] = {}


def operation(name: str) -> Callable[[Handler], Handler]:
    """Register what answers the operation `name`."""
    if name not in OPERATIONS:
        raise LookupError(f"{name} is not in OPERATIONS")

    def put(handler: Handler) -> Handler:
        HANDLERS[name] = handler
        return handler

    return put
