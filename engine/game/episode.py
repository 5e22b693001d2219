"""An episode: its day as people write it, its version of the show, and the known boards nearest in time."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from .board import Board, preset_boards
from .eras import ERAS, PILOT, Era
from .plain_text import plain

_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_ABBREVIATIONS = {"september": "sept"}  # besides the first three letters
_WEEKDAY = re.compile(r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? ", re.IGNORECASE)
_YEAR_FIRST = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})")
_MONTH_FIRST = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})")
_IN_WORDS = re.compile(r"([A-Za-z]{3,9})\.? ([0-9]{1,2})(?:st|nd|rd|th)?(?:, ?| )([0-9]{4}|'?[0-9]{2})", re.IGNORECASE)
_PREDECESSOR = {"second", "chance"}  # of 1977, on ABC
_MIN_1900S_YEAR = 77  # two-digit years from this one on are in the 1900s: the show’s predecessor was on in 1977


def read_day(text: str) -> date | None:
    """Return the day in a text: 1985-03-04, 3/4/1985, 3/4/85, or March 4, 1985; None if it is not a day."""
    text = _WEEKDAY.sub("", " ".join(plain(text).split()), count=1)
    if match := _YEAR_FIRST.fullmatch(text):
        return _make_date(match[1], match[3], match[4])
    if match := _MONTH_FIRST.fullmatch(text):
        return _make_date(match[4], match[1], match[3])
    if match := _IN_WORDS.fullmatch(text):
        month = match[1].lower()
        names = (
            number for number, name in enumerate(_MONTHS, 1) if month in (name, name[:3], _ABBREVIATIONS.get(name))
        )
        return _make_date(match[3], str(next(names, 0)), match[2])
    return None


def find_era_of_day(day: date) -> Era | None:
    """Return the version of the show that was on the air on a day; None between two versions."""
    return next((era for era in ERAS if era.was_on(day)), None)


def era_of_show(show: str) -> Era | None:
    """Return the version of the show that a text names by its network or title: “Press Your Luck (ABC)”."""
    words = set(re.findall(r"[a-z]+", show.lower()))
    if words >= _PREDECESSOR:
        return None
    return next((era for era in ERAS if era.id in words or (era.id == "gsn" and "whammy" in words)), None)


def find_era_or_pilot(show: str) -> Era | None:
    """Return the version of the show that a text names, as ``era_of_show`` does, or its pilot."""
    era = era_of_show(show)
    return PILOT if era is ERAS[0] and is_of_pilot(show) else era


def is_of_pilot(show: str) -> bool:
    """Return whether a text names the pilot: “CBS pilot”."""
    return "pilot" in show.lower()


def is_of_day(board: Board, day: date) -> bool:
    """Return whether a board is known to have been in use on a day."""
    days = _find_board_days(board)
    return days is not None and days[0] <= day <= days[1]


def find_nearest_board(
    round_: int, era: Era | None, day: date | None, extra_boards: Iterable[Board] = ()
) -> Board | None:
    """Return the complete board of a round nearest in time to an episode; None if its show has none.

    Args:
        round_: 1 or 2.
        era: the version of the show; None for any.
        day: day of the episode; None for the last board of the show.
        extra_boards: boards besides the presets; they replace presets with the same id.
    """
    boards = preset_boards() | {board.id: board for board in extra_boards}
    candidates = [
        board
        for board in boards.values()
        if board.round == str(round_)
        and not board.refusal
        and not board.weighted  # weights are chosen by people, never by a date
        and (era is None or _is_of_era(board, era))
        and _find_board_days(board) is not None
        and (not is_of_pilot(board.show) or (day is not None and is_of_day(board, day)))
    ]
    return min(candidates, key=lambda board: _measure_board_distance(board, day), default=None)


def _is_of_era(board: Board, era: Era) -> bool:
    board_era = era_of_show(board.show)
    return board_era is not None and board_era.id == era.id


def _measure_board_distance(board: Board, day: date | None) -> tuple[int, int]:
    days = _find_board_days(board)
    assert days is not None
    since, until = days
    if day is None:
        return 0, -since.toordinal()
    return max((since - day).days, (day - until).days, 0), since.toordinal()


def _find_board_days(board: Board) -> tuple[date, date] | None:
    """Return the first and last day on which a board was in use; without a known end, December 31 of its first year."""
    since, until = read_day(board.valid_from or ""), read_day(board.valid_to or "")
    if since is None:
        return None
    return since, until or date(since.year, 12, 31)


def _make_date(year: str, month: str, day: str) -> date | None:
    year = year.lstrip("'")
    if len(year) == 2:
        year = f"{19 if int(year) >= _MIN_1900S_YEAR else 20}{year}"
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None
