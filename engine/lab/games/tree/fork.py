"""A player's knowledge at a fork of a given tree, and the chance to win by either branch.

The chance is that of one plan, and exact for it: move there; pass the forks whose branches are in view without another
look, each time by the better branch; beyond them play the best strategy that goes from fork to fork. Looking again on
the way may win more often.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .plain import HIGH, LOW, Point, Tree

TURNS = (HIGH, LOW)
UNSEEN, SPLIT, WIN, LOST = "unseen", "split", "win", "lost"
# The best strategy's chance from a split point of this value.
Best = Callable[[float], float]


def state(tree: Tree, way: str, seen: Sequence[str], under: str) -> str:
    """Return the knowledge of the point at ``under`` below the fork at ``way``, after looking at ``seen``."""
    if under not in seen:
        return UNSEEN
    point = tree.at(way + under)
    if not tree.ends(point):
        return SPLIT
    return WIN if tree.wins(point) else LOST


def chances(tree: Tree, way: str, seen: Sequence[str], best: Best) -> dict[str, float]:
    """Return the chance to win by each branch of the fork at ``way``: h and l."""
    found = {turn: _chance(tree, way, seen, best, turn) for turn in TURNS}
    if tree.trees.form == "tsi":
        return found
    if 1.0 in found.values():  # the win is there, so it is nowhere else
        return {turn: float(chance == 1.0) for turn, chance in found.items()}
    # A lost end point makes all others more likely to win.
    lost = sum(tree.at(way + under).value for under in seen if state(tree, way, seen, under) == LOST)
    return {turn: min(1.0, chance / (1 - lost)) for turn, chance in found.items()}


def passes_forks(seen: Sequence[str], found: Mapping[str, float]) -> bool:
    """Return whether forks below the branches are in view, which the plan passes without another look."""
    return any(len(under) > 1 for under in seen) and 1.0 not in found.values()


def _chance(tree: Tree, way: str, seen: Sequence[str], best: Best, under: str) -> float:
    """Return the chance by a point as seen; below a point whose branches are in view, the better one's."""
    point, known = tree.at(way + under), state(tree, way, seen, under)
    if known in (WIN, LOST):
        return float(known == WIN)
    if known == SPLIT:
        if any(under + turn in seen for turn in TURNS):
            return max(_chance(tree, way, seen, best, under + turn) for turn in TURNS)
        return _going_on(tree, point, best)
    end = tree.trees.end
    return end * point.value + (1 - end) * _going_on(tree, point, best)


def _going_on(tree: Tree, point: Point, best: Best) -> float:
    """Return the best strategy's chance from a point that splits."""
    return point.value * best(1.0) if tree.trees.form == "tsd" else best(point.value)
