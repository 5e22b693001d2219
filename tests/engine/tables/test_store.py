"""The directory: what is kept is found, by those it answers, within the bound."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from engine import Board, InputError, Position, Rules, preset_boards
from engine.game.rules import PlayRules
from engine.tables import Store, TableError, open_table, size_of
from engine.tables import key as keys
from engine.tables.store import best_table, default_bytes, default_directory
from tests.engine.tables.answers import at, close, everywhere, look_up, oracle_table, play_rules_of, random_table
from tests.engine.tiny import exact, tiny


def test_every_score_is_found_with_what_was_kept(question, store):
    position, board, play_rules, solved = question
    store.keep(position, board, play_rules, solved)
    for cell, here in everywhere(solved, position):
        table = store.find(here, board, play_rules)
        press, passing = table.answer(here, play_rules.rules)
        assert table.rounding == solved.rounding
        assert (table.cap, table.states) == (2000, solved.states)
        assert press == pytest.approx(solved.press[cell], abs=table.rounding)
        assert passing == pytest.approx(solved.passing[cell], abs=table.rounding)


def test_an_action_that_the_rules_forbid_is_none(store):
    position, board = Position.parse("500e1,1000e1,0@1"), tiny("500 W")
    play_rules = play_rules_of(cap=1000, third_place_plays=True)
    solved = oracle_table(position, board, play_rules)
    store.keep(position, board, play_rules, solved)
    assert look_up(store, at(position, 0, 500, 1000), board, play_rules)[1] is None
    assert look_up(store, at(position, 500, 500, 1000), board, play_rules)[1] is not None
    must = Position.parse("0p1,0e1,0@1")
    store.keep(must, board, play_rules, oracle_table(must, board, play_rules))
    press, passing = look_up(store, at(must, 1000, 500, 1000), board, play_rules)
    assert passing is None
    assert sum(press) == pytest.approx(1)


def test_a_choice_without_an_answer_is_not_taken_for_a_forbidden_one(question, store):
    position, board, play_rules, solved = question
    press = solved.press.copy()
    press[1, 2, 0] = float("nan")
    store.keep(position, board, play_rules, replace(solved, press=press))
    assert look_up(store, position, board, play_rules) is None
    assert look_up(store, at(position, 0, 1000, 0), board, play_rules) is not None


def test_a_contestant_who_is_out_has_no_axis(store):
    position, board, play_rules = Position.parse("500e1,w4,0e1@1"), tiny("500 W"), play_rules_of(cap=1500)
    solved = oracle_table(position, board, play_rules)
    assert solved.shape == (4, 1, 4)
    store.keep(position, board, play_rules, solved)
    assert look_up(store, at(position, 1500, 0, 500), board, play_rules)[0] == pytest.approx(solved.press[3, 0, 1])


@pytest.mark.parametrize("text", ["501e1w1,1000e1,0@1", "500e1w1,1250e1,0@1", "500e1w1,1000e1,2500@1"])
def test_scores_off_the_grid_or_above_the_cap_are_not_in_it(question, store, text):
    position, board, play_rules, solved = question
    store.keep(position, board, play_rules, solved)
    assert store.find(Position.parse(text), board, play_rules) is None


@pytest.mark.parametrize(
    "text",
    ["500e1w1,1000e1,0@2", "500e2w1,1000e1,0@1", "500p1w1,1000e1,0@1", "500e1w1,1000,0e1@1", "500e1w2,1000e1,0@1"],
)
def test_another_configuration_is_another_table(question, store, text):
    position, board, play_rules, solved = question
    store.keep(position, board, play_rules, solved)
    assert store.find(Position.parse(text), board, play_rules) is None


@pytest.mark.parametrize(
    "option",
    [
        {"ties": "joint"},
        {"turn_order": "seat"},
        {"level_opponents": "next_seat"},
        {"choices": "even"},
        {"lose_whammy": "money"},
        {"third_place_plays": True},
        {"max_lead": 500},
        {"prizes": 1000},
        {"prizes": "pool"},
        {"cap": 3000},
        {"goal": "money"},
        {"unit": 250},
        {"reduce": 5},
        {"opponents": "optimal/cautious/500"},
        {"house": "play"},
        {"weights": "even"},
    ],
)
def test_other_rules_are_another_table(question, store, option):
    position, board, play_rules, solved = question
    store.keep(position, board, play_rules, solved)
    rules = replace(play_rules.rules, **option)
    assert store.find(position, board, PlayRules(rules, rules.unit, rules.cap)) is None


NO_TABLES = {"cap_passes", "reduce_from"}  # there are no tables with them


def test_all_options_are_told_apart():
    tried = {"ties", "turn_order", "level_opponents", "choices", "lose_whammy", "third_place_plays", "max_lead"}
    tried |= {"prizes", "cap", "goal", "unit", "reduce", "opponents", "house", "weights"}
    # What a win is worth in dollars is nothing to tables, which hold chances to win.
    assert tried | {"win_worth"} | NO_TABLES == set(Rules().options())


def test_another_board_or_engine_is_another_table(question, store, monkeypatch):
    position, board, play_rules, solved = question
    path = store.keep(position, board, play_rules, solved)
    assert store.find(position, tiny("500 W", "1000 500+", "500 1500 W"), play_rules) is None
    assert store.find(position, replace(board, round="1"), play_rules) is None
    monkeypatch.setattr(keys, "ENGINE_VERSION", "0.9.9")
    assert store.find(position, board, play_rules) is None
    assert path.exists()


def test_names_and_the_order_of_squares_and_slides_do_not_matter(question, store):
    position, board, play_rules, solved = question
    store.keep(position, board, play_rules, solved)
    data = board.to_json()
    data |= {"id": "mine", "name": "My board", "notes": "…"}
    data["squares"] = [{**square, "slides": square["slides"][::-1]} for square in data["squares"][::-1]]
    assert store.find(position, Board.from_json(data), play_rules) is not None


def test_a_default_spelled_out_is_the_same_question(question, store):
    position, board, play_rules, solved = question
    store.keep(position, board, play_rules, solved)
    assert store.find(position, board, replace(play_rules, rules=replace(play_rules.rules, prizes=2500))) is not None
    assert store.find(position, board, replace(play_rules, rules=replace(play_rules.rules, unit=None))) is not None


def test_a_table_is_opened_by_rules_and_unit(question, store):
    position, board, play_rules, solved = question
    assert open_table(store, position, board, play_rules.rules, 500) is None
    store.keep(position, board, play_rules, solved)
    assert open_table(store, position, board, play_rules.rules, 500).cap == 2000
    assert open_table(store, position, board, replace(play_rules.rules, unit=None), 500) is not None
    assert open_table(store, position, board, play_rules.rules, 250) is None


def test_whammies_that_cannot_matter_share_a_table(store):
    board, play_rules = tiny("500 W"), play_rules_of(cap=1000)
    position = Position.parse("0e1w1,0e1,0w1@1")
    store.keep(position, board, play_rules, oracle_table(position, board, play_rules))
    assert store.find(Position.parse("500e1,500e1w1,0@1"), board, play_rules) is not None
    assert store.find(Position.parse("500e1w2,500e1w1,0@1"), board, play_rules) is None
    offers = tiny("500/W W")
    store.keep(position, offers, play_rules, oracle_table(position, offers, play_rules))
    assert store.find(Position.parse("500e1w1,500e1,0w1@1"), offers, play_rules) is not None
    assert store.find(Position.parse("500e1,500e1w1,0@1"), offers, play_rules) is None


# -- cap=auto ---------------------------------------------------------------------------------


def test_with_cap_auto_a_table_answers_where_its_cap_cannot_matter(store):
    board, position = tiny("500 W", "1000 W"), Position.parse("0e2,0e1,0@1")
    auto = PlayRules(Rules(unit=500), 500, 3000)
    solved = oracle_table(position, board, auto)
    store.keep(position, board, auto, solved)
    answered = {}
    for _, here in everywhere(solved, position):
        table = store.find(here, board, auto)
        if table is None:
            continue
        scores = tuple(c.score for c in here.contestants)
        press, _ = answered[scores] = table.answer(here, auto.rules)
        true = exact(here.notation, board, unit=500)
        assert press == pytest.approx([float(x) for x in true["press"]], abs=table.rounding)
    # The rest of the game brings $3,000 at most: two contestants must lack more than that together.
    assert {(0, 0, 0), (2500, 0, 0), (1000, 1500, 1000)} <= set(answered)
    assert not {(3000, 0, 0), (2500, 500, 0), (1500, 1500, 0)} & set(answered)
    explicit = PlayRules(Rules(unit=500, cap=3000), 500, 3000)
    assert store.find(position, board, explicit) is not None
    assert store.find(position, board, PlayRules(Rules(unit=500, cap=2500), 500, 2500)) is None


def test_a_cap_that_is_too_low_for_auto_is_not_kept(store):
    board, position = tiny("500 W"), Position.parse("0e5,0e5,0@1")
    with pytest.raises(TableError, match=r"A cap of \$1,000 is too low"):
        store.keep(position, board, PlayRules(Rules(unit=500), 500, 1000), random_table((3, 3, 3)))


def test_money_is_not_kept(question, store):
    position, board, _, solved = question
    with pytest.raises(TableError, match="goal=money"):
        store.keep(position, board, play_rules_of(goal="money"), solved)


# -- files ------------------------------------------------------------------------------------


def test_a_damaged_file_is_passed_over_and_the_log_says_why(question, store, caplog):
    position, board, play_rules, solved = question
    path = store.keep(position, board, play_rules, solved)
    whole = path.read_bytes()
    path.write_bytes(whole[:40] + b"?" + whole[41:])
    assert store.find(position, board, play_rules) is None
    assert "2000.json is damaged, so its answers cannot be trusted" in caplog.text
    caplog.clear()
    path.write_bytes(whole[:1] + b"?" + whole[2:])
    (stored_table,) = store.list()
    assert (stored_table.table, stored_table.reason) == (
        None,
        "2000.json is damaged, so its answers cannot be trusted.",
    )
    path.write_bytes(whole)
    [array] = path.parent.glob("*.npy")
    array.write_bytes(array.read_bytes()[:-1] + b"?")
    assert look_up(store, position, board, play_rules) is None
    store.keep(position, board, play_rules, solved)
    assert look_up(store, position, board, play_rules) is not None


def test_a_file_under_a_wrong_name_is_passed_over(question, store, caplog):
    position, board, play_rules, solved = question
    path = store.keep(position, board, play_rules, solved)
    path.rename(path.with_name("3000.json"))
    assert store.find(position, board, play_rules_of(cap=3000)) is None
    assert "is not the table its name says it is" in caplog.text


def test_strange_things_in_the_directory_are_left_alone(question, store):
    position, board, play_rules, solved = question
    path = store.keep(position, board, play_rules, solved)
    mine = store.directory / "letters.json"
    mine.write_text("dear sir")
    (path.parent / "note.txt").write_text("x")
    (path.parent / "x.json").mkdir()
    assert store.find(position, board, play_rules) is not None
    assert [stored_table.path for stored_table in store.list()] == [path]
    assert store.clear() == 1
    assert mine.exists()
    assert store.list() == []
    assert Store(store.directory / "nowhere").list() == []


def test_the_table_used_longest_ago_makes_room(question, store):
    _, board, play_rules, solved = question
    texts = ["0e1,0e1,0@1", "0e2,0e1,0@1", "0e3,0e1,0@1", "0e4,0e1,0@1"]
    size = 0
    for age, text in enumerate(texts[:3]):
        path = store.keep(Position.parse(text), board, play_rules, solved)
        os.utime(path, (1_000_000 + age, 1_000_000 + age))
        size = size_of(path)
    small = Store(store.directory, 3 * size + size // 2)
    assert small.find(Position.parse(texts[0]), board, play_rules) is not None  # used now
    small.keep(Position.parse(texts[3]), board, play_rules, solved)
    are_stored = [small.find(Position.parse(text), board, play_rules) is not None for text in texts]
    assert are_stored == [True, False, True, True]
    assert sum(stored_table.bytes for stored_table in small.list()) <= small.max_bytes


def test_a_table_that_answers_what_ifs_was_used(question, store):
    position, board, play_rules, solved = question
    path = store.keep(position, board, play_rules, solved, grid=500)
    os.utime(path, (1_000_000, 1_000_000))
    assert best_table(store, position, board, play_rules.rules).grid == 500
    assert path.stat().st_mtime > 1_000_000
    used = path.stat().st_mtime_ns
    best_table(store, position, board, play_rules.rules)  # the time is known well enough
    assert path.stat().st_mtime_ns == used


def test_a_table_larger_than_the_bound_is_refused(question, store):
    position, board, play_rules, solved = question
    store.keep(position, board, play_rules, solved)
    with pytest.raises(TableError, match=r"The table takes 2\.9 MiB; the store has room for 1000 bytes"):
        Store(store.directory, 1000).keep(position, board, play_rules, random_table((50, 50, 50)))
    assert store.find(position, board, play_rules) is not None


def test_a_directory_that_cannot_be_made_is_told(question, tmp_path):
    position, board, play_rules, solved = question
    (tmp_path / "file").write_text("")
    with pytest.raises(TableError, match=r"cannot be stored in .*Not a directory"):
        Store(tmp_path / "file" / "tables", 10**8).keep(position, board, play_rules, solved)


def test_a_reader_keeps_its_table_when_it_is_removed(question, store):
    position, board, play_rules, solved = question
    store.keep(position, board, play_rules, solved)
    table = store.find(position, board, play_rules)
    store.clear()
    assert close(table.press, solved.press, 1e-7)


WRITER = """
import sys
from engine import Position
from engine.tables import Store
from tests.engine.tables.answers import look_up, play_rules_of, random_table
from tests.engine.tables.conftest import BOARD

store, play_rules = Store(sys.argv[1], int(sys.argv[2])), play_rules_of(cap=9500)
for turn in range(15):
    position = Position.parse(f"500e{1 + turn % 3},0,0@1")
    store.keep(position, BOARD, play_rules, random_table((20, 20, 20), seed=turn % 3))
    for spins in (1, 2, 3):
        expected = random_table((20, 20, 20), seed=spins - 1)
        answer = look_up(store, Position.parse(f"500e{spins},0,0@1"), BOARD, play_rules)
        assert answer is None or abs(answer[0][0] - expected.press[1, 0, 0, 0]) < 1e-6, (spins, answer)
    if turn % 5 == 4:
        store.clear()
"""


def test_processes_write_read_and_clear_at_once(tmp_path):
    command = [sys.executable, "-c", WRITER, str(tmp_path / "tables"), "200000"]
    writers = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(3)]
    for writer in writers:
        error = writer.communicate(timeout=300)[1].decode()
        assert (writer.returncode, error) == (0, "")
    store = Store(tmp_path / "tables")
    assert all(stored_table.table is not None for stored_table in store.list())
    assert not list((tmp_path / "tables").rglob("*.new"))


def test_what_a_writer_left_unfinished_is_removed_in_time(question, store):
    position, board, play_rules, solved = question
    folder = store.keep(position, board, play_rules, solved).parent
    sound = {path.name for path in folder.iterdir()}
    # Unfinished files, an array whose description is missing, and a table of a version before 2.0.
    for name in ("old.new", f"9000-{'0' * 32}.npy", "9000.table", "now.new"):
        (folder / name).write_bytes(b"x" * 100)
    for path in folder.iterdir():
        if path.name != "now.new":
            os.utime(path, (1_000_000, 1_000_000))
    store.keep(position, board, play_rules, solved)
    assert {path.name for path in folder.iterdir()} == sound | {"now.new"}


# -- where and how much -----------------------------------------------------------------------


def test_the_directory_is_the_users_cache(monkeypatch, tmp_path):
    monkeypatch.delenv("PRESSORPASS_TABLES", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_directory() == tmp_path / ".cache/pressorpass/tables"
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/cache")
    assert str(default_directory()) == "/var/cache/pressorpass/tables"
    monkeypatch.setenv("PRESSORPASS_TABLES", "~/mine")
    assert Store().directory == tmp_path / "mine"


@pytest.mark.parametrize(
    ("text", "size"), [("", 2 << 30), ("1000", 1000), ("2G", 2 << 30), ("500 m", 500 << 20), ("3GiB", 3 << 30)]
)
def test_the_bound_is_read(monkeypatch, text, size):
    monkeypatch.setenv("PRESSORPASS_TABLES_MAX", text)
    assert default_bytes() == Store().max_bytes == size


def test_a_bound_that_cannot_be_read_is_told(monkeypatch):
    monkeypatch.setenv("PRESSORPASS_TABLES_MAX", "plenty")
    with pytest.raises(InputError, match="PRESSORPASS_TABLES_MAX takes bytes"):
        Store()


def test_tables_of_a_real_board_are_told_apart():
    boards = [board for board in preset_boards().values() if board.complete]
    assert len({keys.board_digest(board) for board in boards}) == len({board.digest for board in boards})
