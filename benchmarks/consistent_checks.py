"""The checks of ``benchmarks.consistent``: other answers with which an answer must agree.

A check returns pairs of values that must be the same. Where a choice is a toss-up, the contestant who makes it loses
nothing either way, but the others may: so a value has a range, too, which allows either choice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from engine import (
    MAX_SCORE,
    ActionResult,
    Limits,
    NextSpinsBoard,
    Pass,
    Position,
    SolveResult,
    Unaffordable,
    Unsettled,
    game_over,
    legal_actions,
    pass_spins,
    payoff,
    solve,
)
from engine.game.rules import PlayRules, apply_effect, rank_options
from engine.game.spin import merged_landings

from .consistent_draw import Question

MEMORY = 3 * 2**30
AMPLE = 600.0  # seconds, where cells are the limit
UNITS = (None, 250, 500, 1000)  # dollars to round to, as asked or such that an exact answer can be had
LANDINGS = 120  # positions that a press may lead to; a pool of prizes leads to many more
METHODS = ("exact", "bounded", "estimated")  # from the surest
EQUAL = 1e-9  # chances that differ by less are equal; dollars, by a dollar's share of 10,000
ROTATED = (1, 2, 0)  # the new seat of each contestant


@dataclass(frozen=True)
class Budget:
    """Limits of an answer: seconds, or cells of its grid and any time; an exact answer has these seconds in any case."""

    seconds: float
    cells: int | None = None

    @property
    def words(self) -> str:
        return f"{self.seconds:g} s" if self.cells is None else f"{self.cells:,} cells"

    def asking(self, question: Question) -> str:
        """Return the command that asks a question; no command takes cells."""
        cells = "" if self.cells is None else f" (with Limits(cells={self.cells}))"
        return question.command(AMPLE if self.cells else self.seconds, "estimated" if self.cells else "auto") + cells

    def limits(self, method: str = "auto", unit: int | None = None) -> Limits:
        """Return the limits; with cells, those of an estimate that is the same on every machine."""
        if self.cells is not None and method != "exact":
            return Limits(AMPLE, MEMORY, unit, method="estimated", cells=self.cells, fresh=True)
        return Limits(self.seconds, MEMORY, unit, method=method, fresh=True)


@dataclass(frozen=True)
class StatedValue:
    """The value of an action or a position.

    Attributes:
        values: payoffs by seat: dollars if at stake, then chances to win.
        errors: stated for each value; of a proven interval, half of its largest error.
        low, high: the range by how toss-ups go.
        method: the least certain method.
    """

    values: tuple[float, ...]
    errors: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    method: str

    @classmethod
    def of(cls, values: Sequence[float], errors: Sequence[float], method: str) -> StatedValue:
        """Return a value without toss-ups."""
        values = tuple(values)
        return cls(values, tuple(errors), values, values, method)

    @classmethod
    def of_action(cls, action: ActionResult, result: SolveResult) -> StatedValue:
        """Return the value of an action."""
        proven = zip(action.low, action.win, action.high, strict=True)
        error = action.standard_error or tuple(max(win - low, high - win) / 2 for low, win, high in proven)
        if action.utility is None:
            return cls.of(action.win, error, result.method)
        of_dollars = action.utility_error or tuple(result.cap * e for e in error)
        return cls.of((*action.utility, *action.win), (*of_dollars, *error), result.method)

    def moved(self, seating: Sequence[int]) -> StatedValue:
        """Return the value by old seats; ``seating`` has the new seat of each."""

        def back(figures: tuple[float, ...]) -> tuple[float, ...]:
            return tuple(figures[start + seat] for start in range(0, len(figures), 3) for seat in seating)

        return StatedValue(back(self.values), back(self.errors), back(self.low), back(self.high), self.method)

    def to_json(self) -> dict[str, Any]:
        parts = {"values": self.values, "errors": self.errors, "low": self.low, "high": self.high}
        return {**{name: list(figures) for name, figures in parts.items()}, "method": self.method}


@dataclass(frozen=True)
class Pair:
    """Two values that must agree: the judged answer's and another."""

    what: str
    mine: StatedValue
    its: StatedValue
    by: tuple[str, ...]  # the commands of the other answer, or words

    def to_json(self) -> dict[str, Any]:
        return {"what": self.what, "mine": self.mine.to_json(), "its": self.its.to_json(), "by": list(self.by)}


def choose_best(choices: Sequence[StatedValue], seat: int) -> StatedValue:
    """Return the best of several choices for a seat, with a range over all choices that may be the best."""
    equal = EQUAL * (10_000 if len(choices[0].values) > 3 else 1)
    most = max(choice.values[seat] for choice in choices)
    best = next(choice for choice in choices if choice.values[seat] >= most - equal)
    near = [
        choice
        for choice in choices
        if best.values[seat] - choice.values[seat] <= 2 * (best.errors[seat] + choice.errors[seat])
    ]
    low = tuple(map(min, zip(*(choice.low for choice in near), strict=True)))
    high = tuple(map(max, zip(*(choice.high for choice in near), strict=True)))
    return StatedValue(best.values, best.errors, low, high, _find_least_sure_method(near))


def average(parts: Sequence[tuple[Fraction, StatedValue]]) -> StatedValue:
    """Return the mean; errors are added up, as answers to similar positions err alike."""

    def weighed(figures: Iterable[tuple[float, ...]]) -> tuple[float, ...]:
        chances = [float(chance) for chance, _ in parts]
        return tuple(
            math.fsum(map(math.prod, zip(chances, column, strict=True))) for column in zip(*figures, strict=True)
        )

    stated_values = [value for _, value in parts]
    return StatedValue(
        weighed(value.values for value in stated_values),
        weighed(value.errors for value in stated_values),
        weighed(value.low for value in stated_values),
        weighed(value.high for value in stated_values),
        _find_least_sure_method(stated_values),
    )


def _find_least_sure_method(stated_values: Iterable[StatedValue]) -> str:
    return max((value.method for value in stated_values), key=METHODS.index)


def answer(question: Question, limits: Limits) -> SolveResult:
    """Return the engine's answer. Raises Unaffordable or Unsettled."""
    return solve(question.position, question.board, question.rules, limits, next_spins=question.next_spins)


def find_surest_answer(question: Question, budget: Budget) -> SolveResult:
    """Return the exact answer if possible, else the best."""
    if budget.cells is not None:
        with suppress(Unaffordable, Unsettled):
            return answer(question, budget.limits("exact"))
    return answer(question, budget.limits())


def value_position(question: Question, budget: Budget) -> StatedValue:
    """Return the value of a position with the mover's best action, or of a finished game."""
    position, rules = question.position, question.rules
    if game_over(position, rules):
        paid = [payoff(position, rules)] if rules.in_dollars else []
        values = [float(share) for shares in (*paid, payoff(position, replace(rules, goal="win"))) for share in shares]
        return StatedValue.of(values, [0.0] * len(values), "exact")
    return choose_best(list(list_actions(find_surest_answer(question, budget)).values()), position.mover_seat)


def list_actions(result: SolveResult) -> dict[str, StatedValue]:
    """Return the value of each action of an answer."""
    both = (("press", result.press), ("pass", result.passing))
    return {name: StatedValue.of_action(action, result) for name, action in both if action is not None}


def seat_rules(question: Question) -> Question:
    """Return the question with rules spelled out by seat, which also hold for later positions."""
    return replace(question, rules=question.rules.seated(question.position.mover_seat))


def list_passes(question: Question) -> list[Position]:
    """Return the positions after each pass, in order of preference."""
    position, rules = question.position, question.rules
    passes = [action for action in legal_actions(position, rules) if isinstance(action, Pass)]
    return [pass_spins(position, action.to, rules) for action in passes]


def list_landings(question: Question) -> list[tuple[Fraction, list[list[tuple[Fraction, Position]]]]]:
    """Return the landings of a press: the chance, and for each option, in order of preference, chances and positions."""
    position, now = question.position, question.next_spins
    play_rules = PlayRules(question.rules, question.rules.unit or 1, question.rules.cap or MAX_SCORE)
    rules = question.rules.at(position.spins).for_seat(position.mover_seat)
    spin = merged_landings(question.board if now is None else now.board, rules, play_rules.unit)
    return [
        (chance, [apply_effect(position, option.effect, play_rules) for option in ordered])
        for chance, options in spin
        for ordered in [rank_options(position, options, play_rules.unit)]
    ]


def check_pass(question: Question, mine: SolveResult, budgets: Sequence[Budget]) -> list[Pair]:
    """Compare a pass with the position that follows it, which is given the longest time."""
    if mine.passing is None:
        return []
    question, budget = seat_rules(question), budgets[-1]
    after = [replace(question, position=position) for position in list_passes(question)]
    its = choose_best([value_position(position, budget) for position in after], question.position.mover_seat)
    return [Pair("pass", list_actions(mine)["pass"], its, tuple(budget.asking(position) for position in after))]


def check_press(question: Question, mine: SolveResult, budgets: Sequence[Budget]) -> list[Pair]:
    """Compare a press with the mean of what follows it; each position is given the time of the question."""
    question, budget = seat_rules(question), budgets[0]
    now, seat = question.next_spins, question.position.mover_seat
    if now is not None:
        now = NextSpinsBoard(now.board, now.spins - 1) if now.spins > 1 else None
    pairs = list_landings(question)
    after = {position for _, options in pairs for parts in options for _, position in parts}
    if mine.press is None or len(after) > LANDINGS:
        return []
    stated_values = {
        position: value_position(replace(question, position=position, next_spins=now), budget)
        for position in sorted(after, key=repr)
    }
    its = average(
        [
            (
                chance,
                choose_best(
                    [average([(part, stated_values[position]) for part, position in parts]) for parts in options], seat
                ),
            )
            for chance, options in pairs
        ]
    )
    return [
        Pair("press", list_actions(mine)["press"], its, (f"the mean of {len(after)} positions, {budget.words} each",))
    ]


def check_seats(question: Question, mine: SolveResult, budgets: Sequence[Budget]) -> list[Pair]:
    """Compare with the same contestants, each one seat further, if nothing goes by the leftmost seat.

    With one holder of spins there never is another, so that turns need no order.
    """
    alone = sum(c.spins > 0 for c in question.position.contestants) == 1
    if not alone and question.rules.turn_order != "cyclic":
        return []
    rules = question.rules.seated(question.position.mover_seat).with_seating(ROTATED)
    podiums = question.position.contestants
    a, b, c = (podiums[ROTATED.index(seat)] for seat in range(3))
    position = Position((a, b, c), ROTATED[question.position.mover_seat])
    rotated = replace(question, position=position, rules=rules)
    stated_values = list_actions(answer(rotated, budgets[0].limits()))
    return _pair_actions(
        mine, {name: value.moved(ROTATED) for name, value in stated_values.items()}, budgets[0].asking(rotated)
    )


def check_seeds(question: Question, mine: SolveResult, budgets: Sequence[Budget]) -> list[Pair]:
    """Compare with the same game by other random numbers: each square's slides are in another order."""
    squares = tuple(replace(square, slides=square.slides[::-1]) for square in question.board.squares)
    board = replace(question.board, squares=squares)
    stated_values = answer(replace(question, board=board), budgets[0].limits())
    return _pair_actions(mine, list_actions(stated_values), f"slides of each square in reverse, {budgets[0].words}")


def check_longer(question: Question, mine: SolveResult, budgets: Sequence[Budget]) -> list[Pair]:
    """Compare with answers that have more time."""
    return [
        pair
        for budget in budgets[1:]
        for pair in _pair_actions(mine, list_actions(answer(question, budget.limits())), budget.asking(question))
    ]


def check_exact(question: Question, mine: SolveResult, budgets: Sequence[Budget]) -> list[Pair]:
    """Compare an estimate with the exact answer, in a larger unit if necessary."""
    for unit in UNITS:
        try:
            exact = answer(question, budgets[-1].limits("exact", unit))
        except (Unaffordable, Unsettled):
            continue
        again = unit is not None or mine.method != "estimated"
        guess = answer(question, budgets[0].limits("estimated", unit)) if again else mine
        return _pair_actions(guess, list_actions(exact), f"exact, unit {exact.unit}, {budgets[-1].seconds:g} s")
    return []


def _pair_actions(mine: SolveResult, its: dict[str, StatedValue], by: str) -> list[Pair]:
    return [Pair(name, value, its[name], (by,)) for name, value in list_actions(mine).items()]


Check = Callable[[Question, SolveResult, Sequence[Budget]], list[Pair]]
CHECKS: dict[str, Check] = {
    "pass": check_pass,
    "press": check_press,
    "seats": check_seats,
    "seeds": check_seeds,
    "longer": check_longer,
    "exact": check_exact,
}
