"""The known values of a game's positions: solved for a review, or as an answer to the position."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.db import transaction
from django.utils import timezone

from engine import ENGINE_VERSION, Board, Plan, Position, PositionValues, Rules, SolveResult
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.identity import identity_key
from pressorpass_site.questions.question import Question
from pressorpass_site.work.jobs import PAST_LOOK_RESOLUTION

from .models import PositionOdds

ROUGH = 0.15  # an answer with a larger error is worth waiting for a better one


@dataclass(frozen=True)
class Setting:
    """The board and the rules by which a game is judged."""

    board: Board
    rules: Rules

    @classmethod
    def of(cls, plan: Plan) -> Setting:
        return cls(plan.board, plan.rules)

    @cached_property
    def revision(self) -> BoardRevision | None:
        """The site's revision that gives the same answers as the board; None if it has none."""
        found = boards.revision_of(self.board)
        return found if found and found.playable else None

    def key(self, position: Position) -> str:
        """Return the key of the stored values of a position."""
        return identity_key([position.notation, self.board.digest, self.rules.identity(), ENGINE_VERSION])

    def question(self, position: Position) -> Question | None:
        """Return the question of the answer page about a position; None on a board that the site does not have."""
        return Question(position, self.revision, self.rules) if self.revision else None


def known_values(setting: Setting, positions: Iterable[Position]) -> dict[Position, PositionValues]:
    """Return the best known values of each position; unknown ones are left out."""
    keys = {setting.key(position): position for position in positions}
    found = {keys[row.key]: row.position_values for row in PositionOdds.objects.filter(key__in=keys)}
    rough = [position for position in keys.values() if not is_exact(found.get(position))]
    for question, answer in analyses.known(filter(None, map(setting.question, rough))).items():
        position, values = question.position, PositionValues.from_result(SolveResult.from_json(answer.result))
        if values.doubt[1] <= ROUGH:
            found[position] = better(values, found.get(position))
    return found


def keep(setting: Setting, position: Position, values: PositionValues) -> None:
    """Store the values of a position, unless better ones are stored."""
    columns = {
        "position": position.notation,
        "board_digest": setting.board.digest,
        "rules": setting.rules.options(),
        "engine_version": ENGINE_VERSION,
        "values": values.to_json(),
    }
    with transaction.atomic():
        row, created = PositionOdds.objects.select_for_update().get_or_create(
            key=setting.key(position), defaults=columns
        )
        if not created and better(values, row.position_values) is values:
            row.values = values.to_json()
            row.save(update_fields=["values", "updated_at"])


def keep_known(setting: Setting, positions: Iterable[Position]) -> None:
    """Note that somebody looks at these positions, so that their stored values stay (pressorpass_site/retention.py)."""
    now = timezone.now()
    rows = PositionOdds.objects.filter(key__in=map(setting.key, positions))
    rows.filter(updated_at__lt=now - PAST_LOOK_RESOLUTION).update(updated_at=now)


def is_exact(values: PositionValues | None) -> bool:
    """Return whether nothing better can be found."""
    return values is not None and values.doubt[0] == 0


def better(values: PositionValues, other: PositionValues | None) -> PositionValues:
    """Return the more certain of two; the second if both are equally certain."""
    return values if other is None or values.doubt < other.doubt else other
