"""The site with one of everything, in a database of its own: what the fuzzer's requests are about."""

import io
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.test.utils import override_settings

from engine import Position, Rules
from engine.lab import NAMES
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.api import services as api
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import Board
from pressorpass_site.games.models import StoredGame
from pressorpass_site.questions.question import Question
from pressorpass_site.sharing.models import SavedAnalysis
from tests.database import load_boards
from tests.site.work.by_hand import run_next

from .requests import Request, send, visitors

QUICK = "8000e1,3000,0@1"
NOBODY, FAN, ADMIN = "nobody", "fan", "admin"
# Nobody waits for a worker here, as there is none.
impatient = override_settings(ANSWER_WAIT_MILLISECONDS=0, API_HELD_REQUESTS=0)


@dataclass
class Things:
    """What stands in addresses, by the name of the part."""

    named: dict[str, list[str]] = field(default_factory=dict)

    def add(self, name: str, *values: Any) -> None:
        self.named.setdefault(name, []).extend(str(value) for value in values)


def prepare() -> Things:
    """Fill an empty database."""
    load_boards()
    call_command("load_samples", stdout=io.StringIO())
    users = get_user_model().objects
    for name, user in (
        (FAN, users.create_user("fan", "fan@example.org", "secret")),
        (ADMIN, users.create_superuser("admin", "admin@example.org", "secret")),
    ):
        client = Client()
        client.force_login(user)
        visitors.cookies[name] = {key: morsel.value for key, morsel in client.cookies.items()}
    things = Things()
    things.add("secret", api.create_key(users.get(username="fan"), "fuzz").secret)
    question = Question(Position.parse(QUICK), boards.find_revision(boards.DEFAULT_BOARD), Rules.preset("seed"))
    analysis = analyses.get_or_start_analysis(question)
    run_next(jobs)
    things.add("key", analysis.key)
    things.add("text", QUICK, "8000e3p2w1,3000,0w4@1", "8k three spins vs 3000 vs 0")
    _made("/save/", key=analysis.key, title="One", note="", visibility="public")
    things.add("code", SavedAnalysis.objects.get().code)
    _made("/boards/own/copy/", board=boards.DEFAULT_BOARD)
    things.add("slug", boards.DEFAULT_BOARD)
    things.add(
        "token", *(slug.rpartition("-")[2] for slug in Board.objects.exclude(owner="").values_list("slug", flat=True))
    )
    _made("/games/new/", left="Ann", centre="Bob", right="Cy", visibility="public", rules="show")
    for game in StoredGame.objects.order_by("-pk")[:3]:
        things.add("code", game.code)
        things.add("host_key", game.host_key)
    things.add("game", *NAMES)
    things.add("question", "duel", "best", "strategy")
    things.add("number", 1, 2)
    things.add("object_id", 1, 2)
    return things


def _made(address: str, **form: str) -> None:
    answer = send(Request("POST", address, form=tuple(form.items()), who=FAN), keep_cookies=True)
    assert answer.status == 302, (address, answer.status, answer.text[:2000])
