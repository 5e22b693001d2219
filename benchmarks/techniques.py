"""The first program's techniques, each left out in turn, measured: ``python -m benchmarks.techniques`` (two minutes).

Writes the figures (techniques.json), and from them docs/techniques.md and its picture. With ``--draw`` page and picture
are made anew from the figures there are.

Seconds are of a processor on one thread, the least of a few tries; on another machine or a busy one they say little, so
only their ratios are shown. The plain search (``plain_search.py``) is Python, as the engine's oracle is; the engine's
kernels are compiled, so that its ratio has the language in it too. Positions are a fair measure of both.
"""

from __future__ import annotations

import json
import os
import platform
import random
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from engine import Contestant, Limits, Position, Rules, Unaffordable, calibration, preset_boards, solve
from engine.answers.result import SolveResult
from engine.commands.question import build_exact_rules
from engine.game.rules import PlayRules
from engine.game.spin import landings_by_seat
from engine.solvers.processors import SIDE_BY_SIDE, count_processors
from engine.version import ENGINE_VERSION

from .plain_search import PlainSearch
from .techniques_report import draw_picture, format_table

ROOT = Path(__file__).resolve().parents[1]
FIGURES = ROOT / "benchmarks" / "techniques.json"
PICTURE = ROOT / "docs" / "techniques.svg"
TABLE = ROOT / "docs" / "techniques.md"

BOARD = preset_boards()["pyl-1985-02-r2"]
SEED = Rules.preset("seed")
ONE_HOLDER = "8000e1,3000,0@1"
DEPTHS = (3, 5)
POSITIONS = 24  # whose error is measured
TRIES = 3
ENOUGH = 4.0  # seconds: what takes longer is not tried again
AGREE = 1e-9
SOON = 2**28  # bytes
POINTS = 100

Row = dict[str, Any]


class Technique(NamedTuple):
    """One technique: what it is, the position it is measured on, and its rows."""

    name: str
    about: str
    position: str
    rows: list[Row]


def merging() -> Technique:
    """Measure equal positions as one, beside the tree down to a few depths."""
    rows = []
    search = _search(ONE_HOLDER, SEED)
    for depth in DEPTHS:
        started = time.process_time()
        chances, nodes = search.walk(Position.parse(ONE_HOLDER), depth, 10**7)
        seconds = time.process_time() - started
        rows.append(_make_row(f"a tree {depth} steps deep", nodes, seconds, left_open=POINTS * (1 - sum(chances))))
    rows.append(_make_row("merged, to the end", search.states, search.seconds, text=True))
    return Technique(
        "Merging equal positions",
        "A position that can be reached in several ways is solved once. A tree has a copy for each way, and is cut off at "
        "some depth; below it any contestant may win.",
        ONE_HOLDER,
        [*rows, _measure_engine(ONE_HOLDER, SEED)],
    )


def whammies() -> Technique:
    """Measure Whammies that no longer matter, merged or not; nobody has any yet."""
    return _measure_whammies("Merging Whammies", "18000e3,17000,0@1", "Here nobody has any yet.")


def many_whammies() -> Technique:
    """Measure the same where one contestant may be out soon."""
    return _measure_whammies(
        "Merging Whammies, three at hand",
        "18000e3,17000w3,0@1",
        "Here one contestant has three, so that nobody’s are merged together.",
    )


def _measure_whammies(name: str, text: str, here: str) -> Technique:
    ways = {
        "none": "all told apart",
        "all": "merged once nobody can reach four",
        "each": "merged contestant by contestant",
    }
    rows = [_measure_plain(words, text, SEED, text_way=way == "all", whammies=way) for way, words in ways.items()]
    about = (
        "Whammies only matter while a contestant can still come to four. The first program stops telling them apart once "
        "nobody can; this engine does so for each contestant."
    )
    return Technique(name, f"{about} {here}", text, [*rows, _measure_engine(text, SEED)])


def passed_spins() -> Technique:
    """Measure several passed spins as one step, and one by one."""
    text = "19500w3,19000w3,12000p3@3"
    rows = [
        _measure_plain("one by one", text, SEED),
        _measure_plain("as one step", text, SEED, text_way=True, composed=True),
    ]
    for row in rows:
        row["name"] += f", {row['results']:,} results to look up"
    return Technique(
        "Composing passed spins",
        "Passed spins must be played, so three of them can be one step with many results. That saves the positions between, "
        "but each step has more results to look up.",
        text,
        [*rows, _measure_engine(text, SEED)],
    )


def units() -> Technique:
    """Measure board values rounded to a unit."""
    return _measure_approximation(
        "Rounding to a unit",
        "The board’s values are rounded, so that a spin has fewer different results and there are fewer scores.",
        "15000e1,12000,0@1",
        {f"${unit:,}" if unit > 1 else "to the dollar": {"unit": str(unit)} for unit in (1, 250, 500, 1000)},
        "$250",
    )


def caps() -> Technique:
    """Measure scores that stop at a cap."""
    return _measure_approximation(
        "A cap on scores",
        "Scores stop growing at the cap. The engine’s own cap is so high that it changes no chance by more than 1e-9.",
        "15000e1,12000,0@1",
        {"cap that cannot matter": {"cap": "auto"}, "$30,000": {"cap": "30000"}, "$20,000": {"cap": "20000"}},
        "$20,000",
    )


def boards() -> Technique:
    """Measure boards of few outcomes."""
    return _measure_approximation(
        "Reduced boards",
        "A spin has only a few outcomes: a Whammy, and averages of the money with and without an extra spin. The first program "
        "describes this for positions with many spins left; here it is used for the whole game, where its error is largest. The "
        "number of positions depends less on the number of outcomes than on their sums.",
        "8000e2,3000,0@1",
        {"all outcomes": {}, **{f"{number} outcomes": {"reduce": str(number)} for number in (8, 5, 3)}},
        "3 outcomes",
    )


MEASURED = (merging, whammies, many_whammies, passed_spins, units, caps, boards)


def _measure_approximation(name: str, about: str, text: str, ways: dict[str, dict[str, str]], used: str) -> Technique:
    """Measure a technique that changes answers, each way with its error against the first one."""
    plain, engine, exact = [], [], list(_list_answers(SEED.with_options(next(iter(ways.values())))))
    for way, options in ways.items():
        rules = SEED.with_options(options)
        error = _measure_error(exact, list(_list_answers(rules)))
        plain.append(_measure_plain(way, text, rules, text_way=way == used) | error)
        engine.append(_measure_engine(text, rules, way) | error)
    return Technique(name, about, text, [*plain, *engine])


# -- measuring ----------------------------------------------------------------------------------


def _play_rules(text: str, rules: Rules) -> PlayRules:
    return build_exact_rules(Position.parse(text), BOARD, rules)


def _search(text: str, rules: Rules, **ways: Any) -> PlainSearch:
    """Return a plain search that is done, the quickest of a few. Exits if the engine says otherwise."""
    position, play_rules = Position.parse(text), _play_rules(text, rules)
    searches: list[PlainSearch] = []
    while len(searches) < TRIES and sum(search.seconds for search in searches) < ENOUGH:
        search = PlainSearch(landings_by_seat(BOARD, play_rules.rules, play_rules.unit)[0], play_rules, **ways)
        dilemmas = search.solve(position)
        searches.append(search)
    answer = _solve(position, rules)
    for mine, its in zip(dilemmas, (answer.press, answer.passing), strict=True):
        if mine is not None and its is not None:
            difference = max(abs(x - y) for x, y in zip(mine, its.win, strict=True))
            if difference > AGREE:
                raise SystemExit(f"{text} {ways}: the engine differs by {difference:.1e}.")
    return min(searches, key=lambda search: search.seconds)


def _solve(position: Position, rules: Rules) -> SolveResult:
    return solve(position, BOARD, rules, Limits(seconds=60, method="exact", fresh=True))


def _make_row(name: str, states: int, seconds: float, *, text: bool = False, left_open: float | None = None) -> Row:
    return {"name": name, "program": "plain", "text": text, "states": states, "seconds": seconds, "open": left_open}


def _measure_plain(name: str, text: str, rules: Rules, *, text_way: bool = False, **ways: Any) -> Row:
    search = _search(text, rules, **ways)
    results = {"results": search.branches, "outcomes": len(search.outcomes)}
    return _make_row(name, search.states, search.seconds, text=text_way) | results


def _measure_engine(text: str, rules: Rules, name: str = "") -> Row:
    position = Position.parse(text)
    seconds = []
    for _ in range(TRIES):
        started = time.process_time()
        answer = _solve(position, rules)
        seconds.append(time.process_time() - started)
    return _make_row(name, answer.states, min(seconds)) | {"program": "engine"}


def _list_answers(rules: Rules) -> Iterator[SolveResult]:
    for position in _draw_positions():
        yield _solve(position, rules)


@cache
def _draw_positions(seed: int = 18) -> tuple[Position, ...]:
    """Draw positions in which one contestant has one or two spins and which the engine soon solves to the dollar."""
    rng = random.Random(seed)
    positions: list[Position] = []
    limits = Limits(seconds=10, memory_bytes=SOON, method="exact", fresh=True)
    while len(positions) < POSITIONS:
        seats = [Contestant(rng.randrange(0, 15_001, 50), whammies=rng.randrange(4)) for _ in range(3)]
        up = rng.randrange(3)
        seats[up] = replace(seats[up], earned=rng.choice((1, 2)))
        position = Position((seats[0], seats[1], seats[2]), up)
        with suppress(Unaffordable):
            solve(position, BOARD, SEED.with_options({"unit": "1"}), limits)
            positions.append(position)
    return tuple(positions)


def _measure_error(exact: list[SolveResult], results: list[SolveResult]) -> Row:
    """Return by how many points the worst of six chances is off, on average and at most, and how many verdicts differ."""
    worst = []
    for truth, answer in zip(exact, results, strict=True):
        pairs = ((truth.press, answer.press), (truth.passing, answer.passing))
        worst.append(max(abs(x - y) for one, other in pairs for x, y in zip(one.win, other.win, strict=True)))
    changed = sum(truth.best != answer.best for truth, answer in zip(exact, results, strict=True))
    return {"mean": POINTS * sum(worst) / len(worst), "most": POINTS * max(worst), "changed": changed}


def measure() -> dict[str, Any]:
    """Measure all techniques; return them with where and when they were measured."""
    os.environ[SIDE_BY_SIDE] = str(calibration.MAX_THREADS * count_processors())  # one thread for each answer
    techniques = []
    for technique in MEASURED:
        figures = technique()
        base = next(row["seconds"] for row in figures.rows if row["text"])
        for row in figures.rows:
            row["times"] = row["seconds"] / base
        techniques.append(figures._asdict())
        print(f"{figures.name}: {len(figures.rows)} ways", flush=True)
    return {
        "engine": ENGINE_VERSION,
        "measured": datetime.now(UTC).date().isoformat(),
        "machine": f"{count_processors()} processors ({platform.machine()}), Python {platform.python_version()}",
        "board": BOARD.id,
        "positions": POSITIONS,
        "techniques": techniques,
    }


def main(*arguments: str) -> None:
    """Measure, and write figures, picture and table."""
    if "--draw" not in arguments:
        FIGURES.write_text(json.dumps(measure(), indent=1) + "\n", encoding="utf-8")
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    PICTURE.write_text(draw_picture(figures), encoding="utf-8")
    TABLE.write_text(format_table(figures), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
