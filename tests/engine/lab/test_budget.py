"""Budgets of seconds and nodes: what is spent when one ends."""

import threading

import pytest

from engine.errors import Cancelled, Exhausted
from engine.lab import Budget, ask
from engine.lab.games.pig import duel
from engine.lab.games.pig.rules import Pig, PigPolicy
from engine.lab.games.tree.play import simulate
from engine.lab.games.tree.trees import SplitRatio, Trees
from engine.lab.games.yahtzee import policies as yahtzee
from engine.lab.games.yahtzee.cards import build_graphs, compute_outcome_chances
from engine.lab.games.yahtzee.rules import CHANCE, Card
from engine.solvers.cancel_flag import CancelFlag

ENDLESS = {"strategy": "bstrat", "E": "0.5", "A": "0.75", "method": "simulate", "games": "100000000"}


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
            duel.solve_duel(pig, *(PigPolicy(name, 20 if name == "hold" else 0) for name in policies), 0, 0, budget)

    def test_the_turns_of_yahtzee_with_each_card(self):
        rules, flag = "official", CancelFlag()
        policy, budget = yahtzee.YahtzeePolicy("greedy"), Budget(flag=flag)
        (nodes,) = build_graphs(rules, (Card((CHANCE,)),), budget)
        flag.set()
        with pytest.raises(Cancelled):
            compute_outcome_chances(policy, rules, nodes, budget)


class TestQuestions:
    def test_its_seconds_end_a_question_and_are_called_that(self):
        with pytest.raises(Exhausted, match=r"budget of 0\.3 seconds was spent; reached: "):
            ask("tree", "win", ENDLESS, seconds=0.3)

    def test_a_canceled_one_is_not_exhausted(self):
        cancel = CancelFlag()
        timer = threading.Timer(0.2, cancel.set)
        timer.start()
        with pytest.raises(Cancelled):
            ask("tree", "win", ENDLESS, seconds=1000, cancel=cancel)
        timer.join()
