"""Choosing a move within a time limit by iterative deepening."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ...budget import Budget
from . import _search
from .exact import ENTRIES, open_search
from .piece_values import UNIT, build_square_values
from .rules import PIECE_VALUES, BirdPosition, Move, list_moves

MAX_PLIES = 64
# Table sizes for short searches, in which touching new memory costs more than a larger table saves.
ENTRIES_BY_SECONDS = ((0.2, 1 << 16), (1.0, 1 << 18))


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """The best move so far.

    Attributes:
        move: always one of the position's moves.
        depth: plies searched completely; 0 before the first depth is complete.
        score: for the mover, in parakeets; None before the first depth is complete, and with ``ends_in``.
        ends_in: plies to a forced capture, by the mover if positive, else by the opponent; None without one.
        line: the expected continuation, if known.
        nodes: positions searched.
        seconds: since thinking began.
    """

    move: Move
    depth: int
    score: float | None
    ends_in: int | None
    line: tuple[Move, ...]
    nodes: int
    seconds: float

    def to_json(self) -> dict[str, Any]:
        return {
            "move": str(self.move),
            "depth": self.depth,
            "score": self.score,
            "ends_in": self.ends_in,
            "line": [str(move) for move in self.line],
            "nodes": self.nodes,
            "nodes_per_second": round(self.nodes / max(self.seconds, 1e-6)),
            "seconds": round(self.seconds, 4),
        }


def think(
    position: BirdPosition,
    budget: Budget,
    deadline: float = math.inf,
    max_plies: int = MAX_PLIES,
    on_better_move: Callable[[SearchInfo], None] = lambda info: None,
    *,
    entries: int | None = None,
    null_move: bool = True,
    seed: int = 0,
) -> SearchInfo:
    """Return the best move of a position that has one, found before the deadline on the monotonic clock.

    A win is taken in the fewest plies; a loss is delayed. ``max_plies`` plies are searched, one more for each threat to a
    kingfisher; ``on_better_move`` receives the first legal move, then every better result. The other arguments are as in
    ``AlphaBetaSearch``; by default the size of the transposition table suits the time.

    Raises:
        Exhausted, Cancelled: the budget ended; the message has the progress.
    """
    start = time.monotonic()
    choices = list_moves(position)
    prey = {move: PIECE_VALUES.get(position.board[move.end].upper(), 0) for move in choices}
    best = SearchInfo(max(choices, key=prey.__getitem__), 0, None, None, (), 0, 0.0)
    on_better_move(best)
    if entries is None:
        seconds_left = deadline - start
        entries = next((size for seconds, size in ENTRIES_BY_SECONDS if seconds_left < seconds), ENTRIES)
    search = open_search(position, budget, build_square_values(), entries, null_move, seed)
    search.deadline = deadline
    for depth in range(1, max_plies + 1):
        pair, score = search.think(depth)
        if search.stopped:
            if pair is not None and Move(*pair) != best.move:  # a better move than the last depth's
                best = replace(best, move=Move(*pair), line=(Move(*pair),), nodes=search.nodes)
                on_better_move(best)
            break
        best = _build_info(search, Move(*(pair or best.move)), depth, score, start)
        if best.ends_in is not None and best.ends_in > 1:
            best = _shorten_win(search, choices, best)
        on_better_move(best)
        ends_in = best.ends_in
        if len(choices) == 1 or (ends_in is not None and (ends_in > 0 or -ends_in <= depth)):
            break
    if budget.flag.is_set() or search.nodes > budget.nodes_left:
        budget.stop(f"{best.move}, at depth {best.depth}")
    return replace(best, nodes=search.nodes, seconds=time.monotonic() - start)


def _build_info(search: _search.AlphaBetaSearch, move: Move, depth: int, score: int, start: float) -> SearchInfo:
    win = _search.WIN
    ends_in = win - score if score > win // 2 else -win - score if score < -win // 2 else None
    line = tuple(Move(*pair) for pair in search.line(depth))
    score_shown = None if ends_in is not None else score / UNIT
    return SearchInfo(move, depth, score_shown, ends_in, line, search.nodes, time.monotonic() - start)


def _shorten_win(search: _search.AlphaBetaSearch, choices: list[Move], win: SearchInfo) -> SearchInfo:
    """Return the win, or a shorter one, which the search may have missed by pruning."""
    assert win.ends_in is not None
    for within in range(1, win.ends_in, 2):
        for move in choices:
            shorter = search.forces(move, within)
            if search.stopped:
                return win
            if shorter:
                return replace(win, move=move, ends_in=within, line=(move,))
    return win
