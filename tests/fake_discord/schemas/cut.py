"""Cut Discord's published schemas down to what the test server speaks.

    python -m tests.fake_discord.schemas.cut discord_openapi.json discord_gateway.schema.json

Both inputs are named in NOTICE.md beside this file, with the place and the commit they are from. What is
kept: the operations in `http.operations.OPERATIONS`, the gateway payloads in `PAYLOADS`, and every schema
that these reach. What is dropped: descriptions and other words that forbid nothing, answers'
headers, form-encoded bodies. One thing is changed: the gateway's schema is made from TypeScript, where a set
of flags is typed as one flag of an enumeration; here it is any whole number.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from tests.fake_discord.http.operations import OPERATIONS

HERE = Path(__file__).parent
WORDS = frozenset(
    {"description", "externalDocs", "tags", "summary", "x-discord-union", "security", "headers"}
)

PAYLOADS = (
    "GatewayHelloData",
    "GatewayIdentifyData",
    "GatewayResumeData",
    "GatewayReadyDispatchData",
    "GatewayGuildCreateDispatchData",
    "GatewayInteractionCreateDispatchData",
    "GatewayMessageCreateDispatchData",
    "GatewayMessageUpdateDispatchData",
    "GatewayMessageDeleteDispatchData",
    "GatewayThreadCreateDispatchData",
)
"""The messages over the gateway that have a published schema."""


def main(openapi: str, gateway: str) -> None:
    whole = json.loads(Path(openapi).read_text())
    paths = {path: kept for path, item in whole["paths"].items() if (kept := _operations(item))}
    wanted = {f"#/components/{kind}/{name}" for kind, name in _parts(paths)}
    components: dict[str, dict[str, Any]] = {"schemas": {}, "responses": {}}
    for reference in _closure(wanted, whole):
        kind, name = reference.split("/")[-2:]
        components[kind][name] = _bare(whole["components"][kind][name])
    _write(
        HERE / "openapi.json",
        {"openapi": whole["openapi"], "info": whole["info"]},
        {"paths": paths, "schemas": components["schemas"], "responses": components["responses"]},
    )
    types = json.loads(Path(gateway).read_text())
    reached = _closure({f"#/definitions/{name}" for name in PAYLOADS}, types)
    definitions = {_name(ref): _definition(_name(ref), _found(ref, types)) for ref in reached}
    _write(HERE / "gateway.json", {"$schema": types["$schema"]}, {"definitions": definitions})


def _operations(item: dict[str, Any]) -> dict[str, Any]:
    kept = {
        method: _operation(body)
        for method, body in item.items()
        if isinstance(body, dict) and body.get("operationId") in OPERATIONS
    }
    return {"parameters": _bare(item.get("parameters", [])), **kept} if kept else {}


def _operation(body: dict[str, Any]) -> dict[str, Any]:
    bare = _bare(body)
    assert isinstance(bare, dict)
    if "requestBody" in bare:
        bare["requestBody"]["content"].pop("application/x-www-form-urlencoded", None)
    return bare


def _bare(value: Any) -> Any:
    """The value without the words in it; a property that happens to be called "description" stays."""
    if isinstance(value, list):
        return [_bare(each) for each in value]
    if not isinstance(value, dict):
        return value
    kept: dict[str, Any] = {}
    for name, inner in value.items():
        if name in {"properties", "responses"} and isinstance(inner, dict):
            kept[name] = {key: _bare(each) for key, each in inner.items()}
        elif name not in WORDS:
            kept[name] = inner if name in {"enum", "const", "required"} else _bare(inner)
    return kept


def _definition(name: str, schema: dict[str, Any]) -> Any:
    return {"type": "integer", "minimum": 0} if name.endswith("Flags") else _bare(schema)


def _closure(wanted: set[str], whole: dict[str, Any]) -> list[str]:
    reached: set[str] = set()
    while wanted:
        reference = wanted.pop()
        reached.add(reference)
        wanted |= set(_references(_bare(_found(reference, whole)))) - reached
    return sorted(reached)


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for inner in value.values():
            yield from _references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _references(inner)


def _parts(paths: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for reference in _references(paths):
        kind, name = reference.split("/")[-2:]
        yield kind, name


def _found(reference: str, whole: dict[str, Any]) -> Any:
    value: Any = whole
    for name in reference.removeprefix("#/").split("/"):
        value = value[_name(name)]
    return value


def _name(reference: str) -> str:
    """The last name in a reference, without its percent signs."""
    return unquote(reference.rsplit("/", maxsplit=1)[-1])


def _write(target: Path, head: dict[str, Any], tables: dict[str, dict[str, Any]]) -> None:
    """JSON with one entry a line, so that a newer version shows as a readable difference."""
    lines = ["{"]
    lines += [f"{json.dumps(name)}: {json.dumps(value)}," for name, value in head.items()]
    for index, (table, entries) in enumerate(tables.items()):
        lines.append(f"{json.dumps(table)}: {{")
        rows = [
            f"{json.dumps(name)}: {json.dumps(entries[name], separators=(',', ':'))}"
            for name in sorted(entries)
        ]
        lines += [row + ("," if row is not rows[-1] else "") for row in rows]
        lines.append("}" + ("," if index < len(tables) - 1 else ""))
    target.write_text("\n".join([*lines, "}"]) + "\n")


def _close(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


if __name__ == "__main__":
    main(*sys.argv[1:])
