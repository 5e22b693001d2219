"""The depth of nesting of a JSON text, known before it is parsed.

Python's parser recurses once for each level, and on some builds a text made to be deep overflows the stack.
"""

from __future__ import annotations

import re

MAX_DEPTH = 12  # a board needs six

_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.?)*+(?:"|\Z)|[\[\]{}]', re.DOTALL)


def too_deep_at(text: str) -> int | None:
    """Return the index at which the text is nested deeper than `MAX_DEPTH`; None if it is not."""
    depth = 0
    for token in _BRACKETS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
        if depth > MAX_DEPTH:
            return token.start()
    return None
