"""The value of scores between the rounds: held to the oracle on tiny boards, kept in files, and read back."""

import os
from itertools import permutations

import numpy as np
import pytest

from engine import BoardError, CancelFlag, Cancelled, Contestant, NextRound, Rules, RulesError, preset_boards
from engine.game.rules import PlayRules
from engine.tables import score_value_store, size_of
from engine.tables.score_value_build import ROUGH, ScoreValueConfig, StartBatch, build_values, check_rules
from tests.engine.solvers.two_rounds import BetweenRounds
from tests.engine.tiny import tiny
from tests.tier import NIGHTLY

CAP = 2500
FINE = ScoreValueConfig((StartBatch(2, 500), StartBatch(40, 500)), 0.0, highest=CAP)
MEMORY = 2**30
SCORES = ((0, 500, 1000), (500, 500, 1000), (1000, 0, 1000), (0, 0, 0), (500, 0, 0), (1000, 500, 0))


def podiums(scores, whammies):
    return tuple(Contestant(score, whammies=count) for score, count in zip(scores, whammies, strict=True))


def oracle(board, rules, questions=1):
    return BetweenRounds(NextRound(board, questions), PlayRules(rules, 1, CAP), budget=100_000)


BOARDS = (
    tiny("500 W"),
    tiny("500 1000 W", "500/W"),
    tiny("500 >3 W", "1000 W", "500 W 500/W"),
)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("rules", [Rules(turn_order="seat"), Rules(level_opponents="next_seat", ties="joint")])
def test_it_is_the_oracle(board, rules):
    values, exact = build_values(NextRound(board, 1), rules, FINE, memory=MEMORY), oracle(board, rules)
    for scores in SCORES if NIGHTLY or board is BOARDS[0] else SCORES[:3]:
        for whammies in ((0, 0, 0), (3, 0, 2)):
            some = podiums(scores, whammies)
            assert values.value(some) == pytest.approx([float(x) for x in exact(some)], abs=2e-5), (scores, whammies)
    out = (Contestant(500), Contestant(0, whammies=4), Contestant(500, whammies=3))
    assert values.value(out) == pytest.approx([float(x) for x in exact(out)], abs=2e-5)


def test_seats_are_averaged_where_the_rules_allow():
    board, rules = tiny("500 W"), Rules()
    values, exact = build_values(NextRound(board, 1), rules, FINE, memory=MEMORY), oracle(board, rules)
    averages = np.zeros(3)
    for order in permutations(range(3)):
        its = tuple(Contestant((0, 500, 1000)[place]) for place in order)
        averages += np.array([float(exact(its)[order.index(place)]) for place in range(3)]) / 6
    assert values.value(podiums((0, 500, 1000), (0, 0, 0))) == pytest.approx(averages, abs=1e-5)


@pytest.mark.nightly
def test_the_kept_value_is_that_of_a_rough_one():
    board = preset_boards()["pyl-1985-02-r2"]
    values = score_value_store.find_values(NextRound(board, 4), Rules())
    rough = build_values(NextRound(board, 4), Rules(), ROUGH, memory=MEMORY)
    scores = np.random.default_rng(1).integers(0, 9000, (2000, 3))
    apart = values.values(scores, [0, 1, 0]) - rough.values(scores, [0, 1, 0])
    assert np.sqrt((apart**2).mean()) < ROUGH.error
    assert values.values(scores, [0, 1, 0]).sum(axis=1) == pytest.approx(1, abs=1e-4)


def test_files_keep_it_and_other_rules_have_their_own(tmp_path, monkeypatch):
    monkeypatch.setenv("PRESSORPASS_TABLES", str(tmp_path))
    then = NextRound(tiny("500 W"), 0)  # without questions it is solved at once
    assert score_value_store.find_values(then, Rules()) is None
    solved = build_values(then, Rules(ties="joint"), memory=MEMORY)
    path = score_value_store.keep_values(then, Rules(ties="joint"), memory=MEMORY)
    assert [path] == list((tmp_path / "score_values").glob("*.json"))
    values = score_value_store.find_values(then, Rules(ties="joint"))
    assert values.value(podiums((500, 500, 0), (0, 0, 0))) == pytest.approx(
        solved.value(podiums((500, 500, 0), (0, 0, 0))), abs=1e-4
    )
    assert score_value_store.find_values(then, Rules()) is None
    assert score_value_store.find_values(NextRound(tiny("500 W"), 2), Rules(ties="joint")) is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-200],
        lambda data: b"",
        lambda data: b"no arrays" * 99,
        lambda data: data[:100] + b"?" * 50 + data[150:],
    ],
)
@pytest.mark.parametrize("suffix", [".json", ".npy"])
def test_a_damaged_file_is_solved_again(tmp_path, monkeypatch, damage, suffix):
    monkeypatch.setenv("PRESSORPASS_TABLES", str(tmp_path))
    then = NextRound(tiny("500 W"), 0)
    path = score_value_store.keep_values(then, Rules(), memory=MEMORY)
    [file] = path.parent.glob(f"*{suffix}")
    file.write_bytes(damage(file.read_bytes()))
    assert score_value_store.find_values(then, Rules()) is None
    assert score_value_store.values_kept_at(then, Rules()) is None
    assert score_value_store.keep_values(then, Rules(), memory=MEMORY) == path
    assert score_value_store.find_values(then, Rules()) is not None


def test_what_was_interrupted_goes_on_with_the_parts_that_were_solved(tmp_path, monkeypatch):
    monkeypatch.setenv("PRESSORPASS_TABLES", str(tmp_path))
    monkeypatch.setattr(score_value_store, "FINE", FINE)
    then, flag, reports = NextRound(tiny("500 W"), 1), CancelFlag(), []

    def keep(progress, flag=None):
        return score_value_store.keep_values(then, Rules(), memory=MEMORY, progress=progress, cancel=flag)

    with pytest.raises(Cancelled):
        keep(lambda its: flag.set() if its.done >= 0.5 else None, flag)
    assert len(list(tmp_path.rglob("*.json"))) == 1
    assert score_value_store.find_values(then, Rules()) is None
    path = keep(lambda its: reports.append(its.done))
    assert min(reports) >= 0.5
    whole = build_values(then, Rules(), FINE, memory=MEMORY)
    assert score_value_store.find_values(then, Rules()).apart == pytest.approx(whole.apart, abs=1e-4)
    assert list(tmp_path.rglob("*.json")) == [path]  # the part is gone


def test_the_oldest_files_make_room(tmp_path, monkeypatch):
    monkeypatch.setenv("PRESSORPASS_TABLES", str(tmp_path))
    then = NextRound(tiny("500 W"), 0)
    paths = [score_value_store.keep_values(then, Rules(goal="win", unit=500), memory=MEMORY)]
    monkeypatch.setattr(score_value_store, "MAX_BYTES", int(2.5 * size_of(paths[0])))
    os.utime(paths[0], (0, 0))
    for age, rules in enumerate((Rules(), Rules(ties="joint")), 1):
        paths.append(score_value_store.keep_values(then, rules, memory=MEMORY))
        os.utime(paths[-1], (age, age))
    assert set((tmp_path / "score_values").glob("*.json")) == set(paths[1:])
    assert len(list((tmp_path / "score_values").glob("*.npy"))) == 2


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        (Rules(goal="money"), "goal"),
        (Rules(house="play"), "house"),
        (Rules(reduce=3), "reduce"),
        (Rules(cap=5000), "cap"),
    ],
)
def test_rules_without_odds_are_named(rules, field):
    with pytest.raises(RulesError) as error:
        check_rules(rules)
    assert error.value.field == field


def test_a_board_that_the_kernel_does_not_know_is_refused():
    with pytest.raises(BoardError, match="What a score is worth in a round 2 on the board tiny is not known"):
        build_values(NextRound(tiny("double W"), 1), Rules(), FINE, memory=MEMORY)
