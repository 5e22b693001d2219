"""What the site's tests share: boards in the database and questions about them."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from engine import Position, Rules
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.models import Analysis
from pressorpass_site.boards import services as boards
from pressorpass_site.core import apps
from pressorpass_site.games.models import StoredGame
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import Status
from tests.database import load_boards
from tests.site.markup import words
from tests.site.work.by_hand import run_next

# Solved in a tenth of a second: one spin, and the old program's coarse values.
QUICK = "8000e1,3000,0@1"
# Long enough to be interrupted.
LONG = "8000e12,3000,0@1"
# Has a first answer soon and a better one only after a long while.
HEAVY = "8000e5,3000,0@1"

# Seconds for which somebody looks at a question, whatever happens meanwhile.
STAYS = 3600.0

Ask = Callable[..., Question]


@pytest.fixture(autouse=True)
def own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of tables for each test and the workers it starts: no answer is read from what another has kept."""
    monkeypatch.setenv("PRESSORPASS_TABLES", str(tmp_path / "own-tables"))


@pytest.fixture(autouse=True)
def nobody_waits(settings: Any) -> None:
    """No request is held for an answer: there is no worker that could bring it."""
    settings.ANSWER_WAIT_MILLISECONDS = 0


@pytest.fixture
def wsgi(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The application as the web server has it, but that pages are compiled as they are asked for."""
    monkeypatch.setattr(apps, "compile_pages", lambda: None)
    yield import_module("pressorpass_site.wsgi")
    if connection.vendor == "postgresql":  # what follows are no pages
        connection.settings_dict["OPTIONS"].pop("options", None)


@pytest.fixture
def loaded_boards(db: None) -> None:
    load_boards()


@pytest.fixture
def question(loaded_boards: None) -> Ask:
    """Make a question, quick to answer unless told otherwise."""

    def make(notation: str = QUICK, preset: str = "seed", board: str = boards.DEFAULT_BOARD) -> Question:
        return Question(Position.parse(notation), boards.find_revision(board), Rules.preset(preset))

    return make


@pytest.fixture
def answered(question: Ask) -> Analysis:
    """The quick question, asked and answered."""
    analysis = analyses.get_or_start_analysis(question(), view_seconds=STAYS)
    run_next(jobs)
    analysis.refresh_from_db()
    assert analysis.status == Status.DONE
    return analysis


@pytest.fixture
def game(client: Client, loaded_boards: None) -> StoredGame:
    """A game that `client` has begun through the form."""
    given = {"left": "Ann", "centre": "Bob", "right": "Cy", "visibility": "unlisted", "rules": "show"}
    response = client.post("/games/new/", given)
    assert response.status_code == 302, words(response)
    return StoredGame.objects.get()
