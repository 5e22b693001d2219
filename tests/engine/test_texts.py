"""The tables of what became of each item of the texts that the project began with: every command in them works."""

import io
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path

import pytest

from engine.cli import main

TEXTS = Path(__file__).parent / "texts"
COLUMNS = ["Item of the text", "Works, by which command", "Not built, why"]
PAGES = ["techniques", "lab", "pig", "hog", "tree", "yahtzee", "sebastian", "betsy"]
COMMAND = re.compile(r"`python -m engine ([^`]+)`(?: \(exit (\d)\))?")


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def rows(page: str) -> list[list[str]]:
    """The rows of all tables of a page."""
    text = (TEXTS / f"{page}.md").read_text(encoding="utf-8")
    lines = [cells(line) for line in text.splitlines() if line.startswith("| ")]
    assert lines, f"{page} has no items"
    return [line for line in lines if line != COLUMNS]


ALL = [(page, number, row) for page in PAGES for number, row in enumerate(rows(page), 1)]
LONG = ("yahtzee", "sebastian")  # pages whose commands take long


def waits(page: str, number: int) -> bool:
    """Whether a line is left to `make nightly`: `make test` tries every second one, of long pages every fourth."""
    return number % (4 if page in LONG else 2) != 1


TRIED = [pytest.param(*item, id=f"{item[0]}-{item[1]}", marks=[pytest.mark.nightly] * waits(*item[:2])) for item in ALL]


@pytest.mark.parametrize(("text", "number", "row"), TRIED)
def test_an_item_works_as_its_line_says_or_says_why_it_does_not(text: str, number: int, row: list[str]):
    item, works, why = row
    assert item
    assert bool(works) != bool(why), "it either works or is not built"
    commands = COMMAND.findall(works)
    assert commands or why
    output = ""
    for words, status in commands:
        ended, printed = run_command(words)
        assert ended == int(status or 0), printed
        output += printed
    numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", output.replace(",", " "))]
    for figure in re.findall(r"\*\*([^*]+)\*\*", works):
        assert is_shown(figure, output, numbers), f"{figure} is not in what was printed:\n{output[:2000]}"


@cache
def run_command(words: str) -> tuple[int, str]:
    """The exit status of a command, and all that it prints; one in six stands in several tables."""
    output = io.StringIO()
    with redirect_stdout(output), redirect_stderr(output):
        status = main(shlex.split(words))
    return status, output.getvalue()


def is_shown(figure: str, output: str, numbers: list[float]) -> bool:
    """Whether the output has a word, or a number that is this one when rounded as it is."""
    if re.search(rf"(?<![\w.]){re.escape(figure)}(?!\w)", output):
        return True
    plain = figure.replace(",", "").removesuffix("%").replace("−", "-")
    if not re.fullmatch(r"-?\d*\.?\d+", plain):
        return False
    half = 0.5 * 10.0 ** -len(plain.partition(".")[2])
    return any(abs(number - float(plain)) <= half * (1 + 1e-9) for number in numbers)


def test_no_command_of_the_tables_is_overlooked():
    for page, number, (_, works, _) in ALL:
        assert works.count("python -m engine") == len(COMMAND.findall(works)), f"{page}, row {number}"
