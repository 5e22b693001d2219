"""The dilemmas of the days: a day keeps its own for good, and their answers are exact, varied and today's engine's."""

import hashlib
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Position, legal_actions, preset_boards
from engine.calls import SMALL
from pressorpass_site.games.dilemmas import days, rotation, search
from pressorpass_site.games.dilemmas.lessons import sentence
from pressorpass_site.games.dilemmas.rotation import Deck, added_to, place_of
from pressorpass_site.questions.question import SEATS
from tests.tier import NIGHTLY

ENTRIES = rotation.entries()
SEARCHED = [entry for entry in ENTRIES if entry.result]
CHECKED = SEARCHED if NIGHTLY else SEARCHED[::12]


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limits are for the search; here answers are only compared, however busy the machine."""
    monkeypatch.setattr(search, "LIMITS", replace(search.LIMITS, seconds=60))


def test_the_first_round_is_never_dealt_anew() -> None:
    """Whoever adds positions leaves these days alone: fans have called them."""
    dealt = " ".join(rotation.entry_of(number).position.notation for number in range(1, 139))
    assert hashlib.sha256(dealt.encode()).hexdigest()[:16] == "2e146203676a696d"


def test_documented_positions_come_after_the_first_round_with_exact_answers() -> None:
    added = [rotation.entry_of(number).told for number in range(139, 143)]
    assert [moment.kind for moment in added] == ["published"] * 4
    for moment in added:
        assert moment.sources
        found = search.exact(Position.parse(moment.notation), moment.asked_board)
        assert found
        assert SMALL <= found["margin"] <= search.CLEAR


def test_there_are_enough_and_they_are_varied() -> None:
    assert len(ENTRIES) >= 138
    lessons = Counter(entry.lesson for entry in SEARCHED)
    assert set(lessons) == set(search.LESSONS)
    assert max(lessons.values()) <= len(SEARCHED) / 3
    rights = Counter(entry.result["best"] for entry in SEARCHED if entry.result)
    assert min(rights.values()) >= 0.4 * len(SEARCHED)
    assert {entry.board for entry in SEARCHED} == set(search.BOARDS)


def test_none_is_nearly_another_one_and_none_is_trivial() -> None:
    found = [search.Found(entry.board, entry.lesson, entry.result) for entry in SEARCHED if entry.result]
    for number, one in enumerate(found):
        assert not any(search.is_near(one.position, other.position) for other in found[number + 1 :])
        assert SMALL <= one.result["margin"] <= search.CLEAR


def test_every_answer_is_for_the_board_as_it_is() -> None:
    boards = preset_boards()
    for entry in SEARCHED:
        assert entry.digest == boards[entry.board].digest, "manage.py curate_dilemmas solves them again"
        assert entry.result
        assert entry.result["method"] == "exact"


@pytest.mark.parametrize("entry", CHECKED, ids=lambda entry: entry.position.notation)
def test_the_stored_answers_are_the_engine_s(entry: rotation.Entry) -> None:
    found = search.exact(entry.position, entry.board)
    assert found
    assert entry.result
    assert found["best"] == entry.result["best"]
    for action, stored in entry.result["actions"].items():
        assert found["actions"][action]["win"] == pytest.approx(stored["win"], abs=1e-9)


def test_every_lesson_is_true_of_its_position() -> None:
    for entry in CHECKED[:8]:
        assert entry.result
        assert search.LESSONS[entry.lesson](entry.position, entry.board, entry.result)


def test_every_lesson_has_a_sentence() -> None:
    for entry in SEARCHED:
        assert entry.result
        told = sentence(entry.lesson, entry.position, entry.result["best"], SEATS)
        assert told[0].isupper() or told[0] == "$"
        assert told.endswith(".")


def test_every_day_has_a_choice() -> None:
    for entry in ENTRIES:
        assert len(legal_actions(entry.position, entry.rules)) > 1


@given(st.lists(st.integers(1, 40), min_size=1, max_size=4), st.lists(st.integers(1, 300), min_size=3, max_size=3))
def test_new_entries_change_no_day_up_to_today(added: list[int], when: list[int]) -> None:
    decks = added_to([], 20, today=1)
    count = 20
    for more, today in zip(added, sorted(when), strict=False):
        before = [place_of(number, decks) for number in range(1, today + 1)]
        count += more
        decks = added_to(decks, count, today)
        assert [place_of(number, decks) for number in range(1, today + 1)] == before
        start = decks[-1].day
        assert start > today
        assert {place_of(start + step, decks) for step in range(count)} == set(range(count))


def test_decks_are_dealt_over_and_over() -> None:
    decks = [Deck(1, 0, 3), Deck(7, 3, 5)]
    assert [place_of(number, decks) for number in range(1, 13)] == [0, 1, 2, 0, 1, 2, 3, 4, 0, 1, 2, 3]


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
