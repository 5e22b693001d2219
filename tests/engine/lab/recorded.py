"""Commands of the lab with what they printed, so that no figure or name changes unnoticed.

`commands.txt` has the commands. `make test` runs the first of each question, every third one and all that are refused, but
none after the line `# nightly`. This writes their output anew:
`python -m tests.engine.lab.recorded`, which keeps the recorded answers of old commands unless it is given `--all`.
"""

import json
import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from engine.cli import main
from tests.tier import SHARE

FOLDER = Path(__file__).parent
COMMANDS, ANSWERS = FOLDER / "commands.txt", FOLDER / "answers.jsonl"
NIGHTLY = "# nightly"


def commands() -> list[tuple[str, bool]]:
    """All commands without `python -m engine lab`, and whether they wait for the night, as most of each question do that are answered."""
    is_nightly, command_list, count_by_question = False, [], Counter[str]()
    refused_commands = {command for command, printed in recorded().items() if "error" in printed}
    for line in COMMANDS.read_text().splitlines():
        is_nightly = is_nightly or line == NIGHTLY
        if not line.startswith("#"):
            question = " ".join(line.split()[:2])
            command_list.append(
                (line, is_nightly or (count_by_question[question] % SHARE != 0 and line not in refused_commands))
            )
            count_by_question[question] += 1
    return command_list


def first_of_questions() -> set[str]:
    """The first command of each question, whose text for people is recorded, too."""
    first_commands: dict[str, str] = {}
    for command, _ in commands():
        first_commands.setdefault(" ".join(command.split()[:2]), command)
    return set(first_commands.values())


def printed(command: str, *, as_text: bool) -> dict[str, Any]:
    """What a command prints: its object or error, its exit status if that is not 0, and its text where asked for."""
    status, out, err = run(["lab", *shlex.split(command), "--json"])
    output: dict[str, Any] = {"error": err, "status": status} if status else {"json": json.loads(out)}
    if as_text and not status:
        output["text"] = run(["lab", *shlex.split(command)])[1]
    return output


def run(words: list[str]) -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(words)
    return status, out.getvalue(), err.getvalue()


def recorded() -> dict[str, dict[str, Any]]:
    """The recorded outputs by command."""
    lines = ANSWERS.read_text().splitlines() if ANSWERS.exists() else []
    return dict(map(json.loads, lines))


def lines(old: dict[str, dict[str, Any]]) -> Iterator[str]:
    """The record, line by line; what is in ``old`` is not run again."""
    texts = first_of_questions()
    for command, _ in commands():
        yield json.dumps([command, old.get(command) or printed(command, as_text=command in texts)])


if __name__ == "__main__":
    ANSWERS.write_text("\n".join(lines({} if "--all" in sys.argv else recorded())) + "\n")
