"""Reviews as stored: jobs, shared positions, what they add up to."""

from dataclasses import replace

import pytest

from engine import ENGINE_VERSION, Game, Position, parse_game, review
from pressorpass_site.analyses import services as analyses
from pressorpass_site.celery import app
from pressorpass_site.questions.question import Question
from pressorpass_site.reviews import services
from pressorpass_site.reviews.models import PositionOdds, Review, ReviewPart
from pressorpass_site.reviews.services import ReviewStatus
from pressorpass_site.reviews.tasks import game_jobs, position_jobs
from pressorpass_site.work.models import Status
from tests.site.conftest import STAYS, Ask
from tests.site.work.by_hand import execute, orphaned

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

SEED = '[Rules "seed"]\n[Left "Ann"]\n[Center "Bob"]\n[Right "Cy"]\n'
GAME = f"{SEED}= 3000e2,2500e2,2000@1\n1. 500\n1. pass Bob\n2. w\n2. 750"
LONGER = f"{GAME}\n2. 500"


@pytest.fixture(autouse=True)
def empty_queue() -> None:
    app.control.purge()


def game(text: str = GAME) -> Game:
    return parse_game(text)


def worked_out(status: ReviewStatus) -> None:
    """Do what the workers would do with the messages of a review."""
    for part in status.parts:
        if part.is_active:
            execute(position_jobs if part.position else game_jobs, part)


def test_a_review_is_made_of_jobs_and_adds_up() -> None:
    begun = services.request(game(), look=STAYS)
    assert begun.under_way
    assert not begun.final
    assert {part.position for part in begun.parts} == {"", *(p.notation for p in begun.plan.positions)}
    worked_out(begun)
    done = services.find(game())
    assert (done.final, done.review.unsolved) == (True, 0)
    assert done.version != begun.version
    for account in done.review.accounts:
        seat = account.seat
        assert account.start.win[seat] + account.luck + account.skill == pytest.approx(account.end.win[seat], abs=1e-9)
    alone = review(game())
    assert [step.cost for step in done.review.judged] == pytest.approx([step.cost for step in alone.judged], abs=1e-6)
