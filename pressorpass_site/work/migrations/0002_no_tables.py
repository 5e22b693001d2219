from django.db import migrations


class Migration(migrations.Migration):
    """Interests and turns are columns of the jobs now. Their tables stay, as the version before uses them meanwhile."""

    dependencies = [("work", "0001_interests_and_turns")]

    operations = [
        migrations.SeparateDatabaseAndState([], [migrations.DeleteModel("Interest"), migrations.DeleteModel("Turn")])
    ]
