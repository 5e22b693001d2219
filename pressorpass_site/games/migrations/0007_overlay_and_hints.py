"""The key of a game's overlay, and what its keeper sees of the odds."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0006_review")]

    operations = [
        migrations.AddField(
            model_name="storedgame",
            name="overlay_key",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=16),
        ),
        migrations.AddField(
            model_name="storedgame",
            name="hints",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=8),
        ),
    ]
