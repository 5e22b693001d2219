"""A hundred tries beside an answer, and what the page needs to play on from it."""

from typing import Any

import pytest
from django.test import Client

from engine import Position, Rules, Tries, solve
from pressorpass_site.answers.analyses import play, services, tries
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.answers.analyses.tasks import play_tries
from pressorpass_site.answers.analyses.trail import Trail
from pressorpass_site.answers.models import Analysis
from pressorpass_site.questions.address import build_address
from tests.site.conftest import Ask
from tests.site.markup import markup as text
from tests.site.work.by_hand import count_messages

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

PART = {"Part-Request": "true"}


def played(analysis: Analysis, first: int = 0) -> Tries:
    """Return the tries after a worker has played a hundred."""
    play_tries(analysis.pk, first)
    analysis.refresh_from_db()
    stored_tries = tries.get_tries(analysis)
    assert stored_tries is not None
    return stored_tries


def url(analysis: Analysis) -> str:
    return f"/a/{analysis.key}/tries/"


def spin_of(analysis: Analysis, answer: Answer | None = None) -> Any:
    trail = Trail(analysis.question, analysis.question.position)
    shown_answer = answer or analysis.answer
    assert shown_answer is not None
    return play.build_next_spin(analysis, shown_answer, trail, trail.build_outcome_links())


class TestTries:
    def test_a_page_asks_for_them_and_gets_them_once_a_worker_has_played(
        self, client: Client, answered: Analysis
    ) -> None:
        before = count_messages("later")
        waiting = text(client.post(url(answered), headers=PART))
        assert count_messages("later") == before + 1
        assert "Playing 100 games…" in waiting
        assert f'data-part-get="{url(answered)}?seen=0&amp;look=2"' in waiting
        assert "look=3" in text(client.get(f"{url(answered)}?seen=0&look=2", headers=PART))
        stored_tries = played(answered)
        page = text(client.get(f"{url(answered)}?seen=0&look=3", headers=PART))
        assert "data-part-get" not in page
        assert "100 games, played out" in page
        assert stored_tries.press
        assert stored_tries.passing
        wins = stored_tries.press.count_wins(0), stored_tries.passing.count_wins(0)
        assert f"Left won {wins[0]} by pressing and {wins[1]} by passing." in page
        assert [bar.text in page for bar in answered.answer.bars[0]] == [True, True]  # type: ignore[union-attr]
        assert text(client.post(url(answered), headers=PART)) == page  # no more are asked for
        assert count_messages("later") == before + 1

    def test_a_hundred_more_go_on_from_the_last(self, client: Client, answered: Analysis) -> None:
        first = played(answered)
        assert "look=2" in text(client.post(url(answered), {"more": ""}, headers=PART))
        assert played(answered) == first  # a message that comes again changes nothing
        both = played(answered, 100)
        assert both.count == 200
        assert both.press
        assert first.press
        assert both.press.winners.startswith(first.press.winners)
        assert both.press.games == first.press.games
        assert "200 games, played out" in text(client.get(url(answered), headers=PART))

    def test_without_scripts_the_page_has_the_numbers_in_words(self, client: Client, answered: Analysis) -> None:
        here = build_address(answered.question)
        assert "Play it out 100 times" in text(client.get(here))
        response = client.post(url(answered), {"more": ""})
        assert (response.status_code, response["Location"]) == (302, here)
        words = tries.describe_tries(answered, answered.answer)  # type: ignore[arg-type]
        assert words is None
        played(answered)
        assert "Out of 100 games played out from here, Left won" in text(client.get(here))

    def test_a_worker_that_finds_it_too_big_says_so(
        self, client: Client, answered: Analysis, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tries, "play_tries", lambda *_, **__: None)
        play_tries(answered.pk, 0)
        answered.refresh_from_db()
        assert answered.tries == {}
        assert "This could not be played out." in text(client.post(url(answered), headers=PART))

    @pytest.mark.parametrize("notation", ["8000e1,0w4,0w4@1"])
    def test_what_is_decided_has_none(self, client: Client, question: Ask, notation: str) -> None:
        analysis = services.get_or_start_analysis(question(notation))
        result = solve(Position.parse(notation), analysis.question.board, Rules()).to_json()
        Analysis.objects.filter(pk=analysis.pk).update(result=result, status="done")
        assert client.get(url(analysis), headers=PART).status_code == 404
        assert "play-data" not in text(client.get(build_address(analysis.question)))


class TestGames:
    def test_a_page_gets_one_of_an_action_or_any(self, client: Client, answered: Analysis) -> None:
        assert client.get(f"{url(answered)}press/").status_code == 404
        played(answered)
        for action, says in (("press", "$"), ("pass", "Left passes")):
            [first, *_] = client.get(f"{url(answered)}{action}/").json()["frames"]
            assert first["say"].startswith((says, "Whammy") if action == "press" else says)
        assert client.get(f"{url(answered)}any/").json()["frames"]
        assert client.get(f"{url(answered)}other/").status_code == 404


class TestNextSpin:
    def test_the_light_stops_by_the_weights_of_the_board(self, answered: Analysis) -> None:
        spin = spin_of(answered)
        assert answered.answer
        weight = sum(square[1] for square in spin["squares"])
        chances: dict[str, float] = {}
        for _, its, slides in spin["squares"]:
            shown = sum(stop_weight for _, stop_weight in slides)
            for index, stop_weight in slides:
                key = str(spin["slides"][index])
                chances[key] = chances.get(key, 0.0) + its / weight * stop_weight / shown
        assert sum(chances.values()) == pytest.approx(1)
        whammy = next(outcome for outcome in answered.answer.outcomes if outcome.kind == "whammy")
        assert chances[str(next(slide for slide in spin["slides"] if slide["say"] == "Whammy"))] == pytest.approx(
            whammy.chance
        )

    def test_a_landing_says_what_it_brings_and_where_it_leads(self, question: Ask) -> None:
        analysis = services.get_or_start_analysis(question("8000e2,3000,0@1"))
        answer = Answer(solve(analysis.question.position, analysis.question.board, analysis.question.rules).to_json())
        slides = {slide["say"]: slide for slide in spin_of(analysis, answer)["slides"]}
        spin = slides["$1,000 + spin"]
        assert spin["pods"] == [[0, "$9,000", "2 spins", 2, 0]]
        assert (spin["who"], spin["up"], spin["tone"], spin["measure"]) == (0, 0, "spin", "Left’s chance")
        assert spin["to"].startswith("/p/9000e2,3000,0@1?")
        assert spin["change"].startswith("+")
        assert slides["Whammy"]["pods"] == [[0, "$0", "1 spin", 1, 1]]
        assert [way["say"] for way in spin_of(analysis, answer)["passes"]] == ["Left passes two spins to Center"]

    def test_without_the_chances_of_all_landings_there_is_no_spin(self, answered: Analysis) -> None:
        rough = Answer(answered.result | {"outcomes": answered.result["outcomes"][:-1]})
        assert spin_of(answered, rough)["slides"] == []
        assert spin_of(answered)["slides"]
