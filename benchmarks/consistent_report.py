"""The report of ``benchmarks.consistent``: how many stated errors two answers are apart that must agree."""

from __future__ import annotations

import json
import math
import re
import statistics
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .consistent_draw import draw_board

SHARP = 2e-4  # 0.02 points; smaller errors do not matter
DOLLARS = 10_000  # dollars with the weight of a chance of 1
FLOOR = 2.5e-9  # of a stated error: another cap may change a chance by 1e-9
KNOWN = 2.5e-7  # the same for an estimate: four such errors are never printed
WORST = 12
GROUPS = ("rules", "holders", "spins", "Whammies", "ties", "goal", "board")

HEAD = f"\n{'':28} {'number':>6} {'beyond 2':>12} {'beyond 4':>12} {'*':>4} {'rms':>6} {'sharp':>6}   off: median, 95%, 99%, most   stated: median, 95%"
FOOT = """
beyond: a figure is off by more stated errors (of both answers together); *: beyond 4 even if either choice is allowed where
one is a toss-up; rms: root mean square of error / stated; sharp: the same where the error is 0.02 points ($2) or more;
off, stated: points ($100), the worst figure of each. Lines but those of the checks count cases, each by its worst comparison."""

Case = dict[str, Any]


@dataclass(frozen=True)
class Difference:
    """The difference of two values, for each figure: chances, or dollars divided by 10,000.

    Attributes:
        off, stated: the difference, and the error that is stated for it. nearest: the difference that is left if either
            choice is allowed where one is a toss-up.
        exact: neither of the two is an estimate, so that they must be equal.
    """

    off: tuple[float, ...]
    stated: tuple[float, ...]
    nearest: tuple[float, ...]
    exact: bool

    @classmethod
    def between(cls, mine: dict[str, Any], its: dict[str, Any]) -> Difference:
        """Return the difference of two values in JSON."""
        exact = "estimated" not in (mine["method"], its["method"])
        scales = [DOLLARS] * (len(mine["values"]) - 3) + [1] * 3
        least = FLOOR if exact else KNOWN
        off, stated, nearest = [], [], []
        for place, scale in enumerate(scales):
            one, other = mine["values"][place], its["values"][place]
            off.append(abs(one - other) / scale)
            stated.append(math.hypot(mine["errors"][place] / scale, its["errors"][place] / scale, least))
            nearest.append(max(0.0, its["low"][place] - one, one - its["high"][place]) / scale)
        return cls(tuple(off), tuple(stated), tuple(nearest), exact)

    @property
    def ratios(self) -> list[float]:
        """How many stated errors each figure is off."""
        return [off / stated for off, stated in zip(self.off, self.stated, strict=True)]

    @property
    def times(self) -> float:
        """The most stated errors that a figure is off."""
        return max(self.ratios)

    @property
    def times_allowing(self) -> float:
        """The same if either choice is allowed where one is a toss-up."""
        return max(off / stated for off, stated in zip(self.nearest, self.stated, strict=True))


@dataclass(frozen=True)
class Comparison:
    """One check of one action of a case."""

    case: Case
    check: str
    pair: dict[str, Any]
    apart: Difference


def list_comparisons(cases: Iterable[Case]) -> list[Comparison]:
    """Return everything that was compared."""
    return [
        Comparison(case, check, pair, Difference.between(pair["mine"], pair["its"]))
        for case in cases
        for check, pairs in case["checks"].items()
        for pair in pairs
    ]


def report(cases: list[Case], boards: Path, worst: int = WORST) -> None:
    """Print the tables and the worst cases; the random boards among these are written to a folder."""
    every = list_comparisons(cases)
    certain, guesses = (
        [comparison for comparison in every if comparison.apart.exact is exact] for exact in (True, False)
    )
    wrong = [comparison for comparison in certain if comparison.apart.times_allowing > 4]
    refused = sum("answer" in case["refused"] for case in cases)
    print(f"\n{len(cases)} cases, {refused} of them refused; {len(every)} comparisons")
    for case in cases:
        for name, error in case["crashed"].items():
            print(f"CRASHED ({name}): {error}\n    {case['command']}")
    print(f"exact or bounded beside the same: {len(certain)}, of which {len(wrong)} disagree")
    if guesses:
        print(HEAD)
        _print_line("cases", guesses, by_case=True)
        for check in dict.fromkeys(guess.check for guess in guesses):
            _print_line(f"check: {check}", [guess for guess in guesses if guess.check == check])
        for group in GROUPS:
            for name in sorted({guess.case["groups"][group] for guess in guesses}):
                some = [guess for guess in guesses if guess.case["groups"][group] == name]
                _print_line(f"{group}: {name}", some, by_case=True)
        print(FOOT)
    shown: dict[int, Comparison] = {}
    for comparison in sorted((*wrong, *guesses), key=lambda it: (not it.apart.exact, -it.apart.times)):
        shown.setdefault(comparison.case["case"], comparison)
    for comparison in [*shown.values()][:worst]:
        _print_worst(comparison)
        _write_boards(comparison, boards)


def _print_line(name: str, some: list[Comparison], *, by_case: bool = False) -> None:
    """Print a line: of comparisons, or of cases by their worst comparison."""
    groups: dict[Any, list[Difference]] = {}
    for place, comparison in enumerate(some):
        groups.setdefault(comparison.case["case"] if by_case else place, []).append(comparison.apart)
    number = len(groups)
    times = [max(apart.times for apart in aparts) for aparts in groups.values()]
    allowing = [max(apart.times_allowing for apart in aparts) for aparts in groups.values()]
    beyond = [f"{sum(it > n for it in times):4} {sum(it > n for it in times) / number:6.1%}" for n in (2, 4)]
    figures = [
        (off, ratio)
        for comparison in some
        for off, ratio in zip(comparison.apart.off, comparison.apart.ratios, strict=True)
    ]
    ratios, sharp = [ratio for _, ratio in figures], [ratio for off, ratio in figures if off >= SHARP]
    offs, stated = (
        sorted(100 * max(figures) for figures in column)
        for column in ([comparison.apart.off for comparison in some], [comparison.apart.stated for comparison in some])
    )
    print(
        f"{name:28} {number:6} {beyond[0]:>12} {beyond[1]:>12} {sum(it > 4 for it in allowing):4} "
        f"{_rms(ratios):6.2f} {_rms(sharp):6.2f}   {statistics.median(offs):.3f} "
        f"{offs[95 * len(offs) // 100]:.2f} {offs[99 * len(offs) // 100]:.2f} {offs[-1]:.2f}"
        f"   {statistics.median(stated):.2f} {stated[95 * len(stated) // 100]:.2f}"
    )


def _rms(values: list[float]) -> float:
    return math.sqrt(statistics.fmean(value * value for value in values)) if values else 0.0


def _print_worst(comparison: Comparison) -> None:
    mine, its = comparison.pair["mine"], comparison.pair["its"]
    print(
        f"\n{comparison.apart.times:.1f} stated errors ({comparison.apart.times_allowing:.1f} with toss-ups), case {comparison.case['case']}:"
    )
    print(f"  {comparison.check}, {comparison.pair['what']}: {_format_figures(mine)}  ({mine['method']})")
    print(
        f"  {'beside':>{len(comparison.check) + len(comparison.pair['what']) + 2}}: {_format_figures(its)}  ({its['method']})"
    )
    for line in (comparison.case["command"], *comparison.pair["by"]):
        print(f"    {line}")


def _format_figures(worth: dict[str, Any]) -> str:
    count = len(worth["values"]) - 3
    parts = [
        f"${value:,.0f} ± {error:,.0f}" if place < count else f"{100 * value:.3f} ± {100 * error:.3f}"
        for place, (value, error) in enumerate(zip(worth["values"], worth["errors"], strict=True))
    ]
    return " / ".join(parts)


def _write_boards(comparison: Comparison, folder: Path) -> None:
    for number in set(re.findall(r"random-(\d+)\.json", comparison.case["command"])):
        (folder / f"random-{number}.json").write_text(json.dumps(draw_board(int(number)).to_json()))
