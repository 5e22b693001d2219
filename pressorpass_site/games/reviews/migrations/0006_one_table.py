from collections.abc import Mapping
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.models import F, OuterRef, QuerySet, Subquery

from pressorpass_site.answers.copying import JOB, UNFINISHED, copy, same, text
from pressorpass_site.core.database.migrating import drop_if_empty


def games(apps: Apps) -> Mapping[str, Any]:
    return {
        **JOB,
        **same("key"),
        "engine_version": F("review__engine_version"),
        "kind": text("review"),
        "input": F("review__game"),
    }


def positions(apps: Apps) -> Mapping[str, Any]:
    review = apps.get_model("answers", "Answer")._base_manager.filter(key=OuterRef("review__key"))
    return {
        **JOB,
        **same("key", "position"),
        "engine_version": F("review__engine_version"),
        "kind": text("reviewed"),
        "part_of_id": Subquery(review.values("pk")[:1]),
    }


def of_whole_games(rows: QuerySet[Any]) -> QuerySet[Any]:
    return rows.filter(position="").exclude(review__parts__status__in=UNFINISHED)


def of_whole_positions(rows: QuerySet[Any]) -> QuerySet[Any]:
    return rows.exclude(position="").exclude(review__parts__status__in=UNFINISHED)


class Migration(migrations.Migration):
    """Reviews and their jobs are answers of two kinds; their tables stay until the next version."""

    atomic = False  # each batch is kept
    dependencies = [("reviews", "0005_fair_order"), ("answers", "0001_one_table")]

    operations = [
        copy("reviews", "ReviewPart", games, of_whole_games),
        copy("reviews", "ReviewPart", positions, of_whole_positions),
        drop_if_empty("reviews", "ReviewPart", "Review"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel("ReviewPart"),
                migrations.DeleteModel("Review"),
                *(
                    migrations.CreateModel(
                        name,
                        [],
                        {"proxy": True, "indexes": [], "constraints": []},
                        bases=("answers.answer",),
                    )
                    for name in ("Review", "ReviewPart")
                ),
            ]
        ),
    ]
