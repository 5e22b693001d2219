from django.db import migrations

from pressorpass_site.core.database.migrating import fair_order


class Migration(migrations.Migration):
    dependencies = [("tables", "0007_when_cut_short")]

    operations = fair_order("table")
