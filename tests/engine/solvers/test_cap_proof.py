"""What the kernels call proven at a given cap is the equilibrium that the definition names."""

import weakref

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from engine.answers.exact import CUBES
from engine.answers.question import ask
from engine.answers.solver import solve
from engine.errors import BoardError, Unaffordable, Unproven, Unsettled
from engine.game.board import Board, Slide, Square, preset_board
from engine.game.position import Position
from engine.game.rules import PlayRules, Rules, game_over
from engine.solvers.arena import reserve
from engine.solvers.boxes import solver as box_solver
from engine.solvers.boxes.cubes import Cubes
from engine.solvers.boxes.plates import plates_apply
from engine.solvers.boxes.solver import cubes_apply
from engine.solvers.cancel_flag import CancelFlag, ignore
from engine.solvers.limits import Limits
from engine.solvers.ways import Plan
from tests.engine.solvers import kept_answers
from tests.engine.solvers.kernels import assert_same, plates, unaided_cubes, unaided_plates
from tests.engine.strategies import boards, many, positions, rules


def cubes(position, board, play_rules):
    return unaided_cubes(position, board, play_rules, single=False, tell_apart=False)


def near_the_cap(position, cap, lacks):
    """The position with scores a few hundred dollars below the cap, or above it."""
    scores = (max(0, cap - lack) for lack in lacks)
    return position.with_scores(*(0 if c.out else score for c, score in zip(position.contestants, scores, strict=True)))


@many(60)
@given(
    boards(growing=False),
    rules(),
    positions(most_spins=4, holders=(1, 2, 2, 3)),
    st.tuples(*[st.sampled_from([0, 0, 0, 0, -250, 250, 500, 1000])] * 3),
)
def test_what_is_proven_is_the_oracles(board, rules, position, lacks):
    assume(rules.cap is not None)
    position = near_the_cap(position, rules.cap, lacks)
    assume(not game_over(position, rules) and not position.alone)
    play_rules = PlayRules(rules, rules.unit, rules.cap)
    try:
        assume(cubes_apply(board, play_rules))
        expected = kept_answers.exact_ply(position, board, play_rules, 900)
    except (BoardError, Unaffordable, Unsettled):
        assume(False)
    within = 1e-5 if rules.in_dollars else 1e-9
    for kernel in (cubes, plates) if plates_apply(position, board, play_rules) else (cubes,):
        try:
            found = kernel(position, board, play_rules)
        except Unsettled as refused:
            event(f"{kernel.__name__} {'unproven' if isinstance(refused, Unproven) else 'unsettled'}")
            continue
        if found is None:
            event(f"{kernel.__name__} unproven")
            continue
        event(f"{kernel.__name__} proven")
        assert_same(found, expected, within)


# $500, $500 + one spin, Whammies. In each of these positions the plates end at an equilibrium that iteration from zero
# does not: by one to three points for the mover.
SEVERAL_EQUILIBRIA = [
    ("1000w3,1000w1,0p1w3@3", "MMMSSWWWW", {"turn_order": "seat"}),
    ("1000w3,0e1w1,500e2w1@2", "MSSSSWWWW", {"turn_order": "cyclic"}),
    ("1000e1,1000w3,1000w1@1", "MSSSSWWWW", {"ties": "joint"}),
]


def small_board(letters):
    slides = [
        {"M": Slide("cash", 500), "S": Slide("cash_spin", 500, spin=True), "W": Slide("whammy")}[x] for x in letters
    ]
    return Board("small", tuple(Square(1 + i // 3, tuple(slides[i : i + 3])) for i in range(0, len(slides), 3)))


@pytest.mark.parametrize(("position", "letters", "options"), SEVERAL_EQUILIBRIA)
def test_of_several_equilibria_none_is_proven(position, letters, options):
    rules = Rules.preset("seed").with_options({"cap": 1000, "unit": 500, "level_opponents": "chooser", **options})
    with pytest.raises(Unproven):
        unaided_plates(Position.parse(position), small_board(letters), PlayRules(rules, 500, 1000))


@pytest.mark.parametrize("choices", [{}, {"choices": "visible", "lose_whammy": "choice"}])
@pytest.mark.parametrize("position", ["8000e4,3000,0@1", "19500e2,20000e1,18000@1", "20000e2w2,20000,20000p1@3"])
def test_on_the_shows_boards_there_is_one(position, choices):
    position = Position.parse(position)
    rules = Rules.preset("seed").with_options({"unit": 1000, **choices}).seated(position.mover_seat)
    ply = unaided_plates(position, preset_board("pyl-1985-02-r2"), PlayRules(rules, 1000, rules.cap))
    assert sum(ply.press) == pytest.approx(1)


def test_what_plates_do_not_prove_is_told_apart():
    rules = Rules.preset("seed").with_options({"unit": 1000, "level_opponents": "chooser"})
    position, board = Position.parse("19500e2,20000e1,18000@1"), preset_board("pyl-1985-02-r2")
    play_rules = PlayRules(rules.seated(0), 1000, rules.cap)
    with pytest.raises(Unproven):
        unaided_plates(position, board, play_rules)
    answer = solve(position, board, rules, Limits(method="exact", fresh=True))
    apart = unaided_cubes(position, board, play_rules, single=False, tell_apart=True)
    assert answer.method == "exact"
    assert answer.press.win == pytest.approx(apart.press, abs=1e-9)


def test_what_is_solved_again_takes_memory_once(monkeypatch):
    notation, letters, options = SEVERAL_EQUILIBRIA[0]
    rules = Rules.preset("seed").with_options({"cap": 1000, "unit": 500, "level_opponents": "chooser", **options})
    position, board, play_rules = Position.parse(notation), small_board(letters), PlayRules(rules, 500, 1000)
    loans = []

    def reserve_next(numbers, dtype, limit):
        assert all(loan() is None for loan in loans)
        found = reserve(numbers, dtype, limit)
        loans.append(weakref.ref(found.base))
        return found

    monkeypatch.setattr(box_solver, "reserve", reserve_next)
    first = Cubes(position, board, play_rules, memory=2**30, cancel=CancelFlag(), tell_apart=False)
    question = ask(position, board, rules, Limits(), None, ignore, CancelFlag())
    ply = CUBES.solve(Plan(first), question, play_rules)
    assert len(loans) == 2
    assert sum(ply.press) == pytest.approx(1)
