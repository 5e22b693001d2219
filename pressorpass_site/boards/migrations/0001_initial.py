"""Boards; revisions and a record of what was done that not even SQL changes; and the groups of people who edit and publish."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

REVISIONS, EVENTS = "boards_boardrevision", "boards_boardevent"
REVISIONS_CHANGE = "Board revisions are never changed; make a new one."
REVISIONS_STAY = "Board revisions are never changed or deleted; make a new one."
EVENTS_STAY = "The record of what was done to a board is only ever added to."

# INSERT OR REPLACE deletes the row that is in its way, and fires no trigger for it.
SAME_REVISION = "id = NEW.id OR (board_id = NEW.board_id AND number = NEW.number)"
# None names another table, as SQLite looks through all triggers whenever it renames one.
SQLITE = [
    ("board_revisions_are_fixed", "UPDATE", REVISIONS, "", REVISIONS_CHANGE),
    ("board_revisions_stay", "DELETE", REVISIONS, "", REVISIONS_STAY),
    ("board_revisions_are_not_replaced", "INSERT", REVISIONS, SAME_REVISION, REVISIONS_STAY),
    ("board_events_are_fixed", "UPDATE", EVENTS, "", EVENTS_STAY),
    ("board_events_stay", "DELETE", EVENTS, "", EVENTS_STAY),
    ("board_events_are_not_replaced", "INSERT", EVENTS, "id = NEW.id", EVENTS_STAY),
]
SENTENCES = {
    "refuse_to_change_board_revisions": REVISIONS_CHANGE,
    "refuse_to_delete_board_revisions": REVISIONS_STAY,
    "refuse_to_change_board_events": EVENTS_STAY,
}
POSTGRESQL = [
    ("board_revisions_are_fixed", "UPDATE", REVISIONS, "ROW", "refuse_to_change_board_revisions"),
    ("board_revisions_stay", "DELETE", REVISIONS, "ROW", "refuse_to_delete_board_revisions"),
    ("board_revisions_all_stay", "TRUNCATE", REVISIONS, "STATEMENT", "refuse_to_delete_board_revisions"),
    ("board_events_are_fixed", "UPDATE OR DELETE", EVENTS, "ROW", "refuse_to_change_board_events"),
    ("board_events_all_stay", "TRUNCATE", EVENTS, "STATEMENT", "refuse_to_change_board_events"),
]

PERMISSIONS = {
    "view_board": "Can view board",
    "view_boardrevision": "Can view board revision",
    "view_boarddraft": "Can view board draft",
    "add_boarddraft": "Can add board draft",
    "change_boarddraft": "Can change board draft",
    "view_boardevent": "Can view board event",
    "publish_board": "Can publish drafts of boards",
}
LOOK = ["view_board", "view_boardrevision", "view_boarddraft", "view_boardevent"]
GROUPS = {
    "Board editors": [*LOOK, "add_boarddraft", "change_boarddraft"],
    "Board publishers": [*LOOK, "publish_board"],
}


def add_triggers(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    execute = schema_editor.execute
    if schema_editor.connection.vendor == "sqlite":
        for name, event, table, where, sentence in SQLITE:
            when = f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {where})" if where else ""  # noqa: S608
            refuse = f"BEGIN SELECT RAISE(ABORT, '{sentence}'); END"
            execute(f"CREATE TRIGGER {name} BEFORE {event} ON {table} {when} {refuse}", params=None)
    elif schema_editor.connection.vendor == "postgresql":
        for function, sentence in SENTENCES.items():
            refuse = f"BEGIN RAISE EXCEPTION '{sentence}' USING ERRCODE = 'restrict_violation'; END"
            execute(f"CREATE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $$ {refuse} $$", params=None)
        for name, event, table, each, function in POSTGRESQL:
            execute(f"CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH {each} EXECUTE FUNCTION {function}()")


def make_groups(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make the groups, and their permissions, which Django makes only after the migrations of a fresh database."""
    content_types = apps.get_model("contenttypes", "ContentType").objects
    permissions = apps.get_model("auth", "Permission").objects
    for group, codenames in GROUPS.items():
        row = apps.get_model("auth", "Group").objects.create(name=group)
        for codename in codenames:
            model = codename.partition("_")[2]
            content_type, _ = content_types.get_or_create(app_label="boards", model=model)
            named = {"name": PERMISSIONS[codename]}
            row.permissions.add(permissions.get_or_create(named, codename=codename, content_type=content_type)[0])


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('contenttypes', '0002_remove_content_type_name'),
    ]

    operations = [
        migrations.CreateModel(
            name='Board',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=80, unique=True)),
                ('name', models.CharField(max_length=200)),
                ('label', models.CharField(help_text='Short name for one line: “February 1985 board”.', max_length=80)),
                ('show', models.CharField(blank=True, max_length=200)),
                ('round', models.CharField(max_length=20)),
                ('valid_from', models.DateField(blank=True, null=True)),
                ('valid_to', models.DateField(blank=True, null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('owner', models.CharField(blank=True, db_index=True, default='', editable=False, help_text='The owner ID of a fan’s own board; blank for boards of the show.', max_length=64)),
            ],
            options={
                'ordering': ('slug',),
                'permissions': [('publish_board', 'Can publish drafts of boards')],
                'indexes': [models.Index(fields=['created_at'], name='boards_by_age')],
            },
        ),
        migrations.CreateModel(
            name='BoardRevision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('content', models.JSONField()),
                ('digest', models.CharField(max_length=64)),
                ('complete', models.BooleanField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('author', models.CharField(blank=True, default='', help_text='Who published it; blank if it came with the program.', max_length=150)),
                ('note', models.CharField(blank=True, default='', help_text='What changed and why.', max_length=500)),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='revisions', to='boards.board')),
            ],
            options={
                'ordering': ('board', '-number'),
            },
        ),
        migrations.CreateModel(
            name='BoardDraft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('content', models.JSONField()),
                ('state', models.CharField(choices=[('open', 'open'), ('published', 'published'), ('discarded', 'discarded')], default='open', max_length=10)),
                ('author', models.CharField(max_length=150)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('board', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='drafts', to='boards.board')),
                ('based_on', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='drafts', to='boards.boardrevision')),
            ],
            options={
                'ordering': ('-updated_at',),
            },
        ),
        migrations.CreateModel(
            name='BoardEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('who', models.CharField(max_length=150)),
                ('kind', models.CharField(choices=[('made', 'draft made'), ('imported', 'imported'), ('edited', 'edited'), ('published', 'published'), ('discarded', 'draft discarded')], max_length=10)),
                ('summary', models.TextField()),
                ('board', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='boards.board')),
                ('draft', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='boards.boarddraft')),
            ],
            options={
                'ordering': ('-at', '-pk'),
                'indexes': [models.Index(fields=['-at', '-id'], name='board_events_by_age')],
            },
        ),
        migrations.AddConstraint(
            model_name='boardrevision',
            constraint=models.UniqueConstraint(fields=('board', 'number'), name='one_revision_per_number'),
        ),
        migrations.RunPython(add_triggers, migrations.RunPython.noop),
        migrations.RunPython(make_groups, migrations.RunPython.noop),
    ]
