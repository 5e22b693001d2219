"""For each line of pages.txt the request that tries it."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from django.contrib.auth.tokens import default_token_generator
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.utils.http import urlsafe_base64_encode

from engine import preset_boards
from pressorpass_site.boards import exchange, fan_boards
from pressorpass_site.boards.editor import draft_content
from pressorpass_site.boards.editor.forms import SquareForm
from pressorpass_site.games.dilemmas import days

from .table import Row
from .world import BOARD, CHOICE, GAME, PASSWORD, World

NEVER_MADE = {"saved": "AAAAAAAAAAA", "game": "AAAAAAAAAAA", "own board": "aaaaaaaaaaaa", "key": "pop_AAAAAAAA"}
POSITION = "8000e1,3000,0@1"
SEED = "rules=seed"
NEW_PASSWORD = "stop-at-a-big-board-9"


@dataclass(frozen=True)
class Sample:
    """One request.

    Attributes:
        path: the address with everything filled in.
        data: of a form, or of JSON for the API.
        json: whether it is sent as JSON.
        changes: whether the object differs afterwards.
        shows: whether the answer shows what the owner has written.
    """

    path: str
    data: dict[str, Any] = field(default_factory=dict)
    json: bool = False
    changes: bool = False
    shows: bool = False

    def send(self, method: str, client: Client, headers: dict[str, str]) -> HttpResponse:
        if self.json and method != "GET":
            return client.generic(method, self.path, json.dumps(self.data), "application/json", headers=headers)
        if method == "POST":
            return client.post(self.path, self.data, headers=headers)
        return client.generic(method, self.path, headers=headers)


Data = Callable[[World], dict[str, Any]]

# What is sent to these addresses, and whether it changes the object.
FORMS: dict[str, Data] = {
    "/ask/": lambda _: {"line": POSITION, "rules": "seed"},
    "/live/": lambda _: {"line": POSITION, "rules": "seed"},
    "/daily/<number>/": lambda _: {"action": "press"},
    "/daily/<number>/<part>/": lambda _: {"action": "press"},
    "/dilemma/<text>": lambda _: {"action": "press"},
    "/api/v1/solve": lambda _: {"position": POSITION, "rules": "seed", "wait": 0},
    "/api/v1/choose": lambda _: {"position": CHOICE, "square": 9, "shows": "8:500+,10:w", "wait": 0},
    "/whatif/act/": lambda _: {"do": "stop"},
    "/save/": lambda world: {"key": world.answer.key, "title": "Mine", "visibility": "private"},
    "/s/<code>/edit/": lambda _: {"title": "Changed", "visibility": "private"},
    "/s/<code>/keep/": lambda world: {"key": world.answer.key},
    "/games/new/": lambda _: {"left": "Ann", "visibility": "unlisted", "rules": "show"},
    "/games/import/": lambda _: {"text": GAME, "visibility": "private"},
    "/games/<code>/call/": lambda _: {"number": "1", "action": "press"},
    "/games/<code>/enter/": lambda world: {"text": "undo", "version": str(world.game.version), "id": "sent"},
    "/games/<code>/events/": lambda world: _undo(world),
    "/games/<code>/hints/": lambda _: {"odds": "show"},
    "/games/<code>/edit/": lambda world: {
        "title": "Changed", "left": "A", "centre": "B", "right": "C", "rules": "seed", "visibility": "private",
        "board_1": f"{world.game.board_1.board.slug}.{world.game.board_1.number}",
        "board_2": f"{world.game.board_2.board.slug}.{world.game.board_2.number}",
    },
    "/games/<code>/review/": lambda _: {"do": "stop"},
    "/api/v1/games": lambda _: {"text": GAME, "visibility": "private"},
    "/api/v1/games/<code>/events": lambda world: _undo(world),
    "/boards/own/copy/": lambda _: {"board": BOARD},
    "/boards/own/import/": lambda _: {"file": _board_file()},
    "/boards/own/<token>/edit/": lambda world: _square(world, "save"),
    "/boards/own/<token>/preview/": lambda world: _square(world, "preview"),
    "/boards/own/<token>/import/": lambda _: {"file": _board_file()},
    "/account/sign-up/": lambda _: {"username": "new", "password1": PASSWORD, "password2": PASSWORD},
    "/account/log-in/": lambda world: {"username": world.fan.username, "password": PASSWORD},
    "/account/forgotten/": lambda _: {"email": "nobody@example.org"},
    "/account/email/": lambda _: {"email": "new@example.org", "password": PASSWORD},
    "/account/password/": lambda _: {
        "old_password": PASSWORD, "new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD
    },
    "/account/delete/": lambda _: {"password": PASSWORD},
    "/account/keys/": lambda _: {"name": "a program"},
}  # fmt: skip
# Posts that leave the object as it is, although they are the owner's affair.
CHANGES_NOTHING = {"/boards/own/<token>/preview/", "/account/claim/"}
CHANGING = ("change", "delete", "enter")
ADDING = {"/account/keys/"}  # to what the owner has
# Reads whose answer has nothing in it that the owner has written.
SHOWS_NOTHING = {"/s/<code>/<number>/<file>", "/saved/compare/", "/games/<code>/card.png"}
SHOWING = ("read", "list")
# Queries that these addresses need.
WHAT_IF = f"?position={POSITION}&{SEED}"
QUERIES = {
    "/save/": "?key=<key>",
    "/line/": f"?text={POSITION}",
    "/p/<text>": f"?{SEED}",
    "/dilemma/<text>": f"?{SEED}",
    "/card/<text>": f"?{SEED}",
    "/embed/p/<text>": f"?{SEED}",
    "/oembed": f"?url={quote(f'http://testserver/p/{POSITION}?{SEED}')}",
    "/boards/diff/": f"?from={BOARD}&to={BOARD}",
    "/choose/<text>": f"?{SEED}",
    **{f"/whatif/{name}/": WHAT_IF for name in ("map", "card", "break-even", "act")},
}
# A file of each view of files.
FILE = {"saved": "odds.csv", "game": "review.csv", "answer": "odds.csv"}


def sample(row: Row, world: World, code: str = "") -> Sample:
    """The request for a line; `code` stands in for the object's own."""
    form = FORMS.get(row.pattern) if row.method == "POST" else None
    posts, owned = row.method == "POST", row.thing in NEVER_MADE or row.thing == "account"
    return Sample(
        path=_path(row, world, code or world.codes.get(row.thing, "")),
        data=form(world) if form else {},
        json=row.pattern.startswith("/api/") or row.pattern == "/games/<code>/events/",
        changes=posts and owned and _changes(row),
        shows=not posts and owned and row.action in SHOWING and row.pattern not in SHOWS_NOTHING,
    )


def _path(row: Row, world: World, code: str) -> str:
    board = world.game.board_2.board.slug
    reset_link = row.pattern.startswith("/account/forgotten/")
    choice, lab_answer = row.thing == "choice", row.pattern.startswith("/lab/answers/")
    key = world.choice if choice else world.lab_answer if lab_answer else world.answer.key
    values = {
        "code": code,
        "token": default_token_generator.make_token(world.fan) if reset_link else code,
        "uidb64": urlsafe_base64_encode(str(world.fan.pk).encode()),
        "prefix": code,
        "number": str(days.FIRST_OF_THREE) if "<part>" in row.pattern else "1",
        "part": "1",
        "kind": "one-spin",
        "place": "1",
        "file": FILE.get(row.thing, ""),
        "host_key": world.game.host_key,
        "overlay_key": world.game.overlay_key,
        "saved": quote(f"http://testserver/s/{code}/"),
        "review": quote(f"http://testserver/games/{code}/review/"),
        "position": POSITION,
        "text": CHOICE if choice else POSITION,
        "slug": board,
        "board": board,
        "key": key,
        "id": key,
        "game": "pig",
        "question": "duel",
        "rest": "nothing",
        "action": "press",
    }
    path = row.address if "?" in row.address else row.address + QUERIES.get(row.address, "")
    for name, value in values.items():
        path = path.replace(f"<{name}>", value)
    return path


def _changes(row: Row) -> bool:
    return row.pattern in ADDING or (row.action in CHANGING and row.pattern not in CHANGES_NOTHING)


def _undo(world: World) -> dict[str, Any]:
    return {"version": world.game.version, "events": [{"id": "sent", "type": "undo"}]}


def _board_file() -> SimpleUploadedFile:
    text = exchange.write_board(preset_boards()["pyl-1983-09-r1"])
    return SimpleUploadedFile("board.json", text.encode(), "application/json")


def _square(world: World, do: str) -> dict[str, str]:
    """The form of a square of the own board with another amount on its first slide."""
    square = fan_boards.get_draft(world.board).content["squares"][0]
    data = {key: str(value) for key, value in SquareForm.from_content(square).data.items() if value is not False}
    return data | {"part": "1", "seen": draft_content.fingerprint_content(square), "do": do, "slides-0-kind": "whammy"}
