"""Sharing an answer: the head of its page, pictures, data, frames for other sites, oEmbed."""

import csv
import io
import json
import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from typing import Any
from urllib.parse import urlencode, urlsplit
from xml.etree import ElementTree

import jsonschema
import pytest
from django.test import Client

from engine import Limits, Position, Rules, preset_boards, solve
from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.models import Analysis
from pressorpass_site.games.models import StoredGame
from pressorpass_site.sharing import card
from pressorpass_site.sharing.files import OF_ANSWERS
from pressorpass_site.sharing.subjects import build_question_subject
from pressorpass_site.work.models import Status
from tests.site.conftest import QUICK, Ask
from tests.site.markup import markup as text

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

HOST = "http://testserver"
ADDRESS = f"/p/{QUICK}?rules=seed"
PINNED = f"/p/{QUICK}?board=pyl-1985-02-r2.1&rules=seed"
UNASKED = "/p/9000e1,3000,0@1?rules=seed"
PNG = b"\x89PNG\r\n\x1a\n"
SVG = "{http://www.w3.org/2000/svg}"
# oembed.com, 2.3.4: what every answer has, and what one of type "rich" has beside.
OEMBED_SCHEMA = {
    "type": "object",
    "required": ["type", "version", "html", "width", "height"],
    "additionalProperties": False,
    "properties": {
        "type": {"const": "rich"},
        "version": {"const": "1.0"},
        "title": {"type": "string", "minLength": 1},
        "provider_name": {"type": "string"},
        "provider_url": {"type": "string", "pattern": "^https?://"},
        "cache_age": {"type": "integer", "minimum": 0},
        "html": {"type": "string", "pattern": "^<iframe .*</iframe>$"},
        "width": {"type": "integer", "minimum": 1},
        "height": {"type": "integer", "minimum": 1},
        "thumbnail_url": {"type": "string", "pattern": "^https?://"},
        "thumbnail_width": {"type": "integer"},
        "thumbnail_height": {"type": "integer"},
    },
    "dependentRequired": {
        "thumbnail_url": ["thumbnail_width", "thumbnail_height"],
        "thumbnail_width": ["thumbnail_url", "thumbnail_height"],
    },
}


@dataclass
class Head:
    """Return the title, meta and link elements of a page."""

    title: str
    meta: dict[str, str]
    links: list[dict[str, str]]


def read_head(page: str) -> Head:
    def attributes(tag: str) -> list[dict[str, str]]:
        matches = re.findall(rf"<{tag} ([^>]*)>", page)
        return [
            {name: unescape(value) for name, value in re.findall(r'([\w-]+)="([^"]*)"', tag_text)}
            for tag_text in matches
        ]

    named = {
        attribute.get("property") or attribute.get("name", ""): attribute.get("content", "")
        for attribute in attributes("meta")
    }
    title = re.search("<title>(.*?)</title>", page)
    assert title
    return Head(unescape(title[1]), named, attributes("link"))


def head(client: Client, path: str) -> Head:
    return read_head(text(client.get(path)))


def file(analysis: Analysis, name: str) -> str:
    return f"/a/{analysis.key}/{name}"


def rows(client: Client, analysis: Analysis, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text(client.get(file(analysis, name))).removeprefix("\ufeff"))))


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(PNG)
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def oembed(client: Client, url: str, **query: Any) -> Any:
    return client.get("/oembed?" + urlencode({"url": url, **query}))


class TestHead:
    def test_a_link_to_an_answer_shows_the_verdict_and_its_picture(self, client: Client, answered: Analysis) -> None:
        meta = head(client, ADDRESS).meta
        assert meta["og:title"].replace("\xa0", " ") == "Pass. Left wins 90.3% by passing, 81.2% by pressing."
        assert meta["og:description"].startswith("Chance to win. Left: press 81.2%, pass 90.3%; Center:")
        assert meta["og:description"].endswith("Exact · $250 steps: every spin and every later choice counted.")
        assert meta["og:url"] == HOST + ADDRESS
        assert meta["og:image"].startswith(f"{HOST}{file(answered, 'card.png')}?v=")
        assert meta["twitter:card"] == "summary_large_image"
        # Title, description and image of its own a Twitter card needs not: og:… are taken.
        assert meta["twitter:image:alt"] == meta["og:image:alt"]
        assert "Left $8,000, 1 earned spin; Center $3,000; Right $0. Left is up." in meta["og:image:alt"]
        picture = client.get(meta["og:image"].removeprefix(HOST))
        assert (str(size(picture.content)[0]), str(size(picture.content)[1])) == (
            meta["og:image:width"],
            meta["og:image:height"],
        )

    def test_without_an_answer_it_says_so(self, client: Client) -> None:
        meta = head(client, UNASKED).meta
        assert meta["og:title"].startswith("Press or pass? Left $9,000, 1 earned spin; Center $3,000; Right $0.")
        assert meta["og:description"] == "The answer is being solved."
        assert "wins" not in meta["og:title"] + meta["og:image:alt"]
        picture = client.get(meta["og:image"].removeprefix(HOST))
        assert (picture.status_code, picture["Cache-Control"]) == (200, "no-cache")

    def test_it_names_its_address_and_where_oembed_is(self, client: Client, answered: Analysis) -> None:
        links = head(client, ADDRESS).links
        assert [link["href"] for link in links if link["rel"] == "canonical"] == [HOST + ADDRESS]
        kinds = {link["type"]: link for link in links if link["rel"] == "alternate"}
        assert set(kinds) == {"application/json+oembed"}
        response = client.get(kinds["application/json+oembed"]["href"].removeprefix(HOST))
        assert response.json()["title"].startswith("Pass.")

    @pytest.mark.parametrize(
        ("path", "title"),
        [("/", "Press or Pass"), ("/boards/", "Boards"), ("/moments/", "Moments"), ("/nowhere/", "Page not found")],
    )
    def test_other_pages_have_a_card_of_the_site(self, client: Client, path: str, title: str) -> None:
        head_tags = head(client, path)
        assert head_tags.meta["og:title"] == title
        assert head_tags.meta["og:description"] == head_tags.meta["description"]
        assert head_tags.meta["og:image"] == f"{HOST}/card.png"
        assert head_tags.meta["twitter:card"] == "summary_large_image"
        assert size(client.get("/card.png").content) == (1200, 630)
        assert not [link for link in head_tags.links if link["rel"] in ("canonical", "alternate")]

    @pytest.mark.parametrize("path", ["/boards/pyl-1985-02-r2/", "/boards/pyl-1983-r2-partial/"])
    def test_a_board_has_a_card_of_its_own(self, client: Client, answered: Analysis, path: str) -> None:
        head_tags = head(client, path)
        assert head_tags.meta["og:image"] == f"{HOST}{path}1/card.png"
        assert size(client.get(f"{path}1/card.png").content) == (1200, 630)
        assert client.get(f"{path}99/card.png").status_code == 404

    def test_a_game_has_a_card_of_who_plays(self, client: Client, answered: Analysis) -> None:
        page = client.post("/games/new/", {"left": "Ann", "rules": "show", "visibility": "unlisted"})["Location"]
        path = page.removesuffix("enter/")
        before = client.get(f"{path}card.png")
        assert size(before.content) == (1200, 630)
        client.post(page, {"text": "round 1: 3 2 4"})
        head_tags = head(client, path)
        assert head_tags.meta["og:description"] == "Press or pass? Make each call before Ann, Center and Right do."
        card = client.get(head_tags.meta["og:image"].removeprefix(HOST))
        assert card.content == before.content
        client.post(f"{path}edit/", {"left": "Zoe", "rules": "show", "visibility": "unlisted"})
        named = head(client, path).meta["og:image"].removeprefix(HOST)
        assert named != head_tags.meta["og:image"].removeprefix(HOST)
        assert client.get(named).content != card.content
        assert "private" in card["Cache-Control"]
        StoredGame.objects.update(visibility="private")
        assert head(client, path).meta["og:image"] == f"{HOST}/card.png"
        assert Client().get(f"{path}card.png").status_code == 404

    def test_those_who_make_cards_of_links_may_look_and_other_crawlers_may_not(self, client: Client) -> None:
        groups = text(client.get("/robots.txt")).strip().split("\n\n")
        everybody = next(group for group in groups if "User-agent: *" in group.splitlines())
        assert {"Disallow: /p/", "Disallow: /a/", "Disallow: /embed/", "Disallow: /whatif/"} <= set(
            everybody.splitlines()
        )
        named = next(group for group in groups if "User-agent: Twitterbot" in group)
        assert "User-agent: facebookexternalhit" in named
        assert "Disallow: /p/" not in named


class TestPictures:
    def test_the_card_says_what_the_answer_says(self, answered: Analysis) -> None:
        drawn = card.render_answer_card(build_question_subject(answered.question, answered), "testserver")
        svg = ElementTree.fromstring(drawn)
        said = [element.text or "" for element in svg.iter(f"{SVG}text")]
        for words in ("PASS", "Exact · $250 steps", "$8,000", "1 spin", "90.3%", "81.2%", "1,400", "testserver"):
            assert words in said
        assert "February 1985 board · simplified rules (C++ solver)" in said
        assert len([element for element in svg.iter(f"{SVG}g") if element.get("data-square")]) == 18
        assert (svg.get("width"), svg.get("height")) == ("1200", "630")

    def test_what_does_not_change_any_more_is_kept_and_known_again(self, client: Client, answered: Analysis) -> None:
        first = client.get(file(answered, "card.png"))
        assert first["Cache-Control"] == "public, max-age=3600"
        again = client.get(file(answered, "card.png"), headers={"if-none-match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")


class TestData:
    def test_a_row_for_every_choice_and_contestant(self, client: Client, answered: Analysis) -> None:
        response = client.get(file(answered, "odds.csv"))
        assert response["Content-Type"].startswith("text/csv; charset=utf-8")
        assert response["Content-Disposition"] == 'attachment; filename="press-or-pass_8000e1_3000_0_up1_odds.csv"'
        csv_rows = rows(client, answered, "odds.csv")
        assert [(row["action"], row["contestant"], row["up"]) for row in csv_rows] == [
            (action, seat, "yes" if seat == "Left" else "no")
            for action in ("press", "pass")
            for seat in ("Left", "Center", "Right")
        ]
        for row in csv_rows:
            action, seat = answered.result["actions"][row["action"]], int(row["seat"]) - 1
            assert [float(row[name]) for name in ("win", "low", "high")] == [
                action[name][seat] for name in ("win", "low", "high")
            ]
            assert row["standard_error"] == row["worth"] == ""
            assert (row["position"], row["board"], row["method"]) == (QUICK, "pyl-1985-02-r2.1", "exact")

    def test_the_json_is_the_command_line_s(self, client: Client, answered: Analysis) -> None:
        response = client.get(file(answered, "answer.json"))
        assert response["Content-Type"] == "application/json"
        board = preset_boards()["pyl-1985-02-r2"]
        result_json = solve(Position.parse(QUICK), board, Rules.preset("seed"), Limits(seconds=20)).to_json()
        data = json.loads(response.content)
        assert set(data) == set(result_json)
        assert data["actions"]["press"].keys() == result_json["actions"]["press"].keys()
        assert {name: data[name] for name in ("position", "board", "best", "margin")} == {
            name: result_json[name] for name in ("position", "board", "best", "margin")
        }

    @pytest.mark.parametrize("name", ["odds.csv", "answer.json"])
    def test_before_there_is_an_answer_it_says_so(self, client: Client, question: Ask, name: str) -> None:
        analysis = services.get_or_start_analysis(question())
        response = client.get(file(analysis, name))
        assert (response.status_code, response["Retry-After"], response["Cache-Control"]) == (404, "5", "no-store")
        assert "The answer is being solved." in text(response)
        Analysis.objects.filter(pk=analysis.pk).update(status=Status.CANCELLED)
        assert "Retry-After" not in client.get(file(analysis, name))


class TestFrame:
    def test_other_sites_may_show_it_and_it_can_do_nothing(self, client: Client, answered: Analysis) -> None:
        response = client.get(f"/embed{ADDRESS}")
        policy = response["Content-Security-Policy"]
        assert "frame-ancestors *" in policy
        assert response["Cache-Control"] == "public, max-age=3600"
        assert "http-equiv" not in text(response)
        for closed in ("default-src 'none'", "form-action 'none'", "base-uri 'none'"):
            assert closed in policy
        assert "script-src" not in policy
        assert "X-Frame-Options" not in response
        assert not response.cookies
        assert "Cookie" not in response.get("Vary", "")
        page = text(response)
        assert not re.search(r"<script|<form|<style| style=| on[a-z]+=", page)
        assert len(response.content) < 30_000
        for words in ("Pass.", "90.3%", "81.2%", "Exact · $250 steps", "February 1985 board"):
            assert words in unescape(page)
        assert f'href="{HOST}{ADDRESS.replace("&", "&amp;")}"' in page

    def test_until_there_is_an_answer_it_says_so_and_looks_again(self, client: Client) -> None:
        response = client.get(f"/embed{UNASKED}")
        page = text(response)
        assert response.status_code == 200
        assert "The answer is being solved." in page
        assert '<meta http-equiv="refresh" content="3">' in page
        assert response["Cache-Control"] == "no-cache"
        assert "%" not in page.partition("<body>")[2]


class TestOembed:
    def test_json(self, client: Client, answered: Analysis) -> None:
        response = oembed(client, HOST + ADDRESS)
        assert response["Content-Type"] == "application/json"
        assert response["Access-Control-Allow-Origin"] == "*"
        data = response.json()
        jsonschema.validate(data, OEMBED_SCHEMA)
        assert data["title"].replace("\xa0", " ") == "Pass. Left wins 90.3% by passing, 81.2% by pressing."
        source = unescape(re.search(r'src="([^"]+)"', data["html"])[1])  # type: ignore[index]
        assert urlsplit(source).path == f"/embed/p/{QUICK}"
        assert size(client.get(data["thumbnail_url"].removeprefix(HOST)).content) == (
            data["thumbnail_width"],
            data["thumbnail_height"],
        )

    def test_it_keeps_to_the_room_there_is(self, client: Client, answered: Analysis) -> None:
        data = oembed(client, HOST + ADDRESS, maxwidth=320, maxheight=200).json()
        jsonschema.validate(data, OEMBED_SCHEMA)
        assert (data["width"], data["height"]) == (320, 200)
        assert 'width="320" height="200"' in data["html"]
        assert "thumbnail_url" not in data
        wide = oembed(client, HOST + ADDRESS, maxwidth=5000).json()
        assert wide["width"] < 5000

    @pytest.mark.parametrize(
        "where", [PINNED, f"/embed{PINNED}", "/p/$8,000%201%20spin%20/%203000%20/%200?rules=seed", ADDRESS + "#odds"]
    )
    def test_every_spelling_of_a_page_s_address(self, client: Client, answered: Analysis, where: str) -> None:
        assert oembed(client, HOST + where).json()["title"].startswith("Pass.")

    def test_nobody_asked_yet(self, client: Client) -> None:
        response = oembed(client, HOST + UNASKED)
        jsonschema.validate(response.json(), OEMBED_SCHEMA)
        assert response.json()["title"].startswith("Press or pass?")
        assert (response.json()["cache_age"], response["Cache-Control"]) == (0, "no-cache")
        assert not Analysis.objects.exists()  # a question about a link asks nothing of the solver

    @pytest.mark.parametrize(
        "where",
        [
            f"http://elsewhere.example{ADDRESS}",
            ADDRESS,
            f"{HOST}/",
            f"{HOST}/nowhere/",
            f"{HOST}/p/{QUICK}?board=nope",
            "http://[",
        ],
    )
    def test_what_is_none_of_ours(self, client: Client, where: str) -> None:
        assert oembed(client, where).status_code == 404

    @pytest.mark.parametrize("kind", ["yaml", "xml"])
    def test_what_it_does_not_speak(self, client: Client, answered: Analysis, kind: str) -> None:
        assert oembed(client, HOST + ADDRESS, format=kind).status_code == 501
        assert client.get("/oembed").status_code == 400
        for bad in ("x", "-1", "0", "1e3", "9" * 30, "²"):
            assert oembed(client, HOST + ADDRESS, maxwidth=bad).status_code == 400


class TestSaved:
    @pytest.fixture
    def owner(self, answered: Analysis) -> Client:
        return Client()

    @pytest.fixture
    def save(self, owner: Client, answered: Analysis) -> Callable[[str], str]:
        """Save the answer; return the page of the saved answer."""

        def keep(visibility: str) -> str:
            form = {"title": "The great <argument>", "note": "", "visibility": visibility}
            response = owner.post("/save/", form | {"key": answered.key})
            assert response.status_code == 302, text(response)
            return str(response["Location"])

        return keep

    @pytest.mark.parametrize("visibility", ["public", "unlisted"])
    def test_what_others_may_see_is_shared_under_its_title(
        self, client: Client, save: Callable[[str], str], visibility: str
    ) -> None:
        page = save(visibility)
        meta = head(client, page).meta
        assert meta["og:title"] == "The great <argument>"
        assert meta["og:description"].startswith("Pass. Left wins 90.3")
        assert meta["og:url"] == HOST + page
        assert size(client.get(meta["og:image"].removeprefix(HOST)).content) == (1200, 630)
        oembed_response = oembed(client, HOST + page)
        jsonschema.validate(oembed_response.json(), OEMBED_SCHEMA)
        source = unescape(re.search(r'src="([^"]+)"', oembed_response.json()["html"])[1])  # type: ignore[index]
        frame = client.get(source.removeprefix(HOST))
        assert "frame-ancestors *" in frame["Content-Security-Policy"]
        assert not frame.cookies
        assert "The great &lt;argument&gt;" in text(frame)
        assert ">Pass</h1>" in text(frame)
        cache_control = {"public": "no-cache", "unlisted": "private, no-cache"}[visibility]
        assert set(frame["Cache-Control"].split(", ")) == set(cache_control.split(", "))
        for name in OF_ANSWERS.by_name:
            response = client.get(f"{page}1/{name}")
            assert (response.status_code, response["X-Robots-Tag"]) == (200, "noindex"), name
            assert set(response["Cache-Control"].split(", ")) == set(cache_control.split(", ")), name

    def test_nobody_keeps_what_its_owner_may_take_back(
        self, client: Client, owner: Client, save: Callable[[str], str]
    ) -> None:
        page = save("public")
        shown = [f"{page}1/card.png", f"/embed{page}", "/oembed?" + urlencode({"url": HOST + page})]
        for address in shown:
            first = client.get(address)
            assert (first.status_code, first["Cache-Control"]) == (200, "no-cache")
            again = client.get(address, headers={"if-none-match": first["ETag"]})
            assert again.status_code == 304
            assert again.get("Content-Security-Policy") == first.get("Content-Security-Policy")
        owner.post(f"{page}edit/", {"title": "Mine", "note": "", "visibility": "private"})
        for address in shown:
            assert client.get(address, headers={"if-none-match": first["ETag"]}).status_code == 404
