"""What makes two questions the same one.

A question is known by its position, the contents of the board, every rule option and the engine's
version. The time and memory allowed are not part of it: they decide whether there is an answer,
not which (a question that was too big is asked again when the limits have grown).
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from engine import ENGINE_VERSION, Position, Rules
from pressorpass_site.boards.models import BoardRevision


@dataclass(frozen=True)
class Question:
    """A position on a board under rules."""

    position: Position
    revision: BoardRevision
    rules: Rules

    @property
    def key(self) -> str:
        """The identity, hashed: what the database keeps unique."""
        identity = {
            "position": self.position.notation,
            "board": [self.revision.board_id, self.revision.number, self.revision.digest],
            "rules": self.rules.options(),
            "engine": ENGINE_VERSION,
        }
        text = json.dumps(identity, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()
