"""Many people try other scores with the same spins: what one job finds out answers all of them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.models import Analysis, Status
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.tables import whatif_tables
from pressorpass_site.core.redis_client import client
from tests.site.conftest import STAYS, Ask
from tests.site.work.by_hand import execute

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

# Spins and Whammies that no stored table has.
POSITIONS = ("8000e2w1,{}w3,5000w2@1", "8000e1w3,{}w1,5000w3@1")


@pytest.fixture(autouse=True)
def nothing_tried() -> None:
    """No test finds out what the one before it has tried."""
    for key in client().scan_iter("pressorpass:turn:build:*"):
        client().delete(key)


@pytest.fixture
def asked(question: Ask) -> list[list[Analysis]]:
    """Three questions that differ in a score, and one about other spins."""
    alike, other = POSITIONS
    found = [
        [services.ask(question(alike.format(score)), look=STAYS) for score in (3100, 6300, 9700)],
        [services.ask(question(other.format(3100)), look=STAYS)],
    ]
    Analysis.objects.update(queued_at=timezone.now() - timedelta(seconds=1))  # they have waited
    return found


def test_one_job_answers_all_that_differ_in_their_scores(asked: list[list[Analysis]]) -> None:
    (first, second, third), (other,) = asked
    execute(jobs, first)
    for analysis in (second, third):
        seen = services.learn(services.refresh(analysis))
        assert seen.answer is not None
        assert seen.answer.method == "estimated"
        assert seen.status == Status.QUEUED  # a better answer follows
    assert services.learn(services.refresh(other)).answer is None


def test_who_has_nobody_waiting_beside_them_is_answered_by_a_job(question: Ask) -> None:
    analysis = execute(jobs, services.ask(question(POSITIONS[0].format(3100)), look=STAYS))
    assert analysis.answer is not None
    assert whatif_tables.nearest(question(POSITIONS[0].format(6300))) is None


def test_what_a_table_has_answered_comes_after_what_has_no_answer(asked: list[list[Analysis]]) -> None:
    (first, second, third), (other,) = asked
    execute(jobs, first)
    services.learn(second)
    jobs.execute()
    other.refresh_from_db()
    third.refresh_from_db()
    assert other.answer is not None or third.answer is not None
    second.refresh_from_db()
    assert second.attempts == 0
