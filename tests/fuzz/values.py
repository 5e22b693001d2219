"""Hostile values: texts, numbers, JSON, and valid texts broken in a few places."""

import json
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

NUMBERS = (
    "0",
    "-0",
    "-1",
    "+1",
    "00",
    "1.5",
    ".5",
    "1e3",
    "1e309",
    "-1e-400",
    "1E+9999999",
    "1/0",
    "0/0",
    "NaN",
    "Infinity",
    "-Infinity",
    "0x10",
    "1_000",
    "2147483648",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "18446744073709551616",
    "9" * 30,
    "9" * 311,
    "9" * 4301,
    "1" + "0" * 310 + "k",
    "0." + "0" * 400 + "1",
    "٣",
    "３",
    "²",
    "½",
    "Ⅷ",
    "𝟘",
    "१२३",
    " 7 ",
    "7\n",
)
DATES = ("0000-00-00", "0001-01-01", "9999-12-31", "10000-01-01", "2026-02-30", "-1-1-1", "1e9-01-01", "2026-13-01")
FRAGMENTS = (
    "",
    " ",
    "\0",
    "\t",
    "\r\n",
    "\x1b[2J",
    "\x7f",
    "\ud800",
    "\udfff\ud800",
    "\udcff",
    "\u202e",
    "\u2066x",
    "\u200b",
    "\ufeff",
    "\uffff",
    "\U0010ffff",
    "é" * 3,
    "a" + "\u0301" * 60,
    "İı",
    "ﬃ",
    "%",
    "%d",
    "%s%n",
    "%(name)s",
    "%25d",
    "%00",
    "%zz",
    "{0}",
    "{{ 7 }}",
    "{% now %}",
    "<script>alert(1)</script>",
    "<!--",
    "]]>",
    "&amp;",
    "&#0;",
    "'",
    '"',
    "\\",
    "\\u0000",
    "' OR 1=1 --",
    "../../etc/passwd",
    "//evil.example/",
    "javascript:alert(1)",
    "=1+1",
    ",",
    ";",
    "/",
    "@",
    "@9",
    "#",
    "?",
    "&",
    "(" * 30,
    "[" * 300,
    "{" * 300,
    "w" * 100,
    "a" * 2_000,
    "0," * 500,
    "null",
    "true",
    "None",
    "undefined",
)
nasty = st.sampled_from(NUMBERS + DATES + FRAGMENTS)
texts = st.one_of(nasty, nasty, st.text(max_size=30), st.integers().map(str), st.floats().map(str))


@st.composite
def broken(draw: st.DrawFn, seeds: Sequence[str]) -> str:
    """One of these texts, perhaps with another, changed in up to four places."""
    text = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(text)))
        stop = min(len(text), start + draw(st.integers(0, 12)))
        match draw(st.integers(0, 5)):
            case 0:
                text = text[:start] + text[stop:]
            case 1:
                text = text[:start] + draw(texts) + text[start:]
            case 2:
                text = text[:start] + draw(nasty) + text[stop:]
            case 3:
                text = text[:stop] + text[start:]
            case 4:
                text = text[:start] + draw(st.sampled_from(seeds)) + text[stop:]
            case 5:
                text = text[:start] + text[start:stop] * draw(st.integers(2, 60)) + text[stop:]
    return text[:20_000]


plain_json = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([0, 1, -1, 2**31, 2**63, 10**30, 1.5, 1e308, float("nan"), float("inf"), True, "", "1", [], {}]),
    texts,
)
any_json: st.SearchStrategy[Any] = st.recursive(
    plain_json,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)


@st.composite
def broken_json(draw: st.DrawFn, seeds: Sequence[Any]) -> Any:
    """One of these values with up to three parts replaced, left out, doubled or moved."""
    value = json.loads(json.dumps(draw(st.sampled_from(seeds))))
    for _ in range(draw(st.integers(0, 3))):
        holder, key = _part(draw, value)
        if holder is None:
            return draw(any_json)
        match draw(st.integers(0, 5)):
            case 0:
                del holder[key]
            case 1 | 2:
                holder[key] = draw(plain_json)
            case 3:
                holder[key] = draw(any_json)
            case 4 if isinstance(holder, list):
                holder.insert(key, holder[key])
            case 5 if isinstance(holder, dict):
                holder[draw(texts)] = holder[key]
            case _:
                holder[key] = [holder[key]] * draw(st.integers(0, 40))
    return value


@st.composite
def written_json(draw: st.DrawFn, seeds: Sequence[Any]) -> str:
    """Such a value as text; sometimes broken as text too, with a key given twice, or nested without end."""
    text = json.dumps(draw(broken_json(seeds)), ensure_ascii=draw(st.booleans()))
    match draw(st.integers(0, 9)):
        case 0 | 1:
            return draw(broken([text]))
        case 2 if text.startswith("{"):
            return text.replace("{", '{"id": 1, "id": 2,', 1)
        case 3:
            return "[" * draw(st.sampled_from([50, 1_000, 20_000])) + text
        case 4:
            return text.replace("1", draw(st.sampled_from(NUMBERS)), 2)
        case _:
            return text


def _part(draw: st.DrawFn, value: Any) -> tuple[Any, Any]:
    """A part of a nested value: what holds it, and its key or place there."""
    holder, key = None, None
    while isinstance(value, list | dict) and value:
        keys = list(value) if isinstance(value, dict) else range(len(value))
        holder, key = value, draw(st.sampled_from(keys))
        value = holder[key]
        if draw(st.integers(0, 3)) == 0:
            break
    return holder, key
