"""What-ifs: maps from tables, maps in parts, and what they say in words."""

import re
import subprocess
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from itertools import pairwise
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from engine import MAX_SCORE, Limits, Position, Rules, build_grid_tables, exact_line, nearest_table, solve
from engine.tables import Store
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.known import from_table
from pressorpass_site.answers.analyses.models import Analysis
from pressorpass_site.answers.tables import whatif_tables
from pressorpass_site.answers.tables.models import WHAT_IF, Table
from pressorpass_site.answers.tables.tasks import what_if_jobs
from pressorpass_site.answers.whatif import from_tables, groups, runs, variations
from pressorpass_site.answers.whatif.cells import Cell, of_chances
from pressorpass_site.answers.whatif.models import MapPart, WhatIfMap
from pressorpass_site.answers.whatif.numbers import Number, default_pair, ladder, numbers, scores, values
from pressorpass_site.answers.whatif.tasks import jobs
from pressorpass_site.celery import app
from pressorpass_site.questions.question import Question
from pressorpass_site.work import picking
from pressorpass_site.work.models import Priority, Status
from tests.processes import wait_for
from tests.site.conftest import HEAVY, STAYS, Ask
from tests.site.markup import markup
from tests.site.work.by_hand import run_of
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
    """Have the table of a question, as a worker would leave it behind."""
    board = question.revision.engine_board
    for _ in build_grid_tables(Store(), question.position, board, question.rules, Limits(20, 2**30)):
        pass


def worked_out(group: groups.PartGroup) -> groups.PartGroup:
    """Do what the workers would do with the messages of a group."""
    for _ in group.parts:
        jobs.execute()
    return groups.PartGroup(list(MapPart.objects.filter(pk__in=[part.pk for part in group.parts])))


def squares(page: str) -> list[tuple[str, str, str]]:
    """The cells of a map: classes, address and title."""
    found = re.findall(r'<td class="cell ([^"]*)"><a href="([^"]*)" title="([^"]*)"', page)
    return [(style, unescape(href), unescape(title)) for style, href, title in found]


class TestNumbers:
    def test_every_number_of_those_still_in_may_be_changed(self) -> None:
        assert [n.name for n in numbers(Position.parse("8000e2,3000,0w4@1"))] == [
            *("1s", "1e", "1p", "1w"),
            *("2s", "2e", "2p", "2w"),
        ]

    def test_the_default_is_the_strongest_opponent_against_the_one_up(self) -> None:
        assert default_pair(Position.parse("100,8000e2,9000@2")) == (Number(2, "score"), Number(1, "score"))

    def test_what_cannot_be_is_no_position(self) -> None:
        position = Position.parse(POSITION)
        assert Number(0, "earned").with_value(position, 0) is None
        moved = Number(1, "score").with_value(position, 5500)
        assert moved is not None
        assert moved.notation == "8000e2,5500,0@1"

    @pytest.mark.parametrize("own", [0, 250, 8125, 37_000, 120_003])
    def test_a_side_has_this_position_and_no_more_cells_than_asked(self, own: int) -> None:
        position = Position.parse(f"{own}e2,3000,0@1")
        found = values(Number(0, "score"), position, 9)
        assert own in found
        assert len(found) <= 9
        assert len({after - before for before, after in pairwise(found)}) == 1  # even steps

    @pytest.mark.parametrize("own", [0, 250, 8000, 8125])
    def test_a_side_steps_evenly_through_a_table_too(self, own: int) -> None:
        position = Position.parse(f"{own}e2,3000,0@1")
        table = range(0, 24_001, 250)
        found = values(Number(0, "score"), position, 9, table)
        assert own in found
        assert len(found) <= 9
        assert len({after - before for before, after in pairwise(found)}) == 1
        assert own not in table or all(score in table for score in found)

    def test_spins_begin_where_somebody_may_still_be_up(self) -> None:
        assert values(Number(0, "earned"), Position.parse(POSITION), 9)[0] == 1
        assert values(Number(1, "earned"), Position.parse(POSITION), 9)[0] == 0
        assert values(Number(1, "whammies"), Position.parse(POSITION), 9) == [0, 1, 2, 3]


class TestTables:
    def test_is_wanted_once_and_built_by_a_worker_in_finer_and_finer_steps(self, question: Ask) -> None:
        asked = question(POSITION)
        first = whatif_tables.request(asked)
        assert first.near is None
        assert first.under_way
        assert first.table is not None
        assert first.table.kind == WHAT_IF
        assert whatif_tables.request(asked).table == first.table
        what_if_jobs.execute()
        first.table.refresh_from_db()
        assert first.table.status == Status.DONE, first.table.message
        there = whatif_tables.request(asked)
        assert there.near is not None
        assert not there.under_way

    def test_scores_of_one_height_share_a_table_and_much_higher_ones_have_their_own(self, question: Ask) -> None:
        one, same, higher = (
            whatif_tables.request(question(text)).table for text in (POSITION, "7000e2,2000,500@1", "60000e2,30000,0@1")
        )
        assert one == same
        assert higher != one

    def test_one_that_was_stopped_stays_so_until_somebody_asks_by_hand(self, question: Ask) -> None:
        asked = question(POSITION)
        whatif_tables.request(asked)
        whatif_tables.cancel(asked)
        stopped = whatif_tables.request(asked).table
        assert stopped is not None
        assert stopped.status == Status.CANCELLED
        again = whatif_tables.request(asked, afresh=True).table
        assert again is not None
        assert again.status == Status.QUEUED

    def test_one_that_was_cut_short_is_made_finer_when_it_is_asked_for_later(self, question: Ask) -> None:
        asked = question(POSITION, preset="show")
        table = whatif_tables.request(asked).table
        assert table is not None
        Table.objects.update(status=Status.OUT_OF_REACH, limits=whatif_tables.limits(), cut_short=True)
        Table.objects.update(finished_at=timezone.now())
        assert not whatif_tables.request(asked).under_way
        Table.objects.update(finished_at=timezone.now() - timedelta(hours=1))
        assert whatif_tables.request(asked).under_way

    def test_a_worker_builds_one_at_a_time(self, question: Ask) -> None:
        table = whatif_tables.request(question(POSITION)).table
        assert table is not None
        other = whatif_tables.request(question(POSITION, preset="show")).table
        assert other is not None
        assert what_if_jobs.claim(other.pk, other.token)
        what_if_jobs.execute()
        table.refresh_from_db()
        assert table.status == Status.QUEUED
        assert picking.pick(picking.served()) is None
        assert picking.pick(picking.served(), beside=other.pk), "which may make room for it"
        run_of(other).finish(Status.DONE)
        what_if_jobs.execute()
        table.refresh_from_db()
        assert table.status == Status.DONE, table.message

    def test_is_built_again_when_its_file_has_made_room_for_others(self, question: Ask) -> None:
        asked = question(POSITION)
        kept(asked)
        table = Table.objects.create(
            key=whatif_tables.key(asked),
            kind=WHAT_IF,
            position="0e2,0,0@1",
            board_revision=asked.revision,
            rules=asked.rules.options(),
            status=Status.DONE,
        )
        assert whatif_tables.request(asked).near is not None
        Store().clear()
        found = whatif_tables.request(asked)
        assert found.table == table
        assert found.under_way

    @pytest.mark.parametrize(
        "options",
        [{"goal": "money"}, {"opponents": "cautious"}, {"max_lead": 5000}, {"house": "play"}],
        ids=lambda options: next(iter(options)),
    )
    def test_says_why_there_is_none(self, question: Ask, options: dict[str, object]) -> None:
        asked = question(POSITION)
        other = Question(asked.position, asked.revision, Rules.preset("seed").with_options(options))
        assert "solved separately" in whatif_tables.request(other).refusal
        assert from_table(other) is None

    def test_answers_other_scores_as_the_engine_does(self, question: Ask) -> None:
        kept(question(POSITION))
        for text in ("6000e2,5000,1000@1", "9250e2,3000,0@1"):
            asked = question(text)
            found = from_table(asked)
            assert found is not None
            exact = solve(asked.position, asked.revision.engine_board, asked.rules, Limits(20, fresh=True))
            assert exact.method == "exact"
            assert exact.margin is not None
            assert found["margin"] == pytest.approx(exact.margin, abs=0.06 if found["method"] == "estimated" else 1e-5)
            assert found["too_close"] or found["best"] == exact.best


@pytest.mark.slow
def test_a_table_is_built_beside_a_long_job_and_a_first_answer_comes_nevertheless(
    question: Ask, celery_worker_process: subprocess.Popen[bytes]
) -> None:
    """There are two processes: one betters an answer, the other does what is brief."""
    long = analyses.ask(question(HEAVY, preset="show"), look=STAYS)

    def bettered() -> bool:
        long.refresh_from_db()
        return long.status == Status.RUNNING and long.priority == Priority.REFINE

    wait_for("there was an answer that is being bettered", bettered)
    table = whatif_tables.request(question("8000e4,3000,0@1", preset="show")).table
    assert table is not None

    def is_running() -> bool:
        table.refresh_from_db()
        return table.status == Status.RUNNING

    wait_for("the table was begun in the other process", is_running)
    quick = analyses.ask(question())

    def is_answered() -> bool:
        quick.refresh_from_db()
        return quick.status == Status.DONE

    wait_for("the question was answered", is_answered)
    long.refresh_from_db()
    assert long.status == Status.RUNNING
    analyses.jobs.cancel(long)

    def is_there() -> bool:
        table.refresh_from_db()
        assert table.is_active or table.status == Status.DONE, table.message
        return table.status == Status.DONE

    wait_for("the table was built after that", is_there)
    assert quick.finished_at is not None
    assert table.finished_at is not None
    assert quick.finished_at < table.finished_at


class TestMapOfScores:
    def test_agrees_with_the_engine_cell_by_cell(self, question: Ask) -> None:
        asked = question(POSITION)
        kept(asked)
        near = nearest_table(asked.position, asked.revision.engine_board, asked.rules)
        assert near is not None
        row, column = default_pair(asked.position)
        found = from_tables.map_cells(near, asked.position, asked.rules, row, column, (9, 9))
        assert found is not None
        verdicts = set()
        for i, j in ((0, 1), (1, 7), (7, 3), (3, 3), (5, 5)):
            moved = row.with_value(asked.position, found.rows[i])
            there = moved and column.with_value(moved, found.columns[j])
            assert there is not None
            exact = solve(there, asked.revision.engine_board, asked.rules, Limits(20, fresh=True))
            cell = found.cells[i][j]
            assert cell.in_doubt or cell.call == exact.best
            verdicts.add(cell.best)
        assert verdicts == {"press", "pass"}

    def test_the_page_draws_it_with_frontier_links_and_this_position(self, question: Ask, client: Client) -> None:
        kept(question(POSITION))
        page = markup(client.get(f"/whatif/map/?position={POSITION}&{SEED}"))
        found = squares(page)
        own = [each for each in found if "cell--own" in each[0]]
        assert [href for _, href, _ in own] == [f"/p/{POSITION}?{SEED}"]
        assert "Left wins" in own[0][2]
        assert {"press", "pass"} <= {
            word for style, _, _ in found for word in ("press", "pass") if f"cell--{word}" in style
        }
        assert any("cell--right" in style for style, _, _ in found)
        assert any("cell--foot" in style for style, _, _ in found)
        _, href, title = next(each for each in found if "cell--pass" in each[0])
        assert client.get(href).status_code == 200
        assert re.search(r"Center’s score \$[0-9,]+, Left’s score \$[0-9,]+: (Pass|Too close|Can’t tell)", title)

    def test_a_score_between_those_of_the_table_stands_among_them(self, question: Ask) -> None:
        asked = question("8130e2,3070,0@1", "show")
        board = asked.revision.engine_board
        next(iter(build_grid_tables(Store(), asked.position, board, asked.rules, Limits(20, 2**30))))  # the coarsest
        near = nearest_table(asked.position, board, asked.rules)
        assert near is not None
        found = from_tables.map_cells(near, asked.position, asked.rules, *default_pair(asked.position), (9, 9))
        assert found is not None
        assert len(found.rows) > 4
        assert len(found.columns) > 4
        assert (3070 in found.rows, 8130 in found.columns) == (True, True)

    @pytest.mark.parametrize(
        "text", few(1, ["999999e1,999999,999999@1", "600000e1,500000,0@1", "0,999999e1,0@2", "999999e1,0w4,999999@1"])
    )
    def test_scores_as_high_as_they_go_have_a_map_without_others(
        self, question: Ask, client: Client, text: str
    ) -> None:
        """Two that sum to more than one contestant can have are a table's like any others."""
        asked = question(text)
        whatif_tables.request(asked)
        what_if_jobs.execute()
        assert not Table.objects.filter(message__contains="must be from").exists()
        page = markup(client.get(f"/whatif/map/?position={text}&{SEED}"))
        assert "must be from" not in page
        for number in scores(asked.position):
            for shown in (ladder(number, asked.position), values(number, asked.position, 21)):
                assert number.of(asked.position) in shown
                assert max(shown) <= MAX_SCORE

    def test_is_on_its_way_until_there_is_a_table(self, client: Client) -> None:
        page = markup(client.get(f"/whatif/map/?position={POSITION}&{SEED}"))
        assert "Other scores: Solving…" in page
        assert '<meta http-equiv="refresh"' in page
        assert not squares(page)
        assert (
            client.post(f"/whatif/act/?position={POSITION}&{SEED}", {"what": "table", "do": "stop"}).status_code == 302
        )
        page = markup(client.get(f"/whatif/map/?position={POSITION}&{SEED}"))
        assert "Stopped." in page
        client.post(f"/whatif/act/?position={POSITION}&{SEED}", {"what": "table", "do": "go"})
        assert Table.objects.get().status == Status.QUEUED

    @pytest.mark.parametrize(
        ("query", "said"),
        [
            ("row=9z&column=1s", "not a number"),
            ("row=1s&column=1s", "two different numbers"),
            ("row=1s&column=3e", "Right is out"),
        ],
    )
    def test_numbers_that_make_no_map_are_told_beside_the_field(self, client: Client, query: str, said: str) -> None:
        response = client.get(f"/whatif/map/?position=8000e2,3000,0w4@1&{SEED}&{query}")
        assert response.status_code == 422
        assert re.search(rf'<ul class="errorlist" id="id_(row|column)_error"><li>[^<]*{said}', markup(response))

    def test_an_address_without_a_position_keeps_what_was_typed(self, client: Client) -> None:
        response = client.get("/whatif/map/?position=8000e2,x")
        assert response.status_code == 404
        assert 'value="8000e2,x"' in markup(response)

    def test_alone_there_is_nothing_to_compare(self, client: Client) -> None:
        page = client.get("/whatif/map/?position=8000e2,0w4,0w4@1")
        assert page.status_code == 200
        assert "no number changes who wins" in markup(page)
        assert not Table.objects.exists()


class TestCard:
    def test_is_blank_on_the_answer_page_and_nothing_is_begun_by_it(self, question: Ask, client: Client) -> None:
        asked = question(POSITION)
        analysis = analyses.ask(asked)
        result = solve(asked.position, asked.revision.engine_board, asked.rules, Limits(20))
        Analysis.objects.filter(pk=analysis.pk).update(result=result.to_json(), status=Status.DONE)
        page = markup(client.get(f"/p/{POSITION}?{SEED}"))
        assert f'data-part-get="/whatif/card/?position={POSITION}&amp;{SEED}" data-part-when="intersect once"' in page
        assert "Draw the map" in page
        assert not Table.objects.exists()

    def test_has_the_map_and_labels_its_frontier_once(self, question: Ask, client: Client) -> None:
        kept(question(POSITION))
        page = markup(client.get(f"/whatif/card/?position={POSITION}&{SEED}", headers=FETCH))
        assert 40 < len(squares(page)) <= 81
        (label,) = re.findall(r'<td class="cell ([^"]*)">(?:(?!</td>).)*<span class="map__frontier"', page)
        assert "cell--right" in label or "cell--foot" in label
        assert "cell--own" not in label
        assert f'href="/whatif/map/?position={POSITION}&amp;row=2s&amp;column=1s&amp;{SEED}"' in page

    def test_begins_the_break_even_and_asks_until_it_is_known(self, question: Ask, client: Client) -> None:
        asked = question("8000e1,3000,0@1")
        analysis = analyses.ask(asked)
        result = solve(asked.position, asked.revision.engine_board, asked.rules, Limits(20))
        Analysis.objects.filter(pk=analysis.pk).update(result=result.to_json(), status=Status.DONE)
        kept(asked)
        card = f"/whatif/card/?position=8000e1,3000,0@1&{SEED}"
        assert 'data-part-when="every 700ms"' in markup(client.get(card, headers=FETCH))
        group = groups.find(asked, Number(0, "score"))
        assert group is not None
        worked_out(group)
        page = markup(client.get(card, headers=FETCH))
        assert "data-part-when" not in page
        assert re.search(r'<p class="break-even">Pass once Left has about \$[\d,]+', page)

    def test_without_a_script_it_leads_to_the_page(self, client: Client) -> None:
        response = client.get(f"/whatif/card/?position={POSITION}&{SEED}")
        assert response.headers["Location"] == f"/whatif/map/?position={POSITION}&{SEED}"


class TestBreakEven:
    """Under the verdict: known to the step, or honest about what it is not."""

    def test_is_known_to_the_step_from_one_exact_solve(self, question: Ask, client: Client) -> None:
        asked = question("8000e1,3000,0@1", "show")
        board = asked.revision.engine_board
        analysis = analyses.ask(asked)
        result = solve(asked.position, board, asked.rules, Limits(20)).to_json()
        Analysis.objects.filter(pk=analysis.pk).update(result=result, status=Status.DONE)
        look = "/whatif/break-even/?position=8000e1,3000,0@1"
        place = markup(client.get(look, headers=FETCH))
        assert 'data-part-when="every 1500ms">Finding where the call changes…' in place
        group = groups.find(asked, Number(0, "score"))
        assert group is not None
        worked_out(group)
        said = markup(client.get(look, headers=FETCH)).strip()
        known = re.search(r">Pass once Left has about \$([0-9,]+) \(a \$[0-9,]+ lead\)\.<", said)
        assert known, said
        assert "data-part-get" not in said
        first = int(known[1].replace(",", ""))
        for score, best in ((first - 250, "press"), (first, "pass")):
            there = asked.position.with_scores(score, 3000, 0)
            exact = solve(there, board, asked.rules, Limits(20, fresh=True))
            assert (exact.method, exact.best) == ("exact", best)
        page = markup(client.get("/p/8000e1,3000,0@1"))
        assert said in page
        large = markup(client.get("/whatif/map/?position=8000e1,3000,0@1"))
        assert f"from $500 to ${first - 250:,}, pass from ${first:,} on." in large

    @pytest.mark.parametrize("tables", [1, 2, 3])
    def test_a_coarse_table_claims_no_more_than_it_carries(self, question: Ask, tables: int) -> None:
        asked = question("8000e1,3000,0@1", "show")
        board = asked.revision.engine_board
        every = build_grid_tables(Store(), asked.position, board, asked.rules, Limits(20, 2**30))
        for _ in range(tables):
            next(every)
        near = nearest_table(asked.position, board, asked.rules)
        assert near is not None
        score = Number(0, "score")
        cells = from_tables.line_cells(near, asked.position, asked.rules, score)
        exact = exact_line(asked.position, board, asked.rules, list(cells), Limits(20))
        assert tables > 1 or any(cell.in_doubt for cell in cells.values())
        for value, cell in cells.items():
            assert cell.in_doubt or value not in exact or cell.call == exact[value].best
        said = runs.break_even(score, cells, asked.position)
        bounds = [int(text.replace(",", "")) for text in re.findall(r"\$([0-9,]+)", said)]
        if tables < 3:  # its scores are more than a step apart
            assert not said or (" between " in said and exact[bounds[0]].best != exact[bounds[1]].best)
        else:
            known = exact_line(asked.position, board, asked.rules, range(0, 16_001, 250), Limits(20))
            first = bounds[0]  # “Pass once Left has about …”
            assert (known[first - 250].best, known[first].best) == ("press", "pass")

    def test_scores_between_those_of_a_table_are_less_certain(self, question: Ask) -> None:
        asked = question("8130e1,3070,0@1", "show")
        board = asked.revision.engine_board
        next(iter(build_grid_tables(Store(), asked.position, board, asked.rules, Limits(20, 2**30))))
        near = nearest_table(asked.position, board, asked.rules)
        assert near is not None
        cells = from_tables.line_cells(near, asked.position, asked.rules, Number(0, "score"), [8130])
        found = from_table(asked)
        assert found is not None
        assert cells[8130].error > 4 * near.error
        assert cells[8130].error == pytest.approx(4 * found["actions"]["press"]["standard_error"][0], rel=0.02)


class TestParts:
    PAIR = (Number(0, "earned"), Number(0, "score"))

    def test_fill_in_as_they_arrive_and_are_shared(self, question: Ask, client: Client) -> None:
        asked = question(POSITION)
        address = variations.map_address(asked, *self.PAIR)
        page = markup(client.get(address))
        assert ": Solving…" in page
        assert WhatIfMap.objects.count() == 1
        _, *rest = MapPart.objects.all()
        jobs.execute()
        found = squares(markup(client.get(address)))
        known = [each for each in found if "cell--unknown" not in each[0]]
        assert 0 < len(known) < len(found)
        for _ in rest[:2]:
            jobs.execute()
        assert WhatIfMap.objects.count() == 1
        more = squares(markup(client.get(address)))
        assert len([each for each in more if "cell--unknown" not in each[0]]) > len(known)

    @pytest.mark.parametrize(("preset", "notation"), [("seed", "8000e1,3000,0@1"), ("show", "8000e1,3050,151@1")])
    @pytest.mark.parametrize("across", [Number(0, "score"), Number(1, "score")])
    def test_lines_that_take_a_moment_are_exact(
        self, question: Ask, preset: str, notation: str, across: Number
    ) -> None:
        asked = question(notation, preset)
        group = groups.find_or_start(asked, Number(1, "whammies"), across)
        (part,) = worked_out(groups.PartGroup(group.parts[:1])).parts
        for value in part.values:
            position = across.with_value(Position.parse(part.position), value)
            assert position is not None
            exact = solve(position, asked.revision.engine_board, asked.rules, Limits(20, fresh=True))
            cell = groups.cell_of(part, value)
            assert (exact.method, cell.call) == ("exact", exact.best)
            assert cell.margin is not None
            sign = 1 if exact.best == "press" else -1
            assert sign * cell.margin == pytest.approx(exact.margin, abs=1e-4)
            assert cell.error < 1e-4

    def test_stop_and_go_on(self, question: Ask, client: Client) -> None:
        asked = question(POSITION)
        address = variations.map_address(asked, *self.PAIR)
        client.get(address)
        act = address.replace("/whatif/map/", "/whatif/act/")
        jobs.execute()
        client.post(act, {"what": "map", "do": "stop"})
        page = markup(client.get(address))
        assert "This is the result so far." in page
        assert set(MapPart.objects.values_list("status", flat=True)) == {Status.DONE, Status.CANCELLED}
        jobs.execute()  # an outdated message
        client.post(act, {"what": "map", "do": "go"})
        assert MapPart.objects.filter(status=Status.QUEUED).count() == MapPart.objects.count() - 1

    def test_where_there_is_no_table_a_map_of_scores_is_begun_by_hand(self, question: Ask, client: Client) -> None:
        query = f"position={POSITION}&{SEED}&goal=money"
        page = markup(client.get(f"/whatif/map/?{query}"))
        assert "every square is solved separately" in page
        assert "Draw this map" in page
        assert not MapPart.objects.exists()
        client.post(f"/whatif/act/?{query}", {"what": "lines", "do": "go"})
        assert {"1s", "2s", "3s"} < set(MapPart.objects.values_list("input__number", flat=True))
        MapPart.objects.all().delete()
        client.post(f"/whatif/act/?{query}", {"what": "map", "do": "go"})
        part = MapPart.objects.all()[0]
        jobs.execute()
        part.refresh_from_db()
        assert part.status == Status.DONE, part.message
        found = squares(markup(client.get(f"/whatif/map/?{query}")))
        assert any("$" in title and "by pressing" in title for style, _, title in found if "cell--unknown" not in style)

    def test_a_rough_map_of_scores_is_sharpened_by_hand(self, question: Ask, client: Client) -> None:
        position = "500e1,1000e1,750e1@1"  # with three holders of spins nobody knows how soon a square is exact
        asked = question(position)
        board = asked.revision.engine_board
        next(iter(build_grid_tables(Store(), asked.position, board, asked.rules, Limits(20, 2**30))))  # the coarsest
        whatif_tables.request(asked)
        whatif_tables.cancel(asked)
        address = f"/whatif/map/?position={position}&{SEED}"
        rough = markup(client.get(address))
        assert "Solve the uncertain squares" in rough
        client.post(address.replace("/map/", "/act/"), {"what": "map", "do": "go"})
        group = groups.find(asked, *default_pair(asked.position))
        assert group is not None
        worked_out(groups.PartGroup(group.parts[:1]))
        assert "Every square is exact." in markup(client.get(address))

    def test_a_map_is_made_exact_by_hand_where_that_takes_a_moment(self, question: Ask, client: Client) -> None:
        asked = question("8000e1,3000,0@1", "show")
        board = asked.revision.engine_board
        next(iter(build_grid_tables(Store(), asked.position, board, asked.rules, Limits(20, 2**30))))
        whatif_tables.request(asked)
        whatif_tables.cancel(asked)
        address = "/whatif/map/?position=8000e1,3000,0@1"
        assert "Solve every square exactly" in markup(client.get(address))
        client.post(address.replace("/map/", "/act/"), {"what": "map", "do": "go"})
        group = groups.find(asked, *default_pair(asked.position))
        assert group is not None
        worked_out(groups.PartGroup(group.parts[:1]))
        assert "Every square is exact." in markup(client.get(address))

    def test_lines_tell_where_spins_change_the_verdict(self, question: Ask, client: Client) -> None:
        asked = question("8000e1,3000,0@1")
        client.post(f"/whatif/act/?position=8000e1,3000,0@1&{SEED}", {"what": "lines", "do": "go"})
        group = groups.find(asked)
        assert group is not None
        assert {part.number for part in group.parts} == {"1e", "1w", "2e", "2w", "3e", "3w"}
        MapPart.objects.exclude(input__number="1w").update(status=Status.CANCELLED)  # the others are not read here
        worked_out(groups.PartGroup([part for part in group.parts if part.number == "1w"]))
        page = markup(client.get(f"/whatif/map/?position=8000e1,3000,0@1&{SEED}"))
        said = re.search(r"<dt>Left’s Whammies <small>now 0 Whammies</small></dt>\s*<dd>([^<]*)</dd>", page)
        assert said is not None
        assert re.match(r"Press|Pass|No number|Too close|Can’t tell", said[1])


def line(**cells: str) -> dict[int, Cell]:
    """Cells by value: p for press, q for pass, o where that can't be told, c where it is too close to call."""
    calls = {"p": "press", "q": "pass", "o": "open", "c": "close"}
    return {int(value[1:]): Cell("press", margin=0.1, call=calls[word]) for value, word in cells.items()}


class TestWords:
    SCORE, SPINS = Number(0, "score"), Number(0, "earned")

    @pytest.mark.parametrize(
        ("number", "cells", "said"),
        [
            (SCORE, {"_0": "p", "_250": "p", "_500": "q", "_750": "q"}, "Press up to $250, pass from $500 on."),
            (
                SCORE,
                {"_0": "p", "_250": "c", "_500": "c", "_750": "q"},
                "Press with $0, too close to call from $250 to $500, pass from $750 on.",
            ),
            (
                SCORE,
                {"_0": "p", "_250": "o", "_500": "c", "_750": "o"},
                "Press with $0, can’t tell from $250 on.",
            ),
            (SCORE, {"_0": "p", "_250": "p"}, "No score of Left’s changes the verdict: press from $0 to $250."),
            (SPINS, {"_1": "q", "_2": "p", "_3": "p"}, "Pass with 1, press from 2 on."),
            (SPINS, {"_1": "p", "_2": "p", "_3": "q"}, "Press with up to 2, pass with 3."),
            (SPINS, {"_1": "c", "_2": "c"}, "Too close to call, whatever Left’s earned spins are."),
            (SCORE, {"_0": "o", "_250": "c"}, "Can’t tell, whatever Left’s score is."),
            (SPINS, {}, ""),
        ],
    )
    def test_where_the_verdict_changes(self, number: Number, cells: dict[str, str], said: str) -> None:
        assert runs.sentence(number, line(**cells)) == said

    def test_as_a_lead(self) -> None:
        position = Position.parse("8000e3,3000,0@1")
        mine = runs.by_lead(Number(0, "score"), line(_13500="p", _13750="o", _14000="q"), position)
        assert mine == "Passing becomes right between a lead of $10,500 and one of $11,000."
        known = runs.by_lead(Number(0, "score"), line(_13500="p", _13750="q", _14000="q"), position)
        assert known == "Press up to a lead of $10,500, pass from $10,750 on."
        rival = runs.by_lead(Number(1, "score"), line(_4000="q", _4500="p"), position)
        assert rival == "Passing becomes right between a lead of $3,500 and one of $4,000."
        assert runs.by_lead(Number(1, "score"), line(_13500="p", _14000="q"), position) == ""

    @pytest.mark.parametrize(
        ("own", "cells", "said"),
        [
            (8000, {"_13750": "p", "_14000": "q"}, "Pass once Left has about $14,000 (an $11,000 lead)."),
            (15000, {"_13750": "p", "_14000": "q"}, "Pass once Left has about $14,000 (an $11,000 lead)."),
            (8000, {"_13500": "p", "_13750": "o", "_14000": "q"}, "Passing becomes right between $13,500 and $14,000."),
            (2000, {"_1000": "p", "_1250": "q"}, "Pass once Left has about $1,250."),
            (
                8000,
                {"_0": "p", "_250": "q", "_500": "p", "_8000": "p", "_14000": "p", "_14250": "q"},
                "Pass once Left has about $14,250 (an $11,250 lead).",
            ),
            (9000, {"_0": "q", "_250": "p", "_500": "p", "_750": "q"}, "Pass once Left has about $750."),
            (300, {"_0": "q", "_250": "p", "_500": "p", "_750": "q"}, "Press while Left has $250 to $500."),
            # Not known, or so vaguely that it says nothing: no line.
            (8000, {"_9000": "p", "_10000": "o", "_24000": "o"}, ""),
            (8000, {"_9000": "p", "_10000": "o", "_24000": "q"}, ""),
            (8000, {"_0": "p", "_8000": "p", "_16000": "p"}, ""),
        ],
    )
    def test_the_break_even_in_one_line(self, own: int, cells: dict[str, str], said: str) -> None:
        position = Position.parse(f"{own}e3,3000,0@1")
        assert runs.break_even(self.SCORE, line(**cells), position) == said

    def test_a_cell_of_a_table_says_how_it_is_known(self) -> None:
        cell = of_chances(0, "press", 0.7671, 0.5352, error=0.002, too_close=False, exact=False)
        assert cell.sentence == "Press. Left wins about 76.7% by pressing, 53.5% by passing."
        forced = of_chances(1, "press", 0.4, None, error=0.002, too_close=False, exact=True)
        assert forced.sentence == "Forced to press. Center wins 40.0%."
