from collections.abc import Mapping
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.models.functions import JSONObject

from pressorpass_site.answers.copying import JOB, QUESTION, copy, same, text
from pressorpass_site.core.database.migrating import drop_if_empty


def columns(apps: Apps) -> Mapping[str, Any]:
    return {
        **JOB,
        **same(*QUESTION, "key", "engine_version", "position", "result"),
        "kind": text("choice"),
        "input": JSONObject(square="square", shows="shows"),
    }


class Migration(migrations.Migration):
    """Choices are answers of one kind; their table stays until the next version."""

    atomic = False  # each batch is kept
    dependencies = [("choices", "0005_fair_order"), ("answers", "0001_one_table")]

    operations = [
        copy("choices", "ChoiceRow", columns),
        drop_if_empty("choices", "ChoiceRow"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel("ChoiceRow"),
                migrations.CreateModel(
                    "ChoiceRow",
                    [],
                    {"proxy": True, "verbose_name": "choice", "indexes": [], "constraints": []},
                    bases=("answers.answer",),
                ),
            ]
        ),
    ]
