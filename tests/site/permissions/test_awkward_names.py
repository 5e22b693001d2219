"""Names with joiners, and with characters that no text can have: in every field of every form on the site's pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

import pytest
from django.http import HttpResponse
from django.test import Client

from pressorpass_site.core.owned import Visibility
from pressorpass_site.games import record
from pressorpass_site.games.models import StoredGame

from .requests import FORMS, sample
from .test_permissions import NIGHTLY, ROWS, sent, undone
from .world import World, build

ASTRONAUT, HINDI, PERSIAN = "👩\u200d🚀", "अक्\u200dष", "می\u200cخواهم"
NAMES = [f"{ASTRONAUT} {HINDI} {PERSIAN}", "\u200d\u200c", "An\ue000n", "\ufeffAn\u2028n\x07\u00ad\U000e0041"]
TYPED = ("text", "search", "email", "url", "tel", "number")

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]


@pytest.fixture(autouse=True)
def at_once(settings: Any) -> None:
    settings.ANSWER_WAIT_MILLISECONDS = 0


@dataclass
class Form:
    """A form of a page: where it goes, and what is sent if nothing in it is changed."""

    method: str
    action: str
    data: dict[str, str] = field(default_factory=dict)
    typed: list[str] = field(default_factory=list)  # names of the fields with a text


class Forms(HTMLParser):
    """The forms of a page, also those whose fields stand elsewhere."""

    def __init__(self, address: str, page: str) -> None:
        super().__init__()
        self.address, self.found, self.by_id = address, list[Form](), dict[str, Form]()
        self._form: Form | None = None
        self._select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(given.get("method", "get").lower(), urljoin(self.address, given.get("action", "")))
            self.found.append(self._form)
            self.by_id[given.get("id", "")] = self._form
        form = self.by_id.get(given.get("form", ""), self._form)
        name = given.get("name", self._select if tag == "option" else "")
        if form is None or not name:
            return
        kind = given.get("type", "text") if tag == "input" else tag
        if kind in TYPED or tag == "textarea":
            form.typed.append(name)
            form.data[name] = given.get("value", "")
        elif tag == "select":
            self._select = name
        elif (kind in ("radio", "checkbox") and "checked" in given) or kind == "hidden" or "selected" in given:
            form.data[name] = given.get("value", "on")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""


def forms(world: World) -> Iterator[Form]:
    """Every form of the site's pages once, and the requests of scripts and programs."""
    known = set()
    for row in ROWS:
        if row.method == "POST" and row.pattern in FORMS:
            wanted = sample(row, world)
            yield Form("json" if wanted.json else "script", wanted.path, wanted.data, _texts(wanted.data))
        if row.method != "GET" or row.pattern.startswith("/api/"):
            continue
        wanted = sample(row, world)
        with undone():
            response = sent(world, row, "owner", wanted)
        if response.streaming or not response.headers.get("Content-Type", "").startswith("text/html"):
            continue
        for form in Forms(wanted.path, response.content.decode()).found:
            key = (form.method, urlsplit(form.action).path, *sorted(form.data))
            if form.typed and key not in known:
                known.add(key)
                yield form


def _texts(data: dict[str, Any]) -> list[str]:
    return [name for name, value in data.items() if isinstance(value, str)]


def send(client: Client, form: Form, data: dict[str, Any]) -> HttpResponse:
    address = urlsplit(form.action)
    if form.method == "get":
        return client.get(address.path, dict(parse_qsl(address.query)) | data)
    if form.method == "json":
        return client.post(form.action, data, content_type="application/json")
    return client.post(form.action, data)


def test_every_field_takes_them_or_says_what_is_wrong_and_loses_nothing() -> None:
    world = build(Visibility.UNLISTED, by_account=True)
    wrong, tried = [], set()
    for form in forms(world):
        for name in form.typed:
            tried.add((urlsplit(form.action).path, name))
            for typed in NAMES if NIGHTLY else [NAMES[2 * (len(tried) % 2)]]:  # by turns
                with undone():
                    client = Client()
                    client.cookies = world.clients["owner"].cookies.copy()
                    client.raise_request_exception = False
                    response = send(client, form, form.data | {name: typed})
                shown = "" if response.streaming else unescape(response.content.decode(errors="replace"))
                if response.status_code >= 500:
                    wrong.append(f"{form.action} {name}={typed!a}: {response.status_code}")
                elif form.method == "post" and response.status_code == 422 and typed not in shown:
                    wrong.append(f"{form.action} {name}={typed!a}: lost")
    assert not wrong, "\n".join(wrong)
    assert {("/games/new/", name) for name in ("title", "left", "centre", "right", "date", "episode")} <= tried
    assert len(tried) > 100


@pytest.mark.parametrize("name", [ASTRONAUT, HINDI, PERSIAN])
def test_joiners_are_letters_wherever_a_game_goes(client: Client, name: str) -> None:
    given = {"left": name, "title": name, "episode": name, "visibility": "public", "rules": "show"}
    response = client.post("/games/new/", given)
    assert response.status_code == 302, response.context["form"].errors
    row = StoredGame.objects.get()
    row.headers |= {"date": name}  # as imported: the form takes only days
    row.save()
    assert (row.title, row.headers["names"][0], row.headers["episode"]) == (name, name, name)
    for kind in ("txt", "json"):
        text = client.get(f"/games/{row.code}/game.{kind}").content.decode()
        assert name in text
    client.post(f"/games/{row.code}/events/", {"version": 0, "events": [{"id": "a", "type": "round", "round": 1,
        "spins": [3, 2, 4], "comment": name}]}, content_type="application/json")  # fmt: skip
    text = client.get(f"/games/{row.code}/game.txt").content.decode()
    assert client.post("/games/import/", {"text": text, "visibility": "unlisted"}).status_code == 302
    again = StoredGame.objects.latest("pk")
    assert (again.title, again.headers, record.load(again).headers.names[0]) == (name, row.headers, name)
    assert name in client.get(f"/games/{row.code}/").content.decode()
