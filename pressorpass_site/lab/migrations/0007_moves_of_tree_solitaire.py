from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q


def forget(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Deletes answers that are computed anew when somebody looks.

    The moves of H'STRAT and B'STRAT in the dependent form were those of the independent form; games that end on the levels of
    --ends alone (E = 0) were lost; reviews and the rows of tables had no error; and what was refused as it could only be simulated may be exact now.
    """
    rows = apps.get_model("lab", "LabAnswer").objects.filter(game="tree")
    rows.filter(
        Q(question__in=("moves", "review", "tables")) | Q(status="failed") | Q(options__has_key="ends")
    ).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("lab", "0006_client"),
    ]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
