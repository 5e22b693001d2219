"""The kernels give the oracle's answers that were kept; the oracle still does."""

import pytest

from engine.errors import Unsettled
from tests.engine.solvers.kept_answers import BUDGET, Case, exact_ply, kept
from tests.engine.solvers.kernels import assert_same, dense, expectimax_graph, lines

KERNELS = {"graph": (expectimax_graph,), "dense": (expectimax_graph, dense, lines)}


@pytest.mark.parametrize("name", KERNELS)
def test_the_kernels_agree(name: str) -> None:
    for number, case in enumerate(kept(name)):
        within = 1e-5 if case.rules.in_dollars else 1e-9
        for kernel in KERNELS[name]:
            options = {"threads": 1 + number % 2} if kernel is not expectimax_graph else {}
            if case.answer is None:
                with pytest.raises(Unsettled):
                    kernel(case.position, case.board, case.play_rules, **options)
            else:
                assert_same(kernel(case.position, case.board, case.play_rules, **options), case.answer, within)


@pytest.mark.nightly
@pytest.mark.parametrize("name", KERNELS)
def test_the_oracle_agrees(name: str) -> None:
    for case in kept(name):
        assert recomputed(case) == case.answer


def recomputed(case: Case) -> object:
    try:
        return exact_ply(case.position, case.board, case.play_rules, BUDGET)
    except Unsettled:
        return None
