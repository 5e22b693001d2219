"""A text without the decoration that forums, mails and spreadsheets put around a position."""

from __future__ import annotations

import re
import unicodedata

from ...errors import NotationError, quoted
from ..plain_text import MARKUP, plain, remove_invisible
from .reading import check_length

_TAGS = re.compile(rf"{MARKUP.pattern}|</?[a-z][^<>]*>")
_BLANKS = re.compile(r"[^\S\n]+")
_PLAYER_WORD = re.compile(
    r"\b(?:player|contestant|podium|seat)\s+(a|b|c|one|two|three)\b"
    r"|\b(first|second|third|1st|2nd|3rd)\s+(?:player|contestant|podium|seat|one)\b"
)
_PLAYER_NUMBERS = {
    **dict.fromkeys(("a", "one", "first", "1st"), 1),
    **dict.fromkeys(("b", "two", "second", "2nd"), 2),
    **dict.fromkeys(("c", "three", "third", "3rd"), 3),
}
_LETTERED = re.compile(r"(?:^|(?<=[\n/;|]))[^\S\n]*+([abc])[^\S\n]*+(?:[:.)]|[–—-](?=\s))", re.MULTILINE)
_DOLLAR_AFTER = re.compile(r"(?<![$0-9.,])([0-9]+(?:[., ][0-9]{3}(?![0-9]))*+)[^\S\n]?\$(?![^\S\n]*[0-9])")
_NUMBERED = re.compile(
    r"(?:^|(?<=[\n/;|]))[^\S\n]*+(?:[#p]([123])[.):]?(?=\s)|([123])(?:(?:st|nd|rd)?[):]|\.(?=\s)))", re.MULTILINE
)


def clean_text(text: str) -> str:
    """Return the text in lower case and plain characters, without markup, bullets, long gaps or empty lines.

    Raises:
        NotationError: the text is too long, or has digits such as “²”.
    """
    text = plain(remove_invisible(text))
    if odd_character := next((char for char in text if unicodedata.category(char) == "No"), None):
        raise NotationError(f"{quoted(odd_character)} is not understood. Write digits.")
    text = unicodedata.normalize("NFKC", text).lower()
    check_length(text)  # a ligature becomes several letters
    text = collapse_blanks(_TAGS.sub(" ", text))
    lines = [re.sub(r"^(?:\s*>)+\s?", "", line).strip() for line in text.split("\n")]
    lines = [line for line in lines if re.search(r"[0-9a-z]", line)]
    bullet_lines = [line for line in lines if re.match(r"[*•·\-–]\s+", line)]
    # A single star is no bullet: it marks who is up.
    if len(bullet_lines) > 1 or any(re.match(r"[•·]", line) for line in lines):
        lines = [re.sub(r"^[*•·\-–]\s+", "", line) for line in lines]
    text = "\n".join(lines)
    text = re.sub(r"\bw/\s*(?=(?:[0-9]+|[a-z]+)\s+(?:earned|passed|spin|whamm)|[123]\s+(?:is\s+)?up\b)", "with ", text)
    text = re.sub(r"\b(?:up\s+next|next\s+up)\b", "up", text)
    text = re.sub(r"^round\s(?:2|two)\b[^\S\n]*[:.,–—-]?", "", text)
    text = re.sub(r"\bwhamm(?:i)?ed[\s-]+out\b", "out", text)
    text = _PLAYER_WORD.sub(lambda match: f"player {_PLAYER_NUMBERS[match[1] or match[2]]}", text)
    if sorted(_LETTERED.findall(text)) == ["a", "b", "c"]:
        text = _LETTERED.sub(lambda match: f"player {_PLAYER_NUMBERS[match[1]]} ", text)
    text = re.sub(r"\bit(?:'s|\s+is)\s+(?=[^\s:]+(?:'s|s')\s+turn\b)", "", text)
    text = re.sub(r"(?<=[0-9])\.00?(?![0-9k])", "", text)  # zero cents
    text = _DOLLAR_AFTER.sub(r"$\1", text)
    numbers = [match[1] or match[2] for match in _NUMBERED.finditer(text)]
    if sorted(numbers) == ["1", "2", "3"]:
        text = _NUMBERED.sub(lambda match: f"player {match[1] or match[2]} ", text)
    return text


def collapse_blanks(text: str) -> str:
    """Return the text with each run of blanks cut to a tab if it has one, else to at most two spaces, for tables."""
    return _BLANKS.sub(lambda run: "\t" if "\t" in run[0] else "  "[: len(run[0])], text)
