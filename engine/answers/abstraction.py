"""Abstraction: simpler games in place of a game too big to solve, and their errors.

An estimate starts from the values of a simpler game: without some rules, on a grid of scores. Playouts of the true game
correct the values, so only the choices lose some quality (``engine.solvers.playouts``). Errors are measured
(``engine.calibration``); on a board with smaller amounts than the measured board the same grid is coarser.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import numpy as np

from .. import calibration
from ..game.board import Board, Slide, Square
from ..game.figures import board_figures
from ..game.landing import Effect, round_half_up
from ..game.options import Rules
from ..game.position import SEATS, WHAMMIES_OUT, Position
from ..game.rules import PlayRules
from ..game.spin import load_prize_pool
from ..solvers.dense.solver import supports
from ..solvers.playouts import can_play_out
from .question import Question

MIN_TYPICAL_SCORE = 1000  # dollars, for sums that depend on the score


def simplify_for_dense(question: Question, play_rules: PlayRules) -> tuple[Question, PlayRules]:
    """Return a question and rules that the dense solver supports; playouts correct its values.

    The dense solver supports no pass at the cap, no board that is reduced for some spins only, no sum that depends on the
    score, and no spin that brings $0 and an extra spin, as on boards of small amounts rounded to a unit.
    """
    rules = replace(play_rules.rules, cap_passes=False)
    if rules.reduce_from > 1:
        rules = replace(rules, reduce=None, reduce_from=1)
    simpler_rules = play_rules if rules == play_rules.rules else replace(play_rules, rules=rules)
    if supports(question.board, simpler_rules):
        return question, simpler_rules
    board, even = question.board, rules.weights == "even"
    prizes = load_prize_pool(board.round) if rules.prizes == "pool" else (rules.prize_value(board.round),)
    squares = [_drop_idle_slides(square, simpler_rules.unit, even=even) for square in board.squares]
    scale = math.lcm(*(weight.denominator for _, weight in squares))
    fixed = tuple(
        replace(
            square,
            slides=tuple(_fix_sum(slide, question.position, simpler_rules.unit, prizes) for slide in square.slides),
            weight=int(weight * scale),
        )
        for square, weight in squares
    )
    simpler_rules = replace(simpler_rules, rules=replace(rules, weights="board" if even else rules.weights))
    return replace(question, board=replace(board, squares=fixed)), simpler_rules


def _drop_idle_slides(square: Square, unit: int, *, even: bool) -> tuple[Square, Fraction]:
    """Return a square without slides of $0 and an extra spin, which change nothing, and its weight without them."""
    weight = Fraction(1 if even else square.weight)
    slides = tuple(replace(slide, weight=1) if even else slide for slide in square.slides)
    paying_slides = tuple(
        slide for slide in slides if slide.kind != "cash_spin" or round_half_up(slide.amount or 0, unit)
    )
    if not paying_slides:
        return replace(square, slides=slides), weight
    return replace(square, slides=paying_slides), weight * sum(s.weight for s in paying_slides) / sum(
        s.weight for s in slides
    )


def _fix_sum(slide: Slide, position: Position, unit: int, prizes: tuple[int, ...]) -> Slide:
    """Return a slide whose sum does not depend on the score and is not $0 with an extra spin at this unit.

    A sum by the score becomes the sum at the average score; a choice of money or such a sum the larger one; a choice of
    money or a spin the money.
    """
    mean = max(MIN_TYPICAL_SCORE, sum(contestant.score for contestant in position.contestants) // len(SEATS))
    if slide.kind == "lead":
        top = max(contestant.score for contestant in position.contestants)
        amount = max(top - mean, slide.amount or 0, unit)
        return replace(slide, kind="cash_spin" if slide.spin else "cash", amount=amount, spin=False)
    if slide.kind == "cash_or_double":
        return replace(slide, kind="cash", amount=max(slide.amount or 0, mean))
    if slide.kind == "cash_or_spin":
        return replace(slide, kind="cash")
    if slide.kind in ("double", "add_a_one"):
        [amount] = Effect(slide.kind).sums(mean, 1)
        slide = replace(slide, kind="cash_spin" if slide.gives_spin else "cash", amount=amount, spin=False)
    if slide.kind == "cash_spin" and not round_half_up(slide.amount or 0, unit):
        return replace(slide, amount=unit)
    if slide.kind == "prize" and slide.spin:
        values = prizes if slide.value is None else (slide.value,)
        if not all(round_half_up(value, unit) for value in values):
            return replace(slide, value=max(unit, sum(values) // len(values)))
    return slide


def dropped_rules_error(play_rules: PlayRules) -> float:
    """Return the standard error of an estimate by choices without the rules that ``simplify_for_dense`` drops."""
    rules = play_rules.rules
    return calibration.WITHOUT_HABITS if rules.cap_passes or rules.reduce_from > 1 else 0.0


def supports_playouts(question: Question) -> bool:
    """Return whether playouts can correct values on a grid; positions of round 1 have no other answers."""
    return question.then is not None or can_play_out(question.position, question.seated_rules, question.next_spins)


# -- errors ------------------------------------------------------------------------------------


def uncounted_whammy_error(question: Question, counted_seats: int) -> float:
    """Return the error of a chance after playouts if the grid counts the Whammies of these seats (a bit mask) only.

    It is ``UNCOUNTED_WHAMMY_SHARE`` of the root sum of squares of the other seats' chances to go out, with their own spins
    and ``OPPONENT_SPIN_SHARE`` of all others.
    """
    position, error = question.position, 0.0
    for seat in position.still_in:
        contestant = position.contestants[seat]
        if not counted_seats >> seat & 1 and contestant.whammies >= calibration.COUNTED_FROM:
            spins = contestant.spins + round(calibration.OPPONENT_SPIN_SHARE * (position.spins - contestant.spins))
            whammy = _whammy_chance(question.board, question.seated_rules.for_seat(seat))
            error = math.hypot(error, _chance_of_whammies(WHAMMIES_OUT - contestant.whammies, spins, whammy))
    return calibration.UNCOUNTED_WHAMMY_SHARE * error


def error_at_step(question: Question, step: int, chances: Mapping[int, float]) -> float:
    """Return the error of a chance at `step`: log-log interpolation between measured steps, proportional beyond them.

    ``chances`` are measured errors by step, finest first.
    """
    rules = question.seated_rules.for_seat(question.position.mover_seat)
    mean = min(_mean_of_spin(board, rules) for board in question.boards)
    measured_step = step * max(1.0, calibration.MEAN_SPIN / max(1.0, mean))  # equivalent on the measured board
    last = max(chances)
    log_steps, log_errors = np.log([*chances]), np.log([*chances.values()])
    within = math.exp(float(np.interp(math.log(min(measured_step, last)), log_steps, log_errors)))
    factor = calibration.BY_LEAD if rules.max_lead is not None or rules.opponents != "optimal" else 1.0
    return min(1.0, factor * within * max(1.0, measured_step / last))


def mean_spin(question: Question) -> float:
    """Return the average dollars of a spin on the board with the larger amounts."""
    rules = question.seated_rules.for_seat(question.position.mover_seat)
    return max(_mean_of_spin(board, rules) for board in question.boards)


@lru_cache(maxsize=100)  # tables give many answers on the same board
def _mean_of_spin(board: Board, rules: Rules) -> float:
    return float(board_figures(board, rules).after_moves.mean)


@lru_cache(maxsize=100)
def _whammy_chance(board: Board, rules: Rules) -> float:
    """Return the chance of a Whammy in a spin, choice squares included."""
    return float(board_figures(board, rules).after_moves.whammy_before_the_end(1))


def _chance_of_whammies(count: int, spins: int, whammy: float) -> float:
    """Return the chance of at least this many Whammies in these spins."""
    return 1 - sum(math.comb(spins, n) * whammy**n * (1 - whammy) ** (spins - n) for n in range(min(count, spins + 1)))
