"""What a site stores, as rows that its own services have made, and as many copies of them as are wanted.

`kinds()` is the one place that knows the models; month.py writes a day's worth of each kind, fill.py full tables.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from io import StringIO
from itertools import cycle, islice
from random import Random
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import models, transaction

from engine import Position, Rules, parse_game
from engine.lab import find_game as lab_game
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.tasks import jobs as solver
from pressorpass_site.answers.choices import services as choices
from pressorpass_site.answers.choices.tasks import jobs as chooser
from pressorpass_site.answers.models import Analysis, Table
from pressorpass_site.answers.tables import whatif_tables
from pressorpass_site.api import services as api
from pressorpass_site.boards import fan_boards
from pressorpass_site.boards import services as boards
from pressorpass_site.games.dilemmas.votes import build_decision_key
from pressorpass_site.games.models import Review, StoredGame, Vote
from pressorpass_site.games.reviews import services as reviews
from pressorpass_site.games.reviews.tasks import jobs as review_jobs
from pressorpass_site.lab import services as lab
from pressorpass_site.lab.tasks import jobs as lab_jobs
from pressorpass_site.questions.moments import list_moments
from pressorpass_site.questions.question import Question
from pressorpass_site.sharing.saved import services as saved
from pressorpass_site.work.models import ACTIVE, Status
from tests.site.work.by_hand import run_all, run_next

ANSWERS = 20_000  # a day
CALLS = 5  # of a game
SESSION_DAYS = 14
ASKED_AGAIN = 0.02  # of all answers that are stored
BATCH = 500  # rows
DATES = ("created_at", "viewed_until", "updated_at", "made_at", "entered_at", "queued_at", "finished_at")
GAME = '[Rules "seed"]\n[Left "Ann"]\n[Center "Bob"]\n[Right "Cy"]\n= 3000e2,2500e2,2000@1\n1. 500\n1. pass Bob\n2. w\n2. 750'
# What no two rows have in common.
NEW: dict[str, Callable[[], str]] = {
    "key": lambda: secrets.token_hex(32),
    "code": lambda: secrets.token_urlsafe(8),
    "host_key": lambda: secrets.token_urlsafe(8),
    "client_id": lambda: secrets.token_hex(8),
    "voter": lambda: secrets.token_hex(16),
    "owner": lambda: secrets.token_hex(16),
    "prefix": lambda: secrets.token_hex(4),
    "slug": lambda: f"own-{secrets.token_hex(6)}",
    "username": lambda: secrets.token_hex(8),
    "session_key": lambda: secrets.token_hex(16),
}


@dataclass(frozen=True)
class Original:
    """A row, and the rows that belong to it; each of those has it as its `parent`."""

    row: models.Model
    parts: Sequence[models.Model] = ()
    parent: str = ""


@dataclass(frozen=True)
class Kind:
    """Things that a busy site stores: how many of them a day, and the originals that are copied in turn."""

    a_day: int
    originals: Sequence[Original]

    @property
    def model(self) -> type[models.Model]:
        return type(self.originals[0].row)

    def write(self, count: int, at: Callable[[], datetime], change: Callable[[Any], None] | None = None) -> None:
        """Store this many copies, each with a date of its own; `change` is called with each before it is stored."""
        turn = cycle(self.originals)
        for start in range(0, count, BATCH):
            chosen = list(islice(turn, min(BATCH, count - start)))
            times = [at() for _ in chosen]
            rows = [copy(source.row, time) for source, time in zip(chosen, times, strict=True)]
            if change:
                for instance in rows:
                    change(instance)
            parts: dict[type[models.Model], list[models.Model]] = {}
            with transaction.atomic():
                _store(self.model, rows)
                for original, instance, time in zip(chosen, rows, times, strict=True):
                    for part in original.parts:
                        parts.setdefault(type(part), []).append(copy(part, time, **{original.parent: instance}))
                for model, of_rows in parts.items():
                    _store(model, of_rows)


def kinds() -> list[Kind]:
    """Create the originals with the site's services, in a database without any; return all kinds, the answers first."""
    for command in ("load_boards", "load_samples"):
        call_command(command, stdout=StringIO())
    revision = boards.find_revision(boards.DEFAULT_BOARD)
    question = Question(Position.parse("8000e1,3000,0@1"), revision, Rules.preset("show"))
    answer = analyses.get_or_start_analysis(question)
    run_all(solver)
    seed = Question(Position.parse("3000e1w2,2500,2000@1"), revision, Rules.preset("show"))
    choice = choices.get_or_start_choice(seed, 9, "8:500+,10:w")
    run_all(chooser)
    pig = lab_game("pig")
    of_lab = lab.get_or_start_answer(lab.parse_query(pig, pig.questions[0], {}))
    run_next(lab_jobs)
    whatif_tables.get_or_start(question)
    table = Table.objects.latest("pk")
    reviews.get_or_start_review(parse_game(GAME))
    run_next(review_jobs)
    for stored_answer in (answer, choice, of_lab):
        stored_answer.refresh_from_db()
    assert answer.status == Status.DONE, answer.message
    assert choice.result, choice.message
    assert of_lab.result, of_lab.message
    saved_answer = saved.save("nobody", answer, saved.SavedFields("Saved"))
    review = Review.objects.latest("pk")
    row_kinds = [
        Kind(ANSWERS, [Original(analysis) for analysis in [answer, *_famous()]]),
        Kind(2_000, [Original(choice)]),
        Kind(5_000, [Original(of_lab)]),
        Kind(1_000, [Original(table)]),
        Kind(200, [Original(review)]),
        Kind(500, [Original(saved_answer, [saved_answer.versions.get()], "saved")]),
        Kind(200, [Original(game, [*game.events.all(), *_calls(game)], "game") for game in StoredGame.objects.all()]),
        Kind(2_000, [Original(Vote(question=answer.key, position=answer.position, action=Vote.Action.PRESS))]),
        Kind(10_000, [Original(_session())]),
        Kind(50, [_account()]),
        Kind(20, [_own_board()]),
    ]
    for kind in row_kinds:
        for original in kind.originals:
            for stored_answer in (original.row, *original.parts):
                if getattr(stored_answer, "status", "") in ACTIVE:
                    stored_answer.status = Status.DONE  # type: ignore[attr-defined]
    return row_kinds


class BusySite:
    """A site, and what is written to it each day; `part` is the part of what a day brings that is written."""

    def __init__(self, part: int) -> None:
        self.part = part
        self.draw = Random(1)
        self.kinds = kinds()

    def day(self, at: datetime) -> None:
        """Write what a day brings."""
        with transaction.atomic():
            for kind in self.kinds:
                kind.write(max(1, kind.a_day // self.part), lambda: at)
            answers = self.kinds[0].model._default_manager
            pks = list(answers.values_list("pk", flat=True))
            again = self.draw.sample(pks, int(len(pks) * ASKED_AGAIN))
            answers.filter(pk__in=again).update(viewed_until=at)


def copy(instance: models.Model, at: datetime, **other: Any) -> Any:
    """The same row once more, under names of its own and as if made at that time."""
    fields = [field for field in instance._meta.concrete_fields if not isinstance(field, models.AutoField)]
    values = {field.attname: getattr(instance, field.attname) for field in fields}
    values |= {name: make() for name, make in NEW.items() if name in values}
    values |= {name: at for name in DATES if name in values}
    if "expire_date" in values:
        values["expire_date"] = at + timedelta(days=SESSION_DAYS)
    made = type(instance)(**values)
    for name, value in other.items():
        setattr(made, name, value)
    return made


def _store(model: type[models.Model], rows: Iterable[models.Model]) -> None:
    with _given_dates(model):
        model._default_manager.bulk_create(rows, batch_size=BATCH)


@contextmanager
def _given_dates(model: type[models.Model]) -> Iterator[None]:
    """Store the dates that rows have, instead of now."""
    automatic = [
        (field, name)
        for field in model._meta.concrete_fields
        for name in ("auto_now", "auto_now_add")
        if getattr(field, name, False)
    ]
    for field, name in automatic:
        setattr(field, name, False)
    try:
        yield
    finally:
        for field, name in automatic:
            setattr(field, name, True)


def _famous() -> list[Analysis]:
    """The answers to the famous moments, which come with the site."""
    questions = (
        Question(Position.parse(notation), boards.find_revision(moment.asked_board), moment.rules)
        for moment in list_moments()
        for notation in moment.positions
    )
    return [analyses.get_or_start_analysis(question) for question in questions]


def _calls(game: StoredGame) -> list[Vote]:
    return [
        Vote(question=build_decision_key(game.code, 1 + place % 3), name=f"Fan {place}", action=Vote.Action.PRESS)
        for place in range(CALLS)
    ]


def _session() -> Session:
    return Session(session_data=SessionStore().encode({"hosted": [secrets.token_hex(8)] * 20, "draft": "x" * 500}))


def _account() -> Original:
    """An account with a key for the API."""
    user = get_user_model().objects.create_user(f"fan-{secrets.token_hex(8)}", "fan@example.org", "secret")
    return Original(user, [api.create_key(user, "program").key], "owner")


def _own_board() -> Original:
    """A fan's own board, with its revision and its draft."""
    board = fan_boards.copy("nobody", boards.find_revision(boards.DEFAULT_BOARD)).board
    return Original(board, [*board.revisions.all(), *board.drafts.all()], "board")
