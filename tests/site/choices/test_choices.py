"""Choice squares: what to take, found by a job, on pages of their own and beside an answer."""

from html import escape
from typing import Any

import pytest
from django.test import Client

from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.tasks import jobs as solver
from pressorpass_site.answers.choices import services
from pressorpass_site.answers.choices.answer import ChoiceAnswer
from pressorpass_site.answers.choices.tasks import jobs
from pressorpass_site.answers.models import ChoiceAnalysis
from pressorpass_site.work.models import Status
from tests.site.conftest import Ask
from tests.site.markup import markup
from tests.site.work.by_hand import run_all, run_next

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

# Quick to answer: a spin or two.
POSITION = "3000e1w2,2500,2000@1"
PAGE = f"/choose/{POSITION}"
SHOWS = "8:500+,10:w"
SENT = f"{PAGE}?square=9&s8=500%2B&d8=&s10=w&d10="


def solved(choice_analysis: ChoiceAnalysis) -> ChoiceAnalysis:
    """Do what a worker would do."""
    run_next(jobs)
    choice_analysis.refresh_from_db()
    return choice_analysis


def asked(question: Any, square: int = 9, shows: str = SHOWS) -> ChoiceAnalysis:
    return services.get_or_start_choice(question, square, shows)


def test_what_to_take(question: Ask) -> None:
    choice_analysis = solved(asked(question(POSITION, "show")))
    assert choice_analysis.status == Status.DONE
    assert choice_analysis.answer
    assert choice_analysis.answer.word == "Take square 8: $500 + one spin."
    assert choice_analysis.answer.sentence == "Left wins 78.6% with $500 + one spin, 0% with Whammy."
    assert choice_analysis.answer.margin == "79 wins in 100"
    assert [(take.what, take.square, take.badge, take.best) for take in choice_analysis.answer.takes] == [
        ("$500 + one spin", 8, "Exact", True),
        ("Whammy", 10, "Exact", False),
    ]


def test_a_later_answer_is_not_worse(question: Ask) -> None:
    choice_analysis = asked(question(POSITION, "show"))
    solved(choice_analysis)
    assert choice_analysis.result
    best = choice_analysis.result["takes"][0]
    rough = {**best, "win": [0.5, 0.3, 0.2], "error": [0.1, 0.1, 0.1], "method": "estimated"}
    choice_analysis.result["takes"][0] = rough
    ChoiceAnalysis.objects.filter(pk=choice_analysis.pk).update(result=choice_analysis.result, status=Status.FAILED)
    choice_analysis.refresh_from_db()
    choice_analysis = solved(services.retry(choice_analysis))
    assert choice_analysis.result["takes"][0]["win"] == best["win"]
    assert choice_analysis.version == 2


def test_what_answer_pages_know_is_used(question: Ask) -> None:
    asked_before = question("3500e1w2,2500,2000@1", "show")
    analysis = analyses.get_or_start_analysis(asked_before)
    run_all(solver)
    analysis.refresh_from_db()
    assert analysis.result
    analysis.result["actions"]["press"]["win"] = [0.123, 0.5, 0.377]
    analysis.result["actions"]["pass"] = None
    analysis.save()
    choice_analysis = solved(asked(question(POSITION, "show")))
    assert choice_analysis.result
    assert [take["win"][0] for take in choice_analysis.result["takes"]] == [0.123, 0.0]


@pytest.mark.parametrize(
    ("margin", "error", "word"),
    [
        (0.1, 0.01, "Take square 8: $500 + one spin."),
        (0.01, 0.02, "Can’t tell."),
        (0.01, 0.009, "Toss-up."),
        (0.0005, 0.001, "Toss-up."),
        (0.009, 0.001, "Toss-up."),
    ],
)
def test_no_more_is_said_than_is_known(margin: float, error: float, word: str) -> None:
    takes = [
        {
            "take": f"{what} on square {square}",
            "square": square,
            "kind": "money",
            "spin": False,
            "positions": [],
            "win": [chance, 1 - chance, 0.0],
            "error": [error, error, 0.0],
            "method": "estimated",
        }
        for what, square, chance in (("$500 + one spin", 8, 0.5 + margin), ("$500", 10, 0.5))
    ]
    result = {"position": POSITION, "takes": takes, "margin": margin, "too_close": margin < 2.8 * error, "notes": []}
    answer = ChoiceAnswer(result)
    assert answer.word == word
    assert bool(answer.margin) == word.startswith("Take")
    assert "±" in answer.takes[0].mover.text


def test_equal_for_certain(question: Ask) -> None:
    answer = solved(asked(question("3000p1w1,2500,0@1", "show"), 15, "")).answer
    assert answer
    assert (answer.word, answer.margin) == ("Toss-up.", "")
    assert answer.sentence == "Left wins 100% with $2,000 and with one Whammy off alike."


def test_nothing_else_on_offer(question: Ask) -> None:
    answer = solved(asked(question("3000p1,2500,0@1", "show"), 12, "4:3000+")).answer
    assert answer
    assert answer.word == "Only $3,000 + one spin."


def test_the_page_of_a_choice(client: Client) -> None:
    address = f"{PAGE}?square=9&shows=8:500%2B,10:w"
    assert "Solving…" in markup(client.get(address))
    solved(ChoiceAnalysis.objects.get())
    page = markup(client.get(address))
    assert f'<meta property="og:url" content="http://testserver{escape(address)}">' in page
    assert "<title>Take square 8: $500 + one spin. 3000e1w2,2500,2000@1 · Press or Pass</title>" in page
    assert 'href="/p/3500e1w2,2500,2000@1?trail=3000e1w2,2500,2000@1~500s">$500 + one spin</a>' in page
    assert '<option value="500+" selected>' in page


def test_errors_stand_beside_the_fields_and_nothing_is_lost(client: Client) -> None:
    response = client.get(f"{PAGE}?square=9&s8=other&d8=7,5&s10=&d10=1234")
    page = markup(response)
    assert response.status_code == 422
    assert "isn’t an amount of money" in page
    assert "Choose what square 10 shows." in page
    assert 'value="7,5"' in page
    assert 'value="1234"' in page
    assert '<option value="other" selected>' in page


@pytest.mark.parametrize(
    ("query", "shows"),
    [
        ("s8=other%2B&d8=$1,250&s10=p&d10=2190", "8:1250%2B,10:p2190"),
        ("s8=other&d8=1.5k&s10=p&d10=", "8:1500,10:p"),
        ("s8=500%2B&d8=77&s10=p&d10=", "8:500%2B,10:p"),
    ],
)
def test_amounts_that_the_board_does_not_show(client: Client, query: str, shows: str) -> None:
    address = f"{PAGE}?square=9&shows={shows}"
    assert client.get(f"{PAGE}?square=9&{query}")["Location"] == address
    page = markup(client.get(address))
    if "other" in query:
        assert f'<option value="{"other+" if "%2B&d8=$" in query else "other"}" selected>' in page


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("?square=9&shows=8:500%2B", "Square 10 is on offer too: say what is shown there."),
        ("?square=9&shows=8:xyz", "“xyz” is not a slide."),
        ("?square=3", "Square 3 of the board pyl-1985-02-r2 has no choice."),
        ("?square=9&shows=8:999999,10:w", "With $999,999 on square 8 the score would be more than $999,999."),
        ("?square=nine", "“nine” is not the number of a square."),
        ("?shows=8:500", "not on which square the light stopped"),
    ],
)
def test_addresses_that_ask_nothing(client: Client, query: str, message: str) -> None:
    response = client.get(PAGE + query)
    assert response.status_code == 422
    assert message in markup(response)
    assert not ChoiceAnalysis.objects.exists()


def test_an_address_without_a_position(client: Client) -> None:
    assert "The position before the spin" in markup(client.get("/choose/"))
    response = client.get("/choose/nonsense?rules=seed")
    assert response.status_code == 404
    assert 'value="nonsense"' in markup(response)
    assert client.get("/choose/?position=8000e1,0,0@1&rules=seed")["Location"] == "/choose/8000e1,0,0@1?rules=seed"


def test_the_part_of_an_answer_page(client: Client) -> None:
    headers = {"Part-Request": "true"}
    blank = client.get(PAGE, headers=headers).content.decode()
    assert blank.count("<form") == 4  # slides that leave a choice
    assert "<html" not in blank
    client.get(SENT, headers=headers)
    choice_analysis = ChoiceAnalysis.objects.get()
    polled = f"/choose/answer/{choice_analysis.key}/?seen=0"
    assert client.get(polled, headers=headers).status_code == 204
    solved(choice_analysis)
    assert "Take square 8" in client.get(polled, headers=headers).content.decode()
    assert client.get(polled)["Location"] == f"{PAGE}?square=9&shows=8:500%2B,10:w"


def test_the_answer_page_has_the_card_where_there_is_a_choice(client: Client, question: Ask) -> None:
    for rules, offered in (("?rules=seed", True), ("?rules=seed&goal=money", False)):
        client.get(f"/p/8000e1,3000,0@1{rules}")
        run_all(solver)
        page = markup(client.get(f"/p/8000e1,3000,0@1{rules}"))
        assert ('data-part-get="/choose/8000e1,3000,0@1?rules=seed"' in page) is offered


def test_where_there_is_no_choice_the_page_says_why(client: Client) -> None:
    for query, reason in (
        ("?goal=money", "these rules are about dollars"),
        ("?now=pyl-1984-09-r1&spins=1", "the board stays the same"),
    ):
        assert reason in markup(client.get(PAGE + query))
    assert "no slide changes who wins" in markup(client.get("/choose/3000e1,0w4,0w4@1"))
