from collections.abc import Mapping
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.models import CharField, F, QuerySet, Value
from django.db.models.functions import Cast, Concat

from pressorpass_site.core.database.migrating import copy_rows


def columns(apps: Apps) -> Mapping[str, Any]:
    question = Concat("game__code", Value(" "), Cast("number", CharField()), output_field=CharField())
    return {
        "question": question,
        "position": Value("", CharField()),
        "game_id": F("game_id"),
        "voter": F("caller"),
        **{name: F(name) for name in ("name", "action", "made_at")},
    }


class Migration(migrations.Migration):
    """Calls of decisions in games are votes."""

    atomic = False  # each batch is kept
    dependencies = [("dilemmas", "0002_votes_in_games")]

    operations = [copy_rows(("games", "Call"), ("dilemmas", "Vote"), columns, QuerySet.all)]
