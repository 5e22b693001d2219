"""A review of a whole game: round 1, the questions between the rounds, round 2."""

from html import unescape
from typing import Any

import pytest
from django.test import Client

from engine import EarlyPosition, Odds, PositionValues
from pressorpass_site.games.models import BetweenRoundsAnalysis
from pressorpass_site.games.reviews import services
from pressorpass_site.games.reviews.between import LIMITS, BetweenRounds, jobs
from pressorpass_site.games.reviews.luck_and_skill import build_account_rows
from pressorpass_site.games.reviews.services import ReviewStatus
from pressorpass_site.questions.address import build_address
from pressorpass_site.work.models import Status

from .test_pages import stored
from .test_services import add_known_values, game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

EVENING = """[Left "Ann"]
[Center "Bob"]
[Right "Cy"]
round 1: 1 0 0
1. 500
question 1: 1 3 0
round 2: 1 3 0
2. w
"""


def odds(*win: float) -> Odds:
    return Odds((win[0], win[1], win[2]), (0.001, 0.001, 0.001), "estimated")


def have_estimates() -> ReviewStatus:
    """Store an estimate for each position."""
    status = services.find_review(game(EVENING))
    values: dict[Any, PositionValues] = {}
    for position in status.plan.positions:
        early = position if isinstance(position, EarlyPosition) else None
        if early is None:
            values[position] = PositionValues(odds(0.3, 0.5, 0.2), odds(0.3, 0.4, 0.3))
        elif early.between:
            values[position] = PositionValues(
                odds(0.4, 0.3, 0.3) if early.questions == 4 else odds(0.3, 0.5, 0.2), None
            )
        else:
            values[position] = PositionValues(odds(0.36, 0.34, 0.3), odds(0.31, 0.39, 0.3))
    add_known_values(game(EVENING), values)
    return services.find_review(game(EVENING))


def test_it_adds_up_from_the_first_spin_with_the_questions_as_luck_of_their_own() -> None:
    status = have_estimates()
    assert status.review.complete
    for account, row in zip(status.review.accounts, build_account_rows(status.review), strict=True):
        seat = account.seat
        assert account.start.win[seat] + account.luck + account.skill == pytest.approx(account.end.win[seat])
        assert row.questions == ("−10.0", "+20.0", "−10.0")[seat]


def test_the_page_shows_both_rounds(client: Client) -> None:
    stored_game = stored(EVENING, solved=False)
    status = have_estimates()
    page = client.get(f"/games/{stored_game.code}/review/").content.decode()
    assert "without odds" not in page
    assert "Before round 2 the odds are estimated, assuming average questions." in page
    assert "assuming average questions: nobody is quicker" in page
    assert "questions +20.0" in page
    assert (
        "Chances after the move, assuming average questions"
        in client.get(f"/games/{stored_game.code}/review/?move=3").content.decode()
    )
    assert "Right call, by" in page, "the press of round 1 is graded"
    assert '<template id="other-board" data-of="2" data-round="1">' in page
    first = client.get(f"/games/{stored_game.code}/review/?move=2").content.decode()
    assert '<template id="other-board" data-of="1" data-round="2">' in first
    opening = status.setting.build_question(status.plan.positions[3])
    assert opening
    assert f'href="{build_address(opening)}">The answer' in unescape(first)


def test_what_followers_have_asked_between_the_rounds_is_known() -> None:
    status = services.find_review(game(EVENING))
    moments = [moment for position in status.plan.positions if (moment := status.setting.build_moment(position))]
    assert sorted(moment.questions for moment in moments) == [3, 4]
    for moment in moments:
        job = jobs.get_or_start(moment.key, LIMITS, view_seconds=0, **_columns(moment))
        BetweenRoundsAnalysis.objects.filter(pk=job.pk).update(result=odds(0.4, 0.3, 0.3).to_json(), status=Status.DONE)
    assert services.find_review(game(EVENING)).solved == (2, 5)


def test_idle_workers_solve_round_1_and_the_questions_ahead() -> None:
    assert services.solve_ahead(game(EVENING))
    assert BetweenRoundsAnalysis.objects.count() == 2
    assert services.Analysis.objects.exclude(next_round_revision=None).count() == 1


def _columns(moment: BetweenRounds) -> dict[str, Any]:
    return {
        "input": moment.podium_numbers,
        "next_round_revision": moment.revision,
        "questions_before_round_2": moment.questions,
    }
