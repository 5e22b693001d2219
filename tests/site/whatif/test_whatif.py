"""What-ifs: tables, maps from them, and what they say in words."""

import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from itertools import pairwise
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from engine import MAX_SCORE, Board, Limits, Position, build_grid_tables, nearest_table, solve
from engine.tables import Store
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.known import get_table_result
from pressorpass_site.answers.models import WHAT_IF, Analysis, Table
from pressorpass_site.answers.tables import whatif_tables
from pressorpass_site.answers.tables.tasks import what_if_jobs
from pressorpass_site.answers.whatif import from_tables, runs
from pressorpass_site.answers.whatif.cells import Cell, build_cell_from_chances
from pressorpass_site.answers.whatif.variations import (
    VariedScore,
    build_map_address,
    choose_default_pair,
    choose_values,
    list_varied_scores,
)
from pressorpass_site.boards import services as boards
from pressorpass_site.celery import app
from pressorpass_site.questions.address import build_address
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import Status
from tests.engine.tiny import tiny
from tests.site.conftest import Ask
from tests.site.markup import markup
from tests.site.work.by_hand import run_all, run_next
from tests.tier import few

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

POSITION = "8000e2,3000,0@1"
SEED = "rules=seed"
FETCH = {"Part-Request": "true"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty store and an empty queue for each test."""
    app.control.purge()
    monkeypatch.setenv("PRESSORPASS_TABLES", str(tmp_path / "tables"))
    yield tmp_path / "tables"
    app.control.purge()


def kept(question: Question) -> None:
    """Build the table of a question as a worker would."""
    board = question.revision.engine_board
    for _ in build_grid_tables(Store(), question.position, board, question.rules, Limits(20, 2**30)):
        pass


def is_answered(question: Question) -> None:
    """Store the exact answer to a question as a worker would."""
    analysis = analyses.get_or_start_analysis(question)
    result = solve(question.position, question.revision.engine_board, question.rules, Limits(20))
    assert result.method == "exact"
    Analysis.objects.filter(pk=analysis.pk).update(result=result.to_json(), status=Status.DONE)


def squares(page: str) -> list[tuple[str, str, str]]:
    """The cells of a map: classes, address and title."""
    matches = re.findall(r'<td class="cell ([^"]*)"><a href="([^"]*)" title="([^"]*)"', page)
    return [(style, unescape(href), unescape(title)) for style, href, title in matches]


class TestScores:
    @pytest.mark.parametrize("own", [0, 250, 8000, 8125, 37_000, 120_003])
    def test_a_side_steps_evenly_through_a_table(self, own: int) -> None:
        position = Position.parse(f"{own}e2,3000,0@1")
        table = range(0, 2 * max(own, 12_000) + 1, 250)
        values = choose_values(VariedScore(0), position, 9, table)
        assert own in values
        assert len(values) <= 9
        assert len({after - before for before, after in pairwise(values)}) == 1  # even steps
        assert own not in table or all(score in table for score in values)


class TestTables:
    def test_is_wanted_once_and_built_by_a_worker_in_finer_and_finer_steps(self, question: Ask) -> None:
        this_question = question(POSITION)
        first = whatif_tables.get_or_start(this_question)
        assert first.near is None
        assert first.under_way
        assert first.table is not None
        assert first.table.kind == WHAT_IF
        assert whatif_tables.get_or_start(this_question).table == first.table
        run_all(what_if_jobs)
        first.table.refresh_from_db()
        assert first.table.status == Status.DONE, first.table.message
        there = whatif_tables.get_or_start(this_question)
        assert there.near is not None
        assert not there.under_way

    def test_one_that_was_cut_short_is_made_finer_when_it_is_asked_for_later(self, question: Ask) -> None:
        this_question = question(POSITION, preset="show")
        table = whatif_tables.get_or_start(this_question).table
        assert table is not None
        Table.objects.update(status=Status.TOO_LARGE, limits=whatif_tables.get_table_limits(), was_interrupted=True)
        Table.objects.update(finished_at=timezone.now())
        assert not whatif_tables.get_or_start(this_question).under_way
        Table.objects.update(finished_at=timezone.now() - timedelta(hours=1))
        assert whatif_tables.get_or_start(this_question).under_way


class TestMapOfScores:
    def test_agrees_with_the_engine_cell_by_cell(self, question: Ask) -> None:
        this_question = question(POSITION)
        kept(this_question)
        near = nearest_table(this_question.position, this_question.revision.engine_board, this_question.rules)
        assert near is not None
        row, column = choose_default_pair(this_question.position)
        heat_map = from_tables.read_map(near, this_question.position, this_question.rules, row, column, (9, 9))
        assert heat_map is not None
        verdicts = set()
        for i, j in ((0, 1), (1, 7), (7, 3), (3, 3), (5, 5)):
            moved = row.with_value(this_question.position, heat_map.rows[i])
            there = moved and column.with_value(moved, heat_map.columns[j])
            assert there is not None
            exact = solve(there, this_question.revision.engine_board, this_question.rules, Limits(20, fresh=True))
            cell = heat_map.cells[i][j]
            assert not cell.is_decided or cell.side == exact.best
            verdicts.add(cell.best)
        assert verdicts == {"press", "pass"}

    def test_the_page_draws_it_with_frontier_links_and_this_position(self, question: Ask, client: Client) -> None:
        kept(question(POSITION))
        page = markup(client.get(f"/whatif/map/?position={POSITION}&{SEED}"))
        map_squares = squares(page)
        own = [square for square in map_squares if "cell--own" in square[0]]
        assert [href for _, href, _ in own] == [f"/p/{POSITION}?{SEED}"]
        assert "Left wins" in own[0][2]
        assert {"press", "pass"} <= {
            word for style, _, _ in map_squares for word in ("press", "pass") if f"cell--{word}" in style
        }
        assert any("cell--right" in style for style, _, _ in map_squares)
        assert any("cell--foot" in style for style, _, _ in map_squares)
        _, href, title = next(square for square in map_squares if "cell--pass" in square[0])
        assert client.get(href).status_code == 200
        assert re.search(r"Center’s score \$[0-9,]+, Left’s score \$[0-9,]+: (Pass|Toss-up|Can’t tell)", title)

    def test_a_score_between_those_of_the_table_stands_among_them(self, question: Ask) -> None:
        this_question = question("8130e2,3070,0@1", "show")
        board = this_question.revision.engine_board
        next(
            iter(build_grid_tables(Store(), this_question.position, board, this_question.rules, Limits(20, 2**30)))
        )  # the coarsest
        near = nearest_table(this_question.position, board, this_question.rules)
        assert near is not None
        heat_map = from_tables.read_map(
            near, this_question.position, this_question.rules, *choose_default_pair(this_question.position), (9, 9)
        )
        assert heat_map is not None
        assert len(heat_map.rows) > 4
        assert len(heat_map.columns) > 4
        assert (3070 in heat_map.rows, 8130 in heat_map.columns) == (True, True)

    @pytest.mark.parametrize(
        "text", few(1, ["999999e1,999999,999999@1", "600000e1,500000,0@1", "0,999999e1,0@2", "999999e1,0w4,999999@1"])
    )
    def test_scores_as_high_as_they_go_have_a_map_without_others(
        self, question: Ask, client: Client, text: str
    ) -> None:
        """Two that sum to more than one contestant can have are a table's like any others."""
        this_question = question(text)
        whatif_tables.get_or_start(this_question)
        run_next(what_if_jobs)
        assert not Table.objects.filter(message__contains="must be from").exists()
        page = markup(client.get(f"/whatif/map/?position={text}&{SEED}"))
        assert "must be from" not in page
        for score in list_varied_scores(this_question.position):
            shown = choose_values(score, this_question.position, 21, range(0, MAX_SCORE, 2000))
            assert score.get_value(this_question.position) in shown
            assert max(shown) <= MAX_SCORE

    def test_is_on_its_way_until_there_is_a_table(self, client: Client) -> None:
        page = markup(client.get(f"/whatif/map/?position={POSITION}&{SEED}"))
        assert "Other scores: Solving…" in page
        assert '<meta http-equiv="refresh"' in page
        assert not squares(page)
        assert client.post(f"/whatif/act/?position={POSITION}&{SEED}", {"do": "stop"}).status_code == 302
        page = markup(client.get(f"/whatif/map/?position={POSITION}&{SEED}"))
        assert "Stopped." in page
        client.post(f"/whatif/act/?position={POSITION}&{SEED}", {"do": "go"})
        assert Table.objects.get().status == Status.QUEUED

    @pytest.mark.parametrize(
        ("query", "said"),
        [
            ("row=9z&column=1s", "runs over two scores"),
            ("row=1e&column=2s", "runs over two scores"),
            ("row=1s&column=1s", "two different scores"),
            ("row=1s&column=3s", "Right is out"),
        ],
    )
    def test_what_makes_no_map_is_told_beside_the_field(self, client: Client, query: str, said: str) -> None:
        response = client.get(f"/whatif/map/?position=8000e2,3000,0w4@1&{SEED}&{query}")
        assert response.status_code == 422
        assert re.search(rf'<ul class="errorlist" id="id_(row|column)_error"><li>[^<]*{said}', markup(response))

    def test_an_address_without_a_position_keeps_what_was_typed(self, client: Client) -> None:
        response = client.get("/whatif/map/?position=8000e2,x")
        assert response.status_code == 404
        assert 'value="8000e2,x"' in markup(response)


class TestNoMap:
    """Where there are no tables, no page offers a map, and its addresses say so."""

    @pytest.mark.parametrize(
        ("position", "query", "said"),
        [
            ("8000e2,0w4,0w4@1", SEED, "so no score changes who wins"),
            (POSITION, f"{SEED}&goal=money", "the goal is in dollars"),
            (POSITION, f"{SEED}&opponents=cautious", "by their lead"),
            (POSITION, f"{SEED}&house=play", "against the house"),
            (POSITION, f"{SEED}&cap_passes=yes", "under these rules"),
            (POSITION, f"now=abc-2019-r1&spins=1&{SEED}", "the next spins are on another board"),
            (POSITION, "board=doubles", "on this board"),
        ],
    )
    def test_by_the_rules_or_the_board(self, client: Client, position: str, query: str, said: str) -> None:
        content = Board.from_json(tiny("500", "5000/x2", "W").to_json() | {"id": "doubles", "name": "Doubles"})
        boards.publish(content, author="somebody", must_be_new=True, label="Doubles")
        client.get(f"/p/{position}?{query}", follow=True)
        this_question = Analysis.objects.latest("pk").question
        run_next(analyses.jobs)
        page = markup(client.get(build_address(this_question)))
        assert 'id="verdict"' in page
        assert "whatif" not in page.replace("js/whatif", "")
        assert get_table_result(this_question) is None
        query = build_map_address(this_question).partition("?")[2]
        for path in ("map", "card", "break-even"):
            response = client.get(f"/whatif/{path}/?{query}", headers=FETCH)
            assert response.status_code == 404
            assert said in markup(response)
        assert client.post(f"/whatif/act/?{query}", {"do": "go"}).status_code == 404
        assert not Table.objects.exists()

    def test_as_its_table_is_too_large(self, question: Ask, client: Client) -> None:
        is_answered(this_question := question(POSITION))
        address = f"/p/{POSITION}?{SEED}"
        table = whatif_tables.get_or_start(this_question).table
        assert table
        assert 'id="whatif"' in markup(client.get(address))
        assert 'id="break-even"' in markup(client.get(address))
        Table.objects.update(status=Status.TOO_LARGE, message="Too large.", limits=whatif_tables.get_table_limits())
        page = markup(client.get(address))
        assert 'id="whatif"' not in page
        assert 'id="break-even"' not in page
        card = markup(client.get(f"/whatif/card/?position={POSITION}&{SEED}", headers=FETCH))
        assert re.search(r'id="whatif-body"[^>]* hidden', card), "of a page that was there before"
        assert "data-part-when" not in card
        assert "Too large." in markup(client.get(f"/whatif/map/?position={POSITION}&{SEED}"))


class TestBreakEven:
    """Under the verdict: known to the step, or honest about what it is not."""

    def test_is_known_to_the_step_once_the_table_is_built(self, question: Ask, client: Client) -> None:
        this_question = question("8000e1,3000,0@1")
        is_answered(this_question)
        look = f"/whatif/break-even/?position=8000e1,3000,0@1&{SEED}"
        assert 'data-part-when="intersect once">' in markup(client.get(f"/p/8000e1,3000,0@1?{SEED}"))
        place = markup(client.get(look, headers=FETCH))
        assert 'data-part-when="every 1500ms">Finding where the call changes…' in place
        run_all(what_if_jobs)
        said = markup(client.get(look, headers=FETCH)).strip()
        known = re.search(r">Pass once Left has about \$([0-9,]+) \(a \$[0-9,]+ lead\)\.<", said)
        assert known, said
        assert "data-part-get" not in said
        first = int(known[1].replace(",", ""))
        board = this_question.revision.engine_board
        for score, best in ((first - 250, "press"), (first, "pass")):
            there = VariedScore(0).with_value(this_question.position, score)
            assert solve(there, board, this_question.rules, Limits(20, fresh=True)).best == best
        assert said in markup(client.get(f"/p/8000e1,3000,0@1?{SEED}"))
        large = markup(client.get(f"/whatif/map/?position=8000e1,3000,0@1&{SEED}"))
        assert f"from ${first:,} on." in large

    def test_of_an_estimate_is_said_but_no_table_is_built_for_it(self, question: Ask, client: Client) -> None:
        this_question = question("8000e1,3000,0@1")
        is_answered(this_question)
        Analysis.objects.update(result=Analysis.objects.get().result | {"method": "estimated"})
        look = f"/whatif/break-even/?position=8000e1,3000,0@1&{SEED}"
        assert 'id="break-even"' not in markup(client.get(f"/p/8000e1,3000,0@1?{SEED}"))
        assert "data-part-get" not in markup(client.get(look, headers=FETCH))
        assert not Table.objects.exists()

    @pytest.mark.parametrize("tables", [1, 2, 3])
    def test_a_coarse_table_claims_no_more_than_it_carries(self, question: Ask, tables: int) -> None:
        this_question = question("8000e1,3000,0@1", "show")
        board = this_question.revision.engine_board
        every = build_grid_tables(Store(), this_question.position, board, this_question.rules, Limits(20, 2**30))
        for _ in range(tables):
            next(every)
        near = nearest_table(this_question.position, board, this_question.rules)
        assert near is not None
        score = VariedScore(0)
        cells = from_tables.read_line(near, this_question.position, this_question.rules, score)

        def solve_best(value: int) -> str:
            return solve(this_question.position.with_scores(value, 3000, 0), board, this_question.rules).best

        assert tables > 1 or any(not cell.is_decided for cell in cells.values())
        for value, cell in list(cells.items())[::6]:
            assert not cell.is_decided or cell.side == solve_best(value)
        said = runs.describe_break_even(score, cells, this_question.position)
        bounds = [int(text.replace(",", "")) for text in re.findall(r"\$([0-9,]+)", said)]
        if " between " in said:
            assert solve_best(bounds[0]) != solve_best(bounds[1])
        elif said:
            off = 1000 if tables < 3 else 250  # scores that are more than a step apart say “about”
            first = bounds[0]  # “Pass once Left has about …”
            assert (solve_best(first - off), solve_best(first + off - 250)) == ("press", "pass")
        assert said or tables < 3


def line(**cells: str) -> dict[int, Cell]:
    """Cells by value: p for press, q for pass, o where that can't be told, c where it is nearer than the error."""
    calls = {"p": "press", "q": "pass", "o": "open", "c": "toss-up"}
    return {
        int(value[1:]): Cell("press", margin=0.1, call=calls[word], too_close=word in "oc")
        for value, word in cells.items()
    }


class TestWords:
    SCORE = VariedScore(0)

    @pytest.mark.parametrize(
        ("cells", "said"),
        [
            ({"_0": "p", "_250": "p", "_500": "q", "_750": "q"}, "Press up to $250, pass from $500 on."),
            (
                {"_0": "p", "_250": "c", "_500": "c", "_750": "q"},
                "Press with $0, toss-up from $250 to $500, pass from $750 on.",
            ),
            ({"_0": "p", "_250": "o", "_500": "c", "_750": "o"}, "Press with $0, can’t tell from $250 on."),
            ({"_0": "p", "_250": "p"}, "No score of Left’s changes the verdict: press from $0 to $250."),
            ({"_0": "c", "_250": "c"}, "Toss-up, whatever Left’s score is."),
            ({}, ""),
            ({"_0": "o", "_250": "c"}, "Can’t tell, whatever Left’s score is."),
        ],
    )
    def test_where_the_verdict_changes(self, cells: dict[str, str], said: str) -> None:
        assert runs.describe_line(self.SCORE, line(**cells)) == said

    def test_as_a_lead(self) -> None:
        position = Position.parse("8000e3,3000,0@1")
        mine = runs.describe_line_by_lead(VariedScore(0), line(_13500="p", _13750="o", _14000="q"), position)
        assert mine == "Pass from a lead of about $10,750 on."
        known = runs.describe_line_by_lead(VariedScore(0), line(_13500="p", _13750="q", _14000="q"), position)
        assert known == "Press up to a lead of $10,500, pass from $10,750 on."
        rival = runs.describe_line_by_lead(VariedScore(1), line(_4000="q", _4500="p"), position)
        assert rival == "Pass from a lead of about $3,750 on."
        assert runs.describe_line_by_lead(VariedScore(1), line(_13500="p", _14000="q"), position) == ""

    @pytest.mark.parametrize(
        ("own", "cells", "said"),
        [
            (8000, {"_13750": "p", "_14000": "q"}, "Pass once Left has about $14,000 (an $11,000 lead)."),
            (8000, {"_13500": "p", "_13750": "o", "_14000": "q"}, "Pass once Left has about $13,750."),
            (8000, {"_12000": "p", "_15500": "q"}, "The call changes somewhere between $12,000 and $15,500."),
            (2000, {"_1000": "p", "_1250": "q"}, "Pass once Left has about $1,250."),
            (
                8000,
                {"_0": "p", "_250": "q", "_500": "p", "_8000": "p", "_14000": "p", "_14250": "q"},
                "Pass once Left has about $14,250 (an $11,250 lead).",
            ),
            (300, {"_0": "q", "_250": "p", "_500": "p", "_750": "q"}, "Press while Left has $250 to $500."),
            # Not known, or so vaguely that it says nothing: no line.
            (8000, {"_9000": "p", "_10000": "o", "_24000": "q"}, ""),
            (8000, {"_0": "p", "_8000": "p", "_16000": "p"}, ""),
        ],
    )
    def test_the_break_even_in_one_line(self, own: int, cells: dict[str, str], said: str) -> None:
        position = Position.parse(f"{own}e3,3000,0@1")
        assert runs.describe_break_even(self.SCORE, line(**cells), position) == said

    def test_it_is_about_where_the_margins_cross(self) -> None:
        cells = {
            12_000: Cell("press", margin=0.02, call="press"),
            13_500: Cell("press", margin=0.004, call="toss-up", too_close=True),
            14_000: Cell("pass", margin=-0.002, call="toss-up", too_close=False),
        }
        said = runs.describe_break_even(self.SCORE, cells, Position.parse("8000e3,3000,0@1"))
        assert said == "Pass once Left has about $13,750."

    def test_a_cell_of_a_table_says_how_it_is_known(self) -> None:
        cell = build_cell_from_chances(0, "press", 0.7671, 0.5352, error=0.002, is_too_close=False, is_exact=False)
        assert cell.sentence == "Press. Left wins about 76.7% by pressing, 53.5% by passing."
        forced = build_cell_from_chances(1, "press", 0.4, None, error=0.002, is_too_close=False, is_exact=True)
        assert forced.sentence == "Forced to press. Center wins 40.0%."
