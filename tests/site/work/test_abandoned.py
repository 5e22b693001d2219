"""Pages that nobody looks at any more, with the real engine, real workers and a real broker."""

import subprocess
from collections.abc import Callable

import pytest

from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.models import Analysis, Status
from pressorpass_site.answers.tables import whatif_tables
from pressorpass_site.answers.tables.models import Table
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import LOOK, Job, Priority
from tests.processes import wait_for
from tests.site.conftest import STAYS, Ask

from .by_hand import unseen_for

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

# Three contestants hold spins: better answers take minutes.
THREE_HOLDERS = "1000e7,3000e2,4000e7@1"
# A first answer soon, and a better one that takes long.
TWO_HOLDERS = "1000e7,3000,4000e7@1"
ONE_SPIN = "8000e1,3000,0@1"
# Its table takes a while.
THREE_SPINS_EACH = "1000e4,3000e3,2000e4@1"


def becomes(job: Job, what: str, condition: Callable[[], bool]) -> None:
    def there() -> bool:
        job.refresh_from_db()
        return condition()

    wait_for(f"{job} {what}", there)


def refining(analysis: Analysis) -> Analysis:
    becomes(
        analysis,
        "was being refined",
        lambda: analysis.status == Status.RUNNING and analysis.priority == Priority.REFINE,
    )
    return analysis


def wanted(question: Question) -> Table:
    table = whatif_tables.request(question).table
    assert table
    return table


@pytest.fixture
def heavy(question: Ask, celery_worker_process: subprocess.Popen[bytes]) -> Analysis:
    """A page that is closed while its answer is being refined, which takes minutes."""
    analysis = refining(services.ask(question(THREE_HOLDERS, preset="show"), look=STAYS))
    unseen_for(STAYS, analysis)
    becomes(analysis, "was out of view", lambda: not analysis.is_viewed)
    assert analysis.status == Status.RUNNING  # nothing else is to be done
    return analysis


def has_waited_for(analysis: Analysis, other: Job) -> bool:
    """Tell whether a job was begun only after another one had ended."""
    assert analysis.started_at
    return other.finished_at is not None and other.finished_at <= analysis.started_at


def test_an_abandoned_page_holds_up_no_first_answer(question: Ask, heavy: Analysis) -> None:
    table = wanted(question(THREE_SPINS_EACH, preset="show"))
    becomes(table, "was begun beside it", lambda: table.status == Status.RUNNING)
    answer = services.ask(question(ONE_SPIN, preset="show"))
    becomes(answer, "was answered", lambda: answer.status == Status.DONE)
    for other in (heavy, table):
        other.refresh_from_db()
        assert not has_waited_for(answer, other)


def test_an_abandoned_page_leaves_its_process_to_one_in_view_and_goes_on_afterwards(
    question: Ask, heavy: Analysis
) -> None:
    other = services.ask(question(TWO_HOLDERS, preset="show"), look=STAYS)
    becomes(heavy, "was parked", lambda: heavy.status == Status.QUEUED)
    assert heavy.refining
    refining(other)
    services.jobs.cancel(other)
    refining(heavy)
    assert not heavy.is_viewed
    assert heavy.attempts == 1
    services.jobs.cancel(heavy)


def test_who_comes_back_waits_for_those_who_are_there(question: Ask, heavy: Analysis) -> None:
    other = refining(services.ask(question(TWO_HOLDERS, preset="show"), look=STAYS))
    becomes(heavy, "was parked", lambda: heavy.status == Status.QUEUED)
    services.refresh(heavy, look=STAYS)
    other.refresh_from_db()
    assert other.status == Status.RUNNING
    unseen_for(STAYS, other)
    refining(heavy)
    becomes(other, "was parked", lambda: other.status == Status.QUEUED)
    services.jobs.cancel(other)
    services.jobs.cancel(heavy)


def test_an_abandoned_table_is_parked_for_another_and_goes_on_afterwards(
    question: Ask, celery_worker_process: subprocess.Popen[bytes]
) -> None:
    # First, as on a busy machine its first answer may take longer than the table.
    refinement = refining(services.ask(question(TWO_HOLDERS, preset="show"), look=STAYS))
    asked = question(THREE_SPINS_EACH, preset="show")
    table = wanted(asked)
    becomes(table, "was begun", lambda: table.status == Status.RUNNING)
    unseen_for(LOOK, table)
    becomes(table, "was out of view", lambda: not table.is_viewed)
    assert table.is_active
    other = wanted(question("8000e2,3000,0@1", preset="show"))
    becomes(other, "was built", lambda: other.status == Status.DONE)
    becomes(table, "went on", lambda: table.status == Status.RUNNING)
    assert table.started_at
    assert other.finished_at
    assert table.started_at >= other.finished_at
    services.jobs.cancel(refinement)
    whatif_tables.cancel(asked)


def test_what_nobody_looks_at_is_done_when_nothing_else_is_to_be_done(
    question: Ask, celery_worker_process: subprocess.Popen[bytes]
) -> None:
    analysis = services.ask(question(), look=0)
    becomes(analysis, "was answered", lambda: analysis.status == Status.DONE)
