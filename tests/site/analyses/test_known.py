"""The better answer stands: whatever answers come in whatever order, from jobs, tables and new starts."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from engine import Limits, Position, Rules, SolveResult, build_grid_tables, preset_boards, solve
from engine.tables import Store
from pressorpass_site.answers.analyses import services, tasks
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.models import Analysis
from pressorpass_site.questions.address import build_address
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import Status
from pressorpass_site.work.running import JobRun
from tests.site.conftest import Ask
from tests.site.markup import markup
from tests.site.work import by_hand

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

EPS = 1e-9
HELD = "8000e2,3000,0@1"


def claim_job(question: Question) -> tuple[Analysis, JobRun]:
    """A job in the hands of a worker."""
    analysis = services.get_or_start_analysis(question)
    return analysis, by_hand.claim(jobs, analysis)


def is_no_worse(answer: Answer, before: Answer) -> bool:
    if before.outcomes and not answer.outcomes:
        return False
    return answer.margin_error <= before.margin_error + EPS


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of HELD, built once."""
    folder = tmp_path_factory.mktemp("tables")
    board, rules = preset_boards()["pyl-1985-02-r2"], Rules.preset("show")
    for _ in build_grid_tables(Store(folder), Position.parse(HELD), board, rules, Limits(20, 2**30)):
        pass
    return folder


def kept(question: Question, tables: Path) -> dict[str, Any]:
    """Build the table of a question as a worker would; return its answer."""
    shutil.copytree(tables, Store().directory, dirs_exist_ok=True)
    best_answer = services.get_best_answer(question)
    assert best_answer is not None
    return best_answer.result


def estimate(question: Question, seconds: float, cells: int | None = None) -> SolveResult:
    board = question.revision.engine_board
    return solve(question.position, board, question.rules, Limits(seconds, method="estimated", cells=cells))


class TestTables:
    def test_a_new_question_has_its_table_s_answer_at_once(self, question: Ask, tables: Path) -> None:
        this_question = question(HELD, preset="show")
        table = kept(this_question, tables)
        analysis = services.get_or_start_analysis(this_question)
        assert analysis.result["actions"] == table["actions"]
        assert analysis.refining

    def test_one_that_is_finer_by_now_betters_what_is_stored(self, question: Ask, tables: Path) -> None:
        this_question = question(HELD, preset="show")
        analysis, run = claim_job(this_question)
        # The coarsest grid, however fast the machine is.
        tasks.store(analysis, run, estimate(this_question, 10_000, cells=3_000))
        by_hand.run_of(analysis).finish(Status.DONE)
        rough = Analysis.objects.get(key=analysis.key).answer
        kept(this_question, tables)
        better = services.get_or_start_analysis(this_question).answer
        assert rough is not None
        assert better is not None
        assert is_no_worse(better, rough)
        assert better.margin_error < rough.margin_error
        assert Analysis.objects.get(key=analysis.key).answer.result == better.result  # type: ignore[union-attr]

    def test_verdict_and_what_if_say_the_same_number(self, question: Ask, tables: Path, client: Any) -> None:
        this_question = question(HELD, preset="show")
        analysis, run = claim_job(this_question)
        tasks.store(analysis, run, estimate(this_question, 0.3))
        by_hand.run_of(analysis).finish(Status.DONE)
        kept(this_question, tables)
        card = markup(client.get(f"/whatif/card/?position={HELD}", headers={"Part-Request": "true"}))
        page = markup(client.get(build_address(this_question)))
        (own,) = re.findall(r'title="([^"]*)" aria-current', card)
        figures = re.findall(r"[\d.]+\D±\D[\d.]+%|[\d.]+%", own)
        assert len(figures) == 2
        for figure in figures:
            assert f"<b>{figure}</b>" in page
        grid = services.get_best_answer(this_question)
        assert grid is not None
        assert grid.result == Analysis.objects.get(key=analysis.key).result
