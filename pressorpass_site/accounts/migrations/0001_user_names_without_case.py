"""Make user names unique whatever their case; those given twice before are reported, and stay."""

import logging

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Count
from django.db.models.functions import Upper

logger = logging.getLogger(__name__)

INDEX = "accounts_user_name_without_case"


def add_index(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    user = apps.get_model(settings.AUTH_USER_MODEL)
    every = user.objects.using(schema_editor.connection.alias).annotate(upper=Upper("username"))
    twice = every.values("upper").annotate(count=Count("pk")).filter(count__gt=1).order_by().values("upper")
    doubles, first, later = every.filter(upper__in=twice).order_by("upper", "pk"), set(), []
    for pk, name, upper in doubles.values_list("pk", "username", "upper"):
        if upper in first:
            later.append(pk)
            logger.warning("user name %s is another one's in other letters; both can still log in", name)
        first.add(upper)
    rest = f" WHERE id NOT IN ({', '.join(map(str, later))})" if later else ""
    schema_editor.execute(f"CREATE UNIQUE INDEX {INDEX} ON auth_user (UPPER(username)){rest}")


def remove_index(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    schema_editor.execute(f"DROP INDEX {INDEX}")


class Migration(migrations.Migration):
    dependencies = [("auth", "0012_alter_user_first_name_max_length")]

    operations = [migrations.RunPython(add_index, remove_index)]
