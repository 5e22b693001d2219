"""The deck of dilemmas as `python -m tools.dilemmas` writes it: what the engine says, no two alike, and solved by no habit."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from engine.calls import CLOSE_CALL
from tests.tier import NIGHTLY
from tools.dilemmas import habits, search
from tools.dilemmas.__main__ import DATA, main, read_dilemma, write_deck
from tools.dilemmas.dealing import MIN_DAYS_APART, TooFew, are_alike, deal

TEXT = DATA.read_text(encoding="utf-8")
DECK = json.loads(TEXT)
SEARCHED = [entry for entry in (*DECK["first"], *DECK["three"], *DECK["practice"]) if "kind" in entry]
FOUND = [read_dilemma(entry) for entry in SEARCHED]
THREE, ROUND_1 = ([read_dilemma(entry) for entry in DECK[name]] for name in ("three", "round_1"))
SOME = [*FOUND[::40], *(one for one in FOUND if one.kind == "three-holders")][:11]


@pytest.mark.parametrize(
    "found", [*FOUND, *ROUND_1] if NIGHTLY else [*SOME, *ROUND_1[:1]], ids=lambda found: found.position.notation
)
def test_the_stored_answers_are_the_engine_s(found: search.SolvedDilemma) -> None:
    again = search.solve_again(found)
    assert again
    assert search.is_same(again.choices, found.choices, 2 * again.rounding)
    assert again.best == found.best
    assert found.then or again.squares == pytest.approx(found.squares, abs=1e-4)


def test_a_deck_that_is_current_is_written_as_it_is(tmp_path: Path) -> None:
    data = tmp_path / "deck.json"
    data.write_text(TEXT, encoding="utf-8")
    main([], data)
    assert data.read_text(encoding="utf-8") == TEXT


def test_a_corrected_answer_keeps_the_old_one(tmp_path: Path) -> None:
    right: dict[str, Any] = DECK["first"][1]
    wrong = {name: [0.5, 0.3, 0.2] for name in right["choices"]}
    data = tmp_path / "deck.json"
    stale = right | {"choices": wrong, "engine": "0"}
    data.write_text(
        write_deck({"sundays": [], "first": [stale], "three": [], "round_1": [], "practice": []}), encoding="utf-8"
    )
    main([], data)
    (entry,) = json.loads(data.read_text(encoding="utf-8"))["first"]
    assert [correction["choices"] for correction in entry.pop("corrections")] == [wrong]
    assert entry == right


def test_every_kind_is_there_from_easy_to_hard() -> None:
    assert {one.kind for one in THREE} == set(search.KINDS)
    assert all(one.kind == search.ROUND_1 for one in ROUND_1)
    assert all(CLOSE_CALL < search.MIN_MARGIN <= one.margin <= search.MAX_MARGIN for one in (*THREE, *ROUND_1))
    easy, medium, hard = ([one.margin for one in THREE[level::3]] for level in range(3))
    assert sum(easy) > sum(medium)
    assert max(hard) <= 0.15
    for level in range(3):
        assert any(one.kind == "three-holders" for one in THREE[level::3])


def test_no_two_are_alike() -> None:
    for one, other in (*combinations(FOUND, 2), *combinations(ROUND_1, 2)):
        assert not search.is_near(one, other), (one.position.notation, other.position.notation)


def test_dilemmas_with_like_odds_are_days_apart() -> None:
    dealt = [THREE[at : at + 3] for at in range(0, len(THREE), 3)]
    within_a_week = [
        (number, number - ago)
        for number, day in enumerate(dealt)
        for ago in range(1, min(number, 6) + 1)
        if any(are_alike(one, other) for one in day for other in dealt[number - ago])
    ]
    assert len(within_a_week) <= 2, "the last days take what is left"


def test_two_choices_of_the_same_things_are_two_weeks_apart() -> None:
    last: dict[frozenset[str], int] = {}
    for place, one in enumerate(THREE):
        if one.square:
            assert place // 3 - last.get(frozenset(one.choices), -MIN_DAYS_APART) >= MIN_DAYS_APART, (
                one.position.notation
            )
            last[frozenset(one.choices)] = place // 3
    assert len(last) >= 4


def test_no_habit_solves_the_hard_ones() -> None:
    cases = [(one.position, one.best) for one in THREE[2::3] if one.is_a_call]
    rows = habits.rank_habits(cases)
    print(f"\n{len(cases)} hard calls", *(f"{share:6.1%}  {name}" for name, share in rows), sep="\n")  # noqa: T201
    assert len(rows) == 10
    assert max(share for _, share in rows) <= habits.MAX_RIGHT_SHARE


def test_too_few_are_refused() -> None:
    with pytest.raises(TooFew):
        deal(FOUND[:20], 10, seed=1)
