"""The native search finds the configurations that the readable rules lead to."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.errors import Cancelled, Unaffordable
from engine.game.options import Rules
from engine.game.position import Position
from engine.game.rules import game_over
from engine.solvers.cancel_flag import CancelFlag
from engine.solvers.configs import DECIDED, NO_CONFIG, ORDERS, Decided, config_of, reachable_configs
from engine.solvers.dense._frame import FrameTransitions
from tests.engine.solvers.readable_successors import successors
from tests.engine.strategies import many, positions, rules

SEATS = st.permutations([0, 1, 2]).map(tuple)


def below(root, rules, seats):
    """What follows each configuration below one, by the readable rules."""
    configurations, waiting = {}, [root]
    while waiting:
        config = waiting.pop()
        if config not in configurations:
            configurations[config] = successors(config, rules, seats) if config.frame[0] else None
            waiting += configurations[config].all() if config.frame[0] else []
    return configurations


@many(100)
@given(positions(most_spins=5), rules(), SEATS)
def test_successors_are_those_of_the_rules(position, rules, seats):
    assume(not game_over(position, rules) and not position.alone)
    root, rules = config_of(position), rules.seated(position.mover_seat)
    frames = {frame.key: frame for frame in reachable_configs([root], rules, seats, CancelFlag())}
    expected = below(root, rules, seats)
    assert {config for frame in frames.values() for config in frame.configs} == set(expected)
    assert list(frames) == sorted(frames)

    def reached(number, key):
        return Decided(DECIDED - number) if number <= DECIDED else frames[key].configs[number]

    for frame in frames.values():
        for k, config in enumerate(frame.configs):
            follow = expected[config]
            assert config.mover_seat == frame.mover_seats[k]
            if follow is None:
                continue
            assert frame.configs[frame.spin[k]] == follow.spin
            for kind, by_order in (("spent", follow.spent), ("whammy", follow.whammy), ("fourth", follow.fourth)):
                numbers, key = frame.after(kind)[k].tolist(), frame.frame_after(k, kind)
                assert {order: reached(numbers[order], key) for order in by_order} == by_order
                assert (key is None) == any(isinstance(target, Decided) for target in by_order.values())
                assert numbers[ORDERS] == NO_CONFIG or set(numbers) == {numbers[ORDERS]}
            for numbers, by_order in zip(frame.passes[k].tolist(), follow.passes, strict=True):
                got = {order: number for order, number in enumerate(numbers) if number != NO_CONFIG}
                assert {order: reached(number, frame.key) for order, number in got.items()} == by_order


@many(50)
@given(positions(most_spins=6), rules(), SEATS)
def test_each_is_computed_after_what_it_reads_on_the_line(position, rules, seats):
    assume(not game_over(position, rules) and not position.alone)
    frames = reachable_configs([config_of(position)], rules.seated(position.mover_seat), seats, CancelFlag())
    axis_of = {seat: axis for axis, seat in enumerate(seats)}
    for frame in (frame for frame in frames if frame.key[0]):
        movers = np.array([axis_of[seat] for seat in frame.mover_seats.tolist()], np.int32)
        transitions = FrameTransitions(movers, frame.spin, frame.spent, frame.whammy, frame.fourth, frame.passes)
        size = len(frame.configs)
        for same_line_axes in range(8):
            order = list(transitions.orders[same_line_axes])
            assert sorted(order) == list(range(size))
            for k in range(size):
                first, end = transitions.pass_first[k], transitions.pass_first[k + 1]
                passes = set(frame.passes[k].ravel().tolist()) - {NO_CONFIG}
                assert set(transitions.pass_targets[first:end]) == passes
                reads = passes | ({int(frame.spin[k])} if same_line_axes >> movers[k] & 1 else set())
                for other in reads - {k}:
                    assert order.index(other) < order.index(k) or transitions.early[same_line_axes, other]


def test_too_many_are_refused_and_a_flag_stops_it():
    root, rules, seats = config_of(Position.parse("0e3,0e3,0e3@1")), Rules(), (0, 1, 2)
    playing = sum(len(frame.configs) for frame in reachable_configs([root], rules, seats, CancelFlag()) if frame.key[0])
    assert reachable_configs([root], rules, seats, CancelFlag(), most=playing)
    with pytest.raises(Unaffordable):
        reachable_configs([root], rules, seats, CancelFlag(), most=playing - 1)
    cancel = CancelFlag()
    cancel.set()
    with pytest.raises(Cancelled):
        reachable_configs([root], rules, seats, cancel)
