"""The OpenAPI document as a page reads it: each operation with its fields, its answers and an example."""

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

from .schemas import EXAMPLE, EXAMPLE_KEY, EXAMPLE_LAB
from .v1 import api

_CODE = re.compile(r"`([^`]+)`")
_WORDS = {
    "": "anything",
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "null": "null",
}
# What is shown of an answer: its own keys, and those of its parts under them.
_REF = "#/components/schemas/"
# A real answer, which a test finds again.
EXAMPLE_HOME = "https://press.example.org"
EXAMPLE_ANSWER = Path(__file__).with_name("example.json")


@dataclass(frozen=True)
class Field:
    """One parameter, or one key of an object; `name` has the names of what it lies in before it."""

    name: str
    kind: str
    about: SafeString
    required: bool = False
    default: str = ""


@dataclass(frozen=True)
class Answer:
    """One status that an operation may answer with."""

    status: int
    about: SafeString


@dataclass(frozen=True)
class Operation:
    """One thing that the API does.

    Attributes:
        parameters, body: what is sent; rule options are told once for all, see `rule_options`.
        any_option: whether every rule option is a parameter too.
        answers: by status; `shape` is the name of the object that comes with the good ones.
        example: the same as a command.
    """

    id: str
    method: str
    path: str
    summary: str
    about: list[SafeString]
    parameters: list[Field]
    any_option: bool
    body: list[Field]
    answers: list[Answer]
    shape: str
    example: str


@dataclass(frozen=True)
class Shape:
    """An object that the API answers with."""

    name: str
    about: SafeString
    fields: list[Field]


@dataclass(frozen=True)
class Reference:
    """The whole document."""

    operations: list[Operation]
    shapes: list[Shape]
    rule_options: list[Field]
    example: str


def read(base: str) -> Reference:
    """The document of the API at this address, `https://…/api/v1`."""
    document = api.get_openapi_schema()
    schemas: dict[str, Any] = document["components"]["schemas"]
    operations = [
        _operation(path, method, operation, schemas, base)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    names = list(dict.fromkeys([operation.shape for operation in operations] + ["Problems"]))
    options = schemas["Asked"]["properties"]["options"]["properties"]
    return Reference(
        operations=operations,
        shapes=[
            Shape(name, _words(schemas[name]["description"]), list(_fields(schemas[name], schemas))) for name in names
        ],
        rule_options=[Field(name, _kind(schema), _words(schema["description"])) for name, schema in options.items()],
        example=EXAMPLE_ANSWER.read_text(encoding="utf-8").replace(EXAMPLE_HOME, base.removesuffix("/api/v1")),
    )


def _operation(path: str, method: str, said: dict[str, Any], schemas: dict[str, Any], base: str) -> Operation:
    parameters = [each for each in said["parameters"] if each["name"] not in OPTIONS]
    body = said.get("requestBody")
    good = next(iter(said["responses"].values()))["content"]["application/json"]["schema"]["$ref"]
    return Operation(
        id=said["operationId"],
        method=method.upper(),
        path=path,
        summary=said["summary"],
        about=[_words(part) for part in said["description"].split("\n\n")],
        parameters=[
            _field(each["name"], each["schema"] | {"description": each["description"]}, each["required"])
            for each in parameters
        ],
        any_option=len(parameters) < len(said["parameters"]),
        body=list(_fields(schemas["Asked"], schemas)) if body else [],
        answers=[Answer(status, _words(each["description"])) for status, each in sorted(said["responses"].items())],
        shape=good.removeprefix(_REF),
        example=_command(base, path, bool(body), method),
    )


def _command(base: str, path: str, has_body: bool, method: str) -> str:
    """The example as it is typed into a terminal."""
    filled = path.split("/api/v1", 1)[1]
    game, question = EXAMPLE_LAB
    own = {"id": EXAMPLE_KEY, "board": "pyl-1985-02-r2", "position": EXAMPLE, "game": game, "question": question}
    for name, value in own.items():
        filled = filled.replace(f"{{{name}}}", value)
    if has_body:
        body = json.dumps({"position": EXAMPLE, "wait": 10})
        return f"curl {base}{filled} \\\n  -H 'Content-Type: application/json' \\\n  -d '{body}'"
    return f"curl {'-X POST ' if method == 'post' else ''}{base}{filled}"


def _fields(schema: dict[str, Any], schemas: dict[str, Any], inside: str = "") -> Iterator[Field]:
    """The keys of an object, each followed by those of the object that it is."""
    for name, said in schema["properties"].items():
        yield _field(inside + name, said, name in schema.get("required", []), schemas)
        for part in _parts(said):
            yield from _fields(schemas[part], schemas, f"{inside}{name}.")


def _field(name: str, said: dict[str, Any], required: bool, schemas: dict[str, Any] | None = None) -> Field:
    about = said.get("description", "")
    if not about and schemas:
        about = " ".join(schemas[part].get("description", "") for part in _parts(said))
    default = said.get("default")
    shown = "" if default is None or required else f"{default:g}" if isinstance(default, float) else json.dumps(default)
    return Field(name, _kind(said), _words(about), required, shown)


def _parts(said: dict[str, Any]) -> list[str]:
    """The names of the objects that a value is, or is a list of, where they are told of elsewhere."""
    ways = [said, *said.get("anyOf", [])]
    ways += [way["items"] for way in ways if "items" in way]
    names = [way["$ref"].removeprefix(_REF) for way in ways if "$ref" in way]
    return [name for name in names if name != "Status"]


def _kind(said: dict[str, Any]) -> str:
    """What a value may be, in words."""
    if "enum" in said:
        return _or([json.dumps(value).strip('"') for value in said["enum"]])
    if "anyOf" in said:
        return _or([_kind(way) for way in said["anyOf"]])
    if "$ref" in said:
        return "text" if said["$ref"].endswith("/Status") else "object"
    if "pattern" in said and "/" in said["pattern"]:
        return "three joined by /, one for each contestant"
    kind = said.get("type", "")
    if kind == "array":
        size = f"{said['minItems']} " if said.get("minItems") == said.get("maxItems") and "minItems" in said else ""
        many = {"object": "objects", "number": "numbers", "whole number": "whole numbers", "text": "texts"}
        return f"list of {size}{many[_kind(said['items'])]}"
    if kind == "object":
        return "object"
    low, high = said.get("minimum"), said.get("maximum")
    bounds = f" from {low:,} to {high:,}" if low is not None and high is not None else ""
    return _WORDS[kind] + bounds


def _or(ways: list[str]) -> str:
    """“score, seat or cyclic”."""
    *most, last = [way for way in ways if way] or [""]
    return f"{', '.join(most)} or {last}" if most else last


def _words(text: str) -> SafeString:
    """A description, with what stands in `back quotes` as code."""
    parts = _CODE.split(text)
    return format_html_join(
        "", "{}", ((format_html("<code>{}</code>", part) if at % 2 else part,) for at, part in enumerate(parts))
    )
