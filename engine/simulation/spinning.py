"""One spin drawn at random, with the slides on the squares on offer."""

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
from ..game.reduce import extra_spin_value, preferred_option
from ..game.spin import landings, prize_pool
from ..review.offers import offers

T = TypeVar("T")


def draw_spin(rng: random.Random, position: Position, board: Board, rules: Rules) -> Spin:
    """Return a spin by the mover, who takes the most money on a choice square; extra spins count as average ones.

    Args:
        rng: the source of chance.
        position: before it.
        board: its weights count.
        rules: spelled out by seat.
    """
    square = _drawn(rng, board.squares, [square.weight for square in board.squares])
    slide = _slide(rng, square)
    seen = {square.number: _shown(rng, board, square, slide)}
    if slide.kind not in ("move", *EITHER):
        return Spin(_came(seen[square.number]), square.number)
    ways = _reach(rng, board, square, slide, seen)
    shown = tuple(seen[number] for number in sorted(seen) if number != square.number)
    found = offers(position, board, rules, slide, square.number, shown)
    extra = extra_spin_value(landings(board, rules.for_seat(position.mover_seat), 1))
    option = preferred_option(tuple(offer.option for offer in found), extra)
    return Spin(
        _taken(option, seen[option.square]), square.number, ways[option.square], shown if len(shown) > 1 else ()
    )


def _reach(
    rng: random.Random, board: Board, square: Square, slide: Slide, seen: dict[int, ShownSlide]
) -> dict[int, tuple[int, ...]]:
    """Return the way to each square that direction slides lead to, and draw their slides into ``seen``."""
    ways: dict[int, tuple[int, ...]] = {square.number: ()}
    ahead = [(square.number, slide)]
    while ahead:
        here, its = ahead.pop(0)
        for target in its.to:
            if target not in ways:
                ways[target] = (*ways[here], target)
                there = find_square(board, target)
                drawn = _slide(rng, there)
                seen[target] = _shown(rng, board, there, drawn)
                ahead.append((target, drawn))
    return ways


def _slide(rng: random.Random, square: Square) -> Slide:
    return _drawn(rng, square.slides, [slide.weight for slide in square.slides])


def _drawn(rng: random.Random, items: Sequence[T], weights: Sequence[int]) -> T:
    return rng.choices(items, weights)[0]


def _shown(rng: random.Random, board: Board, square: Square, slide: Slide) -> ShownSlide:
    """Return the slide that the square shows; a prize without a value gets one of 1984-85."""
    amount = slide.amount if slide.kind in MONEY_KINDS else None
    if slide.kind == "prize":
        amount = slide.value if slide.value is not None else rng.choice(prize_pool(board.round))
    return ShownSlide(square.number, kind_shown(slide), amount, slide.spin)


def _taken(option: SpinOption, shown: ShownSlide) -> SpinResult:
    """Return what is taken of the slide of a square: of two on one slide, the money or the other."""
    effect = option.effect
    if shown.kind in EITHER and (effect.kind != "money" or effect.spin):
        return SpinResult(effect.kind, 0 if effect.kind == "money" else None, effect.spin)
    return _came(shown)


def _came(shown: ShownSlide) -> SpinResult:
    """Return the result of a slide; of two on one slide the money."""
    if shown.kind in MONEY_KINDS:
        return SpinResult("money", shown.amount, shown.kind == "cash_spin")
    return SpinResult(shown.kind, shown.amount, shown.spin)
