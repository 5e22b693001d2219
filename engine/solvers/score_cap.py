"""Score caps: bounds on the score beyond which no chance changes by more than a given tolerance.

A cap M keeps the order of any two contestants except when both reach M. Both reach it only if the sums won in the rest
of the game are at least what the two lack, so the error is at most the chance of sums that large. Where a contestant
plays by a lead of T, the cap must not hide that lead either, as when one reaches M and another M - T. Sums are bounded
from above: each landing brings its largest sum and an extra spin if it offers one, and Whammies take nothing away.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np

from ..errors import Unaffordable
from ..game.board import Board
from ..game.figures import board_figures
from ..game.options import Rules
from ..game.position import SEATS, Position
from ..game.spin import SpinLandings, StagedSpins
from .cancel_flag import CancelFlag

NEGLIGIBLE = 1e-9  # the largest effect of a cap on an exact answer,
COARSE_NEGLIGIBLE = 1e-4  # ... and on an estimate
EXTRA_AVERAGE_SPINS = 6  # in round 1 a contestant may win the average of the spins left and of these
SUM_STEP = 250  # dollars; sums are rounded up to it here
MAX_DOLLARS = 4_000_000
ENDLESS = "Extra spins make scores grow without bound on this board; a cap, where scores stop growing, keeps it small."
PAIRS = 3  # of contestants
DOLLARS = 10_000  # the worth of a chance of 1 in deciding what is negligible, where dollars are at stake

Step = tuple[int, str]  # the dollars that a spin can add at most, and how it can make a sum grow; "" if it does not
Kind = tuple[Step, bool]  # with whether it brings an extra spin
MAX_CACHED_TAILS = 128
_tails: dict[tuple[Any, ...], np.ndarray] = {}


def round_1_cap(position: Position, board: Board, rules: Rules, highest: int) -> int:
    """Return a cap of round 1 (dollars), which a negligible share of games reach.

    ``highest``: the score above which the score values no longer change (``ScoreValues.highest``).
    """
    mean = float(board_figures(board, rules.for_seat(position.mover_seat)).after_moves.mean)
    top = max(contestant.score for contestant in position.contestants)
    return min(highest, top + round(mean * (position.spins + EXTRA_AVERAGE_SPINS)))


def score_cap(
    position: Position,
    board: Board,
    rules: Rules,
    unit: int,
    negligible: float = NEGLIGIBLE,
    cancel: CancelFlag | None = None,
) -> int:
    """Return a cap (dollars) whose effect on any chance to win is below ``negligible``.

    For a goal in dollars the effect on any expectation is below ``negligible`` * $10,000.

    Raises:
        Unaffordable: endless extra spins make every cap matter.
        Cancelled: ``cancel`` was set.
    """
    scores = [position.contestants[s].score for s in SEATS if not position.contestants[s].out]
    start = sum(scores) if _grows_with_score(board) else 0
    tail = _find_tail(board, rules, unit, position.spins, start, rules.in_dollars, negligible, cancel)
    if rules.in_dollars:
        # Expected excess of any contestant over the cap: the sum of the tail above it.
        excess = np.cumsum(tail[::-1])[::-1] * SUM_STEP
        negligible *= DOLLARS
        step = int(np.searchsorted(-excess, -negligible))
        if step >= len(excess):
            raise Unaffordable(ENDLESS)
        cap = max(scores) + (step + 1) * SUM_STEP
        leads = _list_leads(rules)
        if rules.goal == "blend" or len(leads) > 1:
            at_stake = max(cap, rules.win_worth)  # by a wrong winner or a wrong choice
            cap = max(cap, _cap_for_order(scores, leads, tail, negligible / at_stake))
        return _round_up(cap, unit)
    return _round_up(max(_cap_for_order(scores, _list_leads(rules), tail, negligible), unit), unit)


def winnings_bound(
    board: Board,
    rules: Rules,
    unit: int,
    spins: int,
    negligible: float = NEGLIGIBLE,
    cancel: CancelFlag | None = None,
) -> int | None:
    """Return a bound in dollars that the sums won in ``spins`` spins exceed with a negligible chance only.

    With ``goal=win`` a cap changes no chance by more than ``negligible`` if any two scores together lack at least this
    bound. None if sums depend on the scores.

    Raises:
        Unaffordable: endless extra spins make every cap matter.
        Cancelled: ``cancel`` was set.
    """
    return (
        None
        if _grows_with_score(board)
        else _find_needed_sum(_find_tail(board, rules, unit, spins, 0, False, negligible, cancel), negligible / PAIRS)
    )


def _list_leads(rules: Rules) -> set[int]:
    """Return the leads by which contestants play, and 0, the lead that wins."""
    return {0, *(lead for lead in (rules.max_lead, *map(rules.style, SEATS)) if lead is not None)}


def _cap_for_order(scores: list[int], leads: set[int], tail: np.ndarray, negligible: float) -> int:
    """Return a cap that hides the order of two contestants, or a lead, with a negligible chance only."""
    needed = _find_needed_sum(tail, negligible / (PAIRS if leads == {0} else 2 * PAIRS * len(leads)))
    pairs = list(permutations(scores, 2)) or [(scores[0], 0)]
    return max(_both_lack(a, b + lead, needed) for a, b in pairs for lead in leads)


def _find_needed_sum(tail: np.ndarray, negligible: float) -> int:
    steps = int(np.searchsorted(-tail, -negligible))
    if steps >= len(tail):
        raise Unaffordable(ENDLESS)
    return steps * SUM_STEP


def _both_lack(a: int, b: int, needed: int) -> int:
    """Return the smallest M with (M - a)+ + (M - b)+ >= needed."""
    high, low = max(a, b), min(a, b)
    return low + needed if low + needed <= high else -(-(high + low + needed) // 2)


def _round_up(amount: int, unit: int) -> int:
    return -(-amount // unit) * unit


def _grows_with_score(board: Board) -> bool:
    return any(s.kind in ("double", "add_a_one", "cash_or_double", "lead") for q in board.squares for s in q.slides)


def _find_tail(
    board: Board,
    rules: Rules,
    unit: int,
    spins: int,
    start: int,
    dollars: bool,
    negligible: float,
    cancel: CancelFlag | None,
) -> np.ndarray:
    """Return a bound on the chance that the sums won in ``spins`` spins reach each multiple of SUM_STEP, [steps].

    With slides that grow with the score the sums start from all the money on the table. Where the
    chances of a spin differ by contestant, each kind of spin has the largest one. The chance beyond the end
    is negligible; with ``dollars`` also the expected dollars. Results are cached.
    """
    cache_key = (board, rules, unit, spins, start, dollars, negligible)
    tail = _tails.get(cache_key)
    if tail is None:
        tail = _compute_tail(board, rules, unit, spins, start, dollars, negligible, cancel or CancelFlag())
        if len(_tails) >= MAX_CACHED_TAILS:
            _tails.clear()
        _tails[cache_key] = tail
    return tail


def _compute_tail(
    board: Board, rules: Rules, unit: int, spins: int, start: int, dollars: bool, negligible: float, cancel: CancelFlag
) -> np.ndarray:
    kinds: dict[Kind, float] = {}
    stages = StagedSpins(board, rules, unit, spins).stages
    for landings in {landings for stage in stages for landings in stage}:
        for kind, chance in _list_kinds(landings, unit).items():
            kinds[kind] = max(kinds.get(kind, 0.0), chance)
    size = 2000
    while size * SUM_STEP <= MAX_DOLLARS:
        tail = _convolve_spins(kinds, spins, -(-start // SUM_STEP), size, cancel)
        if tail[-1] * (size * SUM_STEP / DOLLARS if dollars else 1.0) < negligible / 100:
            origin = -(-start // SUM_STEP)
            return np.asarray(tail[origin:])
        size *= 2
    raise Unaffordable(ENDLESS)


def _list_kinds(landings: SpinLandings, unit: int) -> dict[Kind, float]:
    """Return chances by the best results of a spin: dollars, how sums grow, and whether it brings an extra spin."""
    kinds: dict[Kind, float] = {}
    for chance, options in landings:
        effects = [option.effect for option in options]
        growing = {effect.kind for effect in effects} & {"double", "add_a_one", "lead"}
        max_sum = max(max(effect.amounts, default=0) for effect in effects)
        key = ((max_sum, min(growing, default="")), any(effect.spin for effect in effects))
        kinds[key] = kinds.get(key, 0.0) + float(chance)
    return kinds


def _convolve_spins(kinds: dict[Kind, float], spins: int, start: int, size: int, cancel: CancelFlag) -> np.ndarray:
    """Return P(total >= k * SUM_STEP); the last entry gathers everything beyond."""
    now = np.zeros(size)
    now[min(start, size - 1)] = 1.0
    extra, plain = _list_steps(kinds, True), _list_steps(kinds, False)
    for _ in range(spins):
        arrived = now.copy()
        moving = now
        for _ in range(4 * size):
            cancel.check()
            moving = _apply_step(moving, extra)
            if moving[:-1].sum() + moving[-1] < 1e-30 or moving[:-1].sum() == 0:
                arrived[-1] += moving[-1]
                break
            arrived += moving
            arrived[-1] = min(arrived[-1], 1.0)
        now = _apply_step(arrived, plain)
    return np.cumsum(now[::-1])[::-1]


def _list_steps(kinds: dict[Kind, float], extra: bool) -> list[tuple[Step, float]]:
    """Return the steps of spins with an extra spin, or of spins without one, with their chances."""
    chances: dict[Step, float] = {}
    for ((dollars, growth), spin), chance in kinds.items():
        if spin == extra:
            step = (-(-dollars // SUM_STEP), growth)
            chances[step] = chances.get(step, 0.0) + chance
    return list(chances.items())


def _apply_step(mass: np.ndarray, kinds: list[tuple[Step, float]]) -> np.ndarray:
    out = np.zeros_like(mass)
    last = len(mass) - 1
    places = np.arange(len(mass))
    for (steps, growth), chance in kinds:
        step = min(steps, last)
        if not growth:
            out[step:] += chance * mass[: len(mass) - step]
            out[-1] += chance * mass[len(mass) - step :].sum()
        else:
            # A one before a score of d digits adds 10^d, at most ten times the score (or $10). Taking the lead adds at
            # most all the money on the table and the lead.
            growth_place = places * (11 if growth == "add_a_one" else 2) + 1 + step
            goal = np.minimum(growth_place, last)
            np.add.at(out, goal, chance * mass)
    return out
