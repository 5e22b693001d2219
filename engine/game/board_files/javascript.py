"""The object literals of a JavaScript file, read without running it: ``name = { 1: { "type": [ … ] } }``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...errors import BoardFileError, quoted

MAX_DEPTH = 12
MAX_TOKENS = 60_000  # the presenter’s own file has a third of them
MAX_AGAIN = 20  # sentences on names given twice

_TOKEN = re.compile(
    r"""
    (?P<blank>\s++ | //[^\n]*+ | /\*(?:[^*]|\*(?!/))*+\*/)
  | (?P<string>"(?:[^"\\\n]|\\.)*+" | '(?:[^'\\\n]|\\.)*+' | `[^`\\$]*+`)
  | (?P<open>["'] | /\*)
  | (?P<number>-?[0-9]++(?:\.[0-9]++)?(?![\w.]))
  | (?P<odd>[0-9][\w.]*+)
  | (?P<word>[A-Za-z_$][\w$]*+)
  | (?P<mark>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_WORDS = {"true": True, "false": False, "null": None, "undefined": None}
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "\n": ""}


@dataclass(frozen=True, slots=True)
class Value:
    """A value and the line on which it begins: a dict or list of values, a text, a number, True, False or None."""

    it: Any
    line: int


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    line: int


def object_literals(text: str) -> tuple[dict[str, Value], list[str]]:
    """Return the objects that a file gives names to at its top level, and sentences on names given twice.

    As in JavaScript, the last one counts. Raises BoardFileError with the line of a fault.
    """
    tokens = _Tokens(text)
    found: dict[str, Value] = {}
    depth = 0
    while (token := tokens.next()).kind != "end":
        depth += {"{": 1, "}": -1}.get(token.text, 0) if token.kind == "mark" else 0
        if token.kind == "word" and depth == 0 and tokens.at("="):
            tokens.next()
            if tokens.at("{"):
                tokens.note_again(token.text, token.line, found)
                found[token.text] = _value(tokens, 1)
    return found, tokens.again


class _Tokens:
    """The tokens of a text, one ahead, and sentences on names given twice."""

    def __init__(self, text: str) -> None:
        self.again: list[str] = []
        self._found = self._tokens(text)
        self.ahead = next(self._found)

    def next(self) -> _Token:
        """Return the next token; at the end, the end again and again."""
        token = self.ahead
        self.ahead = next(self._found, token)
        return token

    def at(self, mark: str) -> bool:
        return self.ahead.kind == "mark" and self.ahead.text == mark

    def note_again(self, name: str, line: int, found: dict[str, Value]) -> None:
        if name in found and len(self.again) == MAX_AGAIN:
            self.again.append(f"From line {line} more names are given twice; the last one of each counts.")
        elif name in found and len(self.again) < MAX_AGAIN:
            self.again.append(f"Line {line}: {quoted(name)} is given twice; the last one counts.")

    @staticmethod
    def _tokens(text: str) -> Iterator[_Token]:
        line, count = 1, 0
        for match in _TOKEN.finditer(text):
            kind = match.lastgroup or ""
            if kind == "open":
                raise BoardFileError([f"Line {line}: a text or a comment begins that does not end."])
            if kind != "blank":
                count += 1
                if count > MAX_TOKENS:
                    raise BoardFileError(
                        [f"Line {line}: the file has more than {MAX_TOKENS:,} names, values and signs."]
                    )
                yield _Token(kind, match[0], line)
            line += match[0].count("\n")
        yield _Token("end", "the end of the file", line)


def _value(tokens: _Tokens, depth: int) -> Value:
    token = tokens.next()
    if depth > MAX_DEPTH:
        raise BoardFileError([f"Line {token.line}: lists and objects are nested more than {MAX_DEPTH} deep."])
    if token.kind == "string":
        return Value(_text(token), token.line)
    if token.kind == "number" and len(token.text) <= 15:
        return Value(float(token.text) if "." in token.text else int(token.text), token.line)
    if token.kind == "word" and token.text in _WORDS:
        return Value(_WORDS[token.text], token.line)
    if token.kind == "mark" and token.text == "{":
        return Value(_object(tokens, depth), token.line)
    if token.kind == "mark" and token.text == "[":
        return Value(_list(tokens, depth), token.line)
    raise _unexpected(token, "a value")


def _object(tokens: _Tokens, depth: int) -> dict[str, Value]:
    found: dict[str, Value] = {}
    while not tokens.at("}"):
        key = tokens.next()
        if key.kind not in ("string", "number", "word"):
            raise _unexpected(key, "a name")
        name = _text(key) if key.kind == "string" else key.text
        tokens.note_again(name, key.line, found)
        _expect(tokens, ":")
        found[name] = _value(tokens, depth + 1)
        if not tokens.at("}"):
            _expect(tokens, ",")
    tokens.next()
    return found


def _list(tokens: _Tokens, depth: int) -> list[Value]:
    found: list[Value] = []
    while not tokens.at("]"):
        found.append(_value(tokens, depth + 1))
        if not tokens.at("]"):
            _expect(tokens, ",")
    tokens.next()
    return found


def _expect(tokens: _Tokens, mark: str) -> None:
    token = tokens.next()
    if token.kind != "mark" or token.text != mark:
        raise _unexpected(token, f"“{mark}”")


def _unexpected(token: _Token, wanted: str) -> BoardFileError:
    what = token.text if token.kind == "end" else f"“{token.text[:20]}”"
    return BoardFileError([f"Line {token.line}: {wanted} is missing before {what}."])


def _text(token: _Token) -> str:
    """Return the text of a string; two halves of a character (surrogates) become it."""

    def character(match: re.Match[str]) -> str:
        if code := match[1] or match[2] or match[3]:
            return chr(min(int(code, 16), 0x10FFFF))
        return _ESCAPED.get(match[4], match[4])

    text = _ESCAPE.sub(character, token.text[1:-1])
    try:
        return text.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        raise BoardFileError([f"Line {token.line}: a text has half a character, such as \\ud83d alone."]) from None
