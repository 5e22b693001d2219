"""Estimates: a coarser grid of scores solved exactly, then corrected by playouts of the true game.

It is done on two grids. Where a choice is so close that the grids decide it differently, their
estimates differ by what it is worth to everybody, which tells more about the error than either
grid can. Where even the coarsest grid takes too long, a position with fewer spins stands for this
one. How honest stated errors are is measured by ``benchmarks/estimates.py``.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass

from ..errors import Cancelled
from ..game.rules import PlayRules
from ..game.spin import spins
from ..solve.cubes import suits
from ..solve.flag import Progress, deadline
from ..solve.playouts import Playouts, Sample
from ..solve.ply import Ply, Vector
from ..solve.result import ActionResult
from .coarse import NEGLIGIBLE, coarse
from .found import Found, estimated, outcomes_of
from .grids import Start, another, fewer_error, rough_errors, start
from .question import Question
from .uncorrected import uncorrected

FIRST_PLAYOUTS = 64  # of each action, before their number is raised by half again and again
MOST_PLAYOUTS = 200_000
# Noise (standard errors, in probability) that is not worth more playouts: small beside the error of the
# choices, or small in itself.
SMALL = 0.2
FINE = 2e-4
DEEP_SECONDS = 20.0  # with less time, or choices on squares, nobody looks three spins ahead
# The share of the time after which the first grid gives way to the second, and the one when all ends.
FIRST = 0.6
LAST = 0.9

# The first grid's part in an estimate from two; and the part of their difference that is stated as error.
FINER = 0.7
APART = 0.7

WIDER = 1.5  # with choices on squares errors are stated so much wider: their doubts see less of them


@dataclass(frozen=True)
class Guess:
    """An estimate of one action.

    Attributes:
        mean: payoffs by seat. error: standard errors by seat.
    """

    mean: Vector
    error: Vector


@dataclass(frozen=True)
class Played:
    """What one grid and its playouts say.

    Attributes:
        press, passing: None where not allowed. ply: the next spin, fitted to ``press``.
        grid: dollars between scores. count: playouts of each action.
    """

    press: Guess | None
    passing: Guess | None
    ply: Ply
    grid: int
    count: int


def estimate(question: Question) -> Found:
    """The best estimate that the limits allow.

    Raises:
        Unaffordable: there is no way to estimate it within the limits.
        Unsettled: choices in an endless cycle of spins chase one another.
        Cancelled: the flag was set.
    """
    play_rules = question.play_rules(question.unit, NEGLIGIBLE)
    if question.next_spins is not None or play_rules.rules.in_dollars:
        return uncorrected(question, play_rules)
    if question.position.alone or not suits(question.board, play_rules):
        return coarse(question)
    question.listener(Progress("Choosing a grid of scores", 0.0))
    begun = start(question, play_rules)
    first = _played(question, play_rules, begun, FIRST)
    second = None
    if first.count:
        again = another(question, play_rules, begun)
        second = None if again is None else _played(question, play_rules, again, LAST)
    return _found(question, play_rules, begun, first, second if second is not None and second.count else None)


def _played(question: Question, play_rules: PlayRules, begun: Start, end: float) -> Played:
    """Solves a grid and plays games out until a share ``end`` of the time is over, or noise hardly matters."""
    begun.cubes.solve(question.listener)
    game = spins(question.board, play_rules.rules, play_rules.unit)
    choosing = any(len(options) > 1 for landings in game for _, options in landings)
    deep = question.limits.seconds >= DEEP_SECONDS and not choosing
    depth = 3 if deep else 2
    playouts = Playouts(begun.cubes, game=(game, play_rules), seating=begun.seating, depth=depth)
    count = FIRST_PLAYOUTS
    last = (1 - LAST) * question.limits.seconds
    with deadline(question.cancel, question.left() - last) as time_is_up:
        while not time_is_up.is_set():
            question.listener(Progress("Playing games out", min(1.0, _count(playouts) / MOST_PLAYOUTS)))
            with suppress(Cancelled):
                playouts.improve(count, time_is_up)
            samples = [sample for sample in (playouts.press, playouts.passing) if sample is not None]
            if all(_quiet(sample) for sample in samples) or samples[0].count >= MOST_PLAYOUTS:
                break
            if samples[0].count and question.left() < (1 - end) * question.limits.seconds:
                break
            count = max(FIRST_PLAYOUTS, samples[0].count // 2)
    question.cancel.check()
    wider = WIDER if choosing else 1.0
    rough = rough_errors(question, begun).chance
    return Played(
        _guess(playouts.press, rough, wider),
        _guess(playouts.passing, rough, wider),
        playouts.look(),
        begun.grid,
        _count(playouts),
    )


def _quiet(sample: Sample) -> bool:
    return all(n <= max(SMALL * p, FINE) for n, p in zip(sample.standard_error, sample.policy_error, strict=True))


def _count(playouts: Playouts) -> int:
    sample = playouts.press or playouts.passing
    return 0 if sample is None or sample.count < 2 else sample.count


def _guess(sample: Sample | None, rough: float, wider: float) -> Guess | None:
    """``rough`` is the error where no playout was made in time; others are stated ``wider``."""
    if sample is None:
        return None
    return Guess(sample.mean, tuple(wider * e for e in sample.error) if sample.count > 1 else (rough, rough, rough))


def _found(question: Question, play_rules: PlayRules, begun: Start, first: Played, second: Played | None) -> Found:
    fewer = fewer_error(begun, question.position.spins)
    grids, count = f"${first.grid:,}", first.count
    press, passing, ply = first.press, first.passing, first.ply
    if second is not None:
        grids, count = f"{grids} and ${second.grid:,}", count + second.count
        press, passing, ply = _both(press, second.press), _both(passing, second.passing), _mixed(ply, second.ply)
    notes = [f"Estimated from scores {grids} apart and {count:,} playouts of each action."]
    if fewer:
        notes.insert(0, f"A first estimate, as if only {begun.spins} of the {question.position.spins} spins were left.")
    return Found(
        "estimated",
        play_rules,
        _action(press, fewer),
        _action(passing, fewer),
        begun.cubes.states,
        outcomes_of(question, play_rules, ply),
        tuple(notes),
    )


def _action(guess: Guess | None, fewer: float) -> ActionResult | None:
    return None if guess is None else estimated(guess.mean, [math.hypot(error, fewer) for error in guess.error])


def _both(one: Guess | None, other: Guess | None) -> Guess | None:
    if one is None or other is None:
        return one
    apart = [APART * abs(a - b) for a, b in zip(one.mean, other.mean, strict=True)]
    error = [math.hypot(e, d) for e, d in zip(_mean(one.error, other.error), apart, strict=True)]
    return Guess(_mean(one.mean, other.mean), tuple(error))


def _mixed(one: Ply, other: Ply) -> Ply:
    return Ply(
        one.press and other.press and _mean(one.press, other.press),
        one.passing and other.passing and _mean(one.passing, other.passing),
        {options: _mean(value, other.outcomes[options]) for options, value in one.outcomes.items()},
    )


def _mean(one: Vector, other: Vector) -> Vector:
    return tuple(FINER * a + (1 - FINER) * b for a, b in zip(one, other, strict=True))
