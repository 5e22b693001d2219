"""What an answer leads to: the one against best play beside it, the one about money when the game is won."""

import re
from html import unescape

import pytest
from django.test import Client

from engine import Position, Rules
from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.models import Analysis
from pressorpass_site.boards import services as boards
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import Status
from tests.site.conftest import QUICK
from tests.site.markup import page
from tests.site.work.by_hand import run_next

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

PART = {"Part-Request": "true"}
ADDRESS = f"/p/{QUICK}?rules=seed&opponents=cautious"


def solved(opponents: str, notation: str = QUICK) -> Analysis:
    rules = Rules.preset("seed").with_options({"opponents": opponents})
    analysis = services.get_or_start_analysis(
        Question(Position.parse(notation), boards.find_revision(boards.DEFAULT_BOARD), rules)
    )
    run_next(jobs)
    analysis.refresh_from_db()
    assert analysis.status == Status.DONE
    return analysis


def test_it_is_asked_with_the_first_look_and_fills_in_when_it_is_there(client: Client) -> None:
    solved("cautious")
    html = page(client, ADDRESS)
    other = Analysis.objects.exclude(rules__opponents="cautious").get()
    assert other.rules == Analysis.objects.get(rules__opponents="cautious").rules | {"opponents": "optimal"}
    assert "The answer will appear here" in html
    assert f'data-part-get="/a/{other.key}/beside/"' in html
    assert "data-part-get" in html
    assert 'http-equiv="refresh"' not in html  # it would lose what is being typed
    assert "Reload</a> in a moment for a better answer." in html
    assert f'href="/p/{QUICK}?rules=seed"' in html
    best = solved("optimal")
    card = unescape(client.get(f"/a/{best.key}/beside/", headers=PART).content.decode())
    words = re.search(r"<b[^>]*>Pass\.</b> (Left wins .* by passing, .* by pressing\.)", card)
    assert words
    assert "data-part-get" not in card
    assert words[1] in page(client, ADDRESS)
    assert 'http-equiv="refresh"' not in page(client, ADDRESS)


def test_when_it_was_stopped_that_is_said(client: Client) -> None:
    solved("cautious")
    page(client, ADDRESS)
    services.jobs.cancel_all(Analysis.objects.filter(rules__opponents="optimal"))
    html = page(client, ADDRESS)
    assert "Stopped before there was an answer." in html
    assert "/beside/" not in html


def test_best_play_has_nothing_beside_it(client: Client) -> None:
    solved("optimal")
    assert 'id="beside"' not in page(client, f"/p/{QUICK}?rules=seed")
    assert Analysis.objects.count() == 1


def test_who_has_won_may_ask_what_pays_against_the_house(client: Client) -> None:
    won = "8500e3,0w4,0w4@1"
    solved("optimal", won)
    html = page(client, f"/p/{won}?rules=seed")
    assert "Won already." in html
    assert f'href="/p/{won}?rules=seed&goal=money&house=play"' in html
