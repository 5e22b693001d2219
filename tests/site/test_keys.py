"""Keys of stored rows: the hash of what an answer depends on, byte for byte, so that rows and addresses stay valid."""

from hashlib import sha256

import pytest
from django.apps import apps

from engine import ENGINE_VERSION, Position, Rules
from engine.lab import game
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.choices import services as choices
from pressorpass_site.answers.tables import services as tables
from pressorpass_site.answers.tables import whatif_tables
from pressorpass_site.answers.whatif import groups
from pressorpass_site.answers.whatif.models import WhatIfMap
from pressorpass_site.answers.whatif.numbers import Number
from pressorpass_site.boards import services as boards
from pressorpass_site.lab import services as lab
from pressorpass_site.questions.question import NextSpins, Question
from tests.site.conftest import Ask

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

OTHER = "abc-2019-r1"
SHOW = (
    '{"cap":"auto","choices":"visible","goal":"win","house":"won","level_opponents":"chooser","lose_whammy":"choice",'
    '"max_lead":"none","opponents":"optimal","prizes":"auto","reduce":"none","third_place_plays":false,'
    '"ties":"split","turn_order":"score","unit":"auto","weights":"board","win_worth":5000}'
)
SEED = (
    '{"cap":20000,"choices":"even","goal":"win","house":"won","level_opponents":"next_seat","lose_whammy":"money",'
    '"max_lead":"none","opponents":"optimal","prizes":2500,"reduce":"none","third_place_plays":false,'
    '"ties":"split","turn_order":"seat","unit":250,"weights":"board","win_worth":5000}'
)


def hashed(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def board() -> tuple[int, str]:
    """What stands for the default board: the number of its row, and its digest."""
    revision = boards.find_revision(boards.DEFAULT_BOARD)
    return revision.board_id, revision.digest


def analysis_text(position: str, rules: str = SEED, now: str = "") -> str:
    number, digest = board()
    return (
        f'{{"board":[{number},1,"{digest}"],"engine":"{ENGINE_VERSION}",{now}"position":"{position}","rules":{rules}}}'
    )


@pytest.mark.parametrize("position", ["8000e1,3000,0@1", "12000,9500e2p1,0w4@2", "0,0e3w2,250p1@3"])
@pytest.mark.parametrize(("preset", "rules"), [("seed", SEED), ("show", SHOW)])
def test_key_of_an_analysis(question: Ask, position: str, preset: str, rules: str) -> None:
    assert analyses.ask(question(position, preset)).key == hashed(analysis_text(position, rules))


def test_key_of_a_choice(question: Ask) -> None:
    asked = question("8000e1,3000,0@1")
    text = f'{{"question":"{asked.key}","shows":"8:500+,10:w","square":9}}'
    assert choices.ask(asked, 9, "10:w 8:500+").key == hashed(text)


def test_key_of_an_analysis_with_changed_rules(question: Ask) -> None:
    asked = question()
    changed = Question(asked.position, asked.revision, asked.rules.with_options({"goal": "money", "max_lead": 4000}))
    rules = SEED.replace('"goal":"win"', '"goal":"money"').replace('"max_lead":"none"', '"max_lead":4000')
    assert changed.key == hashed(analysis_text("8000e1,3000,0@1", rules))


def test_key_of_an_analysis_with_another_board_for_the_next_spins(question: Ask) -> None:
    asked, other = question(), boards.find_revision(OTHER)
    changed = Question(asked.position, asked.revision, asked.rules, NextSpins(other, 2))
    now = f'"now":[{other.board_id},1,"{other.digest}",2],'
    assert analyses.ask(changed).key == hashed(analysis_text("8000e1,3000,0@1", now=now))


def test_key_of_a_table_in_advance(question: Ask) -> None:
    revision = question().revision
    filling = tables.fill(revision, Rules.preset("seed"), 1, 1.0)
    expected = {
        hashed(
            f'{{"board":"{board()[1]}","configuration":"{table.configuration}","engine":"{ENGINE_VERSION}","rules":{SEED}}}'
        )
        for table in filling.tables
    }
    assert filling.tables
    assert {table.key for table in filling.tables} == expected


@pytest.mark.parametrize(
    ("position", "configuration"),
    [
        ("8000e1,3000,0@1", "0e1,0,0@1"),
        ("12000,9500e2,500@2", "0,32000e2,0@2"),
        ("20000,0w1,9000e3p2@3", "0,0w1,32000e3p2@3"),
    ],
)
def test_key_of_a_table_for_what_ifs(question: Ask, position: str, configuration: str) -> None:
    table = whatif_tables.request(question(position)).table
    assert table is not None
    assert table.key == hashed(
        f'{{"board":"{board()[1]}","configuration":"{configuration}","engine":"{ENGINE_VERSION}",'
        f'"rules":{SEED},"what":"whatif"}}'
    )


@pytest.mark.parametrize(("row", "column"), [("", ""), ("1e", "2s"), ("1w", "3e")])
def test_key_of_a_map(question: Ask, row: str, column: str) -> None:
    asked = question()
    numbers = [Number.named(name) for name in (row, column) if name]
    groups.find_or_start(asked, *numbers)
    assert WhatIfMap.objects.get().key == hashed(f'["{asked.key}","{row}","{column}","{ENGINE_VERSION}"]')


@pytest.mark.parametrize(
    ("name", "asked", "options", "parameters"),
    [
        (
            "pig",
            "duel",
            {"b": "hold:20"},
            '{"goal":100,"sides":6,"bust":1,"a":"optimal","b":"hold:20","own":0,"opp":0,"first":"a","turn_total":0}',
        ),
        ("pig", "surface", {}, '{"goal":100,"sides":6,"bust":1}'),
        ("yahtzee", "value", {"open": "chance"}, '{"rules":"official","open":["chance"],"upper":0,"yahtzee":null}'),
    ],
)
def test_key_of_a_lab_answer(name: str, asked: str, options: dict[str, str], parameters: str) -> None:
    found = game(name)
    read = lab.read(found, found.question(asked), options)
    assert read.key == hashed(f'["{name}","{asked}",{parameters},"{ENGINE_VERSION}"]')


def test_a_position_written_otherwise_has_the_same_key(question: Ask) -> None:
    asked = question()
    again = Question(Position.parse("8000e1w0, 3000, 0 @1"), asked.revision, asked.rules)
    assert again.key == asked.key


def test_a_new_engine_version_asks_for_no_migration() -> None:
    fields = [field for model in apps.get_models() for field in model._meta.concrete_fields]
    assert [field for field in fields if field.default == ENGINE_VERSION] == []
