"""Reviews as stored: jobs, shared positions, what they add up to."""

from dataclasses import replace
from typing import Any

import pytest
from django.db.models import Model

from engine import Game, InputError, PositionValues, parse_game, review, solve_positions
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.tasks import jobs as answers
from pressorpass_site.celery import app
from pressorpass_site.games.reviews import services
from pressorpass_site.games.reviews.known import keep
from pressorpass_site.games.reviews.models import PositionOdds, Review, ReviewPart
from pressorpass_site.games.reviews.services import ReviewStatus
from pressorpass_site.games.reviews.tasks import game_jobs, position_jobs
from pressorpass_site.work.models import Status
from tests.site.conftest import STAYS
from tests.site.work.by_hand import execute, orphaned

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

SEED = '[Rules "seed"]\n[Left "Ann"]\n[Center "Bob"]\n[Right "Cy"]\n'
GAME = f"{SEED}= 3000e2,2500e2,2000@1\n1. 500\n1. pass Bob\n2. w\n2. 750"
# Ann leads and could pass her spin; she presses.
MISTAKE = f"{SEED}round 1: 1 0 0\n1. 500\nround 2: 9000e1,1500e0,4000e0\n1. w"
OTHER = GAME.replace("2. 750", "2. 2000")
LONGER = f"{GAME}\n2. 500"
_ROWS: dict[str, list[tuple[type[Model], list[Any]]]] = {}  # of finished reviews, by key


@pytest.fixture(autouse=True)
def empty_queue() -> None:
    app.control.purge()


def game(text: str = GAME) -> Game:
    return parse_game(text)


def worked_out(status: ReviewStatus) -> None:
    """Do what the workers would do with the messages of a review, however long that takes: it stays in view."""
    for part in status.parts:
        if part.is_active:
            jobs = position_jobs if part.position else game_jobs
            jobs.look(part, seconds=STAYS)
            execute(jobs, part)


def have_reviewed(played: Game) -> None:
    """Have a game reviewed: the first time by the workers, then, as the only review, by the same rows."""
    key = services.find(played).key
    if key in _ROWS and not Review.objects.exists():
        for model, rows in _ROWS[key]:
            model._default_manager.bulk_create(rows)
    else:
        worked_out(services.request(played))
        if Review.objects.count() == 1:
            _ROWS[key] = [(model, list(model._default_manager.all())) for model in (ReviewPart, PositionOdds)]


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


def test_a_position_is_solved_once_for_all_games() -> None:
    worked_out(services.request(game(), look=STAYS))
    rows = dict(PositionOdds.objects.values_list("key", "updated_at"))
    longer = services.request(game(LONGER), look=STAYS)
    assert longer.key != services.find(game()).key
    assert not longer.under_way  # the event that was added has led to the end of the game
    other = services.request(game(OTHER), look=STAYS)
    known = {position.notation for position in other.plan.positions} & set(
        PositionOdds.objects.values_list("position", flat=True)
    )
    assert known
    assert not known & {part.position for part in other.active}
    worked_out(other)
    assert services.find(game(OTHER)).final
    assert rows.items() <= dict(PositionOdds.objects.values_list("key", "updated_at")).items()


def test_names_and_undone_events_are_no_part_of_a_review() -> None:
    begun = services.request(game())
    named = game(GAME.replace("Ann", "Amy").replace("2. 750", "2. 750 {what a spin}"))
    assert services.find(named).key == begun.key
    undone = game(f"{GAME}\n2. 500\nundo")
    assert services.find(undone).key == begun.key
    stored = str(Review.objects.get().game)
    assert "Ann" not in stored
    assert Review.objects.get().engine_game.state == begun.plan.game.state


def test_a_better_answer_to_the_position_counts() -> None:
    status = services.find(game())
    position = status.plan.positions[-1]
    question = status.question(position)
    assert question is not None
    before = services.request(game(), look=STAYS)
    analysis = analyses.ask(question, look=STAYS)
    execute(answers, analysis)
    after = services.find(game())
    assert after.review.unsolved < before.review.unsolved
    assert after.version != before.version


def test_a_cancelled_review_keeps_what_it_found_and_goes_on_when_asked_to() -> None:
    begun = services.request(game(), look=STAYS)
    first = next(part for part in begun.parts if part.position)
    execute(position_jobs, first)
    stopped = services.cancel(game())
    assert (stopped.stopped, stopped.final) == (True, False)
    assert stopped.solved[0] > 0
    assert services.request(game(), look=STAYS).stopped  # looking at it starts nothing
    again = services.retry(game())
    assert again.under_way
    assert again.solved == stopped.solved
    worked_out(again)
    assert services.find(game()).final


def test_a_killed_worker_costs_nothing_but_time() -> None:
    begun = services.request(game(), look=STAYS)
    grid = next(part for part in begun.parts if not part.position)
    orphaned(game_jobs, grid)
    resumed = services.request(game(), look=STAYS)
    part = ReviewPart.objects.get(pk=grid.pk)
    assert (part.status, resumed.under_way) == (Status.QUEUED, True)
    execute(game_jobs, part)
    assert services.find(game()).review.unsolved == 0


def test_a_game_that_cannot_be_judged_begins_nothing() -> None:
    with pytest.raises(InputError, match="goal=win"):
        services.request(game(GAME.replace('"seed"', '"seed goal=money"')))
    assert not Review.objects.exists()


def test_round_1_alone_has_nothing_to_be_solved() -> None:
    status = services.request(game(f"{SEED}round 1: 1 0 0\n1. 500"))
    assert (status.parts, status.final, status.review.accounts) == ((), True, ())


def test_costly_calls_that_are_estimates_are_looked_at_more_closely() -> None:
    begun = services.find(game(MISTAKE))
    for position, values in solve_positions(begun.plan, begun.plan.positions):
        assert values.press
        assert values.passing
        rough = [replace(odds, error=(0.02, 0.02, 0.02), method="estimated") for odds in (values.press, values.passing)]
        keep(begun.setting, position, PositionValues(*rough))
    status = services.request(game(MISTAKE), look=STAYS)
    assert (status.under_way, status.refining, status.final) == (False, True, False)
    analysis = status.refined
    assert analysis is not None
    assert (analysis.position, analysis.in_view) == (status.review.mistakes[0].position.notation, True)
    execute(answers, analysis)
    better = services.request(game(MISTAKE), look=STAYS)
    assert better.final
    assert [step.method for step in better.review.judged if step.kind == "decision"] == ["exact"]
    assert better.version != status.version


def test_a_review_that_ends_without_all_positions_says_so_and_can_go_on(settings: Any) -> None:
    begun = services.request(game(), look=STAYS)
    ReviewPart.objects.update(limits={"seconds": 1.0})
    enough, settings.SOLVER_MEMORY_BYTES = settings.SOLVER_MEMORY_BYTES, 1
    worked_out(replace(begun, parts=tuple(ReviewPart.objects.all())))
    ended = services.find(game())
    assert (ended.stopped, ended.final) == (True, False)
    assert "not enough time or memory" in ended.message
    ReviewPart.objects.update(limits={"seconds": 20.0})
    settings.SOLVER_MEMORY_BYTES = enough
    worked_out(services.retry(game()))
    assert services.find(game()).final
