"""Drafts: edited square by square, checked at once, published by those who may; the record of it all."""

import copy
import json
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.db import DatabaseError, connection, transaction
from django.test import Client

from engine import Board, preset_boards
from pressorpass_site.boards import services
from pressorpass_site.boards.editor import checks, draft_content, drafts, lines
from pressorpass_site.boards.editor.forms import SquareForm
from pressorpass_site.boards.models import BoardDraft, BoardRevision, EventKind
from tests.site.markup import markup

pytestmark = pytest.mark.django_db

FEBRUARY = "pyl-1985-02-r2"


@pytest.fixture
def revision(loaded_boards: None) -> BoardRevision:
    return services.find_revision(FEBRUARY)


@pytest.fixture
def draft(revision: BoardRevision) -> BoardDraft:
    return drafts.start("anna", revision)


def person(name: str, *groups: str) -> Client:
    """A client of somebody of the staff who is in these groups."""
    user = User.objects.create_user(name, password="x", is_staff=True)
    user.groups.set(Group.objects.filter(name__in=groups))
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def editor(db: None) -> Client:
    return person("anna", "Board editors")


@pytest.fixture
def publisher(db: None) -> Client:
    return person("paul", "Board publishers")


def sent(content: dict[str, Any], place: int = 1, **changed: str) -> dict[str, str]:
    """What a browser sends for the square at a place of the list, with some fields typed over."""
    square = content["squares"][place - 1]
    form = SquareForm.from_content(square)
    data = {key: str(value) for key, value in form.data.items() if value is not False}
    data |= {"part": str(place), "seen": draft_content.fingerprint_content(square), "do": "save"}
    return data | {key.replace("__", "-"): value for key, value in changed.items()}


def url(draft: BoardDraft, page: str = "change") -> str:
    return f"/admin/boards/boarddraft/{draft.pk}/{page}/"


class TestWhatIsWrong:
    @pytest.fixture
    def content(self) -> dict[str, Any]:
        return copy.deepcopy(preset_boards()[FEBRUARY].to_json())

    def test_every_preset_is_right(self) -> None:
        for board in preset_boards().values():
            report = checks.check(board.to_json())
            assert report.board == board
            assert not report.errors

    def test_everything_is_found_at_once(self, content: dict[str, Any]) -> None:
        squares = content["squares"]
        squares[0]["slides"][0] = {"kind": "cash", "amount": "lots", "weight": "often"}
        squares[6]["slides"] = []
        squares[8]["number"] = 8
        squares[17]["slides"][2] = {"kind": "move", "to": [99]}
        squares[17]["weight"] = "x"
        content |= {"name": "", "valid_from": "last year"}
        report = checks.check(content)
        places = {(problem.square, problem.slide, problem.part) for problem in report.errors}
        assert places >= {
            (0, 0, "amount"),
            (0, 0, "weight"),
            (6, None, ""),
            (7, None, "number"),
            (17, 2, "to"),
            (17, None, "weight"),
            (None, None, "name"),
            (None, None, "valid_from"),
        }
        assert report.board is None
        assert checks.build_drawable_board(content, report) is not None

    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            (lambda c: c["squares"].pop(), "this board has 17"),
            (lambda c: c["squares"][0]["slides"].pop(), "three slides; this one has 2"),
            (lambda c: c["squares"][0]["slides"][0].update(amount=0), "$0: is this"),
            (lambda c: c["squares"][0]["slides"][0].update(amount=60_000), "$60,000 is more"),
            (lambda c: c["squares"][0]["slides"].__setitem__(0, {"kind": "unknown"}), "Not documented"),
        ],
    )
    def test_what_is_odd_is_only_a_warning(self, content: dict[str, Any], change: Any, sentence: str) -> None:
        change(content)
        report = checks.check(content)
        assert report.board is not None
        assert [problem.message for problem in report.warnings if sentence in problem.message]


class TestLines:
    @pytest.mark.parametrize("name", preset_boards())
    def test_every_preset_is_written_and_read_alike(self, name: str) -> None:
        content = preset_boards()[name].to_json()
        for before in (content, content | {"squares": []}):
            squares = lines.read(lines.write(content), before)
            assert Board.from_json(content | {"squares": squares}).digest == preset_boards()[name].digest

    @pytest.mark.parametrize(
        ("line", "meant"),
        [
            ("4\t$750\t1500+\tW", "4: $750 / $1,500 + spin / Whammy"),
            ("| 4 | $750 | 1,500 and one spin | wham |", "4: $750 / $1,500 + spin / Whammy"),
            ("Square 4: $750, $1,500 + 1 spin, Whammy", "4: $750 / $1,500 + spin / Whammy"),
            ("750; 1.5k; ?", "1: $750 / $1,500 / ?"),
            ("7: Trip to Rome ($3,000) / Prize / prize car", "7: Prize Trip to Rome ($3,000) / Prize / Prize car"),
            (
                "7: Big Bucks → 4 / move to 8, 10 / Advance 2 -> 13",
                "7: Big Bucks → 4 / Move → 8 or 10 / Advance 2 → 13",
            ),
            (
                "7: 2000 or lose a Whammy / double + spin / add a one",
                "7: $2,000 or lose a Whammy / Double your $$ + spin / Add-a-one",
            ),
            (
                "7: $10,000 or double / 1750 or spin again / jackpot ($8,888)",
                "7: $10,000 or double your $$ / $1,750 or spin again / Jackpot ($8,888)",
            ),
            ("7: take the lead + one spin / Take the lead by 2", "7: Take the lead + spin / Take the lead by $2"),
            ("7 x2: 750 x3 • 8 000 + spin", "7 ×2: $750 ×3 / $8,000 + spin"),
            ("7a: 7x0 / / lots + spin", "7a: 7x0 / $ / lots + spin"),
        ],
    )
    def test_what_people_paste_is_read(self, line: str, meant: str) -> None:
        squares = lines.read(line, {"squares": []})
        assert lines.write({"squares": squares}) == meant
        assert lines.read(meant, {"squares": []}) == squares

    def test_what_a_line_does_not_show_is_kept(self) -> None:
        content = preset_boards()[FEBRUARY].to_json()
        content["squares"][3]["slides"][0] |= {"label": "Three grand", "name": "typed before it was money"}
        squares = lines.read(lines.write(content).replace("9: $800", "9: $900"), content)
        assert squares[3] == content["squares"][3]
        assert squares[8]["slides"][0] == {"kind": "cash", "amount": 900}

    def test_they_replace_the_squares_and_what_is_wrong_is_named(self, editor: Client, draft: BoardDraft) -> None:
        data = {
            "part": "lines",
            "seen": draft_content.fingerprint_content(draft_content.get_squares_part(draft.content)),
            "lines-text": lines.write(draft.content).replace("4: $3,000", "4: <i>lots").replace("\n", "\r\n"),
        }
        page = markup(editor.post(url(draft), data, follow=True))
        assert "Square 4, slide 1</button>: “&lt;i&gt;lots” isn’t an amount of money" in page
        assert "If it is a prize, write its name in quotation marks" in page
        draft.refresh_from_db()
        assert draft.content["squares"][3]["slides"][0] == {"kind": "cash_spin", "amount": "<i>lots"}
        answer = editor.post(url(draft), data | {"lines-text": "1: w"})  # seen before the change above
        assert answer.status_code == 409
        assert "Someone else has changed this in the meantime" in markup(answer)

    def test_a_button_weighs_the_squares_by_a_light(self, editor: Client, draft: BoardDraft) -> None:
        text = lines.write(draft.content).replace("1: ", "1 ×7: ", 1)
        for light, weighed in (("1984", {8: 6, 18: 4}), ("1983", dict[int, int]())):
            draft.refresh_from_db()
            seen = draft_content.fingerprint_content(draft_content.get_squares_part(draft.content))
            data = {"part": "lines", "seen": seen, "lines-text": text, "do": f"light:{light}"}
            assert editor.post(url(draft), data).status_code == 302
            draft.refresh_from_db()
            usual = 5 if weighed else 1
            weights = {square["number"]: square.get("weight", 1) for square in draft.content["squares"]}
            assert weights == {number: weighed.get(number, usual) for number in range(1, 19)}
            text = lines.write(draft.content)

    @pytest.mark.parametrize("text", ["\n".join(["w"] * 200), "1: " + "w/" * 200, "w/" * 20_000, ": " * 20_000])
    def test_too_much_is_refused_and_stays_in_the_form(self, editor: Client, draft: BoardDraft, text: str) -> None:
        seen = draft_content.fingerprint_content(draft_content.get_squares_part(draft.content))
        answer = editor.post(url(draft), {"part": "lines", "seen": seen, "lines-text": text})
        draft.refresh_from_db()
        if answer.status_code == 302:  # one wrong slide
            assert len(draft.content["squares"]) == 1
        else:
            assert answer.status_code == 409
            assert text[:100] in markup(answer)
            assert draft.content == draft.based_on.content  # type: ignore[union-attr]


class TestEditing:
    def test_a_slide_is_changed_and_the_record_says_so(self, editor: Client, draft: BoardDraft) -> None:
        page = editor.post(url(draft), sent(draft.content, slides__0__dollars="$2,000"))
        assert page.status_code == 302
        draft.refresh_from_db()
        assert draft.content["squares"][0]["slides"][0] == {"kind": "cash", "amount": 2000}
        event = draft.events.first()
        assert event is not None
        assert (event.who, event.kind) == ("anna", EventKind.EDITED)
        assert event.summary == "square 1, slide 1: $1,400 → $2,000"

    def test_what_is_wrong_stays_as_typed_with_the_message_at_the_slide(
        self, editor: Client, draft: BoardDraft
    ) -> None:
        editor.post(url(draft), sent(draft.content, slides__1__dollars="<b>lots</b>", slides__2__weight="x"))
        page = markup(editor.get(url(draft) + "?part=1"))
        assert "data-unsaved" not in page
        assert 'value="&lt;b&gt;lots&lt;/b&gt;"' in page
        assert "<b>lots" not in page
        at_the_field = page.split('id="id_slides-1-dollars_messages"')[1].split("</div>")[0]
        assert "isn’t an amount of money" in at_the_field
        assert "2 errors to correct" in page
        assert 'aria-invalid="true"' in page

    def test_another_square_is_opened_with_nothing_lost(self, editor: Client, draft: BoardDraft) -> None:
        page = editor.post(url(draft), sent(draft.content, slides__0__kind="whammy", do="go:4"))
        assert page["Location"].endswith("?part=5#part")
        draft.refresh_from_db()
        assert draft.content["squares"][0]["slides"][0]["kind"] == "whammy"

    def test_slides_and_squares_come_and_go(self, editor: Client, draft: BoardDraft) -> None:
        for do, slides, squares in (
            ("add-slide", 4, 18),
            ("remove-slide:3", 3, 18),
            ("remove-slide:0", 2, 18),
            ("add-square", 2, 19),
            ("remove-square", None, 18),
        ):
            place = 1 if do != "remove-square" else 19
            editor.post(url(draft), sent(draft.content, place, do=do))
            draft.refresh_from_db()
            assert len(draft.content["squares"]) == squares
            if slides:
                assert len(draft.content["squares"][0]["slides"]) == slides
        assert draft.content["squares"][0]["slides"][0] == {"kind": "cash", "amount": 1750}

    def test_two_who_edit_the_same_square_are_told(self, editor: Client, draft: BoardDraft) -> None:
        mine = sent(draft.content, slides__0__dollars="111")
        editor.post(url(draft), sent(draft.content, slides__0__dollars="222"))
        page = editor.post(url(draft), mine)
        assert page.status_code == 409
        text = markup(page)
        assert "Someone else has changed this in the meantime" in text
        assert 'value="111"' in text
        assert "data-unsaved" in text
        draft.refresh_from_db()
        assert draft.content["squares"][0]["slides"][0]["amount"] == 222
        again = mine | {"seen": text.split('name="seen" value="')[1].split('"')[0]}
        assert editor.post(url(draft), again).status_code == 302
        draft.refresh_from_db()
        assert draft.content["squares"][0]["slides"][0]["amount"] == 111

    def test_a_long_text_is_kept_whole_and_told(self, editor: Client, draft: BoardDraft) -> None:
        notes = "family \U0001f469\u200d\U0001f467 " * 400 + "end"
        about = {
            "part": "about",
            "seen": draft_content.fingerprint_content(draft_content.get_about_part(draft.content)),
            "about-name": "x",
            "about-round": "2",
            "about-notes": notes,
            "about-source": "s" * 30_000,
        }
        page = markup(editor.post(url(draft), about, follow=True))
        draft.refresh_from_db()
        assert draft.content["notes"] == notes
        assert notes in page
        assert f"The notes of the board may have at most 2,000 characters, not {len(notes):,}." in page
        assert draft.content["source"] == ["s" * 30_000]

    def test_what_cannot_be_kept_is_refused_and_stays_in_the_form(
        self, editor: Client, draft: BoardDraft, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        long = "l" * (draft_content.MAX_TYPED + 1)
        answer = editor.post(url(draft), sent(draft.content, slides__0__label=long))
        assert answer.status_code == 422
        page = markup(answer)
        assert "Text on the slide: the text has 50,001 characters; the limit is 50,000." in page
        assert long in page
        monkeypatch.setattr(draft_content, "MAX_BYTES", 60_000)
        answer = editor.post(
            url(draft), sent(draft.content, slides__0__label="l" * 40_000, slides__1__label="l" * 40_000)
        )
        assert answer.status_code == 409
        page = markup(answer)
        assert "kB of text, and the limit is 60 kB" in page
        assert "l" * 40_000 in page
        draft.refresh_from_db()
        assert draft.content == draft.based_on.content  # type: ignore[union-attr]

    @pytest.mark.parametrize("closing", ["published", "discarded"])
    def test_what_is_typed_outlives_the_draft(self, editor: Client, draft: BoardDraft, closing: str) -> None:
        put_whammy(draft)
        mine = sent(draft.content, 2, slides__0__name="My words", slides__0__kind="prize", slides__0__dollars="77")
        if closing == "published":
            drafts.publish(draft, "paul", "x")
        else:
            drafts.discard_draft(draft, "paul")
        for do in ("save", "go:5"):
            answer = editor.post(url(draft), mine | {"do": do})
            assert answer.status_code == 409
            page = markup(answer)
            assert f"This draft has been {closing} by paul" in page
            assert 'value="My words"' in page
        assert "Save the draft" not in page
        answer = editor.post(url(draft), mine | {"do": "again"}, follow=True)
        assert 'value="My words"' in markup(editor.get(f"{answer.redirect_chain[0][0]}?part=2"))
        again = BoardDraft.objects.exclude(pk=draft.pk).get()
        assert (again.author, again.open, again.board) == ("anna", True, draft.board)
        assert again.based_on == services.find_revision(FEBRUARY)
        assert again.content["squares"][0]["slides"][0] == {"kind": "whammy"}
        assert again.content["squares"][1]["slides"][0]["name"] == "My words"
        draft.refresh_from_db()
        assert draft.state == closing

    def test_a_note_and_a_file_outlive_the_draft(self, admin_client: Client, draft: BoardDraft) -> None:
        drafts.discard_draft(draft, "paul")
        page = markup(admin_client.post(url(draft, "review"), {"note": "Seen on tape."}))
        assert "Your note was: Seen on tape." in page
        answer = admin_client.post(url(draft, "import"), {"text": json.dumps(draft.content)})
        assert answer.status_code == 422
        assert 'pyl-1985-02-r2"' in unescape(markup(answer))

    def test_the_preview_shows_figures_and_messages_and_stores_nothing(self, editor: Client, draft: BoardDraft) -> None:
        page = markup(editor.post(url(draft, "preview"), sent(draft.content, slides__0__kind="whammy")))
        assert "18.5%" in page
        assert "16.7%" in page
        page = markup(editor.post(url(draft, "preview"), sent(draft.content, slides__0__dollars="lots")))
        assert "isn’t an amount of money" in page
        assert 'id="id_slides-0-dollars_messages"' in page
        page = markup(editor.post(url(draft), sent(draft.content, slides__0__kind="whammy", do="preview")))
        assert "18.5%" in page  # the same without JavaScript
        draft.refresh_from_db()
        assert draft.content == draft.based_on.content  # type: ignore[union-attr]

    @pytest.mark.parametrize("total", ["100000", "100", "2", "-1", "x", ""])
    def test_a_form_with_other_slides_than_it_says_changes_nothing(
        self, editor: Client, draft: BoardDraft, total: str
    ) -> None:
        forged = sent(draft.content) | {"slides-TOTAL_FORMS": total, "slides-0-dollars": "$9,999"}
        answer = editor.post(url(draft), forged)
        page = markup(answer)
        assert answer.status_code == 400
        assert "Some of the slides were lost on the way, so nothing was changed." in page
        assert page.count("<legend>Slide") == 3
        assert editor.post(url(draft, "preview"), forged).status_code == 400
        draft.refresh_from_db()
        assert draft.content == draft.based_on.content  # type: ignore[union-attr]


class TestPublishing:
    def test_a_publisher_publishes_and_everything_is_on_record(
        self, publisher: Client, draft: BoardDraft, revision: BoardRevision
    ) -> None:
        put_whammy(draft)
        assert publisher.post(url(draft, "review"), {"note": "Seen on tape."}).status_code == 302
        newest = services.find_revision(FEBRUARY)
        assert (newest.number, newest.author, newest.note) == (2, "paul", "Seen on tape.")
        assert newest.board == revision.board
        draft.refresh_from_db()
        assert draft.state == "published"
        kinds = [event.kind for event in drafts.list_board_events(revision.board)]
        assert kinds == [EventKind.PUBLISHED, EventKind.EDITED, EventKind.MADE]
        page = markup(publisher.get(f"/admin/boards/board/{revision.board.pk}/change/"))
        assert "revision 2 published: Seen on tape." in page
        # It is closed for good.
        assert publisher.post(url(draft, "review"), {"note": "Again."}).status_code == 422
        assert newest.board.revisions.count() == 2

    @pytest.mark.parametrize(
        ("slide", "note", "said"),
        [
            ({"kind": "cash", "amount": "lots"}, "x", "Correct the errors before you publish"),
            (None, "x", "Nothing has changed"),
            ({"kind": "whammy"}, " ", "Describe in one sentence"),
            ({"kind": "whammy"}, "n" * 501, "The note has 501 characters; the limit is 500."),
        ],
    )
    def test_what_cannot_be_published(
        self, publisher: Client, draft: BoardDraft, slide: dict[str, Any] | None, note: str, said: str
    ) -> None:
        if slide:
            edit_slide(draft, slide)
        answer = publisher.post(url(draft, "review"), {"note": note})
        assert answer.status_code == 422
        assert said in markup(answer)
        assert note in markup(answer)
        assert BoardRevision.objects.filter(board__slug=FEBRUARY).count() == 1

    def test_what_was_changed_while_somebody_looked_is_not_published(
        self, publisher: Client, draft: BoardDraft
    ) -> None:
        put_whammy(draft)
        page = markup(publisher.get(url(draft, "review")))
        seen = page.split('name="seen" value="')[1].split('"')[0]
        edit_slide(draft, {"kind": "cash", "amount": 1})
        answer = publisher.post(url(draft, "review"), {"note": "x", "seen": seen})
        assert "has changed since you opened this page" in markup(answer)

    def test_a_new_board(self, editor: Client, publisher: Client, loaded_boards: None) -> None:
        editor.post("/admin/boards/boarddraft/add/", {"based_on": ""})
        draft = BoardDraft.objects.get()
        drafts.change(draft, "anna", lambda content: {**content, "name": "A lost board"})
        for slug, sentence in (
            ("", "Enter an ID"),
            (FEBRUARY, "There is already a board with this ID"),
            ("own-board", "This ID is reserved"),
            ("two words", "An ID can have up to 80 letters"),
            ("x" * 81, "An ID can have up to 80 letters"),
        ):
            answer = publisher.post(url(draft, "review"), {"note": "x", "slug": slug})
            assert sentence in markup(answer)
        publisher.post(url(draft, "review"), {"note": "x", "slug": "lost-board"})
        board = services.find_revision("lost-board").board
        assert (board.label, services.find_revision("lost-board").complete) == ("A lost board", False)
        assert drafts.list_board_events(board).count() == 3

    def test_a_preset_does_not_undo_what_people_published(self, draft: BoardDraft) -> None:
        put_whammy(draft)
        mine = drafts.publish(draft, "paul", "x")
        assert services.load_preset(preset_boards()[FEBRUARY]).revision == mine
        assert services.find_revision(FEBRUARY) == mine

    def test_the_review_shows_what_becomes_of_the_figures(self, publisher: Client, draft: BoardDraft) -> None:
        put_whammy(draft)
        page = markup(publisher.get(url(draft, "review")))
        assert "square 1, slide 1: $1,400 → Whammy" in page
        assert "16.7%" in page
        assert "18.5%" in page
        assert "Publish as revision 2" in page


class TestFiles:
    def test_a_draft_begins_with_a_file(self, editor: Client, revision: BoardRevision) -> None:
        classic = preset_boards()["pyl-classic-r2"]
        data = {"do": "import", "based_on": str(revision.pk), "text": json.dumps(classic.to_json() | {"junk": [1]})}
        assert editor.post("/admin/boards/boarddraft/add/", data).status_code == 302
        draft = BoardDraft.objects.get()
        assert (draft.board, draft.based_on) == (revision.board, revision)
        assert draft.content["squares"] == classic.to_json()["squares"]
        assert draft.content["id"] == FEBRUARY
        assert "junk" not in draft.content
        event = draft.events.get()
        assert event.kind == EventKind.IMPORTED
        put_whammy(draft)
        assert drafts.publish(draft, "paul", "x").board == revision.board

    @pytest.mark.parametrize("text", ["[" * 100_000, "{", '{"squares": NaN}', '{"id": "x", "squares": 1e999}'])
    def test_what_is_no_board_is_refused_and_stays_in_the_form(
        self, editor: Client, draft: BoardDraft, text: str
    ) -> None:
        for path, more in ((url(draft, "import"), {}), ("/admin/boards/boarddraft/add/", {"do": "import"})):
            answer = editor.post(path, {"text": text, **more})
            assert answer.status_code == 422
            assert "errorlist" in markup(answer)
        draft.refresh_from_db()
        assert draft.content == draft.based_on.content  # type: ignore[union-attr]
        assert BoardDraft.objects.count() == 1


class TestTheRecord:
    def test_a_discarded_draft_stays_on_record(self, editor: Client, draft: BoardDraft) -> None:
        editor.post(url(draft, "discard"))
        page = markup(editor.get(url(draft, "review")))
        assert "draft discarded" in page
        assert editor.get(url(draft))["Location"] == url(draft, "review")

    def test_another_label_is_on_record(self, admin_client: Client, revision: BoardRevision) -> None:
        page = f"/admin/boards/board/{revision.board.pk}/change/"
        inline = {"revisions-TOTAL_FORMS": "0", "revisions-INITIAL_FORMS": "0"}
        assert admin_client.post(page, {"label": "Winter board", **inline}).status_code == 302
        (event,) = drafts.list_board_events(revision.board)
        assert (event.who, event.summary) == ("admin", "label: February 1985 board → Winter board")
        assert "Winter board" in markup(admin_client.get(page))


class TestRevisionsAreFixed:
    """By the database itself, whichever way it is asked."""

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE boards_boardrevision SET digest = 'other' WHERE id = %s",
            "DELETE FROM boards_boardrevision WHERE id = %s",
            "UPDATE boards_boardevent SET who = 'nobody' WHERE %s > 0",
            "DELETE FROM boards_boardevent WHERE %s > 0",
        ],
    )
    def test_not_even_sql_does(self, draft: BoardDraft, revision: BoardRevision, statement: str) -> None:
        with expect_refusal(), connection.cursor() as cursor:
            cursor.execute(statement, [revision.pk])

    @pytest.mark.parametrize("key", ["id", "number"])
    def test_nor_does_replacing_rows(self, revision: BoardRevision, key: str) -> None:
        if connection.vendor != "sqlite":
            pytest.skip("only SQLite replaces rows")
        columns = ["board_id", "content", "complete", "created_at", "author", "note", "digest"]
        one_off = {"id": "id, number + 1", "number": "id + 1000, number"}[key]
        replace = "INSERT OR REPLACE INTO boards_boardrevision"
        with expect_refusal(), connection.cursor() as cursor:
            cursor.execute(
                f"{replace} (id, number, {', '.join(columns)}) "
                f"SELECT {one_off}, {', '.join(columns[:-1])}, 'other' FROM boards_boardrevision WHERE id = %s",
                [revision.pk],
            )


@contextmanager
def expect_refusal() -> Iterator[None]:
    """The database itself refuses what is done here."""
    with pytest.raises(DatabaseError, match=r"never changed|only ever added to"), transaction.atomic():
        yield


def edit_slide(draft: BoardDraft, slide: dict[str, Any]) -> None:
    """Put a slide on the first square."""

    def edit(content: dict[str, Any]) -> dict[str, Any]:
        changed = copy.deepcopy(content)
        changed["squares"][0]["slides"][0] = slide
        return changed

    drafts.change(draft, "anna", edit)


def put_whammy(draft: BoardDraft) -> None:
    edit_slide(draft, {"kind": "whammy"})
