"""Tree Solitaire's page and its game: what a reader relies on."""

import re

import pytest
from django.test import Client

from engine.lab.games.tree.reference import Tree
from engine.lab.games.tree.trees import SplitRatio, Trees
from tests.site.markup import markup, words

from .lab_games import seats, settled

pytestmark = pytest.mark.django_db(transaction=True)
TRY = "/lab/tree/"
MEMO = "E=.5&A=.75"


def test_a_question_for_a_few_strategies_offers_only_those(client: Client) -> None:
    page = markup(client.get("/lab/tree/cutoff/"))
    select = page[page.index('name="strategy"') :]
    assert re.findall(r'<option value="(.*?)"', select[: select.index("</select>")]) == ["hprime", "bprime"]


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

    def test_in_the_dependent_form_a_lost_end_point_makes_the_rest_likelier(self, client: Client) -> None:
        trees = Trees("tsd", 0.5, SplitRatio(0.75))
        seed = next(
            n for n in range(90) if (t := Tree(trees, n)).is_end(t.point_at("h")) and not t.is_win(t.point_at("h"))
        )
        page = settled(client, f"{TRY}?seed={seed}&form=tsd&seen=h&looks=1&advice=1")
        assert f"<td>{100 * (0.5 + 0.5 * 0.92):.1f}%</td>" in page  # the low branch has it for sure

    def test_trees_are_chosen_by_the_names_of_the_questions(self, client: Client) -> None:
        page = markup(client.get(f"{TRY}?seed=1&E=0.75&A=0.5&form=tsd"))
        for said in ("most points end", "even", "exactly one"):
            assert re.search(f"selected>{said}<", page)
        assert "selected>each drawn anew<" in markup(client.get(f"{TRY}?seed=1&ratio=uniform"))

    def test_what_is_good_of_an_address_is_kept(self, client: Client) -> None:
        seed = next(
            n for n in range(90) if not (t := _tree(n)).is_end(t.point_at("h")) and not t.is_end(t.point_at("hl"))
        )
        page = markup(client.get(f"{TRY}?seed={seed}&way=hlx&past=h,-,-&looks=1"))
        assert seats(page) == {"Moves": "2", "Looks": "1"}
        assert "Choice 3 of “way”" in page
        page = markup(client.get(f"{TRY}?seed={seed}&seen=h.x&looks=2"))
        assert page.count("It splits again.") == 1


def _tree(seed: int) -> Tree:
    return Tree(Trees("tsi", 0.5, SplitRatio(0.75)), seed)
