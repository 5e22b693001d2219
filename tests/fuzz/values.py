"""Hostile values: texts, numbers, JSON, and valid texts broken in a few places."""

import copy
import json
import struct
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")
# Makes a case of what a source of chance says; the same source makes the same case.
Cases = Callable[[Random], T]

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
# How many places of a case are changed: seldom none, as such cases are all alike.
CHANGES = (1, 1, 2, 2, 3, 3, 4, 4, 0)
NASTY = NUMBERS + DATES + FRAGMENTS
FLOATS = (0.0, -0.0, 0.1, 1e16, 1.7976931348623157e308, 5e-324, float("inf"), float("-inf"), float("nan"))
PLAIN_JSON = (0, 1, -1, 2**31, 2**63, 10**30, 1.5, 1e308, float("nan"), float("inf"), True, "", "1", [], {})


def nasty(draw: Random) -> str:
    return draw.choice(NASTY)


def texts(draw: Random) -> str:
    match draw.randrange(5):
        case 0:
            return _any_text(draw)
        case 1:
            return str(_integer(draw) if draw.getrandbits(1) else _float(draw))
        case _:
            return draw.choice(NASTY)


def broken(seeds: Sequence[str]) -> Cases[str]:
    """One of these texts, perhaps with another, changed in up to four places."""

    def make(draw: Random) -> str:
        text = draw.choice(seeds)
        for _ in range(draw.choice(CHANGES)):
            start = draw.randint(0, len(text))
            stop = min(len(text), start + draw.randint(0, 12))
            match draw.randrange(6):
                case 0:
                    text = text[:start] + text[stop:]
                case 1:
                    text = text[:start] + texts(draw) + text[start:]
                case 2:
                    text = text[:start] + nasty(draw) + text[stop:]
                case 3:
                    text = text[:stop] + text[start:]
                case 4:
                    text = text[:start] + draw.choice(seeds) + text[stop:]
                case 5:
                    text = text[:start] + text[start:stop] * draw.randint(2, 60) + text[stop:]
        return text[:20_000]

    return make


def plain_json(draw: Random) -> Any:
    match draw.randrange(5):
        case 0:
            return draw.choice((None, True, False))
        case 1:
            return _integer(draw)
        case 2:
            return draw.choice(PLAIN_JSON)
        case _:
            return texts(draw)


def any_json(draw: Random, depth: int = 3) -> Any:
    match draw.randrange(4) if depth else 0:
        case 2:
            return [any_json(draw, depth - 1) for _ in range(draw.randint(0, 4))]
        case 3:
            return {texts(draw): any_json(draw, depth - 1) for _ in range(draw.randint(0, 4))}
        case _:
            return plain_json(draw)


def broken_json(seeds: Sequence[Any]) -> Cases[Any]:
    """One of these values with up to three parts replaced, left out, doubled or moved."""
    written = [json.dumps(seed) for seed in seeds]

    def make(draw: Random) -> Any:
        value = json.loads(draw.choice(written))
        for _ in range(draw.choice((1, 1, 2, 3, 0))):
            holder, key = _part(draw, value)
            if holder is None:
                return any_json(draw)
            match draw.randrange(6):
                case 0:
                    del holder[key]
                case 1 | 2:
                    holder[key] = plain_json(draw)
                case 3:
                    holder[key] = any_json(draw)
                case 4 if isinstance(holder, list):
                    holder.insert(key, holder[key])
                case 5 if isinstance(holder, dict):
                    holder[texts(draw)] = holder[key]
                case _:
                    holder[key] = [holder[key]] * draw.randint(0, 40)
        return value

    return make


def written_json(seeds: Sequence[Any]) -> Cases[str]:
    """Such a value as text; sometimes broken as text too, with a key given twice, or nested without end."""
    values = broken_json(seeds)

    def make(draw: Random) -> str:
        text = json.dumps(values(draw), ensure_ascii=bool(draw.getrandbits(1)))
        match draw.randrange(10):
            case 0 | 1:
                return broken([text])(draw)
            case 2 if text.startswith("{"):
                return text.replace("{", '{"id": 1, "id": 2,', 1)
            case 3:
                return "[" * draw.choice([50, 1_000, 20_000]) + text
            case 4:
                return text.replace("1", draw.choice(NUMBERS), 2)
            case _:
                return text

    return make


def one_of(*cases: Cases[T]) -> Cases[T]:
    return lambda draw: draw.choice(cases)(draw)


def _any_text(draw: Random) -> str:
    """Up to thirty characters, of ASCII, of any one block of Unicode, or from anywhere."""
    length = min(draw.randint(0, 30), draw.randint(0, 30))
    first, most = draw.choice(((0, 0x7F), (0x20, 0x5F), (draw.randrange(0x1000) << 8, 0xFF), (0, 0x10FFFF)))
    points = (min(first + draw.randint(0, most), 0x10FFFF) for _ in range(length))
    return "".join(chr(point) for point in points)


def _integer(draw: Random) -> int:
    size = draw.getrandbits(draw.choice((3, 8, 16, 32, 64, 128)))
    return -size if draw.getrandbits(1) else size


def _float(draw: Random) -> float:
    if draw.getrandbits(1):
        return draw.choice(FLOATS)
    number: float = struct.unpack("d", draw.randbytes(8))[0]
    return number


def long_part(draw: Random, value: Any, length: int) -> Any:
    """Return the value with one part so long: a list of many, an object of many names, or a text."""
    value = copy.deepcopy(value)
    holder, key = _part(draw, value)
    if holder is None:
        return value
    unit = json.dumps(holder[key])
    many = range(length // (len(unit) + 8) + 1)
    match draw.randrange(4):
        case 0:
            holder[key] = [holder[key]] * len(many)
        case 1 if isinstance(holder, list):
            # As many events with an id of their own each.
            holder[:] = [
                item | {"id": str(at)} if isinstance(item, dict) else item for at in many for item in holder[:1]
            ]
        case 1 | 2:
            holder[key] = {str(at): holder[key] for at in many}
        case _:
            holder[key] = "x" * length
    return value


def _part(draw: Random, value: Any) -> tuple[Any, Any]:
    """A part of a nested value: what holds it, and its key or place there."""
    holder, key = None, None
    while isinstance(value, list | dict) and value:
        keys: Sequence[Any] = list(value) if isinstance(value, dict) else range(len(value))
        holder, key = value, draw.choice(keys)
        value = holder[key]
        if draw.randrange(4) == 0:
            break
    return holder, key
