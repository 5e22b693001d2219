"""One spin for the kernel of dense cells: rows of values, and the effect of each landing on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import calibration
from ..game.rules import by_preference
from ..game.spin import Effect, Spin, SpinOption, single_sums


@dataclass(frozen=True, slots=True)
class SumMove:
    """A sum won, with or without an extra spin."""

    amount: int
    spin: bool


class DenseSpin:
    """The landings of a spin as weighted rows.

    Row m is where move m leads; then come the rows after a Whammy and after a Whammy off, then
    mixtures of rows (a pool of prizes among other options, a sum between two points of a grid).

    Args:
        spins: each seat's landings, as ``engine.game.spin.spins`` gives them.
        unit: dollars that sums are rounded to, for the order of preference.
        grid: dollars between the scores that are distinguished, or None for all. A sum between two
            multiples of the grid is split between them so that its mean is kept. (A sum below the
            grid that brings a spin counts as one step, as a spin for nothing would make a cycle;
            larger sums that bring a spin make up for it.)
    """

    def __init__(self, spins: tuple[Spin, Spin, Spin], unit: int, grid: int | None = None):
        self.spins = spins
        self.unit = unit
        self.grid = grid
        self.choices = _choices(spins)
        self.offers = any(
            option.effect.kind == "whammy_off" for landings in spins for _, options in landings for option in options
        )
        self.terms = [self._single_options(landings) for landings in spins]
        moves: dict[SumMove, None] = {part: None for terms in self.terms for part in terms if isinstance(part, SumMove)}
        for options in self.choices:
            for option in options:
                moves.update({part: None for part, _ in self.parts(option.effect) if isinstance(part, SumMove)})
        self.moves: list[SumMove] = list(moves) or [SumMove(0, False)]
        self._row: dict[SumMove | str, int] = {move: row for row, move in enumerate(self.moves)}
        self._row["whammy"] = len(self.moves)
        self._row["whammy_off"] = len(self.moves) + 1

    def parts(self, effect: Effect) -> Iterable[tuple[SumMove | str, float]]:
        """Return the moves that make up an effect, with weights."""
        if effect.kind != "money":
            return [(effect.kind, 1.0)]
        weights: dict[SumMove | str, float] = {}
        for single, share in single_sums(effect):
            for amount, weight in self._on_grid(single.amounts[0], effect.spin):
                move = SumMove(amount, effect.spin)
                weights[move] = weights.get(move, 0.0) + float(share) * weight
        return weights.items()

    def _on_grid(self, amount: int, spin: bool) -> list[tuple[int, float]]:
        if self.grid is None or amount % self.grid == 0:
            return [(amount, 1.0)]
        low = amount // self.grid * self.grid
        if spin and not low:
            return [(self.grid, 1.0)]
        above = (amount - low) / self.grid
        return [(low, 1 - above), (low + self.grid, above)]

    def _single_options(self, landings: Spin) -> dict[SumMove | str, float]:
        """Return the moves of a seat's landings without a choice, with their chances."""
        terms: dict[SumMove | str, float] = {}
        excess = 0.0
        for chance, options in landings:
            if len(options) > 1:
                continue
            effect = options[0].effect
            for part, weight in self.parts(effect):
                terms[part] = terms.get(part, 0.0) + float(chance) * weight
            if self.grid is not None and effect.spin:
                excess += (
                    float(chance) * sum(max(0, self.grid - amount) for amount in effect.amounts) / len(effect.amounts)
                )
        return self._made_up(terms, excess) if self.grid is not None else terms

    def _made_up(self, terms: dict[SumMove | str, float], excess: float) -> dict[SumMove | str, float]:
        """Return the moves with the largest sums that bring a spin lowered by one step until the mean is as it was."""
        assert self.grid is not None
        largest = sorted((p for p in terms if isinstance(p, SumMove) and p.spin), key=lambda move: -move.amount)
        for move in largest:
            shifted = min(terms[move], excess / self.grid) if move.amount > self.grid else 0.0
            if shifted > 0:
                lower = SumMove(move.amount - self.grid, True)
                terms[lower] = terms.get(lower, 0.0) + shifted
                terms[move] -= shifted
                excess -= shifted * self.grid
        return terms  # moves without a chance stay too: the root is looked at with its true sums

    def for_kernel(self, kernel: Any, seats: Sequence[int]) -> Any:
        """Return the kernel's ``SpinRows``; ``seats`` has the seat of each axis."""
        real = kernel.PRECISION
        terms = {self._row[part]: [its.get(part, 0.0) for its in self.terms] for terms in self.terms for part in terms}
        first, options = [0], list[int]()
        mixtures: dict[tuple[tuple[int, float], ...], int] = {}
        for offered in self.choices:
            for option in sorted(offered, key=lambda o: by_preference(0, o, self.unit)):
                mixed = tuple((self._row[part], weight) for part, weight in self.parts(option.effect))
                if len(mixed) == 1:
                    options.append(mixed[0][0])
                else:
                    options.append(len(self.moves) + 2 + mixtures.setdefault(mixed, len(mixtures)))
            first.append(len(options))
        order = sorted(terms, key=self._brings_spin)
        ends = np.cumsum([0, *(len(mixed) for mixed in mixtures)])
        flat = [part for mixed in mixtures for part in mixed]
        return kernel.SpinRows(
            terms=np.array(order, np.int32),
            weights=np.array([[terms[row][seat] for row in order] or [0.0] for seat in seats], real),
            spent=sum(1 for row in order if not self._brings_spin(row)),
            chances=np.array([[chances[seat] for chances in self.choices.values()] or [0.0] for seat in seats], real),
            first=np.array(first, np.int32),
            options=np.array(options or [0], np.int32),
            mixed_first=ends.astype(np.int32),
            mixed_rows=np.array([row for row, _ in flat] or [0], np.int32),
            mixed_weights=np.array([weight for _, weight in flat] or [0.0], real),
        )

    def _brings_spin(self, row: int) -> bool:
        return row < len(self.moves) and self.moves[row].spin

    @property
    def error_growth(self) -> float:
        """The factor by which spins, and so errors of arithmetic, come back more often than usual; at least 1."""
        back = max(
            sum(float(chance) for chance, options in landings if any(option.effect.spin for option in options))
            for landings in self.spins
        )
        return max(1.0, calibration.USUAL / max(1.0 - back, 1e-6))

    @property
    def ends(self) -> bool:
        """Whether every game ends: every seat has a landing that offers no other spin."""
        return all(
            any(not any(option.effect.spin for option in options) for _, options in landings) for landings in self.spins
        )


def _choices(spins: tuple[Spin, Spin, Spin]) -> dict[tuple[SpinOption, ...], list[float]]:
    """Return the landings with a choice, with their chances by seat."""
    found: dict[tuple[SpinOption, ...], list[float]] = {}
    for seat, landings in enumerate(spins):
        for chance, options in landings:
            if len(options) > 1:
                found.setdefault(options, [0.0] * len(spins))[seat] += float(chance)
    return found
