"""What makes two questions the same one.

A question is known by its position, the contents of the board (of both, where the next spins are on
another), every rule option and the engine's version. The time and memory allowed are not part of it: they decide whether there is an answer,
not which (a question that was too big is asked again when the limits have grown).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine import ENGINE_VERSION, Position, Rules
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.identity import identity_key

MOST_NEXT_SPINS = 6  # the engine takes no more


@dataclass(frozen=True)
class NextSpins:
    """Another board for the next spins, whoever takes them: 1 to `MOST_NEXT_SPINS`."""

    revision: BoardRevision
    spins: int


@dataclass(frozen=True)
class Question:
    """A position on a board under rules; `now` are the next spins where they are on another board."""

    position: Position
    revision: BoardRevision
    rules: Rules
    now: NextSpins | None = None

    @property
    def next_revision(self) -> BoardRevision:
        """The board of the next spin."""
        return self.now.revision if self.now else self.revision

    @property
    def key(self) -> str:
        """The identity, hashed: what the database keeps unique."""
        identity: dict[str, Any] = {
            "position": self.position.notation,
            "board": _named(self.revision),
            "rules": self.rules.options(),
            "engine": ENGINE_VERSION,
        }
        if self.now:
            identity["now"] = [*_named(self.now.revision), self.now.spins]
        return identity_key(identity)


def _named(revision: BoardRevision) -> list[Any]:
    return [revision.board_id, revision.number, revision.digest]
