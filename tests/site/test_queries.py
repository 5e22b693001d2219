"""Every query of every page, of the API, of the administration and of a worker's rounds: none reads a whole table that grows."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.db.models import QuerySet
from django.test import Client

from pressorpass_site.core.database import retention
from pressorpass_site.core.listing import ORDERS
from pressorpass_site.core.owned import Visibility
from pressorpass_site.games.models import StoredEvent, StoredGame
from pressorpass_site.work import picking

from .permissions.requests import sample
from .permissions.table import ADMIN, rows
from .permissions.test_permissions import sent, undone
from .permissions.world import World, build
from .plans import Watch, whole_tables

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

SHOWN = 500  # characters of a query in a report
LISTS = ("/games/public/", "/games/mine/", "/saved/", "/saved/public/")
# What may read a whole table, by what its text has, and why.
ON_PAGES = {
    r'CASE WHEN "games_storedgame"."hides_names"': "public games by title, those with hidden names first: 20,000 rows of 500 bytes",
}
IN_THE_ADMINISTRATION = {
    r'WHERE "analyses_analysis"."kind" (= %s|IN \([^)]*\)) ORDER BY "analyses_analysis"."created_at" DESC': "some kinds of answers, by age: an index has both",
    r'^SELECT DISTINCT "analyses_analysis"."kind"': "the same index alone",
    r'FROM "boards_board"': "boards are small rows, and each list's filters name them",
    r'FROM "boards_boarddraft"': "a draft has a board's content at most; those of fans' own boards are left out",
}
TIDYING = {"": "once an hour, in one worker"}


@pytest.fixture
def world(settings: Any) -> World:
    settings.ANSWER_WAIT_MILLISECONDS = 0
    return build(Visibility.PUBLIC, by_account=True)


@pytest.mark.parametrize(
    ("rows", "whole"),
    [
        (StoredGame.objects.filter(delay=3).order_by(), True),
        (StoredGame.objects.filter(visibility="public").order_by("-created_at")[:20], False),
        (StoredGame.objects.filter(owner="somebody").order_by("title"), False),
        (StoredEvent.objects.filter(entered_at__gt=datetime.now(UTC)).order_by(), True),
    ],
)
def test_what_is_whole(rows: QuerySet[Any], whole: bool) -> None:
    watch = Watch()
    with watch.over("a query"):
        list(rows)
    assert [bool(whole_tables(query)) for query in watch.queries.values()] == [whole]


@pytest.mark.skipif(
    connection.vendor == "postgresql",
    reason="where an index has the wanted order, it reads all of that rather than sort",
)
def test_a_sort_of_a_good_part_of_a_table_is_told() -> None:
    watch = Watch()
    with watch.over("a query"):
        list(StoredGame.objects.filter(visibility=Visibility.PUBLIC).order_by("title")[:20])
    assert [whole_tables(query) for query in watch.queries.values()] == [["USE TEMP B-TREE FOR ORDER BY"]]


@pytest.mark.nightly
def test_pages(world: World) -> None:
    watch = Watch()
    for row in rows():
        for who in ("owner", "anonymous"):
            with undone(), watch.over(f"{row} as {who}"):
                sent(world, row, who, sample(row, world))
    _hold(watch, ON_PAGES)


def test_pages_that_many_open(world: World) -> None:
    watch = Watch()
    for row in rows():
        if row.method == "GET" and row.thing in ("page", "question", "answer", "saved", "game"):
            with undone(), watch.over(f"{row} as owner"):
                sent(world, row, "owner", sample(row, world))
    _hold(watch, ON_PAGES)


def test_lists(world: World) -> None:
    watch = Watch()
    for path in LISTS:
        for query in (*(f"sort={order}" for order in ORDERS), "q=Ann", "visibility=public", "page=2"):
            for who in ("owner", "anonymous"):
                with watch.over(f"{path}?{query} as {who}"):
                    _client(world, who).get(f"{path}?{query}")
    _hold(watch, ON_PAGES)


def test_the_administration(world: World) -> None:
    watch, client = Watch(listed=True), _client(world, "admin")
    for model in admin.site._registry:
        base = f"{ADMIN}{model._meta.app_label}/{model._meta.model_name}/"
        pk = model._default_manager.values_list("pk", flat=True).first()
        for path in (base, f"{base}?q=Ann", f"{base}{pk}/change/", f"{base}{pk}/history/"):
            with watch.over(path):
                client.get(path)
    with watch.over(ADMIN):
        client.get(ADMIN)
    _hold(watch, IN_THE_ADMINISTRATION)


def test_a_workers_rounds(world: World) -> None:
    watch = Watch()
    Client().get("/p/9000e3,3000,0@1")
    with undone(), watch.over("a round"):
        picking.rescue_lost()
        picking.wake()
        picking.count_unfinished()
        picking.count_viewed()
        picking.first_answers_wait()
        picking.begin(picking.served())
    _hold(watch, {})


def test_what_is_tidied_is_found_by_age(world: World) -> None:
    watch = Watch()
    with undone(), watch.over("tidying"):
        list(retention.tidy())
    _hold(watch, TIDYING)


def _client(world: World, who: str) -> Client:
    client = Client()
    client.cookies = world.clients[who].cookies.copy()
    return client


def _hold(watch: Watch, allowed: dict[str, str]) -> None:
    """No query's plan reads a whole table, but for those that may."""
    assert watch.queries
    wrong = []
    for query in watch.queries.values():
        # Words stand anywhere in a text, where no index finds them.
        searches = any(str(each).startswith("%") for each in query.parameters)
        if searches or any(re.search(text, query.sql) for text in allowed):
            continue
        if plan := whole_tables(query, listed=watch.listed):
            sql = query.sql if len(query.sql) <= 2 * SHOWN else f"{query.sql[:SHOWN]} … {query.sql[-SHOWN:]}"
            wrong.append("\n  ".join([query.during, sql, str(query.parameters), *plan]))
    assert not wrong, "\n".join(wrong)
