"""Belief states of a strategy at a fork, and their transition probabilities.

A *fork* is a split point and its two branches, high and low. ``build_fork_states`` has the chances that a strategy wins
there or goes on, from the values of the split points (``values``). ``walk`` follows them from move to move.

Chances to win are for the independent form (TSI). In the dependent form (TSD) there is only one win,
so "no win here, but one there" has the same chance as "one there": products of chances of two points vanish, and
only terms linear in the values remain.

A win seen further down is looked at again on the way there. So some states are of split points below which a win was
seen, and their chances include the chance of that win. It is at the end of the high branches, at most or exactly a
number of points away. XHSTRAT goes there. XLSTRAT looks low first at each fork, and may find another win.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .rules import WEIGHING, describe_strategy, parse_path_strategy
from .trees import Ends, SplitRatio
from .values import Shrinking, Values

Chance = Any  # a number, or one for each place
HIGH, LOW = 0, 1  # branches
UNKNOWN, KNOWN = 0, 1  # states: nothing is known; XHSTRAT has seen that all points in reach, except the last, split
Goes = dict[tuple[int, int], Chance]


@dataclass(slots=True)
class Belief:
    """A state at a split point.

    Attributes:
        won, lost: the chance that the next move ends the game.
        here: the chance of the knowledge about the points below that defines the state.
        looks: the expected looks at the fork.
        transitions: the chances to go on, by branch and index of the next state.
    """

    won: Chance = 0
    lost: Chance = 0
    here: Chance = 1
    looks: Chance = 0
    transitions: Goes = field(default_factory=dict)


def build_fork_states(strategy: str, values: Values, level: int, here: Chance) -> list[Belief]:
    """Return the states at the split points of these values on a level, the first of which is ``UNKNOWN``.

    The strategy is any that goes from fork to fork, without plies.
    """
    ends, branches = values.ends, values.branches(here)
    end, split = ends.chance_at(level + 1), 1 - ends.chance_at(level + 1)
    side, reach = parse_path_strategy(strategy) or ("", 1)
    looks = ends.sum_way(level, reach).points if side else float(describe_strategy(strategy).max_looks or 0)

    def state(now: Chance, transitions: Goes, win_seen: Chance = 0, looks: float = looks) -> Belief:
        return Belief(now, 1 - (now + win_seen + sum(transitions.values())), looks=looks, transitions=transitions)

    if strategy == "nostrat":
        share = 1 / len(branches)
        return [
            state(end * share * sum(branches), {(branch, UNKNOWN): split * share for branch in range(len(branches))})
        ]
    high, low, *_ = branches
    high_wins, low_wins = end * high, end * low
    if strategy == "strat":
        return [state(high_wins, _go_unknown(split, 0))]
    prefers = values.prefers_high(strategy, here) if strategy in WEIGHING else 1
    if strategy in ("bstrat", "bprime"):
        to_high, to_low = 1 - low_wins - split * (1 - prefers), end * (1 - high) + split * (1 - prefers)
        return [state(high_wins + low_wins - high_wins * low_wins, _go_unknown(split * to_high, split * to_low))]
    if strategy == "hprime" or (side == "h" and reach == 1):
        to_low = end * (1 - high) + split * (1 - prefers)
        return [state(high_wins + to_low * low_wins, _go_unknown(split * prefers, to_low * split))]
    if side == "l":
        # Low if a win was seen there, else high without having looked.
        path = values.path_wins(level, here, LOW, reach)
        first = state(low_wins + (1 - path) * high_wins, _go_unknown((1 - path) * split, 0), path - low_wins)
        return [first, *(_build_low_win_states(values, level, here, reach, first) if reach != 1 else ())]
    path = values.path_wins(level, here, HIGH, reach)
    loss_chance = ends.sum_way(level, reach).ends - path
    transitions = _go_unknown(0, loss_chance * split) | (
        {} if reach is None else {(HIGH, KNOWN): ends.split_chance(level, reach)}
    )
    states = [state(high_wins + loss_chance * low_wins, transitions, path - high_wins)]
    if reach is not None:
        # Of the points that it follows now, only the last is new.
        last = ends.chance_at(level + reach)
        win_seen = last * values.distant_wins(here, reach)
        loss_chance = last - win_seen
        states.append(
            state(
                loss_chance * low_wins, {(HIGH, KNOWN): 1 - last, (LOW, UNKNOWN): loss_chance * split}, win_seen, reach
            )
        )
    return states + _build_high_win_states(values, level, here, reach, states)


def _go_unknown(high: Chance, low: Chance) -> Goes:
    """Return the chances to go on to an ``UNKNOWN`` state."""
    return {(HIGH, UNKNOWN): high, (LOW, UNKNOWN): low}


def _build_low_win_states(values: Values, level: int, here: Chance, reach: int | None, unknown: Belief) -> list[Belief]:
    """Return the states of XLSTRAT with a win in sight, and add the transitions to them.

    In state k the win is at most k points away; without a limit of reach, in state 1 at any distance.
    """
    end, split = values.ends.chance_at(level + 1), 1 - values.ends.chance_at(level + 1)
    (high, low, *_), none_low = values.branches(here), 1 - values.path_wins(level, here, LOW, reach)
    furthest, states = 1 if reach is None else reach - 1, []
    unknown.transitions[LOW, furthest] = split
    for within in range(1, furthest + 1):
        win_seen = values.path_wins(level, here, HIGH, None if reach is None else within)
        transitions = {(LOW, furthest): win_seen * split}
        if within > 1 or reach is None:
            transitions[HIGH, 1 if reach is None else within - 1] = none_low * split
        states.append(
            Belief(win_seen * low * end + none_low * high * end, 0, win_seen, win_seen * unknown.looks, transitions)
        )
    return states


def _build_high_win_states(
    values: Values, level: int, here: Chance, reach: int | None, known_states: list[Belief]
) -> list[Belief]:
    """Return the states of XHSTRAT with a win in sight, and add the transitions to them.

    In state k + 1 the win is k points away; without a limit of reach, in state 1 at any distance.
    """
    ends, high, split = values.ends, values.branches(here)[HIGH], 1 - values.ends.chance_at(level + 1)
    if reach is None:
        known_states[UNKNOWN].transitions[HIGH, 1] = split
        win_seen = values.path_wins(level, here, HIGH, None)
        return [
            Belief(ends.chance_at(level + 1) * high, 0, win_seen, values.path_looks(level, here), {(HIGH, 1): split})
        ]
    for away in range(2, reach + 1):
        known_states[UNKNOWN].transitions[HIGH, away] = ends.split_chance(level, away - 1) * ends.chance_at(
            level + away
        )
    known_states[KNOWN].transitions[HIGH, reach] = ends.chance_at(level + reach)
    states = [Belief(high, 0, high, high)]
    for away in range(2, reach):
        there = values.distant_wins(here, away)
        states.append(Belief(0, 0, there, there * away, {(HIGH, away): 1}))
    return states


def solve_level_chance(strategy: str, end: float, value: float) -> float:
    """Return the chance to win if all points have the same value (theorem 6.1), from the equation of one move.

    The strategy goes from fork to fork, without plies. ``end`` is E, above 0, on all levels; ``value`` is T of the drift
    form with D = 0.
    """
    level = Shrinking(Ends((), end), SplitRatio(1.0), (1.0, 1.0), prefers=1.0)
    states = build_fork_states(strategy, level, 0, value)
    transitions = np.zeros((len(states), len(states)))
    for place, state in enumerate(states):
        for (_, to), chance in state.transitions.items():
            transitions[place, to] += chance
    return float(np.linalg.solve(np.eye(len(states)) - transitions, [state.won for state in states])[UNKNOWN])
