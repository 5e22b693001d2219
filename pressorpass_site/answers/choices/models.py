"""One row per choice: the state of its job and the best answer so far."""

from __future__ import annotations

from typing import Any, ClassVar

from pressorpass_site.answers.models import Answer, OfKind

from .answer import ChoiceAnswer


class ChoiceRow(Answer):
    """A choice square, the slides on the squares on offer, and the worth of each if known.

    `position` is that before the spin; `steps` has the time limit of each answer.
    """

    KIND = "choice"

    objects: ClassVar = OfKind(KIND)

    class Meta:
        proxy = True
        verbose_name = "choice"

    def __str__(self) -> str:
        return f"{self.position} on square {self.square} {self.shows}".rstrip()

    @property
    def square(self) -> int:
        """The square where the light stopped."""
        return int(self.input["square"])

    @property
    def shows(self) -> str:
        """The contents of the offered squares, in game notation."""
        return str(self.input["shows"])

    @property
    def known(self) -> dict[str, Any]:
        """The stored odds of each option, by its name."""
        return {} if self.result is None else {take["take"]: take for take in self.result["takes"]}

    @property
    def answer(self) -> ChoiceAnswer | None:
        """The best answer so far; None without one."""
        return None if self.result is None else ChoiceAnswer(self.result, improving=self.is_active)
