"""Tables made by the solver: every score as the oracle has it, made once."""

import pytest

from engine import BoardError, CancelFlag, Cancelled, Limits, Position, Rules, Unaffordable, has_tables, preset_boards
from engine.game.rules import PlayRules
from engine.tables import Store, TableError
from engine.tables.building import build_table
from tests.engine.tables.answers import array_of, close, look_up, oracle_table, play_rules_of
from tests.engine.tables.conftest import BOARD
from tests.engine.tiny import tiny


@pytest.mark.parametrize(
    ("text", "board", "options"),
    [
        ("0e1,0e1,0@1", BOARD, {}),
        ("500e1w3,0,0@1", BOARD, {}),
        ("0p1,500e1w3,0@1", BOARD, {"turn_order": "seat"}),
        ("0,0e2,w4@2", BOARD, {"ties": "joint"}),
        ("0e1,0p1,0e1@3", BOARD, {"turn_order": "cyclic", "level_opponents": "next_seat"}),
        ("0e2,0,0w2@1", BOARD, {"third_place_plays": True, "lose_whammy": "money"}),
    ],
)
def test_every_score_is_the_oracles(store, text, board, options):
    position, play_rules = Position.parse(text), play_rules_of(cap=1500, **options)
    table = build_table(store, position, board, play_rules.rules)
    solved = oracle_table(position, board, play_rules)
    assert [list(axis) for axis in table.dollars] == [list(axis) for axis in solved.dollars]
    for values, expected in zip((table.press, table.passing), (solved.press, solved.passing), strict=True):
        assert close(values, expected, 2e-6)


def test_scores_off_the_grid_get_the_table_of_their_spins(store):
    play_rules = play_rules_of()
    table = build_table(store, Position.parse("501e1,777e1,0@1"), BOARD, play_rules.rules)
    assert list(table.dollars[0]) == [0, 500, 1000, 1500, 2000]
    assert look_up(store, Position.parse("500e1,500e1,0@1"), BOARD, play_rules) is not None


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[: len(content) // 2],
        lambda content: content[:-1] + bytes([content[-1] ^ 1]),
        lambda content: content[:8] + b"\x01" + content[9:],  # another format
    ],
)
def test_a_sound_table_is_not_made_again_and_one_that_cannot_be_read_is(store, damage):
    position, rules = Position.parse("0e1,500e1,0@1"), play_rules_of().rules
    table = build_table(store, position, BOARD, rules)
    for path in (table.path, array_of(table.path)):
        first = path.stat().st_ino
        build_table(store, position, BOARD, rules)
        assert path.stat().st_ino == first
        content = path.read_bytes()
        path.write_bytes(damage(content))
        assert look_up(store, position, BOARD, play_rules_of()) is None
        build_table(store, position, BOARD, rules)
        assert path.read_bytes() == content


@pytest.mark.parametrize("after", ["solving", "reading"])
def test_nothing_is_stored_that_was_canceled_last(store, after):
    position, rules, cancel = Position.parse("0e1,500e1,0@1"), play_rules_of().rules, CancelFlag()
    if after == "reading":
        build_table(store, position, BOARD, rules)
        cancel.set()

    def progress(told):
        if after == "solving" and told.done == 1:
            cancel.set()

    with pytest.raises(Cancelled):
        build_table(store, position, BOARD, rules, cancel=cancel, progress=progress)
    files = {path.suffix for path in store.directory.rglob("*.*")}
    assert files == ({".json", ".npy"} if after == "reading" else set())


def test_with_cap_auto_the_table_answers_the_position(store):
    board, rules = tiny("500 W", "1000 W"), Rules(unit=500)
    for text in ("0e2,500e1,0@1", "2000e2,3000e1,500@1"):
        position = Position.parse(text)
        assert look_up(store, position, board, PlayRules(rules, 500, 0)) is None
        build_table(store, position, board, rules)
        assert look_up(store, position, board, PlayRules(rules, 500, 0)) is not None


def test_what_has_no_table_is_told(store):
    position = Position.parse("0e1,0e1,0@1")
    with pytest.raises(TableError, match="goal=money"):
        build_table(store, position, BOARD, Rules(goal="money", unit=500, cap=2000))
    with pytest.raises(TableError, match="max_lead"):
        build_table(store, position, BOARD, Rules(max_lead=500, unit=500, cap=2000))
    with pytest.raises(TableError, match="depend on the score"):
        build_table(store, position, tiny("500", "double"), Rules(unit=500, cap=2000))
    with pytest.raises(TableError, match="The game is over"):
        build_table(store, Position.parse("0e1,w4,w4@1"), BOARD, play_rules_of().rules)
    with pytest.raises(BoardError, match="not complete"):
        build_table(store, position, preset_boards()["pyl-1983-r2-partial"])


def test_limits_are_kept():
    board, position = preset_boards()["pyl-1985-02-r2"], Position.parse("0e5,0e5,0e5@1")
    with pytest.raises(Unaffordable, match="A table for this position is too big for 1 seconds"):
        build_table(Store("nowhere"), position, board, Rules.preset("seed"), Limits(seconds=1))


@pytest.mark.parametrize(
    ("text", "board", "options", "has"),
    [
        ("999999e9,0e9,0e9@1", BOARD, {}, True),  # however large
        ("8000e2,0,0@1", BOARD, {"goal": "money"}, False),
        ("8000e2,0,0@1", BOARD, {"cap_passes": True}, False),
        ("8000e2,0w4,0w4@1", BOARD, {}, False),
        ("8000e2,0,0@1", tiny("500", "500/x2"), {}, False),
        ("8000e2,0,0@1", tiny("500", "lead1"), {}, False),
        ("8000e2,0,0@1", preset_boards()["pyl-1983-r2-partial"], {}, False),  # no question about it can be solved
    ],
)
def test_whether_there_are_tables_is_known_before_any_is_built(text, board, options, has):
    assert has_tables(Position.parse(text), board, Rules(**options)) == has
