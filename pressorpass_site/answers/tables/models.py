"""One row per requested table, with the state of its job; so is what a score is worth before round 2.

The tables themselves are files of the engine's store (docs/decisions/0010-tables.md), and solvers look only there: a
row tells how a file was made, or why there is none.
"""

from __future__ import annotations

from typing import ClassVar

from engine.formatting import plural
from pressorpass_site.answers.models import Answer, OfKind

OPENING, WHAT_IF = "opening", "table"  # for answers in advance, and for what-ifs that somebody looks at
SCORE_VALUES = "values"  # what a score is worth before round 2


class Table(Answer):
    """A configuration (spins and who is up) to be solved for every score.

    `position` has every score $0, or for what-ifs one score that the table must reach. `result` tells of the file. Where it is
    what a score is worth, the board is that of round 2, and `position` says no more than who is up.
    """

    KIND = OPENING

    objects: ClassVar = OfKind(OPENING, WHAT_IF, SCORE_VALUES)

    class Meta:
        proxy = True

    @property
    def configuration(self) -> str:
        if self.kind == SCORE_VALUES:
            return f"value of a score, {plural(self.then_questions or 0, 'question')} before"
        return self.position

    @property
    def unit(self) -> int | None:
        """The dollars that sums were rounded to."""
        return None if self.result is None else int(self.result["unit"])

    @property
    def bytes(self) -> int | None:
        """The size of the file."""
        return None if self.result is None else int(self.result["bytes"])

    @property
    def seconds(self) -> float | None:
        """The seconds that it took to build, once it is built."""
        if self.started_at is None or self.finished_at is None:
            return None
        return (self.finished_at - self.started_at).total_seconds()
