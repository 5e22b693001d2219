"""Pig and Hog: the pages of answers, and games in play."""

import random
import re
from collections.abc import Iterable
from html import unescape

import pytest
from django.test import Client, RequestFactory

from engine.lab import ask
from pressorpass_site.lab.pages.dice import Place
from pressorpass_site.lab.pages.hog_play import HogPlay
from pressorpass_site.lab.pages.play import roll_die
from tests.site.markup import markup

from .lab_games import settled

pytestmark = pytest.mark.django_db(transaction=True)

TRY = "/lab/pig/"


class TestTheTable:
    def test_rules_that_are_wrong_stay_in_their_form(self, client: Client) -> None:
        page = markup(client.get(f"{TRY}?goal=9999&sides=8&bust=2&seed=1"))
        assert re.search(r'value="9999" [^>]*aria-invalid="true"', page)
        assert '<ul class="errorlist" id="id_goal_error"><li>“goal” must be' in page
        assert 'id="id_sides" value="8"' in page
        assert '<details class="card" open' in page

    def test_while_the_engine_thinks_nothing_is_decided(self, client: Client) -> None:
        page = markup(client.get(f"{TRY}?seed=3&do=begin"))
        assert "The best player is thinking." in page
        again = re.search(r'data-part-get="([^"]*)"', page)
        assert again
        waits = client.get(TRY + unescape(again[1]), headers={"Part-Request": "true"})
        assert waits.status_code == 204
        settled(client, TRY + unescape(again[1]))
        assert client.get(TRY + unescape(again[1]), headers={"Part-Request": "true"}).status_code == 200


def table(seed: int, off: Iterable[str] = ()) -> HogPlay:
    texts = {"seed": str(seed)} | dict.fromkeys(off, "yes")
    return HogPlay(RequestFactory().get("/lab/hog/", texts))


@pytest.mark.parametrize("off", [(), ("no-piggy-back",), ("no-hogtimus", "no-swine-swap"), ("no-hog-wild",)])
def test_turns_are_the_engine_s(off: tuple[str, ...]) -> None:
    draw = random.Random(5)
    for thrown in range(0, 1500, 10):
        own, opp, dice = draw.randrange(100), draw.randrange(100), draw.randrange(11)
        sides = 4 if (own + opp) % 7 == 0 and "no-hog-wild" not in off else 6
        faces = [roll_die(1, thrown + place, sides) for place in range(dice)]
        texts = {"own": str(own), "opp": str(opp), "dice": str(dice), **dict.fromkeys(off, "yes")}
        if dice:
            texts["total"] = str(0 if 1 in faces else sum(faces))
        after = ask("hog", "turn", texts).answer.answer
        place = table(1, off).play_turn(Place(own, opp, 0, thrown), dice)
        assert [place.you, place.them] == after
        assert place.rolls == thrown + dice
        assert place.story[0].faces == tuple(faces)


def told(own: int, opp: int, dice: int, seed: int = 1, off: Iterable[str] = ()) -> str:
    return " ".join(event.words for event in table(seed, off).play_turn(Place(own, opp), dice).story)


def test_special_rules_are_told() -> None:
    assert "Free Bacon: 5 points, a prime. Hogtimus Prime: 7." in told(3, 42, 0)
    assert "5 points." in told(3, 42, 0, off=["no-hogtimus"])
    assert "of four sides (Hog Wild)" in told(0, 0, 1)
    assert any("Piggy Back: 9 points for the other side." in told(1, 1, 9, seed) for seed in range(5))
    assert "Swine Swap: 19 and 91" in told(9, 91, 0)  # bacon is 10
