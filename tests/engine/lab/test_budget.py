"""Budgets of seconds: they count the work of the solver, not what other work of the machine takes."""

import hashlib
import math
import threading
import time
from collections.abc import Iterator

import pytest

from engine.errors import Cancelled, Exhausted, Overdue
from engine.lab import Budget, ask
from engine.lab.games.pig import duel
from engine.lab.games.pig.rules import Pig, Policy
from engine.lab.games.tree.play import simulate
from engine.lab.games.tree.trees import SplitRatio, Trees
from engine.lab.games.yahtzee import policies as yahtzee
from engine.lab.games.yahtzee.cards import graphs, turn_chances
from engine.lab.games.yahtzee.rules import CHANCE, Card
from engine.solvers.cancel_flag import CancelFlag, deadline
from tests import clock

ENDLESS = {"strategy": "bstrat", "E": "0.5", "A": "0.75", "method": "simulate", "games": "100000000"}


@pytest.fixture(autouse=True)
def real_clock() -> Iterator[None]:
    """The clock that other tests leave alone (tests/clock.py): here the difference matters."""
    with clock.real_time():
        yield


def burn(until: CancelFlag) -> None:
    """Computes, as kernels do, without the interpreter's lock."""
    text = bytes(1_000_000)
    while not until.is_set():
        hashlib.sha256(text)


def test_waiting_for_a_processor_is_not_counted():
    with deadline(CancelFlag(), math.inf, work=0.3) as flag:
        time.sleep(1.0)  # as a process that others keep from the processor
        assert not flag.is_set()
        burn(flag)


class TestKernels:
    """They look at the flag, and at the nodes, while a part of the work lasts."""

    def test_one_game_of_tree_solitaire_takes_no_more_nodes_than_there_are(self):
        trees = Trees("tsi", 0.001, SplitRatio(0.9, (0.1 / 11,) * 11))
        budget = Budget(nodes=10_000)
        with pytest.raises(Exhausted, match="0 of 2 games"):
            simulate(trees, "6ply", 2, 1, budget)
        assert budget.nodes_left > -10_000

    def test_a_search_that_was_stopped_counts_no_game(self):
        trees = Trees("tsi", 0.001, SplitRatio(0.9, (0.1 / 11,) * 11))
        flag = CancelFlag()
        flag.set()
        with pytest.raises(Cancelled):
            simulate(trees, "6ply", 2, 1, Budget(flag=flag))

    @pytest.mark.parametrize("policies", [("optimal", "optimal"), ("optimal", "hold")])
    def test_a_row_of_pig(self, policies):
        """The last row too, after which nothing else is spent."""
        pig, flag = Pig(1, 6, 1), CancelFlag()
        budget = Budget(flag=flag, listener=lambda progress: flag.set())
        with pytest.raises(Cancelled):
            duel.solve(pig, *(Policy(name, 20 if name == "hold" else 0) for name in policies), 0, 0, budget)

    def test_the_turns_of_yahtzee_with_each_card(self):
        rules, flag = "official", CancelFlag()
        policy, budget = yahtzee.Policy("greedy"), Budget(flag=flag)
        (nodes,) = graphs(rules, (Card((CHANCE,)),), budget)
        flag.set()
        with pytest.raises(Cancelled):
            turn_chances(policy, rules, nodes, budget)


class TestQuestions:
    def test_its_own_work_ends_a_question_and_is_called_that(self):
        with pytest.raises(Exhausted, match=r"budget of 0\.3 seconds of processor time was spent; reached: ") as caught:
            ask("tree", "win", ENDLESS, seconds=0.3)
        assert not isinstance(caught.value, Overdue)

    def test_the_clock_ends_what_gets_no_processor_and_says_so(self):
        with pytest.raises(
            Overdue, match=r"The machine was too busy: the clock ended this .* 1000 seconds .* reached: "
        ):
            ask("tree", "win", ENDLESS, seconds=1000, clock=0.2)

    def test_a_cancelled_one_is_neither(self):
        cancel = CancelFlag()
        timer = threading.Timer(0.2, cancel.set)
        timer.start()
        with pytest.raises(Cancelled):
            ask("tree", "win", ENDLESS, seconds=1000, cancel=cancel)
        timer.join()
