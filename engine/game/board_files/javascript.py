"""The object literals of a JavaScript file, read without running it: ``name = { 1: { "type": [ … ] } }``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...errors import BoardFileError, quoted

MAX_DEPTH = 12
MAX_TOKENS = 60_000  # the presenter’s own file has a third of them
MAX_DUPLICATES_NOTED = 20  # sentences on duplicate names

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
class ScriptValue:
    """A value and the line on which it begins: a dict or list of values, a text, a number, True, False or None."""

    content: Any
    line: int


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    line: int


def read_object_literals(text: str) -> tuple[dict[str, ScriptValue], list[str]]:
    """Return the named top-level objects of a file, and sentences on duplicate names.

    As in JavaScript, the last object of a name counts. Raises BoardFileError with the line of a fault.
    """
    tokens = _Tokens(text)
    objects: dict[str, ScriptValue] = {}
    depth = 0
    while (token := tokens.next()).kind != "end":
        depth += {"{": 1, "}": -1}.get(token.text, 0) if token.kind == "mark" else 0
        if token.kind == "word" and depth == 0 and tokens.is_at("="):
            tokens.next()
            if tokens.is_at("{"):
                tokens.note_duplicate(token.text, token.line, objects)
                objects[token.text] = _read_value(tokens, 1)
    return objects, tokens.duplicates


class _Tokens:
    """The tokens of a text with one token lookahead, and sentences on duplicate names."""

    def __init__(self, text: str) -> None:
        self.duplicates: list[str] = []
        self._stream = self._split_tokens(text)
        self.ahead = next(self._stream)

    def next(self) -> _Token:
        """Return the next token; after the last one, always the end."""
        token = self.ahead
        self.ahead = next(self._stream, token)
        return token

    def is_at(self, mark: str) -> bool:
        return self.ahead.kind == "mark" and self.ahead.text == mark

    def note_duplicate(self, name: str, line: int, objects: dict[str, ScriptValue]) -> None:
        if name in objects and len(self.duplicates) == MAX_DUPLICATES_NOTED:
            self.duplicates.append(f"From line {line} more names are given twice; the last one of each counts.")
        elif name in objects and len(self.duplicates) < MAX_DUPLICATES_NOTED:
            self.duplicates.append(f"Line {line}: {quoted(name)} is given twice; the last one counts.")

    @staticmethod
    def _split_tokens(text: str) -> Iterator[_Token]:
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


def _read_value(tokens: _Tokens, depth: int) -> ScriptValue:
    token = tokens.next()
    if depth > MAX_DEPTH:
        raise BoardFileError([f"Line {token.line}: lists and objects are nested more than {MAX_DEPTH} deep."])
    if token.kind == "string":
        return ScriptValue(_decode_string(token), token.line)
    if token.kind == "number" and len(token.text) <= 15:
        return ScriptValue(float(token.text) if "." in token.text else int(token.text), token.line)
    if token.kind == "word" and token.text in _WORDS:
        return ScriptValue(_WORDS[token.text], token.line)
    if token.kind == "mark" and token.text == "{":
        return ScriptValue(_read_object(tokens, depth), token.line)
    if token.kind == "mark" and token.text == "[":
        return ScriptValue(_read_list(tokens, depth), token.line)
    raise _build_missing_error(token, "a value")


def _read_object(tokens: _Tokens, depth: int) -> dict[str, ScriptValue]:
    members: dict[str, ScriptValue] = {}
    while not tokens.is_at("}"):
        key = tokens.next()
        if key.kind not in ("string", "number", "word"):
            raise _build_missing_error(key, "a name")
        name = _decode_string(key) if key.kind == "string" else key.text
        tokens.note_duplicate(name, key.line, members)
        _expect_mark(tokens, ":")
        members[name] = _read_value(tokens, depth + 1)
        if not tokens.is_at("}"):
            _expect_mark(tokens, ",")
    tokens.next()
    return members


def _read_list(tokens: _Tokens, depth: int) -> list[ScriptValue]:
    items: list[ScriptValue] = []
    while not tokens.is_at("]"):
        items.append(_read_value(tokens, depth + 1))
        if not tokens.is_at("]"):
            _expect_mark(tokens, ",")
    tokens.next()
    return items


def _expect_mark(tokens: _Tokens, mark: str) -> None:
    token = tokens.next()
    if token.kind != "mark" or token.text != mark:
        raise _build_missing_error(token, f"“{mark}”")


def _build_missing_error(token: _Token, expected: str) -> BoardFileError:
    text = token.text if token.kind == "end" else f"“{token.text[:20]}”"
    return BoardFileError([f"Line {token.line}: {expected} is missing before {text}."])


def _decode_string(token: _Token) -> str:
    """Return the text of a string; pairs of surrogates are joined to their character."""

    def decode_escape(match: re.Match[str]) -> str:
        if code := match[1] or match[2] or match[3]:
            return chr(min(int(code, 16), 0x10FFFF))
        return _ESCAPED.get(match[4], match[4])

    text = _ESCAPE.sub(decode_escape, token.text[1:-1])
    try:
        return text.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        raise BoardFileError([f"Line {token.line}: a text has half a character, such as \\ud83d alone."]) from None
