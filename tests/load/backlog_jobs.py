"""The jobs that backlog.py has wait, and what it measures."""

from collections.abc import Callable
from io import StringIO

from django.core.management import call_command
from django.db import transaction
from django.test import Client

from engine import Position, Rules
from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.models import Analysis
from pressorpass_site.boards import services as boards
from pressorpass_site.core import clients
from pressorpass_site.questions.question import Question
from pressorpass_site.work import picking
from pressorpass_site.work.models import Status

STAYS = 3600.0


class Backlog:
    """Questions that wait: as many as are wanted, of these clients in turn."""

    def __init__(self, people: int) -> None:
        call_command("load_boards", stdout=StringIO())
        self._people = people
        self._revision = boards.find_revision(boards.DEFAULT_BOARD)
        self._rules = Rules.preset("show")
        self._visitor = Client(SERVER_NAME="localhost")
        self.measured: dict[str, Callable[[], object]] = {
            "picking one": self._pick,
            "a worker's round": self._round,
            "page of a waiting one": lambda: self._open("/p/20000e3,3000,0@1"),
            "page of boards": lambda: self._open("/boards/"),
        }

    def fill(self, count: int) -> None:
        """Ask until so many wait."""
        for number in range(Analysis.objects.filter(status=Status.QUEUED).count(), count):
            position = Position.parse(f"{10_001 + number}e3,3000,0@1")
            with clients.acting_for(f"client {number % self._people}"):
                services.ask(Question(position, self._revision, self._rules), look=STAYS)

    def _pick(self) -> None:
        """Begin the job whose turn it is, and leave it waiting."""
        with transaction.atomic():
            picking.begin(picking.served())
            transaction.set_rollback(True)

    def _round(self) -> None:
        picking.rescue_lost()
        picking.wake()

    def _open(self, address: str) -> None:
        response = self._visitor.get(address)
        assert response.status_code == 200, (address, response.status_code)
