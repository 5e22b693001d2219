"""Pig's page: what it shows beside an answer, and a game at its table."""

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from engine.lab import ask
from pressorpass_site.lab.pages.table import die
from tests.site.markup import markup

from .lab_games import links, scores, settled

pytestmark = pytest.mark.django_db(transaction=True)

TRY = "/lab/pig/"


@pytest.fixture(autouse=True)
def nobody_waits(settings: Any) -> None:
    settings.ANSWER_WAIT_MILLISECONDS = 0


def test_the_surface_is_a_picture_and_a_table_of_the_engine_s_numbers(client: Client) -> None:
    page = settled(client, "/lab/pig/surface/?goal=40")
    smallest = ask("pig", "surface", {"goal": "40"}).answer.answer
    assert isinstance(smallest, list)
    assert f"{smallest[0][0]} at 0 to 0" in page
    assert 'class="heat__map"' in page
    row = "".join(f"<td>{smallest[10][opp]}</td>" for opp in range(0, 40, 2))
    assert f'<th scope="row">10</th>{row}' in page


def test_a_slice_tells_where_totals_are_rolled_again(client: Client) -> None:
    page = settled(client, "/lab/pig/hold/?opp=75")
    assert "Roll or hold against 75 points" in page
    first = ask("pig", "hold", {"opp": "75"}).answer.answer
    assert f'<th scope="row">0</th><td>{first}</td><td>46, 89–99</td>' in page


def test_what_a_wrong_choice_costs(client: Client) -> None:
    page = settled(client, "/lab/pig/policy/?own=30&opp=40&turn-total=20")
    details = ask("pig", "policy", {"own": "30", "opp": "40", "turn-total": "20"}).answer.details
    assert f"{details['roll']:.1%}".replace("%", "") in page
    assert f"−{100 * (details['roll'] - details['hold']):.1f} pts" in page
    assert "you=30&them=40&total=20" in links(page)["Continue playing from here"]


def test_both_iterations_stand_side_by_side(client: Client) -> None:
    page = settled(client, "/lab/pig/iterate/?goal=30&method=policy")
    for method in ("value", "policy"):
        assert f"{method.capitalize()} iteration" in page
    assert "the largest change of each sweep" in page
    assert '<th scope="row">1</th><td>1.00e+00</td>' in page


def test_a_simulation_is_held_to_the_exact_value(client: Client) -> None:
    page = settled(client, "/lab/pig/simulate/?goal=20&games=1000")
    assert "The simulation differs by" in page
    assert "turns" in settled(client, "/lab/pig/simulate/?goal=20&games=1000&players=1").partition("Exactly:")[2]


def test_an_exact_chance_has_a_simulation_beside_it(client: Client) -> None:
    page = settled(client, "/lab/pig/duel/?goal=20&a=hold:10&b=hold:8")
    answer = ask("pig", "simulate", {"goal": "20", "a": "hold:10", "b": "hold:8", "games": "20000"}).answer
    assert isinstance(answer.answer, float)
    part = page[page.index("The same in simulated games") :]
    assert f"A wins {100 * answer.answer:.1f}\xa0±" in part
    assert "games=20000" in part


def test_the_contest_is_a_table_with_the_best_first(client: Client) -> None:
    page = settled(client, "/lab/pig/contest/?goal=40&policies=hold:1,optimal,hold:12")
    assert page.index("1 The best player") < page.index("2 Holding at 12") < page.index("3 Holding at 1<")


@pytest.mark.parametrize(
    "address",
    ["pig/surface/?goal=20", "pig/solitaire/?goal=20", "pig/iterate/?goal=20", "hog/policy/?goal=20"],
)
def test_each_picture_says_what_it_shows(client: Client, address: str) -> None:
    page = settled(client, f"/lab/{address}")
    lessons = re.findall(r'<span class="heat__lesson">(.*?)</span>', page)
    assert len(lessons) == page.count('class="heat__map') > 0
    assert all(lesson.endswith(".") for lesson in lessons)


def test_a_picture_that_is_not_there_yet_is_told(client: Client) -> None:
    from pressorpass_site.lab.tasks import jobs

    client.get("/lab/pig/duel/?goal=30")
    jobs.execute()
    page = markup(client.get("/lab/pig/duel/?goal=30"))
    assert "Solving…" in page
    assert "lab-columns--waits" in page  # what comes moves nothing that is in view


def test_high_goals_have_a_page_without_a_picture(client: Client) -> None:
    page = settled(client, "/lab/pig/duel/?goal=250&own=240&opp=240")
    assert 'data-state="done"' in page
    assert "heat__map" not in page


class TestTheTable:
    def test_a_game_is_played_to_its_end_and_comes_out_the_same_again(self, client: Client) -> None:
        address, before, pages = f"{TRY}?goal=25&seed=7", (0, 0), []
        for _ in range(200):
            page = settled(client, address)
            pages.append((address, page))
            now = scores(page)
            assert now >= before or now[1] >= before[1]
            before = now
            if "verdict" in page:
                break
            there = links(page)
            hold = next((words for words in there if words.startswith("Hold")), None)
            address = TRY + there[hold or "Roll"]
        assert ("You win!" if before[0] >= 25 else "The best player wins.") in page
        for address, page in pages[-3:]:
            assert scores(settled(client, address)) == scores(page)

    def test_the_best_player_rolls_until_the_engine_holds(self, client: Client) -> None:
        held = ask("pig", "hold", {"own": "10", "opp": "20"}).answer.details["held"]
        for seed in range(8):
            page = settled(client, f"{TRY}?you=12&them=10&total=8&seed={seed}&do=hold")
            total, place = 0, 0
            while not any(low <= total <= high for low, high in held):
                face = die(seed, place, 6)
                place += 1
                total = 0 if face == 1 else total + face
                if face == 1:
                    break
            assert scores(page) == (20, 10 + total)
            assert parse_qs(urlsplit(links(page)["Roll"]).query)["moves"] == ["hr"]

    def test_advice_is_the_engine_s(self, client: Client) -> None:
        page = settled(client, f"{TRY}?you=30&them=40&total=25&seed=1&advice=1")
        details = ask("pig", "policy", {"own": "30", "opp": "40", "turn-total": "25"}).answer.details
        cost = 100 * (details["hold"] - details["roll"])
        assert f"Best: hold. Rolling costs {cost:.1f} percentage points." in page
        assert 'class="method">exact<' in page
        assert "Hide advice" in links(page)

    def test_one_wrong_part_leaves_the_rest_of_the_game(self, client: Client) -> None:
        page = markup(client.get(f"{TRY}?you=60&them=74&seed=abc&do=roll"))
        assert scores(page) == (60, 74)
        assert "You roll" not in page  # nothing happens before it is put right
        assert "you=60&them=74" in unescape(links(page)["Roll"])

    def test_rules_that_are_wrong_stay_in_their_form(self, client: Client) -> None:
        page = markup(client.get(f"{TRY}?goal=9999&sides=8&bust=2&seed=1"))
        assert re.search(r'value="9999" [^>]*aria-invalid="true"', page)
        assert '<ul class="errorlist" id="id_goal_error"><li>“goal” must be' in page
        assert 'id="id_sides" value="8"' in page
        assert '<details class="card" open' in page

    def test_no_link_leads_to_what_is_refused(self, client: Client) -> None:
        page = markup(client.get(f"{TRY}?seed=1&rolls=999999&do=roll"))
        assert client.get(TRY + unescape(links(page)["Roll"])).status_code == 200

    def test_who_has_enough_can_only_hold(self, client: Client) -> None:
        there = links(markup(client.get(f"{TRY}?you=90&total=12&seed=1")))
        assert "Hold 12 and win" in there
        assert "Roll" not in there

    def test_while_the_engine_thinks_nothing_is_decided(self, client: Client) -> None:
        page = markup(client.get(f"{TRY}?seed=3&do=begin"))
        assert "The best player is thinking." in page
        again = re.search(r'data-part-get="([^"]*)"', page)
        assert again
        waits = client.get(TRY + unescape(again[1]), headers={"Part-Request": "true"})
        assert waits.status_code == 204
        settled(client, TRY + unescape(again[1]))
        assert client.get(TRY + unescape(again[1]), headers={"Part-Request": "true"}).status_code == 200
