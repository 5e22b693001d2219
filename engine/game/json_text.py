"""Parsing of untrusted JSON: the only function that parses what people and programs send.

Python's parser recurses once for each level of nesting. On some builds a deeply nested text overflows the stack, which
ends the process, so the depth is counted before the text is parsed.
"""

from __future__ import annotations

import json
import re
from typing import Any

MAX_DEPTH = 12  # a board needs six

_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.?)*+(?:"|\Z)|[\[\]{}]', re.DOTALL)


class NestedTooDeep(json.JSONDecodeError):
    """JSON whose lists and objects are nested deeper than `MAX_DEPTH`, at `lineno` and `colno`."""


def parse_json(text: str | bytes, **hooks: Any) -> Any:
    """Parse untrusted JSON; `hooks` are passed to `json.loads`.

    Raises:
        NestedTooDeep: lists and objects are nested too deep; nothing was parsed.
        ValueError: the text is not JSON (json.JSONDecodeError), not Unicode, or has a number of thousands of digits.
    """
    if isinstance(text, bytes):
        text = text.decode(json.detect_encoding(text), "surrogatepass")
    depth = 0
    for token in _BRACKETS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        if depth > MAX_DEPTH:
            raise NestedTooDeep(f"Lists and objects are nested more than {MAX_DEPTH} deep", text, token.start())
    return json.loads(text, **hooks)
