"""An answer that gets better while people look at it, and stays whatever becomes of the job."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cache
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from engine import Cancelled, Limits, Position, Rules, SolveResult, preset_boards, solve
from pressorpass_site.answers.analyses import known, services
from pressorpass_site.answers.analyses.page import ROUGH_SECONDS, describe_job
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.asking import cancel_unviewed
from pressorpass_site.answers.models import Analysis
from pressorpass_site.boards.services import DEFAULT_BOARD
from pressorpass_site.questions.address import build_address
from pressorpass_site.work.models import Status
from tests.processes import PATIENCE, wait_for
from tests.site.conftest import HEAVY, Ask
from tests.site.markup import markup as text
from tests.site.work.by_hand import beat, claim, resend_lost, run_next, run_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

PART = {"Part-Request": "true"}
ONE_SPIN = "8000e1,3000,0@1"


@cache
def solved(unit: int) -> SolveResult:
    return solve(Position.parse(ONE_SPIN), preset_boards()[DEFAULT_BOARD], Rules.preset("show"), Limits(unit=unit))


def real(unit: int) -> dict[str, Any]:
    """An answer of the engine to ONE_SPIN, with the board's values in steps of `unit` dollars."""
    return solved(unit).to_json()


def rough(result: dict[str, Any], best: str = "pass", off: float = 0.05) -> dict[str, Any]:
    """The result as if it were known to this many wins only, and said `best`."""
    actions = {
        name: action | {"low": [max(0.0, w - off) for w in action["win"]], "high": [w + off for w in action["win"]]}
        for name, action in result["actions"].items()
    }
    return result | {"method": "estimated", "best": best, "actions": actions}


@pytest.fixture
def asked(question: Ask) -> Analysis:
    return services.get_or_start_analysis(question(ONE_SPIN, preset="show"))


@pytest.fixture
def refining(asked: Analysis) -> Analysis:
    """As a worker leaves the row after its first answer, which is shown by now though it is rough."""
    rough_result = rough(real(250))  # a worker that computes is not silent meanwhile
    claim(jobs, asked)
    Analysis.objects.update(created_at=timezone.now() - timedelta(seconds=ROUGH_SECONDS))
    return store(asked, rough_result)


def store(analysis: Analysis, result: dict[str, Any]) -> Analysis:
    """What a worker does with an answer."""
    steps = [*analysis.steps, known.summarize_step(result)]
    run_of(analysis).store(result=result, steps=steps)
    analysis.refresh_from_db()
    return analysis


def end(analysis: Analysis, status: Status, message: str = "") -> Analysis:
    run_of(analysis).finish(status, message)
    analysis.refresh_from_db()
    return analysis


@contextmanager
def working(analysis: Analysis) -> Iterator[threading.Thread]:
    """The task itself, in a thread."""

    def job() -> None:
        try:
            run_next(jobs)
        finally:
            connection.close()

    worker = threading.Thread(target=job)
    worker.start()
    try:
        yield worker
    finally:
        services.jobs.cancel(analysis)
        worker.join(PATIENCE)
        assert not worker.is_alive()


class TestStream:
    def test_a_first_answer_is_there_while_the_job_runs_and_stays_when_it_is_stopped(self, question: Ask) -> None:
        analysis = services.get_or_start_analysis(question(HEAVY, preset="show"))
        with working(analysis):

            def answered() -> bool:
                analysis.refresh_from_db()
                return analysis.refining

            wait_for("there was a first answer", answered)
            version = analysis.version
            cancel_unviewed(services.jobs, analysis)
        analysis.refresh_from_db()
        assert analysis.status == Status.CANCELLED
        assert analysis.version >= version
        assert analysis.result["position"] == HEAVY
        assert analysis.halted

    def test_a_job_that_takes_too_long_is_stopped_and_says_so(self, question: Ask, settings: object) -> None:
        settings.JOB_LIMIT_SECONDS = 1  # type: ignore[attr-defined]
        analysis = services.get_or_start_analysis(question(HEAVY, preset="show"))
        for _ in range(2):  # a first answer, and a better one
            run_next(jobs)
        analysis.refresh_from_db()
        assert analysis.status == Status.FAILED
        assert "was stopped after" in analysis.message


class TestCutShort:
    """A busy machine cut the answer short."""

    def test_asking_again_later_betters_it(self, refining: Analysis, question: Ask) -> None:
        run_of(refining).store(was_interrupted=True)
        end(refining, Status.DONE)
        this_question = question(ONE_SPIN, preset="show")
        assert services.get_or_start_analysis(this_question).status == Status.DONE  # the machine is as busy as it was
        assert not services.needs_job(this_question)
        Analysis.objects.update(finished_at=timezone.now() - timedelta(hours=1))
        assert services.needs_job(this_question)
        again = services.get_or_start_analysis(this_question)
        assert (again.status, again.result) == (Status.QUEUED, refining.result)
        run_next(jobs)
        again.refresh_from_db()
        assert (again.status, again.result["method"], again.was_interrupted) == (Status.DONE, "exact", False)

    def test_a_final_answer_is_not_asked_again(self, asked: Analysis, question: Ask) -> None:
        run_next(jobs)
        Analysis.objects.update(finished_at=timezone.now() - timedelta(hours=1))
        assert services.get_or_start_analysis(question(ONE_SPIN, preset="show")).status == Status.DONE


class TestNobodyOverwrites:
    def test_once_it_is_told_to_stop(self, refining: Analysis) -> None:
        services.jobs.cancel(refining)
        with pytest.raises(Cancelled):
            run_of(refining).store(result=real(1), steps=[])
        end(refining, Status.CANCELLED)
        assert (refining.result["method"], refining.version) == ("estimated", 1)

    def test_with_a_rougher_answer_after_a_new_start(self, refining: Analysis) -> None:
        best = real(1)
        best["actions"]["press"] |= {"low": best["actions"]["press"]["win"], "high": best["actions"]["press"]["win"]}
        best["actions"]["pass"] |= {"low": best["actions"]["pass"]["win"], "high": best["actions"]["pass"]["win"]}
        end(store(refining, best), Status.FAILED, "Because.")
        services.retry(refining)
        assert refining.refining
        run_next(jobs)
        refining.refresh_from_db()
        assert (refining.status, refining.result, refining.version) == (Status.DONE, best, 2)


class TestWords:
    def test_while_it_runs_is_interrupted_and_is_stopped(self, refining: Analysis) -> None:
        beat(refining, 0.25, "Counting endings")
        refining.refresh_from_db()
        description = describe_job(refining)
        assert (description.title, description.percent) == ("Improving…", 25)
        assert "Counting endings" in description.detail
        refining.heartbeat_at = timezone.now() - timedelta(seconds=4)
        assert "this answer stays" in describe_job(refining).detail
        refining.cancel_requested = True
        assert describe_job(refining).title == "Stopping…"

    def test_a_worker_that_keeps_dying_leaves_the_answer(self, refining: Analysis, client: Client) -> None:
        for _ in range(3):
            Analysis.objects.update(heartbeat_at=timezone.now() - timedelta(minutes=1))
            resend_lost()
            refining.refresh_from_db()
            if refining.status == Status.QUEUED:
                claim(jobs, refining)
        assert refining.status == Status.FAILED
        page = text(client.get(build_address(refining.question)))
        assert 'id="verdict"' in page
        assert "No better answer was reached." in page
        assert "interrupted 3 times" in page
        assert f"/a/{refining.key}/retry/" in page


class TestPage:
    def test_without_javascript(self, refining: Analysis, client: Client) -> None:
        page = text(client.get(build_address(refining.question)))
        assert re.search(r'id="verdict"[^>]*>(Press|Pass)</h2>', page)
        assert 'data-state="refining"' in page
        assert "Improving…" in page
        assert "Estimated" in page
        assert 'http-equiv="refresh"' not in page  # it would lose what is being typed
        assert f'href="{build_address(refining.question)}">Reload</a>' in page
        Analysis.objects.update(viewed_until=timezone.now())  # the page has been read for a while
        stopped = text(client.post(f"/a/{refining.key}/cancel/", follow=True))
        assert "Stopping…" in stopped
        end(refining, Status.CANCELLED)
        page = text(client.get(build_address(refining.question)))
        assert "This is the answer so far." in page
        assert 'id="verdict"' in page
        assert 'http-equiv="refresh"' not in page
        again = text(client.post(f"/a/{refining.key}/retry/", follow=True))
        assert 'id="verdict"' in again
        assert "Waiting to improve…" in again

    def test_only_the_line_changes_until_there_is_a_better_answer(self, refining: Analysis, client: Client) -> None:
        look = f"/a/{refining.key}/?seen=1"
        line = client.get(look, headers=PART)
        assert 'id="refining"' in text(line)
        assert 'id="answer"' not in text(line)
        store(refining, real(250))
        whole = client.get(look, headers=PART)
        assert 'id="verdict"' in text(whole)
        assert 'id="answer"' in text(whole)
        assert "data-announce" not in text(whole)  # the same verdict, and more to come
        end(refining, Status.DONE)
        last = text(client.get(f"/a/{refining.key}/?seen=2", headers=PART))
        assert 'data-announce="This is the final answer. ' in last
        assert 'id="refining"' not in last

    def test_a_rough_answer_is_held_back_unless_a_better_one_has_to_wait(self, asked: Analysis, client: Client) -> None:
        answer = rough(real(250), off=0.08)  # which takes its time
        claim(jobs, asked)
        store(asked, answer)
        Analysis.objects.update(created_at=timezone.now() + timedelta(hours=1))  # it is not old soon
        page = build_address(asked.question)
        assert 'id="verdict"' not in text(client.get(page)), "a better one comes soon"
        Analysis.objects.update(status=Status.QUEUED, queued_at=timezone.now() - timedelta(seconds=1))
        assert 'id="verdict"' in text(client.get(page)), "others are solved before it"

    def test_another_verdict_is_said(self, refining: Analysis, client: Client) -> None:
        store(refining, rough(real(250), best="press"))
        part = text(client.get(f"/a/{refining.key}/?seen=1", headers=PART))
        assert 'data-announce="The verdict has changed. Press. ' in part
        assert "An earlier, rougher answer said “Pass.”" in part
        page = text(client.get(build_address(refining.question)))
        assert "said “Pass.”" in page

    @pytest.mark.parametrize(
        ("status", "words"),
        [
            (Status.FAILED, "No better answer was reached."),
            (Status.TOO_LARGE, "A better answer would be too large."),
            (Status.CANCELLED, "This is the answer so far."),
        ],
    )
    def test_what_ended_it_is_said_beside_the_answer(
        self, refining: Analysis, client: Client, status: Status, words: str
    ) -> None:
        end(refining, status, "Because <so>.")
        part = text(client.get(f"/a/{refining.key}/?seen=1", headers=PART))
        assert 'id="verdict"' in part
        assert words in part
        assert "Because &lt;so&gt;." in part
        assert f"/a/{refining.key}/retry/" in part
