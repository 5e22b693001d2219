"""Choice squares: the positions that each slide on offer leads to."""

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
from ..game.record.slides import brings, find_square, join_texts, move_slides, result_text, slide_of
from ..game.rules import PlayRules, apply_effect, ranked_options
from ..game.spin import visible_options

UNCAPPED = 100_000_000


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that may be taken.

    Attributes:
        option: its effect and square.
        reached: the positions it leads to, with chances; one, unless a prize is drawn from a pool.
    """

    option: SpinOption
    reached: tuple[tuple[Fraction, Position], ...]

    @property
    def name(self) -> str:
        """It in words: “$500 + one spin on square 8”."""
        effect, square = self.option.effect, self.option.square
        if effect.kind == "money" and len(effect.amounts) > 1:
            return f"{result_text(SpinResult('prize', spin=effect.spin))} on square {square}"
        came = SpinResult(effect.kind, effect.amounts[0] if effect.amounts else None, effect.spin)
        return f"{result_text(came)} on square {square}"


def offers(
    position: Position, board: Board, rules: Rules, slide: Slide, square: int, shown: Iterable[ShownSlide]
) -> list[Offer]:
    """Return the offers where the light stopped on ``slide`` of ``square``, the preferred one of equals first.

    Args:
        position: before the spin.
        board: of the game.
        rules: of the game, spelled out by seat.
        slide: a direction slide, or money or a Whammy off.
        square: its square.
        shown: the slides on the squares on offer; they need not be on the board, as boards changed over the years.

    Raises:
        EventError: a square on offer is missing, or does not exist.
    """
    slides = {each.square: slide_of(each, find_square(board, each.square)) for each in shown}
    strange = [each for each in shown if slides[each.square].kind == "unknown"]
    if strange:
        raise EventError(f"Square {strange[0].square} has no direction slide.", field="shows")
    missing = _missing(square, slide, slides, {square})
    if missing:
        raise EventError(
            f"Square {join_texts((str(n) for n in sorted(missing)), 'and')} {'is' if len(missing) == 1 else 'are'} on offer "
            "too: say what is shown there.",
            field="shows",
        )
    # It is a choice here even where the rules treat it as chance, or always as money.
    real = replace(rules, choices="visible", lose_whammy="choice").for_seat(position.mover_seat)
    options = visible_options(board, real, square, slide, slides)
    play_rules = PlayRules(rules, 1, UNCAPPED)
    found = ranked_options(position, options, 1)
    return [Offer(option, tuple(apply_effect(position, option.effect, play_rules))) for option in found]


def recorded_offers(spin: Spin, position: Position, board: Board, rules: Rules) -> list[Offer]:
    """Return the offers of a recorded spin; empty if it was no choice or is not recorded in full."""
    if spin.square is None or (spin.moves and not spin.shown):
        return []
    square = find_square(board, spin.square)
    target = spin.moves[0] if spin.moves else None
    if target is None:
        slides = [slide for slide in square.slides if slide.kind in EITHER and _could(slide, spin, square.slides)]
    else:
        shown = {each.square for each in spin.shown}
        slides = [slide for slide in move_slides(square, target) if shown >= set(slide.to)]
    # A prize without a value counts as one of the usual value, as in the record.
    plain = replace(rules, prizes=None) if rules.prizes == "pool" else rules
    for slide in slides:
        try:
            found = offers(position, board, plain, slide, spin.square, spin.shown)
        except EventError:
            continue
        if len(found) > 1:
            return found
    return []


def slide_at(board: Board, number: int, shown: Iterable[ShownSlide]) -> Slide:
    """Return the choice slide of a square that offers the squares shown. Raises PositionError if it has none."""
    square = find_square(board, number)
    shown = list(shown)
    wanted = {each.square for each in shown}
    moves = list(move_slides(square))
    if not wanted:
        either = [slide for slide in square.slides if slide.kind in EITHER]
        if either:
            return either[0]
    fitting = [slide for slide in moves if wanted & set(slide.to)]
    if not moves:
        raise PositionError(f"Square {number} of the board {board.id} has no choice.", field="square")
    further = [slide for each in shown if each.kind == "move" for slide in move_slides(find_square(board, each.square))]
    if not fitting or wanted - {n for slide in [*moves, *further] for n in slide.to}:
        to = join_texts((join_texts((str(n) for n in slide.to), "and") for slide in moves), "or")
        raise PositionError(f"Square {number} leads to {to}; say what is shown there.", field="shows")
    return fitting[0]


def _could(slide: Slide, spin: Spin, slides: Iterable[Slide]) -> bool:
    """Return whether the spin can only have been on this slide."""
    if spin.result.kind == "whammy_off":
        return True
    return brings(slide, spin.result) and not any(other is not slide and brings(other, spin.result) for other in slides)


def _missing(number: int, slide: Slide, shown: Mapping[int, Slide], visited: set[int]) -> set[int]:
    """Return the squares on offer whose slides are not known."""
    if slide.kind != "move":
        return set()
    missing = set()
    for target in set(slide.to) - visited:
        if target in shown:
            missing |= _missing(target, shown[target], shown, visited | {target})
        else:
            missing.add(target)
    return missing
