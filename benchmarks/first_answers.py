"""The time of a first answer to any question, and how often there is none: ``python -m benchmarks.first_answers``.

Questions are drawn from everything that the site allows: huge scores, many spins, any rules, strange boards, a board that
changes. Each is asked in a new process, as the first question of a worker, and stopped after ``PATIENCE`` seconds of
processor time. Questions of ``KNOWN`` are printed first, then the slowest.

    python -m benchmarks.first_answers [COUNT [SEED]]
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine import Board, CancelFlag, Cancelled, InputError, Limits, NextSpinsBoard, Position, Rules, refine
from engine.errors import Unaffordable, Unsettled
from engine.game.board import DEFAULT_BOARD, preset_board, preset_ids

COUNT, SEED = 200, 1
CEILING = 3.0  # seconds of processor time that a first answer may take
PATIENCE = 10.0  # after which a question is given up
WAITS = (1.5, PATIENCE)  # seconds by the clock after which the share without an answer is told
GRACE = 60.0  # seconds by the clock, beyond which a solver does not react at all
SHOWN = 12
LIMITS = Limits(seconds=120, memory_bytes=4 * 2**30)
MEMORY = 8 * 2**30  # address space of a process beyond which it is a fault

KNOWN = (
    ("142483e7p1,79214e7w1,143296e6@1", {}),
    ("172054e4p2w1,35393e4w1,101358e5@1", {}),
    ("8000e3,3000,0@1", {}),
    ("102851e3,99400e2w1,87313e4@1", {}),
)


@dataclass(frozen=True)
class DrawnQuestion:
    """A question, and its text."""

    position: Position
    board: Board
    rules: Rules
    next_spins: NextSpinsBoard | None

    def __str__(self) -> str:
        usual = Rules().options()
        options = " ".join(f"{name}={value}" for name, value in self.rules.options().items() if usual[name] != value)
        now = "" if self.next_spins is None else f" --now {self.next_spins.board.id} --spins {self.next_spins.spins}"
        return f"{self.position.notation} --board {self.board.id}{now} {options}".rstrip()


@dataclass(frozen=True)
class FirstAnswer:
    """A first answer: seconds of processor time and by the clock, and its method, or the reason why there is none."""

    cpu: float
    wall: float
    what: str
    has_answer: bool = False


def draw_score(draw: random.Random) -> int:
    """Draw a score: usual, level with others, huge, or odd."""
    return draw.choice(
        [
            0,
            draw.randrange(0, 20_000, 50) + draw.randint(0, 1),
            draw.randrange(0, 20_000),
            draw.randrange(20_000, 200_000),
            draw.randrange(0, 999_999),
            999_999,
            12_345,
        ]
    )


def draw_position(draw: random.Random) -> Position:
    """Draw any position."""
    while True:
        most = draw.choice([2, 4, 8, 15, 25, 40])
        podiums = []
        for _ in range(3):
            if draw.random() < 0.1:
                podiums.append("0w4")
                continue
            earned, passed = (draw.choice([0, draw.randint(0, most)]) for _ in range(2))
            podiums.append(f"{draw_score(draw)}e{earned}p{passed}w{draw.choice([0, 0, 1, 2, 3])}")
        try:
            return Position.parse(f"{','.join(podiums)}@{draw.randint(1, 3)}")
        except InputError:
            continue


def draw_options(draw: random.Random) -> dict[str, Any]:
    """Draw any rules; mostly a few options differ from the show's."""

    def seats(words: Sequence[object]) -> str:
        return "/".join(str(draw.choice(words)) for _ in range(3))

    every: dict[str, Any] = {
        "ties": "joint",
        "turn_order": draw.choice(["seat", "cyclic"]),
        "level_opponents": "next_seat",
        "choices": "even",
        "lose_whammy": "money",
        "third_place_plays": True,
        "max_lead": draw.choice([0, 500, 7777, 100_000]),
        "cap_passes": True,
        "prizes": draw.choice(["pool", 1234, 100_000]),
        "cap": draw.choice([1, 1000, 20_000, 99_999, 10_000_000]),
        "goal": draw.choice(["money", "blend"]),
        "win_worth": draw.choice([0, 9_999_999]),
        "opponents": draw.choice(["aggressive", "cautious", "4321", seats(["optimal", "cautious", 3000])]),
        "house": "play",
        "weights": draw.choice(["even", "mover", seats(["board", "even"])]),
        "unit": draw.choice([1, 7, 50, 250, 1000, 10_000_000]),
        "reduce": draw.choice([3, 8, 50]),
        "reduce_from": draw.choice([2, 9, 30]),
    }
    chosen = draw.sample(sorted(every), draw.choice([0, 0, 1, 2, 3, 6]))
    return {name: every[name] for name in chosen}


def draw_board(draw: random.Random) -> Board:
    """Draw a board: a preset, one with other sums, or one that nobody would build."""
    if draw.random() < 0.5:
        return preset_board(DEFAULT_BOARD)
    complete = [board for board in map(preset_board, preset_ids()) if board.complete]
    board = draw.choice(complete)
    if board.bonus:
        board = replace(board, round="2")  # for its large sums
    kind = draw.choice(["as it is", "odd sums", "huge sums", "more spins", "large"])
    if kind == "as it is":
        return board
    data = board.to_json() | {"id": f"{board.id} ({kind})"}
    if kind == "large":
        data["squares"] = [{"number": n + 1, "slides": [_make_slide(draw, n, k) for k in range(20)]} for n in range(50)]
        return Board.from_json(data)
    for square in data["squares"]:
        for slide in square["slides"]:
            if "amount" in slide and slide["amount"] is not None:
                slide["amount"] += {"odd sums": draw.randint(0, 49), "huge sums": draw.randrange(900_000)}.get(kind, 0)
            if kind == "more spins" and slide["kind"] == "cash" and draw.random() < 0.5:
                slide["kind"] = "cash_spin"
    return Board.from_json(data)


def _make_slide(draw: random.Random, square: int, place: int) -> dict[str, Any]:
    kinds = [
        {"kind": "whammy"},
        {"kind": "cash", "amount": 100 * square + 7 * place},
        {"kind": "cash_spin", "amount": 500 + 10 * place},
        {"kind": "cash_or_lose_whammy", "amount": 100 * square},
        {"kind": "move", "to": [(square + 10) % 50 + 1]} if square < 25 else {"kind": "cash", "amount": square},
        {"kind": "double"} if draw.random() < 0.02 else {"kind": "cash", "amount": 1000},
    ]
    return draw.choice(kinds)


def draw_question(draw: random.Random) -> DrawnQuestion:
    """Draw any question that the engine does not refuse at once."""
    rules = Rules.preset(draw.choice(["show", "show", "show", "seed", "original"])).with_options(draw_options(draw))
    changes = draw.random() < 0.2
    return DrawnQuestion(
        draw_position(draw),
        draw_board(draw),
        rules,
        NextSpinsBoard(draw_board(draw), draw.randint(1, 6)) if changes else None,
    )


def list_questions(count: int, seed: int) -> Iterator[DrawnQuestion]:
    """Yield the questions known to be slow, then ``count`` drawn by chance."""
    for text, changes in KNOWN:
        yield DrawnQuestion(Position.parse(text), preset_board(DEFAULT_BOARD), Rules().with_options(changes), None)
    for number in range(count):
        yield draw_question(random.Random(f"{seed} {number}"))


def find_first_answer(question: DrawnQuestion) -> FirstAnswer:
    """Return the first answer, found in this process."""
    flag = CancelFlag()
    over = threading.Event()

    def watch() -> None:
        while not over.wait(0.1):
            if time.process_time() - began > PATIENCE:
                flag.set()

    began, started, has_answer = time.process_time(), time.perf_counter(), False
    threading.Thread(target=watch, daemon=True).start()
    try:
        answers = refine(
            question.position, question.board, question.rules, LIMITS, next_spins=question.next_spins, cancel=flag
        )
        answer = next(answers)
        errors = [
            max(action.standard_error)
            for action in (answer.press, answer.passing)
            if action is not None and action.standard_error is not None
        ]
        what, has_answer = answer.method + (f" ±{max(errors):.3f}" if errors else ""), True
    except Cancelled:
        what = "NONE"
    except (InputError, Unaffordable, Unsettled) as error:
        what = f"refused: {error}"
    except MemoryError:
        what = "OUT OF MEMORY"
    took = FirstAnswer(time.process_time() - began, time.perf_counter() - started, what, has_answer)
    over.set()
    return took


def answer_in_process(question: DrawnQuestion) -> FirstAnswer:
    """Return the first answer, found in a process of its own."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        took = find_first_answer(question)
        os.write(write, json.dumps([took.cpu, took.wall, took.what, took.has_answer]).encode())
        os._exit(0)
    os.close(write)
    end = time.monotonic() + PATIENCE * 4 + GRACE
    with os.fdopen(read, "rb") as pipe:
        while not os.waitpid(child, os.WNOHANG)[0]:
            if time.monotonic() > end:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                return FirstAnswer(float("inf"), float("inf"), "DOES NOT STOP")
            time.sleep(0.005)
        text = pipe.read()
    return FirstAnswer(*json.loads(text)) if text else FirstAnswer(float("inf"), float("inf"), "CRASHED")


def main(count: int = COUNT, seed: int = SEED) -> None:
    questions_drawn = list(list_questions(count, seed))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PRESSORPASS_TABLES"] = folder
        took = [(answer_in_process(case), case) for case in questions_drawn]
    for its, case in took[: len(KNOWN)]:
        print(f"{its.cpu:6.2f} s of processor time, {its.wall:6.2f} s by the clock: {its.what:30.30} {case}")
    took.sort(key=lambda pair: -pair[0].cpu)
    seconds = [its.cpu for its, _ in took]
    late = sum(1 for time_taken in seconds if time_taken > CEILING)
    print(f"\n{len(seconds)} questions (seed {seed}): median {seconds[len(seconds) // 2]:.2f} s, ", end="")
    print(f"95% within {seconds[len(seconds) // 20]:.2f} s, worst {seconds[0]:.2f} s of processor time; ", end="")
    print(f"{late} later than {CEILING:g} s.")
    for wait in WAITS:
        without = sum(1 for its, _ in took if not its.has_answer or its.wall > wait)
        print(f"Without an answer after {wait:g} s by the clock: {without / len(took):.1%}.")
    print("The slowest:\n")
    for its, case in took[:SHOWN]:
        print(f"{its.cpu:6.2f} s of processor time, {its.wall:6.2f} s by the clock: {its.what:30.30} {case}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
