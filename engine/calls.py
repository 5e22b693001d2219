"""Thresholds that turn a difference and its error into a verdict (press, pass, either, close, open) or a grade
(right, wrong, too_close).
"""

from __future__ import annotations

from typing import Literal

Grade = Literal["right", "wrong", "too_close"]

# A call is an action, or one of these.
TOSS_UP = "toss-up"  # a small difference
OPEN = "open"  # the difference is within its error, which is not small
TAKE = "take"  # of a choice square: the best offer
ONLY = "only"  # of a choice square: the only offer

# Below this an exact margin is arithmetic noise, not a preference.
EQUAL = 1e-9
# Below this difference it is a toss-up, and a choice is neither right nor wrong: one in 100 wins, or this share of the
# larger winnings.
CLOSE_CALL = 0.01
# A difference within its error is a toss-up if both together are below this.
NEAR = 0.05
# An estimate with a larger error says nothing: ten points, or this share of the larger winnings.
ROUGH = 0.1
ROUGH_SHARE = 0.25


def call(best: str, margin: float | None, error: float, too_close: bool, scale: float = 1.0) -> str:
    """Return the verdict on two actions: the better one if it is certain and matters, else TOSS_UP or OPEN.

    Args:
        best: the action with the larger value.
        margin: the difference of the values; None without a choice.
        error: the error of the margin.
        too_close: whether the margin is within its error.
        scale: 1 for chances; for dollars the larger winnings.
    """
    if margin is None:
        return best
    if too_close:
        return TOSS_UP if abs(margin) + error < NEAR * scale else OPEN
    return TOSS_UP if abs(margin) < CLOSE_CALL * scale else best


def is_small(margin: float, error: float, too_close: bool, scale: float = 1.0) -> bool:
    """Return whether the difference of two actions is certainly small, whichever is better."""
    return abs(margin) + (error if too_close else 0.0) < CLOSE_CALL * scale


def grade(difference: float, *, certain: bool, scale: float = 1.0) -> Grade:
    """Return the grade of a choice.

    Args:
        difference: the value of the choice minus that of the best other choice.
        certain: whether the difference is larger than its error.
        scale: 1 for chances; for dollars the larger winnings.
    """
    if certain and abs(difference) < EQUAL:
        return "right"
    if not certain or abs(difference) < CLOSE_CALL * scale:
        return "too_close"
    return "right" if difference > 0 else "wrong"
