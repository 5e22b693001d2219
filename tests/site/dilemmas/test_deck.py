"""The dilemmas of the days: a day keeps its own for good, answers are exact, no two are alike, and no habit solves them."""

import hashlib
from collections import Counter
from datetime import UTC, date, datetime
from io import StringIO
from itertools import combinations
from pathlib import Path

import pytest
from django.core.management import call_command

from engine import ENGINE_VERSION, legal_actions, preset_boards
from engine.calls import CLOSE_CALL
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.games.dilemmas import days, deck, habits, search
from pressorpass_site.games.dilemmas.dealing import TooFew, are_alike, deal
from pressorpass_site.games.dilemmas.deck import LEVELS, Deck, Entry
from pressorpass_site.games.dilemmas.lessons import sentence
from pressorpass_site.games.dilemmas.management.commands import make_deck
from pressorpass_site.questions.moments import KINDS as MOMENT_KINDS
from pressorpass_site.questions.question import SEATS
from tests.tier import NIGHTLY

DECK = deck.deck()
SEARCHED = [entry for entry in (*DECK.first, *DECK.three) if entry.kind]
OF_THREE = [entry for entry in SEARCHED if entry.kind == "three-holders"]
CHECKED = SEARCHED if NIGHTLY else [*SEARCHED[::40], *OF_THREE[:1]]
FOUND = [make_deck._found(entry) for entry in SEARCHED]


def test_the_days_with_one_are_never_dealt_anew() -> None:
    """Fans have called them."""
    dealt = " ".join(deck.entry_of(number).position.notation for number in range(1, days.FIRST_OF_THREE))
    assert hashlib.sha256(dealt.encode()).hexdigest()[:16] == "80fa135844fe500c"


def test_each_day_after_them_has_three_from_easy_to_hard() -> None:
    parts = DECK.three
    assert len(parts) == 120 * len(LEVELS)
    found = [make_deck._found(entry) for entry in parts]
    easy, medium, hard = ([each.margin for each in found[level::3]] for level in range(3))
    assert sum(easy) > sum(medium)
    assert max(medium) <= min(easy) or sum(medium) < sum(easy)
    assert max(hard) <= 0.15
    number = days.FIRST_OF_THREE + 2  # no Sunday
    assert [deck.entry_of(number, part) for part in (1, 2, 3)] == list(parts[6:9])
    assert deck.entry_of(number + len(parts) // 3, 1) == parts[6], "dealt over and over"


def test_every_kind_is_there() -> None:
    kinds = Counter(entry.kind for entry in DECK.three)
    assert set(kinds) == set(search.KINDS)
    assert max(kinds.values()) <= len(DECK.three) / 3
    calls = Counter(entry.best for entry in DECK.three if entry.is_a_call)
    assert min(calls.values()) >= 0.4 * sum(calls.values())
    movers = [entry.position.mover for entry in DECK.three]
    assert sum(mover.spins > 1 for mover in movers) >= len(movers) / 3
    assert sum(mover.whammies == 3 for mover in movers) >= len(movers) / 4
    for entry in DECK.three:
        position, mover = entry.position, entry.position.mover
        others = [each for seat, each in enumerate(position.contestants) if seat != position.mover_seat]
        match entry.kind:
            case "passed":
                assert any(each.passed for each in others)
            case "three-holders":
                assert all(each.spins for each in position.contestants)
                assert entry.rules.unit == search.UNIT_OF_THREE
            case "third":
                assert mover.score < min(each.score for each in others)
            case "elimination":
                assert max(others, key=lambda each: each.score).whammies == 3
            case "house":
                assert position.alone
                assert entry.worth
            case "whom":
                assert others[0].score == others[1].score
            case "choice" | "whammy-off":
                assert entry.square


def test_three_hold_spins_in_some_of_every_level() -> None:
    holders = [entry.kind == "three-holders" for entry in DECK.three]
    assert sum(holders) >= 24
    assert all(sum(holders[level::3]) for level in range(len(LEVELS)))


def test_no_two_are_alike() -> None:
    for one, other in combinations(FOUND, 2):
        assert not search.is_near(one, other), (one.position.notation, other.position.notation)


def test_dilemmas_with_like_odds_are_days_apart() -> None:
    dealt = [DECK.three[at : at + 3] for at in range(0, len(DECK.three), 3)]
    within_a_week = [
        (number, number - ago)
        for number, day in enumerate(dealt)
        for ago in range(1, min(number, 6) + 1)
        if any(are_alike(one, other) for one in day for other in dealt[number - ago])
    ]
    assert len(within_a_week) <= 2, "the last days take what is left"


def test_none_is_trivial() -> None:
    for each in (make_deck._found(entry) for entry in DECK.three):
        assert CLOSE_CALL < search.CLOSE <= each.margin <= search.CLEAR


def test_no_habit_solves_the_hard_ones() -> None:
    cases = [(entry.position, entry.best) for entry in DECK.three[2::3] if entry.is_a_call]
    rows = habits.table(cases)
    print(f"\n{len(cases)} hard calls")  # noqa: T201  # the table
    for name, share in rows:
        print(f"{share:6.1%}  {name}")  # noqa: T201
    assert len(rows) == 10
    assert max(share for _, share in rows) <= habits.MOST_RIGHT


def test_every_answer_is_for_the_board_and_the_engine_as_they_are() -> None:
    boards = preset_boards()
    for entry in SEARCHED:
        assert entry.digest == boards[entry.board].digest, "manage.py make_deck solves them again"
        assert entry.engine == ENGINE_VERSION


@pytest.mark.parametrize("entry", CHECKED, ids=lambda entry: entry.notation)
def test_the_stored_answers_are_the_engine_s(entry: Entry) -> None:
    found = search.solved_again(make_deck._found(entry))
    assert found
    assert search.same(found.choices, entry.choices, 2 * found.rounding)
    assert found.best == entry.best
    assert found.squares == pytest.approx(entry.squares, abs=1e-4)


def test_every_lesson_has_a_sentence() -> None:
    for entry in SEARCHED:
        told = sentence(entry.lesson or entry.kind, entry.position, entry.best, SEATS)
        assert told[0].isupper() or told[0] == "$"
        assert told.endswith(".")


def test_every_call_has_a_choice() -> None:
    for entry in (*DECK.first, *DECK.three):
        if entry.is_a_call:
            assert len(legal_actions(entry.position, entry.rules)) > 1
        else:
            assert len(entry.choices) == 2


def test_a_sunday_has_a_moment_and_a_classic_says_since_when() -> None:
    first = next(number for number in range(days.FIRST_OF_THREE, 60) if days.is_sunday(number))
    assert days.date_of(first).weekday() == 6
    weeks = [deck.entry_of(first + 7 * week, 2) for week in range(2 * len(DECK.sundays))]
    assert all(entry.told.kind in MOMENT_KINDS for entry in weeks)
    assert all(len(legal_actions(entry.position, entry.rules)) > 1 for entry in weeks)
    assert weeks[0].since is None
    assert next(entry.since for entry in weeks if entry.moment == "larson-pass") == date(2026, 11, 1)
    assert weeks[len(DECK.sundays)].since == days.date_of(first)


def test_wednesdays_are_of_round_1_from_a_day_on() -> None:
    """Days before it, and the other parts, stay as they were."""
    assert days.date_of(days.FIRST_OF_ROUND_1) == date(2026, 12, 9)
    weeks = [days.FIRST_OF_ROUND_1 + 7 * week for week in range(2 * len(DECK.round_1))]
    assert {days.date_of(number).strftime("%A") for number in weeks} == {"Wednesday"}
    assert [deck.entry_of(number, 2) for number in weeks] == [*DECK.round_1, *DECK.round_1]
    others = [deck.entry_of(number, part) for number in range(days.FIRST_OF_THREE, 100) for part in (1, 2, 3)]
    assert [entry.then for entry in others].count("") == len(others) - len(range(days.FIRST_OF_ROUND_1, 100, 7))


def test_the_better_choice_of_round_1_is_certain() -> None:
    assert {entry.best for entry in DECK.round_1} == {"press", "pass"}
    for one, other in combinations(DECK.round_1, 2):
        assert not search.is_near(make_deck._found(one), make_deck._found(other))
    for entry in DECK.round_1:
        assert entry.kind == search.ROUND_1
        assert entry.digest == preset_boards()[entry.board].digest
        assert entry.then_digest == preset_boards()[entry.then].digest
        assert entry.questions == 4
        answer = Answer((entry.result or {}) | {"rules": entry.rules.identity(), "seconds": None})
        assert answer.badge == "Estimated, assuming average questions"
        assert answer.call == entry.best
        assert search.CLOSE <= make_deck._found(entry).margin <= search.CLEAR
        assert sentence(entry.kind, entry.position, entry.best, SEATS).endswith(".")


@pytest.mark.parametrize("entry", DECK.round_1 if NIGHTLY else DECK.round_1[:1], ids=lambda entry: entry.notation)
def test_the_engine_says_the_same_of_round_1_within_its_error(entry: Entry) -> None:
    found = search.solved_again(make_deck._found(entry))
    assert found
    assert search.same(found.choices, entry.choices, found.rounding)
    assert found.best == entry.best


def test_too_few_are_refused() -> None:
    with pytest.raises(TooFew):
        deal(FOUND[:20], 10, seed=1)


def test_a_corrected_answer_keeps_the_old_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    right = DECK.first[1]
    wrong = {name: [0.5, 0.3, 0.2] for name in right.choices}
    stale = Entry(**(vars(right) | {"choices": wrong, "engine": "0"}))
    monkeypatch.setattr(make_deck, "DATA", tmp_path / "deck.json")
    monkeypatch.setattr(make_deck, "deck", lambda: Deck([stale], [], [], []))
    call_command("make_deck", stdout=StringIO())
    monkeypatch.setattr(deck, "DATA", tmp_path / "deck.json")
    deck.deck.cache_clear()
    try:
        (entry,) = deck.deck().first
    finally:
        monkeypatch.undo()
        deck.deck.cache_clear()
    assert entry.choices == right.choices
    assert [each.choices for each in entry.corrections] == [wrong]


@pytest.mark.parametrize(
    ("moment", "number"),
    [
        (datetime(2026, 11, 1, 3, 59, tzinfo=UTC), 1),  # still October in New York
        (datetime(2026, 11, 1, 4, tzinfo=UTC), 1),
        (datetime(2026, 11, 2, 4, 59, tzinfo=UTC), 1),  # clocks have gone back
        (datetime(2026, 11, 2, 5, tzinfo=UTC), 2),
        (datetime(2027, 7, 1, 3, 59, tzinfo=UTC), 242),
        (datetime(2027, 7, 1, 4, tzinfo=UTC), 243),
        (datetime(2020, 1, 1, tzinfo=UTC), 1),  # a clock that is wrong
    ],
)
def test_a_day_begins_at_midnight_in_new_york(moment: datetime, number: int) -> None:
    assert days.number_at(moment) == number


def test_the_calendar_has_every_day_once_under_its_month() -> None:
    months = days.months(62)
    assert [month.first for month in months] == [date(2027, 1, 1), date(2026, 12, 1), date(2026, 11, 1)]
    assert [number for month in reversed(months) for number, _ in month.days] == list(range(1, 63))
    assert [month.empty for month in months] == [5, 2, 0]  # a Friday, a Tuesday, a Sunday
