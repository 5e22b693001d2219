from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.models.functions import Coalesce

FIRST, REFINE, BRIEF, BACKGROUND = 1, 2, 3, 4
OF_KIND = {"line": BRIEF, "table": BRIEF, "lab": BRIEF, "review": REFINE, "opening": BACKGROUND}


def set_priority(apps: Apps, schema_editor: Any) -> None:
    """Give the jobs that have not ended their place."""
    rows: Any = apps.get_model("answers", "Answer")._base_manager.filter(status__in=("queued", "running"))
    for kind, priority in OF_KIND.items():
        rows.filter(kind=kind).update(priority=priority)
    rows.filter(priority=FIRST, result__isnull=False).update(priority=BRIEF)
    rows.filter(refines=True).update(priority=REFINE)


class Migration(migrations.Migration):
    """What a row knows of those who look at it: until when, and until when there are several; and its place in the order."""

    dependencies = [
        ("answers", "0001_one_table"),
        # They copy their rows with the columns that go here.
        ("analyses", "0014_one_table"),
        ("choices", "0006_one_table"),
        ("lab", "0010_one_table"),
        ("reviews", "0007_one_row"),
        ("tables", "0009_one_table"),
        ("whatif", "0008_one_table"),
    ]

    operations = [
        migrations.AddField(
            "Answer",
            "priority",
            models.PositiveSmallIntegerField(
                db_default=1, default=1, help_text="What goes first of the jobs that are viewed."
            ),
        ),
        migrations.RunPython(set_priority, migrations.RunPython.noop),
        migrations.RemoveField("Answer", "refines"),
        migrations.RemoveIndex("Answer", "analyses_by_edit"),
        migrations.RemoveField("Answer", "live"),
        migrations.RemoveField("Answer", "cancelled_by"),
        migrations.RemoveField("Answer", "others_until"),
        migrations.AddField(
            "Answer",
            "shared_until",
            models.DateTimeField(
                blank=True,
                editable=False,
                help_text="Until then several clients look at it: none may cancel it.",
                null=True,
            ),
        ),
        migrations.RemoveIndex("Answer", "answers_by_last_look"),
        migrations.RenameField("Answer", "in_view_until", "viewed_until"),
        migrations.AddIndex(
            "Answer", models.Index(Coalesce("viewed_until", "created_at"), "kind", name="answers_by_last_look")
        ),
    ]
