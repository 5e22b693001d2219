from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Max, QuerySet

from engine import GameError, InputError, game_from_json, plan_review
from pressorpass_site.core.database.migrating import drop_if_empty
from pressorpass_site.core.identity import identity_key

BATCH = 500
OLD = ("reviews", "PositionOdds")


def batches(rows: QuerySet[Any]) -> Iterator[QuerySet[Any]]:
    last = rows.aggregate(last=Max("pk"))["last"] or 0
    return (rows.filter(pk__gte=start, pk__lt=start + BATCH) for start in range(1, last + 1, BATCH))


def values_to_reviews(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    odds = apps.get_model(*OLD)
    if odds._meta.db_table not in schema_editor.connection.introspection.table_names():
        return  # it was empty, and the migration was interrupted
    reviews = apps.get_model("answers", "Answer")._base_manager.filter(kind="review", result__isnull=True)
    for batch in batches(reviews):
        with transaction.atomic():
            for row in batch:
                with suppress(GameError, InputError):  # of an earlier engine, which nobody finds any more
                    row.result = result(row, odds)
                    row.save(update_fields=["result"])


def result(row: Any, odds: Any) -> dict[str, Any] | None:
    plan = plan_review(game_from_json(row.input, stored=True))
    setting = [plan.board.digest, plan.rules.identity(), row.engine_version]
    keys = {identity_key([position.notation, *setting]): position.notation for position in plan.positions}
    found = odds._base_manager.filter(key__in=keys).values_list("key", "values")
    values = {keys[key]: each for key, each in found}
    return {"setting": identity_key(setting), "values": values} if values else None


def without_positions(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for batch in batches(apps.get_model("answers", "Answer")._base_manager.filter(kind="reviewed")):
        batch.delete()


class Migration(migrations.Migration):
    """A review is one row with the values of its positions; the table of those stays until the next version."""

    atomic = False  # each batch is kept
    dependencies = [("reviews", "0006_one_table"), ("answers", "0001_one_table")]

    operations = [
        migrations.RunPython(values_to_reviews, migrations.RunPython.noop),
        migrations.RunPython(without_positions, migrations.RunPython.noop),
        drop_if_empty(*OLD),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel("ReviewPart"), migrations.DeleteModel("PositionOdds")]
        ),
    ]
