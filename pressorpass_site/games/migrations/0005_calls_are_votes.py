from django.db import migrations, models

from pressorpass_site.core.database.migrating import drop_if_empty


class Migration(migrations.Migration):
    """The former table of calls stays until the next version; a game can be deleted that it has calls of."""

    dependencies = [("games", "0004_whole_tables"), ("dilemmas", "0003_calls")]

    operations = [
        migrations.AlterField(
            "Call",
            "game",
            models.ForeignKey(
                db_constraint=False, on_delete=models.CASCADE, related_name="calls", to="games.storedgame"
            ),
        ),
        drop_if_empty("games", "Call"),
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel("Call")]),
    ]
