"""``table``: build, list and clear stored tables (answers by score, or score values)."""

from __future__ import annotations

import argparse
import json
import time
from datetime import datetime
from typing import Any

from ..errors import InputError, RulesError, Unaffordable
from ..formatting import format_count, size_text
from ..game.board import ROUNDS, preset_boards
from ..game.episode import era_of_show
from ..game.eras import ERAS
from ..game.options import Rules
from ..game.position import SEATS
from ..game.questions import NextRound
from ..game.record.headers import write_option_word
from ..solvers.cancel_flag import Progress, ProgressListener
from ..streams import tell
from ..tables import Flip, Store, StoredTable, StoreEntry, TableError, break_even
from ..tables.array_file import size_of
from ..tables.building import build_table
from ..tables.key import board_digest
from ..tables.score_value_store import keep_values
from . import question


def add_to(commands: Any) -> None:
    text = "solve a position's spins for every score and store the answers, which solve then reads"
    parser = question.add_command(commands, "table", run, text, is_optional=True)
    question.add_limits(parser, 600.0)
    parser.add_argument(
        "--score-values", action="store_true", help="solve what a score is worth before round 2 on --board (minutes)"
    )
    parser.add_argument(
        "--questions", type=int, metavar="N", help="with --score-values, questions before it (as many as on its show)"
    )
    parser.add_argument("--list", action="store_true", help="print the stored tables")
    parser.add_argument("--clear", action="store_true", help="remove all tables")


def run(arguments: argparse.Namespace) -> None:
    if [arguments.position is not None, arguments.score_values, arguments.list, arguments.clear].count(True) != 1:
        raise InputError("table takes one of a POSITION, --score-values, --list and --clear")
    if arguments.questions is not None and not arguments.score_values:
        raise InputError("--questions says what comes before round 2: give --score-values", field="questions")
    store = Store()
    if arguments.score_values:
        _build_score_values(arguments)
    elif arguments.list:
        _print_tables(store, arguments.json)
    elif arguments.clear:
        count = store.clear()
        print(json.dumps({"removed": count}) if arguments.json else f"{format_count(count, 'table')} removed.")
    else:
        _build(store, arguments)


def _build(store: Store, arguments: argparse.Namespace) -> None:
    position, board, rules = question.read(arguments)
    start = time.perf_counter()
    try:
        table = build_table(store, position, board, rules, question.read_limits(arguments))
        flips = {seat + 1: break_even(table, position, rules, seat) for seat in position.still_in}
    except TableError as error:
        raise Unaffordable(str(error)) from None
    seconds = time.perf_counter() - start
    if arguments.json:
        flips_json = {
            seat: [_flip_to_json(flip) for flip in seat_flips]
            for seat, seat_flips in flips.items()
            if seat_flips is not None
        }
        print(json.dumps({**_to_json(table), "seconds": seconds, "break_even": flips_json}))
        return
    print(_describe_table(table))
    scores = " × ".join(str(length) for length in table.shape)
    print(f"  {scores} scores, {size_text(size_of(table.path))}; {table.states:,} states, {seconds:.3f} s")
    print(f"  {table.path}")
    for seat, seat_flips in flips.items():
        for flip in seat_flips or []:
            print(f"  contestant {seat}: {_describe_flip(flip)}")


def _build_score_values(arguments: argparse.Namespace) -> None:
    board, rules = question.read_playable(arguments), question.read_rules(arguments)
    for option in ("opponents", "weights"):
        if any(getattr(rules.seated(seat), option) != getattr(rules, option) for seat in SEATS):
            raise RulesError("Nobody is up between the rounds: give a word for each seat, joined by /.", field=option)
    era = era_of_show(board.show) or ERAS[0]
    questions = era.questions_before(ROUNDS[-1]) if arguments.questions is None else arguments.questions
    memory, start = question.read_limits(arguments).memory_bytes, time.perf_counter()
    try:
        path = keep_values(NextRound(board, questions), rules, memory=memory, progress=_make_progress_printer())
    except TableError as error:
        raise Unaffordable(str(error)) from None
    seconds, size = time.perf_counter() - start, size_of(path)
    if arguments.json:
        score_values_json = {"board": board.id, "questions": questions, "rules": rules.options()}
        print(json.dumps({**score_values_json, "bytes": size, "path": str(path), "seconds": seconds}))
    else:
        print(f"What a score is worth after {format_count(questions, 'question')}, before {board.id}")
        print(f"  {size_text(size)}; {seconds:.0f} s")
        print(f"  {path}")


def _make_progress_printer() -> ProgressListener:
    """Return a listener that prints the progress on standard error, at each tenth."""
    printed_tenths = 0

    def listen(progress: Progress) -> None:
        nonlocal printed_tenths
        if (tenths := int(10 * progress.done)) > printed_tenths:
            printed_tenths = tenths
            tell(f"engine: {progress.stage}: {10 * tenths}%")

    return listen


def _describe_flip(flip: Flip) -> str:
    below_action = "press" if flip.becomes == "pass" else "pass"
    note = " (too close to call there)" if flip.too_close else ""
    return f"{below_action} up to ${flip.below:,}, {flip.becomes} from ${flip.above:,}{note}"


def _print_tables(store: Store, is_json: bool) -> None:
    tables = store.list()
    if is_json:
        print(json.dumps({"directory": str(store.directory), "tables": [_serialize_entry(entry) for entry in tables]}))
        return
    for entry in tables:
        text = entry.reason if entry.table is None else _describe_table(entry.table)
        last_use = datetime.fromtimestamp(entry.used).astimezone()
        print(f"{size_text(entry.bytes):>10}  {last_use:%Y-%m-%d %H:%M}  {text}")
    total = sum(entry.bytes for entry in tables)
    print(
        f"{format_count(len(tables), 'table')}, {size_text(total)} of {size_text(store.max_bytes)}, in {store.directory}"
    )


def _describe_table(table: StoredTable) -> str:
    """Return a table's configuration, board, unit and cap, and its rules that differ from the defaults."""
    parts = table.key
    preset_names = {board_digest(board): board.id for board in preset_boards().values()}
    defaults = Rules().options()
    differences = [
        f"{name}={write_option_word(value)}"
        for name, value in parts["rules"].items()
        if value != defaults[name] and name != "prizes"
    ]
    if parts["rules"]["prizes"] not in (500, 2500):
        differences.append(f"prizes={parts['rules']['prizes']}")
    board = preset_names.get(parts["board"], f"a board of your own, {parts['board'][:8]}")
    return f"{parts['configuration']}  {board}, unit ${parts['unit']:,}, cap ${table.cap:,}  {' '.join(differences)}".rstrip()


def _to_json(table: StoredTable) -> dict[str, Any]:
    return {
        **table.key,
        "cap": table.cap,
        "shape": list(table.shape),
        "rounding": table.rounding,
        "states": table.states,
        "bytes": size_of(table.path),
        "path": str(table.path),
    }


def _serialize_entry(entry: StoreEntry) -> dict[str, Any]:
    table_json = {"path": str(entry.path), "bytes": entry.bytes} if entry.table is None else _to_json(entry.table)
    return {**table_json, "used": entry.used, "reason": entry.reason}


def _flip_to_json(flip: Flip) -> dict[str, Any]:
    return {"below": flip.below, "above": flip.above, "becomes": flip.becomes, "too_close": flip.too_close}
