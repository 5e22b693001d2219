"""The board model for dense expectimax: the landings of a spin as weighted rows of values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np

from .. import calibration
from ..game.rules import rank_preference
from ..game.spin import Effect, SpinLandings, SpinOption, single_sums

Moves = dict["SumMove | str", float]  # sums, "whammy" and "whammy_off", with chances or weights


@dataclass(frozen=True, slots=True)
class SumMove:
    """A sum won, with or without an extra spin."""

    dollars: int
    gives_spin: bool


class DenseSpin:
    """The landings of a spin as weighted rows.

    Row m is the row after move m; then come the rows after a Whammy and after a Whammy off, then
    mixtures of rows (a pool of prizes among other options, a sum between two points of a grid).

    Args:
        spins: each seat's landings, as ``engine.game.spin.landings_by_seat`` gives them.
        unit: dollars that sums are rounded to, for the order of preference.
        grid: dollars between scores, or None for all scores. A sum between two multiples of the grid is split between
            them so that its mean is kept. (A sum below the grid that brings a spin counts as one step, as an extra spin
            for nothing would make a cycle; other sums are lowered to make up for it.)
        after: score step in dollars after a spin without an extra spin; must divide `grid`. Default: `grid`.

    Attributes:
        choices: the landings with a choice, with their chances by seat.
        terms: by seat, the moves of all other landings, with their chances.
        moves: all sums, in the order of the rows.
    """

    def __init__(
        self,
        spins: tuple[SpinLandings, SpinLandings, SpinLandings],
        unit: int,
        grid: int | None = None,
        after: int | None = None,
    ):
        self.spins = spins
        self.unit = unit
        self.grid, self.after = grid, after or grid
        self.choices = {
            options: list(map(float, chances))
            for options, chances in chances_by_options(spins).items()
            if len(options) > 1
        }
        self.terms = [self._single_options(landings) for landings in spins]
        effects = [option.effect for landings in spins for _, options in landings for option in options]
        self.offers = any(effect.kind == "whammy_off" for effect in effects)
        parts = [*chain(*self.terms), *(part for effect in effects for part, _ in self.parts(effect))]
        self.moves = list(dict.fromkeys(part for part in parts if isinstance(part, SumMove))) or [SumMove(0, False)]
        self._row: dict[SumMove | str, int] = {move: row for row, move in enumerate(self.moves)}
        self._row["whammy"] = len(self.moves)
        self._row["whammy_off"] = len(self.moves) + 1

    def parts(self, effect: Effect) -> Iterable[tuple[SumMove | str, float]]:
        """Return the moves that make up an effect, with weights."""
        return self._round_to_grid(_list_parts(effect)).items()

    def _single_options(self, landings: SpinLandings) -> Moves:
        """Return the moves of a seat's landings without a choice, with their chances."""
        terms: Moves = {}
        for chance, options in landings:
            if len(options) == 1:
                for part, weight in _list_parts(options[0].effect).items():
                    terms[part] = terms.get(part, 0.0) + float(chance) * weight
        if self.grid is None:
            return terms
        excess = sum(  # with all options of a landing equally likely
            float(chance) / len(options) * weight * max(0, self.grid - part.dollars)
            for chance, options in landings
            for option in options
            for part, weight in _list_parts(option.effect).items()
            if isinstance(part, SumMove) and part.gives_spin
        )
        return _lower_mean(self._round_to_grid(terms), self.grid, excess)

    def _round_to_grid(self, parts: Moves) -> Moves:
        """Return moves on the grid: sums split between the two multiples around them, at least one step with an extra spin."""
        if self.grid is None or self.after is None:
            return parts
        grid_moves: Moves = {}
        for part, weight in parts.items():
            if isinstance(part, str):
                grid_moves[part] = weight
                continue
            step = self.grid if part.gives_spin else self.after
            steps = max(part.dollars / step, float(part.gives_spin))
            low = int(steps)
            for near, share in ((low, low + 1 - steps), (low + 1, steps - low)):
                if share:
                    move = SumMove(near * step, part.gives_spin)
                    grid_moves[move] = grid_moves.get(move, 0.0) + weight * share
        return grid_moves

    def for_kernel(self, kernel: Any, seats: Sequence[int]) -> Any:
        """Return the kernel's ``SpinRows``; ``seats`` has the seat of each axis."""
        real = kernel.PRECISION
        terms = {
            self._row[part]: [row_terms.get(part, 0.0) for row_terms in self.terms]
            for terms in self.terms
            for part in terms
        }
        first, options = [0], list[int]()
        mixtures: dict[tuple[tuple[int, float], ...], int] = {}
        for offered in self.choices:
            for option in sorted(offered, key=lambda o: rank_preference(0, o, self.unit)):
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
        return row < len(self.moves) and self.moves[row].gives_spin

    @property
    def error_growth(self) -> float:
        """The factor, at least 1, by which extra spins multiply rounding errors beyond ``REFERENCE_STOP_CHANCE``."""
        back = max(
            sum(float(chance) for chance, options in landings if any(option.effect.spin for option in options))
            for landings in self.spins
        )
        return max(1.0, calibration.REFERENCE_STOP_CHANCE / max(1.0 - back, 1e-6))

    @property
    def ends(self) -> bool:
        """Whether every game ends: every seat has a landing that offers no extra spin."""
        return all(map(may_end_turn, self.spins))


def may_end_turn(landings: SpinLandings) -> bool:
    """Return whether some landing offers no extra spin."""
    return any(not any(option.effect.spin for option in options) for _, options in landings)


def chances_by_options(spins: Sequence[SpinLandings]) -> dict[tuple[SpinOption, ...], list[Fraction]]:
    """Return every landing of any seat (in any stage), with its chances by seat."""
    chances: dict[tuple[SpinOption, ...], list[Fraction]] = {}
    for seat, landings in enumerate(spins):
        for chance, options in landings:
            chances.setdefault(options, [Fraction(0)] * len(spins))[seat] += chance
    return chances


def _list_parts(effect: Effect) -> Moves:
    """Return the moves that make up an effect, with weights."""
    if effect.kind != "money":
        return {effect.kind: 1.0}
    return {SumMove(single.amounts[0], effect.spin): float(share) for single, share in single_sums(effect)}


def _lower_mean(terms: Moves, grid: int, excess: float) -> Moves:
    """Return moves on a grid with a mean that is lower by ``excess``, or by as much as possible.

    The largest sum with an extra spin is lowered by one step, repeatedly, until all of them are one step; then the sums
    without an extra spin in the same way.
    """
    terms = dict(terms)
    for spin in (True, False):
        while excess > 1e-9:
            sums = [part for part in terms if isinstance(part, SumMove) and part.gives_spin == spin]
            largest = max(sums, key=lambda move: move.dollars, default=SumMove(0, spin))
            if largest.dollars <= grid * spin:
                break
            step = min(grid, largest.dollars)
            lowered = min(terms[largest], excess / step)
            lower = SumMove(largest.dollars - step, spin)
            terms[lower] = terms.get(lower, 0.0) + lowered
            terms[largest] -= lowered
            excess -= lowered * step
            if not terms[largest]:
                del terms[largest]
    return terms
