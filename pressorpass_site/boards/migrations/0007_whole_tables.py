"""Indexes for the number of today's boards and for the log."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("boards", "0006_draft_history"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="board",
            index=models.Index(fields=["created_at"], name="boards_by_age"),
        ),
        migrations.AddIndex(
            model_name="boardevent",
            index=models.Index(fields=["-at", "-id"], name="board_events_by_age"),
        ),
        migrations.AlterModelOptions("boardevent", {"ordering": ("-at", "-pk")}),
        migrations.AlterModelOptions("boardrevision", {"ordering": ("board", "-number")}),
    ]
