"""Message components: what the published schema does not check, and how Discord gives them back."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import Any

from tests.fake_discord.problems import invalid

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
SELECTS = (3, 5, 6, 7, 8)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
UPLOAD, RADIO, CHECKS, CHECK = 19, 21, 22, 23
V2_ONLY = (SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER)

MOST_PARTS, MOST_TEXT, MOST_ROWS = 40, 4000, 5

JSON = dict[str, Any]


def walk(parts: list[JSON]) -> Iterator[JSON]:
    """Every component, outer before inner, in the order of the screen."""
    for part in parts:
        yield part
        yield from walk(part.get("components") or [])
        for name in ("accessory", "component"):
            if isinstance(part.get(name), dict):
                yield from walk([part[name]])


def media_of(part: JSON) -> Iterator[JSON]:
    """The media that a component shows, as the objects with the "url" in them."""
    match part["type"]:
        case 12:
            yield from (item["media"] for item in part["items"])
        case 11:
            yield part["media"]
        case 13:
            yield part["file"]


def texts(parts: list[JSON]) -> list[str]:
    return [part["content"] for part in walk(parts) if part["type"] == TEXT]


def check(parts: list[JSON], v2: bool) -> None:
    """Refuse what Discord refuses and no schema says; see NOTICE.md for where each rule is published."""
    every = list(walk(parts))
    if v2:
        if len(every) > MOST_PARTS:
            raise invalid(
                "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", f"{len(every)} of {MOST_PARTS}"
            )
        total = sum(map(len, texts(parts)))
        if total > MOST_TEXT:
            raise invalid("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", f"{total} of {MOST_TEXT}")
    else:
        if any(part["type"] in V2_ONLY for part in every):
            raise invalid(
                "components.0", "UNION_TYPE_CHOICES", "These components need the flag IS_COMPONENTS_V2"
            )
        if len(parts) > MOST_ROWS:
            raise invalid("components", "BASE_TYPE_BAD_LENGTH", f"{len(parts)} rows of {MOST_ROWS}")
    for part in every:
        if part["type"] == ROW:
            _row(part)
        elif part["type"] == BUTTON:
            _button(part)
        elif part["type"] in SELECTS:
            check_select(part)
    twice("custom_id", [part["custom_id"] for part in every if part.get("custom_id")])
    twice("id", [part["id"] for part in every if part.get("id")])


def check_emojis(parts: list[JSON], known: Container[str]) -> None:
    """Refuse a button or an option with an emoji that the application does not have."""
    for part in walk(parts):
        for shown in (part, *(part.get("options") or [])):
            id = (shown.get("emoji") or {}).get("id")
            if id and str(id) not in known:
                raise invalid("components", "COMPONENT_INVALID_EMOJI", "Invalid emoji")


def twice(name: str, values: list[Any]) -> None:
    again = {value for value in values if values.count(value) > 1}
    if again:
        raise invalid(
            "components", "COMPONENT_CUSTOM_ID_DUPLICATED", f"{name} used twice: {sorted(map(str, again))}"
        )


def _row(part: JSON) -> None:
    kinds = [each["type"] for each in part["components"]]
    if any(kind in SELECTS for kind in kinds) and len(kinds) > 1:
        raise invalid("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A select fills its row")


def _button(part: JSON) -> None:
    if not part.get("label") and not part.get("emoji"):
        raise invalid("components", "BUTTON_COMPONENT_INVALID", "A button needs a label or an emoji")
    if part["style"] == 5 and (not part.get("url") or part.get("custom_id")):
        raise invalid("components", "BUTTON_COMPONENT_INVALID", "A link needs a url and no custom_id")
    if part["style"] in (1, 2, 3, 4) and (not part.get("custom_id") or part.get("url")):
        raise invalid("components", "BUTTON_COMPONENT_INVALID", "A button needs a custom_id and no url")


def check_select(part: JSON) -> None:
    """Refuse a select with limits that no client can meet, or the same option twice."""
    least, most = bounds(part)
    if least > most:
        raise invalid(
            "components", "SELECT_COMPONENT_INVALID", f"min_values {least} is over max_values {most}"
        )
    if part["type"] != STRING_SELECT:
        return
    _check_options(part["options"], most)


def check_group(part: JSON) -> None:
    """Refuse boxes, or radio buttons, with limits that no client can meet, or the same option twice."""
    least, most = bounds(part) if part["type"] == CHECKS else (1, 1)
    if least > most:
        raise invalid(
            "components", "SELECT_COMPONENT_INVALID", f"min_values {least} is over max_values {most}"
        )
    _check_options(part["options"], most)


def _check_options(options: list[JSON], most: int) -> None:
    if most > len(options):
        raise invalid(
            "components", "SELECT_COMPONENT_INVALID", f"max_values {most} is over {len(options)} options"
        )
    values = [option["value"] for option in options]
    if len(set(values)) < len(values):
        raise invalid("components", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The same value twice")
    if sum(bool(option.get("default")) for option in options) > most:
        raise invalid("components", "SELECT_COMPONENT_TOO_MANY_DEFAULTS", f"More defaults than {most}")


def bounds(part: JSON) -> tuple[int, int]:
    """The least and most values of a select, or of a group of boxes."""
    least, most = part.get("min_values"), part.get("max_values")
    return (1 if least is None else least, 1 if most is None else most)


def settle(parts: list[JSON], media: Callable[[JSON], JSON]) -> list[JSON]:
    """The components as Discord keeps and answers them: numbered, defaults filled in, media unfurled."""
    taken = {part["id"] for part in walk(parts) if part.get("id")}
    numbers = iter(number for number in range(1, 10_000) if number not in taken)
    return [_settled(part, numbers, media) for part in parts]


def _settled(part: JSON, numbers: Iterator[int], media: Callable[[JSON], JSON]) -> JSON:
    kept = {name: _without_nulls(value) for name, value in part.items() if value is not None}
    kept["id"] = part.get("id") or next(numbers)
    if "components" in part:
        kept["components"] = [_settled(each, numbers, media) for each in part["components"]]
    for name in ("accessory", "component"):
        if name in kept:
            kept[name] = _settled(kept[name], numbers, media)
    match part["type"]:
        case 3 | 5 | 6 | 7 | 8:
            kept["min_values"], kept["max_values"] = bounds(part)
            kept.setdefault("disabled", False)
        case 12:
            kept["items"] = [
                {
                    "media": media(item["media"]),
                    "description": item.get("description"),
                    "spoiler": bool(item.get("spoiler")),
                }
                for item in part["items"]
            ]
        case 11:
            kept |= {
                "media": media(part["media"]),
                "description": part.get("description"),
                "spoiler": bool(part.get("spoiler")),
            }
        case 13:
            kept |= {"file": media(part["file"]), "spoiler": bool(part.get("spoiler"))}
            kept |= {"name": kept["file"]["url"].rsplit("/", 1)[-1], "size": kept["file"].pop("size", 0)}
        case 14:
            kept |= {"divider": part.get("divider", True), "spacing": part.get("spacing", 1)}
        case 17:
            kept |= {"accent_color": part.get("accent_color"), "spoiler": bool(part.get("spoiler"))}
    return kept


def _without_nulls(value: Any) -> Any:
    """Options and emoji come back without the fields that were null."""
    if isinstance(value, list):
        return [_without_nulls(each) for each in value]
    if isinstance(value, dict):
        return {name: _without_nulls(each) for name, each in value.items() if each is not None}
    return value
