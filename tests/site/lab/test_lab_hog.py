"""Hog's page: the picture of its policy, what each number of dice is worth, and a game at its table."""

import random
from collections.abc import Iterable
from typing import Any

import pytest
from django.test import Client, RequestFactory

from engine.lab import ask
from pressorpass_site.lab.pages.dice import Place
from pressorpass_site.lab.pages.hog_play import HogPlay
from pressorpass_site.lab.pages.table import die
from tests.site.markup import markup

from .lab_games import links, scores, settled

TRY = "/lab/hog/"


def table(seed: int, off: Iterable[str] = ()) -> HogPlay:
    texts = {"seed": str(seed)} | dict.fromkeys(off, "yes")
    return HogPlay(RequestFactory().get(TRY, texts))


@pytest.fixture(autouse=True)
def nobody_waits(settings: Any) -> None:
    settings.ANSWER_WAIT_MILLISECONDS = 0


@pytest.mark.django_db(transaction=True)
class TestThePage:
    def test_every_number_of_dice_has_its_chance(self, client: Client) -> None:
        page = settled(client, "/lab/hog/dice/?goal=30&own=12&opp=20")
        answer = ask("hog", "dice", {"goal": "30", "own": "12", "opp": "20"}).answer
        for value in answer.details["chances"].values():
            assert f"{100 * value:.1f}%" in page
        assert page.count("lab-bars__best") == len(answer.answer)  # type: ignore[arg-type]

    def test_the_policy_is_a_picture_and_a_table(self, client: Client) -> None:
        page = settled(client, "/lab/hog/policy/?goal=20&no-free-bacon=on")
        rows = ask("hog", "policy", {"goal": "20", "no-free-bacon": "on"}).answer.answer
        assert isinstance(rows, list)
        assert f'<th scope="row">7</th>{"".join(f"<td>{dice}</td>" for dice in rows[7])}' in page
        assert "Free Bacon in" not in page
        assert 'name="no-free-bacon" id="id_no-free-bacon" checked' in page
        assert 'name="no-hog-wild" id="id_no-hog-wild">' in page

    def test_many_dice_share_the_colours(self, client: Client) -> None:
        page = settled(client, "/lab/hog/policy/?goal=30&max-dice=25")
        assert "1–3 dice" in page

    def test_what_dice_lead_to_is_a_table(self, client: Client) -> None:
        page = settled(client, "/lab/hog/outcomes/?own=40&opp=40&dice=2&goal=60")
        assert '<th scope="row">40 to 42</th><td>30.6%</td>' in page

    def test_the_contest_is_a_table_with_the_best_first(self, client: Client) -> None:
        page = settled(client, "/lab/hog/contest/?goal=30&policies=always:1,optimal,always:9")
        ranks = [page.index(f"{rank} ", page.index("<tbody>")) for rank in (1, 2, 3)]
        assert ranks == sorted(ranks)
        assert page.index("1 The best player") < page.index("2 Always")

    def test_a_simulation_is_held_to_the_exact_value(self, client: Client) -> None:
        assert "The simulation differs by" in settled(client, "/lab/hog/simulate/?goal=20&games=1000")

    def test_a_turn_is_told(self, client: Client) -> None:
        assert "the turn score is 23" in settled(client, "/lab/hog/turn/?own=10&opp=20&dice=4&total=19")


@pytest.mark.parametrize("off", [(), ("no-piggy-back",), ("no-hogtimus", "no-swine-swap"), ("no-hog-wild",)])
def test_turns_are_the_engine_s(off: tuple[str, ...]) -> None:
    draw = random.Random(5)
    for thrown in range(0, 1500, 10):
        own, opp, dice = draw.randrange(100), draw.randrange(100), draw.randrange(11)
        sides = 4 if (own + opp) % 7 == 0 and "no-hog-wild" not in off else 6
        faces = [die(1, thrown + place, sides) for place in range(dice)]
        texts = {"own": str(own), "opp": str(opp), "dice": str(dice), **dict.fromkeys(off, "yes")}
        if dice:
            texts["total"] = str(0 if 1 in faces else sum(faces))
        after = ask("hog", "turn", texts).answer.answer
        place = table(1, off).turn(Place(own, opp, 0, thrown), dice)
        assert [place.you, place.them] == after
        assert place.rolls == thrown + dice
        assert place.story[0].faces == tuple(faces)


def told(own: int, opp: int, dice: int, seed: int = 1, off: Iterable[str] = ()) -> str:
    return " ".join(event.words for event in table(seed, off).turn(Place(own, opp), dice).story)


def test_special_rules_are_told() -> None:
    assert "Free Bacon: 5 points, a prime. Hogtimus Prime: 7." in told(3, 42, 0)
    assert "5 points." in told(3, 42, 0, off=["no-hogtimus"])
    assert "of four sides (Hog Wild)" in told(0, 0, 1)
    assert any("Piggy Back: 9 points for the other side." in told(1, 1, 9, seed) for seed in range(5))
    assert "Swine Swap: 19 and 91" in told(9, 91, 0)  # bacon is 10


@pytest.mark.django_db(transaction=True)
class TestTheTable:
    def test_a_game_is_played_to_its_end(self, client: Client) -> None:
        address = f"{TRY}?goal=30&seed=3&no-swine-swap=on"
        for _ in range(100):
            page = settled(client, address)
            if "verdict" in page:
                break
            assert "No Swine Swap." in page
            address = TRY + links(page)["4 dice"]
        assert ("You win!" if scores(page)[0] >= 30 else "The best player wins.") in page
        assert scores(settled(client, address)) == scores(page)

    def test_the_best_player_rolls_the_engine_s_dice(self, client: Client) -> None:
        page = settled(client, f"{TRY}?you=40&them=31&seed=2&do=begin")
        dice = ask("hog", "dice", {"own": "31", "opp": "40"}).answer.answer[0]  # type: ignore[index]
        assert isinstance(dice, int)
        place = table(2).turn(Place(40, 31), dice, you=False)
        assert scores(page) == (place.you, place.them)
        assert place.story[0].words in page

    def test_advice_is_the_engine_s(self, client: Client) -> None:
        page = settled(client, f"{TRY}?you=40&them=31&seed=2&advice=1")
        best = ask("hog", "dice", {"own": "40", "opp": "31"}).answer.answer[0]  # type: ignore[index]
        assert f"Best: {best or 'no'} di" in page

    def test_a_wrong_goal_stays_in_the_form_with_the_rules_typed_beside_it(self, client: Client) -> None:
        page = markup(client.get(f"{TRY}?goal=10o&no-hog-wild=on&seed=1&you=20"))
        assert 'id="id_goal" value="10o"' in page
        assert 'id="id_goal_error"' in page
        assert 'id="id_no-hog-wild" checked' in page
        assert scores(page) == (20, 0)
