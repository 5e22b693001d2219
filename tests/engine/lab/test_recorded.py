"""The lab's commands print what they have always printed: every question, and every option at least once."""

import math
import shlex
from typing import Any

import pytest

from engine.lab import GAMES
from tests.engine.lab import recorded

COMMANDS = recorded.commands()
OUTPUTS = recorded.recorded()
FIRST = recorded.first_of_questions()
# The answer of one is a file of this machine, that of the other depends on its speed.
NOT_RECORDED = {("yahtzee", "table"), ("sebastian", "table"), ("betsy", "play")}
NEAR = 1e-9  # other machines round the last digits otherwise


@pytest.mark.parametrize(
    "command",
    [pytest.param(command, marks=pytest.mark.nightly if is_nightly else ()) for command, is_nightly in COMMANDS],
)
def test_a_command_prints_what_it_printed(command: str) -> None:
    expected, output = OUTPUTS[command], recorded.printed(command, as_text=command in FIRST)
    assert output.keys() == expected.keys()
    for part, value in expected.items():
        assert same(output[part], value), f"{part}: {output[part]} instead of {value}"


def test_every_option_of_every_question_is_recorded() -> None:
    words = [shlex.split(command) for command, _ in COMMANDS]
    for game in GAMES:
        for question in game.questions:
            if (game.name, question.name) in NOT_RECORDED:
                continue
            recorded_options = {
                word
                for command_words in words
                if command_words[:2] == [game.name, question.name]
                for word in command_words[2:]
            }
            missing = [option.name for option in question.options if f"--{option.name}" not in recorded_options]
            assert not missing, f"{game.name} {question.name}: add a command with --{missing[0]}"


def test_each_recorded_command_is_run() -> None:
    assert list(OUTPUTS) == [command for command, _ in COMMANDS]


def same(actual: Any, expected: Any) -> bool:
    """Whether two JSON values agree, numbers except for their last digits; names in the same order, too."""
    if isinstance(expected, dict):
        return list(actual) == list(expected) and all(same(actual[name], item) for name, item in expected.items())
    if isinstance(expected, list):
        return len(actual) == len(expected) and all(map(same, actual, expected))
    if isinstance(expected, float):
        return isinstance(actual, float) and math.isclose(actual, expected, rel_tol=NEAR, abs_tol=1e-11)
    return bool(actual == expected) and type(actual) is type(expected)
