"""Yahtzee and Sebastian: cards and dice of the form, the values of choices, and a game in play."""

import random
import re
from functools import reduce
from html import unescape

import pytest
from django.test import Client, RequestFactory

from engine.lab import ask
from pressorpass_site.lab.pages.yahtzee_play import BOXES, KEEPS, CardPlay, Hand, YahtzeePlay
from pressorpass_site.lab.pages.yatzy_play import YatzyPlay
from tests.site.markup import markup

from .lab_games import links, returned, settled

TRY = "/lab/yahtzee/"


def begin(seed: int, moves: str) -> Hand:
    """Return the state after these choices by the official rules."""
    return played(YahtzeePlay(RequestFactory().get(TRY, {"seed": seed})), moves)


def played(play: CardPlay, moves: str) -> Hand:
    return reduce(lambda hand, move: returned(play.play_move(hand, move)), moves, play.start_state())


@pytest.mark.django_db(transaction=True)
class TestTheTable:
    @pytest.mark.parametrize(("table", "seed", "boxes", "bonus"), [(TRY, 11, 13, 35), ("/lab/yatzy/", 11, 15, 50)])
    def test_a_whole_game_by_its_links(self, client: Client, table: str, seed: int, boxes: int, bonus: int) -> None:
        draw, address, total = random.Random(3), f"{table}?seed={seed}", 0
        for _ in range(boxes):
            for _ in range(draw.randrange(3)):
                page = markup(client.get(address))
                moves = re.search(r'name="moves" value="(\w*)"', page)
                assert moves
                address = f"{table}?seed={seed}&moves={moves[1]}&do=roll&keep={draw.randrange(5)}"
            writes = {w: to for w, to in links(markup(client.get(address))).items() if w.startswith("Score")}
            words = draw.choice(sorted(writes))
            total += int(words.split()[1])
            address = table + unescape(writes[words]).split("#")[0]
        page = unescape(markup(client.get(address)))
        total += bonus if f"+ {bonus}" in page else 0
        assert f"{total} points." in page
        assert f"Your card: {total}</h2>" in page

    def test_kept_dice_stay(self) -> None:
        for seed in range(50):
            before = begin(seed, "")
            for mask in range(32):
                after = begin(seed, KEEPS[mask])
                kept_faces = [face for place, face in enumerate(before.roll) if mask >> place & 1]
                assert sorted(after.dice_kept) == kept_faces
                remaining_faces = list(after.roll)
                for face in kept_faces:
                    remaining_faces.remove(face)
                assert len(remaining_faces) == 5 - len(kept_faces)

    def test_advice_is_the_engine_s(self, client: Client) -> None:
        moves = BOXES[1:12]  # aces and chance are left
        page = settled(client, f"{TRY}?seed=2&moves={moves}&advice=1")
        play = begin(2, moves)
        texts = {"open": "aces,chance", "yahtzee": "0", "upper": str(play.upper)}
        dice = {"roll": ",".join(map(str, play.roll)), "rerolls": "2"}
        advice = ask("yahtzee", "keep", {**texts, **dice}).answer
        assert f"<b>{play.total + advice.details['value']:.2f}</b>" in page
        assert re.search(r"Best: (keep|stop)", page)
        assert re.search(r"Writing into Large straight|Writing into Yahtzee", page)


def yatzy(seed: int, moves: str, rules: str = "usual") -> Hand:
    """Return the state after these choices by Yatzy's rules."""
    return played(YatzyPlay(RequestFactory().get("/lab/yatzy/", {"seed": seed, "rules": rules})), moves)


@pytest.mark.django_db(transaction=True)
class TestYatzy:
    def test_its_sheet_has_its_own_boxes_with_what_these_dice_score_there(self, client: Client) -> None:
        page = markup(client.get("/lab/yatzy/?seed=2"))
        hand = yatzy(2, "")
        offers = [re.fullmatch(r"Score (\d+) in (.*)", words) for words in links(page)]
        rows = {offer[2]: int(offer[1]) for offer in offers if offer}
        assert [*rows] == [
            *("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes", "One pair", "Two pairs", "Three of a kind"),
            *("Four of a kind", "Small straight", "Large straight", "Full house", "Chance", "Yatzy"),
        ]
        assert rows["Chance"] == sum(hand.roll)
        assert "Turn 1 of 15" in page

    def test_advice_is_the_engine_s(self, client: Client) -> None:
        moves = BOXES[1:13] + BOXES[14]  # ones and chance are left
        page = settled(client, f"/lab/yatzy/?seed=2&moves={moves}&advice=1")
        play = yatzy(2, moves)
        texts = {"open": "ones,chance", "upper": str(play.upper), "rerolls": "2"}
        best = ask("yatzy", "keep", {**texts, "roll": ",".join(map(str, play.roll))}).answer
        assert f"<b>{play.total + best.details['value']:.2f}</b>" in page
        assert re.search(r"Best: (keep|stop)", page)
        assert "Writing into Yatzy" in page
