"""Cycles of passes at the cap: whether a plan must tell them apart, and what they are.

Two contestants at the cap may pass to each other until one spin brings no other. Such a cycle can
have several equilibria, of which the definition names one (``oracle.py``). Where they are not told apart, the kernels
prove that there is one only (``_cap_proof.pxi``).
"""

from __future__ import annotations

import numpy as np

from ...errors import Unaffordable
from ...game.board import Board
from .. import _components
from ..cancel_flag import CancelFlag
from ..configs import ORDER_SCORES, ORDERS, Cycles, FrameKey, FrameSuccessors, Ints
from ..score_cap import sums_that_matter
from .config_plan import ConfigPlan

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
        sums = sums_that_matter(board, rules, plan.play_rules.unit, plan.position.spins, chance, plan.cancel)
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


def find_cycles(
    movers: Ints, successors: FrameSuccessors, where: list[tuple[int, int]], cancel: CancelFlag
) -> Cycles | None:
    """Return the groups of configurations that read one another, by the axes at the cap and the order of the scores.

    Args:
        movers: the axis of each mover.
        successors: the frame's configurations and their successors.
        where: sets of axes at the cap (bits), each with an order of the scores.
        cancel: set to stop.

    Returns:
        int32 [8 * 27], the number of groups; [8 * 27, configurations], their members, each group after those it reads;
        [8 * 27, configurations + 1], where each group begins. None where no group has more than one member.

    Raises:
        Cancelled: the flag was set.
    """
    found: dict[int, list[list[int]]] = {}
    for at_cap, order in where:
        cancel.check()
        found[at_cap * ORDERS + order] = _groups(movers, successors, at_cap, order)
    if all(len(group) == 1 for groups in found.values() for group in groups):
        return None
    size = len(movers)
    counts = np.zeros(AT_CAP * ORDERS, np.int32)
    members = np.zeros((AT_CAP * ORDERS, size), np.int32)
    first = np.zeros((AT_CAP * ORDERS, size + 1), np.int32)
    for row, groups in found.items():
        counts[row] = len(groups)
        members[row] = [k for group in groups for k in group]
        first[row, : len(groups) + 1] = np.cumsum([0, *map(len, groups)])
    return counts, members, first


def _groups(movers: Ints, successors: FrameSuccessors, at_cap: int, order: int) -> list[list[int]]:
    """Return groups of configurations that read one another, each after those it reads."""
    reads = []
    for k, (mover, spin) in enumerate(zip(movers.tolist(), successors.spin.tolist(), strict=True)):
        here = set(successors.passes[k, :, order].tolist())
        if at_cap >> mover & 1:
            here.add(spin)
        reads.append(sorted(here - {-1, k}))
    return _components.component_lists(reads)
