"""Complete django-ninja's OpenAPI document."""

from __future__ import annotations

from typing import Any

from ninja.openapi.schema import OpenAPISchema

from pressorpass_site.core import limits

from .game_schemas import EXAMPLE_GAME, NEED_KEY
from .schemas import EXAMPLE, EXAMPLE_KEY, EXAMPLE_LAB

KEY = "key"
FOUND, FINAL = "Found.", "Final."
RESPONSES = {
    200: FOUND,
    202: "Still being solved; the best result so far.",
    400: "The request cannot be read: its body is not JSON, or its address has a null character.",
    401: "The key is invalid.",
    404: "Not found.",
    409: "Somebody else has changed it in the meantime, or it is stored already.",
    413: "The body is too long.",
    415: "The Content-Type is not JSON.",
    422: "Part of the request is invalid; `field` says which.",
    429: "Too many requests: `Retry-After` says when to try again.",
}
_NAME = {"pattern": "^[a-z]+$", "minLength": 1, "maxLength": 40}
PATH_PARAMETERS: dict[str, dict[str, Any]] = {
    "id": {"description": "The `id` of an answer.", "example": EXAMPLE_KEY, "schema": {"pattern": "^[0-9a-f]{64}$"}},
    "board": {"description": "`id`, or `id.N` for revision N.", "schema": {"minLength": 1, "maxLength": 100}},
    "position": {"description": "The position in one line.", "example": EXAMPLE, "schema": {"minLength": 1}},
    "code": {
        "description": "The `code` of a game.",
        "example": EXAMPLE_GAME,
        "schema": {"pattern": "^[A-Za-z0-9_-]{11,16}$"},
    },
    "game": {"description": "A game of the lab, by name.", "example": EXAMPLE_LAB[0], "schema": _NAME},
    "question": {"description": "A question about it, by name.", "example": EXAMPLE_LAB[1], "schema": _NAME},
}


def complete(document: OpenAPISchema) -> OpenAPISchema:
    """Return the document with every status and path parameter described, and a key, optional for most."""
    for path in document["paths"].values():
        for operation in path.values():
            operation["security"] = [{KEY: []}] if operation["operationId"] in NEED_KEY else [{}, {KEY: []}]
            for status, response in operation["responses"].items():
                final = status == 200 and 202 in operation["responses"]
                response["description"] = FINAL if final else RESPONSES[status]
                if status == 429:
                    response["headers"] = {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}}
            for parameter in operation["parameters"]:
                if "examples" in parameter:  # lists belong in schemas; a parameter has one example
                    parameter["example"] = parameter.pop("examples")[0]
                if parameter["in"] == "path":
                    more = PATH_PARAMETERS[parameter["name"]]
                    parameter.update({**more, "schema": parameter["schema"] | more["schema"]})
    document["components"]["securitySchemes"] = {
        KEY: {
            "type": "http",
            "scheme": "bearer",
            "description": f"For more than {anonymous_rates()}. Create keys at /account/keys/.",
        }
    }
    return document


def anonymous_rates() -> str:
    """Return text such as “60 questions and 600 other requests a minute”: the limits of one address without a key."""
    names = {"api-solve": "questions", "api-read": "other requests"}
    limited = {name: limits.rate_of(scope) for scope, name in names.items()}
    return " and ".join(rate.of(name) if rate else f"any number of {name}" for name, rate in limited.items())
