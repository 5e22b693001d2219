from django.db import migrations, models
from django.db.models.functions import Coalesce

from pressorpass_site.core.database.migrating import JOB, new_table


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        new_table(
            "LabAnswer",
            {
                **JOB,
                "key": models.CharField(editable=False, max_length=64, unique=True),
                "game": models.CharField(max_length=40),
                "question": models.CharField(max_length=40),
                "options": models.JSONField(default=dict),
                "engine_version": models.CharField(max_length=40),
                "result": models.JSONField(blank=True, null=True),
                "field": models.CharField(blank=True, help_text="The invalid option, if any.", max_length=40),
            },
            {
                "ordering": ("-created_at",),
                "indexes": [
                    models.Index(fields=["status", "queued_at"], name="lab_answers_waiting"),
                    models.Index(Coalesce("in_view_until", "created_at"), name="lab_answers_by_last_look"),
                ],
            },
        ),
    ]
