"""Reviews of played games on the site: each choice with its cost, and where to look at it again."""

from typing import Any

import pytest
from django.test import Client

from engine.lab import ask

from .lab_games import settled


@pytest.fixture(autouse=True)
def nobody_waits(settings: Any) -> None:
    settings.ANSWER_WAIT_MILLISECONDS = 0


@pytest.mark.django_db(transaction=True)
class TestTheQuestion:
    def test_the_costs_are_the_engine_s(self, client: Client) -> None:
        record = "6-6-4,5-4-6,3-4-6,2-6-6-1,4-6"
        page = settled(client, f"/lab/pig/review/?goal=40&record={record}")
        answer = ask("pig", "review", {"goal": "40", "record": record}).answer
        assert isinstance(answer.answer, float)
        assert f"Your choices cost {100 * answer.answer:.1f} percentage points" in page
        costly = [each for each in answer.details["choices"] if each["cost"]]
        for each in costly:
            assert f"{each['total']} in hand at {each['own']} to {each['opp']}</a>" in page
            assert f"own={each['own']}&opp={each['opp']}&turn-total={each['total']}" in page
        assert f"All {len(answer.details['choices'])} choices" in page

    def test_a_game_without_a_mistake_is_praised(self, client: Client) -> None:
        best = ask("hog", "dice", {"goal": "30"}).answer.answer
        assert isinstance(best, list)
        page = settled(client, f"/lab/hog/review/?goal=30&record={best[0]}:0")
        assert "Your choices cost nothing" in page

    def test_what_cannot_be_played_is_told_beside_the_record(self, client: Client) -> None:
        page = settled(client, "/lab/hog/review/?record=4:3")
        error = page[page.index('id="id_record_error"') :]
        assert "in turn 1, total must be 0" in error
        assert 'value="4:3"' in page
