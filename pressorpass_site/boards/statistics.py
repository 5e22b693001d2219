"""The figures of a board in words and numbers for people; the engine finds them.

All of them are exact: every slide is counted, nothing is drawn at random. Where they cannot be told
(a slide is not documented) a sentence says so instead.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256

from django.core.cache import cache

from engine import ENGINE_VERSION, BoardError, BoardFigures, Rules, SpinFigures, board_figures
from engine import Board as EngineBoard
from pressorpass_site.core.formatting import MINUS, exact_percent, money, points

KEEP_SECONDS = 24 * 3600
SPINS = (1, 2, 3, 4, 5, 6)
TOO_FAR = "Its moves branch too far to list: positions on it cannot be answered."
LONGEST_FRACTION = 9  # characters: 1360/4860 is worth reading, a longer one is not

Value = Fraction | float


@dataclass(frozen=True)
class Kind:
    """How one figure is called, written, and subtracted."""

    name: str
    value: Callable[[SpinFigures], Value]
    is_chance: bool

    def text(self, spin: SpinFigures) -> str:
        value = float(self.value(spin))
        return exact_percent(value) if self.is_chance else money(value)

    def fraction(self, spin: SpinFigures) -> str:
        """The chance as a fraction, if that is one to look at."""
        value = self.value(spin)
        text = str(value) if self.is_chance else ""
        return text if "/" in text and len(text) <= LONGEST_FRACTION else ""

    def change(self, old: SpinFigures, new: SpinFigures) -> str:
        """From old to new: “+1.9” (percentage points), “−$123”, “same”."""
        difference = self.value(new) - self.value(old)
        if difference == 0:
            return "same"
        if self.is_chance:
            return points(float(difference))
        size = money(abs(float(difference)))
        if size == "$0":
            return "<\u00a0$1"
        return f"{'+' if difference > 0 else MINUS}{size}"


WHAMMY = Kind("Chance of a Whammy", lambda spin: spin.whammy, is_chance=True)
EXTRA_SPIN = Kind("Chance of an extra spin", lambda spin: spin.extra_spin, is_chance=True)
MOVE = Kind("Chance of a move", lambda spin: spin.move, is_chance=True)
MEAN = Kind("Money, on average", lambda spin: spin.mean, is_chance=False)
SPREAD = Kind("Spread of the money", lambda spin: spin.spread, is_chance=False)
KINDS = (WHAMMY, EXTRA_SPIN, MOVE, MEAN, SPREAD)
FOLLOWED = (WHAMMY, EXTRA_SPIN, MEAN, SPREAD)  # after moves none is left to meet


def _within(spins: int) -> Kind:
    name = f"{spins} spins" if spins > 1 else "1 spin"
    return Kind(name, lambda spin: spin.whammy_within(spins), is_chance=True)


WITHIN = tuple(_within(spins) for spins in SPINS)


@dataclass(frozen=True)
class Cell:
    """A number and, under it, the fraction that it is."""

    text: str
    fraction: str = ""


@dataclass(frozen=True)
class Row:
    """One figure: with the slides as they are, and after moves."""

    name: str
    raw: Cell
    after: Cell


@dataclass(frozen=True)
class Told:
    """The figures of a board, ready to be shown: rows, or in `trouble` why there are none."""

    rows: list[Row] = field(default_factory=list)
    within: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    trouble: str = ""

    @property
    def key_figures(self) -> list[tuple[str, str]]:
        """The three that fit a card, after moves."""
        short = {WHAMMY.name: "Whammy", EXTRA_SPIN.name: "extra spin", MEAN.name: "money a spin"}
        return [(short[row.name], row.after.text) for row in self.rows if row.name in short]


@dataclass(frozen=True)
class Change:
    """One figure on two boards."""

    name: str
    old: str
    new: str
    change: str


@dataclass(frozen=True)
class Known:
    """How many slides of a board are documented."""

    slides: int
    total: int

    @property
    def all(self) -> bool:
        return self.slides == self.total


def known(board: EngineBoard) -> Known:
    """How much of a board is known."""
    kinds = [slide.kind for square in board.squares for slide in square.slides]
    return Known(len(kinds) - kinds.count("unknown"), len(kinds))


def too_far(board: EngineBoard) -> bool:
    """Whether the moves branch so far that no position on the board can be answered."""
    return board.complete and isinstance(_find(board), str)


def tell(board: EngineBoard) -> Told:
    """Every figure of a board, and how it is counted."""
    found = _find(board)
    if isinstance(found, str):
        return Told(trouble=found)
    return Told(
        rows=[_row(kind, found) for kind in KINDS if kind is not MOVE or found.raw.move],
        within=[_row(kind, found) for kind in WITHIN],
        notes=_notes(board, found),
    )


def compare(old: EngineBoard, new: EngineBoard) -> list[tuple[str, list[Change]]]:
    """The figures of two boards with their differences, under headings; empty if either has none."""
    before, after = _find(old), _find(new)
    if isinstance(before, str) or isinstance(after, str):
        return []
    spin = _changes(FOLLOWED, before.after_moves, after.after_moves)
    within = ("At least one Whammy on", _changes(WITHIN, before.after_moves, after.after_moves))
    if not before.raw.move and not after.raw.move:
        return [("One spin", spin), within]
    return [("The slides as they are", _changes(KINDS, before.raw, after.raw)), ("After moves", spin), within]


def after_moves(old: EngineBoard, new: EngineBoard) -> list[Change]:
    """One spin of two boards, moves followed; empty if either has no figures."""
    before, after = _find(old), _find(new)
    if isinstance(before, str) or isinstance(after, str):
        return []
    return _changes(FOLLOWED, before.after_moves, after.after_moves)


def exact(board: EngineBoard) -> BoardFigures | None:
    """The engine's figures themselves; None where `tell` has a trouble."""
    found = _find(board)
    return None if isinstance(found, str) else found


def played(board: EngineBoard, rules: Rules) -> SpinFigures | None:
    """One spin after moves, as it is played under these rules; None where that cannot be counted.

    `rules` must be those of one contestant (`Rules.for_seat`).
    """
    known_by = sha256(json.dumps(rules.options(), sort_keys=True).encode()).hexdigest()
    key = f"spin-figures:{ENGINE_VERSION}:{board.digest}:{known_by}"
    found: SpinFigures | str | None = cache.get(key)
    if found is None:
        try:
            found = board_figures(board, rules).after_moves
        except BoardError as error:
            found = error.message
        cache.set(key, found, KEEP_SECONDS)
    return None if isinstance(found, str) else found


def _changes(kinds: tuple[Kind, ...], old: SpinFigures, new: SpinFigures) -> list[Change]:
    return [Change(kind.name, kind.text(old), kind.text(new), kind.change(old, new)) for kind in kinds]


def _row(kind: Kind, found: BoardFigures) -> Row:
    raw, after = (Cell(kind.text(spin), kind.fraction(spin)) for spin in (found.raw, found.after_moves))
    return Row(kind.name, raw, Cell("followed") if kind is MOVE else after)


def _notes(board: EngineBoard, found: BoardFigures) -> list[str]:
    """What a reader must know to get the same numbers."""
    notes = [f"Exact: all {known(board).total} slides are counted, nothing is estimated. A Whammy counts as $0."]
    if board.weighted:
        notes.append("Some squares or slides come up more often than others on this board; their weights are counted.")
    if any(s.kind == "prize" and s.value is None for square in board.squares for s in square.slides):
        prize = money(Rules().prize_value(board.round))
        notes.append(f"A prize whose value is not part of the board counts {prize}, as in answers.")
    if found.raw.move:
        notes.append(
            "As they are: a move slide is a move and brings nothing by itself. After moves: it is followed, and where "
            "there is a choice the contestant sees the slides and goes for the most money, an extra spin counting as "
            "an average spin after moves and a Whammy last. In an answer the choice depends on the whole position."
        )
    if any(s.kind == "cash_or_lose_whammy" for square in board.squares for s in square.slides):
        notes.append("Where a Whammy may be lost instead, the money is taken.")
    if found.raw.by_score or found.after_moves.by_score:
        notes.append("“Double your $$” and “Add-a-one” depend on the score and count as $0 here.")
    notes.append("Spread is the standard deviation: most spins bring the average give or take so much.")
    return notes


def _find(board: EngineBoard) -> BoardFigures | str:
    """The engine's figures, or its sentence why there are none; kept, as a hostile board takes a while."""
    key = f"board-figures:{ENGINE_VERSION}:{board.digest}"
    found: BoardFigures | str | None = cache.get(key)
    if found is None:
        found = _ask(board)
        cache.set(key, found, KEEP_SECONDS)
    return found


def _ask(board: EngineBoard) -> BoardFigures | str:
    if not board.complete:
        count = known(board)
        return f"Only {count.slides} of {count.total} slides are known, so what a spin brings cannot be counted."
    try:
        return board_figures(board)
    except BoardError as error:
        return error.message
