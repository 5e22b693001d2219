from django.db import migrations


class Migration(migrations.Migration):
    """The table is that of all answers now; an analysis is one kind of them."""

    dependencies = [("analyses", "0013_ordered"), ("answers", "0001_one_table"), ("saved", "0005_method")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel("Analysis"),
                migrations.CreateModel(
                    "Analysis",
                    [],
                    {"proxy": True, "verbose_name_plural": "analyses", "indexes": [], "constraints": []},
                    bases=("answers.answer",),
                ),
            ]
        ),
    ]
