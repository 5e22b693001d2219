"""Indexes for the lists of games and for a caller's calls."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("boards", "0007_whole_tables"),
        ("games", "0003_delay"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="call",
            index=models.Index(fields=["caller"], name="calls_by_caller"),
        ),
        migrations.AddIndex(
            model_name="storedgame",
            index=models.Index(fields=["visibility", "-updated_at"], name="games_by_change"),
        ),
        migrations.AddIndex(
            model_name="storedgame",
            index=models.Index(fields=["-created_at", "-id"], name="games_by_age"),
        ),
    ]
