"""The review that a game keeps."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_calls_are_votes"),
        ("reviews", "0007_one_row"),
    ]

    operations = [
        migrations.AddField(
            model_name="storedgame",
            name="review",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="games",
                to="reviews.review",
            ),
        ),
    ]
