"""The OpenAPI document prepared for the documentation page: operations with fields, responses and an example."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from engine import OPTIONS

from .game_schemas import EXAMPLE_EVENTS, EXAMPLE_GAME, EXAMPLE_TEXT, NEED_KEY
from .schemas import EXAMPLE, EXAMPLE_KEY, EXAMPLE_LAB, EXAMPLE_SHOWS, EXAMPLE_SQUARE
from .v1 import api

_CODE = re.compile(r"`([^`]+)`")
_TYPE_NAMES = {
    "": "anything",
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "null": "null",
}
_REF = "#/components/schemas/"
EXAMPLE_BEARER = "Bearer pop_…"
EXAMPLE_HOME = "https://press.example.org"
EXAMPLE_BODIES: dict[str, dict[str, Any]] = {
    "Asked": {"position": EXAMPLE, "wait": 10},
    "ChoiceAsked": {"position": EXAMPLE, "square": EXAMPLE_SQUARE, "shows": EXAMPLE_SHOWS, "wait": 10},
    "GameIn": {"text": EXAMPLE_TEXT},
    "EventsIn": {"version": 0, "events": EXAMPLE_EVENTS},
}
EXAMPLE_ANSWER = Path(__file__).with_name("example.json")


@dataclass(frozen=True)
class FieldInfo:
    """A parameter, or a key of an object; the name of a nested key is its whole path."""

    name: str
    kind: str
    about: SafeString
    required: bool = False
    default: str = ""


def build_reference(base: str) -> dict[str, Any]:
    """Return the operations, objects and rule options of the API at `base`, such as `https://…/api/v1`."""
    document = api.get_openapi_schema()
    schemas: dict[str, Any] = document["components"]["schemas"]
    operations = [
        _operation(path, method, operation, schemas, base)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    names = dict.fromkeys([operation["schema"] for operation in operations] + ["Problems"])
    options = schemas["Asked"]["properties"]["options"]["properties"]
    return {
        "operations": operations,
        "schemas": [
            {
                "name": name,
                "about": _html(schemas[name]["description"]),
                "fields": list(_fields(schemas[name], schemas)),
            }
            for name in names
        ],
        "rule_options": [
            FieldInfo(name, _kind(schema), _html(schema["description"])) for name, schema in options.items()
        ],
        # A real answer; a test checks that it is still given.
        "answer": EXAMPLE_ANSWER.read_text(encoding="utf-8").replace(EXAMPLE_HOME, base.removesuffix("/api/v1")),
    }


def _operation(path: str, method: str, spec: dict[str, Any], schemas: dict[str, Any], base: str) -> dict[str, Any]:
    """Return an operation for the page, without rule options, which the page describes once."""
    parameters = [each for each in spec["parameters"] if each["name"] not in OPTIONS]
    body = _body(spec)
    success = next(iter(spec["responses"].values()))["content"]["application/json"]["schema"]["$ref"]
    return {
        "id": spec["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": spec["summary"],
        "about": [_html(part) for part in spec["description"].split("\n\n")],
        "parameters": [
            _field(each["name"], each["schema"] | {"description": each["description"]}, each["required"])
            for each in parameters
        ],
        "any_option": len(parameters) < len(spec["parameters"]),
        "body": list(_fields(schemas[body], schemas)) if body else [],
        "responses": [(status, _html(each["description"])) for status, each in sorted(spec["responses"].items())],
        "schema": success.removeprefix(_REF),
        "example": _command(base, path, body, method, needs_key=spec["operationId"] in NEED_KEY),
    }


def _body(spec: dict[str, Any]) -> str:
    """Return the name of the object that is sent; "" if there is none."""
    if "requestBody" not in spec:
        return ""
    return str(spec["requestBody"]["content"]["application/json"]["schema"]["$ref"]).removeprefix(_REF)


def _command(base: str, path: str, body: str, method: str, *, needs_key: bool) -> str:
    """Return the example as a shell command."""
    filled = path.split("/api/v1", 1)[1]
    game, question = EXAMPLE_LAB
    values = {"id": EXAMPLE_KEY, "board": "pyl-1985-02-r2", "position": EXAMPLE, "game": game, "question": question}
    values["code"] = EXAMPLE_GAME
    for name, value in values.items():
        filled = filled.replace(f"{{{name}}}", value)
    if body:
        sent = json.dumps(EXAMPLE_BODIES[body])
        key = f" \\\n  -H 'Authorization: {EXAMPLE_BEARER}'" if needs_key else ""
        return f"curl {base}{filled}{key} \\\n  -H 'Content-Type: application/json' \\\n  -d '{sent}'"
    return f"curl {'-X POST ' if method == 'post' else ''}{base}{filled}"


def _fields(schema: dict[str, Any], schemas: dict[str, Any], prefix: str = "") -> Iterator[FieldInfo]:
    """Yield the keys of an object, each followed by the keys nested in it."""
    for name, value in schema["properties"].items():
        yield _field(prefix + name, value, name in schema.get("required", []), schemas)
        for nested in _object_names(value):
            yield from _fields(schemas[nested], schemas, f"{prefix}{name}.")


def _field(name: str, schema: dict[str, Any], required: bool, schemas: dict[str, Any] | None = None) -> FieldInfo:
    about = schema.get("description", "")
    if not about and schemas:
        about = " ".join(schemas[nested].get("description", "") for nested in _object_names(schema))
    default = schema.get("default")
    shown = "" if default is None or required else f"{default:g}" if isinstance(default, float) else json.dumps(default)
    return FieldInfo(name, _kind(schema), _html(about), required, shown)


def _object_names(schema: dict[str, Any]) -> list[str]:
    """Return the component schemas that a value, or an item of a list, may be."""
    alternatives = [schema, *schema.get("anyOf", [])]
    alternatives += [each["items"] for each in alternatives if "items" in each]
    names = [each["$ref"].removeprefix(_REF) for each in alternatives if "$ref" in each]
    return [name for name in names if name != "Status"]


def _kind(schema: dict[str, Any]) -> str:
    """Return the type of a value in words."""
    if "enum" in schema:
        return _or([json.dumps(value).strip('"') for value in schema["enum"]])
    if "anyOf" in schema:
        return _or([_kind(each) for each in schema["anyOf"]])
    if "$ref" in schema:
        return "text" if schema["$ref"].endswith("/Status") else "object"
    if "pattern" in schema and "/" in schema["pattern"]:
        return "three joined by /, one for each contestant"
    kind = schema.get("type", "")
    if kind == "array":
        fixed = "minItems" in schema and schema["minItems"] == schema.get("maxItems")
        size = f"{schema['minItems']} " if fixed else ""
        plurals = {"object": "objects", "number": "numbers", "whole number": "whole numbers", "text": "texts"}
        return f"list of {size}{plurals[_kind(schema['items'])]}"
    if kind == "object":
        return "object"
    low, high = schema.get("minimum"), schema.get("maximum")
    bounds = f" from {low:,} to {high:,}" if low is not None and high is not None else ""
    return _TYPE_NAMES[kind] + bounds


def _or(words: list[str]) -> str:
    """Return text such as “score, seat or cyclic”."""
    *others, last = [word for word in words if word] or [""]
    return f"{', '.join(others)} or {last}" if others else last


def _html(text: str) -> SafeString:
    """Return a description with `backquoted` parts as code."""
    parts = _CODE.split(text)
    return format_html_join(
        "", "{}", ((format_html("<code>{}</code>", part) if at % 2 else part,) for at, part in enumerate(parts))
    )
