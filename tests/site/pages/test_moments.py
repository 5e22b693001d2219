"""Moments are told truly, can be asked where they can be, and say so where they can't."""

import json
import re
from html import unescape
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
from django.test import Client

from engine import Position
from pressorpass_site.questions import moment_cards as moments
from pressorpass_site.questions.address import read_address
from pressorpass_site.questions.moments import DATA, KINDS, PARTS, all_moments
from tests.site.markup import markup

pytestmark = pytest.mark.usefixtures("loaded_boards")

MOMENTS = {moment.id: moment for moment in all_moments()}
TOLD = json.loads(DATA.read_text(encoding="utf-8"))["moments"]


def page(client: Client, path: str = "/moments/") -> str:
    response = client.get(path)
    assert response.status_code == 200
    return unescape(markup(response))


def card(client: Client, moment: str) -> str:
    found = re.search(
        rf'<li class="card moment" id="{moment}">.*?(?=<li class="card moment"|</section>)', page(client), re.DOTALL
    )
    assert found
    return found[0]


def test_every_situation_is_there_under_its_kind() -> None:
    assert len(MOMENTS) == len(TOLD) == 45
    counts = {group.id: len(group.cards) for group in moments.gallery()}
    assert counts == {"historical": 11, "published": 18, "teaching": 16}
    assert set(counts) == set(KINDS)


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told["id"])
def test_what_is_not_on_record_has_a_stand_in_exactly_where_it_is_asked(told: dict[str, object]) -> None:
    moment = MOMENTS[str(told["id"])]
    missing = {(seat, part) for seat, p in enumerate(moment.numbers) for part in PARTS if p[part].known is None}
    replaced = {(seat, part) for seat, p in enumerate(moment.numbers) for part in PARTS if p[part].asked is not None}
    assert replaced == (set() if moment.not_asked else missing)
    assert bool(moment.notation) != bool(moment.not_asked)


def test_every_link_is_the_address_of_a_question_that_can_be_asked() -> None:
    for group in moments.gallery():
        for shown in group.cards:
            links = [shown.link, *(link for _, link in shown.choices)]
            for link in filter(None, links):
                parts = urlsplit(link)
                question = read_address(unquote(parts.path).removeprefix("/p/"), dict(parse_qsl(parts.query)))
                assert question.revision.board.slug == shown.moment.asked_board
            assert bool(shown.link) == (not shown.moment.not_asked)


def test_a_link_asks_about_the_numbers_that_are_shown() -> None:
    for moment in MOMENTS.values():
        if moment.notation:
            position = Position.parse(moment.notation)
            for contestant, numbers in zip(position.contestants, moment.numbers, strict=True):
                for part, number in numbers.items():
                    shown = number.known if number.known is not None else number.asked
                    assert getattr(contestant, part) == shown
            assert position.mover_seat == moment.up


def test_the_gallery_tells_story_source_board_and_rules(client: Client) -> None:
    html = page(client)
    for moment in MOMENTS.values():
        assert moment.title in html
        assert moment.story in html
        for source in moment.sources:
            assert source in html
    larson = card(client, "larson-pass")
    assert 'href="/p/102851e4w1,4080e2,4608e3@1"' in larson
    assert "not on record" in larson
    assert "<i>assumed</i>" in larson
    assert "the board of the day is not on record" in larson
    assert "exact score" in larson
    assert "show rules" in larson


def test_what_cannot_be_asked_says_why(client: Client) -> None:
    for moment in ("scoreless-tie", "abc-zero-winner", "abc-flax-2022-07-28"):
        told = card(client, moment)
        assert "/p/" not in told
        assert "No question." in told


def test_alone_against_the_house_is_asked_for_money(client: Client) -> None:
    for moment in ("c-house", "c-house-three", "bryant-1985-07-15", "mabel-1984-10-22"):
        assert re.search(r'href="/p/[^"]*\?goal=money&house=play"', card(client, moment))


def test_a_choice_on_the_board_leads_to_the_answers_after_it(client: Client) -> None:
    told = card(client, "c-lose-whammy")
    assert "/p/5000e2w3,6000w1,4500@1" in told
    assert "/p/3000e2w2,6000w1,4500@1" in told
    assert card(client, "c-pick-a-corner").count("/p/") == 4


def test_home_offers_a_few_that_can_be_asked(client: Client) -> None:
    html = page(client, "/")
    assert len(moments.selection()) == len(moments.SELECTION)
    for shown in moments.selection():
        assert shown.link
        assert f'href="{shown.link}"' in html
    assert 'href="/moments/"' in html


def test_the_answer_page_of_a_moment_tells_it_with_a_link_back(client: Client) -> None:
    html = page(client, "/p/4200w1,2600,6800e4@3")
    assert MOMENTS["c-last-leader"].story in html
    assert 'href="/moments/#c-last-leader"' in html
    assert 'href="/moments/#c-lose-whammy"' in page(client, "/p/3000e2w2,6000w1,4500@1")
    assert "/moments/#" not in page(client, "/p/4200w1,2600,6800e4@3?board=pyl-classic-r2")
    assert "/moments/#" not in page(client, "/p/4200w1,2600,6900e4@3")


def test_a_moment_on_another_board_is_asked_on_it(client: Client) -> None:
    assert "?board=pyl-classic-r2" in card(client, "pyd-1")
    assert "?board=pyl-1984-09-r1" in card(client, "c-round1-zero")


def test_the_gallery_is_light(client: Client) -> None:
    assert len(client.get("/moments/").content) < 150_000
