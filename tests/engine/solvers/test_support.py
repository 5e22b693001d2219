"""Every solver is right about what it is asked, on every board that the program knows, or says that it does not know it."""

from dataclasses import replace

import pytest
from hypothesis import assume, event, example, given
from hypothesis import strategies as st

from engine.answers.abstraction import simplify_for_dense
from engine.answers.question import ask
from engine.errors import BoardError, InputError, Unaffordable, Unsettled
from engine.game.board import Board, preset_board, preset_boards
from engine.game.options import Rules
from engine.game.position import Position
from engine.game.rules import PlayRules, game_over
from engine.solvers.bounds.search import Bounds
from engine.solvers.cancel_flag import CancelFlag, deadline
from engine.solvers.dense.options import DenseOptions
from engine.solvers.dense.solver import DenseSolver, supports
from engine.solvers.expectimax_graph import ExpectimaxGraph
from engine.solvers.playouts import Playouts
from tests.engine.solvers.kept_answers import exact_ply
from tests.engine.strategies import many, positions, rules
from tests.processes import PATIENCE
from tests.tier import few

PILOT = preset_board("pyl-1983-pilot-r1")
KNOWN = [
    board for board in preset_boards().values() if "unknown" not in {s.kind for x in board.squares for s in x.slides}
]
FAN = [
    {"kind": "lead", "amount": 1, "spin": True},
    {"kind": "lead", "amount": 250, "spin": False},
    {"kind": "jackpot", "amount": 3000},
    {"kind": "cash_or_double", "amount": 2000},
    {"kind": "cash_or_spin", "amount": 1000},
    {"kind": "cash_spin", "amount": 100},
    {"kind": "double", "spin": True},
    {"kind": "double", "spin": False},
    {"kind": "add_a_one"},
]
UNITS = st.sampled_from([1, 50, 250, 500, 750, 1000, 2500])
CAPS = st.sampled_from([1000, 7500, 10_000, 30_000])
MEMORY = 2**30


@st.composite
def boards(draw):
    """A board of the show, or one with a slide of a fan's."""
    board = draw(st.sampled_from(KNOWN))
    if draw(st.booleans()):
        return board
    data = board.to_json()
    slides = data["squares"][draw(st.integers(0, len(data["squares"]) - 1))]["slides"]
    slides[draw(st.integers(0, len(slides) - 1))] = draw(st.sampled_from(FAN))
    return Board.from_json(data)


def of_dense(position, board, play_rules, cancel, **options):
    dense = DenseSolver(position, board, play_rules, DenseOptions(memory=MEMORY, **options), cancel=cancel)
    dense.solve()
    ply = dense.root_ply()
    return [(ply.press, ply.press), (ply.passing, ply.passing)]


def of_graph(position, board, play_rules, cancel):
    graph = ExpectimaxGraph(position, board, play_rules, budget=10**6, memory=MEMORY, cancel=cancel)
    graph.solve()
    ply = graph.root_ply()
    return [(ply.press, ply.press), (ply.passing, ply.passing)]


def of_bounds(position, board, play_rules, cancel):
    bounds = Bounds(position, board, play_rules, cancel=cancel, memory=MEMORY)
    bounds.narrow(0.05)
    return [interval or (None, None) for interval in bounds.actions()]


def of_playouts(position, board, play_rules, cancel):
    """Where the cells are exact, nothing is left to correct."""
    dense = DenseSolver(
        position, board, play_rules, DenseOptions(memory=MEMORY, keep=True, single=False), cancel=cancel
    )
    dense.solve()
    playouts = Playouts(dense)
    playouts.improve(32, cancel)
    ply = dense.root_ply()
    if playouts.press is not None:
        assert playouts.press.mean == pytest.approx(ply.press, rel=1e-6, abs=1e-7)
    return [(ply.press, ply.press), (ply.passing, ply.passing)]


SOLVERS = {
    "boxes of two threads": lambda *about: of_dense(*about, threads=2),
    "graph": of_graph,
    "bounds": of_bounds,
    "playouts": of_playouts,
    "boxes": lambda *about: of_dense(*about, single=False),
    "lines": lambda *about: of_dense(*about, keep=True),
}


@pytest.mark.parametrize("solver", few(4, SOLVERS))
@many(30)
@given(boards(), st.one_of(rules(), rules(habits=True)), positions(most_spins=2), UNITS, CAPS)
@example(PILOT, Rules(), Position.parse("2500e1,9000e1,7000e1@1"), 500, 10_000)
def test_a_solver_is_the_oracle_or_refuses(solver, board, rules, position, unit, cap):
    rules = replace(rules, cap=cap)
    play_rules = PlayRules(rules, unit, cap)
    assume(unit > 1 or "lines" not in solver)
    assume(solver != "graph" or not game_over(position, rules))
    refusals = (Unaffordable, Unsettled) if solver == "graph" else (InputError, Unaffordable, Unsettled)
    with deadline(CancelFlag(), PATIENCE) as cancel:
        try:
            result = SOLVERS[solver](position, board, play_rules, cancel)
        except refusals as refusal:
            event(f"{type(refusal).__name__}")
            return
    try:
        expected = exact_ply(position, board, play_rules, 1000)
    except (Unaffordable, BoardError, Unsettled):
        event("not known to the oracle")
        return
    event("compared")
    slack = 0.01 if rules.in_dollars else 1e-5
    for (low, high), value in zip(result, expected, strict=True):
        assert (low is None) == (value is None)
        if value is not None:
            assert all(x - slack <= y <= z + slack for x, y, z in zip(low[:3], value, high[:3], strict=True))


@many(60)
@given(boards(), st.one_of(rules(), rules(habits=True)), positions(most_spins=2), UNITS)
def test_the_simpler_game_of_an_estimate_is_known(board, rules, position, unit):
    assume(not game_over(position, rules) and not position.alone and not board.bonus)
    question = ask(position, board, replace(rules, unit=unit))
    assume(not (question.rules.house == "play" and question.rules.in_dollars))
    simpler, play_rules = simplify_for_dense(question, PlayRules(rules, unit, 10_000))
    assert supports(simpler.board, play_rules)
