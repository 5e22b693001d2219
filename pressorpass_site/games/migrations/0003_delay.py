"""A delay of a game, by which all but its hosts are behind."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_calls"),
    ]

    operations = [
        migrations.AddField(
            model_name="storedgame",
            name="delay",
            field=models.PositiveSmallIntegerField(
                default=0, db_default=0, help_text="Seconds that all but the hosts are behind, at least."
            ),
        ),
    ]
