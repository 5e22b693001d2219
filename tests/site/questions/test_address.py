"""A question's address, identity and row: everything that matters is in them, and comes back."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client

from engine import Board, Position, Rules
from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.models import Analysis
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.questions.address import build_address
from pressorpass_site.questions.question import NextRound, NextSpins, Question
from tests.engine.tiny import tiny

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

NOTATION = "8000e3,3000,0@1"
CLASSIC, ROUND_1, ROUND_2 = "pyl-classic-r2", "pyl-1984-09-r1", "pyl-1985-02-r2"


def asked(
    board: str = boards.DEFAULT_BOARD,
    preset: str = "show",
    *,
    notation: str = NOTATION,
    now: tuple[str, int] | None = None,
    then: tuple[str, int] | None = None,
    **options: Any,
) -> Question:
    """A question; `now` names a board for the next spins and their number, `then` that of round 2 and the questions."""
    next_spins = NextSpins(boards.find_revision(now[0]), now[1]) if now else None
    next_round = NextRound(boards.find_revision(then[0]), then[1]) if then else None
    rules = Rules.preset(preset).with_options(options)
    return Question(Position.parse(notation), boards.find_revision(board), rules, next_spins, next_round=next_round)


def publish(slug: str, *squares: str, round_: int = 2) -> BoardRevision:
    content = Board.from_json(tiny(*squares).to_json() | {"id": slug, "name": slug, "round": round_})
    return boards.publish(content, author="somebody", must_be_new=True, label=f"{slug.title()} board").revision


QUESTIONS: dict[str, dict[str, Any]] = {
    "": {},
    "board=pyl-classic-r2": {"board": CLASSIC},
    f"board={ROUND_1}": {"board": ROUND_1},
    "rules=seed": {"preset": "seed"},
    "ties=joint": {"ties": "joint"},
    "rules=seed&cap=30000": {"preset": "seed", "cap": 30000},
    "opponents=aggressive": {"opponents": "aggressive"},
    "opponents=optimal%2Fcautious%2F3000": {"opponents": "optimal/cautious/3000"},
    "goal=blend&win_worth=8000": {"goal": "blend", "win_worth": 8000},
    "house=play&weights=mover": {"house": "play", "weights": "mover"},
    f"now={CLASSIC}&spins=2": {"now": (CLASSIC, 2)},
    f"now={CLASSIC}&spins=3": {"now": (CLASSIC, 3)},
    f"now={ROUND_1}&spins=2": {"now": (ROUND_1, 2)},
    f"board={ROUND_1}&then={ROUND_2}&questions=4": {"board": ROUND_1, "then": (ROUND_2, 4)},
    f"board={ROUND_1}&then={ROUND_2}&questions=0": {"board": ROUND_1, "then": (ROUND_2, 0)},
    f"board={ROUND_1}&then=abc-2019-r2&questions=4": {"board": ROUND_1, "then": ("abc-2019-r2", 4)},
    f"board=pyl-1983-09-r1&then={ROUND_2}&questions=4": {"board": "pyl-1983-09-r1", "then": (ROUND_2, 4)},
}


@pytest.mark.parametrize("query", QUESTIONS)
def test_what_is_not_the_default_stands_in_the_query_and_in_the_row(client: Client, query: str) -> None:
    made = asked(**QUESTIONS[query])
    assert build_address(made) == f"/p/{NOTATION}" + f"?{query}" * bool(query)
    client.get(build_address(made))
    assert Analysis.objects.get(key=made.key).question == made


def test_the_identity_is_everything_that_matters() -> None:
    made = [*(asked(**options) for options in QUESTIONS.values()), asked(notation="8000e2,3000,0@1")]
    assert len({question.key for question in made}) == len(made)
    assert asked().key == asked(ties="split").key


@pytest.mark.parametrize(
    ("query", "leads_to"),
    [
        (f"now={boards.DEFAULT_BOARD}&spins=2", {}),
        (f"now={CLASSIC}&spins=0", {}),
        ("now=&spins=", {}),
        ("ties=split", {}),
        ("round=1", {"board": ROUND_1, "then": (ROUND_2, 4)}),
        (f"board={ROUND_1}&round=1", {"board": ROUND_1, "then": (ROUND_2, 4)}),
        (f"board={ROUND_1}&round=2", {"board": ROUND_1}),
    ],
)
def test_other_ways_to_write_it_lead_to_the_address(client: Client, query: str, leads_to: dict[str, Any]) -> None:
    assert client.get(f"/p/{NOTATION}?{query}")["Location"] == build_address(asked(**leads_to))


PINNED = {
    f"now={CLASSIC}.1&spins=2": {"now": (CLASSIC, 2)},
    f"board={ROUND_2}.1&now={CLASSIC}&spins=2": {"now": (CLASSIC, 2)},
    f"board={ROUND_1}.1&then={ROUND_2}&questions=4": {"board": ROUND_1, "then": (ROUND_2, 4)},
    f"board={ROUND_1}&then={ROUND_2}.1&questions=4": {"board": ROUND_1, "then": (ROUND_2, 4)},
}


@pytest.mark.parametrize("half", PINNED)
def test_half_pinned_it_leads_to_the_pinned_one_which_stays(client: Client, half: str) -> None:
    led = client.get(f"/p/{NOTATION}?{half}")["Location"]
    assert led == build_address(asked(**PINNED[half]), is_pinned=True)  # type: ignore[arg-type]
    assert led.count(".1&") == 2
    assert client.get(led).status_code == 200


@pytest.mark.parametrize(
    ("made", "plain", "pinned"),
    [
        ({"now": ("new", 2)}, "?now=new.1&spins=2", f"?board={ROUND_2}.1&now=new.1&spins=2"),
        (
            {"board": ROUND_1, "then": ("new", 3)},
            f"?board={ROUND_1}&then=new.1&questions=3",
            f"?board={ROUND_1}.1&then=new.1&questions=3",
        ),
    ],
)
def test_it_keeps_its_revisions_when_there_are_newer_ones(made: dict[str, Any], plain: str, pinned: str) -> None:
    publish("new", "500", "W")
    question = asked(**made)
    assert build_address(question, is_pinned=True) == f"/p/{NOTATION}{pinned}"
    second = publish("new", "600", "W")
    assert build_address(question, is_pinned=True) == f"/p/{NOTATION}{pinned}"
    assert build_address(question) == f"/p/{NOTATION}{plain}"
    again = question.on_newest_boards
    assert [revision.revision for revision in (again.next_spins, again.next_round) if revision] == [second]
    assert replace(again, next_spins=question.next_spins, next_round=question.next_round) == question


def test_a_revision_that_a_question_is_about_cannot_be_deleted() -> None:
    revision = publish("early", "500", "W")
    services.get_or_start_analysis(asked(now=("early", 2)))
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM boards_boardrevision WHERE id = %s", [revision.pk])
