"""The scores of frames and a spin from there: from the last spin it leads to a finished game, whose scores count as they are.

On a grid the sum of a spin that another follows is rounded to the grid, which blurs it. Who wins a finished game takes no
cells, so its scores may be told apart to the dollar.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...game.position import Position
from ...game.rules import PlayRules
from ...game.spin import Spin
from ..spin_rows import DenseSpin
from . import _cells
from .scores import Scores


@dataclass(frozen=True, eq=False)
class Level:
    """What frames have in common where one spin is left, or where there are more.

    Attributes:
        spin: a spin from here. scores: those from which it is made, on the three axes.
    """

    spin: DenseSpin
    scores: Scores
    _seen: dict[tuple[int, int], _cells.Tracks] = field(default_factory=dict)

    @property
    def parts(self) -> int:
        """The number of parts of a step that sums without another spin may add, none among them."""
        return len(self.scores.parts)

    def seen(self, axis: int, part: int) -> _cells.Tracks:
        """Return the scores with those of an axis moved by a part of a step."""
        if not part:
            return self.scores.tracks
        if (axis, part) not in self._seen:
            self._seen[axis, part] = self.scores.moved(axis, self.scores.parts[part])
        return self._seen[axis, part]


def make_level(
    grid: int | None,
    after: int | None,
    position: Position,
    spins: tuple[Spin, Spin, Spin],
    play_rules: PlayRules,
    *,
    standing: bool,
    between: bool,
) -> Level:
    """Return a level.

    Args:
        grid: dollars between its scores; None for all scores.
        after: likewise after a spin that brings no other.
        position: where the game starts.
        spins: the landings by seat.
        play_rules: the rules.
        standing: see ``Scores``.
        between: whether values are to be read between points.
    """
    spin = DenseSpin(spins, play_rules.unit, grid, after)
    step = None if grid == after else grid
    return Level(spin, Scores(position, spin.moves, play_rules.cap, standing=standing, between=between, step=step))
