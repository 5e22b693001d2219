from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from engine import Rules, preset_boards
from pressorpass_site.questions.address import build_address
from pressorpass_site.questions.forms import PodiumForm
from pressorpass_site.questions.podiums import build_position_values
from pressorpass_site.questions.question import Question
from tests.site.markup import markup

from .test_address import CLASSIC, ROUND_1, ROUND_2, asked

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]


SAME = "8000e3,3000,0@1"
BLANK = dict.fromkeys(("seat1_score", "seat2_score", "seat3_score", "seat1_earned"), "")
UNTOUCHED = {"up": "1", "line": "", "line_was": "", "seat1_score": "", "seat2_score": "", "seat3_score": " "}
OF_ROUND_1 = ("round", "questions", "then")


def build_form_data(**changes: str) -> dict[str, str]:
    """A good form, with some fields typed differently."""
    data = {"up": "1", "line": "", "line_was": "", "seat1_earned": "3"}
    data |= {"seat1_score": "$8,000", "seat2_score": "3000", "seat3_score": "0"}
    return data | changes


def notation(data: dict[str, str]) -> str:
    form = PodiumForm(data)
    assert form.is_valid(), form.errors
    assert form.question
    return form.question.position.notation


def errors(data: dict[str, str]) -> dict[str, Any]:
    form = PodiumForm(data)
    assert not form.is_valid()
    assert form.question is None
    return dict(form.errors)


@pytest.mark.parametrize(
    ("changes", "position"),
    [
        ({}, SAME),
        ({"seat1_score": "8k", "seat2_score": "$2.5K"}, "8000e3,2500,0@1"),
        ({"up": "2", "seat2_passed": "2", "seat3_whammies": "4"}, "8000e3,3000p2,0w4@2"),
        ({"seat1_score": "", "seat2_score": " "}, "0e3,0,0@1"),  # a blank score is nothing won
        (BLANK | {"seat2_earned": "1", "up": "rules"}, "0,0e1,0@2"),
        # A line counts if it was typed.
        (BLANK | {"line": "$8,000 3 spins / 3000 / 0"}, SAME),  # alone it counts
        ({"line": SAME, "line_was": SAME, "seat2_score": "4000"}, "8000e3,4000,0@1"),  # unchanged it gives way
        ({"line": "8000e2,3000,0@1", "line_was": SAME}, "8000e2,3000,0@1"),  # changed by hand it counts
        ({"line": "", "line_was": "8000e2,3000,0@1"}, SAME),  # cleared it gives way
        # The contestant who is up by the rules.
        ({"up": "rules"}, SAME),  # only Left has spins
        ({"up": "rules", "seat2_earned": "4", "seat3_earned": "1"}, "8000e3,3000e4,0e1@3"),  # the lowest score
        ({"up": "rules", "seat1_score": "0", "seat3_earned": "2"}, "0e3,3000,0e2@3"),  # level: fewer spins
        ({"up": "rules", "seat1_score": "0", "seat3_earned": "3"}, "0e3,3000,0e3@1"),  # level in both: the left
        ({"up": "rules", "seat2_earned": "4", "seat3_earned": "1", "option_turn_order": "seat"}, "8000e3,3000e4,0e1@1"),
        (
            {"up": "rules", "seat2_passed": "4", "seat3_earned": "2", "option_turn_order": "receiver"},
            "8000e3,3000p4,0e2@3",  # the first lap
        ),
    ],
)
def test_the_podiums_and_the_line_are_read(changes: dict[str, str], position: str) -> None:
    assert notation(build_form_data(**changes)) == position


def rows(form: PodiumForm) -> list[tuple[str, str, int, str]]:
    """What the podiums of a form show: score, spins, dots, Whammies."""
    shown = [podium["row"] for podium in form.podiums]
    return [(podium["score"], podium["spins"], len(podium["dots"]), podium["whammies"]) for podium in shown]


def test_a_podium_shows_its_fields_in_words() -> None:
    form = PodiumForm(build_form_data(seat2_passed="2", seat2_earned="1", seat2_whammies="1", seat3_whammies="4"))
    assert rows(form) == [
        ("$8,000", "3 spins", 3, "0 Whammies"),
        ("$3000", "1 + 2 passed", 3, "1 Whammy"),
        ("Out", "", 0, "4 Whammies"),
    ]
    assert rows(PodiumForm(build_form_data(seat1_earned="many", seat2_earned="1", seat3_passed="9"))) == [
        ("$8,000", "many spins", 0, "0 Whammies"),
        ("$3000", "1 spin", 1, "0 Whammies"),
        ("$0", "9 passed", 5, "0 Whammies"),
    ]


def test_blank_podiums_show_their_example() -> None:
    form = PodiumForm()
    assert form.is_blank
    assert [row[:2] for row in rows(form)] == [("$8,000", "3 spins"), ("$3,000", "no spins"), ("$0", "no spins")]
    assert form.mover == "Left"
    assert not PodiumForm(UNTOUCHED).is_blank


def test_untouched_podiums_ask_their_example() -> None:
    assert notation(UNTOUCHED | {"seat1_earned": "0", "seat3_whammies": "0"}) == "8000e3,3000,0@1"
    form = PodiumForm(UNTOUCHED | {"rules": "seed"})
    assert form.is_valid()
    assert form.question
    assert form.question.rules == Rules.preset("seed")
    assert notation(UNTOUCHED | {"up": "rules"}) == "8000e3,3000,0@1"
    assert errors(UNTOUCHED | {"line_was": "8000e2,3000,0@1"})  # it was about something else


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"seat1_score": "abc"}, "seat1_score", "isn’t an amount"),
        ({"seat2_score": "-500"}, "seat2_score", "negative"),
        ({"seat3_score": "8\x000"}, "seat3_score", "Null characters"),
        ({"seat1_earned": "99"}, "seat1_earned", "from 0 to 40"),
        ({"seat1_earned": "many"}, "seat1_earned", "isn’t a number of spins"),
        ({"seat2_whammies": "5"}, "seat2_whammies", "0 to 4 Whammies"),
        ({"seat1_earned": "0"}, "seat1_earned", "Give at least one contestant a spin"),
        ({"seat1_earned": "30", "seat2_earned": "30"}, "seat1_earned", "40 spins together"),
        ({"up": "2"}, "up", "no spins"),
        ({"up": "3", "seat3_whammies": "4"}, "up", "out"),
        ({"up": "4"}, "up", "Choose who is up"),
        ({"seat2_whammies": "4"}, "seat2_score", "no score"),
        ({"seat2_whammies": "4", "seat2_score": "0", "seat2_earned": "1"}, "seat2_earned", "holds no spins"),
        ({"board": "no-such-board"}, "board", "no board called"),
        ({"board": "pyl-1983-r2-partial"}, "board", "partly documented"),
        ({"rules": "mine"}, "rules", "mine"),
        (
            {"option_cap": "lots"},
            "option_cap",
            "“lots” is not valid here. Enter a whole number of dollars from 1 to 10,000,000, or “auto” (a limit too high to matter)",
        ),
        ({"option_win_worth": "1,2"}, "option_win_worth", "Enter a whole number of dollars from 0 to 10,000,000."),
        (
            {"option_win_worth": "8,000"},
            "option_win_worth",
            "applies only when all contestants play “for the money and",
        ),
        ({"option_max_lead": "10000001"}, "option_max_lead", "from 0 to 10,000,000"),
        (
            {"option_reduce": "2"},
            "option_reduce",
            "Enter a whole number from 3 to 10,000,000, or “none” (all outcomes of the board)",
        ),
        ({"option_ties": "never"}, "option_ties", "never"),
        ({"line": "8000e3,x,0"}, "line", "Character 8"),
        ({"line": "9" * 400}, "line", "300 characters"),
        ({"line": "8000e2,3000,0@1", "line_was": SAME, "seat2_score": "5000"}, "line", "both changed"),
        ({"up": "rules", "seat1_earned": "0"}, "__all__", "Give at least one contestant a spin."),
        ({"opponent2": "rude"}, "opponent2", "rude"),
        ({"opponent2": "lead"}, "opponent2_lead", "Type the lead"),
        ({"opponent2": "lead", "opponent2_lead": "-5"}, "opponent2_lead", "A lead can’t be negative"),
        ({"opponent2": "cautious", "opponent2_lead": "500"}, "opponent2_lead", "counts only with"),
        ({"now": CLASSIC, "spins": "9"}, "spins", "Spins go from 0 to 6"),
        ({"now": CLASSIC, "spins": ""}, "spins", "Enter the number of spins"),
        ({"now": "", "spins": "2"}, "now", "Choose the board"),
        ({"now": ROUND_2, "spins": "2"}, "now", "This is already the board of the game"),
        ({"now": "nope", "spins": "2"}, "now", "no board called “nope”"),
        ({"now": "pyl-1983-r2-partial", "spins": "2"}, "now", "only partly documented"),
        ({"board": ROUND_1, "questions": "6"}, "questions", "Questions go from 0 to 5"),
        ({"board": ROUND_1, "questions": "some"}, "questions", "isn’t a number of questions"),
        ({"board": ROUND_1, "then": "nope"}, "then", "no board called “nope”"),
        ({"board": ROUND_1, "then": "abc-2019-bonus1"}, "then", "bonus game"),
        ({"board": ROUND_1, "round": "2", "questions": "3"}, "questions", "Round 2 is the last round"),
        ({"board": ROUND_2, "questions": "3"}, "questions", "Round 2 is the last round"),
        ({"board": ROUND_1, "round": "9"}, "round", "The round is 1"),
        ({"board": ROUND_1, "method": "bounded"}, "method", "no guaranteed ranges"),
        ({"method": "bounded", "option_goal": "money"}, "method", "Only chances to win"),
        ({"method": "bounded", "now": CLASSIC, "spins": "2"}, "method", "where the board changes"),
        ({"board": ROUND_1, "option_goal": "money"}, "option_goal", ""),
        ({"board": ROUND_1, "now": ROUND_2, "spins": "1"}, "now", "on one board"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(changes: dict[str, str], field: str, words: str) -> None:
    data = build_form_data(**changes)
    if list(changes) == ["line"]:  # typed into an otherwise empty form
        data |= BLANK
    form = PodiumForm(data)
    assert (form.is_valid(), form.question, list(form.errors)) == (False, None, [field])
    assert words in str(form.errors[field][0])
    assert form.options_open == field.startswith(
        ("option", "opponent", "now", "spins", *OF_ROUND_1, "method", "board", "rules")
    )
    assert form.round_open == (field in OF_ROUND_1)


@pytest.mark.parametrize("amount", ["5,000", "$5000", "$ 5 000", " 5000 ", "\uff15\uff10\uff10\uff10"])
def test_amounts_among_the_rules_are_read_like_any_other(amount: str) -> None:
    form = PodiumForm(build_form_data(option_max_lead=amount, option_unit="AUTO"))
    assert form.is_valid(), form.errors
    assert form.question
    assert (form.question.rules.max_lead, form.question.rules.unit) == (5000, None)


def asking(**changes: str) -> Question:
    form = PodiumForm(build_form_data(**changes))
    assert form.is_valid(), form.errors
    assert form.question
    return form.question


ALIKE, BY_LEAD = {"opponent2": "cautious", "opponent3": "cautious"}, {"opponent3": "lead", "opponent3_lead": "$3,000"}
STYLES, BOUND = {"opponent1": "cautious", "opponent2": "aggressive"}, {"opponent1": "cautious", "bound": "on"}
OTHER_UP = {"up": "2", "seat2_earned": "1"}


class TestOpponents:
    @pytest.mark.parametrize(
        ("changes", "opponents"),
        [
            ({}, "optimal"),
            (ALIKE, "cautious"),
            (ALIKE | {"opponent1": "aggressive"}, "cautious"),
            ({"opponent2": "aggressive"}, "optimal/aggressive/optimal"),
            ({"opponent2": "cautious", **BY_LEAD}, "optimal/cautious/3000"),
            ({"opponent2": "lead", "opponent2_lead": "3000", **BY_LEAD}, "3000"),
            (STYLES, "optimal/aggressive/optimal"),  # the one up plays his best
            (STYLES | OTHER_UP, "cautious/optimal/optimal"),
            (BOUND, "cautious/optimal/optimal"),  # unless he is bound too
            (BOUND | ALIKE, "cautious/cautious/cautious"),
            (ALIKE | {"bound": "on"}, "cautious"),  # nothing is chosen for him
            (BOUND | OTHER_UP, "cautious/optimal/optimal"),
            (
                {"up": "rules", "seat3_earned": "1", "opponent1": "cautious", "opponent3": "aggressive"},
                "cautious/optimal/optimal",  # Right starts
            ),
        ],
    )
    def test_each_plays_as_is_chosen(self, changes: dict[str, str], opponents: str) -> None:
        assert asking(**changes).rules.opponents == opponents


def test_every_wrong_field_is_named_at_once_and_linked() -> None:
    form = PodiumForm(build_form_data(seat1_score="a", seat2_score="-1", seat3_whammies="7", board="x"))
    assert not form.is_valid()
    targets = {problem["target"] for problem in form.problems}
    assert targets == {"id_seat1_score", "id_seat2_score", "id_seat3_whammies_0", "id_board"}
    assert {problem["where"] for problem in form.problems} >= {"Left, Score", "Board"}


def test_boards_that_answer_nothing_are_shown_but_cannot_be_chosen() -> None:
    html = str(PodiumForm()["board"])
    assert 'value="pyl-1983-r2-partial" disabled' in html
    assert 'value="pyl-1985-02-r2" selected' in html
    assert (
        html.count("disabled")
        == len([preset_board for preset_board in preset_boards().values() if preset_board.refusal])
        == 7
    )


@pytest.mark.parametrize(
    ("changes", "next_spins", "then"),
    [
        ({"now": "", "spins": "0"}, None, None),
        ({"now": CLASSIC, "spins": "0"}, None, None),
        ({"now": CLASSIC, "spins": "1"}, (CLASSIC, 1), None),
        ({"now": CLASSIC, "spins": "6"}, (CLASSIC, 6), None),
        ({"board": ROUND_1}, None, (ROUND_2, 4)),
        ({"board": ROUND_1, "questions": "2", "then": CLASSIC}, None, (CLASSIC, 2)),
        ({"board": ROUND_1, "round": "2"}, None, None),
        ({"round": "1"}, None, (ROUND_2, 4)),
    ],
)
def test_other_boards_are_read(
    changes: dict[str, str], next_spins: tuple[str, int] | None, then: tuple[str, int] | None
) -> None:
    wanted = asked(now=next_spins, then=then)
    question = asking(**changes)
    assert (question.next_spins, question.next_round) == (wanted.next_spins, wanted.next_round)


FOLLOWING = "4 questions, then the February 1985 board"
AGAIN: list[tuple[dict[str, Any], str]] = [
    *(
        ({"opponents": text}, "1 changed rule")
        for text in (
            *("aggressive", "12000", "optimal/cautious/3000", "optimal/optimal/aggressive", "5000/cautious/cautious"),
            *("aggressive/optimal/optimal", "cautious/cautious/cautious"),
        )
    ),
    ({"weights": "board/even/even"}, "1 changed rule"),
    (
        {"notation": "8000p2w1,3000e1,0w4@1", "board": CLASSIC, "preset": "seed", "ties": "joint", "prizes": 3000}
        | {"third_place_plays": True},
        "3 changed rules",
    ),
    ({"now": (CLASSIC, 2)}, "Composite classic board for 2 spins, then February 1985 board · "),
    ({"board": ROUND_1, "then": (ROUND_2, 4)}, f"September 1984 board, round 1 · {FOLLOWING} · standard rules"),
    ({"board": ROUND_1}, "September 1984 board, round 1 · standard rules"),
]


@pytest.mark.parametrize(("made", "line"), AGAIN)
def test_a_question_fills_the_fields_that_ask_it_again(made: dict[str, Any], line: str) -> None:
    question = asked(**made)
    form = PodiumForm.from_question(question)
    assert line in form.settings_line
    again = PodiumForm({name: str(value) for name, value in form.initial.items() if value is not False})
    assert again.is_valid(), again.errors
    assert again.question
    assert (again.question.key, build_address(again.question)) == (question.key, build_address(question))


def test_what_is_usual_after_round_1_follows_the_board() -> None:
    """A change of the board alone asks as one would on it."""
    initial = PodiumForm.from_question(asked(ROUND_1, then=(ROUND_2, 4))).initial
    for board, then in (("abc-2019-r1", "abc-2019-r2"), (ROUND_2, "")):
        form = PodiumForm(initial | {"board": board})
        assert form.is_valid(), form.errors
        assert form.question
        assert (form.question.next_round.revision.board.slug if form.question.next_round else "") == then


@pytest.mark.parametrize(("made", "line"), AGAIN)
def test_settings_that_are_not_opened_are_sent_and_fetched_as_they_are(made: dict[str, Any], line: str) -> None:
    question = asked(**made)
    form = PodiumForm.from_question(question)
    again = PodiumForm(build_position_values(question.position) | form.settings_values)
    assert again.is_valid(), again.errors
    assert again.question == question
    fetched = PodiumForm(initial=QueryDict(form.settings_query).dict())
    assert line in fetched.settings_line
    assert fetched.settings_values == form.settings_values == again.settings_values


def test_board_and_rules_are_a_part_and_a_page_on_which_nothing_typed_is_lost(client: Client) -> None:
    typed = {
        "up": "2",
        "seat1_score": "8k?",
        "line": "",
        "board": CLASSIC,
        "option_ties": "joint",
        "opponent1": "nobody",
    }
    part = markup(client.get("/ask/settings/", typed, headers={"Part-Request": "true"}))
    assert part.startswith('<div class="columns field--wide" id="settings-fields">')
    page = markup(client.get("/ask/settings/", typed))
    assert "Board and rules</h1>" in page
    assert '<details class="settings" open>' in page
    assert 'name="seat1_score" value="8k?"' in page
    for shown in (part, page):
        assert f'<option value="{CLASSIC}" selected>' in shown
        assert '<option value="joint" selected>' in shown
    assert "Your boards" not in part
    client.post("/boards/own/copy/", {"board": CLASSIC}, headers={"Origin": "http://testserver"})
    assert "Your boards" in markup(client.get("/ask/settings/", headers={"Part-Request": "true"}))
