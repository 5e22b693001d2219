"""The definition of the odds of round 1: exact rationals over both rounds, with average questions between them.

The end of round 1 is worth what the start of round 2 is worth on average: the mean over the spins that the questions may
bring (``game.questions``). Whammies carry over. With two contestants out the game is decided, as in round 2.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ..game.options import Rules
from ..game.position import SEATS, Position
from ..game.questions import NextRound, spins_from_questions, start_of_round_2
from ..game.rules import PlayRules, Podiums, payoff
from ..game.spin import StagedSpins
from .oracle import Oracle, Vector

ScoreValue = Callable[[Podiums], Vector]


def oracle_of_round_1(
    spins: StagedSpins, play_rules: PlayRules, value_of_scores: ScoreValue, budget: int = 200_000
) -> Oracle:
    """Return an oracle of round 1 that ends in the value of the scores, such as a ``BetweenRounds``."""

    def end(position: Position, rules: Rules) -> Vector:
        return payoff(position, rules) if position.alone else value_of_scores(position.contestants)

    return Oracle(spins, play_rules, budget, end)


class BetweenRounds:
    """The value of podiums between the rounds, which may hold spins from questions already answered.

    Args:
        then: the questions left, and the board of round 2.
        play_rules: rules, unit and cap of both rounds.
        earned_before: the most spins that the podiums asked about hold.
        budget: the most positions of round 2 to visit before giving up.
    """

    def __init__(self, then: NextRound, play_rules: PlayRules, earned_before: int = 0, budget: int = 200_000):
        most_spins = earned_before + max(map(sum, spins_from_questions(SEATS, then.questions)))
        self.questions = then.questions
        self.round_2 = Oracle(
            StagedSpins(then.board, play_rules.rules, play_rules.unit, most_spins), play_rules, budget
        )
        self._known: dict[Podiums, Vector] = {}

    def __call__(self, podiums: Podiums) -> Vector:
        """Return each contestant's chance to win. Raises Unaffordable or Unsettled."""
        found = self._known.get(podiums)
        if found is None:
            found = self._known[podiums] = self._mean(podiums)
        return found

    def _mean(self, podiums: Podiums) -> Vector:
        rules = self.round_2.play_rules.rules
        still_in = [seat for seat in SEATS if not podiums[seat].out]
        if len(still_in) < 2:
            return payoff(Position(podiums, SEATS[0]), rules)
        mean = [Fraction(0)] * len(SEATS)
        a, b, c = (contestant.earned for contestant in podiums)
        for spins, chance in spins_from_questions(still_in, self.questions, (a, b, c)).items():
            opening = start_of_round_2(podiums, spins, rules)
            for seat, value in enumerate(self.round_2.value(opening)):
                mean[seat] += chance * value
        return mean[0], mean[1], mean[2]
