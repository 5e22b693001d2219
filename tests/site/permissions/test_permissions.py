"""Who may do what: every cell of the tables is tried, and every address of the site has its line."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta

import pytest
from django.contrib.messages import constants, get_messages
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from pressorpass_site.core.owned import Visibility, make_code
from pressorpass_site.games.dilemmas import days
from pressorpass_site.games.models import StoredGame
from tests.tier import NIGHTLY

from .requests import NEVER_MADE, Sample, sample
from .summary import PAGE, written
from .table import ADMIN, WHO, Row, addresses, rows
from .world import SECRET, World, build

ROWS = rows()
# Answer any method alike: the library's two pages of the API, and what is nowhere.
ANY_METHOD = ("/api/v1/", "/api/v1/openapi.json")
# Take forms of any page, as asking changes nothing in anybody's name.
OPEN_TO_ALL = {"/ask/", "/live/"}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE") if NIGHTLY else ("GET", "POST", "DELETE")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is waited for, streams end after what there is, and there have been days with three dilemmas."""
    monkeypatch.setattr(days, "FIRST_DATE", timezone.now().date() - timedelta(days=days.FIRST_OF_THREE + 1))


class TestTheTable:
    def test_every_address_has_a_line(self) -> None:
        listed = {row.pattern for row in ROWS}
        assert {address.pattern for address in addresses() if not address.pattern.startswith(ADMIN)} == listed

    def test_the_short_tables_have_it(self) -> None:
        assert PAGE.read_text(encoding="utf-8") == written(), "python -m tests.site.permissions writes it"

    def test_no_line_stands_twice_and_each_is_complete(self) -> None:
        keys = [str(row) for row in ROWS]
        assert len(set(keys)) == len(keys)
        assert all(row.for_everybody or len(row.cells) == len(WHO) for row in ROWS)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("loaded_boards")
class TestTheCells:
    """Each is tried on objects that are private, unlisted and public, and that belong to an account or to a browser."""

    def test_of_private_objects(self) -> None:
        _try(build(Visibility.PRIVATE, by_account=True), [row for row in ROWS if not row.for_everybody])

    def test_of_what_is_refused_although_it_may_be_read(self) -> None:
        _try(build(Visibility.UNLISTED, by_account=True), [row for row in ROWS if "no" in row.cells])

    def test_of_lists_where_objects_are_public(self) -> None:
        _try(build(Visibility.PUBLIC, by_account=True), [row for row in ROWS if "listed" in row.cells])

    @pytest.mark.nightly
    @pytest.mark.parametrize("visibility", [Visibility.UNLISTED, Visibility.PUBLIC])
    def test_of_other_objects(self, visibility: Visibility) -> None:
        _try(build(visibility, by_account=True), [row for row in ROWS if not row.for_everybody])

    @pytest.mark.nightly
    @pytest.mark.parametrize("visibility", Visibility)
    def test_of_objects_of_a_browser(self, visibility: Visibility) -> None:
        without = ("account", "key")
        browser_rows = [row for row in ROWS if row.thing not in without and not row.pattern.startswith("/api/")]
        _try(build(visibility, by_account=False), [row for row in browser_rows if not row.for_everybody])

    def test_of_what_belongs_to_nobody(self) -> None:
        world = build(Visibility.PRIVATE, by_account=True, reviewed=False)
        wrong = {}
        for row in ROWS:
            if row.for_everybody:
                with undone():
                    response = sent(world, row, "anonymous", sample(row, world))
                text = _text(response)
                missing = response.status_code == 404 and row.pattern not in ANY_METHOD
                if response.status_code in (401, 403, 500) or missing or SECRET in text:
                    wrong[str(row)] = response.status_code
        assert not wrong


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("loaded_boards")
def test_other_methods_are_refused() -> None:
    world = build(Visibility.UNLISTED, by_account=True, reviewed=False)
    accepted = {}
    for address in {row.pattern: row for row in ROWS}.values():
        listed = {row.method for row in ROWS if row.pattern == address.pattern}
        for method in METHODS:
            if method in listed or address.pattern in ANY_METHOD:
                continue
            with undone():
                status = sent(world, replace(address, method=method), "owner", sample(address, world)).status_code
            if status not in (404, 405):
                accepted[f"{method} {address.pattern}"] = status
    assert not accepted


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("loaded_boards")
def test_names_that_are_hidden_are_shown_to_hosts_only() -> None:
    world = build(Visibility.PUBLIC, by_account=True)
    StoredGame.objects.update(hides_names=True)
    shown = []
    for row in ROWS:
        if row.thing == "game" and row.action != "add":
            for who in ("anonymous", "account"):
                with undone():
                    if SECRET in _text(sent(world, row, who, sample(row, world))):
                        shown.append(f"{who}: {row}")
    assert not shown


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("loaded_boards")
def test_forms_of_other_sites_are_refused_and_the_sites_own_need_no_token() -> None:
    """By every address; which headers say whose form it is: test_foreign_forms.py."""
    world = build(Visibility.UNLISTED, by_account=True, reviewed=False)
    assert _taken(world, {"Origin": "https://other.example"}) == OPEN_TO_ALL
    assert _taken(world, {"Origin": "http://testserver"}) == {row.pattern for row in ROWS if _is_form(row)}


def _taken(world: World, headers: dict[str, str]) -> set[str]:
    """The addresses that take the owner's form with these headers."""
    taken = set()
    for row in filter(_is_form, ROWS):
        client = Client(enforce_csrf_checks=True)
        client.cookies = world.clients["owner"].cookies.copy()
        with undone():
            if sample(row, world).send("POST", client, headers).status_code != 403:
                taken.add(row.pattern)
    return taken


def _is_form(row: Row) -> bool:
    return row.method == "POST" and not row.pattern.startswith("/api/")


@pytest.mark.django_db
@pytest.mark.usefixtures("loaded_boards")
class TestGuessing:
    def test_a_wrong_host_key_admits_nobody(self, client: Client) -> None:
        Client().post("/games/new/", {"left": SECRET, "visibility": "private", "rules": "show"})
        stored_game = StoredGame.objects.get()
        answers = [
            client.get(f"/games/{code}/host/AAAAAAAAAAA/", follow=True) for code in (stored_game.code, "AAAAAAAAAAA")
        ]
        assert [answer.status_code for answer in answers] == [404, 404]
        assert client.get(f"/games/{stored_game.code}/enter/").status_code == 404

    def test_what_names_a_private_thing_has_64_random_bits(self) -> None:
        codes = {make_code() for _ in range(1000)}
        assert len(codes) == 1000
        assert {len(code) for code in codes} == {11}


def _try(world: World, tried: list[Row]) -> None:
    wrong: dict[str, list[str]] = defaultdict(list)
    for row in tried:
        for who, cell in zip(WHO, row.cells, strict=True):
            if problem := _tried(world, row, who, cell):
                wrong[str(row)].append(f"{who} ({cell}): {problem}")
    assert not wrong, dict(wrong)


def _tried(world: World, row: Row, who: str, cell: str) -> str:
    """What is wrong with a cell; "" if it holds."""
    wanted = sample(row, world)
    with undone():
        before = world.state(row.thing)
        response = sent(world, row, who, wanted)
        after = world.state(row.thing)
    shown = SECRET in _text(response)
    if response.status_code >= 500:
        return f"status {response.status_code}"
    if cell in ("listed", "without"):
        if _refused(response):
            return f"refused with {response.status_code}"
        if shown != (cell == "listed" and world.visibility == Visibility.PUBLIC):
            return "shows the object" if shown else "does not show the object"
        return "" if before == after else "changes the object"
    if cell == "no" or (cell == "link" and world.visibility == Visibility.PRIVATE):
        if not _refused(response):
            return f"not refused: {response.status_code}"
        if before != after:
            return "refused, and yet changes the object"
        return _betrayal(world, row, who, response)
    if _refused(response):
        return f"refused with {response.status_code}"
    if wanted.shows and not shown:
        return "does not show the object"
    return (
        "" if (before != after) == wanted.changes else "does not change the object" if wanted.changes else "changes it"
    )


def _betrayal(world: World, row: Row, who: str, response: HttpResponse) -> str:
    """How a refusal tells that there is something at the address; "" if it does not."""
    hidden = (world.visibility == Visibility.PRIVATE and row.thing in ("saved", "game")) or row.thing == "key"
    if not hidden or world.may_read(row.thing, who):
        return ""
    if SECRET in _text(response):
        return "refused, and yet shows the object"
    code, other = world.codes[row.thing], NEVER_MADE[row.thing]
    with undone():
        nothing = sent(world, row, who, sample(row, world, other))
    if nothing.status_code != response.status_code:
        return f"{response.status_code} here, {nothing.status_code} where nothing is"
    return "" if _text(nothing).replace(other, code) == _text(response) else "another text than where nothing is"


def sent(world: World, row: Row, who: str, wanted: Sample) -> HttpResponse:
    """The answer to a request of somebody, whose browser stays as it was."""
    api = row.pattern.startswith("/api/")
    cookies = "owner" if api and who == "browser" else who
    client = Client()
    client.cookies = world.clients[cookies].cookies.copy()
    headers = {"Authorization": f"Bearer {world.bearers[who]}"} if api and who in world.bearers else {}
    return wanted.send(row.method, client, headers)


@contextmanager
def undone() -> Iterator[None]:
    """What is done to the database is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _refused(response: HttpResponse) -> bool:
    """Forbidden, hidden, or led away: to the log-in, or with a message that says why not."""
    if response.status_code in (401, 403, 404):
        return True
    if response.status_code != 302:
        return False
    said = get_messages(response.wsgi_request)  # type: ignore[attr-defined]
    led_away = response["Location"].startswith(reverse("accounts:log-in"))
    return led_away or any(message.level >= constants.ERROR for message in said)


def _text(response: HttpResponse) -> str:
    if response.streaming:
        return "".join(part.decode() for part in response)  # type: ignore[union-attr]
    return response.content.decode(errors="replace")
