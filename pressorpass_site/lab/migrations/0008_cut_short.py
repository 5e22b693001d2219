from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q
from django.db.models.functions import Coalesce

from pressorpass_site.core.database.migrating import JOB, CompleteModel


def forget(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Delete wrong answers about Tree Solitaire, which are computed anew when somebody looks.

    The moves of H'STRAT and B'STRAT in the dependent form were those of the independent form; games that end on the levels of
    --ends alone (E = 0) were lost; reviews and the rows of tables had no error; and what was refused as it could only be simulated may be exact now.
    """
    rows = apps.get_model("lab", "LabAnswer").objects.filter(game="tree")
    wrong = Q(question__in=("moves", "review", "tables")) | Q(status="failed") | Q(options__has_key="ends")
    rows.filter(wrong).delete()


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        CompleteModel(
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
        migrations.RunPython(forget, migrations.RunPython.noop),
    ]
