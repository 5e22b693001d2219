from django.db import migrations, models

from pressorpass_site.core.database.migrating import NEXT_SPINS, OWNED, QUESTION, new_table


class Migration(migrations.Migration):
    initial = True

    dependencies = [("analyses", "0010_method")]

    operations = [
        new_table(
            "Tag",
            {
                "name": models.CharField(max_length=30, unique=True),
            },
            {"ordering": ("name",)},
        ),
        new_table(
            "SavedAnalysis",
            {
                **OWNED,
                "note": models.TextField(blank=True, max_length=5000),
                "position": models.CharField(editable=False, max_length=80),
                "tags": models.ManyToManyField(blank=True, related_name="saved", to="saved.tag"),
            },
            {
                "verbose_name_plural": "saved analyses",
                "ordering": ("-created_at", "-pk"),
                "indexes": [models.Index(fields=["visibility", "-created_at"], name="saved_by_visibility")],
            },
        ),
        new_table(
            "Version",
            {
                **NEXT_SPINS,
                **QUESTION,
                "number": models.PositiveIntegerField(),
                "result": models.JSONField(blank=True, null=True),
                "steps": models.JSONField(blank=True, default=list),
                "engine_version": models.CharField(blank=True, max_length=40),
                "made_at": models.DateTimeField(auto_now_add=True),
                "taken_at": models.DateTimeField(blank=True, help_text="When the answer was stored.", null=True),
                "analysis": models.ForeignKey(
                    blank=True,
                    help_text="The source of the answer, which may improve later.",
                    null=True,
                    on_delete=models.SET_NULL,
                    related_name="kept",
                    to="analyses.analysis",
                ),
                "saved": models.ForeignKey(on_delete=models.CASCADE, related_name="versions", to="saved.savedanalysis"),
                "method": models.CharField(
                    db_default="auto",
                    default="auto",
                    editable=False,
                    help_text="How the answer was to be found.",
                    max_length=16,
                ),
            },
            {
                "ordering": ("saved", "-number"),
                "constraints": [models.UniqueConstraint(fields=("saved", "number"), name="one_version_per_number")],
            },
        ),
    ]
