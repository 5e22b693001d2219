"""What django-ninja's OpenAPI document leaves out."""

from __future__ import annotations

from typing import Any

from ninja.openapi.schema import OpenAPISchema

from pressorpass_site.core import limits

from .schemas import EXAMPLE, EXAMPLE_KEY, EXAMPLE_LAB

KEY = "key"
FOUND, FINAL = "Here it is.", "Final."
RESPONSES = {
    200: FOUND,
    202: "The solver is at it; what is known so far.",
    400: "The body is not JSON.",
    401: "A key was sent, and it is none.",
    404: "There is no such thing.",
    413: "The body is too long.",
    415: "The body is not said to be JSON.",
    422: "Something that was sent is wrong; `field` says which part.",
    429: "Too many questions: `Retry-After` says when to come back.",
}
_NAME = {"pattern": "^[a-z]+$", "minLength": 1, "maxLength": 40}
PATH_PARAMETERS: dict[str, dict[str, Any]] = {
    "id": {"description": "The `id` of an answer.", "example": EXAMPLE_KEY, "schema": {"pattern": "^[0-9a-f]{64}$"}},
    "board": {"description": "`id`, or `id.N` for revision N.", "schema": {"minLength": 1, "maxLength": 100}},
    "position": {"description": "The position in one line.", "example": EXAMPLE, "schema": {"minLength": 1}},
    "game": {"description": "A game of the lab, by name.", "example": EXAMPLE_LAB[0], "schema": _NAME},
    "question": {"description": "A question about it, by name.", "example": EXAMPLE_LAB[1], "schema": _NAME},
}


def complete(document: OpenAPISchema) -> OpenAPISchema:
    """The document with words for every status, path parameters explained, and a key that nobody needs."""
    for path in document["paths"].values():
        for operation in path.values():
            operation["security"] = [{}, {KEY: []}]
            for status, response in operation["responses"].items():
                final = status == 200 and 202 in operation["responses"]
                response["description"] = FINAL if final else RESPONSES[status]
                if status == 429:
                    response["headers"] = {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}}
            for parameter in operation["parameters"]:
                if "examples" in parameter:  # a list is right in a schema, not here
                    parameter["example"] = parameter.pop("examples")[0]
                if parameter["in"] == "path":
                    more = PATH_PARAMETERS[parameter["name"]]
                    parameter.update({**more, "schema": parameter["schema"] | more["schema"]})
    document["components"]["securitySchemes"] = {
        KEY: {
            "type": "http",
            "scheme": "bearer",
            "description": f"For more than {rates()} from one address. Keys are made under /account/keys/.",
        }
    }
    return document


def rates() -> str:
    """“60 questions and 600 other requests a minute”, as one address may send without a key."""
    named = {"api-solve": "questions", "api-read": "other requests"}
    limited = {what: limits.rate_of(scope) for scope, what in named.items()}
    return " and ".join(rate.of(what) if rate else f"any number of {what}" for what, rate in limited.items())
