"""Abstraction: simpler games in place of one too big to solve, without some habits or with fewer spins.

An estimate starts from the values of a simpler game. Playouts of the true game correct them, so the simplification
costs only some quality of the choices (``engine.solvers.playouts``).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from .. import calibration
from ..game.board import Slide, Square
from ..game.landing import Effect, round_half_up
from ..game.position import SEATS, Contestant, Position
from ..game.rules import PlayRules
from ..solvers.boxes.solver import cubes_apply
from .question import Question

TYPICAL_SCORE = 1000  # dollars, at least: for sums that depend on the score


def known_to_cubes(question: Question, play_rules: PlayRules) -> tuple[Question, PlayRules]:
    """Return a question and rules that cubes can solve, to provide the values that playouts correct.

    Cubes know no pass at the cap, no board that is reduced for some spins only, no sum that depends on the score, and
    no spin that brings $0 and another spin, as on boards of small amounts rounded to a unit.
    """
    rules = replace(play_rules.rules, cap_passes=False)
    if rules.reduce_from > 1:
        rules = replace(rules, reduce=None, reduce_from=1)
    known = play_rules if rules == play_rules.rules else replace(play_rules, rules=rules)
    if cubes_apply(question.board, known):
        return question, known
    board, even = question.board, rules.weights == "even"
    squares = [_without_nothing(square, known.unit, even=even) for square in board.squares]
    scale = math.lcm(*(weight.denominator for _, weight in squares))
    fixed = tuple(
        replace(
            square,
            slides=tuple(_fixed(slide, question.position, known.unit) for slide in square.slides),
            weight=int(weight * scale),
        )
        for square, weight in squares
    )
    known = replace(known, rules=replace(rules, weights="board" if even else rules.weights))
    return replace(question, board=replace(board, squares=fixed)), known


def _without_nothing(square: Square, unit: int, *, even: bool) -> tuple[Square, Fraction]:
    """Return a square without the slides of $0 and another spin, and the chance that the light then stops there.

    Such a spin changes nothing.
    """
    weight = Fraction(1 if even else square.weight)
    slides = tuple(replace(slide, weight=1) if even else slide for slide in square.slides)
    left = tuple(slide for slide in slides if slide.kind != "cash_spin" or round_half_up(slide.amount or 0, unit))
    if not left:
        return replace(square, slides=slides), weight
    return replace(square, slides=left), weight * sum(s.weight for s in left) / sum(s.weight for s in slides)


def _fixed(slide: Slide, position: Position, unit: int) -> Slide:
    """Return a slide whose sum does not depend on the score and is not $0 with a spin at this unit."""
    mean = max(TYPICAL_SCORE, sum(contestant.score for contestant in position.contestants) // len(SEATS))
    if slide.kind in ("double", "add_a_one"):
        [amount] = Effect(slide.kind).sums(mean, 1)
        return replace(slide, kind="cash_spin" if slide.gives_spin else "cash", amount=amount, spin=False)
    if slide.kind == "cash_spin" and not round_half_up(slide.amount or 0, unit):
        return replace(slide, amount=unit)
    return slide


def habits_error(play_rules: PlayRules) -> float:
    """Return the standard error that choices by values without these habits may bring to an estimate."""
    rules = play_rules.rules
    return calibration.WITHOUT_HABITS if rules.cap_passes or rules.reduce_from > 1 else 0.0


def can_be_played_out(question: Question, play_rules: PlayRules) -> bool:
    """Return whether playouts can correct values that cubes have found, perhaps of a simpler game."""
    rules, position = play_rules.rules, question.position
    if position.alone:
        return False
    # The chances of the last one in depend on the board, and with dollars at stake on the score.
    several_boards = question.next_spins is not None or rules.mixes_boards(position.spins)
    return not (rules.house == "play" and (rules.in_dollars or several_boards))


def fewer_spins(position: Position, most: int) -> Iterator[Position]:
    """Yield positions with fewer and fewer spins, starting with ``most``, shared out as in the position."""
    total = min(max(3, most), position.spins - 1)
    while total >= 3:
        a, b, c = (_scaled(contestant, total / position.spins) for contestant in position.contestants)
        yield Position((a, b, c), position.mover_seat)
        total = total * 3 // 4


def _scaled(contestant: Contestant, share: float) -> Contestant:
    """Return a contestant with this share of the earned and passed spins, but at least one of each kind held."""
    earned = max(min(1, contestant.earned), round(contestant.earned * share))
    passed = max(min(1, contestant.passed), round(contestant.passed * share))
    return replace(contestant, earned=earned, passed=passed)
