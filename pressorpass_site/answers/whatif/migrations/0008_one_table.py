from collections.abc import Mapping
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.models import BooleanField, Case, CharField, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Cast, Concat, JSONObject, LPad, Substr

from pressorpass_site.answers.copying import JOB, NO_JOB, QUESTION, UNFINISHED, Json, copy, same, text
from pressorpass_site.core.database.migrating import drop_if_empty

NEXT_SPINS = ("now_revision_id", "now_spins")


def maps(apps: Apps) -> Mapping[str, Any]:
    return {
        **NO_JOB,
        **same(*QUESTION, *NEXT_SPINS, "key", "engine_version", "position", "created_at"),
        "kind": text("map"),
    }


def lines(apps: Apps) -> Mapping[str, Any]:
    whole = apps.get_model("answers", "Answer")._base_manager.filter(key=OuterRef("map__key"))
    place = LPad(Cast("place", CharField()), 3, text("0"))
    one_line = ~Q(map__row="") & Q(map__column="")
    ladder = Case(When(one_line, then=Value(True)), default=Value(False), output_field=BooleanField())
    return {
        **JOB,
        **same("position"),
        **{name: F(f"map__{name}") for name in (*QUESTION, *NEXT_SPINS, "engine_version")},
        "kind": text("line"),
        "key": Concat(Substr("map__key", 1, 60), text("/"), place, output_field=CharField()),
        "part_of_id": Subquery(whole.values("pk")[:1]),
        "input": JSONObject(number="number", values=Json("values"), value="value", ladder=ladder),
        "result": F("cells"),
    }


def whole_maps(rows: QuerySet[Any]) -> QuerySet[Any]:
    return rows.exclude(parts__status__in=UNFINISHED)


def lines_of_whole_maps(rows: QuerySet[Any]) -> QuerySet[Any]:
    return rows.exclude(map__parts__status__in=UNFINISHED)


class Migration(migrations.Migration):
    """Maps and their lines are answers of two kinds; their tables stay until the next version."""

    atomic = False  # each batch is kept
    dependencies = [("whatif", "0007_fair_order"), ("answers", "0001_one_table")]

    operations = [
        copy("whatif", "WhatIfMap", maps, whole_maps),
        copy("whatif", "MapPart", lines, lines_of_whole_maps),
        drop_if_empty("whatif", "MapPart", "WhatIfMap"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel("MapPart"),
                migrations.DeleteModel("WhatIfMap"),
                migrations.CreateModel(
                    "WhatIfMap",
                    [],
                    {"proxy": True, "indexes": [], "constraints": []},
                    bases=("answers.answer",),
                ),
                migrations.CreateModel(
                    "MapPart",
                    [],
                    {"proxy": True, "ordering": ("part_of", "key"), "indexes": [], "constraints": []},
                    bases=("answers.answer",),
                ),
            ]
        ),
    ]
