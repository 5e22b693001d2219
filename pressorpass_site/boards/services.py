"""Boards for other apps: find, list and publish revisions."""

import re
from collections.abc import Hashable, Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from typing import Any

from django.conf import settings
from django.core.signals import request_finished, request_started
from django.db import connection, transaction
from django.db.models import F, Max, QuerySet
from django.http import Http404, HttpRequest

from engine import Board as EngineBoard
from engine import is_bonus_round
from pressorpass_site.core import owners

from .models import NAME_LENGTH, Board, BoardRevision

DEFAULT_BOARD: str = settings.DEFAULT_BOARD

_REFERENCE = re.compile(r"(?P<slug>[A-Za-z0-9_-]{1,80})(?:\.(?P<number>[0-9]{1,8}))?")

Group = tuple[str, list[BoardRevision]]  # of a list of boards, with its name

# The facts about a board besides its newest revision.
_WORDS = ("slug", "name", "label", "show", "round", "valid_from", "valid_to")


class BoardNotFound(Http404):
    """There is no such board or revision; the message is for people."""


@dataclass(frozen=True)
class PublishResult:
    revision: BoardRevision
    created: bool


def publish(
    content: EngineBoard,
    *,
    author: str = "",
    note: str = "",
    label: str = "",
    owner: str = "",
    must_be_new: bool = False,
) -> PublishResult:
    """Store a board, with a new revision only if something relevant to answers has changed.

    With `must_be_new`, any change makes a revision, even of notes or names. `label` and `owner` (of a fan board) apply to
    a new board.
    """
    with transaction.atomic():
        facts: dict[str, Any] = {
            "name": content.name,
            "show": content.show,
            "round": content.round,
            "valid_from": _parse_day(content.valid_from),
            "valid_to": _parse_day(content.valid_to),
        }
        if owner:
            facts |= {
                "name": build_fan_board_name(content.name, NAME_LENGTH),
                "label": build_fan_board_name(content.name),
            }
        board, _ = Board.objects.update_or_create(
            slug=content.id,
            defaults=facts,
            create_defaults={"label": label or build_short_label(content), "owner": owner, **facts},
        )
        latest = board.revisions.order_by("-number").first()
        is_same = latest is not None and (
            latest.content == content.to_json() if must_be_new else latest.digest == content.digest
        )
        if latest is not None and is_same:
            return PublishResult(latest, created=False)
        revision = BoardRevision.objects.create(
            board=board,
            number=latest.number + 1 if latest else 1,
            content=content.to_json(),
            digest=content.digest,
            complete=content.complete,
            author=author,
            note=note,
        )
        if of_request := _of_request.get():
            of_request.clear()
        return PublishResult(revision, created=True)


def load_preset(content: EngineBoard) -> PublishResult:
    """Store a board shipped with the engine, unless a newer revision has been published."""
    latest = BoardRevision.objects.filter(board__slug=content.id).order_by("-number").first()
    if latest is not None and latest.author:
        return PublishResult(latest, created=False)
    return publish(content)


def list_current_revisions() -> tuple[BoardRevision, ...]:
    """Return the newest revision of every board of the show, by slug."""
    return get_catalog().revisions


def list_own_revisions(request: HttpRequest) -> list[BoardRevision]:
    """Return the newest revisions of the requesting owner's fan boards, the youngest board first."""
    owner_ids = owners.list_owner_ids(request)
    if not owner_ids:
        return []
    own = BoardRevision.objects.filter(board__owner__in=owner_ids).alias(newest=Max("board__revisions__number"))
    newest = own.filter(number=F("newest")).select_related("board")
    return list(newest.order_by("-board__created_at"))


def find_revision(reference: str) -> BoardRevision:
    """Return the revision with this reference: `slug` (the newest) or `slug.2`. Raises BoardNotFound."""
    match = _REFERENCE.fullmatch(reference)
    revision = None
    if match and (current := get_catalog().find(match["slug"], match["number"])):
        return current
    if match:
        revisions = BoardRevision.objects.select_related("board").filter(board__slug=match["slug"])
        if match["number"]:
            revisions = revisions.filter(number=int(match["number"]))
        revision = revisions.order_by("-number").first()
    if revision is None:
        raise BoardNotFound(f"There is no board called “{reference[:80]}”.")
    return revision


def get_revision(pk: int) -> BoardRevision:
    """Return a stored revision; if it is the newest of its board, without a query and with its parsed engine board."""
    return get_catalog().by_pk.get(pk) or BoardRevision.objects.select_related("board").get(pk=pk)


def find_same_revision(content: EngineBoard) -> BoardRevision | None:
    """Return a revision with the same round and slides, preferably of the same board.

    Fan boards are found only by their ID, which cannot be guessed.
    """
    if (current := get_catalog().find(content.id, None)) and current.digest == content.digest:
        return current  # without a query for each of many games
    revisions = BoardRevision.objects.select_related("board").filter(digest=content.digest)
    own = revisions.filter(board__slug=content.id).order_by("-number").first()
    return own or revisions.filter(board__owner="").order_by("board__slug", "-number").first()


def build_short_reference(revision: BoardRevision) -> str:
    """Return the shortest reference that `find_revision` currently resolves to this revision."""
    return build_pinned_reference(revision) if find_newer_revision(revision) else revision.board.slug


def build_pinned_reference(revision: BoardRevision) -> str:
    """Return the reference that `find_revision` always resolves to this revision."""
    return f"{revision.board.slug}.{revision.number}"


def get_label(revision: BoardRevision) -> str:
    """Return the board's label, with the revision's number if there is a newer revision."""
    return (
        f"{revision.board.label}, revision {revision.number}" if find_newer_revision(revision) else revision.board.label
    )


def find_newer_revision(revision: BoardRevision) -> BoardRevision | None:
    newest = get_catalog().by_slug.get(revision.board.slug) or find_revision(revision.board.slug)
    return newest if newest.number > revision.number else None


def get_group(board: Board) -> str:
    if is_bonus_round(board.round):
        return f"{board.show}: bonus game"
    return f"{board.show}: round {board.round}"


def group_revisions(revisions: Iterable[BoardRevision]) -> list[Group]:
    groups: dict[str, list[BoardRevision]] = {}
    ordered = sorted(revisions, key=_rank_revision)
    for revision in ordered:
        groups.setdefault(get_group(revision.board), []).append(revision)
    return list(groups.items())


def _rank_revision(revision: BoardRevision) -> tuple[Any, ...]:
    """Return a sort key: the CBS show before the ABC show, round 2 before round 1 before bonus games, old before new."""
    board = revision.board
    since = board.valid_from or date.max
    bonus = is_bonus_round(board.round)
    return (board.slug != DEFAULT_BOARD, "ABC" in board.show, bonus, board.round != "2", board.show, since, board.slug)


def build_short_label(content: EngineBoard) -> str:
    """Return a short name: “February 1985 board”, “ABC 2019 board, round 1”, “February 1985 board, uneven light”."""
    since = _parse_day(content.valid_from)
    words = []
    if "ABC" in content.show:
        words.append("ABC")
    if "pilot" in content.show.lower():
        words.append("Pilot")
    if since is None:
        words.append("Composite classic")
    else:
        words.append(f"{since:%Y}" if "ABC" in words else f"{since:%B %Y}")
    label = " ".join(words) + " board"
    if content.round == "1":
        label += ", round 1"
    elif content.bonus:
        label += f", bonus round {content.round.removeprefix('bonus')}"
    if content.weighted:
        label += ", uneven light"
    return label if content.complete else f"{label} (partial)"


def build_fan_board_name(name: str, max_length: int = 80) -> str:
    mark = " (a fan’s board)"
    return name[: max_length - len(mark)] + mark


def _parse_day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


# --- the catalog -------------------------------------------------------------------------------


@dataclass(frozen=True)
class BoardCatalog:
    """The newest revision of every board of the show; requests and threads share the revisions, which are never changed."""

    version: Hashable
    revisions: tuple[BoardRevision, ...]

    @cached_property
    def by_slug(self) -> dict[str, BoardRevision]:
        return {revision.board.slug: revision for revision in self.revisions}

    @cached_property
    def groups(self) -> list[Group]:
        return group_revisions(self.revisions)

    @cached_property
    def unplayable(self) -> frozenset[str]:
        return frozenset(slug for slug, revision in self.by_slug.items() if not revision.playable)

    @cached_property
    def by_pk(self) -> dict[int, BoardRevision]:
        return {revision.pk: revision for revision in self.revisions}

    def find(self, slug: str, number: str | None) -> BoardRevision | None:
        """Return the newest revision of a board, if it has this number; None for another number or slug."""
        newest = self.by_slug.get(slug)
        return newest if newest and (number is None or int(number) == newest.number) else None


_cached_catalog = BoardCatalog(None, ())


# None outside requests: workers and commands live long, so they check for a new version each time.
_of_request: ContextVar[list[BoardCatalog] | None] = ContextVar("catalog", default=None)
request_started.connect(lambda **_: _of_request.set([]), weak=False)
request_finished.connect(lambda **_: _of_request.set(None), weak=False)


def get_catalog() -> BoardCatalog:
    global _cached_catalog
    of_request = _of_request.get()
    if of_request:
        return of_request[0]
    with connection.cursor() as cursor:
        cursor.execute(*_build_versions_query())
        version = hash(tuple(cursor.fetchall()))
    cached = _cached_catalog
    if cached.version != version:
        _cached_catalog = cached = BoardCatalog(version, tuple(query_newest_revisions()))
    if of_request is not None:
        of_request.append(cached)
    return cached


@cache
def _build_versions_query() -> tuple[str, Any]:
    """Return the SQL of the rows that change with a new revision of a board or new words about it.

    Cached, because Django takes longer to write the SQL than the database to answer it.
    """
    # The time and not the number of a revision: a rolled back revision leaves its number to the next one.
    newest = Board.objects.filter(owner="").order_by("pk").annotate(newest=Max("revisions__created_at"))
    sql, parameters = newest.values_list("pk", "newest", *_WORDS).query.sql_with_params()
    return sql, parameters


def query_newest_revisions() -> QuerySet[BoardRevision]:
    newest = BoardRevision.objects.filter(board__owner="").alias(newest=Max("board__revisions__number"))
    newest = newest.filter(number=F("newest"))
    return newest.select_related("board").order_by("board__slug")
