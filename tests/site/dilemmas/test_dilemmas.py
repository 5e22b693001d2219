"""Dilemmas: the odds come after the call, each browser calls once, and calls are private."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from engine.calls import CLOSE_CALL
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.models import Analysis
from pressorpass_site.core import limits, redis_client
from pressorpass_site.core.database import retention
from pressorpass_site.games.dilemmas import days, deck
from pressorpass_site.games.models import Vote
from pressorpass_site.sharing import card, services
from tests.site.conftest import QUICK, Ask
from tests.site.markup import page
from tests.site.work.by_hand import run_next

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

TODAY = 27
SEARCHED = 2
assert deck.get_entry(SEARCHED).result
MOMENT = next(number for number in range(1, 20) if deck.get_entry(number).moment)
DAY = f"/daily/{SEARCHED}/"
ANY = f"/dilemma/{QUICK}?rules=seed"
ODDS = re.compile(r"\d\s?%")
PART = {"Part-Request": "true"}


@pytest.fixture(autouse=True)
def day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the date to day 27; pages do not wait for a worker."""
    now = timezone.now().astimezone(days.ZONE).date()
    monkeypatch.setattr(days, "FIRST_DATE", now - timedelta(days=TODAY - 1))


def has_odds(shown: str) -> bool:
    """Return whether the text of a page has a chance."""
    words = re.sub(r"<svg.*?</svg>|<[^>]*>", " ", shown, flags=re.DOTALL)
    return bool(ODDS.search(words))


def call(client: Client, action: str, path: str = DAY) -> None:
    response = client.post(path, {"action": action})
    assert response.status_code == 302
    assert response["Location"] == path


def right(number: int = SEARCHED) -> str:
    result = deck.get_entry(number).result
    assert result
    return str(result["best"])


def wrong() -> str:
    return "pass" if right() == "press" else "press"


class TestADay:
    def test_the_address_without_a_number_leads_to_today(self, client: Client) -> None:
        response = client.get("/daily/")
        assert response["Location"] == f"/daily/{TODAY}/"
        assert "no-store" in response["Cache-Control"]

    def test_the_odds_come_after_the_call(self, client: Client) -> None:
        before = page(client, DAY)
        assert not has_odds(before)
        assert "wins" not in before
        assert before.count('type="submit"') == 2
        assert before.count('type="range"') == 1
        call(client, right())
        after = page(client, DAY)
        assert "Right call!" in after
        shared = re.search(r'<textarea id="result"[^>]*>([^<]*)', after)
        assert shared
        assert shared[1] == f"Press or Pass {SEARCHED} 🟩 50\nhttp://testserver{DAY}", "no answer in it"
        assert has_odds(after)
        assert "Exact" in after
        assert "risk of a Whammy" in after
        assert 'type="submit"' not in after
        call(client, wrong())
        assert [vote.action for vote in Vote.objects.all()] == [right()], "the first call counts"
        assert not Analysis.objects.exists(), "it needs no solver"

    @pytest.mark.parametrize("best", [True, False])
    def test_under_one_win_in_100_a_call_is_close(self, best: bool) -> None:
        """A toss-up is neither right nor wrong, and its cost is shown."""
        number, result = next(
            (number, entry.result)
            for number in range(1, 30)
            if (entry := deck.get_entry(number)).result and entry.result["margin"] < CLOSE_CALL
        )
        action = result["best"] if best else {"press": "pass", "pass": "press"}[result["best"]]
        client, path = Client(), f"/daily/{number}/"
        call(client, action, path)
        after = page(client, path)
        assert ">Toss-up</h1>" in after
        assert "Either is fine" in after
        assert re.search(r"ing is better by (about )?1 win in \d+", after)
        assert 'data-mark="close"' in after
        assert "Wrong call" not in after
        assert "Right call" not in after
        assert (re.search(r"Your call cost fewer than 1 win in 100\.", after) is None) == best

    def test_a_script_gets_the_part_alone(self, client: Client) -> None:
        response = client.post(DAY, {"action": right()}, headers=PART)
        part = response.content.decode()
        assert part.lstrip().startswith('<div class="staged" id="dilemma"')
        assert "Right call!" in part
        assert "data-on-time" not in part  # it was that of an earlier day
        assert "no-store" in response["Cache-Control"]
        today = client.post(f"/daily/{TODAY}/", {"action": "press"}, headers=PART).content.decode()
        assert "data-on-time" in today

    def test_others_see_the_question_whoever_has_called(self) -> None:
        """Pages that look the same to everyone are cached."""
        caller, other, looker = Client(), Client(), Client()
        assert not has_odds(page(other, DAY))
        call(caller, right())
        assert "Right call!" in page(caller, DAY)
        assert not has_odds(page(other, DAY))
        assert not has_odds(page(looker, f"{DAY}?show=1"))
        assert not Vote.objects.exclude(action=right()).exists()

    def test_the_votes_of_the_others_are_counted(self) -> None:
        for action in (right(), right(), wrong()):
            call(Client(), action)
        me = Client()
        call(me, right())
        shown = page(me, DAY)
        share = {"press": "67% Press", "pass": "67% Pass"}[right()]
        assert share in shown
        assert "3 calls" in shown

    def test_a_moment_is_told_with_its_names_and_what_was_done(self, client: Client) -> None:
        path = f"/daily/{MOMENT}/"
        moment_data = deck.get_entry(MOMENT).moment_data
        name = moment_data.podiums[moment_data.up or 0].name
        before = page(client, path)
        assert f"You are {name}" in before
        assert ("Not all of these numbers are on record" in before) == bool(
            moment_data.stand_ins or moment_data.unverified
        )
        assert moment_data.unverified
        call(client, "press", path)
        after = page(client, path)
        assert moment_data.done
        assert moment_data.done.words in after
        assert 'name="action"' not in after

    def test_the_calendar_has_every_day_so_far(self, client: Client) -> None:
        shown = page(client, "/daily/days/")
        numbers = [int(number) for number in re.findall(r"data-day=\"(\d+)\"", shown)]
        assert sorted(numbers) == list(range(1, TODAY + 1))
        assert len(re.findall(r'aria-current="date"', shown)) == 1

    def test_too_many_votes_from_one_address_wait(self, client: Client, settings: Any) -> None:
        settings.LIMITS = settings.LIMITS | {"vote": (2, 3600)}
        codes = [Client().post(DAY, {"action": "press"}).status_code for _ in range(3)]
        assert codes == [302, 302, 429]

    def test_what_is_no_action_is_no_vote(self, client: Client) -> None:
        for sent in ({}, {"action": "win"}):
            assert client.post(DAY, sent)["Location"] == DAY
        assert not Vote.objects.exists()


class TestAnyPosition:
    def test_nothing_is_solved_before_somebody_calls(self, client: Client) -> None:
        assert client.get("/dilemma/$8,000 1 spin, 3000, 0?rules=seed")["Location"] == ANY
        assert "Press, or pass it to Cent" in page(client, ANY)
        assert not Analysis.objects.exists()
        assert client.post(ANY, {"action": "pass"})["Location"] == ANY
        assert "Solving…" in page(client, ANY)
        run_next(jobs)
        after = page(client, ANY)
        assert "Right call!" in after or "Wrong call" in after
        assert f'href="/p/{QUICK}?rules=seed"' in after

    def test_the_answer_s_page_has_the_way_here(self, client: Client) -> None:
        client.get(f"/p/{QUICK}?rules=seed")
        run_next(jobs)
        assert f'id="friends" href="{ANY}"' in page(client, f"/p/{QUICK}?rules=seed")

    def test_where_nothing_is_to_be_chosen_the_answer_is_shown(self, client: Client) -> None:
        forced = "8000p1,3000,0@1"
        assert client.get(f"/dilemma/{forced}?rules=seed")["Location"] == f"/p/{forced}?rules=seed"
        client.get(f"/p/{forced}?rules=seed")
        run_next(jobs)
        assert 'id="friends"' not in page(client, f"/p/{forced}?rules=seed")

    def test_what_is_no_position_is_not_found(self, client: Client) -> None:
        response = client.get("/dilemma/nonsense")
        assert (response.status_code, "The position in one line" in response.content.decode()) == (404, True)
        assert client.post("/dilemma/nonsense", {"action": "press"}).status_code == 404
        assert client.get("/card/nonsense").status_code == 404

    def test_votes_are_for_the_same_rules_and_board_only(self, client: Client) -> None:
        call(client, "press", ANY)
        assert 'type="submit"' in page(client, f"/dilemma/{QUICK}")


class TestManyFromOneAddress:
    """The number of new voters of an address is limited per day."""

    OWN = "/dilemma/7777e1,3000,0@1?rules=seed"  # of this test alone: Redis counts for a day

    @pytest.fixture(autouse=True)
    def three(self, settings: Any) -> None:
        settings.LIMITS = settings.LIMITS | {"new-voter": (3, 86400)}

    def test_a_later_one_is_refused_in_words(self) -> None:
        them = [Client() for _ in range(3)]
        for address in them:
            call(address, "pass", self.OWN)
        call(them[0], "press", self.OWN)  # again
        late = Client()
        for headers in ({}, PART):
            refused = late.post(self.OWN, {"action": "press"}, headers=headers)
            assert refused.status_code == 429
            assert "Too many people have voted from your address: try again in 24 hours." in refused.content.decode()
        assert Vote.objects.count() == 3
        assert late.post("/dilemma/7776e1,3000,0@1?rules=seed", {"action": "press"}).status_code == 302, "each apart"
        assert Client(REMOTE_ADDR="203.0.113.9").post(self.OWN, {"action": "press"}).status_code == 302

    def test_redis_has_neither_addresses_nor_voters(self) -> None:
        me = Client(REMOTE_ADDR="203.0.113.77")
        call(me, "press", "/dilemma/7778e1,3000,0@1?rules=seed")
        server = redis_client.get_redis_client()
        names = [key.decode() for key in server.scan_iter(f"{limits.PREFIX}*new-voter*")]
        assert names
        assert not any("203.0.113" in name or Vote.objects.get().voter in name for name in names)
        assert all(0 < server.ttl(name) <= 24 * 3600 for name in names)


class TestTheLink:
    def test_its_card_hides_the_answer(self, client: Client, question: Ask) -> None:
        for path in (DAY, ANY):
            call(client, "press", path)
            run_next(jobs)
            shown = page(client, path)
            image = re.search(r'og:image" content="http://testserver(/card/[^"]+)"', shown)
            assert image
            assert not ODDS.search(re.findall(r'og:description" content="([^"]*)"', shown)[0])
            response = client.get(image[1])
            assert response["Content-Type"] == "image/png"
        drawn = card.render_answer_card(services.build_unanswered_subject(question()), "pressorpass.example")
        assert "Press or pass?" in drawn
        assert "$8,000" in drawn
        assert not ODDS.search(" ".join(re.findall(r"<text[^>]*>([^<]*)", drawn)))


class TestWhoseVotes:
    def test_those_of_a_browser_come_with_it_to_an_account(self, client: Client) -> None:
        call(client, right())
        user = User.objects.create_user("fan", "fan@example.org", "a-quiet-river-7")
        client.force_login(user)
        client.post("/account/claim/")
        assert client.get("/account/export/").json()["votes"][0]["action"] == right()
        elsewhere = Client()
        elsewhere.force_login(user)
        assert "Right call!" in page(elsewhere, DAY)

    def test_one_that_the_account_has_already_stays_behind(self, client: Client) -> None:
        user = User.objects.create_user("fan", "fan@example.org", "a-quiet-river-7")
        call(client, wrong())
        elsewhere = Client()
        elsewhere.force_login(user)
        call(elsewhere, right())
        client.force_login(user)
        assert client.post("/account/claim/").status_code == 302
        assert Vote.objects.filter(voter=f"account-{user.pk}").get().action == right()

    def test_they_go_with_the_account(self, client: Client) -> None:
        client.force_login(User.objects.create_user("fan", "fan@example.org", "a-quiet-river-7"))
        call(client, right())
        client.post("/account/delete/", {"password": "a-quiet-river-7"})
        assert not User.objects.exists()
        assert not Vote.objects.exists()


def test_votes_go_when_they_are_old_or_too_many(settings: Any) -> None:
    settings.KEEP_ANSWERS = 1
    for number in range(13):
        Vote.objects.create(question="q", position="p", voter=str(number), action="press")
    Vote.objects.filter(voter="12").update(made_at=timezone.now() - timedelta(days=401))
    Vote.objects.filter(voter="5").update(made_at=timezone.now() - timedelta(days=300))
    votes = next(kind for kind in retention.list_retention_rules() if kind.label == "votes")
    assert votes.tidy(timezone.now()) == 3
    assert set(Vote.objects.values_list("voter", flat=True)) == {str(n) for n in range(13)} - {"12", "5", "0"}


def test_home_has_today_s_dilemma_and_another_one_the_next_day(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert f'data-played="{TODAY}"' in page(client, "/")
    monkeypatch.setattr(days, "FIRST_DATE", days.FIRST_DATE - timedelta(days=1))
    assert f'data-played="{TODAY + 1}"' in page(client, "/")
