"""How the lab reads what is typed for an option."""

from contextlib import suppress

import pytest

from engine import InputError
from engine.lab import GAMES, ask
from engine.lab.options import whole_reader
from tools import lab_tables

# What str.strip() takes for blanks and int() does not.
SEPARATORS = "\x1c\x1d\x1e\x1f"


@pytest.mark.parametrize("blank", [" ", "\t", "\n", "\u3000", *SEPARATORS])
def test_blanks_around_a_number_count_for_nothing(blank: str) -> None:
    assert whole_reader(-100, 100)(f"{blank}78{blank}") == 78
    assert whole_reader(-100, 100)(f"{blank}-7{blank}") == -7


@pytest.mark.parametrize("blank", SEPARATORS)
def test_no_option_fails_on_a_blank_of_another_kind(blank: str) -> None:
    for game in GAMES:
        for question in game.questions:
            for option in question.options:
                for typed in ("0", "7", option.default or ""):
                    with suppress(InputError):
                        option.read(f"{blank}{typed}{blank}")


def test_half_a_character_can_be_shown_in_a_refusal() -> None:
    with pytest.raises(InputError, match="“�”") as refusal:
        whole_reader(1, 9)("\ud800")
    assert str(refusal.value) == refusal.value.message


def test_a_record_of_any_length_is_not_read() -> None:
    with pytest.raises(InputError, match="at most 20,000 characters"):
        ask("hog", "review", {"record": "0," * 10_001})


def test_an_option_of_another_question_is_refused() -> None:
    with pytest.raises(InputError) as refusal:
        ask("pig", "duel", {"policy": "optimal"})
    assert refusal.value.field == "policy"


def test_the_games_in_the_docs_are_as_declared() -> None:
    assert lab_tables.PAGE.read_text() == lab_tables.build_page(), "run python -m tools.lab_tables"
