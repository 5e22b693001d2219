"""Saved answers have no tags."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("saved", "0008_round_1")]

    operations = [migrations.RemoveField("SavedAnalysis", "tags"), migrations.DeleteModel("Tag")]
