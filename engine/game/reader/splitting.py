"""A text cut into one piece for each contestant, by seat names or by separators."""

from __future__ import annotations

import re
from itertools import pairwise

from ...errors import NotationError, quoted
from ..position import SEAT_NAMES
from .podium import PodiumReading, check_bare, read_podium
from .vocabulary import (
    EXAMPLE,
    FILLERS,
    NUMBER_OF_WORD,
    OUT,
    PART_OF_WORD,
    PLAYER,
    SEAT_OF_WORD,
    TURN,
    UP,
    UP_MARKS,
    find_seat,
)

_LABEL = re.compile(rf"(?:^|(?<=[\s/;|,.:(&]))(?:({'|'.join(SEAT_OF_WORD)})\b|{PLAYER})")
_BEFORE_NUMBERS = re.compile(r"\s*+[:=\-(]|\s++\$?[0-9]")
_CONTESTANT = re.compile(r"[0-9]|\bout\b")
# Separators of contestants, the clearest first.
_SEPARATORS = (
    r"[/;|]+",
    r"\s+(?:vs\.?|versus|v)\s+",
    r"\s[–—\-]+\s",
    r"\t+",
    r"(?<![0-9]),|,(?![0-9]{3}(?![0-9]))",
    r",(?![0-9]{3}(?![0-9]))|\band\b",
    r"(?<![0-9]),|,(?![0-9]{3}(?![0-9]))|(?<=[0-9]{4}),",  # “8000 3 spins,3000,500”
)
_CLEAR, _DASHES = _SEPARATORS[0], _SEPARATORS[2]
_COUNTS = "|".join(word for word, part in PART_OF_WORD.items() if part != "score")
_COUNT_BEFORE = re.compile(rf"(?<![a-z])(?:{_COUNTS})(?![a-z])")
_COUNT_AFTER = re.compile(rf"[0-9,.]++\s?(?:(?:out\s)?of\b|(?:{_COUNTS})(?![a-z])(?!\s?[:=]?\s?[0-9]))")
# A name, and what ends it: a mark, or a blank and then a number or “out”.
_NAME = re.compile(
    r"\s*+([*←→▶►★]?\s*+[^\W\d_](?:[^\W\d_]|[.'’-](?=\w)|\.| (?!(?:out|has|had|holds|with|at|is)\b))*+)\s*+(?:(?:has|had|holds|with|(?:is\s)?at)\s++(?=[$0-9]))?(?:[:=]|(?<=\s)[–—\-]\s|(?=[$(])|(?<=\s)(?=[0-9]|out\b))"
)
_NUMBERED = re.compile(rf"\s*{PLAYER}(?=\s)")
_LISTED = re.compile(r"^\s*(?:and|while)\s+")  # before the last name of a sentence
_NAME_CUTS = (r"[\n/;|]+", r"[\n/;|]+|,(?![0-9]{3}(?![0-9]))")
_SPINS_BEFORE_LEFT = re.compile(r"(?:spins?|earned|passed|[0-9])\s*$")  # before the “left” of “3 spins left”
_POSITION_WORDS = {UP, TURN, *OUT, *PART_OF_WORD, *NUMBER_OF_WORD, "next", "play", "plays", "all", "everyone", "nobody"}
_POSITION_WORDS -= {"a", "an", "single", "money"}  # words of other remarks
_KNOWN_WORDS = {UP, TURN, "next", "out", "eliminated", *PART_OF_WORD, *NUMBER_OF_WORD, *FILLERS}


def find_names(text: str) -> dict[str, int]:
    """Return the seats of the contestants' names, from left to right; none unless three are named before numbers."""
    for cut in _NAME_CUTS:
        names: dict[str, int] = {}
        pieces = (_LISTED.sub("", piece) for piece in re.split(cut, text) if _CONTESTANT.search(piece))
        for place, piece in enumerate(pieces):
            numbered = _NUMBERED.match(piece)  # “player 2 bob: 3000”
            match = _NAME.match(piece[numbered.end() :] if numbered else piece)
            name = match[1].strip(f" {UP_MARKS}") if match else ""
            if name and not _has_position_words(name) and SEAT_OF_WORD.keys().isdisjoint(name.split()):
                names[name] = int(numbered[1]) - 1 if numbered else place
        if sorted(names.values()) == [0, 1, 2]:
            return names
    return {}


def _has_position_words(name: str) -> bool:
    """Return whether a supposed name has words about the position: “Ann’s turn. Ann”."""
    words = re.findall(r"[^\W\d_]{2,}", name)
    return not _KNOWN_WORDS.isdisjoint([*words, *name.split()])


def read_pieces(text: str, guesses: list[str]) -> list[PodiumReading]:
    """Return the three podiums of a text that describes one contestant after the other.

    Raises:
        NotationError: there are not three contestants, or one of them is not understood.
    """
    labeled = _split_by_label(text, guesses)
    if labeled:
        return _read_each(_remove_names(labeled) or labeled, guesses)
    pieces = _split_by_separator(text, guesses)
    if len(pieces) != 3:
        raise NotationError(
            f"A position has three contestants; this text seems to have {len(pieces)}. "
            f"Put “/” or a new line between them: {EXAMPLE}."
        )
    nameless = _remove_names(pieces)
    if nameless:
        guesses.append("the three stand from left to right")
    return _read_each(nameless or pieces, guesses)


def _read_each(pieces: list[str], guesses: list[str]) -> list[PodiumReading]:
    podiums = [read_podium(piece, guesses) for piece in pieces]
    check_bare(podiums)
    return podiums


def _note_remark(text: str, guesses: list[str]) -> None:
    """Add a remark between the contestants to ``guesses``. Raises NotationError if it may be about the position."""
    words = re.findall(r"[^\W\d_]+", text)
    if any(word in _POSITION_WORDS for word in words) or (len(words) == 1 and words[0] in ("first", "second", "third")):
        raise NotationError(f"{quoted(text.strip())} is not understood. Write it like {EXAMPLE}.")
    if words:
        guesses.append(f"{quoted(text.strip())} as a remark")


def _split_by_label(text: str, guesses: list[str]) -> list[str] | None:
    """Return the pieces that belong to Left, Center and Right, in this order; None if the seats are not named."""
    labels = []
    for match in _LABEL.finditer(text):
        if match.group(1) == "left" and _SPINS_BEFORE_LEFT.search(text[max(0, match.start() - 10) : match.start()]):
            continue
        if match.group(1) and len(match.group(1)) < 3 and not _BEFORE_NUMBERS.match(text, match.end()):
            continue
        labels.append((find_seat(match.group(1) or match.group(2)), match))
    seats = [seat for seat, _ in labels]
    if len(set(seats)) < 2:
        return None
    if len(set(seats)) != len(seats):
        raise NotationError("One contestant is named twice; name Left, Center and Right once each.")
    if len(seats) != 3:
        missing_name = next(name for seat, name in enumerate(SEAT_NAMES) if seat not in seats)
        raise NotationError(f"What about {missing_name}? Give all three scores; 0 if there is none.")
    if not re.search(r"[0-9]", text[: labels[0][1].start()]):
        _note_remark(text[: labels[0][1].start()], guesses)
    ends = [match.start() for _, match in labels[1:]] + [len(text)]
    pieces = {seat: text[match.end() : end] for (seat, match), end in zip(labels, ends, strict=True)}
    if re.search(r"[0-9]", text[: labels[0][1].start()]):  # “8000 Left, 3000 Center, 0 Right”
        starts = [0, *(match.end() for _, match in labels[:-1])]
        pieces = {seat: text[start : match.start()] for (seat, match), start in zip(labels, starts, strict=True)}
        if re.search(r"[0-9]", text[labels[-1][1].end() :]):
            raise NotationError("It is not clear which numbers belong to whom; put each name before its numbers.")
    return [pieces[seat] for seat in range(3)]


def _split_by_separator(text: str, guesses: list[str]) -> list[str]:
    """Return the text split by contestant; another number of pieces than three if the split is not clear."""
    lines = [line for line in text.split("\n") if _CONTESTANT.search(line)]
    if len(lines) == 3:
        for line in text.split("\n"):
            if line not in lines:
                _note_remark(line, guesses)
        return lines
    flat = " ".join(text.split("\n"))
    cuts = [(separator, re.split(separator, flat)) for separator in _SEPARATORS]
    clean_cuts = [(separator, cut) for separator, cut in cuts if sum(map(bool, map(_CONTESTANT.search, cut))) == 3]
    amounts = [match.start() for match in re.finditer(r"\$\s*[0-9]", flat)]
    has_bare_line = len(lines) > 1 and not all(
        "$" in line for line in lines
    )  # “$8,000 $3,000 $0”, and under it “3 0 0”
    splits_by_amount = len(amounts) == 3 and not has_bare_line and not re.search(r"[0-9]", flat[: amounts[0]])
    if clean_cuts:
        separator, cut = clean_cuts[0]
        pieces = [piece for piece in cut if _CONTESTANT.search(piece)]
        starts = [_starts_with_count(piece) for piece in pieces]
        is_bare = (
            separator == _DASHES and len(clean_cuts) > 1 and not re.search("[a-z]{2}", flat)
        )  # “8k, 0 - 0 1, 0 - 3 1”
        if any(starts) or is_bare:
            is_shifted = starts == [False, True, True]  # “8000 1 earned; 2 passed, 3000 2 earned; 1 passed, 0”
            has_inner_separator = separator != _CLEAR and any(
                re.search(rf"{_CLEAR}|{_DASHES}|\t", piece) for piece in pieces
            )
            has_other_reading = splits_by_amount or not all(
                any(map(_starts_with_count, other)) for _, other in clean_cuts[1:]
            )
            if is_shifted or has_inner_separator or has_other_reading or separator == _DASHES:
                raise _build_split_error()
        for piece in cut:
            if piece not in pieces:
                _note_remark(piece, guesses)
        return pieces
    if splits_by_amount:
        guesses.append("each $ begins a contestant")
        return [flat[a:b] for a, b in pairwise([0, *amounts[1:], len(flat)])]
    pieces = flat.split(",")
    if len(pieces) == 3 and all(map(_CONTESTANT.search, pieces)) and "$" not in flat:  # “8000 3 spins,500,250”
        return pieces
    numbers = re.findall(r"[0-9][0-9,]*", flat)
    if len(lines) < 2 and len(numbers) == 3 and not re.search(r"[a-z]", flat):
        return flat.split()
    pieces = lines if len(lines) > 1 else [piece for piece in re.split(r"[/;|]|,\s", flat) if piece.strip()]
    if len(pieces) == 3 and any(map(_starts_with_count, pieces)):
        raise _build_split_error()
    return pieces


def _build_split_error() -> NotationError:
    return NotationError(
        "It is not clear where one contestant ends and the next begins. "
        f"Put “/” or a new line between them, and each score first: {EXAMPLE}."
    )


def _starts_with_count(piece: str) -> bool:
    """Return whether another number than the score comes first: “3 spins, 8000”, “passed: 1”; not “8000 spins: 3”."""
    start = next((place for place, char in enumerate(piece) if char.isdigit()), len(piece))
    return bool(_COUNT_BEFORE.search(piece[:start]) or _COUNT_AFTER.match(piece, start))


def _remove_names(pieces: list[str]) -> list[str]:
    """Return text such as “Peter: $8,000” without the name; no pieces unless they all begin with one."""
    pieces = [_LISTED.sub("", piece) for piece in pieces]
    matches = [_NAME.match(piece) for piece in pieces]
    if not all(matches):
        return []
    if any(_has_position_words(match.group(1)) for match in matches if match):
        return []
    nameless = []
    for piece, match in zip(pieces, matches, strict=True):
        assert match
        marks = "".join(mark for mark in match.group(1) if mark in UP_MARKS)
        nameless.append(f"{marks} {piece[match.end() :]}")
    return nameless
