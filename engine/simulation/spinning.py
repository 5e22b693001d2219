"""Draws one spin at random, with the slides on the squares on offer."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from ..game.board import Board, Slide, Square
from ..game.board_format import EITHER, MONEY_KINDS
from ..game.landing import SpinOption
from ..game.options import Rules
from ..game.position import Position
from ..game.record.events import ShownSlide, Spin, SpinResult
from ..game.record.slides import find_square, kind_shown
from ..game.reduce import estimate_extra_spin, prefer_option
from ..game.spin import landings, load_prize_pool
from ..review.offers import list_offers

T = TypeVar("T")


def draw_spin(rng: random.Random, position: Position, board: Board, rules: Rules) -> Spin:
    """Draw a spin by the mover, who takes the most money on a choice square; an extra spin counts as an average spin.

    The board's weights apply; the rules are spelled out by seat.
    """
    square = _draw(rng, board.squares, [square.weight for square in board.squares])
    slide = _draw_slide(rng, square)
    shown_by_square = {square.number: _draw_shown_slide(rng, board, square, slide)}
    if slide.kind not in ("move", *EITHER):
        return Spin(_build_slide_result(shown_by_square[square.number]), square.number)
    moves_by_square = _follow_moves(rng, board, square, slide, shown_by_square)
    side_slides = tuple(shown_by_square[number] for number in sorted(shown_by_square) if number != square.number)
    spin_offers = list_offers(position, board, rules, slide, square.number, side_slides)
    extra = estimate_extra_spin(landings(board, rules.for_seat(position.mover_seat), 1))
    option = prefer_option(tuple(offer.option for offer in spin_offers), extra)
    return Spin(
        _build_taken_result(option, shown_by_square[option.square]),
        square.number,
        moves_by_square[option.square],
        side_slides if len(side_slides) > 1 else (),
    )


def _follow_moves(
    rng: random.Random, board: Board, square: Square, slide: Slide, shown_by_square: dict[int, ShownSlide]
) -> dict[int, tuple[int, ...]]:
    """Return the moves to each square that direction slides lead to; draw the squares' slides into ``shown_by_square``."""
    moves_by_square: dict[int, tuple[int, ...]] = {square.number: ()}
    pending = [(square.number, slide)]
    while pending:
        number, current_slide = pending.pop(0)
        for target in current_slide.to:
            if target not in moves_by_square:
                moves_by_square[target] = (*moves_by_square[number], target)
                target_square = find_square(board, target)
                target_slide = _draw_slide(rng, target_square)
                shown_by_square[target] = _draw_shown_slide(rng, board, target_square, target_slide)
                pending.append((target, target_slide))
    return moves_by_square


def _draw_slide(rng: random.Random, square: Square) -> Slide:
    return _draw(rng, square.slides, [slide.weight for slide in square.slides])


def _draw(rng: random.Random, items: Sequence[T], weights: Sequence[int]) -> T:
    return rng.choices(items, weights)[0]


def _draw_shown_slide(rng: random.Random, board: Board, square: Square, slide: Slide) -> ShownSlide:
    """Return the slide that the square shows; a prize without a value draws a value of 1984-85."""
    amount = slide.amount if slide.kind in MONEY_KINDS else None
    if slide.kind == "prize":
        amount = slide.value if slide.value is not None else rng.choice(load_prize_pool(board.round))
    return ShownSlide(square.number, kind_shown(slide), amount, slide.spin)


def _build_taken_result(option: SpinOption, shown_slide: ShownSlide) -> SpinResult:
    """Return the result of taking an option of a square's slide, which may offer the money or an alternative."""
    effect = option.effect
    if shown_slide.kind in EITHER and (effect.kind != "money" or effect.spin):
        return SpinResult(effect.kind, 0 if effect.kind == "money" else None, effect.spin)
    return _build_slide_result(shown_slide)


def _build_slide_result(shown_slide: ShownSlide) -> SpinResult:
    """Return the result of a slide; if it leaves a choice, the money."""
    if shown_slide.kind in MONEY_KINDS:
        return SpinResult("money", shown_slide.amount, shown_slide.kind == "cash_spin")
    return SpinResult(shown_slide.kind, shown_slide.amount, shown_slide.spin)
