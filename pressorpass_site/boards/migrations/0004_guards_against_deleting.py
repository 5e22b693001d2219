"""Revisions that not even SQL deletes or replaces, and a record that it neither changes nor deletes from."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

REVISIONS, EVENTS = "boards_boardrevision", "boards_boardevent"
REVISIONS_STAY = "Board revisions are never changed or deleted; make a new one."
EVENTS_STAY = "The record of what was done to a board is only ever added to."


def sqlite(name: str, before: str, sentence: str, when: str = "") -> str:
    return f"CREATE TRIGGER {name} BEFORE {before} {when} BEGIN SELECT RAISE(ABORT, '{sentence}'); END"


def there_is(table: str, what: str) -> str:
    # INSERT OR REPLACE deletes the row that is in its way, and fires no trigger for it.
    return f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {what})"  # noqa: S608


# None names another table, as SQLite looks through all triggers whenever it renames one.
SQLITE = {
    "board_revisions_stay": sqlite("board_revisions_stay", f"DELETE ON {REVISIONS}", REVISIONS_STAY),
    "board_revisions_are_not_replaced": sqlite(
        "board_revisions_are_not_replaced",
        f"INSERT ON {REVISIONS}",
        REVISIONS_STAY,
        there_is(REVISIONS, "id = NEW.id OR (board_id = NEW.board_id AND number = NEW.number)"),
    ),
    "board_events_are_fixed": sqlite("board_events_are_fixed", f"UPDATE ON {EVENTS}", EVENTS_STAY),
    "board_events_stay": sqlite("board_events_stay", f"DELETE ON {EVENTS}", EVENTS_STAY),
    "board_events_are_not_replaced": sqlite(
        "board_events_are_not_replaced", f"INSERT ON {EVENTS}", EVENTS_STAY, there_is(EVENTS, "id = NEW.id")
    ),
}


def postgresql(function: str, trigger: str, events: str, each: str, table: str) -> str:
    return f"CREATE TRIGGER {trigger} BEFORE {events} ON {table} FOR EACH {each} EXECUTE FUNCTION {function}()"


def refusing(function: str, sentence: str) -> str:
    return f"""
    CREATE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '{sentence}' USING ERRCODE = 'restrict_violation'; END $$
    """


POSTGRESQL = [
    refusing("refuse_to_delete_board_revisions", REVISIONS_STAY),
    postgresql("refuse_to_delete_board_revisions", "board_revisions_stay", "DELETE", "ROW", REVISIONS),
    postgresql("refuse_to_delete_board_revisions", "board_revisions_all_stay", "TRUNCATE", "STATEMENT", REVISIONS),
    refusing("refuse_to_change_board_events", EVENTS_STAY),
    postgresql("refuse_to_change_board_events", "board_events_are_fixed", "UPDATE OR DELETE", "ROW", EVENTS),
    postgresql("refuse_to_change_board_events", "board_events_all_stay", "TRUNCATE", "STATEMENT", EVENTS),
]


def add_triggers(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    statements = {"sqlite": list(SQLITE.values()), "postgresql": POSTGRESQL}
    for statement in statements.get(schema_editor.connection.vendor, []):
        schema_editor.execute(statement, params=None)


def drop_triggers(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for name in SQLITE:
            schema_editor.execute(f"DROP TRIGGER {name}")
    elif schema_editor.connection.vendor == "postgresql":
        for function in ("refuse_to_delete_board_revisions", "refuse_to_change_board_events"):
            schema_editor.execute(f"DROP FUNCTION {function}() CASCADE")


class Migration(migrations.Migration):
    dependencies = [("boards", "0003_guards_and_groups")]

    operations = [migrations.RunPython(add_triggers, drop_triggers)]
