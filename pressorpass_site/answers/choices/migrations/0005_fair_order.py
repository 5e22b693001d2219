from django.db import migrations

from pressorpass_site.core.database.migrating import fair_order


class Migration(migrations.Migration):
    dependencies = [("choices", "0004_cut_short")]

    operations = fair_order("choicerow")
