from django.db import migrations, models

from pressorpass_site.core.database.migrating import JOB, new_table


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        new_table(
            "PositionOdds",
            {
                "key": models.CharField(editable=False, max_length=64, unique=True),
                "position": models.CharField(max_length=80),
                "board_digest": models.CharField(max_length=64),
                "rules": models.JSONField(),
                "engine_version": models.CharField(max_length=40),
                "values": models.JSONField(),
                "updated_at": models.DateTimeField(auto_now=True),
            },
            {
                "verbose_name_plural": "odds of positions",
                "ordering": ("-updated_at",),
                "indexes": [models.Index(fields=["updated_at"], name="odds_by_last_look")],
            },
        ),
        new_table(
            "Review",
            {
                "key": models.CharField(editable=False, max_length=64, unique=True),
                "game": models.JSONField(),
                "engine_version": models.CharField(max_length=40),
                "created_at": models.DateTimeField(auto_now_add=True),
            },
            {"ordering": ("-created_at",)},
        ),
        new_table(
            "ReviewPart",
            {
                **JOB,
                "key": models.CharField(editable=False, max_length=64, unique=True),
                "position": models.CharField(blank=True, max_length=80),
                "review": models.ForeignKey(on_delete=models.CASCADE, related_name="parts", to="reviews.review"),
            },
            {"indexes": [models.Index(fields=["status", "queued_at"], name="review_parts_waiting")]},
        ),
    ]
