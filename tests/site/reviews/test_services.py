"""Stored reviews: one job each, values shared with other reviews, and totals."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine import Game, Position, PositionValues, parse_game, review, solve_positions
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.tasks import jobs as answers
from pressorpass_site.celery import app
from pressorpass_site.games.models import Review
from pressorpass_site.games.reviews import services
from pressorpass_site.games.reviews.known import build_result
from pressorpass_site.games.reviews.services import ReviewStatus
from pressorpass_site.games.reviews.tasks import jobs
from pressorpass_site.work.models import Status
from tests.site.conftest import STAYS
from tests.site.work.by_hand import execute

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

SEED = '[Rules "seed"]\n[Left "Ann"]\n[Center "Bob"]\n[Right "Cy"]\n'
GAME = f"{SEED}= 3000e2,2500e2,2000@1\n1. 500\n1. pass Bob\n2. w\n2. 750"
# Ann leads and could pass her spin; she presses. On GSN round 1 was another game, so it has no odds.
MISTAKE = f'{SEED}[Show "GSN"]\n'
MISTAKE += "round 1: 1 0 0\n1. 500\nround 2: 9000e1,1500e0,4000e0\n1. w"
OTHER = GAME.replace("2. 750", "2. 2000")
LONGER = f"{GAME}\n2. 500"
_ROWS: dict[str, Review] = {}  # finished reviews, by key


@pytest.fixture(autouse=True)
def empty_queue() -> None:
    app.control.purge()


def game(text: str = GAME) -> Game:
    return parse_game(text)


def run_review_job(status: ReviewStatus) -> None:
    """Run the job of a review like a worker; the job counts as viewed all the time."""
    if status.job is not None and status.job.is_active:
        jobs.refresh(status.job, STAYS)
        execute(jobs, status.job)


def review_game(played: Game) -> None:
    """Review a game: the first time run its job, later restore the stored row."""
    key = services.find_review(played).key
    if key in _ROWS and not Review.objects.exists():
        Review.objects.bulk_create([_ROWS[key]])
    else:
        run_review_job(services.get_or_start_review(played))
        if Review.objects.count() == 1:
            _ROWS[key] = Review.objects.get()


def add_known_values(played: Game, values: Mapping[Position, PositionValues]) -> None:
    """Add these values to the result of a review, as its job would."""
    status = services.find_review(played)
    result = build_result(status.setting, {**status.values, **values})
    if status.job is None:
        Review.objects.create(key=status.key, status=Status.DONE, result=result)
    else:
        Review.objects.filter(pk=status.job.pk).update(result=result)


def test_a_review_is_one_job_and_adds_up() -> None:
    status = services.get_or_start_review(game(), view_seconds=STAYS)
    assert status.under_way
    assert not status.final
    run_review_job(status)
    done = services.find_review(game())
    assert (done.final, done.review.unsolved) == (True, 0)
    assert done.version != status.version
    for account in done.review.accounts:
        seat = account.seat
        assert account.start.win[seat] + account.luck + account.skill == pytest.approx(account.end.win[seat], abs=1e-9)
    alone = review(game())
    assert [step.cost for step in done.review.judged] == pytest.approx([step.cost for step in alone.judged], abs=1e-6)


def test_what_a_review_nearby_knows_is_not_solved_again() -> None:
    run_review_job(services.get_or_start_review(game(), view_seconds=STAYS))
    near = [Review.objects.get().pk]
    longer = services.get_or_start_review(game(LONGER), near, view_seconds=STAYS)
    assert longer.key != services.find_review(game()).key
    assert longer.final, "the event that was added has led to the end of the game"
    other = services.get_or_start_review(game(OTHER), near, view_seconds=STAYS)
    assert 0 < other.solved[0] < other.solved[1]
    assert services.find_review(game(OTHER)).solved == other.solved, "they are its own"
    run_review_job(other)
    assert services.find_review(game(OTHER)).final


def test_values_of_another_board_do_not_count() -> None:
    review_game(game())
    Review.objects.update(result=Review.objects.get().result | {"setting": "another"})
    assert services.find_review(game()).solved[0] == 0
    assert services.get_or_start_review(game()).under_way


def test_names_and_undone_events_are_no_part_of_a_review() -> None:
    status = services.get_or_start_review(game())
    named = game(GAME.replace("Ann", "Amy").replace("2. 750", "2. 750 {what a spin}"))
    assert services.find_review(named).key == status.key
    undone = game(f"{GAME}\n2. 500\nundo")
    assert services.find_review(undone).key == status.key
    stored = str(Review.objects.get().input)
    assert "Ann" not in stored
    assert Review.objects.get().engine_game.state == status.plan.game.state


def test_a_better_answer_to_the_position_counts() -> None:
    status = services.find_review(game())
    position = status.plan.positions[-1]
    question = status.setting.build_question(position)
    assert question is not None
    before = services.get_or_start_review(game(), view_seconds=STAYS)
    analysis = analyses.get_or_start_analysis(question, view_seconds=STAYS)
    execute(answers, analysis)
    after = services.find_review(game())
    assert after.review.unsolved < before.review.unsolved
    assert after.version != before.version


def test_a_canceled_review_keeps_what_it_found_and_goes_on_when_asked_to() -> None:
    status = services.get_or_start_review(game(), view_seconds=STAYS)
    add_known_values(game(), dict([next(iter(solve_positions(status.plan, status.plan.positions)))]))
    stopped = services.cancel_review(game())
    assert (stopped.stopped, stopped.final) == (True, False)
    assert stopped.solved[0] > 0
    assert services.get_or_start_review(game(), view_seconds=STAYS).stopped  # looking at it starts nothing
    again = services.retry_review(game())
    assert again.under_way
    assert again.solved == stopped.solved
    run_review_job(again)
    assert services.find_review(game()).final


def test_costly_calls_that_are_estimates_are_looked_at_more_closely() -> None:
    first_status = services.find_review(game(MISTAKE))
    for position, values in solve_positions(first_status.plan, first_status.plan.positions):
        assert values.press
        assert values.passing
        rough = [replace(odds, error=(0.02, 0.02, 0.02), method="estimated") for odds in (values.press, values.passing)]
        add_known_values(game(MISTAKE), {position: PositionValues(*rough)})
    status = services.get_or_start_review(game(MISTAKE), view_seconds=STAYS)
    assert (status.under_way, status.refining, status.final) == (False, True, False)
    analysis = status.refined
    assert analysis is not None
    assert (analysis.position, analysis.is_viewed) == (status.review.mistakes[0].position.notation, True)
    execute(answers, analysis)
    better = services.get_or_start_review(game(MISTAKE), view_seconds=STAYS)
    assert better.final
    assert [step.method for step in better.review.judged if step.kind == "decision"] == ["exact"]
    assert better.version != status.version


def test_a_review_that_ends_without_all_positions_says_so_and_can_go_on(settings: Any) -> None:
    status = services.get_or_start_review(game(), view_seconds=STAYS)
    enough, settings.SOLVER_MEMORY_BYTES = settings.SOLVER_MEMORY_BYTES, 1
    run_review_job(status)
    ended = services.find_review(game())
    assert (ended.stopped, ended.final) == (True, False)
    assert "not enough time or memory" in ended.message
    settings.SOLVER_MEMORY_BYTES = enough
    run_review_job(services.retry_review(game()))
    assert services.find_review(game()).final
