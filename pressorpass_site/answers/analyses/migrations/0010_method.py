from django.db import migrations, models
from django.db.models import Q
from django.db.models.functions import Coalesce

from pressorpass_site.core.database.migrating import JOB, NEXT_SPINS, QUESTION, new_table


class Migration(migrations.Migration):
    initial = True

    dependencies = [("boards", "0005_texts")]

    operations = [
        new_table(
            "Analysis",
            {
                **JOB,
                **QUESTION,
                **NEXT_SPINS,
                "key": models.CharField(editable=False, max_length=64, unique=True),
                "position": models.CharField(max_length=80),
                "result": models.JSONField(blank=True, help_text="The engine's best answer so far.", null=True),
                "steps": models.JSONField(
                    blank=True, default=list, help_text="What each answer said, the present one last."
                ),
                "live": models.CharField(blank=True, default="", editable=False, max_length=48),
                "method": models.CharField(
                    db_default="auto",
                    default="auto",
                    editable=False,
                    help_text="How the answer is found.",
                    max_length=16,
                ),
            },
            {
                "verbose_name_plural": "analyses",
                "ordering": ("-created_at",),
                "indexes": [
                    models.Index(fields=["status", "heartbeat_at"], name="unfinished_jobs"),
                    models.Index(Coalesce("in_view_until", "created_at"), name="analyses_by_last_look"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(now_revision=None, now_spins=0) | Q(now_revision__isnull=False, now_spins__gt=0),
                        name="next_spins_have_a_board",
                    )
                ],
            },
        ),
    ]
