"""Reviews of games in play: each choice with its cost and a link to its step."""

import re
from collections.abc import Callable
from string import ascii_uppercase

import pytest
from django.test import Client

from pressorpass_site.lab.models import LabAnswer
from tests.tier import few

from .lab_games import links, scores, settled


def play_out(client: Client, address: str, choose: Callable[[dict[str, str]], str]) -> str:
    """Play a game to its last page; `choose` picks a button by its text."""
    table = address.partition("?")[0]
    for _ in range(200):
        page = settled(client, address)
        if 'class="verdict"' in page:
            return page
        there = links(page)
        address = table + there[choose(there)]
    raise AssertionError("the game does not end")


def hold_or_roll(there: dict[str, str]) -> str:
    """Hold as soon as possible."""
    return next((words for words in there if words.startswith("Hold")), "Roll")


@pytest.mark.django_db(transaction=True)
class TestTheTable:
    def test_a_finished_game_of_pig_is_reviewed_and_stepped_through(self, client: Client) -> None:
        page = play_out(client, "/lab/pig/?goal=20&seed=7", hold_or_roll)
        assert "Your choices cost" in page
        lab_answer = LabAnswer.objects.get(input__game="pig", input__question="review")
        result = lab_answer.result
        assert result is not None
        assert result["details"]["end"] == float("You win!" in page)
        first = next(entry for entry in result["details"]["choices"] if entry["cost"])
        there = re.search(rf'href="([^"]*)">{first["total"]} in hand at {first["own"]} to {first["opp"]}</a>', page)
        assert there
        step = settled(client, "/lab/pig/" + there[1])
        assert scores(step) == (first["own"], first["opp"])
        assert f"and {first['total']} in hand" in step
        assert {"roll": "You rolled.", "hold": "You held."}[first["choice"]] in step
        assert f"{first['choice']} (yours)" in step
        assert f"−{100 * first['cost']:.1f} pts" in step
        assert "Roll" not in links(step)  # nothing is played there

    def test_steps_lead_from_the_first_choice_to_the_end(self, client: Client) -> None:
        page = play_out(client, "/lab/hog/?goal=30&seed=3", lambda there: "5 dice")
        step = settled(client, "/lab/hog/" + links(page)["Step through the game"])
        seen = 1
        while "Next" in links(step):
            step = settled(client, "/lab/hog/" + links(step)["Next"])
            seen += 1
        assert f"Choice {seen} of {seen}" in step
        assert scores(settled(client, "/lab/hog/" + links(step)["To the end"])) == scores(page)
        onward = settled(client, "/lab/hog/" + links(step)["Play on from here with new dice"])
        assert scores(onward) == scores(step)
        assert "5 dice" in links(onward)

    @pytest.mark.parametrize(
        ("table", "against", "rule"),
        [("pig", "hold:9", "holds at 9"), ("hog", "always:5", "always 5 dice"), ("hog", "bacon:4:3", "Bacon from 4")],
    )
    def test_the_other_player_plays_as_asked(self, client: Client, table: str, against: str, rule: str) -> None:
        choose = hold_or_roll if table == "pig" else (lambda there: "4 dice")
        page = play_out(client, f"/lab/{table}/?goal=25&seed=5&against={against}", choose)
        assert rule in page
        lab_answer = LabAnswer.objects.get(input__question="review")
        assert lab_answer.options["b"] == against
        assert lab_answer.result is not None
        assert lab_answer.result["details"]["given"] == pytest.approx(0, abs=1e-9)  # it did what the rule says

    def test_a_game_may_begin_with_the_other_player(self, client: Client) -> None:
        page = settled(client, "/lab/pig/?goal=20&seed=2")
        address = "/lab/pig/" + links(page)["Let the best player go first"]
        page = play_out(client, address, hold_or_roll)
        lab_answer = LabAnswer.objects.get(input__question="review")
        assert lab_answer.options["first"] == "b"
        assert lab_answer.result is not None
        assert lab_answer.result["details"]["given"] == pytest.approx(0, abs=1e-9)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("game", "boxes"), few(1, [("yahtzee", 13), ("yatzy", 15), ("sebastian", 13)]))
def test_a_finished_card_is_reviewed_and_stepped_through(client: Client, game: str, boxes: int) -> None:
    # Two dice are kept at first, and each box is filled at once.
    table, moves = f"/lab/{game}/", f"3{ascii_uppercase[:boxes]}"
    page = settled(client, f"{table}?seed=2&moves={moves}")
    result = LabAnswer.objects.get(input__game=game, input__question="review").result
    assert result is not None
    assert f"{round(result['details']['end'])} points." in page
    assert f"Your choices cost {result['answer']:.2f} points" in page
    worst = max(result["details"]["choices"], key=lambda entry: entry["cost"])
    step = settled(client, f"{table}?seed=2&moves={moves}&step={result['details']['choices'].index(worst)}")
    assert f"{worst['cost']:.2f} points" in step
    assert "You filled " in step
    assert "Roll the others" not in step
    first = settled(client, table + links(step)["First"])
    assert "You kept " in first
    assert f"Choice 1 of {boxes + 1}" in first
