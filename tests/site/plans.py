"""How the database answers the queries of a piece of work: which tables it reads from end to end."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import connection

EXPLAINED = ("SELECT", "UPDATE", "DELETE", "WITH")
# These do not grow with the number of fans and games.
SMALL = {
    "auth_group",
    "auth_group_permissions",
    "auth_permission",
    "django_content_type",
    "django_migrations",
    "pages_writecheck",
}
# Columns in which many rows are equal: what an index finds by these alone is a good part of the table.
BROAD = {"visibility", "purpose", "state", "kind", "is_staff", "is_superuser", "is_active"}
_ALIAS = re.compile(r'"(\w+)" (?:AS )?"?([A-Z]\d+)\b')
_STEP = re.compile(
    r"(SCAN|SEARCH) (\w+)(?: USING (?:(?:AUTOMATIC )?(?:PARTIAL )?(?:COVERING )?INDEX|INTEGER PRIMARY KEY))?([^(]*)(?:\((.*)\))?"
)
# What the list of an administration says of all its rows: how many; an index alone is read for it.
_COUNTS = re.compile(r"^SELECT COUNT\(")
_COLUMN = re.compile(r"(\w+|<expr>)[=<>]")


@dataclass(frozen=True)
class Query:
    """A query with one example of its parameters, and what was done when it was first asked."""

    sql: str
    parameters: tuple[Any, ...]
    during: str


class Watch:
    """Notes the queries of what is done while it is on, each text once.

    `listed`: they are of lists that have a page's limit only once there are so many rows.
    """

    def __init__(self, *, listed: bool = False) -> None:
        self.listed = listed
        self.queries: dict[str, Query] = {}

    @contextmanager
    def over(self, what: str) -> Iterator[None]:
        def note(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
            if sql.lstrip("( ").startswith(EXPLAINED) and not many:
                self.queries.setdefault(_shape(sql), Query(sql, tuple(parameters or ()), what))
            return execute(sql, parameters, many, context)

        with connection.execute_wrapper(note):
            yield


def _shape(sql: str) -> str:
    """The text but for the number of values in a list."""
    return re.sub(r"\((?:%s, )*%s\)", "(…)", sql)


def whole_tables(query: Query, *, listed: bool = False) -> list[str]:
    """What of a query's plan takes longer the more rows a growing table has, in the database's words."""
    return _in_postgresql(query) if connection.vendor == "postgresql" else _in_sqlite(query, listed)


def growing() -> set[str]:
    """The tables that grow."""
    return {model._meta.db_table for model in apps.get_models(include_auto_created=True)} - SMALL


def _in_sqlite(query: Query, listed: bool) -> list[str]:
    names = {alias: table for table, alias in _ALIAS.findall(query.sql)}
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {query.sql}", query.parameters)
        steps = [str(row[3]) for row in cursor.fetchall()]
    found, broadly = [], False
    # What is in order by a time but for equal times takes no longer.
    sorts = [step for step in steps if "TEMP B-TREE" in step and "PART OF" not in step and "LAST" not in step]
    for step in steps:
        if not (parts := _STEP.match(step)):
            continue
        table = names.get(parts[2], parts[2])
        if table not in growing():
            continue
        if parts[1] == "SCAN":
            if listed and "COVERING" in step and _COUNTS.search(query.sql):
                continue
            limited = (listed or " LIMIT " in query.sql) and " WHERE " not in query.sql and not sorts
            if not limited:
                found.append(f"{step} ({table})")
        elif set(_COLUMN.findall(parts[4] or "")) <= BROAD:
            broadly = True
    return found + (sorts if found or broadly else [])


def _in_postgresql(query: Query) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SET enable_seqscan = off")
        cursor.execute(f"EXPLAIN (FORMAT JSON) {query.sql}", query.parameters)
        (plan,) = cursor.fetchone()
        cursor.execute("RESET enable_seqscan")
    plan = json.loads(plan) if isinstance(plan, str) else plan
    return [
        f"{node['Node Type']} on {node['Relation Name']}: {node.get('Filter', '')}"
        for node in _nodes(plan[0]["Plan"])
        if node["Node Type"] == "Seq Scan" and node["Relation Name"] in growing()
    ]


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for each in plan.get("Plans", ()):
        yield from _nodes(each)
