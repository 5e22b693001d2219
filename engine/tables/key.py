"""The identity of a table: everything that affects its answers except the scores and the cap."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ..errors import Unaffordable
from ..game.board import Board, Slide
from ..game.position import SEATS, Position
from ..game.rules import PlayRules, game_over
from ..solvers.lanes import canonical_lane
from ..solvers.score_cap import winnings_bound
from ..version import ENGINE_VERSION
from .array_file import TableError


def key_of(position: Position, board: Board, play_rules: PlayRules, grid: int | None = None) -> dict[str, Any]:
    """Return the key of the table for a position, as plain JSON values; ``grid`` if its scores are on a grid.

    The cap is not in the key, because with ``cap=auto`` any sufficient cap will do.

    Raises:
        TableError: there are no tables for such a question.
    """
    rules = play_rules.rules
    if rules.in_dollars:
        raise TableError(f"Tables hold chances to win; there are none with goal={rules.goal}.")
    if rules.max_lead is not None or rules.opponents != "optimal":
        raise TableError("There are no tables for contestants who decide by their lead (max_lead, opponents).")
    if rules.cap_passes:
        raise TableError("There are no tables for contestants who pass at the cap (cap_passes).")
    if rules.mixes_boards(position.spins):
        raise TableError(
            "There are no tables for a board that is reduced only while many spins are left (reduce_from)."
        )
    if rules.house != "won":
        raise TableError("There are no tables for playing on against the house.")
    if game_over(position, rules):
        raise TableError("The game is over, so there is nothing to look up.")
    return {
        "engine": ENGINE_VERSION,
        "board": board_digest(board),
        "rules": rules_that_matter(board, play_rules),
        "unit": play_rules.unit,
        "configuration": configuration_notation(position, board, play_rules),
        **({} if grid is None else {"grid": grid}),
    }


def digest_of(key: dict[str, Any]) -> str:
    text = json.dumps(key, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def configuration_notation(position: Position, board: Board, play_rules: PlayRules) -> str:
    """Return spins, Whammies and who is up, in the one-line notation with every score $0.

    Whammies that can no longer matter are left out, as in the solvers (``lanes.canonical_lane``).
    """
    podiums = position.contestants
    out = sum(1 << seat for seat in SEATS if podiums[seat].out)
    offers = play_rules.rules.lose_whammy == "choice" and any(
        slide.kind == "cash_or_lose_whammy" for square in board.squares for slide in square.slides
    )
    one, two, three = (podium.whammies for podium in podiums)
    counts = canonical_lane((one, two, three), position.spins, out, offers)
    a, b, c = (
        podium if podium.out else replace(podium, score=0, whammies=count)
        for podium, count in zip(podiums, counts, strict=True)
    )
    return Position((a, b, c), position.mover_seat).notation


@lru_cache(maxsize=64)
def board_digest(board: Board) -> str:
    """Return ``Board.digest`` of the board with squares and slides in a fixed order, as their order never matters."""
    squares = tuple(
        replace(square, slides=tuple(sorted(square.slides, key=_essence)))
        for square in sorted(board.squares, key=lambda square: square.number)
    )
    return replace(board, squares=squares).digest


def _essence(slide: Slide) -> tuple[str, int, int, tuple[int, ...], bool, int]:
    """Return the parts of a slide that affect an answer, as a sort key."""
    return slide.kind, slide.amount or 0, -1 if slide.value is None else slide.value, slide.to, slide.spin, slide.weight


def rules_that_matter(board: Board, play_rules: PlayRules) -> dict[str, Any]:
    """Return every option that affects a chance, with defaults spelled out, except the unit and the cap."""
    options = play_rules.rules.identity()
    options.pop("reduce_from", None)  # all the spins of a table are on one board
    del options["unit"], options["cap"], options["win_worth"]
    if options["prizes"] != "pool":
        options["prizes"] = play_rules.rules.prize_value(board.round)
    return options


def relevant_sum(position: Position, board: Board, play_rules: PlayRules, negligible: float) -> int | None:
    """Return ``score_cap.winnings_bound`` for the rest of the game; None if there is none."""
    try:
        return winnings_bound(board, play_rules.rules, play_rules.unit, position.spins, negligible)
    except Unaffordable:
        return None
