"""The oracle's odds of round 1 in tests: over both rounds in fractions, or with any value of the scores at its end."""

from fractions import Fraction

from engine.game.rules import PlayRules
from engine.game.spin import StagedSpins
from engine.solvers.two_rounds import BetweenRounds, oracle_of_round_1


def play_rules_of(rules, position):
    """The rules spelt out by seat for a position, at their unit and cap."""
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
