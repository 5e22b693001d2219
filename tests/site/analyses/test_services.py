"""Asking, and who shares an answer: with the real engine and a real broker."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from django.db import connection

from engine import Rules
from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.page import describe_job
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.models import Analysis
from pressorpass_site.boards import services as boards
from pressorpass_site.celery import app
from pressorpass_site.questions.question import NextSpins
from pressorpass_site.work.models import Status
from tests.site.conftest import Ask
from tests.site.work.by_hand import count_messages, execute, orphaned


@pytest.fixture(autouse=True)
def empty_queue(transactional_db: None) -> None:
    app.control.purge()


class TestAsking:
    def test_asking_again_gives_the_stored_answer(self, question: Ask) -> None:
        first = execute(jobs, services.get_or_start_analysis(question()))
        again = services.get_or_start_analysis(question(), retry_failed=True)
        assert again.pk == first.pk
        assert again.result == first.result
        assert count_messages() == 1  # the first one, which this test never took from the queue

    def test_many_at_the_same_moment_share_one_job(self, question: Ask) -> None:
        this_question = question()
        together = threading.Barrier(8)

        def one() -> int:
            try:
                together.wait()
                return services.get_or_start_analysis(this_question).pk
            finally:
                connection.close()

        with ThreadPoolExecutor(8) as people:
            keys = {future.result() for future in [people.submit(one) for _ in range(8)]}
        assert len(keys) == 1
        assert Analysis.objects.count() == count_messages() == 1

    def test_a_link_leaves_it_canceled_but_asking_by_hand_starts_it(self, question: Ask) -> None:
        jobs.cancel(services.get_or_start_analysis(question()))
        assert services.get_or_start_analysis(question()).status == Status.CANCELLED
        assert services.get_or_start_analysis(question(), retry_failed=True).status == Status.QUEUED


class TestLimits:
    def test_what_cannot_be_afforded_is_said_in_a_sentence(self, question: Ask, settings: object) -> None:
        # With more memory than next to none this can be estimated; chances have bounds even so.
        settings.SOLVER_SECONDS, settings.SOLVER_MEMORY_BYTES = 1, 2**10  # type: ignore[attr-defined]
        this_question = replace(
            question("0e4,2000e4,3500e4@1"),
            rules=Rules.preset("seed").with_options({"goal": "money"}),
            next_spins=NextSpins(boards.find_revision("pyl-classic-r2"), 1),
        )
        analysis = execute(jobs, services.get_or_start_analysis(this_question))
        assert analysis.status == Status.TOO_LARGE
        assert analysis.message.endswith(".")

    def test_it_is_asked_again_when_the_limits_have_grown(self, question: Ask, settings: object) -> None:
        services.get_or_start_analysis(question())
        Analysis.objects.update(status=Status.TOO_LARGE)
        assert services.get_or_start_analysis(question()).status == Status.TOO_LARGE
        settings.SOLVER_SECONDS += 1  # type: ignore[attr-defined]
        assert services.get_or_start_analysis(question()).status == Status.QUEUED


def test_the_page_says_that_the_solver_was_interrupted(question: Ask) -> None:
    analysis = orphaned(jobs, services.get_or_start_analysis(question()))
    description = describe_job(analysis)
    assert description.interrupted
    assert description.title == "The solver was interrupted."
    assert "try 2 of 3" in description.detail
    assert describe_job(services.refresh(analysis)).interrupted
