"""Application commands: what Discord takes, and how a person's client finds and fills them in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tests.fake_discord.problems import Problem, Refused, invalid

JSON = dict[str, Any]

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(
    1, 12
)

MOST_COMMANDS, MOST_LETTERS, MOST_OPTIONS = 100, 8000, 25

TYPES: dict[int, tuple[type, ...]] = {INTEGER: (int,), BOOLEAN: (bool,), NUMBER: (int, float)}
"""The type of a value; for all other kinds of option it is a text, also of an id."""

ENTRY_POINT = 4

NAME = re.compile(r"[-_'\w\u0900-\u097f\u0e00-\u0e7f]{1,32}")


def check_all(commands: list[JSON]) -> None:
    """Refuse a set of commands as Discord would.

    Raises:
        Problem: 30032 (more than 100), 50035 (a name, a length, an order of options).
    """
    kinds = [command.get("type") or 1 for command in commands]
    if kinds.count(1) > MOST_COMMANDS:
        raise Problem(400, 30032, "Maximum number of application commands reached (100)")
    names = [(kind, command["name"]) for kind, command in zip(kinds, commands, strict=True)]
    if len(set(names)) < len(names):
        raise invalid(
            "name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
        )
    for index, command in enumerate(commands):
        check(command, str(index))


def require_entry_point(before: list[JSON], wanted: list[JSON]) -> None:
    """Refuse a set without the Entry Point command, which Activities bring with them.

    Raises:
        Problem: 50240.
    """
    if any(one["type"] == ENTRY_POINT for one in before) and ENTRY_POINT not in [
        one.get("type") for one in wanted
    ]:
        text = (
            "You cannot remove this app's Entry Point command in a bulk update operation. Please include it"
        )
        raise Problem(400, 50240, text)


def check(command: JSON, where: str) -> None:
    if (command.get("type") or 1) != 1:
        return
    size = letters(command)
    if size > MOST_LETTERS:
        raise invalid(where, "APPLICATION_COMMAND_TOO_LARGE", f"{size} of {MOST_LETTERS} characters")
    _check_named(command, where)
    _check_options(command.get("options") or [], where, 0)


def letters(command: JSON) -> int:
    """The size of a command's tree: names, descriptions, choices' values, each in its longest language."""
    total = _longest(command, "name") + _longest(command, "description")
    total += sum(letters(option) for option in command.get("options") or [])
    for choice in command.get("choices") or []:
        total += _longest(choice, "name") + len(str(choice["value"]))
    return total


def _longest(thing: JSON, name: str) -> int:
    local = (thing.get(f"{name}_localizations") or {}).values()
    return max([len(thing.get(name) or ""), *map(len, local)])


def _check_named(thing: JSON, where: str) -> None:
    for name in (thing["name"], *(thing.get("name_localizations") or {}).values()):
        if not NAME.fullmatch(name) or name != name.lower():
            code = "APPLICATION_COMMAND_INVALID_NAME"
            raise invalid(f"{where}.name", code, f"{name!r}: 1-32 letters, digits, - and _, in lower case")
    for text in (thing.get("description", ""), *(thing.get("description_localizations") or {}).values()):
        if not 1 <= len(text) <= 100:
            raise invalid(f"{where}.description", "BASE_TYPE_BAD_LENGTH", f"{len(text)} of 1-100: {text!r}")


def _check_options(options: list[JSON], where: str, depth: int) -> None:
    if len(options) > MOST_OPTIONS:
        raise invalid(f"{where}.options", "BASE_TYPE_MAX_LENGTH", f"{len(options)} of {MOST_OPTIONS}")
    names = [option["name"] for option in options]
    if len(set(names)) < len(names):
        raise invalid(f"{where}.options", "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", f"{names}")
    kinds = {option["type"] in (SUBCOMMAND, GROUP) for option in options}
    if len(kinds) > 1:
        raise invalid(
            f"{where}.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Subcommands and options mixed"
        )
    optional = False
    for index, option in enumerate(options):
        here = f"{where}.options.{index}"
        _check_named(option, here)
        if (option["type"] == GROUP and depth > 0) or (option["type"] == SUBCOMMAND and depth > 1):
            raise invalid(here, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Nested too deep")
        if option["type"] in (SUBCOMMAND, GROUP):
            _check_options(option.get("options") or [], here, depth + 1)
            continue
        if option.get("required") and optional:
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            raise invalid(here, code, "Required options must be placed before non-required options")
        optional = optional or not option.get("required")
        if option.get("autocomplete") and option.get("choices"):
            raise invalid(
                here, "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES", "Either choices or autocomplete"
            )


def kept(raw: JSON, id_: str, application: str, guild: str | None) -> JSON:
    """A command as Discord answers it."""
    bits = raw.get("default_member_permissions")
    command: JSON = {
        "id": id_,
        "application_id": application,
        "version": id_,
        "default_member_permissions": str(bits) if bits is not None else None,
        "type": raw.get("type") or 1,
        "name": raw["name"],
        "name_localizations": raw.get("name_localizations"),
        "description": raw.get("description") or "",
        "description_localizations": raw.get("description_localizations"),
        "dm_permission": raw.get("dm_permission") is not False,
        "contexts": raw.get("contexts"),
        "integration_types": raw.get("integration_types") or [0],
        "nsfw": bool(raw.get("nsfw")),
    }
    if raw.get("handler"):
        command["handler"] = raw["handler"]
    if raw.get("options"):
        command["options"] = [_option(option) for option in raw["options"]]
    if guild is not None:
        command["guild_id"] = guild
    return command


def _option(raw: JSON) -> JSON:
    option = {name: value for name, value in raw.items() if value is not None}
    if "options" in option:
        option["options"] = [_option(each) for each in option["options"]]
    if "choices" in option:
        option["choices"] = [
            {name: value for name, value in choice.items() if value is not None}
            for choice in option["choices"]
        ]
    return option


# -- a person's client


def find(commands: list[JSON], words: str) -> tuple[JSON, list[JSON], list[JSON]]:
    """The command of that name ("game new"), the options on the way to it, and the options it takes.

    Raises:
        Refused: there is none, or the words stop at a group.
    """
    first, *rest = words.lstrip("/").split()
    command = next((each for each in commands if each["name"] == first), None)
    if command is None:
        raise Refused(f"there is no command /{first}, but {sorted(each['name'] for each in commands)}")
    way: list[JSON] = []
    options: list[JSON] = command.get("options") or []
    for word in rest:
        step = next(
            (each for each in options if each["name"] == word and each["type"] in (SUBCOMMAND, GROUP)), None
        )
        if step is None:
            raise Refused(f"/{first} has no {word!r}, but {sorted(each['name'] for each in options)}")
        way.append(step)
        options = step.get("options") or []
    if any(each["type"] in (SUBCOMMAND, GROUP) for each in options):
        raise Refused(f"/{words} needs one of {sorted(each['name'] for each in options)}")
    return command, way, options


def fill(options: list[JSON], values: dict[str, Any], typing: str | None = None) -> list[JSON]:
    """The options as the client sends them; while `typing` one, the required ones may still be missing.

    Raises:
        Refused: an option that is not there, a required one missing, a value of another type or out of range.
    """
    known = {option["name"]: option for option in options}
    for name in values:
        if name not in known:
            raise Refused(f"there is no option {name!r}, but {sorted(known)}")
    missing = [
        option["name"] for option in options if option.get("required") and option["name"] not in values
    ]
    if missing and typing is None:
        raise Refused(f"the options {missing} are required")
    return [_filled(known[name], value, name == typing) for name, value in values.items()]


def _filled(option: JSON, value: Any, typing: bool) -> JSON:
    kind, name = option["type"], option["name"]
    if typing:
        if not option.get("autocomplete"):
            raise Refused(f"{name} has no autocomplete")
        return {"type": kind, "name": name, "value": str(value), "focused": True}
    wanted = TYPES.get(kind, (str,))
    if not isinstance(value, wanted) or (isinstance(value, bool) and kind != BOOLEAN):
        raise Refused(f"{name} takes {wanted}, not {value!r}")
    if "choices" in option and value not in [choice["value"] for choice in option["choices"]]:
        raise Refused(f"{name} is one of {[choice['value'] for choice in option['choices']]}, not {value!r}")
    _in_range(option, value)
    return {"type": kind, "name": name, "value": value}


def _in_range(option: JSON, value: Any) -> None:
    size = len(value) if isinstance(value, str) else value
    if isinstance(value, str) and option["type"] == STRING:
        least, most = option.get("min_length", 0), option.get("max_length", 6000)
    else:
        least, most = option.get("min_value"), option.get("max_value")
    if isinstance(value, str) and option["type"] != STRING:
        return
    if (least is not None and size < least) or (most is not None and size > most):
        raise Refused(f"{option['name']} takes {least} to {most}, not {size}")


def local(thing: JSON, locale: str, field: str = "name") -> str:
    """Return a name or description in a person's language."""
    return str((thing.get(f"{field}_localizations") or {}).get(locale) or thing[field])


def every(commands: list[JSON]) -> Iterator[str]:
    """The words of every command that can be sent."""
    for command in commands:
        yield from _ways(command, command["name"])


def _ways(thing: JSON, words: str) -> Iterator[str]:
    steps = [each for each in thing.get("options") or [] if each["type"] in (SUBCOMMAND, GROUP)]
    if not steps:
        yield words
    for step in steps:
        yield from _ways(step, f"{words} {step['name']}")
