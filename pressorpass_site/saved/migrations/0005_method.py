"""A version keeps how its answer was to be found; that of an analysis which is still there is taken from it."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def take_over(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    bounded = apps.get_model("analyses", "Analysis").objects.filter(method="bounded")
    apps.get_model("saved", "Version").objects.filter(analysis__in=bounded).update(method="bounded")


class Migration(migrations.Migration):
    dependencies = [
        ("saved", "0004_visibility_words"),
        ("analyses", "0010_method"),
    ]

    operations = [
        migrations.AddField(
            model_name="version",
            name="method",
            field=models.CharField(
                db_default="auto",
                default="auto",
                editable=False,
                help_text="How the answer was to be found.",
                max_length=16,
            ),
        ),
        migrations.RunPython(take_over, migrations.RunPython.noop),
    ]
