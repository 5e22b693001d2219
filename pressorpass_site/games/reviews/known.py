"""The known values of a game's positions, from reviews and from analyses of the positions."""

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

GOOD_ENOUGH = 0.15  # a review takes an analysis with at most this error

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
        """The site's playable revision with the same slides as the board; None if it has none."""
        return _find_playable_revision(self.board)

    @cached_property
    def first_revision(self) -> BoardRevision | None:
        return _find_playable_revision(self.first_board)

    @cached_property
    def key(self) -> str:
        """The hash of board, rules and engine; a position's notation has the board of round 1, if it matters."""
        return build_identity_key([self.board.digest, self.rules.identity(), ENGINE_VERSION])

    def build_question(self, position: Position) -> Question | None:
        """Return the question about a position; None if the site does not have the board, or between the rounds."""
        if self.revision is None:
            return None
        if not isinstance(position, EarlyPosition):
            return Question(position, self.revision, self.rules)
        if position.between or self.first_revision is None:
            return None
        next_round = NextRound(self.revision, position.questions)
        return Question(position.plain, self.first_revision, self.rules, next_round=next_round)

    def build_moment(self, position: Position) -> BetweenRounds | None:
        """Return the moment between the rounds; None for a position in a round."""
        if self.revision is None or not isinstance(position, EarlyPosition) or not position.between:
            return None
        return BetweenRounds(position.contestants, self.revision, self.rules, position.questions)


def _find_playable_revision(board: Board) -> BoardRevision | None:
    revision = boards.find_same_revision(board)
    return revision if revision and revision.playable else None


def get_known_values(
    setting: ReviewSetting, positions: Iterable[Position], reviews: Iterable[Review]
) -> dict[Position, PositionValues]:
    """Return the best known values of the positions: precomputed, from these reviews or from analyses."""
    return get_known_values_of_games([(setting, list(positions), reviews)])[0]


def get_known_values_of_games(
    games: Iterable[tuple[ReviewSetting, Sequence[Position], Iterable[Review]]],
) -> list[dict[Position, PositionValues]]:
    """Return the best known values of the positions of each game, in a constant number of queries."""
    results: list[dict[Position, PositionValues]] = []
    rough: list[tuple[int, ReviewSetting, Position]] = []
    for index, (setting, positions, reviews) in enumerate(games):
        values: dict[Position, PositionValues] = {}
        precomputed_values = precomputed.get_precomputed_values(setting.key)
        for stored_values in (precomputed_values, *(review.get_values(setting.key) for review in reviews)):
            values |= {
                position: choose_more_certain(stored_values[position.notation], values.get(position))
                for position in positions
                if position.notation in stored_values
            }
        rough += [(index, setting, position) for position in positions if not is_exact(values.get(position))]
        results.append(values)
    for index, position, analyzed_values in _read_analyzed_values(rough):
        if analyzed_values.uncertainty[1] <= GOOD_ENOUGH:
            results[index][position] = choose_more_certain(analyzed_values, results[index].get(position))
    return results


def _read_analyzed_values(
    rough: Iterable[tuple[int, ReviewSetting, Position]],
) -> Iterator[tuple[int, Position, PositionValues]]:
    questions: dict[Question, list[tuple[int, Position]]] = defaultdict(list)
    moments: dict[str, list[tuple[int, Position]]] = defaultdict(list)
    for index, setting, position in rough:
        if question := setting.build_question(position):
            questions[question].append((index, position))
        if moment := setting.build_moment(position):
            moments[moment.key].append((index, position))
    for question, answer in analyses.get_available_answers(questions).items():
        values = PositionValues.from_result(SolveResult.from_json(answer.result))
        for index, position in questions[question]:
            yield index, position, values
    for analysis in BetweenRoundsAnalysis.objects.filter(key__in=moments, result__isnull=False) if moments else ():
        for index, position in moments[analysis.key]:
            yield index, position, PositionValues(analysis.odds, None)


def build_result(setting: ReviewSetting, values: Values) -> dict[str, Any]:
    return {
        "setting": setting.key,
        "values": {position.notation: position_values.to_json() for position, position_values in values.items()},
    }


def is_exact(values: PositionValues | None) -> bool:
    return values is not None and values.uncertainty[0] == 0


def choose_more_certain(values: PositionValues, other: PositionValues | None) -> PositionValues:
    """Return the more certain values; `other` if both are equally certain."""
    return values if other is None or values.uncertainty < other.uncertainty else other
