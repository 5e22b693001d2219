"""The upgrade copies the former tables of answers, however often it is interrupted."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps as django_apps
from django.apps.registry import Apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.models import BooleanField

from engine import ENGINE_VERSION, parse_game
from pressorpass_site.answers.choices.models import ChoiceRow
from pressorpass_site.answers.models import Answer
from pressorpass_site.answers.tables.models import OPENING, WHAT_IF, Table
from pressorpass_site.answers.whatif.models import MapPart, WhatIfMap
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.database.migrating import BATCH
from pressorpass_site.core.identity import identity_key
from pressorpass_site.games.dilemmas.models import Vote
from pressorpass_site.games.models import StoredGame
from pressorpass_site.games.reviews import services as reviews
from pressorpass_site.games.reviews.models import Review
from pressorpass_site.lab.models import LabAnswer
from tests.site.reviews.test_services import GAME, LONGER, OTHER, have_reviewed

one_row = import_module("pressorpass_site.games.reviews.migrations.0007_one_row")

Upgrade = Callable[[], None]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]


class Killed(Exception):
    pass


def former(app: str, migration: str) -> Apps:
    """The site's models as they were after a migration, with those of the table of answers."""
    return MigrationLoader(connection).project_state([(app, migration), ("answers", "0001_one_table")]).apps


def upgrade(apps: Apps, app: str, migration: str) -> None:
    """Take the steps of a migration in the database."""
    folder = django_apps.get_app_config(app).name
    steps = import_module(f"{folder}.migrations.{migration}").Migration.operations
    with connection.schema_editor(atomic=False) as editor:
        for step in steps:
            if hasattr(step, "code"):
                step.code(apps, editor)


def killed_at(number: int, work: Upgrade, statement: str = "INSERT") -> None:
    """Do the work until its process ends at the statement of this number."""
    left = iter(range(number - 1))

    def count(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith(statement) and next(left, None) is None:
            raise Killed
        return execute(sql, *rest)

    with connection.execute_wrapper(count), pytest.raises(Killed):
        work()


@pytest.fixture
def columns_of_then() -> Iterator[None]:
    """The table of answers with the columns that it had when it was made."""
    answer = former("answers", "0001_one_table").get_model("answers", "Answer")._meta
    with connection.cursor() as cursor:
        there = {column.name for column in connection.introspection.get_table_description(cursor, answer.db_table)}
        gone = [field for field in answer.concrete_fields if field.column not in there]
        for field in gone:
            empty = (
                "NULL" if field.null else f"DEFAULT {'false' if isinstance(field, BooleanField) else repr('')} NOT NULL"
            )
            kind = field.db_type(connection)
            cursor.execute(f"ALTER TABLE {answer.db_table} ADD COLUMN {field.column} {kind} {empty}")
        yield
        for field in gone:
            cursor.execute(f"ALTER TABLE {answer.db_table} DROP COLUMN {field.column}")


@pytest.fixture
def old(columns_of_then: None, request: pytest.FixtureRequest) -> Iterator[Apps]:
    """The models before the upgrade, with the old table made again."""
    app, migration, models = request.param
    apps = former(app, migration)
    tables = [apps.get_model(model if "." in model else f"{app}.{model}") for model in models]
    for table in tables:
        with connection.schema_editor() as editor:
            editor.create_model(table)
    yield apps
    there = connection.introspection.table_names()
    for table in reversed(tables):
        if table._meta.db_table in there:
            with connection.schema_editor() as editor:
                editor.delete_model(table)


def question(apps: Apps) -> dict[str, Any]:
    board = apps.get_model("boards", "BoardRevision").objects.get(pk=BoardRevision.objects.earliest("pk").pk)
    return {"board_revision": board, "rules": {"unit": 1}, "engine_version": "1", "limits": {"seconds": 5}}


@pytest.mark.parametrize("old", [("choices", "0005_fair_order", ["ChoiceRow"])], indirect=True)
def test_choices_are_all_there_after_two_interruptions(old: Apps) -> None:
    model = old.get_model("choices", "ChoiceRow")
    common = {**question(old), "position": "8000e3,3000,0@1", "square": 9, "version": 2}
    rows = [
        model(key=f"{number:064}", status="done", result={"takes": [number]}, shows="8:500+", **common)
        for number in range(2 * BATCH + 100)
    ]
    waiting = model(key="waits", status="queued", **common)
    model.objects.bulk_create([*rows, waiting])
    asked_meanwhile = Answer.objects.create(kind="choice", key=rows[5].key, input={}, result={"takes": []})

    def migrate() -> None:
        upgrade(old, "choices", "0006_one_table")

    killed_at(2, migrate)
    assert ChoiceRow.objects.count() == BATCH
    killed_at(3, migrate)
    migrate()
    migrate()
    assert set(ChoiceRow.objects.values_list("key", flat=True)) == {row.key for row in rows}
    found, before = ChoiceRow.objects.get(key=rows[-1].key), model.objects.get(key=rows[-1].key)
    assert (found.square, found.shows, found.result) == (9, "8:500+", rows[-1].result)
    assert (found.created_at, found.limits, found.rules) == (before.created_at, before.limits, before.rules)
    assert ChoiceRow.objects.get(key=rows[5].key).result == asked_meanwhile.result


@pytest.mark.parametrize("old", [("tables", "0008_fair_order", ["Table"])], indirect=True)
def test_tables_keep_their_purpose_and_what_they_tell_of_the_file(old: Apps) -> None:
    model = old.get_model("tables", "Table")
    common = {**question(old), "configuration": "0e1,0,0@1"}
    built = {"unit": 1, "bytes": 2**40, "states": 9}
    model.objects.create(key="a", status="done", purpose="opening", **built, **common)
    model.objects.create(key="b", status="unreached", purpose="whatif", **common)
    upgrade(old, "tables", "0009_one_table")
    a, b = Table.objects.order_by("key")
    assert (a.kind, a.configuration, a.unit, a.bytes, a.result) == (OPENING, "0e1,0,0@1", 1, 2**40, built)
    assert (b.kind, b.status, b.unit, b.bytes) == (WHAT_IF, "unreached", None, None)


@pytest.mark.parametrize("old", [("lab", "0009_fair_order", ["LabAnswer"])], indirect=True)
def test_the_lab_keeps_questions_answers_and_what_was_wrong(old: Apps) -> None:
    model = old.get_model("lab", "LabAnswer")
    common = {"game": "pig", "question": "moves", "options": {"goal": "50"}, "engine_version": "1"}
    model.objects.create(key="a", status="done", result={"rows": [1]}, **common)
    model.objects.create(key="b", status="failed", message="must be from 2 to 100", field="goal", **common)
    upgrade(old, "lab", "0010_one_table")
    a, b = LabAnswer.objects.order_by("key")
    assert (a.game, a.question, a.options, a.result, a.field) == ("pig", "moves", {"goal": "50"}, {"rows": [1]}, "")
    assert (b.status, b.result, b.field) == ("failed", None, "goal")


@pytest.mark.parametrize("old", [("whatif", "0007_fair_order", ["WhatIfMap", "MapPart"])], indirect=True)
def test_maps_keep_their_lines_and_those_under_way_are_asked_again(old: Apps) -> None:
    whole, line = old.get_model("whatif", "WhatIfMap"), old.get_model("whatif", "MapPart")
    common = question(old)
    del common["limits"]
    for key, statuses in (("m" * 64, ("done", "failed")), ("n" * 64, ("done", "running"))):
        found = whole.objects.create(key=key, position="8000e1,3000,0@1", row="1s", column="2s", **common)
        for place, status in reversed(list(enumerate(statuses))):
            line.objects.create(
                map=found,
                place=place,
                status=status,
                position=f"{place}e1,3000,0@1",
                number="2s",
                value=place,
                values=[0, 500],
                cells={"500": {"best": "press"}},
            )
    upgrade(old, "whatif", "0008_one_table")
    assert WhatIfMap.objects.get().key == "m" * 64
    parts = list(MapPart.objects.filter(part_of=WhatIfMap.objects.get()))
    assert [(part.value, part.number, part.values, part.status) for part in parts] == [
        (0, "2s", [0, 500], "done"),
        (1, "2s", [0, 500], "failed"),
    ]
    assert [part.key for part in parts] == [MapPart.key_at(WhatIfMap.objects.get(), place) for place in range(2)]
    assert (parts[1].cells, parts[1].is_ladder) == ({"500": {"best": "press"}}, False)
    assert (parts[1].board_revision, parts[1].rules) == (BoardRevision.objects.earliest("pk"), {"unit": 1})
    WhatIfMap.objects.all().delete()
    assert not MapPart.objects.exists()


@pytest.mark.parametrize("old", [("reviews", "0005_fair_order", ["Review", "ReviewPart"])], indirect=True)
def test_reviews_keep_their_game_and_its_positions(old: Apps) -> None:
    whole, part = old.get_model("reviews", "Review"), old.get_model("reviews", "ReviewPart")
    for key, status in (("a", "done"), ("b", "queued")):
        review = whole.objects.create(key=key, game={"events": [key]}, engine_version="1")
        part.objects.create(key=f"{key}1", review=review, position="0e1,0,0@1", status="done")
        part.objects.create(key=key, review=review, status=status)
    upgrade(old, "reviews", "0006_one_table")
    review = Review.objects.get()
    assert (review.key, review.input, review.status) == ("a", {"events": ["a"]}, "done")
    assert [(part.kind, part.position) for part in review.parts.all()] == [("reviewed", "0e1,0,0@1")]


@pytest.mark.parametrize("old", [("reviews", "0006_one_table", ["PositionOdds"])], indirect=True)
def test_reviews_get_the_values_of_their_positions_after_two_interruptions(
    old: Apps, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_row, "BATCH", 1)
    model = old.get_model("reviews", "PositionOdds")
    known = []
    for text in (GAME, OTHER, LONGER):
        have_reviewed(parse_game(text))
        known.append(reviews.find(parse_game(text)))
    values: dict[str, Any] = {}
    for status in known:
        setting = [status.setting.board.digest, status.setting.rules.identity(), ENGINE_VERSION]
        values |= {identity_key([at.notation, *setting]): (at, each) for at, each in status.values.items()}
    model.objects.bulk_create(
        model(key=key, position=at.notation, board_digest="", rules={}, engine_version="", values=each.to_json())
        for key, (at, each) in values.items()
    )
    Review.objects.update(result=None)
    Review.objects.create(key="unreadable", input={}, status="done")
    Answer.objects.create(kind="reviewed", key=next(iter(values)), part_of_id=Review.objects.earliest("pk").pk)

    def migrate() -> None:
        upgrade(old, "reviews", "0007_one_row")

    killed_at(2, migrate, "UPDATE")
    assert Review.objects.filter(result__isnull=False).count() == 1
    killed_at(2, migrate, "UPDATE")
    migrate()
    migrate()
    for status in known:
        found = reviews.find(status.plan.game)
        assert (found.final, found.version) == (True, status.version)
    assert not Answer.objects.filter(kind="reviewed").exists()


@pytest.mark.parametrize("old", [("dilemmas", "0002_votes_in_games", ["games.Call"])], indirect=True)
def test_calls_are_all_votes_after_two_interruptions_and_past_votes_stay(old: Apps) -> None:
    revision = BoardRevision.objects.earliest("pk")
    game = StoredGame.objects.create(owner="o", title="Finals", board_1=revision, board_2=revision)
    past = Vote.objects.create(question="q" * 64, position="8000e3,3000,0@1", voter="v0", action="press")
    model = old.get_model("games", "Call")
    calls = [
        model(game_id=game.pk, number=1 + number % 2, caller=f"v{number}", name=f"Fan {number}", action="pass")
        for number in range(2 * BATCH + 100)
    ]
    model.objects.bulk_create(calls)

    def migrate() -> None:
        upgrade(old, "dilemmas", "0003_calls")

    killed_at(2, migrate)
    assert game.votes.count() == BATCH
    killed_at(3, migrate)
    migrate()
    migrate()
    assert list(game.votes.order_by("pk").values_list("voter", flat=True)) == [call.caller for call in calls]
    found, before = game.votes.get(voter="v7"), model.objects.get(caller="v7")
    assert (found.number, found.name, found.action, found.guess) == (2, "Fan 7", "pass", None)
    assert (found.question, found.made_at) == (f"{game.code} 2", before.made_at)
    assert list(Vote.objects.filter(game=None)) == [past]
    upgrade(old, "games", "0005_calls_are_votes")
    assert model.objects.count() == len(calls), "for one version"


@pytest.mark.parametrize("old", [("tables", "0008_fair_order", ["Table"])], indirect=True)
def test_an_empty_old_table_goes_at_once(old: Apps) -> None:
    upgrade(old, "tables", "0009_one_table")
    assert "tables_table" not in connection.introspection.table_names()
    upgrade(old, "tables", "0009_one_table")  # interrupted before the migration was recorded
