from collections.abc import Mapping
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.models import Case, JSONField, Value, When
from django.db.models.functions import JSONArray, JSONObject

from pressorpass_site.answers.copying import JOB, Json, copy, same, text
from pressorpass_site.core.database.migrating import drop_if_empty


def columns(apps: Apps) -> Mapping[str, Any]:
    invalid = JSONArray(JSONObject(invalid="field"))
    return {
        **JOB,
        **same("key", "engine_version", "result"),
        "kind": text("lab"),
        "input": JSONObject(game="game", question="question", options=Json("options")),
        "steps": Case(When(field="", then=Value([], JSONField())), default=invalid, output_field=JSONField()),
    }


class Migration(migrations.Migration):
    """Answers of the lab are of one kind; their table stays until the next version."""

    atomic = False  # each batch is kept
    dependencies = [("lab", "0009_fair_order"), ("answers", "0001_one_table")]

    operations = [
        copy("lab", "LabAnswer", columns),
        drop_if_empty("lab", "LabAnswer"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel("LabAnswer"),
                migrations.CreateModel(
                    "LabAnswer",
                    [],
                    {"proxy": True, "indexes": [], "constraints": []},
                    bases=("answers.answer",),
                ),
            ]
        ),
    ]
