"""Yahtzee and Sebastian on the site: cards and dice as the form sends them, what choices are worth, a game."""

import random
import re
from functools import reduce
from html import unescape
from typing import Any

import pytest
from django.test import Client, RequestFactory

from engine.lab import ask
from engine.lab.games.yahtzee.questions import NOTES
from engine.lab.games.yahtzee.rules import CATEGORIES
from pressorpass_site.lab.models import LabAnswer
from pressorpass_site.lab.pages.yahtzee_play import BOXES, KEEPS, Hand, YahtzeePlay
from pressorpass_site.lab.tasks import jobs
from tests.site.markup import markup

from .lab_games import links, returned, settled

TRY = "/lab/yahtzee/"
FEW = "open=none&open=aces&open=chance&yahtzee=0"


@pytest.fixture(autouse=True)
def nobody_waits(settings: Any) -> None:
    settings.ANSWER_WAIT_MILLISECONDS = 0


def begin(seed: int, moves: str) -> Hand:
    """Where the official rules and these choices lead."""
    play = YahtzeePlay(RequestFactory().get(TRY, {"seed": seed}))
    return reduce(lambda hand, move: returned(play.after(hand, move)), moves, play.start())


def asked(client: Client, address: str) -> dict[str, str]:
    """The options that an address asks for."""
    client.get(address)
    options: dict[str, str] = LabAnswer.objects.get().options
    return options


@pytest.mark.django_db(transaction=True)
class TestTheForm:
    def test_boxes_come_one_by_one(self, client: Client) -> None:
        address = "/lab/yahtzee/value/?rules=plain&upper=63&open=none&open=chance&open=yahtzee"
        page = settled(client, address)
        assert "27.26" in page
        row = LabAnswer.objects.get(input__question="value")
        assert row.options == {"rules": "plain", "upper": "63", "open": "chance,yahtzee"}
        assert page.count(" checked>") == 2

    def test_all_boxes_are_the_whole_card(self, client: Client) -> None:
        boxes = "&".join(f"open={name}" for name in ("none", *CATEGORIES))
        assert asked(client, f"/lab/yahtzee/value/?{boxes}") == {}

    def test_no_box_at_all_is_a_finished_card(self, client: Client) -> None:
        assert asked(client, "/lab/yahtzee/value/?open=none") == {"open": "none"}

    def test_dice_come_one_by_one_and_the_second_card_may_be_left_alone(self, client: Client) -> None:
        dice = "&".join(f"roll={face}" for face in (1, 5, 2, 2, 6))
        options = asked(client, f"/lab/yahtzee/category/?{dice}&{FEW}&objective=points&opp-open=none&opp-upper=0")
        assert options == {"roll": "1,5,2,2,6", "open": "aces,chance", "yahtzee": "0"}

    def test_a_die_that_is_missing_is_told_and_the_others_stay(self, client: Client) -> None:
        response = client.get("/lab/yahtzee/keep/?roll=1&roll=&roll=2&roll=3&roll=4&rerolls=1")
        page = markup(response)
        assert response.status_code == 422
        assert 'id="id_roll_error"' in page
        dice = re.findall(r'<select name="roll".*?</select>', page, re.DOTALL)
        assert [re.findall(r"selected>(\d)", die) for die in dice] == [["1"], [], ["2"], ["3"], ["4"]]

    def test_a_card_that_cannot_be_read_is_told(self, client: Client) -> None:
        response = client.get("/lab/sebastian/value/?open=primis,nonsense")
        settled(client, "/lab/sebastian/value/?open=primis,nonsense")
        response = client.get("/lab/sebastian/value/?open=primis,nonsense")
        assert response.status_code == 422
        assert 'id="id_open_error"' in markup(response)


@pytest.mark.django_db(transaction=True)
class TestAnswers:
    def test_every_keep_has_its_worth_and_the_best_is_marked(self, client: Client) -> None:
        texts = {"open": "aces,chance", "yahtzee": "0", "roll": "1,1,2,6,6", "rerolls": "1"}
        page = settled(client, "/lab/yahtzee/keep/?open=aces,chance&yahtzee=0&roll=1,1,2,6,6&rerolls=1")
        told = ask("yahtzee", "keep", texts).answer
        assert isinstance(told.answer, list)
        for choice in told.details["choices"]:
            assert f"<td>{choice['value']:.3f}</td>" in page
        assert page.count('class="lab-bars__best"') == len(told.answer)
        words = " or ".join(" ".join(map(str, keep)) for keep in told.answer)
        assert f'id="lab-headline">Keep {words}' in page

    def test_the_notes_example_has_both_aims_side_by_side(self, client: Client) -> None:
        query = "&".join(
            f"{name}={value}" for name, value in {**NOTES, "roll": "1,1,2,3,3", "objective": "win"}.items()
        )
        page = settled(client, f"/lab/yahtzee/category/?{query}")
        assert 'id="lab-headline">Chance' in page
        assert "Most points: Yahtzee." in page
        assert "<td>12.301</td>" not in page.split("For points")[0]
        for value in ("12.301", "23.333 best"):
            assert value in page.split("For points")[1]

    def test_both_chances_of_a_duel(self, client: Client) -> None:
        page = settled(client, "/lab/yahtzee/duel/?open=none&score=9&opp-open=none&opp-score=9")
        assert "The other player wins 50.0%" in page

    def test_a_duel_of_players_for_points_has_simulated_games_beside_it(self, client: Client) -> None:
        cards = "open=chance&yahtzee=0&upper=63&score=200&opp-open=chance&opp-yahtzee=0&opp-upper=63&opp-score=205"
        page = settled(client, f"/lab/yahtzee/duel/?{cards}&a=solitaire&b=random")
        part = page[page.index("The same in simulated games") :]
        assert "in 20,000 games" in part
        assert "method=simulate" in part

    def test_players_for_points_stand_side_by_side(self, client: Client) -> None:
        page = settled(client, "/lab/yahtzee/ranking/?open=chance&yahtzee=0&policies=random,solitaire,ranked:2")
        assert "Side by side" in page
        assert page.index("The best player") < page.index("ranked" if "ranked" in page else "rank")
        assert "23.333" in page

    def test_what_a_player_compares_is_a_table(self, client: Client) -> None:
        asked = "open=sextus,prattle,company&upper=45&roll=1,3,4,6,6&rerolls=1&policy=autoplayer"
        page = settled(client, f"/lab/sebastian/decide/?{asked}")
        assert "<td>Prattle, Company</td>" in page
        assert "even if the best player goes on" in page

    def test_a_round_robin_is_a_table_with_the_best_first(self, client: Client) -> None:
        two = "/lab/yahtzee/contest/?open=chance,yahtzee&upper=63&policies=random,optimal,solitaire"
        page = settled(client, two)
        assert page.index("1 The best player for the win") < page.index("2 The best player<") < page.index("3 Random")
        assert "Moving first and second count alike." in page
        page = settled(client, f"{two.replace('optimal', 'greedy')}&method=simulate&games=500")
        assert "each played 500 games alone" in page
        assert "±" in page.split("<tbody>")[1]

    def test_other_players_are_ranked_beside_one_as_soon_as_they_are_known(self, client: Client) -> None:
        client.get("/lab/sebastian/policy/")
        jobs.execute()
        page = unescape(markup(client.get("/lab/sebastian/policy/")))
        assert "245.871" in page
        assert "Autoplayer, three turns ahead" not in page
        assert LabAnswer.objects.count() == 2
        jobs.execute()
        page = unescape(markup(client.get("/lab/sebastian/policy/")))
        beside = page[page.index("What simpler players lose") :]
        assert beside.index("Autoplayer, three turns ahead") < beside.index("Greedy") < beside.index("Random")

    def test_a_distribution_has_a_picture_a_table_and_the_best_beside_it(self, client: Client) -> None:
        page = settled(client, f"/lab/yahtzee/distribution/?{FEW}&policy=random&games=500&bin=5")
        texts = {"open": "aces,chance", "yahtzee": "0", "policy": "random", "games": "500", "bin": "5"}
        told = ask("yahtzee", "distribution", texts).answer
        assert isinstance(told.answer, list)
        assert "yspread__outline" in page
        table = page[page.index("<summary>As a table") :]
        for first, share in told.answer:
            assert f'<th scope="row">{first}–{first + 4}</th><td>{100 * share:.2f}</td>' in table
        assert f"{told.details['exact_mean']:.6f}" in page

    def test_a_game_is_told_turn_by_turn(self, client: Client) -> None:
        page = settled(client, f"/lab/sebastian/game/?{FEW}&policy=greedy&seed=3")
        told = ask("sebastian", "game", {"open": "aces,chance", "yahtzee": "0", "policy": "greedy", "seed": "3"}).answer
        assert f"{told.answer} points" in page
        assert f"<td>{told.answer}</td></tr></tbody>" in page

    def test_latin_boxes_say_what_they_are(self, client: Client) -> None:
        page = settled(client, "/lab/sebastian/category/?open=tertius,pandemonium&roll=3,3,3,1,2")
        assert 'id="lab-headline">Tertium' in page
        assert "Tertium <small>Threes</small>" in page


@pytest.mark.django_db(transaction=True)
class TestTheTable:
    def test_a_whole_game_by_its_links(self, client: Client) -> None:
        draw, address, total = random.Random(3), f"{TRY}?seed=11&rules=plain", 0
        for _ in range(13):
            for _ in range(draw.randrange(3)):
                page = markup(client.get(address))
                moves = re.search(r'name="moves" value="(\w*)"', page)
                assert moves
                address = f"{TRY}?seed=11&rules=plain&moves={moves[1]}&do=roll&keep={draw.randrange(5)}"
            writes = {w: to for w, to in links(markup(client.get(address))).items() if w.startswith("Score")}
            words = draw.choice(sorted(writes))
            total += int(words.split()[1])
            address = TRY + unescape(writes[words]).split("#")[0]
        page = settled(client, address)
        bonus = 35 if "+ 35" in page else 0
        assert f"{total + bonus} points." in page
        assert f"Your card: {total + bonus}</h2>" in page

    def test_a_reload_rolls_nothing_anew(self, client: Client) -> None:
        address = f"{TRY}?seed=4&moves=3&keep=1&do=roll"
        pages = [markup(client.get(address)) for _ in range(2)]
        dice = [re.findall(r"Keep the (\d)|role=\"img\" aria-label=\"(\d)\"", page) for page in pages]
        assert dice[0] == dice[1]
        assert len(dice[0]) == 5

    def test_kept_dice_stay(self) -> None:
        for seed in range(50):
            before = begin(seed, "")
            for mask in range(32):
                after = begin(seed, KEEPS[mask])
                kept = [face for place, face in enumerate(before.roll) if mask >> place & 1]
                assert sorted(after.kept) == kept
                left = list(after.roll)
                for face in kept:
                    left.remove(face)
                assert len(left) == 5 - len(kept)

    def test_advice_is_the_engine_s(self, client: Client) -> None:
        moves = BOXES[1:12]  # aces and chance are left
        page = settled(client, f"{TRY}?seed=2&moves={moves}&advice=1")
        play = begin(2, moves)
        texts = {"open": "aces,chance", "yahtzee": "0", "upper": str(play.upper)}
        dice = {"roll": ",".join(map(str, play.roll)), "rerolls": "2"}
        told = ask("yahtzee", "keep", {**texts, **dice}).answer
        assert f"<b>{play.total + told.details['value']:.2f}</b>" in page
        assert re.search(r"Best: (keep|stop)", page)
        assert re.search(r"Writing into Large straight|Writing into Yahtzee", page)

    def test_the_dice_come_first_then_the_boxes_then_what_is_needed_less_often(self, client: Client) -> None:
        page = markup(client.get(f"{TRY}?seed=2&moves=0"))
        parts = ['id="table"', ">Roll the others</button>", 'id="card">Your card: 0', "Upper boxes", ">Show advice</a>"]
        places = [page.index(part) for part in [*parts, 'id="history"']]
        assert places == sorted(places)
        assert 'class="seats"' not in page

    def test_all_five_kept_is_nothing_to_roll(self, client: Client) -> None:
        keeps = "&".join(f"keep={place}" for place in range(5))
        assert "there is nothing to roll" in markup(client.get(f"{TRY}?seed=1&do=roll&{keeps}"))

    def test_a_wrong_letter_leaves_the_game_up_to_it(self, client: Client) -> None:
        good = markup(client.get(f"{TRY}?seed=2&moves={BOXES[1:12]}"))
        page = markup(client.get(f"{TRY}?seed=2&moves={BOXES[1:12]}z"))
        assert "Choice 12 of “moves”, “z”" in page
        assert re.findall(r"Your card: \d+", page) == re.findall(r"Your card: \d+", good) != []
        assert re.findall(r'name="moves" value="\w+"', page) == re.findall(r'name="moves" value="\w+"', good) != []

    def test_the_seed_is_told_and_a_wrong_one_stays_in_its_field(self, client: Client) -> None:
        page = markup(client.get(f"{TRY}?seed=77"))
        assert 'name="seed" value="77"' in page
        assert "The dice come from seed 77" in page
        assert "Seed of the new game’s dice" in page
        page = markup(client.get(f"{TRY}?seed=abc"))
        assert 'id="id_seed" value="abc"' in page
        assert 'id="id_seed_error"' in page

    def test_a_game_that_is_over_is_reviewed_while_the_best_player_s_average_is_worked_out(
        self, client: Client
    ) -> None:
        address = f"{TRY}?seed=2&moves={BOXES}"
        page = markup(client.get(address))
        assert "Solving…" in page
        assert 'http-equiv="refresh"' in page
        jobs.execute()
        page = markup(client.get(address))
        assert "Your choices cost" in page
        assert page.count("Solving…") == 1
        assert "than the best player’s average of" in settled(client, address)

    def test_jokers_go_where_they_must(self) -> None:
        seed = next(seed for seed in range(200_000) if len(set(begin(seed, "L").roll)) == 1)
        play = begin(seed, "L")
        own = play.roll[0] - 1
        assert begin(seed, "L" + BOXES[own]).points[own] == 5 * (own + 1)
