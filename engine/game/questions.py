"""The questions between the rounds, which bring the spins of the next one: a model of average contestants (rules 1.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from ..errors import RulesError
from .board import Board
from .eras import BY_CHOICE, ERAS, ON_THE_BUZZER
from .options import Rules
from .position import SEATS, Position
from .rules import Podiums, first_mover

Spins = tuple[int, int, int]

NO_SPINS: Spins = (0, 0, 0)
MAX_QUESTIONS = max(count for era in ERAS for count in era.questions.values())
AVERAGE_QUESTIONS = (
    "Average questions: nobody is quicker at the buzzer than the others, and everybody is right half of the time."
)


@dataclass(frozen=True, slots=True)
class NextRound:
    """What follows the spins of round 1: questions, then round 2.

    Attributes:
        board: of round 2.
        questions: number still to come before round 2; by show, see ``Era.questions_before``.

    Raises:
        RulesError: an impossible number of questions; ``field`` is ``questions``.
    """

    board: Board
    questions: int = ERAS[0].questions_before(2)

    def __post_init__(self) -> None:
        if not 0 <= self.questions <= MAX_QUESTIONS:
            raise RulesError(f"There are 0 to {MAX_QUESTIONS} questions before round 2.", field="questions")


def spins_from_questions(still_in: Sequence[int], questions: int, earned: Spins = NO_SPINS) -> dict[Spins, Fraction]:
    """Return the spins that each contestant may hold after these questions, with their chances.

    Args:
        still_in: the seats that answer.
        questions: number still to come.
        earned: spins earned in earlier questions.
    """
    ways = Counter({earned: 1})
    outcomes = list(_list_question_outcomes(still_in))
    for _ in range(questions):
        next_ways: Counter[Spins] = Counter()
        for (left, center, right), count in ways.items():
            for a, b, c in outcomes:
                next_ways[left + a, center + b, right + c] += count
        ways = next_ways
    return {spins: Fraction(count, ways.total()) for spins, count in ways.items()}


def _list_question_outcomes(still_in: Sequence[int]) -> Iterator[Spins]:
    """Yield the spins that one question may bring, each outcome as often as it is likely."""
    for buzzer_seat in still_in:
        for answers in product((True, False), repeat=len(still_in)):
            spins = [0 for _ in SEATS]
            for seat, is_correct in zip(still_in, answers, strict=True):
                spins[seat] = is_correct * (ON_THE_BUZZER if seat == buzzer_seat else BY_CHOICE)
            yield spins[0], spins[1], spins[2]
    if not still_in:
        yield NO_SPINS


def start_of_round_2(podiums: Podiums, spins: Spins, rules: Rules) -> Position:
    """Return the position in which round 2 begins; nobody may have spins, and then the scores decide."""
    a, b, c = (replace(contestant, earned=count) for contestant, count in zip(podiums, spins, strict=True))
    return Position((a, b, c), first_mover((a, b, c), rules))
