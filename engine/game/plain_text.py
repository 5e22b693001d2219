"""Typed and pasted texts with the characters of phones, mails and word processors as plain ones."""

from __future__ import annotations

import codecs
import re
import unicodedata
from functools import lru_cache

from ..errors import InputError

MARKUP = re.compile(r"\*\*|__|`|\[/?(?:b|i|u|code|quote|color|size)(?:=[^\[\]\n]{0,99})?\]", re.IGNORECASE)  # of forums
HALF = re.compile("[\ud800-\udfff]")  # half a character: a surrogate without its pair
HAS_HALF = "has half a character, such as \\ud83d alone."
# Marks of direction, soft hyphens, blanks of no width. The joiners U+200C and U+200D are letters of names.
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_AS_PLAIN = {
    **dict.fromkeys("‐‑‒–−﹣", "-"),  # an em dash is never a minus
    **dict.fromkeys("“”„‟″", '"'),
    **dict.fromkeys("‘’‚‛′´", "'"),
    **dict.fromkeys("£€", "$"),
    **dict.fromkeys("\u2028\u2029", "\n"),
}


def decode_text(file: bytes, subject: str = "The file") -> str:
    """Return the text of a file: in UTF-8, or in UTF-16 if its mark says so. Raises InputError."""
    if file.startswith(b"PK\x03\x04"):
        raise InputError("The file is a workbook or an archive, not text. Export it as text or CSV, in UTF-8.")
    encoding = "utf-16" if file[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig"
    if encoding != "utf-16" and b"\0" in file[:4]:
        raise InputError("The file is not UTF-8 text: it has null characters, as UTF-16 has. Save it as UTF-8.")
    try:
        return file.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding == "utf-16":
            raise InputError(f"{subject} is not UTF-16 text, as it says it is. Save it as UTF-8.") from None
        line = file[: error.start].count(b"\n") + 1
        raise InputError(
            f"{subject} is not UTF-8 text: line {line} has a byte that cannot be read. Save it as UTF-8."
        ) from None


def remove_invisible(text: str) -> str:
    """Return the text without invisible characters, its line ends normalized."""
    return _INVISIBLE.sub("", text).replace("\r\n", "\n").replace("\r", "\n")


def plain(text: str) -> str:
    """Return the text with ASCII digits, quotes, blanks and minus signs, character for character."""
    return text if text.isascii() else "".join(map(_simplify_character, text))


@lru_cache(4096)
def _simplify_character(char: str) -> str:
    if char in _AS_PLAIN:
        return _AS_PLAIN[char]
    if unicodedata.category(char) == "No":  # “8000²” is not 80002
        return char
    normalized = unicodedata.normalize("NFKC", char)
    return normalized if len(normalized) == 1 else char
