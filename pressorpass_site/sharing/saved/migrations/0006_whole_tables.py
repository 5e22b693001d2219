"""Indexes for the lists of saved analyses."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("saved", "0005_method"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="savedanalysis",
            index=models.Index(fields=["visibility", "-updated_at"], name="saved_by_change"),
        ),
        migrations.AddIndex(
            model_name="savedanalysis",
            index=models.Index(fields=["visibility", "title"], name="saved_by_title"),
        ),
        migrations.AddIndex(
            model_name="savedanalysis",
            index=models.Index(fields=["-created_at", "-id"], name="saved_by_age"),
        ),
    ]
