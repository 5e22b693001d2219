"""What a busy site stores in a day, written as copies of rows that the site's own services have made."""

import secrets
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from io import StringIO
from random import Random
from typing import Any

from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import transaction
from django.db.models import Model

from engine import Position, Rules, parse_game
from engine.lab import game as lab_game
from pressorpass_site.analyses import services as analyses
from pressorpass_site.analyses.models import Analysis
from pressorpass_site.analyses.tasks import jobs as solver
from pressorpass_site.boards import services as boards
from pressorpass_site.choices import services as choices
from pressorpass_site.choices.models import ChoiceRow
from pressorpass_site.choices.tasks import jobs as chooser
from pressorpass_site.games.models import StoredGame
from pressorpass_site.lab import services as lab
from pressorpass_site.lab.models import LabAnswer
from pressorpass_site.lab.tasks import jobs as lab_jobs
from pressorpass_site.questions.question import Question
from pressorpass_site.reviews import services as reviews
from pressorpass_site.reviews.models import PositionOdds, Review, ReviewPart
from pressorpass_site.reviews.tasks import game_jobs
from pressorpass_site.saved import services as saved
from pressorpass_site.tables import whatif_tables
from pressorpass_site.tables.models import Table
from pressorpass_site.whatif import groups
from pressorpass_site.whatif.models import MapPart, WhatIfMap
from pressorpass_site.whatif.numbers import Number
from pressorpass_site.whatif.tasks import jobs as map_jobs
from pressorpass_site.work.models import Status

# Each day; POSITIONS of a review that no other game has.
ANSWERS, CHOICES, LAB, TABLES, MAPS, REVIEWS, POSITIONS = 20_000, 2_000, 5_000, 1_000, 1_000, 200, 50
SESSIONS, SAVED, GAMES = 10_000, 500, 200
SESSION_DAYS = 14
ASKED_AGAIN = 0.02  # of all answers that are stored
GAME = '[Rules "seed"]\n[Left "Ann"]\n[Center "Bob"]\n[Right "Cy"]\n= 3000e2,2500e2,2000@1\n1. 500\n1. pass Bob\n2. w\n2. 750'


class BusySite:
    """A site, and what is written to it each day; `part` is the part of the numbers above that is written."""

    def __init__(self, part: int) -> None:
        self.part = part
        self.draw = Random(1)
        for command in ("load_boards", "load_samples"):
            call_command(command, stdout=StringIO())
        revision = boards.find_revision(boards.DEFAULT_BOARD)
        question = Question(Position.parse("8000e1,3000,0@1"), revision, Rules.preset("show"))
        self.answer = analyses.ask(question)
        solver.execute()
        seed = Question(Position.parse("3000e1w2,2500,2000@1"), revision, Rules.preset("show"))
        self.choice = choices.ask(seed, 9, "8:500+,10:w")
        chooser.execute()
        pig = lab_game("pig")
        self.lab = lab.ask(lab.read(pig, pig.questions[0], {}))
        lab_jobs.execute()
        whatif_tables.request(question)
        self.table = Table.objects.get()
        parts = groups.find_or_start(question, Number(0, "score"), Number(1, "score")).parts
        map_jobs.execute()
        for part in reviews.request(parse_game(GAME)).parts:
            if not part.position:
                game_jobs.execute()
        self.answer.refresh_from_db()
        assert self.answer.status == Status.DONE, self.answer.message
        self.saved = saved.save("nobody", self.answer, saved.SavedFields("Saved"))
        for model in (ChoiceRow, LabAnswer, ReviewPart, MapPart, Table):
            model._default_manager.update(status=Status.DONE)
        self.map, self.map_parts = WhatIfMap.objects.get(), list(MapPart.objects.order_by("place"))
        for line in self.map_parts:
            line.cells = line.cells or MapPart.objects.get(pk=parts[0].pk).cells
        self.review, self.odds = Review.objects.get(), PositionOdds.objects.all()[0]
        self.game = max(StoredGame.objects.all(), key=lambda row: row.version)
        self.events = list(self.game.events.all())
        for row in (self.choice, self.lab):
            row.refresh_from_db()
            assert row.result, row.message

    def day(self, at: datetime) -> None:
        """Write what a day brings."""
        with transaction.atomic():
            self._copies(self.answer, ANSWERS, at)
            self._copies(self.choice, CHOICES, at)
            self._copies(self.lab, LAB, at)
            self._copies(self.table, TABLES, at)
            maps = self._copies(self.map, MAPS, at)
            self._children(self.map_parts, "map", maps, at)
            found = self._copies(self.review, REVIEWS, at)
            part = ReviewPart.objects.exclude(position="")[:1].get()
            self._children([part] * POSITIONS, "review", found, at)
            self._copies(self.odds, REVIEWS * POSITIONS, at)
            kept = self._copies(self.saved, SAVED, at)
            self._children([self.saved.versions.get()], "saved", kept, at)
            games = self._copies(self.game, GAMES, at)
            self._children(self.events, "game", games, at)
            data = SessionStore().encode({"hosted": [secrets.token_hex(8)] * 20, "draft": "x" * 500})
            expires = at + timedelta(days=SESSION_DAYS)
            Session.objects.bulk_create(
                Session(session_key=secrets.token_hex(16), session_data=data, expire_date=expires)
                for _ in range(SESSIONS // self.part)
            )
            pks = list(Analysis.objects.values_list("pk", flat=True))
            again = self.draw.sample(pks, int(len(pks) * ASKED_AGAIN))
            Analysis.objects.filter(pk__in=again).update(in_view_until=at)

    def _copies(self, row: Model, count: int, at: datetime) -> list[Any]:
        return self._stored(type(row), (copy(row) for _ in range(max(1, count // self.part))), at)

    def _children(self, rows: list[Any], parent: str, parents: list[Any], at: datetime) -> None:
        self._stored(type(rows[0]), (copy(row, **{parent: each}) for each in parents for row in rows), at)

    @staticmethod
    def _stored(model: type[Any], rows: Iterator[Any], at: datetime) -> list[Any]:
        made = model._default_manager.bulk_create(rows, batch_size=500)
        names = {field.name for field in model._meta.concrete_fields}
        dates = {name: at for name in ("created_at", "in_view_until", "updated_at", "made_at") if name in names}
        first = min(row.pk for row in made)
        if dates:
            model._default_manager.filter(pk__gte=first).update(**dates)
        return made


def copy(row: Model, **other: Any) -> Any:
    """The same row once more, under names of its own."""
    values = {
        field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if not field.primary_key
    }
    new: dict[str, Callable[[], str]] = {
        "key": lambda: secrets.token_hex(32),
        "code": lambda: secrets.token_urlsafe(8),
        "host_key": lambda: secrets.token_urlsafe(8),
        "client_id": lambda: secrets.token_hex(8),
    }
    values |= {name: make() for name, make in new.items() if name in values}
    made = type(row)(**values)
    for name, value in other.items():
        setattr(made, name, value)
    return made
