"""Walking on: links from outcomes and passes to the positions after them, and the trail that leads back."""

import re

import pytest
from django.test import Client

from engine import Position, Rules
from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.analyses.trail import MAX_STEPS, Trail, parse_trail
from pressorpass_site.answers.models import Analysis
from pressorpass_site.questions.question import Question
from tests.site.conftest import Ask
from tests.site.markup import page
from tests.site.work.by_hand import run_next

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

START = "8000e2,3000,0@1"


def solve_question(question: Question) -> Analysis:
    analysis = services.get_or_start_analysis(question)
    run_next(jobs)
    return analysis


def begin_trail(question: Question) -> Trail:
    return Trail(question, question.position)


class TestLinks:
    def test_every_outcome_but_moves_leads_to_the_position_after_it(self, question: Ask) -> None:
        links = begin_trail(question(START)).build_outcome_links()
        assert [(link.words, link.address) for link in links["$750 + one spin", 750]] == [
            ("$750 + one spin", f"/p/8750e2,3000,0@1?rules=seed&trail={START}~750s")
        ]
        assert links["Whammy", None][0].address == f"/p/0e1w1,3000,0@1?rules=seed&trail={START}~w"
        assert links["Prize", None][0].address == f"/p/10500e1,3000,0@1?rules=seed&trail={START}~2500"
        assert ("Big Bucks", None) not in links

    def test_others_who_play_by_their_lead_go_on_doing_so(self, question: Ask) -> None:
        this_question = question("8000e1,3000e1,0@1")
        cautious = Question(
            this_question.position, this_question.revision, Rules().with_options({"opponents": "cautious"})
        )
        (link,) = begin_trail(cautious).build_outcome_links()["$500", 500]
        assert "8500,3000e1,0@2" in link.address
        assert "opponents=optimal%2Fcautious%2Fcautious" in link.address


class TestTrail:
    def test_is_replayed_and_leads_back(self, question: Ask) -> None:
        there = question("1000e1w1,3000,0@1")
        trail = parse_trail(f"{START}~750s~w~1000", there)
        assert trail.steps == ()  # two spins are gone, not one
        trail = parse_trail("8000e2,3000,0@1~w~1000s", there)
        assert [(crumb.words, crumb.address) for crumb in trail.crumbs] == [
            ("Left with $8,000, 2 earned spins", f"/p/{START}?rules=seed"),
            ("Left: Whammy", f"/p/0e1w1,3000,0@1?rules=seed&trail={START}~w"),
            ("Left: $1,000 + one spin", f"/p/1000e1w1,3000,0@1?rules=seed&trail={START}~w~1000s"),
        ]

    def test_goes_on_through_passes(self, question: Ask) -> None:
        trail = parse_trail(f"{START}~p2~500", question("8000,3500p1,0@2"))
        assert [crumb.words for crumb in trail.crumbs[1:]] == ["Left: passes two spins to Center", "Center: $500"]

    @pytest.mark.parametrize(
        "text",
        [
            *("", "~", START, f"{START}~", f"{START}~zz", "nonsense~w", f"{START}~750", f"{START}~p3"),
            *("8000e2,3000,9999999@1~750s", "0,0,0@1~w", f"{START}~" + "0s~" * 200 + "w"),
        ],
    )
    def test_what_does_not_lead_here_is_no_trail(self, question: Ask, text: str) -> None:
        trail = parse_trail(text, question("8750e2,3000,0@1"))
        assert trail.steps == ()
        assert trail.crumbs == []

    def test_only_the_last_steps_are_kept(self, question: Ask) -> None:
        here = question("8000e2,3000,0@1")
        trail = begin_trail(here)
        for number in range(1, MAX_STEPS + 4):
            address = trail.build_outcome_links()["$500 + one spin", 500][0].address
            following = question(f"{8000 + 500 * number}e2,3000,0@1")
            trail = parse_trail(address.split("trail=")[1], following)
            assert len(trail.steps) == min(number, MAX_STEPS)
        assert trail.start == Position.parse("9500e2,3000,0@1")


class TestPage:
    def test_outcomes_and_squares_are_links_and_the_way_back_is_there(self, client: Client, question: Ask) -> None:
        here = solve_question(question(START))
        first = page(client, f"/p/{START}?rules=seed")
        assert 'aria-label="The way here"' not in first
        to = f"/p/8750e2,3000,0@1?rules=seed&trail={START}~750s"
        assert len(re.findall(f'<a href="{re.escape(to)}"', first)) == 3  # on three squares
        assert f'<a href="{to}"' in page(client, f"/a/{here.key}/outcomes/")
        solve_question(question("8750e2,3000,0@1"))
        second = page(client, to)
        assert f'<a href="/p/{START}?rules=seed">Left with $8,000, 2 earned spins</a>' in second
        assert f"trail={START}~750s~w" in second
        assert '<link rel="canonical" href="http://testserver/p/8750e2,3000,0@1?rules=seed">' in second

    def test_a_trail_from_elsewhere_is_dropped(self, client: Client) -> None:
        response = client.get("/p/8750e2,3000,0@1?rules=seed&trail=100e1,3000,0@1~w")
        assert (response.status_code, response["Location"]) == (302, "/p/8750e2,3000,0@1?rules=seed")
