"""The ring of an answer: what each square changes, its slides, and the links to what comes after them."""

from typing import Any

import pytest

from engine import Limits, Rules, solve
from pressorpass_site.answers.analyses.answers import Answer, ChangedSquare, build_ring
from pressorpass_site.answers.analyses.trail import Trail

from ..conftest import Ask

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]


def test_a_square_changes_what_its_slides_change_on_average(question: Ask) -> None:
    this_question = question("8000e2,3000,0@1", "seed")
    result = solve(this_question.position, this_question.board, Rules.preset("seed"), Limits(seconds=20)).to_json()
    answer = Answer(result)
    walk = Trail(this_question, this_question.position).build_outcome_links()
    ring = build_ring(answer, this_question.next_revision, walk)
    assert ring.is_ring
    squares = [square for square in ring.squares if isinstance(square, ChangedSquare)]
    assert len(squares) == 18
    changes = {outcome.key: outcome for outcome in answer.outcomes}
    means = {}
    for square in squares:
        outcomes = [changes[change.slide.key] for change in square.changes]
        assert [change.change for change in square.changes] == [outcome.change_text for outcome in outcomes]
        means[square.number] = mean = sum(outcome.change for outcome in outcomes) / len(outcomes)
        assert square.mark
        assert square.mark.text == answer.format_change(mean)
        assert square.text.endswith(f"; {square.mark.text} on average")
        assert square.mark.tone.startswith("sq--up-" if mean >= 0 else "sq--down-")
        assert int(square.mark.tone[-1]) in {1, 2, 3, 4}
        assert [change.links for change in square.changes] == [
            walk.get(change.slide.key, []) for change in square.changes
        ]
    best = [square.number for square in squares if square.mark and square.mark.best]
    assert best == [max(means, key=means.__getitem__)]
    assert any(change.links for square in squares for change in square.changes)


def with_errors(result: dict[str, Any], *errors: float) -> Answer:
    """Return an estimated answer in which pressing is off by this much for each contestant."""
    press = result["actions"]["press"]
    low, high = ([win + by * error for win, error in zip(press["win"], errors, strict=True)] for by in (-1, 1))
    actions = result["actions"] | {"press": press | {"low": low, "high": high}}
    return Answer(result | {"method": "estimated", "actions": actions})


def test_a_change_that_is_lost_in_its_error_has_no_digit_and_no_color(question: Ask) -> None:
    this_question = question("8000e2,3000,0@1", "seed")
    result = solve(this_question.position, this_question.board, Rules.preset("seed"), Limits(seconds=20)).to_json()
    answer = with_errors(result, 0.04, 0.04, 0.04)
    lost = [outcome.change_text for outcome in answer.outcomes if abs(outcome.change) <= 0.04]
    change_texts = [outcome.change_text for outcome in answer.outcomes if abs(outcome.change) >= 0.05]
    assert set(lost) == {"<\N{NO-BREAK SPACE}4"}
    assert change_texts
    assert all(text[0] in "+−" for text in change_texts)
    squares = build_ring(with_errors(result, 0.1, 0.1, 0.1), this_question.next_revision).squares
    marks = [square.mark for square in squares if square.mark]
    assert [bool(mark.shade) for mark in marks] == [bool(mark.text) for mark in marks]
    assert {mark.words for mark in marks if not mark.text} == {"<\N{NO-BREAK SPACE}10 on average"}
    assert [mark.best for mark in marks].count(True) == 1
    unknown = build_ring(with_errors(result, 0.5, 0.5, 0.5), this_question.next_revision).squares
    assert not any(square.mark and (square.mark.best or square.mark.shade) for square in unknown)
    # Each figure has its own digits: Left's chances have tenths, Right's, which are known less well, have none.
    shown = [outcome.shown for outcome in with_errors(result, 0.008, 0.008, 0.03).outcomes]
    assert all("." in left_text and "." not in right for left_text, _, right in shown)
