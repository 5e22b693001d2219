"""The name of what is saved, in words."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("saved", "0006_whole_tables")]

    operations = [
        migrations.AlterModelOptions(
            "SavedAnalysis", {"ordering": ("-created_at", "-pk"), "verbose_name": "saved answer"}
        ),
    ]
