"""The step of the scores by the spins left: fine where few are left, coarse where many are.

The payoff jumps with the scores of a finished game; with more spins left it is smoother. The last spins have few cells, so
a finer step costs little there. All positions with as many spins left are on one *level*. Extra
spins and passes stay on it. A sum without another spin leads to the level below and is rounded to *its* step, so a
level sees the one below on its own scores, with the mover's score moved by each part of a step that a sum may add.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ...game.position import Position
from ...game.rules import PlayRules
from ...game.spin import Spin
from ..spin_rows import DenseSpin
from . import _cells
from .scores import Scores

Steps = tuple[int, ...]  # dollars between scores with 0, 1, 2, ... spins left; the last for all with more
View = tuple[int, int, int]  # of a level below: the step of the level that sees it, an axis, and a part of its step


def graded(step: int, unit: int) -> Steps:
    """Return one step while spins are left; in a finished game scores count as they are, where the unit allows it.

    ``benchmarks/steps.py`` compares other steps.
    """
    return (unit if step % unit == 0 else step), step


def step_with(steps: Steps, spins: int) -> int:
    """Return the step of the scores with this many spins left."""
    return steps[min(spins, len(steps) - 1)]


@dataclass(frozen=True, eq=False)
class Level:
    """What all positions with as many spins left have in common.

    Attributes:
        step: dollars between the scores; 0 for all scores.
        spin: one spin from here. scores: those from which it is made, on the three axes.
    """

    step: int
    spin: DenseSpin
    scores: Scores

    @property
    def parts(self) -> int:
        """The number of parts of a step that sums without another spin may add, none among them."""
        return len(self.scores.parts)

    @cached_property
    def _finer(self) -> dict[tuple[int, int, int], _cells.Finer]:
        return {}

    @cached_property
    def _seen(self) -> dict[tuple[int, int], _cells.Tracks]:
        return {(0, 0): self.scores.tracks}

    def seen(self, axis: int, part: int) -> _cells.Tracks:
        """Return the scores with those of an axis moved by a part of a step."""
        if (axis, part) not in self._seen:
            self._seen[axis, part] = self.scores.moved(axis, self.scores.parts[part])
        return self._seen[axis, part]

    def finer(self, below: Level, axis: int, part: int) -> _cells.Finer:
        """Return where these scores lie among those of a level below."""
        at = (below.step, axis, part)
        if at not in self._finer:
            self._finer[at] = _cells.Finer(self.seen(axis, part), below.scores.tracks)
        return self._finer[at]

    def view(self, below: Level, axis: int, part: int) -> View | None:
        """Return how this level sees one below it, after a sum of the contestant on this axis; None for as it is."""
        if below.step == self.step:
            return None
        return (self.step, axis if part else 0, part)


def make_level(
    steps: Steps | None,
    left: int,
    position: Position,
    spins: tuple[Spin, Spin, Spin],
    play_rules: PlayRules,
    *,
    standing: bool,
    between: bool,
) -> Level:
    """Return the level with this many spins left.

    Args:
        steps: by the spins left; None for all scores.
        left: the spins.
        position: where the game starts.
        spins: the landings by seat.
        play_rules: the rules.
        standing: see ``Scores``.
        between: whether values are to be read between points.
    """
    if steps is None or len(set(steps)) == 1:
        step = None if steps is None else steps[0]
        spin = DenseSpin(spins, play_rules.unit, step)
        return Level(step or 0, spin, Scores(position, spin.moves, play_rules.cap, standing=standing, between=between))
    step, after = step_with(steps, left), step_with(steps, left - 1)
    spin = DenseSpin(spins, play_rules.unit, step, after)
    scores = Scores(position, spin.moves, play_rules.cap, standing=standing, between=between, step=step)
    return Level(step, spin, scores)


def check_steps(steps: Sequence[int]) -> None:
    """Raise ValueError unless each step is a multiple of the one before."""
    if any(more % less for less, more in pairwise(steps)):
        raise ValueError("a step must be a multiple of those with fewer spins left")
