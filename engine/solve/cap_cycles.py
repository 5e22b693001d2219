"""Cycles of passes at the cap: whether a plan must tell them apart.

Two contestants at the cap may pass to each other until one spin brings no other. Such a cycle can
have several equilibria, of which the definition names one (``oracle.py``). Where they are not told apart, the kernels
prove that there is one only (``_cap_proof.pxi``).
"""

from __future__ import annotations

from ..errors import Unaffordable
from ..game.board import Board
from .config_plan import ConfigPlan
from .cube_configs import ORDER_SCORES, FrameKey
from .score_cap import sums_that_matter

AT_CAP = 8  # sets of axes whose scores are at the cap

# Cycles are told apart up to a number of cells, and where two contestants meet at the cap with more than
# a chance (bounded from above, as if there were no Whammies): practically any in small plans, where it
# costs nothing, and this one in bigger ones.
CYCLE_CELLS = 20_000_000
SMALL_CELLS = 1_000_000
RARELY = 0.03
HARDLY_EVER = 1e-10


def cycles_matter(plan: ConfigPlan, board: Board, every_score: bool = False) -> bool:
    """Return whether two contestants may well meet at the cap in a plan small enough to tell its cycles apart."""
    rules, cap = plan.play_rules.rules, plan.play_rules.cap
    if rules.cap is None or plan.cells > CYCLE_CELLS:
        return False
    best = sorted((c.score for c in plan.position.contestants if not c.out), reverse=True)[:2]
    if every_score or not plan.spin.ends:
        return True
    try:
        chance = RARELY if plan.cells > SMALL_CELLS else HARDLY_EVER
        sums = sums_that_matter(board, rules, plan.play_rules.unit, plan.position.spins, chance)
    except Unaffordable:
        return True
    return sums is None or sum(max(0, cap - score) for score in best) < sums


def to_be_proven(plan: ConfigPlan, key: FrameKey) -> bool:
    """Return whether a frame's cycles at the cap may have several equilibria, so that the one found must be proven
    unique.

    With one contestant out and one win to share, what one of the others gains the other loses: such a cycle has one
    value, as every round may end.
    """
    rules = plan.play_rules.rules
    one_against_one = key[1] and not rules.in_dollars and planes_of_wins(plan) == 2
    return rules.cap is not None and not one_against_one


def score_above_cap(plan: ConfigPlan) -> bool:
    """Return whether one of the entered scores is above the cap."""
    return any(podium.score > plan.play_rules.cap for podium in plan.position.contestants)


def planes_of_wins(plan: ConfigPlan, cycles: bool = False) -> int:
    """Return the number of payoffs to store: with two the third is what 1 lacks, except in a cycle's first rounds."""
    rules = plan.play_rules.rules
    return 2 if rules.ties == "split" and rules.house == "won" and plan.spin.ends and not cycles else 3


def cycle_orders(beyond: bool) -> list[tuple[int, int]]:
    """Return where passes may form a cycle: sets of two or three axes at the cap, each with an order of the scores.

    Args:
        beyond: whether an entered score is above the cap, so that scores at the cap may differ.
    """
    several = [at_cap for at_cap in range(AT_CAP) if at_cap.bit_count() > 1]
    return [(at_cap, order) for at_cap in several for order in ORDER_SCORES if _fits(order, at_cap, beyond)]


def _fits(order: int, at_cap: int, beyond: bool) -> bool:
    for (one, other), sign in {(0, 1): order // 9 - 1, (0, 2): order // 3 % 3 - 1, (1, 2): order % 3 - 1}.items():
        ahead = (at_cap >> one & 1) - (at_cap >> other & 1)
        level_at_cap = not ahead and at_cap >> one & 1
        if (ahead and sign != ahead) or (level_at_cap and sign and not beyond):
            return False
    return True
