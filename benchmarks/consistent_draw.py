"""Questions drawn by chance for ``benchmarks.consistent``: openings and later moments, boards, and rules.

The same seed and number give the same question, on any machine and in any order.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from engine import Board, Contestant, NextSpinsBoard, Position, Rules, first_mover, preset_boards

RULES = ("show", "other")
HOLDERS = (1, 2, 2, 3, 3, 3)  # contestants who hold spins
SPINS = (1, 1, 2, 2, 3, 3, 4, 5, 6, 7)  # of each of them
WHAMMIES = (0, 0, 0, 1, 1, 2, 3)
RANDOM_BOARDS = 1000
PRESETS = ("show", "show", "seed", "seed", "original")
OPTIONS: dict[str, tuple[Any, ...]] = {
    "ties": ("joint",),
    "turn_order": ("score", "seat", "cyclic", "cyclic"),
    "level_opponents": ("chooser", "next_seat"),
    "choices": ("visible", "even"),
    "lose_whammy": ("choice", "money"),
    "third_place_plays": (True,),
    "max_lead": (5000, 15_000),
    "cap_passes": (True,),
    "prizes": ("auto", "pool", 1000),
    "cap": ("auto", 20_000, 50_000),
    "goal": ("money", "blend"),
    "win_worth": (0, 20_000),
    "opponents": ("aggressive", "cautious", "4000", "optimal/cautious/3000"),
    "house": ("play",),
    "weights": ("even", "mover"),
    "unit": ("auto", 50, 250, 500, 1000),
    "reduce": (3, 8),
    "reduce_from": (5, 9),
}
CHANGED = (1, 1, 2, 2, 3, 4)  # options that differ from the preset's


@dataclass(frozen=True)
class Question:
    """A question to the engine, and the preset whose options its rules change."""

    position: Position
    board: Board
    rules: Rules
    next_spins: NextSpinsBoard | None
    preset: str

    @property
    def options(self) -> dict[str, Any]:
        """The options that differ from the preset's."""
        usual = Rules.preset(self.preset).options()
        return {name: value for name, value in self.rules.options().items() if value != usual[name]}

    def command(self, seconds: float, method: str = "auto") -> str:
        """Return the command line that asks it; a random board is a file beside it."""
        parts = [f"python -m engine solve '{self.position.notation}' --board {_name_file(self.board)}"]
        if self.preset != "show":
            parts.append(f"--rules {self.preset}")
        parts += [f"--set {name}={str(value).lower()}" for name, value in self.options.items()]
        if self.next_spins is not None:
            parts.append(f"--now {_name_file(self.next_spins.board)} --spins {self.next_spins.spins}")
        if method != "auto":
            parts.append(f"--method {method}")
        return f"{' '.join(parts)} --seconds {seconds:g} --fresh"

    @property
    def groups(self) -> dict[str, str]:
        """What cases are told apart by in the report."""
        podiums = self.position.contestants
        spins = self.position.spins
        usual = self.preset == "show" and not self.options and self.next_spins is None
        return {
            "rules": "show" if usual else f"{self.preset}, changed",
            "holders": str(sum(c.spins > 0 for c in podiums)),
            "spins": "1 to 4" if spins < 5 else "5 to 9" if spins < 10 else "more",
            "Whammies": str(max(c.whammies for c in podiums)),
            "ties": self.rules.ties,
            "goal": self.rules.goal,
            "board": "random" if self.board.id not in load_presets() else self.board.id,
        }


@cache
def load_presets() -> dict[str, Board]:
    """Return the preset boards that positions of three contestants are played on."""
    return {name: board for name, board in preset_boards().items() if not board.refusal}


def find_board(name: str) -> Board:
    """Return a preset, or the random board of that id."""
    return load_presets()[name] if name in load_presets() else draw_board(int(name.removeprefix("random-")))


def _name_file(board: Board) -> str:
    return board.id if board.id in load_presets() else f"{board.id}.json"


@cache
def draw_board(number: int) -> Board:
    """Return a preset whose squares that lead nowhere else have other sums, Whammies and extra spins."""
    rng = random.Random(f"board {number}")
    data = rng.choice(list(load_presets().values())).to_json() | {"id": f"random-{number}", "name": f"Random {number}"}
    step, most = rng.choice(((1, 3000), (50, 2000), (50, 5000), (100, 10_000), (250, 5000)))
    shares = {
        "whammy": rng.choice((0.08, 0.17, 0.25)),
        "cash_spin": rng.choice((0.0, 0.15, 0.3)),
        "cash_or_lose_whammy": rng.choice((0.0, 0.04)),
        "double": rng.choice((0.0, 0.0, 0.03)),
        "prize": 0.05,
    }
    for square in data["squares"]:
        square["slides"] = [_draw_slide(rng, slide, shares, step, most) for slide in square["slides"]]
    return Board.from_json(data)


def _draw_slide(rng: random.Random, slide: dict[str, Any], shares: dict[str, float], step: int, most: int) -> Any:
    if slide["kind"] == "move":
        return slide
    (kind,) = rng.choices([*shares, "cash"], [*shares.values(), 1 - sum(shares.values())])
    weight = {"weight": slide["weight"]} if "weight" in slide else {}
    if kind == "whammy":
        return {"kind": kind, **weight}
    if kind == "double":
        return {"kind": kind, "spin": rng.random() < 0.5, **weight}
    amount = step * rng.randint(1, most // step)
    what = {"name": "Prize", "value": rng.choice((None, amount))} if kind == "prize" else {"amount": amount}
    return {"kind": kind, **what, **weight}


def draw(seed: int, number: int, rules: Sequence[str] = RULES) -> Question:
    """Return a question; ``rules`` are taken in turn: the show's, or others."""
    rng = random.Random(f"{seed} {number}")
    board = _choose_board(rng)
    if rules[number % len(rules)] == "show":
        preset, settings, now = "show", Rules(), None
    else:
        preset, settings = _draw_rules(rng)
        # With reduce, it would not be clear which board a spin is on.
        now = NextSpinsBoard(_choose_board(rng), rng.randint(1, 6)) if rng.random() < 0.2 else None
        if settings.reduce is not None:
            now = None
    return Question(_draw_position(rng, settings), board, settings, now, preset)


def _choose_board(rng: random.Random) -> Board:
    if rng.random() < 0.25:
        return draw_board(rng.randrange(RANDOM_BOARDS))
    return rng.choice(list(load_presets().values()))


def _draw_rules(rng: random.Random) -> tuple[str, Rules]:
    preset = rng.choice(PRESETS)
    names = rng.sample(sorted(OPTIONS), rng.choice(CHANGED))
    names += [name for name in ("ties", "goal") if rng.random() < 0.2]
    return preset, Rules.preset(preset).with_options({name: rng.choice(OPTIONS[name]) for name in names})


def _draw_position(rng: random.Random, rules: Rules) -> Position:
    """Return a position: spins shared out in any way, some scores odd, some level; mostly with the right one up."""
    holding = set(rng.sample(range(3), rng.choice(HOLDERS)))
    level = rng.randrange(0, 8000, 250)
    podiums = []
    for seat in range(3):
        usual, round_ = rng.randrange(0, 4000, 50), rng.randrange(0, 12_000, 50)
        score = rng.choice([0, level, usual, round_, rng.randrange(100, 9000)])
        spins = rng.choice(SPINS) if seat in holding else 0
        podiums.append(Contestant(score, spins, whammies=rng.choice(WHAMMIES)))
    a, b, c = podiums
    up = first_mover((a, b, c), rules) if rng.random() < 0.8 else rng.choice(sorted(holding))
    if rng.random() < 0.15:
        passed = rng.randint(1, podiums[up].spins)
        podiums[up] = replace(podiums[up], earned=podiums[up].spins - passed, passed=passed)
    a, b, c = podiums
    return Position((a, b, c), up)
