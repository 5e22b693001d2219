from django.db import migrations


class Migration(migrations.Migration):
    """The chances between the rounds are one more kind of answers."""

    dependencies = [("reviews", "0007_one_row"), ("answers", "0001_one_table")]

    operations = [
        migrations.CreateModel(
            "Between", [], {"proxy": True, "indexes": [], "constraints": []}, bases=("answers.answer",)
        ),
    ]
