"""Cycles of passes at the cap: the cubes find a value where the oracle does, and none where it finds none."""

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from engine.errors import BoardError, Unaffordable, Unsettled
from engine.game.board import Board
from engine.game.options import Rules
from engine.game.position import Contestant, Position
from engine.game.rules import PlayRules, game_over
from engine.solvers.boxes.solver import cubes_apply
from tests.engine.solvers.kept_answers import exact_ply
from tests.engine.solvers.kernels import assert_same, cubes, sparse
from tests.engine.strategies import many

UNIT = 500
WEIGHTS = st.sampled_from([1, 1, 2, 5, 10])
SLIDES = st.sampled_from(
    [
        {"kind": "cash", "amount": 500},
        {"kind": "cash_spin", "amount": 500},
        {"kind": "cash_spin", "amount": 1000},
        {"kind": "cash_spin", "amount": 1000},
        {"kind": "whammy"},
        {"kind": "whammy"},
        {"kind": "cash_or_lose_whammy", "amount": 500},
    ]
)


@st.composite
def boards(draw):
    """Boards of few slides, most of which give a spin back, some nearly always."""
    squares = [
        {"number": number, "slides": draw(st.lists(SLIDES, min_size=1, max_size=3)), "weight": draw(WEIGHTS)}
        for number in range(1, draw(st.integers(2, 5)))
    ]
    return Board.from_json({"id": "random", "round": 2, "squares": squares})


@st.composite
def rules(draw):
    return Rules(
        ties=draw(st.sampled_from(["split", "joint"])),
        turn_order=draw(st.sampled_from(["score", "seat", "cyclic"])),
        level_opponents=draw(st.sampled_from(["chooser", "next_seat"])),
        lose_whammy=draw(st.sampled_from(["choice", "money"])),
        goal=draw(st.sampled_from(["win", "win", "money"])),
        house=draw(st.sampled_from(["won", "won", "play"])),
        cap=draw(st.sampled_from([500, 1000, 1500])),
        unit=UNIT,
    )


@st.composite
def positions(draw, cap):
    """Two or three holders of a spin or two, most of them at the cap."""
    holders = draw(st.permutations(range(3)))[: draw(st.sampled_from([2, 3, 3]))]
    seats = []
    for seat in range(3):
        score = draw(st.sampled_from([cap, cap, cap, cap - UNIT, 0, cap + UNIT]))
        spin = draw(st.sampled_from([(1, 0), (1, 0), (0, 1), (2, 0)])) if seat in holders else (0, 0)
        seats.append(Contestant(score, *spin, draw(st.integers(0, 3))))
    return Position(tuple(seats), holders[0])


@many(10)
@given(st.data(), boards(), rules())
def test_cubes_settle_where_the_oracle_does(data, board, rules):
    position = data.draw(positions(rules.cap))
    assume(not game_over(position, rules) and not position.alone)
    play_rules = PlayRules(rules, UNIT, rules.cap)
    try:
        assume(cubes_apply(board, play_rules))
        expected = exact_ply(position, board, play_rules, 500)
    except (BoardError, Unaffordable):
        assume(False)
    except Unsettled:
        event("unsettled")
        with pytest.raises(Unsettled):
            cubes(position, board, play_rules)
        return
    event("settled")
    assert_same(cubes(position, board, play_rules), expected, 1e-6 if rules.in_dollars else 1e-9)


# 47 of 48 spins come back at the cap, so values take thousands of rounds to settle.
SPINS = Board.from_json(
    {
        "id": "spins",
        "squares": [
            {
                "slides": [
                    {"kind": "cash_spin", "amount": 1000},
                    {"kind": "cash_spin", "amount": 1000},
                    {"kind": "whammy"},
                ]
            },
            {"slides": [{"kind": "cash_spin", "amount": 1000}], "weight": 5},
            {"slides": [{"kind": "move", "to": [2]}], "weight": 10},
        ],
    }
)


def test_choices_that_settle_slowly_do_settle():
    rules = Rules.preset("seed").with_options({"cap": 1500, "unit": UNIT, "house": "play"})
    position, play_rules = Position.parse("0p1w3,2000e2w3,1500e1w2@3"), PlayRules(rules, UNIT, 1500)
    expected = [0.36096264, 0.25756603, 0.38147133], [0.35833101, 0.25229821, 0.38937078]  # the oracle's
    for kernel in (cubes, sparse):
        assert_same(kernel(position, SPINS, play_rules), expected, 1e-8)
