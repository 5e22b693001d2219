"""The difference of two branches at which ``hprime`` or ``bprime`` may still go low (chapter 5).

Both may go low only if the high branch has less than some share H/(H + L) of the two; above it no split ratio of the
branches makes up for the difference, and there is nothing to compute.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .depreciation import compared

_RATIOS = np.linspace(0.5, 1.0, 1001)
_HALVINGS = 60


@dataclass(frozen=True, slots=True)
class CutOff:
    """The share H/(H + L), and the split ratios of high and low that lead to it; low is None for ``hprime``."""

    share: float
    high_ratio: float
    low_ratio: float | None


def cut_off(strategy: str, end: float, mean: float, total: float) -> CutOff:
    """Return the greatest share of the high branch at which the strategy may go low.

    Args:
        strategy: ``hprime`` or ``bprime``.
        end: E, above 0.
        mean: A, the mean split ratio.
        total: H + L, the value of the fork, above 0.
    """
    low_end, high_end = 0.5, 1.0
    for _ in range(_HALVINGS):
        share = (low_end + high_end) / 2
        if _worst(strategy, end, mean, total, share)[0] > 0:
            high_end = share
        else:
            low_end = share
    _, high_ratio, low_ratio = _worst(strategy, end, mean, total, high_end)
    return CutOff(high_end, high_ratio, low_ratio if strategy == "bprime" else None)


def _worst(strategy: str, end: float, mean: float, total: float, share: float) -> tuple[float, float, float]:
    """Return high's advantage with the split ratios that are best for low, and these ratios."""
    high, low = share * total, (1 - share) * total
    to_high, to_low = (
        np.broadcast_to(each, _RATIOS.shape) for each in compared(strategy, end, mean, high, low, (_RATIOS, _RATIOS))
    )
    at_high, at_low = int(np.argmin(to_high)), int(np.argmax(to_low))
    return float(to_high[at_high] - to_low[at_low]), float(_RATIOS[at_high]), float(_RATIOS[at_low])
