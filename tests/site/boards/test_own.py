"""Fans' own boards: made by a copy or from a file, changed by the browser that made them, shared by link."""

import json
import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from engine import preset_boards
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.models import Analysis
from pressorpass_site.boards import fan_boards as own_boards
from pressorpass_site.boards import services
from pressorpass_site.boards.editor import draft_content
from pressorpass_site.boards.editor.forms import SquareForm
from pressorpass_site.boards.models import Board, BoardRevision
from tests.site.markup import markup
from tests.site.work.by_hand import run_next

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]

FEBRUARY = "pyl-1985-02-r2"


@pytest.fixture
def stranger() -> Client:
    return Client()


@pytest.fixture
def own(client: Client) -> Board:
    """A copy of the board of February 1985 that `client` made."""
    client.post("/boards/own/copy/", {"board": FEBRUARY})
    return Board.objects.exclude(owner="").get()


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits that a test can reach."""
    monkeypatch.setattr(own_boards, "QUOTA", replace(own_boards.QUOTA, max_rows=3, per_day=2, per_day_total=4))
    monkeypatch.setattr(own_boards, "MAX_REVISIONS", 2)


def page_of(board: Board) -> str:
    return board.get_absolute_url()


def sent(board: Board, do: str = "keep", at: int = 1, **changed: str) -> dict[str, str]:
    square = own_boards.get_draft(board).content["squares"][at - 1]
    data = {key: str(value) for key, value in SquareForm.from_content(square).data.items() if value is not False}
    data |= {"part": str(at), "seen": draft_content.fingerprint_content(square), "do": do}
    return data | {key.replace("__", "-"): value for key, value in changed.items()}


def test_a_copy_is_the_browsers_own(client: Client, stranger: Client, own: Board) -> None:
    assert re.fullmatch(r"/boards/own/[a-z0-9]{12}/", page_of(own))
    content = services.find_revision(own.slug).engine_board
    assert content.digest == preset_boards()[FEBRUARY].digest
    assert f"{page_of(own)}edit/" in markup(client.get(page_of(own)))
    page = markup(stranger.get(page_of(own)))
    assert "(a fan’s board)" in page
    assert f"{page_of(own)}edit/" not in page
    assert "Edit a copy" in page
    assert client.get(f"/boards/{own.slug}/")["Location"] == page_of(own)
    assert client.get(f"/boards/{own.slug}/1/")["Location"] == f"{page_of(own)}1/"


def test_each_save_is_a_revision_and_the_old_one_stays(client: Client, own: Board) -> None:
    edit = f"{page_of(own)}edit/"
    assert client.post(edit, sent(own, slides__0__kind="whammy")).status_code == 302
    assert own.revisions.count() == 2
    client.post(edit, sent(own))  # nothing changed
    assert own.revisions.count() == 2
    old, new = (services.find_revision(f"{own.slug}.{n}").engine_board for n in (1, 2))
    assert (old.squares[0].slides[0].kind, new.squares[0].slides[0].kind) == ("cash", "whammy")
    assert "Revision 2</a> is newer" in markup(client.get(f"{page_of(own)}1/"))


def test_what_is_wrong_is_kept_but_makes_no_revision_and_its_square_opens(client: Client, own: Board) -> None:
    edit = f"{page_of(own)}edit/"
    client.post(edit, sent(own, "save", at=9, slides__0__dollars="lots"))
    answer = client.post(edit, sent(own), follow=True)
    assert answer.redirect_chain[0][0] == f"{edit}?part=9"
    page = markup(answer)
    assert "Correct the errors before you save the board." in page
    assert 'value="lots"' in page
    assert own.revisions.count() == 1


def test_it_is_in_no_list_but_its_browsers(client: Client, stranger: Client, own: Board) -> None:
    for path in ("/boards/", "/ask/settings/"):
        assert own.slug not in markup(stranger.get(path))
    assert own.slug in markup(client.get("/ask/settings/"))
    assert own.label in markup(client.get("/boards/own/"))
    assert own.label not in markup(stranger.get("/boards/own/"))
    assert services.find_revision(own.slug) not in services.list_current_revisions()


def test_whoever_follows_the_link_asks_about_it(stranger: Client, own: Board) -> None:
    page = markup(stranger.get(f"/?board={own.slug}"))
    assert f'name="board" value="{own.slug}"' in page
    answer = stranger.get(f"/p/8000e1,3000,0@1?board={own.slug}&rules=seed")
    assert answer.status_code == 200
    assert "(a fan’s board)" in markup(answer)
    assert Analysis.objects.get().board_revision.board == own
    form = {"line": "8000e1,3000,0@1", "board": own.slug, "up": "1", "rules": "seed"}
    assert stranger.post("/ask/", form)["Location"].endswith(f"?board={own.slug}&rules=seed")


def test_a_copy_of_a_fans_board(stranger: Client, own: Board) -> None:
    stranger.post("/boards/own/copy/", {"board": own.slug})
    theirs = Board.objects.exclude(owner="").exclude(pk=own.pk).get()
    assert theirs.owner != own.owner
    assert theirs.label == own.label  # marked once, not twice


def test_a_file_or_its_text_makes_a_board(client: Client) -> None:
    raw = json.dumps(preset_boards()[FEBRUARY].to_json() | {"name": "<b>Mine</b>", "id": FEBRUARY})
    client.post("/boards/own/import/", {"text": raw})
    client.post("/boards/own/import/", {"file": SimpleUploadedFile("board.json", raw.encode())})
    boards = Board.objects.exclude(owner="")
    assert boards.count() == 2
    assert services.find_revision(FEBRUARY).number == 1  # the show's board is as it was
    page = markup(client.get("/boards/own/"))
    assert "&lt;b&gt;Mine&lt;/b&gt;" in page
    assert "<b>Mine" not in page
    for board in boards:
        assert "<b>Mine" not in markup(client.get(page_of(board)))
        assert "<b>Mine" not in markup(client.get(f"/?board={board.slug}"))


LIST = "\n".join(f"{number}: $3000+S / $750 / W" for number in range(1, 19))


def test_a_list_or_a_sheet_makes_a_board(client: Client) -> None:
    sheet = "\n".join(["$3000+S,$750,W"] * 18)
    client.post("/boards/own/import/", {"text": LIST})
    client.post("/boards/own/import/", {"file": SimpleUploadedFile("Friday game.csv", sheet.encode())})
    revisions = [services.find_revision(board.slug) for board in Board.objects.exclude(owner="").order_by("pk")]
    assert len({revision.digest for revision in revisions}) == 1
    assert [revision.board.label for revision in revisions] == [
        "Imported board (a fan’s board)",
        "Friday game (a fan’s board)",
    ]


def test_what_is_wrong_in_a_list_is_told_with_its_line_and_the_text_stays(client: Client) -> None:
    wrong = LIST.replace("7: $3000+S", "7: lots").replace("9: $3000+S", "9: <i>")
    for given in ({"text": wrong}, {"file": SimpleUploadedFile("board.txt", wrong.encode())}):
        answer = client.post("/boards/own/import/", given)
        assert answer.status_code == 422
        page = unescape(markup(answer))
        assert "Line 7 (square 7, slide 1): “lots” is not a slide that can be read." in page
        assert "Line 9 (square 9, slide 1): “<i>” is not a slide that can be read." in page
        assert wrong in page
    assert not Board.objects.exclude(owner="")


def test_of_a_presenter_s_file_one_board_is_chosen(client: Client, own: Board) -> None:
    text = "\n".join(
        f"round{name}Board = {{{square}}}"
        for name, money in (("One", 500), ("Two", 2000))
        for square in [
            f"1: {{type: [{{1: 'money', 2: 'whammy'}}], values: [{{1: {money}, 2: 0}}], "
            f"text: [{{1: '${money + 1}'}}], extras: [{{1: 'plus'}}]}}"
        ]
    )
    for path in ("/boards/own/import/", f"{page_of(own)}import/"):
        answer = client.post(path, {"file": SimpleUploadedFile("boardConfig.js", text.encode())})
        assert answer.status_code == 422
        page = unescape(markup(answer))
        assert "The file has 2 boards. Choose one: roundOneBoard, roundTwoBoard." in page
        assert re.search('<button[^>]* name="board" value="roundTwoBoard">', page)
        assert text in page
        assert client.post(path, {"text": text, "board": "roundTwoBoard"}).status_code == 302
    client.post(f"{page_of(own)}edit/", sent(own))
    made = [services.find_revision(board.slug).engine_board for board in Board.objects.exclude(owner="")]
    assert {board.squares[0].slides[0].text for board in made} == {"$2,000 + one spin"}
    assert all("it shows $2001 and counts as $2,000" in board.notes for board in made)


def hostile() -> dict[str, tuple[bytes, str]]:
    """Files that must be refused, with a piece of the sentence; test_boards_exchange.py has more."""
    preset: dict[str, Any] = preset_boards()[FEBRUARY].to_json()
    content = json.loads(json.dumps(preset))
    content["squares"][4]["slides"][1] = {"kind": "<script>"}
    return {
        "huge": (b" " * 1_300_000, "too large: 1,300 kB"),
        "huge board": (json.dumps(preset | {"source": ["x" * 600_000]}).encode(), "and the limit is 500 kB"),
        "not text": (b"\xff\xfe\x00", "UTF-8"),
        "wrong kind": (json.dumps(content).encode(), "the kind must be one of cash"),
    }


@pytest.mark.parametrize("name", hostile())
def test_hostile_files_are_refused_with_a_sentence(client: Client, own: Board, name: str) -> None:
    raw, sentence = hostile()[name]
    before = Board.objects.count()
    for path in ("/boards/own/import/", f"{page_of(own)}import/")[: None if name == "wrong kind" else 1]:
        answer = client.post(path, {"file": SimpleUploadedFile("board.json", raw)})
        assert answer.status_code == 422
        page = markup(answer)
        assert sentence in page
        assert "<script>" not in re.sub(r"<script[^>]+>", "", page)
    assert Board.objects.count() == before
    assert own_boards.get_draft(own).content == services.find_revision(own.slug).content


@pytest.mark.django_db(transaction=True)  # a job beats from a thread of its own
def test_moves_that_branch_too_far_are_said_wherever_the_board_is(client: Client) -> None:
    content = preset_boards()[FEBRUARY].to_json()
    for square in content["squares"]:
        others = [number for number in range(1, 19) if number != square["number"]]
        square["slides"] = [{"kind": "move", "to": others}, {"kind": "move", "to": others}, {"kind": "whammy"}]
    page = markup(client.post("/boards/own/import/", {"text": json.dumps(content)}, follow=True))
    sentence = "The moves of this board branch too far, so positions on it cannot be answered."
    assert sentence in page
    made = Board.objects.exclude(owner="").get()
    page = markup(client.get(page_of(made)))
    assert sentence in page
    assert "Ask about a position" not in page
    address = f"/p/8000e1,3000,0@1?board={made.slug}"
    client.get(address)
    run_next(jobs)
    page = markup(client.get(address))
    assert "Something went wrong." in page
    assert "branch too far" in page
    assert "Trying again will not help" in page
    assert ">Try again<" not in page


@pytest.mark.usefixtures("few")
class TestLimits:
    @pytest.mark.parametrize(
        ("per_day", "is_one_browser", "made", "said"),
        [
            (2, True, 2, "You have made 2 boards today"),
            (10, True, 3, "You have 3 boards, the maximum"),
            (10, False, 4, "Too many boards have been made on this site today"),
        ],
    )
    def test_of_a_day_a_browser_and_everybody(
        self, monkeypatch: pytest.MonkeyPatch, per_day: int, is_one_browser: bool, made: int, said: str
    ) -> None:
        monkeypatch.setattr(own_boards, "QUOTA", replace(own_boards.QUOTA, per_day=per_day))
        client = Client()
        for _ in range(made):
            (client if is_one_browser else Client()).post("/boards/own/copy/", {"board": FEBRUARY})
        assert said in markup(client.post("/boards/own/copy/", {"board": FEBRUARY}, follow=True))
        assert Board.objects.exclude(owner="").count() == made

    def test_of_revisions(self, client: Client, own: Board) -> None:
        for kind in ("whammy", "add_a_one"):
            answer = client.post(f"{page_of(own)}edit/", sent(own, slides__0__kind=kind), follow=True)
        assert "has 2 revisions, the maximum" in markup(answer)
        assert BoardRevision.objects.filter(board=own).count() == 2


def test_files_are_read_at_a_limited_rate(settings: Any) -> None:
    client = Client(REMOTE_ADDR="203.0.113.175")  # which has spent nothing in other tests
    settings.LIMITS = settings.LIMITS | {"ask": (2, 3600)}
    codes = [client.post("/boards/own/import/", {"text": "1: lots"}).status_code for _ in range(3)]
    assert codes == [422, 422, 429]
