from django.db import migrations, models
from django.db.models.functions import Coalesce

from pressorpass_site.core.database.migrating import JOB, QUESTION, new_table


class Migration(migrations.Migration):
    initial = True

    dependencies = [("boards", "0005_texts")]

    operations = [
        new_table(
            "ChoiceRow",
            {
                **JOB,
                **QUESTION,
                "key": models.CharField(editable=False, max_length=64, unique=True),
                "position": models.CharField(help_text="Before the spin.", max_length=80),
                "square": models.PositiveSmallIntegerField(help_text="Where the light stopped."),
                "shows": models.CharField(
                    blank=True, help_text="What the squares on offer show, in the notation.", max_length=200
                ),
                "result": models.JSONField(blank=True, help_text="The engine's best answer so far.", null=True),
                "version": models.PositiveSmallIntegerField(default=0, help_text="How many answers have been stored."),
            },
            {
                "verbose_name": "choice",
                "ordering": ("-created_at",),
                "indexes": [
                    models.Index(fields=["status", "queued_at"], name="choices_waiting"),
                    models.Index(Coalesce("in_view_until", "created_at"), name="choices_by_last_look"),
                ],
            },
        ),
    ]
