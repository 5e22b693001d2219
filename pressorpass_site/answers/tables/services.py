"""Tables in advance: queue, retry and stop their jobs; whatif_tables.py is for what-ifs, score_values.py for round 1.

Tables of famous moments and of the common openings of the default board are queued once, when the data folder is made,
and built while nobody waits for an answer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from django.db.models import QuerySet

from engine import ENGINE_VERSION, Board, Position, Rules
from engine.tables import Store, open_table
from pressorpass_site.answers.models import Table
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.identity import build_identity_key
from pressorpass_site.questions.moments import list_moments
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import RETRYABLE, Status

from . import whatif_tables
from .openings import list_openings
from .tasks import jobs_by_kind, opening_jobs

COMMON_SPINS = 6  # the most of a common opening
COMMON_SECONDS = 5.0  # for one table; a finer one is built once a page shows it
AVERAGE_BYTES = 5_000_000  # an upper estimate for such a table
SHARE = 0.5  # of the folder that such tables may fill, so that they displace no others


@dataclass
class TableBuildPlan:
    stored: list[Table] = field(default_factory=list)
    under_way: list[Table] = field(default_factory=list)
    too_large: list[Table] = field(default_factory=list)
    new_tables: list[Table] = field(default_factory=list)

    @property
    def tables(self) -> list[Table]:
        return [*self.stored, *self.under_way, *self.too_large, *self.new_tables]


def fill(revision: BoardRevision, rules: Rules, max_spins: int, seconds: float) -> TableBuildPlan:
    """Queue the openings of a board for all workers, the cheapest first.

    Tables that are stored, under way or known to be too large for these limits are left alone; tables that failed or
    were stopped are tried again.
    """
    unreadable = Table.objects.filter(board_revision=revision).exclude(engine_version=ENGINE_VERSION)
    unreadable.delete()  # this engine cannot read their files
    limits = {"seconds": seconds}
    plan, store, board = TableBuildPlan(), Store(), Board.from_json(revision.content)
    for position in list_openings(rules, max_spins):
        question = Question(position, revision, rules)
        table, created = opening_jobs.get_or_create(
            _build_table_key(question), limits, view_seconds=0, **Table.build_columns(question)
        )
        if created:
            plan.new_tables.append(table)
        elif table.is_active:
            plan.under_way.append(table)
        elif table.status == Status.DONE and _is_stored(store, table, board, rules):
            plan.stored.append(table)
        elif table.status == Status.TOO_LARGE and table.limits == limits:
            plan.too_large.append(table)
        else:
            plan.new_tables.append(opening_jobs.start(table, limits, view_seconds=0))
    return plan


def queue_common_tables() -> int:
    """Queue the common tables that have no row yet; return their number. Idle workers find them."""
    room = int(SHARE * Store().max_bytes / AVERAGE_BYTES)
    return sum(
        whatif_tables.queue_in_advance(question, COMMON_SECONDS) for question in islice(_list_common_questions(), room)
    )


def read_tables_again(tables: Sequence[Table]) -> QuerySet[Table]:
    return Table.objects.filter(pk__in=[table.pk for table in tables])


def stop(tables: QuerySet[Table]) -> int:
    """Stop tables that are queued or being built; return their number. Finished ones stay."""
    return sum(queue.cancel_all(tables) for queue in jobs_by_kind.values())


def retry(tables: QuerySet[Table]) -> int:
    """Requeue tables that failed, were stopped or were too large; return their number."""
    ended_tables = list(tables.filter(status__in=RETRYABLE))
    for table in ended_tables:
        jobs_by_kind[table.kind].start(table, table.limits, view_seconds=0)
    return len(ended_tables)


def _build_table_key(question: Question) -> str:
    identity = {
        "configuration": question.position.notation,
        "board": question.revision.digest,
        "rules": question.rules.identity(),
        "engine": ENGINE_VERSION,
    }
    return build_identity_key(identity)


def _is_stored(store: Store, table: Table, board: Board, rules: Rules) -> bool:
    return table.unit is not None and open_table(store, table.question.position, board, rules, table.unit) is not None


def _list_common_questions() -> Iterator[Question]:
    for moment in list_moments():
        if moment.asked_board:
            revision = boards.find_revision(moment.asked_board)
            for notation in moment.positions:
                yield Question(Position.parse(notation), revision, moment.rules)
    rules = Rules.preset("show")
    revision = boards.find_revision(boards.DEFAULT_BOARD)
    for opening in list_openings(rules, COMMON_SPINS):
        yield Question(opening, revision, rules)
