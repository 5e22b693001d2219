"""The offers of a choice square, and the positions after each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from ..errors import EventError, PositionError
from ..game.board import Board, Slide
from ..game.board_format import EITHER
from ..game.landing import SpinOption
from ..game.options import Rules
from ..game.position import Position
from ..game.record.events import ShownSlide, Spin, SpinResult
from ..game.record.slides import brings, describe_result, find_square, get_recorded_slide, join_texts, list_move_slides
from ..game.rules import PlayRules, apply_effect, rank_options
from ..game.spin import visible_options
from .early import after_turn

NO_CAP = 100_000_000


@dataclass(frozen=True, slots=True)
class Offer:
    """One option of a choice square.

    Attributes:
        option: effect and square.
        outcomes: chances and positions; several only if a prize is drawn from a pool.
    """

    option: SpinOption
    outcomes: tuple[tuple[Fraction, Position], ...]

    @property
    def name(self) -> str:
        """The offer in words: “$500 + one spin on square 8”."""
        effect, square = self.option.effect, self.option.square
        if effect.kind == "money" and len(effect.amounts) > 1:
            return f"{describe_result(SpinResult('prize', spin=effect.spin))} on square {square}"
        result = SpinResult(effect.kind, effect.amounts[0] if effect.amounts else None, effect.spin)
        return f"{describe_result(result)} on square {square}"


def list_offers(
    position: Position, board: Board, rules: Rules, slide: Slide, square: int, shown: Iterable[ShownSlide]
) -> list[Offer]:
    """Return the offers after the light stopped on ``slide`` of ``square``, in order of preference.

    The rules are spelled out by seat. The ``shown`` slides need not be on the board, as boards changed over the years.

    Raises:
        EventError: a square on offer is missing, or does not exist.
    """
    slides = {
        shown_slide.square: get_recorded_slide(shown_slide, find_square(board, shown_slide.square))
        for shown_slide in shown
    }
    undocumented = [shown_slide for shown_slide in shown if slides[shown_slide.square].kind == "unknown"]
    if undocumented:
        raise EventError(f"Square {undocumented[0].square} has no direction slide.", field="shows")
    missing_squares = _find_missing_squares(square, slide, slides, {square})
    if missing_squares:
        raise EventError(
            f"Square {join_texts((str(n) for n in sorted(missing_squares)), 'and')} {'is' if len(missing_squares) == 1 else 'are'} on offer "
            "too: say what is shown there.",
            field="shows",
        )
    # These squares offer a choice even if the rules treat it as chance or always as money.
    real_rules = replace(rules, choices="visible", lose_whammy="choice").for_seat(position.mover_seat)
    options = visible_options(board, real_rules, square, slide, slides)
    play_rules = PlayRules(rules, 1, NO_CAP)
    return [
        Offer(
            option,
            tuple(
                (chance, after_turn(position, next_position, rules))
                for chance, next_position in apply_effect(position, option.effect, play_rules)
            ),
        )
        for option in rank_options(position, options, 1)
    ]


def list_recorded_offers(spin: Spin, position: Position, board: Board, rules: Rules) -> list[Offer]:
    """Return the offers of a recorded spin; empty if there was no choice, or if it is not recorded in full."""
    if spin.square is None or (spin.moves and not spin.shown):
        return []
    square = find_square(board, spin.square)
    target = spin.moves[0] if spin.moves else None
    if target is None:
        slides = [
            slide for slide in square.slides if slide.kind in EITHER and _must_be_slide(slide, spin, square.slides)
        ]
    else:
        shown_squares = {slide.square for slide in spin.shown}
        slides = [slide for slide in list_move_slides(square, target) if shown_squares >= set(slide.to)]
    # A prize without a value counts as the default value, as in the record.
    valued_rules = replace(rules, prizes=None) if rules.prizes == "pool" else rules
    for slide in slides:
        try:
            spin_offers = list_offers(position, board, valued_rules, slide, spin.square, spin.shown)
        except EventError:
            continue
        if len(spin_offers) > 1:
            return spin_offers
    return []


def find_choice_slide(board: Board, number: int, slides: Iterable[ShownSlide]) -> Slide:
    """Return the slide of a square that offers the shown squares. Raises PositionError without one."""
    square = find_square(board, number)
    slides = list(slides)
    shown_squares = {shown_slide.square for shown_slide in slides}
    moves = list(list_move_slides(square))
    if not shown_squares:
        either = [slide for slide in square.slides if slide.kind in EITHER]
        if either:
            return either[0]
    fitting_slides = [slide for slide in moves if shown_squares & set(slide.to)]
    if not moves:
        raise PositionError(f"Square {number} of the board {board.id} has no choice.", field="square")
    further_slides = [
        slide
        for shown_slide in slides
        if shown_slide.kind == "move"
        for slide in list_move_slides(find_square(board, shown_slide.square))
    ]
    if not fitting_slides or shown_squares - {n for slide in [*moves, *further_slides] for n in slide.to}:
        to = join_texts((join_texts((str(n) for n in slide.to), "and") for slide in moves), "or")
        raise PositionError(f"Square {number} leads to {to}; say what is shown there.", field="shows")
    return fitting_slides[0]


def _must_be_slide(slide: Slide, spin: Spin, slides: Iterable[Slide]) -> bool:
    """Return whether only this slide can have given the spin's result."""
    if spin.result.kind == "whammy_off":
        return True
    return brings(slide, spin.result) and not any(other is not slide and brings(other, spin.result) for other in slides)


def _find_missing_squares(number: int, slide: Slide, slides: Mapping[int, Slide], visited: set[int]) -> set[int]:
    """Return the squares on offer that are not in ``slides``."""
    if slide.kind != "move":
        return set()
    missing_squares = set()
    for target in set(slide.to) - visited:
        if target in slides:
            missing_squares |= _find_missing_squares(target, slides[target], slides, visited | {target})
        else:
            missing_squares.add(target)
    return missing_squares
