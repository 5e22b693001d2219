"""Pass chains follow the rules, and the best of them is what passing is worth."""

import pytest
from hypothesis import given

from engine import PassStep, Position, Rules, pass_chains
from engine.game.rules import Pass, legal_actions, pass_spins
from engine.game.spin import landings_by_seat
from engine.solvers.oracle import Oracle
from tests.engine.strategies import positions
from tests.engine.tables.answers import play_rules_of
from tests.engine.tiny import tiny
from tests.tier import few

SHOW = Rules()


def chains_of(text, rules=SHOW):
    chains = pass_chains(Position.parse(text), rules)
    return [([(h.seat, h.to, h.spins) for h in c.passes], c.position.notation, c.forced) for c in chains]


def test_one_holder_presses_or_the_leader_must():
    assert chains_of("8000e3,3000,0@1") == [
        ([], "8000e3,3000,0@1", False),
        ([(0, 1, 3)], "8000,3000p3,0@2", True),
    ]


def test_who_plays_in_between_may_pass_as_well():
    # Right is up after Left's pass, having the lowest score, and may hand his own to the leader, too.
    assert chains_of("1000e2,5000,3000e1@1") == [
        ([], "1000e2,5000,3000e1@1", False),
        ([(0, 1, 2)], "1000,5000p2,3000e1@3", False),
        ([(0, 1, 2), (2, 1, 1)], "1000,5000p3,3000@2", True),
    ]


def test_level_opponents_are_two_chains():
    assert [chain[0] for chain in chains_of("8000e1,500,500@1")] == [[], [(0, 1, 1)], [(0, 2, 1)]]
    assert [chain[0] for chain in chains_of("8000e1,500,500@1", Rules.preset("seed"))] == [[], [(0, 1, 1)]]


def test_passed_spins_cannot_be_passed():
    assert chains_of("8000e1p1,3000,0@1") == [([], "8000e1p1,3000,0@1", True)]


def test_spins_given_up_alone_against_the_house_end_the_game():
    rules = Rules(house="play", goal="money")
    assert chains_of("8000e2,w4,w4@1", rules)[1] == ([(0, None, 2)], "8000,0w4,0w4@1", True)


@given(positions())
def test_every_chain_is_made_of_legal_passes_and_ends_where_somebody_presses(position):
    rules = SHOW.seated(position.mover_seat)
    for chain in pass_chains(position, rules):
        current = position
        for step in chain.passes:
            assert step == PassStep(current.mover_seat, step.to, current.mover.earned)
            assert Pass(step.to) in legal_actions(current, rules)
            current = pass_spins(current, step.to, rules)
        assert current == chain.position
        assert len({step.seat for step in chain.passes}) == len(chain.passes)


@pytest.mark.parametrize(
    ("text", "cap"),
    few(2, [("1000e1,2500,1500e1@1", 3000), ("500e1,500e1,500@1", 1500), ("0e1,1000e1,1000@1", 3000)]),
)
def test_the_best_of_the_chains_is_what_passing_is_worth(text, cap):
    board, play_rules = tiny("500 W", "1000 500+"), play_rules_of(cap=cap)
    oracle = Oracle(landings_by_seat(board, play_rules.rules, play_rules.unit), play_rules, 1_000_000)
    position = Position.parse(text)

    def value(current):
        """By chains alone: everybody in turn takes the better of pressing and of passing."""
        actions = oracle.actions(current)
        values = {
            a: v if not isinstance(a, Pass) else value(pass_spins(current, a.to, play_rules.rules))
            for a, v in actions.items()
        }
        return max(values.values(), key=lambda v: v[current.mover_seat])

    for action, values in oracle.actions(position).items():
        if isinstance(action, Pass):
            assert (
                value(pass_spins(position, action.to, play_rules.rules))[position.mover_seat]
                == values[position.mover_seat]
            )
