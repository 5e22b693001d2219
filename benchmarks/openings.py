"""The precision of estimates at the start of a second round, with up to 15 spins.

Prints, for each opening and each time allowed, the largest stated error of a chance and its difference from the answer
after a minute, for pressing and for passing: ``python -m benchmarks.openings [--seconds 1 10] [--reference 60]``. Then
the time until the first answer.
"""

import argparse
import time

from engine import Limits, Position, Rules, SolveResult, preset_boards, solve
from engine.answers.refine import refine

MEMORY = 8 * 2**30
OPENINGS = (
    "0e5,0e3,0e2@3", "4000e3,2500e5,1000e7@1", "4000e2w1,3500e2w1,5000e2w1@1", "6500e4,2250e3,3000e3@2",
    "1500e6,4250e2w1,800e5@3", "0e3,5250e5,2500e4w1@1",
)  # fmt: skip
ANYTHING = (*OPENINGS, "0e9,0e8,0e7@1", "2000e12,3000e10,500e12@1", "8000e10,3000,0@1", "30000e10,40000e5p5,500e20@2")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, nargs="+", default=[1.0, 10.0])
    parser.add_argument("--reference", type=float, default=60.0)
    arguments = parser.parse_args()
    print(f"{'opening':30} {'seconds':>7}   stated and off (points): press, pass")
    for notation in OPENINGS:
        reference = _estimate(notation, arguments.reference)
        for seconds in arguments.seconds:
            error = _estimate(notation, seconds)
            parts = [_describe(error, reference, name) for name in ("press", "passing")]
            print(f"{notation:30} {seconds:7g}   {parts[0]:>12} {parts[1]:>12}", flush=True)
    print(f"\n{'position':30} seconds to the first answer (of processor time), its stated error")
    board = preset_boards()["pyl-1985-02-r2"]
    for notation in ANYTHING:
        clock, processor = time.perf_counter(), time.process_time()
        first = next(iter(refine(Position.parse(notation), board, Rules(), Limits(10.0, MEMORY, fresh=True))))
        spent = time.perf_counter() - clock, time.process_time() - processor
        errors = [max(a.standard_error or (0.0,)) for a in (first.press, first.passing) if a is not None]
        print(f"{notation:30} {spent[0]:.2f} ({spent[1]:.2f}) {100 * max(errors):.2f}", flush=True)


def _estimate(notation: str, seconds: float) -> SolveResult:
    limits = Limits(seconds, MEMORY, method="estimated", fresh=True)
    return solve(Position.parse(notation), preset_boards()["pyl-1985-02-r2"], Rules(), limits)


def _describe(result: SolveResult, reference: SolveResult, name: str) -> str:
    action, truth = getattr(result, name), getattr(reference, name)
    if action is None:
        return "-"
    off = max(abs(a - b) for a, b in zip(action.win, truth.win, strict=True))
    return f"{100 * max(action.standard_error):.2f} {100 * off:.2f}"


if __name__ == "__main__":
    main()
