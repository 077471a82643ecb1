"""Discord's published schemas, compiled once: all that goes over the wire is held against them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
from jsonschema_rs import Draft7Validator, Draft202012Validator, ValidationErrorKind

SPECS = Path(__file__).resolve().parent


class Breach(AssertionError):
    """Something on the wire that the published specification does not allow."""


class Schema:
    """A compiled schema; `check` raises `Breach` with the most telling of the errors."""

    def __init__(self, schema: dict[str, Any], tables: dict[str, Any], *, draft7: bool = False) -> None:
        kind = Draft7Validator if draft7 else Draft202012Validator
        self._validator = kind({**schema, **tables}, validate_formats=True)

    def check(self, value: Any, what: str) -> None:
        if self._validator.is_valid(value):
            return
        complaints = [complaint(error) for error in self._validator.iter_errors(value)]
        raise Breach(f"{what}: " + "; ".join(complaints[:3]))


def complaint(error: jsonschema_rs.ValidationError, above: str = "") -> str:
    """One error in words; of alternatives, the complaint of the one that came furthest."""
    here = above + "".join(f"[{part!r}]" for part in error.instance_path)
    kind = error.kind
    if isinstance(kind, ValidationErrorKind.OneOfNotValid | ValidationErrorKind.AnyOf):
        branches = [branch for branch in kind.context if branch]
        told = [branch for branch in branches if not any(_wrong_type(each) for each in branch)]
        # The branch for this value's own kind is the one that does not complain of its "type".
        best = max(
            told or branches, key=lambda branch: max(len(each.instance_path) for each in branch), default=None
        )
        if best is not None:
            return complaint(best[0], "" if best[0].instance_path[:1] == error.instance_path[:1] else here)
    return f"{here or 'body'}: {error.message[:300]}"


def _wrong_type(error: jsonschema_rs.ValidationError) -> bool:
    return error.instance_path[-1:] == ["type"] and isinstance(error.kind, ValidationErrorKind.Enum)


class Operation:
    """One operation of the HTTP API: its route and its schemas."""

    def __init__(
        self, path: str, method: str, shared: list[Any], body: dict[str, Any], tables: dict[str, Any]
    ) -> None:
        self.name: str = body["operationId"]
        self.method = method.upper()
        self.path = path
        self._tables = tables
        self._route = re.compile("/?" + re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path.lstrip("/")))
        asked = [_resolved(each, tables) for each in [*shared, *body.get("parameters", [])]]
        self._parameters = {each["name"]: each for each in asked if each["in"] == "path"}
        self._query = {each["name"]: each for each in asked if each["in"] == "query"}
        content = body.get("requestBody", {}).get("content", {})
        self.bodies = frozenset(content)
        self._required = body.get("requestBody", {}).get("required", False)
        self._request = content["application/json"]["schema"] if "application/json" in content else None
        self._responses: dict[str, Any] = body["responses"]
        self._compiled: dict[str, Schema] = {}

    @property
    def openness(self) -> int:
        """The number of parameters in the path: `/users/@me` goes before `/users/{user_id}`."""
        return len(self._parameters)

    def match(self, method: str, path: str) -> dict[str, str] | None:
        found = self._route.fullmatch(path) if method == self.method else None
        return found.groupdict() if found else None

    def check_request(self, path: dict[str, str], query: dict[str, str], body: Any) -> None:
        for name, value in path.items():
            self._schema(f"path {name}", self._parameters[name]["schema"]).check(
                value, f"{self.name}: path, {name}"
            )
        for name, value in query.items():
            if name not in self._query:
                raise Breach(f"{self.name}: the query has no {name!r}, but {sorted(self._query)}")
            schema = self._query[name]["schema"]
            self._schema(f"query {name}", schema).check(_typed(value, schema), f"{self.name}: query, {name}")
        if body is None:
            if self._required:
                raise Breach(f"{self.name}: a body is required")
            return
        if self._request is None:
            raise Breach(f"{self.name}: takes no body, got {body!r}")
        self._schema("request", self._request).check(body, f"{self.name}: request")

    def check_response(self, status: int, body: Any) -> None:
        answer = self._responses.get(str(status), self._responses.get(f"{status // 100}XX"))
        if answer is None:
            raise Breach(f"{self.name}: {status} is no answer of it")
        content = _resolved(answer, self._tables).get("content", {}).get("application/json")
        if content is None:
            if body is not None:
                raise Breach(f"{self.name}: {status} has no body, got {body!r}")
            return
        self._schema(f"response {status}", content["schema"]).check(body, f"{self.name}: answer {status}")

    def _schema(self, key: str, schema: dict[str, Any]) -> Schema:
        if key not in self._compiled:
            self._compiled[key] = Schema(schema, self._tables)
        return self._compiled[key]


def _resolved(value: dict[str, Any], tables: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in value:
        return value
    found: Any = tables
    for name in value["$ref"].removeprefix("#/").split("/"):
        found = found[name]
    assert isinstance(found, dict)
    return found


def _typed(value: str, schema: dict[str, Any]) -> Any:
    """A query's text as the type that its schema asks for; what cannot be read stays text, and is refused."""
    match schema.get("type"):
        case "boolean":
            return {"true": True, "1": True, "false": False, "0": False}.get(value.lower(), value)
        case "integer":
            return int(value) if re.fullmatch(r"-?\d+", value) else value
    return value


@cache
def _http_tables() -> dict[str, Any]:
    whole = json.loads((SPECS / "openapi.json").read_text())
    return {"components": {"schemas": whole["schemas"], "responses": whole["responses"]}}


@cache
def operations() -> tuple[Operation, ...]:
    """Every operation, the most particular paths first."""
    tables = _http_tables()
    paths: dict[str, Any] = {}
    for file in ("openapi.json", "additions.json"):
        paths |= json.loads((SPECS / file).read_text())["paths"]

    def each() -> Iterator[Operation]:
        for path, item in paths.items():
            for method, body in item.items():
                if method != "parameters":
                    yield Operation(path, method, item.get("parameters", []), body, tables)

    return tuple(sorted(each(), key=lambda operation: (operation.openness, operation.path)))


def find(method: str, path: str) -> tuple[Operation, dict[str, str]] | None:
    for each in operations():
        if (found := each.match(method, path)) is not None:
            return each, found
    return None


@cache
def _payload(name: str) -> Schema | None:
    tables = _gateway()
    if name not in tables["definitions"]:
        return None
    return Schema({"$ref": f"#/definitions/{name}"}, tables, draft7=True)


@cache
def _gateway() -> dict[str, Any]:
    return {"definitions": json.loads((SPECS / "gateway.json").read_text())["definitions"]}


def check_payload(name: str, value: Any) -> None:
    """Hold a gateway payload ("GatewayHelloData") against its schema, if there is a published one."""
    if (schema := _payload(name)) is not None:
        schema.check(value, name)


def check_event(event: str, value: Any) -> None:
    """The same for a dispatched event, by its name on the wire ("MESSAGE_CREATE")."""
    stem = "".join(word.capitalize() for word in event.split("_"))
    check_payload(f"Gateway{stem}DispatchData", value)
