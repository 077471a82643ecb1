"""Picking in selects and filling in modals, with the checks of a client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.fake_discord.problems import Refused
from tests.fake_discord.state import parts

JSON = dict[str, Any]

MOST_INPUT = 4000


def picked(part: JSON, wanted: list[str]) -> list[str]:
    """The values that a select sends for what was picked by value or by label.

    Raises:
        Refused: no such option, the same one twice, too few, too many.
    """
    least, most = parts.bounds(part)
    if part["type"] == parts.STRING_SELECT:
        wanted = [_value(part["options"], each) for each in wanted]
    if len(set(wanted)) < len(wanted) or not least <= len(wanted) <= most:
        raise Refused(f"{len(wanted)} picked of {least} to {most}: {wanted}")
    return wanted


def _value(options: list[JSON], wanted: str) -> str:
    for name in ("value", "label"):
        found = [option for option in options if option[name] == wanted]
        if len(found) == 1:
            return str(found[0]["value"])
    raise Refused(f"{wanted!r} is none of {[(option['label'], option['value']) for option in options]}")


class Field:
    """One field of a modal: its component and what stands above it."""

    def __init__(self, part: JSON, label: str) -> None:
        self.part = part
        self.label = label

    @property
    def custom_id(self) -> str:
        return str(self.part["custom_id"])

    @property
    def required(self) -> bool:
        return self.part.get("required") is not False


def fields(modal: JSON) -> list[Field]:
    """The fields in order; labels come from `Label`, or (as it was before) from the text input itself."""
    found = []
    for top in modal["components"]:
        if top["type"] == parts.LABEL:
            found.append(Field(top["component"], top["label"]))
        elif top["type"] == parts.ROW:
            found += [Field(each, each.get("label") or "") for each in top["components"]]
    return found


def fill(modal: JSON, values: Mapping[str, Any]) -> tuple[list[JSON], list[str]]:
    """The components that are sent, and the ids that were picked in them.

    Raises:
        Refused: as the client says it.
    """
    known = fields(modal)
    by_name = {field.label: field for field in known} | {field.custom_id: field for field in known}
    strange = [name for name in values if name not in by_name]
    if strange:
        raise Refused(f"the modal has no {strange}, but {[field.label for field in known]}")
    given = {by_name[name].custom_id: value for name, value in values.items()}
    ids: list[str] = []
    sent = {field.custom_id: _sent(field, given.get(field.custom_id), ids) for field in known}
    return [_top(top, sent) for top in modal["components"] if top["type"] != parts.TEXT], ids


def _top(top: JSON, sent: dict[str, JSON]) -> JSON:
    if top["type"] == parts.LABEL:
        return {"type": parts.LABEL, "id": top["id"], "component": sent[top["component"]["custom_id"]]}
    return {
        "type": parts.ROW,
        "id": top["id"],
        "components": [sent[each["custom_id"]] for each in top["components"]],
    }


def _sent(field: Field, given: Any, ids: list[str]) -> JSON:
    part = field.part
    base = {"type": part["type"], "id": part["id"], "custom_id": part["custom_id"]}
    match part["type"]:
        case parts.TEXT_INPUT:
            return base | {"value": _typed(field, part.get("value") or "" if given is None else str(given))}
        case parts.CHECK:
            return base | {"value": bool(part.get("default") if given is None else given)}
        case parts.RADIO:
            return base | {"value": _radio(field, given)}
        case parts.CHECKS:
            return base | {"values": _boxes(field, given)}
        case kind if kind in parts.SELECTS:
            return base | {"values": _menu(field, given, ids)}
    raise Refused(f"a client cannot fill in a component of type {part['type']} yet: {field.label!r}")


def _typed(field: Field, value: str) -> str:
    least, most = field.part.get("min_length") or 0, field.part.get("max_length") or MOST_INPUT
    if not value:
        if field.required:
            raise Refused(f"{field.label!r} is required")
        return value
    if not least <= len(value) <= most:
        raise Refused(f"{field.label!r} takes {least} to {most} characters, not {len(value)}")
    if field.part.get("style") == 1 and "\n" in value:
        raise Refused(f"{field.label!r} is one line")
    return value


def _radio(field: Field, given: Any) -> str | None:
    if given is None:
        value = next((option["value"] for option in field.part["options"] if option.get("default")), None)
    else:
        value = _value(field.part["options"], str(given))
    if value is None and field.required:
        raise Refused(f"{field.label!r} is required")
    return value


def _many(given: Any) -> list[str]:
    many = given if isinstance(given, list | tuple) else [given]
    return [str(getattr(each, "id", each)) for each in many]


def _boxes(field: Field, given: Any) -> list[str]:
    options: list[JSON] = field.part["options"]
    if given is None:
        values = [str(option["value"]) for option in options if option.get("default")]
    else:
        values = [_value(options, each) for each in _many(given)]
    least = field.part.get("min_values")
    least = (1 if field.required else 0) if least is None else least
    most = field.part.get("max_values") or len(options)
    if (values or field.required) and not least <= len(values) <= most:
        raise Refused(f"{field.label!r}: {len(values)} of {least} to {most}")
    return values


def _menu(field: Field, given: Any, ids: list[str]) -> list[str]:
    part = field.part
    if given is None:
        values = [str(option["value"]) for option in part.get("options", []) if option.get("default")]
        values += [str(each["id"]) for each in part.get("default_values") or []]
    else:
        values = _many(given)
    if not values and not field.required:
        return []
    values = picked(part, values)
    if part["type"] != parts.STRING_SELECT:
        ids += values
    return values
