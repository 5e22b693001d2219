"""Expectimax on games small enough to do by hand."""

from fractions import Fraction

import pytest

from engine.errors import Exhausted
from engine.lab.budget import Budget
from tests.engine.lab.plain_algorithms import Chance, Decision, expectimax


def reroll(state):
    """A die that may be thrown again, up to ``left`` times; its face is the payoff."""
    face, left = state
    if face == 0:
        return Chance([(Fraction(1, 6), (each, left - 1)) for each in range(1, 7)])
    if left == 0:
        return face
    return Decision([(0, (face, 0)), (0, (0, left))])


@pytest.mark.parametrize(("throws", "value"), [(1, Fraction(7, 2)), (2, Fraction(17, 4)), (3, Fraction(14, 3))])
def test_a_die_that_may_be_thrown_again(throws, value):
    assert expectimax((0, throws), reroll, Budget())[0, throws] == value


def test_the_other_side_wants_little():
    tree = {"a": [(1, "b"), (0, "c")], "b": [(0, 5), (2, 1)], "c": [(0, 4), (0, 9)]}

    def node(state):
        return Decision(tree[state], least=state != "a") if state in tree else state

    values = expectimax("a", node, Budget())
    assert (values["a"], values["b"], values["c"]) == (4, 3, 4)


def test_a_budget_stops_it():
    with pytest.raises(Exhausted, match="states"):
        expectimax((0, 3), reroll, Budget(nodes=3))
