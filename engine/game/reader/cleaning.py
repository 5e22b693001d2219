"""A text without the decoration that forums, mails and spreadsheets put around a position."""

from __future__ import annotations

import re
import unicodedata

from .reading import check_length

_TAGS = re.compile(r"\[/?(?:b|i|u|code|quote|color|size)[^\[\]]*\]|</?[a-z][^<>]*>|\*\*|__|`")
_BLANKS = re.compile(r"[^\S\n]+")
_NUMBERED = re.compile(r"(?:^|(?<=[\n/;|]))[^\S\n]*+(?:[#p]([123])[.):]?(?=\s)|([123])(?:[):]|\.(?=\s)))", re.MULTILINE)


def clean(text: str) -> str:
    """Return the text in lower case and plain characters, without markup, bullets, long gaps or empty lines.

    Raises:
        NotationError: it is too long.
    """
    text = (
        unicodedata.normalize("NFKC", text)
        .replace("\r\n", "\n")
        .replace("\r", "\n")
        .replace("−", "-")
        .replace("£", "$")
        .lower()
    )
    check_length(text)  # a ligature becomes several letters
    text = collapse_blanks(_TAGS.sub(" ", text))
    lines = [re.sub(r"^(?:\s*>)+\s?", "", line).strip() for line in text.split("\n")]
    lines = [line for line in lines if re.search(r"[0-9a-z]", line)]
    bulleted = [line for line in lines if re.match(r"[*•·\-–]\s+", line)]
    # A single star is no bullet: it marks who is up.
    if len(bulleted) > 1 or any(re.match(r"[•·]", line) for line in lines):
        lines = [re.sub(r"^[*•·\-–]\s+", "", line) for line in lines]
    text = "\n".join(lines)
    text = re.sub(r"\bw/\s*(?=(?:[0-9]+|[a-z]+)\s+(?:earned|passed|spin|whamm))", "with ", text)
    text = re.sub(r"\bup\s+next\b", "up", text)
    text = re.sub(r"(?<=[0-9])\.00?(?![0-9k])", "", text)  # zero cents
    numbers = [match[1] or match[2] for match in _NUMBERED.finditer(text)]
    if sorted(numbers) == ["1", "2", "3"]:
        text = _NUMBERED.sub(lambda match: f"player {match[1] or match[2]} ", text)
    return text


def collapse_blanks(text: str) -> str:
    """Return the text with each run of blanks cut to a tab if it has one, else to two spaces: what tables need."""
    return _BLANKS.sub(lambda run: "\t" if "\t" in run[0] else "  "[: len(run[0])], text)
