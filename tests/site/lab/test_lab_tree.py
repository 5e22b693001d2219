"""Tree Solitaire's page and its game: what a reader relies on."""

import re
from typing import Any

import pytest
from django.test import Client

from engine.lab import ask
from engine.lab.exhibits import Lines
from engine.lab.games.tree.plain import Tree
from engine.lab.games.tree.trees import SplitRatio, Trees
from pressorpass_site.lab.models import LabAnswer
from pressorpass_site.lab.pictures import draw_lines
from pressorpass_site.lab.tasks import jobs
from pressorpass_site.work.models import Status
from tests.load.weight import weight
from tests.site.markup import markup
from tests.site.test_budget import MOST_BYTES

from .lab_games import seats

pytestmark = pytest.mark.django_db(transaction=True)
TRY = "/lab/tree/"
MEMO = "E=.5&A=.75"


@pytest.fixture(autouse=True)
def nobody_waits(db: None, settings: Any) -> None:
    settings.ANSWER_WAIT_MILLISECONDS = 0


def solved(client: Client, address: str) -> str:
    """The page once all that it asks for has been answered."""
    page = client.get(address)
    while rows := LabAnswer.objects.filter(status=Status.QUEUED):
        for _ in rows:
            jobs.execute()
        page = client.get(address)
    return markup(page)


def rows_of(page: str, label: str) -> list[list[str]]:
    """The rows of the table in the element of that label or id."""
    part = page[page.index(label) :]
    body = part[part.index("<tbody>") : part.index("</tbody>")]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S) for row in body.split("<tr")[1:]]
    return [[re.sub(r"<[^>]*>", "", cell).strip() for cell in row] for row in cells]


def test_all_strategies_stand_side_by_side_in_both_forms(client: Client) -> None:
    rows = rows_of(solved(client, f"/lab/tree/win/?strategy=lstrat&{MEMO}"), 'aria-label="All strategies, table"')
    told = {row[0]: row[1:] for row in rows}
    assert told["LSTRAT"] == ["0.687678792", "0.800000000"]
    assert told["∞LSTRAT"] == ["0.733243667", "0.920000000"]
    assert told["Unlimited"][1] == "1.000000000"
    assert len(told) == 12
    assert next(iter(told)) == "Unlimited"


def test_an_exact_chance_has_a_simulation_beside_it(client: Client) -> None:
    page = solved(client, f"/lab/tree/win/?strategy=lstrat&{MEMO}")
    texts = {"strategy": "lstrat", "E": ".5", "A": ".75", "method": "simulate", "games": "20000"}
    told = ask("tree", "win", texts).answer
    assert isinstance(told.answer, float)
    assert f"It wins {100 * told.answer:.1f}\u00a0±" in page
    page = solved(client, f"/lab/tree/gain/?strategy=lstrat&over=hstrat&{MEMO}")
    assert "The same in simulated games" in page


def test_curves_have_a_table_with_the_same_chances(client: Client) -> None:
    page = solved(client, "/lab/tree/curve/?against=E&A=.75&steps=4")
    head = re.findall(r'<th scope="col">(.*?)</th>', page[page.index("As a table") :])[1:10]
    half = next(row for row in rows_of(page, "As a table") if row[0] == "0.5")
    assert half[1 + head.index("HSTRAT")] == "66.1%"
    assert page.count("lines__line lines__line--") >= 2 * len(head)


def test_a_strategy_with_any_number_of_looks_has_its_page(client: Client) -> None:
    page = solved(client, f"/lab/tree/win/?strategy=xhstrat&strategy-x=3&{MEMO}")
    told = {row[0]: row[1:] for row in rows_of(page, 'aria-label="All strategies, table"')}
    assert told["3HSTRAT"][0] == "0.680468052"
    assert 'id="lab-headline"' in solved(client, f"/lab/tree/length/?strategy=2ply&method=simulate&games=2000&{MEMO}")
    refused = markup(client.get(f"/lab/tree/win/?strategy=best&{MEMO}"))
    assert 'id="id_strategy_error"' in refused


def test_a_question_for_a_few_strategies_offers_only_those(client: Client) -> None:
    page = markup(client.get("/lab/tree/cutoff/"))
    select = page[page.index('name="strategy"') :]
    assert re.findall(r'<option value="(.*?)"', select[: select.index("</select>")]) == ["hprime", "bprime"]


def test_searches_are_a_table(client: Client) -> None:
    rows = rows_of(solved(client, f"/lab/tree/search/?{MEMO}&form=tsd"), 'aria-label="Orders, table"')
    assert rows[0] == ["The highest value first", "3.860921"]


def test_the_page_of_a_fork_tells_what_both_ways_are_worth(client: Client) -> None:
    fork = {
        "strategy": "bprime",
        "E": ".5",
        "A": ".75",
        "high": ".5",
        "low": ".45",
        "high-ratio": ".5",
        "low-ratio": "1",
    }
    page = solved(client, "/lab/tree/decide/?" + "&".join(f"{name}={text}" for name, text in fork.items()))
    details = ask("tree", "decide", fork).answer.details
    assert f"<b>{details['high']:.9f}</b>" in page
    assert f"<b>{details['low']:.9f}</b>" in page


def test_exact_chances_beside_games_with_drawn_branches_say_which_trees_they_are_of(client: Client) -> None:
    trees = "strategy=hstrat&form=drift&E=.5&top=.5&step=1/6&method=simulate"
    options = {"strategy": "hstrat", "form": "drift", "E": ".5", "top": ".5", "step": "1/6"}
    exact = ask("tree", "win", options).answer.answer
    plain, drawn = (solved(client, f"/lab/tree/win/?{trees}&ratio={ratio}") for ratio in ("constant", "uniform"))
    assert re.search(r'id="lab-headline">\s*91\.\d', plain)
    assert re.search(r'id="lab-headline">\s*86\.\d', drawn)
    for page in (plain, drawn):
        assert "branches C + D and C − D <" in page.replace("</p>", " <")
        assert dict(row[:2] for row in rows_of(page, 'aria-label="All strategies, table"'))["HSTRAT"] == f"{exact:.9f}"
    assert ("drawn on ±3D, as selected above" in plain, "drawn on ±3D, as selected above" in drawn) == (False, True)


def test_moves_and_gains_are_told(client: Client) -> None:
    page = solved(client, f"/lab/tree/moves/?strategy=lstrat&{MEMO}&moves=3")
    assert [row[1] for row in rows_of(page, 'aria-label="Moves, table"')] == [
        "0.453125000",
        "0.152526855",
        "0.052815378",
    ]
    page = solved(client, f"/lab/tree/gain/?strategy=hstrat&over=lstrat&{MEMO}")
    assert "\u22122.7 points" in page
    # Simulated moves have no more digits than their errors leave, the sum neither.
    page = solved(client, f"/lab/tree/moves/?strategy=lstrat&{MEMO}&moves=8&method=simulate&games=1000")
    rows = rows_of(page, 'aria-label="Moves, table"')
    assert (len(rows[0][1]), len(rows[-1][-2]), rows[-1][-1]) == (len("0.45"), len("0.68"), "")
    assert re.search(r'id="lab-headline">\d\d(\.\d)?\s±\s\d', page)


@pytest.mark.parametrize(
    "address",
    ["/lab/tree/", f"/lab/tree/ranking/?{MEMO}&form=tsd", f"{TRY}?seed=3&advice=1"],
)
def test_pages_keep_to_their_budget(client: Client, address: str) -> None:
    solved(client, address)
    assert weight(client, address).total <= MOST_BYTES


@pytest.mark.parametrize("asked", ["win/?strategy=lstrat&", "gain/?strategy=lstrat&over=strat&", "ranking/?"])
def test_wrong_options_stand_next_to_their_fields(client: Client, asked: str) -> None:
    page = client.get(f"/lab/tree/{asked}E=2&A=.75")
    assert page.status_code == 422
    assert 'id="id_E_error"' in markup(page)
    assert 'aria-describedby="id_E_hint id_E_error" aria-invalid="true"' in markup(page)


class TestGame:
    def test_looking_shows_the_tree_of_the_seed_and_nothing_more(self, client: Client) -> None:
        tree = Tree(Trees("tsi", 0.5, SplitRatio(0.75)), 5)
        high, low = tree.branches(tree.top)
        before = markup(client.get(f"{TRY}?seed=5"))
        assert before.count("Not looked at.") == 2
        assert "0.75" in before
        seen = markup(client.get(f"{TRY}?seed=5&seen=h.l&looks=2"))
        ends = [point for point in (high, low) if tree.ends(point)]
        assert seen.count("<b>End point: ") == len(ends)
        assert seen.count("It splits again.") == 2 - len(ends)
        assert seats(seen)["Looks"] == "2"

    def test_after_a_move_all_is_forgotten(self, client: Client) -> None:
        seed = next(n for n in range(50) if not (tree := _tree(n)).ends(tree.at("h")))
        page = markup(client.get(f"{TRY}?seed={seed}&seen=h&looks=1"))
        there = re.search(r'href="([^"]*)" aria-label="Go to the high branch', page)
        assert there
        after = markup(client.get(TRY + there[1].replace("&amp;", "&").split("#")[0]))
        assert after.count("Not looked at.") == 2
        assert "You are at a point of value 0.75" in after

    def test_the_end_tells_what_each_strategy_does_on_this_tree(self, client: Client) -> None:
        seed = next(n for n in range(50) if (tree := _tree(n)).ends(high := tree.at("h")) and tree.wins(high))
        page = solved(client, f"{TRY}?seed={seed}&way=h")
        assert "You win!" in page
        assert "73.3%" in page  # the best strategy's chance before the first move
        told = {row[0]: row for row in rows_of(page, 'aria-label="Strategies, table"')}
        assert told["STRAT"][1:] == ["✓ won", "0", "h"]
        assert len(told) == 12

    def test_advice_is_the_engine_s(self, client: Client) -> None:
        page = solved(client, f"{TRY}?seed=5&advice=1")
        worth = {}
        for value in (0.75, 0.25):
            ranked = ask("tree", "ranking", {"E": ".5", "A": ".75", "value": str(value)}).answer.answer
            assert isinstance(ranked, list)
            worth[value] = 0.5 * value + 0.5 * ranked[0][1]
        assert "Best: high." in page
        for value in worth.values():
            assert f"<td>{100 * value:.1f}%</td>" in page

    def test_in_the_dependent_form_a_lost_end_point_makes_the_rest_likelier(self, client: Client) -> None:
        trees = Trees("tsd", 0.5, SplitRatio(0.75))
        seed = next(n for n in range(90) if (t := Tree(trees, n)).ends(t.at("h")) and not t.wins(t.at("h")))
        page = solved(client, f"{TRY}?seed={seed}&form=tsd&seen=h&looks=1&advice=1")
        assert f"<td>{100 * (0.5 + 0.5 * 0.92):.1f}%</td>" in page  # the low branch has it for sure

    def test_trees_are_chosen_by_the_names_of_the_questions(self, client: Client) -> None:
        page = markup(client.get(f"{TRY}?seed=1&E=0.75&A=0.5&form=tsd"))
        for said in ("most points end", "even", "exactly one"):
            assert re.search(f"selected>{said}<", page)
        assert "selected>each drawn anew<" in markup(client.get(f"{TRY}?seed=1&ratio=uniform"))

    def test_what_is_good_of_an_address_is_kept(self, client: Client) -> None:
        seed = next(n for n in range(90) if not (t := _tree(n)).ends(t.at("h")) and not t.ends(t.at("hl")))
        page = markup(client.get(f"{TRY}?seed={seed}&way=hlx&past=h,-,-&looks=1"))
        assert seats(page) == {"Moves": "2", "Looks": "1"}
        assert "Choice 3 of “way”" in page
        page = markup(client.get(f"{TRY}?seed={seed}&seen=h.x&looks=2"))
        assert page.count("It splits again.") == 1


def _tree(seed: int) -> Tree:
    return Tree(Trees("tsi", 0.5, SplitRatio(0.75)), seed)


def test_a_picture_holds_all_its_lines() -> None:
    lines = [("one", [(0.0, 0.3), (0.5, 0.4), (1.0, 0.7)]), ("two", [(0.0, 0.31), (0.5, 0.31), (1.0, 0.31)])]
    picture = draw_lines(Lines("t", "l", "a", "u", lines, "chance"))
    assert [line.number for line in picture.lines] == [1, 2]
    for line in picture.lines:
        places = [tuple(map(float, point.split())) for point in line.path[1:].split("L")]
        assert all(0 <= x <= 100 and 0 <= y <= 50 for x, y in places)
    assert picture.ticks_down[0][1] == "30%"
