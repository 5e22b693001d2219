from django.db import migrations

from pressorpass_site.core.database.migrating import fair_order


class Migration(migrations.Migration):
    dependencies = [("analyses", "0011_when_cut_short")]

    operations = fair_order("analysis")
