from django.db import migrations, models

from pressorpass_site.core.database.migrating import JOB, QUESTION, new_table


class Migration(migrations.Migration):
    initial = True

    dependencies = [("boards", "0005_texts")]

    operations = [
        new_table(
            "Table",
            {
                **JOB,
                **QUESTION,
                "key": models.CharField(editable=False, max_length=64, unique=True),
                "configuration": models.CharField(
                    help_text="A position with every score $0, or for what-ifs one score that the table must reach.",
                    max_length=80,
                ),
                "unit": models.PositiveIntegerField(
                    blank=True, help_text="Dollars that sums were rounded to.", null=True
                ),
                "bytes": models.PositiveBigIntegerField(blank=True, null=True),
                "states": models.PositiveBigIntegerField(
                    blank=True, help_text="Positions that were computed.", null=True
                ),
                "purpose": models.CharField(
                    choices=[
                        ("opening", "answers to openings, in advance"),
                        ("whatif", "what-ifs that somebody looks at"),
                    ],
                    default="opening",
                    max_length=10,
                ),
            },
            {"ordering": ("pk",), "indexes": [models.Index(fields=["status", "queued_at"], name="tables_waiting")]},
        ),
    ]
