"""Exact questions about a position: move sequences, minimax of material, forced captures, the cost of a move.

Each uses iterative deepening: a finished depth orders the moves of the next depth, and is the partial result if the
budget is spent.
"""

from collections.abc import Callable

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...review import Entry, build_entry
from . import _search
from .notation import write_move
from .piece_values import PieceValues, build_material_values
from .rules import WHITE, BirdPosition, Move, is_over, list_moves, make_move

ENTRIES = 1 << 20  # of the transposition table, 56 bytes each
REVIEW_ENTRIES = 1 << 16  # for each move


def open_search(
    position: BirdPosition,
    budget: Budget,
    values: PieceValues,
    entries: int = ENTRIES,
    null_move: bool = False,
    seed: int = 0,
) -> _search.AlphaBetaSearch:
    mover = 0 if position.side == WHITE else 1
    board, limit = position.board.encode(), budget.nodes_left
    flag = budget.flag.memory
    return _search.AlphaBetaSearch(board, mover, position.kingfisher, values, flag, limit, entries, null_move, seed)


def count_sequences(position: BirdPosition, depth: int, budget: Budget) -> Answer:
    """Return the number of move sequences of exactly ``depth`` plies; games that end earlier do not count.

    Raises:
        InputError: from 2^64 sequences on.
        Exhausted, Cancelled.
    """
    search = open_search(position, budget, build_material_values())

    def count(plies: int) -> int:
        try:
            return search.perft(plies)
        except OverflowError:
            raise InputError(f"must be below {plies} here: there are 2^64 sequences or more", field="depth") from None

    return Answer(_deepen(search, depth, count, budget, " sequences"), details={"nodes": search.nodes})


def compute_minimax(position: BirdPosition, depth: int, budget: Budget) -> Answer:
    """Return White's material minus Black's after ``depth`` plies, or at the end, with best play for material.

    Raises Exhausted, Cancelled.
    """
    search, value = _search_minimax(position, depth, budget)
    return Answer(value, details={"nodes": search.nodes})


def find_best_moves(position: BirdPosition, depth: int, budget: Budget) -> tuple[list[Move], int, int]:
    """Return all minimax moves, the minimax value and the number of positions searched; ``depth`` is at least 1.

    Raises Exhausted, Cancelled.
    """
    search, value = _search_minimax(position, depth, budget)
    progress = f"the value {value}, not all moves that lead there"
    best = _find_moves_of_value(search, position, depth, position.sign * value, budget, progress)
    return best, value, search.nodes


def _search_minimax(position: BirdPosition, depth: int, budget: Budget) -> tuple[_search.AlphaBetaSearch, int]:
    search = open_search(position, budget, build_material_values())
    return search, _deepen(search, depth, lambda plies: position.sign * search.minimax(plies), budget)


def _deepen(
    search: _search.AlphaBetaSearch, depth: int, evaluate: Callable[[int], int], budget: Budget, unit: str = ""
) -> int:
    """Return ``evaluate(depth)`` after all smaller depths (iterative deepening). Raises Exhausted, Cancelled."""
    value, progress = 0, "nothing"
    for plies in range(depth + 1):
        value = evaluate(plies)
        if search.stopped:
            budget.stop(progress)
        progress = f"depth {plies} of {depth}: {value:,}{unit}"
        budget.report_progress("searching", plies / depth if depth else 1.0)
    return value


def review_moves(position: BirdPosition, record: list[Move], sides: str, depth: int, budget: Budget) -> Answer:
    """Return the costs of the moves of ``sides`` (w, b or both) in a played game, each with the best moves.

    Betsy has no luck. The true value of a move is not known; its cost is exact for the mover's material minus the
    opponent's after ``depth`` plies. Raises Exhausted, Cancelled.
    """
    choices: list[Entry] = []
    for number, move in enumerate(record, 1):
        if sides in (position.side, "both"):
            choices.append(_review_move(number, position, move, depth, budget, f"{number - 1} of {len(record)} moves"))
        position = make_move(position, move)
        budget.report_progress("moves", number / len(record))
    details = {"moves": [str(move) for move in record], "choices": choices}
    return Answer(sum(choice["cost"] for choice in choices), details=details)


def _review_move(number: int, position: BirdPosition, move: Move, depth: int, budget: Budget, progress: str) -> Entry:
    search = open_search(position, budget, build_material_values(), REVIEW_ENTRIES)
    value = 0
    for plies in range(1, depth + 1):
        value = search.minimax(plies)
        if search.stopped:
            budget.stop(progress)
    best = _find_moves_of_value(search, position, depth, value, budget, progress)
    value_of_move = value if move in best else search.minimax(depth, move=move)
    if search.stopped:
        budget.stop(progress)
    where = {"side": position.side, "notation": write_move(position, move)}
    return build_entry(number, where, str(move), map(str, best), value_of_move, value)


def _find_moves_of_value(
    search: _search.AlphaBetaSearch, position: BirdPosition, depth: int, value: int, budget: Budget, progress: str
) -> list[Move]:
    """Return the moves whose minimax value for the mover is the best ``value``. Raises Exhausted, Cancelled."""
    best = []
    for move in list_moves(position):
        if search.minimax(depth, value - 1, value, move) >= value:
            best.append(move)
        if search.stopped:
            budget.stop(progress)
    return best


def find_forcing_moves(position: BirdPosition, plies: int, budget: Budget) -> tuple[dict[Move, int], int]:
    """Return moves that force the capture of the kingfisher, with their fewest plies, and the positions searched.

    Plies include the move itself and the capture, so they are odd. A side without a move draws.
    Raises Exhausted, Cancelled.
    """
    if is_over(position.board):
        return {}, 0
    search = open_search(position, budget, build_material_values())
    plies_by_move: dict[Move, int] = {}
    for within in range(1, plies + 1, 2):
        for move in list_moves(position):
            if move not in plies_by_move and search.forces(move, within):
                plies_by_move[move] = within
            if search.stopped:
                names = ",".join(sorted(map(str, plies_by_move))) or "none"
                budget.stop(f"all moves within {within - 2} of {plies} plies, found so far: {names}")
        budget.report_progress("looking for forced captures", within / plies)
    return plies_by_move, search.nodes
