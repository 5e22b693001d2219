"""What follows round 1, in questions of saved answers."""

from django.db import migrations

from pressorpass_site.core.database.migrating import NEXT_ROUND


class Migration(migrations.Migration):
    dependencies = [("saved", "0007_saved_answers"), ("boards", "0007_whole_tables")]

    operations = [migrations.AddField("Version", name, field) for name, field in NEXT_ROUND.items()]
