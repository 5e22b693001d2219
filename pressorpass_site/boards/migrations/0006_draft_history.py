"""Drafts keep what they were before, so that changes can be undone."""

from django.db import migrations, models

NONE = models.Value([], models.JSONField())


class Migration(migrations.Migration):
    dependencies = (("boards", "0005_texts"),)

    operations = (
        migrations.AddField("boarddraft", "earlier", models.JSONField(default=list, db_default=NONE, editable=False)),
        migrations.AddField("boarddraft", "later", models.JSONField(default=list, db_default=NONE, editable=False)),
    )
