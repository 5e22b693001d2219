"""The browser of boards: by era, one board's figures and picture, two compared, files."""

import base64
import copy
import hashlib
import json
import re
from datetime import date
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client

from engine import Board as EngineBoard
from engine import preset_boards
from pressorpass_site.boards import compare, eras, exchange, picture, ring, services, statistics

pytestmark = pytest.mark.django_db

FEBRUARY = "pyl-1985-02-r2"
SVG = "{http://www.w3.org/2000/svg}"


def board(*squares: list[dict[str, Any]], **more: Any) -> EngineBoard:
    numbered = [{"number": number, "slides": slides} for number, slides in enumerate(squares, 1)]
    return EngineBoard.from_json({"id": "small", "round": 2, "squares": numbered, **more})


def changed(source: EngineBoard, **slide: Any) -> EngineBoard:
    """The same board with another first slide in square 1."""
    content: dict[str, Any] = copy.deepcopy(source.to_json())
    content["squares"][0]["slides"][0] = slide
    return EngineBoard.from_json(content)


def text(client: Client, address: str, status: int = 200) -> str:
    """A page's words as a reader sees them, spaces made plain."""
    response = client.get(address)
    assert response.status_code == status
    words = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", words.replace("\u00a0", " "))


CASH = {"kind": "cash", "amount": 500}
TRIP, BOAT = ({"kind": "prize", "name": name} for name in ("A trip", "A boat"))
WHAMMY = {"kind": "whammy"}


@pytest.mark.usefixtures("loaded_boards")
class TestBrowser:
    def shown(self, client: Client, query: str = "") -> list[str]:
        page = client.get(f"/boards/{query}").content.decode()
        return re.findall(r'<h3><a href="/boards/([^/]+)/">', page)

    def test_in_time_with_the_bonus_game_and_composites_last(self, client: Client) -> None:
        assert self.shown(client) == [
            "pyl-1983-pilot-r1",
            "pyl-1983-09-r1",
            "pyl-1983-r2-partial",
            "pyl-1984-09-r1",
            "pyl-1985-02-r2",
            "pyl-1985-02-r2-light",
            "abc-2019-r1",
            "abc-2019-r2",
            *(f"abc-2019-bonus{number}" for number in range(1, 7)),
            "pyl-classic-r2",
        ]

    @pytest.mark.parametrize(
        ("day", "found"),
        [
            ("1984-05-31", ["pyl-1983-09-r1, in use on that date", "pyl-1985-02-r2, 8 months later"]),
            ("1985-08-22", ["pyl-1984-09-r1, 6 months earlier", "pyl-1985-02-r2, 1 day earlier"]),
            ("2020-01-01", ["abc-2019-r1, in use on that date", "abc-2019-r2, in use on that date"]),
            *((day, []) for day in ("1977-05-01", "1983-05-17", "1988-02-01", "2003-01-01", "2019-06-11")),
        ],
    )
    def test_an_episodes_date_finds_the_nearest_board_that_can_be_asked_on(self, day: str, found: list[str]) -> None:
        near = eras.find_nearest_boards(services.list_current_revisions(), date.fromisoformat(day), date(2026, 11, 27))
        assert [f"{nearest.revision.board.slug}, {nearest.distance}" for nearest in near] == found

    def test_boards_of_other_shows_have_a_place(self, client: Client) -> None:
        services.publish(board([CASH], show="A fair in Ohio", round="final"))
        assert self.shown(client)[-1] == "small"

    def test_editing_begins_below_the_board(self, client: Client, django_user_model: Any) -> None:
        page = client.get(f"/boards/{FEBRUARY}/").content.decode()
        assert "Edit a copy" in page
        assert "boarddraft" not in page
        client.force_login(django_user_model.objects.create_superuser("ada"))
        page = client.get(f"/boards/{FEBRUARY}/").content.decode()
        newest = services.find_revision(FEBRUARY).pk
        assert f'href="/admin/boards/boarddraft/add/?based_on={newest}">Edit</a>' in page
        assert ">Administration</a>" in client.get("/account/").content.decode()


class TestFigures:
    def test_in_numbers_that_can_be_counted(self, client: Client) -> None:
        services.publish(preset_boards()[FEBRUARY])
        words = text(client, f"/boards/{FEBRUARY}/")
        assert "Chance of a Whammy 16.7% 1/6 16.7% 1/6" in words
        assert "Chance of an extra spin 24.1% 13/54 28.0%" in words
        assert "Chance of a move 11.1% 1/9 followed" in words
        assert "Money, on average $1,217 $1,540" in words
        assert "Spread of the money $1,153 $1,216" in words
        # 1 - (5/6)^6 is 66.5%.
        assert "6 spins 66.5% 66.5%" in words
        assert "A prize without a stated value counts as $2,500, as in answers." in words
        assert "Exact: every slide is counted." in words

    def test_differences_have_signs_and_tell_no_change(self) -> None:
        [(heading, changes), (_, within)] = statistics.compare(board([CASH, CASH]), board([CASH, WHAMMY]))
        assert heading == "One spin"
        assert [(c.name, c.change) for c in changes] == [
            ("Chance of a Whammy", "+50.0"),
            ("Chance of an extra spin", "same"),
            ("Money, on average", "−$250"),
            ("Spread of the money", "+$250"),
        ]
        assert within[1].change == "+75.0"


class TestPicture:
    def drawn(self, content: EngineBoard, title: str = "A board") -> ElementTree.Element:
        return ElementTree.fromstring(picture.render_svg(content, title))

    @pytest.mark.parametrize("preset", preset_boards().values(), ids=lambda preset: preset.id)
    def test_has_every_square_and_slide_and_a_title(self, preset: EngineBoard) -> None:
        root = self.drawn(preset, "February 1985 board")
        assert root.findtext(f"{SVG}title") == "February 1985 board"
        assert "Whammy: " in (root.findtext(f"{SVG}desc") or "")
        drawn = [(rect.get("class") or "").split(" ")[0] for rect in root.iter(f"{SVG}rect")]
        assert drawn.count("sq__box") == 18
        assert drawn.count("chip") == 54 + len(ring.count_slides(preset))

    @pytest.mark.parametrize(
        "content", [board(*[[CASH]] * 64), board([CASH] * 1000), board([CASH])], ids=["64 squares", "1000 slides", "1"]
    )
    def test_of_boards_that_make_no_ring(self, content: EngineBoard) -> None:
        root = self.drawn(content)
        height = float(root.get("height", ""))
        for rect in root.iter(f"{SVG}rect"):
            if rect.get("class") == "ground":
                continue
            assert float(rect.get("height", "")) > 0
            assert float(rect.get("y", "")) + float(rect.get("height", "")) <= height

    def test_is_kept_by_browsers_and_allowed_its_style(self, client: Client) -> None:
        services.publish(preset_boards()[FEBRUARY])
        response = client.get(f"/boards/{FEBRUARY}/1/ring.svg")
        assert response["Content-Type"] == "image/svg+xml"
        assert "max-age=" in response["Cache-Control"]
        assert (
            client.get(f"/boards/{FEBRUARY}/1/ring.svg", headers={"if-none-match": response["ETag"]}).status_code == 304
        )
        style = re.search(r"<style>(.*)</style>", response.content.decode())
        assert style
        digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
        assert f"'sha256-{digest}'" in response["Content-Security-Policy"]
        assert client.get(f"/boards/{FEBRUARY}/9/ring.svg").status_code == 404


class TestDiff:
    def states(self, old: EngineBoard, new: EngineBoard) -> list[tuple[list[str] | None, list[str] | None]]:
        return [
            tuple(None if side is None else [s.state for s in side] for side in (square.old, square.new))  # type: ignore[misc]
            for square in compare.compare_boards(old, new).changed
        ]

    @pytest.mark.parametrize(
        ("old", "new", "states"),
        [
            ([[CASH, WHAMMY]], [[WHAMMY, WHAMMY]], [(["gone", "same"], ["same", "new"])]),
            ([[CASH, WHAMMY]], [[WHAMMY, CASH]], []),  # their order does not count
            ([[TRIP, BOAT]], [[BOAT, BOAT]], [(["reworded", "same"], ["same", "reworded"])]),
            ([[CASH]], [[CASH], [WHAMMY]], [(None, ["new"])]),
        ],
    )
    def test_slides_are_told_apart(self, old: Any, new: Any, states: Any) -> None:
        assert self.states(board(*old), board(*new)) == states

    def test_weights_count(self) -> None:
        heavy = CASH | {"weight": 2}
        assert self.states(board([CASH, WHAMMY]), board([heavy, WHAMMY])) == [(["gone", "same"], ["new", "same"])]
        old, new = board([CASH]).to_json(), board([CASH]).to_json()
        new["squares"][0]["weight"] = 5
        [square] = compare.compare_boards(EngineBoard.from_json(old), EngineBoard.from_json(new)).changed
        assert (square.reweighted, square.old_weight, square.new_weight) == (True, 1, 5)

    def test_revisions_on_a_page(self, client: Client) -> None:
        preset = preset_boards()[FEBRUARY]
        services.publish(preset)
        services.publish(changed(preset, kind="whammy"))
        words = text(client, f"/boards/diff/?from={FEBRUARY}.1&to={FEBRUARY}")
        assert "1 square differs: 1 slide removed, 1 added." in words
        assert "$1,400 removed $1,750 $2,250 Whammy added $1,750 $2,250" in words
        assert "17 squares with the same slides" in words
        assert "Chance of a Whammy 16.7% 18.5% +1.8" in words
        back = text(client, f"/boards/diff/?from={FEBRUARY}.2&to={FEBRUARY}.1")
        assert "Chance of a Whammy 18.5% 16.7% −1.8" in back

    @pytest.mark.usefixtures("loaded_boards")
    def test_what_cannot_be_compared_is_said_at_its_field(self, client: Client) -> None:
        words = text(client, f"/boards/diff/?from=nope&to={FEBRUARY}", 404)
        assert "There is no board called “nope”." in words
        assert "Choose a board." in text(client, f"/boards/diff/?from={FEBRUARY}&to=", 404)
        page = client.get(f"/boards/diff/?from=%3Cb%3E&to={FEBRUARY}").content.decode()
        assert "<b>”" not in page
        assert f'<option value="{FEBRUARY}" selected>' in page
        assert client.get("/boards/diff/?from=%01&to=" + "x" * 5000).status_code == 404

    @pytest.mark.usefixtures("loaded_boards")
    def test_a_board_with_gaps_is_compared_without_figures(self, client: Client) -> None:
        words = text(client, f"/boards/diff/?from=pyl-1983-r2-partial&to={FEBRUARY}")
        assert "Only 21 of 54 slides are known" in words
        assert "not documented removed" in words


class TestFiles:
    def test_a_revision_comes_back_as_it_was(self, client: Client) -> None:
        preset = preset_boards()[FEBRUARY]
        services.publish(preset)
        response = client.get(f"/boards/{FEBRUARY}/1.json")
        assert response["Content-Type"] == "application/json"
        assert exchange.read_board(response.content) == preset
        assert client.get(f"/boards/{FEBRUARY}/2.json").status_code == 404
        assert f"/boards/{FEBRUARY}/1.json" in client.get(f"/boards/{FEBRUARY}/").content.decode()

    def test_the_schema_is_published_and_kept_in_the_documents(self, client: Client) -> None:
        response = client.get("/boards/schema.json")
        assert response["Content-Type"] == "application/schema+json"
        assert json.loads(response.content)["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        assert (Path(settings.BASE_DIR) / "docs/board.schema.json").read_bytes() == response.content
