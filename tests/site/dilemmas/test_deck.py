"""The dilemmas of the days: a day's dilemmas never change, and each has an answer and a lesson."""

import hashlib
from datetime import UTC, date, datetime

import pytest

from engine import ENGINE_VERSION, legal_actions, preset_boards
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.games.dilemmas import days, deck
from pressorpass_site.games.dilemmas.deck import LEVELS
from pressorpass_site.games.dilemmas.lessons import write_lesson
from pressorpass_site.questions.question import SEATS

DECK = deck.load_deck()
SEARCHED = [entry for entry in (*DECK.first, *DECK.three, *DECK.practice) if entry.kind]


def test_the_days_with_one_are_never_dealt_anew() -> None:
    """Fans have called these dilemmas, so they must not change."""
    dealt = " ".join(deck.get_entry(number).position.notation for number in range(1, days.FIRST_OF_THREE))
    assert hashlib.sha256(dealt.encode()).hexdigest()[:16] == "80fa135844fe500c"


def test_each_day_after_them_has_three_from_easy_to_hard() -> None:
    parts = DECK.three
    assert len(parts) == 120 * len(LEVELS)
    number = days.FIRST_OF_THREE + 2  # no Sunday
    assert [deck.get_entry(number, part) for part in (1, 2, 3)] == list(parts[6:9])
    assert deck.get_entry(number + len(parts) // 3, 1) == parts[6], "dealt over and over"


def test_every_answer_is_for_the_board_and_the_engine_as_they_are() -> None:
    boards = preset_boards()
    for entry in SEARCHED:
        assert entry.digest == boards[entry.board].digest, "python -m tools.dilemmas solves them again"
        assert entry.engine == ENGINE_VERSION


def test_every_lesson_has_a_sentence() -> None:
    for entry in SEARCHED:
        sentence = write_lesson(entry.lesson or entry.kind, entry.position, entry.best, SEATS)
        assert sentence[0].isupper() or sentence[0] == "$"
        assert sentence.endswith(".")


def test_every_call_has_a_choice() -> None:
    for entry in (*DECK.first, *DECK.three):
        if entry.is_a_call:
            assert len(legal_actions(entry.position, entry.rules)) > 1
        else:
            assert len(entry.choices) == 2


def test_a_sunday_has_a_moment_and_a_classic_says_since_when() -> None:
    first = next(number for number in range(days.FIRST_OF_THREE, 60) if days.is_sunday(number))
    assert days.get_day_date(first).weekday() == 6
    weeks = [deck.get_entry(first + 7 * week, 2) for week in range(2 * len(DECK.sundays))]
    assert {entry.moment_data.kind for entry in weeks} == {"historical"}
    assert all(entry.moment_data.story and entry.moment_data.done and entry.moment_data.done.words for entry in weeks)
    assert all(len(legal_actions(entry.position, entry.rules)) > 1 for entry in weeks)
    names = [next(podium.name for podium in entry.moment_data.podiums if podium.is_up) for entry in weeks]
    assert all(len({*names[week : week + 3]}) == 3 for week in range(len(names) - 2))  # nobody twice in three weeks
    assert weeks[0].since is None
    assert next(entry.since for entry in weeks if entry.moment == "larson-pass") == date(2026, 11, 1)
    assert weeks[len(DECK.sundays)].since == days.get_day_date(first)


def test_wednesdays_are_of_round_1_from_a_day_on() -> None:
    """Earlier days and the other parts do not change."""
    assert days.get_day_date(days.FIRST_OF_ROUND_1) == date(2026, 12, 9)
    weeks = [days.FIRST_OF_ROUND_1 + 7 * week for week in range(2 * len(DECK.round_1))]
    assert {days.get_day_date(number).strftime("%A") for number in weeks} == {"Wednesday"}
    assert [deck.get_entry(number, 2) for number in weeks] == [*DECK.round_1, *DECK.round_1]
    others = [deck.get_entry(number, part) for number in range(days.FIRST_OF_THREE, 100) for part in (1, 2, 3)]
    assert [entry.then for entry in others].count("") == len(others) - len(range(days.FIRST_OF_ROUND_1, 100, 7))


def test_the_better_choice_of_round_1_is_certain() -> None:
    assert {entry.best for entry in DECK.round_1} == {"press", "pass"}
    for entry in DECK.round_1:
        assert entry.digest == preset_boards()[entry.board].digest
        assert entry.then_digest == preset_boards()[entry.then].digest
        assert entry.questions == 4
        answer = Answer((entry.result or {}) | {"rules": entry.rules.identity(), "seconds": None})
        assert answer.badge == "Estimated, assuming average questions"
        assert answer.call == entry.best
        assert write_lesson(entry.kind, entry.position, entry.best, SEATS).endswith(".")


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
    assert days.get_day_number(moment) == number
