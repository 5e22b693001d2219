"""Revisions that not even SQL changes, and the groups of people who edit and publish."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLE = "boards_boardrevision"
SENTENCE = "Board revisions are never changed; make a new one."

SQLITE = f"""
CREATE TRIGGER board_revisions_are_fixed BEFORE UPDATE ON {TABLE}
BEGIN SELECT RAISE(ABORT, '{SENTENCE}'); END
"""
POSTGRESQL = f"""
CREATE FUNCTION refuse_to_change_board_revisions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '{SENTENCE}' USING ERRCODE = 'restrict_violation'; END $$;
CREATE TRIGGER board_revisions_are_fixed BEFORE UPDATE ON {TABLE}
FOR EACH ROW EXECUTE FUNCTION refuse_to_change_board_revisions()
"""

# Permissions are made after the migrations of a fresh database, too late for the groups below.
PERMISSIONS = {
    "view_board": ("board", "Can view board"),
    "view_boardrevision": ("boardrevision", "Can view board revision"),
    "view_boarddraft": ("boarddraft", "Can view board draft"),
    "add_boarddraft": ("boarddraft", "Can add board draft"),
    "change_boarddraft": ("boarddraft", "Can change board draft"),
    "view_boardevent": ("boardevent", "Can view board event"),
    "publish_board": ("board", "Can publish drafts of boards"),
}
LOOK = ["view_board", "view_boardrevision", "view_boarddraft", "view_boardevent"]
GROUPS = {
    "Board editors": [*LOOK, "add_boarddraft", "change_boarddraft"],
    "Board publishers": [*LOOK, "publish_board"],
}


def add_trigger(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(SQLITE, params=None)
    elif schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL, params=None)


def drop_trigger(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER board_revisions_are_fixed")
    elif schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION refuse_to_change_board_revisions() CASCADE")


def make_groups(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    group_model = apps.get_model("auth", "Group")
    permission_model = apps.get_model("auth", "Permission")
    content_types = apps.get_model("contenttypes", "ContentType")
    found = {}
    for codename, (model, name) in PERMISSIONS.items():
        content_type, _ = content_types.objects.get_or_create(app_label="boards", model=model)
        found[codename], _ = permission_model.objects.get_or_create(
            codename=codename, content_type=content_type, defaults={"name": name}
        )
    for name, codenames in GROUPS.items():
        group, _ = group_model.objects.get_or_create(name=name)
        group.permissions.add(*(found[codename] for codename in codenames))


def drop_groups(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("auth", "Group").objects.filter(name__in=GROUPS).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("boards", "0002_drafts"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RunPython(add_trigger, drop_trigger),
        migrations.RunPython(make_groups, drop_groups),
    ]
