"""What follows round 1, in questions of answers."""

from django.db import migrations

from pressorpass_site.core.database.migrating import NEXT_ROUND


class Migration(migrations.Migration):
    dependencies = [("answers", "0001_one_table"), ("boards", "0007_whole_tables")]

    operations = [migrations.AddField("Answer", name, field) for name, field in NEXT_ROUND.items()]
