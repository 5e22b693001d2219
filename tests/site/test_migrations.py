"""A new version's migrations run while the version before still serves (docs/deploy.md)."""

from django.db.migrations import AddField
from django.db.migrations.loader import MigrationLoader
from django.db.models import NOT_PROVIDED, Field, ManyToManyField

# Older than this rule: every installation has them.
BEFORE = {"analyses": 6, "boards": 5, "lab": 4, "tables": 4, "whatif": 4}


def needs_a_value(field: Field) -> bool:
    """Whether a row without the field, as the version before adds it, is refused."""
    return not isinstance(field, ManyToManyField) and not field.null and field.db_default is NOT_PROVIDED


def test_new_columns_may_be_left_out() -> None:
    refused = [
        f"{app}.{name}: {step.model_name}.{step.name} needs null or db_default"
        for (app, name), migration in MigrationLoader(None).disk_migrations.items()
        if migration.__module__.startswith("pressorpass_site.") and int(name[:4]) > BEFORE.get(app, 0)
        for step in migration.operations
        if isinstance(step, AddField) and needs_a_value(step.field)
    ]
    assert refused == []
