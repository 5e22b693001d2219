from collections.abc import Mapping
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.models import Case, CharField, F, JSONField, Value, When
from django.db.models.functions import JSONObject

from pressorpass_site.answers.copying import JOB, QUESTION, copy, same, text
from pressorpass_site.core.database.migrating import drop_if_empty


def columns(apps: Apps) -> Mapping[str, Any]:
    kept = JSONObject(unit="unit", bytes="bytes", states="states")
    return {
        **JOB,
        **same(*QUESTION, "key", "engine_version"),
        "kind": Case(When(purpose="whatif", then=text("table")), default=text("opening"), output_field=CharField()),
        "position": F("configuration"),
        "result": Case(When(unit=None, then=Value(None)), default=kept, output_field=JSONField()),
    }


class Migration(migrations.Migration):
    """Tables are answers of two kinds; their own table stays until the next version."""

    atomic = False  # each batch is kept
    dependencies = [("tables", "0008_fair_order"), ("answers", "0001_one_table")]

    operations = [
        copy("tables", "Table", columns),
        drop_if_empty("tables", "Table"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel("Table"),
                migrations.CreateModel(
                    "Table",
                    [],
                    {"proxy": True, "indexes": [], "constraints": []},
                    bases=("answers.answer",),
                ),
            ]
        ),
    ]
