"""No text that a visitor may send costs a reader more than its length: each is fed long runs, at night at its full length."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from engine import InputError, Position, read_board_file, read_position
from pressorpass_site.boards import exchange as exchange_boards
from pressorpass_site.boards.editor import draft_content, lines
from pressorpass_site.core import money
from pressorpass_site.games import exchange
from tests.tier import NIGHTLY

from . import patterns, readers, runs

SECONDS = 0.5  # of CPU time for one text; what goes over it again and again takes minutes
ALONE = 50_000 if not NIGHTLY else 10**9  # characters of a run of one kind, where a reader takes more
PAIRS = 10_000  # of a run of two kinds
BOARD = 12_000 if not NIGHTLY else 1_000_000  # of a board: as many as a file has
EVERY = 11  # of this many pairs one is tried by day
PATTERN = 6_000, 0.15  # characters for a pattern, and seconds; one that goes back over them takes 0.3 and more


@dataclass(frozen=True)
class Reader:
    """A reader, the longest text that it takes, and valid ones."""

    name: str
    read: Callable[[str], Any]
    longest: int
    valid: tuple[str, ...]


READERS = (
    Reader("positions as typed", read_position, 500, (*readers.TYPED, "a b1")),
    Reader("positions in notation", Position.parse, 300, readers.NOTATIONS[:2]),
    Reader("whole games", readers.read_game_text, 200_000, (readers.GAME, "= 1000e3,2000e1,3000\n1. 750 w")),
    Reader("moves", readers.go_on, 200_000, readers.MOVES[:4]),
    Reader("what squares show", lambda text: readers.read_shown((readers.CHOOSING, 9, text)), 200, ("8:500+,10:w",)),
    Reader("amounts", lambda text: money.parse_money(text, highest=10**6), 50_000, ("$8,000", "8.5k", "-5")),
    Reader("counts", lambda text: money.parse_count(text, highest=40, subject="Spins"), 50_000, ("12",)),
    Reader("targets of a slide", draft_content.parse_targets, 50_000, ("square 8 or 10",)),
    Reader("boards as lists", read_board_file, BOARD, ("1: $500 / Trip ($900) + spin / W", '"Double bed" ($500)')),
    Reader("boards as sheets", partial(read_board_file, file_name="b.csv"), BOARD, ("sep=,\nNr.,A,B,C\n1,500,W,$1",)),
    Reader("boards of a presenter", partial(read_board_file, file_name="b.js"), BOARD, readers.PRESENTERS),
    Reader("squares in the editor", lambda text: lines.read(text, {"squares": []}), BOARD, ("4 $750 1500+S W",)),
    Reader(
        "boards in JSON",
        lambda text: exchange_boards.read_file(text.encode()),
        BOARD,
        ('{"id": "x", "squares": []}',),
    ),
    Reader("boards of a game", exchange._BOARD_HEADER.findall, 200_000, ('[Board1 "pyl-1985-02-r2"]',)),
)


def cases(reader: Reader) -> Iterator[tuple[str, str]]:
    """What a run is made of, and a text with it; a part of the pairs takes turns in the texts and places, at night all of each."""
    for number, unit in enumerate(runs.units(pairs=True)):
        alone = number < len(runs.KINDS) + len(runs.WORDS)
        slow_readers = [
            (unit, text)
            for valid in reader.valid
            for text in runs.around(valid, unit, min(reader.longest, ALONE if alone else PAIRS))
        ]
        if NIGHTLY or (alone and reader.longest <= PAIRS):
            yield from slow_readers
        elif alone:
            yield from slow_readers[:4]
        elif number % EVERY == 0:
            yield slow_readers[number // EVERY % len(slow_readers)]


def cpu_seconds(run: Callable[[], Any], most: float) -> float:
    """The CPU time of a call; the less of two if the first took longer than ``most``, as what it loads does not count."""
    took: list[float] = []
    while not took or (len(took) < 2 and took[0] > most):
        began = time.process_time()
        with suppress(InputError, ValueError):
            run()
        took.append(time.process_time() - began)
    return min(took)


def seconds(reader: Reader, text: str) -> float:
    return cpu_seconds(partial(reader.read, text), SECONDS)


@pytest.mark.parametrize("reader", READERS, ids=[reader.name for reader in READERS])
def test_a_reader_takes_no_longer_than_its_text(reader: Reader) -> None:
    slow = [(unit, text[:40], text[-40:]) for unit, text in cases(reader) if seconds(reader, text) > SECONDS]
    assert slow == []


def test_no_pattern_of_the_program_goes_back_over_a_run() -> None:
    length, most = PATTERN
    slow = set()
    for (pattern, flags, way), file in patterns.all_patterns().items():
        compiled = re.compile(pattern, flags)
        for text in patterns.texts_for(pattern, length):
            if cpu_seconds(partial(patterns.used, compiled, way, text), most) > most:
                slow.add((file, pattern, text[:20]))
                break
    assert slow == set()
