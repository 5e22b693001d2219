from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q
from django.db.models.functions import Coalesce

JOB: list[tuple[str, models.Field[Any, Any]]] = [
    (
        "status",
        models.CharField(
            choices=[
                ("queued", "waiting"),
                ("running", "being solved"),
                ("done", "answered"),
                ("failed", "failed"),
                ("cancelled", "canceled"),
                ("unreached", "too large"),
            ],
            default="queued",
            max_length=10,
        ),
    ),
    ("message", models.TextField(blank=True, help_text="Why there is no (better) answer, in words for people.")),
    ("token", models.CharField(blank=True, help_text="Names the current start of the job.", max_length=32)),
    (
        "attempts",
        models.PositiveSmallIntegerField(default=0, help_text="Times a worker has begun since it was asked."),
    ),
    (
        "client",
        models.CharField(
            blank=True,
            db_default="",
            default="",
            editable=False,
            help_text="Whose question it is: the client heard from last.",
            max_length=16,
        ),
    ),
    (
        "client_seq",
        models.PositiveSmallIntegerField(
            db_default=0, default=0, editable=False, help_text="Unfinished questions of the client when it asked."
        ),
    ),
    ("limits", models.JSONField(default=dict, help_text="What the solver was allowed to spend.")),
    (
        "cut_short",
        models.BooleanField(
            db_default=False,
            default=False,
            help_text="Other work of the machine, or a fault of it, cut it short: asked for again, it gets further.",
        ),
    ),
    ("cancel_requested", models.BooleanField(default=False)),
    ("progress", models.FloatField(default=0.0)),
    ("stage", models.CharField(blank=True, max_length=200)),
    ("created_at", models.DateTimeField(auto_now_add=True)),
    ("queued_at", models.DateTimeField(blank=True, null=True)),
    ("started_at", models.DateTimeField(blank=True, null=True)),
    ("heartbeat_at", models.DateTimeField(blank=True, null=True)),
    ("finished_at", models.DateTimeField(blank=True, null=True)),
    (
        "in_view_until",
        models.DateTimeField(
            blank=True, help_text="Somebody is looking at it until then, unless they are heard from again.", null=True
        ),
    ),
    (
        "others_until",
        models.DateTimeField(
            blank=True, editable=False, help_text="Until when clients other than that one look at it.", null=True
        ),
    ),
    (
        "cancelled_by",
        models.CharField(
            blank=True,
            db_default="",
            default="",
            editable=False,
            help_text="The client that wants it no more.",
            max_length=16,
        ),
    ),
    (
        "refines",
        models.BooleanField(
            db_column="slot_wanted", default=False, help_text="There is a first answer, and the job is to better it."
        ),
    ),
]

FIRST, REFINE, BRIEF = 1, 2, 3
GONE = ("refines", "live", "cancelled_by", "others_until")
BOARD: dict[str, Any] = {"on_delete": models.PROTECT, "to": "boards.boardrevision"}


def set_priority(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give the jobs that have not ended their place."""
    rows: Any = apps.get_model("answers", "Answer")._base_manager.filter(status__in=("queued", "running"))
    rows.filter(result__isnull=False).update(priority=BRIEF)
    rows.filter(refines=True).update(priority=REFINE)


def drop_columns(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drop the columns that are gone; SQLite, which would rewrite the table for each, leaves them out of its one rewrite."""
    model: Any = apps.get_model("answers", "Answer")
    if schema_editor.connection.vendor != "sqlite":
        for name in GONE:
            schema_editor.remove_field(model, model._meta.get_field(name))


def spare_the_disk(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Leave pages of the former table as they are, where SQLite would write zeros over each: twice the disk and the time."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("PRAGMA secure_delete = FAST")


class Migration(migrations.Migration):
    """The table of answers to positions takes those of every kind: it keeps its name, and no row is copied for it.

    SQLite rewrites it once, for the board that may be missing (AlterField, the last change of a column). All else is done
    without: a full table has 2.9 GB, and each time it is rewritten takes minutes and 5 GB of disk.
    """

    initial = True

    dependencies = [("analyses", "0013_ordered"), ("boards", "0006_draft_history")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    "Answer",
                    [
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        *JOB,
                        ("key", models.CharField(editable=False, max_length=64, unique=True)),
                        ("engine_version", models.CharField(max_length=40)),
                        (
                            "rules",
                            models.JSONField(default=dict, help_text="Every rule option, as the engine lists them."),
                        ),
                        ("board_revision", models.ForeignKey(related_name="answers", **BOARD)),
                        (
                            "now_revision",
                            models.ForeignKey(
                                blank=True,
                                help_text="The board of the next spins, where that is another.",
                                null=True,
                                related_name="%(app_label)s_of_next_spins",
                                **BOARD,
                            ),
                        ),
                        (
                            "now_spins",
                            models.PositiveSmallIntegerField(default=0, help_text="How many spins are on that board."),
                        ),
                        ("position", models.CharField(max_length=80)),
                        (
                            "result",
                            models.JSONField(blank=True, help_text="The engine's best answer so far.", null=True),
                        ),
                        (
                            "steps",
                            models.JSONField(
                                blank=True, default=list, help_text="What each answer said, the present one last."
                            ),
                        ),
                        ("live", models.CharField(blank=True, default="", editable=False, max_length=48)),
                        (
                            "method",
                            models.CharField(
                                db_default="auto",
                                default="auto",
                                editable=False,
                                help_text="How the answer is found.",
                                max_length=16,
                            ),
                        ),
                    ],
                    {
                        "db_table": "analyses_analysis",
                        "ordering": ("-created_at",),
                        "indexes": [
                            models.Index(fields=["status", "heartbeat_at"], name="unfinished_jobs"),
                            models.Index(Coalesce("in_view_until", "created_at"), name="analyses_by_last_look"),
                            models.Index(fields=["live"], name="analyses_by_edit"),
                            models.Index(fields=["-created_at", "-id"], name="analyses_by_age"),
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=Q(now_revision=None, now_spins=0)
                                | Q(now_revision__isnull=False, now_spins__gt=0),
                                name="next_spins_have_a_board",
                            )
                        ],
                    },
                )
            ]
        ),
        # Django would rewrite SQLite's table once more.
        migrations.RunSQL(
            "ALTER TABLE analyses_analysis ADD COLUMN kind varchar(12) DEFAULT 'position' NOT NULL",
            state_operations=[
                migrations.AddField(
                    "Answer",
                    "kind",
                    models.CharField(db_default="position", default="position", editable=False, max_length=12),
                )
            ],
        ),
        migrations.RunSQL(
            "ALTER TABLE analyses_analysis ADD COLUMN priority smallint DEFAULT 1 NOT NULL CHECK (priority >= 0)",
            state_operations=[
                migrations.AddField(
                    "Answer",
                    "priority",
                    models.PositiveSmallIntegerField(
                        db_default=FIRST, default=FIRST, help_text="What goes first of the jobs that are viewed."
                    ),
                )
            ],
        ),
        migrations.AddField(
            "Answer",
            "input",
            models.JSONField(blank=True, help_text="What was asked, besides the columns of a question.", null=True),
        ),
        migrations.AddField(
            "Answer",
            "part_of",
            models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=models.CASCADE,
                related_name="parts",
                to="answers.answer",
            ),
        ),
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
        migrations.RunPython(set_priority, migrations.RunPython.noop),
        migrations.RemoveIndex("Answer", "analyses_by_last_look"),
        migrations.RemoveIndex("Answer", "analyses_by_edit"),
        migrations.RemoveIndex("Answer", "analyses_by_age"),
        migrations.RenameField("Answer", "in_view_until", "viewed_until"),
        migrations.RunPython(spare_the_disk, migrations.RunPython.noop),
        migrations.SeparateDatabaseAndState(
            [migrations.RunPython(drop_columns, migrations.RunPython.noop)],
            [migrations.RemoveField("Answer", name) for name in GONE],
        ),
        migrations.AlterField(
            "Answer",
            "board_revision",
            models.ForeignKey(blank=True, db_index=False, null=True, related_name="answers", **BOARD),
        ),
        migrations.AddIndex(
            "Answer", models.Index(Coalesce("viewed_until", "created_at"), "kind", name="answers_by_last_look")
        ),
        migrations.AddIndex("Answer", models.Index(fields=["board_revision", "kind"], name="answers_by_board")),
        migrations.AddIndex("Answer", models.Index(fields=["-created_at", "-id", "kind"], name="answers_by_age")),
    ]
