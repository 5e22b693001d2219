"""Votes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Vote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("question", models.CharField(max_length=64)),
                ("position", models.CharField(max_length=80)),
                ("voter", models.CharField(db_index=True, editable=False, max_length=64)),
                ("action", models.CharField(choices=[("press", "Press"), ("pass", "Pass")], max_length=5)),
                ("made_at", models.DateTimeField(auto_now_add=True, db_index=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("question", "voter"), name="one_vote_per_voter_and_question")
                ],
            },
        ),
    ]
