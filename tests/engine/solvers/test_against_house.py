"""The last one in against the house: the chance that is told without solving is the oracle's."""

from dataclasses import replace

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from engine.errors import BoardError, Unaffordable, Unsettled
from engine.game.position import Contestant, Position
from engine.game.rules import PlayRules, game_over
from engine.game.spin import landings_by_seat
from engine.solvers.against_house import against_house_value
from engine.solvers.oracle import Oracle
from tests.engine.solvers.test_support import UNITS, boards
from tests.engine.strategies import many, rules

CAPS = st.sampled_from([1000, 2000])


@st.composite
def last_ones_in(draw):
    """A position of which one contestant is left, with spins."""
    seat = draw(st.integers(0, 2))
    passed = draw(st.integers(0, 4))
    earned = draw(st.integers(0 if passed else 1, 2))
    last = Contestant(draw(st.sampled_from([0, 750, 9000])), earned, passed, draw(st.sampled_from([0, 1, 2, 3, 3, 3])))
    a, b, c = (last if at == seat else Contestant(0, whammies=4) for at in range(3))
    return Position((a, b, c), seat)


@many(60)
@given(boards(), rules(goals=("win",), houses=("play",), habits=True), last_ones_in(), UNITS, CAPS)
def test_it_is_the_oracle(board, rules, position, unit, cap):
    play_rules = PlayRules(replace(rules, cap=cap).seated(position.mover_seat), unit, cap)
    assume(not game_over(position, rules) and not rules.mixes_boards(position.spins))
    landings = landings_by_seat(board, play_rules.rules.at(position.spins), unit)
    try:
        expected = Oracle(landings, play_rules, 1000).value(position)
    except (Unaffordable, BoardError, Unsettled) as refusal:
        event(type(refusal).__name__)
        return
    event("compared")
    assert against_house_value(position, landings) == pytest.approx([float(x) for x in expected], abs=1e-9)
