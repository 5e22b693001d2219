"""The pages of Tree Solitaire."""

import re

import pytest
from django.test import Client

from engine.lab.games.tree.reference import Tree
from engine.lab.games.tree.trees import SplitRatio, Trees
from tests.site.markup import markup, words

from .lab_games import seats, settled

pytestmark = pytest.mark.django_db(transaction=True)
TRY = "/lab/tree/"


class TestGame:
    def test_looking_shows_the_tree_of_the_seed_and_nothing_more(self, client: Client) -> None:
        tree = Tree(Trees("tsi", 0.5, SplitRatio(0.75)), 5)
        high, low = tree.branches(tree.top)
        before = markup(client.get(f"{TRY}?seed=5"))
        assert before.count("Not looked at.") == 2
        assert "0.75" in before
        seen = markup(client.get(f"{TRY}?seed=5&seen=h.l&looks=2"))
        ends = [point for point in (high, low) if tree.is_end(point)]
        assert seen.count("<b>End point: ") == len(ends)
        assert seen.count("It splits again.") == 2 - len(ends)
        assert seats(seen)["Looks"] == "2"

    def test_after_a_move_all_is_forgotten(self, client: Client) -> None:
        seed = next(n for n in range(50) if not (tree := _tree(n)).is_end(tree.point_at("h")))
        page = markup(client.get(f"{TRY}?seed={seed}&seen=h&looks=1"))
        there = re.search(r'href="([^"]*)" aria-label="Go to the high branch', page)
        assert there
        after = markup(client.get(TRY + there[1].replace("&amp;", "&").split("#")[0]))
        assert after.count("Not looked at.") == 2
        assert "You are at a point of value 0.75" in after

    def test_the_end_tells_what_each_strategy_does_on_this_tree(self, client: Client) -> None:
        seed = next(n for n in range(50) if (tree := _tree(n)).is_end(high := tree.point_at("h")) and tree.is_win(high))
        page = words(settled(client, f"{TRY}?seed={seed}&way=h"))
        assert "You win!" in page
        assert "73.3%" in page  # the best strategy's chance before the first move
        assert " STRAT ✓ won 0 h " in page


def _tree(seed: int) -> Tree:
    return Tree(Trees("tsi", 0.5, SplitRatio(0.75)), seed)
