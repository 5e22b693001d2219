"""The known values of a game's positions: solved for reviews, or as answers to the positions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine import ENGINE_VERSION, Board, EarlyPosition, Plan, Position, PositionValues, Rules, SolveResult
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.identity import build_identity_key
from pressorpass_site.questions.question import NextRound, Question

from ..models import BetweenRoundsAnalysis, Review
from . import precomputed
from .between import BetweenRounds

GOOD_ENOUGH = 0.15  # the error of an answer that is not worth waiting for a better one

Values = Mapping[Position, PositionValues]


@dataclass(frozen=True)
class ReviewSetting:
    board: Board
    first_board: Board
    rules: Rules

    @classmethod
    def from_plan(cls, plan: Plan) -> ReviewSetting:
        return cls(plan.board, plan.game.setup.boards[1], plan.rules)

    @cached_property
    def revision(self) -> BoardRevision | None:
        """The site's revision that gives the same answers as the board; None if it has none."""
        return _find_playable_revision(self.board)

    @cached_property
    def first_revision(self) -> BoardRevision | None:
        """The same for the board of round 1."""
        return _find_playable_revision(self.first_board)

    @cached_property
    def key(self) -> str:
        """What the values of a position depend on besides the position, whose notation tells the board of round 1."""
        return build_identity_key([self.board.digest, self.rules.identity(), ENGINE_VERSION])

    def question(self, position: Position) -> Question | None:
        """Return the question of the answer page about a position.

        None on a board that the site does not have, and between the rounds, where nobody decides.
        """
        if self.revision is None:
            return None
        if not isinstance(position, EarlyPosition):
            return Question(position, self.revision, self.rules)
        if position.between or self.first_revision is None:
            return None
        then = NextRound(self.revision, position.questions)
        return Question(position.plain, self.first_revision, self.rules, next_round=then)

    def moment(self, position: Position) -> BetweenRounds | None:
        """Return the moment between the rounds that this position is; None for others."""
        if self.revision is None or not isinstance(position, EarlyPosition) or not position.between:
            return None
        return BetweenRounds(position.contestants, self.revision, self.rules, position.questions)


def _find_playable_revision(board: Board) -> BoardRevision | None:
    revision = boards.find_same_revision(board)
    return revision if revision and revision.playable else None


def get_known_values(
    setting: ReviewSetting, positions: Iterable[Position], reviews: Iterable[Review]
) -> dict[Position, PositionValues]:
    """Return the best known values of each position: precomputed, in these reviews or as answers; unknown ones are left out."""
    return get_known_values_of_games([(setting, list(positions), reviews)])[0]


def get_known_values_of_games(
    games: Iterable[tuple[ReviewSetting, Sequence[Position], Iterable[Review]]],
) -> list[dict[Position, PositionValues]]:
    """Return the same for each of many games, in as many queries as for one."""
    results: list[dict[Position, PositionValues]] = []
    rough: list[tuple[int, ReviewSetting, Position]] = []
    for place, (setting, positions, reviews) in enumerate(games):
        values: dict[Position, PositionValues] = {}
        shipped = precomputed.get_precomputed_values(setting.key)
        for stored_values in (shipped, *(review.get_values(setting.key) for review in reviews)):
            values |= {
                position: choose_more_certain(stored_values[position.notation], values.get(position))
                for position in positions
                if position.notation in stored_values
            }
        rough += [(place, setting, position) for position in positions if not is_exact(values.get(position))]
        results.append(values)
    for place, position, values_of_one in _read_stored_values(rough):
        if values_of_one.uncertainty[1] <= GOOD_ENOUGH:
            results[place][position] = choose_more_certain(values_of_one, results[place].get(position))
    return results


def _read_stored_values(
    rough: Iterable[tuple[int, ReviewSetting, Position]],
) -> Iterator[tuple[int, Position, PositionValues]]:
    """Yield the values of positions that have been asked one by one: by answer pages, and by those who follow a game."""
    questions: dict[Question, list[tuple[int, Position]]] = defaultdict(list)
    moments: dict[str, list[tuple[int, Position]]] = defaultdict(list)
    for place, setting, position in rough:
        if question := setting.question(position):
            questions[question].append((place, position))
        if moment := setting.moment(position):
            moments[moment.key].append((place, position))
    for question, answer in analyses.get_available_answers(questions).items():
        values = PositionValues.from_result(SolveResult.from_json(answer.result))
        for place, position in questions[question]:
            yield place, position, values
    for analysis in BetweenRoundsAnalysis.objects.filter(key__in=moments, result__isnull=False) if moments else ():
        for place, position in moments[analysis.key]:
            yield place, position, PositionValues(analysis.odds, None)


def as_result(setting: ReviewSetting, values: Values) -> dict[str, Any]:
    return {
        "setting": setting.key,
        "values": {position.notation: position_values.to_json() for position, position_values in values.items()},
    }


def is_exact(values: PositionValues | None) -> bool:
    return values is not None and values.uncertainty[0] == 0


def choose_more_certain(values: PositionValues, other: PositionValues | None) -> PositionValues:
    """Return the more certain of two; the second if both are equally certain."""
    return values if other is None or values.uncertainty < other.uncertainty else other
