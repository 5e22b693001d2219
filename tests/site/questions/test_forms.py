from typing import Any

import pytest

from engine import Position, Rules, preset_boards
from pressorpass_site.boards import services as boards
from pressorpass_site.questions.address import address
from pressorpass_site.questions.forms import PodiumForm
from pressorpass_site.questions.question import Question

pytestmark = pytest.mark.usefixtures("loaded_boards")


def typed(**changes: str) -> dict[str, str]:
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


def test_reads_the_podiums() -> None:
    assert notation(typed()) == "8000e3,3000,0@1"
    assert notation(typed(seat1_score="8k", seat2_score="$2.5K")) == "8000e3,2500,0@1"
    assert notation(typed(up="2", seat2_passed="2", seat3_whammies="4")) == "8000e3,3000p2,0w4@2"


def rows(form: PodiumForm) -> list[tuple[str, str, int, str]]:
    """What the podiums of a form show: score, spins, dots, Whammies."""
    shown = [podium["row"] for podium in form.podiums]
    return [(row["score"], row["spins"], len(row["dots"]), row["whammies"]) for row in shown]


def test_a_podium_shows_its_fields_in_words() -> None:
    form = PodiumForm(typed(seat2_passed="2", seat2_earned="1", seat2_whammies="1", seat3_whammies="4"))
    assert rows(form) == [
        ("$8,000", "3 spins", 3, "0 Whammies"),
        ("$3000", "1 + 2 passed", 3, "1 Whammy"),
        ("Out", "", 0, "4 Whammies"),
    ]
    assert rows(PodiumForm(typed(seat1_earned="many", seat2_earned="1", seat3_passed="9"))) == [
        ("$8,000", "many spins", 0, "0 Whammies"),
        ("$3000", "1 spin", 1, "0 Whammies"),
        ("$0", "9 passed", 5, "0 Whammies"),
    ]


def test_blank_podiums_show_their_example() -> None:
    form = PodiumForm()
    assert form.is_blank
    assert [row[:2] for row in rows(form)] == [("$8,000", "3 spins"), ("$3,000", "0 spins"), ("$0", "0 spins")]
    assert form.mover == "Left"
    assert not PodiumForm(UNTOUCHED).is_blank


@pytest.mark.parametrize(
    ("changes", "mover"),
    [
        ({"up": "2"}, "Center"),
        ({"up": "rules"}, "Left"),  # the only one with spins
        ({"up": "rules", "seat1_earned": "0", "seat3_passed": "1"}, "Right"),
        ({"up": "rules", "seat3_earned": "1"}, "they"),
    ],
)
def test_who_is_up_as_far_as_the_fields_say_it(changes: dict[str, str], mover: str) -> None:
    form = PodiumForm(typed(**changes))
    assert form.mover == mover
    assert [podium["name"] for podium in form.podiums if podium["is_up"]] == [mover] * (mover != "they")


def test_the_first_podium_with_something_wrong_is_open() -> None:
    form = PodiumForm(typed(seat2_score="lots", seat3_earned="99"))
    assert [podium["open"] for podium in form.podiums] == [False, True, False]


UNTOUCHED = {"up": "1", "line": "", "line_was": "", "seat1_score": "", "seat2_score": "", "seat3_score": " "}


def test_untouched_podiums_ask_their_example() -> None:
    assert notation(UNTOUCHED | {"seat1_earned": "0", "seat3_whammies": "0"}) == "8000e3,3000,0@1"
    form = PodiumForm(UNTOUCHED | {"rules": "seed"})
    assert form.is_valid()
    assert form.question
    assert form.question.rules == Rules.preset("seed")
    assert notation(UNTOUCHED | {"up": "rules"}) == "8000e3,3000,0@1"
    assert errors(UNTOUCHED | {"line_was": "8000e2,3000,0@1"})  # it was about something else


def test_a_blank_score_is_nothing_won() -> None:
    assert notation(typed(seat1_score="", seat2_score=" ")) == "0e3,0,0@1"
    assert notation(UNTOUCHED | {"seat2_earned": "1", "up": "rules"}) == "0,0e1,0@2"
    assert notation(UNTOUCHED | {"seat1_score": "8000", "seat1_earned": "1"}) == "8000e1,0,0@1"


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"seat1_score": "abc"}, "seat1_score", "isn’t an amount"),
        ({"seat2_score": "-500"}, "seat2_score", "negative"),
        ({"seat3_score": "1" + "0" * 30}, "seat3_score", "up to $999,999"),
        ({"seat3_score": "1e5"}, "seat3_score", "isn’t an amount"),
        ({"seat3_score": "x" * 100_000}, "seat3_score", "isn’t an amount"),
        ({"seat3_score": "8\x000"}, "seat3_score", "Null characters"),
        ({"seat1_earned": "99"}, "seat1_earned", "from 0 to 40"),
        ({"seat1_earned": "many"}, "seat1_earned", "isn’t a number of spins"),
        ({"seat2_passed": "-1"}, "seat2_passed", "negative"),
        ({"seat2_whammies": "5"}, "seat2_whammies", "0 to 4 Whammies"),
        ({"seat2_whammies": "x"}, "seat2_whammies", "0 to 4 Whammies"),
        ({"seat1_earned": "0"}, "seat1_earned", "Give at least one contestant a spin"),
        ({"seat1_earned": "30", "seat2_earned": "30"}, "seat1_earned", "40 spins together"),
        ({"up": "2"}, "up", "no spins"),
        ({"up": "3", "seat3_whammies": "4"}, "up", "out"),
        ({"up": "4"}, "up", "Choose who is up"),
        ({"up": ""}, "up", "Choose who is up"),
        ({"seat2_whammies": "4"}, "seat2_score", "no score"),
        ({"seat2_whammies": "4", "seat2_score": "0", "seat2_earned": "1"}, "seat2_earned", "holds no spins"),
        ({"board": "no-such-board"}, "board", "no board called"),
        ({"board": "pyl-1983-r2-partial"}, "board", "partly documented"),
        ({"board": "pyl-1985-02-r2.99"}, "board", "no board called"),
        ({"rules": "mine"}, "rules", "mine"),
        (
            {"option_cap": "lots"},
            "option_cap",
            "“lots” is not valid here. Enter a whole number of dollars from 1 to 10,000,000, or “auto” (a limit too high to matter)",
        ),
        ({"option_cap": "0"}, "option_cap", "from 1 to 10,000,000"),
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
        ({"line": "8000e3,3000w5,0"}, "line", "Whammies"),
        ({"line": "9" * 400}, "line", "300 characters"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(changes: dict[str, str], field: str, words: str) -> None:
    data = typed(**changes)
    if "line" in changes:  # a line that was typed into an otherwise empty form
        data |= {"seat1_score": "", "seat2_score": "", "seat3_score": "", "seat1_earned": ""}
    found = errors(data)
    assert list(found) == [field]
    assert words in str(found[field][0])


@pytest.mark.parametrize("amount", ["5,000", "$5000", "$ 5 000", " 5000 ", "\uff15\uff10\uff10\uff10"])
def test_amounts_among_the_rules_are_read_like_any_other(amount: str) -> None:
    form = PodiumForm(typed(option_max_lead=amount, option_unit="AUTO"))
    assert form.is_valid(), form.errors
    assert form.question
    assert (form.question.rules.max_lead, form.question.rules.unit) == (5000, None)


class TestOpponents:
    def option(self, **changes: str) -> str:
        form = PodiumForm(typed(**changes))
        assert form.is_valid(), form.errors
        assert form.question
        return form.question.rules.opponents

    def test_all_play_their_best_unless_told_otherwise(self) -> None:
        assert self.option() == "optimal"

    def test_alike_they_are_one_word_whatever_stands_at_the_one_up(self) -> None:
        assert self.option(opponent2="cautious", opponent3="cautious") == "cautious"
        assert self.option(opponent1="aggressive", opponent2="cautious", opponent3="cautious") == "cautious"

    def test_each_may_play_as_he_likes(self) -> None:
        assert self.option(opponent2="aggressive") == "optimal/aggressive/optimal"
        by_lead = {"opponent3": "lead", "opponent3_lead": "$3,000"}
        assert self.option(opponent2="cautious", **by_lead) == "optimal/cautious/3000"
        assert self.option(opponent2="lead", opponent2_lead="3000", **by_lead) == "3000"

    def test_the_one_up_plays_his_best(self) -> None:
        styles = {"opponent1": "cautious", "opponent2": "aggressive"}
        assert self.option(**styles) == "optimal/aggressive/optimal"
        assert self.option(up="2", seat2_earned="1", **styles) == "cautious/optimal/optimal"

    def test_what_is_chosen_for_the_one_up_stays_for_later(self) -> None:
        for changes, aside in (
            ({"opponent1": "cautious", "opponent2": "aggressive"}, "cautious"),
            ({"opponent1": "lead", "opponent1_lead": "3,000"}, "3000"),
            ({"opponent1": "cautious", "opponent2": "cautious", "opponent3": "cautious"}, ""),  # in the question
            ({"opponent1": "cautious", "bound": "on"}, ""),
            ({"opponent2": "cautious"}, ""),
            ({"opponent2": "cautious", "opponent3": "cautious"}, "optimal"),
        ):
            form = PodiumForm(typed(**changes))
            assert form.is_valid(), form.errors
            assert form.question
            assert form.mover_style == aside
            again = PodiumForm.about(form.question, form.mover_style)
            for field in ("opponent1", "opponent2", "opponent1_lead"):
                assert again[field].value() == changes.get(field, "" if "lead" in field else "optimal")
            assert bool(again.opponents[0][2]) == ("bound" not in changes and "opponent1" in changes)

    def test_unless_he_is_bound_too(self) -> None:
        styles = {"opponent1": "cautious", "bound": "on"}
        assert self.option(**styles) == "cautious/optimal/optimal"
        alike = {"opponent2": "cautious", "opponent3": "cautious"}
        assert self.option(**styles, **alike) == "cautious/cautious/cautious"
        assert self.option(bound="on", **alike) == "cautious"  # nothing is chosen for him
        assert self.option(up="2", seat2_earned="1", bound="on", opponent1="cautious") == "cautious/optimal/optimal"

    @pytest.mark.parametrize(
        ("changes", "field", "words"),
        [
            ({"opponent2": "rude"}, "opponent2", "rude"),
            ({"opponent2": "lead"}, "opponent2_lead", "Type the lead"),
            ({"opponent2": "lead", "opponent2_lead": "much"}, "opponent2_lead", "isn’t an amount"),
            ({"opponent2": "lead", "opponent2_lead": "-5"}, "opponent2_lead", "A lead can’t be negative"),
            ({"opponent2": "cautious", "opponent2_lead": "500"}, "opponent2_lead", "counts only with"),
        ],
    )
    def test_what_is_wrong_is_said_at_its_field(self, changes: dict[str, str], field: str, words: str) -> None:
        found = errors(typed(**changes))
        assert list(found) == [field]
        assert words in str(found[field][0])
        assert PodiumForm(typed(**changes)).options_open

    @pytest.mark.parametrize(
        "text",
        [
            "aggressive",
            "12000",
            "optimal/cautious/3000",
            "optimal/optimal/aggressive",
            "aggressive/optimal/optimal",
            "5000/cautious/cautious",
            "cautious/cautious/cautious",
        ],
    )
    def test_a_question_fills_the_fields_that_ask_it_again(self, text: str) -> None:
        rules = Rules.preset("show").with_options({"opponents": text})
        question = Question(Position.parse("8000e3,3000,0@1"), boards.find_revision(boards.DEFAULT_BOARD), rules)
        form = PodiumForm(PodiumForm.about(question).initial)
        assert form.is_valid(), form.errors
        assert form.question
        assert form.question.rules.opponents == text
        assert "1 changed rule" in PodiumForm.about(question).settings_line


class TestWhoStarts:
    @pytest.mark.parametrize(
        ("changes", "seat"),
        [
            ({"seat2_earned": "4", "seat3_earned": "1"}, 3),  # the lowest score
            ({"seat1_score": "0", "seat3_earned": "2"}, 3),  # level: fewer spins
            ({"seat1_score": "0", "seat3_earned": "3"}, 1),  # level in both: the left
            ({}, 1),  # only Left has spins
            ({"seat2_earned": "4", "seat3_earned": "1", "option_turn_order": "seat"}, 1),
            ({"seat2_passed": "4", "seat3_earned": "2", "option_turn_order": "receiver"}, 3),  # the first lap
        ],
    )
    def test_whoever_the_rules_say(self, changes: dict[str, str], seat: int) -> None:
        assert notation(typed(up="rules", **changes)).endswith(f"@{seat}")

    def test_nobody_can_start_without_spins(self) -> None:
        assert errors(typed(up="rules", seat1_earned="0")) == {"__all__": ["Give at least one contestant a spin."]}

    def test_of_two_who_received_the_numbers_do_not_tell_the_last(self) -> None:
        received = {"seat1_passed": "1", "seat2_passed": "4", "option_turn_order": "receiver"}
        assert list(errors(typed(up="rules", **received))) == ["up"]
        assert notation(typed(up="2", **received)).endswith("@2")

    def test_opponents_are_those_of_the_one_who_starts(self) -> None:
        form = PodiumForm(typed(up="rules", seat3_earned="1", opponent1="cautious", opponent3="aggressive"))
        assert form.is_valid(), form.errors
        assert form.question
        assert form.question.rules.opponents == "cautious/optimal/optimal"


def test_weights_by_seat_of_an_address_can_be_asked_again() -> None:
    rules = Rules.preset("show").with_options({"weights": "board/even/even"})
    question = Question(Position.parse("8000e3,3000,0@1"), boards.find_revision(boards.DEFAULT_BOARD), rules)
    form = PodiumForm(PodiumForm.about(question).initial)
    assert form.is_valid(), form.errors
    assert form.question
    assert form.question.key == question.key


def test_every_wrong_field_is_named_at_once_and_linked() -> None:
    form = PodiumForm(typed(seat1_score="a", seat2_score="-1", seat3_whammies="7", board="x"))
    assert not form.is_valid()
    targets = {problem["target"] for problem in form.problems}
    assert targets == {"id_seat1_score", "id_seat2_score", "id_seat3_whammies_0", "id_board"}
    assert {problem["where"] for problem in form.problems} >= {"Left, Score", "Board"}


class TestLine:
    def test_alone_it_counts(self) -> None:
        data = typed(line="$8,000 3 spins / 3000 / 0", seat1_score="", seat2_score="", seat3_score="", seat1_earned="")
        assert notation(data) == "8000e3,3000,0@1"

    def test_unchanged_it_gives_way_to_the_podiums(self) -> None:
        same = "8000e3,3000,0@1"
        assert notation(typed(line=same, line_was=same, seat2_score="4000")) == "8000e3,4000,0@1"

    def test_changed_by_hand_it_counts(self) -> None:
        data = typed(line="8000e2,3000,0@1", line_was="8000e3,3000,0@1")
        assert notation(data) == "8000e2,3000,0@1"

    def test_if_both_changed_and_differ_nothing_is_guessed(self) -> None:
        data = typed(line="8000e2,3000,0@1", line_was="8000e3,3000,0@1", seat2_score="5000")
        assert "both changed" in errors(data)["line"][0]

    def test_cleared_it_gives_way(self) -> None:
        assert notation(typed(line="", line_was="8000e2,3000,0@1")) == "8000e3,3000,0@1"


def test_a_question_fills_the_form_that_asks_it_again() -> None:
    question = Question(
        Position.parse("8000p2w1,3000e1,0w4@1"),
        boards.find_revision("pyl-classic-r2"),
        Rules.preset("seed").with_options({"ties": "joint", "prizes": 3000, "third_place_plays": True}),
    )
    initial = PodiumForm.about(question).initial
    form = PodiumForm({name: str(value) for name, value in initial.items()})
    assert form.is_valid(), form.errors
    assert form.question
    assert form.question.key == question.key
    assert address(form.question) == address(question)


def test_boards_that_answer_nothing_are_shown_but_cannot_be_chosen() -> None:
    html = str(PodiumForm()["board"])
    assert 'value="pyl-1983-r2-partial" disabled' in html
    assert 'value="pyl-1985-02-r2" selected' in html
    assert html.count("disabled") == len([each for each in preset_boards().values() if each.refusal]) == 7
