"""The words, numbers and marks of a position in plain English, and the tokens that a text splits into."""

from __future__ import annotations

import re

from ...errors import NotationError, quoted

EXAMPLE = "“8000 3 spins / 3000 / 0”"

PARTS = {
    "score": "a score",
    "spins": "earned spins",
    "earned": "earned spins",
    "passed": "passed spins",
    "whammies": "Whammies",
}
PART_OF_WORD = {
    word: part
    for part, words in {
        "score": "score total dollars money bank cash amount",
        "spins": "spin spins",
        "earned": "e earned earn own",
        "passed": "p pass passed received",
        "whammies": "w whammy whammies whammys whams wham strikes strike",
    }.items()
    for word in words.split()
}
SEAT_OF_WORD = {
    **dict.fromkeys(("left", "l"), 0),
    **dict.fromkeys(("centre", "center", "middle", "mid", "c", "m"), 1),
    **dict.fromkeys(("right", "r"), 2),
}
NUMBER_OF_WORD = {
    word: number
    for number, word in enumerate(
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    )
} | {"zero": 0, "none": 0, "nothing": 0, "a": 1, "an": 1, "single": 1}
FILLERS = frozenset(
    [
        "and",
        "with",
        "plus",
        "has",
        "have",
        "had",
        "holds",
        "at",
        "is",
        "are",
        "was",
        "were",
        "of",
        "the",
        "to",
        "on",
        "in",
        "spin",
        "spins",
        "now",
        "currently",
        "remaining",
        "more",
        "player",
        "contestant",
        "podium",
        "seat",
        "he",
        "she",
        "they",
        "them",
        "his",
        "her",
        "by",
        "from",
        "each",
        "still",
        "play",
        "plays",
        "go",
        "goes",
        "points",
        "dollars",
    ]
)
PLAYER = r"(?:player|contestant|podium|seat)\s*+(?:#\s*+)?([123])"
UP = "up"
TURN = "turn"
UP_MARKS = "*←→▶►◄★☆«»"
OUT = ("out", "eliminated")

_TOKEN = re.compile(
    rf"""(?P<space>[\s_]+)
      | (?P<thousands>\$?\s*[0-9]+(?:\.[0-9]+)?\s?k(?![a-z]))
      | (?P<amount>\$\s*[0-9]{{1,3}}(?:[,.\ ][0-9]{{3}})+(?![0-9])|\$?[0-9]{{1,3}}(?:[,.][0-9]{{3}})+(?![0-9])|\$\s*[0-9]+)
      | (?P<number>[0-9]+)
      | (?P<run>w{{2,4}}(?![a-z]))
      | (?P<among>of\s+(?:(?:the|his|her|their)\s+spins|them|those|these|which)\b
          |(?:(?:that|which)\s+)?includ(?:es?|ing)\b|incl?\b\.?|counting\b)
      | (?P<word>[a-z]+(?:['’][a-z]+)?)
      | (?P<up>[{UP_MARKS}])
      | (?P<open>[(\[{{]) | (?P<close>[)\]}}])
      | (?P<plus>\+)
      | (?P<mark>[:=.,;/|&"“”~–—\-]+)
    """,
    re.VERBOSE,
)


def split_tokens(piece: str) -> list[tuple[str, str]]:
    """Return the (kind, text) tokens of a piece, spaces left out.

    Raises:
        NotationError: a number or a character that has no meaning here.
    """
    check_numbers(piece)
    tokens, start = [], 0
    while start < len(piece):
        match = _TOKEN.match(piece, start)
        if match is None:
            raise NotationError(f"{quoted(piece[start])} is not understood in {quoted(piece.strip())}.")
        if match.lastgroup != "space":
            tokens.append((match.lastgroup or "", match.group()))
        start = match.end()
    return tokens


def check_numbers(piece: str) -> None:
    """Check for cents and wrongly grouped digits: “$8,0000”, “$80,00” and “8 000 00”.

    Raises:
        NotationError: the piece has such a number.
    """
    if re.search(r"[0-9]\.[0-9]{1,2}(?![0-9k])", piece):
        raise NotationError(f"Use whole dollars, without cents: {quoted(piece.strip())}.")
    for match in re.finditer(r"(?:(\$)\s*+)?\b([0-9]+(?:[,.][0-9]+)+)\b(?!k)", piece):
        first_digits, *groups = re.split(r"[,.]", match[2])
        if len(first_digits) < 4 and all(len(group) == 3 for group in groups):
            continue
        if match[1] or any(len(group) > 3 or re.match(r"0[0-9]", group) for group in groups):
            raise NotationError(f"{quoted(match.group().strip())} isn’t an amount of money. Type it like $8,000.")
    if odd_match := re.search(r"(?<![0-9,.$])0[0-9]+", piece):
        raise NotationError(f"{quoted(odd_match.group())} is not understood in {quoted(piece.strip())}.")


def read_amount(text: str) -> int:
    """Return the dollars of “$8,000”, “8.000”, “8.5k” or “500.00”. Raises NotationError if there are too many digits."""
    bare = re.sub(r"[$\s]|\.00?$", "", text.lower())
    thousands = bare.endswith("k")
    digits = re.sub(r"[^0-9]", "", bare.partition(".")[0] if thousands else bare)
    if len(digits) > 9:
        raise NotationError(f"{quoted(text)} is too large a number.")
    return round(float(bare[:-1]) * 1000) if thousands else int(digits)


def read_count(kind: str, text: str) -> int | None:
    """Return the count that a token names in digits or as a word; None if it names none."""
    return int(text) if kind == "number" else NUMBER_OF_WORD.get(text)


def find_heading_part(words: str) -> str | None:
    """Return the part of a podium that a table's heading names."""
    part_words = [word for word in re.findall(r"[a-z]+", words) if word in PART_OF_WORD]
    parts = {PART_OF_WORD[word] for word in part_words if word != "total" or "spin" not in words}
    for part in ("passed", "whammies", "score", "earned", "spins"):
        if part in parts:
            return part
    return None


def find_seat(text: str) -> int | None:
    """Return the seat that a name or number (“player 2”) stands for."""
    number = re.search(r"[0-9]+", text)
    if number:
        return int(number.group()) - 1 if number.group() in ("1", "2", "3") else None
    return SEAT_OF_WORD.get(text)
