from django.db import migrations

INDEX = "accounts_user_name_without_case"


class Migration(migrations.Migration):
    """User names are unique whatever their case."""

    initial = True

    dependencies = [("auth", "0012_alter_user_first_name_max_length")]

    operations = [
        migrations.RunSQL(f"CREATE UNIQUE INDEX {INDEX} ON auth_user (UPPER(username))", f"DROP INDEX {INDEX}"),
    ]
