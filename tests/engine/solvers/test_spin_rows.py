"""One spin as the kernel of dense cells has it: what a grid of scores keeps of the board's."""

from functools import partial

import pytest

from engine import preset_boards
from engine.answers.grid_selection import GRID_STEPS
from engine.game.rules import Rules
from engine.game.spin import landings_by_seat
from engine.solvers.spin_rows import DenseSpin, SumMove

BOARDS = {name: board for name, board in preset_boards().items() if board.complete}
ALL_STEPS = sorted({*GRID_STEPS, *(step * 3 // 2 for step in GRID_STEPS)})  # second grids are 1.5 times as coarse
# From these on, one step for every spin alone is more than the mean: no sum is left to be lowered.
TOO_COARSE = {"abc-2019-r2": 12000, "pyl-1983-pilot-r1": 4000} | dict.fromkeys(
    [
        "pyl-1983-09-r1",
        "pyl-1984-09-r1",
        "pyl-1985-02-r2",
        "pyl-1985-02-r2-light",
        "pyl-classic-r2",
    ],
    6000,
)


def mean(parts):
    return sum(weight * part.dollars for part, weight in parts if isinstance(part, SumMove))


def chance(spin, parts):
    return sum(weight for part, weight in parts if isinstance(part, SumMove) and part.gives_spin == spin)


def of_spin(its, seat, figure):
    """A figure of a seat's spin, with each option as likely to be taken as the others of its landing."""
    offered = (
        chances[seat] / len(options) * figure(its.parts(option.effect))
        for options, chances in its.choices.items()
        for option in options
        if chances[seat]
    )
    return figure(its.terms[seat].items()) + sum(offered)


@pytest.mark.parametrize("name", BOARDS)
def test_a_grid_keeps_the_mean_and_the_chances_of_a_spin(name):
    its = landings_by_seat(BOARDS[name], Rules(weights="even/board/board"), 1)
    exact = DenseSpin(its, 1)
    for step in ALL_STEPS:
        coarse = DenseSpin(its, 1, step)
        for seat in (0, 1):
            for figure in (partial(chance, True), partial(chance, False)):
                assert of_spin(coarse, seat, figure) == pytest.approx(of_spin(exact, seat, figure), abs=1e-12)
            for kind in ("whammy", "whammy_off"):
                assert coarse.terms[seat].get(kind) == exact.terms[seat].get(kind)
            if step < TOO_COARSE.get(name, step + 1):
                assert of_spin(coarse, seat, mean) == pytest.approx(of_spin(exact, seat, mean))
            else:
                assert {part for part in coarse.terms[seat] if part != "whammy"} <= {
                    SumMove(step, True),
                    SumMove(0, False),
                }
                assert of_spin(coarse, seat, mean) > of_spin(exact, seat, mean)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("step", [75, 1050, 2800])
def test_on_a_grid_every_offer_keeps_its_mean_but_a_spin_for_less_than_one_step(name, step):
    its = landings_by_seat(BOARDS[name], Rules(prizes="pool"), 1)
    exact, coarse = DenseSpin(its, 1), DenseSpin(its, 1, step)
    for options in exact.choices:
        for effect in (option.effect for option in options):
            of_board = mean(exact.parts(effect))
            assert mean(coarse.parts(effect)) == pytest.approx(max(of_board, step) if effect.spin else of_board)
