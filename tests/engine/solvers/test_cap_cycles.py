"""Cycles of passes at the cap: the kernels find a value where the oracle does, and none where it finds none."""

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from engine.errors import BoardError, Unaffordable, Unsettled
from engine.game.board import Board, Slide, Square
from engine.game.options import Rules
from engine.game.position import Contestant, Position
from engine.game.rules import PlayRules, game_over
from engine.solvers.dense.solver import supports
from tests.engine import strategies
from tests.engine.solvers.kept_answers import exact_ply
from tests.engine.solvers.kernels import assert_same, dense, expectimax_graph, lines
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
        turn_order=draw(st.sampled_from(["score", "seat", "cyclic", "receiver"])),
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
def test_kernels_settle_where_the_oracle_does(data, board, rules):
    position = data.draw(positions(rules.cap))
    assume(not game_over(position, rules) and not position.alone)
    play_rules = PlayRules(rules, UNIT, rules.cap)
    try:
        assume(supports(board, play_rules))
        expected = exact_ply(position, board, play_rules, 500)
    except (BoardError, Unaffordable):
        assume(False)
    except Unsettled:
        expected = None
    for kernel in (dense, lines):
        event(f"{kernel.__name__} {'settled' if expected else 'unsettled'}")
        if expected is None:
            with pytest.raises(Unsettled):
                kernel(position, board, play_rules)
        else:
            assert_same(kernel(position, board, play_rules), expected, 1e-6 if rules.in_dollars else 1e-9)
            kernel(position, board, play_rules, single=True)  # settles, though rounding may go round for ever


@many(60)
@given(
    strategies.boards(growing=False),
    strategies.rules(),
    strategies.positions(most_spins=4, holders=(1, 2, 2, 3)),
    st.tuples(*[st.sampled_from([0, 0, 0, 0, -250, 250, 500, 1000])] * 3),
)
def test_values_near_the_cap_are_the_oracles(board, rules, position, lacks):
    """Scores are a few hundred dollars below the cap, or above it."""
    assume(rules.cap is not None)
    scores = (max(0, rules.cap - lack) for lack in lacks)
    position = position.with_scores(*(0 if c.out else x for c, x in zip(position.contestants, scores, strict=True)))
    assume(not game_over(position, rules) and not position.alone)
    play_rules = PlayRules(rules, rules.unit, rules.cap)
    try:
        assume(supports(board, play_rules))
        expected = exact_ply(position, board, play_rules, 900)
        for kernel in (dense, lines):
            event(kernel.__name__)
            result = kernel(position, board, play_rules, single=False)
            assert_same(result, expected, 1e-5 if rules.in_dollars else 1e-9)
    except (BoardError, Unaffordable, Unsettled):
        assume(False)


# $500, $500 + one spin, Whammies. In each of these positions there are equilibria other than the one that iteration
# from zero ends at, one to three points apart for the mover.
@pytest.mark.parametrize(
    ("position", "letters", "options"),
    [
        ("1000w3,1000w1,0p1w3@3", "MMMSSWWWW", {"turn_order": "seat"}),
        ("1000w3,0e1w1,500e2w1@2", "MSSSSWWWW", {"turn_order": "cyclic"}),
        ("1000e1,1000w3,1000w1@1", "MSSSSWWWW", {"ties": "joint"}),
    ],
)
def test_of_several_equilibria_the_definitions_is_found(position, letters, options):
    slides = {"M": Slide("cash", 500), "S": Slide("cash_spin", 500, spin=True), "W": Slide("whammy")}
    board = Board("small", tuple(Square(i, tuple(slides[x] for x in letters[3 * i - 3 : 3 * i])) for i in (1, 2, 3)))
    rules = Rules.preset("seed").with_options({"cap": 1000, "unit": 500, "level_opponents": "chooser", **options})
    position, play_rules = Position.parse(position), PlayRules(rules, 500, 1000)
    expected = exact_ply(position, board, play_rules, 2000)
    for kernel in (dense, lines):
        assert_same(kernel(position, board, play_rules, single=False), expected, 1e-9)


def test_a_box_at_0_dollars_may_hold_cells_that_no_position_leads_to():
    """The extra spins of such a cell lead to a tile that is not stored: reading it crashed."""
    spin, more, whammy = Slide("cash_spin", 500, spin=True), Slide("cash_spin", 1000, spin=True), Slide("whammy")
    squares = ((more, whammy), (whammy,), (more,), (spin, more, whammy))
    weights = (10, 10, 2, 10)
    board = Board("small", tuple(Square(i, s, w) for i, (s, w) in enumerate(zip(squares, weights, strict=True), 1)))
    rules = Rules(turn_order="cyclic", level_opponents="chooser", lose_whammy="choice", cap=1000, unit=500)
    position, play_rules = Position.parse("1500e1w3,1500p1w1,500e2w3@1"), PlayRules(rules, 500, 1000)
    expected = exact_ply(position, board, play_rules, 500)
    for kernel in (dense, lines):
        assert_same(kernel(position, board, play_rules), expected, 1e-9)


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
    for kernel in (dense, lines, expectimax_graph):
        assert_same(kernel(position, SPINS, play_rules), expected, 1e-8)
