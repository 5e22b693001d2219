"""Votes also on decisions of games, and with a guess of the chance."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("dilemmas", "0001_initial"), ("games", "0004_whole_tables")]

    operations = [
        migrations.AlterField("Vote", "position", models.CharField(blank=True, max_length=80)),
        migrations.AddField(
            "Vote",
            "game",
            models.ForeignKey(
                blank=True, null=True, on_delete=models.CASCADE, related_name="votes", to="games.storedgame"
            ),
        ),
        migrations.AddField("Vote", "name", models.CharField(blank=True, db_default="", default="", max_length=30)),
        migrations.AddField(
            "Vote",
            "guess",
            models.PositiveSmallIntegerField(
                blank=True,
                help_text="The mover’s chance to win with the better choice, as guessed, in percent.",
                null=True,
                validators=[django.core.validators.MaxValueValidator(100)],
            ),
        ),
        migrations.AddConstraint(
            "Vote",
            models.CheckConstraint(condition=models.Q(("guess__lte", 100)), name="guess_is_a_percentage"),
        ),
    ]
