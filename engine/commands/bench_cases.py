"""Benchmark positions that cover every code path of the kernels.

The list determines the signature, so it changes only with a new version of the engine. Every
case has a fixed unit, as a unit chosen by the solver would depend on the machine.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..game.board import DEFAULT_BOARD

DOUBLE = 6  # decimals
SINGLE = 3  # decimals if a kernel may choose single precision, as with the many cells of several holders


@dataclass(frozen=True, slots=True)
class BenchCase:
    """One position to solve.

    Attributes:
        position: in the one-line notation.
        rules: the preset; ``options`` are its changed options, always with ``unit``.
        board: a preset's id.
        digits: decimals of a chance that count for the signature. No error of the six chances (1e-10, or 1e-5 with
            ``SINGLE``) may cross a rounding boundary; a test checks that.
    """

    position: str
    rules: str
    options: dict[str, str] = field(default_factory=dict)
    board: str = DEFAULT_BOARD
    digits: int = DOUBLE


CASES = (
    # One holder.
    BenchCase("8000e1,3000,0@1", "seed"),
    BenchCase("8000e6,3000,0@1", "seed"),
    BenchCase("3000,9500,7250e2@3", "seed", {"turn_order": "cyclic"}),
    BenchCase("8000e3,3000,0@1", "show", {"unit": "250"}),
    BenchCase("2000e1,1500,0@1", "show", {"unit": "1"}, "pyl-1984-09-r1"),
    BenchCase("0e3,0,0@1", "show", {"unit": "50"}, "pyl-1983-09-r1"),
    # To the exact dollar, also with scores that are no multiples of $50.
    BenchCase("8000e1,3000,0@1", "show", {"unit": "1"}),
    BenchCase("8000e2,3000,0@1", "show", {"unit": "1"}),
    BenchCase("8037e2,3112,450@1", "show", {"unit": "1"}),
    BenchCase("2000e1,3500e1,0@1", "show", {"unit": "1"}),
    BenchCase("2500e1w1,2500e1w1,450@1", "show", {"unit": "1", "ties": "joint"}),
    BenchCase("450e1w3,1700w2,300@1", "show", {"unit": "1", "prizes": "pool", "cap": "3000"}, "pyl-1984-09-r1"),
    # Passed spins; contestants level with one another.
    BenchCase("5000p2,4000,8000@1", "seed"),
    BenchCase("3000e2,3000,3000@1", "seed", {"ties": "joint"}),
    BenchCase("4100e1,4100,4100@1", "show", {"unit": "250", "prizes": "pool"}),
    # Two holders.
    BenchCase("2250e3,3500e2,0@1", "seed", digits=SINGLE),
    BenchCase("3333e2,4567e2,1500@2", "seed", {"turn_order": "cyclic"}, digits=SINGLE),
    BenchCase("19500e2,20750e1,500@1", "seed", digits=SINGLE),
    BenchCase("4000e2,3000e2,0@1", "seed", {"third_place_plays": "yes", "max_lead": "5000"}, digits=SINGLE),
    BenchCase("7000e1,5500p1,0@2", "show", {"unit": "250"}, "abc-2019-r2", digits=SINGLE),
    BenchCase("1500e2,2100e1,900@2", "show", {"unit": "250"}, "pyl-1984-09-r1", digits=SINGLE),
    BenchCase("5000e2,6000,2500e1@3", "seed", {"turn_order": "score"}, "pyl-classic-r2", digits=SINGLE),
    BenchCase("5000e1,4000e1,3000@2", "show", {"unit": "1000", "goal": "money"}),
    # Whammies, and contestants who are out or may soon be.
    BenchCase("4000e2w3,5000p1w2,1000w3@1", "seed", digits=SINGLE),
    BenchCase("2500e3w3,6000e1w2,0w4@1", "seed", {"level_opponents": "chooser"}, digits=SINGLE),
    BenchCase("2500e2w2,3500w3,1000@1", "show", {"unit": "250"}, digits=SINGLE),
    BenchCase("6000e1w2,4250p1w1,5000w3@1", "show", {"unit": "1000"}, digits=SINGLE),
    BenchCase("3000e2w3,2500w2,0w4@1", "show", {"unit": "500"}, "abc-2019-bonus1", digits=SINGLE),
    # Three holders.
    BenchCase("3000e1,2500e1,4000e1@1", "seed", digits=SINGLE),
    BenchCase("0e1,2000e2,3500p1@1", "seed", {"unit": "500"}, digits=SINGLE),
    BenchCase("0e2,2000e2,3500e2@1", "seed", {"unit": "1000", "cap": "30000"}, digits=SINGLE),
    BenchCase("6500e2,5000e1,4000e1@1", "seed", digits=SINGLE),
    BenchCase("2000e1,3000e1,4500e1@1", "show", {"unit": "1000"}, digits=SINGLE),
    BenchCase("6500e1,5000e1,4000e1@2", "show", {"unit": "500", "cap": "25000"}, digits=SINGLE),
    # Opponents who go by their lead, dollars at stake, the house.
    BenchCase("8000e2,3000,0@1", "seed", {"opponents": "cautious"}),
    BenchCase("4000e2,3000e1,0@1", "seed", {"opponents": "optimal/aggressive/500"}, digits=SINGLE),
    BenchCase("3000e1,2500e1,4000@1", "seed", {"goal": "blend", "win_worth": "2500"}),
    BenchCase("4250e2,3000,5500@1", "show", {"unit": "500", "goal": "money", "opponents": "2000"}),
    BenchCase("8500e2,0w4,0w4@1", "show", {"unit": "250", "goal": "money", "house": "play"}),
    BenchCase("3500p2w3,2000w3,0w4@1", "seed", {"house": "play"}),
)
