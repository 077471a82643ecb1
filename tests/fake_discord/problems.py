"""Errors of the server, with Discord's own codes."""

from __future__ import annotations

from typing import Any


class Problem(Exception):
    """An answer of Discord's that refuses: HTTP status, Discord's error code and its words."""

    def __init__(self, status: int, code: int, text: str, errors: dict[str, Any] | None = None) -> None:
        super().__init__(f"{status} {code}: {text} {errors or ''}".strip())
        self.status = status
        self.code = code
        self.text = text
        self.errors = errors

    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"code": self.code, "message": self.text}
        if self.errors:
            body["errors"] = self.errors
        return body


class Refused(AssertionError):
    """An action that a person's own client prevents: pressing what is not there, sending what is too long."""


class Unsettled(AssertionError):
    """The event that was waited for did not come."""


def unknown(what: str) -> Problem:
    codes = {
        "Application": 10002,
        "Application Command": 10063,
        "Emoji": 10014,
        "Channel": 10003,
        "Guild": 10004,
        "Member": 10007,
        "Message": 10008,
        "Role": 10011,
        "User": 10013,
        "Webhook": 10015,
        "Interaction": 10062,
        "Overwrite": 10009,
    }
    words = "Unknown interaction" if what == "Interaction" else f"Unknown {what}"
    return Problem(404, codes[what], words)


def missing_access() -> Problem:
    return Problem(403, 50001, "Missing Access")


def missing_permissions() -> Problem:
    return Problem(403, 50013, "Missing Permissions")


def invalid(field: str, code: str, text: str) -> Problem:
    """50035 with one field's complaint; `field` is dotted: "components.0.custom_id".

    Discord's own code is in the words: the published schema knows codes as numbers only.
    """
    errors: dict[str, Any] = {"_errors": [{"code": 50035, "message": f"{code}: {text}"}]}
    for name in reversed(field.split(".")):
        errors = {name: errors}
    return Problem(400, 50035, "Invalid Form Body", errors)
