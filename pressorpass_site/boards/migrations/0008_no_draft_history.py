"""Drafts keep no earlier contents."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("boards", "0007_whole_tables")]

    operations = [migrations.RemoveField("BoardDraft", name) for name in ("earlier", "later")]
