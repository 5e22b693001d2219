"""A board's statistics as text; the engine computes them.

All figures are exact: every slide is counted, nothing is sampled. If they cannot be computed, such as when a slide is not
documented, a sentence says why.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from typing import TypeVar

from django.core.cache import cache

from engine import ENGINE_VERSION, BoardError, BoardFigures, Rules, SpinFigures, board_figures
from engine import Board as EngineBoard
from engine.formatting import (
    NBSP,
    format_exact_percent,
    format_money,
    format_money_change,
    format_points,
    round_rough_chance,
)

CACHE_SECONDS = 24 * 3600
SPINS = (1, 2, 3, 4, 5, 6)
UNANSWERABLE = "The moves of this board branch too far, so positions on it cannot be answered."
MAX_FRACTION_LENGTH = 9  # 1360/4860 is worth reading, a longer fraction is not

Value = Fraction | float
T = TypeVar("T")


@dataclass(frozen=True)
class Statistic:
    name: str
    value: Callable[[SpinFigures], Value]
    is_chance: bool

    def text(self, spin: SpinFigures) -> str:
        value = float(self.value(spin))
        return format_exact_percent(value) if self.is_chance else format_money(value)

    def fraction(self, spin: SpinFigures) -> str:
        """Return the chance as a fraction, if that is short enough to read."""
        value = self.value(spin)
        text = str(value) if self.is_chance else ""
        return text if "/" in text and len(text) <= MAX_FRACTION_LENGTH else ""

    def change(self, old: SpinFigures, new: SpinFigures) -> str:
        """Return the change between the figures as shown: “+1.8” (percentage points), “−$123”, “same”."""
        one, other = self.value(new), self.value(old)
        if one == other:
            return "same"
        if self.is_chance:
            figures = round_rough_chance(float(one), 0.0), round_rough_chance(float(other), 0.0)
            return format_points(float(one - other), figures=figures)
        text = format_money_change(float(one - other), figures=(round(one), round(other)))
        return f"<{NBSP}$1" if text == "$0" else text


WHAMMY = Statistic("Chance of a Whammy", lambda spin: spin.whammy, is_chance=True)
EXTRA_SPIN = Statistic("Chance of an extra spin", lambda spin: spin.extra_spin, is_chance=True)
MOVE = Statistic("Chance of a move", lambda spin: spin.move, is_chance=True)
MEAN = Statistic("Money, on average", lambda spin: spin.mean, is_chance=False)
SPREAD = Statistic("Spread of the money", lambda spin: spin.spread, is_chance=False)
STATISTICS = (WHAMMY, EXTRA_SPIN, MOVE, MEAN, SPREAD)
AFTER_MOVES = (WHAMMY, EXTRA_SPIN, MEAN, SPREAD)  # once moves are followed, there is no chance of a move


def _build_chance_within(spins: int) -> Statistic:
    name = f"{spins} spins" if spins > 1 else "1 spin"
    return Statistic(name, lambda spin: spin.whammy_within(spins), is_chance=True)


WITHIN = tuple(_build_chance_within(spins) for spins in SPINS)


@dataclass(frozen=True)
class ValueCell:
    text: str
    fraction: str = ""


@dataclass(frozen=True)
class StatisticRow:
    name: str
    raw: ValueCell
    after: ValueCell


@dataclass(frozen=True)
class BoardSummary:
    rows: list[StatisticRow] = field(default_factory=list)
    within: list[StatisticRow] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unavailable_reason: str = ""

    @property
    def key_figures(self) -> list[tuple[str, str]]:
        short = {WHAMMY.name: "Whammy", EXTRA_SPIN.name: "extra spin", MEAN.name: "money per spin"}
        return [(short[row.name], row.after.text) for row in self.rows if row.name in short]


@dataclass(frozen=True)
class StatisticChange:
    name: str
    old: str
    new: str
    change: str


@dataclass(frozen=True)
class Coverage:
    documented: int
    total: int

    @property
    def complete(self) -> bool:
        return self.documented == self.total


def measure_coverage(board: EngineBoard) -> Coverage:
    kinds = [slide.kind for square in board.squares for slide in square.slides]
    return Coverage(len(kinds) - kinds.count("unknown"), len(kinds))


def is_unanswerable(board: EngineBoard) -> bool:
    """Return whether the moves branch so far that no position on the board can be answered."""
    return board.complete and isinstance(_compute_figures(board), str)


def summarize_board(board: EngineBoard) -> BoardSummary:
    figures = _compute_figures(board)
    if isinstance(figures, str):
        return BoardSummary(unavailable_reason=figures)
    return BoardSummary(
        rows=[_build_statistic_row(kind, figures) for kind in STATISTICS if kind is not MOVE or figures.raw.move],
        within=[_build_statistic_row(kind, figures) for kind in WITHIN],
        notes=_write_board_notes(board, figures),
    )


def compare(old: EngineBoard, new: EngineBoard) -> list[tuple[str, list[StatisticChange]]]:
    """Return the statistics of two boards with their differences, under headings; empty if a board has no statistics."""
    before, after = compute_exact_figures(old), compute_exact_figures(new)
    if before is None or after is None:
        return []
    spin = _list_changes(AFTER_MOVES, before.after_moves, after.after_moves)
    within = (
        "At least one Whammy on (won spins not included)",
        _list_changes(WITHIN, before.after_moves, after.after_moves),
    )
    if not before.raw.move and not after.raw.move:
        return [("One spin", spin), within]
    return [("The slides as they are", _list_changes(STATISTICS, before.raw, after.raw)), ("After moves", spin), within]


def compare_after_moves(old: EngineBoard, new: EngineBoard) -> list[StatisticChange]:
    """Return one spin on two boards with moves followed; empty if a board has no statistics."""
    before, after = compute_exact_figures(old), compute_exact_figures(new)
    return _list_changes(AFTER_MOVES, before.after_moves, after.after_moves) if before and after else []


def compute_exact_figures(board: EngineBoard) -> BoardFigures | None:
    figures = _compute_figures(board)
    return None if isinstance(figures, str) else figures


def compute_spin_figures(board: EngineBoard, rules: Rules) -> SpinFigures | None:
    """Return the figures of one spin after moves under these rules; None if they cannot be computed.

    `rules` must be those of one contestant (`Rules.for_seat`).
    """
    digest = sha256(json.dumps(rules.identity(), sort_keys=True).encode()).hexdigest()
    figures = _get_cached_figures(f"spin-figures:{digest}", board, lambda: board_figures(board, rules).after_moves)
    return None if isinstance(figures, str) else figures


def _list_changes(kinds: tuple[Statistic, ...], old: SpinFigures, new: SpinFigures) -> list[StatisticChange]:
    return [StatisticChange(kind.name, kind.text(old), kind.text(new), kind.change(old, new)) for kind in kinds]


def _build_statistic_row(kind: Statistic, figures: BoardFigures) -> StatisticRow:
    raw, after = (ValueCell(kind.text(spin), kind.fraction(spin)) for spin in (figures.raw, figures.after_moves))
    return StatisticRow(kind.name, raw, ValueCell("followed") if kind is MOVE else after)


def _write_board_notes(board: EngineBoard, figures: BoardFigures) -> list[str]:
    notes = ["Exact: every slide is counted. A Whammy counts as $0."]
    if board.weighted:
        notes.append("On this board, some squares or slides come up more often than others.")
    if any(s.kind == "prize" and s.value is None for square in board.squares for s in square.slides):
        prize = format_money(Rules().prize_value(board.round))
        notes.append(f"A prize without a stated value counts as {prize}, as in answers.")
    if figures.raw.move:
        notes.append(
            "“As they are”: a move slide wins nothing. “After moves”: the move is followed. Where there is a choice, the "
            "contestant sees the slides and takes the most money; an extra spin counts as an average spin, and a Whammy "
            "is the last choice. In an answer, the choice depends on the whole position."
        )
    kinds = {slide.kind for square in board.squares for slide in square.slides}
    if "cash_or_lose_whammy" in kinds:
        notes.append("Where the contestant may lose a Whammy instead, the money counts.")
    if "cash_or_double" in kinds:
        notes.append("Where the contestant may double the score instead, the money counts.")
    if "cash_or_spin" in kinds:
        notes.append("Where the contestant may spin again instead, the choice that is worth more on average counts.")
    if figures.raw.by_score or figures.after_moves.by_score:
        notes.append("“Double your $$”, “Add-a-one” and “Take the lead” depend on the score and count as $0 here.")
    notes.append("Spread is the standard deviation: most spins are within this distance of the average.")
    return notes


def _compute_figures(board: EngineBoard) -> BoardFigures | str:
    if not board.complete:
        count = measure_coverage(board)
        return f"Only {count.documented} of {count.total} slides are known, so there are no figures."
    return _get_cached_figures("board-figures", board, lambda: board_figures(board))


def _get_cached_figures(name: str, board: EngineBoard, compute: Callable[[], T]) -> T | str:
    """Return a board's figures, or the reason why there are none. Cached, because a malicious board takes long to
    compute.
    """
    key = f"{name}:{ENGINE_VERSION}:{board.digest}"
    figures: T | str | None = cache.get(key)
    if figures is None:
        try:
            figures = compute()
        except BoardError as error:
            figures = error.message
        cache.set(key, figures, CACHE_SECONDS)
    return figures
