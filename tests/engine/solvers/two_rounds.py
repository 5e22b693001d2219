"""The definition of the odds of round 1: exact rationals over both rounds, with average questions between them.

The end of round 1 is worth what the start of round 2 is worth on average: the mean over the spins that the questions may
bring (``game.questions``). Whammies carry over. With two contestants out the game is decided, as in round 2.
"""

from fractions import Fraction

from engine.game.position import SEATS, Position
from engine.game.questions import spins_from_questions, start_of_round_2
from engine.game.rules import PlayRules, payoff
from engine.game.spin import StagedSpins
from engine.solvers.oracle import Oracle


class BetweenRounds:
    """The value of podiums between the rounds, which may hold spins from questions already answered.

    Args:
        then: the questions left, and the board of round 2.
        play_rules: rules, unit and cap of both rounds.
        earned_before: the most spins that the podiums asked about hold.
        budget: the most positions of round 2 to visit before giving up.
    """

    def __init__(self, then, play_rules, earned_before=0, budget=200_000):
        most_spins = earned_before + max(map(sum, spins_from_questions(SEATS, then.questions)))
        self.questions = then.questions
        self.round_2 = Oracle(
            StagedSpins(then.board, play_rules.rules, play_rules.unit, most_spins), play_rules, budget
        )
        self._known = {}

    def __call__(self, podiums):
        """Return each contestant's chance to win. Raises Unaffordable or Unsettled."""
        odds = self._known.get(podiums)
        if odds is None:
            odds = self._known[podiums] = self._mean(podiums)
        return odds

    def _mean(self, podiums):
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


def oracle_of_round_1(spins, play_rules, value_of_scores, budget=200_000):
    """An oracle of round 1 that ends in the value of the scores, such as a `BetweenRounds`."""

    def end(position, rules):
        return payoff(position, rules) if position.alone else value_of_scores(position.contestants)

    return Oracle(spins, play_rules, budget, end)


def play_rules_of(rules, position):
    """The rules spelled out by seat for a position, at their unit and cap."""
    return PlayRules(rules.seated(position.mover_seat), rules.unit, rules.cap)


def exact_actions(position, board, rules, then, *, value_of_scores=None, budget=3000):
    """The oracle's payoffs in round 1 by action, in fractions.

    `value_of_scores` replaces both the questions and round 2: a function of the three podiums at the end of round 1 that
    returns their chances to win, as floats or fractions. It is asked of podiums of which two or three are in.
    """
    play_rules = play_rules_of(rules, position)
    if value_of_scores is None:
        end = BetweenRounds(then, play_rules, budget=budget)
    else:

        def end(podiums):
            return tuple(map(Fraction, value_of_scores(podiums)))

    staged = StagedSpins(board, play_rules.rules, play_rules.unit, position.spins)
    return oracle_of_round_1(staged, play_rules, end, budget).actions(position)
