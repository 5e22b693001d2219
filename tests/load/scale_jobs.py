"""The map and the review that scale.py measures."""

from io import StringIO

from django.core.management import call_command

from engine import Position, Rules, parse_game, plan_review, sample_games
from pressorpass_site.answers.analyses.models import Analysis
from pressorpass_site.answers.tables.models import Table
from pressorpass_site.answers.whatif import groups
from pressorpass_site.answers.whatif.models import WhatIfMap
from pressorpass_site.answers.whatif.numbers import Number
from pressorpass_site.boards import services as boards
from pressorpass_site.games.reviews import services as reviews
from pressorpass_site.games.reviews.models import Review
from pressorpass_site.questions.question import Question

LOOK = 600.0


class Jobs:
    """Asks for both as pages do, and says when they are done."""

    def __init__(self, position: str, row: str, column: str, game: str) -> None:
        call_command("load_boards", stdout=StringIO())
        revision = boards.find_revision(boards.DEFAULT_BOARD)
        self.question = Question(Position.parse(position), revision, Rules.preset("show"))
        self.row, self.column = Number.named(row), Number.named(column)
        self.game = parse_game(sample_games()[game])

    @property
    def size(self) -> str:
        rows, columns = groups.rows_and_columns(self.question, self.row, self.column)
        positions = len(plan_review(self.game).positions)
        return f"a map of {len(rows)} by {len(columns)} squares, a game of {positions} positions"

    def forget(self) -> None:
        """Remove what is stored of both."""
        for model in (WhatIfMap, Review, Table, Analysis):
            model._default_manager.all().delete()

    def map(self) -> bool:
        """Whether the map is complete, begun if it is new."""
        found = groups.find_or_start(self.question, self.row, self.column)
        groups.look(found)
        return not found.under_way

    def review(self) -> bool:
        """Whether every position of the review is solved, begun if it is new."""
        return not reviews.request(self.game, look=LOOK).under_way
